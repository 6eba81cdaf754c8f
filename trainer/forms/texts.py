"""Values of a state as people read and type them: names and words of the table in place of ids and codes.

Codes and ids are understood too. What has no short form is JSON.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from games.engine.game import Game
from games.engine.i18n import Words, gettext_noop, number
from games.engine.paths import plain
from trainer.forms.structs import term
from trainer.words import say

_NUMBER = re.compile(r"[+-]?\d{1,10}")
NOT_A_NUMBER = gettext_noop("A whole number is needed here.")
NOT_READ = gettext_noop("This cannot be read: “%(value)s”.")
#: between the keys of a mapping of mappings: «Альфа / Свет = 2»
INSIDE = " / "
#: codes of one field with their words
Known = Mapping[str, str]
NOTHING: Known = {}


class Unreadable(ValueError):
    """A typed text cannot be read as a value of its place."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.id)
        self.words = words

    @classmethod
    def text(cls, text: str) -> "Unreadable":
        """Return the problem of a text that is no value of its place."""
        return cls(Words(NOT_READ, {"value": text.strip()[:60]}))


class Texts:
    """The words of one table: `shown` writes a value, `read` understands what was typed.

    `known` are the codes that a field may hold, with their words, where they are a closed list.
    """

    def __init__(self, rules: Game[Any], t: Any) -> None:
        self.rules, self.t = rules, t
        self.names = _names(t)
        self.ids = {_folded(name): id for id, name in reversed(self.names.items())}
        for team in t.teams:
            self.ids.setdefault(_folded(team.letter or team.name[:1]), team.id)

    def word(self, name: str, of: str = "") -> str:
        """Return what a field, a team or a card is called; the word for a field `of` something comes first."""
        if f"{of}.{name}" not in self.rules.terms and name in self.names:
            return self.names[name]
        return say(term(self.rules, name, of))

    # ---- from values to text ---------------------------------------------------------------------

    def shown(self, value: Any, known: Known = NOTHING) -> str:
        """Return a value as it is typed."""
        if value is None or value in ("", [], {}):
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return number(value)
        if isinstance(value, str):
            return known.get(value) or self.names.get(value, value)
        if isinstance(value, list) and all(_is_plain(one) for one in value):
            return ", ".join(self.shown(one, known) for one in value)
        if isinstance(value, list) and all(_is_row(one) for one in value):
            return " + ".join(":".join(self._part(one, known) for one in row.values()) for row in value)
        if isinstance(value, dict) and all(_has_short_form(one) for one in value.values()):
            lines = [f"{self._part(key, known)} = {self.shown(one, known)}" for key, one in value.items()]
            return ("\n" if any(isinstance(one, list) for one in value.values()) else "; ").join(lines)
        if isinstance(value, dict) and all(_is_tree(one) for one in value.values()):
            return "\n".join(self._branches(value, known))
        return msgspec.json.encode(value).decode()

    def _branches(self, tree: dict[str, Any], known: Known) -> list[str]:
        """Return a mapping of mappings, a line for each of its values."""
        lines: list[str] = []
        for key, value in tree.items():
            name = self._part(key, known)
            if isinstance(value, dict) and value:
                lines += [f"{name}{INSIDE}{line}" for line in self._branches(value, known)]
            else:
                lines.append(f"{name} = {self.shown(value, known)}")
        return lines

    def _part(self, value: Any, known: Known) -> str:
        """Return a key, or a part of a short row: a code, a name, or a word of the game."""
        if isinstance(value, str) and value in known:
            return known[value]
        of_game = isinstance(value, str) and value in self.rules.terms and value not in self.names
        return say(Words(self.rules.terms[value])) if of_game else self.shown(value)

    # ---- from text to values ---------------------------------------------------------------------

    def read(self, text: str, info: inspect.Type, known: Known = NOTHING) -> Any:
        """Return what a typed text means where a value of this type stands. Raises Unreadable."""
        text = text.strip()
        kinds = flat(info)
        if not text and any(isinstance(one, inspect.NoneType) for one in kinds):
            return None
        failed: Unreadable | None = None
        for kind in kinds:
            try:
                return self._value(text, kind, known)
            except Unreadable as problem:
                failed = failed or problem
        raise failed or Unreadable.text(text)

    def _value(self, text: str, info: inspect.Type, known: Known) -> Any:
        match info:
            case inspect.BoolType():
                return text == "true"
            case inspect.IntType():
                return int(self._code(text, known)) if numbered(known) else whole(text)
            case inspect.StrType():
                return self._code(text, known) if known else self.ids.get(_folded(text), text)
            case inspect.LiteralType():
                code = self._code(text, known or {str(one): say(term(self.rules, str(one))) for one in info.values})
                return next((one for one in info.values if str(one) == code), code)
            case inspect.ListType() | inspect.VarTupleType():
                return self._list(text, info.item_type, known)
            case inspect.DictType():
                return self._mapping(text, info, known)
            case inspect.StructType() if not text.startswith("{"):
                return self._row(text, info, known)
        return _json(text)

    def _code(self, text: str, known: Known) -> str:
        """Return the one of the known codes that is meant. Raises Unreadable: it is none of them."""
        if text in known:
            return text
        wanted = _folded(text)
        for code, words in known.items():
            if _folded(words) == wanted:
                return code
        named = self.ids.get(wanted)
        if named is None or named not in known:
            raise Unreadable.text(text)
        return named

    def _list(self, text: str, item: inspect.Type, known: Known) -> list[Any]:
        if text.startswith("["):
            return list(_json(text))
        if isinstance(item, inspect.StructType):
            return [self._row(part, item, known) for part in text.split("+") if part.strip()]
        return [self.read(part, item, known) for part in self._parted(text, known)]

    def _parted(self, text: str, known: Known) -> list[str]:
        """Part a text at its commas, but for those that stand in a name: «Свет, звук, смета»."""
        names = {_folded(words) for words in known.values()} | self.ids.keys()
        parts = [part.strip() for part in re.split(r"[,;]", text)]
        found: list[str] = []
        while parts:
            several = (n for n in range(min(len(parts), 6), 1, -1) if _folded(", ".join(parts[:n])) in names)
            n = next(several, 1)
            found.append(", ".join(parts[:n]))
            parts = parts[n:]
        return [part for part in found if part]

    def _row(self, text: str, info: inspect.StructType, known: Known) -> dict[str, Any]:
        """Read a struct as `owner:type:level`; what is left out at the end keeps its default."""
        parts = [part.strip() for part in text.split(":")]
        if len(parts) > len(info.fields):
            raise Unreadable.text(text)
        return {
            one.encode_name: self._typed(part, one.type, known)
            for part, one in zip(parts, info.fields, strict=False)
        }  # fmt: skip

    def _typed(self, text: str, info: inspect.Type, known: Known) -> Any:
        return self._key(text, known) if isinstance(info, inspect.StrType) else self.read(text, info)

    def _key(self, text: str, known: Known) -> str:
        """Return the code, the id or the name whose words were typed: «нефть» is oil."""
        wanted = _folded(text)
        for code, words in known.items():
            if wanted in (_folded(code), _folded(words)):
                return code
        if wanted in self.ids:
            return self.ids[wanted]
        for name, words in self.rules.terms.items():
            if "." not in name and _folded(say(Words(words))) == wanted:
                return name
        return text

    def _mapping(self, text: str, info: inspect.DictType, known: Known) -> dict[str, Any]:
        if text.startswith("{"):
            return dict(_json(text))
        if isinstance(info.value_type, inspect.DictType):
            return self._tree(text, info, known)
        found = {}
        for line in re.split(r"[;\n]", text):
            if line.strip():
                key, value = _sides(line)
                found[self._key(key, known)] = self.read(value, info.value_type, known)
        return found

    def _tree(self, text: str, info: inspect.DictType, known: Known) -> dict[str, Any]:
        """Read a mapping of mappings; a line with fewer keys names one in which nothing lies."""
        found: dict[str, Any] = {}
        for line in text.splitlines():
            if not line.strip():
                continue
            left, value = _sides(line)
            place, kind = found, info
            *above, last = [self._key(key.strip(), known) for key in left.split(INSIDE)]
            for key in above:
                place = place.setdefault(key, {})
                if not isinstance(kind.value_type, inspect.DictType):
                    raise Unreadable.text(line)
                kind = kind.value_type
            if isinstance(kind.value_type, inspect.DictType):
                if value:
                    raise Unreadable.text(line)
                place.setdefault(last, {})
            else:
                place[last] = self.read(value, kind.value_type, known)
        return found


def whole(text: str) -> int:
    """Return a whole number as people type it. Raises Unreadable."""
    bare = re.sub(r"[\s\u00a0\u202f]", "", text).replace("−", "-").replace("–", "-")
    if not _NUMBER.fullmatch(bare):
        raise Unreadable(Words(NOT_A_NUMBER))
    return int(bare)


def numbered(known: Known) -> bool:
    """Whether the codes are numbers: then a number stands for a thing, else it counts."""
    return bool(known) and all(code.isdecimal() for code in known)


def flat(info: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the types that a value may have."""
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _folded(text: str) -> str:
    """Return a text as it is compared: neither its letters' size nor the width of its spaces counts."""
    return " ".join(text.split()).casefold()


def _sides(line: str) -> tuple[str, str]:
    key, sign, value = line.partition("=")
    if not sign:
        raise Unreadable.text(line)
    return key.strip(), value.strip()


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable.text(text) from None


def _names(t: Any) -> dict[str, str]:
    """Return the name of everything that has an id: teams, and what the kit names."""
    found: dict[str, str] = {}
    for table in plain(t.kit).values():
        if isinstance(table, dict):
            found |= {
                key: one["name"] for key, one in table.items()
                if isinstance(one, dict) and isinstance(one.get("name"), str) and one["name"]
            }  # fmt: skip
    return {**found, **t.names}


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int)) or value is None


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_is_plain(one) for one in value.values())


def _is_tree(value: Any) -> bool:
    return _is_plain(value) or (isinstance(value, dict) and all(_is_tree(one) for one in value.values()))


def _has_short_form(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_plain(one) for one in value) or all(_is_row(one) for one in value)
    return _is_plain(value)
