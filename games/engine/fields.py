"""What a referee is asked: the closed list of field kinds, and the offer that holds them.

Every form of every game is made of these; choices are sent as values, never as positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: The group of what is seldom needed: the screen folds it away.
ASIDE = _("At the table")

Label = Words | str
#: what may stand in a field: codes with their words
Codes = Mapping[str, Label]


class Refused(msgspec.Struct, frozen=True):
    """A refusal as data: code, the field it is about, and its figures."""

    code: str
    field: str = ""
    figures: dict[str, Any] = {}


class Option(msgspec.Struct, frozen=True):
    """One thing that may be chosen; `refusal` says why it cannot be chosen now.

    `also` are values of other fields that go with it unless the referee types others: the price for this buyer.
    """

    value: Any
    label: Label
    note: Label = ""
    refusal: Refused | None = None
    also: dict[str, Any] = {}


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    """What all kinds share. An optional field without a value is left out of the move."""

    name: str = msgspec.field()
    label: Label = ""
    help: Label = ""
    optional: bool = False


class Number(_Field, frozen=True, kw_only=True):
    """A whole number between `least` and `most` (None: open); `value` is what stands in the field.

    `step`: what people go by at the table where the field is open (sums of money), for the bot; nothing is refused.
    """

    value: int | None = None
    least: int | None = None
    most: int | None = None
    step: int = 1


class Flag(_Field, frozen=True, kw_only=True):
    """Yes or no."""

    value: bool = False


class Choice(_Field, frozen=True, kw_only=True):
    """Exactly one of the options."""

    options: list[Option]
    value: Any = None


class Many(_Field, frozen=True, kw_only=True):
    """Some of the options, between `least` and `most` of them."""

    options: list[Option]
    value: list[Any] = []
    least: int = 0
    most: int | None = None


class Numbers(_Field, frozen=True, kw_only=True):
    """`count` whole numbers, each between `least` and `most`: dice."""

    count: int
    least: int = 1
    most: int = 6
    value: list[int] = []


class Each(_Field, frozen=True, kw_only=True):
    """One value for each of `keys` (team, colour, holder): a mapping."""

    keys: list[Option]
    of: Field
    value: dict[str, Any] = {}


class Rows(_Field, frozen=True, kw_only=True):
    """Any number of rows, each with the same fields: a list of mappings; `flat` rows of one field: a list of values."""

    fields: list[Field]
    value: list[Any] = []
    least: int = 0
    most: int | None = None
    flat: bool = False


class Text(_Field, frozen=True, kw_only=True):
    """Words typed by the referee; `long` asks for a larger box."""

    value: str = ""
    long: bool = False


class Card(_Field, frozen=True, kw_only=True):
    """A card, space or number from the box: picked from `options`, or typed in `form` when the kit does not know it."""

    options: list[Option]
    form: list[Field]
    value: Any = None


Field = Number | Flag | Choice | Many | Numbers | Each | Rows | Text | Card


class Offer(msgspec.Struct, frozen=True):
    """What may be recorded now: a move, who may make it, what is settled already and what is still asked.

    `refusal` greys it; `main` marks the expected action of this moment, `group` names the button group.
    """

    move: str
    actors: list[str]
    label: Label
    fixed: dict[str, Any] = {}
    fields: list[Field] = []
    group: Label = ""
    main: bool = False
    refusal: Refused | None = None


def in_order(names: Mapping[str, str]) -> dict[str, Label]:
    """Return ids with their names, in the order of the alphabet."""
    ordered = sorted(names.items(), key=lambda one: one[1].casefold().replace("ё", "е"))
    return {id: name for id, name in ordered}  # noqa: C416 - a dict of str is none of labels


def sample(field: Field) -> Any:
    """Return the value that stands in an untouched field, or None for an optional empty one."""
    match field:
        case Number():
            if field.value is not None or field.optional:
                return field.value
            return field.least if field.least is not None else 0
        case Choice() | Card():
            if field.value is not None or field.optional:
                return field.value
            return next((o.value for o in field.options if o.refusal is None), None)
        case Numbers():
            return field.value or (None if field.optional else [field.least] * field.count)
        case Each():
            each = {key.value: sample(field.of) for key in field.keys}
            return field.value or {key: value for key, value in each.items() if value is not None} or None
        case Text():
            return field.value or (None if field.optional else "–")
        case Many() | Rows():
            return field.value or (None if field.optional else [])
        case Flag():
            return field.value
