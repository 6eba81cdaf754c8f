"""Stretches on one axis, a row per thing: time lines, dumbbells, waterfalls."""

from __future__ import annotations

from games.engine.evidence import Spans
from reports.charts.bars import Shelf
from reports.charts.looks import PATTERNS, Room, Style
from reports.charts.pen import Pen
from reports.words import number


def draw_spans(piece: Spans, room: Room) -> tuple[Pen, bool]:
    """Return the drawing and whether every figure stands on it. A stretch that runs backwards gets an arrow head."""
    size = room.look.size
    values = [
        value for _team, _label, spans in piece.rows for start, end, _text, _kind in spans for value in (start, end)
    ]
    labels = [str(label) for _team, label, _spans in piece.rows]
    kinds = list(dict.fromkeys(kind for _team, _label, spans in piece.rows for _s, _e, _t, kind in spans))
    row = max(size * 1.3, min(size * 2.6, size * 62 / max(1, len(labels)))) * max(room.tall, 0.75)
    row = room.row(row, len(labels), size * 3.6, size * 1.15)
    # An axis of rounds or turns need not begin at zero; one that crosses or nears it does.
    zero = not values or min(values) <= 0.4 * max(values, default=0)
    shelf = Shelf(room, labels, values, row, figures=[number(v, piece.places) for v in values], zero=zero,
                  axis=str(piece.axis))  # fmt: skip
    # What all stretches are called is said by the title.
    texts = {str(text) for _team, _label, spans in piece.rows for _start, _end, text, _kind in spans}
    drawn: list[tuple[float, float, float, str, str, Style]] = []
    for at, (team, _label, spans) in enumerate(piece.rows):
        base = room.team_style(room.teams[team]) if team in room.teams else None
        for start, end, text, kind in spans:
            pattern = PATTERNS[kinds.index(kind) % len(PATTERNS)]
            colour = base.colour if base else room.colour("ink")
            on = base.on if base else room.colour("ground")
            style = Style(colour, on, base.shape if base else 0, None, pattern)
            x1, x2 = _span(shelf, at, start, end, style)
            figures = number(start, piece.places)
            if start != end:
                figures += f" → {number(end, piece.places)}"
            drawn.append((shelf.middle(at), x1, x2, str(text) if len(texts) > 1 else "", figures, style))
    # Labels come last: a block drawn later would cover them.
    readable = [_label_span(shelf, *one) for one in drawn]
    return shelf.pen, all(readable)


def _thick(shelf: Shelf) -> float:
    return min(shelf.row * 0.62, shelf.pen.look.small * 1.7)


def _span(shelf: Shelf, at: int, start: float, end: float, style: Style) -> tuple[float, float]:
    """Draw one stretch and return its left and right end."""
    pen = shelf.pen
    y, thick = shelf.middle(at), _thick(shelf)
    x1, x2 = sorted((shelf.scale.at(start), shelf.scale.at(end)))
    if x2 - x1 < 1:
        pen.line(x1, y - thick * 0.7, x1, y + thick * 0.7, style.colour, pen.look.stroke * 1.4)
    else:
        pen.block(x1, y - thick / 2, x2 - x1, thick, style)
        if end < start:
            pen.arrow(x1, y, False, style.colour, min(thick * 0.6, x2 - x1))
    pen.claim(x1, y - thick / 2, x2 - x1, thick, force=True)
    return x1, x2


def _label_span(shelf: Shelf, y: float, x1: float, x2: float, text: str, figures: str, style: Style) -> bool:
    """Write a stretch's label inside it, or beside it where there is room; say whether its figures can be read."""
    pen, size, thick = shelf.pen, shelf.pen.look.small, _thick(shelf)
    for label, full in ((f"{text}, {figures}" if text else figures, True), (text or figures, not text)):
        width = pen.width(label, size)
        if width + size < x2 - x1 and size * 1.1 < thick:
            if style.pattern not in ("solid", "open"):
                pen.plate((x1 + x2) / 2, y - size * 0.35, width, size)
            pen.text((x1 + x2) / 2, y - size * 0.35, label, size, anchor="middle", colour=pen.letter_on(style))
            return full
        for left in (x2 + size * 0.5, x1 - width - size * 0.5):
            inside = shelf.left <= left and left + width <= pen.room.width
            if inside and pen.claim(left, y - size * 0.5, width, size):
                pen.text(left, y - size * 0.35, label, size)
                return full
    return False
