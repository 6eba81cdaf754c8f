"""A live poll with no change (design § 8): 204, at most three queries, no write; after a move the new table."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from trainer.access import access_issue
from trainer.models import Session, User

PART = {"HX-Request": "true"}
SCREENS = ("trainer", "referee", "wall", "phone", "team")


@pytest.fixture
def screens(table: Session, owner: User, signed_in: Callable[[User], Client]) -> dict[str, tuple[Client, str]]:
    """Each screen that polls: the browser and the page it stands on."""
    referee = Client()
    referee.get(f"/r/{access_issue(table, 'Ирина', owner)}/")
    at_table, view = f"/s/{table.key}/", f"/v/{table.view_key}/"
    return {
        "trainer": (signed_in(owner), at_table), "referee": (referee, at_table), "wall": (Client(), view),
        "phone": (Client(), f"{view}phone/"), "team": (Client(), f"{view}phone/A/"),
    }  # fmt: skip


def poll_address(page: str) -> str:
    """Where the page asks every two seconds, as its markup says."""
    tag = re.search(r'<[^>]*hx-get="([^"]+)"[^>]*hx-trigger="every [^>]*>', page)
    assert tag
    return tag[1].replace("&amp;", "&")


@pytest.mark.parametrize("name", SCREENS)
def test_a_poll_with_no_change_is_cheap_and_writes_nothing(
    name: str, screens: dict[str, tuple[Client, str]], table: Session, act: Callable[..., Any]
) -> None:
    client, page = screens[name]
    address = poll_address(client.get(page).content.decode())
    client.get(address, headers=PART)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers=PART)
    assert (answer.status_code, answer.content) == (204, b"")
    told = [query["sql"] for query in queries]
    assert len(told) <= 3, told
    assert all(sql.startswith("SELECT") for sql in told), told
    act(table, "A", "transfer", to="B", profits=1)
    assert client.get(address, headers=PART).status_code == 200
