"""Costs of effects: payable in full or refused, asked for as often as they are paid (T-130, § 4.2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.titans.playing import Play, kit_with, rows
from tests.titans.test_results import with_effect


def exchange(cost: list[dict[str, Any]], *gain: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return an exchange, for two points unless something else is gained."""
    return {"op": "exchange", "cost": cost, "gain": list(gain) or [{"op": "points", "n": 2}], **more}


def pay(n: int) -> dict[str, Any]:
    """Return a payment to the bank."""
    return {"op": "money", "n": -n}


POINT = {"op": "points", "n": 1}


def choice(*options: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a choice."""
    return {"op": "choice", "options": list(options)}


@pytest.mark.clause("T-130")
def test_an_option_that_cannot_be_paid_is_refused() -> None:
    s = with_effect(choice([POINT], [exchange([pay(500)])]), when="one_off")
    assert s.refused("A", "apply_effect", tender="TX", option=2) == "E_EFFECT_COST"
    assert s.state["tenders_done"]["A"]["TX"] == "face_up"
    s.do("A", "apply_effect", tender="TX")
    assert s.refused("A", "resolve_choice", option=2) == "E_EFFECT_COST"
    s.do("A", "resolve_choice", option=1)
    assert s.state["score"]["A"] == 1


@pytest.mark.clause("T-130")
def test_a_choice_of_nothing_payable_leaves_the_card_face_up() -> None:
    s = with_effect(choice([exchange([pay(400)])], [exchange([pay(500)])]), when="one_off")
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"
    assert s.refused("A", "apply_effect", tender="TX", option=1) == "E_EFFECT_COST"
    assert s.state["tenders_done"]["A"]["TX"] == "face_up"


@pytest.mark.clause("T-130")
def test_the_parts_of_a_cost_are_added_up() -> None:
    s = with_effect(exchange([pay(40), pay(40)]))
    s.give("A", money=-14)
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"
    s.give("A", money=29)
    s.do("A", "apply_effect", tender="TX")
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (0, 2)


@pytest.mark.clause("T-130")
def test_one_from_each_agency_and_others_are_added_up() -> None:
    each = {"op": "lose_staff", "n": 1, "from": "each_agency"}
    s = with_effect(exchange([each, {"op": "lose_staff", "n": 2}]))
    s.own("A", AGX={"media": 2}, AGY={"media": 1})
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"


@pytest.mark.clause("T-130")
def test_a_colour_is_given_before_anybody() -> None:
    s = with_effect(exchange([{"op": "lose_staff", "n": 1}, {"op": "lose_staff", "n": 1, "colour": "media"}]))
    s.own("A", AGX={"media": 1, "creative": 1})
    s.do("A", "apply_effect", tender="TX")
    assert s.refused("A", "discard_staff", discards=rows(("AGX", "creative", 1))) == "E_TOO_MANY"
    s.do("A", "discard_staff", discards=rows(("AGX", "media", 1)))
    s.do("A", "discard_staff", discards=rows(("AGX", "creative", 1)))
    assert (s.state["staff"]["A"]["AGX"], s.state["score"]["A"]) == ({}, 2)


@pytest.mark.clause("T-130")
def test_what_was_spent_since_the_question_cannot_be_paid() -> None:
    news = {"id": "NX", "kind": "positive", "ops": [exchange([pay(10)], POINT, times="any")]}
    totem = {"id": "TMX", "name": "Икс", "ops": [exchange([pay(60)], POINT)]}
    s = Play("AB", kit=kit_with(bank_total=1000, news_deck=[news], totems=[totem]))
    s.put("turn", 2)
    s.at("news")
    s.do("A", "draw_news", card="NX")
    s.do("A", "use_totem", totem="TMX")
    assert s.refused("A", "resolve_choice", times=6) == "E_EFFECT_COST"
    s.do("A", "resolve_choice", times=0)
    assert s.state["money"]["A"] == 5


def test_a_choice_that_was_paid_several_times_acts_as_often() -> None:
    gain = choice([POINT], [{"op": "take_staff", "n": 1}])
    s = with_effect(exchange([pay(5)], gain, times="any"))
    s.do("A", "apply_effect", tender="TX", times=3, option=1)
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (50, 3)
    s = with_effect(exchange([pay(5)], gain, times="any"))
    s.own("A", "AGX")
    s.do("A", "apply_effect", tender="TX", times=3)
    s.do("A", "resolve_choice", option=2)
    assert s.state["pending"][0]["owed"] == {"any": 3}


def test_an_exchange_inside_one_that_was_paid_several_times_is_offered_as_often() -> None:
    s = with_effect(exchange([pay(5)], exchange([pay(1)], POINT), times="any"))
    s.do("A", "apply_effect", tender="TX", times=3)
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (47, 3)
