"""Lines along the rounds, labelled at their ends; stacked ones as columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from reportlab.graphics.shapes import Rect

from games.engine.evidence import Lines, Series
from reports.charts.looks import Room, Style
from reports.charts.pen import Pen, spread
from reports.charts.scale import Scale, scale
from reports.words import number

Point = tuple[int, float]
#: with more points than this the shape is read; the figures stand in the table
MOST_LABELLED = 8


class Frame:
    """The plot of a chart along an order: its margins, the places of the points, gridlines, bands, labels below."""

    def __init__(self, piece: Lines, room: Room, values: Sequence[float | None], ends: Sequence[str]) -> None:
        look = room.look
        size = look.size
        aspect = 0.46 if len(piece.points) > 3 else 0.4
        self.pen = pen = Pen(room, min(round(room.width * aspect * room.tall), room.most))
        self.bottom = size * 3.6
        self.top = pen.height - size * (2.4 if piece.bands else 1.2)
        self.scale: Scale = scale([v for v in values if v is not None], self.bottom, self.top)
        marks = [number(mark, self.scale.places) for mark in self.scale.marks]
        left = max(pen.width(mark, look.small) for mark in marks) + size * 0.8
        right = min(
            room.width * 0.34,
            max((pen.width(end, size, bold=True) for end in ends), default=0)
            + size * (2.2 if piece.stacked or not look.dashed else 1.0),
        )
        self.left, self.right = left, room.width - right
        count = len(piece.points)
        if piece.stacked or count == 1:
            self.slot = (self.right - self.left) / max(1, count)
            self.xs = [self.left + self.slot * (at + 0.5) for at in range(count)]
        else:
            # Figures of the first points stand between the axis and the points.
            firsts = [one.values[0] for one in piece.series if one.values and one.values[0] is not None]
            inner = max((pen.width(number(value, piece.places), size) for value in firsts), default=0) + size * 1.8
            self.slot = (self.right - self.left - inner - size * 0.4) / (count - 1)
            self.xs = [self.left + inner + self.slot * at for at in range(count)]
        self._bands(piece)
        grid = room.colour("grid")
        for value, mark in zip(self.scale.marks, marks, strict=True):
            y = self.scale.at(value)
            strong = value == 0 and self.scale.low < 0
            pen.line(left, y, self.right, y, room.colour("faint") if strong else grid, 1.0 if strong else 0.7)
            pen.text(
                left - size * 0.6, y - look.small * 0.35, mark, look.small, anchor="end", colour=room.colour("grey")
            )
        self._points(piece, size)

    def _bands(self, piece: Lines) -> None:
        """Mark stretches of rounds by a grey ground with its label on top."""
        pen, size = self.pen, self.pen.look.size
        for first, last, label in piece.bands:
            x1 = max(self.left, self.xs[max(0, first)] - self.slot / 2)
            x2 = min(self.right, self.xs[min(last, len(self.xs) - 1)] + self.slot / 2)
            ground = self.pen.room.colour("band")
            pen.drawing.add(
                Rect(x1, self.bottom, x2 - x1, self.top - self.bottom + size, fillColor=ground, strokeColor=None)
            )
            text = pen.fit(str(label), max(x2 - x1, size * 8), pen.look.small)
            middle, base = (x1 + x2) / 2, self.top + size * 1.2
            pen.text(middle, base, text, pen.look.small, anchor="middle", colour=pen.room.colour("grey"))
            width = pen.width(text, pen.look.small)
            pen.claim(middle - width / 2, base - size * 0.3, width, size * 1.2, force=True)

    def _points(self, piece: Lines, size: float) -> None:
        """Write the labels under the points: the first line bold; where there are many, not each."""
        pen = self.pen
        labels = [str(point) for point in piece.points]
        widest = max((pen.width(label, size, bold=True) for label in labels), default=0)
        if piece.axis and all(len(label) <= 3 for label in labels):
            text = pen.fit(str(piece.axis), 300, pen.look.small)
            middle = (self.left + self.right) / 2
            pen.text(middle, self.bottom - size * 2.8, text, pen.look.small, anchor="middle",
                     colour=pen.room.colour("grey"))  # fmt: skip
        # from the middle of one label to that of the next
        apart, every = min(widest, size * 5) + size * 0.5, 1
        if len(labels) > 12 or (len(labels) > 1 and widest > self.slot * 2.6):
            every = max(1, ceil(apart / max(1, self.slot)))
        last = len(labels) - 1
        # the last one always stands: the one before it gives way where the two would touch
        close = (last % every) * self.slot < apart
        for at, label in enumerate(labels):
            if at != last and (at % every or (close and at == last - last % every)):
                continue
            room = self._room_of(labels, at, every, size) if len(labels) > 1 else size * 14
            head, _newline, tail = label.partition("\n")
            lines = pen.wrap(head, room, size, 2, bold=True)
            for row, line in enumerate(lines):
                pen.text(self.xs[at], self.bottom - size * (1.45 + 1.15 * row), line, size, bold=True, anchor="middle")
            for row, line in enumerate(pen.wrap(tail, room, pen.look.small, 3 - len(lines)) if tail else []):
                y = self.bottom - size * (1.45 + 1.15 * (row + len(lines)))
                pen.text(self.xs[at], y, line, pen.look.small, anchor="middle", colour=pen.room.colour("grey"))

    def _room_of(self, labels: list[str], at: int, every: int, size: float) -> float:
        """Return how wide a label may be: its own share, or more where those beside it are narrow («начало», 1, 2)."""
        share = self.slot * every
        if every > 1:  # the last one may stand nearer than that
            return share * 0.96
        sides = [self.xs[at]] if at == 0 else []
        for other in (at - every, at + every):
            if 0 <= other < len(labels):
                half = self.pen.width(labels[other].partition("\n")[0], size, bold=True) / 2
                sides.append(share - min(half, share / 2) - size * 0.5)
        return max(share * 0.96, 2 * min(sides))


def draw_lines(piece: Lines, room: Room) -> tuple[Pen, bool]:
    """Return the drawing and whether every figure stands on it."""
    if piece.stacked:
        return _columns(piece, room)
    styles = room.styles([series.team for series in piece.series])
    values = [value for series in piece.series for value in series.values]
    points = [_known(series) for series in piece.series]
    ends = [_end(series, known, piece.places) for series, known in zip(piece.series, points, strict=True)]
    frame = Frame(piece, room, values, ends)
    pen, size = frame.pen, room.look.size
    for known, style in zip(points, styles, strict=True):
        for stretch in _stretches(known):
            placed = [(frame.xs[at], frame.scale.at(value)) for at, value in stretch]
            pen.path(placed, style)
            pen.claim_path(placed)
    mark = size * 0.95 if len(piece.points) <= 16 else size * 0.6
    for known, style in zip(points, styles, strict=True):
        for at, value in known:
            pen.marker(frame.xs[at], frame.scale.at(value), style, mark)
            pen.claim(frame.xs[at] - mark / 2, frame.scale.at(value) - mark / 2, mark, mark, force=True)
    whole = _start_labels(frame, points, piece.places)
    _end_labels(frame, points, ends, styles, letters=not room.look.dashed)
    return pen, _turn_labels(frame, points, piece.places) and whole


def _known(series: Series) -> list[Point]:
    return [(at, value) for at, value in enumerate(series.values) if value is not None]


def _stretches(known: Sequence[Point]) -> list[list[Point]]:
    """Return the stretches without a gap: a line does not cross what is not known."""
    result: list[list[Point]] = []
    for at, value in known:
        if result and result[-1][-1][0] == at - 1:
            result[-1].append((at, value))
        else:
            result.append([(at, value)])
    return [stretch for stretch in result if len(stretch) > 1]


def _end(series: Series, known: Sequence[Point], places: int) -> str:
    name = str(series.label)
    name = name if len(name) <= 24 else name[:23] + "…"
    return f"{name} {number(known[-1][1], places)}" if known else name


def _write_end(pen: Pen, x: float, y: float, end: str) -> None:
    """Write a name and its figure; where the room is short the name gives way."""
    size = pen.look.size
    name, space, figure = end.rpartition(" ")
    room = pen.room.width - x - pen.width(space + figure, size, bold=True)
    text = pen.fit(name, room, size, bold=True) + space + figure if name else end
    pen.text(x, y - size * 0.35, pen.fit(text, pen.room.width - x, size, bold=True), size, bold=True)


def _end_labels(
    frame: Frame, points: Sequence[Sequence[Point]], ends: Sequence[str], styles: Sequence[Style], letters: bool
) -> None:
    """Write name and last figure at the right of each line, apart from each other."""
    pen, size = frame.pen, frame.pen.look.size
    shown = [at for at, known in enumerate(points) if known]
    wanted = [frame.scale.at(points[at][-1][1]) for at in shown]
    for at, y in zip(shown, spread(wanted, size * 1.35, size, pen.height - size * 0.6), strict=True):
        x = frame.right + size * 0.55
        if letters and styles[at].letter:
            pen.marker(x + size * 0.5, y, styles[at], size * 1.3, letter=True)
            x += size * 1.5
        _write_end(pen, x, y, ends[at])


def _start_labels(frame: Frame, points: Sequence[Sequence[Point]], places: int) -> bool:
    """Write the first figure at the left of each line; equal ones once."""
    pen, size = frame.pen, frame.pen.look.size
    firsts = sorted({known[0][1] for known in points if len(known) > 1 and known[0][0] == 0})
    spots = spread([frame.scale.at(value) for value in firsts], size * 1.1, frame.bottom, frame.top + size * 0.5)
    for value, y in zip(firsts, spots, strict=True):
        text = number(value, places)
        width = pen.width(text, size)
        pen.claim(frame.xs[0] - size * 0.8 - width, y - size * 0.4, width, size, force=True)
        pen.text(frame.xs[0] - size * 0.8, y - size * 0.35, text, size, anchor="end")
    return all(not known or known[0][0] == 0 or len(known) == 1 for known in points)


def _turn_labels(frame: Frame, points: Sequence[Sequence[Point]], places: int) -> bool:
    """Write figures over or under the points between, the turning ones first, where there is room."""
    pen, size = frame.pen, frame.pen.look.size
    many = len(frame.xs) > MOST_LABELLED
    waiting: list[tuple[bool, int, float, bool]] = []
    for known in points:
        ends = {max(value for _at, value in known), min(value for _at, value in known)} if known else set()
        for k in range(1, len(known) - 1):
            before, (at, value), after = known[k - 1][1], known[k], known[k + 1][1]
            if value == before:
                continue  # a level stretch is read off its first figure
            # Of many points only the highest and the lowest are named: a table has the others.
            if many and value not in ends:
                continue
            over = value > before
            turn = (value - before) * (after - value) < 0
            waiting.append((not turn, at, value, over))
    whole = not many or all(len(known) < 3 for known in points)
    told: set[tuple[int, str]] = set()
    for _flat, at, value, over in sorted(waiting, key=lambda one: (one[0], one[1])):
        text = number(value, places)
        if (at, text) in told:
            continue
        x, y, width = frame.xs[at], frame.scale.at(value), pen.width(text, size)
        # Where there are many points a table follows, so no figure need lie on a line.
        tries = ((over, False), (not over, False), (over, True), (not over, True))
        for up, over_lines in tries[:2] if many else tries:
            base = y + size * 0.75 if up else y - size * 1.5
            inside = frame.bottom + 1 < base <= pen.height - size * 0.8
            free = inside and pen.claim(x - width / 2, base - size * 0.2, width, size * 1.05, over_lines=over_lines)
            if free:
                pen.text(x, base, text, size, anchor="middle")
                told.add((at, text))
                break
        else:
            whole = False
    return whole


def _columns(piece: Lines, room: Room) -> tuple[Pen, bool]:
    """Draw stacked series as a column for each point: what is below zero hangs down."""
    styles = room.styles([series.team for series in piece.series])
    count = len(piece.points)
    above = [sum(max(0, s.values[at] or 0) for s in piece.series) for at in range(count)]
    below = [sum(min(0, s.values[at] or 0) for s in piece.series) for at in range(count)]
    ends = [_end(series, _known(series), piece.places) for series in piece.series]
    frame = Frame(piece, room, [*above, *below], ends)
    pen, size = frame.pen, room.look.size
    width = min(frame.slot * 0.72, size * 5)
    whole = True
    middles: list[float] = [frame.scale.at(0)] * len(piece.series)
    for at in range(count):
        up = down = 0.0
        x = frame.xs[at] - width / 2
        for index, (series, style) in enumerate(zip(piece.series, styles, strict=True)):
            value = series.values[at]
            if not value:
                continue
            base = up if value > 0 else down
            y1, y2 = sorted((frame.scale.at(base), frame.scale.at(base + value)))
            up, down = (up + value, down) if value > 0 else (up, down + value)
            pen.block(x, y1, width, y2 - y1, style)
            middles[index] = (y1 + y2) / 2
            text = number(value, piece.places)
            if count <= MOST_LABELLED and y2 - y1 >= size * 1.15 and pen.width(text, size) < width - 3:
                middle = (y1 + y2) / 2 - size * 0.35
                if style.pattern not in ("solid", "open"):
                    pen.plate(x + width / 2, middle, pen.width(text, size), size)
                pen.text(x + width / 2, middle, text, size, anchor="middle", colour=pen.letter_on(style))
            elif at != count - 1:
                whole = False
    last = frame.right + size * 0.3
    for index, y in enumerate(spread(middles, size * 1.35, size, pen.height - size * 0.6)):
        pen.block(last, y - size * 0.4, size * 1.1, size * 0.8, styles[index])
        _write_end(pen, last + size * 1.5, y, ends[index])
    return pen, whole
