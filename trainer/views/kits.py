"""Kits: the list, one kit as tables, its values, its file."""

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.kit import has_samples, origin, write_kit
from games.engine.paths import value_at
from games.engine.refusal import Refusal
from trainer import kits
from trainer.access import session_for, user_of
from trainer.forms.values import choices_at, holds_entries, text_of, typed
from trainer.forms.workshops import KitFileForm, KitTitleForm
from trainer.kit_tables import ABOUT, crumbs, sheets
from trainer.kits import BadKit
from trainer.models import TrainerKit
from trainer.positions import game_of
from trainer.preparation import note_words
from trainer.recording import writing
from trainer.views.life import as_file


@require_http_methods(["GET", "POST"])
@login_required
def kit_list(request: HttpRequest) -> HttpResponseBase:
    """The samples of the games, the trainer's own kits, and the way in for a file."""
    user = user_of(request)
    form = KitFileForm(request.POST or None, request.FILES or None)
    findings: list[tuple[str, Words | str]] = []
    if request.method == "POST" and form.is_valid():
        rules = registry.game(form.cleaned_data["game"])
        try:
            kit = kits.kit_from_file(rules, form.cleaned_data["file"])
        except BadKit as bad:
            findings = bad.findings
        else:
            kept = kits.kit_keep(user, rules, kit, kit.title or request.FILES["file"].name)
            return redirect("trainer:kit", kept.pk)
    own = TrainerKit.objects.filter(owner=user).only("game", "title", "updated_at")
    context = {
        "samples": [registry.meta(slug) for slug in registry.SLUGS],
        "own": [(kept, registry.meta(kept.game)) for kept in own], "form": form, "findings": findings,
    }  # fmt: skip
    return render(request, "trainer/kits.html", context, status=422 if form.errors or findings else 200)


@require_http_methods(["GET", "POST"])
@login_required
def kit_sample(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sample kit of a game; POST copies it among the trainer's own."""
    rules = _rules(slug)
    if request.method == "POST":
        title = _("%(game)s: my kit") % {"game": _(rules.meta.title)}
        return redirect("trainer:kit", kits.kit_keep(user_of(request), rules, rules.sample(), title).pk)
    return _tables(request, rules, rules.sample(), {})


@require_safe
@login_required
def kit(request: HttpRequest, number: int) -> HttpResponseBase:
    """One of the trainer's kits as tables, or what is at `?path=` in it."""
    kept, rules, kit = _kept(request, number)
    return _tables(request, rules, kit, {"kept": kept, "seen": _seen(kept)})


@require_safe
@login_required
def session_kit(request: HttpRequest, key: str) -> HttpResponseBase:
    """The kit of a session, as it is now."""
    session = session_for(request, key)
    rules = game_of(session)
    kit = msgspec.json.decode(session.kit_now or session.kit, type=rules.kit_type)
    return _tables(request, rules, kit, {"session": session})


@require_POST
@login_required
def session_kit_keep(request: HttpRequest, key: str) -> HttpResponseBase:
    """Keep the session's kit, with the cards typed at the table, among the trainer's own."""
    session = session_for(request, key)
    rules = game_of(session)
    kit = msgspec.json.decode(session.kit_now or session.kit, type=rules.kit_type)
    title = f"{kit.title or kit.id}, {session.title}"
    return redirect("trainer:kit", kits.kit_keep(user_of(request), rules, kit, title).pk)


@require_http_methods(["GET", "POST"])
@login_required
def kit_value(request: HttpRequest, number: int) -> HttpResponseBase:
    """Change one value: from then on it stands for what is printed in the box."""
    kept, rules, kit = _kept(request, number)
    path = request.POST.get("path", request.GET.get("path", ""))
    try:
        now = value_at(kit, path)
        if not path or path.partition(".")[0] in ABOUT:
            raise Http404
    except Refusal:
        raise Http404 from None
    parent = path.rpartition(".")[0]
    status, refusal, text = 200, None, text_of(now)
    if request.method == "POST":
        text = request.POST.get("value", "")
        try:
            kits.kit_write(kept, _with(kit, path, text, now))
        except Refusal as error:
            status, refusal = 422, rules.words(error)
        else:
            messages.success(request, _("Saved."))
            return _to(kept, parent)
    context = {
        "kept": kept, "meta": rules.meta, "path": path, "parent": parent, "text": text, "refusal": refusal,
        "crumbs": crumbs(rules, path), "choices": choices_at(rules, path), "is_list": isinstance(now, list),
        "is_flag": isinstance(now, bool), "source": origin(kit, path),
    }  # fmt: skip
    return render(request, "trainer/kit_value.html", context, status=status)


@require_POST
@login_required
def kit_change(request: HttpRequest, number: int) -> HttpResponseBase:
    """Add an entry (a copy of the last one), remove one, or say that all was compared with the box."""
    kept, rules, kit = _kept(request, number)
    path = request.POST.get("path", "")
    back = path.rpartition(".")[0] if request.POST.get("do") == "remove" else path
    if request.POST.get("seen", _seen(kept)) != _seen(kept):
        return _to(kept, back)  # pressed twice: in a list the next entry stands there by now
    try:
        match request.POST.get("do"):
            case "add":
                kit = kits.with_copy(kit, path, request.POST.get("name", "").strip())
            case "remove":
                kit = kits.without(kit, path)
            case "boxed":
                kit = kits.with_source(kit, path) if path else kits.all_from_box(kit)
            case _:
                raise Http404
    except Refusal as refusal:
        more = {
            "kept": kept,
            "seen": _seen(kept),
            "refusal": rules.words(refusal),
            "name": request.POST.get("name", ""),
        }
        return _tables(request, rules, kit, more, back if request.POST["do"] == "add" else "", 422)
    kits.kit_write(kept, kit)
    messages.success(request, _("Saved."))
    return _to(kept, back)


@require_http_methods(["GET", "POST"])
@login_required
def kit_title(request: HttpRequest, number: int) -> HttpResponseBase:
    """Rename a kit, or delete it: sessions keep their copies."""
    kept, rules, _kit = _kept(request, number)
    form = KitTitleForm(request.POST or None, initial={"title": kept.title})
    if request.method == "POST" and "delete" in request.POST:
        with writing():
            kept.delete()
        messages.success(request, _("Deleted: “%(title)s”.") % {"title": kept.title})
        return redirect("trainer:kits")
    if request.method == "POST" and form.is_valid():
        kept.title = form.cleaned_data["title"]
        with writing():
            kept.save(update_fields=["title", "updated_at"])
        return redirect("trainer:kit", kept.pk)
    context = {"form": form, "kept": kept, "meta": rules.meta}
    return render(request, "trainer/kit_title.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def kit_file(request: HttpRequest, number: int) -> HttpResponse:
    """A kit as a file, to be edited elsewhere or given to a colleague."""
    kept, rules, kit = _kept(request, number)
    return as_file(msgspec.json.format(write_kit(kit).encode(), indent=2), f"{rules.meta.slug}-{kept.title}.json")


@require_safe
@login_required
def sample_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The sample kit as a file: the form in which a box is transcribed."""
    rules = _rules(slug)
    return as_file(msgspec.json.format(write_kit(rules.sample()).encode(), indent=2), f"{slug}-sample.json")


def _tables(
    request: HttpRequest, rules: Game[Any], kit: Any, more: dict[str, Any], path: str | None = None, status: int = 200
) -> HttpResponse:
    path = request.GET.get("path", "") if path is None else path
    try:
        tables = sheets(rules, kit, path)
    except Refusal:
        raise Http404 from None
    notes = [(note.path, note_words(rules.meta.slug, note), note.blocks) for note in rules.check_kit(kit)]
    context = {
        "kit": kit, "meta": rules.meta, "sheets": tables, "path": path, "crumbs": crumbs(rules, path),
        "sample": has_samples(kit), "notes": notes, "removable": bool(holds_entries(rules, path.rpartition(".")[0])),
        **more,
    }  # fmt: skip
    return render(request, "trainer/kit.html", context, status=status)


def _with(kit: Any, path: str, text: str, now: Any) -> Any:
    """Return the kit with what was typed, read as the value that fits. Raises the last Refusal if none does."""
    refused: Refusal | None = None
    for value in typed(text, now):
        try:
            return kits.with_box_value(kit, path, value)
        except Refusal as refusal:
            refused = refused or refusal
    assert refused is not None
    raise refused


def _kept(request: HttpRequest, number: int) -> tuple[TrainerKit, Game[Any], Any]:
    kept = get_object_or_404(TrainerKit, pk=number, owner=user_of(request))
    rules = _rules(kept.game)
    return kept, rules, msgspec.json.decode(kept.body, type=rules.kit_type)


def _seen(kept: TrainerKit) -> str:
    """Return what tells one state of a kit from another: a form carries the one it was drawn for."""
    return kept.updated_at.isoformat()


def _rules(slug: str) -> Game[Any]:
    if slug not in registry.SLUGS:
        raise Http404
    return registry.game(slug)


def _to(kept: TrainerKit, path: str) -> HttpResponse:
    address = reverse("trainer:kit", args=[kept.pk])
    return redirect(f"{address}?{urlencode({'path': path})}" if path else address)
