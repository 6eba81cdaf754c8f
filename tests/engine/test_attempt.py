"""A move tried on a copy: what is typed may be anything, a refusal changes nothing (`Game.attempt`)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.engine.game import Game
from games.engine.i18n import Words, render
from games.engine.refusal import Refusal
from tests.engine.book import Book
from tests.engine.example_game import GAME, Options, Setup, StonesKit


@pytest.mark.parametrize(
    ("actor", "action", "params", "code"),
    [
        ("A", "fly", {}, "E_UNKNOWN_ACTION"),
        ("X", "take", {"amount": 1}, "E_UNKNOWN"),
        ("", "take", {"amount": 1}, "E_UNKNOWN"),
        ("A", "take", {}, "E_MISSING"),
        ("A", "take", {"amount": "1"}, "E_BAD_NUMBER"),
        ("A", "take", {"amount": True}, "E_BAD_NUMBER"),
        ("A", "take", {"amount": 1.5}, "E_BAD_NUMBER"),
        ("A", "take", {"amount": 10**12}, "E_BAD_NUMBER"),
        ("A", "take", {"amount": 1, "more": 2}, "E_BAD_VALUE"),
        ("A", "take", [1], "E_BAD_VALUE"),
        ("A", "take", "{", "E_BAD_VALUE"),
        ("A", "take", "[]", "E_BAD_VALUE"),
        ("A", "take", b"\xff", "E_BAD_VALUE"),
        ("A", "take", None, "E_BAD_VALUE"),
        # the rules asked before the wrong value come first
        ("B", "take", {"amount": "1"}, "E_TURN"),
        ("B", "take", {}, "E_TURN"),
        ("B", "take", {"amount": 1, "more": 2}, "E_TURN"),
        ("A", "take", {"amount": 4}, "E_AMOUNT"),
    ],
)
def test_whatever_is_typed_is_refused_with_its_reason(actor: str, action: str, params: Any, code: str) -> None:
    book = Book()
    before = GAME.write_state(book.t.state)
    with pytest.raises(Refusal) as refusal:
        GAME.attempt(book.t, 1, actor, action, params)
    assert refusal.value.code == code
    assert GAME.write_state(book.t.state) == before
    assert GAME.message(refusal.value) not in ("", code)


def test_an_accepted_move_leaves_the_table_before_it_alone() -> None:
    book = Book()
    after, step = GAME.attempt(book.t, 1, "A", "take", '{"amount": 2}')
    assert (book.t.state.left, after.state.left) == (10, 8)
    assert (step.n, step.actor, step.action, render(step.words(after))) == (1, "A", "take", "Альфа takes 2")
    assert [(one.from_, one.to, one.what, one.amount, one.why) for one in step.postings] == [
        ("heap", "A", "stones", 2, "take")
    ]


def test_an_overruled_code_is_noted_only_if_it_was_needed() -> None:
    book = Book()
    _, step = GAME.attempt(book.t, 1, "B", "take", {"amount": 1}, frozenset({"E_TURN", "E_LEFT"}))
    assert step.ruled == ["E_TURN"]


def test_the_digest_differs_when_the_state_does() -> None:
    book = Book()
    same = GAME.table(book.t.kit, book.t.options, book.t.teams, GAME.read_state(GAME.write_state(book.t.state)))
    assert GAME.digest(same) == GAME.digest(book.t)
    after, _ = GAME.attempt(book.t, 1, "A", "take", {"amount": 2})
    assert GAME.digest(after) != GAME.digest(book.t)


def test_a_stored_state_of_another_form_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        GAME.read_state('{"left": "all"}')
    with pytest.raises(msgspec.ValidationError):
        GAME.read_state('{"unknown": 1}')


@pytest.mark.parametrize("count", [1, 5])
def test_too_few_and_too_many_teams(count: int) -> None:
    teams = [msgspec.structs.replace(Book().t.teams[0], id=f"T{at}") for at in range(count)]
    with pytest.raises(Refusal) as refusal:
        GAME.start(StonesKit(game="stones", id="box"), Options(), teams, Setup())
    assert (refusal.value.code, refusal.value.figures) == ("E_SETUP_TEAMS", {"least": 2, "most": 4})


def test_seats() -> None:
    t = Book().t
    assert (t.seats("B"), t.after("A"), t.after("B"), t.after("A", 2)) == (["B", "A"], "B", "A", "A")
    assert (t.name("A"), t.name("bank")) == ("Альфа", "bank")


def test_nothing_moved_is_not_posted() -> None:
    t = Book().t
    t.transfer("heap", "A", "stones", 0, "take")
    assert t.postings == []


def test_messages_carry_the_words_of_the_core_where_a_game_has_none() -> None:
    refusal = Refusal("E_UNKNOWN", "actor", value="X")
    assert isinstance(GAME, Game)
    assert GAME.words(refusal) == Words("“%(value)s” is not known here.", {"value": "X"})
    assert (GAME.rule("E_TURN").clause, GAME.rule("E_NEVER").text) == ("S-1", "E_NEVER")
