"""What is offered, what the screens show, and that nothing chosen in secret is seen before its reveal."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.bot import turn
from games.engine.fields import Card, Each, Many, Offer, Rows
from games.engine.i18n import render
from games.engine.offers import default_params, offers
from games.engine.refusal import CORE_RULES
from games.titans.game import GAME
from tests.titans.playing import Play, kit_with
from tests.titans.test_news import crisis


def offered(s: Play, move: str) -> list[Offer]:
    """Return the offers of one move."""
    return [offer for offer in offers(GAME, s.t) if offer.move == move]


def record(s: Play, offer: Offer) -> None:
    """Record an offer as it stands."""
    s.do(offer.actors[0], offer.move, **default_params(offer))


def play_on(seed: int) -> tuple[Play, set[str]]:
    """Let the bot play; a small kit may run out of tenders, then the game does not end."""
    random, s, seen = Random(seed), Play("ABVG", target_score=8, second_totem=True, salary=True), set()
    for n in range(1, 1000):
        s.t, step = turn(GAME, s.t, n, random, frozenset({"adjust"}))
        seen.add(step.action)
        assert "%(" not in render(step.words(s.t))
        GAME.check(s.t)
        if GAME.finished(s.t):
            break
    return s, seen


def test_a_whole_game_through_offers_alone() -> None:
    games = (play_on(seed) for seed in range(20))
    s, seen = next((s, seen) for s, seen in games if GAME.finished(s.t))
    assert s.state["winner"]
    assert {"work", "buy_card", "hire", "reveal_actions", "end_turn", "apply_combos"} <= seen


@pytest.mark.clause("T-058", "T-040", "T-016")
def test_before_the_reveal_the_screen_waits() -> None:
    s = Play()
    assert GAME.now(s.t).team == ""
    assert s.state["actions"] == {}
    for viewer in ("screen", "A", "referee"):
        assert GAME.view(crisis().t, viewer)["crisis"]["pledges"] == {}
        assert GAME.view(s.t, viewer)["actions"] == {}
    assert [row.state for row in GAME.board(s.t).rows] == ["", "", ""]


def test_the_choice_matrix() -> None:
    s = Play()
    (offer,) = offered(s, "reveal_actions")
    (field,) = offer.fields
    assert isinstance(field, Each)
    assert [key.value for key in field.keys] == ["A", "B", "V"]
    assert isinstance(field.of, Many)
    assert [option.value for option in field.of.options] == [1, 2, 3, 4]
    record(s, offer)
    assert s.state["phase"] == "act1"


def test_buying_is_one_button_a_card() -> None:
    s = Play("AB", agencies=("AG1", "TT2", "AG3"))
    s.actions(A=[2, 3], B=[2, 3])
    s.give("A", money=-55)
    by_slot = {offer.fixed["slot"]: offer for offer in offered(s, "buy_card")}
    assert by_slot[3].refusal is None
    reason = by_slot[1].refusal
    assert reason is not None
    assert (reason.code, reason.figures["need"]) == ("E_NO_MONEY", 12)
    refill = by_slot[3].fields[0]
    assert isinstance(refill, Card)
    assert {option.value for option in refill.options} == {"AG2", "AG4", "AG5", "AG6", "TT1"}
    record(s, by_slot[3])
    assert "refill_agency" in [offer.move for offer in offers(GAME, s.t)]


def test_hiring_stands_filled_in_with_what_can_be_paid() -> None:
    s = Play("AB")
    s.own("A", "AG2")
    s.give("A", money=-60)
    s.at("act3", "A")
    (offer,) = offered(s, "hire")
    staff = offer.fields[0]
    assert isinstance(staff, Each)
    assert staff.value == {"creative": 1, "media": 2}  # 1 + 2 + 2 of 5 money
    record(s, offer)


def test_a_payment_is_proposed_titans_first() -> None:
    s = Play("AB", tenders=("TN1", "TN4"))
    s.own("A", "TT2", AG3={"production": 2, "media": 1})
    s.put("tenders_todo.A", ["TN5", "TN3"])
    s.at("fulfil", "A", "B")
    by_tender = {offer.fixed["tender"]: offer for offer in offered(s, "fulfil")}
    staff, titans = by_tender["TN5"].fields[:2]
    assert isinstance(staff, Rows) and isinstance(titans, Rows)
    assert staff.value == [{"agency": "AG3", "colour": "production", "n": 1}]
    assert titans.value == [{"titan": "TT2", "colour": "production", "n": 1}]
    reason = by_tender["TN3"].refusal  # creative, production, strategy: no creative
    assert reason is not None
    assert "creative staff 1" in GAME.message(reason)
    record(s, by_tender["TN5"])


def test_claims_stand_filled_in_with_what_each_can_pay() -> None:
    s = Play("AB")
    s.give("B", money=-55)
    s.at("act4", "A", "B")
    (offer,) = offered(s, "reveal_claims")
    (field,) = offer.fields
    assert isinstance(field, Each)
    assert field.value == {"A": 1, "B": "pass"}
    record(s, offer)


@pytest.mark.clause("T-153")
def test_a_totem_is_offered_to_who_holds_one() -> None:
    s = Play()
    s.do("B", "use_totem", totem="TM1")
    (offer,) = offered(s, "use_totem")
    assert offer.actors == ["A", "V"]
    (card,) = [field for field in offer.fields if isinstance(field, Card)]
    assert [option.value for option in card.options] == ["TM2"]  # TM3 guards only before a consequence


def test_stopping_is_offered_after_the_planned_turns() -> None:
    s = Play("AB", max_turns=1)
    assert offered(s, "stop_game") == []
    s.put("turn", 2)
    assert len(offered(s, "stop_game")) == 1


def test_what_now_says_who_and_what() -> None:
    s = Play("ABV", first="B", kit=kit_with(bank_total=1000))
    assert GAME.now(s.t).round == 1
    s.actions(A=[1, 4], B=[1, 4], V=[1, 2])
    now = GAME.now(s.t)
    assert (now.team, render(now.headline)) == ("B", "To work: Боря")
    for side in ("B", "V", "A"):
        s.do(side, "work")
    s.do("V", "buy_card", slot=1, refill="AG1")
    assert GAME.now(s.t).team == ""
    assert "Боря, Аня" in render(GAME.now(s.t).hint)
    states = {row.team: render(row.state) for row in GAME.board(s.t).rows}
    assert states == {"A": "waits", "B": "step", "V": ""}
    s = crisis()
    card = GAME.now(s.t).card
    assert card is not None
    assert render(card[1]) == "11 money in total"


def test_every_refusal_of_the_rules_has_words_and_a_clause() -> None:
    listed = (
        "PHASE NOT_YOUR_STEP NOT_ALL_IN STALE SIDES COLOUR_TAKEN CARD_USED NEWS_FIRST_TURN BAD_NUMBER NO_MONEY "
        "TWO_DIFFERENT BAD_SLOT SLOT_EMPTY SLOT_FULL DECK_EMPTY REFILL_REQUIRED NO_AGENCY NOT_AN_AGENCY "
        "NOT_YOUR_AGENCY CAPACITY MARKET_EMPTY AUCTION_NEEDED BID_LOW NOT_YOUR_TENDER TENDER_DONE NOT_ENOUGH_STAFF "
        "TOO_MANY EFFECT_SPENT EFFECT_COST TOTEM_USED TOTEM_WINDOW TOTEM_LIMIT REASON NEGATIVE UNDO_UNKNOWN GAME_OVER"
    )  # fmt: skip
    for name in listed.split():
        code = f"E_{name}"
        rule = GAME.rules.get(code) or CORE_RULES[code]
        assert rule.text
        if code in GAME.rules and code != "E_STALE":
            assert rule.clause and rule.rule, code


def test_an_empty_row_of_employees_stays_empty() -> None:
    s = Play("AB")
    s.own("A", "TT2", AG3={"production": 2})
    s.put("tenders_todo.A", ["TN5"])
    s.at("fulfil", "A", "B")
    asked = [field for offer in offers(GAME, s.t) for field in offer.fields if isinstance(field, Rows)]
    assert {field.name for field in asked} == {"staff", "titans"}
    for field in asked:
        assert all(getattr(inner, "value", None) is None for inner in field.fields)
