"""Set-up: who sits down, what lies on the table, what the options mean (A-42, § 7)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ecologic.game import GAME
from games.ecologic.options import OPTION_HELP, ORDERS, Options
from games.engine.refusal import Refusal
from games.engine.table import Team
from tests.ecologic.table import RECORD, Game


def refused(teams: list[Team] | None = None, **setup: Any) -> str:
    """The code with which a set-up is refused."""
    with pytest.raises(Refusal) as refusal:
        if teams is None:
            Game(**setup)
        else:
            GAME.start(GAME.sample(), Options(), teams, GAME.setup_type())
    return refusal.value.code


def test_two_to_four_teams() -> None:
    for count in (2, 3, 4):
        assert len(Game(teams=count).seen["players"]) == count
    names = [Team(id, id) for id in "ABCDE"]
    assert refused(names) == "E_SETUP_TEAMS"
    assert refused(names[:1]) == "E_SETUP_TEAMS"
    assert refused([names[0], names[0]]) == "E_SETUP_TEAMS"
    assert refused([Team("A", "Альфа", colour=2), Team("B", "Бета", colour=2)]) == "E_SETUP_COLOUR"


def test_the_kit_may_be_for_fewer() -> None:
    kit = msgspec.structs.replace(GAME.sample(), most=3)
    with pytest.raises(Refusal) as refusal:
        GAME.start(kit, Options(), [Team(id, id) for id in "ABCD"], GAME.setup_type())
    assert (refusal.value.code, refusal.value.figures) == ("E_SETUP_TEAMS", {"least": 2, "most": 3})


def test_what_is_left_out_is_as_in_the_kit() -> None:
    t = GAME.start(GAME.sample(), Options(), [Team("A", "Альфа"), Team("B", "Бета")], GAME.setup_type())
    own = t.state.players["B"]
    assert (own.profits, own.enviros, own.supply) == (15, 10, {"oil": 10, "mineral": 10})
    assert t.state.initiator == "A"


def test_start_values_of_each_team() -> None:
    game = Game(start_profits={"B": 3}, start_enviros={"C": "minus"}, chips_per_player={"oil": 4, "mineral": 7})
    assert [game.profits(team) for team in "ABC"] == [15, 3, 15]
    assert game.enviros("C") == "minus"
    assert game.state.players["A"].supply == {"oil": 4, "mineral": 7}


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"initiator": "X"}, "E_SETUP_INITIATOR"),
        ({"start_profits": {"X": 1}}, "E_SETUP_START"),
        ({"start_chips": [["X", "oil", "S1"]]}, "E_SETUP_CHIPS"),
        ({"start_chips": [["A", "oil", "S77"]]}, "E_SETUP_CHIPS"),
        ({"start_chips": [["A", "oil", "S4"]]}, "E_SETUP_CHIPS"),
        ({"start_chips": [["A", "oil", "S1"], ["B", "oil", "S1"]]}, "E_SETUP_CHIPS"),
        ({"start_chips": [["A", "oil", "S1"]] * 4}, "E_SETUP_CHIPS"),
        ({"start_chips": [["A", "oil", "S1"]], "chips_per_player": 0}, "E_SETUP_CHIPS"),
        ({"start_tors": [["A", "bank", "S1"]]}, "E_SETUP_TOR"),
        ({"start_tors": [["A", "hub", "S1"], ["B", "hub", "S2"]]}, "E_SETUP_TOR"),
        ({"start_tors": [["A", "hub", "S1"]], "start_chips": [["A", "oil", "S1"]]}, "E_SETUP_TOR"),
        ({"start_eco": [["A", "E77"]]}, "E_SETUP_ECO"),
        ({"start_eco": [["A", "E1"], ["B", "E1"]]}, "E_SETUP_ECO"),
    ],
)
def test_what_cannot_be_set_up(setup: dict[str, Any], code: str) -> None:
    assert refused(**setup) == code


def test_start_chips_of_the_kit() -> None:
    game = Game(kit={"start": {"profits": 5, "enviros": 5, "start_chips": [["A", "oil", "S1"]] * 2}}, start_chips=None)
    assert game.seen["board"] == {"S1": "A:oil:2"}


def test_options_as_recorded_games_spell_them() -> None:
    options = msgspec.convert(GAME.old_options(RECORD["options"]), Options)
    assert options == Options(score_source="formula", max_level=3, tor_start=10)
    spelled = {
        "phase_order": ["events", "actions", "ecology", "income"],
        "exchange_lots": ["chip", "eco", "tor"],
        "score_source": "table if present else formula",
        "transfers": "off",
        "final": "by card or referee",
        "chips_per_player": 7,
    }
    options = msgspec.convert(GAME.old_options(spelled), Options)
    assert ORDERS[options.phase_order] == ("events", "actions", "ecology", "income")
    assert (options.exchange_lots, options.score_source, options.transfers) == ("chip+eco+tor", "table", False)
    assert (options.final, options.chips) == ("card_or_referee", 7)


def test_chips_of_an_option() -> None:
    assert Game(options={"chips": {"oil": 2}}).state.players["A"].supply == {"oil": 2, "mineral": 0}


def test_both_conflicts_of_the_rulebook_are_explained() -> None:
    """§ 5.3 and A-01: the trainer sees why, with the figures."""
    assert all(part in OPTION_HELP["score_rounding"] for part in ("12.44", "12", "13"))
    assert all(part in OPTION_HELP["phase_order"] for part in ("Ecology", "previous phase", "2013"))
