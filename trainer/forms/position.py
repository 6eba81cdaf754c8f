"""The whole position of any game as text that people read and type: every field of the state by its path.

Names stand in place of ids (teams, cards, sectors) and are read back; ids are understood too. What has no short form
(a running auction) is JSON.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from games.engine.game import Game
from games.engine.i18n import Words, gettext_noop, number
from games.engine.paths import plain
from trainer.forms.structs import term
from trainer.words import say

_NUMBER = re.compile(r"[+-]?\d{1,10}")
NOT_A_NUMBER = gettext_noop("A whole number is needed here.")
NOT_READ = gettext_noop("This cannot be read: “%(value)s”.")


class Unreadable(ValueError):
    """A typed text cannot be read as a value of its place."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.id)
        self.words = words


@dataclass
class Place:
    """One field of the state: its path, in words, what stands there as text, and what it is made of."""

    path: str
    label: str
    text: str
    value: Any
    info: inspect.Type
    #: allowed values with their words, where the type lists them
    choices: list[tuple[str, str]] = field(default_factory=list)
    #: why what was typed is not taken
    problem: str = ""

    @property
    def kind(self) -> str:
        """How it is asked: number, choice, long (several lines) or text."""
        if self.choices:
            return "choice"
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return "number"
        return "long" if len(self.text) > 24 or "\n" in self.text else "text"


@dataclass
class Section:
    """A part of the state: a table (its rows are teams, companies …), or single places."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[Place | None]]]


class Position:
    """The state of a table as places with their texts."""

    def __init__(self, rules: Game[Any], t: Any) -> None:
        self.rules, self.t = rules, t
        self.names = _names(rules, t)
        self.ids = {name.casefold(): id for id, name in reversed(self.names.items())}
        for team in t.teams:
            self.ids.setdefault((team.letter or team.name[:1]).casefold(), team.id)

    def sections(self) -> list[Section]:
        """Return all of the state: what each team has and each mapping of structs as a table, then single values."""
        info = inspect.type_info(self.rules.state_type)
        assert isinstance(info, inspect.StructType)
        tree = plain(self.t.state)
        single: list[tuple[str, list[Place | None]]] = []
        found: list[Section] = []
        of_teams: list[tuple[str, inspect.Type]] = []
        for one in info.fields:
            name, value = one.encode_name, tree[one.encode_name]
            inner = _struct_values(one.type)
            if inner is not None and isinstance(value, dict) and value:
                columns = [column.encode_name for column in inner.fields]
                kinds = {column.encode_name: column.type for column in inner.fields}
                rows = [(self._word(key), self._row_of(name, key, row, kinds)) for key, row in value.items()]
                found.append(Section(self._word(name, "state"), [self._word(c, name) for c in columns], rows))
            elif isinstance(one.type, inspect.DictType) and self._is_of_teams(value):
                of_teams.append((name, one.type.value_type))
            else:
                single.append(
                    (self._word(name, "state"), [self._place(name, value, one.type, self._word(name, "state"))])
                )
        if of_teams:
            found.insert(0, self._teams(tree, of_teams))
        return [*found, Section(_("The table"), [], single)]

    def _is_of_teams(self, value: Any) -> bool:
        """Tell whether a mapping has one number or word for each team."""
        ids = {team.id for team in self.t.teams}
        return (
            isinstance(value, dict)
            and value.keys() == ids
            and all(isinstance(one, (int, str)) for one in value.values())
        )

    def _teams(self, tree: dict[str, Any], columns: list[tuple[str, inspect.Type]]) -> Section:
        """Return the table of what each team has, in seat order: «Альфа: Пиары», …"""
        words = [self._word(name, "state") for name, _info in columns]
        rows: list[tuple[str, list[Place | None]]] = [
            (team.name, [
                self._place(f"{name}.{team.id}", tree[name][team.id], info, f"{team.name}: {word}")
                for (name, info), word in zip(columns, words, strict=True)
            ])
            for team in self.t.teams
        ]  # fmt: skip
        return Section(_("Teams"), words, rows)

    def places(self) -> list[Place]:
        """Return every field of the state, one after the other."""
        return [place for section in self.sections() for _title, row in section.rows for place in row if place]

    def _row_of(self, name: str, key: str, row: dict[str, Any], kinds: dict[str, inspect.Type]) -> list[Place | None]:
        """Return the places of one entry of a mapping of structs: «Альфа: профиты», …"""
        return [
            self._place(f"{name}.{key}.{column}", row[column], info, f"{self._word(key)}: {self._word(column, name)}")
            for column, info in kinds.items()
        ]

    def _place(self, path: str, value: Any, info: inspect.Type, label: str) -> Place:
        choices = []
        literal = next((one for one in _flat(info) if isinstance(one, inspect.LiteralType)), None)
        if isinstance(value, bool):
            choices = [("true", _("yes")), ("false", _("no"))]
        elif literal is not None:
            choices = [(str(one), say(term(self.rules, str(one)))) for one in literal.values]
        return Place(path, label, self.shown(value), value, info, choices)

    def _word(self, name: str, of: str = "") -> str:
        return self.names.get(name) or say(term(self.rules, name, of))

    # ---- from values to text ---------------------------------------------------------------------

    def shown(self, value: Any) -> str:
        """Return a value as it is typed."""
        if value is None or value in ("", [], {}):
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return number(value)
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list) and all(_is_plain(one) for one in value):
            return ", ".join(map(self.shown, value))
        if isinstance(value, list) and all(_is_row(one) for one in value):
            return " + ".join(":".join(map(self._row_part, one.values())) for one in value)
        if isinstance(value, dict) and all(_has_short_form(one) for one in value.values()):
            lines = [f"{self._row_part(key)} = {self.shown(one)}" for key, one in value.items()]
            return ("\n" if any(isinstance(one, list) for one in value.values()) else "; ").join(lines)
        return msgspec.json.encode(value).decode()

    def _row_part(self, value: Any) -> str:
        known = isinstance(value, str) and value in self.rules.terms and value not in self.names
        return say(Words(self.rules.terms[value])) if known else self.shown(value)

    # ---- from text to values ---------------------------------------------------------------------

    def read(self, place: Place, text: str) -> Any:
        """Return what a typed text means at a place. Raises Unreadable."""
        text = text.strip()
        kinds = _flat(place.info)
        if not text and any(isinstance(one, inspect.NoneType) for one in kinds):
            return None
        failed: Unreadable | None = None
        for info in kinds:
            try:
                return self._value(text, info)
            except Unreadable as problem:
                failed = failed or problem
        raise failed or Unreadable(Words(NOT_READ, {"value": text[:60]}))

    def _value(self, text: str, info: inspect.Type) -> Any:
        match info:
            case inspect.BoolType():
                return text == "true"
            case inspect.IntType():
                return whole(text)
            case inspect.StrType():
                return self.ids.get(text.casefold(), text)
            case inspect.LiteralType():
                if text in map(str, info.values):
                    return next(one for one in info.values if str(one) == text)
                return self._literal(text, info)
            case inspect.ListType() | inspect.VarTupleType():
                return self._list(text, info.item_type)
            case inspect.DictType():
                return self._mapping(text, info)
        return _json(text)

    def _literal(self, text: str, info: inspect.LiteralType) -> Any:
        for one in info.values:
            if say(term(self.rules, str(one))).casefold() == text.casefold():
                return one
        raise Unreadable(Words(NOT_READ, {"value": text[:60]}))

    def _list(self, text: str, item: inspect.Type) -> list[Any]:
        if text.startswith("["):
            return list(_json(text))
        if isinstance(item, inspect.StructType):
            return [self._row(part, item) for part in text.split("+") if part.strip()]
        return [self._value(part.strip(), item) for part in re.split(r"[,;]", text) if part.strip()]

    def _row(self, text: str, info: inspect.StructType) -> dict[str, Any]:
        """Read a struct as `owner:type:level`; what is left out at the end keeps its default."""
        parts = [part.strip() for part in text.split(":")]
        if len(parts) > len(info.fields):
            raise Unreadable(Words(NOT_READ, {"value": text.strip()[:60]}))
        return {
            one.encode_name: self._typed(part, one.type) for part, one in zip(parts, info.fields, strict=False)
        }  # fmt: skip

    def _typed(self, text: str, info: inspect.Type) -> Any:
        if isinstance(info, inspect.StrType):
            found = self.ids.get(text.casefold())
            return found or self._term(text)
        return self._value(text, info)

    def _term(self, text: str) -> str:
        """Return the name whose words were typed: «нефть» is oil."""
        for name, words in self.rules.terms.items():
            if "." not in name and say(Words(words)).casefold() == text.casefold():
                return name
        return text

    def _mapping(self, text: str, info: inspect.DictType) -> dict[str, Any]:
        if text.startswith("{"):
            return dict(_json(text))
        found = {}
        for line in re.split(r"[;\n]", text):
            if not line.strip():
                continue
            key, sign, value = line.partition("=")
            if not sign:
                raise Unreadable(Words(NOT_READ, {"value": line.strip()[:60]}))
            name = key.strip()
            found[self.ids.get(name.casefold()) or self._term(name)] = self._value(value.strip(), info.value_type)
        return found


def changed(position: Position, typed: dict[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that differ from the state by path, and the problems of what cannot be read.

    A mapping gives one value for each entry that changed, so that the game may move what lies there.
    """
    values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for place in position.places():
        text = typed.get(place.path)
        if text is None or " ".join(text.split()) == " ".join(place.text.split()):
            continue
        try:
            new = position.read(place, text)
        except Unreadable as problem:
            problems[place.path] = say(problem.words)
            continue
        if new != place.value:
            values |= dict(_split(place, new))
    return values, problems


def _split(place: Place, new: Any) -> Iterator[tuple[str, Any]]:
    old = place.value
    lists = (
        isinstance(old, dict)
        and isinstance(new, dict)
        and all(isinstance(one, list) for one in (*old.values(), *new.values()))
    )
    if not isinstance(new, dict) or not isinstance(old, dict) or (set(old) - set(new) and not lists):
        yield place.path, new
        return
    for key in {**old, **new}:
        if old.get(key) != new.get(key):
            yield f"{place.path}.{key}", new.get(key, [])


def whole(text: str) -> int:
    """Return a whole number as people type it. Raises Unreadable."""
    bare = re.sub(r"[\s\u00a0\u202f]", "", text).replace("−", "-").replace("–", "-")
    if not _NUMBER.fullmatch(bare):
        raise Unreadable(Words(NOT_A_NUMBER))
    return int(bare)


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable(Words(NOT_READ, {"value": text[:60]})) from None


def _names(rules: Game[Any], t: Any) -> dict[str, str]:
    """Return the name of everything that has an id: teams, and what the kit names."""
    found: dict[str, str] = {}
    for table in plain(t.kit).values():
        if isinstance(table, dict):
            found |= {
                key: one["name"] for key, one in table.items()
                if isinstance(one, dict) and isinstance(one.get("name"), str) and one["name"]
            }  # fmt: skip
    return {**found, **{team.id: team.name for team in t.teams}}


def _flat(info: inspect.Type) -> tuple[inspect.Type, ...]:
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _struct_values(info: inspect.Type) -> inspect.StructType | None:
    """Return the struct of a mapping of structs: it is shown as a table."""
    if isinstance(info, inspect.DictType) and isinstance(info.value_type, inspect.StructType):
        return info.value_type
    return None


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int)) or value is None


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_is_plain(one) for one in value.values())


def _has_short_form(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(one) for one in value) or all(_is_row(one) for one in value)
    return _is_plain(value)
