"""The ripple: what a correction would change, before it is applied."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from games.engine.fields import Refused
from games.engine.game import Game
from games.engine.game import Standing as Place
from games.engine.i18n import Words
from games.engine.log import Entry, Standing
from games.engine.refusal import Refusal
from games.engine.replay import Broken, Origin, opening
from games.engine.table import NO_CODES, Step

#: looks at a walk: whether it is the corrected log, the entry, the table after it
Watch = Callable[[bool, Entry, Any], None]


class Conflict(msgspec.Struct, frozen=True):
    """A later entry that becomes illegal: fix it too, let it stand as a ruling, or drop it."""

    entry: Entry
    refusal: Refused
    #: the log line it had
    words: Words
    #: the table in front of it, for a form that mends it
    table: Any


class Ripple(msgspec.Struct, frozen=True):
    """What changes: places before and after, conflicts in order of play, and the log lines that read otherwise.

    While conflicts stand open, the entries named in them are left out of `after`.
    """

    table: Any
    before: list[Place]
    after: list[Place]
    conflicts: list[Conflict]
    retold: dict[int, Words]


def walk(
    game: Game[Any], origin: Origin, stand: Standing, see: Callable[[Entry, Any], None] | None = None
) -> tuple[Any, dict[int, Words], list[tuple[Entry, Refusal, Any]]]:
    """Play a log that may not be legal: the table, the log lines, and what was refused with the table in front of it.

    `see(entry, table)` is called after each entry that could be played.
    """
    t = opening(game, origin, stand.start)
    lines: dict[int, Words] = {}
    refused: list[tuple[Entry, Refusal, Any]] = []
    for entry in stand.entries:
        codes = frozenset(entry.ruling.codes) if entry.ruling else NO_CODES
        step: Step
        try:
            t, step = game.attempt(t, entry.n, entry.actor, entry.action, entry.params, codes, entry.at)
        except Refusal as refusal:
            refused.append((entry, refusal, t))
        else:
            lines[entry.n] = step.words(t)
            if see is not None:
                see(entry, t)
    return t, lines, refused


def ripple(game: Game[Any], origin: Origin, old: Standing, new: Standing, see: Watch | None = None) -> Ripple:
    """Compare the log as it stands with the log as a correction would leave it.

    `see(corrected, entry, table)` looks at both while they are played. Raises Refusal if the corrected game cannot
    even be set up.
    """
    before, told, _ = walk(game, origin, old, see and partial(see, False))
    after, lines, refused = walk(game, origin, new, see and partial(see, True))
    conflicts = [
        Conflict(
            entry, Refused(refusal.code, refusal.field, refusal.figures), told.get(entry.n, Words(entry.action)), table
        )
        for entry, refusal, table in refused
    ]
    retold = {n: words for n, words in lines.items() if told.get(n) != words}
    return Ripple(after, game.standings(before), game.standings(after), conflicts, retold)


def first_conflict(game: Game[Any], result: Ripple) -> Refusal | None:
    """Return the refusal that names the first entry that would become illegal, or None."""
    if not result.conflicts:
        return None
    first = result.conflicts[0]
    return Refusal("E_UNDO_CONFLICT", "n", n=first.entry.n, message=game.words(first.refusal), cause=first.refusal.code)


__all__ = ["Broken", "Conflict", "Ripple", "first_conflict", "ripple", "walk"]
