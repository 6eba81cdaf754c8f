"""From the stored session to the debrief: the header, the log, the marks and the trainer's edits."""

import re
from datetime import datetime

import msgspec
from django.utils import timezone, translation
from django.utils.formats import date_format

from reports.build import build_debrief
from reports.debrief import Debrief, Edits, FindingEdit, Header, QuestionEdit, Remark
from reports.models import DebriefPlan, QuestionNote, ReportJob
from trainer import __version__
from trainer.models import Session
from trainer.positions import engine_row, game_of, origin_of

#: stands in addresses
QUESTION_ID = re.compile(r"[\w-]{1,20}")
#: in the place of the id of a question that is still to be written
NEW = "new"


def header_of(session: Session, made_at: datetime | None = None, stale: bool = False) -> Header:
    """Return what stands above a report of this session, made at that time (now if it is not said)."""
    workshop = session.workshop
    return Header(
        workshop=workshop.title, client=workshop.client, goals=workshop.goals, date=workshop.held_on,
        place=workshop.place, trainer=workshop.owner.get_full_name(), table=session.title, session=session.key,
        programme=__version__, made_at=date_format(timezone.localtime(made_at), "j E Y, H:i"), stale=stale,
    )  # fmt: skip


def remarks_of(session: Session) -> list[Remark]:
    """Return notes, stars and disputes."""
    return [
        Remark(mark.kind, mark.text, mark.n, mark.ruling, mark.by, timezone.localtime(mark.at).isoformat())
        for mark in session.marks.all()
    ]


def edits_of(session: Session) -> Edits:
    """Return what the trainer changed and what the group said."""
    plan = getattr(session, "debrief_plan", None)
    questions = {
        note.question: QuestionEdit(
            text=note.text, hidden=note.hidden, answer=note.answer,
            evidence=msgspec.json.decode(note.evidence, type=list[str]),
            moments=msgspec.json.decode(note.moments, type=list[int]),
        )
        for note in session.question_notes.all()
    }  # fmt: skip
    if plan is None:
        return Edits(questions=questions)
    return Edits(
        order=msgspec.json.decode(plan.order, type=list[str]), questions=questions,
        findings=msgspec.json.decode(plan.findings, type=list[FindingEdit]), lead=plan.lead,
    )  # fmt: skip


def written_edits(session: Session) -> Edits | None:
    """Return what a session file keeps of the debrief, or None if nobody wrote into it."""
    edits = edits_of(session)
    return edits if edits != Edits() else None


def read_edits(session: Session, raw: bytes) -> None:
    """Store the debrief part of a session file. Raises msgspec.ValidationError for what is wrong with it."""
    edits = msgspec.json.decode(raw, type=Edits)
    strange = next((one for one in edits.questions if not QUESTION_ID.fullmatch(one) or one == NEW), None)
    if strange is not None:
        raise msgspec.ValidationError(f"Object contains unknown field `{strange[:60]}` - at `$.questions`")
    DebriefPlan.objects.create(
        session=session, order=_json(edits.order), findings=_json(edits.findings), lead=edits.lead[:1000]
    )
    QuestionNote.objects.bulk_create(
        QuestionNote(
            session=session, question=question, own=question.startswith("own-"), text=note.text[:1000],
            hidden=note.hidden, answer=note.answer[:20_000], evidence=_json(note.evidence), moments=_json(note.moments),
        )
        for question, note in edits.questions.items()
    )  # fmt: skip


def _json(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def debrief_of(session: Session, language: str, job: ReportJob | None = None) -> Debrief:
    """Build the debrief of a stored session in the given language: one replay of its log (six queries).

    With the `job` of a report: as its log was then, marked as older than a correction. Raises Broken if the rules
    changed so that the log no longer replays.
    """
    rows = list(session.rows.all() if job is None else session.rows.filter(seq__lte=job.rev))
    with translation.override(language):
        header = header_of(session) if job is None else header_of(session, job.finished_at, stale=True)
    return build_debrief(
        game_of(session), origin_of(session), [engine_row(row) for row in rows], header, marks=remarks_of(session),
        edits=edits_of(session), by={row.seq: row.by for row in rows if row.by}, refused=session.refused.count(),
        language=language,
    )  # fmt: skip
