"""Buying and hiring (T-067 to T-087)."""

from __future__ import annotations

import pytest

from tests.titans.playing import Play, codes, kit_with, rows


def buying(sides: str = "AB", **more: object) -> Play:
    """Return a table where all may buy."""
    s = Play(sides, agencies=("AG1", "TT2", "AG3"), **more)  # type: ignore[arg-type]
    s.actions(**{key: [2, 3] for key in sides})
    return s


def hiring(**staff: dict[str, int]) -> Play:
    """Return a table where Аня may hire for the agencies given."""
    s = Play("AB", agencies=("AG4", "AG5", "TT1"))
    if staff:
        s.own("A", **staff)
    s.actions(A=[3, 4], B=[1, 2])
    s.do("B", "work")
    s.do("B", "skip_action", action=2)
    return s


@pytest.mark.clause("T-067")
def test_one_of_the_open_cards() -> None:
    s = buying()
    for slot in (0, 4, -1, "1", None):
        assert s.refused("A", "buy_card", slot=slot, refill="AG2") == "E_BAD_SLOT"
    s.put("agency_slots", ["AG1", None, "AG3"])
    s.put("decks.agency", 0)
    assert s.refused("A", "buy_card", slot=2, refill=None) == "E_SLOT_EMPTY"


@pytest.mark.clause("T-068")
def test_the_price_is_paid_to_the_bank() -> None:  # V-15
    s = buying()
    bank = s.state["bank"]
    s.give("A", money=11 - 65)
    assert s.refused("A", "buy_card", slot=1, refill="AG2") == "E_NO_MONEY"
    s.give("A", money=54)
    s.do("A", "buy_card", slot=1, refill="AG2")
    assert s.state["money"]["A"] == 65 - 12
    assert s.state["bank"] == bank + 12


@pytest.mark.clause("T-069", "T-070", "T-072")
def test_the_card_is_owned_and_the_slot_filled() -> None:
    s = buying()
    left = s.state["decks"]["agency"]
    s.do("A", "buy_card", slot=1, refill="AG2")
    assert s.state["staff"]["A"] == {"AG1": {}}
    assert s.state["agency_slots"] == ["AG2", "TT2", "AG3"]
    assert s.state["decks"]["agency"] == left - 1
    s.do("B", "buy_card", slot=2, refill="AG4")
    assert s.state["titans"]["B"] == ["TT2"]
    assert s.refused("A", "hire", agency="TT2", staff={"media": 1}) == "E_NOT_AN_AGENCY"


@pytest.mark.clause("T-070", "T-143")
def test_a_refill_may_be_keyed_later() -> None:  # amendment 6
    s = buying("ABV")
    assert s.refused("A", "buy_card", slot=1, refill=None) == "E_REFILL_REQUIRED"
    assert s.refused("A", "buy_card", slot=1, refill="AG1") == "E_CARD_USED"
    assert s.refused("A", "buy_card", slot=1, refill="AG99") == "E_UNKNOWN"
    s.do("A", "buy_card", slot=1)
    assert s.state["agency_slots"] == [None, "TT2", "AG3"]
    assert s.refused("B", "buy_card", slot=3, refill="AG4") == "E_REFILL_REQUIRED"
    assert s.refused("referee", "refill_agency", slot=2, card="AG4") == "E_SLOT_FULL"
    s.do("referee", "refill_agency", slot=1, card="AG4")
    s.do("B", "buy_card", slot=1, refill="AG5")
    assert s.state["staff"]["B"] == {"AG4": {}}


@pytest.mark.clause("T-070")
def test_the_last_card_of_the_deck() -> None:
    s = buying()
    s.put("decks.agency", 0)
    assert s.refused("A", "buy_card", slot=1, refill="AG4") == "E_DECK_EMPTY"
    s.do("A", "buy_card", slot=1, refill=None)
    s.do("B", "buy_card", slot=3)
    assert s.state["agency_slots"] == [None, "TT2", None]


@pytest.mark.clause("T-071")
def test_one_card_an_action() -> None:  # amendment 9
    s = buying()
    s.do("A", "buy_card", slot=1, refill="AG2")
    assert s.refused("A", "buy_card", slot=1, refill="AG4") == "E_NOT_YOUR_STEP"
    s.do("B", "buy_card", slot=1, refill="AG4")
    assert s.refused("A", "buy_card", slot=1, refill="AG5") == "E_PHASE"


def test_a_card_without_a_price_asks_what_was_paid() -> None:
    kit = kit_with(
        bank_total=1000, agency_deck=[{"id": "AG1", "kind": "agency", "name": "Без цены", "cells": {"media": 1}}]
    )
    s = buying(kit=kit)
    assert s.refused("A", "buy_card", slot=1, refill="AG2") == "E_MISSING"
    assert s.refused("A", "buy_card", slot=1, refill="AG2", paid=66) == "E_NO_MONEY"
    assert s.refused("A", "buy_card", slot=3, refill="AG2", paid=5) == "E_BAD_VALUE"
    s.do("A", "buy_card", slot=1, refill="AG2", paid=9)
    assert s.state["money"]["A"] == 56


# ---- hiring ---------------------------------------------------------------------------------------


@pytest.mark.clause("T-077", "T-078", "T-079")
def test_a_wasted_hire() -> None:  # V-18
    full = {"AG1": {"creative": 2, "strategy": 1}}
    for owned in ({}, full, {"TT2": {}}):
        s = hiring(**owned)
        for agency in ("AG1", "TT2"):
            assert s.refused("A", "hire", agency=agency, staff={"creative": 1}) == "E_NO_AGENCY"
        assert "N_WASTED" in codes(s.do("A", "skip_action", action=3))
        assert s.state["money"]["A"] == 65


@pytest.mark.clause("T-077")
def test_an_agency_bought_in_the_same_turn_is_enough() -> None:
    s = buying()
    s.do("A", "buy_card", slot=1, refill="AG2")
    s.do("B", "skip_action", action=2)
    s.do("A", "hire", agency="AG1", staff={"creative": 1})
    assert s.state["staff"]["A"] == {"AG1": {"creative": 1}}


@pytest.mark.clause("T-079", "T-080")
def test_one_own_agency() -> None:
    s = hiring(AG1={}, TT2={})
    assert s.refused("A", "hire", agency="TT2", staff={"strategy": 1}) == "E_NOT_AN_AGENCY"
    assert s.refused("A", "hire", agency="AG2", staff={"media": 1}) == "E_NOT_YOUR_AGENCY"
    assert s.refused("A", "hire", agency="нет такого", staff={"media": 1}) == "E_NOT_YOUR_AGENCY"
    s.do("A", "hire", agency="AG1", staff={"creative": 1})
    assert s.refused("A", "hire", agency="AG1", staff={"creative": 1}) == "E_PHASE"


@pytest.mark.clause("T-080", "T-087")
def test_the_action_ends_when_all_have_hired() -> None:  # amendment 9
    s = buying()
    s.do("A", "buy_card", slot=1, refill="AG2")
    s.do("B", "buy_card", slot=1, refill="AG4")
    s.do("A", "hire", agency="AG1", staff={"creative": 1})
    assert s.refused("A", "hire", agency="AG1", staff={"creative": 1}) == "E_NOT_YOUR_STEP"
    assert s.state["phase"] == "act3"
    s.do("B", "hire", agency="AG2", staff={"media": 1})
    assert s.state["phase"] == "fulfil"


@pytest.mark.clause("T-081", "T-082")
def test_cheap_cells_first() -> None:  # V-17, ladder of creative: 1, 2, 3, 4
    kit = kit_with(
        bank_total=1000,
        agency_deck=[{"id": "AG1", "kind": "agency", "name": "К", "price": 1, "cells": {"creative": 4}}],
    )
    s = Play("AB", kit=kit)
    s.own("A", "AG1")
    s.at("act3", "A")
    s.do("A", "hire", agency="AG1", staff={"creative": 3})
    assert s.state["money"]["A"] == 65 - (1 + 2 + 3)
    assert s.state["market"]["creative"] == 1
    assert s.state["next_prices"]["creative"] == 4


@pytest.mark.clause("T-083", "T-084", "T-085", "T-086")
def test_capacity_of_the_example_card() -> None:  # V-16
    card = {
        "id": "AGX",
        "kind": "agency",
        "name": "Пример",
        "price": 1,
        "cells": {"creative": 1, "strategy": 1, "media": 4},
    }
    kit = kit_with(bank_total=1000, agency_deck=[card])
    for staff, code in (
        ({"creative": 1, "strategy": 1, "media": 4}, ""),
        ({"media": 1}, ""),
        ({"media": 4}, ""),
        ({"media": 5}, "E_CAPACITY"),
        ({"production": 1}, "E_CAPACITY"),
    ):
        s = Play("AB", kit=kit)
        s.own("A", "AGX")
        s.at("act3", "A")
        assert s.refused("A", "hire", agency="AGX", staff=staff) == code
    s = Play("AB", kit=kit)
    s.own("A", AGX={"media": 3})
    s.at("act3", "A")
    assert s.refused("A", "hire", agency="AGX", staff={"media": 2}) == "E_CAPACITY"


def test_nobody_is_hired_in_numbers_that_make_no_sense() -> None:
    s = hiring(AG1={})
    for staff in ({}, {"creative": 0}, {"creative": -1}, {"creative": "2"}, {"creative": 1.5}, "x", None):
        assert s.refused("A", "hire", agency="AG1", staff=staff) == "E_BAD_NUMBER"
    assert s.refused("A", "hire", agency="AG1", staff={"purple": 1}) == "E_UNKNOWN"


def test_only_who_is_on_the_market_is_hired() -> None:
    s = hiring(AG1={})
    s.own("B", AG2={"creative": 1}, AG6={})
    s.do("referee", "adjust", field="market.creative", by=-2, counterpart="reserve.creative", reason="test")
    assert s.state["market"]["creative"] == 1
    assert s.refused("A", "hire", agency="AG1", staff={"creative": 2}) == "E_MARKET_EMPTY"


@pytest.mark.clause("T-082")
def test_hiring_is_paid_in_full() -> None:
    s = hiring(AG1={})
    s.give("A", money=5 - 65)
    assert s.refused("A", "hire", agency="AG1", staff={"creative": 2, "strategy": 1}) == "E_NO_MONEY"
    s.do("A", "hire", agency="AG1", staff={"creative": 2})
    assert s.state["money"]["A"] == 2


def test_without_a_ladder_the_sum_paid_is_asked() -> None:
    ladders = {"creative": [None, None, None, None], "production": [2, 3], "strategy": [3], "media": [2]}
    s = Play("AB", kit=kit_with(bank_total=1000, market_prices=ladders))
    s.own("A", "AG1")
    s.at("act3", "A")
    assert s.refused("A", "hire", agency="AG1", staff={"creative": 2}) == "E_MISSING"
    assert s.refused("A", "hire", agency="AG1", staff={"strategy": 1}, paid=5) == "E_BAD_VALUE"
    s.do("A", "hire", agency="AG1", staff={"creative": 2}, paid=7)
    assert s.state["money"]["A"] == 58


@pytest.mark.clause("T-078")
def test_actions_may_be_given_up() -> None:
    s = Play("AB", agencies=("AG1", "AG2", "AG3"))
    s.actions(A=[1, 2], B=[1, 2])
    assert s.refused("A", "skip_action", action=1) == "E_BAD_NUMBER"
    assert s.refused("A", "skip_action", action=2) == "E_PHASE"
    s.do("A", "work")
    s.do("B", "work")
    assert s.refused("B", "skip_action", action=2) == "E_NOT_YOUR_STEP"
    assert codes(s.do("A", "skip_action", action=2, reason="передумал")) == []
    s.give("B", money=-79)
    assert codes(s.do("B", "skip_action", action=2)) == ["N_WASTED"]


def test_a_doubtful_choice_is_pointed_out() -> None:
    s = Play("ABV")
    step = s.actions(A=[1, 3], B=[2, 3], V=[1, 2])
    assert [figures["name"] for code, figures in step.notices if code == "N_HIRE_DOUBTFUL"] == ["Аня"]


@pytest.mark.clause("T-073", "T-076", "T-109", "T-110")
def test_staff_returns_to_the_dear_cells() -> None:  # V-17
    tender = {"id": "TNX", "name": "К", "cost": 1, "req": {"creative": 2}, "profit": 5}
    kit = kit_with(
        bank_total=1000,
        tender_deck=[tender],
        agency_deck=[{"id": "AG1", "kind": "agency", "name": "К", "price": 1, "cells": {"creative": 4}}],
    )
    s = Play("AB", kit=kit)
    s.own("A", AG1={"creative": 3})
    s.put("tenders_todo.A", ["TNX"])
    s.at("fulfil", "A", "B")
    assert s.state["next_prices"]["creative"] == 4
    s.do("A", "fulfil", tender="TNX", staff=rows(("AG1", "creative", 2)))
    assert s.state["market"]["creative"] == 3
    assert s.state["next_prices"]["creative"] == 2
    s.put("tenders_done.A", {})
    s.put("tenders_todo.B", ["TNX"])
    s.do("A", "step_done")
    assert s.refused("B", "fulfil", tender="TNX") == "E_NOT_ENOUGH_STAFF"  # nobody hired, nothing to give
