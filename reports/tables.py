"""Evidence as plain tables: page, PDF and Excel all take their figures from here, so they carry the same ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.engine.evidence import Bars, Evidence, Fact, Lines, Matrix, Moments, Points, Spans, Table
from reports import columns as c
from reports.columns import Head, named
from reports.debrief import Debrief
from reports.words import NONE, number, percent


class Grid(msgspec.Struct, frozen=True):
    """Columns and rows of plain cells: text, numbers, team ids, None for no value; `total`: the last row sums."""

    heads: list[Head]
    rows: list[list[Any]]
    total: bool = False


def grid(piece: Evidence) -> Grid:
    """Return the figures of one piece. Raises TypeError for a kind that is not one."""
    match piece:
        case Fact():
            return _fact(piece)
        case Table():
            heads = [Head(_with_unit(one.label, one.unit), one.kind, one.places) for one in piece.columns]
            return Grid(heads, [list(row) for row in piece.rows], piece.total)
        case Lines():
            return _lines(piece)
        case Bars():
            return _bars(piece)
        case Points():
            return _points(piece)
        case Spans():
            return _spans(piece)
        case Matrix():
            heads = [Head(""), *(Head(str(label), "number", piece.places) for label in piece.columns)]
            return Grid(heads, [[label, *values] for label, values in zip(piece.rows, piece.values, strict=True)])
        case Moments():
            return moments(piece.moments)
    raise TypeError(f"not a kind of evidence: {type(piece).__name__}")


def moments(listed: Sequence[Any], debrief: Debrief | None = None) -> Grid:
    """Return moments as a table: number, round, team, words, and the effect if any of them has one.

    The debrief says what the game calls a round and what the effect is counted in.
    """
    heads = named(c.N, c.ROUND, c.TEAM, c.WHAT_HAPPENED)
    if debrief is not None:
        heads[1] = Head(debrief.round_word, "number")
    rows = [[one.n, one.round or None, one.team, one.words] for one in listed]
    if any(one.effect for one in listed):
        whole = all(float(one.effect).is_integer() for one in listed)
        label = str(c.EFFECT.label) if debrief is None else debrief.effect_word
        heads.append(Head(label, "number", 0 if whole else 1))
        rows = [[*row, one.effect or None] for row, one in zip(rows, listed, strict=True)]
    return Grid(heads, rows)


def shown(value: Any, head: Head, names: Mapping[str, str]) -> str:
    """Return a cell as it is read on the page and on paper."""
    if value is None:
        return NONE
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(one, head, names) for one in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, (int, float)):
        if head.kind == "percent":
            return percent(value, head.places)
        return str(value) if head.kind == "moment" else number(value, decimals(value, head))
    return names.get(value, value) if head.kind == "team" else str(value)


def decimals(value: float, head: Head) -> int:
    """Return how many decimals a figure is written with: where figures of many kinds stand, whole ones have none."""
    return 0 if head.kind == "mixed" and float(value).is_integer() else head.places


def upright(table: Grid, names: Mapping[str, str]) -> Grid:
    """Return a wide table of few rows with its columns one under another; cells are text as it is read."""
    first, *rest = table.heads
    heads = [Head(first.label), *(Head(shown(row[0], first, names), "number") for row in table.rows)]
    rows = [[head.label, *(shown(row[at], head, names) for row in table.rows)] for at, head in enumerate(rest, 1)]
    return Grid(heads, rows)


def turned(table: Grid) -> Grid:
    """Return the table with its first column on top: the same figures, for a page that is not wide enough."""
    first, *rest = table.heads
    heads = [Head(first.label), *(Head(str(row[0]), rest[0].kind, rest[0].places) for row in table.rows)]
    return Grid(heads, [[head.label, *(row[at + 1] for row in table.rows)] for at, head in enumerate(rest)])


def _with_unit(label: Any, unit: Any) -> str:
    return f"{label}, {unit}" if unit else str(label)


def _fact(piece: Fact) -> Grid:
    heads = [*named(c.FIGURE), Head(str(c.VALUE.label), "mixed", piece.places)]
    if not any(unit for _label, _value, unit in piece.figures):
        return Grid(heads, [[label, value] for label, value, _unit in piece.figures])
    return Grid([*heads, *named(c.UNIT)], [list(figure) for figure in piece.figures])


def _lines(piece: Lines) -> Grid:
    heads = [Head(str(piece.axis)), *(Head(str(one.label), "number", piece.places) for one in piece.series)]
    rows: list[list[Any]] = [
        [point, *(one.values[at] if at < len(one.values) else None for one in piece.series)]
        for at, point in enumerate(piece.points)
    ]
    if any(label for _first, _last, label in piece.bands):
        heads += named(c.STRETCH)
        for at, row in enumerate(rows):
            row.append(", ".join(str(label) for first, last, label in piece.bands if first <= at <= last))
    return Grid(heads, rows)


def _bars(piece: Bars) -> Grid:
    heads = [Head("")]
    heads += [Head(_with_unit(one.label, piece.unit), "number", piece.places) for one in piece.series]
    rows: list[list[Any]] = [
        [category, *(one.values[at] if at < len(one.values) else None for one in piece.series)]
        for at, category in enumerate(piece.categories)
    ]
    if piece.reference is not None:
        heads.append(Head(str(piece.reference_label or _("reference")), "number", piece.places))
        rows = [[*row, piece.reference] for row in rows]
    return Grid(heads, rows)


def _points(piece: Points) -> Grid:
    heads = [Head(""), *named(c.POINT), Head(str(piece.x), "number", piece.places)]
    heads.append(Head(str(piece.y), "number", piece.places))
    rows = [[label, name, x, y] for _team, label, points in piece.clouds for x, y, name in points]
    return Grid(heads, rows)


def _spans(piece: Spans) -> Grid:
    ends = [Head(str(column.label), "number", piece.places) for column in (c.FROM, c.TO)]
    heads = [Head(""), *named(c.STRETCH), *ends]
    rows = [[label, name, start, end] for _team, label, spans in piece.rows for start, end, name, _kind in spans]
    return Grid(heads, rows)
