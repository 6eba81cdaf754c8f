"""Replay: from the set-up through the standing moves to the table as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.log import Entry, Insert, Standing
from games.engine.ops import FROM_START
from games.engine.refusal import Refusal
from games.engine.table import NO_CODES, Step, Team

See = Callable[[Step, Any], None]


class Origin(msgspec.Struct, frozen=True):
    """What a session starts from: typed kit, options and set-up, and the teams in seat order."""

    kit: Any
    options: Any
    teams: tuple[Team, ...]
    setup: Any


class Broken(Exception):
    """A standing entry is refused in replay: the rules changed since, or the log is damaged."""

    def __init__(self, entry: Entry, refusal: Refusal) -> None:
        super().__init__(f"entry {entry.n}: {refusal.code}")
        self.entry = entry
        self.refusal = refusal


def opening(game: Game[Any], origin: Origin, changes: Iterable[Insert] = ()) -> Any:
    """Return the table after set-up, with the corrections that hold from the start. Raises Refusal."""
    if not changes:
        return game.start(origin.kit, origin.options, origin.teams, origin.setup)
    # The set-up depends on kit, options and seats, so they are corrected before the cards are dealt.
    draft = game.table(origin.kit, origin.options, origin.teams, game.state_type())
    for change in changes:
        if change.action not in FROM_START:
            raise Refusal("E_UNKNOWN_ACTION", action=change.action[:60])
        try:
            move = game.decode(change.action, bytes(change.params))
        except msgspec.MsgspecError as error:
            raise Refusal("E_BAD_VALUE", value=str(error)[:100]) from None
        move.play(draft, change.actor)
    return game.start(draft.kit, draft.options, draft.teams, origin.setup)


def play_on(game: Game[Any], t: Any, entries: Iterable[Entry], see: See | None = None) -> Any:
    """Play standing entries in place and return the table. Raises Broken at the first that is refused."""
    for entry in entries:
        ruling = entry.ruling
        codes = frozenset(ruling.codes) if ruling else NO_CODES
        try:
            move = game.decode(entry.action, entry.params)
            step = game.play(t, entry.n, entry.actor, entry.action, move, codes, entry.at)
        except Refusal as refusal:
            raise Broken(entry, refusal) from None
        except (KeyError, msgspec.MsgspecError) as error:
            raise Broken(entry, Refusal("E_BAD_VALUE", value=str(error)[:100])) from None
        if see is not None:
            see(step, t)
    return t


def replay(game: Game[Any], origin: Origin, stand: Standing, see: See | None = None) -> Any:
    """Return the table after all standing entries; `see(step, table)` is called after each."""
    return play_on(game, opening(game, origin, stand.start), stand.entries, see)


def until(stand: Standing, n: int) -> Standing:
    """Return the standing log up to and including entry `n`: «состояние на ход N»."""
    entries: list[Entry] = []
    for entry in stand.entries:
        entries.append(entry)
        if entry.n == n:
            return Standing(entries, stand.start, stand.live, stand.undone)
    return Standing([], stand.start, stand.live, stand.undone)
