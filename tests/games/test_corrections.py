"""Corrections that every game has (common.md): options as recorded games spell them, things that change their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.engine.conformance import play_record
from games.registry import game as find_game

FILE: Path = settings.BASE_DIR / "tests" / "conformance" / "ecologic.json"


def played(*asked: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the table of the recorded game answers to these entries of the referee."""
    record = json.loads(FILE.read_text(encoding="utf-8"))
    record["steps"] = [
        {"n": n, "actor": "referee", "action": action, "params": {"reason": "правка", **params}}
        for n, (action, params) in enumerate(asked, 1)
    ]
    return list(play_record(find_game("ecologic"), record))[1:]


def codes(lines: list[dict[str, Any]]) -> list[str]:
    return ["" if line["ok"] else line["refusal"].code for line in lines]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("sector_sharing", "on"),
        ("final", "by card"),
        ("exchange_lots", ["chip"]),
        ("phase_order", ["events", "actions", "ecology", "income"]),
        ("bid_recording", "full"),
    ],
)
def test_an_option_is_corrected_in_the_spelling_of_recorded_games(path: str, value: Any) -> None:
    assert codes(played(("fix_option", {"path": path, "value": value}))) == [""]


def test_an_unknown_option_or_value_is_refused() -> None:
    wrong = played(("fix_option", {"path": "sharing", "value": True}), ("fix_option", {"path": "final", "value": "x"}))
    assert codes(wrong) == ["E_UNKNOWN", "E_BAD_VALUE"]


def test_a_card_goes_from_one_team_to_another() -> None:
    take, give, nowhere = "players.A.eco", "players.B.eco", ["E1", "E2"]
    lines = played(
        ("adjust", {"field": take, "value": ["E1"]}),
        ("adjust", {"field": give, "value": ["E1"], "counterpart": take}),
        ("adjust", {"field": give, "value": nowhere, "counterpart": take}),
        ("adjust", {"field": give, "value": [], "counterpart": "eco_discard"}),
    )
    assert codes(lines) == ["", "", "E_CONSERVATION", ""]
    state = lines[-1]["state"]
    assert [state["players"][team]["eco"] for team in "AB"] == [[], []]
    assert state["eco_discard"] == ["E1"]
