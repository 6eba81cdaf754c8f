"""The life of a session: prepared, started, paused, resumed, reopened, copied."""

from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone

from games.engine.kit import write_kit
from games.engine.log import standing
from games.engine.move import REFEREE
from games.engine.refusal import Refusal
from games.engine.replay import opening, replay
from games.engine.table import Step
from games.registry import game as find_game
from trainer.models import Session, SessionTeam, Workshop
from trainer.models.workshop import new_key
from trainer.positions import POSITION_FIELDS, game_of, keep, origin_of, rows_of
from trainer.recording import Recorded, Request, record, writing


def session_create(
    workshop: Workshop,
    *,
    game: str,
    title: str,
    teams: list[dict[str, Any]],
    kit: Any = None,
    options: dict[str, Any] | None = None,
    setup: dict[str, Any] | None = None,
    key: str = "",
) -> Session:
    """Prepare a table. `teams` are in seat order: code, name and optionally letter, colour, people.

    Raises Refusal if options or set-up have the wrong form; whether the game can be set up is asked at the start.
    """
    rules = find_game(game)
    session = Session(workshop=workshop, game=game, title=title, version=rules.meta.version, key=key or new_key())
    session.kit = write_kit(kit if kit is not None else rules.sample())
    session.options = _checked(options or {}, rules.options_type, "options")
    session.setup = _checked(setup or {}, rules.setup_type, "setup")
    with writing():
        session.save()
        SessionTeam.objects.bulk_create(
            SessionTeam(session=session, seat=seat, **{"colour": seat, **team}) for seat, team in enumerate(teams, 1)
        )
    return session


def _checked(values: dict[str, Any], kind: type[Any], field: str) -> str:
    try:
        return msgspec.json.encode(msgspec.convert(values, kind)).decode()
    except msgspec.ValidationError as error:
        raise Refusal("E_SETUP", field, value=str(error)[:200]) from None


def session_start(session: Session) -> Session:
    """Set the table up: from now on kit, options and teams change only by recorded corrections.

    Raises Refusal with what is missing in the set-up or wrong in the kit.
    """
    with writing():
        locked = Session.objects.select_for_update().get(pk=session.pk)
        if locked.is_started:
            return locked
        rules = find_game(locked.game)
        origin = origin_of(locked)
        for found in rules.check_kit(origin.kit):
            if found.blocks:
                raise Refusal(found.code, found.path, **found.figures)
        t = opening(rules, origin)
        now = timezone.now()
        locked.status = Session.Status.RUNNING
        locked.started_at = now
        locked.version = rules.meta.version
        keep(locked, t, 0, None)
        locked.save(update_fields=[*POSITION_FIELDS, "started_at", "version"])
    return locked


def session_pause(session: Session) -> None:
    """Pause a running table: nothing is recorded until it goes on."""
    _switch(session, Session.Status.RUNNING, Session.Status.PAUSED)


def session_resume(session: Session) -> None:
    """Go on after a pause."""
    _switch(session, Session.Status.PAUSED, Session.Status.RUNNING)


def _switch(session: Session, old: str, new: str) -> None:
    with writing():
        Session.objects.filter(pk=session.pk, status=old).update(status=new)
    session.refresh_from_db(fields=["status"])


def session_reopen(session: Session, by: str, op: UUID) -> Recorded | None:
    """Go on with a game that is over: the entry that ended it is undone, and stays in the log as undone.

    None if it is not over. Raises Refusal (E_UNDO_CONFLICT) where later entries need the end of the game.
    """
    session.refresh_from_db()
    if session.status != Session.Status.FINISHED:
        return None
    rules = game_of(session)
    ended = 0

    def see(step: Step, t: Any) -> None:
        nonlocal ended
        ended = (ended or step.n) if rules.finished(t) else 0

    replay(rules, origin_of(session), standing(rows_of(session)), see)
    undo = Request(REFEREE, "undo", {"n": ended} if ended else {})
    return record(session.pk, [undo], op=op, rev=session.rev, by=by)


def session_copy(session: Session, title: str, workshop: Workshop | None = None, key: str = "") -> Session:
    """Prepare another table with the same game, kit, options, set-up and teams; its log begins empty."""
    copy = Session(
        workshop=workshop or session.workshop, key=key or new_key(), game=session.game, title=title,
        version=session.version, kit=session.kit, options=session.options, setup=session.setup,
        referee_rules=session.referee_rules,
    )  # fmt: skip
    with writing():
        copy.save()
        SessionTeam.objects.bulk_create(
            SessionTeam(session=copy, seat=team.seat, code=team.code, name=team.name, letter=team.letter,
                        colour=team.colour, people=team.people)
            for team in session.teams.all()
        )  # fmt: skip
    return copy
