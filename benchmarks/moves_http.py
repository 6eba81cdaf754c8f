"""Moves a second over HTTP: 30 clients, each at a table of its own, against the real server process.

    python benchmarks/moves_http.py [--clients 30] [--seconds 15] [--plain] [--gunicorn]

`--plain`: without JavaScript (POST, redirect); else as the page does it (htmx: the answer is the table anew).
`--gunicorn`: two sync workers of the server profile on the database of DATABASE_URL; else waitress and SQLite.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TRAINER_DATA", tempfile.mkdtemp())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command

from trainer.browser_sessions import SessionStore
from trainer.models import Session, User, Workshop
from trainer.sessions import session_create, session_start

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    PORT: int = free.getsockname()[1]
TOKEN = "b" * 32


def cookie_of(user: User) -> str:
    """Sign a user in and return the cookies a browser would send."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store["renewed"] = int(time.time())
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


def tables(count: int) -> tuple[User, list[Session]]:
    """Return running sessions in which a transfer is legal."""
    owner = User.objects.create(username=f"bench-{uuid.uuid4().hex[:6]}")
    workshop = Workshop.objects.create(owner=owner, title="benchmark")
    teams = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}, {"code": "C", "name": "Гамма"}]
    return owner, [
        session_start(session_create(workshop, game="ecologic", title=str(at), teams=teams)) for at in range(count)
    ]


def server(gunicorn: bool) -> subprocess.Popen[bytes]:
    """Start the server and wait until it answers."""
    address = f"127.0.0.1:{PORT}"
    command = [sys.executable, "-m", "trainer.serve", "web", "127.0.0.1", str(PORT)]
    if gunicorn:
        command = [sys.executable, "-m", "gunicorn", "-w", "2", "-b", address, "trainer.wsgi:application"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE)
    for _ in range(100):
        if process.poll() is not None:
            break
        try:
            http.client.HTTPConnection("127.0.0.1", PORT, timeout=1).request("GET", "/healthz")
            return process
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


class Client(threading.Thread):
    """A referee who records transfers there and back as fast as he is answered."""

    def __init__(self, session: Session, cookie: str, until: float, plain: bool) -> None:
        super().__init__()
        self.session, self.cookie, self.until, self.plain = session, cookie, until, plain
        self.times: list[float] = []
        self.wrong: list[int] = []

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        if not self.plain:
            headers["HX-Request"] = "true"
        rev = 0
        while time.monotonic() < self.until:
            giver, taker = ("A", "B") if rev % 2 == 0 else ("B", "A")
            body = urlencode({
                "csrfmiddlewaretoken": TOKEN, "op": uuid.uuid4(), "rev": rev, "actor": giver, "move": "transfer",
                "fixed": f'{{"to": "{taker}", "profits": 1}}',
            })  # fmt: skip
            begin = time.perf_counter()
            connection.request("POST", f"/s/{self.session.key}/record/", body, headers)
            answer = connection.getresponse()
            answer.read()
            self.times.append((time.perf_counter() - begin) * 1000)
            if answer.status not in (200, 302):
                self.wrong.append(answer.status)
                return
            rev += 1


def main() -> None:
    """Run the clients and print moves a second and how long an answer takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--gunicorn", action="store_true")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    owner, sessions = tables(options.clients)
    cookie = cookie_of(owner)
    process = server(options.gunicorn)
    try:
        until = time.monotonic() + options.seconds
        clients = [Client(session, cookie, until, options.plain) for session in sessions]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    finally:
        process.terminate()
        process.wait()
    times = sorted(one for client in clients for one in client.times)
    wrong = [status for client in clients for status in client.wrong]
    lost = sum(len(client.times) - len(client.wrong) for client in clients) - sum(
        Session.objects.filter(pk__in=[session.pk for session in sessions]).values_list("rev", flat=True)
    )
    print(f"{len(times) / options.seconds:.0f} moves/s, p50 {statistics.median(times):.0f} ms, "
          f"p95 {times[int(len(times) * 0.95)]:.0f} ms, wrong answers {wrong}, lost or doubled {lost}")  # fmt: skip


if __name__ == "__main__":
    main()
