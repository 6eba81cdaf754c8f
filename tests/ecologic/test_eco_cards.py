"""Eco-initiatives: the blind draw, the right that passes on, the discards (E-041…E-045; A-29…A-33)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ecologic.table import OIL, Game, eco, event


@pytest.mark.clause("E-041", "E-042", "E-043")
def test_the_drawer_may_open_at_the_printed_price() -> None:
    game = Game().to_actions()
    assert game.refused("A", "auction_open", lot=eco("E1"), bid=3) == "E_ECO_NOT_DRAWN"
    assert game.refused("A", "eco_decline") == "E_ECO_NOT_DRAWN"
    assert game.refused("A", "eco_draw", card="E77") == "E_ECO_UNKNOWN"
    game.do("A", "eco_draw", card="E1")
    assert game.seen["eco_offer"] == {"card": "E1", "drawer": "A", "holder": "A", "declined": []}
    assert game.refused("A", "auction_open", lot=eco("E2"), bid=9) == "E_ECO_PENDING"
    assert game.refused("A", "auction_open", lot=OIL, bid=2) == "E_ECO_PENDING"
    assert game.refused("A", "eco_draw", card="E2") == "E_ECO_PENDING"
    assert game.refused("A", "skip") == "E_ECO_PENDING"
    assert game.refused("B", "auction_open", lot=eco("E1"), bid=3) == "E_ECO_RIGHT"
    assert game.refused("A", "auction_open", lot=eco("E1"), bid=2) == "E_BID_BELOW_START"
    game.do("A", "auction_open", lot=eco("E1"), bid=3)
    game.do("B", "bid", amount=4)
    game.do("C", "pass")
    game.do("A", "pass")
    assert (game.seen["players"]["B"]["eco"], game.profits("B"), game.seen["to_open"]) == (["E1"], 21, "B")
    assert game.posted(why="card", to="B", ref="E1") == 1
    assert game.refused("B", "eco_draw", card="E1") == "E_ECO_USED"


@pytest.mark.clause("E-044")
def test_the_right_passes_on_clockwise_and_over_who_cannot_pay() -> None:
    game = Game(start_profits={"A": 7, "B": 25, "C": 25}).to_actions()
    game.do("A", "eco_draw", card="E4")
    assert game.seen["eco_offer"]["holder"] == "B"
    assert game.noticed("N_ECO_MOVES_ON") == [{"name": "Альфа"}]
    assert game.refused("A", "eco_decline") == "E_ECO_RIGHT"
    game.do("B", "eco_decline")
    assert (game.seen["eco_offer"]["holder"], game.seen["to_open"]) == ("C", "A")
    assert game.said() == "Бета declines the card, may buy: Гамма"
    game.buy("C", eco("E4"))
    assert (game.seen["players"]["C"]["eco"], game.profits("C"), game.seen["to_open"]) == (["E4"], 17, "B")


@pytest.mark.clause("E-045")
def test_a_card_that_nobody_wants_is_discarded_and_the_drawers_turn_is_used() -> None:
    game = Game().to_actions()
    game.do("A", "eco_draw", card="E2")
    for team in "ABC":
        game.do(team, "eco_decline")
    assert (game.seen["eco_discard"], game.seen["to_open"]) == (["E2"], "B")
    assert game.posted(why="no_buyer", ref="E2") == 1
    assert game.refused("A", "auction_open", lot=OIL, bid=1) == "E_ALREADY_OPENED"
    assert game.refused("B", "eco_draw", card="E2") == "E_ECO_USED"


@pytest.mark.clause("E-045")
def test_a_card_that_nobody_can_pay_is_discarded_at_once() -> None:
    """A-32: drawing without the means is allowed."""
    game = Game(start_profits=3).to_actions()
    game.do("A", "eco_draw", card="E4")
    assert (game.seen["eco_discard"], game.seen["to_open"]) == (["E4"], "B")


@pytest.mark.parametrize("may_bid", [True, False])
def test_who_declined_may_bid_later_by_option(may_bid: bool) -> None:
    """A-30."""
    game = Game(options={"eco_decliners_may_bid": may_bid}).to_actions()
    game.do("A", "eco_draw", card="E1")
    game.do("A", "eco_decline")
    assert (
        game.refused("B", "auction_record", lot=eco("E1"), winner="A", price=3) == "E_PRICE_BELOW_RAISE"
        if may_bid
        else game.refused("B", "auction_record", lot=eco("E1"), winner="A", price=4) == "E_BIDDER_PASSED"
    )
    game.do("B", "auction_open", lot=eco("E1"), bid=3)
    game.do("C", "pass")
    if may_bid:
        game.do("A", "bid", amount=4)
    else:
        assert game.seen["players"]["B"]["eco"] == ["E1"]


@pytest.mark.parametrize("consumes", [False, True])
def test_a_passed_card_and_ones_own_opening(consumes: bool) -> None:
    """A-31: the drawer's turn is used; by option the buyer's own opening too."""
    game = Game(options={"eco_pass_consumes_opening": consumes}).to_actions()
    game.do("A", "eco_draw", card="E1")
    game.do("A", "eco_decline")
    game.buy("B", eco("E1"))
    assert game.seen["to_open"] == ("C" if consumes else "B")
    game.do(game.seen["to_open"], "skip")
    assert game.seen["phase"] == ("income" if consumes else "actions")


def test_who_has_no_opening_left_holds_no_passed_card_where_it_uses_one() -> None:
    game = Game(options={"eco_pass_consumes_opening": True}).to_actions()
    game.do("A", "skip")
    game.do("B", "eco_draw", card="E1")
    game.do("B", "eco_decline")
    game.do("C", "eco_decline")
    assert (game.seen["eco_discard"], game.seen["to_open"]) == (["E1"], "C")


def test_a_passed_card_is_just_bought_by_option() -> None:
    """A-29, amendment 6."""
    game = Game(options={"eco_pass": "plain"}).to_actions()
    assert game.refused("A", "eco_buy") == "E_ECO_NOT_DRAWN"
    game.do("A", "eco_draw", card="E1")
    assert game.refused("A", "eco_buy") == "E_ECO_AUCTION"
    game.do("A", "eco_decline")
    assert game.refused("C", "eco_buy") == "E_ECO_RIGHT"
    assert game.refused("B", "auction_open", lot=eco("E1"), bid=3) == "E_ECO_PLAIN"
    assert [offer.actors for offer in game.offered("eco_buy")] == [["B"]]
    game.do("B", "eco_buy")
    assert (game.seen["players"]["B"]["eco"], game.profits("B"), game.seen["to_open"]) == (["E1"], 22, "B")


def test_without_the_option_a_passed_card_is_auctioned() -> None:
    game = Game().to_actions()
    game.do("A", "eco_draw", card="E1")
    game.do("A", "eco_decline")
    assert game.refused("B", "eco_buy") == "E_ECO_AUCTION"


def one_card(**options: Any) -> Game:
    """A table whose deck of eco-initiatives is one card."""
    kit: dict[str, Any] = {"eco": {}}
    game = Game(kit=kit, options=options, start_eco=[["C", "E2"], ["C", "E3"], ["C", "E4"], ["C", "E5"]])
    game.to_actions()
    game.do("A", "eco_draw", card="E1")
    for team in "ABC":
        game.do(team, "eco_decline")
    return game


def test_an_empty_deck() -> None:
    """A-33."""
    game = one_card()
    assert game.refused("B", "eco_draw", card="E1") == "E_DECK_EMPTY"


def test_discards_become_the_deck_by_option() -> None:
    game = one_card(eco_reshuffle=True)
    game.do("B", "eco_draw", card="E1")
    assert (game.seen["eco_discard"], game.noticed("N_RESHUFFLED")) == ([], [{}])


def test_a_card_the_kit_does_not_know() -> None:
    game = Game().to_actions()
    game.do("A", "eco_draw", card={"name": "Биогаз", "start": 4, "enviros": 2, "upkeep": 1})
    card = game.seen["eco_offer"]["card"]
    game.buy("A", eco(card))
    assert (game.profits("A"), game.t.kit.eco[card].upkeep) == (21, 1)
    assert game.refused("B", "eco_draw", card={"name": "Биогаз"}) == "E_ECO_UNKNOWN"


@pytest.mark.parametrize("typed", [{"name": "Биогаз", "start": 4, "enviros": 2, "upkeep": 1}, "E5"])
def test_a_drawn_card_is_named_by_itself_in_its_auction(typed: Any) -> None:
    """Common.md: wherever a move takes the id of a card it also takes the thing itself."""
    game = Game().to_actions()
    printed = {"name": "Очистные фильтры", "start": 2, "enviros": 2, "upkeep": 1} if typed == "E5" else typed
    lot = {"kind": "eco", "card": printed}
    assert game.refused("A", "auction_open", lot=lot, bid=4) == "E_ECO_NOT_DRAWN"
    game.do("A", "eco_draw", card=typed)
    known = len(game.t.kit.eco)
    other = {"kind": "eco", "card": {**printed, "upkeep": 3}}
    assert game.refused("A", "auction_open", lot=other, bid=4) == "E_ECO_PENDING"
    game.do("A", "auction_open", lot=lot, bid=4)
    assert (
        game.said() == f"Альфа opens an auction: eco-initiative “{printed['name']}”, start {printed['start']}, bids 4"
    )
    game.do("B", "pass")
    game.do("C", "pass")
    assert ([game.t.kit.eco[card].name for card in game.seen["players"]["A"]["eco"]], len(game.t.kit.eco)) == (
        [printed["name"]],
        known,
    )


def test_a_typed_card_may_be_bought_without_an_auction() -> None:
    game = Game(events={"X": event({"op": "buy_without_auction", "lot": "eco"}, phase="actions")})
    game.to_actions("X")
    lot = {"kind": "eco", "card": {"name": "Биогаз", "start": 4, "enviros": 2, "upkeep": 1}}
    game.do("A", "event_choice", player="A", option="buy_without_auction", lot=lot)
    assert (game.profits("A"), len(game.seen["players"]["A"]["eco"])) == (21, 1)


def test_events_change_the_price_of_cards() -> None:
    game = Game(
        events={"X": event({"op": "start_price_add", "lot": "eco", "amount": -1, "market": True}, phase="actions")}
    )
    game.to_actions("X")
    game.do("A", "eco_draw", card="E1")
    assert game.start("A", eco("E1")) == 2
