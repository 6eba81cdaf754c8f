"""Bars per category, lying: side by side or stacked, signed, with a reference line."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.evidence import Bars
from reports.charts.looks import Room, Style
from reports.charts.pen import Pen
from reports.charts.scale import Scale, scale
from reports.words import number


class Shelf:
    """Categories at the left, the bars' space at the right, gridlines with their figures below."""

    def __init__(
        self, room: Room, labels: Sequence[str], values: Sequence[float], row: float, *, key: int = 0,
        figures: Sequence[str] = (), zero: bool = True, axis: str = "",
    ) -> None:  # fmt: skip
        look = room.look
        size = look.size
        self.row = row
        self.foot = size * (3.2 if axis else 2.0)
        self.head = size * (0.6 + 1.55 * key) if key else size * 0.4
        self.pen = pen = Pen(room, row * len(labels) + self.foot + self.head)
        widest = max((pen.width(line, size, bold=True) for label in labels for line in label.split("\n")), default=0)
        badge = size * 2.1 if any(label in room.named for label in labels) else 0.0
        self.left = min(room.width * 0.36, widest + badge + size)
        tail = max((pen.width(figure, size) for figure in figures), default=0)
        negative = any(value < 0 for value in values)
        start = self.left + (tail + size if negative else 0)
        self.scale: Scale = scale(values, start, room.width - tail - size, zero=zero)
        self.top = pen.height - self.head
        for mark in self.scale.marks:
            x = self.scale.at(mark)
            strong = mark == 0
            pen.line(x, self.foot, x, self.top, room.colour("faint" if strong else "grid"), 1.0 if strong else 0.7)
            text = number(mark, self.scale.places)
            base = self.foot - size * 1.3
            pen.text(x, base, text, look.small, anchor="middle", colour=room.colour("grey"))
        if axis:
            text = pen.fit(axis, room.width - self.left, look.small)
            pen.text((start + room.width - tail - size) / 2, size * 0.4, text, look.small, anchor="middle",
                     colour=room.colour("grey"))  # fmt: skip
        for at, label in enumerate(labels):
            self._label(at, label, badge)

    def middle(self, at: int) -> float:
        """Return the height of a row's middle."""
        return self.top - self.row * (at + 0.5)

    def _label(self, at: int, label: str, badge: float) -> None:
        pen, size = self.pen, self.pen.look.size
        y = self.middle(at)
        most = self.left - size * 0.9 - badge
        team = pen.room.named.get(label)
        head, _newline, tail = label.partition("\n")
        room_for = max(1, int(self.row / (size * 1.15)))
        if room_for == 1:
            lines = [(pen.fit_pair(head, most, size, bold=True), True)]
        else:
            lines = [(line, True) for line in pen.wrap(head, most, size, 2, bold=True)]
        if tail and room_for > len(lines):
            lines += [(line, False) for line in pen.wrap(tail, most, pen.look.small, 1)]
        right = self.left - size * 0.6
        top = y + size * (len(lines) - 1) * 0.58 - size * 0.35
        for index, (line, bold) in enumerate(lines):
            pen.text(right, top - index * size * 1.16, line, size if bold else pen.look.small, bold=bold, anchor="end",
                     colour=pen.room.colour("ink" if bold else "grey"))  # fmt: skip
        if team is not None:
            widest = max(pen.width(line, size, bold) for line, bold in lines) if lines else 0
            pen.marker(right - widest - size * 1.25, y, pen.room.team_style(team), size * 1.5, letter=True)


def legend_rows(pen: Pen, labels: Sequence[str]) -> list[list[str]]:
    """Return the labels of a legend in rows that fit the width of the chart."""
    size = pen.look.small
    rows: list[list[str]] = [[]]
    x = 0.0
    for label in labels:
        text = pen.fit(label, pen.room.width * 0.6, size)
        width = size * 4 + pen.width(text, size)
        if rows[-1] and x + width - size > pen.room.width:
            rows.append([])
            x = 0.0
        rows[-1].append(text)
        x += width
    return rows


def legend(pen: Pen, rows: Sequence[Sequence[str]], styles: Sequence[Style], tick: bool) -> None:
    """Write on top what the patterns mean, the reference line (`tick`) last: bars have no end for a name."""
    size = pen.look.small
    left = iter(styles)
    for at, row in enumerate(rows):
        y = pen.height - size * (1.3 + 1.7 * at)
        x = 0.0
        for place, text in enumerate(row, 1):
            if tick and at == len(rows) - 1 and place == len(row):
                pen.line(x + size, y - size * 0.3, x + size, y + size, pen.room.colour("ink"), pen.look.stroke)
            else:
                style = next(left)
                pen.block(x, y - size * 0.1, size * 2, size, style)
                if style.letter and style.pattern == "solid":
                    pen.text(x + size, y, style.letter, size * 0.9, bold=True, anchor="middle", colour=style.on)
            pen.text(x + size * 2.5, y, text, size, colour=pen.room.colour("grey"))
            x += size * 4 + pen.width(text, size)


def draw_bars(piece: Bars, room: Room) -> tuple[Pen, bool]:
    """Return the drawing and whether every figure stands on it."""
    size = room.look.size
    labels = [str(category) for category in piece.categories]
    count = len(piece.series)
    values = [value for one in piece.series for value in one.values if value is not None]
    if piece.stacked:
        for at in range(len(labels)):
            column = [one.values[at] or 0 for one in piece.series]
            values += [sum(v for v in column if v > 0), sum(v for v in column if v < 0)]
    if piece.reference is not None:
        values.append(piece.reference)
    single = count == 1 and not piece.series[0].team
    styles = room.styles([one.team for one in piece.series])
    if single:
        styles = [Style(room.colour("ink"), room.colour("ground"), 0, None, "solid")]
    per_row = 1 if piece.stacked else count
    row = _row_height(len(labels), per_row, size, any("\n" in label for label in labels)) * max(room.tall, 0.75)
    figures = [number(value, piece.places) for value in values]
    meanings = [str(one.label) for one in piece.series] if count > 1 else []
    if piece.reference is not None:
        meanings.append(f"{piece.reference_label} {number(piece.reference, piece.places)}".strip())
    key = legend_rows(Pen(room, 1), meanings) if meanings else []
    rest = size * (3.2 if piece.unit else 2.0) + size * (0.6 + 1.55 * len(key))
    row = room.row(row, len(labels), rest, size * max(1.15, 0.5 + 0.62 * per_row))
    shelf = Shelf(room, labels, values, row, key=len(key), figures=figures, axis=str(piece.unit))
    if key:
        legend(shelf.pen, key, styles, tick=piece.reference is not None)
    draw = _stacked if piece.stacked else _beside
    whole = draw(piece, shelf, styles)
    if piece.reference is not None:
        x = shelf.scale.at(piece.reference)
        shelf.pen.line(x, shelf.foot, x, shelf.top, room.colour("ink"), room.look.stroke)
    return shelf.pen, whole


def _row_height(rows: int, per_row: int, size: float, two_lines: bool) -> float:
    """Return the height of a category: as on paper up to a page full of them."""
    bar = size * 1.9 if per_row == 1 else size * 1.35 * per_row
    wanted = max(bar, size * 2.3 if two_lines else 0) + size * 0.9
    return max(size * 1.15, min(wanted, size * 62 / max(1, rows)))


def _thickest(pen: Pen) -> float:
    """Return how thick a bar may be: on the wall thicker than on paper."""
    return pen.look.size * (1.9 if pen.look.dashed else 2.8)


def _beside(piece: Bars, shelf: Shelf, styles: Sequence[Style]) -> bool:
    """Draw the series of a category one under another, each with its figure at the end."""
    pen, size = shelf.pen, shelf.pen.look.size
    count = len(piece.series)
    thick = min(_thickest(pen), (shelf.row - size * 0.5) / count)
    zero = shelf.scale.at(0)
    for at in range(len(piece.categories)):
        top = shelf.middle(at) + thick * count / 2
        for index, (series, style) in enumerate(zip(piece.series, styles, strict=True)):
            value = series.values[at] if at < len(series.values) else None
            y = top - thick * (index + 1) + thick * 0.06
            text = number(value, piece.places)
            figure = min(size, thick)
            base = y + thick * 0.44 - figure * 0.35
            if value is None:
                pen.text(zero + size * 0.4, y + thick * 0.44 - size * 0.35, text, size, colour=pen.room.colour("grey"))
                continue
            end = shelf.scale.at(value)
            pen.block(min(zero, end), y, abs(end - zero), thick * 0.88, style)
            way = -1 if value < 0 else 1
            if style.letter and count > 1:
                # The letter tells the bars apart where colour is lost.
                if abs(end - zero) > figure * 1.6 and style.pattern == "solid":
                    pen.text(zero + way * figure * 0.8, base, style.letter, figure * 0.9, bold=True, anchor="middle",
                             colour=style.on)  # fmt: skip
                elif style.pattern == "solid":
                    text = f"{style.letter} {text}"
            pen.text(end + way * size * 0.4, base, text, figure, anchor="end" if value < 0 else "start")
    return True


def _stacked(piece: Bars, shelf: Shelf, styles: Sequence[Style]) -> bool:
    """Draw the series of a category one after another; figures inside where they fit."""
    pen, size = shelf.pen, shelf.pen.look.size
    thick = min(_thickest(pen), shelf.row - size * 0.3)
    whole = True
    for at in range(len(piece.categories)):
        right = left = 0.0
        y = shelf.middle(at) - thick / 2
        if not any(one.values[at] for one in piece.series if at < len(one.values)):
            pen.text(shelf.scale.at(0) + size * 0.4, y + thick / 2 - size * 0.35, number(0), size)
        for series, style in zip(piece.series, styles, strict=True):
            value = series.values[at] if at < len(series.values) else None
            if not value:
                continue
            base = right if value > 0 else left
            right, left = (right + value, left) if value > 0 else (right, left + value)
            x1, x2 = sorted((shelf.scale.at(base), shelf.scale.at(base + value)))
            pen.block(x1, y, x2 - x1, thick, style)
            text = number(value, piece.places)
            width = pen.width(text, size, bold=True)
            if width + size * 0.5 > x2 - x1 or thick < size * 0.9:
                whole = False
                continue
            middle = y + thick / 2 - size * 0.35
            x = (x1 + x2) / 2
            if style.pattern not in ("solid", "open"):
                pen.plate(x, middle, width, size)
            pen.text(x, middle, text, size, bold=True, anchor="middle", colour=pen.letter_on(style))
    return whole
