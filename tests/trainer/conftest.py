"""A table of three teams playing «Экологика» with the small kit of the recorded game."""

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine.kit import read_kit
from games.registry import game as find_game
from trainer.models import Session, User, Workshop
from trainer.recording import Recorded, Request, record
from trainer.sessions import session_create, session_start

RECORDED = json.loads((Path(__file__).parent.parent / "conformance" / "ecologic.json").read_text(encoding="utf-8"))
TEAMS = [{"code": team["id"], "name": team["name"]} for team in RECORDED["teams"]]


@pytest.fixture
def workshop(owner: User) -> Workshop:
    """A workshop of the owner."""
    return Workshop.objects.create(owner=owner, title="Осенний тренинг", client="ООО «Заказчик»")


@pytest.fixture
def make_table(workshop: Workshop) -> Callable[..., Session]:
    """Make a started table: teams А, Б, Г with 25 profits and 7 enviros, a chip each on S2, S4, S8."""

    def make(title: str = "Стол 1", **options: Any) -> Session:
        kit = read_kit(find_game("ecologic"), RECORDED["kit"])
        prepared = session_create(
            workshop, game="ecologic", title=title, teams=TEAMS, kit=kit, setup=RECORDED["setup"], options=options
        )
        return session_start(prepared)

    return make


@pytest.fixture
def table(make_table: Callable[..., Session]) -> Session:
    """One such table."""
    return make_table()


@pytest.fixture
def act() -> Callable[..., Recorded]:
    """Record one move of a session as it is now; `op` and `rev` may be given."""

    def do(session: Session, actor: str, action: str, /, **params: Any) -> Recorded:
        op, rev = params.pop("op", None) or uuid.uuid4(), params.pop("rev", None)
        may_rule = params.pop("may_rule", True)
        session.refresh_from_db()
        rev = session.rev if rev is None else rev
        return record(session.pk, [Request(actor, action, params)], op=op, rev=rev, by="Ирина", may_rule=may_rule)

    return do
