"""Workshops: the list, one of them with its tables, and its making, changing and deleting."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.engine.meta import Meta
from trainer.access import user_of, workshop_for
from trainer.agenda import agenda_of
from trainer.cards import cards_of, state_of, with_teams
from trainer.forms.workshops import WorkshopForm
from trainer.models import Session, Workshop
from trainer.once import key_once, made_once, new_op
from trainer.recording import writing

#: So many past workshops are listed until all are asked for.
PAST = 20
#: So many tables of a workshop are named in the list.
NAMED = 4


@dataclass
class Chip:
    """A table in the list of workshops."""

    session: Session
    meta: Meta
    state: list[str]


@dataclass
class Line:
    """A workshop in the list. `days` is how far away it is; None without a date."""

    workshop: Workshop
    days: int | None
    tables: list[Chip] = field(default_factory=list)
    more: int = 0


@require_safe
@login_required
def workshops(request: HttpRequest) -> HttpResponse:
    """The workshops of the signed-in trainer: today's, coming, without a date, past."""
    today = timezone.localdate()
    mine = Workshop.objects.filter(owner=user_of(request))
    past = mine.filter(held_on__lt=today)
    count = past.count()
    shown = past if "all" in request.GET else past[:PAST]
    lines = [_line(workshop, today) for workshop in (*mine.exclude(held_on__lt=today), *shown)]
    _add_tables(lines)
    groups = [
        (_("Today"), [line for line in lines if line.days == 0], True),
        (_("Coming"), [line for line in reversed(lines) if line.days is not None and line.days > 0], False),
        (_("Without a date"), [line for line in lines if line.days is None], False),
        (_("Past"), [line for line in lines if line.days is not None and line.days < 0], False),
    ]
    context: dict[str, Any] = {
        "groups": [group for group in groups if group[1]], "more": max(0, count - len(groups[3][1]))
    }  # fmt: skip
    if all(line.workshop.practice for line in lines):
        context |= {"first": True, "games": [registry.meta(slug) for slug in registry.SLUGS], "op": new_op()}
    return render(request, "trainer/workshops.html", context)


def _line(workshop: Workshop, today: date) -> Line:
    return Line(workshop, (workshop.held_on - today).days if workshop.held_on else None)


def _add_tables(lines: Iterable[Line]) -> None:
    """Add the tables to their workshops (three queries); only those that run now are read and looked into."""
    by_id = {line.workshop.pk: line for line in lines}
    sessions = Session.objects.filter(workshop__in=list(by_id))
    states = {one.pk: state_of(one)[:1] for one in with_teams(sessions.filter(status=Session.Status.RUNNING))}
    for session in sessions.only("workshop", "title", "game", "status"):
        line = by_id[session.workshop_id]
        if len(line.tables) < NAMED:
            line.tables.append(Chip(session, registry.meta(session.game), states.get(session.pk, [])))
        else:
            line.more += 1


@require_http_methods(["GET", "POST"])
@login_required
def workshop_new(request: HttpRequest) -> HttpResponse:
    """A new workshop; the form sent twice makes one."""
    user = user_of(request)
    form = WorkshopForm(request.POST or None, initial={"held_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        key = key_once(user, request.POST.get("op", ""))

        def make() -> Workshop:
            form.instance.owner, form.instance.key = user, key
            with writing():
                return form.save()

        return redirect("trainer:workshop", made_once(Workshop.objects.filter(owner=user), key, make).key)
    context = {"form": form, "op": request.POST.get("op") or new_op()}
    return render(request, "trainer/workshop_form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def workshop_edit(request: HttpRequest, key: str) -> HttpResponse:
    """Change what is said about a workshop."""
    workshop = workshop_for(request, key)
    form = WorkshopForm(request.POST or None, instance=workshop)
    if request.method == "POST" and form.is_valid():
        with writing():
            form.save()
        return redirect("trainer:workshop", key)
    context = {"form": form, "workshop": workshop_for(request, key) if form.errors else workshop}
    return render(request, "trainer/workshop_form.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def workshop(request: HttpRequest, key: str) -> HttpResponse:
    """One workshop: its tables as cards."""
    found = workshop_for(request, key)
    about = [part for part in (found.client, found.place) if part]
    cards = cards_of(found)
    games = {card.meta.slug: card.meta for card in cards}
    agenda = agenda_of(found, [card.session for card in cards], timezone.localtime())
    context = {"workshop": found, "about": about, "cards": cards, "games": games.values(), "agenda": agenda}
    return render(request, "trainer/workshop.html", context)


@require_safe
@login_required
def workshop_agenda(request: HttpRequest, key: str) -> HttpResponse:
    """The plan of the day alone, as it stands now: the page asks for it twice a minute."""
    found = workshop_for(request, key)
    agenda = agenda_of(found, found.sessions.only("title", "game", "status", "started_at"), timezone.localtime())
    return render(request, "trainer/_agenda.html", {"workshop": found, "agenda": agenda})


@require_http_methods(["GET", "POST"])
@login_required
def workshop_delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a workshop with its tables, after saying what goes with it."""
    workshop = workshop_for(request, key)
    if request.method == "POST":
        with writing():
            workshop.delete()
        messages.success(request, _("Deleted: “%(title)s”.") % {"title": workshop.title})
        return redirect("trainer:workshops")
    sessions = workshop.sessions.only("title", "game").annotate(moves=Count("rows"))
    return render(request, "trainer/workshop_delete.html", {"workshop": workshop, "sessions": sessions})
