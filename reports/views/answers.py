"""What the group said to a question: kept as it is typed, never over what somebody else wrote."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from reports.models import QuestionNote
from reports.pages import debrief_now
from trainer.access import session_for
from trainer.models import Session
from trainer.recording import writing

MOST_ANSWER = 20_000


@require_POST
def answer(request: HttpRequest, key: str, question: str) -> HttpResponseBase:
    """Keep what the group said. 409 with both texts if somebody else saved meanwhile: nothing is overwritten.

    `version` is the one the text was typed on, `over` the one that may be replaced.
    """
    session = session_for(request, key)
    _known(session, question)
    text = request.POST.get("answer", "")[:MOST_ANSWER].replace("\r\n", "\n")
    asked = request.POST.get("over") or request.POST.get("version", "")
    with writing():
        note, _made = QuestionNote.objects.select_for_update().get_or_create(session=session, question=question)
        clash = asked != str(note.version) and note.answer != text
        if not clash and note.answer != text:
            note.answer = text
            note.version += 1
            note.save(update_fields=["answer", "version"])
    back = request.POST.get("next", "")
    context = {
        "session": session, "note": note, "question": question, "next": back, "mine": text, "clash": clash,
        "typed_on": request.POST.get("version", ""), "saved": None if clash else timezone.localtime(),
    }  # fmt: skip
    if request.htmx:
        return render(request, "reports/_answer_state.html", context, status=409 if clash else 200)
    if clash:
        return render(request, "reports/clash.html", context, status=409)
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        return redirect("reports:session", key)
    return redirect(back)


def _known(session: Session, question: str) -> None:
    """Raise Http404 unless the question is one of the game's or an own one; one with a note has been asked before."""
    if session.question_notes.filter(question=question).exists():
        return
    debrief = debrief_now(session, get_language() or "ru")
    if all(sheet.id != question for sheet in debrief.questions):
        raise Http404
