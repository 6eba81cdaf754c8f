"""The table's pages of «Я босс!»: what is typed at the table, what is asked once more, what nobody may see."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.boss.game import GAME
from games.boss.kit import Space
from games.engine.kit import read_kit
from tests.boss.table import deal_to, parts_of, raw_kit
from trainer.models import RefusedAttempt, Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

NAMES = {"a": "Анна", "b": "Борис", "c": "Вера", "d": "Глеб"}


@pytest.fixture
def client(owner: User, signed_in: Any) -> Client:
    return signed_in(owner)


@pytest.fixture
def make(owner: User) -> Callable[..., Session]:
    """Make a started table of four."""

    def start(raw: dict[str, Any] | None = None, moves: list[tuple[str, str, dict[str, Any]]] | None = None) -> Session:
        workshop = Workshop.objects.create(owner=owner, title="Тренинг")
        setup = deal_to(list(NAMES))
        session = session_create(
            workshop, game="boss", title="Стол 1", teams=[{"code": code, "name": name} for code, name in NAMES.items()],
            kit=read_kit(GAME, raw or raw_kit()), options={"hand_start": 9},
            setup={"investors": setup.investors, "first_player": "a", "marker": 1},
        )  # fmt: skip
        session = session_start(session)
        for actor, action, params in moves or []:
            done = record(session.pk, [Request(actor, action, params)], op=uuid.uuid4(), rev=session.rev)
            session = done.session
        return session

    return start


def send(client: Client, session: Session, query: str = "", **data: Any) -> Any:
    session.refresh_from_db()
    body = {"op": str(uuid.uuid4()), "rev": session.rev, **data}
    return client.post(reverse("trainer:record", args=[session.key]) + query, body)


@pytest.mark.clause("B-010", "B-012")
def test_a_deal_opens_on_a_space_and_a_card_that_are_read_off_the_board(
    make: Callable[..., Session], client: Client
) -> None:
    raw = raw_kit()
    raw["spaces"]["1"], raw["deal_cards"]["1"] = {}, {}
    session = make(raw)
    address = reverse("trainer:referee", args=[session.key])
    page = client.get(address, {"move": "open_deal", "fixed": "{}"})
    assert 'name="space__new__required"' in page.content.decode()
    form = {
        "form": "1", "move": "open_deal", "fixed": "{}", "actor": "a", "space__new__required": ["red", "blue"],
        "space__new__choose": "1", "space__new__from": ["pink", "green"], "space__new__shares": "3", "value": "2",
    }  # fmt: skip
    assert send(client, session, **{**form, "space__new__from": []}).status_code == 422, "one of nothing"
    assert send(client, session, **form).status_code == 302
    session.refresh_from_db()
    t = table_of(session)
    assert t.kit.spaces["1"] == Space(["red", "blue"], 1, ["pink", "green"], 3)
    assert t.total == 6


@pytest.mark.clause("B-134")
def test_the_numbers_on_the_back_of_a_card_are_typed_with_the_die(make: Callable[..., Session], client: Client) -> None:
    raw = raw_kit((2, "red"))
    raw["deal_cards"] = {"10": {"value": 2}, "11": {"value": 2}}
    session = make(raw, [("a", "open_deal", {}), ("a", "close_deal", {"parts": parts_of("a inv:red")})])
    page = client.get(reverse("trainer:referee", args=[session.key])).content.decode()
    assert 'name="die"' in page
    assert 'name="end_numbers"' in page
    form = {"form": "1", "move": "end_roll", "fixed": "{}", "actor": "a", "die": "3", "end_numbers": ["1", "2"]}
    assert send(client, session, **form).status_code == 302
    session.refresh_from_db()
    t = table_of(session)
    assert (t.kit.deal_cards["10"].end, t.state.phase) == ([1, 2], "turn_start")


@pytest.mark.clause("B-088")
def test_all_terms_are_kept_at_once_or_none(make: Callable[..., Session], client: Client) -> None:
    terms = [
        ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 2}),
        ("d", "play_boss", {}),
    ]
    session = make(raw_kit((4, "red blue")), [("a", "open_deal", {}), *terms])
    keep = [["d", "keep", {"player": "b"}], ["d", "keep", {"player": "c"}]]
    before = session.rev
    assert send(client, session, do=json.dumps(keep)).status_code == 422, "Вера has nothing to confirm"
    session.refresh_from_db()
    assert session.rev == before
    assert send(client, session, do=json.dumps(keep[:1])).status_code == 302
    session.refresh_from_db()
    assert table_of(session).deal.agreements[0].status == "active"
    assert send(client, session, do=json.dumps([["d", "keep"]])).status_code == 404


def test_what_is_unlikely_is_asked_once_more_and_what_the_button_says_is_not(
    make: Callable[..., Session], client: Client
) -> None:
    session = make(raw_kit((4, "red blue")), [("a", "open_deal", {})])
    useless = json.dumps(["c", "play_travel", {"target": "inv:pink", "card": "pink"}])
    answer = send(client, session, "?who=c&what=travel", do=useless)
    assert answer.status_code == 422
    assert "asking" in answer.context
    assert answer.context["entry"].chosen == {"who": "c", "what": "travel"}
    assert send(client, session, do=useless, sure="1").status_code == 302
    page = client.get(reverse("trainer:referee", args=[session.key]), {"who": "c", "for": "pledge:blue", "what": "sum"})
    sums = page.context["entry"].sums
    assert sums.row.sure
    promise = json.dumps(next(pick for pick in sums.row.picks if pick.label == "3").sends)
    assert send(client, session, do=promise, sure="1").status_code == 302


def test_a_dashed_button_answers_with_the_rule_and_keeps_what_was_chosen(
    make: Callable[..., Session], client: Client
) -> None:
    session = make(raw_kit((4, "red blue")), [("a", "open_deal", {})])
    answer = send(client, session, "?who=c&what=hire", do=json.dumps(["c", "play_recruit", {"color": "red"}]))
    assert answer.status_code == 422
    assert answer.context["refusal"]["rule"].clause == "B-081"
    assert answer.context["entry"].chosen == {"who": "c", "what": "hire"}
    assert "B-081" in answer.content.decode()


@pytest.mark.clause("B-128", "B-129")
def test_money_is_on_no_page_that_did_not_ask_for_it(make: Callable[..., Session], client: Client) -> None:
    moves = [
        ("a", "open_deal", {}), ("a", "close_deal", {"parts": parts_of("a inv:red")}),
        ("b", "open_deal", {}), ("b", "agree", {"player": "a", "assets": ["inv:red"], "amount": 1}),
        ("b", "close_deal", {"parts": parts_of("a inv:red", "b inv:blue")}),
    ]  # fmt: skip
    session = make(raw_kit((87, "red"), (4, "red blue")), moves)  # Анна has 174 + 1: a sum that nobody has said
    referee = reverse("trainer:referee", args=[session.key])
    pages = [
        referee, reverse("trainer:workshop", args=[session.workshop.key]),
        reverse("trainer:table_at", args=[session.key, 5]), reverse("trainer:wall", args=[session.view_key]),
        reverse("trainer:phone", args=[session.view_key]), reverse("trainer:phone_team", args=[session.view_key, "a"]),
    ]  # fmt: skip
    for address in pages:
        assert "175" not in re.sub(r"<[^>]+>", " ", client.get(address).content.decode()), address
    send(client, session, do=json.dumps(["referee", "reveal_money", {}]), then="money=1")
    shown = client.get(referee, {"money": "1"}).content.decode()
    assert "175M</div>" in shown
    log = client.get(reverse("trainer:log", args=[session.key])).content.decode()
    assert "Судья смотрит деньги" in log
    assert RefusedAttempt.objects.count() == 0
