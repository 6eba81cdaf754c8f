"""The debrief as the page shows it: built once for each state of the log and of the trainer's edits."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db.models import Count, Sum

from games.engine.evidence import Evidence
from reports.adapter import debrief_of
from reports.charts import alt, pictures
from reports.debrief import Debrief
from reports.tables import Grid, grid, shown
from trainer.models import Session


def debrief_now(session: Session, language: str) -> Debrief:
    """Return the debrief of a session as it stands; the same state is built once in a process (two queries)."""
    marks = tuple(session.marks.values_list("pk", "ruling"))
    notes = session.question_notes.aggregate(count=Count("pk"), versions=Sum("version"))
    plan = getattr(session, "debrief_plan", None)
    workshop = session.workshop
    about = (workshop.title, workshop.client, workshop.held_on, workshop.place, workshop.goals, session.title)
    stamp = (session.rev, marks, notes["count"], notes["versions"], plan.version if plan else 0, about)
    return _built(session.pk, language, stamp)


@lru_cache(maxsize=24)
def _built(session_id: int, language: str, stamp: tuple[Any, ...]) -> Debrief:
    session = Session.objects.select_related("workshop__owner").get(pk=session_id)
    return debrief_of(session, language)


@dataclass
class Piece:
    """A piece of evidence on the page: its address, whether it has a chart, its table as read."""

    path: str
    piece: Evidence
    has_chart: bool
    alt: str
    table: Grid
    rows: list[list[dict[str, Any]]] = field(default_factory=list)
    #: the chart says it all: the table is folded away
    folded: bool = False


def pieces(debrief: Debrief, path: str, listed: list[Evidence]) -> list[Piece]:
    """Return the pieces of one place of the debrief; their address is `path` and their number."""
    return [_piece(debrief, f"{path}.{at}", one) for at, one in enumerate(listed)]


def _piece(debrief: Debrief, path: str, piece: Evidence) -> Piece:
    table = grid(piece)
    picture = _pictures(debrief, piece)
    rows = [
        [
            {"text": shown(value, head, debrief.names), "figure": head.is_figure, "value": value, "kind": head.kind}
            for value, head in zip(row, table.heads, strict=True)
        ]
        for row in table.rows
    ]
    return Piece(path, piece, picture is not None, alt(piece, debrief.names), table, rows, folded=picture is not None)


def _pictures(debrief: Debrief, piece: Evidence) -> tuple[str, str] | None:
    return pictures(piece, debrief.teams, debrief.game.ink)


def piece_at(debrief: Debrief, path: str) -> Evidence | None:
    """Return the piece at an address: `summary.0`, `results.1`, `course.0`, `bids.0`, `q.3.0`, `team.A.0`; or None."""
    place, _dot, number = path.rpartition(".")
    kind, _dot, name = place.partition(".")
    listed: list[Evidence] = []
    if kind == "summary":
        listed = [debrief.summary.chart] if debrief.summary.chart else []
    elif kind in ("results", "course", "bids"):
        listed = getattr(debrief, kind)
    elif kind == "q":
        listed = next((sheet.evidence for sheet in debrief.questions if sheet.id == name), [])
    elif kind == "team":
        listed = next((sheet.evidence for sheet in debrief.sheets if sheet.team == name), [])
    return listed[int(number)] if number.isdecimal() and int(number) < len(listed) else None


def picture_at(debrief: Debrief, path: str, dark: bool) -> str | None:
    """Return the SVG of the piece at an address, or None if there is none or it has no chart."""
    piece = piece_at(debrief, path)
    both = _pictures(debrief, piece) if piece is not None else None
    return both[dark] if both else None
