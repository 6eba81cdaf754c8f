"""The end of the game and the score (E-070…E-079, § 5.3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.ecologic.score import exact_base, rounded
from tests.ecologic.table import Game

TABLES = json.loads((Path(__file__).parent / "score-tables.json").read_text(encoding="utf-8"))
SECTORS = {"oil": ["S1", "S6", "S8", "S5", "S9"], "mineral": ["S2", "S4", "S7"]}
TORS = ["exchange", "reserve", "academy", "hub"]


def ended(
    profits: int,
    enviros: int | str,
    chips: int = 0,
    cards: int = 0,
    tors: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """The final score of Альфа in a game that ends with these on the table."""
    setup: dict[str, Any] = {
        "start_profits": profits,
        "start_enviros": enviros,
        "start_chips": [["A", "oil", sector] for sector in SECTORS["oil"][:chips]],
        "start_eco": [["A", f"E{at + 1}"] for at in range(cards)],
        "start_tors": [["A", tor, sector] for tor, sector in zip(TORS[:tors], ["S3", "S7"], strict=False)],
    }
    game = Game(**setup, **more)
    game.do("referee", "stop_game", reason="итог")
    score: dict[str, Any] = game.seen["final_score"]["A"]
    return score


@pytest.mark.clause("E-072", "E-073", "E-074", "E-075", "E-076", "E-077")
@pytest.mark.parametrize(
    ("profits", "enviros", "chips", "cards", "tors", "exact", "bases", "totals"),
    [
        (9, 7, 0, 0, 0, 12.4444, (12, 13, 12), (12, 13, 12)),
        (7, 9, 0, 0, 0, 12.4444, (12, 13, 12), (12, 13, 12)),
        (9, 7, 4, 2, 1, 12.4444, (12, 13, 12), (20, 21, 20)),
        (0, 0, 0, 0, 0, 0, (0, 0, 0), (0, 0, 0)),
        (0, 7, 3, 1, 0, 0, (0, 0, 0), (4, 4, 4)),
        (7, 0, 3, 1, 0, 0, (0, 0, 0), (4, 4, 4)),
        (9, "minus", 2, 0, 1, 0, (0, 0, 0), (4, 4, 4)),
        (7, 7, 0, 0, 0, 14, (14, 14, 14), (14, 14, 14)),
        (1, 1, 0, 0, 0, 2, (2, 2, 2), (2, 2, 2)),
        (1, 2, 0, 0, 0, 1.5, (2, 2, 1), (2, 2, 1)),
        (7, 5, 0, 0, 0, 8.5714, (9, 9, 8), (9, 9, 8)),
        (5, 8, 0, 0, 0, 8.125, (8, 9, 8), (8, 9, 8)),
        (10, 12, 5, 3, 2, 18.3333, (18, 19, 18), (30, 31, 30)),
        (30, 1, 0, 0, 0, 1.0333, (1, 2, 1), (1, 2, 1)),
        (30, 30, 0, 0, 0, 60, (60, 60, 60), (60, 60, 60)),
        (18, 24, 0, 0, 0, 31.5, (32, 32, 31), (32, 32, 31)),
        (14, 1, 2, 0, 2, 1.0714, (1, 2, 1), (7, 8, 7)),
        (1, 4, 2, 1, 1, 1.25, (1, 2, 1), (6, 7, 6)),
        (2, 5, 0, 0, 0, 2.8, (3, 3, 2), (3, 3, 2)),
    ],
)
def test_score_vectors(
    profits: int,
    enviros: int | str,
    chips: int,
    cards: int,
    tors: int,
    exact: float,
    bases: tuple[int, int, int],
    totals: tuple[int, int, int],
) -> None:
    """§ 5.3, by nearest, up and down."""
    for rounding, base, total in zip(("nearest", "ceil", "floor"), bases, totals, strict=True):
        score = ended(profits, enviros, chips, cards, tors, options={"score_rounding": rounding})
        assert (score["exact"], score["base"], score["total"]) == (exact, base, total)
        assert (score["chips"], score["eco"], score["tor"]) == (chips, cards, 2 * tors)


@pytest.mark.clause("E-074")
@pytest.mark.parametrize("rounding", ["nearest", "ceil", "floor"])
def test_the_whole_table_by_the_formula(rounding: str) -> None:
    """31 × 31 cells of the rules file."""
    first, last = TABLES["range"]
    for profits in range(first, last + 1):
        row = [rounded(exact_base(profits, enviros), rounding) for enviros in range(first, last + 1)]
        assert row == TABLES[{"nearest": "nearest_half_up"}.get(rounding, rounding)][profits]


@pytest.mark.clause("E-074")
def test_a_surplus_lowers_the_score() -> None:
    """§ 5.3: 7 enviros and 7, 8, 9, 10, 14, 30 profits."""
    exact = [round(float(exact_base(profits, 7)), 1) for profits in (7, 8, 9, 10, 14, 30)]
    assert exact == [14, 13.1, 12.4, 11.9, 10.5, 8.6]


@pytest.mark.clause("E-072")
def test_the_printed_table_decides_where_it_says_something() -> None:
    """A-02, A-10; a cell that is not typed and a cell outside go by the formula."""
    kit = {"score_table": {"cells": [[0, 0, 0], [0, 2, 9], [0, None, 4]], "minus": [None, -1, -2]}}
    assert ended(1, 2, kit=kit)["base"] == 9
    assert ended(2, 1, kit=kit)["base"] == 2
    assert ended(9, 7, kit=kit)["base"] == 12
    assert ended(2, "minus", kit=kit)["base"] == -2
    assert ended(0, "minus", kit=kit)["base"] == 0
    assert ended(1, 2, kit=kit)["exact"] == 1.5
    assert ended(1, 2, kit=kit, options={"score_source": "formula"})["base"] == 2


@pytest.mark.clause("E-070", "E-071")
def test_after_the_final_report_all_phases_are_still_played() -> None:
    game = Game()
    game.draw("V4")
    assert (game.seen["final"], game.seen["phase"], "final_score" in game.seen) == (True, "ecology", False)
    game.to_income()
    assert "final_score" not in game.seen
    game.do("referee", "income_settle_rest")
    assert (game.seen["phase"], game.seen["round"]) == ("finished", 1)
    assert game.seen["final_score"]["A"]["total"] == 9
    assert game.refused("A", "event_draw", card="V5") == "E_GAME_OVER"
    assert game.refused("A", "transfer", to="B", profits=1) == "E_GAME_OVER"
    assert game.refused("A", "final_call", reason="x") == "E_GAME_OVER"


@pytest.mark.clause("E-076")
def test_discarded_cards_give_nothing() -> None:
    """A-43: cards held after the last Income phase count."""
    game = Game(start_profits=1, start_eco=[["A", "E1"], ["A", "E2"]])
    game.draw("V4")
    game.to_income()
    game.do("A", "income_settle", discard=["E1"])
    game.do("referee", "income_settle_rest")
    assert game.seen["final_score"]["A"]["eco"] == 1


@pytest.mark.clause("E-079")
def test_the_highest_total_wins() -> None:
    game = Game(start_profits={"A": 9, "B": 8, "C": 3}, start_enviros={"A": 7, "B": 8, "C": 3})
    places = {place.team: (place.rank, place.total) for place in game.t.game.standings(game.t)}
    assert places == {"A": (2, 12), "B": (1, 16), "C": (3, 6)}


@pytest.mark.parametrize(("rule", "ranks"), [("shared", [1, 1, 3]), ("exact_base", [2, 1, 3])])
def test_equal_totals(rule: str, ranks: list[int]) -> None:
    """A-40: (5, 8) is 8.125, (4, 4) is 8."""
    game = Game(
        options={"tie_break": rule},
        start_profits={"A": 4, "B": 5, "C": 1},
        start_enviros={"A": 4, "B": 8, "C": 1},
    )
    assert [place.rank for place in game.t.game.standings(game.t)] == ranks


def test_the_balance_is_shown_beside_the_score() -> None:
    assert ended(9, 7)["balance"] == 0.7778
