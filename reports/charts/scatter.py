"""Points: a scatter with its labels, joined by a path where the order means something."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.evidence import Points
from reports.charts.looks import Room, Style
from reports.charts.pen import Pen
from reports.charts.scale import Scale, scale
from reports.words import number

#: more points with names in words than this are told apart in the table only
MOST_NAMED = 10
#: rows of the key at most
KEY_ROWS = 2


def draw_points(piece: Points, room: Room) -> tuple[Pen, bool]:
    """Return the drawing; its figures are read off the axes, so they never all stand on it."""
    look, size = room.look, room.look.size
    pen = Pen(room, min(round(room.width * 0.56 * room.tall), room.most))
    every = [(x, y) for _team, _label, points in piece.clouds for x, y, _name in points]
    key = _key_rows(pen, piece)
    bottom, top = size * 3.6, pen.height - size * 4.0 - size * 1.7 * max(0, len(key) - 1)
    down = scale([y for _x, y in every], bottom, top)
    marks = [number(mark, down.places) for mark in down.marks]
    left = max(pen.width(mark, look.small) for mark in marks) + size * 0.8
    right = room.width - size * 4
    counts = not piece.path and all(float(x).is_integer() for x, _y in every)
    # Marks stand beside each other at a count: at nought that needs room, else they cover the figures of the axis.
    across = scale([x for x, _y in every], left + size * 3 * counts, right, most=6)
    for mark, text in zip(down.marks, marks, strict=True):
        y = down.at(mark)
        pen.line(left, y, right, y, room.colour("faint" if mark == 0 else "grid"), 0.7)
        pen.text(left - size * 0.6, y - look.small * 0.35, text, look.small, anchor="end", colour=room.colour("grey"))
    for mark in across.marks:
        x = across.at(mark)
        pen.line(x, bottom, x, top, room.colour("faint" if mark == 0 else "grid"), 0.7)
        pen.text(x, bottom - size * 1.3, number(mark, across.places), look.small, anchor="middle",
                 colour=room.colour("grey"))  # fmt: skip
    pen.text(0, top + size * 0.9, pen.fit(str(piece.y), room.width, look.small), look.small, colour=room.colour("grey"))
    pen.text(right, size * 0.6, pen.fit(str(piece.x), right - left, look.small), look.small, anchor="end",
             colour=room.colour("grey"))  # fmt: skip
    styles = room.styles([team for team, _label, _points in piece.clouds])
    mark = size * 1.1
    pen.claim_path([(left, down.at(0)), (right, down.at(0))])
    spots: list[tuple[float, float, str]] = []
    middles = [(across.at(x), down.at(y)) for x, y in every]
    places = iter(_apart(every, across, down, mark * 1.1, left) if counts else middles)
    for (_team, _label, points), style in zip(piece.clouds, styles, strict=True):
        placed = [next(places) for _point in points]
        if piece.path and len(placed) > 1:
            pen.path(placed, style)
            pen.claim_path(placed)
        for (x, y), (_x, _y, name) in zip(placed, points, strict=True):
            pen.marker(x, y, style, mark)
            pen.claim(x - mark / 2, y - mark / 2, mark, mark, force=True)
            spots.append((x, y, str(name)))
    for x, y, name in _named(spots):
        _name_point(pen, x, y, name)
    _key(pen, key, styles)
    return pen, False


def _named(spots: Sequence[tuple[float, float, str]]) -> list[tuple[float, float, str]]:
    """Return one name for each spot: points that lie on each other are counted, and of many only those are named."""
    together: dict[tuple[float, float], list[str]] = {}
    for x, y, name in spots:
        together.setdefault((round(x, 1), round(y, 1)), []).append(name)
    many = any(len(name) > 3 for _x, _y, name in spots) and len(spots) > MOST_NAMED
    return [
        (x, y, names[0] if len(set(names)) == 1 else f"×{len(names)}")
        for (x, y), names in together.items()
        if not many or len(names) > 1
    ]


def _name_point(pen: Pen, x: float, y: float, name: str) -> None:
    """Write a point's label beside it where there is room: right, left, over, under."""
    size = pen.look.small
    text = pen.fit(name, size * 12, size)
    if not text:
        return
    width = pen.width(text, size)
    away = size * 0.9
    spots = (
        (x + away, y - size * 0.35),
        (x - away - width, y - size * 0.35),
        (x - width / 2, y + away),
        (x - width / 2, y - away - size * 0.8),
        (x + away * 0.6, y + away * 0.6),
        (x + away * 0.6, y - away * 0.6 - size * 0.8),
    )
    for over_lines in (False, True):
        for left, base in spots:
            inside = left >= 0 and left + width <= pen.room.width
            if inside and pen.claim(left, base - size * 0.2, width, size, over_lines=over_lines):
                pen.text(left, base, text, size)
                return


def _apart(
    points: Sequence[tuple[float, float]], across: Scale, down: Scale, gap: float, left: float
) -> list[tuple[float, float]]:
    """Return places at which marks of the same count do not cover each other: beside it, no further than half-way.

    None lies over the figures of the axis, which stand left of `left`.
    """
    room = (across.at(1) - across.at(0)) * 0.4
    steps = [0.0]
    while steps[-1] + gap <= room:
        steps.append(steps[-1] + gap)
    offsets = [side * step for step in steps for side in ((1, -1) if step else (1,))]
    taken: list[tuple[float, float]] = []
    for x, y in points:
        middle, height = across.at(x), down.at(y)
        # Where even half-way is full, marks lie on each other and are counted.
        free = (
            middle + offset
            for offset in offsets
            if middle + offset - gap / 2 > left
            and not any(abs(middle + offset - beside) < gap * 0.99 and abs(height - up) < gap for beside, up in taken)
        )
        taken.append((next(free, middle), height))
    return taken


def _key_rows(pen: Pen, piece: Points) -> list[list[str]]:
    """Return the names of the clouds in rows: points have no end at which a name would fit."""
    size, room = pen.look.size, pen.room.width
    labels = [str(label) for _team, label, _points in piece.clouds]
    if len(labels) < 2 and not (piece.clouds and piece.clouds[0][0]):
        return []
    rows: list[list[str]] = [[]]
    free = room
    for label in labels:
        wide = pen.width(label, size, bold=True) + size * 3
        if rows[-1] and wide > free:
            rows.append([])
            free = room
        rows[-1].append(label)
        free -= wide
    if len(rows) <= KEY_ROWS and all(len(row) > 1 or pen.width(row[0], size, bold=True) < room * 0.9 for row in rows):
        return rows
    each = -(-len(labels) // KEY_ROWS)
    most = room / each - size * 3
    return [
        [pen.fit(label, most, size, bold=True) for label in labels[at : at + each]]
        for at in range(0, len(labels), each)
    ]


def _key(pen: Pen, rows: Sequence[Sequence[str]], styles: Sequence[Style]) -> None:
    """Say on top whose mark is whose."""
    size = pen.look.size
    order = iter(styles)
    for at, row in enumerate(rows):
        x, y = size * 0.7, pen.height - size * 1.3 - size * 1.7 * at
        for text in row:
            pen.marker(x, y + size * 0.35, next(order), size * 1.3, letter=True)
            pen.text(x + size * 1.1, y, text, size, bold=True)
            x += pen.width(text, size, bold=True) + size * 3
