"""The referee's screen of one table: the page, its live part, and the recording of moves."""

import json
from datetime import datetime
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from games.engine.i18n import Words
from games.engine.refusal import Refusal
from trainer.access import Seat, access_use, seat_for
from trainer.desk import clash_of, desk_context, find_offer, open_form, table_context
from trainer.forms.moves import MoveForm
from trainer.models import Session
from trainer.positions import game_of, table_of
from trainer.recording import AlreadyRecorded, Conflict, NotAllowed, NotRunning, Recorded, Request, record
from trainer.words import say

#: what a form carries about itself, not about the move
ABOUT = ("csrfmiddlewaretoken", "op", "rev", "opened_at")


@require_safe
def referee(request: HttpRequest, key: str) -> HttpResponseBase:
    """The screen. `?move=…&fixed=…` opens the form of that offer (works without JavaScript)."""
    seat = seat_for(request, key)
    if not seat.session.is_started:
        if seat.role == "trainer":
            return redirect("trainer:setup", key)
        return render(request, "table/waiting.html", {"seat": seat, "session": seat.session})
    context = table_context(seat)
    move = request.GET.get("move", "")
    form = None
    if move:
        offer = find_offer(context["game"], context["t"], move, request.GET.get("fixed", ""))
        if offer is not None:
            form = open_form(context["game"], offer, request.GET.get("actor", ""))
    return answer(request, context | {"form": form})


@require_safe
def live(request: HttpRequest, key: str) -> HttpResponseBase:
    """204 while nothing changed since `?rev=`; else the table anew, leaving an open form (`?desk=form`) alone."""
    seat = seat_for(request, key)
    if request.GET.get("rev") == str(seat.session.rev):
        return HttpResponse(status=204)
    context = table_context(seat)
    if request.GET.get("desk") == "form":
        context["stale"] = True
        response = render(request, "table/live.html", context)
        return reswap(retarget(response, "#pulse"), "outerHTML")
    return answer(request, context)


@require_POST
def record_move(request: HttpRequest, key: str) -> HttpResponseBase:
    """Record one move or operation. 200 with the table, 422 refused, 409 the table went on."""
    seat = seat_for(request, key)
    post = request.POST
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
        base = json.loads(post.get("fixed") or "{}")
    except ValueError:
        raise Http404 from None
    if not isinstance(base, dict):
        raise Http404
    actor, move = post.get("actor", ""), post.get("move", "")
    form: MoveForm | None = None
    t = table_of(seat.session)
    game = game_of(seat.session)
    offer = find_offer(game, t, move, post.get("fixed", "")) if "form" in post else None
    if offer is not None:
        form = MoveForm(offer, post)
        if not form.is_valid() and rev == seat.session.rev:
            found = open_form(game, offer, actor, post)
            found.refusal, found.code = None, ""
            return answer(request, table_context(seat, t) | {"form": found}, 422)
        base = form.params() if form.is_valid() else base
    requests = [_ruled(post, actor, move, base)]
    try:
        done = record(
            seat.session.pk, requests, op=op, rev=rev, by=seat.name, opened_at=_moment(post.get("opened_at", "")),
            may_rule=seat.may_rule,
        )  # fmt: skip
    except Refusal as refusal:
        return _refused(request, seat, t, offer, refusal, actor, move, base)
    except (Conflict, AlreadyRecorded) as conflict:
        return _clash(request, seat, conflict, actor, move, base)
    except NotRunning as stopped:
        messages.error(request, _not_running(stopped.status))
        return answer(request, table_context(seat), 409)
    except NotAllowed:
        raise Http404 from None
    return _done(request, seat, done)


def _ruled(post: Any, actor: str, move: str, params: dict[str, Any]) -> Request:
    """Return the request: the move itself, or the move by the trainer's ruling."""
    if post.get("ruling"):
        ruled = {
            "actor": actor, "action": move, "params": params, "reason": post.get("reason", ""),
            "clause": post.get("clause", ""),
        }  # fmt: skip
        return Request(actor, "overrule", ruled)
    return Request(actor, move, params)


def _done(request: HttpRequest, seat: Seat, done: Recorded) -> HttpResponseBase:
    for words in done.notices:
        messages.info(request, say(words))
    if not request.htmx:
        return redirect("trainer:referee", seat.session.key)
    seat.session.refresh_from_db()
    return answer(request, table_context(seat))


def _refused(
    request: HttpRequest, seat: Seat, t: Any, offer: Any, refusal: Refusal, actor: str, move: str, params: dict[str, Any]
) -> HttpResponseBase:
    """The refusal beside the form, which keeps what was typed; without a form, beside the buttons."""
    seat.session.refresh_from_db()
    game = game_of(seat.session)
    context = table_context(seat)
    if offer is not None:
        return answer(request, context | {"form": open_form(game, offer, actor, request.POST, refusal)}, 422)
    context["refusal"] = {
        "words": game.words(refusal), "rule": game.rule(refusal.code), "actor": actor, "move": move, "params": params,
        "code": refusal.code,
    }  # fmt: skip
    return answer(request, context, 422)


def _clash(
    request: HttpRequest, seat: Seat, conflict: Conflict | AlreadyRecorded, actor: str, move: str, params: dict[str, Any]
) -> HttpResponseBase:
    """Two hands at once: what stands, beside what was not recorded; the form's content is kept."""
    seat.session.refresh_from_db()
    context = table_context(seat)
    game, t = context["game"], context["t"]
    try:
        after, step = game.attempt(t, 0, actor, move, params)
        mine = say(step.words(after))
        why = ""
    except Refusal as refusal:
        cls = game.actions.get(move)
        label = Words(cls.label) if cls and cls.label else move
        mine, why = f"{t.name(actor)}: {say(label)}", say(game.words(refusal))
    post = [(name, value) for name, value in request.POST.items() if name not in ABOUT]
    again = isinstance(conflict, AlreadyRecorded)
    context["clash_why"] = why
    return answer(request, context | {"both": clash_of(seat.session, conflict.rows, mine, post, again)}, 409)


def answer(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return the whole page, or the table alone for htmx."""
    context = desk_context(context, context.pop("form", None), context.pop("both", None), unquote(request.COOKIES.get("way", "")))
    template = "table/_table.html" if request.htmx else "table/referee.html"
    return render(request, template, context, status=status)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None


def _not_running(status: str) -> str:
    if status == Session.Status.PAUSED:
        return _("Not recorded: the table is paused.")
    return _("Not recorded: the table has not started.")


@require_safe
def referee_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """A referee's link to one table: this browser may record there until the trainer ends it."""
    return redirect("trainer:referee", access_use(request, token).key)


@require_safe
def help_page(request: HttpRequest, key: str) -> HttpResponseBase:
    """The keys, for whoever has no JavaScript to open the sheet."""
    seat = seat_for(request, key)
    return render(request, "table/help.html", {"seat": seat, "session": seat.session, "meta": game_of(seat.session).meta})
