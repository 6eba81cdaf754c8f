"""Words, figures and badges in templates."""

import json
from typing import Any

from django import template

from games.engine.i18n import Words, number
from games.engine.table import Team
from trainer.forms.moves import key_of
from trainer.words import say as say_words

register = template.Library()


@register.filter
def say(words: Words | str | None) -> str:
    """A message of the engine in the reader's language."""
    return say_words(words) if words else ""


@register.filter
def num(value: Any) -> str:
    """A whole number with groups and a true minus; anything else as it is."""
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


@register.filter
def signed(value: int) -> str:
    """A movement: +3, −4."""
    return f"+{number(value)}" if value > 0 else number(value)


@register.filter
def as_json(value: Any) -> str:
    """A value as it travels in a hidden field: keys sorted, so that equal things look equal."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@register.filter
def key(value: Any) -> str:
    """A choice as it is sent."""
    return key_of(value)


@register.inclusion_tag("table/badge.html")
def badge(team: Team | None, seat: int = 1, size: str = "", ink: bool = False) -> dict[str, Any]:
    """The badge of a team: its colour, the shape of its seat, its letter. `size` is empty, s or m."""
    letter = (team.letter or team.name[:1].upper()) if team else ""
    shape = (seat - 1) % 6 + 1
    # The house and the shield have their weight elsewhere than in the middle.
    drop = {4: "18.5", 5: "14.5"}.get(shape, "16.7")
    colour = (team.colour or seat) if team else seat
    return {"letter": letter, "shape": shape, "colour": "i" if ink else (colour - 1) % 6 + 1, "size": size, "y": drop}
