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


def test_what_a_ruling_left_too_many_does_not_stop_a_correction() -> None:
    """common.md: operations are never stopped; none makes it worse."""
    game = Play().turn(A)
    game.t, _step = GAME.attempt(game.t, 1, A, "buy_insurance", {"count": 4}, frozenset({"E_INS_LIMIT"}))
    adjust(game, "cash.p1", by=100)
    assert refused(game, "insurance.p1", 5) == "E_CONSERVATION"


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
