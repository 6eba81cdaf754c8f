"""Which refusal comes first, and what a missing or malformed parameter is refused with (amendment 3, common.md)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from tests.ecologic.table import OIL, Game

WRONG_LOTS: list[Any] = ["oil", {"type": "oil"}, {"kind": "chip", "tpye": "oil"}, None]


@pytest.mark.clause("E-034", "E-035")
@pytest.mark.parametrize("lot", WRONG_LOTS)
@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("auction_open", {"bid": 1}),
        ("auction_record", {"winner": "A", "price": 1, "sector": "S1"}),
        ("auction_line", {"text": "А1"}),
    ],
)
def test_whose_opening_it_is_comes_before_a_lot_of_the_wrong_form(lot: Any, action: str, more: dict[str, Any]) -> None:
    game = Game().to_actions()
    assert game.refused("B", action, lot=lot, **more) == "E_NOT_YOUR_OPENING"
    assert game.refused("A", action, lot=lot, **more) == "E_LOT_UNKNOWN"
    game.do("A", "skip")
    assert game.refused("A", action, lot=lot, **more) == "E_ALREADY_OPENED"
    game.do("B", "eco_draw", card="E1")
    assert game.refused("C", action, lot=lot, **more) == "E_ECO_PENDING"


def test_a_sale_without_its_winner() -> None:
    """A missing parameter is E_MISSING, in its place in the order; a name that is no team E_UNKNOWN."""
    game = Game().to_actions()
    sale = {"lot": OIL, "price": 1, "sector": "S1"}
    assert game.refused("B", "auction_record", **sale) == "E_NOT_YOUR_OPENING"
    refusal = game.refusal("A", "auction_record", **sale)
    assert (refusal.code, refusal.field) == ("E_MISSING", "winner")
    assert "object" not in render(game.t.game.words(refusal))
    assert game.refused("A", "auction_record", winner="Z", **sale) == "E_UNKNOWN"
