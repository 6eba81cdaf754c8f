"""«Правки»: everything that is put right by hand at a table, with its reason; the whole position on one screen."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import fields as f
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.ledger import BANK
from games.engine.move import REFEREE
from games.engine.paths import natural, plain, value_at
from games.engine.refusal import Refusal
from trainer import correcting
from trainer.access import Seat, started_seat
from trainer.correcting import Log
from trainer.forms.changes import GONE, changed
from trainer.forms.position import Place, Position, Section, Unreadable, whole
from trainer.forms.structs import help_of, said, term
from trainer.forms.values import choices_at, text_of, typed
from trainer.kit_tables import ABOUT, crumbs, sheets
from trainer.recording import (
    AlreadyRecorded,
    Conflict,
    Doubt,
    NotAllowed,
    NotRunning,
    Recorded,
    Request,
    Told,
    record,
)
from trainer.screen import lines_of, table_context
from trainer.views.again import signed_out
from trainer.views.fixing import preview
from trainer.words import say

_told = msgspec.json.Decoder(Words).decode
#: refused attempts shown
MOST_REFUSED = 12


@require_safe
def corrections(request: HttpRequest, key: str) -> HttpResponseBase:
    """The page: one field, the position, kit, options, seats, the end, notes, disputes, refused attempts."""
    seat = started_seat(request, key)
    return _page(request, seat)


def _page(request: HttpRequest, seat: Seat, status: int = 200, **more: Any) -> HttpResponse:
    context = table_context(seat)
    game, t = context["game"], context["t"]
    position = Position(game, t)
    marks = list(seat.session.marks.all())
    context |= {
        "sections": [one for one in position.sections() if not one.absent and not one.listed],
        "numbers": [p for p in position.places() if p.kind == "number"],
        "typed": request.POST if request.method == "POST" else {}, "seats": _seats(t), "options": _options(game, t),
        "aside": [o for o in game.candidates(t) if _is_aside(o)], "problem": None,
        "disputes": [one for one in marks if one.kind == "dispute"],
        "loose": [one for one in marks if not one.n and one.kind != "dispute"],
        "refusals": _refusals(seat), "here": "corrections",
    } | more  # fmt: skip
    return render(request, "table/corrections.html", context, status=status)


def _is_aside(offer: f.Offer) -> bool:
    return offer.group == f.ASIDE and offer.move != "adjust"


def _seats(t: Any) -> list[tuple[int, Any]]:
    return list(enumerate(t.teams, 1))


def _options(game: Game[Any], t: Any) -> list[tuple[str, str, str]]:
    """Return (name, words, value in words) of each option."""
    return [
        (one.name, say(term(game, one.name)), said(game, one.name, getattr(t.options, one.name)))
        for one in msgspec.structs.fields(type(t.options))
    ]


def _refusals(seat: Seat) -> list[tuple[Any, Words]]:
    return [(one, _told(one.told)) for one in seat.session.refused.order_by("-pk")[:MOST_REFUSED]]


# ---- one field by hand ---------------------------------------------------------------------------


@require_POST
def correct_field(request: HttpRequest, key: str) -> HttpResponseBase:
    """Set one field of the state, or change a number by so much; a counterpart gives the difference."""
    seat = started_seat(request, key)
    context = table_context(seat)
    post = request.POST
    position = Position(context["game"], context["t"])
    places = {place.path: place for place in position.places()}
    place = places.get(post.get("field", ""))
    if place is None:
        return _page(request, seat, 422, problem=("field", _("Choose the field that is wrong.")))
    params: dict[str, Any] = {"field": place.path, "reason": post.get("reason", "").strip()[:500]}
    try:
        if post.get("how") == "by":
            params["by"] = whole(post.get("value", ""))
        else:
            params["value"] = position.read(place, post.get("value", ""))
    except Unreadable as unreadable:
        return _page(request, seat, 422, problem=("value", say(unreadable.words)))
    counterpart = post.get("counterpart", "") or _bank(context["game"], place.path)
    if counterpart in places:
        params["counterpart"] = counterpart
    return _recorded(request, seat, Request(REFEREE, "adjust", params))


def _bank(game: Game[Any], field: str) -> str:
    """Return the bank where it holds the same thing as a field: then it gives the difference."""
    same = game.account_of(field)[1] == game.account_of(BANK)[1]
    return BANK if same and field != BANK else ""


def _recorded(request: HttpRequest, seat: Seat, asked: Request) -> HttpResponseBase:
    """Record a correction asked on the page; whatever stops it is said there, and what was typed stays."""
    problem = _problem(request, seat, asked)
    if not isinstance(problem, Recorded):
        status, field, text = problem
        seat.session.refresh_from_db()
        return _page(request, seat, status, problem=(field, text))
    for words in problem.notices:
        messages.info(request, say(words))
    messages.success(request, _("Recorded: %(what)s") % {"what": say(_line(problem))})
    return redirect("trainer:corrections", seat.session.key)


def _line(done: Recorded) -> Words:
    return msgspec.json.decode(done.rows[0].told, type=Told).words


def _problem(request: HttpRequest, seat: Seat, asked: Request) -> Recorded | tuple[int, str, str]:
    """Record, or return status, field and words of what stops it."""
    post = request.POST
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
    except ValueError:
        raise Http404 from None
    try:
        return record(
            seat.session.pk, [asked], op=op, rev=rev, by=seat.name, may_rule=seat.may_rule, sure="sure" in post
        )
    except Refusal as refusal:
        field = refusal.field.removeprefix("values.")
        return 422, field, _("Not recorded.") + " " + say(seat_game(seat).words(refusal))
    except Conflict as conflict:
        lines = "; ".join(f"№ {line.n} {say(line.words)}" for line in lines_of(seat.session, list(conflict.rows)))
        text = _("Not recorded: meanwhile the table went on (%(lines)s). Look, and send once more.")
        return 409, "", text % {"lines": lines}
    except AlreadyRecorded:
        return (
            409,
            "",
            _("Not recorded: from this form something else was recorded before. Send once more if it is meant."),
        )
    except NotRunning:
        return 409, "", _("Not recorded: the table is paused.")
    except Doubt as doubt:
        return 422, "sure", " ".join(say(words) for words in doubt.words)
    except NotAllowed:
        return 403, "", _("Not recorded: this is for the trainer to decide, or for a referee to whom he gave it.")


def seat_game(seat: Seat) -> Game[Any]:
    """Return the rules of the table one sits at."""
    game: Game[Any] = table_context(seat)["game"]
    return game


# ---- the whole position --------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def position(request: HttpRequest, key: str) -> HttpResponseBase:
    """Take over a running table: the whole position on one screen, one reason, one entry."""
    seat = started_seat(request, key)
    context = table_context(seat)
    found = Position(context["game"], context["t"])
    if request.method != "POST":
        return _position_page(request, context, found, {}, {})
    typed = {name[2:]: text for name, text in request.POST.items() if name.startswith("p.")}
    values, problems = changed(found, typed)
    if problems:
        return _position_page(request, context, found, typed, problems, 422)
    if not values:
        return _position_page(request, context, found, typed, {"": _("Nothing is changed yet.")}, 422)
    reason = request.POST.get("reason", "").strip()[:500]
    done = _problem(request, seat, Request(REFEREE, "adjust", {"values": values, "reason": reason}))
    if isinstance(done, Recorded):
        messages.success(request, _("Recorded: %(what)s") % {"what": say(_line(done))})
        return redirect("trainer:referee", key)
    status, field, text = done
    seat.session.refresh_from_db()
    context = table_context(seat)
    return _position_page(request, context, Position(context["game"], context["t"]), typed, {field: text}, status)


def _position_page(
    request: HttpRequest, context: dict[str, Any], found: Position, typed: dict[str, str], problems: dict[str, str],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    sections = found.sections()
    places: dict[str, Place] = {}
    for section in _every(sections):
        section.gone = typed.get(section.path) == GONE
        section.out = {at for at in range(len(section.rows)) if typed.get(f"{section.path}.{at}") == GONE}
        for place in section.places:
            text = typed.get(place.path, place.text)
            # what is none of a list cannot be shown in it: the list says what stands there
            place.text = text if not place.choices or place.offers(text) else place.text
            places[place.path] = place
    left = dict(problems)
    for path in list(left):
        near = next((one for one in (path, path.rpartition(".")[0]) if one in places), None)
        if near is not None:
            places[near].problem = left.pop(path)
    context |= {
        "sections": sections, "left": left, "reason": request.POST.get("reason", ""), "here": "corrections",
        "names": found.words(), "wrong": bool(problems),
    }  # fmt: skip
    return render(request, "table/position.html", context, status=status)


def _every(sections: list[Section]) -> Iterator[Section]:
    """Yield the sections and those inside them."""
    for section in sections:
        yield section
        yield from _every(section.inner)


# ---- kit, options, seats ----------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def correct_kit(request: HttpRequest, key: str) -> HttpResponseBase:
    """A value of the kit: chosen in its tables, typed anew, from the start or from an entry; then its ripple."""
    seat = started_seat(request, key)
    if not seat.may_rule:
        return signed_out(request, ruling=True) if request.method == "POST" else _no()
    context = table_context(seat)
    game, t = context["game"], context["t"]
    path = request.POST.get("path", request.GET.get("path", ""))
    context |= {"path": path, "here": "corrections", "crumbs": crumbs(game, path)}
    if path.partition(".")[0] in ABOUT:
        raise Http404
    try:
        if not path or isinstance(value_at(t.kit, path), dict) or _holds_parts(value_at(t.kit, path)):
            context["sheets"] = sheets(game, t.kit, path)
            return render(request, "table/correct_kit.html", context)
        now = value_at(t.kit, path)
    except Refusal:
        raise Http404 from None
    context |= {"value": text_of(now), "choices": choices_at(game, path), "flag": isinstance(now, bool)}
    if request.method != "POST":
        return render(request, "table/correct_kit.html", context)
    refusal: Refusal | None = None
    for value in typed(request.POST.get("value", ""), now):
        try:
            return _from(request, seat, "fix_kit", {"path": path, "value": value})
        except Refusal as found:
            refusal = refusal or found
    context |= {"value": request.POST.get("value", ""), "refusal": game.words(refusal) if refusal else None}
    return render(request, "table/correct_kit.html", context, status=422)


def _no() -> HttpResponseBase:
    raise Http404


def _holds_parts(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value)


@require_http_methods(["GET", "HEAD", "POST"])
def correct_option(request: HttpRequest, key: str, name: str) -> HttpResponseBase:
    """An option of the session that was set wrong: from the start or from an entry; then its ripple."""
    seat = started_seat(request, key)
    context = table_context(seat)
    game, t = context["game"], context["t"]
    if not seat.may_rule or name not in t.options.__struct_fields__:
        raise Http404
    info = next(one for one in msgspec.inspect.type_info(type(t.options)).fields if one.name == name)  # type: ignore[union-attr]
    now = plain(t.options)[name]
    place = Position(game, t).option(name, now, info.type)
    context |= {
        "name": name, "title": say(term(game, name)), "help": say(help_of(game, name)), "place": place,
        "choices": place.choices if isinstance(now, bool)
        else [(value, say(term(game, value, name)) if value else words) for value, words in place.choices],
        "here": "corrections", "value": place.text,
    }  # fmt: skip
    if request.method != "POST":
        return render(request, "table/correct_option.html", context)
    text = request.POST.get("value", "")
    try:
        value = Position(game, t).read(place, text)
        return _from(request, seat, "fix_option", {"path": name, "value": value})
    except Unreadable as unreadable:
        context |= {"value": text, "refusal": unreadable.words}
    except Refusal as refusal:
        context |= {"value": text, "refusal": game.words(refusal)}
    return render(request, "table/correct_option.html", context, status=422)


@require_POST
def correct_seats(request: HttpRequest, key: str) -> HttpResponseBase:
    """The order of the seats, from the start or from now; then its ripple."""
    seat = started_seat(request, key)
    if not seat.may_rule:
        raise Http404
    order = request.POST.getlist("order")
    try:
        return _from(request, seat, "fix_seats", {"order": order})
    except Refusal as refusal:
        words = say(table_context(seat)["game"].words(refusal))
        return _page(request, seat, 422, problem=("order", _("Not recorded.") + " " + words))


def _from(request: HttpRequest, seat: Seat, action: str, params: dict[str, Any]) -> HttpResponseBase:
    """Show the ripple of a correction from the start, from before an entry, or from now on. Raises Refusal."""
    log = Log(seat.session)
    reason = request.POST.get("reason", "").strip()[:500]
    if not reason:
        raise Refusal("E_REASON", "reason")
    params = {**params, "reason": reason}
    since, n = request.POST.get("since", "now"), request.POST.get("n", "")
    numbers = [entry.n for entry in log.stand.entries]
    if since == "start":
        base = correcting.from_start(action, params, reason)
    elif since == "entry":
        number = natural(n)
        if number not in numbers:
            raise Refusal("E_UNDO_UNKNOWN", "n", value=n[:60])
        at = numbers.index(number)
        base = correcting.inserted(numbers[at - 1] if at else 0, REFEREE, action, params, reason)
    else:
        base = correcting.inserted(numbers[-1] if numbers else 0, REFEREE, action, params, reason)
    return preview(request, seat, log, base, log.correct(base))
