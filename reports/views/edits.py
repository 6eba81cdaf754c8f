"""What the trainer writes into a debrief: answers, wording, order, hidden and own questions, findings."""

import secrets
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from reports.debrief import Debrief, FindingEdit, QuestionSheet
from reports.models import DebriefPlan, QuestionNote
from reports.pages import debrief_now
from reports.views.page import context_of, note_of
from trainer.access import session_for
from trainer.models import Session
from trainer.recording import writing

MOST_ANSWER = 20_000


@require_POST
def answer(request: HttpRequest, key: str, question: str) -> HttpResponseBase:
    """Keep what the group said. 409 with both texts if somebody else saved meanwhile: nothing is overwritten."""
    session = session_for(request, key)
    _known(session, question)
    text = request.POST.get("answer", "")[:MOST_ANSWER].replace("\r\n", "\n")
    asked = request.POST.get("version", "")
    with writing():
        note, _made = QuestionNote.objects.select_for_update().get_or_create(session=session, question=question)
        stale = asked != str(note.version) and note.answer != text
        if not stale:
            note.answer = text
            note.version += 1
            note.save(update_fields=["answer", "version"])
    context = {
        "session": session, "note": note, "question": question, "mine": text if stale else "",
        "saved": None if stale else timezone.localtime(),
    }  # fmt: skip
    if not request.htmx:
        if stale:
            return render(request, "reports/clash.html", context, status=409)
        return redirect(request.POST.get("next") or "reports:session", *([] if request.POST.get("next") else [key]))
    return render(request, "reports/_answer.html", context, status=409 if stale else 200)


def _known(session: Session, question: str) -> None:
    """Raise Http404 unless the question is one of the game's or an own one."""
    debrief = debrief_now(session, get_language() or "ru")
    if all(sheet.id != question for sheet in debrief.questions):
        raise Http404


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, key: str) -> HttpResponseBase:
    """Wording, order, hidden and own questions on one page."""
    context = context_of(request, key)
    if "debrief" not in context:
        raise Http404
    session, debrief = context["session"], context["debrief"]
    if request.method == "POST":
        _save_plan(session, debrief, request.POST)
        messages.success(request, _("Saved."))
        return redirect("reports:plan", key)
    notes = {note.question: note for note in session.question_notes.all()}
    context["rows"] = [_row(at, sheet, notes.get(sheet.id)) for at, sheet in enumerate(debrief.questions, 1)]
    context["catalogue"] = list(debrief.catalogue.items())
    context["plan"] = getattr(session, "debrief_plan", None)
    context["findings"] = debrief.summary.findings
    context["own_findings"] = context["plan"] is not None and context["plan"].findings != "[]"
    return render(request, "reports/plan.html", context)


def _row(at: int, sheet: QuestionSheet, note: QuestionNote | None) -> dict[str, Any]:
    chosen = msgspec.json.decode(note.evidence) if note else []
    moments = msgspec.json.decode(note.moments) if note else []
    return {"sheet": sheet, "note": note, "order": at, "chosen": chosen, "moments": ", ".join(map(str, moments))}


def _save_plan(session: Session, debrief: Debrief, post: Any) -> None:
    """Save the page as a whole: one transaction."""
    pieces = set(debrief.catalogue)
    with writing():
        order: list[tuple[int, int, str]] = []
        for at, sheet in enumerate(debrief.questions):
            position = post.get(f"order-{sheet.id}", "")
            order.append((int(position) if position.isdecimal() else at + 1, at, sheet.id))
            _save_question(session, sheet.id, sheet.own, post, pieces)
        text = post.get("new", "").strip()[:1000]
        if text:
            new = QuestionNote(session=session, question=f"own-{secrets.token_hex(4)}", own=True, text=text, version=1)
            new.evidence = _json([name for name in post.getlist("new-evidence") if name in pieces])
            new.moments = _json(_numbers(post.get("new-moments", "")))
            new.save()
        kept, _made = DebriefPlan.objects.get_or_create(session=session)
        kept.order = _json([question for _position, _at, question in sorted(order)])
        kept.lead = post.get("lead", "").strip()[:1000]
        kept.findings = _json(_findings(post))
        kept.version += 1
        kept.save()


def _save_question(session: Session, question: str, own: bool, post: Any, pieces: set[str]) -> None:
    note = note_of(session, question)
    if own and post.get(f"delete-{question}"):
        QuestionNote.objects.filter(session=session, question=question).delete()
        return
    note.own = own
    note.text = post.get(f"text-{question}", "").strip()[:1000]
    note.hidden = bool(post.get(f"hidden-{question}"))
    note.evidence = _json([name for name in post.getlist(f"evidence-{question}") if name in pieces])
    note.moments = _json(_numbers(post.get(f"moments-{question}", "")))
    if note.pk or note.text or note.hidden or note.evidence != "[]" or note.moments != "[]":
        note.version += 1
        note.save()


def _findings(post: Any) -> list[FindingEdit]:
    """Return the trainer's findings; all empty: the programme's own stand."""
    found = []
    for at in range(1, 6):
        head = post.get(f"finding-{at}", "").strip()[:300]
        if head:
            text = post.get(f"finding-text-{at}", "").strip()[:1000]
            found.append(FindingEdit(head, text, _numbers(post.get(f"finding-moves-{at}", ""))))
    return found if post.get("own-findings") else []


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.replace(",", " ").replace("№", " ").split() if part.isdecimal()][:20]


def _json(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


@require_POST
def dispute(request: HttpRequest, key: str, number: int) -> HttpResponse | HttpResponseBase:
    """Write down how a dispute was decided; it goes into the report."""
    session = session_for(request, key)
    mark = session.marks.filter(pk=number, kind="dispute").first()
    if mark is None:
        raise Http404
    with writing():
        mark.ruling = request.POST.get("ruling", "").strip()[:4000]
        mark.save(update_fields=["ruling"])
    return redirect("reports:whole", key)
