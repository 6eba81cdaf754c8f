"""What may be recorded in any phase: gifts, the last cycle, corrections, the end by hand (E-056; A-39, A-41)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from tests.ecologic.table import OIL, Game, event, tor

CHIPS = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


@pytest.mark.clause("E-056")
@pytest.mark.parametrize("transfers", [True, False])
def test_enviros_are_never_given(transfers: bool) -> None:
    game = Game(options={"transfers": transfers})
    assert game.refused("A", "transfer", to="B", enviros=2) == "E_ENVIRO_TRANSFER"
    assert game.refused("A", "transfer", to="B", profits=1, enviros=-2) == "E_ENVIRO_TRANSFER"


def test_profits_may_be_given() -> None:
    """A-39."""
    game = Game()
    game.do("A", "transfer", to="B", profits=5)
    assert [game.profits(team) for team in "ABC"] == [20, 30, 25]
    assert game.posted(why="transfer", from_="A", to="B") == 5
    assert game.said() == "Альфа → Бета: profits, 5"
    assert game.refused("A", "transfer", to="B", profits=21) == "E_BELOW_ZERO"
    assert game.refused("A", "transfer", to="B", profits=0) == "E_BAD_NUMBER"
    assert game.refused("A", "transfer", to="B", profits=-3) == "E_BAD_NUMBER"
    assert game.refused("A", "transfer", to="A", profits=3) == "E_UNKNOWN"
    assert game.refused("A", "transfer", to="X", profits=3) == "E_UNKNOWN"
    assert game.refused("referee", "transfer", to="A", profits=3) == "E_UNKNOWN"


def test_gifts_off_by_option() -> None:
    assert Game(options={"transfers": "off"}).refused("A", "transfer", to="B", profits=5) == "E_TRANSFER_OFF"


def test_the_highest_bidder_keeps_what_he_bid() -> None:
    game = Game().to_actions()
    game.do("A", "auction_open", lot=OIL, bid=20)
    assert game.refused("A", "transfer", to="B", profits=6) == "E_HIGHEST_MUST_BUY"
    game.do("A", "transfer", to="B", profits=5)


# ---- the last cycle -----------------------------------------------------------------------------


def test_the_referee_names_the_last_cycle() -> None:
    """A-41."""
    game = Game()
    assert game.refused("referee", "final_call") == "E_REASON"
    assert game.refused("referee", "final_call", reason=" ") == "E_REASON"
    game.do("referee", "final_call", reason="время")
    assert game.seen["final"] is True
    assert game.refused("referee", "final_call", reason="ещё") == "E_ALREADY_FINAL"
    game.to_events()
    assert game.seen["phase"] == "finished"


def test_the_next_cycle_may_be_the_last() -> None:
    game = Game()
    game.do("referee", "final_call", reason="время", cycle="next")
    assert game.seen["final"] is False
    assert game.refused("referee", "final_call", reason="ещё") == "E_ALREADY_FINAL"
    game.to_events()
    assert (game.seen["phase"], game.seen["final"]) == ("events", True)
    game.to_events()
    assert game.seen["phase"] == "finished"


def test_the_card_makes_this_cycle_the_last_whatever_was_called() -> None:
    game = Game()
    game.do("referee", "final_call", reason="время", cycle="next")
    game.draw("V4")
    game.to_events()
    assert game.seen["phase"] == "finished"


def test_only_the_card_ends_the_game_by_option() -> None:
    game = Game(options={"final": "by card"})
    assert game.refused("referee", "final_call", reason="время") == "E_FINAL_BY_CARD"


# ---- corrections --------------------------------------------------------------------------------


def test_adjust_in_its_short_form() -> None:
    game = Game(start_chips=CHIPS)
    assert game.refused("referee", "adjust", player="A", dP=1, dE=0) == "E_REASON"
    assert game.refused("referee", "adjust", player="A", dP=1, dE=0, reason="") == "E_REASON"
    assert game.refused("referee", "adjust", player="X", dP=1, dE=0, reason="x") == "E_UNKNOWN"
    assert game.refused("referee", "adjust", player="A", dP=-26, dE=0, reason="x") == "E_BELOW_ZERO"
    assert game.refused("referee", "adjust", player="A", dP=0, dE=-8, reason="x") == "E_BELOW_ZERO"
    assert game.refused("referee", "adjust", player="A", dP="много", reason="x") == "E_BAD_NUMBER"
    game.do("referee", "adjust", player="A", dP=-3, dE=2, reason="пересчёт")
    assert (game.profits("A"), game.enviros("A")) == (22, 9)
    assert game.posted(why="adjust", what="profits", from_="A") == 3
    assert game.said() == "Correction, Альфа: profits −3, enviros +2. пересчёт"


def test_adjust_sets_and_clears_minus_and_takes_a_chip() -> None:
    """Amendment 4."""
    game = Game(start_chips=CHIPS)
    assert game.refused("referee", "adjust", player="A", remove="S4", reason="x") == "E_REMOVE_NOT_OWN"
    game.do("referee", "adjust", player="A", minus=True, remove="S2", reason="коллапс")
    assert (game.enviros("A"), "S2" in game.seen["board"]) == ("minus", False)
    assert game.state.players["A"].supply["mineral"] == 10
    game.do("referee", "adjust", player="A", minus=False, reason="ошибка")
    assert game.enviros("A") == 0
    game.do("referee", "adjust", player="A", minus=True, reason="обратно")
    game.do("referee", "adjust", player="A", dE=3, reason="нашлись")
    assert game.enviros("A") == 3


def test_adjust_is_linked_to_a_manual_event() -> None:
    """§ 4.1: the effect of a `manual` event is recorded by hand."""
    game = Game(events={"M": event({"op": "manual", "text": "Сосед получает 1"})})
    game.draw("M")
    assert game.seen["phase"] == "ecology"
    assert game.refused("referee", "adjust", player="B", dP=1, reason="x", event="V99") == "E_EVENT_UNKNOWN"
    game.do("referee", "adjust", player="B", dP=1, reason="сосед", event="M")
    assert game.posted(why="event", to="B", ref="M") == 1
    assert game.said() == "Event “Проба”, Бета: profits +1. сосед"


@pytest.mark.parametrize(
    ("field", "value", "seen"),
    [
        ("players.A.profits", 4, lambda seen: seen["players"]["A"]["profits"] == 4),
        ("players.A.enviros", "minus", lambda seen: seen["players"]["A"]["enviros"] == "minus"),
        ("players.A.eco", ["E4"], lambda seen: seen["players"]["A"]["eco"] == ["E4"]),
        ("board.S8", "C:oil:3", lambda seen: seen["board"]["S8"] == "C:oil:3"),
        ("board.S8", None, lambda seen: "S8" not in seen["board"]),
        ("board.S1", "B:oil:1", lambda seen: seen["board"]["S1"] == "B:oil:1"),
        ("board.S2.0.level", 2, lambda seen: seen["board"]["S2"] == "A:mineral:2"),
        ("round", 5, lambda seen: seen["round"] == 5),
        ("initiator", "C", lambda seen: seen["initiator"] == "C"),
        ("eco_discard", ["E2"], lambda seen: seen["eco_discard"] == ["E2"]),
        ("final", True, lambda seen: seen["final"] is True),
        ("events_played", ["V1"], lambda seen: seen["events_played"] == ["V1"]),
    ],
)
def test_adjust_any_field(field: str, value: Any, seen: Any) -> None:
    game = Game(start_chips=CHIPS)
    game.do("referee", "adjust", field=field, value=value, reason="поправка")
    assert seen(game.seen)


def test_a_tor_laid_and_taken_by_hand() -> None:
    game = Game()
    both = {"players.A.tors": ["hub"], "tors.hub": "S5"}
    game.do("referee", "adjust", values=both, reason="x")
    assert game.seen["tors"] == {"hub": "S5"}
    game.do("referee", "adjust", field="tors.hub", value=None, reason="x")
    assert game.seen["tors"] == {}


def test_chips_changed_by_hand_go_back_to_their_owners() -> None:
    game = Game(start_chips=CHIPS)
    game.do("referee", "adjust", field="board.S8", value="A:oil:2", reason="x")
    assert [game.state.players[team].supply["oil"] for team in "AC"] == [8, 10]


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"field": "players.A.profits", "by": -26}, "E_BELOW_ZERO"),
        ({"field": "players.X.profits", "value": 1}, "E_UNKNOWN"),
        ({"field": "players.X.enviros", "value": "minus"}, "E_UNKNOWN"),
        ({"field": "players.A.profits", "value": "много"}, "E_BAD_NUMBER"),
        ({"field": "board.S77", "value": "A:oil:1"}, "E_SECTOR_UNKNOWN"),
        ({"field": "board.S1", "value": "A:gold:1"}, "E_BAD_VALUE"),
        ({"field": "board.S1", "value": "A:oil:99"}, "E_BELOW_ZERO"),
        ({"field": "players.B.eco", "value": ["E1"]}, "E_CONSERVATION"),
        ({"field": "tors.hub", "value": "S5"}, "E_CONSERVATION"),
        ({}, "E_MISSING"),
    ],
)
def test_corrections_that_cannot_be(params: dict[str, Any], code: str) -> None:
    game = Game(start_chips=CHIPS, start_eco=[["A", "E1"]])
    assert game.refused("referee", "adjust", reason="x", **params) == code


def test_corrections_are_legal_after_the_end() -> None:
    game = Game()
    game.draw("V4")
    game.to_events()
    before = game.seen["final_score"]["A"]["total"]
    game.do("referee", "adjust", player="A", dP=0, dE=5, reason="недосчитали")
    assert game.seen["final_score"]["A"]["total"] > before


# ---- the end by hand ----------------------------------------------------------------------------


def test_stopping_calls_off_what_is_open() -> None:
    game = Game().to_actions()
    game.do("A", "eco_draw", card="E1")
    game.do("referee", "stop_game", reason="время")
    assert (game.seen["phase"], game.seen["stopped"], "eco_offer" in game.seen) == ("finished", True, False)
    assert game.t.in_deck("E1")


def test_stopping_pays_back_what_is_not_placed() -> None:
    game = Game().to_actions()
    game.do("A", "auction_open", lot=tor("hub"), bid=25)
    assert game.profits("A") == 0
    game.do("referee", "stop_game", reason="время")
    assert (game.profits("A"), game.seen["tors"]) == (25, {})
    assert game.posted(why="called_off", to="A") == 25
    assert game.refused("A", "skip") == "E_GAME_OVER"


def test_after_the_end_only_corrections_are_offered() -> None:
    game = Game()
    game.do("referee", "stop_game", reason="время")
    assert [offer.move for offer in game.t.game.candidates(game.t)] == ["adjust"]
    assert render(game.t.game.now(game.t).headline) == "The game is over: Альфа, Бета, Гамма"
