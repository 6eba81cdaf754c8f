"""Drawing with a reportlab Drawing: text that fits, team markers, filled blocks, labels that do not collide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reportlab.graphics.shapes import Circle, Drawing, Line, Path, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color

from reports import fonts
from reports.charts.looks import Look, Room, Style

#: the six shapes on a square of 32, y downwards, as in the pages' sprite: ● ■ ◆ ⌂ ⛊ ⬢
_OUTLINES: tuple[tuple[float, ...], ...] = (
    (),
    (),
    (16, 1, 31, 16, 16, 31, 1, 16),
    (16, 1.5, 30, 13, 30, 30, 2, 30, 2, 13),
    (2, 2, 30, 2, 30, 19, 16, 30.5, 2, 19),
    (9, 2.5, 23, 2.5, 30.5, 16, 23, 29.5, 9, 29.5, 1.5, 16),
)


class Pen:
    """Draws on one Drawing whose origin is at the lower left. `slack`: pages show another face than is measured."""

    def __init__(self, room: Room, height: float) -> None:
        self.room = room
        self.look: Look = room.look
        self.drawing = Drawing(room.width, height, initialFontName=fonts.PLAIN)
        self.height = height
        self.slack = 1.0 if self.look.dashed else 1.1
        self.taken: list[tuple[float, float, float, float]] = []
        self.lines: list[tuple[float, float, float, float]] = []

    # ---- text ----

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """Return how wide a line will be, with slack for another face on pages."""
        return fonts.width(text, fonts.BOLD if bold else fonts.PLAIN, size) * self.slack

    def text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, anchor: str = "start",
        colour: Color | None = None,
    ) -> None:  # fmt: skip
        """Write one line; `y` is its baseline."""
        font = fonts.BOLD if bold else fonts.PLAIN
        fill = colour or self.room.colour("ink")
        if not self.look.dashed:
            # A page has fallback faces of its own: the text stays whole and the page aligns it.
            self.drawing.add(String(x, y, text, fontName=font, fontSize=size, fillColor=fill, textAnchor=anchor))
            return
        if anchor != "start":
            x -= fonts.width(text, font, size) * (0.5 if anchor == "middle" else 1)
        for spare, piece in fonts.runs(text):
            self.drawing.add(String(x, y, piece, fontName=spare or font, fontSize=size, fillColor=fill))
            x += fonts.width(piece, font, size)

    def fit(self, text: str, most: float, size: float, bold: bool = False) -> str:
        """Return the text shortened by an ellipsis so that it is at most `most` wide."""
        text = " ".join(text[:300].split())
        if self.width(text, size, bold) <= most:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + "…", size, bold) <= most:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def fit_pair(self, text: str, most: float, size: float, bold: bool = False) -> str:
        """Return «whose: what» in one line, the longer of its two parts shortened: rows of one team stay apart."""
        head, colon, tail = text.partition(": ")
        if not colon or self.width(text, size, bold) <= most:
            return self.fit(text, most, size, bold)
        cut = head + colon, tail
        wide = [self.width(part, size, bold) for part in cut]
        long = 0 if wide[0] > wide[1] else 1
        room = most - wide[1 - long]
        if room < size * 3:
            return self.fit(text, most, size, bold)
        if long:
            return cut[0] + self.fit(tail, room, size, bold)
        return self.fit(head, room - self.width(colon, size, bold), size, bold) + colon + tail

    def wrap(self, text: str, most: float, size: float, lines: int, bold: bool = False) -> list[str]:
        """Return the text in at most `lines` lines of width `most`; the last one is shortened if need be."""
        words = text[:400].split(" ")
        result: list[str] = []
        line = ""
        for at, word in enumerate(words):
            longer = f"{line} {word}".strip()
            if not line or self.width(longer, size, bold) <= most:
                line = longer
                continue
            if len(result) == lines - 1:
                line = " ".join([line, *words[at:]])
                break
            result.append(line)
            line = word
        result.append(line)
        return [self.fit(one, most, size, bold) for one in result if one]

    # ---- shapes ----

    def line(
        self, x1: float, y1: float, x2: float, y2: float, colour: Color, width: float = 0.7,
        dash: Sequence[float] | None = None,
    ) -> None:  # fmt: skip
        """Draw a straight line."""
        self.drawing.add(Line(x1, y1, x2, y2, strokeColor=colour, strokeWidth=width, strokeDashArray=dash))

    def path(self, points: Sequence[tuple[float, float]], style: Style) -> None:
        """Draw a series as a line through its points."""
        scale = self.look.stroke / 2
        dash = [one * scale for one in style.dash] if style.dash else None
        flat = [value for point in points for value in point]
        self.drawing.add(
            PolyLine(
                flat,
                strokeColor=style.colour,
                strokeWidth=self.look.stroke,
                strokeDashArray=dash,
                strokeLineJoin=1,
                strokeLineCap=0 if dash else 1,
            )
        )

    def marker(self, x: float, y: float, style: Style, size: float, letter: bool = False, hollow: bool = False) -> None:
        """Draw a team's shape around (x, y), `size` wide, with its letter in it if asked."""
        half, unit = size / 2, size / 32
        fill = self.room.colour("ground") if hollow else style.colour
        paint: dict[str, Any] = {"fillColor": fill, "strokeColor": style.colour, "strokeWidth": size / 16 + hollow}
        if style.shape == 0:
            self.drawing.add(Circle(x, y, half * 0.94, **paint))
        elif style.shape == 1:
            side = size * 0.86
            self.drawing.add(Rect(x - side / 2, y - side / 2, side, side, rx=size / 9, ry=size / 9, **paint))
        else:
            flat = _OUTLINES[style.shape]
            points = [
                value for at in range(0, len(flat), 2)
                for value in (x - half + flat[at] * unit, y + half - flat[at + 1] * unit)
            ]  # fmt: skip
            self.drawing.add(Polygon(points, strokeLineJoin=1, **paint))
        if letter and style.letter:
            down = size * (0.17 if style.shape != 3 else 0.24)
            self.text(x, y - down, style.letter[:2], size * 0.5, bold=True, anchor="middle", colour=style.on)

    def arrow(self, x: float, y: float, right: bool, colour: Color, size: float) -> None:
        """Draw an arrow head whose tip is at (x, y)."""
        back = x - size if right else x + size
        self.drawing.add(
            Polygon([x, y, back, y + size * 0.6, back, y - size * 0.6], fillColor=colour, strokeColor=None)
        )

    def block(self, x: float, y: float, width: float, height: float, style: Style) -> None:
        """Fill a rectangle with a series' pattern."""
        if width <= 0 or height <= 0:
            return
        line = max(0.6, self.look.stroke / 3)
        fill = {"solid": style.colour, "tint": _mixed(style.colour, self.room.colour("ground"), 0.3)}
        colour = fill.get(style.pattern, self.room.colour("ground"))
        self.drawing.add(Rect(x, y, width, height, fillColor=colour, strokeColor=style.colour, strokeWidth=line))
        step = self.look.size * 0.5
        if style.pattern in ("hatch", "cross"):
            self._hatch(x, y, width, height, style.colour, step, line)
        if style.pattern == "cross":
            self._hatch(x, y, width, height, style.colour, step, line, falling=True)
        if style.pattern == "dots":
            for row in range(1, int(height / step) + 1):
                for column in range(1, int(width / step) + 1):
                    at = (x + column * step - step / 2, y + row * step - step / 2)
                    self.drawing.add(Circle(*at, line, fillColor=style.colour, strokeColor=None))

    def _hatch(
        self, x: float, y: float, width: float, height: float, colour: Color, step: float, line: float,
        falling: bool = False,
    ) -> None:  # fmt: skip
        """Draw lines at 45 degrees inside a rectangle, as one path."""
        path = Path(strokeColor=colour, strokeWidth=line * 0.8, fillColor=None)
        offset = step
        while offset < width + height:
            # x + y = offset, cut at the edges
            x1, y1 = (offset, 0.0) if offset <= width else (width, offset - width)
            x2, y2 = (0.0, offset) if offset <= height else (offset - height, height)
            if not falling:
                x1, x2 = width - x1, width - x2
            path.moveTo(x + x1, y + y1)
            path.lineTo(x + x2, y + y2)
            offset += step * math.sqrt(2)
        self.drawing.add(path)

    def letter_on(self, style: Style) -> Color:
        """Return the colour of a figure written on a block."""
        return style.on if style.pattern == "solid" else self.room.colour("ink")

    def plate(self, x: float, y: float, width: float, size: float) -> None:
        """Clear the ground under a figure that stands on a pattern; (x, y) is the middle of its baseline."""
        self.drawing.add(
            Rect(
                x - width / 2 - 2,
                y - size * 0.28,
                width + 4,
                size * 1.25,
                rx=2,
                ry=2,
                fillColor=self.room.colour("ground"),
                strokeColor=None,
            )
        )

    # ---- labels that do not collide ----

    def claim_path(self, points: Sequence[tuple[float, float]]) -> None:
        """Take the places along a line, so that labels keep off it."""
        for (x1, y1), (x2, y2) in pairwise(points):
            steps = max(1, int(math.hypot(x2 - x1, y2 - y1) / (self.look.size * 0.4)))
            for step in range(1, steps):
                x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
                self.lines.append((x - 1, y - 1, x + 1, y + 1))

    def claim(
        self, x: float, y: float, width: float, height: float, force: bool = False, over_lines: bool = False
    ) -> bool:
        """Take a rectangle (lower left corner) if nothing stands there; say whether it was free."""
        box = (x, y, x + width, y + height)
        others = self.taken if over_lines else [*self.taken, *self.lines]
        if not force and any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in others):
            return False
        self.taken.append(box)
        return True


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones, at least `gap` apart and inside [low, high] as far as there is room."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [wanted[at] for at in order]
    gap = min(gap, (high - low) / max(1, len(placed) - 1))
    for _round in range(50):
        moved = False
        for at in range(1, len(placed)):
            short = gap - (placed[at] - placed[at - 1])
            if short > 1e-6:
                placed[at - 1] -= short / 2
                placed[at] += short / 2
                moved = True
        if not moved:
            break
    for at in range(len(placed)):
        placed[at] = max(placed[at], low if at == 0 else placed[at - 1] + gap)
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], high if at + 1 == len(placed) else placed[at + 1] - gap)
    result = [0.0] * len(placed)
    for at, place in zip(order, placed, strict=True):
        result[at] = place
    return result


def _mixed(colour: Color, ground: Color, share: float) -> Color:
    return Color(
        *(share * getattr(colour, part) + (1 - share) * getattr(ground, part) for part in ("red", "green", "blue"))
    )
