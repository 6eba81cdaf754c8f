"""What every game records besides its own moves: corrections, seats, the end by hand (`games.engine.ops`)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from games.engine.log import Entry, Standing, standing
from games.engine.refusal import Refusal
from games.engine.replay import Broken, Origin, opening, play_on, replay, until
from tests.engine.book import Book
from tests.engine.example_game import GAME, Options, Setup, StonesKit


def last(book: Book) -> tuple[list[tuple[str, str, int]], str]:
    """Postings and log line of the last move."""
    seen: list[Any] = []
    t = replay(GAME, book.origin, standing(book.rows), lambda step, t: seen.append((step, render(step.words(t)))))
    assert GAME.digest(t) == GAME.digest(book.t)
    step, words = seen[-1]
    return [(one.from_, one.to, one.amount) for one in step.postings], words


def test_a_field_is_set_or_changed_by_hand() -> None:
    book = Book().take(3)
    book.ask("referee", "adjust", field="taken.A", value=1, reason="пересчитали")
    assert (book.taken["A"], last(book)) == (1, ([("taken", "bank", 2)], "Correction: taken.A = 1. пересчитали"))
    book.ask("referee", "adjust", field="taken.B", by=4, reason="нашлись")
    assert (book.taken["B"], last(book)[0]) == (4, [("bank", "taken", 4)])


def test_a_counterpart_gives_the_difference() -> None:
    book = Book().take(3)
    book.ask("referee", "adjust", field="taken.A", by=2, counterpart="left", reason="взяли больше")
    assert (book.taken["A"], book.t.state.left) == (5, 5)
    assert last(book)[0] == [("left", "taken", 2)]


def test_several_fields_at_once() -> None:
    book = Book()
    book.ask("referee", "adjust", values={"taken.A": 4, "left": 6, "turn": "B"}, reason="стол уже играл")
    assert (book.taken["A"], book.t.state.left, book.t.state.turn) == (4, 6, "B")


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"field": "left", "value": 1}, "E_REASON"),
        ({"field": "left", "value": 1, "reason": " "}, "E_REASON"),
        ({"reason": "x"}, "E_MISSING"),
        ({"field": "heap", "value": 1, "reason": "x"}, "E_UNKNOWN"),
        ({"field": "taken.A.b", "value": 1, "reason": "x"}, "E_UNKNOWN"),
        ({"field": "taken.X", "by": 1, "reason": "x"}, "E_UNKNOWN"),
        ({"field": "turn", "by": 1, "reason": "x"}, "E_BAD_NUMBER"),
        ({"field": "left", "value": "много", "reason": "x"}, "E_BAD_NUMBER"),
        ({"field": "turn", "value": [], "reason": "x"}, "E_BAD_VALUE"),
        ({"field": "left", "by": 1, "counterpart": "turn", "reason": "x"}, "E_BAD_NUMBER"),
        ({"values": {"left": 1, "heap": 2}, "reason": "x"}, "E_UNKNOWN"),
    ],
)
def test_corrections_that_cannot_be(params: dict[str, Any], code: str) -> None:
    assert Book().refused("referee", "adjust", **params) == code


def test_a_new_key_may_be_set() -> None:
    book = Book()
    book.ask("referee", "adjust", field="taken.C", value=2, reason="третья кучка")
    assert book.taken["C"] == 2


def test_the_trainer_ends_the_game_and_may_still_correct_it() -> None:
    book = Book().take(3)
    assert book.refused("referee", "stop_game") == "E_REASON"
    book.ask("referee", "stop_game", reason="время вышло")
    assert GAME.finished(book.t)
    assert last(book)[1] == "Stopped by the trainer: время вышло"
    assert book.refused("B", "take", amount=1) == "E_GAME_OVER"
    book.ask("referee", "adjust", field="taken.A", value=2, reason="пересчитали")
    book.ask("referee", "undo", n=2)
    assert not GAME.finished(book.t)


def test_seats_corrected() -> None:
    book = Book()
    assert book.refused("referee", "fix_seats", order=["A"], reason="x") == "E_UNKNOWN"
    assert book.refused("referee", "fix_seats", order=["B", "A"]) == "E_REASON"
    book.ask("referee", "fix_seats", order=["B", "A"], reason="пересели")
    assert [team.id for team in book.t.teams] == ["B", "A"]
    assert last(book)[1] == "Seats corrected: Бета, Альфа. пересели"


def test_a_kit_corrected_from_here_on_leaves_the_earlier_deal() -> None:
    book = Book(heap=10)
    book.ask("referee", "fix_kit", path="heap", value=12, reason="12")
    assert (book.t.kit.heap, book.t.state.left) == (12, 10)


# ---- replay -------------------------------------------------------------------------------------


def test_the_table_at_any_entry() -> None:
    book = Book().take(3, 2, 1)
    stand = standing(book.rows)
    assert replay(GAME, book.origin, until(stand, 2)).state.taken == {"A": 3, "B": 2}
    assert until(stand, 99).entries == []


def test_a_log_that_is_not_legal_any_more_names_the_entry() -> None:
    book = Book().take(3, 2)
    tight = Origin(book.origin.kit, Options(most=2), book.origin.teams, Setup())
    with pytest.raises(Broken) as broken:
        replay(GAME, tight, standing(book.rows))
    assert (broken.value.entry.n, broken.value.refusal.code) == (1, "E_AMOUNT")


def test_a_damaged_log_is_broken_too() -> None:
    book = Book()
    for action, params in (("fly", "{}"), ("take", '{"amount": "x"}'), ("take", "{")):
        with pytest.raises(Broken) as broken:
            play_on(GAME, opening(GAME, book.origin), [Entry(1, "A", action, params)])
        assert broken.value.refusal.code == "E_BAD_VALUE"


def test_an_origin_that_cannot_be_set_up() -> None:
    kit = StonesKit(game="stones", id="box")
    with pytest.raises(Refusal) as refusal:
        replay(GAME, Origin(kit, Options(), (), Setup()), Standing([], [], [], []))
    assert refusal.value.code == "E_SETUP_TEAMS"
