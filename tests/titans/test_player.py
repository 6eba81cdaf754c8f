"""The player that demos are made with: its games are worth a debrief (§ 8)."""

from __future__ import annotations

import json
from random import Random
from typing import Any, NoReturn

import pytest

from games.engine import bot
from games.engine.evidence import Findings
from games.engine.kit import write_kit
from games.titans.game import GAME
from tests.titans.playing import Play

SAMPLE: dict[str, Any] = json.loads(write_kit(GAME.sample()))


def never(t: Any, n: int) -> NoReturn:
    """No move is left to chance."""
    raise AssertionError(f"no wish in {t.state.phase}")


def played(seed: int, **options: Any) -> tuple[Findings, list[str]]:
    """Return what the debrief finds in a whole game of the player, and its actions."""
    random = Random(seed)
    s = Play("ABVG", "B", SAMPLE, (), (), **options)  # nothing laid open yet, as in the demo
    collector, t = GAME.collector(s.t), s.t
    actions: list[str] = []
    for t, step in bot.played(GAME, s.t, random, never):
        collector.see(step, t)
        actions.append(step.action)
        assert len(actions) < 1000
    assert GAME.finished(t)
    return collector.findings(t), actions


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_the_player_has_something_to_say_to_every_question(seed: int) -> None:
    found, actions = played(seed, record_promises=True)
    for action, least in (("fulfil", 8), ("reveal_bids", 4), ("reveal_pledges", 4), ("apply_effect", 8)):
        assert actions.count(action) >= least, action
    without_times = {question: pieces for question, pieces in found.answers.items() if question != "D11"}
    assert all(without_times.values())


def test_the_player_ends_a_game_with_all_three_extra_rules() -> None:
    _found, actions = played(3, second_totem=True, salary=True, long_game=True, target_score=8)
    assert "salary" in actions
    assert "buy_second_totem" in actions
