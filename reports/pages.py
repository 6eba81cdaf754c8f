"""The debrief as the page shows it: built once for each state of the log and of the trainer's edits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from games.engine.evidence import Evidence, Moment, Table
from games.engine.paths import natural
from reports.adapter import debrief_of
from reports.charts import PAGE_WIDTH, alt, chart, has_chart, picture
from reports.charts.looks import LIGHT
from reports.debrief import Debrief
from reports.shortened import is_long, shortened, weightiest
from reports.stamp import edits_of
from reports.tables import Grid, grid, shown
from reports.words import NBSP, number
from trainer.models import Session

#: a table of at most so many rows stands under a chart on the wall
UNDER = 5
#: and has at most so many columns
ACROSS = 9
#: how high a picture is on the wall: alone in its pane, over a table or on a low screen
HIGH, LOW = 440, 300
#: a picture that is higher still is shrunk into its pane, or rolls if it is higher than so many times the pane
MOST_SHRUNK = 1.25


def debrief_now(session: Session, language: str) -> Debrief:
    """Return the debrief of a session as it stands; the same state is built once in a process (three queries)."""
    return _built(session.key, language, (session.rev, *edits_of(session)))


@lru_cache(maxsize=24)
def _built(key: str, language: str, stamp: tuple[Any, ...]) -> Debrief:
    session = Session.objects.select_related("workshop__owner").get(key=key)
    return debrief_of(session, language)


@dataclass
class Piece:
    """A piece of evidence on the page: its address, whether it has a chart, its table as read."""

    path: str
    piece: Evidence
    has_chart: bool
    alt: str
    table: Grid
    rows: list[list[dict[str, Any]]]
    #: the rows that weigh most, if there are too many to read; `kept` says which those are
    short: list[list[dict[str, Any]]] = field(default_factory=list)
    kept: str = ""

    @property
    def is_short(self) -> bool:
        """Whether its table can stand under a chart on the wall."""
        return len(self.rows) <= UNDER and len(self.table.heads) <= ACROSS


def pieces(debrief: Debrief, path: str, listed: Sequence[Evidence]) -> list[Piece]:
    """Return the pieces of one place of the debrief; their address is `path` and their number."""
    return [_piece(debrief, f"{path}.{at}", one) for at, one in enumerate(listed)]


def _piece(debrief: Debrief, path: str, piece: Evidence) -> Piece:
    table = grid(piece)
    made = Piece(path, piece, has_chart(piece), alt(piece, debrief.names), table, _rows(debrief, table))
    if is_long(table):
        short = shortened(table)
        if short is not None:
            made.short = _rows(debrief, short.grid)
            kept = _("%(n)s of %(count)s, the weightiest by “%(column)s”")
            first = _("The first %(n)s of %(count)s")
            values = {"n": len(made.short) - table.total, "count": short.count, "column": short.by}
            made.kept = (kept if short.by else first) % values
    return made


def _rows(debrief: Debrief, table: Grid) -> list[list[dict[str, Any]]]:
    """Return the cells of a table as they are read."""
    return [
        [
            {"text": shown(value, head, debrief.names), "figure": head.is_figure, "value": value, "kind": head.kind}
            for value, head in zip(row, table.heads, strict=True)
        ]
        for row in table.rows
    ]


def under(listed: Sequence[Piece], large: Piece) -> Piece | None:
    """Return the short table that stands under a large chart: its own, else the first one of the question."""
    if large.is_short:
        return large
    tables = (one for one in listed if isinstance(one.piece, Table) and one.is_short and not one.has_chart)
    return next(tables, None)


def is_tall(debrief: Debrief, large: Piece) -> bool:
    """Return whether a chart has so many rows that in one view of the wall its type would be too small to read."""
    drawn = chart(large.piece, PAGE_WIDTH, debrief.teams, debrief.game.ink, LIGHT, most=HIGH)
    return drawn is not None and drawn.drawing.height > HIGH * MOST_SHRUNK


@dataclass
class MomentLine:
    """A moment as a line: where it was, what it moved."""

    n: int
    words: str
    team: str
    where: str
    effect: str
    #: its place among the weightiest, which are seen first
    told: bool


def moment_lines(debrief: Debrief, moments: Sequence[Moment]) -> list[MomentLine]:
    """Return moments in order of play, those that weigh most marked as told."""
    told = {id(one) for one in weightiest(moments)}
    lines = []
    for one in moments:
        effect = round(one.effect, 1)
        places = 0 if float(effect).is_integer() else 1
        where = f"{debrief.round_word} {one.round}, № {one.n}" if one.round else f"№ {one.n}"
        said = number(effect, places, sign=True) if effect else ""
        words = str(one.words).replace(" → ", f"{NBSP}→{NBSP}")
        lines.append(MomentLine(one.n, words, one.team, where, said, id(one) in told))
    return lines


def piece_at(debrief: Debrief, path: str) -> Evidence | None:
    """Return the piece at an address: `summary.0`, `results.1`, `course.0`, `bids.0`, `q.3.0`, `team.A.0`; or None."""
    place, _dot, number_ = path.rpartition(".")
    kind, _dot, name = place.partition(".")
    listed: Sequence[Evidence] = []
    if kind == "summary":
        listed = [debrief.summary.chart] if debrief.summary.chart else []
    elif kind in ("results", "course", "bids"):
        listed = getattr(debrief, kind)
    elif kind == "q":
        listed = next((sheet.evidence for sheet in debrief.questions if sheet.id == name), [])
    elif kind == "team":
        listed = next((sheet.evidence for sheet in debrief.sheets if sheet.team == name), [])
    at = natural(number_)
    return listed[at] if at is not None and at < len(listed) else None


def picture_at(debrief: Debrief, path: str, look: str) -> str | None:
    """Return the SVG of the piece at an address, or None if it has none.

    `look`: light or dark, for a page; with `-high` or `-low` as high as the wall has room.
    """
    piece = piece_at(debrief, path)
    theme, _dash, height = look.partition("-")
    if piece is None or theme not in ("light", "dark") or height not in ("", "high", "low"):
        return None
    most = {"high": HIGH, "low": LOW}.get(height, float("inf"))
    return picture(piece, debrief.teams, debrief.game.ink, theme == "dark", most)
