"""Tables for the browser tests: «Экологика» with the sample kit, at a live server."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from trainer.models import Session, User, Workshop
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

TEAMS = [{"code": code, "name": name} for code, name in zip("ABC", ("Альфа", "Бета", "Гамма"), strict=True)]


@pytest.fixture
def new_table(owner: User) -> Callable[..., Session]:
    """Make a running table of three teams; options of the game may be given."""

    def make(title: str = "Стол 1", setup: dict[str, Any] | None = None, **options: Any) -> Session:
        workshop = Workshop.objects.create(owner=owner, title="Осенний тренинг")
        return session_start(
            session_create(workshop, game="ecologic", title=title, teams=TEAMS, setup=setup, options=options)
        )

    return make


@pytest.fixture
def at_table(sign_in_page: Callable[[User], Page], owner: User, live_server: LiveServer) -> Callable[[Session], Page]:
    """Open the referee's screen of a table, signed in as the trainer."""

    def go(session: Session, path: str = "") -> Page:
        page = sign_in_page(owner)
        page.goto(f"{live_server.url}/s/{session.key}/{path}")
        return page

    return go


@pytest.fixture
def act_at() -> Callable[..., None]:
    """Record one move of a session as it is now, as another device would."""

    def do(session: Session, actor: str, action: str, /, **params: Any) -> None:
        session.refresh_from_db()
        request = Request(actor, action, params)
        record(session.pk, [request], op=uuid.uuid4(), rev=session.rev, by="Ирина", may_rule=True)

    return do
