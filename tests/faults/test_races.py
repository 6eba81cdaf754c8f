"""Two web processes on one database, SQLite and PostgreSQL: nothing lost, nothing doubled, the second is told."""

import re
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

import pytest

from tests.conftest import postgres_database
from tests.faults.house import BROKEN, Answer, Hand, House, Web, gift

#: prints what stands at the first table: revision, profits of A and of B
STANDS = """
import django; django.setup()
from trainer.models import Session
from trainer.positions import table_of
session = Session.objects.earliest("pk")
players = table_of(session).state.players
print(session.rev, players["A"].profits, players["B"].profits)
"""
#: revision, profits of A and of B
Stands = tuple[int, int, int]


@dataclass
class Referee:
    """A referee at the first table, with the screen as he loaded it."""

    hand: Hand
    path: str
    op: uuid.UUID
    rev: int = 0

    def load(self) -> None:
        """Load the screen: request id and revision of its forms."""
        page = self.hand.get(self.path)
        assert page.status == 200
        form = dict(re.findall(r'name="(op|rev)" value="([^"]*)"', page.text))
        self.op, self.rev = uuid.UUID(form["op"]), int(form["rev"])

    def gives(self, back: bool = False) -> int:
        """Record that A gives B one profit (or B A), with the form as it was loaded; return the status."""
        giver, taker = ("B", "A") if back else ("A", "B")
        return self.send(gift(self.rev, giver, taker, self.op)).status

    def send(self, form: dict[str, object]) -> Answer:
        return self.hand.post(f"{self.path}record/", form)


def referee(web: Web) -> Referee:
    return Referee(web.hand(), f"/s/{web.house.key(0)}/", uuid.uuid4())


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running table on either database; all tests of this file play on at it, and it is whole at the end."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres_database()) if request.param == "postgres" else ""
        made = House(tmp_path_factory.mktemp("races"), database=database).prepare(1)
        yield made
        made.check()


@pytest.fixture(scope="module")
def processes(site: House) -> Iterator[list[Web]]:
    """Two web processes on it."""
    with site.laptop() as one, site.laptop() as other:
        yield [one, other]


@pytest.fixture
def referees(processes: list[Web]) -> list[Referee]:
    """Two referees, each at a process of his own."""
    return [referee(web) for web in processes]


@pytest.fixture
def before(site: House) -> Stands:
    """What stands before the test."""
    return stands(site)


def stands(house: House) -> Stands:
    """Return revision, profits of A and of B; there are as many entries as revisions."""
    revision, first, second = map(int, house.run("-c", STANDS).split())
    assert len(house.rows(0)) == revision
    return revision, first, second


def after(before: Stands, entries: int, given: int) -> Stands:
    """Return what stands after so many entries more, by which A has given B so much."""
    revision, first, second = before
    return revision + entries, first - given, second + given


def at_once(*tasks: Callable[[], int]) -> list[int]:
    """Run all at the same moment and return what they give."""
    gate = threading.Barrier(len(tasks))

    def run(task: Callable[[], int]) -> int:
        gate.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_one_form_sent_five_times_at_once_is_recorded_once(
    site: House, before: Stands, referees: list[Referee]
) -> None:
    for back in (False, True, False, True):
        for one in referees:
            one.load()
        referees[1].op = referees[0].op
        assert at_once(*(partial(one.gives, back) for one in (referees * 3)[:5])) == [302] * 5
    assert stands(site) == after(before, 4, 0)


def test_of_two_referees_at_once_one_is_recorded_and_the_other_is_told(
    site: House, before: Stands, referees: list[Referee]
) -> None:
    for back in (False, True) * 5:
        for one in referees:
            one.load()
        assert sorted(at_once(*(partial(one.gives, back) for one in referees))) == [302, 409]
    assert stands(site) == after(before, 10, 0)


def test_referees_who_load_anew_lose_nothing(site: House, before: Stands, referees: list[Referee]) -> None:
    """Both record as fast as they can: every acknowledged move stands, once."""

    def works(one: Referee) -> int:
        acknowledged = 0
        while acknowledged < 4:
            one.load()
            acknowledged += one.gives() == 302
        return acknowledged

    assert at_once(*(partial(works, one) for one in referees)) == [4, 4]
    assert stands(site) == after(before, 8, 8)


def test_a_move_in_flight_when_the_process_died_is_sent_again_to_another(
    site: House, before: Stands, processes: list[Web]
) -> None:
    """Killed while moves come in; the move in flight stands once, whichever process takes it in the end."""
    acknowledged, form = 0, {}
    with site.laptop() as dies:
        one, process = referee(dies), dies.process
        assert process is not None
        killer = threading.Timer(0.5, process.kill)
        killer.start()
        try:
            while True:
                giver, taker = ("A", "B") if acknowledged % 2 == 0 else ("B", "A")
                form = gift(before[0] + acknowledged, giver, taker)
                assert one.send(form).status == 302
                acknowledged += 1
        except BROKEN:
            killer.join()
    assert referee(processes[0]).send(form).status == 302
    moves = acknowledged + 1
    assert stands(site) == after(before, moves, moves % 2)
