"""A job that builds the files of one report. The row is the truth: a broker may lose its message."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from reports.stamp import edits_digest
from trainer.models import Session
from trainer.models.workshop import new_key


class ReportJob(models.Model):
    """One set of files (PDF, one page, handouts, workbook) of a session at revision `rev`."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being built")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    #: a job without a sign of life for this long has lost its worker
    SILENCE = timedelta(seconds=10)

    session = models.ForeignKey(Session, models.CASCADE, related_name="report_jobs")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    language = models.CharField(max_length=5)
    rev = models.PositiveIntegerField()
    #: digest of the trainer's edits that the files tell (reports.stamp)
    edits = models.CharField(max_length=16, blank=True, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    percent = models.PositiveSmallIntegerField(default=0)
    heartbeat = models.DateTimeField(auto_now_add=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.session_id} {self.status}"

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return Path(settings.DATA_DIR) / "reports" / self.key

    @property
    def is_open(self) -> bool:
        """Whether it is still to be built."""
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)

    @property
    def is_silent(self) -> bool:
        """Whether it is open and nobody works on it: no worker took it, or the worker died."""
        return self.is_open and timezone.now() - self.heartbeat > self.SILENCE

    @property
    def is_stale(self) -> bool:
        """Whether the log went on or was corrected after it was built."""
        return self.rev < self.session.rev

    @property
    def is_edited(self) -> bool:
        """Whether the trainer changed the debrief, or what is said about the workshop, after it was built."""
        return bool(self.edits) and self.edits != edits_digest(self.session)

    @property
    def is_corrected(self) -> bool:
        """Whether something that it tells was corrected after it was built (one query)."""
        later = self.session.rows.filter(seq__gt=self.rev)
        return later.filter(~models.Q(kind="move") | models.Q(action="adjust")).exists()


@receiver(post_delete, sender=ReportJob)
def remove_files(instance: ReportJob, **kwargs: Any) -> None:
    """Remove the files with the row, also where it goes with its table or workshop: they tell of a client."""
    transaction.on_commit(lambda: shutil.rmtree(instance.folder, ignore_errors=True))
