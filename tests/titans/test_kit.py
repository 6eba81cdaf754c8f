"""The kit: the sample, the older spelling, what is checked (T-002, T-003, T-134, § 4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.kit import has_samples, origin, read_kit, write_kit
from games.engine.refusal import Refusal
from games.titans.cards import TakeStaff
from games.titans.game import GAME
from games.titans.kit import ladder_of
from tests.titans.playing import TINY, Play, kit_with


def notes(raw: dict[str, Any]) -> list[str]:
    """Return the codes of what is found in a kit; each has words."""
    kit = read_kit(GAME, raw)
    for note in GAME.check_kit(kit):
        assert "%(" not in GAME.message(note)  # type: ignore[arg-type]
        assert note.code in GAME.rules
    return [note.code for note in GAME.check_kit(kit)]


@pytest.mark.clause("T-002", "T-003", "T-018")
def test_the_sample_kit_is_complete_and_invented() -> None:
    kit = GAME.sample()
    assert GAME.check_kit(kit) == []
    assert (len(kit.agency_deck), len(kit.tender_deck), len(kit.news_deck)) == (42, 29, 39)
    assert (len(kit.consequence_deck), len(kit.totems)) == (13, 9)
    assert has_samples(kit)
    assert origin(kit, "start_money") == "text"
    assert origin(kit, "tender_deck.TN1.cost") == "sample"
    assert read_kit(GAME, write_kit(kit)) == kit


@pytest.mark.clause("T-002", "T-003")
def test_other_counts_warn_and_never_block() -> None:
    kit = json.loads(write_kit(GAME.sample()))
    del kit["tender_deck"]["TN29"]
    found = [note for note in GAME.check_kit(read_kit(GAME, kit)) if note.code == "KW_COUNT"]
    assert [(note.path, note.figures["have"], note.figures["box"]) for note in found] == [("tender", 28, 29)]
    assert not any(note.blocks for note in found)
    assert "KW_CUBES" in notes(TINY)
    assert "KW_CELLS" in notes(TINY)
    assert "KW_BANK" in notes(TINY)


def test_a_deck_smaller_than_its_cards_blocks() -> None:
    kit = read_kit(GAME, kit_with(deck_sizes={"tender": 2}))
    assert [note.code for note in GAME.check_kit(kit) if note.blocks] == ["K_DECK_SIZE"]


@pytest.mark.clause("T-134")
def test_missing_figures_are_named() -> None:
    raw = kit_with(
        agency_deck=[{"id": "AG1", "kind": "agency", "name": "Пусто"}],
        tender_deck=[{"id": "TN1", "name": "Пусто"}],
        news_deck=[{"id": "NW9", "kind": "crisis", "headline": "Беда"}],
        market_prices={"creative": [3, 2], "production": [None], "strategy": [], "media": [1]},
    )
    expected = {"KW_PRICE", "KW_SPEC", "KW_TENDER", "KW_EFFECT", "KW_DEMAND", "KW_FALLS", "KW_LADDER"}
    assert expected <= set(notes(raw))


def test_the_older_spelling() -> None:
    raw = kit_with(
        agency_deck=[{"id": "AG1", "kind": "agency", "name": "Два", "price": 1, "cells": {"media": 1}, "qty": 2}],
        tender_deck=[{"id": "TN1", "advertiser": "Банк", "cost": 1}],
        market_prices={"creative": "3*4, 4*6, 2*?", "production": [2], "strategy": [3], "media": [2]},
        known=["tender_deck.TN1.cost"],
    )
    kit = read_kit(GAME, raw)
    assert {"AG1", "AG1-2"} <= set(kit.agency_deck)
    assert kit.tender_deck["TN1"].name == "Банк"
    assert kit.ladders["creative"] == [4, 4, 4, 6, 6, 6, 6, None, None]
    assert origin(kit, "tender_deck.TN1.cost") == "text"
    assert ladder_of("5") == [5]


def test_texts_and_comments_may_stand_anywhere_or_be_left_out() -> None:  # amendment 4
    remarks = {"text": "x", "comment": "x"}
    take = {"op": "take_staff", "n": 1, **remarks}
    raw = kit_with(
        agency_deck=[{"id": "AG1", "kind": "agency", "comment": "x"}],
        tender_deck=[{"id": "TN1", "effect": {"when": "one_off", "text": "Спойте.", "ops": [take], "comment": "x"}}],
        news_deck=[{"id": "NW4", "kind": "crisis", "require": {"n": 11, **remarks}}],
        totems=[{"id": "TM1", "text": "Загадайте.", "ops": [{"op": "manual"}, {"op": "manual", "text": "Хлопните."}]}],
    )
    kit = read_kit(GAME, raw)
    effect = kit.tender_deck["TN1"].effect
    assert effect is not None
    assert (effect.text, effect.ops) == ("Спойте.", [TakeStaff(n=1)])
    assert kit.totems["TM1"].text == "Загадайте."
    step = Play("AB", kit=raw).do("A", "use_totem", totem="TM1")
    assert [figures["text"] for code, figures in step.notices if code == "N_MANUAL"] == ["Загадайте.", "Хлопните."]


@pytest.mark.parametrize(
    "change",
    [
        {"start_money": -1},
        {"nonsense": 1, "format": "kit/1", "game": "titans"},
        {"news_deck": [{"id": "NW1", "kind": "strange"}]},
        {"totems": [{"id": "TM1", "ops": [{"op": "fly"}]}]},
        {"totems": [{"id": "TM1", "ops": [{"op": "money", "n": {"rate": 1, "per": {}}}]}]},
        {"totems": [{"id": "TM1", "ops": [{"op": "choice", "options": []}]}]},
        {"market_prices": {"creative": "a lot"}},
        {"game": "boss", "format": "kit/1"},
    ],
)
def test_a_kit_of_the_wrong_form_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as found:
        read_kit(GAME, kit_with(**change))
    assert found.value.code == "E_KIT"
