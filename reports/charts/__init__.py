"""Charts of the evidence kinds: one drawing for paper, a light and a dark picture for the page.

The title is the finding and stands outside the drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from reportlab.graphics.shapes import Drawing

from games.engine.evidence import Bars, Evidence, Lines, Matrix, Points, Spans
from reports.charts.bars import draw_bars
from reports.charts.lines import draw_lines
from reports.charts.looks import DARK, LIGHT, PAPER, Look, Room
from reports.charts.matrix import draw_matrix
from reports.charts.scatter import draw_points
from reports.charts.spans import draw_spans
from reports.charts.svg import svg
from reports.debrief import TeamFacts
from reports.tables import grid, shown

_DRAW: dict[type, Callable[[Any, Room], tuple[Any, bool]]] = {
    Lines: draw_lines,
    Bars: draw_bars,
    Points: draw_points,
    Spans: draw_spans,
    Matrix: draw_matrix,
}
#: more rows than fit a page are shown as a table only
MOST_ROWS = 45
#: width of a picture for the page, in pixels
PAGE_WIDTH = 860


class Chart(msgspec.Struct, frozen=True):
    """A drawing; `whole`: every figure stands on it, so that no table need repeat them."""

    drawing: Any
    whole: bool


def chart(
    piece: Evidence, width: float, teams: Sequence[TeamFacts], ink: bool = False, look: Look = PAPER,
    tall: float = 1.0, most: float = math.inf,
) -> Chart | None:  # fmt: skip
    """Return the chart of a piece; None for kinds without one, where all is zero, where there is too much to draw."""
    if not has_chart(piece):
        return None
    pen, whole = _DRAW[type(piece)](piece, Room(width, look, teams, ink, tall, most))
    drawing: Drawing = pen.drawing
    return Chart(drawing, whole)


def has_chart(piece: Evidence) -> bool:
    """Return whether a piece is drawn."""
    return type(piece) in _DRAW and not is_empty(piece)


def picture(
    piece: Evidence, teams: Sequence[TeamFacts], ink: bool = False, dark: bool = False, most: float = math.inf
) -> str | None:
    """Return the SVG of a piece for a light or a dark page, at most `most` pixels high; None if it has no chart."""
    drawn = chart(piece, PAGE_WIDTH, teams, ink, DARK if dark else LIGHT, most=most)
    return svg(drawn.drawing, alt(piece, {team.id: team.name for team in teams})) if drawn else None


def alt(piece: Evidence, names: dict[str, str]) -> str:
    """Return what a chart shows, in words, for those who cannot see it."""
    table = grid(piece)
    rows = []
    for row in table.rows[:40]:
        cells = [shown(value, head, names) for value, head in zip(row, table.heads, strict=True)]
        pairs = [f"{head.label} {cell}".strip() for head, cell in zip(table.heads[1:], cells[1:], strict=True)]
        rows.append(f"{cells[0]}: {', '.join(pairs)}")
    return f"{piece.title}. {'; '.join(rows)}"


def is_empty(piece: Any) -> bool:
    """Return whether a piece has nothing to draw: no figures, nothing but zeros, or more than can be read."""
    match piece:
        case Lines():
            one_point = len(piece.points) < 2 and not piece.stacked
            return one_point or not any(value for one in piece.series for value in one.values)
        case Bars():
            return not 0 < len(piece.categories) <= MOST_ROWS or not any(v for one in piece.series for v in one.values)
        case Points():
            return not any(points for _team, _label, points in piece.clouds)
        case Spans():
            return not 0 < len(piece.rows) <= MOST_ROWS or not any(spans for _team, _label, spans in piece.rows)
        case Matrix():
            return not 0 < len(piece.rows) <= MOST_ROWS or not 0 < len(piece.columns) <= 20
    return True


__all__ = ["PAGE_WIDTH", "Chart", "alt", "chart", "has_chart", "is_empty", "picture"]
