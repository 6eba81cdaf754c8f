"""A full training day at once: 8 tables with their referees, 30 viewers (walls and phones) that ask every two seconds.

    python benchmarks/load.py [--seconds 60] [--pace 5] [--tables 8] [--viewers 30] [--gunicorn]

Every game at two tables, moves of a bot recorded through the referee's page every `--pace` seconds (0: as fast as they
are answered); each referee's page asks every two seconds too. `--gunicorn`: two sync workers of the server profile on
the database of DATABASE_URL; else one waitress process on SQLite, as on a laptop.
"""

import argparse
import http.client
import json
import re
import statistics
import threading
import time
import uuid
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from urllib.parse import urlencode

import msgspec
from django.core.management import call_command
from moves_http import PORT, TOKEN, cookie_of, server

from games.engine.bot import turn
from games.engine.fields import sample
from games.engine.table import Team
from games.registry import SLUGS
from games.registry import game as find_game
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.sessions import session_create, session_start

EVERY = 2.0  # seconds between two polls of a screen
TEAMS = [Team("A", "Альфа"), Team("B", "Бета"), Team("C", "Гамма"), Team("D", "Дельта")]
#: what only people record, and what would end a game early
AVOID = frozenset({"adjust", "stop_game", "final_call", "transfer"})


@dataclass
class Times:
    """How long answers took, in milliseconds, by what was asked and what was answered."""

    found: dict[str, list[float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, since: float) -> None:
        """Note an answer to what was asked at `since`."""
        with self.lock:
            self.found.setdefault(kind, []).append((time.perf_counter() - since) * 1000)


def started(workshop: Workshop, slug: str, title: str) -> Session:
    """Return a running table with as many of the four teams as the box allows."""
    rules = find_game(slug)
    seats = tuple(TEAMS[: rules.meta.most])
    setup = {one.name: value for one in rules.setup_fields(rules.sample(), seats) if (value := sample(one)) is not None}
    teams = [{"code": team.id, "name": team.name} for team in seats]
    return session_start(session_create(workshop, game=slug, title=title, teams=teams, setup=setup))


def moves(session: Session, count: int, seed: int) -> list[str]:
    """Return up to so many moves of a bot's game, each as a button of the page sends it."""
    rules, t, chance, found = find_game(session.game), table_of(session), Random(seed), []
    while len(found) < count and not rules.finished(t):
        t, step = turn(rules, t, len(found) + 1, chance, AVOID)
        found.append(json.dumps([step.actor, step.action, msgspec.to_builtins(step.move)]))
    return found


class Screen(threading.Thread):
    """A page that is open in a browser: it asks every two seconds whether something changed."""

    def __init__(self, page: str, cookie: str, until: float, times: Times, name: str) -> None:
        super().__init__()
        self.page, self.until, self.times, self.kind = page, until, times, name
        self.headers = {"HX-Request": "true", **({"Cookie": cookie} if cookie else {})}
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        self.address = ""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
        """Send one request over the open connection."""
        self.connection.request(method, path, body, {**self.headers, **headers})
        answer = self.connection.getresponse()
        return answer.status, answer.read().decode()

    def look(self, address: str) -> None:
        """Ask for the page or its live part; what comes says where to ask next."""
        begin = time.perf_counter()
        status, text = self.ask("GET", address)
        self.times.add(f"{self.kind} {status}", begin)
        found = re.search(r'hx-get="([^"]+)"[^>]*hx-trigger="every ', text)
        self.address = found[1].replace("&amp;", "&") if found else self.address

    def run(self) -> None:
        """Look until the end."""
        time.sleep(Random(self.page + self.name).uniform(0, EVERY))  # screens are not opened at the same moment
        self.look(self.page)
        while time.monotonic() < self.until:
            time.sleep(EVERY)
            self.look(self.address)


class Referee(Screen):
    """A referee's page: between two looks it records."""

    def __init__(self, session: Session, todo: list[str], pace: float, cookie: str, until: float, times: Times) -> None:
        super().__init__(f"/s/{session.key}/", cookie, until, times, "referee")
        self.session, self.todo, self.pace, self.rev = session, todo, pace, 0

    def run(self) -> None:
        """Record the moves of the game one after the other, until the end or the last."""
        time.sleep(Random(self.page).uniform(0, self.pace))
        self.look(self.page)
        looked = time.monotonic()
        for do in self.todo:
            if time.monotonic() > self.until:
                return
            form = {"csrfmiddlewaretoken": TOKEN, "op": uuid.uuid4(), "rev": self.rev, "do": do, "sure": "1"}
            begin = time.perf_counter()
            kind = "application/x-www-form-urlencoded"
            status, _text = self.ask("POST", f"{self.page}record/", urlencode(form), **{"Content-Type": kind})
            self.times.add(f"move {status}", begin)
            if status != 200:
                return
            self.rev += 1
            if time.monotonic() - looked > EVERY:
                self.look(self.address)
                looked = time.monotonic()
            time.sleep(max(0.0, self.pace - (time.perf_counter() - begin)))


def main() -> None:
    """Run all and print how long each kind of answer took, and whether every move is there once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=5)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--viewers", type=int, default=30)
    parser.add_argument("--gunicorn", action="store_true")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    owner = User.objects.create(username=f"load-{uuid.uuid4().hex[:6]}")
    workshop = Workshop.objects.create(owner=owner, title="load")
    count = int(options.seconds / options.pace) + 1 if options.pace else 400
    sessions = [started(workshop, slug, str(at)) for at, slug in zip(range(options.tables), cycle(SLUGS), strict=False)]
    todo = [moves(session, count, seed) for seed, session in enumerate(sessions)]
    process, times = server(options.gunicorn), Times()
    try:
        until = time.monotonic() + options.seconds
        cookie = cookie_of(owner)
        screens: list[Screen] = [
            Referee(session, moves, options.pace, cookie, until, times)
            for session, moves in zip(sessions, todo, strict=True)
        ]
        for at, session in zip(range(options.viewers), cycle(sessions), strict=False):
            page = f"/v/{session.view_key}/" + ("" if at < options.tables else "phone/A/")
            screens.append(Screen(page, "", until, times, "wall" if at < options.tables else "phone"))
        for screen in screens:
            screen.start()
        for screen in screens:
            screen.join()
    finally:
        process.terminate()
        process.wait()
    report(times, [screen for screen in screens if isinstance(screen, Referee)])
    call_command("check_sessions", verbosity=0)


def report(times: Times, referees: list[Referee]) -> None:
    """Print a line for each kind of answer, and the comparison with the database."""
    for kind, found in sorted(times.found.items()):
        found.sort()
        worst, p95 = found[-1], found[int(len(found) * 0.95)]
        print(f"{kind:12} {len(found):6} answers, p50 {statistics.median(found):4.0f} ms, p95 {p95:4.0f} ms, "
              f"longest {worst:4.0f} ms")  # fmt: skip
    stored = dict(Session.objects.filter(pk__in=[one.session.pk for one in referees]).values_list("pk", "rev"))
    wrong = {one.page: stored[one.session.pk] - one.rev for one in referees if stored[one.session.pk] != one.rev}
    print(f"lost or doubled: {wrong or 0}")


if __name__ == "__main__":
    main()
