"""Words of the engine: marked for extraction here, translated by whoever shows them.

A `Words` is a msgid with its values, so that a log line recorded in Russian can be read in English.
Use `from games.engine.i18n import gettext_noop as _, ngettext`: other names are not extracted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import msgspec

Value = Union[int, str, "Words", list[Union["Words", str]]]


class Words(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sentence to be translated: msgid with named placeholders, values, and the plural form if it counts."""

    id: str
    values: dict[str, Any] = {}
    plural: str = ""


def gettext_noop(msgid: str) -> str:
    """Mark a msgid for extraction and return it unchanged."""
    return msgid


def ngettext(singular: str, plural: str, n: int, **values: Any) -> Words:
    """Return words whose form depends on the number `n` (placeholder `%(n)s`)."""
    return Words(singular, {"n": n, **values}, plural)


def number(value: int) -> str:
    """Write a whole number as on paper: groups parted by no-break spaces, a true minus."""
    text = f"{abs(value):,}".replace(",", "\N{NO-BREAK SPACE}")
    return f"\N{MINUS SIGN}{text}" if value < 0 else text


def render(
    text: Words | str,
    gettext: Callable[[str], str] = str,
    plural: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
) -> str:
    """Return `text` in words; a plain string (a name somebody typed) is returned as it is.

    Numbers are grouped, nested texts are translated too, lists are joined by commas.
    """
    if isinstance(text, str):
        return text
    template = plural(text.id, text.plural, abs(text.values["n"])) if text.plural else gettext(text.id)
    if not text.values:
        return template.replace("%%", "%")
    return template % {key: _value(value, gettext, plural) for key, value in text.values.items()}


def _value(value: Any, gettext: Callable[[str], str], plural: Callable[[str, str, int], str]) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, float):
        text = f"{abs(value):.2f}"
        text = text.replace(".", ",") if gettext("decimal point") == "," else text
        return f"\N{MINUS SIGN}{text}" if value < 0 else text
    if isinstance(value, Words):
        return render(value, gettext, plural)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(item, gettext, plural) for item in value)
    if isinstance(value, dict):
        return render(msgspec.convert(value, Words), gettext, plural)
    return str(value)


#: Words that `render` itself needs: here so that they are extracted.
WORDS = (gettext_noop("yes"), gettext_noop("no"), gettext_noop("decimal point"))
