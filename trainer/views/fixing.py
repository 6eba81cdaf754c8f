"""Corrections: shown with their ripple first, conflicts decided, then applied as one row; taking back to an entry."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.fields import Offer
from games.engine.i18n import Words, gettext_noop
from games.engine.log import Fix
from games.engine.paths import natural
from games.engine.refusal import Refusal
from games.engine.replay import Broken, play_on
from games.engine.ripple import Conflict as Illegal
from trainer import correcting, rippling
from trainer.access import Seat, started_seat
from trainer.correcting import Choice, Correction, Decision, Log
from trainer.desk import find_candidate, fixed_key
from trainer.forms.moves import MoveForm
from trainer.loglines import log_lines, shown
from trainer.once import new_op
from trainer.recording import AlreadyRecorded, Conflict, NotAllowed, NotRunning, Request, record, writing
from trainer.screen import table_context
from trainer.views.log import entry_context
from trainer.words import say

#: the viewer who may see what everybody may
SCREEN = "screen"


@require_POST
def fix(request: HttpRequest, key: str) -> HttpResponseBase:
    """A correction as an entry's page asks for it, or as its ripple page carries it: previewed, or applied."""
    seat = started_seat(request, key)
    log, post = Log(seat.session), request.POST
    n = natural(post.get("n", "")) or 0
    try:
        base = _carried(post) if post.get("fix") else _asked(log, post, n)
        correction = log.correct(base, lambda conflict: _decided(log, post, conflict, base.reason))
    except Refusal as refusal:
        if not n:
            messages.error(request, _("Not recorded.") + " " + say(log.game.words(refusal)))
            return redirect("trainer:corrections", key)
        context = entry_context(request, seat, n) | {"refusal": log.game.words(refusal)}
        return render(request, "table/entry.html", context, status=422)
    except Broken as broken:
        raise Http404 from broken
    if post.get("step") == "apply" and not correction.open:
        return _apply(request, seat, log, base, correction)
    return preview(request, seat, log, base, correction)


def _carried(post: Any) -> Fix:
    """Return the fix that a ripple page carries, with its reason as typed there."""
    try:
        carried = msgspec.json.decode(post["fix"], type=Fix)
    except (msgspec.MsgspecError, RecursionError):
        raise Http404 from None
    return msgspec.structs.replace(carried, reason=post.get("reason", carried.reason).strip()[:500])


def _asked(log: Log, post: Any, n: int) -> Fix:
    """Return the fix that a page asks for. Raises Http404 for a request no page makes, Refusal for bad fields."""
    found = log.entry(n)
    reason = post.get("reason", "").strip()[:500]
    if found is None:
        raise Http404
    if post.get("kind") == "drop":
        return correcting.dropped([n], reason)
    inserting = post.get("kind") == "insert"
    move, actor = post.get("move", ""), post.get("actor") or found.actor
    if "params" in post:
        try:
            params = msgspec.json.decode(post["params"])
        except (ValueError, RecursionError):
            raise Http404 from None
        if not isinstance(params, dict):
            raise Http404
        return correcting.amended(n, actor, move, params, reason)
    table = log.after(n) if inserting else log.before(n)
    offer = find_candidate(log.game, table, move, post.get("fixed", ""), actor)
    if offer is None:
        raise Http404
    prefix = f"n{n}" if move == found.action and f"n{n}-" in "".join(post) else "chosen"
    form = MoveForm(offer, post, prefix=prefix)
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Refusal("E_BAD_VALUE", field, value=str(errors[0]))
    make = correcting.inserted if inserting else correcting.amended
    return make(n, actor, move, form.params(), reason)


# ---- choices -----------------------------------------------------------------------------------


@dataclass
class Mend:
    """«Исправить тоже»: what may stand in the place of a conflict, the form of the chosen one, and its key."""

    form: MoveForm | None
    others: list[tuple[str, str]]
    chosen: str


def _mend(log: Log, post: Any, conflict: Illegal) -> tuple[Mend, Offer | None]:
    """Return the mending form of a conflict: the same move with other figures, or another move that is legal there."""
    n = conflict.entry.n
    legal = {f"{o.move} {fixed_key(o.fixed)}": o for o in correcting.legal_at(log.game, conflict.table)}
    chosen = post.get(f"alt{n}", "")
    offer = legal.get(chosen)
    others = [(name, say(o.label)) for name, o in legal.items()]
    prefix = f"n{n}"
    sent = post if any(name.startswith(f"{prefix}-") for name in post) and post.get(f"was{n}", "") == chosen else None
    if offer is None:
        form = correcting.entry_form(log.game, conflict.table, conflict.entry, sent)
        return Mend(form, others, ""), form.offer if form else None
    form = MoveForm(offer, sent, prefix_id=prefix, prefix=prefix)
    return Mend(form, others, chosen), offer


def _decided(log: Log, post: Any, conflict: Illegal, reason: str) -> Decision | None:
    """Return what the ripple page says about a conflict, or None while it is open."""
    chosen = post.get(f"c{conflict.entry.n}", "")
    if chosen == "drop":
        return Decision("drop")
    if chosen == "ruling":
        codes = correcting.stands_by(log.game, conflict)
        if codes is None:
            return Decision(
                "ruling", problem=Words(gettext_noop("A ruling does not help here: the effect cannot be computed."))
            )
        return Decision(
            "ruling", correcting.ruled(conflict, codes, log.game.rule(conflict.refusal.code).clause, reason)
        )
    if chosen != "fix":
        return None
    mend, offer = _mend(log, post, conflict)
    if offer is None or mend.form is None:
        return None
    params = correcting.default_params(offer)
    if mend.form.is_bound:
        if not mend.form.is_valid():
            return Decision("fix", problem=Words(gettext_noop("Not legal yet: look at the figures below.")))
        params = mend.form.params()
    actor = conflict.entry.actor if conflict.entry.actor in offer.actors else offer.actors[0]
    return correcting.mended(log.game, conflict, actor, offer.move, params)


def preview(
    request: HttpRequest, seat: Seat, log: Log, base: Fix, correction: Correction, status: int = 200
) -> HttpResponse:
    """Show what a correction changes; nothing is recorded."""
    context = table_context(seat)
    post = request.POST
    changes = rippling.changes(log, context["t"], correction)
    numbers = [int(n) for n in base.changes]
    lines = {line.n: line for line in log_lines(seat.session, None)} if numbers else {}
    context |= {
        "base": base, "fix_json": msgspec.json.encode(base).decode(), "changes": changes, "correction": correction,
        "same": len(changes) < len(context["team_list"]), "columns": rippling.columns(log.game, correction),
        "kit_doubts": rippling.kit_doubts(log, context["t"], correction),
        "moves": rippling.line(log, correction, base),
        "choices": [_choice(log, post, one) for one in correction.choices],
        "headline": _headline(log, base, correction), "was": [lines[n] for n in numbers if n in lines][:1],
        "n": numbers[0] if numbers else None, "tell": "tell" in post or "fix" not in post,
        "op": post.get("op") or context["op"], "rev": post.get("rev") if "fix" in post else context["rev"],
    }  # fmt: skip
    template = "table/_fix.html" if request.htmx else "table/fix.html"
    return render(request, template, context, status=status)


def _headline(log: Log, base: Fix, correction: Correction) -> Words | str:
    """Return what the correction says: the first corrected entry as it would read."""
    n = next((int(n) for n in base.changes), log.session.rev + 1)
    words = correction.ripple.retold.get(n)
    if words is not None:
        return words
    if base.changes and not any(base.changes.values()):
        return Words(gettext_noop("taken out"))
    return Words(gettext_noop("corrected from the start")) if base.start else ""


def _choice(log: Log, post: Any, choice: Choice) -> dict[str, Any]:
    conflict = choice.conflict
    mend = _mend(log, post, conflict)[0]
    asked = post.get(f"c{conflict.entry.n}", "")
    return {
        "conflict": conflict, "mend": mend, "why": log.game.words(conflict.refusal), "problem": choice.problem,
        "clause": log.game.rule(conflict.refusal.code).clause, "chosen": choice.chosen or asked,
        "done": bool(choice.chosen), "dependent": choice.dependent, "can_stand": choice.can_stand,
        "mends": mend.form is not None or mend.others,
    }  # fmt: skip


def _apply(request: HttpRequest, seat: Seat, log: Log, base: Fix, correction: Correction) -> HttpResponseBase:
    post = request.POST
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
    except ValueError:
        raise Http404 from None
    params = msgspec.json.decode(msgspec.json.encode(correction.fix))
    try:
        done = record(
            seat.session.pk, [Request("referee", "fix", params)], op=op, rev=rev, by=seat.name, may_rule=seat.may_rule
        )
    except (Conflict, AlreadyRecorded):
        seat.session.refresh_from_db()
        messages.error(request, _("Not recorded: the table went on meanwhile. Look at the correction once more."))
        request.POST = post.copy()
        # A new op as well: under the old one something else may be recorded, and it would be refused for ever.
        request.POST.update({"rev": str(seat.session.rev), "op": new_op()})
        return preview(request, seat, log, base, correction, 409)
    except (NotRunning, NotAllowed):
        messages.error(request, _("Not recorded: the table is paused, or this is for the trainer to decide."))
        return preview(request, seat, log, base, correction, 409)
    except Refusal as refusal:
        messages.error(request, _("Not recorded.") + " " + say(log.game.words(refusal)))
        return preview(request, seat, log, base, correction, 422)
    messages.success(request, _("The correction is recorded."))
    if "tell" in post:
        _tell(seat, next((int(n) for n in base.changes), done.rows[0].seq))
    return redirect("trainer:referee", seat.session.key)


def _tell(seat: Seat, n: int) -> None:
    """Let the wall tell about the correction for a while: the corrected entry as everybody may read it."""
    log = Log(type(seat.session).objects.get(pk=seat.session.pk))
    entry = log.entry(n)
    words = Words(gettext_noop("Entry № %(n)s is taken out"), {"n": str(n)})
    if entry is not None:
        t = log.before(n)
        steps: list[Any] = []
        play_on(log.game, t, [entry], lambda step, after: steps.append(step))
        words = Words(gettext_noop("№ %(n)s: %(line)s"), {"n": str(n), "line": log.game.tell(t, steps[0], SCREEN)})
    with writing():
        type(seat.session).objects.filter(pk=seat.session.pk).update(
            wall_note=msgspec.json.encode(words, enc_hook=str).decode(), wall_note_at=timezone.now()
        )


# ---- taking back to an entry ---------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """«До этого места»: entry `n` and all after it are taken back as one correction; first it is shown what is lost."""
    seat = started_seat(request, key)
    log = Log(seat.session)
    lost = [entry.n for entry in log.since(n)]
    if request.method != "POST":
        if not lost:
            raise Http404
        return _lost(request, seat, log, n, lost)
    post = request.POST
    try:
        op, rev = UUID(post.get("op", "")), int(post.get("rev", ""))
    except ValueError:
        raise Http404 from None
    params = msgspec.json.decode(msgspec.json.encode(correcting.dropped(lost, post.get("reason", "").strip()[:500])))
    if not lost and not seat.session.rows.filter(op=op).exists():
        raise Http404
    try:
        record(seat.session.pk, [Request("referee", "fix", params)], op=op, rev=rev, by=seat.name)
    except AlreadyRecorded:
        pass  # pressed twice: by now the entries are gone, so the second request names none
    except Conflict:
        seat.session.refresh_from_db()
        messages.error(request, _("Not taken back: the table went on meanwhile. Look once more at what would be lost."))
        return _lost(request, seat, Log(seat.session), n, [entry.n for entry in Log(seat.session).since(n)], 409)
    except NotRunning:
        messages.error(request, _("Not taken back: the table is paused."))
        return _lost(request, seat, log, n, lost, 409)
    except Refusal as refusal:
        messages.error(request, say(log.game.words(refusal)))
        return _lost(request, seat, log, n, lost, 422)
    return redirect("trainer:referee", key)


def _lost(request: HttpRequest, seat: Seat, log: Log, n: int, lost: list[int], status: int = 200) -> HttpResponse:
    context = table_context(seat)
    lines = shown(log_lines(seat.session, max(1, seat.session.rev - min(lost, default=1) + 1)))
    moves = log.game.actions
    context |= {
        "n": n, "lost": [line for line in lines if line.n in lost],
        "seen": [line for line in lines if line.n in lost and line.action in moves and moves[line.action].reveals],
    }  # fmt: skip
    return render(request, "table/back.html", context, status=status)
