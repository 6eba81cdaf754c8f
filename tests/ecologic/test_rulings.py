"""The trainer's rulings: what may stand by them, and what cannot be computed (common.md, overrule)."""

from __future__ import annotations

from typing import Any

import pytest

from games.ecologic.game import GAME
from games.engine.operations import Outcome, operate
from games.engine.refusal import Refusal
from games.engine.replay import Origin
from tests.ecologic.table import MINERAL, OIL, Game, tor


def overruled(game: Game, actor: str, action: str, **params: Any) -> Outcome:
    """Let a refused move stand."""
    origin = Origin(game.t.kit, game.t.options, game.t.teams, GAME.setup_type())
    asked = {"actor": actor, "action": action, "params": params, "reason": "так решил ведущий", "clause": "E-055"}
    return operate(GAME, origin, [], game.t, game.n + 1, "referee", "overrule", asked)


def test_a_bid_above_the_stock_leaves_the_profits_below_zero() -> None:
    game = Game(start_profits={"A": 5, "B": 25, "C": 25}).to_actions()
    outcome = overruled(game, "A", "auction_record", lot=OIL, winner="A", price=8, sector="S1")
    assert outcome.ruling is not None
    assert outcome.ruling.codes == ["E_BID_OVER_STOCK"]
    assert outcome.table.state.players["A"].profits == -3
    game.t = outcome.table
    assert GAME.board(game.t).rows[0].cells[0].value == -3
    game.t, _ = GAME.attempt(game.t, 9, "referee", "adjust", {"player": "B", "dP": 1, "reason": "другое"})
    assert game.t.state.players["B"].profits == 26
    with pytest.raises(Refusal) as refusal:
        GAME.attempt(game.t, 9, "referee", "adjust", {"player": "A", "dP": 1, "reason": "мало"})
    assert refusal.value.code == "E_BELOW_ZERO"


def test_another_may_open_by_ruling_and_the_turns_go_on() -> None:
    game = Game().to_actions()
    game.t = overruled(game, "B", "auction_record", lot=OIL, winner="B", price=1, sector="S1").table
    assert (game.seen["opened"], game.seen["to_open"]) == (["B"], "C")
    game.do("C", "skip")
    assert game.seen["to_open"] == "A"


def test_a_chip_on_a_foreign_sector_by_ruling() -> None:
    game = Game(start_chips=[["B", "oil", "S1"]]).to_actions()
    outcome = overruled(game, "A", "auction_record", lot=OIL, winner="A", price=2, sector="S1")
    assert GAME.summary(outcome.table)["board"] == {"S1": "B:oil:1+A:oil:1"}


def test_enviros_given_by_ruling() -> None:
    outcome = overruled(Game(), "A", "transfer", to="B", enviros=2)
    assert [outcome.table.state.players[team].enviros for team in "AB"] == [5, 9]


@pytest.mark.parametrize(
    ("action", "params", "cause"),
    [
        ("auction_open", {"lot": tor("hub"), "bid": 10}, "E_TOR_TAKEN"),
        ("eco_draw", {"card": "E1"}, "E_ECO_USED"),
        ("auction_open", {"lot": {"kind": "chip", "type": "gold"}, "bid": 1}, "E_LOT_UNKNOWN"),
        ("auction_record", {"lot": MINERAL, "winner": "A", "price": 1}, "E_SECTOR_REQUIRED"),
        ("auction_record", {"lot": MINERAL, "winner": "A", "price": 1, "sector": "S77"}, "E_SECTOR_UNKNOWN"),
        ("ecology_settle", {}, "E_PHASE"),
        ("place", {"sector": "S1"}, "E_NOTHING_TO_PLACE"),
    ],
)
def test_what_cannot_be_computed_cannot_be_overruled(action: str, params: dict[str, Any], cause: str) -> None:
    game = Game(start_tors=[["B", "hub", "S5"]], start_eco=[["B", "E1"]]).to_actions()
    with pytest.raises(Refusal) as refusal:
        overruled(game, "A", action, **params)
    assert refusal.value.code == "E_OVERRULE"
    assert refusal.value.figures["cause"] in (cause, "E_ALREADY_SETTLED")
