"""Land: M-052, M-116, M-117, M-125 … M-139, § 5.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.market.playing import DEAL, PLOT2, PLOT4, REALTOR, Play, kit

A, B, C = "p1", "p2", "p3"

BUYING = [
    ("V-109", 50000, A, {}, {A: -50000}),
    ("V-110", 45000, A, {B: 1}, {A: -45000, B: 9000}),
    ("V-111", 60000, A, {A: 1, B: 1}, {A: -54000, B: 6000}),
    ("V-112", 85000, B, {A: 1, B: 1, C: 1}, {A: 5700, B: -79300, C: 5700}),
]


def priced(price: int) -> dict[str, Any]:
    return kit(plots=[{"no": no, "price": price} for no in range(1, 5)])


def stakes_of(stakes: dict[str, int]) -> dict[str, dict[str, int]]:
    return {"realtor": stakes} if stakes else {}


@pytest.mark.clause("M-125", "M-126", "M-127", "M-117")
@pytest.mark.parametrize(("name", "price", "buyer", "stakes", "change"), BUYING)
def test_buying_land(name: str, price: int, buyer: str, stakes: Any, change: dict[str, int]) -> None:
    game = Play(3, priced(price)).at(buyer, PLOT2, shares=stakes_of(stakes))
    assert game.change(buyer, "buy_plot", plot=2) == change
    assert game.seen["plots"] == {"2": buyer}
    assert game.phase == "done"


@pytest.mark.clause("M-129", "M-040", "M-020", "M-139")
def test_the_card_of_the_plot_goes_with_it() -> None:
    game = Play().at(A, PLOT2)
    step = game.do(A, "buy_plot", plot=2)
    assert [(p.from_, p.to, p.ref) for p in step.postings if p.what == "plot"] == [("bank", A, "plot:2")]
    assert "N_MARKER_PLOT" in game.notices
    step = game.at(A, DEAL).do(A, "sell_plot", plot=2, winner=B, price=50000)
    assert [(p.from_, p.to, p.ref) for p in step.postings if p.what == "plot"] == [
        (A, "bank", "plot:2"),
        ("bank", B, "plot:2"),
    ]


@pytest.mark.clause("M-125")
def test_only_the_plot_under_the_token() -> None:
    game = Play().at(A, PLOT2, cash={A: 49900})
    assert game.refused(A, "buy_plot", plot=3) == "E_NO_RIGHT"
    assert game.refused(A, "buy_plot", plot=2) == "E_CASH"
    assert game.refused(B, "buy_plot", plot=2) == "E_TURN"
    assert game.refused(A, "buy_plot", plot=77) == "E_NO_RIGHT"
    assert Play().at(A, DEAL).refused(A, "buy_plot", plot=2) == "E_NO_RIGHT"


@pytest.mark.clause("M-116", "M-117")
def test_the_realty_company_sells_any_free_plot() -> None:
    game = Play().at(A, REALTOR, plots={"2": B}, shares={"realtor": {A: 1}})
    assert game.refused(A, "buy_plot", plot=2) == "E_PLOT_TAKEN"
    assert game.refused(A, "buy_plot", plot=77) == "E_UNKNOWN"
    assert game.refused(A, "buy_share", company="trade") == "E_NO_RIGHT"
    assert game.change(A, "buy_plot", plot=3) == {A: -48000}, "20 % come back to the sole holder"
    assert game.refused(A, "sell_share", company="realtor") == "E_RIGHT_USED"
    game = Play().at(A, REALTOR, plots={"2": A})
    game.do(A, "sell_plot", plot=2)
    assert game.cash(A) == 340000


@pytest.mark.clause("M-128")
def test_a_refused_plot_is_auctioned() -> None:
    game = Play().at(B, PLOT4, shares={"realtor": {C: 1}}, cash={A: 292000})
    assert game.refused(B, "refuse_plot", winner=B, price=46000) == "E_BIDDER_REFUSER"
    assert game.refused(B, "refuse_plot", winner=A, price=44900) == "E_BID_LOW"
    assert game.refused(B, "refuse_plot", winner=A, price=45050) == "E_BID_STEP"
    assert game.refused(B, "refuse_plot", winner=A, price=292100) == "E_BIDDER_CASH"
    assert game.refused(A, "refuse_plot", winner=A, price=46000) == "E_TURN"
    assert game.paid(B, "refuse_plot", winner=A, price=46000) == [
        (A, "bank", 46000, "auction_price"),
        ("bank", C, 9200, "realtor_commission"),
    ]
    assert (game.seen["plots"], game.phase) == ({"4": A}, "done")
    assert game.refused(A, "buy_share", company="trade") == "E_TURN", "no deal by this landing (amendment 7)"
    assert Play().at(A, DEAL).refused(A, "refuse_plot") == "E_NO_RIGHT"


CHARGES = [
    ("V-115", {B: 1}, {A: -9000, B: 9000}),
    ("V-116", {A: 1}, {}),
    ("V-117", {A: 1, B: 1}, {A: -4500, B: 4500}),
    ("V-118", {}, {A: -9000}),
]


@pytest.mark.clause("M-138")
@pytest.mark.parametrize(("name", "stakes", "change"), CHARGES)
def test_a_refused_plot_nobody_buys(name: str, stakes: Any, change: dict[str, int]) -> None:
    game = Play().at(A, PLOT4, shares=stakes_of(stakes))
    assert game.change(A, "refuse_plot") == change
    assert (game.seen["plots"], game.phase) == ({}, "done")
    reasons = {p.why for p in game.step.postings} if game.step else set()
    assert reasons == ({"refusal_charge", "refusal_charge_share"} if stakes else {"refusal_charge"})


@pytest.mark.clause("M-134", "M-135", "M-136", "M-137", "M-133", "M-117")
@pytest.mark.parametrize(
    ("name", "price", "winner", "change"),
    [("V-113", 70000, B, {A: 56000, B: -56000}), ("V-114", None, None, {A: 48000, B: 12000})],
)
def test_selling_land(name: str, price: int | None, winner: str | None, change: dict[str, int]) -> None:
    game = Play().at(A, DEAL, plots={"3": A}, shares={"realtor": {B: 1}})
    assert game.change(A, "sell_plot", plot=3, winner=winner, price=price) == change
    assert game.seen["plots"] == ({"3": winner} if winner else {})


@pytest.mark.clause("M-052", "M-131", "M-133")
def test_who_may_sell_which_plot_at_what_price() -> None:
    game = Play().at(A, DEAL, plots={"3": A, "2": B})
    assert game.refused(A, "sell_plot", plot=2) == "E_NOT_OWNER_PLOT"
    assert game.refused(A, "sell_plot", plot=1) == "E_NOT_OWNER_PLOT"
    assert game.refused(A, "sell_plot", plot=3, winner=C, price=59900) == "E_BID_LOW"
    assert game.refused(A, "sell_plot", plot=3, winner=C, price=70050) == "E_BID_STEP"
    assert game.refused(A, "sell_plot", plot=3, winner=A, price=70000) == "E_BIDDER_SELLER"
    game.do(A, "sell_plot", plot=3, winner=C, price=70000)
    assert game.seen["plots"] == {"2": B, "3": C}


@pytest.mark.clause("M-132", "M-004", "M-005")
def test_cards_on_a_sold_plot_go_back_without_payment() -> None:
    lying = {"3": {"product": "bread", "cards": ["materials", "personnel"]}}
    game = Play().at(A, DEAL, plots={"3": A}, progress=lying)
    step = game.do(A, "sell_plot", plot=3)
    assert game.cash(A) == 348000
    assert game.seen["progress"] == {}
    assert sorted(p.what for p in step.postings if p.from_ == A) == ["licence", "materials", "personnel", "plot"]


@pytest.mark.clause("M-130")
def test_landing_on_anothers_plot_gives_its_owner_a_deal() -> None:
    game = Play().at(B, PLOT2, plots={"2": A, "4": A}, shares={"trade": {A: 1}})
    assert (game.phase, game.seen["right_of"]) == ("owner_deal", A)
    assert game.refused(B, "buy_share", company="trade") == "E_NO_RIGHT"
    assert game.refused(C, "buy_share", company="trade") == "E_TURN"
    for action, params in (
        ("buy_share", {"company": "school"}),
        ("sell_share", {"company": "trade"}),
        ("buy_licence", {"plot": 4, "product": "bread"}),
        ("sell_plot", {"plot": 2}),
    ):
        assert game.refused(A, action, **params) == ""
    game.do(A, "buy_licence", plot=2, product="bread")
    assert game.phase == "done"
    assert game.refused(A, "buy_share", company="school") == "E_RIGHT_USED"
    game.do(B, "end_turn")
    assert game.refused(A, "buy_share", company="school") == "E_TURN", "the right ends with the turn"


@pytest.mark.clause("M-130")
def test_the_owners_deal_may_stay_unused_and_own_land_gives_nothing() -> None:
    game = Play().at(B, PLOT2, plots={"2": A})
    game.do(B, "end_turn")
    assert game.seen["current"] == C
    assert Play().at(A, PLOT2, plots={"2": A}).phase == "done"
