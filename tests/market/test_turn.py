"""Order of play, fines and movement: M-011, M-030 … M-046, M-163 … M-166, § 3.1, § 5.8."""

from __future__ import annotations

from typing import Any

import pytest

from tests.market.playing import (
    AGENCY,
    BANK,
    DEAL,
    EXCHANGE,
    MINI,
    PLOT2,
    SURPRISE,
    TRADE,
    Play,
    kit,
    money,
)


@pytest.mark.clause("M-011")
@pytest.mark.parametrize("dice", [[0, 7], [6], [1, 2, 3], [1, 7], [], ["a", "b"], 7])
def test_two_dice_of_six_sides(dice: Any) -> None:
    assert Play().refused("p1", "roll", dice=dice) == "E_DICE"


@pytest.mark.clause("M-030", "M-031", "M-148")
def test_cards_shares_and_plots_cannot_be_exchanged() -> None:
    game = Play()
    for action in ("give_share", "exchange", "sell_card", "move_card", "give_money"):
        assert game.refused("p1", action) == "E_UNKNOWN_ACTION"


@pytest.mark.clause("M-032")
def test_a_turn_ends_when_everything_is_done() -> None:
    game = Play()
    assert game.refused("p1", "end_turn") == "E_NOT_ROLLED"
    game.do("p1", "roll", dice=[2, 3])
    assert game.phase == "resolve"
    assert game.refused("p1", "end_turn") == "E_MUST_RESOLVE"
    assert game.refused("p1", "buy_share", company="trade") == "E_MUST_RESOLVE"
    assert game.refused("p1", "draw_surprise", card=1) == "E_MUST_RESOLVE"


@pytest.mark.clause("M-033", "M-067")
def test_credit_and_insurance_come_before_the_roll() -> None:
    game = Play().at("p1", EXCHANGE)
    assert game.refused("p1", "take_credit") == "E_ALREADY_ROLLED"
    assert game.refused("p1", "buy_insurance", count=1) == "E_ALREADY_ROLLED"
    assert game.refused("p1", "roll", dice=[1, 1]) == "E_ALREADY_ROLLED"


@pytest.mark.clause("M-035", "M-036", "M-037")
@pytest.mark.parametrize("reason", ["wrong_space", "foreign_token", "out_of_turn"])
def test_a_fine_is_20_000_to_the_bank(reason: str) -> None:
    game = Play().at("p1", DEAL)
    assert game.paid("referee", "fine", player="p2", reason=reason) == [("p2", "bank", 20000, "fine")]
    assert game.cash("p2") == 280000
    assert game.seen["pos"]["p1"] == DEAL, "the token stays where the dice put it"


@pytest.mark.clause("M-038")
def test_the_order_of_turns() -> None:
    game = Play()
    assert game.refused("p2", "roll", dice=[3, 3]) == "E_TURN"
    assert game.refused("p2", "buy_insurance", count=1) == "E_TURN"
    assert game.refused("referee", "roll", dice=[3, 3]) == "E_TURN"
    assert game.refused("referee", "fine", player="p2", reason="lateness") == "E_FINE_REASON"
    assert game.refused("referee", "fine", player="p2") == "E_REASON"
    assert game.refused("referee", "fine", player="nobody", reason="out_of_turn") == "E_UNKNOWN"
    assert game.refused("p1", "fine", player="p2", reason="out_of_turn") == "E_REFEREE"


@pytest.mark.clause("M-042", "M-043", "M-044")
def test_moving_and_the_next_seat() -> None:
    game = Play()
    order = []
    for _turn in range(4):
        team = game.seen["current"]
        order.append(team)
        game.at(team, DEAL)
        game.do(team, "end_turn")
    assert order == ["p1", "p2", "p3", "p1"]
    game.turn("p1", pos={"p1": 20}).do("p1", "roll", dice=[4, 4])
    assert game.seen["pos"]["p1"] == 2


@pytest.mark.clause("M-045")
def test_the_ring_changes_at_the_tax_office() -> None:
    game = Play().turn("p3", pos={"p3": 11})
    game.do("p3", "roll", dice=[1, 4])
    assert game.t.kit.path[game.seen["pos"]["p3"]].ring == "inner"
    assert game.seen["pos"]["p3"] == 16


@pytest.mark.clause("M-046")
def test_several_tokens_on_one_space() -> None:
    game = Play().arrange(pos={"p1": PLOT2}, plots={"2": "p1"}).turn("p2")
    game.do("p2", "roll", dice=[1, 4])
    assert game.seen["pos"] == {"p1": 5, "p2": 5, "p3": 0}


#: vector, from, sum, to, reasons of what is paid
MOVES = [
    ("V-149", 0, 5, 5, []),
    ("V-150", 5, 4, 9, ["dividends"]),
    ("V-151", 4, 7, 11, ["dividends", "credit_interest"]),
    ("V-152", 9, 3, 12, ["credit_interest"]),
    ("V-153", 11, 5, 16, ["tax"]),
    ("V-154", 12, 9, 21, ["tax", "enterprise_income"]),
    ("V-155", 20, 8, 2, []),
    ("V-156", 20, 5, 25, ["tax"]),
    ("V-157", 3, 10, 13, ["dividends", "credit_interest", "tax"]),
    ("V-158", 13, 2, 15, []),
    ("V-159", 25, 2, 1, []),
    ("V-160", 24, 2, 0, []),
    ("V-161", 7, 12, 19, ["dividends", "credit_interest", "tax", "enterprise_income"]),
]


@pytest.mark.clause("M-044", "M-045", "M-085", "M-163", "M-165", "M-166")
@pytest.mark.parametrize(("name", "at", "count", "to", "whys"), MOVES)
def test_what_is_paid_on_the_way(name: str, at: int, count: int, to: int, whys: list[str]) -> None:
    game = Play().turn(
        "p1",
        pos={"p1": at},
        shares={"trade": {"p1": 1}},
        credits={"p1": [{"rate": 10, "turn": 1}]},
        enterprises={"p1": [{"product": "bread", "plot": "2", "turn": 1}]},
    )
    low = max(1, count - 6)
    step = game.do("p1", "roll", dice=[low, count - low])
    assert game.seen["pos"]["p1"] == to
    assert [why for *_rest, why in money(step)] == whys


@pytest.mark.clause("M-163", "M-164")
@pytest.mark.parametrize(
    ("name", "shares", "plots", "tax"),
    [
        ("V-098", {}, {}, 0),
        ("V-099", {"exchange": {"p1": 1}}, {}, 6000),
        ("V-100", {"exchange": {"p1": 1}, "bank": {"p1": 1}}, {}, 14000),
        ("V-101", {"trade": {"p1": 2}}, {}, 14000),
        ("V-102", {}, {"2": "p1", "4": "p1"}, 9500),
        ("V-103", {"insurance": {"p1": 1}, "trade": {"p1": 2}, "bank": {"p1": 1}}, {"3": "p1"}, 32000),
    ],
)
def test_the_tax_is_ten_percent_of_the_nominal(name: str, shares: Any, plots: Any, tax: int) -> None:
    game = Play().turn("p1", pos={"p1": 10}, shares=shares, plots=plots)
    assert game.change("p1", "roll", dice=[1, 2]) == ({"p1": -tax} if tax else {}), "stop on the tax office"
    game.turn("p1", pos={"p1": 24})
    assert game.change("p1", "roll", dice=[1, 2]) == {}, "passing where the arrow is not red"
    game.turn("p1", pos={"p1": 12})
    assert game.change("p1", "roll", dice=[1, 2]) == ({"p1": -tax} if tax else {}), "passing where it is"


@pytest.mark.clause("M-165")
@pytest.mark.parametrize(
    ("name", "made", "income"), [("V-130", 0, 0), ("V-131", 1, 40000), ("V-132", 2, 80000), ("V-133", 3, 120000)]
)
def test_enterprise_income(name: str, made: int, income: int) -> None:
    built = [{"product": "bread", "plot": "2", "turn": 1}] * made
    game = Play(enterprises_to_end=9).turn("p1", pos={"p1": 17}, enterprises={"p1": built})
    assert game.change("p1", "roll", dice=[1, 2]).get("p1", 0) == income


@pytest.mark.clause("M-166", "X-5")
@pytest.mark.parametrize(
    ("name", "shares", "income"),
    [
        ("V-134", {}, 0),
        ("V-135", {"school": {"p1": 1}}, 10000),
        ("V-136", {"school": {"p1": 3}, "realtor": {"p1": 2}}, 50000),
        ("V-137", {name: {"p1": 3} for name in ("school", "realtor", "agency", "trade")}, 120000),
    ],
)
def test_dividends(name: str, shares: Any, income: int) -> None:
    game = Play().turn("p1", pos={"p1": 6}, shares=shares)
    assert game.change("p1", "roll", dice=[1, 1]).get("p1", 0) == income, "stop"
    game.turn("p1", pos={"p1": 7})
    assert game.change("p1", "roll", dice=[1, 1]).get("p1", 0) == income, "passing"


@pytest.mark.clause("X-1", "X-2", "X-3", "X-4")
def test_start_doubles_and_the_own_plot_give_nothing() -> None:
    game = Play().turn("p1", pos={"p1": 24}, plots={"2": "p1", "3": "p2"})
    assert game.change("p1", "roll", dice=[1, 1]) == {}
    assert (game.seen["pos"]["p1"], game.phase) == (0, "done")
    game.do("p1", "end_turn")
    assert game.seen["current"] == "p2", "a double gives no second roll"
    game.turn("p1", pos={"p1": 3})
    assert game.change("p1", "roll", dice=[1, 1]) == {}
    assert game.phase == "done"
    game.turn("p1", pos={"p1": 12})
    assert game.change("p1", "roll", dice=[1, 1]) == {"p1": -5000}, "the tax on the way; no rent on another's plot"


def test_income_of_the_same_move_may_still_pay_a_debt() -> None:
    """A-37: payments in the order of the path, what cannot be paid waits."""
    raw = kit()
    raw["path"][8], raw["path"][11] = (
        {**raw["path"][11], "i": 8, "kind": "bank"},
        {**raw["path"][8], "i": 11, "kind": "dividends"},
    )
    game = Play(3, raw).turn(
        "p1",
        pos={"p1": 7},
        cash={"p1": 0},
        shares={"trade": {"p1": 1}, "bank": {"p2": 1}},
        credits={"p1": [{"rate": 10, "turn": 1}]},
    )
    step = game.do("p1", "roll", dice=[2, 3])
    assert money(step) == [
        ("bank", "p1", 10000, "dividends"),
        ("p1", "bank", 10000, "credit_interest"),
        ("bank", "p2", 10000, "credit_interest_share"),
    ]
    assert game.phase == "deals"


def test_a_move_without_enough_cash_opens_an_insolvency_and_then_goes_on() -> None:
    game = Play().turn("p1", pos={"p1": 12}, cash={"p1": 0}, shares={"trade": {"p1": 1}})
    game.do("p1", "roll", dice=[1, 2])
    assert game.phase == "insolvency"
    assert game.seen["obligations"] == [{"debtor": "p1", "amount": 7000, "why": "tax"}]
    game.do("p1", "sell_share", company="trade")
    assert (game.phase, game.seen["allowed"]) == ("deals", ["buy_share:agency", "card:personnel", "sell_share:agency"])


@pytest.mark.parametrize(
    ("space", "right"),
    [
        (DEAL, ["buy_share", "card", "licence", "sell_plot", "sell_share"]),
        (EXCHANGE, ["buy_share", "sell_share"]),
        (TRADE, ["buy_share:trade", "card:equipment", "card:materials", "sell_share:trade"]),
        (AGENCY, ["buy_share:agency", "card:personnel", "sell_share:agency"]),
        (BANK, ["buy_share:bank", "sell_share:bank", "take_credit"]),
        (19, ["buy_plot", "buy_share:realtor", "sell_plot", "sell_share:realtor"]),
        (22, ["buy_share:insurance", "sell_share:insurance"]),
        (7, ["buy_share:school"]),
        (17, ["buy_share:consulting"]),
        (SURPRISE, []),
        (8, []),
    ],
)
def test_rights_by_space(space: int, right: list[str]) -> None:
    """§ 3.2; the recorded games spell them so."""
    assert Play().at("p1", space).seen["allowed"] == right


@pytest.mark.clause("M-038")
def test_the_next_player_may_close_a_finished_turn() -> None:
    game = Play().at("p1", 8)
    assert game.phase == "done"
    assert game.refused("p3", "roll", dice=[1, 1]) == "E_TURN"
    game.do("p2", "buy_insurance", count=1)
    assert (game.seen["turn"], game.seen["current"], game.phase) == (2, "p2", "pre_roll")
    game = Play().at("p1", DEAL)
    assert game.refused("p2", "roll", dice=[1, 1]) == "E_TURN", (
        "an unused right must be left by its owner (amendment 5)"
    )
    game = Play(auto_end_turn="off").at("p1", 8)
    assert game.refused("p2", "roll", dice=[1, 1]) == "E_TURN"


def two_arrows() -> dict[str, Any]:
    raw = kit()
    raw["path"][13] |= {"exits": [{"to": "inner", "red": True}, {"to": "outer", "red": False}]}
    return raw


@pytest.mark.clause("M-045")
def test_a_tax_office_with_two_arrows_asks_for_the_route() -> None:
    game = Play(3, two_arrows()).turn("p1", pos={"p1": 12}, shares={"trade": {"p1": 1}})
    assert game.refused("p1", "roll", dice=[1, 2]) == "E_ROUTE"
    assert game.refused("p1", "roll", dice=[1, 2], route="sideways") == "E_ROUTE"
    game.do("p1", "roll", dice=[1, 2], route="outer")
    assert (game.seen["pos"]["p1"], game.cash("p1")) == (1, 300000), "on along the outer ring, no red arrow"
    game.turn("p1", pos={"p1": 12})
    assert game.change("p1", "roll", dice=[1, 2], route="inner") == {"p1": -7000}
    game.turn("p1", pos={"p1": 13})
    assert game.change("p1", "roll", dice=[1, 1], route="inner") == {}, "leaving after a stop is not passing"
    game.turn("p1", pos={"p1": 11})
    assert game.change("p1", "roll", dice=[1, 1]) == {"p1": -7000}, "a stop needs no route"


def test_mini_has_one_way_only() -> None:
    assert not any(space.get("exits") for space in MINI["path"])
