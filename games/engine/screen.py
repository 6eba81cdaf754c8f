"""What a table's screens show of any game, as data: what now, and one row for each team."""

from __future__ import annotations

import msgspec

from games.engine.i18n import Words

Label = Words | str


class Now(msgspec.Struct, frozen=True):
    """What the table waits for. `team` is whose word it is (empty: nobody's alone)."""

    #: «Слово: Дельта»
    headline: Words
    team: str = ""
    #: what the rules want of him, at most eight words
    hint: Label = ""
    round: int = 1
    #: «Цикл 4, инициатор Дельта»
    place: Label = ""
    #: the phases in order, and which of them it is
    phases: list[tuple[Label, bool]] = []
    #: a face-up card until it acts: (title, what it does)
    card: tuple[Label, Label] | None = None


class Cell(msgspec.Struct, frozen=True):
    """A figure of a team: `forecast` is what it becomes by the next count, `warn` reddens it, None is hidden."""

    value: int | None
    forecast: Label = ""
    warn: bool = False


class TeamRow(msgspec.Struct, frozen=True):
    """A team's row: figures under the columns, holdings in words, and why it is out of what is going on."""

    team: str
    cells: list[Cell]
    holdings: list[Label] = []
    #: what the team did or may do right now: a bid, «слово», «пас»
    state: Label = ""
    out: bool = False
    #: the reason beside it: «есть 4, нужно 7»
    note: Label = ""


class TeamsBoard(msgspec.Struct, frozen=True):
    """All teams in seat order under the same columns: (label, what the forecast is)."""

    columns: list[tuple[Label, Label]]
    rows: list[TeamRow]

    def known(self) -> TeamsBoard:
        """Return the board without the columns that hold nothing: all their figures are hidden from this viewer."""
        kept = [at for at in range(len(self.columns)) if any(row.cells[at].value is not None for row in self.rows)]
        rows = [msgspec.structs.replace(row, cells=[row.cells[at] for at in kept]) for row in self.rows]
        return TeamsBoard([self.columns[at] for at in kept], rows)
