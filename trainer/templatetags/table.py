"""Words, figures and badges in templates."""

import json
from dataclasses import dataclass
from typing import Any

from django import template

from games.engine.i18n import Words, number
from games.engine.screen import TeamsBoard
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


@register.simple_tag
def json_of(**values: Any) -> str:
    """The given values as one JSON mapping, as a hidden field carries it."""
    return as_json(values)


@register.filter
def key(value: Any) -> str:
    """A choice as it is sent."""
    return key_of(value)


@dataclass(frozen=True)
class Look:
    """How a team looks: colour and shape numbers, letter, and where the letter stands in the shape."""

    colour: str
    shape: int
    letter: str
    y: str


def look_of(team: Team, seat: int, ink: bool = False) -> Look:
    """Return how a team looks: the shape stays with its seat, the colour is its own."""
    shape = (seat - 1) % 6 + 1
    # The house and the shield have their weight elsewhere than in the middle.
    y = {4: "18.5", 5: "14.5"}.get(shape, "16.7")
    colour = "i" if ink else str(((team.colour or seat) - 1) % 6 + 1)
    return Look(colour, shape, team.letter or team.name[:1].upper(), y)


@register.inclusion_tag("table/badge.html")
def badge(team: Team, seat: int = 1, size: str = "", ink: bool = False) -> dict[str, Any]:
    """The badge of a team: its colour, the shape of its seat, its letter. `size` is empty, s or m."""
    return {"look": look_of(team, seat, ink), "size": size}


@register.simple_tag
def team(code: str, team_list: list[tuple[int, Team]], ink: bool = False) -> Look | None:
    """How the team with this id looks; `team_list` holds (seat, team)."""
    return next((look_of(one, seat, ink) for seat, one in team_list if one.id == code), None)


@register.simple_tag
def pip(index: int) -> int:
    """Where the pip of a level stands, from the bottom."""
    return 9 - 9 * index


@register.simple_tag
def look(one: Team, seat: int, ink: bool = False) -> Look:
    """How this team looks."""
    return look_of(one, seat, ink)


@register.simple_tag
def minus(a: float, b: float) -> str:
    """A place in a drawing: a − b."""
    return f"{a - b:.1f}"


@register.simple_tag
def column(board: TeamsBoard, index: int) -> str:
    """The label of a column of the teams' board."""
    return say(board.columns[index][0])


@register.simple_tag
def team_of(code: str, team_list: list[tuple[int, Team]]) -> tuple[int, Team] | None:
    """The (seat, team) with this id."""
    return next((pair for pair in team_list if pair[1].id == code), None)
