"""Corrections: any field of the table, an option, a value of the kit (common.md; amendment 1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.table import Step
from games.market.game import GAME
from tests.market.playing import AGENCY, DEAL, EXCHANGE, SURPRISE, Play

A, B, C = "p1", "p2", "p3"
REFEREE = "referee"


def adjust(game: Play, field: str, value: Any = None, **more: Any) -> Step:
    """Set a field by hand."""
    return game.do(REFEREE, "adjust", field=field, value=value, reason="lay wrong", **more)


def refused(game: Play, field: str, value: Any = None, **more: Any) -> str:
    """Return the code a correction is refused with."""
    return game.refused(REFEREE, "adjust", field=field, value=value, reason="lay wrong", **more)


def note(number: int, borrower: str, lender: str) -> dict[str, Any]:
    """A note as the table shows it (appendix): the turn of its issue is no part of that."""
    return {"id": number, "borrower": borrower, "lender": lender, "amount": 20000, "percent": 10, "total": 22000,
            "due_turn": 10}  # fmt: skip


# ---- the end, decided anew ----------------------------------------------------------------------


def ended(count: int = 3, **options: Any) -> Play:
    """A game that p1 has ended by his first enterprise."""
    lying = {"2": {"product": "bread", "cards": ["equipment", "materials"]}}
    game = Play(count, None, **{"enterprises_to_end": 1} | options).at(A, AGENCY, plots={"2": A}, progress=lying)
    game.do(A, "buy_card", plot=2, kind="personnel")
    assert game.phase == "final"
    return game


@pytest.mark.clause("M-178")
def test_a_corrected_number_of_enterprises_takes_the_end_back() -> None:
    """common.md: after a correction the end of the game is computed anew, both ways."""
    game = ended()
    game.do(REFEREE, "fix_option", path="enterprises_to_end", value=3, reason="agreed so")
    assert game.phase == "done"
    assert game.refused(REFEREE, "final_settlement") == "E_NOT_FINAL"
    game.do(A, "end_turn")
    assert (game.seen["current"], game.phase) == (B, "pre_roll")
    game.do(REFEREE, "fix_option", path="enterprises_to_end", value=1, reason="no, one")
    assert game.phase == "final"
    game.do(REFEREE, "fix_option", path="enterprises_to_end", value=2, reason="no, two")
    assert game.phase == "pre_roll", "p2 has not rolled"
    game = ended()
    adjust(game, "enterprises.p1", [])
    assert (game.phase, game.t.state.trigger) == ("done", "")


@pytest.mark.clause("M-179", "M-178")
def test_the_bonus_goes_to_who_ended_the_game_by_the_corrected_table() -> None:
    game = ended()
    adjust(game, "enterprises", {B: 1})
    assert (game.phase, game.t.state.trigger) == ("final", B)
    assert ("bank", B, 200000, "bonus") in game.paid(REFEREE, "final_settlement")


@pytest.mark.clause("M-177", "M-178")
def test_one_survivor_ends_the_game_and_a_second_one_opens_it() -> None:
    """A-51."""
    game = Play(2).turn(A)
    adjust(game, "bankrupt", [B])
    assert game.phase == "final"
    adjust(game, "bankrupt", [])
    assert (game.phase, game.seen["current"]) == ("pre_roll", A)
    game = Play(2).at(A, SURPRISE, cash={A: 500})
    game.do(A, "draw_surprise", card=5)
    game.do(A, "declare_bankrupt")
    adjust(game, "bankrupt", [])
    game.do(A, "end_turn")
    assert game.seen["current"] == B


def test_an_end_set_by_hand_stands() -> None:
    game = Play()
    adjust(game, "phase", "final")
    adjust(game, "cash.p1", by=100)
    assert (game.phase, game.t.state.trigger) == ("final", "")
    game = ended()
    adjust(game, "trigger", C)
    adjust(game, "cash.p1", by=100)
    assert game.t.state.trigger == C


def test_a_last_round_that_is_over_stands() -> None:
    """§ 7, time_limit_min."""
    game = Play(2, time_limit_min=60).at(B, EXCHANGE)
    game.do(REFEREE, "last_round")
    game.do(B, "end_turn")
    assert game.phase == "final"
    adjust(game, "bankrupt", [B])
    adjust(game, "bankrupt", [])
    assert game.phase == "final"
    game.do(REFEREE, "final_settlement")
    game.do(REFEREE, "fix_option", path="enterprises_to_end", value=1, reason="agreed so")
    assert game.phase == "finished", "the results are counted"


# ---- the kit ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("path", [], "E_BAD_KIT"),
        ("plots", {}, "E_BAD_KIT"),
        ("plots.2.price", -5, "E_BAD_KIT"),
        ("plots.2.price", 60050, "E_BAD_KIT"),
        ("products", {}, "E_BAD_KIT"),
        ("products", {"soap": {"materials": 100, "equipment": 100, "personnel": 100, "output": 100}}, "E_UNKNOWN"),
        ("companies.trade.shares", 1, "E_CONSERVATION"),
        ("companies.trade.shares", 2, ""),
        ("plots.2.price", 60000, ""),
    ],
)
def test_a_corrected_kit_is_one_that_a_game_can_be_played_with(path: str, value: Any, code: str) -> None:
    """§ 4.3; common.md: what would appear from nowhere is refused."""
    lying = {"2": {"product": "bread", "cards": []}}
    game = Play().at(A, DEAL, plots={"2": A}, progress=lying, shares={"trade": {B: 2}})
    assert game.refused(REFEREE, "fix_kit", path=path, value=value, reason="misread") == code


def test_what_a_ruling_left_in_the_kit_does_not_stop_a_correction() -> None:
    game = Play().at(A, SURPRISE)
    allowed = frozenset({"E_AMOUNT"})
    game.t, _step = GAME.attempt(game.t, 1, A, "draw_surprise", {"card": 9, "amount": 150}, allowed)
    assert game.refused(REFEREE, "fix_kit", path="plots.2.price", value=60000, reason="misread") == ""


# ---- names and counts ---------------------------------------------------------------------------


def test_nobody_unknown_owes_or_is_owed() -> None:
    debt = {"debtor": A, "amount": 1000, "why": "fine"}
    for wrong in ({"debtor": "p9"}, {"to": "p9"}, {"stakes": {"p9": 1}}):
        assert refused(Play(), "obligations", [debt | wrong]) == "E_UNKNOWN"
    assert refused(Play(), "obligations", [debt | {"amount": -1000}]) == "E_BELOW_ZERO"
    assert refused(Play(), "obligations", [debt | {"stakes": {B: -1}}]) == "E_BELOW_ZERO"
    game = Play()
    adjust(game, "obligations", [debt | {"stakes": {B: 0}}])
    assert (game.cash(A), game.cash(B)) == (299000, 300000), "no stake: the bank"
    claim = {"to": A, "amount": 1000, "why": "dividends", "back": "bank"}
    game = Play(claims="on_demand")
    for wrong in ({"to": "p9"}, {"back": "p9"}):
        assert refused(game, "claims", [claim | wrong]) == "E_UNKNOWN"
    assert refused(game, "claims", [claim]) == ""


@pytest.mark.clause("M-006", "M-004", "M-102", "M-170")
def test_no_more_is_laid_on_the_table_than_there_is() -> None:
    """«mini» (§ 4.5): credits 10 % × 2, 15 % × 1, 20 % × 1; three licences of each product."""
    bread = {"product": "bread", "plot": "2", "turn": 1}
    for field, most, more in (
        ("credits.p2", [10, 10, 15], [10, 10, 10]),
        ("enterprises.p1", [bread] * 3, [bread] * 4),
        ("insurance.p1", 3, 4),
        ("notes", [note(at, A, B) for at in (1, 2, 3)], [note(at, A, B) for at in (1, 2, 3, 4)]),
    ):
        assert refused(Play(enterprises_to_end=9), field, most) == ""
        assert refused(Play(enterprises_to_end=9), field, more) == "E_CONSERVATION"
    assert refused(Play(stock_limits="off"), "credits.p2", [10, 10, 10]) == ""


def test_what_a_ruling_left_too_many_does_not_stop_a_correction() -> None:
    """common.md: operations are never stopped; none makes it worse."""
    game = Play().turn(A)
    game.t, _step = GAME.attempt(game.t, 1, A, "buy_insurance", {"count": 4}, frozenset({"E_INS_LIMIT"}))
    adjust(game, "cash.p1", by=100)
    assert refused(game, "insurance.p1", 5) == "E_CONSERVATION"


def test_several_fields_set_at_once_are_judged_together() -> None:
    game = Play().turn(A, credits={A: [{"rate": 20, "turn": 1}]})
    moved = {"credits.p2": [20], "credits.p1": []}
    assert refused(game, "credits.p2", [20]) == "E_CONSERVATION", "there is one card at 20 %"
    game.do(REFEREE, "adjust", values=moved, reason="lay before the wrong player")
    assert game.seen["credits"] == {B: [20]}


@pytest.mark.clause("M-170")
def test_a_note_laid_by_hand_keeps_its_number_for_itself() -> None:
    game = Play().turn(A)
    adjust(game, "notes", [note(5, A, B)])
    game.do(A, "issue_note", lender=C, amount=1000)
    assert [one["id"] for one in game.seen["notes"]] == [5, 6]


# ---- spelling -----------------------------------------------------------------------------------


def test_values_are_taken_as_the_table_shows_them() -> None:
    """Appendix, keys of `state`."""
    game = Play().turn(A, turn=4, credits={A: [{"rate": 10, "turn": 2, "paid": 3}]}, plots={"2": A, "3": A})
    for field, value in (
        ("enterprises.p1", 2),
        ("credits.p1", [10, 15]),
        ("notes", [note(1, A, B)]),
        ("plots.2", None),
        ("plots", {"3": B, "4": None}),
    ):
        adjust(game, field, value)
    seen = game.seen
    assert (seen["enterprises"], seen["credits"], seen["plots"]) == ({A: 2}, {A: [10, 15]}, {"3": B})
    assert [(one.rate, one.turn, one.paid) for one in game.t.state.credits[A]] == [(10, 2, 3), (15, 4, 0)]
    assert seen["notes"] == [note(1, A, B)]
    assert game.t.state.notes[0].turn == 4
    adjust(game, "enterprises", {A: 1, B: 1})
    assert game.seen["enterprises"] == {A: 1, B: 1}
    assert refused(game, "enterprises.p1", -1) == "E_BAD_NUMBER"
    assert refused(game, "credits.p1", ["ten"]) == "E_BAD_VALUE"


def test_what_a_player_has_none_of_counts_as_nought() -> None:
    """common.md, adjust: `counterpart` gives the difference, `by` adds to it."""
    game = Play().turn(A, shares={"bank": {A: 2}}, insurance={A: 2})
    adjust(game, "shares.bank.p2", 1, counterpart="shares.bank.p1")
    adjust(game, "insurance.p2", 2, counterpart="insurance.p1")
    adjust(game, "bank_iou.p2", 5000, counterpart="cash.p2")
    seen = game.seen
    assert (seen["shares"], seen["insurance"]) == ({"bank": {A: 1, B: 1}}, {B: 2})
    assert (seen["bank_iou"], seen["cash"][B]) == ({B: 5000}, 295000)
    adjust(game, "insurance.p3", by=1)
    adjust(game, "shares.trade.p3", by=1)
    assert (game.seen["insurance"], game.seen["shares"]["trade"]) == ({B: 2, C: 1}, {C: 1})
    assert refused(game, "insurance.p2", 3, counterpart="insurance.p1") == "E_BELOW_ZERO"
    assert refused(game, "insurance.p9", by=1) == "E_UNKNOWN"


@pytest.mark.clause("M-093")
def test_another_player_to_move_has_his_own_credit() -> None:
    game = Play().turn(A)
    game.do(A, "take_credit")
    adjust(game, "cash.p1", by=100)
    assert game.refused(A, "take_credit") == "E_CREDIT_LIMIT"
    adjust(game, "current", B)
    assert game.refused(B, "take_credit") == ""
    game.do(REFEREE, "adjust", values={"current": C, "credit_taken": True}, reason="he had it")
    assert game.refused(C, "take_credit") == "E_CREDIT_LIMIT"
