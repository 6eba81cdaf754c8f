"""Help that needs no table: how to work, each game, its sheet for the teams. Nothing secret is in it: no sign-in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from trainer.helping import help_context, text_of


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """What holds for every game: keys, corrections, two devices, no internet, when something goes wrong."""
    games = [registry.meta(slug) for slug in registry.SLUGS]
    context = {"text": text_of("general"), "games": games, "keys_template": "table/_no_keys.html"}
    return render(request, "help/general.html", context)


@require_safe
def help_game(request: HttpRequest, slug: str) -> HttpResponse:
    """One game: the box, refereeing, disputes, debrief, its options and clauses."""
    _known(slug)
    return render(request, "help/game.html", help_context(registry.game(slug)))


@require_safe
def help_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game on one sheet of A4, for the teams."""
    _known(slug)
    context = {"meta": registry.meta(slug), "text": text_of(f"sheet_{slug}")}
    return render(request, "help/sheet.html", context)


def _known(slug: str) -> None:
    if slug not in registry.SLUGS:
        raise Http404
