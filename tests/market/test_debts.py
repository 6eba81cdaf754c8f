"""Notes, insolvency, bankruptcy, IOUs: M-007, M-167 … M-177, M-187, amendments 1 … 4."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from games.engine.offers import offers
from games.market.game import GAME
from games.market.panel_sheet import sheet
from tests.market.playing import BANK, DEAL, EXCHANGE, SURPRISE, TRADE, Play, money

A, B, C = "p1", "p2", "p3"


def note(number: int, borrower: str, lender: str, total: int, due: int | None = None) -> dict[str, Any]:
    return {
        "id": number, "borrower": borrower, "lender": lender, "amount": total, "percent": 0, "total": total,
        "due_turn": due, "turn": 1,
    }  # fmt: skip


@pytest.mark.clause("M-167", "M-168", "M-169", "M-172")
@pytest.mark.parametrize(
    ("name", "amount", "percent", "total"),
    [("V-126", 20000, 10, 22000), ("V-127", 50000, 10, 55000), ("V-128", 12300, 7, 13200), ("V-129", 30000, 0, 30000)],
)
def test_borrowing_on_a_note(name: str, amount: int, percent: int, total: int) -> None:
    game = Play().at(A, DEAL)
    step = game.do(B, "issue_note", lender=C, amount=amount, percent=percent, due_turn=10, proposed_by=C)
    assert money(step) == [(C, B, amount, "note_loan")]
    assert game.seen["notes"] == [
        {"id": 1, "borrower": B, "lender": C, "amount": amount, "percent": percent, "total": total, "due_turn": 10}
    ]


@pytest.mark.clause("M-007", "M-170", "M-167")
def test_what_a_note_needs() -> None:
    game = Play().turn(A, cash={B: 5000})
    assert game.refused(A, "issue_note", lender=A, amount=1000) == "E_NOTE_SELF"
    assert game.refused(A, "issue_note", lender="bank", amount=1000) == "E_UNKNOWN"
    assert game.refused(A, "issue_note", lender=B, amount=5100) == "E_NOTE_CASH"
    for amount in (0, -1000, 150, "much"):
        assert game.refused(A, "issue_note", lender=B, amount=amount) == "E_AMOUNT"
    assert game.refused(A, "issue_note", lender=B, amount=1000, percent=-1) == "E_AMOUNT"
    for number in range(1, 4):
        game.do(A, "issue_note", lender=B, amount=1000)
        assert game.seen["notes"][-1]["id"] == number
    assert game.refused(A, "issue_note", lender=C, amount=1000) == "E_NOTE_LIMIT"
    game.do(A, "repay_note", note=1)
    assert game.refused(A, "issue_note", lender=C, amount=1000) == ""


@pytest.mark.clause("M-171")
def test_demanding_and_repaying() -> None:
    game = Play().turn(A, notes=[note(1, A, B, 22000, due=5)], last_note=1)
    assert game.refused(B, "demand_note", note=1) == "E_NOTE_NOT_DUE"
    assert game.refused(C, "demand_note", note=1) == "E_NOTE_UNKNOWN"
    assert game.refused(B, "demand_note", note=2) == "E_NOTE_UNKNOWN"
    assert game.refused(B, "repay_note", note=1) == "E_NOTE_UNKNOWN"
    assert game.change(A, "repay_note", note=1) == {A: -22000, B: 22000}, "early, with the full percent"
    game = Play().turn(A, notes=[note(1, A, B, 22000, due=5)], turn=5)
    assert game.paid(B, "demand_note", note=1) == [(A, B, 22000, "note_repayment")]
    assert game.seen["notes"] == []
    game = Play().turn(A, notes=[note(1, A, B, 22000)])
    assert game.refused(B, "demand_note", note=1) == "", "without a term at any time"
    game.arrange(cash={A: 21900})
    assert game.refused(A, "repay_note", note=1) == "E_CASH"


@pytest.mark.clause("M-171")
def test_the_lender_is_reminded_when_the_term_comes() -> None:
    game = Play().at(A, EXCHANGE, notes=[note(1, A, B, 22000, due=2)])
    game.do(A, "end_turn")
    assert "N_NOTE_DUE" in game.notices


def insolvent(**fields: Any) -> Play:
    """p3 must pay a loss of 300 000 with 63 200 in cash."""
    game = Play().at(C, SURPRISE, cash={C: 63200}, **fields)
    game.do(C, "draw_surprise", card=5)
    return game


@pytest.mark.clause("M-173", "M-174")
def test_what_is_blocked_while_a_debt_is_open() -> None:
    game = insolvent(shares={"bank": {C: 1}}, credits={A: [{"rate": 10, "turn": 1}]}, notes=[note(1, B, A, 5000)])
    assert (game.phase, game.cash(C)) == ("insolvency", 63200)
    assert game.seen["obligations"] == [{"debtor": C, "amount": 300000, "why": "surprise_loss"}]
    assert game.refused(C, "take_credit") == "E_CREDIT_INSOLVENT"
    for actor, action, params in (
        (C, "end_turn", {}),
        (C, "buy_share", {"company": "trade"}),
        (C, "buy_insurance", {"count": 1}),
        (A, "take_credit", {}),
        (A, "sell_share", {"company": "bank"}),
        (A, "demand_note", {"note": 1}),
        (A, "declare_bankrupt", {}),
        ("referee", "fine", {"player": A, "reason": "out_of_turn"}),
        ("referee", "bank_iou", {"player": A, "amount": 1000}),
    ):
        assert game.refused(actor, action, **params) == "E_INSOLVENT_BLOCK", action
    assert game.refused(A, "repay_credit", rate=10) == "", "others may repay at any time (amendment 2)"
    assert game.refused(B, "repay_note", note=1) == ""
    assert game.refused(A, "issue_note", lender=B, amount=1000) == ""
    assert game.refused("referee", "adjust", field="cash.p1", by=100, reason="found") == "", "never stopped by a debt"


@pytest.mark.clause("M-174")
def test_a_debtor_may_have_a_credit_by_a_ruling() -> None:
    """§ 3.3, check 3: one of CREDIT_INSOLVENT and INSOLVENT_BLOCK is asked; it alone is overruled (common.md)."""
    game = Play().turn(A, cash={A: 1000})
    game.do("referee", "fine", player=A, reason="wrong_space")
    assert game.phase == "insolvency"
    t, step = GAME.attempt(game.t, 1, A, "take_credit", {}, frozenset({"E_CREDIT_INSOLVENT"}))
    assert [one[3] for one in money(step)] == ["credit", "fine"]
    assert t.state.cash[A] == 1000 + 100000 - 20000


@pytest.mark.clause("M-175")
def test_a_note_may_save_the_debtor() -> None:
    game = insolvent()
    step = game.do(C, "issue_note", lender=A, amount=236800)
    assert money(step) == [(A, C, 236800, "note_loan"), (C, "bank", 300000, "surprise_loss")]
    assert (game.phase, game.cash(C)) == ("done", 0)


@pytest.mark.clause("M-175")
def test_what_others_owe_the_debtor_is_demanded_or_repaid() -> None:
    """§ 3.3, INSOLVENCY: another player may `repay_note` to him; amendment 2: also to others, and his credits."""
    rate = {"rate": 10, "turn": 1}
    notes = [note(1, A, C, 5000), note(2, A, B, 7000), note(3, C, B, 9000)]
    game = insolvent(notes=notes, credits={A: [rate], C: [rate]}, last_note=3)
    found = {(one.actors[0], one.move, *one.fixed.values()) for one in offers(GAME, game.t) if one.refusal is None}
    assert {one for one in found if one[1] not in ("issue_note", "declare_bankrupt", "adjust")} == {
        (C, "demand_note", 1),
        (A, "repay_note", 1),
        (A, "repay_note", 2),
        (A, "repay_credit", 10),
    }
    assert game.paid(A, "repay_note", note=1) == [(A, C, 5000, "note_repayment")]


@pytest.mark.clause("M-176")
def test_or_shares_and_plots_are_sold_one_by_one() -> None:
    game = insolvent(shares={"bank": {C: 3}, "school": {C: 2}}, plots={"3": C})
    game.do(C, "sell_share", company="bank", winner=A, price=200000)
    assert game.phase == "insolvency"
    game.do(C, "sell_plot", plot=3, winner=B, price=100000)
    assert (game.phase, game.cash(C)) == ("done", 63200 + 160000 + 80000 - 300000)
    assert game.refused(C, "sell_share", company="school") == "E_NO_RIGHT", "no more than needed"


@pytest.mark.clause("M-173")
def test_who_can_pay_pays_at_once_whoever_waits_before_him() -> None:
    """Amendment 3: one queue of debts for each debtor."""
    game = insolvent(notes=[note(1, A, C, 5000), note(2, C, B, 10000)], last_note=2)
    assert game.change(C, "demand_note", note=1) == {A: -5000, C: 5000}
    assert game.phase == "insolvency"


def two_debtors(**fields: Any) -> Play:
    """p2 cannot pay a penalty of 8 000 nor p3 one of 9 000 (A-13)."""
    shares = {"trade": {B: 1, C: 1}}
    lying = {"2": {"product": "bread", "cards": []}}
    game = Play().at(A, TRADE, plots={"2": A}, progress=lying, shares=shares, cash={B: 1000, C: 2000}, **fields)
    game.do(A, "buy_card", plot=2, kind="materials", commissions={B: 8000, C: 9000}, outcome="refused")
    assert [(one["debtor"], one["amount"]) for one in game.seen["obligations"]] == [(B, 8000), (C, 9000)]
    return game


@pytest.mark.clause("M-173", "M-176")
def test_each_debtor_acts_for_his_own_debts() -> None:
    """Amendment 3: one queue of debts per debtor; nobody waits for whom the queue does not concern."""
    game = two_debtors()
    assert game.refused(A, "end_turn") == "E_INSOLVENT_BLOCK"
    assert game.refused(C, "declare_bankrupt") == "E_BANKRUPT_ASSETS"
    assert game.paid(C, "sell_share", company="trade")[-1] == (C, "bank", 9000, "commission_penalty")
    assert (game.phase, game.cash(C)) == ("insolvency", 2000 + 56000 - 9000)
    assert game.refused(C, "sell_share", company="trade") == "E_INSOLVENT_BLOCK", "he owes nothing any more"
    game.do(B, "issue_note", lender=C, amount=7000)
    assert game.phase == "done"
    game = two_debtors().arrange(shares={})
    game.do(C, "declare_bankrupt")
    assert (game.phase, game.seen["bankrupt"], game.seen["current"]) == ("insolvency", [C], A)
    game.do(B, "declare_bankrupt")
    assert game.phase == "final"


@pytest.mark.clause("M-171", "M-173")
def test_a_second_debtor_is_offered_his_own_ways_out() -> None:
    rate = {"rate": 10, "turn": 1}
    game = two_debtors(credits={C: [rate], A: [rate]}, notes=[note(1, A, C, 5000), note(2, C, A, 500)], last_note=2)
    found = {(one.actors[0], one.move) for one in offers(GAME, game.t) if one.refusal is None}
    assert {one for one in found if one[1] not in ("adjust", "issue_note")} == {
        (B, "sell_share"),
        (C, "sell_share"),
        (C, "demand_note"),
        (A, "repay_note"),
        (A, "repay_credit"),
    }
    labels = [render(one.label) for one in offers(GAME, game.t) if one.move == "sell_share"]
    assert [label.rpartition(": ")[2] for label in labels] == ["Борис", "Вера"]
    assert [render(act.label) for act in sheet(game.t).sales] == [
        "Trading company: Борис",
        "Trading company: Вера",
    ]


@pytest.mark.clause("M-177")
def test_bankruptcy_only_without_assets() -> None:
    game = insolvent(plots={"3": C})
    assert game.refused(C, "declare_bankrupt") == "E_BANKRUPT_ASSETS"
    assert Play().refused(A, "declare_bankrupt") == "E_NOT_INSOLVENT"


@pytest.mark.clause("M-177", "M-043", "M-006")
def test_a_bankrupt_gives_everything_back_and_leaves() -> None:
    game = insolvent(
        credits={C: [{"rate": 10, "turn": 1}, {"rate": 10, "turn": 2}]},
        enterprises={C: [{"product": "bread", "plot": "1", "turn": 1}]},
        notes=[note(1, C, A, 20000), note(2, B, C, 30000)],
        last_note=2,
    )
    assert game.paid(C, "declare_bankrupt") == [(C, "bank", 63200, "bankrupt_cash")]
    seen = game.seen
    assert (seen["bankrupt"], seen["cash"][C], seen["credits"], seen["enterprises"]) == ([C], 0, {}, {})
    assert [(one["borrower"], one["lender"]) for one in seen["notes"]] == [(B, "bank")]
    assert (seen["current"], game.phase, seen["turn"]) == (A, "pre_roll", 2)
    assert game.refused(C, "roll", dice=[1, 1]) == "E_PLAYER_OUT"
    assert game.refused(A, "issue_note", lender=C, amount=100) == "E_PLAYER_OUT"
    assert game.refused("referee", "fine", player=C, reason="out_of_turn") == "E_PLAYER_OUT"
    assert game.refused("referee", "bank_iou", player=C, amount=100) == "E_PLAYER_OUT"
    game.at(B, EXCHANGE)
    game.do(B, "end_turn")
    assert game.seen["current"] == A, "the bankrupt's seat is passed over"
    assert game.change(B, "repay_note", note=2) == {B: -30000}, "to the game bank"


def in_debt_to(stakes: dict[str, int], cash: int, **options: Any) -> Play:
    """p3 passes the company bank with two credits at 20 % and cannot pay the interest of 40 000."""
    credits = {C: [{"rate": 20, "turn": 1}] * 2}
    game = Play(3, None, **options).turn(C, pos={C: BANK - 1}, cash={C: cash}, credits=credits, shares={"bank": stakes})
    game.do(C, "roll", dice=[1, 1])
    return game


@pytest.mark.clause("M-177")
def test_the_last_cash_goes_to_the_creditors_by_their_stakes() -> None:
    game = in_debt_to({A: 2, B: 1}, 20000)
    assert game.change(C, "declare_bankrupt") == {A: 13300, B: 6600, C: -20000}
    assert game.seen["bankrupt"] == [C]
    game = in_debt_to({A: 1, C: 1}, 10000).arrange(shares={})
    assert game.change(C, "declare_bankrupt") == {A: 10000, C: -10000}, "his own part is nobody's but theirs"
    game = in_debt_to({C: 1, B: 1, A: 1}, 10000).arrange(shares={})
    assert game.change(C, "declare_bankrupt") == {A: 5000, B: 5000, C: -10000}
    game = in_debt_to({A: 2, B: 1}, 20000, bankrupt_cash="bank")
    assert game.change(C, "declare_bankrupt") == {C: -20000}


@pytest.mark.clause("M-177")
def test_the_creditor_of_a_note_gets_the_last_cash() -> None:
    game = Play().turn(A, notes=[note(1, C, B, 50000)], cash={C: 20000})
    game.do(B, "demand_note", note=1)
    assert game.change(C, "declare_bankrupt") == {B: 20000, C: -20000}
    assert (game.seen["current"], game.phase) == (A, "pre_roll"), "the interrupted turn goes on"


def test_stakes_are_those_of_the_moment_when_the_debt_arose() -> None:
    game = in_debt_to({A: 1}, 20000)
    game.arrange(shares={"bank": {B: 1}})
    assert game.change(C, "issue_note", lender=B, amount=20000) == {A: 40000, B: -20000, C: -20000}


def test_what_a_bankrupt_was_owed_goes_to_the_bank_or_is_cancelled() -> None:
    for claims, left in (("bank", [(B, "bank")]), ("cancel", [])):
        game = Play(bankrupt_claims=claims).at(C, SURPRISE, cash={C: 0}, notes=[note(1, B, C, 30000)])
        game.do(C, "draw_surprise", card=5)
        game.do(C, "declare_bankrupt")
        assert [(one["borrower"], one["lender"]) for one in game.seen["notes"]] == left


# ---- the bank's IOU -----------------------------------------------------------------------------


@pytest.mark.clause("M-187")
def test_the_bank_borrows_on_an_iou() -> None:
    game = Play()
    assert game.paid("referee", "bank_iou", player=A, amount=50000) == [(A, "bank", 50000, "bank_iou")]
    assert game.seen["bank_iou"] == {A: 50000}
    assert game.refused("referee", "bank_iou", player=A, amount=250100) == "E_CASH"
    assert game.refused("referee", "bank_iou", player=A, amount=50) == "E_AMOUNT"
    assert game.refused("referee", "bank_iou", player="p9", amount=100) == "E_UNKNOWN"
    assert game.refused(A, "bank_iou", player=A, amount=100) == "E_REFEREE"
    assert game.refused("referee", "bank_iou_redeem", player=A, amount=50100) == "E_AMOUNT"
    assert game.change("referee", "bank_iou_redeem", player=A, amount=20000) == {A: 20000}
    assert game.seen["bank_iou"] == {A: 30000}


@pytest.mark.clause("M-187", "M-173")
def test_an_iou_is_redeemed_before_its_holder_is_insolvent() -> None:
    """Amendment 2."""
    game = Play().at(C, SURPRISE, cash={C: 250000}, bank_iou={C: 60000})
    step = game.do(C, "draw_surprise", card=5)
    assert money(step) == [("bank", C, 60000, "iou_redeemed"), (C, "bank", 300000, "surprise_loss")]
    assert (game.phase, game.cash(C), game.seen["bank_iou"]) == ("done", 10000, {})
    game = Play().at(C, SURPRISE, cash={C: 200000}, bank_iou={C: 60000})
    game.do(C, "draw_surprise", card=5)
    assert (game.phase, game.seen["bank_iou"], game.cash(C)) == ("insolvency", {}, 260000)


@pytest.mark.clause("M-187")
def test_an_empty_bank_is_noticed() -> None:
    from tests.market.playing import kit

    game = Play(3, kit(money=1000000)).turn(A)
    game.do(A, "take_credit")
    assert game.notices == []
    game.turn(B).do(B, "take_credit")
    assert "N_BANK_CASH" in game.notices
