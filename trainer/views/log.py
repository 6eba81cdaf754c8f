"""The log: searched, opened; marks for the debrief; the table at an earlier move."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine.paths import natural
from games.engine.replay import play_on
from trainer import correcting
from trainer.access import Seat, seat_for, started_seat
from trainer.accounts import posting_words
from trainer.correcting import Log
from trainer.desk import find_candidate
from trainer.forms.moves import MoveForm
from trainer.loglines import LogLine, days, log_lines, shown
from trainer.models import Mark
from trainer.recording import writing
from trainer.screen import table_context
from trainer.words import say

PAGE = 100


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponseBase:
    """The log, newest first: searched by words, filtered by team, revoked rows on demand."""
    seat = started_seat(request, key)
    context = table_context(seat)
    before = natural(request.GET.get("before", ""))
    q, team, revoked = request.GET.get("q", "").strip(), request.GET.get("team", ""), bool(request.GET.get("revoked"))
    name = next((one.name for one in context["t"].teams if one.id == team), "")
    found = _found(seat, before, q, team, name, revoked)
    older = found[PAGE - 1].n if len(found) > PAGE else None
    lines = found[:PAGE]
    if not (q or team):
        days(context["game"], lines)
    context |= {"lines": lines, "older": older, "q": q, "team": team, "revoked": revoked}
    return render(request, "table/log.html", context)


def _found(seat: Seat, before: int | None, q: str, team: str, name: str, revoked: bool) -> list[LogLine]:
    """Return up to a page of lines and one more; a search reads the log to its beginning."""
    found: list[LogLine] = []
    while len(found) <= PAGE:
        lines = log_lines(seat.session, 5 * PAGE, before)
        if not lines:
            break
        before = lines[-1].n
        for line in lines if revoked else shown(lines):
            text = say(line.words)
            if (not q or q.casefold() in text.casefold()) and (not team or line.actor == team or name in text):
                found.append(line)
    return found


@require_safe
def entry(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """One entry: what it changed, and what can be done about it."""
    seat = started_seat(request, key)
    return render(request, "table/entry.html", entry_context(request, seat, n))


def entry_context(request: HttpRequest, seat: Seat, n: int) -> dict[str, Any]:
    """Return what the page of an entry shows. Raises Http404 if there is none."""
    line = line_at(seat, n)
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
    context["postings"] = [posting_row(log, after, posting) for step in steps for posting in step.postings]
    context["form"] = correcting.entry_form(log.game, before, found)
    context["others"] = [o for o in correcting.offers_at(log.game, before) if o.refusal is None]
    context["later"] = [o for o in correcting.offers_at(log.game, after) if o.refusal is None]
    context["last"] = log.stand.entries[-1].n == n
    kind, move, fixed = (request.GET.get(name, "") for name in ("kind", "move", "fixed"))
    if kind in ("amend", "insert") and move:
        table = before if kind == "amend" else after
        offer = find_candidate(log.game, table, move, fixed, request.GET.get("actor", ""))
        if offer is not None:
            context["chosen"] = MoveForm(offer, prefix_id="chosen", prefix="chosen")
            context["chosen_kind"] = kind
    return context


def posting_row(log: Log, t: Any, posting: Any) -> dict[str, Any]:
    """Return a posting in words: from whom to whom, what, how much and why."""
    return {**posting_words(log.game, t, posting)._asdict(), "amount": posting.amount}


def line_at(seat: Seat, n: int) -> LogLine:
    """Return the line of an entry as it reads now. Raises Http404 if there is none."""
    lines = log_lines(seat.session, 1, n + 1)
    if not lines or lines[0].n != n:
        raise Http404
    return lines[0]


@require_safe
def table_at(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """«Состояние на ход N»: the table behind an entry of the standing log, to look at only."""
    seat = started_seat(request, key)
    log = Log(seat.session)
    numbers = [0, *(one.n for one in log.stand.entries)]
    if n not in numbers:
        raise Http404
    context = table_context(seat, log.after(n))
    at = numbers.index(n)
    context |= {
        "n": n, "line": line_at(seat, n) if n else None, "previous": numbers[at - 1] if at else None,
        "following": numbers[at + 1] if at + 1 < len(numbers) else None, "look": True,
    }  # fmt: skip
    return render(request, "table/at.html", context)


@require_POST
def mark(request: HttpRequest, key: str, n: int) -> HttpResponseBase:
    """Add a star, a note or a dispute to an entry (0: to none)."""
    seat = seat_for(request, key)
    kind, text = request.POST.get("kind", ""), request.POST.get("text", "").strip()[:4000]
    if kind not in Mark.Kind.values or (n and not seat.session.rows.filter(seq=n).exists()):
        raise Http404
    if kind != Mark.Kind.STAR and not text:
        messages.error(request, _("Write what it is about."))
    else:
        with writing():
            Mark.objects.create(session=seat.session, kind=kind, n=n, text=text, by=seat.name)
    return redirect("trainer:entry", key, n) if n else redirect("trainer:corrections", key)


@require_POST
def mark_decide(request: HttpRequest, key: str, number: int) -> HttpResponseBase:
    """Decide a dispute: what was ruled, in words. It can be worded anew later."""
    seat = seat_for(request, key)
    found = seat.session.marks.filter(pk=number, kind=Mark.Kind.DISPUTE).first()
    if found is None:
        raise Http404
    if not seat.may_rule:
        messages.error(request, _("Not decided: this is for the trainer, or for a referee to whom he gave it."))
    else:
        found.ruling = request.POST.get("ruling", "").strip()[:4000]
        with writing():
            found.save(update_fields=["ruling"])
    return redirect("trainer:entry", key, found.n) if found.n else redirect("trainer:corrections", key)
