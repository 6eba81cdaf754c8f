"""Words of a report: engine texts and figures as they are read on paper, in the active language."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from games.engine.i18n import Words, render

NBSP = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
#: stands where there is no value
NONE = "\N{EN DASH}"


def say(text: Words | str) -> str:
    """Return a text of the engine in the active language; what somebody typed comes back unchanged."""
    return render(text, gettext, ngettext)


def spoken(thing: Any) -> Any:
    """Return a copy of engine data (evidence, moments, lists of them) in which every `Words` has become a string."""
    if isinstance(thing, Words):
        return say(thing)
    if isinstance(thing, (str, int, float)) or thing is None:
        return thing
    if isinstance(thing, msgspec.Struct):
        return type(thing)(**{name: spoken(getattr(thing, name)) for name in thing.__struct_fields__})
    if isinstance(thing, dict):
        return {key: spoken(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [spoken(value) for value in thing]
    if isinstance(thing, tuple):
        return tuple(spoken(value) for value in thing)
    raise TypeError(f"no words for {type(thing).__name__}")


def number(value: float | None, places: int = 0, sign: bool = False) -> str:
    """Write a number: groups parted by no-break spaces, a true minus, the decimal sign of the language.

    `sign` puts a plus before what is above zero.
    """
    if value is None:
        return NONE
    text = f"{abs(value):,.{places}f}"
    less = value < 0 and text.strip("0.,") != ""
    text = text.replace(",", NBSP).replace(".", formats.get_format("DECIMAL_SEPARATOR"))
    return f"{MINUS}{text}" if less else f"+{text}" if sign and value > 0 else text


def percent(value: float | None, places: int = 0) -> str:
    """Write a share: 0.75 is «75 %»."""
    return NONE if value is None else f"{number(value * 100, places)}{NBSP}%"


def date(value: datetime.date | None) -> str:
    """Write a date in words: «30 ноября 2026»."""
    return formats.date_format(value, "j E Y") if value else ""


def clock(at: str) -> str:
    """Write a time of the log (ISO) as read at the place: «30.11.2026 14:05»; what is no time is returned as it is."""
    try:
        moment = datetime.datetime.fromisoformat(at)
    except ValueError:
        return at
    if timezone.is_aware(moment):
        moment = timezone.localtime(moment)
    return moment.strftime("%d.%m.%Y %H:%M")


def listing(items: Sequence[str]) -> str:
    """Join names as a sentence does: «Альфа, Бета и Гамма»."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}


def clipped(text: str, most: int) -> str:
    """Return one line of at most `most` letters; what is cut off is marked by an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
