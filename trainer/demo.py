"""The demo: a finished and a half-played workshop, played by the bot through the recorder."""

import datetime
import uuid
from random import Random
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.bot import turn
from games.engine.fields import sample
from games.engine.table import Team
from games.registry import SLUGS
from games.registry import game as find_game
from trainer.models import Mark, Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

NAMES = ["Альфа", "Бета", "Гамма", "Дельта", "Енисей", "Жемчуг"]
#: What the bot leaves alone: entries that only people make, and the ones that would end a demo early.
AVOID = frozenset({"adjust", "stop_game", "final_call", "undo", "transfer"})


def demo_create(owner: User, seed: int = 7) -> list[Workshop]:
    """Add the demo workshops to this trainer and return them: one finished, one half-played, every game in both."""
    day = timezone.localdate()
    finished = Workshop.objects.create(
        owner=owner, title=_("Demo: finished workshop"), client=_("Client (demo)"), place=_("Training room"),
        held_on=day - datetime.timedelta(days=1), goals=_("Weigh growth against its cost, decide under uncertainty."),
    )  # fmt: skip
    running = Workshop.objects.create(
        owner=owner, title=_("Demo: half-played workshop"), client=_("Client (demo)"), held_on=day
    )
    for at, slug in enumerate(SLUGS, 1):
        random = Random(seed * 100 + at)  # noqa: S311 - a demo is meant to be the same each time
        play(_table(finished, slug, at), random, until=None)
        play(_table(running, slug, at), random, until=25)
    return [finished, running]


def _table(workshop: Workshop, slug: str, at: int) -> Session:
    rules = find_game(slug)
    count = min(3 if rules.meta.least <= 3 else rules.meta.least, rules.meta.most)
    teams = [{"code": chr(ord("A") + seat), "name": name} for seat, name in enumerate(NAMES[:count])]
    seats = tuple(Team(team["code"], team["name"]) for team in teams)
    setup = {field.name: value for field in rules.setup_fields(rules.sample(), seats) if (value := sample(field)) is not None}
    title = _("Table %(number)s") % {"number": at}
    session = session_create(workshop, game=slug, title=title, teams=teams, setup=setup)
    return session_start(session)


def play(session: Session, random: Random, until: int | None, most: int = 2000) -> None:
    """Let the bot record moves through the recorder until the game is over or `until` rows are there."""
    rules = find_game(session.game)
    while session.status == Session.Status.RUNNING and session.rev < min(until or most, most):
        t = table_of(session)
        step: Any = turn(rules, t, session.rev + 1, random, AVOID)[1]
        request = Request(step.actor, step.action, msgspec.to_builtins(step.move))
        session = record(session.pk, [request], op=uuid.uuid4(), rev=session.rev, by=_("Demo")).session
    if session.rev > 10:
        Mark.objects.create(session=session, kind=Mark.Kind.STAR, n=session.rev // 2, by=_("Demo"))
