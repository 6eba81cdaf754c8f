"""The log: rows that are only ever added, and the one function that says which moves stand.

Order is `seq`, never time. An undo, a redo and a fix are rows too; nothing is updated or deleted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Kind = Literal["move", "fix", "undo", "redo"]
EMPTY = msgspec.Raw(b"{}")


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trainer lets a refused move stand: which codes, by which clause, and why."""

    codes: list[str]
    clause: str = ""
    reason: str = ""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of the log. `params` is JSON text: a move's parameters, a `Fix`, or the row an undo is about."""

    seq: int
    kind: str
    actor: str = ""
    action: str = ""
    params: str = "{}"
    ruling: Ruling | None = None
    at: str = ""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What becomes of one entry: another move at its place, or the same move by ruling."""

    actor: str = ""
    action: str = ""
    params: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    ruling: Ruling | None = None


class Insert(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A forgotten move: it stands behind entry `after` (0: before the first)."""

    after: int
    actor: str
    action: str
    params: msgspec.Raw = EMPTY
    ruling: Ruling | None = None


class Fix(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All changes of one correction: undone as one. `start` changes kit, options or seats from the beginning."""

    changes: dict[str, Change | None] = {}
    insert: Insert | None = None
    start: list[Insert] = []
    reason: str = ""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A standing move at its place in play. `row` is the row that gave it its present form."""

    n: int
    actor: str
    action: str
    params: str | bytes
    ruling: Ruling | None = None
    at: str = ""
    row: int = 0


class Standing(msgspec.Struct, frozen=True):
    """The moves that stand, in order of play; changes from the start; and what undo and redo would take."""

    entries: list[Entry]
    start: list[Insert]
    #: rows in effect, oldest first: the last is what «Отменить» takes back
    live: list[int]
    #: rows taken back, in order: the last is what «Вернуть» brings back
    undone: list[int]


_read_fix = msgspec.json.Decoder(Fix).decode
_read_target = msgspec.json.Decoder(dict[str, int]).decode


def standing(rows: Iterable[Row]) -> Standing:
    """Return what stands after all rows. Pure and total: a fix of an entry that is gone changes nothing."""
    moves: list[Row] = []
    fixes: list[Row] = []
    undone: list[int] = []
    dead: set[int] = set()
    for row in rows:
        kind = row.kind
        if kind == "move":
            moves.append(row)
            if undone:
                undone = []
        elif kind == "fix":
            fixes.append(row)
            undone = []
        elif kind == "undo":
            target = _read_target(row.params)["n"]
            dead.add(target)
            undone.append(target)
        elif undone:
            dead.discard(undone.pop())
    if dead:
        moves = [row for row in moves if row.seq not in dead]
        fixes = [row for row in fixes if row.seq not in dead]
    entries = [Entry(row.seq, row.actor, row.action, row.params, row.ruling, row.at, row.seq) for row in moves]
    live = [row.seq for row in moves]
    start: list[Insert] = []
    if fixes:
        live = sorted(live + [row.seq for row in fixes])
        for row in fixes:
            fix = _read_fix(row.params)
            start += fix.start
            entries = fixed(entries, fix, row.seq, row.at)
    return Standing(entries, start, live, undone)


def fixed(entries: list[Entry], fix: Fix, row: int, at: str = "") -> list[Entry]:
    """Return the entries after one fix; an inserted move takes the number of the row that inserts it."""
    result: list[Entry] = []
    added = fix.insert and Entry(
        row, fix.insert.actor, fix.insert.action, bytes(fix.insert.params), fix.insert.ruling, at, row
    )
    if added and fix.insert and fix.insert.after <= 0:
        result.append(added)
    for entry in entries:
        change: Change | None = None
        if str(entry.n) in fix.changes:
            change = fix.changes[str(entry.n)]
            if change is not None:
                result.append(changed(entry, change, row))
        else:
            result.append(entry)
        if added and fix.insert and fix.insert.after == entry.n:
            result.append(added)
    return result


def changed(entry: Entry, change: Change, row: int) -> Entry:
    """Return the entry as a change leaves it; a new move without a ruling loses the old ruling."""
    if change.params is msgspec.UNSET and not change.action and not change.actor:
        return msgspec.structs.replace(entry, ruling=change.ruling, row=row)
    return Entry(
        entry.n,
        change.actor or entry.actor,
        change.action or entry.action,
        entry.params if change.params is msgspec.UNSET else bytes(change.params),
        change.ruling,
        entry.at,
        row,
    )
