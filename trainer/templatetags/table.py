"""Words, figures and badges in templates."""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec
from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.i18n import Words, number
from games.engine.screen import TeamsBoard
from games.engine.table import Team
from trainer.desk import fixed_key, own_template, sends_of
from trainer.forms.moves import key_of
from trainer.loglines import LogLine
from trainer.words import say as say_words

register = template.Library()


@register.filter
def say(words: Words | str | None) -> str:
    """A message of the engine in the reader's language."""
    return say_words(words) if words else ""


#: a Russian word may be parted before a consonant that a vowel follows, three letters from either end
_PARTS = re.compile(r"(?<=[а-яё]{3})(?=[бвгджзклмнпрстфхцчшщ][аеёиоуыэюя][а-яё])", re.IGNORECASE)


@register.filter
def hyphenated(text: str) -> str:
    """A heading of a narrow column: long Russian words may be parted (browsers know no Russian by themselves)."""
    return " ".join(_PARTS.sub("\N{SOFT HYPHEN}", word) if len(word) > 8 else word for word in text.split(" "))


@register.simple_tag
def game_name(meta: Any) -> str:
    """The title of a game in the quotes of the reader's language."""
    return _("“%(title)s”") % {"title": _(meta.title)}


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
def sends(actor: str, move: str, params: dict[str, Any] | None = None, **more: Any) -> str:
    """What a button of the desk records: who, which move, with which parameters."""
    return sends_of(actor, move, {**(params or {}), **more})


@register.simple_tag(takes_context=True)
def own_part(context: Context, name: str) -> Any:
    """The template of a part that a game may draw itself, else an empty one: `head` (its styles), `now`."""
    return own_template(context["meta"].slug, name, "table/_nothing.html")


@register.filter
def clock(seconds: int) -> str:
    """Seconds as a timer shows them: 12:40."""
    return f"{seconds // 60:02}:{seconds % 60:02}"


@register.filter
def minutes_gone(since: datetime | None) -> int:
    """Whole minutes since then."""
    return int((timezone.now() - since).total_seconds() // 60) if since else 0


@register.simple_tag(takes_context=True)
def cached(context: Context, part: Any, *parts: Any) -> SafeString:
    """Render a part of the page, or take what the same `parts` gave before: several screens show the same table.

    The part (a template or its name) may depend on `parts`, the teams and the language only.
    """
    return _draw(context, part, get_language(), msgspec.msgpack.encode([parts, context["team_list"]]))


@register.simple_tag(takes_context=True)
def log_items(context: Context, lines: list[LogLine], beside: bool = False) -> SafeString:
    """Lines of the log as list items, each drawn once for all screens; `beside` the table the newest is marked.

    In the template language the loop takes half as long again.
    """
    language, encode = get_language(), msgspec.msgpack.encode
    about = encode([context["log_url"], context["seat"].name])
    items = SafeString()
    for at, line in enumerate(lines):
        drawn = _draw(context, "table/_line.html", language, about + encode(line.looks), line=line)
        if line.day:
            items += format_html('<li class="day">{}</li>', say_words(line.day))
        look = "new" if beside and at == 0 else "void" if line.revoked and not beside else ""
        items += _ITEM[look] + drawn + _END_OF_ITEM
    return items


_ITEM = {"": mark_safe("<li>"), "new": mark_safe('<li class="new">'), "void": mark_safe('<li class="void">')}
_END_OF_ITEM = mark_safe("</li>")


def _draw(context: Context, part: Any, language: str | None, looks: bytes, **names: Any) -> SafeString:
    """Render a part with these names, or take what the same `looks` gave before."""
    global _drawn, _drawn_before
    name = part if isinstance(part, str) else part.template.name
    key = (name, language, looks)
    found = _drawn.get(key)
    if found is None:
        found = _drawn_before.get(key)
        if found is None:
            template = context.template.engine.get_template(part) if isinstance(part, str) else part.template
            with context.push(**names):
                found = template.render(context)
        if len(_drawn) >= MOST_DRAWN:
            _drawn, _drawn_before = {}, _drawn
        _drawn[key] = found
    return found


#: parts that were rendered, and those before them: what nobody asked for meanwhile goes with these. Threads share both
_drawn: dict[tuple[str, str | None, bytes], SafeString] = {}
_drawn_before: dict[tuple[str, str | None, bytes], SafeString] = {}
MOST_DRAWN = 2000


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
def team_name(code: str, team_list: list[tuple[int, Team]]) -> str:
    """The name of the team with this id."""
    return next((one.name for _seat, one in team_list if one.id == code), code)


@register.simple_tag
def held(panel: Any, code: str) -> list[Any]:
    """The holdings of a team as pictograms, from the panel of a game."""
    found: list[Any] = panel.held.get(code, [])
    return found


@register.simple_tag
def team_of(code: str, team_list: list[tuple[int, Team]]) -> tuple[int, Team] | None:
    """The (seat, team) with this id."""
    return next((pair for pair in team_list if pair[1].id == code), None)


@register.simple_tag
def opens(move: str, fixed: dict[str, Any] | None = None, actor: str = "") -> str:
    """The address of the form of an offer, for this actor where several may make the move."""
    return "?" + urlencode({"move": move, "fixed": fixed_key(fixed or {}), **({"actor": actor} if actor else {})})


@register.filter
def typed(form: Any, name: str) -> Any:
    """What somebody typed under this name; nothing in a form that was not sent yet."""
    if not form.is_bound:
        return ""
    return (form[name].value() if name in form.fields else form.data.get(name)) or ""


@register.filter
def bound(form: Any, name: str) -> Any:
    """The field of a form with this name."""
    return form[name]


@register.simple_tag
def form_rows(form: Any, name: str, beside: list[Any]) -> list[tuple[list[Any], Any]]:
    """The fields of each row of a list in a form, with what is told beside it (in the same order)."""
    found = []
    for at, one in enumerate(beside):
        start = f"{name}__{at}__"
        found.append(([form[field] for field in form.fields if field.startswith(start)], one))
    return found
