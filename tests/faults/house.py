"""The program as it runs in a training room, for tests that break it: real processes, database and requests."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
from django.conf import settings

from tests.conftest import free_port, wait_for_port
from tests.faults.prepare import TOKEN

#: what a broken connection looks like to a browser
BROKEN = (ConnectionError, http.client.HTTPException, TimeoutError)


@dataclass
class Answer:
    """What the program answered."""

    status: int
    text: str
    location: str = ""


class Hand:
    """A signed-in browser that knows nothing but how to send forms."""

    def __init__(self, port: int, cookies: dict[str, str], token: str, patience: float) -> None:
        self.port, self.cookies, self.token, self.patience = port, cookies, token, patience
        self.language = "ru"

    def send(self, method: str, path: str, form: dict[str, Any] | None = None, **headers: str) -> Answer:
        """Send and wait for the answer; cookies are kept. Raises one of BROKEN when there is none."""
        with contextlib.closing(self._ask(method, path, form, **headers)) as connection:
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, _sign, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Answer(answer.status, answer.read().decode(errors="replace"), answer.headers.get("Location", ""))

    def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return self.send("GET", path, **headers)

    def post(self, path: str, form: dict[str, Any], **headers: str) -> Answer:
        """Send a form."""
        return self.send("POST", path, form, **headers)

    def lose(self, path: str, form: dict[str, Any]) -> None:
        """Send a form and hang up before the answer."""
        self._ask("POST", path, form).close()

    def until_answered(self, path: str, form: dict[str, Any], tries: int = 200) -> tuple[Answer, int]:
        """Send the same form until there is an answer, as somebody does who presses again; and how often it broke."""
        for broken in range(tries):
            try:
                return self.post(path, form), broken
            except BROKEN:
                time.sleep(0.02)
        raise AssertionError(f"{path}: no answer after {tries} tries")

    def _ask(self, method: str, path: str, form: dict[str, Any] | None, **headers: str) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        sent = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Language": self.language, "Content-Type": "application/x-www-form-urlencoded", **headers,
        }  # fmt: skip
        body = None if form is None else urlencode({"csrfmiddlewaretoken": self.token, **form})
        try:
            connection.request(method, path, body, sent)
        except BROKEN:
            connection.close()
            raise
        return connection


def gift(rev: int, giver: str = "A", taker: str = "B", op: uuid.UUID | None = None, profits: int = 1) -> dict[str, Any]:
    """A form that gives profits from one team to another: legal at any time."""
    move = json.dumps([giver, "transfer", {"to": taker, "profits": profits}])
    return {"op": str(op or uuid.uuid4()), "rev": rev, "do": move}


@dataclass
class House:
    """A data folder with its database, and the processes that run on it."""

    data: Path
    database: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)

    def prepare(self, tables: int) -> "House":
        """Make the database with so many running tables."""
        code = f"import django; django.setup(); from tests.faults.prepare import prepare; prepare({tables})"
        self.about = json.loads(self.run("-c", code))
        return self

    def copied_to(self, data: Path) -> "House":
        """The same house in another folder (SQLite)."""
        shutil.copytree(self.data, data, dirs_exist_ok=True)
        return House(data, about=self.about)

    def surroundings(self, **more: str) -> dict[str, str]:
        unwanted = ("DATABASE_URL", "CELERY_BROKER_URL", "TRAINER_PROFILE")
        clean = {name: value for name, value in os.environ.items() if name not in unwanted}
        database = {"DATABASE_URL": self.database} if self.database else {}
        return {**clean, "TRAINER_DATA": str(self.data), **database, **self.environment, **more}

    def run(self, *arguments: str) -> str:
        """Run Python on this house and return what it prints. Raises AssertionError if it fails."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=settings.BASE_DIR, env=self.surroundings(), capture_output=True,
            encoding="utf-8", check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self, *command: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a process of this house. Its standard input is a pipe: it ends when we do."""
        log = (self.data / f"{uuid.uuid4().hex}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", *command], cwd=settings.BASE_DIR, env=self.surroundings(**more),
                stdin=subprocess.PIPE, stdout=log, stderr=log,
            )  # fmt: skip

    @contextlib.contextmanager
    def running(self, *command: str, port: int) -> Iterator["Web"]:
        """A web server, from when it answers until the end of the block."""
        web = Web(self, command, port)
        try:
            web.start()
            yield web
        finally:
            web.end()

    def laptop(self) -> contextlib.AbstractContextManager["Web"]:
        """The web server of a laptop: one process, eight threads."""
        port = free_port()
        return self.running("trainer.serve", "web", "127.0.0.1", str(port), port=port)

    def server(self, workers: int) -> contextlib.AbstractContextManager["Web"]:
        """The web server of a server: so many processes."""
        port = free_port()
        address = f"127.0.0.1:{port}"
        return self.running("gunicorn", "--preload", "-w", str(workers), "-b", address, "trainer.wsgi", port=port)

    def rows(self, number: int) -> list[tuple[int, str]]:
        """The log of a table as it lies in the database: number and op of each row."""
        found = self.query("SELECT session_id, seq, op FROM trainer_logrow ORDER BY seq")
        return [(seq, str(uuid.UUID(str(op)))) for session, seq, op in found if session == self.pk(number)]

    def query(self, text: str) -> list[tuple[Any, ...]]:
        """Ask the database itself, past the program."""
        if self.database:
            with psycopg.connect(self.database) as base:
                return base.execute(text).fetchall()
        with contextlib.closing(sqlite3.connect(self.data / "db.sqlite3")) as base:
            return base.execute(text).fetchall()

    def pk(self, number: int) -> int:
        return int(self.about["tables"][number]["pk"])

    def key(self, number: int) -> str:
        """The key of a table."""
        return str(self.about["tables"][number]["key"])

    def check(self) -> None:
        """Nothing is damaged or half: the database is whole, and each log replays to the stored table."""
        if not self.database:
            assert self.query("PRAGMA integrity_check") == [("ok",)]
        for line in self.run("manage.py", "check_sessions").splitlines():
            assert line.endswith(": ok"), line


@dataclass
class Web:
    """A web server of a house."""

    house: House
    command: tuple[str, ...]
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = self.house.start(*self.command)
        wait_for_port(self.port, 60)

    def end(self, by: int = signal.SIGTERM) -> None:
        """End it, or kill it (SIGKILL)."""
        if self.process is None:
            return
        self.process.send_signal(by)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process = None

    def hand(self, patience: float = 30) -> Hand:
        """A signed-in browser."""
        return Hand(self.port, dict(self.house.about["cookies"]), TOKEN, patience)

    def record_path(self, number: int) -> str:
        """Where moves of a table are sent."""
        return f"/s/{self.house.key(number)}/record/"

    def kill_worker(self) -> bool:
        """Kill one worker process, as the system does when memory is short; False if none is there just now."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(children[0]), signal.SIGKILL)
        return bool(children)
