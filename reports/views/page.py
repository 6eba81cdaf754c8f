"""The debrief of a session on the page: its first page, the whole, one question at a time on the wall, the charts."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.engine.refusal import Refusal
from games.engine.replay import Broken
from games.engine.table import Team
from reports.debrief import Debrief, QuestionSheet
from reports.models import QuestionNote
from reports.pages import debrief_now, picture_at, pieces
from reports.views.files import files_context
from trainer.access import session_for
from trainer.models import Session
from trainer.positions import game_of


def context_of(request: HttpRequest, key: str) -> dict[str, Any]:
    """Return what every page of a debrief needs. Raises Http404 for a stranger or a table that has not started."""
    session = session_for(request, key)
    if not session.is_started:
        raise Http404
    context: dict[str, Any] = {"session": session, "meta": game_of(session).meta, "seat": {"role": "trainer"}}
    try:
        debrief = debrief_now(session, get_language() or "ru")
    except (Broken, Refusal) as error:
        context["broken"] = error
        return context
    teams = [(one.seat + 1, Team(one.id, one.name, one.letter, one.colour)) for one in debrief.teams]
    return context | {"debrief": debrief, "team_list": teams, "shown": debrief.shown()}


@require_safe
def session(request: HttpRequest, key: str) -> HttpResponseBase:
    """Page one for a person who was not there, the questions, the files."""
    context = context_of(request, key)
    context |= files_context(context["session"])
    debrief: Debrief | None = context.get("debrief")
    if debrief:
        chart = debrief.summary.chart
        context["chart"] = pieces(debrief, "summary", [chart])[0] if chart else None
        context["results"] = pieces(debrief, "results", debrief.results)
    return render(request, "reports/session.html", context)


@require_safe
def whole(request: HttpRequest, key: str) -> HttpResponseBase:
    """The whole report on one page, as it is printed: the same figures as the PDF."""
    context = context_of(request, key)
    debrief: Debrief | None = context.get("debrief")
    if debrief:
        context |= {
            "results": pieces(debrief, "results", debrief.results),
            "course": pieces(debrief, "course", debrief.course),
            "bids": pieces(debrief, "bids", debrief.bids),
            "questions": [(sheet, pieces(debrief, f"q.{sheet.id}", sheet.evidence)) for sheet in debrief.shown()],
            "sheets": [(sheet, pieces(debrief, f"team.{sheet.team}", sheet.evidence)) for sheet in debrief.sheets],
        }
    return render(request, "reports/whole.html", context)


@require_safe
def question(request: HttpRequest, key: str, number: int) -> HttpResponseBase:
    """One question on the wall: its chart large, the moments, and a place for what the group says."""
    context = context_of(request, key)
    if "debrief" not in context:
        return render(request, "reports/session.html", context | files_context(context["session"]))
    sheets: list[QuestionSheet] = context["shown"]
    sheet = next((one for one in sheets if one.number == number), None)
    if sheet is None:
        raise Http404
    return render(request, "reports/question.html", context | question_context(context, sheet, request))


def question_context(context: dict[str, Any], sheet: QuestionSheet, request: HttpRequest) -> dict[str, Any]:
    """Return the pieces of a question: the one that stands large, and the others by number."""
    listed = pieces(context["debrief"], f"q.{sheet.id}", sheet.evidence)
    asked = request.GET.get("piece", "")
    at = int(asked) if asked.isdecimal() and int(asked) < len(listed) else _telling(listed)
    note = note_of(context["session"], sheet.id)
    return {
        "sheet": sheet, "listed": listed, "at": at, "large": listed[at] if listed else None, "note": note,
        "total": len(context["shown"]),
        "before": next((one for one in context["shown"] if one.number == sheet.number - 1), None),
        "after": next((one for one in context["shown"] if one.number == sheet.number + 1), None),
    }  # fmt: skip


def note_of(session: Session, question_id: str) -> QuestionNote:
    """Return what is stored about a question, or an empty note."""
    return session.question_notes.filter(question=question_id).first() or QuestionNote(
        session=session, question=question_id
    )


def _telling(listed: list[Any]) -> int:
    """Return which piece stands large first: the first chart, else the first of all."""
    return next((at for at, piece in enumerate(listed) if piece.has_chart), 0)


@require_safe
def chart(request: HttpRequest, key: str, path: str, theme: str) -> HttpResponseBase:
    """The chart of one piece as a picture, light or dark."""
    context = context_of(request, key)
    body = picture_at(context["debrief"], path, theme == "dark") if "debrief" in context else None
    if body is None:
        raise Http404
    return HttpResponse(body, content_type="image/svg+xml; charset=utf-8")
