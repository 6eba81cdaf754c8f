"""The debrief of a session on the page."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reports.views.files import files_context
from trainer.access import session_for
from trainer.positions import game_of


@require_safe
def session(request: HttpRequest, key: str) -> HttpResponseBase:
    """The debrief: its files."""
    found = session_for(request, key)
    return render(request, "reports/session.html", files_context(found) | {"meta": game_of(found).meta})
