"""A table before its game: teams, kit, options and set-up change freely until it starts, and what is still missing."""

from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.fields import Refused, sample
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.kit import KitNote, write_kit
from games.engine.refusal import Refusal
from games.engine.replay import opening
from games.engine.table import Team
from games.registry import game as find_game
from trainer.models import Session, SessionTeam
from trainer.positions import game_of, origin_of
from trainer.recording import writing


class Started(Exception):
    """The game has begun: kit, options and teams change only by recorded corrections. Nothing was written."""


@dataclass(frozen=True)
class Missing:
    """Why a table cannot start: the step at which it is mended (teams, kit, options, begin) and the words."""

    step: str
    words: Words


def teams_set(session: Session, teams: list[dict[str, Any]]) -> None:
    """Seat these teams (in seat order: code, name, letter, colour, people) in place of the earlier ones."""
    with writing():
        locked = _prepared(session)
        locked.teams.all().delete()
        rows = [SessionTeam(session=locked, seat=seat, **team) for seat, team in enumerate(teams, 1)]
        SessionTeam.objects.bulk_create(rows)


def kit_set(session: Session, kit: Any) -> None:
    """Play with a copy of this kit."""
    _write(session, "kit", write_kit(kit))


def options_set(session: Session, options: msgspec.Struct) -> None:
    """Play by these options."""
    _write(session, "options", msgspec.json.encode(options).decode())


def options_after(rules: Game[Any], options: Any, heading: str, key: str) -> Any:
    """Return the options after this choice: what its heading knows is set, everything else stands.

    Raises KeyError for a choice that the game does not offer.
    """
    choices = rules.presets[heading]
    _words, values = choices[key]
    default = rules.options_type()
    known = {name for _its_words, others in choices.values() for name in others}
    return msgspec.structs.replace(options, **{name: values.get(name, getattr(default, name)) for name in known})


def setup_set(session: Session, setup: msgspec.Struct) -> None:
    """Begin with this set-up."""
    _write(session, "setup", msgspec.json.encode(setup).decode())


def seats_of(teams: list[dict[str, Any]]) -> tuple[Team, ...]:
    """Return teams that are not seated yet as the rules know them."""
    return tuple(Team(team["code"], team["name"]) for team in teams)


def usual_setup(rules: Game[Any], teams: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a set-up that can be played as it is: what stands in the untouched set-up form of the sample kit."""
    asked = rules.setup_fields(rules.sample(), seats_of(teams))
    return {field.name: value for field in asked if (value := sample(field)) is not None}


def _write(session: Session, field: str, text: str) -> None:
    with writing():
        locked = _prepared(session)
        setattr(locked, field, text)
        locked.save(update_fields=[field])
    setattr(session, field, text)


def _prepared(session: Session) -> Session:
    locked = Session.objects.select_for_update().get(pk=session.pk)
    if locked.is_started:
        raise Started
    return locked


def session_delete(session: Session) -> None:
    """Delete a table with its log, notes and accesses."""
    with writing():
        session.delete()


def missing_of(session: Session) -> Missing | None:
    """Return the first thing without which the table cannot start, or None (one query)."""
    rules = find_game(session.game)
    try:
        origin = origin_of(session)
    except msgspec.ValidationError as error:
        return Missing("kit", rules.words(Refusal("E_KIT", message=str(error)[:200])))
    for note in rules.check_kit(origin.kit):
        if note.blocks:
            return Missing("kit", note_words(session.game, note))
    try:
        opening(rules, origin)
    except Refusal as refusal:
        return Missing(_step_of(refusal), rules.words(refusal))
    return None


def _step_of(refusal: Refusal) -> str:
    if refusal.code in ("E_SETUP_TEAMS", "E_PLAYERS"):
        return "teams"
    return "kit" if refusal.code.startswith(("K_", "E_KIT")) else "begin"


def note_words(slug: str, note: KitNote) -> Words:
    """Return a finding of a kit check in words."""
    return find_game(slug).words(Refused(note.code, note.path, note.figures))


def kit_notes(session: Session) -> list[KitNote]:
    """Return what is wrong or doubtful in the session's kit."""
    return game_of(session).check_kit(origin_of(session).kit)
