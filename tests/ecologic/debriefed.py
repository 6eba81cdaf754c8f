"""Findings of played games, and doors to look into them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.ecologic.game import GAME
from games.engine.conformance import origin_of, play_record
from games.engine.evidence import Bars, Evidence, Findings, Lines, Moment, Moments, Points, Table
from games.engine.i18n import Words, render
from games.engine.log import Row, standing
from games.engine.replay import opening, play_on
from games.engine.table import Step
from tests.ecologic.table import Game

#: words that no Russian text has
LATIN = re.compile(r"[A-Za-z]{2,}")
SCRIPTED = Path(__file__).parent / "games" / "scripted.json"
Piece = TypeVar("Piece")


class Debriefed(Game):
    """A game in progress whose moves are seen by the collector of the debrief."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.collector = GAME.collector(self.t)

    def do(self, actor: str, action: str, **params: Any) -> Step:
        """Record a move and show it to the collector."""
        step = super().do(actor, action, **params)
        self.collector.see(step, self.t)
        return step

    def found(self) -> Findings:
        """What is known up to here; asking changes nothing."""
        found = self.collector.findings(self.t)
        assert msgspec.json.encode(self.collector.findings(self.t)) == msgspec.json.encode(found)
        return found


@cache
def scripted() -> dict[str, Any]:
    """The scripted session of 4 cycles as a recorded game."""
    record: dict[str, Any] = json.loads(SCRIPTED.read_text(encoding="utf-8"))
    return record


def findings(record: dict[str, Any]) -> Findings:
    """Replay a recorded game and return its findings."""
    rows: list[Row] = []
    for _line in play_record(GAME, record, rows):
        pass
    stand = standing(rows)
    table = opening(GAME, origin_of(GAME, record), stand.start)
    collector = GAME.collector(table)
    play_on(GAME, table, stand.entries, collector.see)
    return collector.findings(table)


# ---- looking ------------------------------------------------------------------------------------


def say(text: Words | str) -> str:
    """A text in Russian, no-break spaces as plain ones."""
    with translation.override("ru"):
        return render(text, gettext, ngettext).replace("\N{NO-BREAK SPACE}", " ")


def pick(pieces: list[Evidence], kind: type[Piece], word: str) -> Piece:
    """The only piece of a kind whose title begins with these words."""
    fitting = [one for one in pieces if isinstance(one, kind) and say(one.title).startswith(word)]  # type: ignore[attr-defined]
    assert len(fitting) == 1, [(type(one).__name__, say(one.title)) for one in pieces]
    return fitting[0]


def bars(piece: Bars | Lines) -> dict[str, list[Any]]:
    """The values of each series under its name."""
    return {say(one.label): one.values for one in piece.series}


def by_row(piece: Bars) -> dict[str, tuple[Any, ...]]:
    """The values of each category under its name (its first line)."""
    names = [say(one).split("\n")[0] for one in piece.categories]
    return {name: tuple(one.values[at] for one in piece.series) for at, name in enumerate(names)}


def rows(piece: Table) -> list[dict[str, Any]]:
    """Rows with their cells under the heads of the columns; words in Russian."""
    heads = [say(one.label) for one in piece.columns]
    return [
        {head: say(cell) if isinstance(cell, Words) else cell for head, cell in zip(heads, row, strict=True)}
        for row in piece.rows
    ]


def moments(found: Findings, kind: str) -> list[Moment]:
    """The key moments of a kind."""
    return [one for one in found.moments if kind in one.kind.split()]


def pieces(found: Findings) -> Iterator[Evidence]:
    """Every piece of evidence there is."""
    yield from (*found.results, *found.course, *found.bids)
    for group in (*found.answers.values(), *found.teams.values()):
        yield from group


def told(found: Findings, question: str) -> list[int]:
    """The entries of the moments of a question."""
    return [one.n for piece in found.answers[question] if isinstance(piece, Moments) for one in piece.moments]


def whole(found: Findings) -> None:
    """Every piece is complete: rows as wide as their heads, a value for each point, all in Russian."""
    for piece in pieces(found):
        texts = [piece.title, piece.measure, piece.note]
        match piece:
            case Table():
                assert all(len(row) == len(piece.columns) for row in piece.rows), say(piece.title)
                texts += [column.label for column in piece.columns]
                if piece.total and piece.columns[0].kind == "text":
                    sums = [sum(row[at] for row in piece.rows[:-1]) for at in range(1, len(piece.columns))]
                    assert sums == piece.rows[-1][1:], say(piece.title)
            case Lines():
                assert all(len(one.values) == len(piece.points) for one in piece.series), say(piece.title)
                texts += [one.label for one in piece.series]
            case Bars():
                assert all(len(one.values) == len(piece.categories) for one in piece.series), say(piece.title)
                texts += [*piece.categories, *(one.label for one in piece.series)]
            case Points():
                texts += [name for _team, _label, cloud in piece.clouds for _x, _y, name in cloud]
            case Moments():
                assert [one.n for one in piece.moments] == sorted(one.n for one in piece.moments)
                texts += [one.words for one in piece.moments]
        for text in texts:
            assert not LATIN.search(say(text)), say(text)
