"""From stored text to a table and back: the only place that knows how a session keeps its position."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.utils import timezone

from games.engine.game import Game
from games.engine.kit import write_kit
from games.engine.log import Row, Ruling, standing
from games.engine.refusal import Refusal
from games.engine.replay import Origin, replay, until
from games.engine.table import Team
from games.registry import game as find_game
from trainer.models import LogRow, Session, SessionTeam


def game_of(session: Session) -> Game[Any]:
    """Return the rules this session plays by."""
    return find_game(session.game)


@lru_cache(maxsize=64)
def _kit(slug: str, text: str) -> Any:
    """Kits are large and never change in place: the same text is read once."""
    return msgspec.json.decode(text, type=find_game(slug).kit_type)


@lru_cache(maxsize=256)
def _options(slug: str, text: str) -> Any:
    return msgspec.json.decode(text, type=find_game(slug).options_type)


def options_of(session: Session) -> Any:
    """Return the options the session plays by now. Raises msgspec.ValidationError if they are not of this version."""
    return _options(session.game, session.options_now or session.options)


def teams_of(session: Session) -> tuple[Team, ...]:
    """Return the teams in seat order, as they are seated at the start (at most one query)."""
    if session.started_at is not None:
        return _started_teams(session.key, session.started_at)
    return _teams(session.teams.all())


@lru_cache(maxsize=256)
def _started_teams(key: str, started_at: datetime) -> tuple[Team, ...]:
    """Return the teams of a table that started then: they never change any more, so a process asks for them once."""
    return _teams(SessionTeam.objects.filter(session__key=key))


def _teams(seated: Iterable[SessionTeam]) -> tuple[Team, ...]:
    return tuple(Team(team.code, team.name, team.letter, team.colour) for team in seated)


def origin_of(session: Session) -> Origin:
    """Return what the session started from (at most one query).

    Raises msgspec.ValidationError if it is not of this version.
    """
    return Origin(
        _kit(session.game, session.kit),
        _options(session.game, session.options),
        teams_of(session),
        msgspec.json.decode(session.setup, type=game_of(session).setup_type),
    )


def table_of(session: Session) -> Any:
    """Return the table as it is now, from the stored state (at most one query)."""
    game = game_of(session)
    teams = teams_of(session)
    if session.seats_now:
        by_id = {team.id: team for team in teams}
        teams = tuple(by_id[code] for code in msgspec.json.decode(session.seats_now, type=list[str]))
    kit = _kit(session.game, session.kit_now or session.kit)
    return game.table(kit, options_of(session), teams, game.read_state(session.state))


POSITION_FIELDS = ["state", "kit_now", "options_now", "seats_now", "rev", "status", "recorded_at", "finished_at"]


def keep(session: Session, t: Any, rev: int, at: Any) -> None:
    """Put the table into the session's fields (not saved): see POSITION_FIELDS."""
    game = game_of(session)
    session.state = game.write_state(t.state)
    session.kit_now = "" if t.kit is _kit(session.game, session.kit) else _unless_same(write_kit(t.kit), session.kit)
    options = msgspec.json.encode(t.options).decode()
    session.options_now = "" if t.options == _options(session.game, session.options) else options
    seats = [team.id for team in t.teams]
    session.seats_now = "" if seats == [team.id for team in teams_of(session)] else msgspec.json.encode(seats).decode()
    session.rev = rev
    session.recorded_at = at
    if game.finished(t):
        if session.status != Session.Status.FINISHED:
            session.status = Session.Status.FINISHED
            session.finished_at = at or timezone.now()
    elif session.status == Session.Status.FINISHED:
        session.status = Session.Status.RUNNING
        session.finished_at = None


def _unless_same(text: str, start: str) -> str:
    return "" if text == start else text


def need_shown(game: Game[Any], t: Any, asked: Any) -> None:
    """Refuse a correction after which no page of the table could be drawn: a phase in which nobody is to act.

    What belongs together is typed at once, on the page of the whole position. Raises Refusal (E_BAD_VALUE), which
    names the field, or the place of the kit, that stands somewhere in what was `asked` (it can be written as JSON).
    """
    try:
        for draw in (game.now, game.board, game.panel, game.standings):
            draw(t)
        list(game.candidates(t))
    except Exception:  # noqa: BLE001 - whatever it is that cannot be drawn, the table must not be left so
        place = _place_in(msgspec.json.decode(msgspec.json.encode(asked)))
        raise Refusal("E_BAD_VALUE", "value", value=place[:60]) from None


def _place_in(asked: Any) -> str:
    parts: list[Any] = asked if isinstance(asked, list) else []
    if isinstance(asked, dict):
        place = asked.get("field") or asked.get("path")
        if isinstance(place, str):
            return place
        parts = list(asked.values())
    return next((found for part in parts if (found := _place_in(part))), "")


def engine_row(row: LogRow) -> Row:
    """Return a stored row as the engine reads it."""
    ruling = msgspec.json.decode(row.ruling, type=Ruling) if row.ruling else None
    return Row(row.seq, row.kind, row.actor, row.action, row.params, ruling, row.at.isoformat())


def rows_of(session: Session, upto: int | None = None) -> list[Row]:
    """Return the whole log as the engine reads it, or as it was when row `upto` was the newest (one query)."""
    return [engine_row(row) for row in (session.rows.all() if upto is None else session.rows.filter(seq__lte=upto))]


def table_when(session: Session, rev: int) -> Any:
    """Return the table as it was when row `rev` was the newest: what a form drawn then was drawn for."""
    return replay(game_of(session), origin_of(session), standing(rows_of(session, rev)))


def table_at(session: Session, n: int) -> Any:
    """Return the table after entry `n` of the standing log: «состояние на ход N». Replays the log."""
    return replay(game_of(session), origin_of(session), until(standing(rows_of(session)), n))
