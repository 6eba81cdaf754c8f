"""The log as people read it: one line a row, with what became of it."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.log import Fix, Ruling
from trainer.models import LogRow, Mark, Session
from trainer.prepared import Prepared, columns_of, made_of
from trainer.recording import Told

ROUND = _("Round")

_told = msgspec.json.Decoder(Told).decode


@dataclass
class LogLine:
    """A line of the log. `revoked`: undone or dropped by a fix; `fixed`: corrected by one."""

    n: int
    kind: str
    actor: str
    action: str
    words: Words
    at: datetime
    by: str
    ruling: Ruling | None = None
    revoked: bool = False
    fixed: bool = False
    #: how it read when it was recorded, if it reads otherwise now
    was: Words | None = None
    #: the round in which it was made (0: not known)
    round: int = 0
    #: «Цикл 3»: stands above the newest entry of an earlier round
    day: Words | None = None
    marks: list[Mark] = field(default_factory=list)

    @property
    def looks(self) -> tuple[Any, ...]:
        """All that a line of the log shows: the same looks give the same line."""
        marks = [mark.kind for mark in self.marks]
        return (self.n, self.words, self.at, self.by, self.ruling, self.revoked, self.fixed, marks)


class _Row(NamedTuple):
    """What of a row the log shows: read without making a model of each, which costs more than all the rest."""

    seq: int
    kind: str
    actor: str
    action: str
    params: str
    ruling: str
    told: str
    by: str
    at: datetime


COLUMNS = _Row._fields
NEWEST = LogRow.objects.values_list(*COLUMNS).order_by("-seq")


def log_lines(session: Session, last: int | None = 60, before: int | None = None) -> list[LogLine]:
    """Return the newest `last` lines (before row `before`), newest first, as they read now (two or three queries).

    What became of a line stands in later rows of undo, redo and fix.
    """
    if before is None:
        found = [_Row(*row) for row in _newest(last)(session.pk)]
    else:
        rows = NEWEST.filter(session_id=session.pk, seq__lt=before)
        found = [_Row(*row) for row in (rows[:last] if last else rows)]
    lines = {row.seq: line_of(row) for row in found}
    later = [row for row in reversed(found) if row.kind != "move"]
    if before is not None and found:
        more = NEWEST.filter(session_id=session.pk, seq__gte=before).exclude(kind="move").order_by("seq")
        later += [_Row(*row) for row in more]
    dead: set[int] = set()
    fixes: list[_Row] = []
    for row in later:
        if row.kind == "fix":
            fixes.append(row)
        else:
            target = msgspec.json.decode(row.params)["n"]
            (dead.add if row.kind == "undo" else dead.discard)(target)
        _retell(lines, row)
    for fix in fixes:
        if fix.seq not in dead:
            _mark_fixed(lines, fix)
    if lines:  # from the oldest on: a parameter for every line costs more than the query
        for mark in (made_of(Mark, row) for row in _MARKS(session.pk, min(lines))):
            if mark.n in lines:  # later ones, and gaps in the numbers of a log that was read from a file
                lines[mark.n].marks.append(mark)
    for n in dead & lines.keys():
        lines[n].revoked = True
    return list(lines.values())


@lru_cache(maxsize=32)
def _newest(last: int | None) -> Prepared:
    """Return the query for the newest `last` rows of a session."""
    return Prepared(lambda session: NEWEST.filter(session_id=session)[:last], count=1)


_MARKS = Prepared(
    lambda session, n: Mark.objects.filter(session_id=session, n__gte=n).values_list(*columns_of(Mark)), count=2
)


def line_of(row: "_Row | LogRow") -> LogLine:
    """Return a row as it was told when it was recorded."""
    ruling = msgspec.json.decode(row.ruling, type=Ruling) if row.ruling else None
    told = _told(row.told)
    return LogLine(
        row.seq, row.kind, row.actor, row.action, told.words, row.at, row.by, ruling, round=told.round
    )  # fmt: skip


def _retell(lines: dict[int, LogLine], row: "_Row") -> None:
    """Take over the lines that a correction (or its undo) changed."""
    for n, words in _told(row.told).retold.items():
        line = lines.get(int(n))
        if line is not None and line.words != words:
            line.was = line.was or line.words
            line.words = words


def _mark_fixed(lines: dict[int, LogLine], row: "_Row") -> None:
    for n, change in msgspec.json.decode(row.params, type=Fix).changes.items():
        line = lines.get(int(n))
        if line is None:
            continue
        if change is None:
            line.revoked = True
        else:
            line.fixed = True
            line.ruling = change.ruling


def shown(lines: list[LogLine]) -> list[LogLine]:
    """Return what stands: without revoked entries, and without the undos and redos that tell about them."""
    return [line for line in lines if not line.revoked and line.kind in ("move", "fix")]


def days(game: Game[Any], lines: list[LogLine]) -> None:
    """Part the rounds: the newest entry of each earlier round bears its heading, «Цикл 3» in the game's own word."""
    for newer, line in pairwise(lines):
        if line.round and line.round != newer.round:
            line.day = Words(_("%(round)s %(n)s"), {"round": Words(game.terms.get("round", ROUND)), "n": line.round})


def undo_line(lines: list[LogLine]) -> LogLine | None:
    """Return the line that «Отменить» would take back: the newest in effect."""
    return next((line for line in lines if line.kind in ("move", "fix") and not line.revoked), None)
