"""The log of a session: rows that are only added, refused attempts, and marks for the debrief."""

from typing import Any, NoReturn

from django.db import models

from trainer.models.session import Session


class OnlyAdded(TypeError):
    """Somebody tried to change or delete what is only ever added to."""


class LogRow(models.Model):
    """One row of the log (design § 4). `params`, `ruling` and `told` are JSON text of the engine.

    `told` is the log line as it reads after this row, and for a correction the lines it changed.
    Deleting a whole session deletes its rows with it; a single row is never changed or deleted.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="rows")
    seq = models.PositiveIntegerField()
    op = models.UUIDField()
    part = models.PositiveSmallIntegerField(default=0)
    #: digest of what was asked under this `op`: the same again is answered, anything else is refused
    asked = models.CharField(max_length=16)
    kind = models.CharField(max_length=5)
    actor = models.CharField(max_length=20)
    action = models.CharField(max_length=40)
    params = models.TextField()
    ruling = models.TextField(blank=True)
    told = models.TextField()
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("session", "seq"), name="one_row_a_number"),
            models.UniqueConstraint(fields=("session", "op", "part"), name="one_row_a_request"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.actor} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises OnlyAdded for a row that is there already."""
        if not self._state.adding:
            raise OnlyAdded("log rows are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise OnlyAdded: rows are revoked by further rows."""
        raise OnlyAdded("log rows are never deleted")


class RefusedAttempt(models.Model):
    """What the rules refused: kept apart from the log, evidence for the trainer."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="refused")
    rev = models.PositiveIntegerField()
    actor = models.CharField(max_length=20)
    action = models.CharField(max_length=40)
    params = models.TextField()
    code = models.CharField(max_length=40)
    told = models.TextField()
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.rev} {self.action} {self.code}"


class Mark(models.Model):
    """A note, a star or a dispute: points at entry `n` (0: at none), is never undone and never conflicts."""

    class Kind(models.TextChoices):
        NOTE = "note"
        STAR = "star"
        DISPUTE = "dispute"

    session = models.ForeignKey(Session, models.CASCADE, related_name="marks")
    kind = models.CharField(max_length=7, choices=Kind)
    n = models.PositiveIntegerField(default=0)
    text = models.TextField(max_length=4000, blank=True)
    #: how a dispute was decided
    ruling = models.TextField(max_length=4000, blank=True)
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind} {self.n}"
