"""The debrief of a session on the page: its first page, the whole, one question at a time on the wall, the charts."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.engine.paths import natural
from games.engine.refusal import Refusal
from games.engine.replay import Broken
from games.engine.table import Team
from reports.debrief import Debrief, QuestionSheet
from reports.models import QuestionNote
from reports.pages import debrief_now, is_tall, moment_lines, picture_at, pieces, under
from reports.pdf.paper import footer
from reports.views.files import files_context
from trainer.access import Seat, session_for, user_of
from trainer.correcting import Log
from trainer.models import Session
from trainer.positions import game_of
from trainer.screen import table_context


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
        context["stars"] = moment_lines(debrief, debrief.stars)
    return render(request, "reports/session.html", context)


@require_safe
def whole(request: HttpRequest, key: str) -> HttpResponseBase:
    """The whole report on one page, as it is printed: the same figures as the PDF."""
    context = context_of(request, key)
    context |= files_context(context["session"])
    debrief: Debrief | None = context.get("debrief")
    if debrief:
        chart = debrief.summary.chart
        context |= {
            "chart": pieces(debrief, "summary", [chart])[0] if chart else None,
            "results": pieces(debrief, "results", debrief.results),
            "course": [one for one in pieces(debrief, "course", debrief.course) if not debrief.repeats(one.piece)],
            "bids": pieces(debrief, "bids", debrief.bids),
            "stars": moment_lines(debrief, debrief.stars),
            "questions": [
                (one, pieces(debrief, f"q.{one.id}", one.evidence), moment_lines(debrief, one.moments))
                for one in debrief.shown()
            ],
            "sheets": [
                (one, place, pieces(debrief, f"team.{one.team}", one.evidence), moment_lines(debrief, one.moments))
                for one in debrief.sheets
                for place in debrief.places
                if place.team == one.team
            ],
            "footer": footer(debrief),
        }
    return render(request, "reports/whole.html", context)


@require_safe
def question(request: HttpRequest, key: str, number: int) -> HttpResponseBase:
    """One question on the wall: its chart large, the moments, and a place for what the group says."""
    context = context_of(request, key)
    if "debrief" not in context:
        return render(request, "reports/session.html", context | files_context(context["session"]))
    sheet = sheet_at(context, number)
    return render(request, "reports/question.html", context | question_context(context, sheet, request))


def sheet_at(context: dict[str, Any], number: int) -> QuestionSheet:
    """Return the question of that number. Raises Http404."""
    sheet = next((one for one in context.get("shown", []) if one.number == number), None)
    if sheet is None:
        raise Http404
    return sheet


def question_context(context: dict[str, Any], sheet: QuestionSheet, request: HttpRequest) -> dict[str, Any]:
    """Return the pieces of a question: the one that stands large, what stands under it, and the others by number."""
    debrief: Debrief = context["debrief"]
    listed = pieces(debrief, f"q.{sheet.id}", sheet.evidence)
    asked = natural(request.GET.get("piece", ""))
    at = asked if asked is not None and asked < len(listed) else _telling(listed)
    large = listed[at] if listed else None
    shown = context["shown"]
    return {
        "sheet": sheet, "listed": listed, "at": at, "large": large, "note": note_of(context["session"], sheet.id),
        "under": under(listed, large) if large and large.has_chart else None,
        "tall": bool(large and is_tall(debrief, large)),
        "back": at - 1 if at else None, "on": at + 1 if at + 1 < len(listed) else None,
        "moments": moment_lines(debrief, sheet.moments), "total": len(shown),
        "before": next((one for one in shown if one.number == sheet.number - 1), None),
        "after": next((one for one in shown if one.number == sheet.number + 1), None),
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
def moment(request: HttpRequest, key: str, number: int, n: int) -> HttpResponseBase:
    """«Состояние на ход N» opened from a question: the table at that move, its neighbours, and the way back."""
    context = context_of(request, key)
    sheet = sheet_at(context, number)
    session: Session = context["session"]
    log = Log(session)
    if n not in [one.n for one in log.stand.entries]:
        raise Http404
    seat = Seat(session, "trainer", user_of(request).get_full_name(), True)
    debrief: Debrief = context["debrief"]
    moments = moment_lines(debrief, sheet.moments)
    numbers = list(dict.fromkeys(one.n for one in moments))
    context |= table_context(seat, log.after(n)) | {
        "sheet": sheet, "n": n, "look": True, "total": len(context["shown"]),
        "line": next((one for one in debrief.moves if one.n == n), None),
        "said": [one for one in moments if one.n == n], "place": numbers.index(n) + 1 if n in numbers else 0,
        "count": len(numbers), "earlier": max((one for one in numbers if one < n), default=None),
        "later": min((one for one in numbers if one > n), default=None),
    }  # fmt: skip
    return render(request, "reports/moment.html", context)


@require_safe
def chart(request: HttpRequest, key: str, path: str, look: str) -> HttpResponseBase:
    """The chart of one piece as a picture, light or dark."""
    context = context_of(request, key)
    body = picture_at(context["debrief"], path, look) if "debrief" in context else None
    if body is None:
        raise Http404
    return HttpResponse(body, content_type="image/svg+xml; charset=utf-8")
