"""Credits, insurance, surprises, school, consulting: M-084 … M-115, § 5.4, § 5.7."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.kit import origin
from tests.market.playing import BANK, CONSULTATION, CONSULTING, DEAL, SCHOOL, SURPRISE, Play, kit, money

A, B, C = "p1", "p2", "p3"


def credit(rate: int) -> dict[str, int]:
    return {"rate": rate, "turn": 1}


@pytest.mark.clause("M-084")
def test_the_company_bank_sells_a_share_and_gives_a_credit() -> None:
    game = Play().at(A, BANK)
    game.do(A, "buy_share", company="bank")
    assert game.phase == "deals"
    assert game.seen["allowed"] == ["take_credit"]
    assert game.refused(A, "sell_share", company="bank") == "E_RIGHT_USED"
    game.do(A, "take_credit")
    assert game.phase == "done"
    game = Play().at(A, BANK, shares={"bank": {A: 1}})
    game.do(A, "take_credit")
    assert game.phase == "deals"
    assert game.seen["allowed"] == ["buy_share:bank"]
    assert game.refused(A, "take_credit") == "E_CREDIT_LIMIT"
    # a share and a credit, or a sale: not both sides
    assert game.refused(A, "sell_share", company="bank") == "E_RIGHT_USED"
    game.do(A, "buy_share", company="bank")
    assert game.phase == "done"
    # the credit before the roll is no deal of the space
    game = Play().turn(A, pos={A: 9}, shares={"bank": {A: 1}})
    game.do(A, "take_credit")
    game.do(A, "roll", dice=[1, 1])
    assert game.refused(A, "sell_share", company="bank") == ""
    game = Play().at(A, BANK, shares={"bank": {A: 1}})
    game.do(A, "sell_share", company="bank")
    assert game.phase == "done"
    assert game.refused(A, "take_credit") == "E_RIGHT_USED"


@pytest.mark.clause("M-084", "M-088")
def test_on_its_space_the_lowest_rate_is_not_negotiated() -> None:
    game = Play().at(A, BANK, shares={"bank": {B: 1}})
    game.do(A, "take_credit")
    assert game.seen["credits"] == {A: [10]}


@pytest.mark.clause("M-085")
def test_interest_on_every_pass() -> None:
    game = Play().turn(B, pos={B: 9}, credits={B: [credit(20)]}, shares={"bank": {C: 1}})
    assert game.change(B, "roll", dice=[1, 2]) == {B: -20000, C: 20000}
    game = Play().turn(A, pos={A: 9}, credits={A: [credit(10), credit(15)]})
    assert game.change(A, "roll", dice=[1, 1]) == {A: -25000}


@pytest.mark.clause("M-086", "M-087", "M-089")
def test_who_takes_the_lowest_rate() -> None:
    for shares in ({}, {"bank": {A: 1}}, {"bank": {A: 2, B: 1}}, {"bank": {A: 3}}):
        game = Play().turn(A, shares=shares)
        step = game.do(A, "take_credit")
        assert money(step) == [("bank", A, 100000, "credit")]
        assert game.seen["credits"] == {A: [10]}
    assert Play().turn(A).refused(A, "take_credit", rate=15) == "E_CREDIT_RATE"
    assert Play().turn(A).refused(A, "take_credit", rate=10) == ""


@pytest.mark.clause("M-088")
@pytest.mark.parametrize("shares", [{B: 1}, {A: 1, B: 1}, {A: 1, B: 2}, {B: 3}])
def test_who_must_agree_on_the_rate(shares: dict[str, int]) -> None:
    game = Play().turn(A, shares={"bank": shares})
    assert game.refused(A, "take_credit") == "E_CREDIT_AGREE"
    assert game.refused(A, "take_credit", rate=12) == "E_CREDIT_RATE"
    game.do(A, "take_credit", rate=20)
    assert game.seen["credits"] == {A: [20]}


@pytest.mark.clause("M-093", "M-086")
def test_one_credit_a_turn() -> None:
    game = Play().turn(A, pos={A: 9})
    game.do(A, "take_credit")
    assert game.refused(A, "take_credit") == "E_CREDIT_LIMIT"
    game.do(A, "roll", dice=[1, 1])
    assert game.refused(A, "take_credit") == "E_CREDIT_LIMIT", "before the roll and on the space in one turn"
    game.do(A, "buy_share", company="bank")
    assert game.phase == "done"


@pytest.mark.clause("M-094", "M-006", "M-092")
def test_no_credit_without_cards() -> None:
    out = {A: [credit(10), credit(10)], B: [credit(15), credit(20)]}
    game = Play().turn(C, credits=out)
    assert game.refused(C, "take_credit") == "E_CREDIT_NONE"
    game.do(B, "repay_credit", rate=20)
    game.do(C, "take_credit")
    assert game.seen["credits"] == {A: [10, 10], B: [15], C: [20]}


@pytest.mark.clause("M-090", "M-091")
def test_repaying_at_any_time_with_interest() -> None:
    game = Play().at(A, DEAL, credits={B: [credit(10)]}, cash={B: 315000})
    assert game.change(B, "repay_credit", rate=10) == {B: -110000}
    game = Play().turn(B, credits={B: [credit(20)]}, shares={"bank": {C: 1}}, cash={B: 273800})
    assert game.paid(B, "repay_credit", rate=20) == [
        (B, "bank", 100000, "credit_principal"),
        (B, "bank", 20000, "credit_interest"),
        ("bank", C, 20000, "credit_interest_share"),
    ]
    assert game.refused(B, "repay_credit", rate=20) == "E_CREDIT_UNKNOWN"
    game = Play().turn(B, credits={B: [credit(20)]}, cash={B: 119900})
    assert game.refused(B, "repay_credit", rate=20) == "E_CASH"
    game.arrange(shares={"bank": {B: 1}}, cash={B: 100000})
    assert game.change(B, "repay_credit", rate=20) == {B: -100000}, "his interest comes back to him (A-71)"


@pytest.mark.parametrize(
    ("name", "rates", "passes", "interest"),
    [("V-122", [10], 0, 10000), ("V-123", [10], 1, 20000), ("V-124", [20], 2, 60000), ("V-125", [10, 15], 1, 50000)],
)
@pytest.mark.clause("M-085", "M-091")
def test_what_a_credit_costs(name: str, rates: list[int], passes: int, interest: int) -> None:
    game = Play().turn(A, credits={A: [credit(rate) for rate in rates]})
    for _pass in range(passes):
        game.turn(A, pos={A: 10}).do(A, "roll", dice=[1, 1])
    for rate in rates:
        game.do(A, "repay_credit", rate=rate)
    assert game.cash(A) == 300000 - 100000 * len(rates) - interest


# ---- insurance and surprises --------------------------------------------------------------------


@pytest.mark.clause("M-100", "M-101", "M-102", "M-008", "M-070")
def test_buying_certificates() -> None:
    game = Play().turn(A)
    assert game.refused(A, "buy_insurance", count=4) == "E_INS_LIMIT"
    assert game.refused(A, "buy_insurance", count=0) == "E_BAD_NUMBER"
    assert game.paid(A, "buy_insurance", count=2) == [(A, "pot", 40000, "insurance_premium")]
    assert (game.cash(A), game.seen["insurance"], game.seen["insurance_pot"]) == (260000, {A: 2}, 40000)
    game.do(A, "buy_insurance", count=1)
    assert game.refused(A, "buy_insurance", count=1) == "E_INS_LIMIT"
    game = Play().turn(A, cash={A: 19900})
    assert game.refused(A, "buy_insurance", count=1) == "E_CASH"
    few = kit(stock={"materials": 12, "equipment": 12, "personnel": 12, "insurance": 4})
    game = Play(3, few).turn(A, insurance={B: 2})
    assert game.refused(A, "buy_insurance", count=3) == "E_INS_STOCK"


LOSSES = [
    (10000, [(0, 10000), (1, 0), (1, 0), (1, 0)]),
    (100000, [(0, 100000), (1, 0), (1, 0), (1, 0)]),
    (100100, [(0, 100100), (1, 100), (2, 0), (2, 0)]),
    (150000, [(0, 150000), (1, 50000), (2, 0), (2, 0)]),
    (200000, [(0, 200000), (1, 100000), (2, 0), (2, 0)]),
    (200100, [(0, 200100), (1, 100100), (2, 100), (3, 0)]),
    (250000, [(0, 250000), (1, 150000), (2, 50000), (3, 0)]),
    (300000, [(0, 300000), (1, 200000), (2, 100000), (3, 0)]),
    (350000, [(0, 350000), (1, 250000), (2, 150000), (3, 50000)]),
]


@pytest.mark.clause("M-096", "M-098", "M-103", "M-104", "M-105")
@pytest.mark.parametrize(("loss", "held", "used", "cash"), [
    (loss, held, used, cash) for loss, row in LOSSES for held, (used, cash) in enumerate(row)
])  # fmt: skip
def test_insured_losses(loss: int, held: int, used: int, cash: int) -> None:
    """§ 5.4."""
    raw = kit(surprise_cards=[])
    game = Play(3, raw).at(A, SURPRISE, insurance={A: held} if held else {}, cash={A: 400000})
    assert game.change(A, "draw_surprise", amount=-loss) == ({A: -cash} if cash else {})
    assert game.seen["insurance"].get(A, 0) == held - used


@pytest.mark.clause("M-097", "M-099", "M-096")
def test_surprise_income_and_the_duty_to_draw() -> None:
    game = Play().at(A, SURPRISE)
    assert game.refused(A, "end_turn") == "E_MUST_RESOLVE"
    assert game.refused(B, "draw_surprise", card=1) == "E_TURN"
    assert game.paid(A, "draw_surprise", card=1) == [("bank", A, 80000, "surprise_gain")]
    assert (game.cash(A), game.phase) == (380000, "done")
    assert "N_CARD_UNDER" in game.notices
    assert game.refused(A, "draw_surprise", card=1) == "E_NO_RIGHT"
    assert Play().at(A, DEAL).refused(A, "draw_surprise", card=1) == "E_NO_RIGHT"


def test_number_and_sum_of_a_card_must_agree() -> None:
    """Amendment 8, common.md: a card that the kit does not know is typed at the table and kept."""
    game = Play().at(A, SURPRISE)
    assert game.refused(A, "draw_surprise", card=5, amount=-100000) == "E_KIT_CARD"
    assert game.refused(A, "draw_surprise") == "E_MISSING"
    assert game.refused(A, "draw_surprise", card=9) == "E_UNKNOWN"
    assert game.refused(A, "draw_surprise", amount=0) == "E_AMOUNT"
    assert game.refused(A, "draw_surprise", amount=150) == "E_AMOUNT"
    assert game.refused(A, "draw_surprise", amount=-50000) == "", "a sum alone is enough"
    game.do(A, "draw_surprise", card=9, amount=-40000)
    assert game.t.kit.surprise_cards["9"].amount == -40000
    assert origin(game.t.kit, "surprise_cards.9.amount") == "box"
    game.at(B, SURPRISE)
    assert game.refused(B, "draw_surprise", card=9, amount=-30000) == "E_KIT_CARD"
    assert game.refused(B, "draw_surprise", card={"amount": 20000, "no": 10}, amount=30000) == "E_KIT_CARD"
    assert game.refused(B, "draw_surprise", card={"amount": 20000}, amount=-30000) == "E_KIT_CARD"
    assert game.refused(B, "draw_surprise", card={"amount": 20000}, amount=20000) == ""
    game.do(B, "draw_surprise", card={"amount": 20000, "no": 10})
    assert game.t.kit.surprise_cards["10"].amount == 20000


# ---- school and consulting ----------------------------------------------------------------------


@pytest.mark.clause("M-107", "M-108", "M-109")
def test_the_business_school() -> None:
    game = Play().turn(A, pos={A: 5})
    assert game.change(A, "roll", dice=[1, 1]) == {A: -50000}, "no shareholders: the bank"
    assert game.refused(A, "sell_share", company="school") == "E_NO_RIGHT"
    game.do(A, "buy_share", company="school")
    game.turn(B, pos={B: 5})
    assert money(game.do(B, "roll", dice=[1, 1])) == [
        (B, "bank", 50000, "school_fee"),
        ("bank", A, 50000, "school_fee_share"),
    ]
    game.do(B, "buy_share", company="school")
    game.turn(C, pos={C: 5})
    assert game.change(C, "roll", dice=[1, 1]) == {A: 25000, B: 25000, C: -50000}
    game.do(C, "buy_share", company="school")
    game.turn(C, pos={C: 5})
    assert game.change(C, "roll", dice=[1, 1]) == {}, "a shareholder learns free"
    assert game.refused(C, "buy_share", company="school") == "E_NO_SHARES_LEFT"
    game.do(C, "sell_share", company="school", winner=A, price=55000)
    assert game.seen["shares"] == {"school": {A: 2, B: 1}}


@pytest.mark.clause("M-110", "M-111", "M-112")
def test_the_consulting_company() -> None:
    game = Play().at(A, CONSULTING)
    assert game.cash(A) == 230000
    assert game.refused(A, "sell_share", company="consulting") == "E_NO_RIGHT"
    game.do(A, "buy_share", company="consulting")
    game.turn(B, pos={B: 15})
    assert money(game.do(B, "roll", dice=[1, 1])) == [
        (B, "bank", 70000, "consulting_fee"),
        ("bank", A, 70000, "consulting_fee_share"),
    ]
    game.turn(A, pos={A: 15})
    assert game.change(A, "roll", dice=[1, 1]) == {}
    assert game.seen["allowed"] == ["buy_share:consulting", "sell_share:consulting"]


@pytest.mark.clause("M-113", "M-114", "M-115")
@pytest.mark.parametrize(
    ("name", "stakes", "amount", "change"),
    [
        ("V-138", {A: 1}, 40000, {}),
        ("V-139", {A: 1, B: 2}, 30000, {A: -20000, B: 20000}),
        ("V-140", {A: 1, B: 1, C: 1}, 50000, {A: -33300, B: 16700, C: 16700}),
        ("none", {}, 30000, {A: -30000}),
    ],
)
def test_consultations(name: str, stakes: Any, amount: int, change: dict[str, int]) -> None:
    raw = kit(consultation_cards=[])
    game = Play(3, raw).at(A, CONSULTATION, shares={"consulting": stakes} if stakes else {})
    assert game.refused(A, "end_turn") == "E_MUST_RESOLVE"
    assert game.refused(A, "draw_consultation", amount=-1000) == "E_AMOUNT"
    assert game.change(A, "draw_consultation", amount=amount) == change
    assert "N_CARD_UNDER" in game.notices


@pytest.mark.clause("M-114")
def test_only_the_net_sum_must_be_in_cash() -> None:
    game = Play().at(A, CONSULTATION, shares={"consulting": {A: 1}}, cash={A: 0})
    assert game.paid(A, "draw_consultation", card=1) == [
        (A, "bank", 30000, "consultation"),
        ("bank", A, 30000, "consultation_share"),
    ]
    assert game.phase == "done"


@pytest.mark.clause("M-108")
def test_a_fee_that_cannot_be_paid() -> None:
    game = Play().turn(A, pos={A: SCHOOL - 2}, cash={A: 40000})
    game.do(A, "roll", dice=[1, 1])
    assert game.seen["obligations"] == [{"debtor": A, "amount": 50000, "why": "school_fee"}]
