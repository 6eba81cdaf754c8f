"""A scale: from figures to places on paper, with few round marks and zero on it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec


class Scale(msgspec.Struct, frozen=True):
    """Figures from `low` to `high` lie on places from `start` to `end`; `marks` are the gridlines."""

    low: float
    high: float
    start: float
    end: float
    marks: list[float]

    def at(self, value: float) -> float:
        """Return the place of a figure."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def places(self) -> int:
        """Decimals that the marks need."""
        step = self.marks[1] - self.marks[0] if len(self.marks) > 1 else 1
        return next((places for places in range(9) if abs(step - round(step, places)) < step * 1e-6), 9)


def scale(values: Iterable[float], start: float, end: float, most: int = 4, zero: bool = True) -> Scale:
    """Return a scale for the values with at most `most` steps; it has zero on it unless `zero` is False."""
    known = [value for value in values if value is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if zero:
        low, high = min(low, 0), max(high, 0)
    if low == high:
        high = low + 1
    raw = (high - low) / most
    size = 10 ** math.floor(math.log10(raw))
    step = next(size * unit for unit in (1, 2, 5, 10) if size * unit >= raw * 0.999)
    if all(float(value).is_integer() for value in known) and step < 1:
        step = 1
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    marks = [round(step * at, 10) for at in range(first, last + 1)]
    # The axis ends a little above the highest figure, not at the next round one.
    top = marks[-1] if high > marks[-1] - step * 0.35 else high + step * 0.1
    bottom = marks[0] if low < marks[0] + step * 0.35 else low - step * 0.1
    return Scale(bottom, top, start, end, [mark for mark in marks if bottom - 1e-9 <= mark <= top + 1e-9])
