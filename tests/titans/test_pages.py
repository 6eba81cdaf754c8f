"""Corrections of «Титаны рекламы» as the page sends them: the bank has its limit, so it gives what is set by hand."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.trainer.desk import text
from trainer.demo import record_all, whole_game
from trainer.models import Session, User
from trainer.positions import table_of
from trainer.practice import practice_start


@pytest.fixture
def session(owner: User) -> Session:
    """A table of three sides with the sample kit."""
    return practice_start(owner, "titans", "one")


@pytest.fixture
def client(owner: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(owner)


def stands(session: Session) -> Any:
    session.refresh_from_db()
    return table_of(session).state


def send(client: Client, session: Session, page: str, **form: str) -> int:
    session.refresh_from_db()
    path = f"/s/{session.key}/correct/{page}/"
    about = {"op": str(uuid.uuid4()), "rev": session.rev, "reason": "пересчёт"}
    return client.post(path, {**about, **form}).status_code


def test_the_bank_gives_what_is_set_by_hand(session: Session, client: Client) -> None:
    before = stands(session)
    assert send(client, session, "field", field="money.A", how="to", value="30", counterpart="") == 302
    after = stands(session)
    assert (after.money["A"], after.bank) == (30, before.bank + before.money["A"] - 30)
    assert send(client, session, "field", field="score.A", how="by", value="2", counterpart="") == 302
    assert (stands(session).score["A"], stands(session).bank) == (2, after.bank), "points are no money"


def test_a_whole_position_is_typed_on_one_page(session: Session, client: Client) -> None:
    before = stands(session)
    assert send(client, session, "position", **{"p.money.A": "30", "p.score.B": "4"}) == 302
    after = stands(session)
    assert (after.money["A"], after.score["B"]) == (30, 4)
    assert after.bank + sum(after.money.values()) == before.bank + sum(before.money.values())


def test_an_entry_names_the_accounts_of_its_postings(session: Session, client: Client) -> None:
    """Hired staff moves from the market to an agency by its name; a bought card comes from the open cards."""
    record_all(session, whole_game(session, 7)[:60])
    pages = {}
    for action in ("hire", "buy_card"):
        row = session.rows.filter(action=action).first()
        assert row is not None
        pages[action] = row, text(client.get(f"/s/{session.key}/log/{row.seq}/"))
    row, page = pages["hire"]
    agency = json.loads(row.params)["agency"]
    title = table_of(session).quoted("agency", agency)
    assert f"рынок {table_of(session).name(row.actor)}, «{title}»" in page
    assert f"{row.actor}/{agency}" not in page
    assert "открытые карты " in pages["buy_card"][1]
