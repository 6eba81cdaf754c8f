"""Recording a move in a session of 100 and of 10,000 moves: time and queries.

    python benchmarks/recording.py

Uses a database of its own (a temporary SQLite file, or DATABASE_URL). What counts is the ratio: 1 is flat.
"""

import os
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("TRAINER_DATA", tempfile.mkdtemp())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from trainer.models import LogRow, Session, User, Workshop
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

SAMPLES = 200


def prepared(owner: User, rows: int) -> Session:
    """Return a running session with `rows` moves: transfers back and forth, which are legal at any time."""
    workshop = Workshop.objects.create(owner=owner, title="benchmark")
    teams = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}, {"code": "C", "name": "Гамма"}]
    session = session_start(session_create(workshop, game="ecologic", title=str(rows), teams=teams))
    for _ in range(2):
        session = give(session).session
    model = list(session.rows.order_by("seq"))
    copies = []
    for seq in range(3, rows + 1):
        row = model[(seq - 1) % 2]
        copies.append(
            LogRow(session=session, seq=seq, op=uuid.uuid4(), asked=row.asked, kind=row.kind, actor=row.actor,
                   action=row.action, params=row.params, told=row.told, at=row.at, digest=row.digest)
        )  # fmt: skip
    LogRow.objects.bulk_create(copies, batch_size=1000)
    session.rev = rows
    session.save(update_fields=["rev"])
    return session


def give(session: Session):
    """Record one transfer of a profit, there or back."""
    there = session.rev % 2 == 0
    request = Request("A" if there else "B", "transfer", {"to": "B" if there else "A", "profits": 1})
    return record(session.pk, [request], op=uuid.uuid4(), rev=session.rev)


def measure(session: Session) -> float:
    """Return the median time of one recorded move, in milliseconds."""
    session.refresh_from_db()
    times = []
    for _ in range(SAMPLES):
        begin = time.perf_counter()
        session = give(session).session
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    call_command("migrate", verbosity=0)
    owner = User.objects.create(username=f"bench-{uuid.uuid4().hex[:6]}")
    short, long = prepared(owner, 100), prepared(owner, 10_000)
    a, b, a2, b2 = measure(short), measure(long), measure(short), measure(long)
    short.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        give(short)
    print(f"{connection.vendor}: at 100 moves {min(a, a2):.2f} ms, at 10,000 moves {min(b, b2):.2f} ms")
    print(f"ratio {min(b, b2) / min(a, a2):.2f}, queries {len(queries)}")


if __name__ == "__main__":
    main()
