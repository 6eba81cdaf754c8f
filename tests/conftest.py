"""What every test has: three people, a clean cache, Russian, no network, and Chromium, PostgreSQL, Redis if there are.

Where one of those is missing, its tests are skipped and say why; with TESTS_REQUIRE_ALL=1 a skip is a failure.
"""

import os
import shutil
import socket
import subprocess
import time
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from trainer.models import User

# No test fails for the time it took: a busy machine says nothing about the rules.
hypothesis_settings.register_profile("unhurried", deadline=None)
hypothesis_settings.load_profile("unhurried")

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REQUIRE_ALL = os.environ.get("TESTS_REQUIRE_ALL") == "1"
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_serialized_rollback"}
# The browser reports these as errors; for us they are answers: stale, refused.
EXPECTED_STATUSES = ("status of 409", "status of 422")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--only-database`: to run on another database what depends on it, and nothing else."""
    parser.addoption("--only-database", action="store_true", help="run only tests that use the database")


def pytest_configure(config: pytest.Config) -> None:
    """Fast hashes: tests make many users."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser tests, skip what cannot run here, keep the database tests if only they are asked for."""
    for item in items:
        if "page" in item.fixturenames:
            item.add_marker("browser")
            if not Path(CHROMIUM).exists():
                item.add_marker(pytest.mark.skip(reason=f"no Chromium at {CHROMIUM} (set CHROMIUM)"))
    if config.getoption("--only-database"):
        chosen = [item for item in items if item.get_closest_marker("django_db") or _uses_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen


def _uses_database(item: pytest.Item) -> bool:
    return not DATABASE_FIXTURES.isdisjoint(item.fixturenames)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With TESTS_REQUIRE_ALL=1 a skipped test has failed."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but TESTS_REQUIRE_ALL=1: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def as_at_the_start() -> Iterator[None]:
    """Russian, and nothing remembered from the test before."""
    cache.clear()
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """The product fetches nothing from outside; a test that does is told so."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise OSError(f"tests have no network: {address}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture
def owner(db: None) -> User:
    """The trainer whose workshop it is."""
    return User.objects.create_user("owner", name="Марина Коваль")


@pytest.fixture
def mate(db: None) -> User:
    """A colleague whom the trainer may let in."""
    return User.objects.create_user("mate", name="Олег Дунаев")


@pytest.fixture
def stranger(db: None) -> User:
    """Another trainer, who has nothing to do with it."""
    return User.objects.create_user("stranger", name="Чужой Ведущий")


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    """A test client in which this user is signed in."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium: the browser that the tests download nothing for."""
    return {"executable_path": CHROMIUM, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A Russian browser on the smallest laptop that the screens are drawn for."""
    return {"locale": "ru-RU", "viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def page(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page whose console must be clean at the end: no script error, nothing that the policy had to block."""
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(known in message.text for known in EXPECTED_STATUSES):
            said.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    if not request.node.get_closest_marker("console_errors"):
        assert said == []


@pytest.fixture
def sign_in_page(page: Page, live_server: LiveServer) -> Callable[[User], Page]:
    """The browser page, signed in as this user by a session cookie."""

    def make(user: User) -> Page:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        return page

    return make


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped afterwards."""
    with postgres_database() as url:
        yield url


@contextmanager
def postgres_database() -> Iterator[str]:
    """An empty PostgreSQL database, dropped afterwards; without a server the test is skipped."""
    name = f"trainer_{uuid.uuid4().hex}"
    try:
        connection = psycopg.connect(POSTGRES_URL, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError as error:
        pytest.skip(f"no PostgreSQL at {POSTGRES_URL} (set TEST_POSTGRES_URL): {error}")
    with connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(urlsplit(POSTGRES_URL)._replace(path=f"/{name}"))
    with psycopg.connect(POSTGRES_URL, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server of our own: nobody else's data is touched."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    folder = tmp_path_factory.mktemp("redis")
    server = subprocess.Popen([program, *options, "--dir", str(folder)], stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def wait_for_port(port: int, seconds: float = 20) -> None:
    """Return when something listens there."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
