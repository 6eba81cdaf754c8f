"""Openings, starting prices and bids, in the three ways of recording (E-034…E-055, § 3.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from tests.ecologic.table import MINERAL, OIL, Game, eco, event, tor

CHIPS = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


# ---- whose opening ------------------------------------------------------------------------------


@pytest.mark.clause("E-034", "E-052")
def test_openings_go_clockwise_from_the_initiator() -> None:
    game = Game(initiator="B").to_actions()
    seen = []
    while game.seen["phase"] == "actions":
        seen.append(game.seen["to_open"])
        game.do(game.seen["to_open"], "skip")
    assert seen == ["B", "C", "A"]
    game = Game().to_actions()
    refusal = game.refusal("B", "auction_open", lot=OIL, bid=1)
    assert (refusal.code, refusal.figures["name"]) == ("E_NOT_YOUR_OPENING", "Альфа")
    assert game.refused("B", "skip") == "E_NOT_YOUR_OPENING"
    assert game.refused("B", "eco_draw", card="E1") == "E_NOT_YOUR_OPENING"


@pytest.mark.clause("E-035")
def test_one_opening_a_phase_but_any_number_of_purchases() -> None:
    """A-13."""
    game = Game().to_actions()
    game.buy("A", OIL, "S1")
    assert game.refused("A", "auction_open", lot=OIL, bid=2) == "E_ALREADY_OPENED"
    assert game.refused("A", "eco_draw", card="E1") == "E_ALREADY_OPENED"
    assert game.refused("A", "skip") == "E_ALREADY_OPENED"
    game.buy("A", OIL, "S1")
    assert game.seen["board"] == {"S1": "A:oil:2"}


@pytest.mark.clause("E-053")
def test_nobody_has_to_open() -> None:
    game = Game().to_income()
    assert ([game.profits(team) for team in "ABC"], game.seen["board"]) == ([25, 25, 25], {})


@pytest.mark.clause("E-054")
def test_who_cannot_pay_the_start_cannot_open() -> None:
    game = Game(start_profits={"A": 1, "B": 25, "C": 25}, start_chips=[["C", "oil", "S8"]]).to_actions()
    refusal = game.refusal("A", "auction_open", lot=OIL, bid=2)
    assert (refusal.code, refusal.figures) == ("E_CANNOT_AFFORD_START", {"start": 2, "have": 1})
    assert game.refused("A", "auction_record", lot=OIL, winner="B", price=3, sector="S1") == "E_CANNOT_AFFORD_START"
    assert game.refused("A", "auction_line", lot=OIL, text="А2 Б3") == "E_CANNOT_AFFORD_START"


# ---- starting prices ----------------------------------------------------------------------------


@pytest.mark.clause("E-036", "E-037")
@pytest.mark.parametrize(
    ("chips", "start"),
    [
        ([["A", "oil", "S1"], ["B", "oil", "S6"]], 3),
        ([], 1),
        ([["B", "oil", "S6"], ["B", "oil", "S6"]], 3),
        ([["A", "oil", "S1"], *[["B", "oil", "S6"]] * 2, *[["C", "oil", "S8"]] * 3], 7),
    ],
)
def test_the_start_is_the_chips_of_all_colours_plus_one(chips: Any, start: int) -> None:
    """§ 5.1."""
    game = Game(start_chips=chips).to_actions()
    assert (game.start("A", OIL), game.seen["start_prices"]["oil"]) == (start, start)
    game.buy("A", OIL, "S1")
    assert game.noticed("N_MARKER")[0]["price"] == start + 1


@pytest.mark.clause("E-038")
def test_the_same_for_minerals() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    assert (game.start("A", MINERAL), game.seen["start_prices"]) == (3, {"oil": 2, "mineral": 3})


@pytest.mark.clause("E-039")
def test_an_auction_is_opened_at_the_start_or_above() -> None:
    """A-14, A-15: opening is a first bid, and it may be above the start."""
    game = Game(start_chips=CHIPS).to_actions()
    refusal = game.refusal("A", "auction_open", lot=OIL, bid=1)
    assert (refusal.code, refusal.figures) == ("E_BID_BELOW_START", {"bid": 1, "start": 2})
    game.do("A", "auction_open", lot=OIL, bid=9)
    assert game.seen["auction"] | {"passed": []} == game.seen["auction"]
    assert (game.seen["auction"]["start"], game.seen["auction"]["bid"]) == (2, 9)
    for team in "BC":
        game.do(team, "pass")
    assert game.profits("A") == 16


@pytest.mark.parametrize(("timing", "second"), [("live", 3), ("phase_start", 2)])
def test_prices_live_or_as_the_phase_began(timing: str, second: int) -> None:
    """A-16."""
    game = Game(options={"start_price_timing": timing}, start_chips=CHIPS).to_actions()
    game.buy("A", OIL, "S1")
    assert (game.start("B", OIL), game.seen["start_prices"]["oil"]) == (second, second)
    game.to_income()
    assert game.seen["start_prices"]["oil"] == 3


def test_the_scale_ends_where_the_kit_says() -> None:
    """A-17."""
    raw: dict[str, Any] = {"start_price": {"scale_max": 4}}
    chips = [["A", "oil", "S1"]] * 3 + [["B", "oil", "S6"]] * 3
    assert Game(start_chips=chips).to_actions().start("A", OIL) == 7
    assert Game(kit=raw, start_chips=chips).to_actions().start("A", OIL) == 4


# ---- bid by bid ---------------------------------------------------------------------------------


def opened(bid: int = 2, **more: Any) -> Game:
    """Альфа has opened for oil."""
    game = Game(start_chips=CHIPS, **more).to_actions()
    game.do("A", "auction_open", lot=OIL, bid=bid)
    return game


@pytest.mark.clause("E-048")
def test_players_in_turn_raise_or_pass() -> None:
    game = opened()
    refusal = game.refusal("C", "bid", amount=3)
    assert (refusal.code, refusal.figures["name"]) == ("E_NOT_NEXT_BIDDER", "Бета")
    assert game.refused("C", "pass") == "E_NOT_NEXT_BIDDER"
    assert game.refusal("B", "bid", amount=2).figures == {"min": 3}
    assert game.refused("B", "bid", amount=2) == "E_BID_NOT_HIGHER"
    assert game.refused("A", "bid", amount=3) == "E_ALREADY_HIGHEST"
    game.do("B", "bid", amount=3)
    assert game.said() == "Бета bids 3"
    assert game.seen["auction"]["next"] == "C"
    game.do("C", "pass")
    assert game.seen["auction"]["next"] == "A"
    game.do("A", "bid", amount=4)
    assert game.seen["auction"]["next"] == "B"


@pytest.mark.clause("E-049")
def test_a_pass_is_for_good() -> None:
    game = opened()
    game.do("B", "pass")
    game.do("C", "bid", amount=3)
    assert game.refused("B", "bid", amount=4) == "E_BIDDER_PASSED"
    assert game.refused("B", "pass") == "E_BIDDER_PASSED"


@pytest.mark.clause("E-050", "E-051")
def test_the_highest_must_buy_and_pays_what_he_bid() -> None:
    game = opened()
    game.do("B", "bid", amount=6)
    assert game.refused("B", "pass") == "E_HIGHEST_MUST_BUY"
    game.do("C", "pass")
    game.do("A", "pass")
    assert (game.profits("B"), game.posted(why="buy_chip", from_="B", ref="oil")) == (19, 6)
    assert game.noticed("N_SOLD")[0]["paid"] == 6
    assert game.said() == "Альфа passes, Бета buys oil for 6 (Альфа opens, start 2)"
    assert game.seen["to_place"] == {"player": "B", "lot": OIL, "turn": "A", "paid": 6}
    game.do("B", "place", sector="S1")
    assert game.seen["to_open"] == "B"


@pytest.mark.clause("E-055")
def test_no_bid_above_ones_own_stock() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    assert game.refused("A", "auction_open", lot=tor("hub"), bid=26) == "E_BID_OVER_STOCK"
    game.do("A", "auction_open", lot=tor("hub"), bid=10)
    refusal = game.refusal("B", "bid", amount=26)
    assert (refusal.code, refusal.figures) == ("E_BID_OVER_STOCK", {"name": "Бета", "have": 25})


def test_who_cannot_raise_passes_by_rule() -> None:
    game = opened(bid=5, start_profits={"A": 25, "B": 5, "C": 6})
    assert (game.seen["auction"]["next"], game.seen["auction"]["passed"]) == ("C", ["B"])
    assert game.noticed("N_AUTO_PASS") == [{"name": "Бета", "have": 5, "need": 6}]
    assert game.refused("B", "bid", amount=6) == "E_BIDDER_PASSED"


def test_who_has_no_place_passes_by_rule() -> None:
    """V29: all sectors with oil are taken, only their owner may still build on them."""
    chips = [["B", "oil", sector] for sector in ("S1", "S3", "S5", "S6", "S8", "S9")]
    game = Game(start_chips=chips).to_actions()
    assert game.refused("A", "auction_open", lot=OIL, bid=7) == "E_NO_PLACE"
    assert game.refused("A", "auction_record", lot=OIL, winner="B", price=8, sector="S1") == "E_NO_PLACE"
    game.do("A", "skip")
    game.do("B", "auction_open", lot=OIL, bid=7)
    assert game.seen["to_place"]["player"] == "B"


def test_who_has_no_chips_left_takes_no_part() -> None:
    game = Game(chips_per_player={"oil": 1, "mineral": 9}, start_chips=[["A", "oil", "S1"]]).to_actions()
    assert game.refused("A", "auction_open", lot=OIL, bid=2) == "E_NO_CHIPS"
    game.do("A", "skip")
    assert game.refused("B", "auction_record", lot=OIL, winner="A", price=3, sector="S1") == "E_NO_CHIPS"


def test_all_pass_and_the_opener_buys() -> None:
    """A-14."""
    game = opened()
    game.do("B", "pass")
    game.do("C", "pass")
    assert (game.profits("A"), game.seen["to_place"]["player"]) == (23, "A")


def test_there_is_no_auction() -> None:
    game = Game()
    assert game.refused("A", "bid", amount=3) == "E_PHASE"
    game.to_actions()
    assert game.refused("A", "bid", amount=3) == "E_NO_AUCTION"
    assert game.refused("A", "pass") == "E_NO_AUCTION"


@pytest.mark.parametrize("amount", ["5", 5.5, None, True, 10**10, [], {}])
def test_a_bid_is_a_whole_number(amount: Any) -> None:
    game = opened()
    assert game.refused("B", "bid", amount=amount) == "E_BAD_NUMBER"
    assert game.refused("C", "bid", amount=amount) == "E_NOT_NEXT_BIDDER"


def test_the_smallest_raise_by_option() -> None:
    """A-18, amendment 6: everywhere."""
    game = opened(options={"min_increment": 3})
    assert game.refusal("B", "bid", amount=4).figures == {"min": 5}
    game.do("B", "bid", amount=5)
    poor = Game(options={"min_increment": 3}).to_actions()
    assert poor.refusal("A", "auction_record", lot=OIL, winner="B", price=3, sector="S1").figures == {"min": 4}


def test_free_order_by_option() -> None:
    """A-18: anybody who is not out may bid at any time; the last one out closes."""
    game = opened(options={"bid_order": "free"})
    assert game.seen["auction"]["next"] == ""
    game.do("C", "bid", amount=3)
    game.do("B", "bid", amount=4)
    game.do("A", "pass")
    assert game.refused("A", "bid", amount=9) == "E_BIDDER_PASSED"
    assert game.refused("B", "pass") == "E_HIGHEST_MUST_BUY"
    assert game.refused("referee", "bid", amount=9) == "E_NOT_NEXT_BIDDER"
    game.do("C", "pass")
    assert game.seen["to_place"]["player"] == "B"


# ---- order of refusals (amendment 3) ------------------------------------------------------------


@pytest.mark.clause("E-040")
def test_nothing_else_until_the_purchase_is_placed() -> None:
    game = opened(bid=25)
    assert game.seen["to_place"]["player"] == "A"
    for actor, action, params in (
        ("B", "auction_open", {"lot": OIL, "bid": 3}),
        ("B", "auction_record", {"lot": OIL, "winner": "B", "price": 3, "sector": "S1"}),
        ("B", "auction_line", {"lot": OIL, "text": "Б3"}),
        ("B", "eco_draw", {"card": "E1"}),
        ("B", "eco_decline", {}),
        ("A", "skip", {}),
    ):
        assert game.refused(actor, action, **params) == "E_PLACEMENT_PENDING"


def test_nothing_else_while_an_auction_runs() -> None:
    game = opened()
    for action, params in (
        ("auction_open", {"lot": MINERAL, "bid": 3}),
        ("auction_record", {"lot": MINERAL, "winner": "A", "price": 3, "sector": "S2"}),
        ("auction_line", {"lot": OIL, "text": "А3"}),
        ("eco_draw", {"card": "E1"}),
        ("eco_decline", {}),
        ("skip", {}),
    ):
        assert game.refused("A", action, **params) == "E_AUCTION_RUNNING"


@pytest.mark.parametrize(
    "lot", [{"kind": "chip", "type": "gold"}, {"kind": "chip"}, {"kind": "ship"}, {}, "oil", None, 5]
)
def test_unknown_lots(lot: Any) -> None:
    game = Game().to_actions()
    assert game.refused("A", "auction_open", lot=lot, bid=3) == "E_LOT_UNKNOWN"
    assert game.refused("A", "auction_record", lot=lot, winner="A", price=3) == "E_LOT_UNKNOWN"
    assert game.refused("B", "auction_open", lot=lot, bid=3) in ("E_NOT_YOUR_OPENING", "E_LOT_UNKNOWN")


# ---- by the result ------------------------------------------------------------------------------


def test_a_sale_by_its_result() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    game.do("A", "auction_record", lot=OIL, winner="C", price=6, sector="S8")
    assert (game.profits("C"), game.seen["board"]["S8"], game.seen["to_open"]) == (19, "C:oil:2", "B")
    assert game.said() == "Гамма buys oil for 6 (Альфа opens, start 2), sector “Болота”"


def test_refusals_of_a_sale_in_their_order() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    sale = {"lot": OIL, "winner": "B", "price": 3, "sector": "S1"}
    assert game.refused("A", "auction_record", **sale | {"winner": "X"}) == "E_UNKNOWN"
    refusal = game.refusal("A", "auction_record", **sale | {"price": 2})
    assert (refusal.code, refusal.figures) == ("E_PRICE_BELOW_RAISE", {"min": 3})
    assert game.refused("A", "auction_record", **sale | {"winner": "A", "price": 1}) == "E_BID_BELOW_START"
    assert game.refused("A", "auction_record", **sale | {"price": 26}) == "E_BID_OVER_STOCK"
    assert game.refused("A", "auction_record", lot=OIL, winner="B", price=3) == "E_SECTOR_REQUIRED"
    assert game.refused("A", "auction_record", **sale | {"sector": "S77"}) == "E_SECTOR_UNKNOWN"
    assert game.refused("A", "auction_record", **sale | {"sector": "S4"}) == "E_SECTOR_RESOURCE"
    game.do("A", "auction_record", **sale)


# ---- as a line ----------------------------------------------------------------------------------


def test_the_two_lines_of_the_rules_file() -> None:
    """§ 3.3: the same as the bids of the recorded game, steps 13–21 and 26–31."""
    game = Game(start_chips=CHIPS).to_actions("V1")
    game.do("A", "auction_line", lot=tor("academy"), text="А10 Б11 Г- А12 Б-", sector="S3")
    assert (game.profits("A"), game.seen["tors"]) == (13, {"academy": "S3"})
    game.do("B", "auction_line", lot=OIL, text="Б3 Г4 А- Б5 Г6 Б-", sector="S8")
    assert (game.profits("C"), game.seen["board"]["S8"]) == (19, "C:oil:2")
    assert game.said() == ("Гамма buys oil for 6 (Бета opens, start 3), sector “Болота”. Bids: Б3 Г4 А- Б5 Г6 Б-")


def test_the_end_of_the_line_means_that_all_others_pass() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    game.do("A", "auction_line", lot=OIL, text=" а2  Б3 ")
    assert game.seen["to_place"] == {"player": "B", "lot": OIL, "turn": "A", "paid": 3}


def test_ids_and_given_letters_stand_for_teams_too() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    game.do("A", "auction_line", lot=OIL, text="A2 B3 Cп Ап", sector="S1")
    assert game.seen["board"]["S1"] == "B:oil:1"


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("А2 Б3 Ж4", "E_LINE", 3),
        ("А2 Б", "E_LINE", 2),
        ("А2 Б3,5", "E_LINE", 2),
        ("", "E_LINE", 1),
        ("Б2", "E_LINE_FIRST", 1),
        ("А-", "E_LINE_FIRST", 1),
        ("А1", "E_BID_BELOW_START", 1),
        ("А99", "E_BID_OVER_STOCK", 1),
        ("А2 Г3", "E_NOT_NEXT_BIDDER", 2),
        ("А2 Б2", "E_BID_NOT_HIGHER", 2),
        ("А2 Б3 Г- Б4", "E_ALREADY_HIGHEST", 4),
        ("А2 Б- Г3 Б4", "E_BIDDER_PASSED", 4),
        ("А2 Б- Г- А3", "E_NO_AUCTION", 4),
    ],
)
def test_the_first_offending_token_is_named(text: str, code: str, position: int) -> None:
    game = Game(start_chips=CHIPS).to_actions()
    refusal = game.refusal("A", "auction_line", lot=OIL, text=text)
    assert (refusal.code, refusal.figures["position"]) == (code, position)
    assert f"№ {position}" in render(game.t.game.words(refusal)) or code == "E_LINE_FIRST"


def test_a_line_is_refused_like_any_opening_first() -> None:
    game = Game(start_chips=CHIPS)
    assert game.refused("A", "auction_line", lot=OIL, text="Ж") == "E_PHASE"
    game.to_actions()
    assert game.refused("B", "auction_line", lot=OIL, text="Ж") == "E_NOT_YOUR_OPENING"
    assert game.refused("A", "auction_line", lot=OIL, text="А2 Б3", sector="S2") == "E_SECTOR_RESOURCE"
    assert game.refused("A", "auction_line", lot=OIL, text=None) == "E_BAD_VALUE"


def test_who_cannot_raise_is_filled_in() -> None:
    game = Game(start_chips=CHIPS, start_profits={"A": 25, "B": 2, "C": 25}).to_actions()
    game.do("A", "auction_line", lot=OIL, text="А2 Г3 А4", sector="S1")
    assert (game.profits("A"), game.profits("C")) == (21, 25)


def test_a_line_in_free_order() -> None:
    game = Game(options={"bid_order": "free"}, start_chips=CHIPS).to_actions()
    game.do("A", "auction_line", lot=OIL, text="А2 Г3 Б5", sector="S1")
    assert game.seen["board"]["S1"] == "B:oil:1"


def test_three_ways_of_recording_leave_the_same_table() -> None:
    """§ 3.3."""
    by_bids = Game(start_chips=CHIPS).to_actions()
    by_bids.do("A", "auction_open", lot=OIL, bid=2)
    by_bids.do("B", "bid", amount=4)
    by_bids.do("C", "pass")
    by_bids.do("A", "pass")
    by_bids.do("B", "place", sector="S1")
    by_result = Game(start_chips=CHIPS).to_actions()
    by_result.do("A", "auction_record", lot=OIL, winner="B", price=4, sector="S1")
    by_line = Game(start_chips=CHIPS).to_actions()
    by_line.do("A", "auction_line", lot=OIL, text="А2 Б4", sector="S1")
    assert by_bids.seen == by_result.seen == by_line.seen


def test_offers_carry_the_three_ways_and_the_price_for_each_buyer() -> None:
    game = Game(start_chips=CHIPS).to_actions()
    for move in ("auction_open", "auction_record", "auction_line"):
        lots = [offer.fixed["lot"] for offer in game.offered(move)]
        assert lots == [OIL, MINERAL, *(tor(name) for name in ("exchange", "reserve", "academy", "hub"))]
    sale = game.offered("auction_record")[0]
    winner = next(field for field in sale.fields if field.name == "winner")
    assert [(option.value, option.refusal, option.also) for option in winner.options] == [
        ("A", None, {}),
        ("B", None, {"price": 3}),
        ("C", None, {"price": 3}),
    ]


def test_an_auction_of_a_card_and_an_event_that_forbids_it() -> None:
    game = Game(events={"X": event({"op": "forbid_auction", "lot": "eco"}, phase="actions")}).to_actions("X")
    assert game.refused("A", "eco_draw", card="E1") == "E_FORBIDDEN_BY_EVENT"
    assert game.refused("A", "auction_open", lot=eco("E1"), bid=3) == "E_ECO_NOT_DRAWN"
