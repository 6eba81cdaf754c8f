"""Refusals, offers and rulings: every code has words, every move an offer, every ruling an effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import polib
import pytest

from games.engine import bot
from games.engine.i18n import Words, render
from games.engine.offers import default_params, offers
from games.engine.ops import CORE_MOVES
from games.engine.refusal import CORE_RULES, Refusal
from games.market.game import GAME
from games.market.rules import NOTICES, RULES, WHATS, WHYS
from tests.market.playing import (
    BANK,
    COMMITTEE,
    CONSULTATION,
    DEAL,
    PLOT2,
    REALTOR,
    SURPRISE,
    TRADE,
    Play,
    code_of,
    kit,
)

A, B, C = "p1", "p2", "p3"
SOURCE = Path(GAME.__module__.replace(".", "/")).parent
#: § 3.4
CATALOGUE = """
E_PLAYERS E_TIE E_OPTION E_BAD_KIT E_FINISHED E_NOT_FINAL E_PLAYER_OUT E_INSOLVENT_BLOCK E_TURN E_NOT_ROLLED
E_ALREADY_ROLLED E_DICE E_ROUTE E_MUST_RESOLVE E_NO_RIGHT E_RIGHT_USED E_CASH E_AMOUNT E_NO_SHARES_LEFT
E_NOT_OWNER_SHARE E_PLOT_TAKEN E_NOT_OWNER_PLOT E_BID_LOW E_BID_STEP E_BIDDER_CASH E_BIDDER_SELLER E_BIDDER_REFUSER
E_CREDIT_LIMIT E_CREDIT_NONE E_CREDIT_RATE E_CREDIT_AGREE E_CREDIT_INSOLVENT E_CREDIT_UNKNOWN E_INS_LIMIT E_INS_STOCK
E_CERT E_LICENCE_FIRST E_SLOT_TAKEN E_LICENCE_STOCK E_CARD_STOCK E_PRODUCT E_COMMISSION_MISSING E_COMMISSION_UNKNOWN
E_COMMISSION_NOT_ALLOWED E_REFUSE_NOMINAL E_ANTIMONO_CHOICE E_ANTIMONO_COUNT E_NOTE_SELF E_NOTE_LIMIT E_NOTE_CASH
E_NOTE_UNKNOWN E_NOTE_NOT_DUE E_NOT_INSOLVENT E_BANKRUPT_ASSETS E_FINE_REASON E_KIT_CARD E_MARKERS E_VOID
"""
#: § 2.2
VOCABULARY = """
auction_price bank_iou bankrupt_cash bankrupt_partial bonus card_commission card_price commission_penalty consultation
consultation_share consulting_fee credit credit_interest credit_interest_part credit_interest_share credit_principal
dividends enterprise_income exchange_commission fine half_plot_price insurance_pot insurance_pot_share
insurance_premium iou_redeemed licence note_loan note_repayment output_price plot_price realtor_commission
refusal_charge refusal_charge_share sale_proceeds school_fee school_fee_share share_price surprise_gain surprise_loss
surrender_share tax
"""


def test_every_code_of_the_catalogue_has_its_words_and_clause() -> None:
    for code in CATALOGUE.split():
        assert RULES[code].text, code
        assert re.fullmatch(r"M-\d{3}", RULES[code].clause), code


def test_every_code_of_the_catalogue_is_refused_somewhere() -> None:
    """Each of them stands in some test of this folder as what is expected."""
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tests = tests.replace(Path(__file__).read_text(encoding="utf-8"), "")
    assert [code for code in CATALOGUE.split() if f'"{code}"' not in tests] == []


def test_words_of_the_rules_file_are_complete() -> None:
    for warning in ("W_MARKERS", "N_NOTE_DUE", "N_CLAIM", "N_BANK_CASH"):
        assert NOTICES[warning]
    assert [why for why in VOCABULARY.split() if why not in WHYS] == []


def russian() -> dict[str, str]:
    folder = Path(__file__).parent.parent.parent / "games" / "market" / "locale" / "ru" / "LC_MESSAGES"
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(folder / "django.po"), encoding="utf-8")}


def test_the_bank_is_never_bare_in_russian() -> None:
    for words in russian().values():
        for found in re.finditer(r"Банк(?!ир|рот)\w*[“»]?(.{0,5})", words):
            before = words[: found.start()]
            assert found.group(1).startswith(" игры") or re.search(r"компани\w+ „$", before), words


def test_refusals_read_in_russian() -> None:
    told = russian()
    with pytest.raises(Refusal) as caught:
        Play().at(A, TRADE).do(A, "buy_share", company="school")
    words = GAME.words(caught.value)
    assert render(words, lambda text: told.get(text, text)) == (
        "Торговая компания: на это права нет. Можно: купить акцию, купить карту Оборудование, "
        "купить карту Материалы, продать акцию."
    )


# ---- offers -------------------------------------------------------------------------------------


def tables() -> Iterator[Play]:
    """Tables in which every move of the game can be recorded."""
    yield Play().turn(A, shares={"bank": {B: 1, C: 1}})
    yield Play(time_limit_min=60).at(A, DEAL, shares={"trade": {A: 1, B: 1}}, plots={"2": A, "4": A},
                    progress={"2": {"product": "bread", "cards": []}}, bank_iou={B: 1000},
                    credits={B: [{"rate": 10, "turn": 1}]})  # fmt: skip
    yield Play().at(A, PLOT2)
    yield Play().at(A, REALTOR, plots={"2": A})
    yield Play().at(A, SURPRISE, insurance={A: 1})
    yield Play().at(A, 6)
    yield Play().at(A, COMMITTEE, shares={"trade": {A: 3}})
    yield Play().at(A, BANK)
    note = {
        "id": 1,
        "borrower": B,
        "lender": A,
        "amount": 5000,
        "percent": 0,
        "total": 5000,
        "due_turn": None,
        "turn": 1,
    }
    yield Play().at(A, DEAL, notes=[note])
    poor = Play().at(A, SURPRISE, cash={A: 0})
    poor.do(A, "draw_surprise", card=5)
    yield poor
    claims = Play(claims="on_demand").turn(A, pos={A: 6}, shares={"trade": {A: 1}})
    claims.do(A, "roll", dice=[1, 1])
    yield claims
    over = Play(enterprises_to_end=1).at(
        A, 15, plots={"2": A}, progress={"2": {"product": "bread", "cards": ["equipment", "materials"]}}
    )
    over.do(A, "buy_card", plot=2, kind="personnel")
    yield over
    # what only some tables ask: commissions, certificates by choice, cards typed, an arrow, what is handed in
    yield Play().at(A, DEAL, shares={"trade": {B: 1}}, plots={"2": A}, progress={"2": {"product": "bread"}})
    yield Play(insurance_use="choice").at(A, SURPRISE, insurance={A: 1})
    bare = kit(surprise_cards=[], consultation_cards=[])
    yield Play(3, bare).at(A, SURPRISE)
    yield Play(3, bare).at(A, CONSULTATION)
    debtor = {"credits": {B: [{"rate": 10, "turn": 1}]}, "shares": {"trade": {B: 1}}, "cash": {B: 90000}}
    yield Play().turn(A, **debtor).arrange(phase="final")


def test_every_move_can_be_recorded_through_an_offer() -> None:
    offered = set()
    for game in tables():
        for offer in offers(GAME, game.t):
            assert render(offer.label)
            if offer.refusal is None:
                offered.add(offer.move)
                GAME.attempt(game.t, 1, offer.actors[0], offer.move, default_params(offer))
    assert offered == set(GAME.moves) - {"fix_kit", "fix_option"}


def test_every_parameter_of_a_move_is_settled_or_asked() -> None:
    """§ 3.3: what may be typed of a move can be typed in the form made from its offer."""
    asked: dict[str, set[str]] = {}
    for game in tables():
        for offer in GAME.candidates(game.t):
            names = {*offer.fixed, *(field.name for field in offer.fields)}
            asked.setdefault(offer.move, set()).update(names)
    missing = {
        (name, field.name)
        for name, move in GAME.moves.items()
        for field in msgspec.structs.fields(move)
        if name not in CORE_MOVES and field.name not in asked[name]
    }
    # a board with a choice of arrows: tests/market/test_turn.py
    assert missing == {("roll", "route")}


def test_a_greyed_offer_says_why() -> None:
    game = Play().at(A, DEAL, plots={"2": A}, cash={A: 4000})
    greyed = {offer.move: offer.refusal.code for offer in offers(GAME, game.t) if offer.refusal is not None}
    assert greyed["buy_share"] == "E_CASH"
    assert greyed["buy_licence"] == "E_CASH"
    assert greyed["buy_card"] == "E_LICENCE_FIRST"


def test_the_expected_action_is_marked() -> None:
    def main(game: Play) -> list[str]:
        return [offer.move for offer in offers(GAME, game.t) if offer.main]

    assert main(Play()) == ["roll"]
    assert main(Play().at(A, PLOT2)) == ["buy_plot"]
    assert main(Play().at(A, 8)) == ["end_turn"]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_player_reaches_the_end(seed: int) -> None:
    random = Random(seed)
    t = Play(2 + seed % 3, None, enterprises_to_end=1 + seed % 2).t
    avoid = frozenset({"issue_note", "fine", "bank_iou", "adjust"})
    for n in range(1, 4000):
        if GAME.finished(t):
            break
        before = dict(t.state.cash) | {"pot": t.state.insurance_pot}
        t, step = bot.turn(GAME, t, n, random, avoid)
        booked = dict(before)
        for posting in step.postings:
            if posting.what == "money":
                for account, by in ((posting.from_, -posting.amount), (posting.to, posting.amount)):
                    if account in booked:
                        booked[account] += by
        assert booked == dict(t.state.cash) | {"pot": t.state.insurance_pot}, "money moves by postings only"
        assert min(t.state.cash.values()) >= 0
    assert GAME.finished(t)
    assert sum(place.rank == 1 for place in GAME.standings(t)) >= 1


# ---- rulings and corrections --------------------------------------------------------------------


def ruled(game: Play, codes: str, actor: str, action: str, **params: Any) -> Any:
    t, step = GAME.attempt(game.t, 1, actor, action, params, frozenset(codes.split()))
    assert step.ruled == codes.split()
    return t


def test_the_trainer_may_let_a_move_stand() -> None:
    game = Play().at(A, DEAL, cash={A: 1000}, plots={"2": A})
    assert ruled(game, "E_CASH", A, "buy_share", company="trade").state.cash[A] == -69000
    assert ruled(Play(), "E_TURN", B, "roll", dice=[1, 1]).state.current == B
    assert ruled(Play().at(A, DEAL), "E_NO_RIGHT", A, "buy_plot", plot=2).state.plots == {"2": A}
    assert ruled(Play().turn(A), "E_INS_LIMIT", A, "buy_insurance", count=4).state.insurance == {A: 4}
    done = Play().at(A, DEAL)
    done.do(A, "buy_share", company="trade")
    assert ruled(done, "E_RIGHT_USED", A, "buy_share", company="trade").state.shares == {"trade": {A: 2}}


def test_any_field_can_be_corrected_with_a_reason() -> None:
    game = Play()
    assert game.refused("referee", "adjust", field="cash.p1", by=100) == "E_REASON"
    assert game.refused("referee", "adjust", field="cash.p1", by=-300100, reason="so") == "E_BELOW_ZERO"
    assert game.refused("referee", "adjust", field="cash.p9.x", by=1, reason="so") == "E_UNKNOWN"
    for field, value in (("pos.p1", 99), ("current", "p9"), ("phase", "lunch"), ("plots.2", "p9"), ("plots.77", "p1")):
        assert game.refused("referee", "adjust", field=field, value=value, reason="so") == "E_UNKNOWN"
    assert game.refused("referee", "adjust", field="insurance.p1", value=13, reason="so") == "E_CONSERVATION"
    assert game.refused("referee", "adjust", field="insurance.p1", value=-1, reason="so") == "E_BELOW_ZERO"
    assert game.refused("referee", "adjust", field="shares.trade.p1", value=4, reason="so") == "E_CONSERVATION"
    game.do("referee", "adjust", field="shares.trade.p1", value=2, reason="forgotten")
    game.do("referee", "adjust", field="plots.2", value=B, reason="forgotten")
    game.do("referee", "adjust", field="pos.p1", value=7, reason="wrong space")
    step = game.do("referee", "adjust", player=A, amount=-500, reason="wrong change")
    assert [(p.from_, p.to, p.what, p.amount, p.why) for p in step.postings] == [(A, "bank", "money", 500, "adjust")]
    assert game.refused("referee", "adjust", player="p9", amount=1, reason="so") == "E_UNKNOWN"
    assert game.refused("referee", "adjust", player=A, reason="so") == "E_MISSING"
    assert game.seen["shares"] == {"trade": {A: 2}}
    assert game.seen["plots"] == {"2": B}
    assert game.seen["pos"][A] == 7
    game.do("referee", "adjust", field="shares.trade.p1", value=0, reason="taken off")
    game.do("referee", "adjust", field="plots.2", value="", reason="taken off")
    assert (game.seen["shares"], game.seen["plots"]) == ({}, {})


def test_a_correction_reopens_what_the_landing_asks() -> None:
    game = Play().at(A, PLOT2)
    game.do("referee", "adjust", field="plots.2", value=B, reason="forgotten")
    assert (game.phase, game.seen["right_of"]) == ("owner_deal", B)
    game = Play().at(A, PLOT2)
    game.do("referee", "adjust", field="pos.p1", value=SURPRISE, reason="miscounted")
    assert (game.phase, game.seen["must"]) == ("resolve", "surprise")
    game = Play().at(A, PLOT2)
    game.do("referee", "adjust", field="pos.p1", value=DEAL, reason="miscounted")
    assert game.phase == "deals"


def test_an_account_below_zero_by_ruling_can_be_corrected() -> None:
    game = Play().at(A, DEAL, cash={A: 1000})
    game.t = ruled(game, "E_CASH", A, "buy_share", company="trade")
    game.do("referee", "adjust", player=B, amount=100, reason="found")
    assert game.refused("referee", "adjust", player=A, amount=-100, reason="so") == "E_BELOW_ZERO"
    game.do("referee", "adjust", player=A, amount=69000, reason="found")
    assert game.cash(A) == 0


def test_a_corrected_price_counts_from_then_on() -> None:
    game = Play().at(A, TRADE)
    game.do("referee", "fix_kit", path="companies.trade.price", value=75000, reason="misread")
    assert game.change(A, "buy_share", company="trade") == {A: -75000}


def test_bad_input_is_refused_by_a_code_that_everybody_knows() -> None:
    game = Play().at(A, DEAL)
    assert game.refused(A, "buy_share") == "E_MISSING"
    assert game.refused(A, "buy_share", company=7) == "E_BAD_VALUE"
    assert game.refused(A, "buy_plot", plot="x") in ("E_UNKNOWN", "E_NO_RIGHT")
    assert game.refused(A, "fly") == "E_UNKNOWN_ACTION"
    assert game.refused("p9", "end_turn") == "E_UNKNOWN"
    assert game.refused(A, "end_turn", now=1) == "E_BAD_VALUE"


def test_every_reason_and_thing_that_is_posted_has_words() -> None:
    assert all(isinstance(words, str) and words for words in [*WHYS.values(), *WHATS.values()])
    assert not set(RULES) & set(CORE_RULES)
    assert code_of(count=2) == ""
    assert isinstance(GAME.now(Play().t).headline, Words)
