"""Dotted paths into states, kits and options; where a value of a kit comes from."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.engine.kit import Kit, has_samples, origin, read_kit, write_kit
from games.engine.paths import value_at, with_value
from games.engine.refusal import Refusal
from tests.engine.example_game import GAME, Options, StonesKit


class Inner(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A struct within."""

    size: int = 0
    names: list[str] = []


class Outer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A struct with a mapping and a list."""

    inner: dict[str, Inner] = {}
    row: list[int] = []
    word: str = ""


def thing() -> Outer:
    """A small tree."""
    return Outer({"a": Inner(3, ["x", "y"])}, [1, 2], "да")


@pytest.mark.parametrize(
    ("path", "value"),
    [("inner.a.size", 3), ("inner.a.names.1", "y"), ("row.0", 1), ("word", "да"), ("inner.a.names", ["x", "y"])],
)
def test_a_value_is_found(path: str, value: Any) -> None:
    assert value_at(thing(), path) == value


def test_what_has_its_default_stands_in_its_place_too() -> None:
    assert value_at(Outer({"a": Inner()}), "inner.a.size") == 0


@pytest.mark.parametrize("path", ["", "inner.b", "inner.a.weight", "row.2", "row.-1", "row.x", "word.0", "inner..size"])
def test_there_is_no_such_place(path: str) -> None:
    for look in (lambda: value_at(thing(), path), lambda: with_value(thing(), path + ".deeper", 1)):
        with pytest.raises(Refusal) as refusal:
            look()
        assert refusal.value.code == "E_UNKNOWN"


def test_a_mapping_may_lack_a_key() -> None:
    assert value_at(thing(), "inner.b", None) is None
    with pytest.raises(Refusal):
        value_at(thing(), "row.7", None)


def test_another_value_leaves_the_original_alone() -> None:
    before = thing()
    after = with_value(before, "inner.a.size", 5)
    assert (before.inner["a"].size, after.inner["a"].size) == (3, 5)
    assert with_value(before, "row.1", 9).row == [1, 9]
    assert with_value(before, "inner.b", {"size": 1}).inner["b"].size == 1


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("inner.a.size", "много", "E_BAD_NUMBER"),
        ("word", 5, "E_BAD_VALUE"),
        ("weight", 5, "E_UNKNOWN"),
        ("row.7", 5, "E_UNKNOWN"),
        ("word.x", 5, "E_UNKNOWN"),
    ],
)
def test_a_value_that_does_not_fit(path: str, value: Any, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        with_value(thing(), path, value)
    assert refusal.value.code == code


def test_options_are_changed_by_name() -> None:
    assert with_value(Options(), "most", 5).most == 5


# ---- kits ---------------------------------------------------------------------------------------


def test_the_nearest_source_above_a_value_counts() -> None:
    kit = Kit(game="x", id="y", sample=True, source={"eco.E1": "box", "eco.E1.upkeep": "text"})
    assert [origin(kit, path) for path in ("eco.E1.upkeep", "eco.E1.start", "eco.E2.start")] == [
        "text",
        "box",
        "sample",
    ]
    assert origin(Kit(game="x", id="y"), "eco.E1") == "box"


def test_the_badge_is_worn_where_anything_is_a_sample() -> None:
    assert has_samples(Kit(game="x", id="y", sample=True))
    assert has_samples(Kit(game="x", id="y", source={"a": "sample"}))
    assert not has_samples(Kit(game="x", id="y", source={"a": "text"}))


def test_a_kit_is_written_and_read() -> None:
    kit = StonesKit(game="stones", id="box", heap=12)
    assert read_kit(GAME, write_kit(kit)) == kit
    assert '"format":"kit/1"' in write_kit(kit)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        b"\xff",
        '{"format": "kit/1", "game": "market"}',
        '{"format": "kit/1", "game": "stones", "id": "x", "heap": 0}',
    ],
)
def test_a_kit_of_the_wrong_form(raw: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        read_kit(GAME, raw)
    assert refusal.value.code == "E_KIT"
