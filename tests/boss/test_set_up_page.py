"""What is often chosen together at set-up: sets of rules, and how deep the log goes (§ 3.6, § 7)."""

import json
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.boss.options import Options
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.sessions import session_create, session_start


@pytest.fixture
def prepared(owner: User) -> Session:
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    teams = [{"code": code, "name": name} for code, name in (("a", "Анна"), ("b", "Борис"), ("c", "Вера"))]
    return session_create(workshop, game="boss", title="Стол 1", teams=teams)


@pytest.fixture
def client(owner: User, signed_in: Any) -> Client:
    return signed_in(owner)


def chosen(client: Client, session: Session, words: str) -> Options:
    """Press the button with these words on the page of the options."""
    url = reverse("trainer:setup_options", args=[session.key])
    choices = [one for _heading, found in client.get(url).context["presets"] for one in found]
    value = next(value for value, its_words, _on in choices if its_words == words)
    client.post(url, {"preset": value})
    session.refresh_from_db()
    return msgspec.json.decode(session.options, type=Options)


def test_a_set_of_rules_is_chosen_in_one_tap_and_leaves_the_depth_of_the_log_alone(
    prepared: Session, client: Client
) -> None:
    assert chosen(client, prepared, "Быстро: договорённости, карты, итоги").log_depth == "fast"
    popular = chosen(client, prepared, "Популярные")
    assert (popular.turn_order_after_boss, popular.must_deal_over, popular.log_depth) == ("opener", 10, "fast")
    training = chosen(client, prepared, "Тренинг, 60 минут")
    assert (training.short_game, training.ask_before_close, training.banker) == (True, True, "trainer")
    assert (training.turn_order_after_boss, training.must_deal_over) == ("last_boss", 0)
    assert chosen(client, prepared, "Базовые") == Options(log_depth="fast")
    assert chosen(client, prepared, "Всё: предложения, встречные, карты") == Options()


def test_what_nobody_offers_is_not_chosen_and_nothing_after_the_start(prepared: Session, client: Client) -> None:
    url = reverse("trainer:setup_options", args=[prepared.key])
    assert client.post(url, {"preset": "Rules of the table|winner"}).status_code == 404
    investors = {"red": "a", "blue": "a", "yellow": "b", "pink": "b", "orange": "c", "green": "c"}
    prepared.setup = json.dumps({"investors": investors, "first_player": "a", "marker": 1})
    prepared.save()
    session_start(prepared)
    assert client.post(url, {"preset": "Rules of the table|soft"}).status_code == 409
    prepared.refresh_from_db()
    assert msgspec.json.decode(prepared.options, type=Options) == Options()


@pytest.mark.parametrize(("each", "beside"), [(3, 0), (2, 2)])
def test_two_players_find_their_investors_dealt_as_the_options_say(
    owner: User, client: Client, each: int, beside: int
) -> None:
    """A-04: three investors each, or two each and two beside the board; what the page proposes can be played."""
    teams = [{"code": code, "name": name} for code, name in (("a", "Анна"), ("b", "Борис"))]
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    options = {"soft_rules": True, "two_player_investors": each}
    session = session_create(workshop, game="boss", title="Стол 1", teams=teams, options=options)
    url = reverse("trainer:setup_begin", args=[session.key])
    form = client.get(url).context["form"]
    sent = {field.html_name: field.value() for field in form if field.value() is not None}
    holders = [value for name, value in sent.items() if name.startswith("investors__")]
    assert [holders.count(one) for one in ("a", "b", "board")] == [each, each, beside]
    assert client.post(url, sent).status_code == 302
    session.refresh_from_db()
    held = session_start(session)
    assert list(table_of(held).state.investors.values()).count("board") == beside
