"""The appendix of tables: a long table is read in the text by its weightiest rows and stands here whole."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from games.engine.evidence import Moment
from reports.tables import Grid


class Entry(msgspec.Struct, frozen=True):
    """A table of the appendix with the title of its piece."""

    number: int
    title: str
    measure: str
    note: str
    grid: Grid


class Appendix:
    """Collects the tables that are cut in the text, each once, and the moments that it leaves out."""

    def __init__(self) -> None:
        self.entries: dict[bytes, Entry] = {}
        self.moments: dict[tuple[int, str], Moment] = {}
        #: per list of moments: those that the text tells, as it was set last
        self.told: dict[tuple[tuple[int, str], ...], set[tuple[int, str]]] = {}

    def place(self, title: str, measure: str, note: str, grid: Grid) -> int:
        """Keep a table and return its number; the same one is kept once."""
        key = msgspec.msgpack.encode([grid.heads, grid.rows])
        if key not in self.entries:
            self.entries[key] = Entry(len(self.entries) + 1, title, measure, note, grid)
        return self.entries[key].number

    def keep(self, listed: Sequence[Moment], shown: Sequence[Moment]) -> None:
        """Keep a list of moments; `shown` are those that stand in the text. What was said of it before is forgotten."""
        self.moments |= {(one.n, str(one.words)): one for one in listed}
        self.told[tuple((one.n, str(one.words)) for one in listed)] = {(one.n, str(one.words)) for one in shown}

    def untold(self) -> list[Moment]:
        """Return the moments that stand nowhere in the text, in order of play."""
        told = set[tuple[int, str]]().union(*self.told.values())
        left = [one for key, one in self.moments.items() if key not in told]
        return sorted(left, key=lambda one: one.n)


def anchor(number: int) -> str:
    """Return the bookmark of a table."""
    return f"table-{number}"


def name_of(number: int) -> str:
    """Return what the text calls a table."""
    return _("table %(n)s") % {"n": number}
