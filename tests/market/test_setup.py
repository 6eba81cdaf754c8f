"""Set-up and kit: M-001 … M-029, M-041, M-054, § 4.3."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.kit import has_samples, origin, read_kit, write_kit
from games.engine.refusal import Refusal
from games.market.game import GAME
from tests.market.playing import MINI, Play, code_of, kit, start


@pytest.mark.clause("M-001")
def test_two_to_four_players() -> None:
    assert [code_of(count) for count in range(1, 6)] == ["E_PLAYERS", "", "", "", "E_PLAYERS"]


@pytest.mark.clause("M-014", "M-015")
def test_the_number_of_enterprises_is_agreed_before_the_start() -> None:
    assert code_of(enterprises_to_end=0) == "E_OPTION"
    assert code_of(enterprises_to_end="") == "E_OPTION"
    assert code_of(enterprises_to_end=None) == "E_OPTION"
    assert code_of(enterprises_to_end=2) == ""
    assert GAME.options_type().enterprises_to_end == 3  # type: ignore[attr-defined]


def test_an_option_that_is_none_is_refused_by_its_name() -> None:
    assert code_of(bid_step=250) == "E_OPTION"
    assert code_of(no_such_option=1) == "E_OPTION"
    assert code_of(start_bonus=-1) == "E_OPTION"
    assert start(stock_limits="off").options.stock_limits is False
    assert start(commission_cap="off").options.commission_cap is None


@pytest.mark.clause("M-017", "M-025", "M-026", "M-029")
def test_what_everybody_begins_with() -> None:
    game = Play(3)
    assert game.seen["cash"] == {"p1": 300000, "p2": 300000, "p3": 300000}
    assert game.seen["pos"] == {"p1": 0, "p2": 0, "p3": 0}
    assert game.seen["shares"] == {}
    assert game.seen["plots"] == {}
    assert (game.seen["turn"], game.phase) == (1, "pre_roll")
    for _note in range(3):
        game.do("p1", "issue_note", lender="p2", amount=1000)
    assert game.refused("p1", "issue_note", lender="p2", amount=1000) == "E_NOTE_LIMIT"


@pytest.mark.clause("M-041")
def test_the_highest_throw_begins() -> None:
    rolls = {"p1": 4, "p2": 10, "p3": 7}
    assert start(setup={"start_rolls": rolls}).state.current == "p2"
    tie = {"p1": 10, "p2": 10, "p3": 9}
    assert code_of(setup={"start_rolls": tie}) == "E_TIE"
    again = {"start_rolls": tie, "rerolls": [{"p1": 3, "p2": 5}]}
    assert start(setup=again).state.current == "p2", "only those who are level throw again"
    assert code_of(setup={"start_rolls": tie, "rerolls": [{"p1": 3, "p2": 3}]}) == "E_TIE"
    assert code_of(setup={"start_rolls": {"p1": 13, "p2": 2, "p3": 3}}) == "E_DICE"
    assert code_of(setup={"start_rolls": {"p1": 10}}) == "E_SETUP"
    assert code_of(setup={"start_rolls": {"p9": 10}}) == "E_UNKNOWN"
    assert start().state.current == "p1"


@pytest.mark.clause("M-024")
def test_a_playing_banker_is_reminded_to_keep_his_money_apart() -> None:
    assert GAME.now(start()).hint != GAME.now(start(banker_is_player="on")).hint


@pytest.mark.clause("M-054")
def test_each_of_the_eight_companies_stands_once() -> None:
    companies = [row for row in MINI["companies"] if row["id"] != "school"]
    assert code_of(raw=kit(companies=companies)) == "E_BAD_KIT"
    path = [dict(space) for space in MINI["path"]]
    path[12] = {**path[12], "kind": "school"}
    assert code_of(raw=kit(path=path)) == "E_BAD_KIT"


def changed(at: int, **fields: Any) -> list[dict[str, Any]]:
    path = [dict(space) for space in MINI["path"]]
    path[at] |= fields
    return path


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({"companies": [row for row in MINI["companies"] if row["id"] != "school"]}, "K_COMPANY"),
        ({"path": changed(0, kind="deal")}, "K_START"),
        ({"start_index": 5}, "K_START"),
        ({"path": changed(13, kind="deal")}, "K_TAX"),
        ({"path": changed(13, ring="inner")}, "K_TAX"),
        ({"path": changed(5, no=1)}, "K_PLOT"),
        ({"plots": MINI["plots"][:3]}, "K_PLOT"),
        ({"path": changed(3, i=4)}, "K_PATH"),
        ({"plots": [{"no": no, "price": 40050} for no in range(1, 5)]}, "K_PRICE"),
        ({"companies": [{**row, "price": 0} for row in MINI["companies"]]}, "K_PRICE"),
        ({"products": [{"id": "bread", "name": "Хлеб", "materials": 10000, "output": 80000}]}, "K_PRICE"),
        ({"products": []}, "K_PRODUCT"),
        ({"credit_cards": []}, "K_CREDIT"),
        ({"consultation_cards": [{"no": 1, "amount": -5000}]}, "K_CARD"),
    ],
)
def test_a_kit_that_is_not_complete_cannot_start(changes: dict[str, Any], finding: str) -> None:
    found = GAME.check_kit(read_kit(GAME, kit(**changes)))
    assert finding in [note.code for note in found if note.blocks]
    assert code_of(raw=kit(**changes)) == "E_BAD_KIT"


@pytest.mark.clause("M-003", "M-009")
def test_counts_that_differ_from_the_box_only_warn() -> None:
    found = {note.path: note.figures for note in GAME.check_kit(read_kit(GAME, MINI))}
    assert {note.code for note in GAME.check_kit(read_kit(GAME, MINI))} == {"KW_COUNT"}
    assert not any(note.blocks for note in GAME.check_kit(read_kit(GAME, MINI)))
    assert found["plots"] == {"path": "plots", "have": 4, "want": 12}
    assert {path: found[path]["want"] for path in ("credit_cards", "surprise_cards", "licences")} == {
        "credit_cards": 16,
        "surprise_cards": 20,
        "licences": 36,
    }
    assert GAME.check_kit(GAME.sample()) == []


def test_the_sample_kit_is_the_full_one_of_the_rules() -> None:
    full = GAME.sample()
    assert len(full.path) == 38
    assert len(full.plots) == 12
    assert sum(full.credit_cards.values()) == 16
    assert has_samples(full)
    assert origin(full, "constants.fine") == "text"
    assert origin(full, "companies.bank.price") == "sample"


def test_what_may_stand_in_a_transcript_is_read() -> None:
    """§ 4.1: product of a plot is optional; § 4.2: enterprises_to_end is agreed; common.md: comments are optional."""
    constants = MINI["constants"] | {"enterprises_to_end": 3, "comment": "page 2", "fine": 25000}
    plots = [{**row, "product": None, "comment": "green"} for row in MINI["plots"]]
    read = read_kit(GAME, kit(constants=constants, plots=plots))
    assert (read.plots, read.constants.fine) == (read_kit(GAME, MINI).plots, 25000)


def test_a_written_kit_can_be_read_again() -> None:
    mini = read_kit(GAME, MINI)
    assert read_kit(GAME, write_kit(mini)) == mini
    with pytest.raises(Refusal):
        read_kit(GAME, kit(companies=[{"id": "bank", "price": "dear"}]))
    with pytest.raises(Refusal):
        read_kit(GAME, kit(plots=[{"no": 1, "price": 100}, {"no": 1, "price": 200}]))
