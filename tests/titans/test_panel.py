"""What the panel shows: rows, cards with cubes, ladders, and the desk of each phase."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import Words, render
from games.engine.offers import default_params, offers
from games.titans.game import GAME
from games.titans.panel import Panel
from games.titans.panel_parts import Way
from tests.titans.playing import Play, codes, kit_with, rows
from tests.titans.test_news import ALL_BUT_LEADER_5, consequence, crisis, in_news, with_news
from tests.titans.test_results import fulfilling, tender, with_effect


def panel(s: Play) -> Panel:
    return GAME.panel(s.t)


def say(words: Words | str) -> str:
    return render(words)


def said(s: Play) -> dict[str, list[str]]:
    """What the coming record changes, by side."""
    return {row.team: [say(words) for words in row.said] for row in panel(s).rows}


def tap(s: Play, way: Way) -> list[str]:
    """Record what a tap sends; return the codes of all notices."""
    return [code for actor, move, params in way.sends for code in codes(s.do(actor, move, **params))]


# ---- before a reveal there is nothing to see ----------------------------------------------------


@pytest.mark.clause("T-016", "T-040", "T-058")
def test_no_secret_is_in_the_panel_before_its_reveal() -> None:
    s = crisis()
    found = panel(s)
    assert found.desk.asks == "reveal_pledges"
    assert found.desk.demand is not None
    assert [side.promise for side in found.desk.demand.sides] == [None, None, None]
    s = Play()
    found = panel(s)
    assert found.desk.asks == "reveal_actions"
    assert [row.marks for row in found.rows] == [["", "", "", ""]] * 3
    assert [(row.totems, row.used) for row in found.rows] == [(1, 0)] * 3


# ---- rows and cards -----------------------------------------------------------------------------


@pytest.mark.clause("T-063")
def test_actions_are_due_then_done() -> None:
    s = Play()
    s.actions(A=[1, 3], B=[1, 2], V=[2, 4])
    s.do("A", "work")
    marks = {row.team: row.marks for row in panel(s).rows}
    assert marks == {"A": ["done", "", "due", ""], "B": ["due", "due", "", ""], "V": ["", "due", "", "due"]}


def test_an_agency_is_drawn_with_its_cells_a_titan_with_its_skills() -> None:
    s = Play()
    s.own("A", "TT2", AG2={"media": 2})
    agency, titan = panel(s).cards
    assert [(cube.colour, cube.full) for cube in agency.cubes] == [
        ("creative", False), ("media", True), ("media", True), ("media", False)
    ]  # fmt: skip
    assert [(cube.colour, cube.full) for cube in titan.cubes] == [("production", True), ("strategy", True)]


@pytest.mark.clause("T-081", "T-110")
def test_a_ladder_shows_the_next_price_and_its_runs() -> None:
    s = Play()
    s.own("A", AG2={"media": 2})
    media = panel(s).ladders[3]
    assert (media.market, media.cells, media.reserve, media.price) == (2, 4, 2, 3)
    assert [full for _x, full in media.places] == [False, False, True, True]
    assert media.next == media.places[2][0]
    assert [text for _x, text in media.runs] == ["2", "3", "5"]


def test_an_empty_slot_offers_its_form_where_it_may_be_filled() -> None:
    s = Play(agencies=("AG4", None, "TT1"), tenders=("TN3", None))
    agency, slot = panel(s).agencies[1], panel(s).tenders[1]
    assert (agency.form is not None, slot.form is not None) == (True, True)
    s.actions(A=[1, 3], B=[1, 3], V=[1, 3])
    assert panel(s).tenders[1].form is None


# ---- a crisis -----------------------------------------------------------------------------------


@pytest.mark.clause("T-038", "T-039")
def test_promises_are_asked_before_pledges() -> None:
    s = crisis(record_promises=True)
    assert panel(s).desk.asks == "record_promises"
    s.do("referee", "record_promises", promises={"A": 5, "B": 3, "V": 3})
    found = panel(s).desk
    assert found.asks == "reveal_pledges"
    assert found.demand is not None
    assert found.demand.need == 11
    assert [(side.most, side.promise) for side in found.demand.sides] == [(65, 5), (65, 3), (65, 3)]


@pytest.mark.clause("T-049", "T-051", "T-053", "T-154")
def test_who_loses_what_stands_in_the_rows_before_it_is_applied() -> None:
    """Several sides have to choose after one another: all of them are foreseen."""
    s = crisis(fail=[*ALL_BUT_LEADER_5, {"op": "lose_staff", "who": "all_but_leader", "n": 2}])
    s.own("B", AG2={"media": 1})
    s.own("V", AG1={"creative": 2, "strategy": 1})
    s.give("B", money=-62)
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 0, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    assert said(s) == {
        "A": ["leader of the crisis"], "B": ["money −3", "employees −1"], "V": ["money −5", "employees −2"]
    }  # fmt: skip
    s.do("V", "use_totem", totem="TM3")
    assert said(s)["V"] == ["protected by a totem"]
    assert [holds for _title, _text, holds in panel(s).desk.branches] == [False, True]
    s.do("referee", "apply_consequence")
    assert s.state["money"] == {"A": 60, "B": 0, "V": 65}


def test_a_choice_is_foreseen_as_a_choice() -> None:
    choice = {"op": "choice", "options": [[{"op": "money", "n": -9}], [{"op": "lose_staff", "n": 2}]]}
    s = crisis(fail=[choice, *ALL_BUT_LEADER_5])
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 0, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    assert said(s)["B"] == ["money −5", "chooses what"]


# ---- actions ------------------------------------------------------------------------------------


@pytest.mark.clause("T-065")
def test_one_tap_pays_all_who_work() -> None:
    s = Play()
    s.actions(A=[1, 2], B=[1, 2], V=[3, 4])
    everybody, next_ = panel(s).desk.ways
    assert next_.sends == [("A", "work", {})]
    tap(s, everybody)
    assert s.state["money"] == {"A": 80, "B": 80, "V": 65}


def test_a_bank_of_unknown_size_may_have_less() -> None:
    """Amendment 5: what was really taken has a form of its own."""
    s = Play(bank="unlimited")
    s.actions(A=[1, 2], B=[2, 3], V=[3, 4])
    form = panel(s).desk.ways[-1].form
    assert form is not None
    (offer,) = [one for one in offers(GAME, s.t) if one.fixed == form.fixed and one.move == "work"]
    s.do("A", "work", **{**default_params(offer), "taken": 4})
    assert s.state["money"]["A"] == 69


@pytest.mark.clause("T-068", "T-070")
def test_cards_to_buy_say_what_is_missing_and_wait_for_the_new_card() -> None:
    s = Play()
    s.give("A", money=-55)
    s.actions(A=[2, 3], B=[2, 3], V=[3, 4])
    buys = panel(s).desk.buys
    assert [(buy.slot, buy.price, say(buy.why)) for buy in buys] == [
        (1, 9, ""), (2, 11, "there is 10"), (3, 20, "there is 10")
    ]  # fmt: skip
    s.do("A", "buy_card", slot=1)
    assert panel(s).desk.buys == []
    assert [offer.move for offer in offers(GAME, s.t) if offer.main and offer.refusal is None] == ["refill_agency"]


@pytest.mark.clause("T-081", "T-082", "T-083")
def test_hiring_shows_prices_and_fills_an_agency_in_one_tap() -> None:
    s = Play()
    s.own("A", "AG2", AG1={"creative": 1})
    s.actions(A=[3, 4], B=[3, 4], V=[3, 4])
    first, second = panel(s).desk.tabs
    assert [(place.colour, place.most, place.prices) for place in first.places] == [
        ("creative", 1, [2]), ("media", 3, [2, 2, 3])
    ]  # fmt: skip
    assert say(first.fill.label) == "Fill it whole: 9"
    assert [(place.colour, place.most, place.prices) for place in second.places] == [
        ("creative", 1, [2]), ("strategy", 1, [3])
    ]  # fmt: skip
    tap(s, first.fill)
    assert s.state["staff"]["A"]["AG2"] == {"creative": 1, "media": 3}
    assert s.state["money"]["A"] == 65 - 9


def test_filling_what_cannot_be_paid_is_greyed() -> None:
    s = Play()
    s.own("A", "AG2")
    s.give("A", money=-60)
    s.actions(A=[3, 4], B=[3, 4], V=[3, 4])
    assert say(panel(s).desk.tabs[0].fill.why) == "there is 5"


def test_an_agency_that_is_full_is_no_tab() -> None:
    s = Play()
    s.own("A", "AG2", AG6={"media": 2})
    s.actions(A=[3, 4], B=[3, 4], V=[3, 4])
    assert [tab.name for tab in panel(s).desk.tabs] == ["Красная строка"]


# ---- tenders ------------------------------------------------------------------------------------


@pytest.mark.clause("T-091", "T-095", "T-101")
def test_contenders_of_both_auctions_stand_in_the_order_that_breaks_ties() -> None:
    s = Play("ABVG", first="V")
    s.actions(A=[1, 4], B=[1, 4], V=[1, 4], G=[1, 4])
    for side in "VGAB":
        s.do(side, "work")
    found = panel(s).desk
    assert (found.asks, found.sides) == ("reveal_claims", ["V", "G", "A", "B"])
    assert [(slot.no, slot.cost) for slot in found.slots] == [(1, 20), (2, 15)]
    s.do("referee", "reveal_claims", claims={"A": 1, "V": 1, "B": 2, "G": 2})
    assert [(lot.cost, lot.sides, lot.form.fixed) for lot in panel(s).desk.auctions] == [
        (20, ["V", "A"], {"slot": 1}), (15, ["G", "B"], {"slot": 2})
    ]  # fmt: skip


# ---- results ------------------------------------------------------------------------------------


@pytest.mark.clause("T-108", "T-114")
def test_a_payment_is_proposed_titans_first_and_taken_in_one_tap() -> None:
    s = fulfilling(tender("TX", {"production": 1}, 25, None))
    s.own("A", "TT2", AG3={"production": 2})
    (thing,) = panel(s).desk.things
    assert [(card, [cube.colour for cube in cubes]) for card, cubes in thing.paid] == [("Титан Громов", ["production"])]
    (way,) = thing.ways
    assert way.form is not None  # there is another way to pay
    tap(s, way)
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (90, 3)
    assert s.state["staff"]["A"]["AG3"] == {"production": 2}


def test_one_way_to_pay_needs_no_form() -> None:
    s = fulfilling(tender("TX", {"media": 2}, 25, None))
    s.own("A", AG2={"media": 2})
    (way,) = panel(s).desk.things[0].ways
    assert way.form is None


@pytest.mark.clause("T-107")
def test_what_is_missing_stands_on_the_greyed_button() -> None:
    s = fulfilling(tender("TX", {"media": 2, "strategy": 1}, 25, None))
    s.own("A", AG2={"media": 1})
    (way,) = panel(s).desk.things[0].ways
    assert say(way.why) == "Missing: strategy staff 1, media staff 1."


@pytest.mark.clause("T-122", "T-130")
def test_an_effect_says_what_it_brings_now() -> None:
    s = with_effect({"op": "money", "n": {"rate": 2, "per": {"staff": "media"}}}, when="permanent")
    (way,) = panel(s).desk.things[0].ways
    assert say(way.label) == "Apply: nothing now"
    s.own("A", AG2={"media": 3})
    thing = panel(s).desk.things[0]
    assert say(thing.ways[0].label) == "Apply: +6"
    assert thing.drop is not None
    tap(s, thing.ways[0])
    assert s.state["money"]["A"] == 71


def test_each_option_of_an_effect_is_one_tap() -> None:
    options = [[{"op": "money", "n": 12}], [{"op": "points", "n": 2}]]
    s = with_effect({"op": "choice", "options": options}, when="one_off")
    ways = panel(s).desk.things[0].ways
    assert [say(way.label) for way in ways] == ["Apply: +12", "Apply: points +2"]
    tap(s, ways[1])
    assert s.state["score"]["A"] == 2


@pytest.mark.clause("T-104", "T-118")
def test_one_tap_passes_all_who_have_nothing_to_do() -> None:
    """Nobody has a tender, an effect or a combo: each step is an entry of its own."""
    s = Play()
    s.at("fulfil", "A", "B", "V")
    way = panel(s).desk.done
    assert way is not None
    assert [move for _actor, move, _params in way.sends] == ["step_done"] * 6 + ["apply_combos"]
    assert [say(note) for note in way.notes] == [
        "nothing to fulfil: Аня, Боря, Ваня", "no effects: Аня, Боря, Ваня", "no combos"
    ]  # fmt: skip
    tap(s, way)
    assert s.state["phase"] == "refill"


def test_passing_stops_at_a_side_that_may_do_something() -> None:
    s = fulfilling(tender("TX", {"media": 2}, 25, None))
    s.own("B", AG2={"media": 2})
    s.put("tenders_todo.A", [])
    s.put("tenders_todo.B", ["TX"])
    way = panel(s).desk.done
    assert way is not None
    assert way.sends == [("A", "step_done", {})]


@pytest.mark.clause("T-121")
def test_an_effect_is_never_lost_by_passing_on() -> None:
    s = with_effect({"op": "points", "n": 1}, when="one_off")
    s.at("fulfil", "B")
    way = panel(s).desk.done
    assert way is not None
    assert way.sends == [("B", "step_done", {})]
    s.at("effects", "A", "B")
    way = panel(s).desk.done
    assert way is not None
    assert say(way.label) == "Аня: done"
    assert tap(s, way) == ["W_EFFECT_LOST"]


def test_combos_are_shown_before_they_are_applied() -> None:
    s = Play(agencies=("AG4", "AG6", "TT1"))
    s.own("A", "AG1", "AG5")
    s.at("combos")
    assert said(s) == {"A": ["points +1"], "B": [], "V": []}


# ---- what a side has to decide ------------------------------------------------------------------


@pytest.mark.clause("T-034", "T-127", "T-140")
def test_one_free_employee_is_one_tap() -> None:
    s = in_news(with_news([{"op": "take_staff", "who": "self", "n": 1}]))
    s.own("A", "AG6", AG1={"creative": 2})
    s.do("A", "draw_news", card="NX")
    ways = panel(s).desk.ways
    assert [(say(way.label), way.cube.colour if way.cube else "") for way in ways] == [
        ("media staff → “Тихий эфир”", "media"), ("strategy staff → “Синий кит”", "strategy"), ("Place none", "")
    ]  # fmt: skip
    tap(s, ways[0])
    assert s.state["staff"]["A"]["AG6"] == {"media": 1}
    assert s.state["reserve"]["media"] == 1


def test_several_free_employees_have_a_row_for_each_place() -> None:
    s = in_news(with_news([{"op": "take_staff", "who": "self", "n": 2}]))
    s.own("A", "AG6", "AG1")
    s.do("A", "draw_news", card="NX")
    found = panel(s).desk
    assert (found.owed, [(place.card, place.colour, place.most) for place in found.places]) == (
        2, [("Тихий эфир", "media", 2), ("Синий кит", "creative", 2), ("Синий кит", "strategy", 1)]
    )  # fmt: skip
    (offer,) = [one for one in offers(GAME, s.t) if one.move == "place_staff" and one.fields]
    assert default_params(offer)["placements"] == rows(
        ("AG6", "media", 2), ("AG1", "creative", 0), ("AG1", "strategy", 0)
    )


def test_a_lost_employee_is_one_tap() -> None:
    s = crisis(fail=[{"op": "lose_staff", "who": "all_but_leader", "n": 1}])
    s.own("B", AG1={"creative": 1, "strategy": 1})
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 0, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    s.do("referee", "apply_consequence")
    ways = panel(s).desk.ways
    assert [way.cube.colour for way in ways if way.cube] == ["creative", "strategy"]
    tap(s, ways[0])
    assert s.state["staff"]["B"]["AG1"] == {"strategy": 1}


# ---- the kit does not know everything -----------------------------------------------------------


def test_a_card_without_a_name_is_found_by_its_text() -> None:
    text = {"text_fail": "Если не выполнено: все, кроме лидера, сбрасывают по 5 пиаров."}
    kit: dict[str, Any] = kit_with(bank_total=1000, consequence_deck=[consequence("CX", [], [], **text)])
    s = in_news(kit)
    s.do("A", "draw_news", card="NW4")
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    (offer,) = [one for one in offers(GAME, s.t) if one.move == "draw_consequence"]
    labels = [option.label for option in offer.fields[0].options]  # type: ignore[union-attr]
    assert "CX: Если не выполнено: все, кроме лидера, сбрасывают по 5 пиаров." in labels


def test_unknown_prices_leave_the_panel_whole() -> None:
    ladders = {"creative": [None, None], "production": [2], "strategy": [3], "media": [2, None]}
    kit = kit_with(bank_total=None, market_prices=ladders)
    s = Play(kit=kit)
    s.own("A", "AG2")
    s.actions(A=[3, 4], B=[3, 4], V=[3, 4])
    ladder = panel(s).ladders[0]
    assert (ladder.price, ladder.known, [text for _x, text in ladder.runs]) == (None, False, ["?"])
    tab = panel(s).desk.tabs[0]
    assert [place.prices for place in tab.places] == [[], []]
    assert (tab.fill.sends, say(tab.fill.why)) == ([], "price not known")


def test_the_end_lists_places_with_what_decides_them() -> None:
    s = Play()
    s.put("score.A", 31)
    s.put("score.B", 31)
    s.put("tenders_done.B", {"TN1": "face_up"})
    s.at("refill")
    s.put("phase", "over")
    assert [(row.team, row.rank, row.figures) for row in panel(s).final] == [
        ("B", 1, [31, 3, 28, 1, 0, 65]), ("A", 2, [31, 0, 31, 0, 0, 65]), ("V", 3, [0, 0, 0, 0, 0, 65])
    ]  # fmt: skip
