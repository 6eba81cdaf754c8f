"""What a record would change for each side before it is made: «кто что теряет / получает» (§ 3.2)."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.move import REFEREE
from games.engine.refusal import Refusal
from games.engine.table import Step
from games.titans.cards import Choice, Money, Op, Points
from games.titans.proposals import giving_up
from games.titans.state import Duty, TitansTable

#: More decisions than any card asks of four sides.
MOST_DUTIES = 40


class Change(msgspec.Struct):
    """What a side gains (loses, if negative): money, points, employees; `chooses`: it decides between effects."""

    money: int = 0
    points: int = 0
    staff: int = 0
    chooses: bool = False


def foresee(t: TitansTable, action: str) -> dict[str, Change]:
    """Return what `action` of the referee changes for each side; what a side has yet to choose is not counted.

    Employees count as owed: free ones as many as there are cells for, discards as many as there are people.
    """
    changes = {side: Change() for side in t.state.money}
    try:
        after, step = t.game.attempt(t, 0, REFEREE, action, {})
        _count(changes, step)
        for _decision in range(MOST_DUTIES):
            duty = after.duty
            if duty is None:
                break
            after = _decided(after, duty, changes)
    except Refusal:
        pass  # what cannot be foreseen is asked when it comes
    return changes


def _decided(t: TitansTable, duty: Duty, changes: dict[str, Change]) -> TitansTable:
    """Note what a side has to decide, and go on as if it had: what comes after it counts."""
    change = changes[duty.side]
    if duty.kind == "place":
        change.staff += 0 if change.chooses else min(sum(duty.owed.values()), _room(t, duty))
        return _answered(t, duty, "place_staff", {"placements": []}, changes)
    if duty.kind == "discard":
        rows = giving_up(t, duty)
        change.staff -= 0 if change.chooses else sum(row["n"] for row in rows)
        return _answered(t, duty, "discard_staff", {"discards": rows}, changes)
    change.chooses = True
    if not isinstance(duty.op, Choice):
        return _answered(t, duty, "resolve_choice", {"times": 0}, changes)
    option = {"option": _plainest(duty.op)}
    alone: TitansTable = t.copy()  # type: ignore[assignment]
    del alone.state.agenda[1:]
    _count(changes, alone.game.attempt(alone, 0, duty.side, "resolve_choice", option)[1], -1)
    return _answered(t, duty, "resolve_choice", option, changes)


def _answered(t: TitansTable, duty: Duty, move: str, params: dict[str, Any], changes: dict[str, Change]) -> TitansTable:
    after, step = t.game.attempt(t, 0, duty.side, move, params)
    _count(changes, step)
    return after  # type: ignore[no-any-return]


def _plainest(choice: Choice) -> int:
    """Return the option that asks nothing further, if there is one (1 = the first)."""
    return next((at for at, ops in enumerate(choice.options, 1) if all(map(_is_plain, ops))), 1)


def _is_plain(op: Op) -> bool:
    return isinstance(op, (Money, Points))


def _room(t: TitansTable, duty: Duty) -> int:
    """Return the free cells for what is owed: printed colours in their own, any others in what is left."""
    free: dict[str, int] = {}
    for agency in t.state.staff[duty.side]:
        card = t.agency(agency)
        for colour in card.cells if card else ():
            free[colour] = free.get(colour, 0) + max(t.free(duty.side, agency, colour), 0)
    placed = 0
    for wanted, n in duty.owed.items():
        if wanted != "any":
            taken = min(n, free.get(wanted, 0))
            free[wanted] = free.get(wanted, 0) - taken
            placed += taken
    return placed + min(duty.owed.get("any", 0), sum(free.values()))


def _count(changes: dict[str, Change], step: Step, sign: int = 1) -> None:
    """Add what a step gave and took (with `sign` −1: leave out what is only one of several ways)."""
    for posting in step.postings:
        if posting.what not in ("money", "points"):
            continue
        for side, by in ((posting.from_, -posting.amount), (posting.to, posting.amount)):
            if side in changes:
                setattr(changes[side], posting.what, getattr(changes[side], posting.what) + sign * by)
