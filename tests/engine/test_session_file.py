"""One session as one file: written, read, checked; a broken one is refused with the place (`session/1`)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.engine.log import Row
from games.engine.refusal import Refusal
from games.engine.session_file import FORMAT, Mark, SavedRow, SessionFile, check, origin_of, read, rows_of, write
from tests.engine.book import Book
from tests.engine.example_game import GAME

NOTE = Mark(kind="note", text="хороший ход", n=1)


def raw(thing: Any) -> msgspec.Raw:
    """Return JSON as it stands in a file."""
    return msgspec.Raw(msgspec.json.encode(thing))


def file_of(book: Book) -> SessionFile:
    """Return the session as its file."""
    return SessionFile(
        format=FORMAT,
        game="stones",
        kit=raw(book.origin.kit),
        options=raw(book.origin.options),
        teams=list(book.origin.teams),
        setup=raw(book.origin.setup),
        rows=[
            SavedRow(
                row.seq,
                row.kind,
                row.actor,
                row.action,
                msgspec.Raw(row.params.encode()),
                raw(row.ruling) if row.ruling else msgspec.UNSET,
            )
            for row in book.rows
        ],
        marks=[NOTE],
        extra={"answers": raw({"1": "так"})},
    )


def changed(book: Book, **parts: Any) -> bytes:
    """Return the file with other parts."""
    return json.dumps({**json.loads(write(file_of(book))), **parts}).encode()


def _plain(row: Row) -> Row:
    """Parameters are JSON: how they are laid out does not matter."""
    return msgspec.structs.replace(row, params=json.dumps(json.loads(row.params)))


@pytest.fixture
def book() -> Book:
    """A session with moves, a fix, an undo, a ruling."""
    book = Book().take(3, 2)
    book.ask("referee", "amend", n=1, params={"amount": 1}, reason="опечатка")
    book.take(1)
    book.ask("referee", "undo")
    book.ask("referee", "overrule", actor="B", action="take", params={"amount": 1}, reason="так решили")
    return book


def test_a_file_is_read_as_it_was_written(book: Book) -> None:
    file = read(write(file_of(book)))
    assert [_plain(row) for row in rows_of(file)] == [_plain(row) for row in book.rows]
    assert origin_of(GAME, file) == book.origin
    assert (file.marks, json.loads(bytes(file.extra["answers"]))) == ([NOTE], {"1": "так"})
    assert GAME.digest(check(GAME, file)) == GAME.digest(book.t)


def test_it_can_be_read_by_a_person(book: Book) -> None:
    text = write(file_of(book)).decode()
    assert text.startswith('{\n  "')
    assert "хороший ход" in text


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"format": "session/9"}, "format"),
        ({"teams": 5}, "file"),
        ({"rows": [{"kind": "move"}]}, "file"),
        ({"surprise": 1}, "file"),
        ({"kit": {"game": "stones"}}, "kit"),
        ({"options": {"most": "много"}}, "options"),
        ({"setup": {"second": "A"}}, "setup"),
        ({"rows": [{"seq": 2, "kind": "move"}, {"seq": 2, "kind": "move"}]}, "rows.2"),
        ({"rows": [{"seq": 1, "kind": "dance"}]}, "rows.1"),
        ({"rows": [{"seq": 1, "kind": "move", "ruling": {"codes": 5}}]}, "rows.1.ruling"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(book: Book, parts: dict[str, Any], place: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check(GAME, read(changed(book, **parts)))
    assert (refusal.value.code, refusal.value.field) == ("E_BAD_VALUE", place)


@pytest.mark.parametrize("text", ["", "{", "[]", b"\xff\xfe", "null"])
def test_what_is_no_file_at_all(text: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        read(text)
    assert refusal.value.code == "E_BAD_VALUE"


def test_a_move_that_the_rules_refuse_is_named(book: Book) -> None:
    rows = [{"seq": 7, "kind": "move", "actor": "B", "action": "take", "params": {"amount": 1}}]
    with pytest.raises(Refusal) as refusal:
        check(GAME, read(changed(book, rows=rows)))
    assert (refusal.value.code, refusal.value.field) == ("E_UNDO_CONFLICT", "rows.7")


def test_a_row_that_nobody_can_read_is_refused(book: Book) -> None:
    for rows in (
        [{"seq": 1, "kind": "undo", "params": {"x": 1}}],
        [{"seq": 1, "kind": "fix", "params": {"changes": 5}}],
        [{"seq": 1, "kind": "undo", "params": []}],
    ):
        with pytest.raises(Refusal) as refusal:
            check(GAME, read(changed(book, rows=rows)))
        assert refusal.value.code == "E_BAD_VALUE"
