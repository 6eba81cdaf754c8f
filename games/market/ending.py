"""When the game is over, decided anew after a correction (common.md; M-178, A-51)."""

from __future__ import annotations

from typing import NamedTuple

from games.market.state import MarketTable
from games.market.turns import next_turn, to_final


class End(NamedTuple):
    """How a table stands to the end: `by` is who ended the game by the rules, "" the last survivor, None nobody."""

    phase: str
    trigger: str
    by: str | None
    #: the last round has been played to its end (§ 7, time_limit_min)
    time_up: bool


def end_now(t: MarketTable) -> End:
    """Return how the table stands to the end of the game."""
    state, alive = t.state, t.alive()
    goal = t.options.enterprises_to_end or 1
    reached = [team for team in alive if len(state.enterprises.get(team, ())) >= goal]
    by: str | None = None
    if reached:
        by = state.trigger if state.trigger in reached else reached[0]
    elif len(alive) < 2:
        by = ""
    time_up = state.last_round and state.phase == "final" and not state.trigger
    return End(state.phase, state.trigger, by, time_up)


def end_anew(t: MarketTable, before: End) -> None:
    """End the game after a correction where the rules now end it, and let it go on where they no longer do.

    What the referee set by hand stands, and so do results that are counted and a last round that is over.
    """
    state, by = t.state, end_now(t).by
    if state.phase == "finished" or before.time_up:
        return
    if state.phase != "final":
        if by is not None:
            to_final(t, by)
    elif (state.phase, state.trigger) == (before.phase, before.trigger) and by != before.by:
        if by is not None:
            to_final(t, by)
        else:
            go_on(t)


def go_on(t: MarketTable) -> None:
    """Take an end back: the turn that it cut short can be ended, or begins with its roll."""
    state = t.state
    state.trigger = ""
    state.phase = "done" if state.dice else "pre_roll"
    if state.current in state.bankrupt:
        next_turn(t)
