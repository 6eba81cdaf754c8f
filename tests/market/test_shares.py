"""Shares: M-039, M-047 … M-049, M-053 … M-079, M-118 … M-124, § 5.1 … § 5.3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.market.playing import (
    AGENCY,
    BANK,
    COMMITTEE,
    DEAL,
    EXCHANGE,
    INSURANCE,
    REALTOR,
    SCHOOL,
    TRADE,
    Play,
    kit,
    money,
)

A, B, C = "p1", "p2", "p3"
#: § 5.1: stakes -> for each amount what A, B and C get
CASES: dict[str, tuple[dict[str, int], dict[int, tuple[int, int, int]]]] = {
    "1": ({}, {60000: (0, 0, 0), 50000: (0, 0, 0)}),
    "2": ({A: 1}, {60000: (60000, 0, 0), 15200: (15200, 0, 0)}),
    "3": ({A: 2}, {50000: (50000, 0, 0), 10000: (10000, 0, 0)}),
    "4": (
        {A: 1, B: 1},
        {60000: (30000, 30000, 0), 50000: (25000, 25000, 0), 70000: (35000, 35000, 0), 14000: (7000, 7000, 0),
         15200: (7600, 7600, 0), 10000: (5000, 5000, 0)},
    ),
    "5": (
        {A: 2, B: 1},
        {60000: (40000, 20000, 0), 50000: (33300, 16700, 0), 70000: (46700, 23300, 0), 14000: (9300, 4700, 0),
         15200: (10100, 5100, 0), 10000: (6700, 3300, 0)},
    ),
    "6": ({A: 3}, {50000: (50000, 0, 0), 70000: (70000, 0, 0)}),
    "7": (
        {A: 1, B: 1, C: 1},
        {60000: (20000, 20000, 20000), 50000: (16700, 16700, 16700), 70000: (23300, 23300, 23300),
         14000: (4700, 4700, 4700), 15200: (5100, 5100, 5100), 10000: (3300, 3300, 3300)},
    ),
}  # fmt: skip
DOWN = [
    ({A: 2, B: 1}, 50000, (33300, 16600, 0)),
    ({A: 1, B: 1, C: 1}, 50000, (16600, 16600, 16600)),
    ({A: 2, B: 1}, 70000, (46600, 23300, 0)),
    ({A: 1, B: 1, C: 1}, 70000, (23300, 23300, 23300)),
]


def consulted(stakes: dict[str, int], amount: int, **options: Any) -> dict[str, int]:
    """Let a player without shares pay `amount` to the Consulting company."""
    raw = kit(consultation_cards=[{"no": 1, "amount": amount}])
    game = Play(4, raw, **options).at("p4", 6, shares={"consulting": stakes})
    return game.change("p4", "draw_consultation", card=1)


@pytest.mark.clause("M-068", "M-069", "M-071", "M-072", "M-073", "M-074", "M-075", "M-076", "M-077", "M-114", "M-186")
@pytest.mark.parametrize(
    ("case", "amount"), [(case, amount) for case, (_stakes, sums) in CASES.items() for amount in sums]
)
def test_income_is_divided_between_the_sold_shares(case: str, amount: int) -> None:
    stakes, sums = CASES[case]
    got = consulted(stakes, amount)
    assert got.pop("p4") == -amount, "the payer pays the exact sum"
    assert tuple(got.get(team, 0) for team in (A, B, C)) == sums[amount]


@pytest.mark.clause("M-186")
@pytest.mark.parametrize(("stakes", "amount", "parts"), DOWN)
def test_rounding_down_leaves_the_rest_with_the_bank(
    stakes: dict[str, int], amount: int, parts: tuple[int, ...]
) -> None:
    got = consulted(stakes, amount, rounding="down")
    assert tuple(got.get(team, 0) for team in (A, B, C)) == parts


#: vector, price, Exchange stakes before, by how much the cash changes, what the bank keeps
BUYING = [
    ("V-049", "exchange", {}, {A: -60000}, 60000),
    ("V-050", "trade", {B: 1}, {A: -70000, B: 14000}, 56000),
    ("V-051", "trade", {A: 1}, {A: -56000}, 56000),
    ("V-052", "bank", {A: 2, B: 1}, {A: -69300, B: 5300}, 64000),
    ("V-053", "bank", {A: 1, B: 1, C: 1}, {A: -74700, B: 5300, C: 5300}, 64100),
    ("V-054", "school", {B: 2, C: 1}, {A: -50000, B: 6700, C: 3300}, 40000),
]


@pytest.mark.clause("M-055", "M-057", "M-058", "M-059", "M-079", "M-019")
@pytest.mark.parametrize(("name", "company", "stakes", "change", "kept"), BUYING)
def test_buying_from_the_bank(name: str, company: str, stakes: Any, change: dict[str, int], kept: int) -> None:
    game = Play().at(A, EXCHANGE, shares={"exchange": stakes} if stakes else {})
    assert game.change(A, "buy_share", company=company) == change
    assert -sum(change.values()) == kept
    assert game.seen["shares"][company][A] == stakes.get(A, 0) * (company == "exchange") + 1


#: vector, price, buyer, Exchange stakes once the marker is off, changes
SELLING = [
    ("V-055", "trade", 70000, B, {C: 1}, {A: 56000, B: -70000, C: 14000}),
    ("V-056", "trade", 76000, B, {C: 1}, {A: 60800, B: -76000, C: 15200}),
    ("V-057", "bank", 80500, B, {A: 1, C: 1}, {A: 72500, B: -80500, C: 8100}),
    ("V-058", "realtor", 60300, B, {C: 1}, {A: 48200, B: -60300, C: 12100}),
    ("V-059", "bank", 99900, B, {A: 2, C: 1}, {A: 93200, B: -99900, C: 6700}),
    ("V-060", "school", 50000, B, {}, {A: 40000, B: -50000}),
    ("V-061", "realtor", None, None, {B: 1}, {A: 48000, B: 12000}),
]


@pytest.mark.clause("M-049", "M-060", "M-061", "M-063", "M-064", "M-065", "M-066", "M-022")
@pytest.mark.parametrize(("name", "company", "price", "winner", "stakes", "change"), SELLING)
def test_selling_by_auction(
    name: str, company: str, price: int | None, winner: str | None, stakes: Any, change: dict[str, int]
) -> None:
    shares = {company: {A: 1}} | ({"exchange": stakes} if stakes else {})
    game = Play().at(A, DEAL, shares=shares)
    assert game.change(A, "sell_share", company=company, winner=winner, price=price) == change
    assert game.seen["shares"].get(company, {}) == ({winner: 1} if winner else {})


@pytest.mark.clause("M-060")
def test_the_share_being_sold_takes_no_part_in_its_commission() -> None:
    game = Play().at(A, EXCHANGE, shares={"exchange": {A: 1, B: 1}})
    assert game.change(A, "sell_share", company="exchange") == {A: 48000, B: 12000}
    game = Play().at(A, EXCHANGE, shares={"exchange": {A: 1}})
    assert game.change(A, "sell_share", company="exchange") == {A: 48000}, "no marker left: 12 000 stay in the bank"


@pytest.mark.clause("M-047", "M-048", "M-053", "M-078")
def test_one_deal_on_a_stop() -> None:
    game = Play().at(A, DEAL, shares={"school": {A: 1}})
    game.do(A, "buy_share", company="trade")
    assert game.phase == "done"
    assert game.refused(A, "sell_share", company="school") == "E_RIGHT_USED"
    assert game.refused(A, "buy_plot", plot=1) == "E_NO_RIGHT"
    game = Play().at(A, EXCHANGE)
    assert game.phase == "deals"
    game.do(A, "end_turn")
    assert game.seen["current"] == B
    assert game.refused(A, "buy_share", company="trade") == "E_TURN"
    assert Play().refused(A, "buy_share", company="trade") == "E_NOT_ROLLED"


@pytest.mark.clause("M-056")
def test_three_shares_a_company() -> None:
    game = Play().at(A, EXCHANGE, shares={"trade": {B: 2, C: 1}})
    assert game.refused(A, "buy_share", company="trade") == "E_NO_SHARES_LEFT"
    assert game.refused(A, "buy_share", company="gazprom") == "E_UNKNOWN"


@pytest.mark.clause("M-057")
def test_a_share_is_paid_in_cash() -> None:
    game = Play().at(A, EXCHANGE, cash={A: 69900}, shares={"exchange": {A: 1}})
    assert game.refused(A, "buy_share", company="trade") == "E_CASH", "the part that comes back does not help"


@pytest.mark.clause("M-062", "M-063")
def test_bids() -> None:
    game = Play(seller_may_bid="off").at(A, DEAL, shares={"trade": {A: 1}}, cash={C: 75000}, bankrupt=[])
    sell = {"company": "trade"}
    assert game.refused(A, "sell_share", **sell, winner=B, price=69900) == "E_BID_LOW"
    assert game.refused(A, "sell_share", **sell, winner=B, price=70050) == "E_BID_STEP"
    assert game.refused(A, "sell_share", **sell, winner=C, price=76000) == "E_BIDDER_CASH"
    assert game.refused(A, "sell_share", **sell, winner=A, price=76000) == "E_BIDDER_SELLER"
    assert game.refused(A, "sell_share", **sell, winner="p9", price=76000) == "E_UNKNOWN"
    assert game.refused(A, "sell_share", **sell, winner=B) == "E_MISSING"
    assert game.refused(A, "sell_share", company="school") == "E_NOT_OWNER_SHARE"
    game.arrange(bankrupt=[B])
    assert game.refused(A, "sell_share", **sell, winner=B, price=76000) == "E_PLAYER_OUT"


@pytest.mark.clause("M-080", "M-082", "M-095", "M-116")
@pytest.mark.parametrize(
    ("space", "own"),
    [(TRADE, "trade"), (AGENCY, "agency"), (INSURANCE, "insurance"), (REALTOR, "realtor"), (BANK, "bank")],
)
def test_a_company_space_is_for_its_own_shares(space: int, own: str) -> None:
    game = Play().at(A, space, shares={own: {A: 1}, "school": {A: 1}})
    assert game.refused(A, "buy_share", company="exchange") == "E_NO_RIGHT"
    assert game.refused(A, "sell_share", company="school") == "E_NO_RIGHT"
    assert game.refused(A, "buy_licence", plot=1, product="bread") == "E_NO_RIGHT"
    game.do(A, "sell_share", company=own)
    assert game.refused(A, "buy_share", company=own) == "E_RIGHT_USED"


@pytest.mark.clause("M-067", "M-070", "M-039", "M-040")
def test_postings_name_company_and_marker() -> None:
    game = Play().at(A, EXCHANGE, shares={"exchange": {B: 1}})
    step = game.do(A, "buy_share", company="trade")
    assert [(p.why, p.ref) for p in step.postings if p.to == B] == [("exchange_commission", "exchange")]
    assert [(p.from_, p.to, p.ref) for p in step.postings if p.what == "share"] == [("bank", A, "trade")]
    assert "N_MARKER_SHARE" in game.notices


# ---- the committee ------------------------------------------------------------------------------


@pytest.mark.clause("M-118", "M-119")
def test_only_a_monopolist_must_sell() -> None:
    game = Play().at(A, COMMITTEE, shares={"bank": {A: 1}, "trade": {A: 1}})
    assert game.phase == "done"
    assert game.refused(A, "antimonopoly_sell", company="bank", lots=[]) == "E_NO_RIGHT"
    game = Play().at(A, COMMITTEE, shares={"trade": {A: 2}})
    assert (game.phase, game.seen["must"]) == ("resolve", "antimonopoly")


@pytest.mark.clause("M-120", "M-121", "M-122")
def test_what_a_monopolist_must_sell() -> None:
    game = Play().at(A, COMMITTEE, shares={"exchange": {A: 3}, "trade": {A: 2}, "bank": {A: 1}})
    two = [{"winner": B, "price": 70000}, {"winner": None}]
    assert game.refused(A, "end_turn") == "E_MUST_RESOLVE"
    assert game.refused(A, "antimonopoly_sell", company="bank", lots=[]) == "E_ANTIMONO_CHOICE"
    assert game.refused(A, "antimonopoly_sell", company="school", lots=[]) == "E_ANTIMONO_CHOICE"
    assert game.refused(A, "antimonopoly_sell", company="exchange", lots=two[:1]) == "E_ANTIMONO_COUNT"
    assert game.refused(A, "antimonopoly_sell", company="trade", lots=two) == "E_ANTIMONO_COUNT"
    own = [{"winner": A, "price": 70000}]
    assert game.refused(A, "antimonopoly_sell", company="trade", lots=own) == "E_BIDDER_SELLER"
    low = [{"winner": B, "price": 65000}]
    assert game.refused(A, "antimonopoly_sell", company="trade", lots=low) == "E_BID_LOW"
    assert game.refused(B, "antimonopoly_sell", company="trade", lots=low) == "E_TURN"


@pytest.mark.clause("M-060", "M-123", "M-124")
def test_lots_are_sold_one_after_another() -> None:
    """The seller keeps his part of the first commission, the buyer of the first lot shares the second."""
    game = Play().at(A, COMMITTEE, shares={"exchange": {A: 3}})
    step = game.do(A, "antimonopoly_sell", company="exchange", lots=[{"winner": B, "price": 70000}, {"winner": None}])
    assert money(step) == [
        (B, "bank", 70000, "auction_price"),
        ("bank", A, 56000, "sale_proceeds"),
        ("bank", A, 14000, "exchange_commission"),
        ("bank", A, 48000, "sale_proceeds"),
        ("bank", A, 6000, "exchange_commission"),
        ("bank", B, 6000, "exchange_commission"),
    ]
    assert game.seen["shares"] == {"exchange": {A: 1, B: 1}}
    assert game.phase == "done"


@pytest.mark.clause("M-123")
def test_a_lot_nobody_wants_goes_to_the_bank_at_nominal() -> None:
    game = Play().at(A, COMMITTEE, shares={"school": {A: 2}})
    assert game.change(A, "antimonopoly_sell", company="school", lots=[{}]) == {A: 40000}
    assert game.seen["shares"] == {"school": {A: 1}}


def test_the_duty_lapses_with_the_monopoly() -> None:
    """A monopolist who sold while he paid a debt has nothing left to sell by order."""
    game = Play().turn(A, pos={A: 8}, cash={A: 0}, shares={"trade": {A: 2}})
    game.do(A, "roll", dice=[1, 1])
    assert game.phase == "resolve"
    game.do("referee", "fine", player=A, reason="wrong_space")
    assert game.phase == "insolvency"
    game.do(A, "sell_share", company="trade")
    assert (game.phase, game.seen["must"]) == ("done", "")


def test_school_space_depends_on_being_a_holder() -> None:
    assert Play().at(A, SCHOOL, shares={"school": {A: 1}}).seen["allowed"] == ["buy_share:school", "sell_share:school"]
