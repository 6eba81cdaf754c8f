"""Box, aim and set-up (T-001 to T-026), teams (T-160 to T-163)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.engine.conformance import origin_of
from games.engine.refusal import Refusal
from games.engine.replay import opening
from games.engine.table import Team
from games.titans.game import GAME
from games.titans.state import TitansTable
from tests.titans.playing import TINY, Play, kit_with


def seated(seats: list[Team], /, setup: dict[str, Any] | None = None, **options: Any) -> TitansTable:
    kit = GAME.sample()
    record = {"options": options, "teams": [], "setup": setup if setup is not None else {"first_side": "A"}}
    origin = origin_of(GAME, record)
    table: TitansTable = GAME.start(kit, origin.options, seats, origin.setup)
    return table


def refusal_of(seats: list[Team], /, setup: dict[str, Any] | None = None, **options: Any) -> str:
    with pytest.raises(Refusal) as found:
        seated(seats, setup, **options)
    return found.value.code


def sides(count: int) -> list[Team]:
    return [Team("ABVGD"[at], f"Сторона {at}") for at in range(count)]


@pytest.mark.clause("T-001", "T-011", "T-160")
def test_two_to_four_sides_with_different_names() -> None:
    for count in (2, 3, 4):
        assert len(seated(sides(count)).teams) == count
    assert refusal_of(sides(5)) == "E_SIDES"
    assert refusal_of(sides(1)) == "E_SIDES"
    assert refusal_of([Team("A", "Аня"), Team("B", "аня ")]) == "E_SIDES"
    assert refusal_of([Team("A", "Аня"), Team("A", "Боря")]) == "E_SIDES"
    assert "teams of two or three" in GAME.message(Refusal("E_SIDES"))


@pytest.mark.clause("T-009")
def test_each_side_has_its_own_colour() -> None:
    assert refusal_of([Team("A", "Аня", colour=2), Team("B", "Боря", colour=2)]) == "E_COLOUR_TAKEN"
    assert seated([Team("A", "Аня", colour=1), Team("B", "Боря", colour=2)]).teams[1].colour == 2


@pytest.mark.clause("T-160", "T-162", "T-163")
def test_a_team_is_one_side_with_the_set_of_one_player() -> None:
    members = {side: ["Один", "Два", "Три"] for side in "ABVG"}
    t = seated(sides(4), None, **{"teams": members})
    assert t.state.money == {"A": 65, "B": 65, "V": 65, "G": 65}
    assert set(t.state.totem.values()) == {"held"}


@pytest.mark.clause("T-002", "T-024", "T-025", "T-017", "T-021", "T-022", "T-023")
def test_counters_after_set_up() -> None:  # V-03
    kit = GAME.sample()
    setup = {"first_side": "A", "agency_slots": ["AG1", "TT2", "AG3"], "tender_slots": ["TN1", "TN2"]}
    for count, boxed in ((2, 7), (3, 6), (4, 5)):
        t = seated(sides(count), setup)
        assert t.state.decks == {"agency": 39, "tender": 27, "news": 39, "consequence": 13}
        assert t.state.boxed_totems == boxed
    t = seated(sides(2), {"first_side": "A"})
    assert t.state.decks["agency"] == len(kit.agency_deck) == 42


@pytest.mark.clause("T-003", "T-018", "T-019", "T-020")
def test_supply() -> None:  # V-01
    t = seated(sides(3))
    assert t.state.market == {"creative": 18, "production": 16, "strategy": 10, "media": 10}
    assert sum(t.state.market.values()) == 54
    assert sum(t.state.reserve.values()) == 101 - 54
    assert sum(t.kit.stock.values()) == 101


@pytest.mark.clause("T-012")
def test_start_money() -> None:  # V-02
    for count, handed_out in ((2, 130), (3, 195), (4, 260)):
        t = seated(sides(count))
        assert set(t.state.money.values()) == {65}
        assert sum(t.state.money.values()) == handed_out


@pytest.mark.clause("T-013")
def test_the_rest_of_the_money_is_the_bank() -> None:
    t = opening(
        GAME,
        origin_of(GAME, {"kit": TINY, "teams": [{"id": s, "name": s} for s in "ABV"], "setup": {"first_side": "A"}}),
    )
    assert t.state.bank == 220 - 195


@pytest.mark.clause("T-004")
def test_without_a_total_the_bank_has_no_limit() -> None:
    kit = {key: value for key, value in TINY.items() if key != "bank_total"}
    s = Play(kit=kit)
    assert s.state["bank"] is None
    assert Play(kit=kit, bank="finite").state["bank"] is None  # nobody knows where it would end
    s.actions(A=[1, 2], B=[1, 2], V=[1, 2])
    s.do("A", "work")
    assert s.state["money"]["A"] == 80
    assert Play(kit=kit_with(bank_total=500), bank="unlimited").state["bank"] is None
    short = {
        "kit": kit_with(bank_total=100),
        "teams": [{"id": s, "name": s} for s in "AB"],
        "setup": {"first_side": "A"},
    }
    with pytest.raises(Refusal) as found:
        opening(GAME, origin_of(GAME, short))
    assert found.value.code == "E_SETUP"


@pytest.mark.clause("T-014", "T-015", "T-016")
def test_pawns_on_the_start_and_unknown_totems() -> None:
    s = Play()
    assert s.state["score"] == {"A": 0, "B": 0, "V": 0}
    assert s.state["totem"] == {"A": "held", "B": "held", "V": "held"}
    everything = json.dumps([GAME.summary(s.t), GAME.view(s.t, "A"), GAME.view(s.t, "screen")])
    assert not any(totem in everything for totem in ("TM1", "TM2", "TM3"))


@pytest.mark.clause("T-005", "T-026", "T-062")
def test_the_youngest_begins() -> None:
    s = Play(first="B")
    s.actions(A=[1, 2], B=[1, 2], V=[1, 2])
    assert s.state["queue"] == ["B", "V", "A"]
    assert refusal_of(sides(2), {}) == "E_NOT_ALL_IN"
    assert refusal_of(sides(2), {"first_side": "Z"}) == "E_UNKNOWN"


@pytest.mark.clause("T-024", "T-025")
def test_open_cards_are_different_and_known() -> None:
    start = {"first_side": "A"}
    assert refusal_of(sides(2), {**start, "agency_slots": ["AG1", "AG1"]}) == "E_CARD_USED"
    assert refusal_of(sides(2), {**start, "tender_slots": ["TN1", "TN1"]}) == "E_CARD_USED"
    assert refusal_of(sides(2), {**start, "agency_slots": ["AG99"]}) == "E_UNKNOWN"
    assert refusal_of(sides(2), {**start, "tender_slots": ["TN1", "TN2", "TN3"]}) == "E_BAD_SLOT"


@pytest.mark.clause("T-024", "T-025")
def test_open_cards_may_be_keyed_at_the_table() -> None:
    s = Play(agencies=("AG1", None, "TT1"), tenders=())
    s.do("referee", "refill_agency", slot=2, card="AG2")
    s.do("referee", "refill_tender", slot=1, card="TN1")
    assert s.state["agency_slots"] == ["AG1", "AG2", "TT1"]
    assert s.state["tender_slots"] == ["TN1", None]
    assert s.state["decks"]["agency"] == 8 - 3
    assert s.refused("referee", "refill_agency", slot=2, card="AG3") == "E_SLOT_FULL"
    assert s.refused("referee", "refill_tender", slot=2, card="TN1") == "E_CARD_USED"


@pytest.mark.clause("T-006", "T-056")
def test_the_action_cards_are_one_to_four() -> None:
    s = Play("AB")
    assert s.refused("referee", "reveal_actions", actions={"A": [4, 5], "B": [1, 2]}) == "E_TWO_DIFFERENT"
    assert s.refused("referee", "reveal_actions", actions={"A": [0, 1], "B": [1, 2]}) == "E_TWO_DIFFERENT"
    s.actions(A=[1, 2], B=[3, 4])
    assert s.state["actions"] == {"A": [1, 2], "B": [3, 4]}


@pytest.mark.clause("T-156")
def test_all_combinations_of_the_extra_rules() -> None:
    for second in (False, True):
        for long in (False, True):
            for salary in (False, True):
                t = seated(sides(2), second_totem=second, long_game=long, salary=salary)
                assert (t.options.second_totem, t.options.long_game, t.options.salary) == (second, long, salary)


def test_a_card_that_is_not_in_the_kit_is_typed_at_set_up() -> None:
    """§ 4.1 and common.md: it belongs to the kit of this session, may be bought, and turns up once."""
    company = {"kind": "agency", "name": "Новое", "price": 5, "spec": "media", "cells": {"media": 2}}
    setup = {"first_side": "A", "agency_slots": [company, "AG1", "AG2"], "tender_slots": [{"name": "Т", "cost": 4}]}
    t = seated(sides(2), setup)
    assert (t.state.agency_slots, t.state.tender_slots) == (["agency-1", "AG1", "AG2"], ["tender-1", None])
    assert (t.kit.agency_deck["agency-1"].name, t.kit.tender_deck["tender-1"].cost) == ("Новое", 4)
    assert t.kit.source["agency_deck.agency-1"] == "box"
    steps: list[tuple[str, str, dict[str, Any]]] = [
        ("referee", "reveal_actions", {"actions": {"A": [2, 3], "B": [2, 3]}}),
        ("A", "buy_card", {"slot": 1}),
    ]
    for n, (actor, action, params) in enumerate(steps, 1):
        t, _step = GAME.attempt(t, n, actor, action, params)
    assert t.state.money["A"] == 60
    stored = msgspec.json.encode(origin_of(GAME, {"teams": [], "setup": setup}).setup)
    assert seated(sides(2), json.loads(stored)).state.agency_slots == ["agency-1", "AG1", "AG2"]
    twice = {**company, "id": "AG77"}
    assert refusal_of(sides(2), {"first_side": "A", "agency_slots": [twice, twice]}) == "E_CARD_USED"
