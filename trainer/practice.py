"""Tables for trying out: the sample kit, three teams, playable at once, marked so that nobody takes them for real."""

from typing import Any

from django.utils.translation import gettext as _

from games.engine.fields import Choice, Each
from games.engine.game import Game
from games.registry import game as find_game
from trainer.forms.workshops import default_teams
from trainer.models import Session, User, Workshop
from trainer.once import key_once, made_once
from trainer.preparation import seats_of, usual_setup
from trainer.recording import writing
from trainer.sessions import session_create, session_start

TEAMS = 3


def practice_start(user: User, game: str, op: str) -> Session:
    """Return a started practice table of this game; the same form sent twice makes one."""
    workshop = _workshop(user)
    key = key_once(user, f"{op}:{game}")
    teams = default_teams(TEAMS)
    title = _("Practice table %(n)s") % {"n": workshop.sessions.count() + 1}
    session = made_once(
        workshop.sessions.all(), key,
        lambda: session_create(
            workshop, game=game, title=title, teams=teams, setup=_laid_out(find_game(game), teams), key=key
        ),
    )  # fmt: skip
    return session_start(session)


def _laid_out(rules: Game[Any], teams: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the usual set-up with cards in the slots beside the decks: nobody lays them out at a practice table."""
    setup = usual_setup(rules, teams)
    for field in rules.setup_fields(rules.sample(), seats_of(teams)):
        if isinstance(field, Each) and isinstance(field.of, Choice) and field.name not in setup:
            setup[field.name] = [option.value for option in field.of.options[: len(field.keys)]]
    return setup


def _workshop(user: User) -> Workshop:
    """Return the trainer's workshop for trying out, made with the first table."""
    mine = Workshop.objects.filter(owner=user)
    found = mine.filter(practice=True).first()
    if found is not None:
        return found
    key = key_once(user, "practice")

    def make() -> Workshop:
        with writing():
            return Workshop.objects.create(owner=user, key=key, title=_("For practice"), practice=True)

    return made_once(mine, key, make)
