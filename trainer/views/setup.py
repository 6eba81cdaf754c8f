"""A table before (and beside) its game: teams, kit, options, set-up, referees, the table itself."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games import registry
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.kit import has_samples
from games.engine.paths import natural
from games.engine.refusal import Refusal
from trainer.access import session_for, user_of, workshop_for
from trainer.forms.structs import StructForm, option_form, options_told, setup_form
from trainer.forms.workshops import FileForm, NewTableForm, RefereeForm, TableForm, TeamsForm, default_teams
from trainer.kits import BadKit, kit_from_file, kit_keep
from trainer.models import Session, TrainerKit
from trainer.once import key_once, made_once, new_op
from trainer.positions import game_of, options_of, teams_of
from trainer.preparation import (
    Started,
    kit_notes,
    kit_set,
    missing_of,
    note_words,
    options_after,
    options_set,
    setup_set,
    teams_set,
)
from trainer.recording import writing
from trainer.sessions import session_create
from trainer.words import say


@dataclass
class Step:
    """A step of preparing a table, as the list beside the page shows it. `todo`: without it the table cannot start."""

    name: str
    label: str
    url: str
    note: str
    todo: bool = False


@require_http_methods(["GET", "POST"])
@login_required
def session_new(request: HttpRequest, key: str) -> HttpResponse:
    """A further table of a workshop: game, name, number of teams; the rest follows on its own page."""
    workshop = workshop_for(request, key)
    title = _("Table %(n)s") % {"n": workshop.sessions.count() + 1}
    form = NewTableForm(request.POST or None, initial={"title": title, "teams": 3, "game": registry.SLUGS[0]})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        once = key_once(workshop.owner, request.POST.get("op", ""))
        teams = default_teams(data["teams"])
        session = made_once(
            workshop.sessions.all(), once,
            lambda: session_create(workshop, game=data["game"], title=data["title"], teams=teams, key=once),
        )  # fmt: skip
        return redirect("trainer:setup", session.key)
    context = {"form": form, "workshop": workshop, "op": request.POST.get("op") or new_op()}
    return render(request, "trainer/session_new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def setup(request: HttpRequest, key: str) -> HttpResponseBase:
    """The teams: name, letter, colour, people."""
    session = session_for(request, key)
    if request.method != "POST":
        return page(request, session, "teams")
    if session.is_started:
        return _started(request, session)
    form = TeamsForm(session, registry.meta(session.game), request.POST)
    if form.is_valid():
        return _saved(request, session, "setup", lambda: teams_set(session, form.teams()))
    return page(request, session, "teams", 422, form=form)


@require_http_methods(["GET", "POST"])
@login_required
def setup_kit(request: HttpRequest, key: str) -> HttpResponseBase:
    """The kit: the sample, one of the trainer's own, or a file (which is kept among his own)."""
    session = session_for(request, key)
    rules = game_of(session)
    if request.method != "POST":
        return page(request, session, "kit")
    if session.is_started:
        return _started(request, session)
    if "sample" in request.POST:
        return _saved(request, session, "setup_kit", lambda: kit_set(session, rules.sample()))
    if "kit" in request.POST:
        return _saved(request, session, "setup_kit", lambda: kit_set(session, _own_kit(request, session)))
    form = FileForm(request.POST, request.FILES)
    findings: list[tuple[str, Words | str]] = []
    if form.is_valid():
        try:
            kit = kit_from_file(rules, form.cleaned_data["file"])
        except BadKit as bad:
            findings = bad.findings
        else:
            kit_keep(user_of(request), rules, kit, kit.title or request.FILES["file"].name)
            return _saved(request, session, "setup_kit", lambda: kit_set(session, kit))
    return page(request, session, "kit", 422, form=form, findings=findings)


@require_http_methods(["GET", "POST"])
@login_required
def setup_options(request: HttpRequest, key: str) -> HttpResponseBase:
    """The options: how the ambiguous rules are read at this table; some are often chosen together (`preset`)."""
    session = session_for(request, key)
    if "preset" not in request.POST:
        return _struct_page(request, session, "options", options_set)
    if session.is_started:
        return _started(request, session)
    rules = game_of(session)
    heading, _bar, name = request.POST["preset"].rpartition("|")
    try:
        options = options_after(rules, options_of(session), heading, name)
    except KeyError:
        raise Http404 from None
    return _saved(request, session, "setup_options", lambda: options_set(session, options))


@require_http_methods(["GET", "POST"])
@login_required
def setup_begin(request: HttpRequest, key: str) -> HttpResponseBase:
    """The set-up: who begins, and what stands on the table at the beginning."""
    return _struct_page(request, session_for(request, key), "begin", setup_set)


@require_http_methods(["GET", "POST"])
@login_required
def setup_table(request: HttpRequest, key: str) -> HttpResponseBase:
    """The table itself: its name, what its referee may decide; a copy, a file, its end."""
    session = session_for(request, key)
    if request.method != "POST":
        return page(request, session, "table")
    form = TableForm(request.POST)
    if not form.is_valid():
        return page(request, session, "table", 422, form=form)
    with writing():
        Session.objects.filter(pk=session.pk).update(**form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("trainer:setup_table", key)


def page(request: HttpRequest, session: Session, step: str, status: int = 200, **more: Any) -> HttpResponse:
    """Draw one step of the set-up page, with the list of all steps beside it."""
    rules = game_of(session)
    missing = None if session.is_started else missing_of(session)
    context = {
        "session": session, "workshop": session.workshop, "meta": rules.meta, "step": step,
        "steps": _steps(session, rules, missing.step if missing else ""), "missing": missing,
        "sample": has_samples(_kit(session, rules)), "op": request.POST.get("op") or new_op(),
        "teams": list(enumerate(session.teams.all(), 1)), "form": _form(session, rules, step), **more,
    }  # fmt: skip
    if step == "kit":
        context |= _kit_context(request, session, rules)
    elif step == "options" and session.is_started:
        context["options"] = list(options_told(rules, options_of(session)))
    elif step == "options":
        context["presets"] = list(_presets(rules, options_of(session)))
        context["option_notes"] = rules.option_notes(options_of(session))
    elif step == "table":
        context["workshops"] = user_of(request).workshops.all()
    return render(request, f"trainer/setup/{step}.html", context, status=status)


def _form(session: Session, rules: Game[Any], step: str, data: Any = None) -> Any:
    """Return the form of a step as it stands."""
    match step:
        case "teams":
            return TeamsForm(session, rules.meta)
        case "kit":
            return FileForm()
        case "options":
            return option_form(rules, options_of(session), data, teams_of(session))
        case "begin":
            value = msgspec.json.decode(session.setup, type=rules.setup_type)
            return setup_form(rules, _kit(session, rules), teams_of(session), options_of(session), value, data)
        case "referees":
            return RefereeForm()
        case _:
            return TableForm(initial={"title": session.title, "referee_rules": session.referee_rules})


def _struct_page(request: HttpRequest, session: Session, step: str, keep: Any) -> HttpResponseBase:
    if request.method != "POST":
        return page(request, session, step)
    if session.is_started:
        return _started(request, session)
    form: StructForm = _form(session, game_of(session), step, request.POST)
    if form.is_valid():
        return _saved(request, session, f"setup_{step}", lambda: keep(session, form.result))
    return page(request, session, step, 422, form=form)


def _saved(request: HttpRequest, session: Session, url: str, write: Any) -> HttpResponseBase:
    """Write and go back to the page."""
    try:
        write()
    except Started:
        session.refresh_from_db()
        return _started(request, session)
    messages.success(request, _("Saved."))
    return redirect(f"trainer:{url}", session.key)


def _started(request: HttpRequest, session: Session) -> HttpResponse:
    """409: the game has begun, perhaps while the form was open."""
    messages.error(request, _("Not saved: the game has begun. Kit and options are corrected at the table now."))
    return page(request, session, "table", 409)


def _steps(session: Session, rules: Game[Any], todo: str) -> list[Step]:
    options = options_of(session)
    default = rules.options_type()
    changed = sum(getattr(options, name) != getattr(default, name) for name in options.__struct_fields__)
    kit = _kit(session, rules)
    referees = session.accesses.filter(ended_at=None).count()
    notes = {
        "teams": ", ".join(team.name for team in session.teams.all()),
        "kit": (kit.title or kit.id)[:80],
        "options": ngettext("%(n)s changed", "%(n)s changed", changed) % {"n": changed} if changed else _("as usual"),
        "begin": _("as the kit says") if session.setup == _bare(rules) else _("as typed"),
        "referees": ngettext("%(n)s link", "%(n)s links", referees) % {"n": referees} if referees else _("only you"),
        "table": _("name, copy, file, deletion"),
    }
    labels = {
        "teams": _("Teams"), "kit": _("Kit"), "options": _("Options of the rules"), "begin": _("Set-up"),
        "referees": _("Referees"), "table": _("Table"),
    }  # fmt: skip
    names = [name for name in labels if name != "begin" or not session.is_started]
    urls = {name: "trainer:setup" if name == "teams" else f"trainer:setup_{name}" for name in names}
    return [
        Step(name, labels[name], reverse(urls[name], args=[session.key]), notes[name], name == todo) for name in names
    ]


def _bare(rules: Game[Any]) -> str:
    """The set-up of a game in which nothing was typed; no game needs none, then nothing equals it."""
    try:
        return msgspec.json.encode(msgspec.convert({}, rules.setup_type)).decode()
    except msgspec.ValidationError:
        return ""


def _kit_context(request: HttpRequest, session: Session, rules: Game[Any]) -> dict[str, Any]:
    kit = _kit(session, rules)
    own = TrainerKit.objects.filter(owner=user_of(request), game=session.game)
    try:
        notes = [(note.path, note_words(session.game, note), note.blocks) for note in kit_notes(session)]
    except Refusal as refusal:
        notes = [(refusal.field, rules.words(refusal), True)]
    return {
        "kit": kit, "own": own.only("title", "updated_at", "game"), "notes": notes,
        "chosen": own.filter(body=session.kit).values_list("pk", flat=True).first(),
        "is_sample": kit == rules.sample(),
    }  # fmt: skip


def _presets(rules: Game[Any], options: msgspec.Struct) -> Any:
    """Yield (heading, choices); a choice is (value, words, whether the options are as it sets them)."""
    for heading, choices in rules.presets.items():
        yield (
            say(Words(heading)),
            [
                (f"{heading}|{key}", say(Words(words)), options_after(rules, options, heading, key) == options)
                for key, (words, _values) in choices.items()
            ],
        )


def _kit(session: Session, rules: Game[Any]) -> Any:
    return msgspec.json.decode(session.kit_now or session.kit, type=rules.kit_type)


def _own_kit(request: HttpRequest, session: Session) -> Any:
    """Return the trainer's kit that was chosen; of another game or owner: 404."""
    own = TrainerKit.objects.filter(owner=user_of(request), game=session.game)
    kept = get_object_or_404(own, pk=natural(request.POST["kit"]))
    return msgspec.json.decode(kept.body, type=game_of(session).kit_type)
