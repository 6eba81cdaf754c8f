"""Combinations of agencies (T-134 to T-139), the end of the game (T-146 to T-151), extra rules (T-157 to T-159)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.titans.playing import Play, codes, kit_with, rows

COLOURS = ("creative", "production", "strategy", "media")
CARDS = [
    {
        "id": f"{colour}{at}",
        "kind": "agency",
        "name": f"{colour} {at}",
        "price": 1,
        "spec": colour,
        "cells": {colour: 1},
    }
    for colour in COLOURS
    for at in range(5)
]


def with_agencies(*counts: int, sides: str = "AB", **options: Any) -> Play:
    """Return a table in the combos where Аня owns so many agencies of each specialisation."""
    s = Play(sides, kit=kit_with(bank_total=1000, agency_deck=CARDS), **options)
    s.own("A", *[f"{colour}{at}" for colour, n in zip(COLOURS, counts, strict=True) for at in range(n)])
    s.at("combos")
    return s


def reward(s: Play, **params: Any) -> tuple[int, int, int]:
    """Return (points, money, free staff) that the combos bring Аня."""
    before = s.state
    s.do("referee", "apply_combos", **params)
    free = sum(sum(duty["owed"].values()) for duty in s.state["pending"])
    return s.state["score"]["A"], s.state["money"]["A"] - before["money"]["A"], free


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((2, 0, 0, 0), (1, 0, 0)),
        ((0, 0, 0, 3), (1, 5, 0)),
        ((0, 0, 4, 0), (2, 0, 0)),
        ((0, 5, 0, 0), (2, 0, 0)),
        ((1, 1, 1, 1), (0, 0, 3)),
        ((2, 0, 0, 2), (2, 0, 0)),
        ((2, 1, 1, 1), (1, 0, 3)),
        ((1, 0, 0, 0), (0, 0, 0)),
    ],
)
@pytest.mark.clause("T-136", "T-137", "T-138", "T-139", "T-134")
def test_rewards(counts: tuple[int, ...], expected: tuple[int, int, int]) -> None:  # V-38
    assert reward(with_agencies(*counts)) == expected


@pytest.mark.clause("T-135")
def test_every_turn_again_or_once_by_option() -> None:  # A-61, amendment 10
    for combos, points in (("every_turn", 2), ("once", 1)):
        s = with_agencies(2, 0, 0, 0, combos=combos)
        s.do("referee", "apply_combos")
        s.do("referee", "end_turn")
        s.at("combos")
        s.do("referee", "apply_combos")
        assert s.state["score"]["A"] == points
        s.do("referee", "end_turn")
        s.own("A", "creative4")
        s.at("combos")
        s.do("referee", "apply_combos")
        assert s.state["score"]["A"] == points + 1  # three equal ones are a new combo


def test_levels_may_add_up() -> None:
    assert reward(with_agencies(0, 0, 0, 3, combo_levels="cumulative")) == (2, 5, 0)
    assert reward(with_agencies(0, 0, 4, 0, combo_levels="cumulative")) == (4, 5, 0)


def test_what_was_rewarded_is_known_when_the_option_is_corrected() -> None:  # amendment 10
    s = with_agencies(2, 0, 0, 0)
    s.do("referee", "apply_combos")
    s.do("referee", "fix_option", path="combos", value="once", reason="x")
    s.at("combos")
    s.do("referee", "apply_combos")
    assert s.state["score"]["A"] == 1


def test_each_level_once_adds_up_without_paying_the_pair_again() -> None:
    s = with_agencies(2, 0, 0, 0, combos="once", combo_levels="cumulative")
    s.do("referee", "apply_combos")
    assert (s.state["score"]["A"], s.state["money"]["A"]) == (1, 65)
    s.do("referee", "end_turn")
    s.own("A", "creative4")
    s.at("combos")
    s.do("referee", "apply_combos")
    assert (s.state["score"]["A"], s.state["money"]["A"]) == (2, 70)


def test_an_agency_may_count_once_only() -> None:
    assert reward(with_agencies(2, 1, 1, 1, combo_overlap=False)) == (1, 0, 0)
    assert reward(with_agencies(2, 1, 1, 1, combo_overlap=False), first={"A": "different"}) == (0, 0, 3)
    assert reward(with_agencies(3, 1, 1, 1, combo_overlap=False)) == (1, 0, 3)
    assert reward(with_agencies(3, 1, 1, 1, combo_overlap=False), first={"A": "equal"}) == (1, 5, 0)
    s = with_agencies(2, 1, 1, 1, combo_overlap=False)
    assert s.refused("referee", "apply_combos", first={"Z": "equal"}) == "E_UNKNOWN"


@pytest.mark.clause("T-134")
def test_agencies_without_an_icon_and_titans_count_for_nothing() -> None:
    titan = {"id": "TTX", "kind": "titan", "name": "Т", "price": 1, "spec": "creative", "skills": {"media": 1}}
    plain = {"id": "AGP", "kind": "agency", "name": "Без значка", "price": 1, "cells": {"media": 1}}
    for option, points in ((False, 0), (True, 1)):
        kit = kit_with(bank_total=1000, agency_deck=[*CARDS, titan, plain])
        s = Play("AB", kit=kit, titans_as_agencies=option)
        s.own("A", "creative0", "AGP")
        s.put("titans.A", ["TTX"])
        s.at("combos")
        assert reward(s) == (points, 0, 0)


@pytest.mark.clause("T-139", "T-140", "T-142")
def test_three_free_employees_of_any_colour_are_placed() -> None:
    s = with_agencies(1, 1, 1, 1)
    money = s.state["money"]["A"]
    s.do("referee", "apply_combos")
    assert (s.state["phase"], s.state["queue"]) == ("combos_staff", ["A"])
    assert s.refused("referee", "end_turn") == "E_PHASE"
    s.do(
        "A",
        "place_staff",
        placements=rows(("creative0", "creative", 1), ("media0", "media", 1), ("strategy0", "strategy", 1)),
    )
    assert s.state["phase"] == "refill"
    assert s.state["money"]["A"] == money


def test_a_short_bank_pays_combos_clockwise() -> None:
    s = Play("AB", kit=kit_with(bank_total=137, agency_deck=CARDS))
    s.own("A", "media0", "media1", "media2")
    s.own("B", "creative0", "creative1", "creative2")
    s.at("combos")
    s.do("referee", "apply_combos")
    assert s.state["money"] == {"A": 70, "B": 67}


# ---- the end ----------------------------------------------------------------------------------------


@pytest.mark.clause("T-007", "T-146", "T-147", "T-148")
def test_the_first_to_the_target_does_not_win_by_that() -> None:  # V-41, V-54
    tenders = [{"id": f"TX{at}", "name": "Т", "cost": 1, "req": {}, "profit": 0} for at in range(3)]
    s = Play("AB", kit=kit_with(bank_total=1000, tender_deck=tenders))
    s.give("A", score=29)
    s.give("B", score=27)
    s.put("tenders_todo.A", ["TX0"])
    s.put("tenders_todo.B", ["TX1", "TX2"])
    s.at("fulfil", "A", "B")
    assert s.state["last_turn"] is False
    step = s.do("A", "fulfil", tender="TX0")
    assert codes(step) == ["N_LAST_TURN"]
    assert s.state["last_turn"] is True
    s.do("A", "step_done")
    s.do("B", "fulfil", tender="TX1")
    s.do("B", "fulfil", tender="TX2")
    s.do("B", "step_done")
    s.do("A", "step_done")
    assert "N_TOTEMS_UNUSED" in codes(s.do("B", "step_done"))
    s.do("referee", "apply_combos")
    assert s.state["score"] == {"A": 32, "B": 33}
    assert (s.state["phase"], s.state["winner"]) == ("over", ["B"])
    assert s.refused("referee", "end_turn") == "E_GAME_OVER"
    assert s.refused("A", "use_totem", totem="TM1") == "E_GAME_OVER"


@pytest.mark.parametrize(
    ("change", "winner"),
    [
        ({"tenders": ("A", "B")}, ["B"]),
        ({"agencies": True}, ["A"]),
        ({"money": True}, ["A"]),
        ({}, ["A", "B"]),
    ],
)
@pytest.mark.clause("T-149", "T-150", "T-151")
def test_ties(change: dict[str, Any], winner: list[str]) -> None:  # V-42 to V-45
    s = with_agencies(1, 0, 1, 0)
    s.own("B", "production0", "media0")
    for side in "AB":
        s.give(side, score=31)
        s.know("tender", *(f"{side}{at}" for at in range(6)))
        s.put(f"tenders_done.{side}", {f"{side}{at}": "flipped" for at in range(5)})
    if "tenders" in change:
        s.put("tenders_done.B", {f"B{at}": "flipped" for at in range(6)})
        s.own("A", "production4")
    if "agencies" in change:
        s.own("A", "production4")
        s.give("B", money=30)
    if "money" in change:
        s.give("A", money=1)
    s.at("combos")
    s.do("referee", "apply_combos")
    assert (s.state["phase"], s.state["winner"]) == ("over", winner)


@pytest.mark.clause("T-146", "T-029")
def test_the_target_is_an_option_and_reached_exactly() -> None:
    for score, phase in ((7, "refill"), (8, "over")):
        s = with_agencies(0, 0, 0, 0, target_score=8)
        s.give("B", score=score)
        s.do("referee", "apply_combos")
        assert s.state["phase"] == phase


@pytest.mark.clause("T-158")
def test_the_long_game() -> None:  # V-48, A-71
    for scores, over in (((30, 12, 10), False), ((33, 31, 14), True)):
        s = with_agencies(0, 0, 0, 0, sides="ABV", long_game=True)
        for side, score in zip("ABV", scores, strict=True):
            s.give(side, score=score)
        assert s.state["last_turn"] is over
        s.do("referee", "apply_combos")
        assert (s.state["phase"] == "over") is over


def test_places_in_the_long_game_by_the_turn_of_finishing() -> None:
    for rank, winner in (("final_score", ["B"]), ("finish_order", ["A"])):
        s = with_agencies(0, 0, 0, 0, sides="ABV", long_game=True, long_rank=rank)
        s.give("A", score=30)
        s.do("referee", "apply_combos")
        s.do("referee", "end_turn")
        s.give("B", score=40)
        s.at("combos")
        s.do("referee", "apply_combos")
        assert (s.state["phase"], s.state["winner"]) == ("over", winner)


def test_points_in_the_clean_up_end_the_game_too() -> None:  # amendment 7
    s = with_agencies(0, 0, 0, 0)
    s.give("A", score=29)
    s.do("referee", "apply_combos")
    assert s.state["phase"] == "refill"
    s.do("A", "use_totem", totem="TM2")
    assert (s.state["phase"], s.state["winner"]) == ("over", ["A"])


# ---- extra rules ------------------------------------------------------------------------------------


@pytest.mark.clause("T-159")
def test_salary() -> None:  # V-47
    s = Play("ABV", kit=kit_with(bank_total=1000, agency_deck=CARDS), salary=True)
    for side in "AB":
        s.own(side, *[f"{colour}{'AB'.index(side)}" for colour in COLOURS[:3]], f"creative{2 + 'AB'.index(side)}")
    s.put("titans.A", ["TT2"])
    s.add_titan("TT8")
    s.add_titan("TT9")
    s.put("titans.V", ["TT8", "TT9"])
    for side, money in (("A", 50), ("B", 10), ("V", 50)):
        s.give(side, money=money - 65)
    s.at("salary")
    s.do("referee", "salary")
    assert s.state["money"] == {"A": 38, "B": 0, "V": 50}
    assert s.state["phase"] == "refill"
    s = with_agencies(1, 0, 0, 0)
    s.do("referee", "apply_combos")
    assert s.refused("referee", "salary") == "E_PHASE"


@pytest.mark.clause("T-157")
def test_second_totem() -> None:  # V-46, A-68, A-69
    kit = kit_with(bank_total=1000, deck_sizes={"totems": 9})
    s = Play("AB", kit=kit, second_totem=True, salary=True)
    s.give("A", money=-35)
    s.give("B", money=-36)
    s.at("combos")
    s.do("referee", "apply_combos")
    s.do("referee", "salary")  # first the salary
    assert s.state["phase"] == "second_totem"
    assert s.refused("A", "step_done") == "E_PHASE"
    s.do("A", "buy_second_totem")
    assert s.state["money"]["A"] == 0
    assert s.state["second_totem"] == {"A": "held"}
    assert s.state["boxed_totems"] == 9 - 2 - 1
    assert s.refused("A", "buy_second_totem") == "E_TOTEM_LIMIT"
    assert s.refused("referee", "buy_second_totem", side="B") == "E_NO_MONEY"
    assert s.refused("referee", "buy_second_totem", side="Z") == "E_UNKNOWN"
    s.do("referee", "buy_second_totem", nobody=True)
    assert s.state["phase"] == "refill"


@pytest.mark.clause("T-157", "T-152", "T-155")
def test_two_totems_are_used_one_after_the_other() -> None:
    s = Play("AB", kit=kit_with(bank_total=1000, deck_sizes={"totems": 9}), second_totem=True)
    s.at("second_totem")
    s.do("A", "buy_second_totem")
    s.do("A", "use_totem", totem="TM1")
    s.do("A", "use_totem", totem="TM2")
    assert s.refused("A", "use_totem", totem="TM3") == "E_TOTEM_USED"
    assert s.refused("B", "use_totem", totem="TM1") == "E_CARD_USED"
    assert (s.state["totem"]["A"], s.state["second_totem"]["A"]) == ("used:TM1", "used:TM2")
