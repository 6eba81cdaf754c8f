"""A correction by hand that leaves a table no page could show is refused; typed whole, it goes through."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from games.engine.refusal import Refusal
from trainer.models import Session, User
from trainer.practice import practice_start
from trainer.recording import Request, record


def adjust(session: Session, **params: Any) -> None:
    session.refresh_from_db()
    request = Request("referee", "adjust", {"reason": "рано закончили", **params})
    record(session.pk, [request], op=uuid.uuid4(), rev=session.rev, by="Ирина", may_rule=True)


@pytest.mark.parametrize(("game", "phase"), [("ecologic", "income"), ("ecologic", "actions"), ("titans", "act1")])
def test_a_phase_in_which_nobody_is_to_act_is_refused(owner: User, game: str, phase: str) -> None:
    session = practice_start(owner, game, "one")
    client = Client()
    client.force_login(owner)
    with pytest.raises(Refusal) as refused:
        adjust(session, field="phase", value=phase)
    assert refused.value.code == "E_BAD_VALUE"
    session.refresh_from_db()
    assert (session.rev, client.get(f"/s/{session.key}/").status_code) == (0, 200)


def test_phase_and_who_is_to_act_go_together(owner: User) -> None:
    session = practice_start(owner, "ecologic", "one")
    adjust(session, values={"phase": "income", "unsettled": ["A"]})
    client = Client()
    client.force_login(owner)
    assert client.get(f"/s/{session.key}/").status_code == 200
    assert client.get(f"/s/{session.key}/correct/").status_code == 200


WAYS = [
    ("insert", {"after": 0, "action": "adjust"}),
    ("amend", {"n": 1, "action": "adjust"}),
    ("overrule", {"action": "adjust"}),
]


@pytest.mark.parametrize(("action", "params"), WAYS)
def test_by_whichever_way_it_comes(owner: User, action: str, params: dict[str, Any]) -> None:
    session = practice_start(owner, "ecologic", "one")
    adjust(session, field="players.A.profits", by=1)
    session.refresh_from_db()
    wrong = {"field": "phase", "value": "income", "reason": "рано закончили"}
    request = Request("referee", action, {**params, "params": wrong, "reason": "проверка"})
    with pytest.raises(Refusal) as refused:
        record(session.pk, [request], op=uuid.uuid4(), rev=1, by="Ирина", may_rule=True)
    assert (refused.value.code, refused.value.figures) == ("E_BAD_VALUE", {"value": "phase"})
    client = Client()
    client.force_login(owner)
    session.refresh_from_db()
    assert (session.rev, client.get(f"/s/{session.key}/").status_code) == (1, 200)


def test_the_preview_of_a_correction_refuses_it_too(owner: User) -> None:
    session = practice_start(owner, "ecologic", "one")
    adjust(session, field="players.A.profits", by=1)
    client = Client()
    client.force_login(owner)
    params = json.dumps({"field": "phase", "value": "income", "reason": "рано закончили"})
    asked = {"n": 1, "kind": "amend", "actor": "referee", "move": "adjust", "params": params, "reason": "проверка"}
    answer = client.post(f"/s/{session.key}/fix/", asked)
    assert (answer.status_code, "phase" in answer.content.decode()) == (422, True)
