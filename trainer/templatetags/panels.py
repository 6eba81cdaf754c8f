"""What the panels of the games need beyond words and badges: an entry to link to, a form in its place."""

from typing import Any

from django import template
from django.template import Context

from games.engine.offers import tried
from trainer.desk import Open, find_candidate, open_form
from trainer.forms.moves import key_of
from trainer.loglines import LogLine

register = template.Library()


@register.simple_tag
def newest(lines: list[LogLine], action: str = "") -> int:
    """The number of the newest entry (of the newest with this action); 0 if there is none."""
    return next((line.n for line in lines if line.kind == "move" and action in ("", line.action)), 0)


@register.simple_tag(takes_context=True)
def form_of(context: Context, move: str, fixed: dict[str, Any] | None = None) -> Open | None:
    """The form of an offer that a panel shows in its place, tried as all offers are."""
    game, t = context["game"], context["t"]
    offer = find_candidate(game, t, move, key_of(fixed or {}))
    return open_form(game, tried(game, t, offer)) if offer is not None else None
