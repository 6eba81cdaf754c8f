"""Operations on the log: each becomes one row, or a refusal and nothing (common.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.i18n import render
from games.engine.log import Fix, standing
from games.engine.operations import preview
from games.engine.refusal import Refusal
from tests.engine.book import Book
from tests.engine.example_game import GAME


def test_undo_takes_back_the_last_and_redo_brings_it_back() -> None:
    book = Book().take(3, 2)
    book.ask("referee", "undo")
    assert (book.taken, book.t.state.turn) == ({"A": 3, "B": 0}, "B")
    book.ask("referee", "redo")
    assert book.taken == {"A": 3, "B": 2}


def test_there_must_be_something_to_undo_and_to_redo() -> None:
    book = Book()
    assert book.refused("referee", "undo") == "E_UNDO_UNKNOWN"
    assert book.refused("referee", "redo") == "E_REDO_UNKNOWN"
    book.take(3)
    assert book.refused("referee", "undo", n=7) == "E_UNDO_UNKNOWN"
    assert book.refused("referee", "undo", n="первый") == "E_UNDO_UNKNOWN"
    book.ask("referee", "undo")
    assert book.refused("referee", "undo") == "E_UNDO_UNKNOWN"
    book.take(1)
    assert book.refused("referee", "redo") == "E_REDO_UNKNOWN"


def test_undoing_one_entry_alone_names_what_becomes_impossible() -> None:
    book = Book().take(3, 2)
    refusal = book.refusal("referee", "undo", n=1)
    assert (refusal.code, refusal.figures["n"], refusal.figures["cause"]) == ("E_UNDO_CONFLICT", 2, "E_TURN")
    assert "№ 2" in GAME.message(refusal)
    book.ask("referee", "undo", n=2)
    book.ask("referee", "undo", n=1)
    assert book.taken == {"A": 0, "B": 0}


def test_amend_replaces_an_entry_at_its_place() -> None:
    book = Book().take(3, 2, 1)
    book.ask("referee", "amend", n=1, params={"amount": 1}, reason="опечатка")
    assert (book.taken, book.moves) == ({"A": 2, "B": 2}, [(1, 1), (2, 2), (3, 1)])
    assert book.refused("referee", "amend", n=9, params={"amount": 1}) == "E_UNDO_UNKNOWN"
    assert book.refused("referee", "amend", n=1, params={"amount": 4}) == "E_AMOUNT"
    assert book.refused("referee", "amend", n=1, params={"amount": "три"}) == "E_BAD_NUMBER"


def test_amend_refuses_what_later_moves_cannot_stand() -> None:
    book = Book(heap=4).take(1, 3)
    refusal = book.refusal("referee", "amend", n=1, params={"amount": 2})
    assert (refusal.code, refusal.figures["cause"]) == ("E_UNDO_CONFLICT", "E_LEFT")


def test_insert_puts_a_forgotten_move_at_its_place() -> None:
    book = Book().take(3)
    book.ask(
        "referee",
        "insert",
        after=0,
        actor="referee",
        action="fix_option",
        params={"path": "most", "value": 5, "reason": "5"},
    )
    assert book.moves == [(2, 0), (1, 3)]
    book.take(5)
    assert book.refused("referee", "insert", after=77, actor="A", action="take", params={"amount": 1}) == (
        "E_UNDO_UNKNOWN"
    )
    assert book.refused("referee", "insert", after=1, actor="A", action="take", params={"amount": 1}) == "E_TURN"
    assert book.refused("referee", "insert", after=1, actor="A", action="fly") == "E_UNKNOWN_ACTION"


def test_a_correction_from_the_start_deals_anew() -> None:
    book = Book(heap=10).take(3)
    assert book.refused("referee", "fix_kit", path="heap", value=12, **{"from": "start"}) == "E_REASON"
    book.ask("referee", "fix_kit", path="heap", value=12, reason="в коробке 12", **{"from": "start"})
    assert book.t.state.left == 9
    assert (
        book.refused("referee", "fix_kit", path="heap", value=2, reason="x", **{"from": "start"}) == "E_UNDO_CONFLICT"
    )
    assert book.refused("referee", "fix_kit", path="heap", value=0, reason="x", **{"from": "start"}) == "E_BAD_NUMBER"
    assert book.refused("referee", "fix_kit", path="hoard", value=1, reason="x", **{"from": "start"}) == "E_UNKNOWN"


def test_a_correction_from_an_entry_on() -> None:
    book = Book(most=3).take(3, 3)
    book.ask("referee", "fix_option", path="most", value=4, reason="напечатано 4", **{"from": 2})
    assert book.moves == [(1, 3), (3, 0), (2, 3)]
    book.ask("referee", "amend", n=2, params={"amount": 4})
    assert book.taken == {"A": 3, "B": 4}
    assert book.refused("referee", "amend", n=1, params={"amount": 4}) == "E_AMOUNT"
    assert book.refused("referee", "fix_option", path="most", value=4, reason="x", **{"from": 77}) == "E_UNDO_UNKNOWN"


def test_a_correction_from_here_on_is_an_ordinary_move() -> None:
    book = Book(most=1).take(1)
    book.ask("referee", "fix_option", path="most", value=5, reason="так")
    book.take(5)
    assert book.rows[1].kind == "move"


def test_a_fix_with_all_its_decisions() -> None:
    """One row: an amended move, a later one dropped, another that stands by ruling."""
    book = Book(heap=8).take(1, 3, 1, 3)
    fix = {
        "changes": {
            "1": {"params": {"amount": 3}},
            "2": None,
            "3": {"ruling": {"codes": ["E_TURN"], "clause": "S-1", "reason": "пусть стоит"}},
        },
        "reason": "перепутали",
    }
    book.ask("referee", "fix", **fix)
    assert (book.taken, book.t.state.left) == ({"A": 4, "B": 3}, 1)
    book.ask("referee", "undo")
    assert book.taken == {"A": 2, "B": 6}


def test_a_preview_shows_what_a_fix_would_change() -> None:
    book = Book(heap=7).take(1, 3, 3)
    fix = Fix(changes={"1": None})
    result = preview(GAME, book.origin, standing(book.rows), 4, fix)
    assert [(conflict.entry.n, conflict.refusal.code) for conflict in result.conflicts] == [(2, "E_TURN")]
    assert render(result.conflicts[0].words) == "Бета takes 3"
    assert [place.total for place in result.before] == [4, 3]
    assert [place.total for place in result.after] == [3, 0]
    assert result.conflicts[0].table.state.taken == {"A": 0, "B": 0}
    assert book.taken == {"A": 4, "B": 3}


def test_lines_that_read_otherwise_are_named() -> None:
    book = Book().take(1, 2)
    book.ask("referee", "amend", n=1, params={"amount": 3})
    assert book.outcome is not None
    assert book.outcome.ripple is not None
    assert {n: render(words) for n, words in book.outcome.ripple.retold.items()} == {1: "Альфа takes 3"}


# ---- rulings ------------------------------------------------------------------------------------


def test_a_ruling_lets_a_refused_move_stand() -> None:
    book = Book()
    book.ask(
        "referee", "overrule", actor="B", action="take", params={"amount": 4}, reason="гости начинают", clause="S-1"
    )
    assert book.taken == {"A": 0, "B": 4}
    ruling = book.rows[0].ruling
    assert ruling is not None
    assert (ruling.codes, ruling.clause, ruling.reason) == (["E_AMOUNT", "E_TURN"], "S-1", "гости начинают")


def test_a_ruling_for_named_codes_only() -> None:
    book = Book()
    refusal = book.refusal(
        "referee", "overrule", actor="B", action="take", params={"amount": 4}, codes=["E_TURN"], reason="x"
    )
    assert (refusal.code, refusal.figures["cause"]) == ("E_OVERRULE", "E_AMOUNT")


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"action": "take", "params": {"amount": 1}}, "E_REASON"),
        ({"action": "take", "params": {"amount": 1}, "reason": "  "}, "E_REASON"),
        ({"action": "fly", "params": {}, "reason": "x"}, "E_OVERRULE"),
        ({"action": "take", "params": {}, "reason": "x", "actor": "B"}, "E_OVERRULE"),
        ({"action": "take", "params": 5, "reason": "x", "actor": "B"}, "E_OVERRULE"),
    ],
)
def test_what_no_ruling_helps(request_: dict[str, Any], code: str) -> None:
    assert Book().refused("referee", "overrule", **request_) == code


@pytest.mark.parametrize("action", ["undo", "redo", "amend", "insert", "fix", "overrule"])
@pytest.mark.parametrize("params", [{"x": 1}, {"n": []}, {"changes": 5}, {"after": {"a": 1}}])
def test_operations_of_the_wrong_form_are_refused(action: str, params: dict[str, Any]) -> None:
    book = Book().take(1)
    with pytest.raises(Refusal):
        book.ask("referee", action, **params)
    assert json.loads(book.rows[0].params) == {"amount": 1}
    assert len(book.rows) == 1


def test_a_ruling_whose_effect_cannot_be_computed() -> None:
    """The referee has no stones: whose turn it is may be overruled, but there is nobody to give them to."""
    book = Book()
    refusal = book.refusal("referee", "overrule", action="take", params={"amount": 1}, reason="x")
    assert (refusal.code, refusal.figures["cause"]) == ("E_OVERRULE", "E_TURN")
