"""The clock is set back in the middle of a game: the order is that of the entries, and nothing runs backwards."""

import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games.engine.bot import turn
from games.engine.times import seconds_between
from games.registry import game as find_game
from reports.adapter import debrief_of
from reports.editions import EDITIONS
from tests.faults.prepare import table
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.transfer import session_export, session_import

pytestmark = pytest.mark.django_db

#: Ecology has nobody to pay at the start, so the cycle goes on by itself.
MOVES = [("A", "transfer", {"to": "B", "profits": 1}), ("B", "transfer", {"to": "C", "profits": 1})]
NEGATIVE = re.compile(r"[-\u2212]\s?\d+\s?(?:с|сек|мин|ч|min|s|h)\b")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Set the clock of the machine by so much; without calling it, it runs as it does."""
    now = timezone.now
    by = [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: now() + by[0])

    def set_by(change: timedelta) -> None:
        by[0] += change

    return set_by


def give(session: Session, count: int) -> None:
    for _move in range(count):
        session.refresh_from_db()
        actor, action, params = MOVES[session.rev % 2]
        record(session.pk, [Request(actor, action, params)], op=uuid.uuid4(), rev=session.rev)


@pytest.fixture
def session(owner: User, clock: Callable[[timedelta], None]) -> Session:
    """A table at which the clock went back two hours after three entries, and forward a day after six."""
    found = table(Workshop.objects.create(owner=owner, title="Тренинг"), "Стол 1")
    give(found, 3)
    clock(timedelta(hours=-2))
    give(found, 3)
    clock(timedelta(days=1))
    give(found, 3)
    found.refresh_from_db()
    return found


def test_the_order_of_the_log_is_that_of_the_entries(
    session: Session, owner: User, signed_in: Callable[[User], Client]
) -> None:
    times: list[datetime] = [row.at for row in session.rows.order_by("seq")]
    assert times != sorted(times), "the clock did go back"
    page = signed_in(owner).get(f"/s/{session.key}/log/").content.decode()
    numbers = [int(n) for n in re.findall(rf"/s/{session.key}/log/(\d+)/\"", page)]
    assert list(dict.fromkeys(numbers)) == list(range(9, 0, -1))


def test_undo_takes_back_the_last_entry_not_the_latest(session: Session) -> None:
    record(session.pk, [Request("referee", "undo", {})], op=uuid.uuid4(), rev=9)
    assert '"n":9' in session.rows.get(seq=10).params.replace(" ", "")


def test_a_file_of_such_a_session_is_read_again(session: Session) -> None:
    again = session_import(session.workshop, session_export(session))
    assert again.differs == 0
    assert again.session.state == session.state


def test_what_took_longer_than_the_clock_says_is_not_known() -> None:
    noon, ten = "2026-10-25T12:00:00+00:00", "2026-10-25T10:00:00+00:00"
    assert seconds_between(ten, noon) == 7200
    assert seconds_between(noon, ten) is None


@pytest.mark.parametrize("slug", ["ecologic", "titans", "boss", "market"])
def test_the_debrief_has_no_negative_times(
    slug: str, owner: User, clock: Callable[[timedelta], None], signed_in: Callable[[User], Client]
) -> None:
    """Talks (boss) and secret choices (titans) are timed; the clock goes back one hour after every eighth move."""
    session = table(Workshop.objects.create(owner=owner, title="Тренинг"), "Стол 1", slug)
    rules, t, chance = find_game(slug), table_of(session), Random(5)
    for n in range(1, 65):
        t, step = turn(rules, t, n, chance, frozenset({"adjust", "stop_game", "final_call"}))
        request = Request(step.actor, step.action, msgspec.to_builtins(step.move))
        session = record(session.pk, [request], op=uuid.uuid4(), rev=n - 1, opened_at=timezone.now()).session
        clock(timedelta(hours=-1) if n % 8 == 0 else timedelta(seconds=40))
    page = signed_in(owner).get(f"/reports/{session.key}/whole/")
    assert page.status_code == 200
    words = re.sub(r"<[^>]*>", " ", page.content.decode())  # keys in addresses may look like times
    assert NEGATIVE.findall(words) == []
    debrief: Any = debrief_of(session, "ru")
    assert [move.n for move in debrief.moves] == list(range(1, 65))
    for _name, make in EDITIONS:
        assert make(debrief)
