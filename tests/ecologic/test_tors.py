"""The four ТОР in every mode (E-001…E-009, E-046, E-047; A-19…A-24)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ecologic.table import MINERAL, OIL, Game, eco, event, tor

CHIPS = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


def with_exchange(**more: Any) -> Game:
    """A table at which Альфа has Биржа, and the first opening is hers."""
    return Game(start_tors=[["A", "exchange", "S9"]], start_chips=CHIPS, **more).to_actions()


# ---- Биржа --------------------------------------------------------------------------------------


@pytest.mark.clause("E-002", "E-078")
def test_exchange_halves_the_start_for_its_owner_rounded_up() -> None:
    game = with_exchange()
    assert game.start("A", tor("hub")) == 5
    assert game.start("A", MINERAL) == 2
    game.do("A", "auction_open", lot=MINERAL, bid=2)
    assert (game.seen["auction"]["start"], game.seen["auction"]["normal"]) == (2, 3)


@pytest.mark.clause("E-003")
def test_exchange_gives_nothing_when_another_opens() -> None:
    game = with_exchange()
    game.do("A", "skip")
    assert game.refused("B", "auction_open", lot=MINERAL, bid=2) == "E_BID_BELOW_START"
    game.do("B", "auction_open", lot=MINERAL, bid=3)


@pytest.mark.clause("E-004")
def test_exchange_acts_in_the_actions_phase_only() -> None:
    """Neither upkeep nor income changes for its owner."""
    game = Game(start_tors=[["A", "exchange", "S9"]], start_chips=CHIPS, start_eco=[["A", "E1"]])
    game.to_income()
    game.do("A", "income_settle")
    assert game.profits("A") == 25 + 1 - 2


@pytest.mark.parametrize(("lot", "half"), [(tor("hub"), False), (MINERAL, True)])
def test_exchange_for_chips_only_by_option(lot: dict[str, Any], half: bool) -> None:
    game = with_exchange(options={"exchange_lots": ["chip"]})
    assert game.start("A", lot) == (2 if half else 10)


def test_exchange_halves_cards_too() -> None:
    game = with_exchange()
    game.do("A", "eco_draw", card="E2")
    assert game.start("A", eco("E2")) == 5


@pytest.mark.parametrize(("mode", "winner", "paid"), [("pay_half", "A", 4), ("pay_half", "B", 7), ("half_all", "B", 4)])
def test_exchange_may_halve_what_is_paid(mode: str, winner: str, paid: int) -> None:
    """A-19 (b) and (c), A-20: the start stays whole, the bid is within the stock, half of it is paid."""
    game = with_exchange(options={"exchange_mode": mode})
    assert game.start("A", MINERAL) == 3
    game.buy(winner, MINERAL, "S2" if winner == "A" else "S4", price=7)
    assert game.profits(winner) == 25 - paid
    poor = with_exchange(options={"exchange_mode": mode}, start_profits=12)
    assert (
        poor.refused("A", "auction_record", lot=tor("hub"), winner=winner, price=13, sector="S1") == "E_BID_OVER_STOCK"
    )


# ---- Заповедник and Транспортный узел -----------------------------------------------------------


@pytest.mark.clause("E-005", "E-006")
def test_reserve_gives_one_enviro_to_each_neighbouring_sector_whoevers_it_is() -> None:
    game = Game(start_tors=[["C", "reserve", "S5"]], start_chips=[*CHIPS, ["A", "oil", "S1"], ["A", "mineral", "S2"]])
    game.draw()
    game.do("A", "ecology_settle")
    game.do("B", "ecology_settle")
    assert game.posted(why="reserve", to="B", ref="S4") == 1
    game.do("C", "ecology_settle")
    # A: 3 chips, S2 (level 2) next to it; B: S4; C: S8
    assert [game.enviros(team) for team in "ABC"] == [7 - 3 + 1, 7, 7]


@pytest.mark.clause("E-008", "E-009", "E-061")
def test_hub_gives_one_profit_to_each_neighbouring_sector_whoevers_it_is() -> None:
    game = Game(start_tors=[["B", "hub", "S5"]], start_chips=[*CHIPS, ["A", "mineral", "S2"]])
    game.to_income()
    game.do("A", "income_settle")
    assert (game.profits("A"), game.posted(why="hub", to="A", ref="S2")) == (25 + 2 + 1, 1)
    game.do("B", "income_settle")
    assert game.profits("B") == 25 + 1 + 1


@pytest.mark.parametrize(("per", "enviros", "profits"), [("sector", 7 - 2 + 1, 25 + 2 + 1), ("chip", 7, 25 + 2 + 2)])
def test_per_sector_or_per_chip(per: str, enviros: int, profits: int) -> None:
    """A-22."""
    game = Game(
        options={"reserve_hub_per": per},
        start_tors=[["A", "reserve", "S1"], ["A", "hub", "S5"]],
        start_chips=[["A", "mineral", "S2"], ["A", "mineral", "S2"]],
    )
    game.to_income()
    game.do("A", "income_settle")
    assert (game.enviros("A"), game.profits("A")) == (enviros, profits)


@pytest.mark.parametrize(("per", "enviros", "profits"), [("sector", 7 - 3 + 1, 25 + 4 + 1), ("chip", 7, 25 + 4 + 3)])
def test_a_shared_sector_counts_once_for_each_owner(per: str, enviros: int, profits: int) -> None:
    """A-22 with A-25, A-26: both types of one owner in a sector are one sector of his."""
    game = Game(
        options={"reserve_hub_per": per, "sector_sharing": True},
        start_tors=[["B", "reserve", "S2"], ["B", "hub", "S8"]],
        start_chips=[["A", "mineral", "S5"], ["A", "oil", "S5"], ["A", "oil", "S5"], ["C", "oil", "S5"]],
    )
    game.to_income()
    game.do("A", "income_settle")
    game.do("C", "income_settle")
    assert [(game.enviros(team), game.profits(team)) for team in "AC"] == [(enviros, profits), (7, 25 + 1 + 1)]


def test_empty_neighbours_give_nothing() -> None:
    """A-23."""
    game = Game(start_tors=[["A", "reserve", "S1"], ["A", "hub", "S5"]])
    game.to_income()
    game.do("A", "income_settle")
    assert (game.enviros("A"), game.profits("A")) == (7, 25)


# ---- Академия -----------------------------------------------------------------------------------

WITH_ACADEMY = {"start_tors": [["A", "academy", "S3"]]}


@pytest.mark.clause("E-007")
def test_academy_blocks_losses_of_enviros() -> None:
    game = Game(start_chips=CHIPS, **WITH_ACADEMY)
    game.draw("V2")
    game.do("A", "ecology_settle")
    assert game.enviros("A") == 6
    assert game.noticed("N_ACADEMY_ENVIROS") == [{"name": "Альфа", "team": "A", "event": "Лесные пожары", "amount": 5}]
    game.do("B", "ecology_settle")
    assert game.enviros("B") == 1


@pytest.mark.clause("E-007")
def test_academy_blocks_losses_of_profits() -> None:
    game = Game(**WITH_ACADEMY)
    game.draw("V6")
    assert [game.profits(team) for team in "ABC"] == [25, 21, 21]
    assert game.noticed("N_ACADEMY_PROFITS")[0]["amount"] == 4


@pytest.mark.clause("E-007")
def test_academy_blocks_halved_income() -> None:
    game = Game(
        start_chips=[["A", "oil", "S1"], ["A", "oil", "S1"], ["B", "oil", "S6"], ["B", "oil", "S6"]], **WITH_ACADEMY
    )
    game.to_income("V9")
    game.do("A", "income_settle")
    game.do("B", "income_settle")
    assert (game.profits("A"), game.profits("B")) == (25 + 3, 25 + 2)


def test_academy_blocks_prohibitions_and_losses_of_chips_and_cards() -> None:
    """A-21."""
    game = Game(
        events={"R": event({"op": "remove_chip"}, {"op": "discard_eco"})},
        start_chips=CHIPS,
        start_eco=[["A", "E1"], ["B", "E5"]],
        **WITH_ACADEMY,
    )
    game.draw("R")
    assert [one["player"] for one in game.seen["choices"]] == ["B", "B", "C"]
    game = Game(start_chips=CHIPS, **WITH_ACADEMY).to_actions("V8")
    game.do("A", "auction_open", lot=OIL, bid=2)


MIXED = {"X": event({"op": "profits", "amount": 3}, {"op": "enviros", "amount": -2})}


@pytest.mark.parametrize(("mode", "profits"), [("negative_ops", 28), ("whole_event", 25)])
def test_academy_and_a_mixed_event(mode: str, profits: int) -> None:
    game = Game(events=MIXED, options={"academy_mode": mode}, **WITH_ACADEMY)
    game.draw("X")
    assert (game.profits("A"), game.enviros("A")) == (profits, 7)
    assert (game.profits("B"), game.enviros("B")) == (28, 5)


@pytest.mark.parametrize("mode", ["negative_ops", "whole_event"])
def test_academy_does_not_block_the_final_report(mode: str) -> None:
    game = Game(
        events={"X": event({"op": "final_report"}, {"op": "profits", "amount": -1})},
        options={"academy_mode": mode},
        **WITH_ACADEMY,
    )
    game.draw("X")
    assert (game.seen["final"], game.profits("A")) == (True, 25)


@pytest.mark.parametrize(("market", "start"), [(False, 3), (True, 2)])
def test_academy_and_prices_for_the_whole_table(market: bool, start: int) -> None:
    """A-21 and option academy_market; the price is shown for the table in any case."""
    game = Game(options={"academy_market": market}, start_chips=CHIPS, **WITH_ACADEMY).to_actions("V1")
    assert game.start("A", OIL) == start
    assert game.seen["start_prices"]["oil"] == 3
    game.do("A", "skip")
    assert game.start("B", OIL) == 3


# ---- buying and placing ---------------------------------------------------------------------------


@pytest.mark.clause("E-001", "E-046", "E-047")
def test_each_tor_is_sold_once_from_ten() -> None:
    game = Game().to_actions()
    assert set(game.t.kit.tors) == {"exchange", "reserve", "academy", "hub"}
    assert game.refused("A", "auction_open", lot=tor("hub"), bid=9) == "E_BID_BELOW_START"
    game.buy("A", tor("hub"), "S5", price=12)
    assert (game.profits("A"), game.seen["players"]["A"]["tors"], game.seen["tors"]) == (13, ["hub"], {"hub": "S5"})
    refusal = game.refusal("B", "auction_open", lot=tor("hub"), bid=10)
    assert (refusal.code, refusal.figures["name"]) == ("E_TOR_TAKEN", "Альфа")
    assert game.refused("B", "auction_open", lot=tor("bank"), bid=10) == "E_LOT_UNKNOWN"


def test_start_of_a_tor_by_option() -> None:
    game = Game(options={"tor_start": 6}).to_actions()
    assert game.start("A", tor("hub")) == 6


def test_a_tor_needs_an_empty_sector() -> None:
    """A-24."""
    game = Game(start_chips=CHIPS, start_tors=[["B", "hub", "S5"]]).to_actions()
    sale = {"lot": tor("academy"), "winner": "A", "price": 10}
    assert game.refused("A", "auction_record", **sale, sector="S4") == "E_SECTOR_OCCUPIED"
    assert game.refused("A", "auction_record", **sale, sector="S5") == "E_SECTOR_TOR"
    assert game.refused("A", "auction_record", **sale) == "E_SECTOR_REQUIRED"


def test_a_tor_on_any_sector_by_option() -> None:
    game = Game(options={"tor_placement": "any"}, start_chips=CHIPS).to_actions()
    game.buy("A", tor("reserve"), "S4")
    game.buy("B", MINERAL, "S4")
    assert (game.seen["tors"], game.seen["board"]["S4"]) == ({"reserve": "S4"}, "B:mineral:2")
    assert game.refused("C", "auction_record", lot=tor("hub"), winner="C", price=10, sector="S4") == "E_SECTOR_TOR"


def test_a_tor_held_back_by_option() -> None:
    """Amendment 7: no effect and no points until it is placed."""
    game = Game(options={"tor_place": "later"}, start_chips=CHIPS).to_actions()
    game.do("A", "auction_record", lot=tor("reserve"), winner="A", price=10)
    assert (game.seen["players"]["A"]["tors"], game.seen["players"]["A"]["held"]) == ([], ["reserve"])
    assert game.refused("B", "auction_open", lot=tor("reserve"), bid=10) == "E_TOR_TAKEN"
    assert game.t.game.standings(game.t)[0].parts["tor"] == 0
    game.to_events()
    assert game.refused("B", "place", sector="S1") == "E_PHASE"
    game.to_actions()
    assert game.enviros("A") == 5
    assert game.refused("B", "place", sector="S1") == "E_NOTHING_TO_PLACE"
    assert game.refused("A", "place", sector="S1", tor="hub") == "E_NOTHING_TO_PLACE"
    game.do("A", "place", sector="S1", tor="reserve")
    assert (game.seen["tors"], game.seen["to_open"]) == ({"reserve": "S1"}, "B")
    game.to_events()
    game.to_actions()
    assert game.enviros("A") == 5


def test_the_last_sale_of_a_phase_is_placed_too() -> None:
    """§ 3.3: three equivalent ways of recording; bid by bid the phase is over before the winner can place."""
    game = Game(options={"tor_place": "later"}).to_actions("V4")
    game.do("A", "skip")
    game.do("B", "skip")
    game.do("C", "auction_open", lot=tor("hub"), bid=10)
    game.do("A", "pass")
    game.do("B", "pass")
    assert (game.seen["phase"], game.seen["players"]["C"]["held"]) == ("income", ["hub"])
    assert [offer.fixed for offer in game.offered("place")] == [{"tor": "hub"}]
    assert game.refused("A", "place", sector="S5") == "E_PHASE"
    game.do("C", "place", sector="S5")
    game.to_events()
    assert (game.seen["tors"], game.seen["final_score"]["C"]["tor"]) == ({"hub": "S5"}, 2)
    assert game.refused("C", "place", sector="S5") == "E_GAME_OVER"


def test_a_tor_may_be_placed_at_once_where_it_may_be_held_back() -> None:
    game = Game(options={"tor_place": "later"}).to_actions()
    game.buy("A", tor("reserve"), "S1")
    game.do("B", "skip")
    game.do("C", "auction_line", lot=tor("hub"), text="Г10", sector="S2")
    assert (game.seen["tors"], game.seen["phase"]) == ({"reserve": "S1", "hub": "S2"}, "income")


def test_a_tor_the_kit_does_not_know() -> None:
    game = Game().to_actions()
    game.buy("A", {"kind": "tor", "tor": {"name": "Маяк"}}, "S1", price=10)
    assert [game.t.kit.tors[id].name for id in game.seen["tors"]] == ["Маяк"]
    assert "Маяк" in game.said()
