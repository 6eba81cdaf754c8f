"""The end: M-012, M-023, M-106, M-178 … M-185, § 3.5."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.fields import Each, Many
from games.engine.offers import offers
from games.market.game import GAME
from tests.market.playing import AGENCY, DEAL, SURPRISE, Play, money

A, B, C = "p1", "p2", "p3"


def nearly(**fields: Any) -> dict[str, Any]:
    """p1 lacks one card for his first enterprise."""
    return {"plots": {"2": A}, "progress": {"2": {"product": "bread", "cards": ["equipment", "materials"]}}} | fields


def ended(count: int = 3, options: dict[str, Any] | None = None, **fields: Any) -> Play:
    """A game that p1 ends by his first enterprise; 95 000 more in his hand by it."""
    game = Play(count, None, **{"enterprises_to_end": 1} | (options or {})).at(A, AGENCY, **nearly(**fields))
    game.do(A, "buy_card", plot=2, kind="personnel")
    return game


@pytest.mark.clause("M-178")
def test_the_agreed_number_ends_the_game_at_once() -> None:
    game = ended()
    assert game.phase == "final"
    for actor, action, params in (
        (A, "end_turn", {}),
        (B, "roll", {"dice": [1, 1]}),
        (B, "issue_note", {"lender": A, "amount": 1000}),
        ("referee", "fine", {"player": B, "reason": "out_of_turn"}),
    ):
        assert game.refused(actor, action, **params) == "E_FINISHED"
    assert Play().refused("referee", "final_settlement") == "E_NOT_FINAL"
    assert Play().refused(A, "final_settlement") == "E_NOT_FINAL", "asked first (§ 3.3)"
    assert game.refused(A, "final_settlement") == "E_REFEREE"
    game.do("referee", "final_settlement")
    assert (game.phase, GAME.finished(game.t)) == ("finished", True)
    assert game.refused("referee", "final_settlement") == "E_FINISHED"
    assert game.refused("referee", "adjust", field="cash.p2", by=100, reason="found") == "", "operations stay legal"


@pytest.mark.clause("M-178")
def test_also_in_anothers_turn() -> None:
    """A-52."""
    game = Play(enterprises_to_end=1).at(B, 5, **nearly())
    game.do(A, "buy_card", plot=2, kind="personnel")
    assert game.phase == "final"


@pytest.mark.clause("M-179", "M-180", "M-106", "M-070", "M-023")
def test_bonus_and_the_money_under_the_board() -> None:
    game = ended(insurance_pot=50000, shares={"insurance": {B: 2, C: 1}})
    assert game.paid("referee", "final_settlement") == [
        ("bank", A, 200000, "bonus"),
        ("pot", "bank", 50000, "insurance_pot"),
        ("bank", B, 33300, "insurance_pot_share"),
        ("bank", C, 16700, "insurance_pot_share"),
    ]
    game = ended(insurance_pot=50000)
    assert game.change("referee", "final_settlement") == {A: 200000}, "no Insurance shareholder: the bank (A-26)"
    assert game.seen["insurance_pot"] == 0


@pytest.mark.clause("M-181")
def test_credits_and_notes_are_repaid_with_interest() -> None:
    notes = [
        {"id": 1, "borrower": B, "lender": C, "amount": 20000, "percent": 10, "total": 22000, "due_turn": 99, "turn": 1}
    ]
    credits = {B: [{"rate": 20, "turn": 1}, {"rate": 10, "turn": 2}]}
    game = ended(notes=notes, credits=credits, shares={"bank": {A: 1, B: 1}}, cash={B: 400000})
    step = game.do("referee", "final_settlement")
    assert [one for one in money(step) if one[0] == B] == [
        (B, "bank", 100000, "credit_principal"),
        (B, "bank", 100000, "credit_principal"),
        (B, "bank", 10000, "credit_interest"),
        (B, "bank", 20000, "credit_interest"),
        (B, C, 22000, "note_repayment"),
    ]
    assert game.cash(B) == 400000 - 200000 - 30000 + 15000 - 22000, "half of the interest comes back"
    assert (game.seen["credits"], game.seen["notes"]) == ({}, [])


@pytest.mark.clause("M-182")
def test_assets_are_handed_in_for_what_is_missing() -> None:
    """§ 3.5, step 5: the cheapest that covers the gap, else the dearest; at nominal, without commission."""
    owing = {
        "credits": {B: [{"rate": 10, "turn": 1}]},
        "shares": {"insurance": {B: 1}, "bank": {B: 1}},
        "cash": {B: 75000},
    }
    game = ended(**owing)
    step = game.do("referee", "final_settlement")
    assert ("bank", B, 40000, "surrender_share") in money(step)
    assert (game.seen["shares"], game.cash(B)) == ({"bank": {B: 1}}, 15000)
    game = ended(**owing | {"cash": {B: 0}})
    game.do("referee", "final_settlement")
    assert (game.seen["shares"], game.cash(B)) == ({}, 20000), "80 000, then 40 000; the interest is his own"
    game = ended(**owing)
    game.do("referee", "final_settlement", surrender={B: ["bank"]})
    assert game.seen["shares"] == {"insurance": {B: 1}}
    assert game.refused("referee", "final_settlement", surrender={"p9": []}) == "E_FINISHED"
    game = ended(options={"final_commission": 20}, **owing)
    game.do("referee", "final_settlement")
    assert game.cash(B) == 75000 + 32000 - 100000 + 0
    credit = {"credits": {B: [{"rate": 0, "turn": 1}]}, "cash": {B: 64000}, "plots": {"2": A, "4": B}}
    game = ended(options={"final_commission": 20}, shares={"insurance": {B: 1}}, **credit)
    assert ("bank", B, 36000, "surrender_plot") in money(game.do("referee", "final_settlement")), "40 000 bring 32 000"
    game = ended(credits={B: [{"rate": 0, "turn": 1}]}, plots={"2": A, "4": B}, cash={B: 60000})
    assert ("bank", B, 45000, "surrender_plot") in money(game.do("referee", "final_settlement"))


@pytest.mark.clause("M-182")
def test_the_form_asks_who_cannot_pay_what_he_hands_in() -> None:
    """§ 3.3, `final_settlement`: surrender choices (optional); § 3.5, step 5: the referee may override it."""
    game = ended(
        credits={B: [{"rate": 10, "turn": 1}], C: [{"rate": 10, "turn": 1}]},
        shares={"bank": {B: 1}, "insurance": {B: 1, A: 1}, "trade": {C: 1}},
        plots={"2": A, "4": B},
        cash={B: 75000, C: 300000},
    )
    (offer,) = [one for one in offers(GAME, game.t) if one.move == "final_settlement"]
    (field,) = offer.fields
    assert isinstance(field, Each)
    assert isinstance(field.of, Many)
    assert (field.name, [key.value for key in field.keys], offer.refusal) == ("surrender", [B], None)
    assert [one.value for one in field.of.options] == ["insurance", "plot:4", "bank"], "40, 45 and 80 thousand"
    step = game.do("referee", "final_settlement", surrender={B: ["plot:4"]})
    assert ("bank", B, 45000, "surrender_plot") in money(step)
    assert game.seen["shares"] == {"bank": {B: 1}, "insurance": {B: 1, A: 1}, "trade": {C: 1}}


@pytest.mark.clause("M-182")
def test_where_all_can_pay_nothing_is_asked() -> None:
    (offer,) = [one for one in offers(GAME, ended(shares={"bank": {B: 1}}).t) if one.move == "final_settlement"]
    assert offer.fields == []


@pytest.mark.clause("M-182")
@pytest.mark.parametrize(
    ("asset", "code"),
    [
        ("trade", "E_NOT_OWNER_SHARE"),
        ("plot:2", "E_NOT_OWNER_PLOT"),
        ("plot:99", "E_UNKNOWN"),
        ("2", "E_UNKNOWN"),
        ("gold", "E_UNKNOWN"),
    ],
)
def test_nobody_hands_in_what_is_not_his(asset: str, code: str) -> None:
    game = ended(credits={B: [{"rate": 10, "turn": 1}]}, shares={"bank": {B: 2}}, cash={B: 0})
    assert game.refused("referee", "final_settlement", surrender={B: ["bank", asset]}) == code
    assert game.refused("referee", "final_settlement", surrender={"p9": []}) == "E_UNKNOWN"


@pytest.mark.clause("M-182", "M-185")
def test_what_cannot_be_paid_is_written_off_and_listed() -> None:
    game = ended(credits={B: [{"rate": 20, "turn": 1}]}, cash={B: 110000}, shares={"bank": {C: 1}})
    step = game.do("referee", "final_settlement")
    assert [one for one in money(step) if one[0] == B or one[1] == C] == [
        (B, "bank", 100000, "credit_principal"),
        (B, "bank", 10000, "credit_interest_part"),
        ("bank", C, 10000, "credit_interest_share"),
    ]
    assert game.seen["result"] == {
        "capital": {A: 300000 + 95000 + 200000 + 50000, B: 0, C: 310000 + 80000},
        "winners": [A],
        "unpaid": {B: 10000},
    }


def test_payments_of_others_are_waited_for() -> None:
    """§ 3.5, step 4: passes are repeated until nothing moves (A-54)."""

    def note(number: int, borrower: str, lender: str) -> dict[str, Any]:
        return {"id": number, "borrower": borrower, "lender": lender, "amount": 250000, "percent": 0, "total": 250000,
                "due_turn": None, "turn": 1}  # fmt: skip

    game = ended(notes=[note(1, B, C), note(2, C, A), note(3, A, B)], cash={B: 0, C: 0})
    game.do("referee", "final_settlement")
    assert [game.cash(team) for team in (A, B, C)] == [595000, 0, 0]


@pytest.mark.clause("M-181", "M-182")
def test_who_waits_for_anothers_money_is_written_off_last() -> None:
    """A-55, § 3.5, step 6: p3 pays p2 the 50 000 he has, and p2 can pay p1; 50 000 stay unpaid."""

    def note(number: int, borrower: str, lender: str, total: int) -> dict[str, Any]:
        return {"id": number, "borrower": borrower, "lender": lender, "amount": total, "percent": 0, "total": total,
                "due_turn": None, "turn": 1}  # fmt: skip

    game = ended(notes=[note(1, B, A, 40000), note(2, C, B, 100000)], cash={B: 0, C: 50000})
    assert game.paid("referee", "final_settlement")[1:] == [
        (C, B, 50000, "note_repayment_part"),
        (B, A, 40000, "note_repayment"),
    ]
    assert (game.cash(B, C), game.seen["result"]["unpaid"]) == ([10000, 0], {C: 50000})
    game = ended(notes=[note(1, B, C, 40000), note(2, C, B, 30000)], cash={B: 0, C: 20000})
    game.do("referee", "final_settlement")
    assert (game.cash(B, C), game.seen["result"]["unpaid"]) == ([0, 20000], {B: 20000, C: 10000}), "each for the other"


@pytest.mark.clause("M-183", "M-184", "M-185", "M-012")
def test_capital_is_cash_shares_and_plots() -> None:
    game = ended(
        plots={"2": A, "4": B},
        shares={"trade": {B: 2}, "school": {C: 1}},
        insurance={C: 3},
        cash={A: 15000, B: 100, C: 700},
    )
    game.do("referee", "final_settlement")
    assert game.seen["result"]["capital"] == {
        A: 15000 + 95000 + 200000 + 50000,
        B: 100 + 140000 + 45000,
        C: 700 + 50000,
    }
    assert [(one.team, one.rank, one.total) for one in GAME.standings(game.t)] == [
        (A, 1, 360000),
        (B, 2, 185100),
        (C, 3, 50700),
    ]


@pytest.mark.clause("M-185")
def test_equal_capital_shares_the_place() -> None:
    """A-56."""
    game = ended(cash={A: 15000, B: 360000, C: 0})
    game.do("referee", "final_settlement")
    assert game.seen["result"]["winners"] == [A, B]


@pytest.mark.clause("M-187")
def test_ious_count_at_the_end() -> None:
    game = ended(bank_iou={B: 50000}, cash={B: 250000})
    assert ("bank", B, 50000, "iou_redeemed") in money(game.do("referee", "final_settlement"))
    assert game.seen["result"]["capital"][B] == 300000


@pytest.mark.clause("M-177", "M-178")
def test_the_last_one_standing_gets_no_bonus() -> None:
    """A-51."""
    game = Play(2).at(B, SURPRISE, cash={B: 0})
    game.do(B, "draw_surprise", card=5)
    game.do(B, "declare_bankrupt")
    assert game.phase == "final"
    assert game.paid("referee", "final_settlement") == []
    assert game.seen["result"] == {"capital": {A: 300000, B: 0}, "winners": [A]}
    assert [(one.team, one.rank) for one in GAME.standings(game.t)] == [(A, 1), (B, 2)]


def test_the_trainer_may_stop_the_game() -> None:
    """common.md: scores as the table stands, debts settled, no bonus."""
    game = Play(enterprises_to_end=1).at(A, DEAL, credits={A: [{"rate": 10, "turn": 1}]})
    game.do("referee", "stop_game", reason="time is up")
    assert game.seen["result"]["capital"] == {A: 190000, B: 300000, C: 300000}
    assert game.refused("referee", "stop_game", reason="again") == "E_FINISHED"
    game = ended()
    assert ("bank", A, 200000, "bonus") in money(game.do("referee", "stop_game", reason="time is up")), (
        "the end was reached"
    )


def test_a_correction_after_the_end_counts_anew() -> None:
    """common.md: after it ranking and winner are computed anew."""
    game = ended()
    game.do("referee", "final_settlement")
    game.do("referee", "adjust", player=B, amount=900000, reason="notes under the table")
    assert game.seen["result"]["winners"] == [B]
    assert GAME.standings(game.t)[1].rank == 1


def test_a_lower_number_of_enterprises_may_end_the_game() -> None:
    game = Play(enterprises_to_end=3).turn(A, enterprises={A: [{"product": "bread", "plot": "2", "turn": 1}]})
    game.do("referee", "fix_option", path="enterprises_to_end", value=1, reason="agreed so")
    assert game.phase == "final"
    game = Play().turn(A)
    game.do("referee", "fix_option", path="show_cash", value="off", reason="agreed so")
    assert game.t.options.show_cash is False
    assert game.refused("referee", "fix_option", path="bid_step", value=7, reason="so") == "E_OPTION"
