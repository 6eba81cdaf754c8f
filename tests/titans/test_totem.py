"""Totems (T-152 to T-155) and cards typed at the table."""

from __future__ import annotations

from typing import Any

import pytest

from games.titans.game import GAME
from tests.titans.playing import Play, codes, kit_with, rows
from tests.titans.test_news import crisis, run_crisis


def with_totem(*ops: dict[str, Any], **more: Any) -> Play:
    """Return a table with one more kind of totem, TMX."""
    options = more.pop("options", {})
    card = {"id": "TMX", "name": "Икс", "ops": list(ops), **more}
    return Play("AB", kit=kit_with(bank_total=1000, totems=[card]), **options)


@pytest.mark.clause("T-152", "T-155")
def test_once_in_the_game() -> None:  # V-50
    s = Play()
    s.do("A", "use_totem", totem="TM1")
    assert s.state["money"]["A"] == 75
    assert s.state["totem"]["A"] == "used:TM1"
    assert s.refused("A", "use_totem", totem="TM2") == "E_TOTEM_USED"
    assert s.refused("B", "use_totem", totem="TM1") == "E_CARD_USED"
    assert s.refused("B", "use_totem", totem="TM9") == "E_UNKNOWN"
    assert s.refused("referee", "use_totem", totem="TM2") == "E_UNKNOWN"
    s.do("referee", "use_totem", totem="TM2", side="B")
    assert s.state["score"]["B"] == 1


@pytest.mark.clause("T-153")
def test_at_any_time_with_a_soft_note() -> None:
    s = Play("AB")
    s.actions(A=[1, 2], B=[1, 2])
    assert codes(s.do("B", "use_totem", totem="TM1")) == ["N_NOT_HIS_STEP"]
    assert codes(s.do("A", "use_totem", totem="TM2")) == []


@pytest.mark.clause("T-153")
def test_in_ones_own_step_by_option() -> None:
    s = Play("AB", totem_timing="own_step")
    assert s.refused("A", "use_totem", totem="TM1") == "E_NOT_YOUR_STEP"
    s.actions(A=[1, 2], B=[1, 2])
    assert s.refused("B", "use_totem", totem="TM1") == "E_NOT_YOUR_STEP"
    s.do("A", "use_totem", totem="TM1")
    s = crisis(totem_timing="own_step")
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    assert s.refused("V", "use_totem", totem="TM1") == "E_NOT_YOUR_STEP"
    assert s.refused("V", "use_totem", totem={"name": "Клад", "template": "money", "n": 5}) == "E_NOT_YOUR_STEP"
    s.do("V", "use_totem", totem="TM3")  # a shield is needed in nobody's step


@pytest.mark.clause("T-153")
def test_who_competes_for_a_tender_is_in_his_own_step() -> None:
    s = Play("ABV", totem_timing="own_step")
    s.actions(A=[1, 3], B=[3, 4], V=[3, 4])
    s.do("A", "work")
    for side in "ABV":
        s.do(side, "skip_action", action=3)
    assert s.refused("A", "use_totem", totem="TM1") == "E_NOT_YOUR_STEP"
    s.do("V", "use_totem", totem="TM1")
    s.do("referee", "reveal_claims", claims={"B": 1, "V": 1})
    assert s.refused("A", "use_totem", totem="TM2") == "E_NOT_YOUR_STEP"
    s.do("B", "use_totem", totem="TM2")


@pytest.mark.clause("T-154")
def test_a_shield_exempts_from_losses_of_a_failure() -> None:  # A-22, amendment 8
    s = crisis()
    assert s.refused("V", "use_totem", totem="TM3") == "E_TOTEM_WINDOW"
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    assert s.refused("V", "use_totem", totem="TM3") == "E_TOTEM_WINDOW"
    s.do("A", "draw_consequence", card="CX")
    s.do("V", "use_totem", totem="TM3")
    s.do("referee", "apply_consequence")
    assert s.state["money"] == {"A": 60, "B": 57, "V": 65}
    assert s.refused("B", "use_totem", totem="TM3") == "E_CARD_USED"


@pytest.mark.clause("T-154")
def test_a_shield_does_not_keep_gains_off() -> None:  # amendment 8
    both = [{"op": "money", "who": "all", "n": -9}, {"op": "points", "who": "all", "n": 1}]
    s = crisis(fail=both)
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    s.do("V", "use_totem", totem="TM3")
    s.do("referee", "apply_consequence")
    assert s.state["money"]["V"] == 65
    assert s.state["score"] == {"A": 0, "B": 1, "V": 1}


def test_a_shield_spares_a_choice_of_losses() -> None:
    options = [[{"op": "money", "n": -9}], [{"op": "lose_staff", "n": 2}]]
    s = crisis(fail=[{"op": "choice", "options": options}])
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card="CX")
    s.do("V", "use_totem", totem="TM3")
    s.do("referee", "apply_consequence")
    assert s.state["queue"] == ["B"]


def test_a_totem_may_be_bound_to_the_consequence() -> None:
    s = with_totem({"op": "money", "n": 5}, window="consequence")
    assert s.refused("A", "use_totem", totem="TMX") == "E_TOTEM_WINDOW"


def test_a_totem_may_ask_and_be_answered_at_once() -> None:
    s = with_totem({"op": "take_staff", "n": 3})
    s.own("A", "AG2")
    s.do("A", "use_totem", totem="TMX", placements=rows(("AG2", "media", 2)))
    assert s.state["staff"]["A"]["AG2"] == {"media": 2}
    s = with_totem({"op": "take_staff", "n": 1})
    s.own("A", "AG2")
    s.do("A", "use_totem", totem="TMX")
    assert s.refused("referee", "reveal_actions", actions={}) == "E_PHASE"
    s.do("A", "place_staff", placements=[])
    assert s.state["phase"] == "choose"
    exchange = {
        "op": "exchange",
        "cost": [{"op": "lose_staff", "n": 1}],
        "gain": [{"op": "money", "n": 6}],
        "times": "any",
    }
    s = with_totem(exchange)
    s.own("A", AG2={"media": 2})
    assert s.refused("A", "use_totem", totem="TMX", times=3) == "E_EFFECT_COST"
    s.do("A", "use_totem", totem="TMX", times=2, discards=rows(("AG2", "media", 2)))
    assert s.state["money"]["A"] == 77
    s = with_totem({"op": "choice", "options": [[{"op": "money", "n": 12}], [{"op": "points", "n": 1}]]})
    s.do("A", "use_totem", totem="TMX", option=2)
    assert s.state["score"]["A"] == 1


def test_a_totem_in_the_middle_of_somebody_elses_decision() -> None:
    options = [[{"op": "money", "n": 6}], [{"op": "points", "n": 1}]]
    pay = {"op": "exchange", "cost": [{"op": "money", "n": -7}], "gain": [{"op": "points", "n": 1}]}
    news = {"id": "NX", "kind": "positive", "ops": [pay, {"op": "choice", "options": options}]}
    s = Play("AB", kit=kit_with(bank_total=1000, news_deck=[news]))
    s.put("turn", 2)
    s.at("news")
    s.do("A", "draw_news", card="NX")
    s.do("A", "use_totem", totem="TM1")
    assert s.state["money"]["A"] == 75  # the exchange of the news is still open
    assert s.state["queue"] == ["A", "B"]
    s.do("A", "resolve_choice", times=0)
    s.do("B", "resolve_choice", times=1)
    s.do("A", "resolve_choice", option=1)
    s.do("B", "resolve_choice", option=2)
    assert s.state["score"] == {"A": 0, "B": 2}


# ---- cards that are not in the kit --------------------------------------------------------------------


def test_a_card_is_typed_where_it_is_needed() -> None:
    s = Play("AB", tenders=("TN3", None))
    s.actions(A=[2, 3], B=[2, 3])
    new = {"kind": "agency", "name": "С улицы", "price": 5, "spec": "media", "cells": {"media": 2}}
    s.do("A", "buy_card", slot=1, refill=new)
    id = s.state["agency_slots"][0]
    assert s.t.kit.agency_deck[id].name == "С улицы"
    s.do("B", "buy_card", slot=1, refill={"kind": "titan", "name": "Новый", "price": 3, "cells": {"media": 1}})
    assert s.state["money"]["B"] == 60
    s.do("A", "skip_action", action=3)
    s.do("B", "hire", agency=id, staff={"media": 1})
    assert s.state["staff"]["B"][id] == {"media": 1}
    s.results()
    s.do("referee", "refill_tender", slot=2, card={"name": "Новый тендер", "cost": 4, "req": {"media": 1}, "profit": 9})
    assert s.state["tender_slots"][1] in s.t.kit.tender_deck


def test_a_typed_card_belongs_to_the_kit_of_this_session() -> None:
    """§ 4.1: it is marked as from the box, may turn up once, and the kit of the start stays as it was."""
    s = Play("AB", tenders=("TN3", None), kit=kit_with(bank_total=1000, deck_sizes={"tender": 5}))
    before = s.t.kit
    s.at("refill")
    s.do("referee", "refill_tender", slot=2, card={"name": "Новый", "cost": 4})
    assert s.state["tender_slots"][1] == "tender-1"
    assert s.t.kit.source["tender_deck.tender-1"] == "box"
    assert s.t.kit.deck_sizes["tender"] == 6
    assert [note for note in GAME.check_kit(s.t.kit) if note.blocks] == []
    assert "tender-1" not in before.tender_deck
    assert GAME.view(s.t, "screen")["decks"]["tender"] == s.state["decks"]["tender"]
    s.put("tender_slots", ["tender-1", None])
    assert s.refused("referee", "refill_tender", slot=2, card={"id": "tender-1", "name": "Опять"}) == "E_CARD_USED"


TEMPLATES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"template": "money", "n": 7}, {"money": 7}),
    ({"template": "money_per", "n": 2, "colour": "media"}, {"money": 4}),
    ({"template": "money_pair", "n": 5, "colour": "media", "colour2": "creative"}, {"money": 5}),
    ({"template": "points", "n": 2}, {"score": 2}),
    ({"template": "discard_points", "n": 1, "m": 3}, {"score": 3}),
    ({"template": "pay_points", "n": 6, "m": 1}, {"money": -6, "score": 1}),
    ({"template": "extreme", "n": 8, "extreme": "most", "metric": "agencies"}, {"money": 8}),
]


@pytest.mark.parametrize(("form", "gain"), TEMPLATES)
def test_templates_with_one_to_three_figures(form: dict[str, Any], gain: dict[str, int]) -> None:
    s = Play("AB", tenders=("TN3", None))
    s.own("A", AG2={"media": 2, "creative": 1})
    s.at("refill")
    s.do("referee", "refill_tender", slot=2, card={"name": "Т", "cost": 1, "when": "permanent", **form})
    id = s.state["tender_slots"][1]
    s.put("tender_slots.1", None)
    s.put("tenders_done.A", {id: "face_up"})
    s.at("effects", "A", "B")
    before = s.state
    s.do("A", "apply_effect", tender=id)
    if s.state["pending"]:
        s.do("A", "discard_staff", discards=rows(("AG2", "media", 1)))
    assert s.state["money"]["A"] - before["money"]["A"] == gain.get("money", 0)
    assert s.state["score"]["A"] - before["score"]["A"] == gain.get("score", 0)


def test_typed_consequences_totems_and_reminders() -> None:
    s = crisis()
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card={"name": "Своё", "template": "money", "n": 6, "success_money": 2})
    s.do("V", "use_totem", totem={"name": "Щит", "template": "shield"})
    s.do("referee", "apply_consequence")
    assert s.state["money"] == {"A": 60, "B": 56, "V": 65}
    s = run_crisis(crisis(fail=[]), A=5, B=3, V=0)
    assert "N_MANUAL" in codes(s.do("B", "use_totem", totem={"name": "Чудо", "text": "Загадайте желание."}))
    s = crisis()
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    s.do("A", "draw_consequence", card={"name": "Люди", "template": "staff", "n": 1})
    s.own("B", AG2={"media": 1})
    s.do("referee", "apply_consequence")
    assert s.state["queue"] == ["B"]


def test_figures_of_a_typed_card_are_bounded_as_those_of_a_kit() -> None:
    """§ 4.2: what is typed becomes an effect, and a stored table must be read again."""
    s = Play("AB")
    for form in ({"n": 200_000}, {"n": -200_000}, {"n": 1, "m": 200_000}):
        card = {"name": "Щедрый", "template": "pay_points", **form}
        assert s.refused("A", "use_totem", totem=card) == "E_BAD_VALUE"
    s.do("A", "use_totem", totem={"name": "Щедрый", "template": "points", "n": 100_000})
    assert s.state["score"]["A"] == 100_000
    s = crisis()
    s.do("referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0})
    assert s.refused("A", "draw_consequence", card={"name": "Своё", "success_money": 200_000}) == "E_BAD_VALUE"
