"""The recorded game, and the whole game of three turns that it begins (§ 8, column S)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.conformance import play_record
from games.titans.game import GAME
from tests.titans.whole_game import RECORDED, whole_game

EMPTY = (None, 0, "", False, [], {})


def differences(want: Any, got: Any, where: str = "") -> list[str]:
    """Return where a state does not agree; empty things compare equal."""
    if want in EMPTY and got in EMPTY:
        return []
    if isinstance(want, dict) and isinstance(got, dict):
        return [one for key in want for one in differences(want[key], got.get(key), f"{where}.{key}")]
    return [] if want == got else [f"{where}: want {want}, got {got}"]


def test_every_recorded_step_agrees() -> None:
    lines = {line["n"]: line for line in play_record(GAME, RECORDED)}
    assert differences(RECORDED["start"], lines[0]["state"]) == []
    for step in RECORDED["steps"]:
        want, got = step["expect"], lines[step["n"]]
        assert got["ok"] == want["ok"], step
        assert got.get("error") == want.get("error"), step
        assert differences(want.get("state", {}), got.get("state", {})) == [], step


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    lines: dict[int, Any] = {line["n"]: line for line in play_record(GAME, whole_game())}
    for step in whole_game()["steps"]:
        got = lines[step["n"]]
        assert got.get("error") == step["expect"].get("error"), (step["n"], step["action"], got.get("error"))
    end: dict[str, Any] = [line["state"] for line in lines.values() if line["ok"]][-1]
    return end


@pytest.mark.clause("T-029", "T-146", "T-148")
def test_the_game_is_over_in_the_third_turn(played: dict[str, Any]) -> None:
    assert (played["phase"], played["turn"], played["winner"]) == ("over", 3, ["A"])
    assert played["score"] == {"A": 8, "B": 4, "V": 3}
    # means of § 8, D6: 67.67, 39.67, 81.33 over three turns that ended with 65/47/80 and 70/34/81
    assert played["money"] == {"A": 203 - 135, "B": 119 - 81, "V": 244 - 161}
    assert played["bank"] + sum(played["money"].values()) == 220


@pytest.mark.clause("T-016", "T-155")
def test_totems_are_named_only_when_used(played: dict[str, Any]) -> None:
    assert played["totem"] == {"A": "held", "B": "held", "V": "used:TM3"}


def test_cubes_are_conserved(played: dict[str, Any]) -> None:
    hired = dict.fromkeys(played["market"], 0)
    for held in played["staff"].values():
        for staff in held.values():
            for colour, n in staff.items():
                hired[colour] += n
    total = {c: played["market"][c] + played["reserve"][c] + hired[c] for c in hired}
    assert total == {"creative": 5, "production": 4, "strategy": 4, "media": 6}
