"""On a phone nothing widens the page, in any game: a table in play, its teams' phones, its report."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from games.registry import SLUGS
from trainer.demo import record_all, whole_game
from trainer.models import Session, User
from trainer.practice import practice_start

#: a small Android phone
PHONE = {"width": 360, "height": 740}
#: so many moves of a bot: every part of the screen has something to show
MOVES = 60


@pytest.fixture
def in_play(owner: User) -> Callable[[str], Session]:
    """Make a table of this game in the middle of play."""

    def make(game: str) -> Session:
        session = practice_start(owner, game, "one")
        record_all(session, whole_game(session, 7)[:MOVES])
        return session

    return make


def addresses(session: Session) -> list[str]:
    """The pages of a table that somebody may open on a phone."""
    of_table = [("referee", []), ("log", []), ("table_at", [MOVES]), ("account", ["A"]), ("corrections", [])]
    found = [reverse(f"trainer:{name}", args=[session.key, *more]) for name, more in of_table]
    for_teams = [reverse("trainer:phone", args=[session.view_key])]
    for_teams += [reverse("trainer:phone_team", args=[session.view_key, code]) for code in "AB"]
    questions = [reverse("reports:question", args=[session.key, number]) for number in range(1, 11)]
    return [*found, *for_teams, reverse("reports:session", args=[session.key]), *questions]


@pytest.mark.parametrize("game", SLUGS)
def test_no_page_scrolls_sideways_on_a_phone(
    game: str,
    in_play: Callable[[str], Session],
    sign_in_page: Callable[[User], Page],
    owner: User,
    live_server: LiveServer,
) -> None:
    session = in_play(game)
    page = sign_in_page(owner)
    page.set_viewport_size(PHONE)
    wide = {}
    for address in addresses(session):
        page.goto(f"{live_server.url}{address}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            wide[address] = width
    assert wide == {}
