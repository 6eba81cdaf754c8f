"""The first start: one tap leads to a practice table, and nobody takes it for a real one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import SLUGS
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.sessions import session_copy

SignedIn = Callable[[User], Client]
BADGE = "учебный, не в зачёт"


def page(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


@pytest.fixture
def client(owner: User, signed_in: SignedIn) -> Client:
    return signed_in(owner)


def tap(client: Client, slug: str) -> Any:
    """Press a game of the first page, as it is drawn there."""
    first = page(client.get(reverse("trainer:workshops")))
    op = re.search(r'name="op" value="([^"]+)"', first)
    assert op and f'value="{slug}"' in first
    return client.post(reverse("trainer:practice"), {"op": op[1], "game": slug}, follow=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_one_tap_leads_to_a_table_that_can_be_played(slug: str, client: Client) -> None:
    table = tap(client, slug)
    session = Session.objects.get()
    assert table.redirect_chain == [(reverse("trainer:referee", args=[session.key]), 302)]
    assert (session.game, session.status, session.teams.count()) == (slug, "running", 3)
    assert BADGE in page(table)
    assert "Пример, не из коробки" in page(table)
    assert 'id="headline"' in page(table)


def test_the_open_cards_of_titans_lie_there_already(client: Client) -> None:
    tap(client, "titans")
    t = table_of(Session.objects.get())
    assert all(t.state.agency_slots) and len(t.state.agency_slots) == 3
    assert all(t.state.tender_slots) and len(t.state.tender_slots) == 2


def test_the_first_page_sent_twice_makes_one_table(client: Client) -> None:
    form = {"op": "form-1", "game": "boss"}
    addresses = {client.post(reverse("trainer:practice"), form)["Location"] for _again in range(2)}
    assert len(addresses) == 1
    assert Session.objects.count() == 1


def test_all_practice_tables_stand_in_one_marked_workshop(client: Client, owner: User) -> None:
    for slug in SLUGS:
        tap(client, slug)
    workshop = Workshop.objects.get()
    assert (workshop.owner, workshop.practice, workshop.sessions.count()) == (owner, True, 4)
    for path in (reverse("trainer:workshops"), reverse("trainer:workshop", args=[workshop.key])):
        assert BADGE in page(client.get(path))
    assert "Учебный стол 1" in page(client.get(reverse("trainer:workshop", args=[workshop.key])))


def test_the_guide_stands_until_there_is_a_real_workshop(client: Client, owner: User) -> None:
    home = reverse("trainer:workshops")
    assert "Первый запуск" in page(client.get(home))
    tap(client, "market")
    assert "Первый запуск" in page(client.get(home))
    Workshop.objects.create(owner=owner, title="Осенний тренинг")
    assert "Первый запуск" not in page(client.get(home))
    assert reverse("trainer:practice") in page(client.get(home))


def test_a_real_table_wears_no_practice_badge(client: Client, table: Session) -> None:
    for name in ("referee", "setup_table"):
        assert BADGE not in page(client.get(reverse(f"trainer:{name}", args=[table.key])))


def test_a_copy_into_a_real_workshop_is_a_real_table(client: Client, workshop: Workshop) -> None:
    client.post(reverse("trainer:practice"), {"op": "form-1", "game": "ecologic"})
    practised = Session.objects.get(workshop__practice=True)
    assert not session_copy(practised, "Стол 1", workshop).workshop.practice


def test_each_trainer_practises_at_his_own_table(client: Client, stranger: User, signed_in: SignedIn) -> None:
    client.post(reverse("trainer:practice"), {"op": "form-1", "game": "ecologic"})
    mine = Session.objects.get()
    other = signed_in(stranger)
    assert other.get(reverse("trainer:referee", args=[mine.key])).status_code == 404
    other.post(reverse("trainer:practice"), {"op": "form-1", "game": "ecologic"})
    assert set(Workshop.objects.values_list("owner__username", "practice")) == {("owner", True), ("stranger", True)}


@pytest.mark.parametrize("game", ["", "chess", "../ecologic"])
def test_an_unknown_game_is_no_page(game: str, client: Client) -> None:
    assert client.post(reverse("trainer:practice"), {"op": "form-1", "game": game}).status_code == 404
    assert not Workshop.objects.exists()


def test_practice_needs_an_account() -> None:
    path = reverse("trainer:practice")
    assert Client().get(path)["Location"] == f"/signin/?next={path}"
    assert Client().post(path, {"game": "boss"})["Location"] == f"/signin/?next={path}"
