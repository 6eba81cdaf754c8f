"""Options and set-up of any game as a form, made from their types; what a type cannot say the game does.

Values go through the field kinds of the engine, so that one builder (MoveForm) draws every form of every game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.forms import BoundField, Select, TextInput
from django.utils.translation import gettext as _
from msgspec import inspect

from games.engine import fields as f
from games.engine.game import Game
from games.engine.i18n import Words, gettext_noop, number
from games.engine.table import Team
from trainer.forms.moves import MoveForm, OneOf, WholeNumber, key_of
from trainer.words import explained, say

_NOTHING = object()
DEFAULT = gettext_noop("%(value)s (default)")


@dataclass
class Block:
    """One question of the form: its inputs, in rows if it has several, and what stands there by default."""

    name: str
    label: str
    help: str
    default: str
    changed: bool
    inputs: list[list[BoundField]]
    #: a yes or no: the label stands behind its box
    flag: bool = False
    heads: list[str] | None = None


class StructForm(MoveForm):
    """A Struct of a game as a form: `read` gives the new Struct, `blocks` what the page draws."""

    def __init__(
        self,
        rules: Game[Any],
        value: msgspec.Struct,
        fields: list[f.Field],
        default: msgspec.Struct | None,
        data: Any,
        usual: dict[str, Any] | None = None,
    ) -> None:
        self.rules, self.value, self.default = rules, value, default
        self.usual = usual or {}
        self.asked = fields
        super().__init__(f.Offer("", [], "", fields=fields), data, prefix_id="o")
        for field in self.fields.values():
            if isinstance(field, OneOf):  # many questions on one page: a list that opens takes the least room
                field.widget = Select(choices=field.choices)
            elif isinstance(field, WholeNumber):
                field.widget = TextInput({"inputmode": "numeric", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.result = self.read(data)
            except _Repeated as repeated:
                self.add_error(f"{repeated.name}__1", _("Each of them once."))
            except msgspec.ValidationError as error:
                path, words = explained(str(error))
                name = path.partition(".")[0]
                inputs = [one for one in self.fields if one == name or one.startswith(f"{name}__")]
                self.add_error(inputs[0] if inputs else None, words)
        return data

    def read(self, data: dict[str, Any]) -> msgspec.Struct:
        """Return the Struct with what was typed; fields that the form does not ask keep their value.

        Raises msgspec.ValidationError for a value out of range.
        """
        values = msgspec.to_builtins(self.value)
        for field in self.asked:
            given = self.readers[field.name](data)
            if given is None or self._is_usual(field, given):
                values.pop(field.name, None)
            else:
                values[field.name] = _plain(self.rules, type(self.value), field, given)
        return msgspec.convert(values, type(self.value))

    def _is_usual(self, field: f.Field, given: Any) -> bool:
        """Whether a set-up says no more than the kit does, where it may: then it is left out, and follows the kit."""
        return self.usual.get(field.name, _NOTHING) == given

    def blocks(self) -> Iterable[Block]:
        """Yield what the page draws, in the order of the type."""
        for field in self.asked:
            default = getattr(self.default, field.name, None) if self.default is not None else None
            changed = self.default is not None and getattr(self.value, field.name) != default
            yield Block(
                field.name, say(field.label), say(field.help), _shown(self.rules, field, default, self.default),
                changed, self._inputs(field), isinstance(field, f.Flag), _heads(field),
            )  # fmt: skip

    def _inputs(self, field: f.Field) -> list[list[BoundField]]:
        names = [name for name in self.fields if name == field.name or name.startswith(f"{field.name}__")]
        if not isinstance(field, f.Rows):
            return [[self[name] for name in names]]
        width = len(field.fields)
        return [[self[name] for name in names[at : at + width]] for at in range(0, len(names), width)]


class _Repeated(Exception):
    """An ordered choice names one thing twice."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def option_form(rules: Game[Any], value: msgspec.Struct, data: Any = None, teams: tuple[Team, ...] = ()) -> StructForm:
    """Return the form of a session's options; what is chosen for each team is asked of `teams`."""
    default = rules.options_type()
    fields = _from_type(rules, value, default, teams)
    return StructForm(rules, value, fields, default, data)


def setup_form(
    rules: Game[Any], kit: Any, teams: tuple[Team, ...], options: Any, value: msgspec.Struct, data: Any = None
) -> StructForm:
    """Return the form of a session's set-up: the fields the game names, else those that its type gives."""
    fields = rules.setup_fields(kit, teams, options)
    if not fields:
        return StructForm(rules, value, _from_type(rules, value, None, teams), None, data)
    left_open = {one.name for one in msgspec.structs.fields(type(value)) if one.default is None}
    usual = {field.name: field.value for field in fields if field.name in left_open}
    fields = [_filled(rules, type(value), field, value) for field in fields]
    return StructForm(rules, value, fields, None, data, usual)


def term(rules: Game[Any], name: str, of: str = "") -> Words | str:
    """Return the words for a name of kit, options or set-up, or for a value `name` of the option `of`."""
    text = rules.terms.get(f"{of}.{name}", "") if of else ""
    text = text or rules.terms.get(name, "")
    return Words(text) if text else name.replace("_", " ")


def said(rules: Game[Any], name: str, value: Any) -> str:
    """Return a value of the option `name` in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value == "":
        return _("not set")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(said(rules, name, one) for one in value) or _("none")
    if isinstance(value, dict):
        return ", ".join(f"{say(term(rules, str(key), name))}: {said(rules, name, one)}" for key, one in value.items())
    if isinstance(value, msgspec.Struct):
        return said(rules, name, msgspec.to_builtins(value))
    return say(term(rules, str(value), name))


def help_of(rules: Game[Any], name: str) -> Words | str:
    """Return the line of help of an option."""
    text = rules.option_help.get(name, "")
    return Words(text) if text else ""


def options_told(rules: Game[Any], options: msgspec.Struct) -> Iterable[tuple[str, str, str, bool]]:
    """Yield each option in words: its name, its value, its line of help, whether it is not the usual one."""
    usual = rules.options_type()
    for name in options.__struct_fields__:
        value = getattr(options, name)
        words = say(term(rules, name)), said(rules, name, value), say(help_of(rules, name))
        yield *words, value != getattr(usual, name)


# ---- from a type to fields --------------------------------------------------------------------


def _from_type(
    rules: Game[Any], value: msgspec.Struct, default: msgspec.Struct | None, teams: tuple[Team, ...]
) -> list[f.Field]:
    info = inspect.type_info(type(value))
    assert isinstance(info, inspect.StructType)
    found = []
    for one in info.fields:
        now = getattr(value, one.name)
        usual = getattr(default, one.name, None)
        field = _field(rules, one.name, one.type, now, usual, teams)
        if field is not None:
            found.append(field)
    return found


def _field(
    rules: Game[Any], name: str, info: inspect.Type, now: Any, usual: Any, teams: tuple[Team, ...]
) -> f.Field | None:
    """Return the field for one type, or None for a type that no field can ask (it keeps its value)."""
    common: dict[str, Any] = {"name": name, "label": term(rules, name), "help": help_of(rules, name)}
    if isinstance(info, inspect.UnionType):
        kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        found = next((one for kind in kinds if (one := _field(rules, name, kind, now, usual, teams))), None)
        return msgspec.structs.replace(found, optional=True) if found and info.includes_none else found
    match info:
        case inspect.BoolType() if isinstance(now, bool | None):
            return f.Flag(value=bool(now), **common)
        case inspect.IntType() if isinstance(now, int | None):
            least = info.ge if info.ge is not None else None if info.gt is None else info.gt + 1
            most = info.le if info.le is not None else None if info.lt is None else info.lt - 1
            return f.Number(value=now, least=least, most=most, **common)
        case inspect.LiteralType() if now is None or now in info.values:
            return f.Choice(options=_options(rules, name, info.values, usual), value=now, **common)
        case inspect.StrType() if isinstance(now, str | None):
            return f.Text(value=now or "", optional=True, **common)
        case (
            inspect.ListType(item_type=inspect.LiteralType() as item)
            | inspect.VarTupleType(item_type=inspect.LiteralType() as item)
        ):
            keys = [f.Option(str(at), str(at)) for at in range(1, len(item.values) + 1)]
            of = f.Choice(name="", options=_options(rules, name, item.values, None), optional=True)
            return f.Each(keys=keys, of=of, value={str(at): one for at, one in enumerate(now or (), 1)}, **common)
        case inspect.DictType(key_type=inspect.StrType()) if teams:
            keys = [f.Option(team.id, team.name) for team in teams]
            if _is_list_of_text(info.value_type):  # names, parted by commas
                names = {team: ", ".join(listed) for team, listed in (now or {}).items()}
                return f.Each(keys=keys, of=f.Text(name="", optional=True), value=names, optional=True, **common)
            inner = _field(rules, "", info.value_type, None, None, ())
            if inner is not None and not isinstance(inner, f.Each):
                return f.Each(keys=keys, of=msgspec.structs.replace(inner, optional=True), value=now or {}, **common)
    return None


def _options(rules: Game[Any], name: str, values: Iterable[Any], usual: Any) -> list[f.Option]:
    def label(value: Any) -> Words | str:
        words = term(rules, str(value), name)
        return Words(DEFAULT, {"value": words}) if value == usual else words

    return [f.Option(value, label(value)) for value in values]


# ---- between fields and values ----------------------------------------------------------------


def _plain(rules: Game[Any], kind: type[msgspec.Struct], field: f.Field, given: Any) -> Any:
    """Return what was typed as the type wants it: an ordered choice as a list, rows as tuples."""
    if _is_ordered(field):
        places = [given.get(key.value) for key in field.keys]
        chosen = [one for one in places if one is not None]
        if len(set(map(key_of, chosen))) < len(chosen):
            raise _Repeated(field.name)
        return places if any(isinstance(one, inspect.NoneType) for one in _items(kind, field.name)) else chosen
    if isinstance(field, f.Each) and isinstance(field.of, f.Text) and _takes_names(kind, field.name):
        parts = {key: [one.strip() for one in text.split(",")] for key, text in given.items()}
        return {key: [one for one in listed if one] for key, listed in parts.items() if any(listed)}
    if isinstance(field, f.Rows) and _takes_tuples(kind, field.name):
        return [[row.get(inner.name) for inner in field.fields] for row in given]
    return given


def _filled(rules: Game[Any], kind: type[msgspec.Struct], field: f.Field, value: msgspec.Struct) -> f.Field:
    """Return the field with what the session has, where it has anything."""
    now = msgspec.to_builtins(getattr(value, field.name))
    default = next(one for one in msgspec.structs.fields(kind) if one.name == field.name)
    if now in (None, "", [], {}) or now == default.default:  # nothing was typed yet
        return field
    if isinstance(field, f.Rows) and _takes_tuples(kind, field.name):
        names = [inner.name for inner in field.fields]
        now = [dict(zip(names, row, strict=False)) for row in now]
    elif isinstance(field, f.Number) and not isinstance(now, int):
        return field
    elif isinstance(field, f.Each) and isinstance(now, list):
        now = {str(at): one for at, one in enumerate(now, 1) if one is not None}
    elif isinstance(field, f.Each) and not isinstance(now, dict):
        now = {key.value: now for key in field.keys}
    return msgspec.structs.replace(field, value=now)


def _is_ordered(field: f.Field) -> bool:
    if not isinstance(field, f.Each) or not isinstance(field.of, f.Choice):
        return False
    return all(key.value.isdecimal() for key in field.keys)


def _takes_tuples(kind: type[msgspec.Struct], name: str) -> bool:
    return any(isinstance(one, inspect.TupleType) for one in _items(kind, name))


def _takes_names(kind: type[msgspec.Struct], name: str) -> bool:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = next(field.type for field in info.fields if field.name == name)
    return isinstance(found, inspect.DictType) and _is_list_of_text(found.value_type)


def _is_list_of_text(info: inspect.Type) -> bool:
    return isinstance(info, inspect.ListType) and isinstance(info.item_type, inspect.StrType)


def _items(kind: type[msgspec.Struct], name: str) -> list[inspect.Type]:
    """Return the types that an item of the list in this field may have; none if it is no list."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found: list[inspect.Type] = []
    for one in _flat(next(field.type for field in info.fields if field.name == name)):
        if isinstance(one, (inspect.ListType, inspect.VarTupleType)):
            found += _flat(one.item_type)
    return found


def _flat(info: inspect.Type) -> tuple[inspect.Type, ...]:
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _shown(rules: Game[Any], field: f.Field, default: Any, defaults: msgspec.Struct | None) -> str:
    """Return what stands there by default in words; a choice marks it in its own list."""
    if defaults is None or isinstance(field, f.Choice):
        return ""
    return said(rules, field.name, default)


def _heads(field: f.Field) -> list[str] | None:
    return [say(inner.label) for inner in field.fields] if isinstance(field, f.Rows) else None
