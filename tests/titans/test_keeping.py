"""A card typed at the table is offered for the trainer's own kit (§ 4.1)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.titans.cards import Tender
from games.titans.kit import TitansKit
from games.titans.options import Options
from trainer.models import TrainerKit, User, Workshop
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

pytestmark = pytest.mark.django_db


def test_a_typed_card_is_kept_with_the_kit(owner: User, signed_in: Callable[[User], Client]) -> None:
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    teams = [{"code": "A", "name": "Аня"}, {"code": "B", "name": "Боря"}]
    setup = {"first_side": "A", "agency_slots": ["AG1", "AG2", "AG3"], "tender_slots": ["TN1"]}
    session = session_start(session_create(workshop, game="titans", title="Стол 1", teams=teams, setup=setup))
    card = {"name": "Зоопарк «Клетка»", "cost": 9, "req": {"media": 2}, "profit": 18}
    move = Request("referee", "refill_tender", {"slot": 2, "card": card})
    done = record(session.pk, [move], op=uuid.uuid4(), rev=0)
    assert "Зоопарк" in str(done.notices)
    client = signed_in(owner)
    page = client.get(reverse("trainer:session_kit", args=[session.key])).content.decode()
    assert "Зоопарк «Клетка»" in page
    client.post(reverse("trainer:session_kit_keep", args=[session.key]))
    kept = msgspec.json.decode(TrainerKit.objects.get(owner=owner).body, type=TitansKit)
    assert kept.tender_deck["tender-1"] == Tender(name="Зоопарк «Клетка»", cost=9, req={"media": 2}, profit=18)
    assert kept.source["tender_deck.tender-1"] == "box"


def test_who_plays_is_asked_for_each_side(owner: User, signed_in: Callable[[User], Client]) -> None:
    """§ 7, T-160: up to three names a side; more are pointed out, not refused."""
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    teams = [{"code": "A", "name": "Аня"}, {"code": "B", "name": "Боря"}]
    session = session_create(workshop, game="titans", title="Стол 1", teams=teams)
    client = signed_in(owner)
    url = reverse("trainer:setup_options", args=[session.key])
    page = client.get(url).content.decode()
    assert 'name="teams__A"' in page
    assert 'name="teams__B"' in page
    form = client.get(url).context["form"]
    data = {name: "" if (value := form[name].value()) in (None, False) else value for name in form.fields}
    client.post(url, {**data, "teams__A": "Ира,  Олег ,", "teams__B": "Аня, Боря, Ваня, Гена"})
    session.refresh_from_db()
    options = msgspec.json.decode(session.options, type=Options)
    assert options.teams == {"A": ["Ира", "Олег"], "B": ["Аня", "Боря", "Ваня", "Гена"]}
    assert options == msgspec.structs.replace(Options(), teams=options.teams)
    page = client.get(url).content.decode()
    assert "4\N{NO-BREAK SPACE}человека" in page or "4 человека за" in page
    assert 'value="Ира, Олег"' in page


def test_more_time_than_planned_is_said_and_stops_nothing(owner: User, signed_in: Callable[[User], Client]) -> None:
    """§ 7: `time_limit_min` reminds and offers the end."""
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    teams = [{"code": "A", "name": "Аня"}, {"code": "B", "name": "Боря"}]
    setup = {"first_side": "A", "agency_slots": ["AG1", "AG2", "AG3"], "tender_slots": ["TN1", "TN2"]}
    options = {"time_limit_min": 90}
    session = session_create(workshop, game="titans", title="Стол 1", teams=teams, setup=setup, options=options)
    session = session_start(session)
    client = signed_in(owner)
    url = reverse("trainer:referee", args=[session.key])
    assert "запланировано" not in client.get(url).content.decode()
    session.started_at = timezone.now() - timedelta(minutes=95)
    session.save()
    page = client.get(url).content.decode()
    assert "Прошло минут: 95, запланировано 90." in page
    assert reverse("trainer:corrections", args=[session.key]) + "#stop-reason" in page
    assert 'name="actions__A"' in page
