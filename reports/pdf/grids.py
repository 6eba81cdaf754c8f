"""Tables on paper: how wide the columns are, how large the type, and what they look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Table, TableStyle

from reports import fonts
from reports.charts.looks import Room
from reports.columns import Head
from reports.debrief import TeamFacts
from reports.pdf import styles
from reports.pdf.text import paragraph, team_name, tied
from reports.tables import Grid, shown, upright
from reports.words import clipped

#: a table is cut into pieces of so many rows: reportlab's time grows faster than their number
CHUNK = 300
#: letters of a column's head; a longer one is cut with an ellipsis
HEAD_LETTERS = 60
#: a table too wide for the page is set upright if it has so few rows
MOST_UPRIGHT = 5
#: texts of a table too wide give way to its figures down to this share of their longest words
MOST_SQUEEZED = 0.6
_SIDE = 4.0


class Type(NamedTuple):
    """How large a table is set: type, line, its heads, the room over and under a row."""

    size: float
    leading: float
    head: float
    above: float
    below: float


NORMAL = Type(10.5, 13.5, 9.4, 2.5, 3.5)
#: for what repeats the figures of a chart, and for long lists
SMALL = Type(9.4, 11.5, 9.4, 0.5, 2)
#: for tables that are too wide otherwise
FINE = (SMALL, Type(8.2, 10, 8, 0.5, 2), Type(7, 8.6, 7, 0.5, 2))


class Cells:
    """Sets the cells of one table in one type."""

    def __init__(self, type_: Type, teams: Mapping[str, TeamFacts], room: Room, names: Mapping[str, str]) -> None:
        self.type = type_
        self.teams = teams
        self.room = room
        self.names = names
        self.plain = ParagraphStyle("cell", styles.CELL, fontSize=type_.size, leading=type_.leading)
        self.bold = ParagraphStyle("cell-bold", self.plain, fontName=fonts.BOLD)
        self.right = ParagraphStyle("cell-right", self.plain, alignment=2)
        self.head = ParagraphStyle("head", styles.HEAD_LEFT, fontSize=type_.head, leading=type_.head * 1.22)
        self.head_right = ParagraphStyle("head-right", self.head, alignment=2)

    def heads(self, table: Grid) -> list[Any]:
        """Return the head row."""
        return [
            paragraph(clipped(one.label, HEAD_LETTERS), self.head_right if one.is_figure else self.head)
            for one in table.heads
        ]

    def cell(self, value: Any, head: Head, strong: bool) -> Any:
        """Return one cell; figures are plain strings, which is faster than a paragraph each."""
        if head.kind == "team" and value in self.teams:
            return team_name(self.teams[value], self.room, self.bold if self.type is NORMAL else self.plain)
        text = shown(value, head, self.names)
        if head.is_figure:
            return paragraph(text, self.right) if isinstance(value, str) else text
        return paragraph(text, self.bold if strong else self.plain)


def set_table(
    table: Grid, teams: Mapping[str, TeamFacts], room: Room, names: Mapping[str, str], small: bool, last_bold: bool
) -> list[Table]:
    """Return a table as flowables: in the largest type that breaks no word, upright if it is too wide and short."""
    table, columns, type_ = _fitted(table, names, FINE if small else (NORMAL, *FINE))
    cells = Cells(type_, teams, room, names)
    made = []
    for start in range(0, len(table.rows), CHUNK):
        rows = table.rows[start : start + CHUNK]
        total = table.total and start + CHUNK >= len(table.rows)
        body = [
            [cells.cell(value, head, total and at == len(rows) - 1)
             for value, head in zip(row, table.heads, strict=True)]
            for at, row in enumerate(rows)
        ]  # fmt: skip
        one = Table([cells.heads(table), *body], columns, repeatRows=1, splitInRow=1, hAlign="LEFT")
        one.setStyle(_look(table.heads, type_, total, last_bold))
        made.append(one)
    return made


def _fitted(table: Grid, names: Mapping[str, str], types: Sequence[Type]) -> tuple[Grid, list[float], Type]:
    """Return the table as it is set, its column widths and its type."""
    columns, tight = widths(table, names, types[0])
    if tight and len(table.rows) <= MOST_UPRIGHT and len(table.heads) > 8:
        table = upright(table, names)
        columns, tight = widths(table, names, types[0])
    type_ = types[0]
    for smaller in types[1:]:
        if not tight:
            break
        type_ = smaller
        columns, tight = widths(table, names, type_)
    return table, columns, type_


def widths(table: Grid, names: Mapping[str, str], type_: Type) -> tuple[list[float], bool]:
    """Return column widths, and whether words must be broken: figures as wide as they need, texts share the rest.

    Three columns or fewer stay together: an eye that goes from a name to a far figure loses the row.
    """
    total = styles.WIDTH
    sample = table.rows[:200]
    least, natural = [], []
    for at, head in enumerate(table.heads):
        cells = [tied(shown(row[at], head, names)[:200]) for row in sample]
        label = tied(clipped(head.label, HEAD_LETTERS))
        word = max((fonts.width(part, fonts.PLAIN, type_.head) for part in label.split(" ")), default=0)
        line = min(fonts.width(label, fonts.PLAIN, type_.head), 78)
        extra = (20 if head.kind == "team" else 0) + 2 * _SIDE + 1
        widest = max((fonts.width(cell, fonts.BOLD, type_.size) for cell in cells), default=0)
        if head.is_figure:
            least.append(max(widest, word) + extra)
            natural.append(max(widest, word, line) + extra)
        else:
            parts = (part for cell in cells for part in cell.split(" "))
            words = max((fonts.width(part, fonts.BOLD, type_.size) for part in parts), default=0)
            least.append(min(max(words, word), 90) + extra)
            natural.append(max(widest, line, least[-1] - extra) + extra)
    if sum(natural) <= total:
        spare = total - sum(natural)
        if len(natural) <= 3:
            spare = min(spare, 36.0 * len(natural))
        return [one + spare / len(natural) for one in natural], False
    if sum(least) >= total:
        return _squeezed(table, least, total), True
    share = (total - sum(least)) / (sum(natural) - sum(least))
    return [low + (high - low) * share for low, high in zip(least, natural, strict=True)], False


def _squeezed(table: Grid, least: Sequence[float], total: float) -> list[float]:
    """Return widths for a table that has no room: its texts give way, so that no figure and no short head breaks."""
    figures = sum(low for low, head in zip(least, table.heads, strict=True) if head.is_figure)
    texts = sum(least) - figures
    if not texts or (total - figures) / texts < MOST_SQUEEZED:
        return [low * total / sum(least) for low in least]
    share = (total - figures) / texts
    return [low if head.is_figure else low * share for low, head in zip(least, table.heads, strict=True)]


def _look(heads: Sequence[Head], type_: Type, total: bool, last_bold: bool) -> TableStyle:
    commands: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), fonts.PLAIN, type_.size, type_.leading),
        ("TEXTCOLOR", (0, 1), (-1, -1), styles.INK),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, styles.INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.5, styles.LINE),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), type_.above),
        ("BOTTOMPADDING", (0, 0), (-1, -1), type_.below),
        ("LEFTPADDING", (0, 0), (-1, -1), _SIDE),
        ("RIGHTPADDING", (0, 0), (-1, -1), _SIDE),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
    ]
    commands += [("ALIGN", (at, 1), (at, -1), "RIGHT") for at, head in enumerate(heads) if head.is_figure]
    if last_bold:
        commands.append(("FONT", (-1, 1), (-1, -1), fonts.BOLD, type_.size, type_.leading))
    if total:
        commands.append(("LINEABOVE", (0, -1), (-1, -1), 0.8, styles.INK))
        commands.append(("FONT", (0, -1), (-1, -1), fonts.BOLD, type_.size, type_.leading))
    return TableStyle(commands)
