"""Long tables cut to what is read in a talk: the rows that weigh most; the whole table stands in the appendix."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from games.engine.evidence import Evidence, Moment, Table
from reports.tables import Grid, grid

#: rows that are read in a talk; a table of two more is not worth cutting
ROWS, SPARE = 8, 2
#: moments beside a question
MOMENTS = 8


class Short(msgspec.Struct, frozen=True):
    """The rows that weigh most. `by`: the column they were chosen by, empty if the table ranks its rows itself."""

    grid: Grid
    count: int
    by: str = ""


def is_long(table: Grid) -> bool:
    """Return whether a table has more rows than are read in a talk."""
    return len(table.rows) - table.total > ROWS + SPARE


def shortened(table: Grid) -> Short | None:
    """Return a long table cut to its first rows if it ranks them, to the weightiest ones if it tells them in order.

    None if no row weighs more than another: the table then belongs to the appendix as a whole.
    """
    body = table.rows[: len(table.rows) - table.total]
    last = table.rows[len(body) :]
    figures = [at for at, head in enumerate(table.heads) if head.kind in ("number", "mixed", "percent")]
    if not figures:
        return None
    told = table.heads[0].kind == "moment"
    if not told and any(_ranks([row[at] for row in body]) for at in figures):
        return Short(Grid(table.heads, [*body[:ROWS], *last], table.total), len(body))
    column = figures[-1]
    weights = [_weight(row[column]) for row in body]
    if not told or len(set(weights)) < 2:
        return None
    chosen = sorted(sorted(range(len(body)), key=lambda at: -weights[at])[:ROWS])
    rows = [body[at] for at in chosen]
    return Short(Grid(table.heads, [*rows, *last], table.total), len(body), table.heads[column].label)


def is_only_told_of(piece: Evidence) -> bool:
    """Return whether a piece stands in the appendix as a whole: a long table of which no row weighs more."""
    if not isinstance(piece, Table):
        return False
    table = grid(piece)
    return is_long(table) and shortened(table) is None


def weightiest(moments: Sequence[Moment], most: int = MOMENTS) -> list[Moment]:
    """Return the moments with the largest effect on the result, in order of play; one or two more than `most` stay."""
    if len(moments) <= most + SPARE:
        return list(moments)
    chosen = sorted(range(len(moments)), key=lambda at: -abs(moments[at].effect))[:most]
    return [moments[at] for at in sorted(chosen)]


def _ranks(values: Sequence[Any]) -> bool:
    """Return whether figures fall all the way down, those without a value last: rising ones may just count rounds."""
    known = [value for value in values if isinstance(value, (int, float))]
    if len(known) < len(values) / 2 or len(set(known)) < 3 or any(v is not None for v in values[len(known) :]):
        return False
    return all(a >= b for a, b in pairwise(known))


def _weight(value: Any) -> float:
    return abs(value) if isinstance(value, (int, float)) else 0
