"""How a correction is shown: figures before and after by rounds, and the moves after it as a line."""

from dataclasses import dataclass
from typing import Any

from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.log import Fix
from games.engine.table import Team
from trainer.correcting import Correction, Log
from trainer.loglines import ROUND
from trainer.preparation import note_words

#: so many rounds stand beside «сейчас»
MOST_ROUNDS = 3
#: the line of moves, in units of its drawing
LEFT, RIGHT, MOST_LARGE = 16.0, 524.0, 26


@dataclass
class Changed:
    """A team whose figures a correction changes: a label and (before, after) for each column, by rounds."""

    team: Team
    seat: int
    rows: list[tuple[Words | str, list[tuple[Any, Any]]]]


@dataclass
class Dot:
    """One move of the line: `kind` is fix, ok, bad or dep; its number is said where it matters."""

    n: int
    x: float
    kind: str
    said: bool

    @property
    def left(self) -> str:
        """Where its square begins."""
        return f"{self.x - 9:.1f}"


@dataclass
class Part:
    """Where a round begins on the line (0: at its very beginning)."""

    x: float
    label: Words

    @property
    def tx(self) -> str:
        """Where its label begins."""
        return f"{self.x + 5:.1f}" if self.x else "7"


@dataclass
class Line:
    """The moves from the corrected one on."""

    dots: list[Dot]
    parts: list[Part]
    small: bool
    first: int
    legal: int

    @property
    def after(self) -> int:
        """How many entries follow the corrected one."""
        return len(self.dots) - 1


def columns(game: Game[Any], correction: Correction) -> list[Words | None]:
    """Return the heads of the columns: rounds that changed hands since the correction, and now (None)."""
    return [*(_round(game, n) for n in _rounds(correction)), None]


def _round(game: Game[Any], n: int) -> Words:
    return Words(_("%(round)s %(n)s"), {"round": Words(game.terms.get("round", ROUND)), "n": n})


def _rounds(correction: Correction) -> list[int]:
    """Return the rounds to show: over before now, from the corrected one on, the last of them."""
    old, new = correction.walked.ends[False], correction.walked.ends[True]
    both = sorted(set(old) & set(new))
    over = both[:-1]
    numbers = [int(n) for n in correction.fix.changes]
    first = min((correction.walked.rounds.get(n, 0) for n in numbers), default=0)
    return [n for n in over if n >= first][-MOST_ROUNDS:]


def kit_doubts(log: Log, t: Any, correction: Correction) -> list[Words]:
    """Return why no table could start with the corrected kit, where the kit of `t` has nothing against it."""
    old, new = t.kit, correction.ripple.table.kit
    if old == new:
        return []
    known = {(note.code, note.path) for note in log.game.check_kit(old)}
    return [
        note_words(log.game.meta.slug, note)
        for note in log.game.check_kit(new)
        if note.blocks and (note.code, note.path) not in known
    ]


def changes(log: Log, t: Any, correction: Correction) -> list[Changed]:
    """Return the teams whose figures change; `t` is the table as it stands."""
    game, ends = log.game, correction.walked.ends
    tables = [(ends[False][n], ends[True][n]) for n in _rounds(correction)] + [(t, correction.ripple.table)]
    figures = [(_figures(game, old), _figures(game, new)) for old, new in tables]
    heads = [*(label for label, _under in game.board(t).columns), Words(_("Score now")), Words(_("Place in the score"))]
    found = []
    for seat, team in enumerate(t.teams, 1):
        pairs = [(old[team.id], new[team.id]) for old, new in figures]
        if any(old != new for old, new in pairs):
            rows = [(head, [(old[at], new[at]) for old, new in pairs]) for at, head in enumerate(heads)]
            moved = [(head, cells) for head, cells in rows if any(old != new for old, new in cells)]
            # Where only the place moved, since others did, one row says it.
            found.append(Changed(team, seat, rows if len(moved) > 1 else moved))
    return found


def _figures(game: Game[Any], t: Any) -> dict[str, list[Any]]:
    """Return each team's cells, score and place («1–2» if shared)."""
    places = game.standings(t)
    found: dict[str, list[Any]] = {}
    for row in game.board(t).rows:
        own = next(place for place in places if place.team == row.team)
        shared = sum(place.rank == own.rank for place in places)
        rank: Any = own.rank if shared == 1 else f"{own.rank}–{own.rank + shared - 1}"
        found[row.team] = [*(cell.value for cell in row.cells), own.total, rank]
    return found


def line(log: Log, correction: Correction, base: Fix) -> Line | None:
    """Return the line of moves from the corrected entry on, or None where all of the log is touched."""
    numbers = [entry.n for entry in log.stand.entries]
    touched = {int(n) for n in base.changes}
    first = min((numbers.index(n) for n in touched if n in numbers), default=-1)
    if base.insert is not None and base.insert.after in numbers:
        first = numbers.index(base.insert.after)
    if first < 0:
        return None
    shown = numbers[first:]
    bad = {choice.conflict.entry.n for choice in correction.choices}
    hanging = {one.entry.n for choice in correction.choices for one in choice.dependent}
    step = (RIGHT - LEFT) / max(1, len(shown) - 1)
    dots: list[Dot] = []
    before = correction.walked.rounds.get(numbers[first - 1], 0) if first else 1
    parts = [Part(0, _round(log.game, before))] if before else []
    for at, n in enumerate(shown):
        kind = "fix" if n in touched else "bad" if n in bad else "dep" if n in hanging else "ok"
        x = round(LEFT + at * step, 1)
        dots.append(Dot(n, x, kind, kind != "ok"))
        now = correction.walked.rounds.get(n, before)
        if before and now != before and at < len(shown) - 1:
            parts.append(Part(round(x + step / 2, 1), _round(log.game, now)))
        before = now
    if base.insert is not None and dots:
        dots[0].kind = "fix"
    legal = sum(dot.kind == "ok" for dot in dots)
    return Line(dots, parts, len(dots) > MOST_LARGE, dots[0].n, legal)
