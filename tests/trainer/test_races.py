"""Two web processes on one database, SQLite and PostgreSQL: nothing lost, nothing doubled, the second is told.

The processes are those of the product (`trainer.serve web`); the requests are those of its page.
"""

import http.client
import os
import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.conftest import free_port, postgres_database, wait_for_port

#: Makes a running table, lets two referees in by link, and prints its key.
PREPARE = """
from trainer.access import access_issue
from trainer.models import User, Workshop
from trainer.sessions import session_create, session_start
owner = User.objects.create(username="owner")
workshop = Workshop.objects.create(owner=owner, title="w")
teams = [{"code": code, "name": code} for code in "ABC"]
session = session_start(session_create(workshop, game="ecologic", title="t", teams=teams))
for token in ("one", "two"):
    access_issue(session, token, owner, token)
print("KEY", session.key)
"""
#: What stands in the database when all is done: revision, entries, profits of A and B.
STANDS = """
from trainer.models import Session
from trainer.positions import table_of
session = Session.objects.get()
players = table_of(session).state.players
print("STANDS", session.rev, session.rows.count(), players["A"].profits, players["B"].profits)
"""
#: revision, number of entries, profits of A and of B
Stands = tuple[int, int, int, int]


@dataclass
class Site:
    """One database, reached by the processes that are started on it."""

    environment: dict[str, str]
    key: str = ""

    def manage(self, *arguments: str, text: str | None = None) -> str:
        """Run manage.py and return what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=settings.BASE_DIR, env=self.environment, input=text,
            capture_output=True, encoding="utf-8", check=True, timeout=60,
        )  # fmt: skip
        return done.stdout

    @contextmanager
    def web(self) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
        """Run one web process."""
        port = free_port()
        command = [sys.executable, "-m", "trainer.serve", "web", "127.0.0.1", str(port)]
        process = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=self.environment, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            wait_for_port(port, 40)
            yield process, port
        finally:
            process.kill()
            process.wait()
            if process.stdin:
                process.stdin.close()

    def stands(self) -> Stands:
        """Return revision, number of entries, profits of A and of B."""
        found = re.search(r"STANDS (\d+) (\d+) (\d+) (\d+)", self.manage("shell", "-c", STANDS))
        assert found
        revision, entries, first, second = map(int, found.groups())
        return revision, entries, first, second


class Hand:
    """A referee's browser at one of the processes."""

    def __init__(self, site: Site, port: int, token: str) -> None:
        self.port, self.path, self.cookies = port, f"/s/{site.key}/", {}
        self.ask("GET", f"/r/{token}/")
        self.load()

    def ask(self, method: str, path: str, data: dict[str, object] | None = None) -> tuple[int, str]:
        """Send one request and return status and body; cookies are kept as a browser keeps them."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "HX-Request": "true"}
        if data is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urlencode(data) if data is not None else None, headers)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name == "Set-Cookie":
                    cookie, _sign, rest = value.partition("=")
                    self.cookies[cookie] = rest.partition(";")[0]
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def load(self) -> None:
        """Load the screen: request id, revision and token of its forms."""
        status, body = self.ask("GET", self.path)
        assert status == 200
        self.form = dict(re.findall(r'name="(csrfmiddlewaretoken|op|rev)" value="([^"]*)"', body))

    def gives(self, back: bool = False, **changed: object) -> int:
        """Record that A gives B one profit (or B A), with the form as it was loaded; return the status."""
        giver, taker = ("B", "A") if back else ("A", "B")
        do = f'["{giver}", "transfer", {{"to": "{taker}", "profits": 1}}]'
        return self.ask("POST", f"{self.path}record/", {**self.form, "do": do, **changed})[0]


def prepared(environment: dict[str, str]) -> Site:
    site = Site({**os.environ, **environment})
    site.manage("migrate", "-v0")
    found = re.search(r"KEY (\S+)", site.manage("shell", "-c", PREPARE))
    assert found
    site.key = found[1]
    return site


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running table on either database; all tests of this file play on at it."""
    environment = {"TRAINER_DATA": str(tmp_path_factory.mktemp("races"))}
    with ExitStack() as stack:
        if request.param == "postgres":
            environment["DATABASE_URL"] = stack.enter_context(postgres_database())
        yield prepared(environment)


@pytest.fixture(scope="module")
def processes(site: Site) -> Iterator[list[int]]:
    """Two web processes on it: their ports."""
    with ExitStack() as stack:
        yield [stack.enter_context(site.web())[1] for _process in range(2)]


@pytest.fixture
def hands(site: Site, processes: list[int]) -> list[Hand]:
    """Two referees, each at a process of his own."""
    return [Hand(site, port, token) for port, token in zip(processes, ("one", "two"), strict=True)]


@pytest.fixture
def before(site: Site) -> Stands:
    """What stands before the test."""
    return site.stands()


def added(before: Stands, entries: int, given: int) -> Stands:
    """Return what stands after so many entries more, by which A has given B so much."""
    revision, rows, first, second = before
    return revision + entries, rows + entries, first - given, second + given


def at_once(*tasks: Callable[[], int]) -> list[int]:
    """Run all at the same moment and return what they give."""
    gate = threading.Barrier(len(tasks))

    def run(task: Callable[[], int]) -> int:
        gate.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_one_form_sent_five_times_at_once_is_recorded_once(site: Site, before: Stands, hands: list[Hand]) -> None:
    for back in (False, True, False, True):
        for hand in hands:
            hand.load()
        form = hands[0].form
        same = [partial(hand.gives, back, op=form["op"], rev=form["rev"]) for hand in (hands * 3)[:5]]
        assert at_once(*same) == [200] * 5
    assert site.stands() == added(before, 4, 0)


def test_of_two_referees_at_once_one_is_recorded_and_the_other_is_told(
    site: Site, before: Stands, hands: list[Hand]
) -> None:
    for back in (False, True) * 5:
        for hand in hands:
            hand.load()
        assert sorted(at_once(*(partial(hand.gives, back) for hand in hands))) == [200, 409]
    assert site.stands() == added(before, 10, 0)


def test_referees_who_load_anew_lose_nothing(site: Site, before: Stands, hands: list[Hand]) -> None:
    """Both record as fast as they can: every acknowledged move stands, once."""

    def works(hand: Hand) -> int:
        acknowledged = 0
        while acknowledged < 4:
            hand.load()
            acknowledged += hand.gives() == 200
        return acknowledged

    assert at_once(*(partial(works, hand) for hand in hands)) == [4, 4]
    assert site.stands() == added(before, 8, 8)


def test_a_killed_process_loses_nothing_it_acknowledged(site: Site, before: Stands) -> None:
    """Killed while moves come in; the move in flight is sent again with its request id and stands once."""
    ops = [uuid.uuid4() for _move in range(1000)]
    acknowledged = 0
    with site.web() as (process, port):
        hand = Hand(site, port, "one")
        killer = threading.Timer(0.5, process.kill)
        killer.start()
        try:
            while True:
                hand.load()
                acknowledged += hand.gives(acknowledged % 2 == 0, op=ops[acknowledged]) == 200
        except (OSError, http.client.HTTPException):
            killer.join()
    with site.web() as (_process, port):
        again = {"op": ops[acknowledged], "rev": before[0] + acknowledged}
        assert Hand(site, port, "one").gives(acknowledged % 2 == 0, **again) == 200
    moves = acknowledged + 1
    assert site.stands() == added(before, moves, -(moves % 2))
