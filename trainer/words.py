"""Words of the engine, and of what reads its files, in the reader's language."""

import re

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.engine.i18n import Words, render


def say(words: Words | str) -> str:
    """Return a message of the engine in the active language; a name that somebody typed stays as it is."""
    return render(words, gettext, ngettext)


#: What msgspec says about a value of the wrong form, and how we say it.
_FORMS = (
    (r"Expected `[^`]*\bint\b[^`]*`, got", _("A whole number is needed here.")),
    (r"Expected `[^`]*\bstr\b[^`]*`, got", _("Text is needed here.")),
    (r"Expected `bool`, got", _("“true” or “false” is needed here.")),
    (r"Expected `object`, got", _("A mapping is needed here: {…}.")),
    (r"Expected `array`, got", _("A list is needed here: […].")),
    (r"Expected `(?:int|float)` ([<>]=?) (?P<n>-?[\d.e+]+)", _("The number must be %(sign)s %(n)s.")),
    (r"Expected `str` of length <= (?P<n>\d+)", _("At most %(n)s characters.")),
    (r"Expected `(?:array|object)` of length (?:<= )?(?P<n>\d+)", _("The list has the wrong length: %(n)s is right.")),
    (r"Object missing required field `(?P<x>[^`]*)`", _("“%(x)s” is missing.")),
    (r"Object contains unknown field `(?P<x>[^`]*)`", _("“%(x)s” is not known here.")),
    (r"Invalid enum value (?P<x>.+)", _("The value %(x)s is none of those allowed here.")),
    (r"JSON is malformed: .*\(byte (?P<n>\d+)\)", _("The file is damaged at character %(n)s.")),
    (r"Input data was truncated", _("The file ends too early.")),
)
_SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">"}


def explained(error: str) -> tuple[str, str]:
    """Return the place and the words of an error of msgspec. A `*` in the dotted path is some entry of a mapping."""
    text, _at, place = error.partition(" - at `$")
    path = re.sub(r"\[(\d+|\*)\]", r".\1", place.rstrip("`").replace("[...]", "[*]")).strip(".")
    for pattern, words in _FORMS:
        found = re.match(pattern, text)
        if found:
            sign = _SIGNS.get(found.group(1), "") if found.lastindex else ""
            return path, gettext(words) % {**found.groupdict(), "sign": sign}
    return path, text
