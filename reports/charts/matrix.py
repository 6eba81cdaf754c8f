"""A figure for each row and column, the larger the darker."""

from __future__ import annotations

from reportlab.graphics.shapes import Rect
from reportlab.lib.colors import Color

from games.engine.evidence import Matrix
from reports.charts.looks import Room
from reports.charts.pen import Pen
from reports.words import number

#: the darkest ground on which ink still reads well in black and white
DARKEST = 0.3


def draw_matrix(piece: Matrix, room: Room) -> tuple[Pen, bool]:
    """Return the drawing; it shows every figure unless the columns are too narrow for them."""
    look, size = room.look, room.look.size
    row = room.row(size * 2.2 * max(room.tall, 0.75), len(piece.rows), size * 2.8 + 2, size * 1.3)
    probe = Pen(room, 1)
    widest = max((probe.width(str(label), size, bold=True) for label in piece.rows), default=0)
    badge = size * 1.9 if any(str(label) in room.named for label in piece.rows) else 0
    left = min(room.width * 0.3, widest + badge + size)
    columns = max(1, len(piece.columns))
    cell = min((room.width - left) / columns, size * 9)
    head = size * 2.8
    pen = Pen(room, head + row * len(piece.rows) + 2)
    values = [abs(value) for line in piece.values for value in line if value is not None]
    largest = max(values, default=0) or 1
    for at, label in enumerate(piece.columns):
        lines = pen.wrap(str(label), cell * 0.96, look.small, 2)
        for index, line in enumerate(lines):
            y = pen.height - head + size * 0.6 + (len(lines) - 1 - index) * size * 1.1
            pen.text(left + cell * (at + 0.5), y, line, look.small, anchor="middle", colour=room.colour("grey"))
    whole = True
    for at, (label, line) in enumerate(zip(piece.rows, piece.values, strict=True)):
        bottom = pen.height - head - row * (at + 1)
        middle = bottom + row / 2
        team = room.named.get(str(label))
        if team:
            pen.marker(size * 0.8, middle, room.team_style(team), size * 1.5, letter=True)
        text = pen.fit_pair(str(label), left - badge - size * 0.5, size, bold=True)
        pen.text(badge, middle - size * 0.35, text, size, bold=True)
        for column, value in enumerate(line):
            x = left + cell * column
            share = 0 if value is None else abs(value) / largest * DARKEST
            pen.drawing.add(
                Rect(
                    x + 1,
                    bottom + 1,
                    cell - 2,
                    row - 2,
                    fillColor=_tint(room, share),
                    strokeColor=room.colour("grid"),
                    strokeWidth=0.7,
                )
            )
            figure = number(value, piece.places)
            if pen.width(figure, size) > cell:
                whole = False
            colour = room.colour("faint" if not value else "ink")
            pen.text(
                x + cell / 2, middle - size * 0.35, pen.fit(figure, cell, size), size, anchor="middle", colour=colour
            )
    return pen, whole


def _tint(room: Room, share: float) -> Color:
    ink, ground = room.colour("ink"), room.colour("ground")
    return Color(
        *(share * getattr(ink, part) + (1 - share) * getattr(ground, part) for part in ("red", "green", "blue"))
    )
