"""Dotted paths into states, kits and options: `players.A.profits`, `eco.E1.start`, `score_rounding`."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from games.engine.refusal import Refusal

S = TypeVar("S")
_ABSENT = object()
#: most of a state is these already
_PLAIN = frozenset({str, int, bool, type(None)})
MOST_DIGITS = 18


def value_at(thing: Any, path: str, default: Any = _ABSENT) -> Any:
    """Return the plain value at `path`; `default`, if given, where a mapping has no such key.

    Raises Refusal(E_UNKNOWN) if there is no such place.
    """
    tree = plain(thing)
    *parents, last = path.split(".")
    for key in parents:
        tree = _step(tree, key, path)
    if default is not _ABSENT and isinstance(tree, dict):
        return tree.get(last, default)
    return _step(tree, last, path)


def with_value(thing: S, path: str, value: Any) -> S:
    """Return a copy of `thing` (a Struct) with another value at `path`; the last key of a mapping may be new.

    Raises Refusal: E_UNKNOWN for an unknown place, E_BAD_VALUE where the value does not fit its type.
    """
    tree = plain(thing)
    *parents, last = path.split(".")
    place = tree
    for key in parents:
        place = _step(place, key, path)
    if isinstance(place, list):
        _step(place, last, path)
        place[int(last)] = value
    elif isinstance(place, dict):
        place[last] = value
    else:
        raise Refusal("E_UNKNOWN", "field", value=path)
    try:
        return msgspec.convert(tree, type(thing))
    except msgspec.ValidationError as error:
        if "unknown field" in str(error):
            raise Refusal("E_UNKNOWN", "field", value=path) from None
        code = "E_BAD_NUMBER" if "Expected `int" in str(error) else "E_BAD_VALUE"
        raise Refusal(code, "value", value=str(value)[:60]) from None


def plain(thing: Any) -> Any:
    """Return `thing` as plain values; what has its default stands in its place too, unlike in a file."""
    if type(thing) in _PLAIN:
        return thing
    if isinstance(thing, msgspec.Struct):
        config = thing.__struct_config__
        values = [
            (encoded, getattr(thing, name))
            for encoded, name in zip(thing.__struct_encode_fields__, thing.__struct_fields__, strict=True)
        ]
        fields = {name: plain(value) for name, value in values if value is not msgspec.UNSET}
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        return [*tag.values(), *fields.values()] if config.array_like else {**tag, **fields}
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [plain(value) for value in thing]
    return msgspec.to_builtins(thing)


def natural(text: str) -> int | None:
    """Return the number that stands in a path, an address or a hidden field; None for anything else.

    What has more digits than any number here is none: Python raises ValueError for thousands of them.
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _step(tree: Any, key: str, path: str) -> Any:
    found: Any = _ABSENT
    if isinstance(tree, dict):
        found = tree.get(key, _ABSENT)
    elif isinstance(tree, list):
        at = natural(key)
        found = tree[at] if at is not None and at < len(tree) else _ABSENT
    if found is _ABSENT:
        raise Refusal("E_UNKNOWN", "field", value=path)
    return found
