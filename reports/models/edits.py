"""What the trainer makes of a debrief: order, wording, hidden questions, own ones, and what the group said."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.models import Session


class DebriefPlan(models.Model):
    """What concerns the debrief as a whole. `order` (question ids) and `findings` are JSON text; empty: as built."""

    session = models.OneToOneField(Session, models.CASCADE, related_name="debrief_plan")
    order = models.TextField(default="[]")
    findings = models.TextField(default="[]")
    lead = models.TextField(max_length=1000, blank=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.session_id)


class QuestionNote(models.Model):
    """One question of one session: what the group said, and what the trainer changed.

    `version` counts the saves: a form that was drawn before another save is not saved over it.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="question_notes")
    question = models.CharField(max_length=20)
    own = models.BooleanField(default=False)
    text = models.TextField(_("wording"), max_length=1000, blank=True)
    hidden = models.BooleanField(_("hidden"), default=False)
    answer = models.TextField(_("what the group said"), max_length=20_000, blank=True)
    evidence = models.TextField(default="[]")
    moments = models.TextField(default="[]")
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("session", "question"), name="one_note_a_question"),)

    def __str__(self) -> str:
        return f"{self.session_id} {self.question}"
