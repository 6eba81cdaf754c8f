"""Competing for tenders (T-088 to T-103)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.titans.playing import Play, codes, kit_with

TENDERS = [
    {"id": "TX", "name": "Первый", "cost": 10, "req": {"media": 1}, "profit": 5},
    {
        "id": "TY",
        "name": "Второй",
        "cost": 20,
        "req": {"media": 1},
        "profit": 5,
        "effect": {"when": "one_off", "ops": [], "text": "Спойте."},
    },
]


def competing(queue: str, sides: str = "ABV", first: str = "A", money: int | None = None, **options: Any) -> Play:
    """Return a table where these sides chose action 4."""
    kit = options.pop("kit", None) or kit_with(bank_total=1000, tender_deck=TENDERS)
    s = Play(sides, first=first, kit=kit, tenders=options.pop("tenders", ("TX", "TY")), **options)
    if money is not None:
        for side in sides:
            s.give(side, money=money - 65)
    s.at("act4", *[side for side in s.t.seats(first) if side in queue])
    return s


def money_deltas(s: Play, before: dict[str, int]) -> dict[str, int]:
    return {side: s.state["money"][side] - before[side] for side in before}


def auction(cost: int, bids: dict[str, int], **more: Any) -> Play:
    """Play an auction for one tender of this cost."""
    tender = {"id": "TX", "name": "Т", "cost": cost, "req": {}, "profit": 1}
    s = competing("".join(bids), kit=kit_with(bank_total=1000, tender_deck=[tender, TENDERS[1]]), **more)
    s.do("referee", "reveal_claims", claims=dict.fromkeys(bids, 1))
    s.do("referee", "reveal_bids", slot=1, bids=bids)
    return s


@pytest.mark.clause("T-088", "T-089", "T-090")
def test_alone_one_takes_either_at_its_cost() -> None:
    for slot, cost, id in ((1, 10, "TX"), (2, 20, "TY")):
        s = competing("A", money=75)
        bank = s.state["bank"]
        s.do("A", "take_tender", slot=slot)
        assert s.state["money"]["A"] == 75 - cost
        assert s.state["bank"] == bank + cost
        assert s.state["tenders_todo"]["A"] == [id]
        assert s.state["tender_slots"][slot - 1] is None
        assert s.state["phase"] == "fulfil"
    s = competing("A", money=9)
    assert s.refused("A", "take_tender", slot=1) == "E_NO_MONEY"
    assert s.refused("A", "take_tender", slot=3) == "E_BAD_SLOT"
    assert s.refused("B", "take_tender", slot=1) == "E_NOT_YOUR_STEP"


def test_alone_one_may_also_leave_it() -> None:
    s = competing("A")
    assert codes(s.do("A", "skip_action", action=4)) == []
    s = competing("A", money=5)
    assert codes(s.do("A", "skip_action", action=4)) == ["N_WASTED"]


@pytest.mark.clause("T-103")
def test_the_effect_is_shown_when_a_tender_is_got() -> None:
    s = competing("A")
    step = s.do("A", "take_tender", slot=2)
    assert [figures["text"] for code, figures in step.notices if code == "N_EFFECT"] == ["Спойте."]


@pytest.mark.clause("T-091")
def test_several_first_say_what_they_want() -> None:
    s = competing("AB")
    assert s.refused("A", "take_tender", slot=1) == "E_AUCTION_NEEDED"
    assert s.refused("B", "take_tender", slot=1) == "E_AUCTION_NEEDED"
    assert s.refused("A", "skip_action", action=4) == "E_AUCTION_NEEDED"
    assert s.refused("referee", "reveal_bids", slot=1, bids={"A": 10, "B": 10}) == "E_PHASE"


@pytest.mark.clause("T-092", "T-093")
def test_claims_come_in_together() -> None:
    s = competing("AB")
    assert s.refused("referee", "reveal_claims", claims={"A": 1}) == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_claims") == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": 2}) == "E_UNKNOWN"
    assert s.refused("referee", "reveal_claims", claims={"A": 3, "B": 1}) == "E_BAD_SLOT"
    assert s.refused("referee", "reveal_claims", claims={"A": "1", "B": 1}) == "E_BAD_SLOT"
    assert s.state["tenders_todo"] == {"A": [], "B": [], "V": []}


@pytest.mark.clause("T-094")
def test_different_wishes_are_bought_at_cost() -> None:  # V-24
    s = competing("AB")
    before = s.state["money"]
    s.do("referee", "reveal_claims", claims={"A": 2, "B": 1})
    assert money_deltas(s, before) == {"A": -20, "B": -10, "V": 0}
    assert s.state["phase"] == "fulfil"


@pytest.mark.clause("T-095", "T-097")
def test_bids_of_exactly_the_contenders_together() -> None:
    s = competing("ABV")
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": None})
    assert (s.state["phase"], s.state["contested"]) == ("act4_bids", {"1": ["A", "B"]})
    assert s.refused("referee", "reveal_bids", slot=1, bids={"A": 10}) == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_bids", slot=1) == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_bids", slot=1, bids={"A": 10, "B": 10, "V": 10}) == "E_UNKNOWN"
    assert s.refused("referee", "reveal_bids", slot=2, bids={"A": 20, "B": 20}) == "E_BAD_SLOT"
    assert s.refused("referee", "reveal_bids", slot="1", bids={"A": 20, "B": 20}) == "E_BAD_SLOT"


@pytest.mark.clause("T-096")
def test_bounds_of_a_bid() -> None:  # V-23
    s = competing("AB", money=30)
    s.do("referee", "reveal_claims", claims={"A": 2, "B": 2})
    for bid, code in ((19, "E_BID_LOW"), (20, ""), (30, ""), (31, "E_NO_MONEY"), (2.5, "E_BAD_NUMBER")):
        assert s.refused("referee", "reveal_bids", slot=2, bids={"A": bid, "B": 20}) == code


@pytest.mark.clause("T-098", "T-099", "T-100", "T-102")
def test_auction_of_the_rulebook() -> None:  # V-19
    tender = {"id": "TX", "name": "Т", "cost": 20, "req": {}, "profit": 1}
    s = competing("ABV", kit=kit_with(bank_total=1000, tender_deck=[tender, TENDERS[1]]))
    bank = s.state["bank"]
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": 1})
    s.do("referee", "reveal_bids", slot=1, bids={"A": 21, "B": 25, "V": 27})
    assert s.state["money"] == {"A": 79, "B": 79, "V": 38}
    assert s.state["tenders_todo"] == {"A": [], "B": [], "V": ["TX"]}
    assert s.state["bank"] == bank + 27 - 28


@pytest.mark.clause("T-101")
def test_equal_bids_go_to_the_nearest_clockwise() -> None:  # V-20, V-21
    s = auction(15, {"A": 20, "B": 20}, first="V")
    assert s.state["money"] == {"A": 45, "B": 75, "V": 65}
    s = auction(15, {"A": 20, "B": 20}, first="B")
    assert s.state["money"] == {"A": 75, "B": 45, "V": 65}


def test_two_at_the_top_and_one_below() -> None:
    s = auction(10, {"A": 14, "B": 20, "V": 20}, first="V")
    assert s.state["money"] == {"A": 75, "B": 75, "V": 45}


def test_the_loser_of_a_tie_is_consoled_by_option() -> None:
    s = auction(15, {"A": 20, "B": 20, "V": 16}, tie_loser_consolation=False)
    assert s.state["money"] == {"A": 45, "B": 65, "V": 75}


def test_four_bidders_in_two_auctions() -> None:  # V-22
    s = competing("ABVG", "ABVG")
    before = s.state["money"]
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": 2, "G": 2})
    s.do("referee", "reveal_bids", slot=1, bids={"A": 10, "B": 13})
    assert s.state["phase"] == "act4_bids"
    s.do("referee", "reveal_bids", slot=2, bids={"V": 20, "G": 24})
    assert money_deltas(s, before) == {"A": 7, "B": -13, "V": 12, "G": -24}
    assert s.state["phase"] == "fulfil"


def test_two_want_one_and_one_the_other() -> None:  # V-25
    s = competing("ABV")
    before = s.state["money"]
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": 2})
    assert s.state["tenders_todo"]["V"] == ["TY"]
    s.do("referee", "reveal_bids", slot=1, bids={"A": 12, "B": 11})
    assert money_deltas(s, before) == {"A": -12, "B": 6, "V": -20}


@pytest.mark.parametrize(("bid", "half"), [(20, 10), (21, 11), (24, 12), (25, 13), (27, 14), (30, 15)])
@pytest.mark.clause("T-099", "T-100")
def test_half_of_the_winning_bid(bid: int, half: int) -> None:  # V-26
    s = auction(10, {"A": 10, "B": bid})
    assert s.state["money"] == {"A": 65 + half, "B": 65 - bid, "V": 65}


def test_an_empty_bank_consoles_clockwise_while_it_lasts() -> None:  # V-27
    tender = {"id": "TX", "name": "Т", "cost": 20, "req": {}, "profit": 1}
    s = competing("ABV", kit=kit_with(bank_total=195, tender_deck=[tender, TENDERS[1]]))
    assert s.state["bank"] == 0
    before = s.state["money"]
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1, "V": 1})
    s.do("referee", "reveal_bids", slot=1, bids={"A": 21, "B": 25, "V": 27})
    assert money_deltas(s, before) == {"A": 14, "B": 13, "V": -27}
    assert s.state["bank"] == 0


def test_only_one_tender_open() -> None:  # V-51, A-43
    s = competing("AB", tenders=("TX",))
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 2}) == "E_SLOT_EMPTY"
    s.do("referee", "reveal_claims", claims={"A": 1, "B": None})
    assert s.state["tenders_todo"]["A"] == ["TX"]
    s = Play("AB", tenders=(None, None))
    s.actions(A=[1, 4], B=[1, 4])
    s.do("A", "work")
    assert "N_NO_TENDER" in codes(s.do("B", "work"))
    assert s.state["phase"] == "fulfil"


def test_who_cannot_pay_the_cost_does_not_claim() -> None:
    s = competing("AB", money=15)
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 2}) == "E_NO_MONEY"
    s.do("referee", "reveal_claims", claims={"A": 1, "B": "pass"})
    assert s.state["phase"] == "fulfil"


def test_a_loser_may_buy_the_other_by_option() -> None:
    s = auction(10, {"A": 12, "B": 14}, loser_may_buy_other=True)
    assert (s.state["phase"], s.state["queue"]) == ("act4_other", ["A"])
    assert s.refused("B", "take_tender", slot=2) == "E_NOT_YOUR_STEP"
    s.do("A", "take_tender", slot=2)
    assert s.state["money"]["A"] == 65 + 7 - 20
    assert s.state["phase"] == "fulfil"
    s = auction(10, {"A": 12, "B": 14, "V": 11}, loser_may_buy_other=True)
    s.do("A", "skip_action", action=4)
    s.do("V", "take_tender", slot=2)
    assert s.state["phase"] == "fulfil"


def test_a_bid_above_the_money_by_option() -> None:
    s = auction(10, {"A": 80, "B": 70}, bid_cap="none")
    assert s.state["money"] == {"A": 0, "B": 105, "V": 65}
    s = competing("AB", bid_cap="none")
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1})
    assert "N_SHORTFALL" in codes(s.do("referee", "reveal_bids", slot=1, bids={"A": 80, "B": 70}))


def test_a_tender_whose_cost_is_unknown() -> None:
    tender = {"id": "TX", "name": "Т", "req": {}, "profit": 1}
    s = competing("A", kit=kit_with(bank_total=1000, tender_deck=[tender, TENDERS[1]]))
    assert s.refused("A", "take_tender", slot=1) == "E_MISSING"
    s.do("A", "take_tender", slot=1, paid=12)
    assert s.state["money"]["A"] == 53
    s = competing("AB", kit=kit_with(bank_total=1000, tender_deck=[tender, TENDERS[1]]))
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 2}, paid={"A": 12})
    assert s.state["money"] == {"A": 53, "B": 45, "V": 65}


def test_what_was_paid_for_an_unknown_tender_is_asked_of_who_claims_it_alone() -> None:
    kit = kit_with(bank_total=1000, tender_deck=[{"id": "TX", "name": "Первый"}, TENDERS[1]])
    s = competing("AB", kit=kit)
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 2}) == "E_MISSING"
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 2}, paid={"A": -50}) == "E_BAD_NUMBER"
    assert s.refused("referee", "reveal_claims", claims={"A": 1, "B": 2}, paid={"A": 66}) == "E_NO_MONEY"
    s.do("referee", "reveal_claims", claims={"A": 1, "B": 1})
    s.do("referee", "reveal_bids", slot=1, bids={"A": 4, "B": 6})
    assert s.state["money"] == {"A": 68, "B": 59, "V": 65}
