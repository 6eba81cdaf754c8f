"""A table for trying out, in one tap."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from trainer.access import user_of
from trainer.once import new_op
from trainer.practice import practice_start


@require_http_methods(["GET", "POST"])
@login_required
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a game and play it at once: the sample kit, three teams, marked as practice."""
    if request.method != "POST":
        games = [registry.meta(slug) for slug in registry.SLUGS]
        return render(request, "trainer/practice.html", {"games": games, "op": new_op()})
    slug = request.POST.get("game", "")
    if slug not in registry.SLUGS:
        raise Http404
    session = practice_start(user_of(request), slug, request.POST.get("op", ""))
    messages.info(request, _("A practice table: try everything, undo everything. The “?” above opens the help."))
    return redirect("trainer:referee", session.key)
