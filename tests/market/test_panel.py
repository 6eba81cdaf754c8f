"""The panel of «Рынок» as data: board, way, payments, deal sheet. Expected figures are those of the rules file."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest

from games.engine.i18n import render
from games.engine.kit import read_kit
from games.market.game import GAME
from games.market.panel import Panel, panel
from games.market.panel_board import spots
from tests.market.playing import (
    AGENCY,
    BANK,
    COMMITTEE,
    CONSULTATION,
    CONSULTING,
    DEAL,
    EXCHANGE,
    INSURANCE,
    MINI,
    PLOT2,
    REALTOR,
    SCHOOL,
    START,
    SURPRISE,
    TAX,
    TRADE,
    Play,
    kit,
)
from tests.market.whole_game import record

A, B, C = "p1", "p2", "p3"


def seen(game: Play) -> Panel:
    """The panel after the table was stored and read back: what stands there does not hang on the last request."""
    t = game.t
    stored = GAME.read_state(GAME.write_state(t.state))
    return panel(GAME.table(t.kit, t.options, t.teams, stored))


def handed(found: Panel) -> list[tuple[str, str, int]]:
    return [(render(one.source), render(one.to), one.money) for one in found.gives]


def labels(acts: list[Any]) -> list[str]:
    return [render(act.label) for act in acts]


# ---- the way and the payments -------------------------------------------------------------------


@pytest.mark.clause("M-044", "M-045", "M-163", "M-164", "M-019")
def test_the_way_names_each_space_and_what_it_cost() -> None:
    """V-153 with § 5.7: from 11 to 16 through the tax office, 10 % of 60 000 + 80 000."""
    game = Play().turn(C, pos={C: BANK}, shares={"exchange": {C: 1}, "bank": {C: 1}})
    game.do(C, "roll", dice=[1, 4])
    move = seen(game).move
    assert move is not None
    assert (move.dice, move.total, move.start.no, move.was, move.now) == ([1, 4], 5, BANK, 300_000, 286_000)
    assert [(stop.no, stop.amount) for stop in move.stops] == [(12, 0), (TAX, -14_000), (14, 0), (15, 0), (16, 0)]
    assert render(move.stops[1].note) == "10 % of 140\u00a0000"
    assert handed(seen(game)) == [("Вера", "the game bank", 14_000)]


@pytest.mark.clause("M-085", "M-166")
def test_what_lies_ahead_is_what_a_roll_brings() -> None:
    """V-151: dividends by passing, interest by passing or stopping on the company «Банк»."""
    game = Play().turn(A, pos={A: EXCHANGE}, shares={"trade": {A: 2}, "bank": {B: 2, C: 1}})
    game.arrange(credits={A: [{"rate": 10, "turn": 1}]})
    (ahead,) = seen(game).ahead
    stops = {stop.no: stop for stop in ahead.stops}
    assert list(stops) == [*range(EXCHANGE + 1, EXCHANGE + 13)]
    assert (stops[8].passing, stops[8].stopping) == (20_000, 20_000)
    assert (stops[BANK].passing, stops[BANK].stopping, stops[BANK].cash) == (-10_000, -10_000, 310_000)
    assert stops[SCHOOL].stopping == -50_000
    assert stops[SCHOOL].passing == 0
    assert render(stops[14].note) == "free, 60\u00a0000"
    assert stops[PLOT2].note == "", "one space ahead no roll stops"
    game.do(A, "roll", dice=[3, 4])
    found = seen(game)
    assert [(stop.no, stop.amount) for stop in found.move.stops if stop.amount] == [(8, 20_000), (BANK, -10_000)]
    assert render(found.move.stops[-1].note) == "Борис 6\u00a0700, Вера 3\u00a0300"
    assert handed(found) == [
        ("the game bank", "Анна", 20_000),
        ("Анна", "Борис", 6_700),
        ("Анна", "Вера", 3_300),
    ], "picture 06"


@pytest.mark.clause("M-173")
def test_ahead_tells_what_could_not_be_paid() -> None:
    game = Play().turn(A, pos={A: START}, cash={A: 20_000})
    (ahead,) = seen(game).ahead
    school = next(stop for stop in ahead.stops if stop.no == SCHOOL)
    assert (school.stopping, school.debt, school.cash) == (0, 50_000, 20_000)


def test_ahead_shows_both_arrows_where_there_are_two() -> None:
    raw = kit()
    for row in raw["path"]:
        if row["kind"] == "tax":
            row["exits"] = [{"to": "outer", "red": True}, {"to": "inner", "red": False}]
    game = Play(2, raw).turn(A, pos={A: START})
    assert len(seen(game).ahead) == 1, "twelve spaces before the tax office"
    game.turn(A, pos={A: BANK})
    ways = seen(game).ahead
    assert [render(way.route) for way in ways] == ["by the arrow to the outer ring", "by the arrow to the inner ring"]
    assert ways[0].stops[2].no != ways[1].stops[2].no


@pytest.mark.clause("M-075", "M-077", "M-186")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({}, [("Глеб", "the game bank", 50_000)]),
        ({A: 2, B: 1}, [("Глеб", "Анна", 33_300), ("Глеб", "Борис", 16_700)]),
        (
            {A: 1, B: 1, C: 1},
            [
                ("Глеб", "the game bank", 50_000),
                ("the game bank", "Анна", 16_700),
                ("the game bank", "Борис", 16_700),
                ("the game bank", "Вера", 16_700),
            ],
        ),
    ],
)
def test_a_fee_goes_from_hand_to_hand_unless_the_bank_adds_to_it(held: Any, expected: Any) -> None:
    """§ 5.1: 50 000 in three parts of 16 700 are 100 more than was paid, so the bank stands between."""
    game = Play(4).turn("p4", pos={"p4": SCHOOL - 2}, shares={"school": held} if held else {})
    game.do("p4", "roll", dice=[1, 1])
    assert handed(seen(game)) == expected


@pytest.mark.clause("M-114")
def test_nobody_hands_money_to_himself() -> None:
    """V-139: 30 000 of which 20 000 go to the other holder."""
    game = Play().at(A, CONSULTATION, shares={"consulting": {A: 1, B: 2}})
    game.do(A, "draw_consultation", card=1)
    assert handed(seen(game)) == [("Анна", "Борис", 20_000)]


@pytest.mark.clause("M-020", "M-040")
def test_cards_and_markers_are_handed_over_too() -> None:
    game = Play().at(A, DEAL, shares={"exchange": {B: 1}})
    game.do(A, "buy_share", company="trade")
    found = seen(game)
    assert handed(found) == [("Анна", "the game bank", 70_000), ("the game bank", "Борис", 14_000)]
    assert [render(one.why) for one in found.goods] == ["marker of a share: Trading company"]
    lying = {"2": {"product": "bread", "cards": ["materials", "equipment"]}}
    game = Play().at(A, AGENCY, plots={"2": A}, progress=lying)
    game.do(A, "buy_card", plot=2, kind="personnel")
    back = {render(one.to): render(one.why) for one in seen(game).goods}
    assert back == {"Анна": "Personnel", "the game bank": "Materials, Equipment, Personnel"}


def test_the_payments_stand_until_the_next_entry() -> None:
    game = Play().at(A, DEAL)
    game.do(A, "buy_share", company="trade")
    assert handed(seen(game))
    game.do("referee", "adjust", field="pos.p3", value=3, reason="stood wrong")
    assert handed(seen(game)) == []
    game.do(A, "end_turn")
    found = seen(game)
    assert (found.move, found.gives, found.goods) == (None, [], [])


# ---- the board ----------------------------------------------------------------------------------


def test_the_board_has_two_rings_and_one_tax_office() -> None:
    board = seen(Play()).board
    assert len(board.stations) == len(MINI["path"])
    assert len(board.tracks) == 2
    assert len(board.links) == 1
    corners = {(38.0, 40.0), (330.0, 40.0), (330.0, 310.0), (38.0, 310.0)}
    assert corners <= {(station.x, station.y) for station in board.stations}


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 19, 24, 31])
def test_a_ring_of_any_length_is_drawn_without_two_on_one_spot(count: int) -> None:
    full = read_kit(GAME, MINI)
    path = [full.path[0].__class__(i=i, ring="outer", kind="deal") for i in range(count)]
    found = spots(path)
    assert len(found) == len(set(found.values())) == count


def test_tokens_and_markers_lie_where_they_belong() -> None:
    game = Play().turn(A, pos={A: START, B: START, C: SCHOOL}, shares={"school": {A: 2, B: 1}}, plots={"2": C})
    board = seen(game).board
    by_no = {station.title.values["no"]: station for station in board.stations}
    assert [mark.team for mark in by_no[str(SCHOOL)].markers] == [A, A, B]
    assert [mark.team for mark in by_no[str(PLOT2)].markers] == [C]
    assert render(by_no[str(PLOT2)].title) == "5. plot № 2: Вера"
    small, other, alone = (next(one for one in board.tokens if one.team == team) for team in (A, B, C))
    assert small.scale == other.scale < alone.scale
    assert small.x + 32 * small.scale <= other.x
    assert "Вера: 7. Business school" in render(board.said)
    game.do(A, "roll", dice=[1, 1])
    assert seen(game).board.go.count("L") == 2


# ---- the deal sheet -----------------------------------------------------------------------------


COMPANIES = list(MINI["companies"])
OWN = {"plots": {"2": A}, "progress": {"2": {"product": "bread", "cards": []}}}


@pytest.mark.clause("M-047", "M-078", "M-080", "M-082", "M-084", "M-095", "M-109", "M-112", "M-116")
@pytest.mark.parametrize(
    ("space", "shares", "sales", "plots", "cards"),
    [
        (DEAL, 8, ["Trading company", "plot № 2"], 0, ["Materials", "Equipment", "Personnel"]),
        (EXCHANGE, 8, ["Trading company"], 0, []),
        (TRADE, 1, ["Trading company"], 0, ["Equipment", "Materials"]),
        (AGENCY, 1, [], 0, ["Personnel"]),
        (BANK, 1, [], 0, []),
        (INSURANCE, 1, [], 0, []),
        (SCHOOL, 1, [], 0, []),
        (CONSULTING, 1, [], 0, []),
        (REALTOR, 1, ["plot № 2"], 3, []),
    ],
)
def test_the_sheet_holds_what_the_space_allows_and_nothing_else(
    space: int, shares: int, sales: list[str], plots: int, cards: list[str]
) -> None:
    """§ 3.2."""
    game = Play().at(A, space, shares={"trade": {A: 1}}, **OWN)
    found = seen(game).sheet
    assert len(found.shares) == shares
    assert labels(found.sales) == sales
    assert len(found.plots) == plots
    assert [render(row.act.label) for card in found.cards for row in card.rows] == cards
    assert bool(found.credits) == (space == BANK)
    assert found.end is not None
    assert not found.over
    assert (found.draw, found.plot, found.queue, found.dice) == (None, [], [], None)


def test_each_thing_has_its_price_or_the_reason_why_not() -> None:
    """Prices of «mini»: Exchange 60 000, Trade 70 000 … (§ 4.5)."""
    game = Play().at(A, DEAL, shares={"bank": {B: 3}, "trade": {B: 1}}, cash={A: 65_000})
    acts = {act.fixed["company"]: act for act in seen(game).sheet.shares}
    assert acts["exchange"].price == 60_000
    assert acts["exchange"].why == ""
    assert render(acts["trade"].why) == "cash: 65\u00a0000"
    assert render(acts["trade"].note) == "free: 2; Борис 1"
    assert render(acts["bank"].why) == "all shares are sold"


@pytest.mark.clause("M-156", "M-153", "M-154")
def test_a_card_asks_each_other_shareholder() -> None:
    """§ 5.6: A1+B1+C1 → B and C; A2+B1 → nobody."""
    shares = {"trade": {A: 1, B: 1, C: 1}, "agency": {A: 2, B: 1}}
    game = Play().at(A, DEAL, shares=shares, **OWN)
    (card,) = seen(game).sheet.cards
    asked = {row.act.fixed["kind"]: (row.asks, row.act.price) for row in card.rows}
    assert asked == {
        "materials": ([B, C], 10_000),
        "equipment": ([B, C], 15_000),
        "personnel": ([], 10_000),
    }


@pytest.mark.clause("M-149", "M-130")
def test_an_owner_is_shown_the_products_for_his_empty_card() -> None:
    game = Play().turn(B, pos={B: 3}, plots={"2": A})
    game.do(B, "roll", dice=[1, 1])
    (card,) = seen(game).sheet.cards
    assert labels(card.licences) == ["Хлеб", "Мебель"]
    assert [(act.actor, act.params) for act in card.licences] == [
        (A, {"plot": 2, "product": "bread"}),
        (A, {"plot": 2, "product": "furniture"}),
    ]
    assert card.rows == []


@pytest.mark.clause("M-087", "M-088", "M-100", "M-102")
def test_before_the_roll_there_are_dice_credit_and_insurance() -> None:
    game = Play().turn(A, insurance={A: 1})
    found = seen(game).sheet
    assert found.dice is not None
    assert (found.dice.team, found.dice.main) == (A, True)
    assert [(act.more["count"], act.price, act.why) for act in found.insurance] == [(1, 20_000, ""), (2, 40_000, "")]
    (full,) = seen(Play().turn(A, insurance={A: 3})).sheet.insurance
    assert render(full.why) == "At most 3 certificates, there are 3."
    assert [act.fixed for act in found.credits] == [{}]
    game.arrange(shares={"bank": {B: 1, C: 1}})
    found = seen(game).sheet
    assert [act.fixed["rate"] for act in found.credits] == [10, 15, 20]
    assert found.agree == [B, C]
    (limit,) = seen(game.arrange(credit_taken=True)).sheet.credits
    assert render(limit.why) == "Only one credit a turn."


def test_a_done_turn_offers_its_end_and_the_next_roll() -> None:
    game = Play().at(A, 8)
    found = seen(game).sheet
    assert found.over
    assert found.dice is not None
    assert (found.dice.team, found.dice.main) == (B, False)
    assert seen(Play(auto_end_turn=False).at(A, 8)).sheet.dice is None


@pytest.mark.clause("M-125", "M-138")
def test_a_free_plot_is_bought_or_costs_a_charge() -> None:
    found = seen(Play().at(A, PLOT2)).sheet
    assert [(act.price or act.params, bool(act.why)) for act in found.plot] == [({"plot": 2}, False)]
    assert found.charge == 10_000


@pytest.mark.clause("M-096", "M-113")
def test_a_stack_shows_its_sums_gains_first() -> None:
    draw = seen(Play().at(A, SURPRISE)).sheet.draw
    assert draw is not None
    assert [act.price for act in draw.cards] == [80_000, -100_000, -150_000, -250_000, -300_000]
    assert (draw.field, draw.both_signs) == ("card__new__amount", True)
    unknown = seen(Play(3, kit(surprise_cards=[])).at(A, SURPRISE)).sheet.draw
    assert unknown is not None
    assert (unknown.cards, unknown.field) == ([], "amount")
    chosen = Play(insurance_use="choice").at(A, SURPRISE, insurance={A: 2})
    assert seen(chosen).sheet.draw is None, "how many certificates is asked in a form"
    assert "draw_surprise" not in seen(chosen).own


@pytest.mark.clause("M-120")
def test_a_forced_sale_is_left_to_its_form() -> None:
    found = seen(Play().at(A, COMMITTEE, shares={"trade": {A: 2}}))
    assert "antimonopoly_sell" not in found.own
    assert found.sheet.sales == []


@pytest.mark.clause("M-173", "M-175", "M-176", "M-177")
def test_debts_are_a_queue_with_the_ways_out() -> None:
    """S1#92: cash 63 200, loss of 300 000."""
    game = Play().at(A, SURPRISE, cash={A: 63_200}, shares={"bank": {A: 1}}, plots={"2": A})
    game.do(A, "draw_surprise", card=5)
    found = seen(game).sheet
    (debt,) = found.queue
    assert (debt.debtor, debt.amount, debt.have, debt.lack) == (A, 300_000, 63_200, 236_800)
    assert [render(one) for one in debt.to] == ["the game bank"]
    assert [(render(act.label), act.price, render(act.note)) for act in found.sales] == [
        ("company “Bank”", 80_000, "in hand at least 64\u00a0000"),
        ("plot № 2", 50_000, "in hand at least 40\u00a0000"),
    ]
    assert render(found.bankrupt[0].why).startswith("First to be sold")
    assert labels(found.borrow) == ["Анна", "Борис", "Вера"]
    assert found.end is None
    game.do(A, "sell_share", company="bank")
    game.do(A, "sell_plot", plot=2)
    assert not seen(game).sheet.bankrupt[0].why


def test_a_second_debt_counts_what_the_first_one_takes() -> None:
    first = {"debtor": A, "amount": 50_000, "why": "tax"}
    second = {"debtor": A, "amount": 30_000, "why": "fine"}
    game = Play().turn(A, cash={A: 10_000}).arrange(phase="done", obligations=[first, second])
    assert [(debt.have, debt.lack) for debt in seen(game).sheet.queue] == [(10_000, 40_000), (0, 30_000)]


@pytest.mark.clause("M-171")
def test_a_note_whose_term_has_come_stands_out() -> None:
    note = {
        "id": 1,
        "borrower": A,
        "lender": B,
        "amount": 20_000,
        "percent": 10,
        "total": 22_000,
        "due_turn": 4,
        "turn": 1,
    }
    game = Play().turn(A, notes=[note])
    assert seen(game).sheet.due == []
    assert seen(game.arrange(turn=4)).sheet.due[0].params == {"note": 1}


@pytest.mark.clause("M-034")
def test_what_was_not_demanded_is_one_tap() -> None:
    game = Play(claims="on_demand").turn(A, pos={A: 6}, shares={"trade": {A: 1}})
    game.do(A, "roll", dice=[1, 1])
    assert [act.params for act in seen(game).sheet.claims] == [{"posting": 1}]


@pytest.mark.clause("M-183", "M-185")
def test_results_are_shown_before_they_are_counted() -> None:
    """§ 8.1: 627 000, 222 800, a bankrupt."""
    game = Play(enterprises_to_end=2)
    for step in record(106)["steps"]:
        if not (step.get("error") or step.get("expect", {}).get("error")):
            game.do(step["actor"], step["action"], **step["params"])
    rows = ending(game).results
    assert [(row.team, row.rank, row.cash, row.capital, row.bankrupt) for row in rows] == [
        (A, 1, 462_000, 627_000, False),
        (B, 2, 12_800, 222_800, False),
        (C, 3, 0, 0, True),
    ]
    assert (rows[0].shares, rows[0].plots) == (70_000, 95_000)
    game.do("referee", "final_settlement")
    assert seen(game).sheet.results == rows
    assert ("the game bank", "Анна", 200_000) in handed(seen(game))


def ending(game: Play, **wishes: str) -> Any:
    """Return what the panel says of the end with these wishes in its address."""
    return GAME.entry(game.t, {f"hand_in.{team}": wish for team, wish in wishes.items()})


@pytest.mark.clause("M-182")
def test_who_cannot_pay_chooses_what_is_handed_in() -> None:
    """§ 3.5, step 5: the cheapest that covers the gap is proposed, «компания „Банк“» of 80 000 is taken instead."""
    shares = {"insurance": {B: 1}, "bank": {B: 1}}
    game = Play().turn(A, cash={B: 80_000}, credits={B: [{"rate": 20, "turn": 1}]}, shares=shares, plots={"4": B})
    game.arrange(phase="final")
    (hand,) = ending(game).hands
    assert (hand.team, hand.total) == (B, 40_000)
    assert [(render(one.name), one.value, one.count) for one in hand.assets] == [
        ("Insurance company", 40_000, 1),
        ("company “Bank”", 80_000, 0),
        ("plot № 4", 45_000, 0),
    ]
    assert ending(game).params == {}
    wished = dict(parse_qsl(hand.assets[1].query))
    assert wished == {"hand_in.p2": "bank"}
    chosen = GAME.entry(game.t, wished)
    assert [one.count for one in chosen.hands[0].assets] == [0, 1, 0]
    assert chosen.hands[0].assets[1].query == "", "a second tap takes it back"
    game.do("referee", "final_settlement", **chosen.params)
    assert game.seen["shares"] == {"insurance": {B: 1}}
    assert game.seen["result"]["capital"][B] == chosen.results[2].capital == 60_000 + 40_000 + 45_000


def test_wishes_that_the_table_does_not_know_are_dropped() -> None:
    game = Play().turn(A).arrange(phase="final")
    assert ending(game, p1="trade,plot:9,", p9="bank").params == {}
    assert GAME.entry(Play().t, {"hand_in.p1": "trade"}) is None, "the game goes on"


@pytest.mark.clause("M-175")
def test_who_is_insolvent_is_offered_what_he_lacks() -> None:
    """A fee of 50 000 with 20 050 in cash: 30 000 are lacking, by hundreds."""
    game = Play().turn(B, cash={B: 20_050}, pos={B: SCHOOL - 2})
    game.do(B, "roll", dice=[1, 1])
    offers = [one for one in GAME.candidates(game.t) if one.move == "issue_note"]
    sums = {one.actors[0]: next(f.value for f in one.fields if f.name == "amount") for one in offers}
    assert sums == {A: 10_000, B: 30_000, C: 10_000}


def test_equal_payments_are_put_together() -> None:
    """Two credits of 10 % at the end: 200 000 and 20 000 in one hand each."""
    credits = {A: [{"rate": 10, "turn": 1}, {"rate": 10, "turn": 2}]}
    game = Play().turn(A, cash={A: 500_000}, credits=credits).arrange(phase="final")
    game.do("referee", "final_settlement")
    assert handed(seen(game)) == [("Анна", "the game bank", 200_000), ("Анна", "the game bank", 20_000)]
