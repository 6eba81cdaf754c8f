"""Enterprises: M-004, M-005, M-050, M-051, M-080 … M-083, M-140 … M-162, § 5.6, § 5.7."""

from __future__ import annotations

from typing import Any

import pytest

from tests.market.playing import AGENCY, DEAL, PLOT2, TRADE, Play, kit, money

A, B, C = "p1", "p2", "p3"
OWNER = {"plots": {"2": A}}


def bread(*cards: str, product: str = "bread") -> dict[str, Any]:
    return {"plots": {"2": A}, "progress": {"2": {"product": product, "cards": list(cards)}}}


@pytest.mark.clause("M-050", "M-140", "M-149", "M-020")
def test_the_licence_comes_first() -> None:
    game = Play().at(A, DEAL, plots={"2": A, "3": B})
    assert game.refused(A, "buy_licence", plot=3, product="bread") == "E_NOT_OWNER_PLOT"
    assert game.refused(A, "buy_licence", plot=77, product="bread") == "E_UNKNOWN"
    assert game.refused(A, "buy_licence", plot=2, product="yachts") == "E_PRODUCT"
    assert game.refused(A, "buy_licence", plot=2, product=7) == "E_PRODUCT"
    assert game.refused(A, "buy_card", plot=2, kind="materials") == "E_LICENCE_FIRST"
    assert game.refused(A, "buy_card", plot=2, kind="paint") == "E_UNKNOWN"
    step = game.do(A, "buy_licence", plot=2, product="bread")
    assert money(step) == [(A, "bank", 5000, "licence")]
    assert [(p.from_, p.to, p.ref) for p in step.postings if p.what == "licence"] == [("bank", A, "plot:2")]
    assert game.seen["progress"] == {"2": {"product": "bread", "cards": []}}
    game.at(A, DEAL)
    assert game.refused(A, "buy_licence", plot=2, product="furniture") == "E_SLOT_TAKEN"


@pytest.mark.clause("M-149")
def test_a_licence_is_paid_in_cash() -> None:
    game = Play().at(A, DEAL, cash={A: 4900}, **OWNER)
    assert game.refused(A, "buy_licence", plot=2, product="bread") == "E_CASH"


@pytest.mark.clause("M-004", "M-027")
def test_licences_of_a_product_run_out() -> None:
    out = {
        "plots": {"1": B, "2": A, "3": B},
        "progress": {"1": {"product": "bread", "cards": []}, "3": {"product": "bread", "cards": []}},
        "enterprises": {C: [{"product": "bread", "plot": "4", "turn": 1}]},
    }
    game = Play().at(A, DEAL, **out)
    assert game.refused(A, "buy_licence", plot=2, product="bread") == "E_LICENCE_STOCK"
    assert game.refused(A, "buy_licence", plot=2, product="furniture") == ""
    assert Play(stock_limits="off").at(A, DEAL, **out).refused(A, "buy_licence", plot=2, product="bread") == ""


@pytest.mark.clause("M-140")
def test_a_plot_may_be_bound_to_a_product_and_a_product_typed_at_the_table() -> None:
    bound = kit(plots=[{"no": no, "price": 50000, "product": "bread"} for no in range(1, 5)])
    game = Play(3, bound).at(A, DEAL, **OWNER)
    assert game.refused(A, "buy_licence", plot=2, product="furniture") == "E_PRODUCT"
    game = Play().at(A, DEAL, **OWNER)
    new = {"id": "toys", "materials": 5000, "equipment": 5000, "personnel": 5000, "output": 40000, "licences": 6}
    assert game.refused(A, "buy_licence", plot=2, product={**new, "output": 0}) == "E_PRODUCT"
    game.do(A, "buy_licence", plot=2, product=new)
    assert game.seen["progress"]["2"]["product"] == "toys"
    game.at(A, DEAL)
    assert game.change(A, "buy_card", plot=2, kind="materials") == {A: -5000}


@pytest.mark.clause("M-005", "M-147")
def test_cards_in_the_tray_run_out() -> None:
    few = kit(stock={"materials": 1, "equipment": 12, "personnel": 12, "insurance": 12})
    lying = {
        "plots": {"2": A, "3": A},
        "progress": {
            "2": {"product": "bread", "cards": ["materials", "equipment"]},
            "3": {"product": "bread", "cards": []},
        },
    }
    game = Play(3, few).at(A, DEAL, **lying)
    assert game.refused(A, "buy_card", plot=3, kind="materials") == "E_CARD_STOCK"
    game.do(A, "buy_card", plot=2, kind="personnel")
    game.at(A, DEAL)
    assert game.refused(A, "buy_card", plot=3, kind="materials") == "", "three cards came back"


@pytest.mark.clause("M-080", "M-082", "M-150", "M-051")
def test_where_which_card_is_sold() -> None:
    game = Play().at(A, TRADE, **bread())
    assert game.refused(A, "buy_card", plot=2, kind="personnel") == "E_NO_RIGHT"
    game.do(A, "buy_card", plot=2, kind="materials")
    game.at(A, AGENCY)
    assert game.refused(A, "buy_card", plot=2, kind="equipment") == "E_NO_RIGHT"
    game.do(A, "buy_card", plot=2, kind="personnel")
    game.at(A, DEAL)
    game.do(A, "buy_card", plot=2, kind="equipment")
    assert game.seen["enterprises"] == {A: 1}


@pytest.mark.clause("M-151", "M-152", "M-155", "M-141")
def test_a_card_at_the_price_of_its_row() -> None:
    game = Play().at(A, DEAL, **bread("materials"))
    assert game.refused(A, "buy_card", plot=2, kind="materials") == "E_SLOT_TAKEN"
    assert game.change(A, "buy_card", plot=2, kind="equipment") == {A: -15000}
    assert game.seen["progress"]["2"]["cards"] == ["equipment", "materials"]
    game = Play().at(A, DEAL, **bread(product="furniture"))
    assert game.change(A, "buy_card", plot=2, kind="materials") == {A: -20000}
    game = Play().at(A, DEAL, cash={A: 9900}, **bread())
    assert game.refused(A, "buy_card", plot=2, kind="materials") == "E_CASH"
    assert Play().at(C, DEAL, **bread()).refused(C, "buy_card", plot=2, kind="materials") == "E_NOT_OWNER_PLOT"


#: § 5.6: stakes -> whom A must ask
ASKED = [
    ({}, []),
    ({A: 1}, []),
    ({A: 2, B: 1}, []),
    ({A: 1, B: 2}, [B]),
    ({A: 1, B: 1}, [B]),
    ({A: 1, B: 1, C: 1}, [B, C]),
    ({B: 1}, [B]),
    ({A: 3}, []),
]


@pytest.mark.clause("M-153", "M-154", "M-156")
@pytest.mark.parametrize(("stakes", "asked"), ASKED)
def test_nominal_or_ask(stakes: dict[str, int], asked: list[str]) -> None:
    game = Play().at(A, TRADE, shares={"trade": stakes} if stakes else {}, **bread())
    buy = {"plot": 2, "kind": "materials"}
    if not asked:
        assert game.refused(A, "buy_card", **buy, commissions={B: 5000}) == "E_COMMISSION_NOT_ALLOWED"
        assert game.refused(A, "buy_card", **buy, outcome="refused") == "E_REFUSE_NOMINAL"
        assert game.change(A, "buy_card", **buy) == {A: -10000}
        return
    assert game.refused(A, "buy_card", **buy) == "E_COMMISSION_MISSING"
    named = dict.fromkeys(asked, 0)
    assert game.refused(A, "buy_card", **buy, commissions={**named, A: 0}) == "E_COMMISSION_UNKNOWN"
    assert game.change(A, "buy_card", **buy, commissions=named) == {A: -10000}


@pytest.mark.clause("M-081", "M-083", "M-157", "M-158")
def test_price_and_commissions() -> None:
    game = Play().at(A, DEAL, shares={"trade": {B: 1}}, **bread("materials"))
    assert game.paid(A, "buy_card", plot=2, kind="equipment", commissions={B: 5000}) == [
        (A, "bank", 15000, "card_price"),
        (A, B, 5000, "card_commission"),
    ]
    game = Play().at(A, AGENCY, shares={"agency": {B: 1}}, **bread())
    assert game.change(A, "buy_card", plot=2, kind="personnel", commissions={B: 4000}) == {A: -14000, B: 4000}
    game = Play().at(A, AGENCY, shares={"agency": {B: 1}}, cash={A: 13900}, **bread())
    assert game.refused(A, "buy_card", plot=2, kind="personnel", commissions={B: 4000}) == "E_CASH"
    assert game.refused(A, "buy_card", plot=2, kind="personnel", commissions={B: -100}) == "E_AMOUNT"
    assert game.refused(A, "buy_card", plot=2, kind="personnel", commissions={B: 50}) == "E_AMOUNT"
    assert game.refused(A, "buy_card", plot=2, kind="personnel", commissions={B: "much"}) == "E_AMOUNT"


@pytest.mark.clause("M-159", "M-160", "M-161", "M-162")
def test_refusing_after_the_shareholders_asked() -> None:
    """§ 5.6, V-141."""
    game = Play().at(A, TRADE, shares={"trade": {A: 1, B: 1, C: 1}}, **bread(product="furniture"))
    change = game.change(
        A, "buy_card", plot=2, kind="equipment", commissions={B: 25000, C: 0}, first_asked={B: 40000}, outcome="refused"
    )
    assert change == {B: -25000}
    assert [p.why for p in game.step.postings if p.what == "money"] == ["commission_penalty"]  # type: ignore[union-attr]
    assert game.phase == "done"
    assert game.seen["progress"]["2"]["cards"] == []
    assert game.refused(A, "buy_share", company="trade") == "E_RIGHT_USED"
    game.do(A, "end_turn")


@pytest.mark.clause("M-161")
def test_a_shareholder_who_cannot_pay_his_penalty_is_insolvent() -> None:
    """A-13: though it is not his turn."""
    game = Play().at(A, TRADE, shares={"trade": {B: 1}}, cash={B: 1000}, **bread())
    game.do(A, "buy_card", plot=2, kind="materials", commissions={B: 8000}, outcome="refused")
    assert game.seen["obligations"] == [{"debtor": B, "amount": 8000, "why": "commission_penalty"}]
    assert game.refused(A, "end_turn") == "E_INSOLVENT_BLOCK"
    game.do(B, "sell_share", company="trade")
    assert (game.phase, game.seen["current"]) == ("done", A)
    assert game.cash(B) == 49000


@pytest.mark.clause("M-143", "M-144", "M-145", "M-146", "M-147", "M-141")
@pytest.mark.parametrize(
    ("name", "plot", "bonus"),
    [("V-104", 1, 20000), ("V-105", 4, 22500), ("V-106", 2, 25000), ("V-107", 0, 27500), ("V-108", 0, 42500)],
)
def test_commissioning(name: str, plot: int, bonus: int) -> None:
    raw = kit() if plot else kit(plots=[{"no": no, "price": 2 * bonus} for no in range(1, 5)])
    plot = plot or 2
    lying = {str(plot): {"product": "bread", "cards": ["equipment", "materials"]}}
    game = Play(3, raw).at(A, AGENCY, plots={str(plot): A}, progress=lying)
    step = game.do(A, "buy_card", plot=plot, kind="personnel")
    assert money(step) == [
        (A, "bank", 10000, "card_price"),
        ("bank", A, 80000, "output_price"),
        ("bank", A, bonus, "half_plot_price"),
    ]
    assert (game.seen["progress"], game.seen["enterprises"]) == ({}, {A: 1})
    assert [p.what for p in step.postings if p.why == "commissioned"] == ["materials", "equipment", "personnel"]
    assert game.phase == "done"


@pytest.mark.clause("M-142")
@pytest.mark.parametrize(
    ("name", "plot", "product", "cost", "receipts"),
    [
        ("V-119", 2, "bread", 40000, 105000),
        ("V-120", 2, "furniture", 75000, 175000),
        ("V-121", 4, "furniture", 75000, 172500),
    ],
)
def test_one_enterprise_after_another_on_one_card(name: str, plot: int, product: str, cost: int, receipts: int) -> None:
    game = Play(enterprises_to_end=9)
    for made in (1, 2):
        before = 300000 + (made - 1) * (receipts - cost)
        game.at(A, DEAL, plots={str(plot): A}).do(A, "buy_licence", plot=plot, product=product)
        for kind in ("personnel", "materials", "equipment"):
            game.at(A, DEAL).do(A, "buy_card", plot=plot, kind=kind)
        assert game.cash(A) == before + receipts - cost
        assert game.seen["enterprises"] == {A: made}


@pytest.mark.clause("M-148")
def test_cards_stay_on_their_own_card() -> None:
    game = Play().at(A, DEAL, plots={"2": A, "4": A}, progress={"2": {"product": "bread", "cards": ["materials"]}})
    assert game.refused(A, "buy_card", plot=4, kind="equipment") == "E_LICENCE_FIRST"


@pytest.mark.clause("M-130", "M-143")
def test_an_owner_may_commission_in_anothers_turn() -> None:
    game = Play().at(B, PLOT2, **bread("materials", "equipment"))
    game.do(A, "buy_card", plot=2, kind="personnel")
    assert game.seen["enterprises"] == {A: 1}
    assert (game.seen["current"], game.phase) == (B, "done")
