"""The log: searched, opened, corrected; marks for the debrief; the table at an earlier move."""


from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine.i18n import Words
from games.engine.log import Fix
from games.engine.ops import CORE_WHYS
from games.engine.refusal import Refusal
from games.engine.replay import Broken, play_on
from trainer import correcting
from trainer.access import Seat, seat_for
from trainer.correcting import Choice, Correction, Log
from trainer.desk import table_context
from trainer.forms.moves import MoveForm
from trainer.loglines import LogLine, log_lines
from trainer.models import Mark
from trainer.recording import AlreadyRecorded, Conflict, NotAllowed, NotRunning, Request, record, writing
from trainer.words import say

PAGE = 100


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponseBase:
    """The log, newest first: searched by words, filtered by team, revoked rows on demand."""
    seat = _started(request, key)
    before = request.GET.get("before", "")
    lines = log_lines(seat.session, PAGE, int(before) if before.isdecimal() else None)
    older = lines[-1].n if len(lines) == PAGE else None
    q, team, revoked = request.GET.get("q", "").strip(), request.GET.get("team", ""), bool(request.GET.get("revoked"))
    context = table_context(seat)
    name = next((one.name for one in context["t"].teams if one.id == team), "")
    lines = [
        line for line in lines
        if (revoked or not line.revoked) and (not q or q.casefold() in say(line.words).casefold())
        and (not team or line.actor == team or name in say(line.words))
    ]  # fmt: skip
    context |= {"lines": lines, "older": older, "q": q, "team": team, "revoked": revoked}
    return render(request, "table/log.html", context)


@require_safe
def entry(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """One entry: what it changed, and what can be done about it."""
    seat = _started(request, key)
    return render(request, "table/entry.html", _entry_context(request, seat, n))


def _entry_context(request: HttpRequest, seat: Seat, n: int) -> dict[str, Any]:
    line = _line(seat, n)
    log = Log(seat.session)
    context = table_context(seat)
    found = log.entry(n)
    context |= {"n": n, "line": line, "entry": found}
    if found is None:
        return context
    before = log.before(n)
    after = before.copy()
    steps: list[Any] = []
    play_on(log.game, after, [found], lambda step, t: steps.append(step))
    context["postings"] = [_posting(log, after, posting) for step in steps for posting in step.postings]
    context["form"] = correcting.entry_form(log.game, before, found)
    context["others"] = [o for o in correcting.offers_at(log.game, before) if o.refusal is None]
    context["later"] = [o for o in correcting.offers_at(log.game, after) if o.refusal is None]
    kind, move, fixed = (request.GET.get(name, "") for name in ("kind", "move", "fixed"))
    if kind in ("amend", "insert") and move:
        offer = correcting.find(log.game, before if kind == "amend" else after, move, fixed)
        if offer is not None:
            context["chosen"] = MoveForm(offer, prefix_id="chosen", prefix="chosen")
            context["chosen_kind"] = kind
    return context


def _posting(log: Log, t: Any, posting: Any) -> dict[str, Any]:
    whys, whats = {**CORE_WHYS, **log.game.whys}, log.game.whats
    return {
        "source": _account(t, posting.from_), "to": _account(t, posting.to), "amount": posting.amount,
        "what": say(Words(whats.get(posting.what, posting.what))), "why": say(Words(whys.get(posting.why, posting.why))),
        "ref": posting.ref,
    }  # fmt: skip


def _account(t: Any, account: str) -> str:
    name = t.name(account)
    return say(Words(name)) if name == account else name


def _line(seat: Seat, n: int) -> LogLine:
    lines = log_lines(seat.session, 1, n + 1)
    if not lines or lines[0].n != n:
        raise Http404
    return lines[0]


@require_safe
def table_at(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """«Состояние на ход N»: the table behind an entry of the standing log, to look at only."""
    seat = _started(request, key)
    log = Log(seat.session)
    numbers = [0, *(one.n for one in log.stand.entries)]
    if n not in numbers:
        raise Http404
    context = table_context(seat, log.after(n))
    at = numbers.index(n)
    context |= {
        "n": n, "line": _line(seat, n) if n else None, "previous": numbers[at - 1] if at else None,
        "following": numbers[at + 1] if at + 1 < len(numbers) else None, "look": True,
    }  # fmt: skip
    return render(request, "table/at.html", context)


@require_POST
def mark(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """Add a star, a note or a dispute to an entry (0: to none)."""
    seat = _started(request, key)
    kind, text = request.POST.get("kind", ""), request.POST.get("text", "").strip()[:4000]
    if kind not in Mark.Kind.values or (n and not seat.session.rows.filter(seq=n).exists()):
        raise Http404
    if kind != Mark.Kind.STAR and not text:
        messages.error(request, _("Write what it is about."))
    else:
        with writing():
            Mark.objects.create(session=seat.session, kind=kind, n=n, text=text, by=seat.name)
    return redirect("trainer:entry", key, n) if n else redirect("trainer:referee", key)


@require_POST
def fix(request: HttpRequest, key: str) -> HttpResponseBase:
    """A correction: shown with its ripple first, its conflicts decided, then applied as one row."""
    seat = _started(request, key)
    log = Log(seat.session)
    post = request.POST
    try:
        asked = _carried(log, post) if post.get("fix") else _asked(log, seat, post)
        correction = log.correct(asked)
    except Refusal as refusal:
        n = int(post["n"]) if post.get("n", "").isdecimal() else 0
        if not n:
            raise Http404 from None
        context = _entry_context(request, seat, n) | {"refusal": log.game.words(refusal)}
        return render(request, "table/entry.html", context, status=422)
    except Broken as broken:
        raise Http404 from broken
    if post.get("step") == "apply" and not correction.choices:
        return _apply(request, seat, post, correction)
    return _preview(request, seat, log, correction)


def _asked(log: Log, seat: Seat, post: Any) -> Fix:
    """Return the fix that an entry's page asks for. Raises Http404 for a request no page makes, Refusal for bad fields."""
    n = int(post["n"]) if post.get("n", "").isdecimal() else 0
    found = log.entry(n)
    reason = post.get("reason", "").strip()
    if found is None:
        raise Http404
    if post.get("kind") == "drop":
        return correcting.dropped(n, reason)
    move, fixed = post.get("move", ""), post.get("fixed", "")
    inserting = post.get("kind") == "insert"
    table = log.after(n) if inserting else log.before(n)
    offer = correcting.find(log.game, table, move, fixed)
    if offer is None:
        raise Http404
    prefix = f"n{n}" if move == found.action and f"n{n}-" in "".join(post) else "chosen"
    form = MoveForm(offer, post, prefix=prefix)
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Refusal("E_BAD_VALUE", field, value=str(errors[0]))
    actor = post.get("actor") or found.actor
    if inserting:
        return correcting.inserted(n, actor, move, form.params(), reason)
    return correcting.amended(n, actor, move, form.params(), reason)


def _carried(log: Log, post: Any) -> Fix:
    """Return the fix that a ripple page carries, with the choices made on it."""
    try:
        carried = msgspec.json.decode(post["fix"], type=Fix)
    except msgspec.MsgspecError:
        raise Http404 from None
    carried = msgspec.structs.replace(carried, reason=post.get("reason", carried.reason).strip())
    for choice in log.correct(carried).choices:
        conflict = choice.conflict
        chosen = post.get(f"c{conflict.entry.n}", "")
        if chosen not in ("fix", "ruling", "drop"):
            continue
        params = None
        if chosen == "fix":
            form = correcting.entry_form(log.game, conflict.table, conflict.entry, post)
            if form is None or not form.is_valid():
                continue
            params = form.params()
            try:
                log.game.attempt(conflict.table, 0, conflict.entry.actor, conflict.entry.action, params)
            except Refusal:
                continue
        clause = log.game.rule(conflict.refusal.code).clause
        carried = correcting.decided(carried, conflict, chosen, params, clause)
    return carried


def _apply(request: HttpRequest, seat: Seat, post: Any, correction: Correction) -> HttpResponseBase:
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
    except ValueError:
        raise Http404 from None
    params = msgspec.json.decode(msgspec.json.encode(correction.fix))
    try:
        record(
            seat.session.pk, [Request("referee", "fix", params)], op=op, rev=rev, by=seat.name, may_rule=seat.may_rule
        )
        messages.success(request, _("The correction is recorded."))
    except (Conflict, AlreadyRecorded):
        messages.error(request, _("Not recorded: the table went on meanwhile. Look at the correction once more."))
    except (NotRunning, NotAllowed):
        messages.error(request, _("Not recorded: the table is paused, or this is for the trainer to decide."))
    except Refusal as refusal:
        messages.error(request, say(correction.ripple.table.game.words(refusal)))
    return redirect("trainer:referee", seat.session.key)


@dataclass
class ChangedTeam:
    """A team whose figures a correction changes: (before, after) for each column."""

    team: Any
    seat: int
    cells: list[tuple[int | None, int | None]]


def _preview(request: HttpRequest, seat: Seat, log: Log, correction: Correction) -> HttpResponse:
    context = table_context(seat)
    ripple = correction.ripple
    old_board, new_board = log.game.board(context["t"]), log.game.board(ripple.table)
    old_places = {place.team: place for place in ripple.before}
    new_places = {place.team: place for place in ripple.after}
    changes = []
    for number, team in context["team_list"]:
        old, new = (next(r for r in board.rows if r.team == team.id) for board in (old_board, new_board))
        cells = [(a.value, b.value) for a, b in zip(old.cells, new.cells, strict=True)]
        cells.append((old_places[team.id].total, new_places[team.id].total))
        cells.append((old_places[team.id].rank, new_places[team.id].rank))
        if any(a != b for a, b in cells):
            changes.append(ChangedTeam(team, number, cells))
    context |= {
        "fix": correction.fix, "fix_json": msgspec.json.encode(correction.fix).decode(), "changes": changes,
        "columns": [label for label, _under in new_board.columns], "same": len(changes) < len(context["team_list"]),
        "retold": sorted(ripple.retold.items()), "choices": [_choice(log, one) for one in correction.choices],
        "headline": _("Nothing is recorded yet."),
    }  # fmt: skip
    return render(request, "table/fix.html", context)


def _choice(log: Log, choice: Choice) -> dict[str, Any]:
    refusal = choice.conflict.refusal
    return {
        "conflict": choice.conflict, "form": choice.form, "why": log.game.words(refusal),
        "clause": log.game.rule(refusal.code).clause,
    }  # fmt: skip


def _started(request: HttpRequest, key: str) -> Seat:
    seat = seat_for(request, key)
    if not seat.session.is_started:
        raise Http404
    return seat
