"""One sheet that is written from top to bottom: titles, texts, real tables, native charts, print set-up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from games.engine.evidence import Evidence, Moments
from reports.debrief import TeamFacts
from reports.tables import Grid, grid, shown
from reports.xlsx import cells
from reports.xlsx.charts import add_chart, shade

#: the widest a text column gets: tables of one sheet share its columns, and figures far apart are hard to follow
WIDEST = 40.0
#: widths are measured on so many rows: a column of a long log does not need more
MEASURED = 200
#: what a sheet of A4 holds at full size: letters across, rows down
LANDSCAPE, PORTRAIT = (125, 28), (86, 46)
#: letters across that can be read on an upright page, where a table and its chart stand together
UPRIGHT = 130
#: rows of a table and its chart that stand on one page
MOST_WITH_CHART = 41
#: how wide a chart is, in letters
CHART_LETTERS = 112


class Placed(msgspec.Struct, frozen=True):
    """Where a table lies: its first and last data row, its first column is A."""

    first: int
    last: int
    columns: int


class Book:
    """A workbook in the making: names of sheets and tables are given out here."""

    def __init__(self, names: Mapping[str, str], teams: Sequence[TeamFacts], ink: bool, footer: str) -> None:
        self.workbook = Workbook()
        self.workbook.remove(self.workbook.active)
        self.names = names
        self.teams = teams
        self.ink = ink
        self.footer = footer
        self.sheets: set[str] = set()
        self.tables = 0
        #: (sheet, cell) -> the value a formula gives: viewers that do not calculate show it
        self.results: dict[tuple[str, str], int | str] = {}

    def page(self, name: str, title: str, subtitle: str = "") -> Page:
        """Return a new sheet with its title in A1."""
        return Page(self, name, title, subtitle)


class Page:
    """One sheet and the row where the next thing is written."""

    def __init__(self, book: Book, name: str, title: str, subtitle: str) -> None:
        self.book = book
        self.sheet: Worksheet = book.workbook.create_sheet(cells.sheet_name(name, book.sheets))
        self.row = 1
        self.wide: dict[int, float] = {}
        #: rows whose height depends on how wide their columns become: (row, texts)
        self.wrapped: list[tuple[int, list[str]]] = []
        #: rows at which a piece begins: a printed page ends before one rather than inside it
        self.starts: list[int] = []
        self.line(title, cells.TITLE)
        if subtitle:
            self.line(subtitle, cells.SMALL)
        self.row += 1
        self._print()

    def _print(self) -> None:
        sheet = self.sheet
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        # An ampersand begins a code in a page's foot.
        sheet.oddFooter.left.text = cells.clean(self.book.footer).replace("&", "&&")[:200]
        sheet.oddFooter.left.size = 8
        sheet.oddFooter.right.text = _("p. %(page)s of %(pages)s") % {"page": "&P", "pages": "&N"}
        sheet.oddFooter.right.size = 8
        sheet.sheet_view.showGridLines = False

    def line(self, text: str, font: Any = None, column: int = 1) -> None:
        """Write one line of text and go on below it."""
        cell = cells.put(self.sheet.cell(self.row, column), text)
        if font is not None:
            cell.font = font
        self.row += 1

    def pairs(self, listed: Sequence[tuple[str, Any]]) -> None:
        """Write labels with their values beside them; empty ones are left out."""
        for label, value in listed:
            if value in ("", None):
                continue
            name = cells.put(self.sheet.cell(self.row, 1), label)
            name.font, name.alignment = cells.SMALL, cells.TOP
            cell = cells.put(self.sheet.cell(self.row, 2), value)
            cell.alignment = cells.WRAP if isinstance(value, str) else cells.LEFT
            self.wrapped.append((self.row, ["", value if isinstance(value, str) else ""]))
            self.row += 1
        self.wide[1] = max(self.wide.get(1, 0), 26)
        self.wide[2] = max(self.wide.get(2, 0), 90)

    def table(self, table: Grid, title: str = "", measure: str = "", wrap: float = WIDEST) -> Placed | None:
        """Write a real table with a filter; None if it has no rows. `wrap`: the widest a text column gets."""
        if title:
            self.starts.append(self.row)
            self.line(title, cells.HEADING)
        if measure:
            self.line(measure, cells.SMALL)
        if not table.rows:
            self.line(_("Nothing of this kind happened."), cells.SMALL)
            self.row += 1
            return None
        names = cells.heads([head.label for head in table.heads])
        head_row = self.row
        for at, (name, head) in enumerate(zip(names, table.heads, strict=True), 1):
            cell = cells.put(self.sheet.cell(head_row, at), name)
            cell.font, cell.border = cells.BOLD, cells.HEAD_LINE
            text = cells.HEAD_TEXT if at == 1 else cells.HEAD_APART
            cell.alignment = cells.HEAD_FIGURE if head.is_figure else text
        # The filter's arrow takes room beside the words.
        self.wrapped.append((head_row, [f"{name}▼" for name in names]))
        for row in table.rows:
            self.row += 1
            for at, (value, head) in enumerate(zip(row, table.heads, strict=True), 1):
                cell = self.sheet.cell(self.row, at)
                figure = isinstance(value, (int, float)) and not isinstance(value, bool)
                cells.put(cell, value if figure or value is None else shown(value, head, self.book.names))
                cell.border = cells.ROW_LINE
                cell.alignment = cells.TOP if figure else cells.WRAP if at == 1 else cells.APART
                if figure:
                    cell.number_format = cells.number_format(head, value)
            texts = [self.sheet.cell(self.row, at).value for at in range(1, len(names) + 1)]
            self.wrapped.append((self.row, [text if isinstance(text, str) else "" for text in texts]))
        if table.total:
            for at in range(1, len(names) + 1):
                self.sheet.cell(self.row, at).font = cells.BOLD
        self._as_table(head_row, self.row, len(names))
        self._measure(table, names, wrap)
        placed = Placed(head_row + 1, self.row, len(names))
        self.row += 2
        return placed

    def _as_table(self, first: int, last: int, columns: int) -> None:
        self.book.tables += 1
        ref = f"A{first}:{get_column_letter(columns)}{last}"
        made = Table(displayName=f"Table{self.book.tables}", ref=ref)
        made.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
        self.sheet.add_table(made)

    def _measure(self, table: Grid, names: Sequence[str], wrap: float) -> None:
        for at, (name, head) in enumerate(zip(names, table.heads, strict=True)):
            sample = [shown(row[at], head, self.book.names) for row in table.rows[:MEASURED]]
            longest = max((len(line) for text in sample for line in text[:400].split("\n")), default=0)
            # Room for the filter's arrow beside the longest word of the head.
            word = max(len(part) for part in name.split(" ")) + 4
            wanted = min(max(longest + (3 if at else 2), min(word, 24), 8), wrap)
            self.wide[at + 1] = max(self.wide.get(at + 1, 0), wanted)

    def evidence(self, piece: Evidence) -> None:
        """Write a piece: title, measure, its table, its chart under the table, its note."""
        table = grid(piece)
        placed = self.table(table, str(piece.title), str(piece.measure))
        if placed is not None and not isinstance(piece, Moments):
            shade(self.sheet, piece, placed)
            if rows := add_chart(self, piece, placed):
                # A chart stays with its table unless the two fill a page.
                long = placed.last - placed.first + rows > MOST_WITH_CHART
                self.starts += [self.row] if long else []
                self.row += rows
        if piece.note:
            self.row -= 1
            self.line(str(piece.note), cells.SMALL)
            self.row += 1

    def finish(self, freeze: int = 0) -> None:
        """Set widths, heights and page ends; `freeze` keeps the row above it in sight and on every printed page."""
        for at, width in self.wide.items():
            self.sheet.column_dimensions[get_column_letter(at)].width = width
        for row, texts in self.wrapped:
            lines = max((self._lines(text, self.wide.get(at, 8)) for at, text in enumerate(texts, 1)), default=1)
            if lines > 1:
                self.sheet.row_dimensions[row].height = min(409, 15 * lines)
        self._page_ends(upright=not freeze)
        if freeze:
            self.sheet.freeze_panes = f"A{freeze}"
            self.sheet.print_title_rows = f"{freeze - 1}:{freeze - 1}"

    @staticmethod
    def _lines(text: str, width: float) -> int:
        """Return how many lines a text takes in a column of that many letters."""
        return sum(max(1, math.ceil(len(line) / max(1, width - 1.5))) for line in text.split("\n"))

    def _height(self, first: int, end: int) -> float:
        """Return how many plain rows the rows from `first` up to `end` are high."""
        heights = (self.sheet.row_dimensions[row].height for row in range(first, end))
        return sum((height or 15) / 15 for height in heights)

    def _page_ends(self, upright: bool) -> None:
        """End a printed page before a piece that would not fit on it whole; turn the sheet upright if it may be."""
        across = max(sum(self.wide.values()), CHART_LETTERS if self.sheet._charts else 0)
        letters, rows = PORTRAIT if upright and across <= UPRIGHT else LANDSCAPE
        if (letters, rows) == PORTRAIT:
            self.sheet.page_setup.orientation = "portrait"
        most = rows / min(1.0, letters / max(1, across))
        top = 1
        for start, end in pairwise([*self.starts, self.row]):
            if self._height(top, end) > most and start > top + 5:
                self.sheet.row_breaks.append(Break(id=start - 1))
                top = start
