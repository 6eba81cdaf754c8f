"""Each option of § 7 that is not tested beside its rule."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.offers import offers
from games.market.game import GAME
from tests.market.playing import (
    BANK,
    COMMITTEE,
    DEAL,
    DIVIDENDS,
    PLOT2,
    PLOT3,
    PLOT4,
    SCHOOL,
    SURPRISE,
    TRADE,
    Play,
    money,
)

A, B, C = "p1", "p2", "p3"
BREAD: dict[str, Any] = {"plots": {"2": A}, "progress": {"2": {"product": "bread", "cards": []}}}


@pytest.mark.clause("M-062")
def test_bid_step() -> None:
    game = Play(bid_step=1000).at(A, DEAL, shares={"trade": {A: 1}})
    assert game.refused(A, "sell_share", company="trade", winner=B, price=70500) == "E_BID_STEP"
    assert game.refused(A, "sell_share", company="trade", winner=B, price=71000) == ""


# ---- claims -------------------------------------------------------------------------------------


@pytest.mark.clause("M-034")
def test_what_is_not_demanded_goes_back_to_the_bank() -> None:
    game = Play(claims="on_demand").turn(C, pos={C: 6}, shares={"trade": {C: 1}})
    game.do(C, "roll", dice=[1, 1])
    assert game.seen["claims"] == [{"to": C, "amount": 10000, "why": "dividends", "forfeited": False}]
    assert game.refused(C, "forfeit_claim", posting=1) == "E_REFEREE"
    assert game.refused("referee", "forfeit_claim", posting=2) == "E_VOID"
    assert game.paid("referee", "forfeit_claim", posting=1) == [(C, "bank", 10000, "not_demanded")]
    assert "N_CLAIM" in game.notices
    assert game.refused("referee", "forfeit_claim", posting=1) == "E_VOID", "once only"
    game.turn(C, pos={C: 6}).do(C, "roll", dice=[1, 1])
    game.do(C, "end_turn")
    assert game.refused("referee", "forfeit_claim", posting=1) == "E_VOID", "after the turn it is too late"


@pytest.mark.clause("M-034")
def test_what_a_player_owed_stays_with_him() -> None:
    """Amendment 4."""
    game = Play(claims="on_demand").turn(A, pos={A: SCHOOL - 2}, shares={"school": {B: 1, C: 1}})
    game.do(A, "roll", dice=[1, 1])
    assert game.paid("referee", "forfeit_claim", posting=2) == [(C, A, 25000, "not_demanded")]
    assert game.cash(A, B, C) == [275000, 325000, 300000]
    game.arrange(cash={B: 100})
    assert game.refused("referee", "forfeit_claim", posting=1) == "E_VOID", "the money is spent"


@pytest.mark.clause("M-034")
def test_automatic_payments_cannot_be_struck_out() -> None:
    game = Play().at(C, DIVIDENDS, shares={"trade": {C: 1}})
    assert game.refused("referee", "forfeit_claim", posting=1) == "E_VOID"


# ---- others -------------------------------------------------------------------------------------


@pytest.mark.clause("M-104")
def test_certificates_by_choice() -> None:
    game = Play(insurance_use="choice").at(A, SURPRISE, insurance={A: 3}, cash={A: 400000})
    assert game.refused(A, "draw_surprise", card=4, certificates=4) == "E_CERT"
    assert game.refused(A, "draw_surprise", card=2, certificates=2) == "E_CERT"
    assert game.refused(A, "draw_surprise", card=1, certificates=1) == "E_CERT"
    assert game.change(A, "draw_surprise", card=4, certificates=1) == {A: -150000}
    assert game.seen["insurance"] == {A: 2}
    game = Play().at(A, SURPRISE, insurance={A: 3})
    assert game.refused(A, "draw_surprise", card=4, certificates=1) == "E_CERT"


@pytest.mark.clause("M-091")
def test_interest_paid_in_this_turn_is_not_paid_again() -> None:
    for option, paid in (("always", 120000), ("skip_if_paid_this_turn", 110000)):
        game = Play(repay_interest=option).turn(A, pos={A: 9}, credits={A: [{"rate": 10, "turn": 1}]})
        game.do(A, "roll", dice=[1, 1])
        game.do(A, "repay_credit", rate=10)
        assert game.cash(A) == 300000 - paid
        game = Play(repay_interest=option).turn(A, pos={A: 9}, credits={A: [{"rate": 10, "turn": 1}]})
        game.do(A, "roll", dice=[1, 1])
        game.do("referee", "stop_game", reason="time is up")
        assert game.cash(A) == 300000 - paid, "at the end the same"


@pytest.mark.clause("M-050")
def test_where_a_licence_is_bought() -> None:
    licence = {"plot": 2, "product": "bread"}
    plots = {"2": A}
    assert Play().at(A, BANK, plots=plots).refused(A, "buy_licence", **licence) == "E_NO_RIGHT"
    game = Play(licence_where="deal_or_bank").at(A, BANK, plots=plots)
    game.do(A, "buy_licence", **licence)
    assert game.refused(A, "buy_share", company="bank") == "E_RIGHT_USED"
    game = Play(licence_where="own_turn").turn(A, plots=plots)
    game.do(A, "buy_licence", **licence)
    assert game.phase == "pre_roll"
    game = Play(licence_where="own_turn").at(A, DEAL, plots=plots)
    game.do(A, "buy_licence", **licence)
    assert game.refused(A, "buy_share", company="trade") == "", "the deal is still there"
    game = Play(licence_where="own_turn").at(B, DEAL, plots=plots)
    assert game.refused(A, "buy_licence", **licence) == "E_TURN"
    game = Play(licence_where="own_turn").at(A, SURPRISE, plots=plots)
    assert game.refused(A, "buy_licence", **licence) == "E_MUST_RESOLVE"


@pytest.mark.clause("M-050")
@pytest.mark.parametrize(
    ("where", "mover", "space", "buyers"),
    [
        ("deal", A, DEAL, [A]),
        ("deal", A, BANK, []),
        ("deal_or_bank", A, BANK, [A]),
        ("own_turn", A, DEAL, [A]),
        ("own_turn", A, BANK, [A]),
        ("own_turn", A, SURPRISE, []),
        # B stands on a plot of A: the owner has a deal, and it is still the turn of B
        ("own_turn", B, PLOT3, [A, B]),
        ("deal", B, PLOT3, [A]),
    ],
)
def test_a_licence_is_offered_once_to_each_who_may_buy_it(
    where: str, mover: str, space: int, buyers: list[str]
) -> None:
    game = Play(licence_where=where).at(
        mover, space, plots={"2": A, "3": A, "4": B}, progress={"3": {"product": "bread"}}
    )
    found = [one for one in offers(GAME, game.t) if one.move == "buy_licence"]
    plots = {A: 2, B: 4}
    assert [(one.actors, one.fixed) for one in found] == [([team], {"plot": plots[team]}) for team in buyers]
    assert [one.refusal for one in found] == [None] * len(buyers)


@pytest.mark.clause("M-156")
def test_cash_for_asking() -> None:
    refuse = {"plot": 2, "kind": "materials", "commissions": {B: 5000}, "outcome": "refused"}
    poor = {"shares": {"trade": {B: 1}}, "cash": {A: 9900}}
    assert Play().at(A, TRADE, **poor, **BREAD).refused(A, "buy_card", **refuse) == "E_CASH"
    assert Play(announce_needs_cash="off").at(A, TRADE, **poor, **BREAD).refused(A, "buy_card", **refuse) == ""


@pytest.mark.clause("M-162")
def test_a_refusal_may_cost_the_next_turn() -> None:
    refuse = {"plot": 2, "kind": "materials", "commissions": {B: 5000}, "outcome": "refused"}
    game = Play(2, None, refusal_effect="skip_next").at(A, TRADE, shares={"trade": {B: 1}}, **BREAD)
    game.do(A, "buy_card", **refuse)
    game.do(A, "end_turn")
    assert game.seen["current"] == B
    game.at(B, DEAL).do(B, "end_turn")
    assert game.seen["current"] == B, "p1 misses his turn"
    assert "N_SKIPPED" in game.notices
    game.at(B, DEAL).do(B, "end_turn")
    assert game.seen["current"] == A, "once"
    game = Play(2, None, refusal_effect="skip_next").at(B, PLOT2, shares={"trade": {B: 1}}, **BREAD)
    game.do(A, "buy_card", **refuse)
    game.do(B, "end_turn")
    assert game.seen["current"] == A, "by an owner's deal only that deal is lost (A-12)"


@pytest.mark.clause("M-156")
def test_a_limit_of_commissions() -> None:
    game = Play(commission_cap=50).at(A, TRADE, shares={"trade": {B: 1}}, **BREAD)
    assert game.refused(A, "buy_card", plot=2, kind="materials", commissions={B: 5100}) == "E_AMOUNT"
    assert game.refused(A, "buy_card", plot=2, kind="materials", commissions={B: 5000}) == ""
    game = Play(commission_cap=33).at(A, TRADE, shares={"trade": {B: 1}}, **BREAD)
    assert game.refused(A, "buy_card", plot=2, kind="equipment", commissions={B: 5000}) == "E_AMOUNT", "4950 at most"
    assert game.refused(A, "buy_card", plot=2, kind="equipment", commissions={B: 4900}) == ""


@pytest.mark.clause("M-061", "M-122")
def test_the_seller_may_bid_but_not_before_the_committee() -> None:
    game = Play(seller_may_bid="on").at(A, DEAL, shares={"trade": {A: 1}}, plots={"2": A})
    assert game.refused(A, "sell_plot", plot=2, winner=A, price=50000) == ""
    assert game.change(A, "sell_share", company="trade", winner=A, price=70000) == {A: -14000}
    assert game.seen["shares"] == {"trade": {A: 1}}
    game = Play(seller_may_bid="on").at(A, COMMITTEE, shares={"trade": {A: 2}})
    lots = [{"winner": A, "price": 70000}]
    assert game.refused(A, "antimonopoly_sell", company="trade", lots=lots) == "E_BIDDER_SELLER"


@pytest.mark.clause("M-128")
def test_the_refuser_may_bid() -> None:
    game = Play(refuser_may_bid="on").at(A, PLOT4)
    game.do(A, "refuse_plot", winner=A, price=45000)
    assert game.seen["plots"] == {"4": A}


@pytest.mark.clause("M-124")
def test_a_forced_sale_without_commission() -> None:
    game = Play(antimonopoly_commission="off").at(A, COMMITTEE, shares={"trade": {A: 2}, "exchange": {C: 1}})
    assert game.change(A, "antimonopoly_sell", company="trade", lots=[{"winner": B, "price": 76000}]) == {
        A: 76000,
        B: -76000,
    }


@pytest.mark.clause("M-130")
def test_a_deal_on_the_own_plot() -> None:
    game = Play(own_plot_deal="on").at(A, PLOT2, plots={"2": A})
    assert game.phase == "deals"
    game.do(A, "buy_licence", plot=2, product="bread")


def test_a_payment_for_passing_start() -> None:
    game = Play(start_bonus=15000).turn(A, pos={A: 24})
    assert money(game.do(A, "roll", dice=[1, 2])) == [("bank", A, 15000, "start_bonus")]


@pytest.mark.clause("M-010")
def test_markers_run_out() -> None:
    raised = {name: {A: 3} for name in ("exchange", "agency", "trade", "bank", "insurance", "consulting")}
    game = Play().at(A, PLOT2, shares=raised)
    game.do(A, "buy_plot", plot=2)
    assert "W_MARKERS" in game.notices
    assert Play(marker_limit="enforce").at(A, PLOT2, shares=raised).refused(A, "buy_plot", plot=2) == "E_MARKERS"
    game = Play(marker_limit="off").at(A, PLOT2, shares=raised)
    game.do(A, "buy_plot", plot=2)
    assert "W_MARKERS" not in game.notices


@pytest.mark.clause("M-005", "M-006", "M-008")
def test_stock_limits_may_be_off() -> None:
    out = {B: [{"rate": rate, "turn": 1} for rate in (10, 10, 15, 20)]}
    game = Play(stock_limits="off").turn(A, credits=out)
    game.do(A, "take_credit")
    assert game.seen["credits"][A] == [10]


def test_hidden_cash_leaves_no_trace() -> None:
    """§ 2.3: with show_cash off a page shows only its own player's cash."""
    game = Play(show_cash="off").turn(A, cash={A: 111100, B: 222200, C: 333300})
    assert GAME.view(game.t, A)["cash"] == {A: 111100}
    assert GAME.view(game.t, "screen")["cash"] == {}
    assert GAME.view(game.t, "referee")["cash"] == {A: 111100, B: 222200, C: 333300}
    cells = {row.team: [cell.value for cell in row.cells] for row in GAME.board(game.t, B).rows}
    assert cells == {A: [None, None], B: [222200, 222200], C: [None, None]}
    open_game = Play()
    assert GAME.view(open_game.t, A)["cash"] == open_game.seen["cash"]


def test_time_is_up_ends_with_the_round_and_without_bonus() -> None:
    game = Play(2, None, time_limit_min=90).at(A, DEAL)
    game.do("referee", "last_round")
    game.do(A, "end_turn")
    assert game.seen["current"] == B
    game.at(B, DEAL).do(B, "end_turn")
    assert game.phase == "final"
    assert game.paid("referee", "final_settlement") == []
    assert Play().refused("referee", "last_round") == "E_OPTION"
    assert Play(2, None, time_limit_min=90).refused(A, "last_round") == "E_REFEREE"
