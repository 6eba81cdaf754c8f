"""What the referee's screen shows around the desk: one context for the page, its fragments and its answers."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.engine.game import Game
from games.engine.kit import has_samples
from games.engine.screen import Now
from trainer.access import Seat
from trainer.desk import own_template
from trainer.loglines import LogLine, days, log_lines, shown, undo_line
from trainer.models import LogRow, Session
from trainer.positions import game_of, table_of
from trainer.words import say

#: so many entries stand in the log beside the table; the rest is on the page of the log
BESIDE = 20


@dataclass
class Clash:
    """A request that was not recorded: the table went on, or its form was recorded before (`again`).

    `mine` says in words what was asked, `why` what forbids it now; `post` is the form, to be sent once more.
    `amend` corrects the first of `rows` to it, unless `amend_why` forbids that.
    """

    rows: list[LogLine]
    mine: str
    post: list[tuple[str, str]]
    again: bool
    same: bool = False
    why: str = ""
    amend: dict[str, str] | None = None
    amend_why: str = ""
    at: datetime | None = None


def stamp_of(session: Session) -> str:
    """Return what changes whenever the screen would: entries, status, timer."""
    ends = int(session.clock_ends_at.timestamp()) if session.clock_ends_at else ""
    return f"{session.rev}.{session.status}.{ends}.{session.clock_left or ''}"


def row_context(t: Any, game: Game[Any]) -> list[dict[str, Any]]:
    """Return the teams' rows with team, seat and cells."""
    board = game.board(t)
    by_id = {team.id: (seat, team) for seat, team in enumerate(t.teams, 1)}
    now = game.now(t).team
    return [
        {"row": row, "seat": by_id[row.team][0], "team": by_id[row.team][1], "now": row.team == now}
        for row in board.rows
    ]


def table_context(seat: Seat, t: Any | None = None) -> dict[str, Any]:
    """Return all that the screen of a started table shows, without the desk."""
    session = seat.session
    game = game_of(session)
    table_url = reverse("trainer:referee", args=[session.key])
    t = t if t is not None else table_of(session)
    now = game.now(t)
    lines = _newest(session)
    teams = {team.id: (number, team) for number, team in enumerate(t.teams, 1)}
    finished = game.finished(t)
    standing = shown(lines)[:BESIDE]
    days(game, standing)
    return {
        "table_url": table_url, "record_url": f"{table_url}record/", "log_url": f"{table_url}log/",
        "seat": seat, "session": session, "game": game, "meta": game.meta, "t": t, "now": now,
        "now_team": teams.get(now.team), "board": game.board(t), "rows": row_context(t, game),
        "lines": standing, "undo": undo_line(lines), "can_redo": _can_redo(lines),
        "sample": has_samples(t.kit), "finished": finished, "records": session.status == Session.Status.RUNNING,
        "standings": [(place, *teams[place.team]) for place in sorted(game.standings(t), key=lambda p: p.rank)]
        if finished else [],
        "team_list": list(enumerate(t.teams, 1)), "panel": game.panel(t),
        "panel_template": f"games/{session.game}/panel.html",
        "teams_template": own_template(session.game, "teams", "table/_teams_inner.html"),
        "desk_template": own_template(session.game, "desk", "table/_groups.html"),
        "finished_template": own_template(session.game, "finished", "table/_finished.html"),
        "keys_template": [f"games/{session.game}/keys.html", "table/_no_keys.html"],
        "said": _said(standing, now), "op": uuid.uuid4(), "rev": session.rev,
        "opened_at": timezone.now().isoformat(), "stamp": stamp_of(session),
    }  # fmt: skip


def _said(lines: list[LogLine], now: Now) -> str:
    """Return what a screen reader says of the table: the newest entry, whose turn, what is wanted."""
    last = f"№ {lines[0].n}: {say(lines[0].words)}. " if lines else ""
    return f"{last}{say(now.headline)} {say(now.hint)}".strip()


def _newest(session: Session) -> list[LogLine]:
    """Return the newest lines, so many that those beside the table stand, however many were taken back after them."""
    last = BESIDE + 10
    while True:
        lines = log_lines(session, last)
        if len(lines) < last or len(shown(lines)) >= BESIDE:
            return lines
        last *= 4


def _can_redo(lines: list[LogLine]) -> bool:
    """Whether more was undone than brought back since the last move or correction, which ends that."""
    since = takewhile(lambda line: line.kind in ("undo", "redo"), lines)
    return sum(1 if line.kind == "undo" else -1 for line in since) > 0


def lines_of(session: Session, rows: list[LogRow]) -> list[LogLine]:
    """Return these rows as they read now, oldest first."""
    seqs = {row.seq for row in rows}
    if not seqs:
        return []
    found = log_lines(session, max(seqs) - min(seqs) + 1, max(seqs) + 1)
    return [line for line in reversed(found) if line.n in seqs]
