"""A card typed at the table is offered for the trainer's own kit (§ 4.1)."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.titans.cards import Tender
from games.titans.kit import TitansKit
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
