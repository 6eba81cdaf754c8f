"""What a debrief tells besides the log: the trainer's edits, the group's answers, decided disputes, the workshop."""

import hashlib
from typing import Any

from django.db.models import Count, Sum

from trainer.models import Session


def edits_of(session: Session) -> tuple[Any, ...]:
    """Return what changes with every edit of the debrief (three queries)."""
    marks = tuple(session.marks.values_list("pk", "ruling"))
    notes = session.question_notes.aggregate(count=Count("pk"), versions=Sum("version"))
    plan = getattr(session, "debrief_plan", None)
    workshop = session.workshop
    about = (workshop.title, workshop.client, workshop.held_on, workshop.place, workshop.goals, session.title)
    return marks, notes["count"], notes["versions"], plan.version if plan else 0, about


def edits_digest(session: Session) -> str:
    """Return `edits_of` as sixteen letters, to be kept with the files that tell it."""
    return hashlib.sha256(repr(edits_of(session)).encode()).hexdigest()[:16]
