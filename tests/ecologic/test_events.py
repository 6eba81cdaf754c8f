"""Drawing events, and what each effect of the vocabulary does (E-010…E-022, § 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from games.engine.refusal import Refusal
from tests.ecologic.table import MINERAL, OIL, Game, eco, event, tor

CHIPS = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


@pytest.mark.clause("E-010", "E-068")
def test_only_the_initiator_draws() -> None:
    game = Game()
    refusal = game.refusal("B", "event_draw", card="V5")
    assert (refusal.code, refusal.figures["name"]) == ("E_NOT_INITIATOR", "Альфа")
    assert game.refused("referee", "event_draw", card="V5") == "E_NOT_INITIATOR"
    game.to_events()
    assert game.seen["initiator"] == "B"
    assert game.refused("A", "event_draw", card="V5") == "E_NOT_INITIATOR"


@pytest.mark.clause("E-011", "E-013", "E-069")
def test_reminders_of_the_draw() -> None:
    game = Game()
    assert render(_now(game).hint) == "draws the top event and reads it aloud"
    game.draw("V5")
    assert game.noticed("N_READ_ALOUD") == [{"event": "Государственный грант"}]
    game.to_events()
    assert game.noticed("N_NEW_CYCLE") == [{"name": "Бета"}]


def _now(game: Game) -> Any:
    return game.t.game.now(game.t)


@pytest.mark.clause("E-012")
def test_one_event_a_cycle() -> None:
    game = Game()
    game.draw("V5")
    assert game.refused("A", "event_draw", card="V6") == "E_PHASE"


@pytest.mark.clause("E-012")
def test_while_a_choice_waits_the_event_is_drawn_already() -> None:
    game = Game(events={"G": event({"op": "gain_chip", "type": "oil"}, scope="drawer")})
    game.draw("G")
    assert game.seen["phase"] == "events"
    assert game.refused("A", "event_draw", card="V6") == "E_EVENT_ALREADY"


@pytest.mark.clause("E-022")
def test_a_played_event_is_not_drawn_again_and_an_unknown_one_never() -> None:
    game = Game()
    game.draw("V5")
    game.to_events()
    assert game.seen["events_played"] == ["V5"]
    assert game.refused("B", "event_draw", card="V5") == "E_EVENT_USED"
    assert game.refused("B", "event_draw", card="V77") == "E_EVENT_UNKNOWN"
    assert game.refused("B", "event_draw", card=7) == "E_EVENT_UNKNOWN"
    assert game.refused("B", "event_draw") == "E_EVENT_UNKNOWN"


def test_copies_of_an_event_may_be_drawn_as_often_as_there_are() -> None:
    game = Game(events={"W": event({"op": "profits", "amount": 1}, copies=2)})
    for _ in range(2):
        game.draw("W")
        game.to_events()
    assert game.refused("C", "event_draw", card="W") == "E_EVENT_USED"


@pytest.mark.clause("E-014")
def test_scope_all_or_drawer() -> None:
    game = Game()
    game.draw("V5")
    assert [game.profits(team) for team in "ABC"] == [28, 25, 25]
    game.to_events()
    game.draw("V6")
    assert [game.profits(team) for team in "ABC"] == [24, 21, 21]


@pytest.mark.clause("E-016", "E-020")
def test_an_event_waits_face_up_for_its_phase() -> None:
    game = Game(start_chips=CHIPS)
    assert game.seen["start_prices"] == {"oil": 2, "mineral": 3}
    game.draw("V1")
    assert game.seen["start_prices"] == {"oil": 2, "mineral": 3}
    assert _now(game).card is not None
    game.do("referee", "ecology_settle_rest")
    assert game.seen["start_prices"] == {"oil": 3, "mineral": 4}
    game.to_income()
    assert game.seen["start_prices"] == {"oil": 2, "mineral": 3}
    assert (game.seen["event"], _now(game).card) == ("V1", None)


@pytest.mark.clause("E-017")
def test_phases_follow_each_other() -> None:
    game = Game()
    seen = [game.seen["phase"]]
    game.draw()
    seen.append(game.seen["phase"])
    assert game.refused("A", "auction_open", lot=OIL, bid=1) == "E_PHASE"
    game.do("referee", "ecology_settle_rest")
    seen.append(game.seen["phase"])
    assert game.refused("A", "ecology_settle") == "E_PHASE"
    game.to_income()
    seen.append(game.seen["phase"])
    assert game.refused("A", "event_draw", card="V5") == "E_PHASE"
    assert seen == ["events", "ecology", "actions", "income"]


@pytest.mark.clause("E-017")
def test_the_order_of_2013_by_option() -> None:
    game = Game(options={"phase_order": ["events", "actions", "ecology", "income"]})
    game.draw()
    assert game.seen["phase"] == "actions"
    for _ in range(3):
        game.do(game.state.to_open, "skip")
    assert game.seen["phase"] == "ecology"
    game.do("referee", "ecology_settle_rest")
    assert game.seen["phase"] == "income"


# ---- effects at once ----------------------------------------------------------------------------


def test_profits_are_never_below_zero_and_the_shortage_is_told() -> None:
    """A-11."""
    game = Game(start_profits=3)
    game.draw("V6")
    assert game.profits("A") == 0
    assert {figures["amount"] for figures in game.noticed("N_SHORTAGE")} == {1}
    assert game.posted(why="event", from_="A") == 3


@pytest.mark.parametrize(
    ("of", "count"),
    [
        ("chips", 3),
        ("chips_oil", 1),
        ("chips_mineral", 2),
        ("productions", 2),
        ("level(2)", 1),
        ("tors", 1),
        ("eco", 2),
    ],
)
def test_per_counts_what_the_player_has(of: str, count: int) -> None:
    game = Game(
        events={"P": event({"op": "per", "of": of, "resource": "profits", "amount": 2}, scope="drawer")},
        start_chips=[["A", "mineral", "S2"], ["A", "mineral", "S2"], ["A", "oil", "S1"]],
        start_tors=[["A", "hub", "S9"]],
        start_eco=[["A", "E1"], ["A", "E5"]],
    )
    game.draw("P")
    assert game.profits("A") == 25 + 2 * count


@pytest.mark.parametrize("level", [{"level": 2}, {"n": 2}])
def test_per_a_level_given_apart(level: dict[str, int]) -> None:
    """§ 4.1 writes level(n)."""
    game = Game(
        events={"P": event({"op": "per", "of": "level", **level, "resource": "enviros", "amount": 1})},
        start_chips=[*CHIPS, CHIPS[0]],
    )
    game.draw("P")
    assert [game.enviros(team) for team in "AB"] == [8, 7]


def test_enviros_by_an_event_may_cause_a_collapse_that_asks_for_a_chip() -> None:
    """A-09, amendment 4."""
    game = Game(events={"F": event({"op": "enviros", "amount": -8})}, start_chips=CHIPS[:1])
    game.draw("F")
    assert [game.enviros(team) for team in "ABC"] == ["minus", "minus", "minus"]
    assert game.seen["phase"] == "events"
    assert [one["player"] for one in game.seen["choices"]] == ["A"]
    assert game.refused("A", "event_choice", player="A", option="decline") == "E_CHOICE_DUTY"
    for option in ("collapse", "remove_chip"):
        refusal = game.refusal("A", "event_choice", player="A", option=option)
        assert (refusal.code, refusal.figures["owed"], refusal.figures["have"]) == ("E_REMOVE_REQUIRED", 8, 7)
    assert game.refused("A", "event_choice", player="A", option="collapse", sector="S4") == "E_REMOVE_NOT_OWN"
    game.do("A", "event_choice", player="A", option="collapse", sector="S2")
    assert (game.seen["board"], game.seen["phase"]) == ({}, "ecology")
    assert game.state.players["A"].supply["mineral"] == 10


def test_collapse_only_in_ecology_by_option() -> None:
    game = Game(
        events={"F": event({"op": "enviros", "amount": -8})},
        options={"collapse_scope": "ecology"},
        start_chips=CHIPS,
    )
    game.draw("F")
    assert ([game.enviros(team) for team in "ABC"], game.seen["phase"]) == ([0, 0, 0], "ecology")


# ---- what has to be chosen ----------------------------------------------------------------------


@pytest.mark.clause("E-015")
def test_a_gained_chip_is_a_right() -> None:
    game = Game(events={"G": event({"op": "gain_chip", "type": "oil"}, scope="drawer")})
    assert game.refused("A", "event_choice", player="A", option="gain_chip", sector="S1") == "E_NO_CHOICE"
    game.draw("G")
    assert game.refused("B", "event_choice", player="B", option="gain_chip", sector="S1") == "E_NO_CHOICE"
    assert game.refused("A", "event_choice", player="A", option="gain_chip") == "E_SECTOR_REQUIRED"
    assert game.refused("A", "event_choice", player="A", option="gain_chip", sector="S2") == "E_SECTOR_RESOURCE"
    game.do("A", "event_choice", player="A", option="gain_chip", sector="S1")
    assert game.seen["board"] == {"S1": "A:oil:1"}
    assert game.seen["phase"] == "ecology"


@pytest.mark.clause("E-015")
def test_a_right_may_be_declined() -> None:
    game = Game(events={"G": event({"op": "gain_chip", "type": "any", "n": 2}, scope="drawer")})
    game.draw("G")
    assert game.refused("A", "event_choice", player="A", option="gain_chip", sector="S3") == "E_LOT_UNKNOWN"
    game.do("A", "event_choice", player="A", option="gain_chip", lot=MINERAL, sector="S3")
    game.do("A", "event_choice", player="A", option="decline")
    assert (game.seen["board"], game.seen["phase"]) == ({"S3": "A:mineral:1"}, "ecology")


def test_a_chip_taken_by_an_event_is_a_duty() -> None:
    game = Game(
        events={"R": event({"op": "remove_chip", "type": "mineral"}, phase="actions")},
        start_chips=[*CHIPS, ["A", "oil", "S1"]],
    )
    game.to_actions("R")
    assert [one["player"] for one in game.seen["choices"]] == ["A", "B"]
    assert game.refused("A", "skip") == "E_CHOICE_PENDING"
    assert game.refused("A", "event_choice", player="A", option="remove_chip") == "E_SECTOR_REQUIRED"
    assert game.refused("A", "event_choice", player="A", option="remove_chip", sector="S1") == "E_REMOVE_NOT_OWN"
    game.do("A", "event_choice", player="A", option="remove_chip", sector="S2")
    game.do("B", "event_choice", player="B", option="remove_chip", sector="S4")
    assert sorted(game.seen["board"]) == ["S1", "S8"]
    game.do("A", "skip")


def test_the_drawer_may_be_the_one_who_chooses() -> None:
    game = Game(events={"R": event({"op": "remove_chip", "chooser": "drawer"})}, start_chips=CHIPS)
    game.draw("R")
    game.do("A", "event_choice", player="A", option="remove_chip", sector="S2")
    game.do("A", "event_choice", player="A", option="remove_chip", sector="S4")
    game.do("C", "event_choice", player="C", option="remove_chip", sector="S8")
    assert (game.seen["board"], game.seen["phase"]) == ({}, "ecology")


def test_cards_given_and_taken_by_events() -> None:
    game = Game(
        events={"G": event({"op": "gain_eco"}, scope="drawer"), "D": event({"op": "discard_eco", "n": 5})},
        start_eco=[["B", "E1"]],
    )
    game.draw("G")
    assert game.refused("A", "event_choice", player="A", option="gain_eco") == "E_ECO_UNKNOWN"
    assert game.refused("A", "event_choice", player="A", option="gain_eco", card="E1") == "E_ECO_USED"
    game.do("A", "event_choice", player="A", option="gain_eco", card="E4")
    assert game.seen["players"]["A"]["eco"] == ["E4"]
    game.to_events()
    game.draw("D")
    assert game.refused("B", "event_choice", player="B", option="discard_eco", card="E4") == "E_UPKEEP_UNKNOWN_CARD"
    game.do("B", "event_choice", player="B", option="discard_eco", card="E1")
    game.do("A", "event_choice", player="A", option="discard_eco", card="E4")
    assert (game.seen["eco_discard"], game.seen["phase"]) == (["E1", "E4"], "ecology")


def test_an_opening_more_for_the_drawer() -> None:
    game = Game(events={"X": event({"op": "extra_opening", "n": 1}, phase="actions", scope="drawer")})
    game.to_actions("X")
    game.do("A", "event_choice", player="A", option="extra_opening")
    game.buy("A", OIL, "S1")
    assert game.seen["to_open"] == "A"
    game.do("A", "skip")
    assert game.seen["to_open"] == "B"


def test_an_opening_more_may_be_taken_after_the_others() -> None:
    game = Game(events={"X": event({"op": "extra_opening", "n": 1}, phase="actions", scope="drawer")})
    game.to_actions("X")
    for team in "ABC":
        game.do(team, "skip")
    assert game.seen["phase"] == "actions"
    game.do("A", "event_choice", player="A", option="extra_opening")
    assert game.seen["to_open"] == "A"
    game.buy("A", OIL, "S1")
    assert game.seen["phase"] == "income"


def test_a_right_left_alone_keeps_the_phase_open_until_declined() -> None:
    game = Game(events={"X": event({"op": "extra_opening"}, phase="actions", scope="drawer")})
    game.to_actions("X")
    for team in "ABC":
        game.do(team, "skip")
    game.do("A", "event_choice", player="A", option="decline")
    assert game.seen["phase"] == "income"


@pytest.mark.clause("E-014", "E-015")
def test_an_opening_and_a_purchase_are_rights_of_the_drawer_alone() -> None:
    """§ 4.1: also where the event acts on all; a gained chip is everybody's then."""
    ops = [{"op": "extra_opening"}, {"op": "buy_without_auction", "lot": "oil", "price": 1}, {"op": "gain_chip"}]
    game = Game(events={"X": event(*ops, phase="actions")})
    game.to_actions("X")
    asked = [(one["player"], one["option"]) for one in game.seen["choices"]]
    rights = [("A", "extra_opening"), ("A", "buy_without_auction")]
    assert asked == [*rights, ("A", "gain_chip"), ("B", "gain_chip"), ("C", "gain_chip")]
    assert game.refused("B", "event_choice", player="B", option="extra_opening") == "E_NO_CHOICE"


def test_buying_without_an_auction() -> None:
    game = Game(
        events={"X": event({"op": "buy_without_auction", "lot": "oil", "price": 2}, phase="actions", scope="drawer")}
    )
    game.to_actions("X")
    assert game.refused("A", "event_choice", player="A", option="buy_without_auction", lot=MINERAL, sector="S2") == (
        "E_LOT_UNKNOWN"
    )
    assert game.refused("A", "event_choice", player="A", option="buy_without_auction") == "E_SECTOR_REQUIRED"
    game.do("A", "event_choice", player="A", option="buy_without_auction", sector="S1")
    assert (game.profits("A"), game.seen["board"]) == (23, {"S1": "A:oil:1"})
    assert game.seen["to_open"] == "A"


@pytest.mark.parametrize(
    ("lot", "more", "paid"),
    [
        (tor("hub"), {"sector": "S5"}, 10),
        ({"kind": "eco"}, {"card": "E4"}, 8),
        (eco("E4"), {}, 8),
        (OIL, {"sector": "S1"}, 1),
    ],
)
def test_buying_anything_without_an_auction_costs_its_starting_price(lot: Any, more: Any, paid: int) -> None:
    game = Game(events={"X": event({"op": "buy_without_auction", "lot": "any"}, phase="actions", scope="drawer")})
    game.to_actions("X")
    game.do("A", "event_choice", player="A", option="buy_without_auction", lot=lot, **more)
    assert game.profits("A") == 25 - paid


def test_a_right_to_buy_needs_the_means_and_an_idle_table() -> None:
    game = Game(
        events={"X": event({"op": "buy_without_auction", "lot": "tor"}, phase="actions", scope="drawer")},
        start_profits={"A": 9, "B": 30, "C": 30},
        start_tors=[["B", "hub", "S5"]],
    )
    game.to_actions("X")
    choice = {"player": "A", "option": "buy_without_auction", "sector": "S1"}
    assert game.refused("A", "event_choice", **choice, lot=tor("academy")) == "E_CANNOT_AFFORD_START"
    assert game.refused("A", "event_choice", **choice, lot=tor("hub")) == "E_TOR_TAKEN"
    game.do("A", "auction_open", lot=OIL, bid=1)
    assert game.refused("A", "event_choice", **choice, lot=tor("academy")) == "E_AUCTION_RUNNING"


# ---- prices and prohibitions --------------------------------------------------------------------


def test_start_prices_added_and_multiplied_never_below_one() -> None:
    game = Game(
        events={
            "X": event(
                {"op": "start_price_add", "lot": "oil", "amount": -5},
                {"op": "start_price_mult", "lot": "tor", "factor": 1.5},
                {"op": "start_price_mult", "lot": "mineral", "factor": 0.5},
                phase="actions",
            )
        },
        start_chips=CHIPS,
    )
    game.to_actions("X")
    assert game.seen["start_prices"] == {"oil": 1, "mineral": 2}
    assert game.start("A", OIL) == 1
    assert game.start("A", MINERAL) == 2
    assert game.start("A", tor("hub")) == 15


@pytest.mark.clause("E-016")
def test_a_forbidden_auction() -> None:
    game = Game(start_chips=CHIPS)
    game.to_actions("V8")
    assert game.refused("A", "auction_open", lot=OIL, bid=2) == "E_FORBIDDEN_BY_EVENT"
    assert game.refused("A", "auction_record", lot=OIL, winner="A", price=2, sector="S1") == "E_FORBIDDEN_BY_EVENT"
    game.do("A", "auction_open", lot=MINERAL, bid=3)


def test_forbidden_cards_are_not_drawn_either() -> None:
    game = Game(events={"X": event({"op": "forbid_auction", "lot": "eco"}, phase="actions", scope="drawer")})
    game.to_actions("X")
    assert game.refused("A", "eco_draw", card="E1") == "E_FORBIDDEN_BY_EVENT"
    game.do("A", "skip")
    game.do("B", "eco_draw", card="E1")
    assert game.seen["eco_offer"]["holder"] == "B"


# ---- what the kit does not know -----------------------------------------------------------------


@pytest.mark.clause("E-021")
def test_a_card_typed_at_the_table_joins_the_kit() -> None:
    game = Game()
    game.do(
        "A",
        "event_draw",
        card={"name": "Наводнение", "phase": "events", "ops": [{"op": "profits", "amount": -2, "sign": "-"}]},
    )
    assert [game.profits(team) for team in "ABC"] == [23, 23, 23]
    added = game.t.kit.events[game.seen["event"]]
    assert (added.name, added.copies) == ("Наводнение", 1)
    game.to_events()
    assert game.refused("B", "event_draw", card=game.seen["events_played"][0]) == "E_EVENT_USED"


def test_a_card_typed_without_effects_is_done_by_hand() -> None:
    game = Game()
    game.do("A", "event_draw", card={"name": "Ярмарка", "phase": "income", "text": "Обменяйтесь"})
    card = _now(game).card
    assert card is not None
    assert "Обменяйтесь" in render(card[1])
    adjust = game.offered("adjust")[0]
    assert adjust.fixed == {"event": game.seen["event"]}
    game.do("referee", "adjust", player="A", dP=3, dE=0, reason="ярмарка", **adjust.fixed)
    assert game.posted(why="event", to="A", ref=game.seen["event"]) == 3


def test_an_event_of_the_wrong_form_is_refused() -> None:
    game = Game()
    for card in ({"name": "Х", "phase": "нет"}, {"phase": "events"}, ["V1"], {"name": "Х", "ops": [{"op": "fly"}]}):
        assert game.refused("A", "event_draw", card=card) == "E_EVENT_UNKNOWN"


def test_overruling_lets_another_draw() -> None:
    """A trainer's ruling lets a refused move stand where its effect can be computed."""
    game = Game()
    t, step = game.t.game.attempt(game.t, 1, "B", "event_draw", {"card": "V5"}, frozenset({"E_NOT_INITIATOR"}))
    assert (t.state.event, step.ruled) == ("V5", ["E_NOT_INITIATOR"])
    with pytest.raises(Refusal) as unknown:
        game.t.game.attempt(game.t, 1, "A", "event_draw", {"card": "V77"}, frozenset({"E_EVENT_UNKNOWN"}))
    assert unknown.value.code == "E_EVENT_UNKNOWN"
