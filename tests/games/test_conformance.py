"""The recorded games agree in every step: state, refusals, payments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.conformance import play_record
from games.engine.i18n import render
from games.registry import SLUGS, game

FOLDER = Path(__file__).parents[1] / "conformance"
EMPTY: tuple[Any, ...] = (None, 0, "", False, [], {})
#: keyed by ids: nothing may be held beyond what is expected
HOLDINGS = {"board", "tors", "staff", "tenders_done", "shares", "plots", "enterprises", "credits", "insurance"}


def records() -> list[Path]:
    """The recorded games of all games there are."""
    paths = sorted(FOLDER.glob("*.json"))
    return [path for path in paths if json.loads(path.read_text(encoding="utf-8"))["game"] in SLUGS]


def differences(want: Any, got: Any, where: str = "") -> Iterator[str]:
    """Yield where the state does not agree with what is expected; keys nobody asked for are fine."""
    if want in EMPTY and got in EMPTY:
        return
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            yield from differences(value, got.get(key), f"{where}.{key}" if where else key)
        if HOLDINGS & set(where.split(".")[:2]):
            for key in got.keys() - want.keys():
                if got[key] not in EMPTY:
                    yield f"{where}.{key}: not expected, got {got[key]!r}"
    elif want != got:
        yield f"{where}: want {want!r}, got {got!r}"


def money(postings: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the payments alone, in no order."""
    paid = [one for one in postings if one.get("what", "money") == "money"]
    return sorted((str(one["from"]), str(one["to"]), one["amount"], str(one["why"])) for one in paid)


@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_a_recorded_game_agrees_in_every_step(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    rules = game(record["game"])
    played = {one["n"]: one for one in play_record(rules, record)}
    start = {"n": 0, "action": "setup", "expect": {"ok": True, "state": record.get("start") or {}}}
    for step in [start, *record["steps"]]:
        want, got = step["expect"], played[step["n"]]
        place = f"step {step['n']}, {step['action']}"
        assert (got["ok"], got.get("error")) == (want["ok"], want.get("error")), place
        if not want["ok"]:
            assert render(rules.words(got["refusal"])) != want["error"], f"{place}: no words"
            continue
        assert list(differences(want.get("state", {}), got["state"])) == [], place
        if "postings" in want:
            assert money(want["postings"]) == money(got["postings"]), place
