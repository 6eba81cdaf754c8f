"""Jobs that build reports: the same function in the worker and, where there is none, in the web process."""

import logging
import shutil
import threading
from contextlib import suppress
from pathlib import Path

from django.db import DatabaseError, connection
from django.utils import timezone, translation

from games.engine.refusal import Refusal
from games.engine.replay import Broken
from reports.adapter import debrief_of
from reports.editions import EDITIONS
from reports.models import ReportJob
from reports.stamp import edits_digest
from trainer.models import Session
from trainer.recording import writing

logger = logging.getLogger(__name__)

#: finished reports of one session that are kept; older ones give their place on the disk back
KEPT = 5


class Stopped(Exception):
    """The job was cancelled, or somebody else builds it."""


def job_create(session: Session, language: str) -> ReportJob:
    """Ask for the files of a session as it is now. An open job for the same revision is returned instead of a twin."""
    with writing():
        same = session.report_jobs.filter(
            rev=session.rev, language=language, status__in=(ReportJob.Status.QUEUED, ReportJob.Status.RUNNING)
        ).first()
        if same is not None:
            return same
        return ReportJob.objects.create(session=session, language=language, rev=session.rev)


def send(job: ReportJob) -> bool:
    """Hand a job to the worker; False if the broker does not answer: the page then offers at once to build it here."""
    from reports.tasks import build_report

    try:
        build_report.delay(job.pk)
    except Exception:  # noqa: BLE001 - every broker has errors of its own; the row stays queued either way
        logger.warning("report %s: the broker does not answer", job.key)
        job.heartbeat = timezone.now() - 2 * ReportJob.SILENCE
        with writing():
            job.save(update_fields=["heartbeat"])
        return False
    return True


def take(job_id: int, here: bool = False) -> ReportJob:
    """Take a job to build it. Raises Stopped if it is not waiting; `here` takes one over whose worker is silent."""
    with writing():
        job = ReportJob.objects.select_for_update().select_related("session__workshop__owner").get(pk=job_id)
        free = job.status == ReportJob.Status.QUEUED or (here and job.is_silent)
        if not free:
            raise Stopped
        job.status, job.percent, job.heartbeat = ReportJob.Status.RUNNING, 0, timezone.now()
        job.rev, job.edits = job.session.rev, edits_digest(job.session)
        job.save(update_fields=["status", "percent", "heartbeat", "rev", "edits"])
    return job


def run(job_id: int, here: bool = False) -> None:
    """Build the files of a job. What goes wrong stands in the row; nothing half-built is left to download."""
    try:
        job = take(job_id, here)
    except (Stopped, ReportJob.DoesNotExist):
        return
    try:
        with Beat(job):
            build(job)
    except Stopped:
        _discard(job)
    except Exception as error:
        logger.exception("report %s failed", job.key)
        _discard(job)
        _finish(job, ReportJob.Status.FAILED, _reason(error))
    else:
        _finish(job, ReportJob.Status.DONE)
        _tidy(job.session)


def _discard(job: ReportJob) -> None:
    """Remove what was built, unless somebody who took the job over meanwhile has built it whole."""
    if not ReportJob.objects.filter(pk=job.pk, status=ReportJob.Status.DONE).exists():
        shutil.rmtree(job.folder, ignore_errors=True)


def build(job: ReportJob) -> None:
    """Write the files one after the other; progress is told after each. Raises Stopped when cancelled."""
    debrief = debrief_of(job.session, job.language)
    job.folder.mkdir(parents=True, exist_ok=True)
    for at, (name, make) in enumerate(EDITIONS, 1):
        _progress(job, 100 * at // (len(EDITIONS) + 1))
        with translation.override(job.language):
            _write(job.folder / name, make(debrief))
    _progress(job, 100)


class Beat:
    """Tells every few seconds that a job is alive: one file of a long game may take longer than a sign of life."""

    EVERY = 3

    def __init__(self, job: ReportJob) -> None:
        self.job = job
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join(timeout=1)

    def _tell(self) -> None:
        """Write the sign of life past the queue of the writers: it must not wait for whom it lets wait."""
        while not self.done.wait(self.EVERY):
            with suppress(DatabaseError):
                running = ReportJob.objects.filter(pk=self.job.pk, status=ReportJob.Status.RUNNING)
                running.update(heartbeat=timezone.now())
            connection.close()


def file_of(job: ReportJob, name: str) -> Path | None:
    """Return a file of a finished job; one that tells what was corrected since says so in its foot."""
    path = job.folder / name
    if not path.is_file() or not job.is_corrected:
        return path if path.is_file() else None
    old = job.folder / f"old-{name}"
    if not old.is_file():
        try:
            debrief = debrief_of(job.session, job.language, job)
        except (Broken, Refusal):
            return path  # the rules of the programme changed since: it is given as it was built
        with translation.override(job.language):
            _write(old, dict(EDITIONS)[name](debrief))
    return old


def _write(path: Path, body: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_suffix(path.suffix + ".part")
    draft.write_bytes(body)
    draft.replace(path)


def _progress(job: ReportJob, percent: int) -> None:
    now = timezone.now()
    with writing():
        alive = ReportJob.objects.filter(pk=job.pk, status=ReportJob.Status.RUNNING).update(
            percent=percent, heartbeat=now
        )
    if not alive:
        raise Stopped


def _finish(job: ReportJob, status: str, error: str = "") -> None:
    with writing():
        ReportJob.objects.filter(pk=job.pk, status=ReportJob.Status.RUNNING).update(
            status=status, error=error[:300], finished_at=timezone.now()
        )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == 28:
        return "disk"
    if isinstance(error, DatabaseError):
        return "database"
    return type(error).__name__


def job_cancel(job: ReportJob) -> None:
    """Cancel an open job; the worker stops at its next file."""
    with writing():
        ReportJob.objects.filter(pk=job.pk, status__in=(ReportJob.Status.QUEUED, ReportJob.Status.RUNNING)).update(
            status=ReportJob.Status.CANCELLED, finished_at=timezone.now()
        )


def _tidy(session: Session) -> None:
    """Keep the newest finished reports of a session; the files of older ones are deleted with their rows."""
    for job in session.report_jobs.filter(status=ReportJob.Status.DONE)[KEPT:]:
        with writing():
            job.delete()
