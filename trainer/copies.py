"""Copies of the database of a laptop: at start, every ten minutes, when a table ends; and the way back.

A copy is made by SQLite itself while the program runs, so it is whole at any moment. It is one file that opens on a
write-protected stick too, and it signs nobody in: browser sessions stay at home. A server is copied with the tools
of its database (docs/deploy.md).
"""

import json
import logging
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.utils import timezone

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from trainer.models import BrowserSession, Session, User
from trainer.recording import queue

logger = logging.getLogger(__name__)

EVERY = timedelta(minutes=10)
#: the newest that are kept whatever their age, and for how long one a day is kept
NEWEST = 24
DAYS = 30
NAME = re.compile(r"^trainer-(\d{8}-\d{6})-([a-z]+)(?:-\d+)?\.sqlite3$")
CHOICE = "copies.json"


class NotACopy(Exception):
    """The file is not a database of this program, is damaged, or is newer than the program. `words` says which."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.id)
        self.words = words


@dataclass(frozen=True)
class Copy:
    """One copy: where, when, why it was made, how large (bytes)."""

    path: Path
    at: datetime
    why: str
    size: int


def are_possible() -> bool:
    """Whether this program copies its database itself: SQLite only."""
    return connection.vendor == "sqlite"


def home() -> Path:
    """The folder of the copies in the data folder; made if missing."""
    folder = Path(settings.DATA_DIR) / "copies"
    folder.mkdir(exist_ok=True)
    return folder


def second_folder() -> Path | None:
    """The folder the trainer chose besides (a stick, a disk), or None."""
    try:
        chosen = json.loads((Path(settings.DATA_DIR) / CHOICE).read_text(encoding="utf-8")).get("folder", "")
    except (OSError, ValueError):
        return None
    return Path(chosen) if chosen else None


def choose_folder(text: str) -> None:
    """Remember the second folder; empty: none. Raises OSError if nothing can be written there."""
    folder = text.strip()
    if folder:
        probe = Path(folder) / ".trainer-probe"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    (Path(settings.DATA_DIR) / CHOICE).write_text(json.dumps({"folder": folder}), encoding="utf-8")


def copy_now(why: str) -> Copy:
    """Copy the database to the data folder and, if it is there, to the second folder. Raises OSError, sqlite3.Error."""
    at = timezone.localtime().replace(microsecond=0)
    path = _free(f"trainer-{at:%Y%m%d-%H%M%S}-{why}")
    with draft_of(path) as draft:
        _copy_database(draft)
    prune(home())
    second = second_folder()
    if second is not None:
        try:
            with draft_of(second / path.name) as draft:
                shutil.copyfile(path, draft)
            prune(second)
        except OSError as error:
            logger.warning("no copy to %s: %s", second, error)
    return Copy(path, at, why, path.stat().st_size)


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A file beside `path` that becomes it when it is whole and on the disk, and goes when it does not become whole."""
    draft = path.with_suffix(".part")
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _copy_database(draft: Path) -> None:
    with closing(sqlite3.connect(_database())) as source, closing(sqlite3.connect(draft, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a write-ahead file beside it would have to be writable
        copy.execute("PRAGMA secure_delete=ON")
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_sessions(),)).fetchone():
            copy.execute(f"DELETE FROM {_sessions()}")  # noqa: S608 - the name of our own table


def _sessions() -> str:
    return BrowserSession._meta.db_table


def _free(stem: str) -> Path:
    """Return a path that no copy of the same second has."""
    path, number = home() / f"{stem}.sqlite3", 2
    while path.exists():
        path, number = home() / f"{stem}-{number}.sqlite3", number + 1
    return path


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _copy(path: Path) -> Copy | None:
    """Return the copy of this name; None for a file that somebody else put there, or that has just gone."""
    match = NAME.match(path.name)
    try:
        at = datetime.strptime(match[1] if match else "", "%Y%m%d-%H%M%S")  # noqa: DTZ007 - made aware at once
        return Copy(path, timezone.make_aware(at), match[2], path.stat().st_size) if match else None
    except (ValueError, OSError):
        return None


def copies(folder: Path | None = None) -> list[Copy]:
    """Return the copies in a folder, newest first."""
    found = filter(None, map(_copy, (folder or home()).glob("trainer-*.sqlite3")))
    return sorted(found, key=lambda copy: copy.path.name, reverse=True)


def prune(folder: Path) -> None:
    """Delete copies that are neither among the newest nor the last of one of the last days."""
    days: set[Any] = set()
    oldest = timezone.now() - timedelta(days=DAYS)
    for at, copy in enumerate(copies(folder)):
        day = copy.at.date()
        keep = at < NEWEST or (copy.at > oldest and day not in days)
        days.add(day)
        if not keep:
            copy.path.unlink(missing_ok=True)


def check(path: Path) -> None:
    """Ask whether a file can be restored. Raises NotACopy."""
    try:
        with closing(_opened(path)) as base:
            if base.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise NotACopy(Words(_("This copy is damaged.")))
            there = {row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type='table'")}
            if not {"trainer_session", "trainer_logrow", "django_migrations"} <= there:
                raise NotACopy(Words(_("This file is not a copy of this program.")))
            known = set(base.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error:
        raise NotACopy(Words(_("This file is not a copy of this program."))) from None
    from django.db.migrations.loader import MigrationLoader

    disk = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    own = {app for app, _name in disk}
    if any(app in own and (app, name) not in disk for app, name in known):
        raise NotACopy(Words(_("This copy was made by a newer version of the program.")))


def restore(path: Path) -> Copy | None:
    """Put a copy in the place of the database and return the copy of what was there before (None: nothing was).

    Writers wait meanwhile, so that each move is either in the copy of before or after the restore. Who is signed in
    here stays signed in, if the copy knows him. Raises NotACopy; then nothing has changed.
    """
    check(path)
    with queue():
        tables = connection.introspection.table_names() if Path(_database()).exists() else []
        before = copy_now("before") if "trainer_session" in tables else None
        signed_in = list(BrowserSession.objects.all()) if _sessions() in tables else []
        connections.close_all()
        with closing(_opened(path)) as source, closing(sqlite3.connect(_database(), timeout=30)) as target:
            source.backup(target)
        call_command("migrate", verbosity=0)
        with transaction.atomic():
            known = {None, *User.objects.values_list("pk", flat=True)}
            BrowserSession.objects.all().delete()
            BrowserSession.objects.bulk_create(row for row in signed_in if row.user_id in known)
    return before


def _opened(path: Path) -> sqlite3.Connection:
    """Open a copy for reading only, without a file beside it; unless one lies there, which holds the newest moves."""
    if path.with_name(f"{path.name}-wal").exists():
        return sqlite3.connect(path)
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def late() -> bool:
    """Whether the automatic copies have stopped: the disk may be full."""
    newest = copies()[:1]
    return not newest or timezone.now() - newest[0].at > 2 * EVERY


def missing_on_second() -> bool:
    """Whether there is a second folder and it lacks the newest copy: the stick is out, or full."""
    second, newest = second_folder(), copies()[:1]
    # Not Path.exists: a stick that answers with an error is as good as out.
    return bool(second and newest) and not os.path.exists(second / newest[0].path.name)  # noqa: PTH110


# ---- the clock of the web process ---------------------------------------------------------------


class Keeper(threading.Thread):
    """Makes copies while the program runs: at once, every ten minutes, and soon after a table has ended."""

    LOOK = 30.0  # seconds

    def __init__(self) -> None:
        super().__init__(name="copies", daemon=True)
        self.ending = threading.Event()
        self.last: float | None = None  # not the hour of the day: somebody may set the clock
        self.ended = 0

    def run(self) -> None:
        while not self.ending.is_set():
            try:
                self.look()
            except DatabaseError as error:
                logger.warning("no copy of the database: %s", error)
            self.ending.wait(self.LOOK)

    def look(self) -> None:
        """Copy if it is time, or if a table ended since the last look."""
        ended = self._ended()
        if self.last is None:
            self.make("start")
        elif ended > self.ended:
            self.make("end")
        elif time.monotonic() - self.last >= EVERY.total_seconds():
            self.make("time")
        self.ended = ended

    def make(self, why: str) -> None:
        """Copy, and never end the program over it: a full disk is a line in the log and on the page."""
        try:
            copy_now(why)
        except (OSError, sqlite3.Error) as error:
            logger.warning("no copy of the database: %s", error)
        self.last = time.monotonic()

    @staticmethod
    def _ended() -> int:
        try:
            return Session.objects.filter(status=Session.Status.FINISHED).count()
        finally:
            connection.close()
