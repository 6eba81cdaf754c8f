"""One value of a kit as a person types it."""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import inspect

from games.engine.game import Game
from games.engine.paths import natural
from trainer.forms.structs import term
from trainer.words import say

_NUMBER = re.compile(r"[+-]?\d{1,10}")


def text_of(value: Any) -> str:
    """Return the value as it stands in its field: lists are parted by commas, nothing is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(text_of(one) for one in value)
    return str(value)


def typed(text: str, now: Any) -> Iterator[Any]:
    """Yield what a typed text may mean, the likeliest first: `now` is the value it replaces."""
    text = " ".join(text.split())
    if isinstance(now, bool):
        yield text == "yes"
        return
    if isinstance(now, list):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        yield parts
        if all(_is_number(part) for part in parts):
            yield [_number(part) for part in parts]
        return
    if isinstance(now, str):
        yield text
    if _is_number(text):
        yield _number(text)
    if not text:
        yield None
    if not isinstance(now, str):
        yield text


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(_bare(text)))


def _number(text: str) -> int:
    return int(_bare(text))


def _bare(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]", "", text).replace("−", "-")


def choices_at(rules: Game[Any], path: str) -> list[tuple[str, str]]:
    """Return the values allowed at `path` of the kit with their words; empty where anything may be typed."""
    for one in types_at(rules, path):
        if isinstance(one, inspect.LiteralType):
            return [(str(value), say(term(rules, str(value))) if value else _("none")) for value in one.values]
    return []


def holds_entries(rules: Game[Any], path: str) -> str:
    """Return what is at `path` of the kit: `names` (a mapping that may grow), `list`, or nothing of the kind."""
    for one in types_at(rules, path):
        if isinstance(one, inspect.DictType) and isinstance(one.key_type, inspect.StrType):
            return "names"
        if isinstance(one, (inspect.ListType, inspect.VarTupleType)):
            return "list"
    return ""


def types_at(rules: Game[Any], path: str) -> tuple[inspect.Type, ...]:
    """Return the types that a value at `path` of the kit may have."""
    found: tuple[inspect.Type, ...] = (inspect.type_info(rules.kit_type),)
    for part in path.split(".") if path else ():
        found = tuple(inner for one in found for inner in _inside(one, part))
    return found


def _inside(info: inspect.Type, part: str) -> tuple[inspect.Type, ...]:
    inner: inspect.Type | None = None
    match info:
        case inspect.StructType():
            inner = next((field.type for field in info.fields if field.encode_name == part), None)
        case inspect.DictType():
            inner = info.value_type
        case inspect.ListType() | inspect.VarTupleType():
            inner = info.item_type
        case inspect.TupleType():
            at = natural(part)
            inner = info.item_types[at] if at is not None and at < len(info.item_types) else None
    if inner is None:
        return ()
    return inner.types if isinstance(inner, inspect.UnionType) else (inner,)
