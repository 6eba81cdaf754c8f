"""Fulfilling tenders and their effects (T-104 to T-133)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.titans.playing import Play, codes, kit_with, rows


def tender(id: str, req: dict[str, int], profit: int = 38, effect: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"id": id, "name": id, "cost": 1, "req": req, "profit": profit, **({"effect": effect} if effect else {})}


def effect_of(*ops: dict[str, Any], when: str = "permanent", **more: Any) -> dict[str, Any]:
    return {"when": when, "ops": list(ops), **more}


BIG = [
    {
        "id": "AGX",
        "kind": "agency",
        "name": "Икс",
        "price": 1,
        "spec": "media",
        "cells": dict.fromkeys(("creative", "production", "strategy", "media"), 6),
    },
    {
        "id": "AGY",
        "kind": "agency",
        "name": "Игрек",
        "price": 1,
        "spec": "media",
        "cells": dict.fromkeys(("creative", "production", "strategy", "media"), 6),
    },
]
LADDERS = {colour: [1] * 12 for colour in ("creative", "production", "strategy", "media")}


def big_kit(*tenders: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return kit_with(bank_total=1000, agency_deck=BIG, tender_deck=list(tenders), market_prices=LADDERS, **changes)


def fulfilling(*tenders: dict[str, Any], sides: str = "AB", first: str = "A", **options: Any) -> Play:
    """Return a table where Аня has these tenders to do."""
    s = Play(sides, first=first, kit=big_kit(*tenders, **options.pop("kit", {})), **options)
    s.put("tenders_todo.A", [one["id"] for one in tenders])
    s.at("fulfil", *s.t.seats(first))
    return s


def with_effect(*ops: dict[str, Any], when: str = "permanent", sides: str = "AB", turn: int = 2, **more: Any) -> Play:
    """Return a table where Аня may apply the effect of her tender TX, fulfilled in this turn."""
    options = more.pop("options", {})
    s = Play(sides, kit=big_kit(tender("TX", {}, effect=effect_of(*ops, when=when, **more))), **options)
    s.put("turn", turn)
    s.put("tenders_done.A", {"TX": "face_up"})
    s.put("fulfilled", {"A": ["TX"]})
    s.at("effects", *s.t.seats("A"))
    return s


# ---- fulfilling -------------------------------------------------------------------------------------


@pytest.mark.clause("T-104", "T-118")
def test_results_go_clockwise_and_step_by_step() -> None:
    s = fulfilling(tender("TX", {}), sides="ABV", first="B")
    assert s.refused("A", "fulfil", tender="TX") == "E_NOT_YOUR_STEP"
    assert s.refused("A", "step_done") == "E_NOT_YOUR_STEP"
    s.do("B", "step_done")
    s.do("V", "step_done")
    assert s.state["phase"] == "fulfil"
    s.do("A", "step_done")
    assert (s.state["phase"], s.state["queue"]) == ("effects", ["B", "V", "A"])


@pytest.mark.clause("T-105")
def test_effects_wait_for_all_tenders_and_combos_for_all_effects() -> None:
    s = fulfilling(tender("TX", {}, effect=effect_of({"op": "points", "n": 1})))
    s.do("A", "fulfil", tender="TX")
    assert s.refused("A", "apply_effect", tender="TX") == "E_PHASE"
    s.do("A", "step_done")
    s.do("B", "step_done")
    assert s.refused("referee", "apply_combos") == "E_PHASE"


@pytest.mark.clause("T-106", "T-117")
def test_any_number_of_own_tenders_or_none() -> None:
    s = fulfilling(tender("TX", {}), tender("TY", {}), tender("TZ", {}))
    assert s.refused("A", "fulfil", tender="TN9") == "E_NOT_YOUR_TENDER"
    for id in ("TY", "TX", "TZ"):
        s.do("A", "fulfil", tender=id)
    assert s.state["score"]["A"] == 9
    s.do("A", "step_done")
    assert s.refused("A", "step_done") == "E_NOT_YOUR_STEP"


@pytest.mark.clause("T-107")
def test_enough_employees_of_each_colour() -> None:
    s = fulfilling(tender("TX", {"strategy": 2}))
    s.own("A", AGX={"strategy": 1, "media": 3})
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "strategy", 1))) == "E_NOT_ENOUGH_STAFF"
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "strategy", 2))) == "E_NOT_ENOUGH_STAFF"
    given = rows(("AGX", "strategy", 1), ("AGX", "media", 1))
    assert s.refused("A", "fulfil", tender="TX", staff=given) == "E_NOT_ENOUGH_STAFF"
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGY", "strategy", 2))) == "E_NOT_YOUR_AGENCY"
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "purple", 2))) == "E_UNKNOWN"
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "strategy", -1))) == "E_BAD_NUMBER"


@pytest.mark.clause("T-108", "T-074")
def test_cubes_from_two_agencies_and_a_titan() -> None:
    s = fulfilling(tender("TX", {"media": 3}))
    s.own("A", AGX={"media": 1}, AGY={"media": 1})
    s.add_titan("TT9", media=2)
    s.put("titans.A", ["TT9"])
    staff = rows(("AGX", "media", 1), ("AGY", "media", 1))
    s.do("A", "fulfil", tender="TX", staff=staff, titans=[{"titan": "TT9", "colour": "media", "n": 1}])
    assert s.state["staff"]["A"] == {"AGX": {}, "AGY": {}}
    assert s.state["titans"]["A"] == ["TT9"]


@pytest.mark.clause("T-108", "T-112")
def test_requirement_of_the_rulebook() -> None:  # V-28
    s = fulfilling(tender("TX", {"creative": 1, "production": 1, "strategy": 2, "media": 1}))
    s.own("A", AGX={"creative": 1, "strategy": 1}, AGY={"production": 1, "strategy": 1, "media": 1})
    staff = rows(
        ("AGX", "creative", 1), ("AGX", "strategy", 1),
        ("AGY", "production", 1), ("AGY", "strategy", 1), ("AGY", "media", 1),
    )  # fmt: skip
    s.do("A", "fulfil", tender="TX", staff=staff)
    assert s.state["staff"]["A"] == {"AGX": {}, "AGY": {}}


@pytest.mark.clause("T-116", "T-109", "T-113", "T-114", "T-115", "T-075")
def test_tender_of_the_rulebook_with_a_titan() -> None:  # V-29
    s = fulfilling(
        tender(
            "TX", {"creative": 1, "production": 1, "strategy": 3, "media": 2}, 38, effect_of({"op": "points", "n": 1})
        )
    )
    s.own("A", AGX={"creative": 1, "production": 1, "strategy": 3})
    s.add_titan("TT9", media=2)
    s.put("titans.A", ["TT9"])
    s.give("A", money=-65)
    before = dict(s.state["market"])
    staff = rows(("AGX", "creative", 1), ("AGX", "production", 1), ("AGX", "strategy", 3))
    s.do("A", "fulfil", tender="TX", staff=staff, titans=[{"titan": "TT9", "colour": "media", "n": 2}])
    returned = {colour: s.state["market"][colour] - before[colour] for colour in before}
    assert returned == {"creative": 1, "production": 1, "strategy": 3, "media": 0}
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (38, 3)
    assert s.state["tenders_todo"]["A"] == []
    assert s.state["tenders_done"]["A"] == {"TX": "face_up"}


@pytest.mark.clause("T-111")
def test_overflow_goes_to_the_reserve() -> None:  # V-30
    s = fulfilling(tender("TX", {"creative": 3}))
    s.own("A", AGX={"creative": 3})
    # 12 cells, 9 employees left on the market and 1 in the reserve, which is put on the market first
    s.do("referee", "adjust", field="reserve.creative", by=-1, counterpart="market.creative", reason="test")
    assert (s.state["market"]["creative"], s.state["reserve"]["creative"]) == (10, 0)
    s.do("A", "fulfil", tender="TX", staff=rows(("AGX", "creative", 3)))
    assert (s.state["market"]["creative"], s.state["reserve"]["creative"]) == (12, 1)


@pytest.mark.clause("T-074", "T-075")
def test_a_titan_alone() -> None:  # V-31
    s = fulfilling(tender("TX", {"production": 1, "strategy": 1}))
    s.own("A", "TT2")
    before = dict(s.state["market"])
    skills = [{"titan": "TT2", "colour": "production", "n": 1}, {"titan": "TT2", "colour": "strategy", "n": 1}]
    s.do("A", "fulfil", tender="TX", titans=skills)
    assert s.state["market"] == before
    assert s.refused("A", "fulfil", tender="TX", titans=skills) == "E_TENDER_DONE"


def test_a_titan_serves_several_tenders_by_default() -> None:  # V-32, A-49, amendment 10
    skill = [{"titan": "TT2", "colour": "strategy", "n": 1}]
    for reuse, code in (("every_tender", ""), ("once_per_turn", "E_NOT_ENOUGH_STAFF")):
        s = fulfilling(tender("TX", {"strategy": 1}), tender("TY", {"strategy": 1}), titan_reuse=reuse)
        s.own("A", "TT2")
        s.do("A", "fulfil", tender="TX", titans=skill)
        assert s.refused("A", "fulfil", tender="TY", titans=skill) == code
        s.at("refill")
        s.do("referee", "end_turn")
        s.at("fulfil", "A", "B")
        s.do("A", "fulfil", tender="TY", titans=skill)  # another turn


@pytest.mark.clause("T-107")
def test_the_grey_cube_of_a_requirement_is_anybody() -> None:  # A-51
    s = fulfilling(tender("TX", {"media": 1, "any": 1}))
    s.own("A", "TT2", AGX={"media": 2, "creative": 1})
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "media", 1))) == "E_NOT_ENOUGH_STAFF"
    too_many = rows(("AGX", "media", 2), ("AGX", "creative", 1))
    assert s.refused("A", "fulfil", tender="TX", staff=too_many) == "E_TOO_MANY"
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "media", 2))) == ""
    titan = [{"titan": "TT2", "colour": "strategy", "n": 1}]
    s.do("A", "fulfil", tender="TX", staff=rows(("AGX", "media", 1)), titans=titan)


def test_titans_of_others_and_skills_that_are_not_there() -> None:
    s = fulfilling(tender("TX", {"media": 1}))
    s.own("B", "TT2")
    assert (
        s.refused("A", "fulfil", tender="TX", titans=[{"titan": "TT2", "colour": "strategy", "n": 1}])
        == "E_NOT_YOUR_AGENCY"
    )
    s.put("titans.B", [])
    s.own("A", "TT2")
    assert (
        s.refused("A", "fulfil", tender="TX", titans=[{"titan": "TT2", "colour": "media", "n": 1}])
        == "E_NOT_ENOUGH_STAFF"
    )


def test_what_the_kit_does_not_know_is_typed() -> None:
    card = {"id": "TX", "name": "Пустой", "cost": 1}
    s = fulfilling(card)
    s.own("A", AGX={"media": 1})
    assert s.refused("A", "fulfil", tender="TX", staff=rows(("AGX", "media", 1))) == "E_MISSING"
    s.do("A", "fulfil", tender="TX", staff=rows(("AGX", "media", 1)), profit=20)
    assert s.state["money"]["A"] == 85


# ---- effects --------------------------------------------------------------------------------------


@pytest.mark.clause("T-119", "T-120", "T-126", "T-128", "T-131", "T-125")
def test_one_off_effect_of_the_rulebook() -> None:  # V-33
    s = with_effect({"op": "points", "n": 1}, {"op": "take_staff", "n": 1, "colour": "any"}, when="one_off")
    s.own("A", AGX={})
    s.give("A", score=3)
    before = s.state
    s.do("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 1)))
    after = s.state
    assert after["score"]["A"] == 4
    assert after["reserve"]["media"] == before["reserve"]["media"] - 1
    assert after["market"] == before["market"]
    assert after["money"] == before["money"]
    assert after["tenders_done"]["A"] == {"TX": "flipped"}
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"


@pytest.mark.clause("T-119")
def test_a_one_off_effect_is_for_this_turn_only() -> None:
    s = with_effect({"op": "points", "n": 1}, when="one_off")
    s.put("fulfilled", {})
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"
    s.put("tenders_done.A", {})
    s.put("tenders_todo.A", ["TX"])
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"
    assert s.refused("A", "apply_effect", tender="TN3") == "E_NOT_YOUR_TENDER"


@pytest.mark.clause("T-120", "T-121")
def test_a_declined_or_forgotten_one_off_effect_is_lost() -> None:  # A-54
    s = with_effect({"op": "points", "n": 1}, when="one_off")
    s.do("A", "decline_effect", tender="TX")
    assert s.state["tenders_done"]["A"] == {"TX": "flipped"}
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"
    assert s.refused("A", "decline_effect", tender="TX") == "E_EFFECT_SPENT"
    s = with_effect({"op": "points", "n": 1}, when="one_off")
    assert codes(s.do("A", "step_done")) == ["W_EFFECT_LOST"]
    assert s.state["tenders_done"]["A"] == {"TX": "flipped"}


@pytest.mark.clause("T-122", "T-123", "T-124")
def test_a_permanent_effect_works_every_turn_and_profit_once() -> None:  # V-53
    s = fulfilling(tender("TX", {}, 25, effect_of({"op": "money", "n": 5})))
    deltas = []
    for turn in range(3):
        before = s.state["money"]["A"]
        if not turn:
            s.do("A", "fulfil", tender="TX")
        s.do("A", "step_done")
        s.do("B", "step_done")
        s.do("A", "apply_effect", tender="TX")
        assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"
        deltas.append(s.state["money"]["A"] - before)
        s.at("refill")
        s.do("referee", "end_turn")
        s.put("first", "A")
        s.at("fulfil", "A", "B")
    assert deltas == [30, 5, 5]
    s.at("effects", "A", "B")
    s.do("A", "decline_effect", tender="TX")
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_SPENT"
    assert s.state["tenders_done"]["A"] == {"TX": "face_up"}
    s.at("refill")
    s.do("referee", "end_turn")
    s.at("effects", "A", "B")
    s.do("A", "apply_effect", tender="TX")


@pytest.mark.clause("T-127", "T-142")
def test_free_employees_go_to_any_own_agency_with_a_cell() -> None:
    s = with_effect({"op": "take_staff", "n": 3})
    s.own("A", "AG2", AGX={})
    wrong = rows(("AG2", "strategy", 1))
    assert s.refused("A", "apply_effect", tender="TX", placements=wrong) == "E_CAPACITY"
    assert s.refused("A", "apply_effect", tender="TX", placements=rows(("AG3", "media", 1))) == "E_NOT_YOUR_AGENCY"
    assert s.refused("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 4))) == "E_TOO_MANY"
    s.do("A", "apply_effect", tender="TX", placements=rows(("AG2", "media", 2), ("AGX", "creative", 1)))
    assert s.state["staff"]["A"] == {"AG2": {"media": 2}, "AGX": {"creative": 1}}


def test_places_may_be_said_afterwards() -> None:
    s = with_effect({"op": "take_staff", "n": 2}, {"op": "points", "n": 1})
    s.own("A", "AGX")
    s.do("A", "apply_effect", tender="TX")
    assert s.state["score"]["A"] == 0  # in the order of the card
    assert s.refused("A", "step_done") == "E_PHASE"
    assert s.refused("B", "place_staff", placements=[]) == "E_NOT_YOUR_STEP"
    s.do("A", "place_staff", placements=rows(("AGX", "media", 1)))
    assert s.state["score"]["A"] == 1


def test_without_a_cell_free_employees_are_lost() -> None:  # V-40, A-60
    s = with_effect({"op": "take_staff", "n": 3})
    s.own("A", AG6={"media": 1})
    s.do("A", "apply_effect", tender="TX")
    step = s.do("A", "place_staff", placements=rows(("AG6", "media", 1)))
    assert [figures["n"] for code, figures in step.notices if code == "N_FORFEIT"] == [2]
    s = with_effect({"op": "take_staff", "n": 3})
    step = s.do("A", "apply_effect", tender="TX")
    assert [figures["n"] for code, figures in step.notices if code == "N_FORFEIT"] == [3]
    assert s.refused("A", "place_staff", placements=[]) == "E_PHASE"


@pytest.mark.clause("T-129")
def test_money_for_each_employee_without_titans() -> None:  # V-37
    s = with_effect({"op": "money", "n": {"rate": 2, "per": {"staff": "media"}}})
    s.own("A", AGX={"media": 2}, AGY={"media": 1})
    s.add_titan("TT9", media=2)
    s.put("titans.A", ["TT9"])
    s.do("A", "apply_effect", tender="TX")
    assert s.state["money"]["A"] == 65 + 6


@pytest.mark.clause("T-133", "T-129")
def test_money_for_each_pair() -> None:  # V-36
    s = with_effect({"op": "money", "n": {"rate": 5, "per": {"pairs": ["media", "strategy"]}}})
    s.own("A", "TT2", AGX={"media": 6, "strategy": 4})
    s.do("A", "apply_effect", tender="TX")
    assert s.state["money"]["A"] == 65 + 20


@pytest.mark.parametrize(
    ("per", "most", "money"),
    [
        ({"staff": "any"}, None, 5),
        ({"staff": "any"}, 3, 3),
        ({"agencies": "any"}, None, 2),
        ({"agencies": "media"}, None, 1),
        ({"full_agencies": True}, None, 1),
        ({"titans": True}, None, 1),
        ({"tenders_done": True}, None, 1),
    ],
)
@pytest.mark.clause("T-129")
def test_every_count_of_the_vocabulary(per: dict[str, Any], most: int | None, money: int) -> None:
    rate: dict[str, Any] = {"rate": 1, "per": per} | ({"max": most} if most else {})
    s = with_effect({"op": "money", "n": rate})
    s.own("A", "TT2", AG6={"media": 2}, AG1={"creative": 2, "strategy": 1})
    if "full_agencies" in per:
        s.give("A", staff=[{"agency": "AG6", "colour": "media", "n": -1}])
    s.do("A", "apply_effect", tender="TX")
    assert s.state["money"]["A"] == 65 + money


@pytest.mark.clause("T-130", "T-132")
def test_one_from_each_agency_is_impossible_with_an_empty_one() -> None:  # V-34, A-55
    op = {
        "op": "exchange",
        "cost": [{"op": "lose_staff", "n": 1, "from": "each_agency"}],
        "gain": [{"op": "points", "n": 1}],
    }
    s = with_effect(op)
    s.own("A", AGX={"creative": 2, "media": 1}, AGY={})
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"
    assert s.state["tenders_done"]["A"] == {"TX": "face_up"}
    s = with_effect(op)  # no agency at all
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"


@pytest.mark.clause("T-132")
def test_one_from_each_agency_for_a_point() -> None:  # V-35
    op = {
        "op": "exchange",
        "cost": [{"op": "lose_staff", "n": 1, "from": "each_agency"}],
        "gain": [{"op": "points", "n": 1}],
    }
    s = with_effect(op)
    s.own("A", AGX={"creative": 2, "media": 1}, AGY={"media": 1})
    s.give("A", score=3)
    before = dict(s.state["market"])
    s.do("A", "apply_effect", tender="TX", discards=rows(("AGX", "creative", 1), ("AGY", "media", 1)))
    assert s.state["staff"]["A"] == {"AGX": {"creative": 1, "media": 1}, "AGY": {}}
    assert s.state["score"]["A"] == 4
    assert s.state["market"] == {**before, "creative": before["creative"] + 1, "media": before["media"] + 1}


@pytest.mark.clause("T-130")
def test_an_effect_needs_its_condition() -> None:
    s = with_effect({"op": "points", "n": 3}, **{"if": {"count": {"titans": True}, "at_least": 1}})
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"
    s.own("A", "TT2")
    s.do("A", "apply_effect", tender="TX")
    assert s.state["score"]["A"] == 3


def test_an_exchange_as_often_as_one_can_pay() -> None:
    op = {"op": "exchange", "cost": [{"op": "lose_staff", "n": 2}], "gain": [{"op": "points", "n": 1}], "times": "any"}
    s = with_effect(op, when="one_off")
    s.own("A", AGX={"creative": 3, "media": 2})
    assert s.refused("A", "apply_effect", tender="TX", times=3) == "E_EFFECT_COST"
    assert s.refused("A", "apply_effect", tender="TX", times=0) == "E_BAD_NUMBER"
    s.do("A", "apply_effect", tender="TX", times=2)
    s.do("A", "discard_staff", discards=rows(("AGX", "creative", 3), ("AGX", "media", 1)))
    assert s.state["score"]["A"] == 2
    assert s.state["staff"]["A"] == {"AGX": {"media": 1}}


def test_paying_for_points() -> None:
    op = {"op": "exchange", "cost": [{"op": "money", "n": -10}], "gain": [{"op": "points", "n": 4}], "times": 1}
    s = with_effect(op)
    assert s.refused("A", "apply_effect", tender="TX", times=2) == "E_BAD_NUMBER"
    s.do("A", "apply_effect", tender="TX")
    assert (s.state["money"]["A"], s.state["score"]["A"]) == (55, 4)
    s = with_effect(op)
    s.give("A", money=-56)
    assert s.refused("A", "apply_effect", tender="TX") == "E_EFFECT_COST"


def test_a_choice_at_once_or_afterwards() -> None:
    op = {"op": "choice", "options": [[{"op": "money", "n": 12}], [{"op": "points", "n": 2}]]}
    s = with_effect(op)
    assert s.refused("A", "apply_effect", tender="TX", option=3) == "E_BAD_NUMBER"
    s.do("A", "apply_effect", tender="TX", option=2)
    assert s.state["score"]["A"] == 2
    s = with_effect(op)
    s.do("A", "apply_effect", tender="TX")
    assert s.refused("A", "resolve_choice", option=5) == "E_BAD_NUMBER"
    s.do("A", "resolve_choice", option=1)
    assert s.state["money"]["A"] == 77


def test_others_lose_what_they_have_at_most() -> None:
    s = with_effect({"op": "points", "n": 2}, {"op": "money", "who": "others", "n": -5}, sides="ABV")
    s.give("V", money=-62)
    s.do("A", "apply_effect", tender="TX")
    assert s.state["money"] == {"A": 65, "B": 60, "V": 0}


def test_points_never_fall_below_the_start() -> None:  # A-06
    s = with_effect({"op": "points", "who": "others", "n": -5})
    s.give("B", score=2)
    s.do("A", "apply_effect", tender="TX")
    assert s.state["score"] == {"A": 0, "B": 0}


def test_an_effect_without_ops_is_a_reminder() -> None:
    s = with_effect(text="Посмотрите три карточки.")
    step = s.do("A", "apply_effect", tender="TX")
    assert [figures["text"] for code, figures in step.notices if code == "N_MANUAL"] == ["Посмотрите три карточки."]


# ---- the reserve ------------------------------------------------------------------------------------


def drained(s: Play, **reserve: int) -> Play:
    """Let Боря hold the whole reserve but what is named."""
    s.own("B", "AGY")
    for colour in ("creative", "production", "strategy", "media"):
        by = s.state["reserve"][colour] - reserve.get(colour, 0)
        if by:
            s.give("B", staff=[{"agency": "AGY", "colour": colour, "n": by, "with": "reserve"}])
    return s


@pytest.mark.clause("T-141")
def test_an_empty_reserve_falls_back_to_the_market_free_of_charge() -> None:  # V-39
    s = with_effect({"op": "take_staff", "n": 2})
    s.own("A", "AGX")
    drained(s)
    before = s.state["market"]["creative"]
    s.do("A", "apply_effect", tender="TX", placements=rows(("AGX", "creative", 2)))
    assert s.state["market"]["creative"] == before - 2
    assert s.state["reserve"]["creative"] == 0
    assert s.state["money"]["A"] == 65


@pytest.mark.clause("T-140", "T-141")
def test_any_employee_comes_from_the_market_when_the_whole_reserve_is_empty() -> None:  # amendment 1
    for option, code in (("only_when_all_empty", "E_MARKET_EMPTY"), ("per_colour", "")):
        s = with_effect({"op": "take_staff", "n": 1}, options={"reserve_fallback": option})
        s.own("A", "AGX")
        drained(s, media=1)
        assert s.refused("A", "apply_effect", tender="TX", placements=rows(("AGX", "creative", 1))) == code
        assert s.refused("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 1))) == ""


@pytest.mark.clause("T-141")
def test_the_order_in_which_free_employees_are_named_decides_nothing() -> None:  # amendment 1
    named = rows(("AGX", "creative", 1)), rows(("AGX", "media", 1))
    for placements in (named[0] + named[1], named[1] + named[0]):
        s = with_effect({"op": "take_staff", "n": 2})
        s.own("A", "AGX")
        drained(s, media=1)  # one media left: with it the reserve is empty, and the market gives the other
        before = s.state["market"]
        s.do("A", "apply_effect", tender="TX", placements=placements)
        assert s.state["reserve"]["media"] == 0
        assert s.state["market"] == {**before, "creative": before["creative"] - 1}


@pytest.mark.clause("T-128", "T-140")
def test_a_printed_colour_gives_that_colour() -> None:  # A-56, amendment 1
    s = with_effect({"op": "take_staff", "n": 1, "colour": "creative"})
    s.own("A", "AGX")
    drained(s, media=1)  # the reserve has no creative staff, but others: the market gives it
    before = s.state["market"]["creative"]
    assert s.refused("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 1))) == "E_TOO_MANY"
    s.do("A", "apply_effect", tender="TX", placements=rows(("AGX", "creative", 1)))
    assert s.state["market"]["creative"] == before - 1
    s = with_effect({"op": "take_staff", "n": 1, "colour": "creative"}, options={"effect_colour": "always_any"})
    s.own("A", "AGX")
    s.do("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 1)))


def test_a_colour_that_is_nowhere_is_not_owed() -> None:  # A-59
    ladders = {**LADDERS, "creative": []}
    s = Play("AB", kit=kit_with(
        bank_total=1000, agency_deck=BIG, market_prices=ladders, reserve={"media": 1},
        tender_deck=[tender("TX", {}, effect=effect_of({"op": "take_staff", "n": 1, "colour": "creative"}))],
    ))  # fmt: skip
    s.own("A", "AGX")
    s.put("tenders_done.A", {"TX": "face_up"})
    s.at("effects", "A", "B")
    assert "N_FORFEIT" in codes(s.do("A", "apply_effect", tender="TX"))
    s.do("A", "step_done")


def test_two_printed_colours_are_placed_on_one_form() -> None:
    s = with_effect(
        {"op": "take_staff", "n": 1, "colour": "production"}, {"op": "take_staff", "n": 1, "colour": "media"}
    )
    s.own("A", "AGX")
    wrong = rows(("AGX", "media", 2))
    assert s.refused("A", "apply_effect", tender="TX", placements=wrong) == "E_TOO_MANY"
    s.do("A", "apply_effect", tender="TX", placements=rows(("AGX", "media", 1), ("AGX", "production", 1)))
    assert s.state["staff"]["A"]["AGX"] == {"media": 1, "production": 1}
