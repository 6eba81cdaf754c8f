"""What is shown without signing in: the wall and the teams' phones. They only look, and see nothing secret."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.i18n import Words
from games.engine.kit import has_samples
from games.engine.screen import TeamRow
from trainer.addresses import address_of, is_local
from trainer.models import Session
from trainer.positions import game_of, table_of
from trainer.screen import stamp_of

VIEWER = "screen"
#: so long the wall tells about a correction
NOTE_STANDS = timedelta(minutes=3)


@dataclass
class Bar:
    """A team's two figures side by side on one axis: equal lengths mean balance. Units of the drawing."""

    left: float
    right: float


def _session(view_key: str) -> Session:
    session = Session.objects.select_related("workshop").filter(view_key=view_key).first()
    if session is None or not session.is_started:
        raise Http404
    return session


def _unchanged(request: HttpRequest, session: Session) -> bool:
    return request.GET.get("rev") == _stamp(session)


def _stamp(session: Session) -> str:
    """Return what changes whenever the screen would: entries, status, timer, and the note while it stands."""
    note = _note(session)
    return f"{stamp_of(session)}.{int(session.wall_note_at.timestamp()) if note and session.wall_note_at else ''}"


def _note(session: Session) -> Words | None:
    """Return what is told about a correction, for a few minutes."""
    if session.wall_note_at is None or timezone.now() - session.wall_note_at > NOTE_STANDS:
        return None
    return msgspec.json.decode(session.wall_note, type=Words)


@require_safe
def wall(request: HttpRequest, view_key: str) -> HttpResponseBase:
    """The table on the wall: big figures in seat order, readable from the back."""
    session = _session(view_key)
    if _unchanged(request, session):
        return HttpResponse(status=204)
    context = _context(session)
    address = address_of(request, reverse("trainer:phone", args=[view_key]))
    if not is_local(address):  # no phone finds it there
        context["qr"] = segno.make(address, micro=False).svg_data_uri(scale=4, border=2)
    return render(request, "wall/_wall.html" if request.htmx else "wall/wall.html", context)


@require_safe
def phone(request: HttpRequest, view_key: str, code: str = "") -> HttpResponseBase:
    """A team's phone: its own figures large, the others below; without a team, a choice of teams."""
    session = _session(view_key)
    if _unchanged(request, session):
        return HttpResponse(status=204)
    context = _context(session)
    own = next((row for row in context["rows"] if row["team"].id == code), None)
    if code and own is None:
        raise Http404
    context |= {"own": own, "code": code}
    return render(request, "wall/_phone.html" if request.htmx else "wall/phone.html", context)


def _context(session: Session) -> dict[str, Any]:
    """Return what everybody may see (two queries)."""
    game = game_of(session)
    t = table_of(session)
    board = game.board(t, VIEWER).known()
    now = game.now(t)
    teams = {team.id: (seat, team) for seat, team in enumerate(t.teams, 1)}
    most = max([15, *(cell.value or 0 for row in board.rows for cell in row.cells)])
    finished = game.finished(t)
    return {
        "session": session, "meta": game.meta, "now": now, "now_team": teams.get(now.team), "board": board,
        "rows": [
            {"row": row, "seat": teams[row.team][0], "team": teams[row.team][1], "now": row.team == now.team,
             "bar": _bar(row, most)}
            for row in board.rows
        ],
        "sample": has_samples(t.kit), "finished": finished, "stamp": _stamp(session), "note": _note(session),
        "standings": [(place, *teams[place.team]) for place in sorted(game.standings(t), key=lambda p: p.rank)]
        if finished else [],
    }  # fmt: skip


def _bar(row: TeamRow, most: int) -> Bar | None:
    """Return the bar of a game with two figures a team; money of other sizes has none."""
    values = [cell.value for cell in row.cells]
    if len(values) != 2 or most > 100 or None in values:
        return None
    return Bar(*(round(340 * max(0, value or 0) / most, 1) for value in values))
