"""The whole position of any game: every field of the state as a place with its text, in tables where it has rows.

A field that holds one of a closed list is chosen; the code is sent, the words of the table are shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from msgspec import NODEFAULT, inspect

from games.engine.fields import Codes
from games.engine.game import Game
from games.engine.i18n import gettext_noop
from games.engine.paths import plain
from trainer.forms.structs import term
from trainer.forms.texts import NOTHING, Known, Texts, Unreadable, flat, numbered, whole
from trainer.words import say

__all__ = ["Place", "Position", "Section", "Unreadable", "whole"]

AS_KEPT = gettext_noop("As the program keeps it (JSON). In doubt leave it as it stands.")
#: a choice of nothing
NONE = ("", "—")
Row = list["Place | None"]
_WORDS = (inspect.LiteralType, inspect.StrType)


@dataclass
class Place:
    """One field of the state: its path, in words, what stands there as text, and what it is made of."""

    path: str
    label: str
    text: str
    value: Any
    info: inspect.Type
    #: allowed values with their words, where they are a closed list
    choices: list[tuple[str, str]] = field(default_factory=list)
    #: the codes that may stand in it, with their words
    known: Known = field(default_factory=dict)
    #: nothing may stand there
    open: bool = False
    #: something must be said there before the whole can be made
    required: bool = False
    #: what is said beside it
    hint: str = ""
    #: why what was typed is not taken
    problem: str = ""

    @property
    def kind(self) -> str:
        """How it is asked: number, choice, long (several lines) or text."""
        if self.choices:
            return "choice"
        if any(_is_int(one) for one in flat(self.info)):
            return "number"
        return "long" if len(self.text) > 24 or "\n" in self.text else "text"

    @property
    def said(self) -> str:
        """What stands there in words."""
        return next((words for code, words in self.choices if code == self.text), self.text)

    def offers(self, text: str) -> bool:
        """Whether a code, or its words, are in the list."""
        return any(text in one for one in self.choices)


@dataclass
class Section:
    """A part of the state: a table (its rows are teams, companies …), or single places."""

    title: str
    columns: list[str]
    rows: list[tuple[str, Row]]
    #: of a list and of what may be absent as a whole (a deal): its path and what stands there
    path: str = ""
    value: Any = None
    #: each row may be taken out, and the last one is empty, for one more
    listed: bool = False
    #: lists inside
    inner: list["Section"] = field(default_factory=list)
    #: it was ticked to be taken out; of a list: its rows that were
    gone: bool = False
    out: set[int] = field(default_factory=set)

    @property
    def absent(self) -> bool:
        """Whether it is not there: then its places are empty, and filled they make it."""
        return bool(self.path) and self.value is None

    @property
    def places(self) -> list[Place]:
        """Its own places, one after the other."""
        return [place for _title, row in self.rows for place in row if place]

    @property
    def begun(self) -> bool:
        """Whether something was typed in what is not there yet: then it stands open."""
        return any(place.text or place.problem for place in self.places) or any(one.begun for one in self.inner)


class Position:
    """The state of a table as places with their texts."""

    def __init__(self, rules: Game[Any], t: Any) -> None:
        self.rules, self.t = rules, t
        self.texts = Texts(rules, t)
        self.known = {path: _told(codes) for path, codes in rules.values(t).items()}

    def sections(self) -> list[Section]:
        """Return all of the state: what each team has, mappings and lists of structs as tables, then single values."""
        info = inspect.type_info(self.rules.state_type)
        assert isinstance(info, inspect.StructType)
        tree = plain(self.t.state)
        single: list[tuple[str, Row]] = []
        found: list[Section] = []
        apart: list[Section] = []
        of_teams: list[tuple[str, inspect.Type]] = []
        for one in info.fields:
            name = one.encode_name
            if name in self.rules.kept:
                continue
            value, title = tree[name], self._word(name, "state")
            inner, item, optional = _struct_values(one.type), _item(one.type), _optional(one.type)
            if inner is not None and isinstance(value, dict) and value:
                columns = [self._word(column.encode_name, name) for column in inner.fields]
                rows = [(self._key(key, name), self._row_of(f"{name}.{key}", row, inner, name, self._key(key, name)))
                        for key, row in value.items()]  # fmt: skip
                found.append(Section(title, columns, rows))
            elif item is not None:
                apart.append(self._list(name, value, item, title, name))
            elif optional is not None:
                apart.append(self._struct(name, value, optional, title))
            elif isinstance(one.type, inspect.DictType) and self._is_of_teams(value):
                of_teams.append((name, one.type.value_type))
            elif _is_slots(one.type) and name in self.known:
                single += self._slots(name, value, one.type, title)
            elif f"{name}.*" in self.known:
                single += self._entries(name, value, one.type, title)
            else:
                single.append((title, [self._place(name, value, one.type, title, name, _open(one))]))
        if of_teams:
            found.insert(0, self._teams(tree, of_teams))
        return [*found, Section(_("The table"), [], single), *apart]

    def places(self) -> list[Place]:
        """Return every field that is there, one after the other."""
        return [place for section in self.sections() if not section.absent for place in _filled(section)]

    def words(self) -> list[str]:
        """Return the names and words that may be typed, for a list of suggestions."""
        return sorted({*self.texts.names.values(), *(one for known in self.known.values() for one in known.values())})

    def option(self, name: str, value: Any, info: inspect.Type) -> Place:
        """Return the place of an option of the session."""
        return self._place(name, value, info, "", "")

    def read(self, place: Place, text: str) -> Any:
        """Return what a typed text means at a place. Raises Unreadable."""
        if place.open and not text.strip():
            return None if takes_none(place.info) else ""
        return self.texts.read(text, place.info, place.known)

    # ---- parts -----------------------------------------------------------------------------------

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
        rows: list[tuple[str, Row]] = [
            (team.name, [
                self._place(f"{name}.{team.id}", tree[name][team.id], info, f"{team.name}: {word}", name)
                for (name, info), word in zip(columns, words, strict=True)
            ])
            for team in self.t.teams
        ]  # fmt: skip
        return Section(_("Teams"), words, rows)

    def _slots(self, name: str, value: list[Any], info: inspect.Type, title: str) -> list[tuple[str, Row]]:
        """Return a place for each slot: what lies in it, or nothing."""
        assert isinstance(info, inspect.ListType)
        titles = [f"{title}, {at}" for at in range(1, len(value) + 1)]
        return [
            (words, [self._place(f"{name}.{at}", one, info.item_type, words, name, True)])
            for at, (words, one) in enumerate(zip(titles, value, strict=True))
        ]

    def _entries(self, name: str, value: dict[str, str], info: inspect.Type, title: str) -> list[tuple[str, Row]]:
        """Return a place for each entry of a mapping whose keys never change: who holds which investor."""
        assert isinstance(info, inspect.DictType)
        titles = {key: f"{title}: {self._key(key, name)}" for key in value}
        return [
            (titles[key], [self._place(f"{name}.{key}", one, info.value_type, titles[key], f"{name}.*")])
            for key, one in value.items()
        ]

    def _struct(self, path: str, value: dict[str, Any] | None, info: inspect.StructType, title: str) -> Section:
        """Return what is there or not as a whole: a row for each of its fields, its lists as tables inside."""
        rows: list[tuple[str, Row]] = []
        inner: list[Section] = []
        for one, name, label, now in self._fields(info, value, path):
            item = _item(one.type)
            if item is not None:
                inner.append(self._list(f"{path}.{name}", now, item, label, f"{path}.{name}"))
            else:
                place = self._place(
                    f"{path}.{name}", now, one.type, f"{title}: {label}", f"{path}.{name}", value is None or _open(one)
                )
                place.required = value is None and one.required
                rows.append((label, [place]))
        return Section(title, [], rows, path, value, inner=inner)

    def _list(
        self, path: str, value: list[Any] | None, info: inspect.StructType, title: str, at: str
    ) -> Section:  # fmt: skip
        """Return a list of structs as a table, with an empty row for one more."""
        columns = [label for _one, _name, label, _now in self._fields(info, None, at)]
        rows = [
            (str(n), self._row_of(f"{path}.{n - 1}", row, info, at, f"{title}, {n}"))
            for n, row in enumerate(value or [], 1)
        ]
        new = len(rows)
        rows.append((_("one more"), self._row_of(f"{path}.{new}", None, info, at, f"{title}, {new + 1}")))
        return Section(title, columns, rows, path, value or [], listed=True)

    def _row_of(self, path: str, row: dict[str, Any] | None, info: inspect.StructType, at: str, label: str) -> Row:
        """Return the places of one struct in a table: «Альфа: профиты», …; of an empty row without values."""
        found: Row = []
        for one, name, words, now in self._fields(info, row, at):
            place = self._place(
                f"{path}.{name}", now, one.type, f"{label}: {words}", f"{at}.{name}", row is None or _open(one)
            )
            place.required = row is None and one.required
            found.append(place)
        return found

    def _fields(
        self, info: inspect.StructType, value: dict[str, Any] | None, at: str
    ) -> Iterator[tuple[inspect.Field, str, str, Any]]:
        """Yield the fields of a struct, those of a struct in it among them: type, name, words, what stands there."""
        of = at.rpartition(".")[2]
        for one in info.fields:
            name = one.encode_name
            now = value[name] if value is not None else None
            if isinstance(one.type, inspect.StructType):
                inside = self._fields(one.type, now, f"{at}.{name}")
                yield from ((kind, f"{name}.{below}", words, held) for kind, below, words, held in inside)
            else:
                yield one, name, self._word(name, of), now

    def _place(self, path: str, value: Any, info: inspect.Type, label: str, at: str, empty: bool = False) -> Place:
        known = self.known.get(at, NOTHING)
        literal = next((one for one in flat(info) if isinstance(one, inspect.LiteralType)), None)
        if literal is not None and not known:
            of = at.rpartition(".")[2]
            known = {str(one): say(term(self.rules, str(one), of)) for one in literal.values}
        empty = empty or value is None or takes_none(info)
        text = self.texts.shown(value, known)
        choices: list[tuple[str, str]] = []
        if isinstance(value, bool) or isinstance(info, inspect.BoolType):
            choices = [("true", _("yes")), ("false", _("no"))]
        elif known and any(isinstance(one, _WORDS) or (_is_int(one) and numbered(known)) for one in flat(info)):
            text = "" if value is None else str(value)
            if text and text not in known:  # what stands there is no foreign value
                known = {**known, text: text}
            choices = [*known.items()]
        if choices and (empty or not text):
            choices.insert(0, NONE)
        hint = _(AS_KEPT) if text[:1] in ("{", "[") else ""
        return Place(path, label, text, value, info, choices, known, empty, hint=hint)

    def _word(self, name: str, of: str = "") -> str:
        return self.texts.word(name, of)

    def _key(self, key: str, of: str) -> str:
        """Return what a row of a mapping is called."""
        return self.known.get(of, NOTHING).get(key) or self._word(key)


def _told(codes: Codes) -> Known:
    """Return codes with their words; of words that stand for several codes, all but the first carry a number."""
    found: dict[str, str] = {}
    times: dict[str, int] = {}
    for code, label in codes.items():
        words = say(label)
        times[words] = times.get(words, 0) + 1
        found[code] = words if times[words] == 1 else f"{words} ({times[words]})"
    return found


def _filled(section: Section) -> Iterator[Place]:
    """Yield the places of a section and of its lists that are there: not those of the empty rows."""
    rows = section.rows[:-1] if section.listed else section.rows
    yield from (place for _title, row in rows for place in row if place)
    for one in section.inner:
        yield from _filled(one)


def _struct_values(info: inspect.Type) -> inspect.StructType | None:
    """Return the struct of a mapping of structs: it is shown as a table."""
    if isinstance(info, inspect.DictType) and isinstance(info.value_type, inspect.StructType):
        return info.value_type
    return None


def _item(info: inspect.Type) -> inspect.StructType | None:
    """Return the struct of a list of structs."""
    found = info.item_type if isinstance(info, inspect.ListType) else None
    return found if isinstance(found, inspect.StructType) and not found.array_like else None


def _optional(info: inspect.Type) -> inspect.StructType | None:
    """Return the struct that may be there or not."""
    kinds = [one for one in flat(info) if not isinstance(one, inspect.NoneType)]
    return kinds[0] if len(kinds) == 1 and isinstance(kinds[0], inspect.StructType) and takes_none(info) else None


def _is_slots(info: inspect.Type) -> bool:
    return isinstance(info, inspect.ListType) and takes_none(info.item_type)


def _is_int(info: inspect.Type) -> bool:
    return isinstance(info, inspect.IntType)


def takes_none(info: inspect.Type) -> bool:
    """Whether a value may be left out altogether."""
    return any(isinstance(one, inspect.NoneType) for one in flat(info))


def _open(one: inspect.Field) -> bool:
    """Whether a field may say nothing: that is its default."""
    return one.default is not NODEFAULT and one.default in ("", None)
