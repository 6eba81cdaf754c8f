"""The referee's screen of one table: the page, its live part, and the recording of moves."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from games.engine import fields as f
from games.engine.i18n import Words
from games.engine.offers import tried
from games.engine.paths import natural
from games.engine.refusal import Refusal
from trainer.access import Seat, SignedOut, access_use, seat_for, started_seat
from trainer.correcting import amendment
from trainer.desk import desk_context, find_candidate, open_form, refused_form
from trainer.forms.moves import MoveForm
from trainer.helping import help_context
from trainer.models import Session
from trainer.positions import game_of, options_of, table_of, table_when
from trainer.recording import AlreadyRecorded, Conflict, Doubt, NotAllowed, NotRunning, Recorded, Request, record
from trainer.screen import Clash, lines_of, stamp_of, table_context
from trainer.views.again import signed_out
from trainer.words import say

#: what a form carries about itself, not about the move
ABOUT = ("csrfmiddlewaretoken", "op", "rev", "opened_at", "sure")
#: the way of recording that this referee likes
WAY = "way"
YEAR = 365 * 24 * 3600


@dataclass
class Asked:
    """What a form of the desk asks to be recorded."""

    post: QueryDict
    op: UUID
    rev: int
    actor: str
    move: str
    params: dict[str, Any]
    #: the offer whose form was sent, and the form
    offer: f.Offer | None = None
    form: MoveForm | None = None
    #: further moves of the same button or form, recorded with it or not at all
    more: list[Request] = field(default_factory=list)

    @property
    def then(self) -> dict[str, str]:
        """What the panel begins with once it is recorded: its next entry, half made."""
        return dict(parse_qsl(self.post.get("then", "")))

    def request(self) -> Request:
        """Return the move itself, or the move by the trainer's ruling."""
        if not self.post.get("ruling"):
            return Request(self.actor, self.move, self.params)
        ruled = {
            "actor": self.actor, "action": self.move, "params": self.params, "reason": self.post.get("reason", ""),
            "clause": self.post.get("clause", ""),
        }  # fmt: skip
        return Request(self.actor, "overrule", ruled)

    def again(self) -> list[tuple[str, str]]:
        """Return the form's content, to be sent once more."""
        return [(name, one) for name, values in self.post.lists() if name not in ABOUT for one in values]


@require_safe
def referee(request: HttpRequest, key: str) -> HttpResponseBase:
    """The screen. `?move=…&fixed=…` opens the form of that offer, `?way=…` chooses a way of recording.

    The rest of the address is the half-made entry of the game's panel.
    """
    seat = seat_for(request, key)
    if not seat.session.is_started:
        if seat.role == "trainer":
            return redirect("trainer:setup", key)
        return render(request, "table/waiting.html", {"seat": seat, "session": seat.session})
    context = table_context(seat)
    move = request.GET.get("move", "")
    if move and context["records"]:
        fixed, actor = request.GET.get("fixed", ""), request.GET.get("actor", "")
        offer = find_candidate(context["game"], context["t"], move, fixed, actor)
        if offer is not None:
            offer = tried(context["game"], context["t"], offer)
            actor, new = request.GET.get("actor", ""), "new" in request.GET
            context["form"] = open_form(context["game"], offer, actor, new=new)
    return answer(request, context)


@require_safe
def live(request: HttpRequest, key: str) -> HttpResponseBase:
    """204 while nothing changed since `?seen=`; else the table anew, leaving an open form (`?desk=form`) alone.

    Once the sign-in has ended it says so in words: leading away would lose what stands typed.
    """
    try:
        seat = started_seat(request, key)
    except SignedOut:
        said = _("Your sign-in has ended. What is typed here stays; the next entry asks you to sign in.")
        return HttpResponse(said, status=401, content_type="text/plain; charset=utf-8")
    if request.GET.get("seen") == stamp_of(seat.session):
        return HttpResponse(status=204)
    context = table_context(seat)
    if request.GET.get("desk") == "form":
        drawn = natural(request.GET.get("rev", ""))
        rows = seat.session.rows.filter(seq__gt=drawn) if drawn is not None else []
        context |= {"stale": True, "meanwhile": lines_of(seat.session, list(rows)), "drawn": drawn or 0}
        context["entry"] = context["game"].entry(context["t"], request.GET.dict())
        response = render(request, "table/live.html", context)
        return reswap(retarget(response, "#pulse"), "outerHTML")
    return answer(request, context)


@require_POST
def record_move(request: HttpRequest, key: str) -> HttpResponseBase:
    """Record one move or operation. 200 with the table, 422 refused or doubted, 409 the table went on."""
    seat = started_seat(request, key)
    asked = _read(request.POST)
    if "form" in request.POST:
        _fill(seat.session, asked)
        if asked.offer is not None and asked.form is not None and not asked.form.is_valid():
            return _unread(request, seat, asked)
    try:
        done = record(
            seat.session.pk, [asked.request(), *asked.more], op=asked.op, rev=asked.rev, by=seat.name,
            opened_at=_moment(request.POST.get("opened_at", "")), may_rule=seat.may_rule,
            sure="sure" in request.POST, read=seat.session,
        )  # fmt: skip
    except Refusal as refusal:
        return _refused(request, seat, asked, refusal)
    except Doubt as doubt:
        return _doubted(request, seat, asked, doubt)
    except (Conflict, AlreadyRecorded) as conflict:
        return _clash(request, seat, asked, conflict)
    except NotRunning as stopped:
        seat.session.refresh_from_db()
        messages.error(request, _not_running(stopped.status))
        return answer(request, table_context(seat), 409)
    except NotAllowed:
        return signed_out(request, ruling=True)
    return _done(request, seat, done, asked)


def _read(post: QueryDict) -> Asked:
    """Return what is asked. Raises Http404 for a request that no page makes."""
    more: list[Request] = []
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
        if "do" in post:
            (actor, move, params), *others = _moves(msgspec.json.decode(post["do"]))
            more = [Request(*one) for one in others]
        else:
            actor, move = post.get("actor", ""), post.get("move", "")
            params = msgspec.json.decode((post.getlist("fixed") or [""])[0] or "{}")
            params |= {name[6:]: post[name] for name in post if name.startswith("param.")}
    except (ValueError, TypeError, RecursionError):
        raise Http404 from None
    for one in (Request(actor, move, params), *more):
        if not (isinstance(one.actor, str) and isinstance(one.action, str) and isinstance(one.params, dict)):
            raise Http404
        if "\0" in one.actor + one.action:  # written as \u0000; PostgreSQL keeps no such text
            raise Http404
    return Asked(post, op, rev, actor, move, params, more=more)


def _moves(do: Any) -> list[Any]:
    """Return what a button records: one move [who, which, with what], or several of them. Raises ValueError."""
    if not isinstance(do, list) or not do:
        raise ValueError
    return do if isinstance(do[0], list) else [do]


def _fill(session: Session, asked: Asked) -> None:
    """Read the form by the offer it was drawn for: a form older than the table keeps what was typed."""
    game = game_of(session)
    t = table_of(session) if asked.rev == session.rev else table_when(session, asked.rev)
    fixed, *further = asked.post.getlist("fixed") or [""]
    asked.offer = find_candidate(game, t, asked.move, fixed, asked.actor)
    if asked.offer is None:
        return
    asked.form = MoveForm(asked.offer, asked.post)
    if not asked.form.is_valid():
        return
    asked.params = asked.form.params()
    # One form may make the same move in several places at once: the bids of two auctions.
    for one in further:
        offer = find_candidate(game, t, asked.move, one, asked.actor)
        if offer is None:
            continue
        form = MoveForm(offer, asked.post)
        if not form.is_valid():
            asked.offer, asked.form = offer, form
            return
        asked.more.append(Request(asked.actor, asked.move, form.params()))


def _done(request: HttpRequest, seat: Seat, done: Recorded, asked: Asked) -> HttpResponseBase:
    for words in done.notices:
        messages.info(request, say(words))
    if not request.htmx:
        address = reverse("trainer:referee", args=[seat.session.key])
        return redirect(f"{address}?{urlencode(asked.then)}" if asked.then else address)
    seat = Seat(done.session, seat.role, seat.name, seat.may_rule)
    return answer(request, table_context(seat, done.table) | {"chosen": asked.then})


def _unread(request: HttpRequest, seat: Seat, asked: Asked) -> HttpResponseBase:
    """A field that cannot be read: the form again, as typed."""
    context = table_context(seat)
    assert asked.offer is not None
    context["form"] = open_form(context["game"], asked.offer, asked.actor, asked.post)
    context["said"] = _("Not recorded: something in the form cannot be read.")
    return answer(request, context, 422)


def _refused(request: HttpRequest, seat: Seat, asked: Asked, refusal: Refusal) -> HttpResponseBase:
    """The refusal in the place of the buttons; a form keeps what was typed and offers the nearest legal value."""
    seat.session.refresh_from_db()
    context = table_context(seat)
    game = context["game"]
    context["said"] = _("Not recorded.") + " " + say(game.words(refusal))
    if asked.offer is not None:
        context["form"] = refused_form(
            game, context["t"], asked.offer, asked.actor, asked.post, asked.params, refusal
        )  # fmt: skip
        return answer(request, context, 422)
    context["refusal"] = {
        "words": game.words(refusal), "rule": game.rule(refusal.code), "code": refusal.code,
        "n": refusal.figures.get("n"),
        "actor": asked.actor, "move": asked.move, "params": asked.params,
    }  # fmt: skip
    return answer(request, context, 422)


def _doubted(request: HttpRequest, seat: Seat, asked: Asked, doubt: Doubt) -> HttpResponseBase:
    """Unlikely: asked once more; «да» sends the same again."""
    seat.session.refresh_from_db()
    context = table_context(seat)
    context["said"] = " ".join(say(words) for words in doubt.words)
    if asked.offer is not None:
        context["form"] = open_form(context["game"], asked.offer, asked.actor, asked.post)
        context["form"].doubts = doubt.words
    else:
        context["asking"] = {"words": doubt.words, "post": asked.again()}
    return answer(request, context, 422)


def _clash(request: HttpRequest, seat: Seat, asked: Asked, conflict: Conflict | AlreadyRecorded) -> HttpResponseBase:
    """Two hands at once: what stands, beside what was not recorded; the form's content is kept."""
    seat.session.refresh_from_db()
    context = table_context(seat)
    game, t = context["game"], context["t"]
    rows = list(conflict.rows)
    mine = _in_words(game, t, asked)
    clash = Clash(
        lines_of(seat.session, rows), mine, asked.again(), isinstance(conflict, AlreadyRecorded),
        at=_moment(request.POST.get("opened_at", "")),
    )  # fmt: skip
    clash.same = any(
        (row.actor, row.action, json.loads(row.params)) == (asked.actor, asked.move, asked.params) for row in rows
    )
    try:
        after, step = game.attempt(t, 0, asked.actor, asked.move, asked.params)
        clash.mine = say(step.words(after))
    except Refusal as refusal:
        clash.why = say(game.words(refusal))
    first = next((row for row in rows if row.kind == "move"), None)
    if first is not None and not clash.same:
        found = amendment(seat.session, first.seq, asked.actor, asked.move, asked.params)
        clash.amend_why = say(game.words(found)) if isinstance(found, Refusal) else ""
        if not isinstance(found, Refusal):
            clash.mine = say(found)
        clash.amend = {
            "n": str(first.seq), "actor": asked.actor, "move": asked.move, "params": json.dumps(asked.params),
        }  # fmt: skip
    context["said"] = _("Not recorded: the table went on while the form was open.")
    return answer(request, context | {"both": clash}, 409)


def _in_words(game: Any, t: Any, asked: Asked) -> str:
    cls = game.actions.get(asked.move)
    label = Words(cls.label) if cls and cls.label else asked.move
    return f"{t.name(asked.actor)}: {say(label)}"


def answer(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return the whole page, or the table alone for htmx."""
    chosen = request.GET.get(WAY)
    way = chosen if chosen is not None else unquote(request.COOKIES.get(WAY, ""))
    half_made = context.pop("chosen", None)
    context["entry"] = context["game"].entry(context["t"], request.GET.dict() if half_made is None else half_made)
    aside = "aside" in request.GET
    context = desk_context(context, context.pop("form", None), context.pop("both", None), way, aside)
    # Said below the buttons, not above the page: a notice moves none of them.
    context |= {"said_messages": list(messages.get_messages(request)), "messages": []}
    template = "table/_table.html" if request.htmx else "table/referee.html"
    response = render(request, template, context, status=status)
    if chosen is not None:
        response.set_cookie(WAY, quote(chosen[:60]), max_age=YEAR, samesite="Lax")
    return response


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
    """The help of this table's game: how to referee it, how this table plays, the keys."""
    seat = seat_for(request, key)
    keys = [f"games/{seat.session.game}/keys.html", "table/_no_keys.html"]
    context = {"seat": seat, "session": seat.session, "keys_template": keys}
    return render(request, "table/help.html", context | help_context(game_of(seat.session), options_of(seat.session)))
