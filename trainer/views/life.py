"""The life of a table: start, pause, resume, reopen, copy, delete, out to a file and in again."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.refusal import Refusal
from trainer.access import session_for, user_of, workshop_for
from trainer.forms.workshops import FileForm
from trainer.models import Session
from trainer.once import key_once, made_once, new_op
from trainer.positions import game_of
from trainer.preparation import missing_of, session_delete
from trainer.recording import AlreadyRecorded, Conflict, NotRunning
from trainer.sessions import session_copy, session_pause, session_reopen, session_resume, session_start
from trainer.transfer import MOST, BadFile, Imported, session_export, session_import
from trainer.views.setup import page


@require_POST
@login_required
def start(request: HttpRequest, key: str) -> HttpResponseBase:
    """Start the game; what is missing is said on the page where it is mended (422)."""
    session = session_for(request, key)
    try:
        session_start(session)
    except Refusal as refusal:
        missing = missing_of(session)
        step = missing.step if missing else "begin"
        return page(request, session, step, 422, refusal=game_of(session).words(refusal))
    return redirect("trainer:referee", key)


@require_POST
@login_required
def pause(request: HttpRequest, key: str) -> HttpResponseBase:
    """Pause: nothing is recorded until the game goes on."""
    session = session_for(request, key)
    session_pause(session)
    return redirect("trainer:workshop", session.workshop.key)


@require_POST
@login_required
def resume(request: HttpRequest, key: str) -> HttpResponseBase:
    """Go on after a pause."""
    session = session_for(request, key)
    session_resume(session)
    return redirect("trainer:referee", key)


@require_POST
@login_required
def reopen(request: HttpRequest, key: str) -> HttpResponseBase:
    """Go on with a game that is over: what ended it is undone."""
    session = session_for(request, key)
    try:
        op = UUID(request.POST.get("op", ""))
    except ValueError:
        raise Http404 from None
    try:
        session_reopen(session, str(request.user), op)
    except Refusal as refusal:
        return page(request, session, "table", 422, refusal=game_of(session).words(refusal))
    except (AlreadyRecorded, Conflict, NotRunning):
        messages.error(request, _("Not reopened: something was recorded at the same moment. Look, and try again."))
        return page(request, session, "table", 409)
    return redirect("trainer:referee", key)


@require_POST
@login_required
def copy(request: HttpRequest, key: str) -> HttpResponseBase:
    """A table like this one, before its first move; in this workshop or another of the trainer's own."""
    session = session_for(request, key)
    user = user_of(request)
    workshop = get_object_or_404(user.workshops, key=request.POST.get("workshop") or session.workshop.key)
    title = " ".join(request.POST.get("title", "").split())[:60] or session.title
    # The same form may be sent again for another workshop.
    once = key_once(user, f"{request.POST.get('op') or new_op()}:{workshop.key}")
    made = made_once(workshop.sessions.all(), once, lambda: session_copy(session, title, workshop, once))
    messages.success(request, _("Copied. The teams may be named anew."))
    return redirect("trainer:setup", made.key)


@require_http_methods(["GET", "POST"])
@login_required
def delete(request: HttpRequest, key: str) -> HttpResponseBase:
    """Delete a table, after saying what goes with it."""
    session = session_for(request, key)
    if request.method == "POST":
        session_delete(session)
        messages.success(request, _("Deleted: “%(title)s”.") % {"title": session.title})
        return redirect("trainer:workshop", session.workshop.key)
    context = {"session": session, "workshop": session.workshop, "moves": session.rows.count()}
    return render(request, "trainer/session_delete.html", context)


@require_safe
@login_required
def export(request: HttpRequest, key: str) -> HttpResponse:
    """The whole session as one file."""
    session = session_for(request, key)
    return as_file(session_export(session), f"{session.game}-{session.title}.json")


@require_http_methods(["GET", "POST"])
@login_required
def import_file(request: HttpRequest, key: str) -> HttpResponseBase:
    """Add a table from a file; a file with an error is refused with its place, and nothing is written."""
    workshop = workshop_for(request, key)
    form = FileForm(request.POST or None, request.FILES or None, most=MOST)
    bad: BadFile | None = None
    if request.method == "POST" and form.is_valid():
        once = key_once(workshop.owner, request.POST.get("op", ""))
        differs = 0

        def make() -> Session:
            nonlocal differs
            found: Imported = session_import(workshop, form.cleaned_data["file"], once)
            differs = found.differs
            return found.session

        try:
            session = made_once(workshop.sessions.all(), once, make)
        except BadFile as error:
            bad = error
        else:
            _tell_import(request, differs)
            return redirect("trainer:setup_table", session.key)
    context = {"form": form, "workshop": workshop, "bad": bad, "op": request.POST.get("op") or new_op()}
    return render(request, "trainer/session_import.html", context, status=422 if form.errors or bad else 200)


def _tell_import(request: HttpRequest, differs: int) -> None:
    if differs:
        text = _("Read. The rules were corrected since: from entry № %(n)s on the table is another one than then.")
        messages.warning(request, text % {"n": differs})
    else:
        messages.success(request, _("Read and checked."))


def as_file(content: bytes | str, name: str) -> HttpResponse:
    """Answer with a file to be saved."""
    response = HttpResponse(content, content_type="application/json")
    response.headers["Content-Disposition"] = content_disposition_header(True, name)
    return response
