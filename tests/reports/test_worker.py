"""Reports built by a real worker: over the file broker, over Redis, with a worker that dies, without a broker."""

from __future__ import annotations

import contextlib
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import free_port
from tests.faults.house import House
from tests.reports.saved import recorded, session_of

PREPARE = """
import pathlib, sys
from django.core.management import call_command
call_command("migrate", verbosity=0)
from reports import jobs
from trainer.models import User, Workshop
from trainer.transfer import session_import
owner = User.objects.create_user("owner")
workshop = Workshop.objects.create(owner=owner, title="Осень")
session = session_import(workshop, pathlib.Path(sys.argv[1]).read_bytes()).session
print(jobs.job_create(session, "ru").key)
"""
SEND = """
import sys
from reports import jobs
from reports.models import ReportJob
print(jobs.send(ReportJob.objects.get(key=sys.argv[1])))
"""
HERE = """
import sys
from reports import jobs
from reports.models import ReportJob
jobs.run(ReportJob.objects.get(key=sys.argv[1]).pk, here=True)
"""


class Site(House):
    """The programme with a data folder of its own, one played table and a report that is asked for."""

    def __init__(self, folder: Path, broker: str = "") -> None:
        super().__init__(folder / "данные", environment={"CELERY_BROKER_URL": broker} if broker else {})
        self.data.mkdir()
        file = folder / "игра.json"
        file.write_bytes(session_of(recorded()))
        self.job = self.does(PREPARE, str(file))

    def does(self, code: str, *arguments: str) -> str:
        """Run a piece of the programme to its end and return what it prints. A hanging one fails."""
        return self.run("-c", f"import django; django.setup()\n{code}", *arguments).strip()

    @contextlib.contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        """Start the worker that start.py starts."""
        process = self.start("trainer.serve", "worker")
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            assert process.stdin is not None
            process.stdin.close()

    def ask(self, sql: str) -> str:
        """Look into the database, or change it, as another process would."""
        with contextlib.closing(sqlite3.connect(self.data / "db.sqlite3", timeout=20)) as base, base:
            row = base.execute(sql, [self.job]).fetchone()
        return str(row[0]) if row else ""

    def status(self) -> str:
        return self.ask("SELECT status FROM reports_reportjob WHERE key = ?")

    def files(self) -> list[str]:
        folder = self.data / "reports" / self.job
        return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


FILES = ["one-page.pdf", "report.pdf", "report.xlsx", "teams.pdf"]


def wait(for_: Callable[[], bool], seconds: float = 90) -> bool:
    """Return whether something became true."""
    deadline = time.monotonic() + seconds
    while not for_():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture(params=["file", "redis"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """A site on each broker."""
    return Site(tmp_path, request.getfixturevalue("redis_url") if request.param == "redis" else "")


def test_a_worker_builds_the_report(site: Site) -> None:
    assert site.does(SEND, site.job) == "True"
    with site.worker():
        assert wait(lambda: site.status() == "done"), site.status()
    assert site.files() == FILES
    assert site.ask("SELECT percent FROM reports_reportjob WHERE key = ?") == "100"


def test_a_killed_worker_leaves_a_job_that_is_built_here(site: Site) -> None:
    site.does(SEND, site.job)
    with site.worker() as worker:
        assert wait(lambda: site.status() == "running"), site.status()
        worker.kill()
        worker.wait()
    assert site.status() == "running", "nobody is left to say that it failed"
    site.does(HERE, site.job)
    assert site.status() == "running", "its worker may be alive"
    site.ask("UPDATE reports_reportjob SET heartbeat = datetime('now', '-11 seconds') WHERE key = ?")
    site.does(HERE, site.job)
    assert (site.status(), site.files()) == ("done", FILES)


def test_a_worker_that_slept_leaves_what_was_built_here_meanwhile(tmp_path: Path) -> None:
    """A laptop that is closed and opened again: the worker goes on, but the job is done."""
    site = Site(tmp_path)
    site.does(SEND, site.job)
    with site.worker() as worker:
        assert wait(lambda: site.status() == "running"), site.status()
        worker.send_signal(signal.SIGSTOP)
        site.ask("UPDATE reports_reportjob SET heartbeat = datetime('now', '-11 seconds') WHERE key = ?")
        site.does(HERE, site.job)
        assert (site.status(), site.files()) == ("done", FILES)
        worker.send_signal(signal.SIGCONT)
        assert worker.stdin is not None
        worker.stdin.close()
        worker.wait(timeout=90)
    assert (site.status(), site.files()) == ("done", FILES)


def test_a_job_cancelled_in_the_middle_leaves_no_files(site: Site) -> None:
    site.does(SEND, site.job)
    with site.worker() as worker:
        assert wait(lambda: site.status() == "running"), site.status()
        site.ask("UPDATE reports_reportjob SET status = 'cancelled' WHERE key = ?")
        # The worker ends after the job when its parent is gone.
        assert worker.stdin is not None
        worker.stdin.close()
        worker.wait(timeout=90)
    assert (site.status(), site.files()) == ("cancelled", [])


@contextlib.contextmanager
def silent() -> Iterator[int]:
    """A server that takes calls and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield int(server.getsockname()[1])


def test_asking_never_hangs_without_a_broker(tmp_path: Path) -> None:
    site = Site(tmp_path, f"redis://127.0.0.1:{free_port()}/0")
    assert site.does(SEND, site.job) == "False"
    site.does(HERE, site.job)
    assert (site.status(), site.files()) == ("done", FILES), "a job that waits is built here at once"


def test_asking_never_hangs_with_a_silent_broker(tmp_path: Path) -> None:
    with silent() as port:
        site = Site(tmp_path, f"redis://127.0.0.1:{port}/0")
        assert site.does(SEND, site.job) == "False"
    assert site.status() == "queued"
