"""The plan of a debrief: order, wording, hidden and own questions with their evidence, findings, disputes.

Every button is a form of its own, so all of it works by touch, by keyboard and without JavaScript.
"""

import secrets
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.paths import natural
from reports.adapter import NEW
from reports.debrief import Debrief, Finding, FindingEdit
from reports.models import DebriefPlan, QuestionNote
from reports.pages import moment_lines
from reports.views.page import context_of, note_of
from trainer.models import Session
from trainer.recording import writing

MOST_FINDINGS = 5


def _planned(request: HttpRequest, key: str) -> tuple[dict[str, Any], Session, Debrief]:
    """Return what every page of the plan needs. Raises Http404 where there is no debrief."""
    context = context_of(request, key)
    if "debrief" not in context:
        raise Http404
    return context, context["session"], context["debrief"]


@require_safe
def plan(request: HttpRequest, key: str) -> HttpResponseBase:
    """All questions in order, page one, the disputes."""
    context, session, debrief = _planned(request, key)
    kept = getattr(session, "debrief_plan", None)
    findings = [*debrief.summary.findings, *[Finding("", "", [])] * MOST_FINDINGS][:MOST_FINDINGS]
    context |= {
        "rows": debrief.questions, "lead": kept.lead if kept else "", "findings": findings,
        "own_findings": debrief.summary.findings != debrief.summary.proposed,
        "disputes": session.marks.filter(kind="dispute"),
    }  # fmt: skip
    return render(request, "reports/plan.html", context)


@require_POST
def order(request: HttpRequest, key: str) -> HttpResponseBase:
    """Move a question up or down, hide or show it."""
    _context, session, debrief = _planned(request, key)
    do, _colon, question = request.POST.get("do", "").partition(":")
    ids = [sheet.id for sheet in debrief.questions]
    if question not in ids or do not in ("up", "down", "hide", "show"):
        raise Http404
    with writing():
        if do in ("up", "down"):
            at = ids.index(question)
            to = at + (1 if do == "down" else -1)
            if 0 <= to < len(ids):
                ids[at], ids[to] = ids[to], ids[at]
            kept = _plan_of(session)
            kept.order = _json(ids)
            _save(kept, "order")
        else:
            note = _locked(session, question)
            note.hidden = do == "hide"
            _save(note, "hidden")
    # The same button is where it was pressed: the next press goes on from there.
    return redirect(f"{reverse('reports:plan', args=[key])}#{do if do in ('up', 'down') else 'hide'}-{question}")


@require_POST
def findings(request: HttpRequest, key: str) -> HttpResponseBase:
    """Keep the trainer's words on page one, or go back to the programme's."""
    _context, session, debrief = _planned(request, key)
    found = []
    for at in range(1, MOST_FINDINGS + 1):
        head = request.POST.get(f"head-{at}", "").strip()[:300]
        if head:
            text = request.POST.get(f"text-{at}", "").strip()[:1000]
            found.append(FindingEdit(head, text, _numbers(request.POST.get(f"moves-{at}", ""), debrief)))
    as_proposed = [FindingEdit(one.head, one.text, one.moves) for one in debrief.summary.proposed]
    with writing():
        kept = _plan_of(session)
        if "reset" in request.POST:
            kept.findings, kept.lead = "[]", ""
        else:
            kept.findings = "[]" if found == as_proposed else _json(found)
            kept.lead = request.POST.get("lead", "").strip()[:1000]
        _save(kept, "findings", "lead")
    messages.success(request, _("Saved."))
    return redirect(f"{reverse('reports:plan', args=[key])}#page-one")


@require_http_methods(["GET", "POST"])
def question(request: HttpRequest, key: str, question: str) -> HttpResponseBase:
    """Wording, further evidence and moments of one question; `new` writes one of the trainer's own."""
    context, session, debrief = _planned(request, key)
    sheet = next((one for one in debrief.questions if one.id == question), None)
    if sheet is None and question != NEW:
        raise Http404
    note = note_of(session, question)
    if request.method == "POST":
        if sheet is not None and sheet.own and "delete" in request.POST:
            with writing():
                note.delete()
                _save(_plan_of(session))
            messages.success(request, _("The question is deleted."))
            return redirect("reports:plan", key)
        if question != NEW or request.POST.get("text", "").strip():
            _save_question(session, debrief, question, request.POST)
            messages.success(request, _("Saved."))
            return redirect("reports:plan", key)
        context["empty"] = True
    chosen = msgspec.json.decode(note.evidence, type=list[str])
    numbers = msgspec.json.decode(note.moments, type=list[int])
    stars = moment_lines(debrief, debrief.stars)
    return render(request, "reports/plan_question.html", context | {
        "sheet": sheet, "note": note, "groups": _groups(debrief, question, chosen), "stars": stars, "numbers": numbers,
        "others": ", ".join(str(n) for n in numbers if n not in {one.n for one in stars}), "question_id": question,
    })  # fmt: skip


def _save_question(session: Session, debrief: Debrief, question: str, post: QueryDict) -> None:
    text = post.get("text", "").strip()[:1000]
    numbers = [*_numbers(" ".join(post.getlist("stars")), debrief), *_numbers(post.get("moments", ""), debrief)]
    with writing():
        note = _locked(session, f"own-{secrets.token_hex(4)}" if question == NEW else question)
        note.own = note.own or question == NEW
        note.text = text or (note.text if note.own else "")
        note.evidence = _json([name for name in post.getlist("evidence") if name in debrief.catalogue])
        note.moments = _json(sorted(set(numbers)))
        _save(note, "own", "text", "evidence", "moments")


def _groups(debrief: Debrief, question: str, chosen: list[str]) -> list[dict[str, Any]]:
    """Return the catalogue as it is picked from: where each piece stands, what kind it is, whether it is chosen."""
    places = {"results": _("Results"), "course": _("Course of the game"), "bids": _("Bids")}
    questions = {one.id: one for one in debrief.questions}
    groups: dict[str, list[dict[str, Any]]] = {}
    for name, piece in debrief.catalogue.items():
        place, _dot, _number = name.rpartition(".")
        kind, _dot, about = place.partition(".")
        if kind == "question" and about == question:
            continue  # it stands there already
        if kind == "question":
            head = questions[about].text if about in questions else about
        else:
            head = debrief.names.get(about, places.get(kind, kind))
        kinds = {
            "Fact": pgettext("evidence", "figures"),
            "Table": pgettext("evidence", "table"),
            "Moments": pgettext("evidence", "moments"),
        }
        listed = {
            "name": name,
            "title": piece.title,
            "kind": kinds.get(piece.kind) or pgettext("evidence", "chart"),
            "on": name in chosen,
        }
        groups.setdefault(head, []).append(listed)
    return [{"head": head, "pieces": pieces, "on": any(one["on"] for one in pieces)} for head, pieces in groups.items()]


@require_POST
def dispute(request: HttpRequest, key: str, number: int) -> HttpResponseBase:
    """Write down how a dispute was decided; it goes into the report."""
    _context, session, _debrief = _planned(request, key)
    mark = session.marks.filter(pk=number, kind="dispute").first()
    if mark is None:
        raise Http404
    with writing():
        mark.ruling = request.POST.get("ruling", "").strip()[:4000]
        mark.save(update_fields=["ruling"])
    messages.success(request, _("Saved."))
    return redirect(f"{reverse('reports:plan', args=[key])}#disputes")


def _plan_of(session: Session) -> DebriefPlan:
    kept, _made = DebriefPlan.objects.select_for_update().get_or_create(session=session)
    return kept


def _locked(session: Session, question: str) -> QuestionNote:
    """Return the note of a question as it stands now: at this moment somebody may save what the group said."""
    note, _made = QuestionNote.objects.select_for_update().get_or_create(session=session, question=question)
    return note


def _save(kept: DebriefPlan | QuestionNote, *fields: str) -> None:
    kept.version += 1
    kept.save(update_fields=[*fields, "version"])


def _numbers(text: str, debrief: Debrief) -> list[int]:
    """Return the numbers of entries that stand in the log."""
    known = {line.n for line in debrief.moves}
    found = (natural(part) for part in text.replace(",", " ").replace("№", " ").split())
    return [n for n in found if n in known][:20]


def _json(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
