"""Corrections, rulings and the end by the trainer's word (§ 3.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.conformance import play_record
from games.engine.refusal import Refusal
from games.titans.game import GAME
from tests.titans.playing import NAMES, Play, kit_with, rows
from tests.titans.test_totem import with_totem


def test_corrections_keep_money_and_cubes() -> None:
    s = Play("AB")
    s.own("A", "AG2")
    bank = s.state["bank"]
    assert s.refused("referee", "adjust", side="A", money=1, reason=" ") == "E_REASON"
    assert s.refused("referee", "adjust", side="A", money=1) == "E_REASON"
    assert s.refused("referee", "adjust", side="A", money=-66, reason="x") == "E_NEGATIVE"
    assert s.refused("referee", "adjust", side="A", score=-1, reason="x") == "E_NEGATIVE"
    assert s.refused("referee", "adjust", side="Z", money=1, reason="x") == "E_UNKNOWN"
    assert s.refused("referee", "adjust", money=1, reason="x") == "E_MISSING"
    s.give("A", money=3, score=2)
    assert (s.state["money"]["A"], s.state["score"]["A"], s.state["bank"]) == (68, 2, bank - 3)
    s.do("referee", "adjust", side="A", money=3, counterpart=False, reason="x")
    assert s.state["bank"] == bank - 3
    media = {"agency": "AG2", "colour": "media"}
    assert s.refused("referee", "adjust", side="A", staff=[{**media, "n": 4}], reason="x") == "E_CAPACITY"
    assert s.refused("referee", "adjust", side="A", staff=[{**media, "n": -1}], reason="x") in (
        "E_NEGATIVE",
        "E_CAPACITY",
    )
    s.do("referee", "adjust", side="A", staff=[{**media, "n": 2, "with": "reserve"}], reason="x")
    assert s.state["reserve"]["media"] == 0
    # the market is full: back to where they came from
    assert s.refused("referee", "adjust", side="A", staff=[{**media, "n": -1}], reason="x") == "E_CAPACITY"
    s.do("referee", "adjust", side="A", staff=[{**media, "n": -1, "with": "reserve"}], reason="x")
    assert s.state["staff"]["A"]["AG2"] == {"media": 1}


def test_any_field_may_be_corrected_with_its_counterpart() -> None:
    s = Play("AB", kit=kit_with(bank_total=300))
    refused = s.refused
    assert refused("referee", "adjust", field="money.A", by=5, reason="x") == "E_CONSERVATION"
    s.do("referee", "adjust", field="money.A", by=5, counterpart="money.B", reason="x")
    s.do("referee", "adjust", field="money.A", by=5, counterpart=True, reason="x")
    assert s.state["money"] == {"A": 75, "B": 60}
    assert refused("referee", "adjust", field="market.media", by=-1, reason="x") == "E_CONSERVATION"
    s.do("referee", "adjust", field="market.media", by=-1, counterpart="reserve.media", reason="x")
    s.do("referee", "adjust", field="decks.news", value=7, reason="x")
    s.do("referee", "adjust", field="first", value="B", reason="x")
    assert (s.state["decks"]["news"], s.state["first"]) == (7, "B")
    assert refused("referee", "adjust", field="нет", value=1, reason="x") == "E_UNKNOWN"
    s.put("titans.A", ["TT2"])
    assert refused("referee", "adjust", field="agency_slots.0", value="TT2", reason="x") == "E_CARD_USED"
    assert refused("referee", "adjust", field="titans.B", value=["TT2"], reason="x") == "E_CARD_USED"


def test_a_whole_position_is_typed_in_at_once() -> None:
    """common.md: a running table is taken over. The bank holds the rest of the money, cubes move between places."""
    s = Play("AB", kit=kit_with(bank_total=300))
    both = {"money.A": 30, "money.B": 80, "score.B": 4, "turn": 3}
    s.do("referee", "adjust", values=both, reason="стол уже играл")
    assert (s.state["money"], s.state["score"]["B"], s.state["turn"]) == ({"A": 30, "B": 80}, 4, 3)
    assert s.state["bank"] == 300 - 30 - 80
    assert s.refused("referee", "adjust", values={"money.A": 40, "bank": 500}, reason="x") == "E_CONSERVATION"
    assert s.refused("referee", "adjust", values={"money.A": 900}, reason="x") == "E_NEGATIVE"
    assert s.refused("referee", "adjust", values={"market.media": 0}, reason="x") == "E_CONSERVATION"
    media = s.state["market"]["media"]
    s.do(
        "referee",
        "adjust",
        values={"market.media": 0, "reserve.media": s.state["reserve"]["media"] + media},
        reason="x",
    )
    assert s.state["market"].get("media", 0) == 0


def test_a_correction_is_not_held_responsible_for_what_a_ruling_let_stand() -> None:
    record = {
        "kit": kit_with(bank_total=1000),
        "teams": [{"id": side, "name": NAMES[side]} for side in "AB"],
        "setup": {"first_side": "A", "agency_slots": ["AG1", "AG2", "AG3"]},
        "steps": [
            {"n": 1, "actor": "referee", "action": "reveal_actions", "params": {"actions": {"A": [2, 3], "B": [2, 3]}}},
            {"n": 2, "actor": "referee", "action": "adjust", "params": {"side": "A", "money": -60, "reason": "x"}},
            {
                "n": 3,
                "actor": "referee",
                "action": "overrule",
                "params": {"actor": "A", "action": "buy_card", "params": {"slot": 1}, "reason": "в долг"},
            },
            {"n": 4, "actor": "referee", "action": "adjust", "params": {"side": "B", "money": 1, "reason": "x"}},
            {"n": 5, "actor": "referee", "action": "adjust", "params": {"side": "A", "money": -1, "reason": "x"}},
            {"n": 6, "actor": "referee", "action": "adjust", "params": {"side": "A", "money": 7, "reason": "x"}},
        ],
    }
    lines = {line["n"]: line for line in play_record(GAME, record)}
    assert lines[3]["state"]["money"]["A"] == -7
    assert lines[4]["state"]["money"]["B"] == 66
    assert lines[5]["error"] == "E_NEGATIVE"
    assert lines[6]["state"]["money"]["A"] == 0


def test_a_mistyped_kit_is_corrected_like_a_move() -> None:
    s = Play("AB", agencies=("AG1", "AG2", "AG3"))
    s.actions(A=[2, 3], B=[2, 3])
    assert s.refused("referee", "fix_kit", path="agency_deck.AG1.price", value="много", reason="x") != ""
    s.do("referee", "fix_kit", path="agency_deck.AG1.price", value=14, reason="опечатка")
    s.do("A", "buy_card", slot=1, refill="AG4")
    assert s.state["money"]["A"] == 51
    # one cube more in the box than was typed: kit and table are corrected one after the other
    s.do("referee", "fix_kit", path="reserve.media", value=3, reason="пересчёт")
    s.give("B", money=1)
    s.do("referee", "adjust", field="reserve.media", by=1, reason="пересчёт")
    GAME.check(s.t)


def test_the_end_is_tested_anew_after_a_correction() -> None:
    s = Play("AB")
    s.give("A", score=30)
    s.at("combos")
    s.do("referee", "apply_combos")
    assert s.state["phase"] == "over"
    s.give("A", score=-1)
    assert s.state["phase"] == "refill"
    s.give("B", score=30)
    assert (s.state["phase"], s.state["winner"]) == ("over", ["B"])
    s.do("referee", "fix_option", path="target_score", value=40, reason="x")
    assert s.state["phase"] == "refill"


def test_the_trainer_may_stop_the_game() -> None:
    s = Play("AB")
    s.actions(A=[1, 4], B=[1, 4])
    s.do("A", "work")
    s.do("B", "work")
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1})
    assert s.refused("referee", "stop_game", reason="") == "E_REASON"
    s.give("A", score=1)
    s.do("referee", "stop_game", reason="время")
    assert (s.state["phase"], s.state["stopped"], s.state["winner"]) == ("over", True, ["A"])
    assert s.state["tender_slots"] == ["TN3", "TN4"]
    assert s.refused("A", "work") == "E_GAME_OVER"
    s.give("B", score=5)
    assert (s.state["phase"], s.state["winner"]) == ("over", ["B"])


def test_undo_and_rulings() -> None:
    steps = [
        {"n": 1, "actor": "referee", "action": "reveal_actions", "params": {"actions": {"A": [1, 2], "B": [1, 2]}}},
        {"n": 2, "actor": "A", "action": "work"},
        {"n": 3, "actor": "referee", "action": "undo"},
        {"n": 4, "actor": "referee", "action": "undo", "params": {"n": 99}},
        {
            "n": 5,
            "actor": "referee",
            "action": "overrule",
            "params": {"actor": "B", "action": "work", "codes": ["E_NOT_YOUR_STEP"], "reason": "так решили"},
        },
        {"n": 6, "actor": "A", "action": "work"},
    ]
    record = {
        "kit": kit_with(bank_total=1000),
        "teams": [{"id": side, "name": NAMES[side]} for side in "AB"],
        "setup": {"first_side": "A"},
        "steps": steps,
    }
    lines = {line["n"]: line for line in play_record(GAME, record)}
    assert lines[3]["state"]["money"] == {"A": 65, "B": 65}
    assert lines[4]["error"] == "E_UNDO_UNKNOWN"
    assert lines[5]["state"]["money"] == {"A": 65, "B": 80}
    assert (lines[6]["state"]["phase"], lines[6]["state"]["queue"]) == ("act2", ["A", "B"])


def test_a_cell_that_holds_nobody_is_corrected_like_any_other() -> None:
    s = Play("AB")
    s.own("A", AG1={"creative": 1})
    cell, other = "staff.A.AG1.strategy", "market.strategy"
    s.do("referee", "adjust", field=cell, by=1, counterpart=other, reason="x")
    assert (s.state["staff"]["A"]["AG1"], s.state["market"]["strategy"]) == ({"creative": 1, "strategy": 1}, 2)
    s.do("referee", "adjust", field=other, by=1, counterpart=cell, reason="x")
    assert s.state["staff"]["A"]["AG1"] == {"creative": 1}
    s.do("referee", "adjust", field=cell, value=1, counterpart=other, reason="x")
    assert s.state["staff"]["A"]["AG1"] == {"creative": 1, "strategy": 1}
    refused = s.refused
    assert refused("referee", "adjust", field=cell, by=1, counterpart=other, reason="x") == "E_CAPACITY"
    assert refused("referee", "adjust", field="staff.A.AG2.media", by=1, reason="x") == "E_UNKNOWN"
    assert refused("referee", "adjust", field="staff.A.AG1.pink", by=1, reason="x") == "E_UNKNOWN"


def test_one_side_may_give_another_what_it_is_corrected_by() -> None:
    s = Play("AB", kit=kit_with(bank_total=300))
    s.do("referee", "adjust", side="A", money=5, counterpart="money.B", reason="x")
    assert (s.state["money"], s.state["bank"]) == ({"A": 70, "B": 60}, 170)
    s.do("referee", "adjust", side="A", money=-5, counterpart="B", reason="x")
    s.do("referee", "adjust", side="A", money=5, counterpart="bank", reason="x")
    assert (s.state["money"], s.state["bank"]) == ({"A": 70, "B": 65}, 165)
    assert s.refused("referee", "adjust", side="A", money=66, counterpart="money.B", reason="x") == "E_NEGATIVE"
    assert s.refused("referee", "adjust", side="A", money=1, counterpart="money.Q", reason="x") == "E_UNKNOWN"
    s.give("B", score=3)
    s.do("referee", "adjust", side="A", score=2, counterpart="score.B", reason="x")
    assert s.state["score"] == {"A": 2, "B": 1}


@pytest.mark.clause("T-141")
def test_a_ruling_may_take_from_the_market_what_stands_there() -> None:
    s = with_totem({"op": "take_staff", "n": 4})
    s.put("agency_slots", [None, None, None])
    s.own("A", "AG1")
    ruling = frozenset({"E_MARKET_EMPTY"})
    blue = {"totem": "TMX", "placements": rows(("AG1", "creative", 2))}  # one in the reserve, which has others too
    assert s.refused("A", "use_totem", **blue) == "E_MARKET_EMPTY"
    after, _step = GAME.attempt(s.t, 1, "A", "use_totem", blue, ruling)
    assert (after.state.reserve["creative"], after.state.market["creative"]) == (0, 3)
    s.own("B", AG2={"creative": 1}, AG4={"creative": 1}, AG5={"creative": 2})  # all that stood there
    with pytest.raises(Refusal) as refused:
        GAME.attempt(s.t, 1, "A", "use_totem", blue, ruling)
    assert refused.value.code == "E_MARKET_EMPTY"


UNKNOWN: list[tuple[str, Any]] = [
    ("first", "Q"),
    ("queue", ["Q"]),
    ("losers", ["Q"]),
    ("phase", "zzz"),
    ("agency_slots.0", "XX"),
    ("tender_slots.0", "XX"),
    ("staff.A", {"XX": {}}),
    ("titans.A", ["XX"]),
    ("tenders_todo.A", ["XX"]),
    ("tenders_done.A", {"XX": "face_up"}),
    ("tenders_done.A", {"TN1": "zzz"}),
    ("totem.A", "used:XX"),
]


@pytest.mark.parametrize(("field", "value"), UNKNOWN)
def test_a_correction_names_only_what_there_is(field: str, value: Any) -> None:
    s = Play("AB")
    assert s.refused("referee", "adjust", field=field, value=value, reason="x") == "E_UNKNOWN"


def test_a_colour_left_out_of_market_and_reserve_is_none_of_it() -> None:
    s = Play("AB")
    refused = s.refused
    assert refused("referee", "adjust", field="reserve", value={"media": 2}, reason="x") == "E_CONSERVATION"
    market = {"creative": 4, "production": 3, "strategy": 4, "media": 4}
    reserve = {"creative": 1, "production": 1, "media": 2}
    assert refused("referee", "adjust", values={"reserve": reserve}, reason="x") == "E_CONSERVATION"
    s.own("A", "AG1")
    values = {"reserve": reserve, "staff.A": {"AG1": {"strategy": 1}}}
    s.do("referee", "adjust", values=values, reason="x")
    assert s.state["reserve"].get("strategy", 0) == 0
    assert refused("referee", "adjust", values={"market": market}, reason="x") == "E_CAPACITY"


def test_a_tender_taken_off_the_table_is_not_bid_for() -> None:
    s = Play("AB")
    s.actions(A=[1, 4], B=[1, 4])
    s.do("A", "work")
    s.do("B", "work")
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1})
    s.put("tender_slots.0", None)
    assert s.refused("referee", "reveal_bids", slot=1, bids={"A": 20, "B": 22}) == "E_SLOT_EMPTY"


@pytest.mark.clause("T-004", "T-013")
def test_the_bank_gets_and_loses_its_limit_from_here_on() -> None:
    s = Play("AB", kit=kit_with(bank_total=300))
    s.actions(A=[1, 2], B=[1, 2])
    s.do("referee", "fix_option", path="bank", value="unlimited", reason="x")
    assert s.state["bank"] is None
    s.do("A", "work")
    s.do("referee", "fix_option", path="bank", value="finite", reason="x")
    assert s.state["bank"] == 300 - 65 - 80
    s = Play("AB", kit=kit_with(bank_total=140), bank="unlimited")
    s.actions(A=[1, 2], B=[1, 2])
    s.do("A", "work")
    assert s.refused("referee", "fix_option", path="bank", value="finite", reason="x") == "E_NEGATIVE"


def test_a_corrected_card_is_in_one_place() -> None:
    """§ 2.1: slots hold no card that is also owned; cards that were seen turn up no more."""
    s = Play("AB", tenders=("TN3", "TN4"))
    refused = s.refused
    assert refused("referee", "adjust", field="tender_slots.0", value="TN4", reason="x") == "E_CARD_USED"
    assert refused("referee", "adjust", field="tenders_todo.A", value=["TN4"], reason="x") == "E_CARD_USED"
    s.put("tenders_done.A", {"TN1": "flipped"})
    assert refused("referee", "adjust", field="tender_slots.0", value="TN1", reason="x") == "E_CARD_USED"
    s.do("A", "use_totem", totem="TM1")
    assert refused("referee", "adjust", field="totem.B", value="used:TM1", reason="x") == "E_CARD_USED"
    s.put("totem.A", "held")
    assert refused("B", "use_totem", totem="TM1") == ""
    s.do("A", "use_totem", totem="TM1")


@pytest.mark.clause("T-070")
def test_a_card_that_a_correction_laid_out_is_not_drawn_again() -> None:
    s = Play("AB", agencies=("AG1", "AG2", "TT2"))
    s.put("agency_slots.0", "AG3")
    s.actions(A=[2, 3], B=[2, 3])
    assert s.refused("A", "buy_card", slot=2, refill="AG3") == "E_CARD_USED"
    s.do("A", "buy_card", slot=2, refill="AG1")  # it never lay in the slot
