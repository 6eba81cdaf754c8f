"""The form of one offer, for every move of every game: nine field kinds, one builder each.

Names of inputs are the names of parameters, nested ones joined by a double underscore, so that the form works
without JavaScript. Numbers are typed as people type them («1 500», «−3»).
"""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import fields as f
from trainer.words import say

#: Up to so many options are shown as buttons.
MOST_PILLS = 6

_SPACES = re.compile(r"[\s\u00a0\u202f]+")


class Stepper(forms.TextInput):
    """A number with a button on each side, for a finger; the buttons need the script, the field does not."""

    template_name = "table/stepper.html"


class WholeNumber(forms.Field):
    """A whole number as people type it: groups parted by spaces, any minus, «12,0»."""

    default_error_messages = {"invalid": _("Enter a whole number.")}

    def __init__(self, *, least: int | None = None, most: int | None = None, **kwargs: Any) -> None:
        super().__init__(widget=Stepper, **kwargs)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "maxlength": "20"}
        self.least, self.most = least, most
        if least is not None:
            self.widget.attrs["data-least"] = str(least)
        if most is not None:
            self.widget.attrs["data-most"] = str(most)

    def to_python(self, value: Any) -> int | None:
        text = _SPACES.sub("", str(value or "")).replace("−", "-").replace("–", "-")
        if not text:
            return None
        if not re.fullmatch(r"[+-]?\d{1,10}(?:[.,]0+)?", text):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return int(re.split("[.,]", text)[0])


class _Also:
    """Each option carries what goes with it (`data-also`: values of other fields) and why the rules refuse it."""

    also: dict[str, dict[str, Any]]
    whys: dict[str, str]

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)  # type: ignore[misc]
        key = str(value)
        if self.also.get(key):
            option["attrs"]["data-also"] = json.dumps(self.also[key])
        option["why"] = self.whys.get(key, "")
        return option


class Pills(_Also, forms.RadioSelect):
    """A few options: buttons for a finger."""

    template_name = "table/pills.html"


class Ticks(forms.CheckboxSelectMultiple):
    """Some of the options: buttons for a finger, too."""

    template_name = "table/pills.html"


class ListOf(_Also, forms.Select):
    """Many options: a list that opens. Written at once: a template for each option costs more than all the rest."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the list with the chosen option."""
        chosen = "" if value is None else str(value)
        parts = []
        for key, label in self.choices:
            inner = label if isinstance(label, list) else None
            options = format_html_join("", "{}", ((self._option(*one, chosen),) for one in inner or [(key, label)]))
            parts.append(
                format_html('<optgroup label="{}">{}</optgroup>', key, options) if inner is not None else options
            )
        flags = flatatt(self.build_attrs(self.attrs, {"name": name, "class": "form-select", **(attrs or {})}))
        return format_html("<select{}>{}</select>", flags, mark_safe("".join(parts)))  # noqa: S308 - escaped above

    def _option(self, key: Any, label: str, chosen: str) -> SafeString:
        also = self.also.get(str(key))
        more = format_html(' data-also="{}"', json.dumps(also)) if also else ""
        mark = mark_safe(" selected") if str(key) == chosen else ""
        return format_html('<option value="{}"{}{}>{}</option>', key, mark, more, label)


class OneOf(forms.ChoiceField):
    """One option, sent as its value: plain text as it is, anything else as JSON.

    What the rules refuse stays choosable (the trainer may overrule) but stands last, and says why in `words`.
    """

    def __init__(self, options: list[f.Option], words: Callable[[f.Refused], str] | None = None, **kwargs: Any) -> None:
        self.by_key = {key_of(option.value): option.value for option in options}
        choices: list[Any] = [(key_of(option.value), say(option.label)) for option in options]
        whys = {key_of(one.value): words(one.refusal) for one in options if words and one.refusal}
        pills = len(choices) <= MOST_PILLS
        if whys and not pills:
            open_, shut = ([one for one in choices if (one[0] in whys) == refused] for refused in (False, True))
            choices = [*open_, (gettext("Not possible now"), shut)]
        if not kwargs.get("required", True):
            choices.insert(0, ("", "—"))
        widget = Pills() if pills else ListOf()
        widget.also = {key_of(option.value): option.also for option in options}
        widget.whys = whys
        super().__init__(choices=choices, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        return self.by_key.get(super().clean(value))


class SomeOf(forms.MultipleChoiceField):
    """Some of the options."""

    def __init__(self, options: list[f.Option], **kwargs: Any) -> None:
        self.by_key = {key_of(option.value): option.value for option in options}
        super().__init__(
            choices=[(key_of(option.value), say(option.label)) for option in options],
            widget=Ticks, **kwargs,
        )  # fmt: skip

    def clean(self, value: Any) -> list[Any]:
        return [self.by_key[key] for key in super().clean(value)]


def key_of(value: Any) -> str:
    """Return how a choice is sent: text as it is, anything else as JSON with sorted keys."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)


class MoveForm(forms.Form):
    """The fields of one offer; `params()` gives the move's parameters."""

    def __init__(
        self,
        offer: f.Offer,
        data: Any = None,
        prefix_id: str = "",
        words: Callable[[f.Refused], str] | None = None,
        new: bool = True,
        **kwargs: Any,
    ) -> None:
        """`new`: ask also for a card, space or number that the kit does not know (many fields, seldom needed)."""
        super().__init__(data, auto_id=f"id_{prefix_id or offer.move}_%s", label_suffix="", **kwargs)
        self.offer = offer
        self.words = words
        self.new = new
        #: whether something could be typed that is not in the list
        self.can_be_new = False
        #: fields of a card, space or number that the kit does not know: folded away
        self.typed_fields: list[str] = []
        self.readers: dict[str, Callable[[dict[str, Any]], Any]] = {}
        for field in offer.fields:
            self.readers[field.name] = self._add(field, field.name)

    def asked(self) -> list[forms.BoundField]:
        """Return the fields that are always shown."""
        return [field for field in self if field.name not in self.typed_fields]

    def typed(self) -> list[forms.BoundField]:
        """Return the fields of a thing that is not in the kit."""
        return [self[name] for name in self.typed_fields]

    def params(self) -> dict[str, Any]:
        """Return the parameters: what is fixed by the offer and what was typed; empty optional fields are left out."""
        params = dict(self.offer.fixed)
        for name, read in self.readers.items():
            value = read(self.cleaned_data)
            if value is not None:
                params[name] = value
        return params

    def _add(self, field: f.Field, name: str) -> Callable[[dict[str, Any]], Any]:
        match field:
            case f.Each():
                readers = {
                    key.value: self._add(_relabelled(field.of, key, field.value.get(key.value)), f"{name}__{key.value}")
                    for key in field.keys
                }
                return lambda data: _mapping(readers, data) or (None if field.optional else {})
            case f.Rows():
                return self._add_rows(field, name)
            case f.Card():
                return self._add_card(field, name)
            case f.Numbers():
                values = [*field.value, *[None] * field.count]
                names = [f"{name}__{at}" for at in range(field.count)]
                for at, one in enumerate(names):
                    self.fields[one] = WholeNumber(
                        least=field.least, most=field.most, required=not field.optional,
                        label=say(field.label) if at == 0 else f"{say(field.label)} {at + 1}", initial=values[at],
                    )  # fmt: skip
                return lambda data: _all_or_none([data.get(one) for one in names])
        self.fields[name] = _simple(field, self.words)
        return lambda data: _present(data.get(name))

    def _add_rows(self, field: f.Rows, name: str) -> Callable[[dict[str, Any]], Any]:
        """As many rows as there are values, and two empty ones; a row left empty is no row."""
        count = min(max(len(field.value) + 2, field.least), field.most or 40)
        rows = []
        for at in range(count):
            given = field.value[at] if at < len(field.value) else {}
            if field.flat and at < len(field.value):
                given = {field.fields[0].name: given}
            rows.append(
                {
                    inner.name: self._add(_optional(inner, given.get(inner.name)), f"{name}__{at}__{inner.name}")
                    for inner in field.fields
                }
            )

        def read(data: dict[str, Any]) -> list[Any]:
            found = [row for row in (_mapping(readers, data) for readers in rows) if row]
            return [row[field.fields[0].name] for row in found] if field.flat else found

        return read

    def _add_card(self, field: f.Card, name: str) -> Callable[[dict[str, Any]], Any]:
        """A card of the kit, or a new one typed in the fields below; if there is none to pick, only typed."""
        if not field.options:
            parts = {inner.name: self._add(inner, f"{name}__new__{inner.name}") for inner in field.form}
            return lambda data: _mapping(parts, data)
        self.fields[name] = OneOf(
            field.options, self.words, required=False, label=say(field.label),
            help_text=conditional_escape(say(field.help)),
            initial=key_of(field.value) if field.value is not None else None,
        )  # fmt: skip
        self.can_be_new = self.can_be_new or bool(field.form)
        if not self.new:
            return lambda data: _present(data.get(name))
        readers = {inner.name: self._add(_optional(inner, None), f"{name}__new__{inner.name}") for inner in field.form}
        empty = [one for one in field.form if isinstance(one, f.Text | f.Number) and one.value in ("", None)]
        typed = [f"{name}__new__{inner.name}" for inner in empty]
        self.typed_fields += [one for one in self.fields if one.startswith(f"{name}__new__")]

        def read(data: dict[str, Any]) -> Any:
            picked = _present(data.get(name))
            # Numbers of a new card may stand in the form with a value: what was empty says that one was typed.
            return picked if picked is not None or not any(data.get(one) for one in typed) else _mapping(readers, data)

        return read


def _simple(field: f.Field, words: Callable[[f.Refused], str] | None = None) -> forms.Field:
    common: dict[str, Any] = {
        "label": say(field.label or field.name), "help_text": conditional_escape(say(field.help)),
        "required": not field.optional,
    }  # fmt: skip
    match field:
        case f.Number():
            return WholeNumber(least=field.least, most=field.most, initial=field.value, **common)
        case f.Flag():
            return forms.BooleanField(**{**common, "required": False}, initial=field.value)
        case f.Choice():
            initial = key_of(field.value) if field.value is not None else None
            return OneOf(field.options, words, initial=initial, **common)
        case f.Many():
            return SomeOf(
                field.options, **{**common, "required": field.least > 0}, initial=[key_of(v) for v in field.value]
            )
        case f.Text():
            widget = forms.Textarea(attrs={"rows": 3}) if field.long else forms.TextInput()
            return forms.CharField(max_length=10_000, widget=widget, initial=field.value, **common)
    raise TypeError(field)


def _relabelled(field: f.Field, key: f.Option, value: Any) -> f.Field:
    changes: dict[str, Any] = {"name": key.value, "label": key.label}
    if value is not None:
        changes["value"] = value
    return msgspec.structs.replace(field, **changes)


def _optional(field: f.Field, value: Any) -> f.Field:
    return msgspec.structs.replace(field, optional=True, **({} if value is None else {"value": value}))


def _present(value: Any) -> Any:
    return None if value in ("", None) else value


def _all_or_none(values: list[Any]) -> list[Any] | None:
    return None if any(value is None for value in values) else values


def _mapping(readers: dict[str, Callable[[dict[str, Any]], Any]], data: dict[str, Any]) -> dict[str, Any]:
    found = {name: read(data) for name, read in readers.items()}
    return {name: value for name, value in found.items() if value is not None}
