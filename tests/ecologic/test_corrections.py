"""What a correction by hand must leave in order (§ 2, amendment 4; common.md, adjust)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ecologic.table import Game, event, tor

CHIPS = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


# ---- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("initiator", "Z", "E_UNKNOWN"),
        ("initiator", "", "E_UNKNOWN"),
        ("unsettled", ["A", "Z"], "E_UNKNOWN"),
        ("to_open", "Z", "E_UNKNOWN"),
        ("opened", ["Z"], "E_UNKNOWN"),
        ("extra", {"Z": 1}, "E_UNKNOWN"),
        ("board.S2.0.owner", "Z", "E_UNKNOWN"),
        ("board.S2", "Z:mineral:1", "E_UNKNOWN"),
        ("players.A.tors", ["T9"], "E_UNKNOWN"),
        ("players.A.held", ["T9"], "E_UNKNOWN"),
        ("prices", {"gold": 1}, "E_UNKNOWN"),
        ("choices", [{"player": "Z", "option": "collapse", "right": False}], "E_UNKNOWN"),
        ("choices", [{"player": "A", "option": "fly", "right": False}], "E_UNKNOWN"),
        ("eco_offer", {"card": "E1", "drawer": "Z", "holder": "A"}, "E_UNKNOWN"),
        ("eco_offer", {"card": "E99", "drawer": "A", "holder": "A"}, "E_ECO_UNKNOWN"),
        ("players.A.eco", ["E99"], "E_ECO_UNKNOWN"),
        ("eco_discard", ["E99"], "E_ECO_UNKNOWN"),
        ("event", "V99", "E_EVENT_UNKNOWN"),
        ("events_played", ["V99"], "E_EVENT_UNKNOWN"),
        ("tors.hub", "S99", "E_SECTOR_UNKNOWN"),
    ],
)
def test_what_the_state_names_is_known(field: str, value: Any, code: str) -> None:
    """Common.md: E_UNKNOWN, or the file's own code; no later move could be computed with such a name."""
    game = Game(start_chips=CHIPS, start_tors=[["B", "hub", "S5"]]).to_actions()
    assert game.refused("referee", "adjust", field=field, value=value, reason="x") == code


def test_no_correction_of_the_kit_takes_away_what_lies_on_the_table() -> None:
    game = Game(start_chips=CHIPS, start_eco=[["A", "E1"]])
    assert game.refused("referee", "fix_kit", path="eco", value={}, reason="x") == "E_ECO_UNKNOWN"
    assert game.refused("referee", "fix_kit", path="sectors", value={}, reason="x") == "E_SECTOR_UNKNOWN"
    game.do("referee", "fix_kit", path="eco.E1.upkeep", value=1, reason="x")
    game.to_events()
    assert game.profits("A") == 25 + 1 - 1


# ---- markers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "enviros"), [({"value": 3}, 3), ({"by": 3}, 3), ({"value": 0}, 0)])
def test_a_number_set_on_minus_lifts_it(change: dict[str, int], enviros: int) -> None:
    """Amendment 4."""
    game = Game(start_enviros="minus")
    game.do("referee", "adjust", field="players.A.enviros", reason="x", **change)
    assert [game.enviros(team) for team in "AB"] == [enviros, "minus"]
    game.do("referee", "adjust", field="players.A.enviros", value="minus", reason="x")
    assert game.enviros("A") == "minus"


def test_enviros_given_by_a_counterpart_lift_minus() -> None:
    game = Game(start_enviros={"A": 7, "B": "minus", "C": 7})
    move = {"field": "players.A.enviros", "by": -2, "counterpart": "players.B.enviros"}
    game.do("referee", "adjust", reason="x", **move)
    assert [game.enviros(team) for team in "ABC"] == [5, 2, 7]


def test_null_is_nobody_and_no_event() -> None:
    """The state prints null for both."""
    game = Game().to_actions("V1")
    game.do("referee", "adjust", field="event", value=None, reason="x")
    assert (game.seen["event"], game.seen["start_prices"]) == (None, {"oil": 1, "mineral": 1})
    game.do("referee", "adjust", field="to_open", value=None, reason="x")
    assert game.seen["phase"] == "income"
    game.to_events()
    assert game.seen["events_played"] == []
    game.draw("V1")


def test_nobody_opens_while_an_auction_runs() -> None:
    """Its end finds the next who may; only then the phase could be over."""
    game = Game().to_actions()
    game.do("A", "auction_open", lot=tor("hub"), bid=10)
    game.do("referee", "adjust", field="to_open", value=None, reason="x")
    assert (game.seen["phase"], game.seen["to_open"]) == ("actions", None)
    for team in "BC":
        game.do(team, "pass")
    game.do("A", "place", sector="S5")
    assert game.seen["to_open"] == "B"


# ---- chips --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"field": "players.A.supply.oil", "by": 3},
        {"field": "players.A.supply", "value": {"oil": 10, "mineral": 10}},
        {"values": {"board.S8": None, "players.A.supply.mineral": 8}},
    ],
)
def test_no_chips_from_nowhere(change: dict[str, Any]) -> None:
    """§ 2: supply and chips on the board are the count of the kit."""
    game = Game(start_chips=CHIPS)
    assert game.refused("referee", "adjust", reason="x", **change) == "E_CONSERVATION"


@pytest.mark.parametrize(
    ("change", "board", "supply"),
    [
        ({"field": "board.S2.0.level", "value": 3}, {"S2": "A:mineral:3"}, {"A": 7}),
        ({"field": "board.S2.0.level", "by": 1}, {"S2": "A:mineral:2"}, {"A": 8}),
        ({"field": "board.S2.0.level", "value": 0}, {}, {"A": 10}),
        ({"field": "board.S2.0.owner", "value": "B"}, {"S2": "B:mineral:1"}, {"A": 10, "B": 9}),
        ({"field": "board", "value": {"S2": None, "S3": "B:mineral:2"}}, {"S3": "B:mineral:2"}, {"A": 10, "B": 8}),
        ({"field": "board", "value": {}}, {}, {"A": 10}),
        # typed together: what lies on the board has left the supply, whichever is named first
        ({"values": {"players.A.supply": {"oil": 10, "mineral": 7}, "board.S2": "A:mineral:3"}},
         {"S2": "A:mineral:3"}, {"A": 7}),
        ({"values": {"players.A.supply.mineral": 8, "board": {"S2": "A:mineral:2"}}}, {"S2": "A:mineral:2"}, {"A": 8}),
        ({"values": {"board": {"S2": "A:mineral:2"}, "round": 2}}, {"S2": "A:mineral:2"}, {"A": 8}),
    ],
)  # fmt: skip
def test_chips_on_the_board_come_from_the_supply(
    change: dict[str, Any], board: dict[str, str], supply: dict[str, int]
) -> None:
    game = Game(start_chips=CHIPS[:1])
    game.do("referee", "adjust", reason="x", **change)
    assert game.seen["board"] == board
    assert {team: game.state.players[team].supply["mineral"] for team in supply} == supply


def test_a_production_is_no_higher_than_its_chips_and_no_lower_than_the_ground() -> None:
    game = Game(start_chips=CHIPS)
    for change, code in (
        ({"value": 99}, "E_BELOW_ZERO"),
        ({"by": -2}, "E_BELOW_ZERO"),
        ({"value": "x"}, "E_BAD_NUMBER"),
    ):
        assert game.refused("referee", "adjust", field="board.S2.0.level", reason="x", **change) == code
    assert game.refused("referee", "adjust", field="board.S2.1.level", value=2, reason="x") == "E_UNKNOWN"
    assert game.refused("referee", "adjust", field="board.S2.0.owner", by=2, reason="x") == "E_BAD_NUMBER"


def test_a_counterpart_says_where_a_chip_comes_from() -> None:
    game = Game(start_chips=[*CHIPS, ["A", "mineral", "S7"]])
    move = {"field": "board.S2.0.level", "by": 1, "counterpart": "board.S7.0.level"}
    game.do("referee", "adjust", reason="x", **move)
    assert game.seen["board"] == {"S2": "A:mineral:2", "S4": "B:mineral:1", "S8": "C:oil:1"}
    game.do("referee", "adjust", field="players.A.supply.oil", by=1, counterpart="players.B.supply.oil", reason="x")
    assert [game.state.players[team].supply["oil"] for team in "AB"] == [11, 9]


# ---- no dead ends -------------------------------------------------------------------------------


def test_a_choice_that_a_correction_leaves_without_object_is_gone() -> None:
    game = Game(events={"X": event({"op": "enviros", "amount": -9}, scope="drawer")}, start_chips=CHIPS)
    game.draw("X")
    game.do("referee", "adjust", player="A", dP=1, reason="x")
    assert (game.seen["phase"], len(game.seen["choices"])) == ("events", 1)
    game.do("referee", "adjust", player="A", remove="S2", reason="x")
    assert (game.seen["phase"], "choices" in game.seen) == ("ecology", False)


def test_choices_taken_away_by_hand_end_the_phase() -> None:
    game = Game(events={"X": event({"op": "extra_opening"}, phase="actions")})
    game.to_actions("X")
    for team in "ABC":
        game.do(team, "skip")
    game.do("referee", "adjust", field="choices", value=[], reason="x")
    assert game.seen["phase"] == "income"


def test_a_phase_in_which_nobody_is_left_to_count_is_over() -> None:
    game = Game()
    game.draw()
    game.do("referee", "adjust", field="unsettled", value=["C"], reason="x")
    assert game.seen["phase"] == "ecology"
    game.do("referee", "adjust", field="unsettled", value=[], reason="x")
    assert game.seen["phase"] == "actions"
    game.to_income()
    game.do("referee", "adjust", values={"unsettled": [], "round": 3}, reason="x")
    assert (game.seen["phase"], game.seen["round"], game.seen["initiator"]) == ("events", 4, "B")


def test_a_phase_that_is_typed_stands() -> None:
    game = Game()
    game.draw()
    typed = {"phase": "ecology", "unsettled": []}
    game.do("referee", "adjust", values=typed, reason="x")
    assert game.seen["phase"] == "ecology"
    game.do("referee", "adjust", values={"phase": "actions", "to_open": "B"}, reason="x")
    assert (game.seen["phase"], game.seen["to_open"]) == ("actions", "B")
