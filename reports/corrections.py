"""What was corrected in a log: every undo, redo, fix and manual correction, with what it changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.log import EMPTY, Fix, Row, Standing, standing
from games.engine.ops import CORE_MOVES
from games.engine.refusal import Refusal
from games.engine.replay import Broken, Origin, opening, play_on
from games.engine.table import Step
from reports.debrief import Correction
from reports.words import clock, say

#: Above this many corrections only the lines are told, not the totals each one moved: it takes two replays.
MOST_WEIGHED = 100


class Moment(msgspec.Struct, frozen=True):
    """The log at one moment: the lines asked for, and the totals."""

    lines: dict[int, str]
    totals: dict[str, int]


def corrections(game: Game[Any], origin: Origin, rows: Sequence[Row], by: Mapping[int, str]) -> list[Correction]:
    """Return all corrections in the order they were made; texts are in the active language."""
    found: list[Correction] = []
    revoking = [(at, row) for at, row in enumerate(rows) if row.kind != "move"]
    weighed = {at for at, _ in revoking[:MOST_WEIGHED]}
    standing_lines = _manual(game, origin, rows)
    for at, row in enumerate(rows):
        who = by.get(row.seq, "")
        if row.kind == "move":
            if row.seq in standing_lines:
                words, reason = standing_lines[row.seq]
                found.append(Correction(row.seq, "manual", clock(row.at), who, [], [words], reason, []))
            continue
        about, reason = _about(row, rows)
        if at not in weighed:
            found.append(Correction(row.seq, row.kind, clock(row.at), who, [], [], reason, []))
            continue
        before = _look(game, origin, standing(rows[:at]), about)
        after = _look(game, origin, standing(rows[: at + 1]), about)
        changed = [n for n in sorted(about) if before.lines.get(n) != after.lines.get(n)]
        effect = [
            (team, before.totals[team], total)
            for team, total in after.totals.items()
            if team in before.totals and before.totals[team] != total
        ]
        was = [f"№ {n}. {before.lines[n]}" for n in changed if n in before.lines]
        now = [f"№ {n}. {after.lines[n]}" for n in changed if n in after.lines]
        found.append(Correction(row.seq, row.kind, clock(row.at), who, was, now, reason, effect))
    return found


def _about(row: Row, rows: Sequence[Row]) -> tuple[set[int], str]:
    """Return the entries a row is about, and its reason. An undo or a redo of a fix is about what the fix is about."""
    if row.kind == "fix":
        fix = msgspec.json.decode(row.params, type=Fix)
        about = {int(n) for n in fix.changes}
        if fix.insert is not None:
            about.add(row.seq)
        # A change from the start has no entry of its own: its words are those of its move.
        return about, fix.reason
    target = msgspec.json.decode(row.params, type=dict[str, int])["n"]
    meant = next((one for one in rows if one.seq == target), None)
    if meant is not None and meant.kind == "fix":
        return _about(meant, rows)
    return {target}, ""


def _look(game: Game[Any], origin: Origin, stand: Standing, about: set[int]) -> Moment:
    """Replay as far as it goes: a log that was illegal for a while tells what it can."""
    lines: dict[int, str] = {}

    def see(step: Step, t: Any) -> None:
        if step.n in about:
            lines[step.n] = say(game.tell(t, step))

    try:
        t = opening(game, origin, stand.start)
        play_on(game, t, stand.entries, see)
    except (Broken, Refusal):
        return Moment(lines, {})
    return Moment(lines, {place.team: place.total for place in game.standings(t)})


def _manual(game: Game[Any], origin: Origin, rows: Sequence[Row]) -> dict[int, tuple[str, str]]:
    """Return the referee's own entries that stand (manual corrections, from here on): number -> words and reason."""
    stand = standing(rows)
    wanted = {entry.n: entry for entry in stand.entries if entry.action in CORE_MOVES}
    if not wanted:
        return {}
    lines = _look(game, origin, stand, set(wanted)).lines
    reasons = {n: str(_field(entry.params, "reason")) for n, entry in wanted.items()}
    return {n: (lines.get(n, wanted[n].action), reasons[n]) for n in wanted}


def _field(params: str | bytes, name: str) -> Any:
    return msgspec.json.decode(params or bytes(EMPTY)).get(name, "")
