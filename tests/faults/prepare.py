"""What a house begins with: a trainer, signed in, and running tables. Runs in a process of the house's own."""

import json
import sys

from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games.engine.fields import sample
from games.engine.table import Team
from games.registry import game as find_game
from trainer.models import Session, User, Workshop
from trainer.sessions import session_create, session_start

#: what a form of ours carries besides its cookie
TOKEN = "f" * 32
TEAMS = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}, {"code": "C", "name": "Гамма"}]


def table(workshop: Workshop, title: str, slug: str = "ecologic") -> Session:
    """A running table; at one of «Экологика» a transfer is always legal."""
    rules = find_game(slug)
    seats = tuple(Team(team["code"], team["name"]) for team in TEAMS)
    asked = rules.setup_fields(rules.sample(), seats)
    setup = {field.name: value for field in asked if (value := sample(field)) is not None}
    return session_start(session_create(workshop, game=slug, title=title, teams=TEAMS, setup=setup))


def prepare(count: int) -> None:
    """Make the database and write to the output what a test has to know, as JSON."""
    call_command("migrate", verbosity=0)
    owner = User.objects.create_user("owner", name="Марина Коваль")
    workshop = Workshop.objects.create(owner=owner, title="Осенний тренинг")
    tables = [table(workshop, f"Стол {number}") for number in range(1, count + 1)]
    client = Client()
    client.force_login(owner)
    session = settings.SESSION_COOKIE_NAME
    about = {
        "cookies": {session: client.cookies[session].value, settings.CSRF_COOKIE_NAME: TOKEN},
        "tables": [{"pk": one.pk, "key": one.key, "view_key": one.view_key} for one in tables],
    }
    sys.stdout.write(json.dumps(about))
