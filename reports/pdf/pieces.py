"""Evidence and tables as flowables. The renderer knows the kinds of evidence and no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Paragraph, Spacer, Table, TableStyle

from games.engine.evidence import Bars, Evidence, Lines, Moment, Moments
from reports import fonts
from reports.charts import chart
from reports.charts.looks import PAPER, Room
from reports.columns import Head
from reports.debrief import Debrief
from reports.pdf import styles
from reports.pdf.text import bold, markup, paragraph, team_name, tied
from reports.tables import Grid, grid, shown, turned, upright
from reports.words import clipped, number

#: a table is cut into pieces of so many rows: reportlab's time grows faster than their number
CHUNK = 300
#: a table too wide for the page is set upright if it has so few rows
MOST_UPRIGHT = 5
#: letters of a column's head; a longer one is cut with an ellipsis
HEAD_LETTERS = 60
_SIDE = 4.0


class Setter:
    """Turns the parts of one debrief into flowables."""

    def __init__(self, debrief: Debrief) -> None:
        self.debrief = debrief
        self.names = debrief.names
        self.teams = {team.id: team for team in debrief.teams}
        self.room = Room(styles.WIDTH, PAPER, debrief.teams, debrief.game.ink)

    # ---- evidence ----

    def evidence(self, piece: Evidence, title: ParagraphStyle = styles.H2) -> list[Flowable]:
        """Return title, measure, chart, table (where the chart does not show every figure) and note of a piece."""
        head: list[Flowable] = [paragraph(str(piece.title), title)]
        if piece.measure:
            head.append(paragraph(str(piece.measure), styles.SMALL))
        if isinstance(piece, Moments):
            return [*head, *self.moments(piece.moments), *self._note(piece)]
        drawn = chart(piece, styles.WIDTH, self.debrief.teams, self.debrief.game.ink)
        story: list[Flowable] = []
        if drawn is not None:
            story.append(KeepTogether([*head, Spacer(0, 3), drawn.drawing, Spacer(0, 6)]))
            if drawn.whole:
                return [*story, *self._note(piece)]
            head = []
        table = grid(piece)
        if isinstance(piece, (Lines, Bars)) and len(table.rows) <= 8 < len(table.heads) + 4:
            table = turned(table) if len(table.rows) < len(table.heads) or len(table.rows) <= 6 else table
        story += self.table(table, head, small=drawn is not None)
        return [*story, *self._note(piece)]

    def _note(self, piece: Evidence) -> list[Flowable]:
        return self.note(str(piece.note)) if piece.note else []

    def note(self, text: str, lead: str = "") -> list[Flowable]:
        """Return a remark with a bar at its left: what figures cannot show."""
        content = Paragraph((bold(lead) + " " if lead else "") + markup(text), styles.NOTE)
        bar = Table([[content]], [styles.WIDTH], splitInRow=1)
        bar.setStyle(
            TableStyle([styles.FACE, ("LINEBEFORE", (0, 0), (0, 0), 2, styles.EDGE), ("LEFTPADDING", (0, 0), (0, 0), 9),
                        ("TOPPADDING", (0, 0), (0, 0), 0), ("BOTTOMPADDING", (0, 0), (0, 0), 2)])
        )  # fmt: skip
        return [Spacer(0, 6), bar]

    def moments(self, listed: Sequence[Moment]) -> list[Flowable]:
        """Return moments as lines: round and number, words, and what they did to the result."""
        rows: list[list[Any]] = []
        for moment in listed:
            effect = ""
            if moment.effect:
                effect = number(moment.effect, 0 if float(moment.effect).is_integer() else 1, sign=True)
            rows.append([paragraph(self.where(moment.n, moment.round), styles.NOTE), self._words(moment), effect])
        if not rows:
            return []
        wide = any(row[2] for row in rows)
        columns = [92.0, styles.WIDTH - 92 - (46 if wide else 0), *([46.0] if wide else [])]
        table = Table([row[: len(columns)] for row in rows], columns, splitInRow=1, hAlign="LEFT")
        table.setStyle(
            TableStyle([
                styles.FACE, ("LINEBELOW", (0, 0), (-1, -1), 0.5, styles.LINE), ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                ("TOPPADDING", (0, 0), (-1, -1), 2.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
                ("FONT", (2, 0), (2, -1), fonts.BOLD, 10.5), ("ALIGN", (2, 0), (2, -1), "RIGHT"),
                ("RIGHTPADDING", (2, 0), (2, -1), 0),
            ])
        )  # fmt: skip
        return [table]

    def _words(self, moment: Moment) -> Flowable:
        if moment.team in self.teams:
            return team_name(self.teams[moment.team], self.room, styles.CELL, str(moment.words))
        return paragraph(str(moment.words), styles.CELL)

    def where(self, n: int, round_: int) -> str:
        """Return «раунд 2, № 44»."""
        if not round_:
            return f"№ {n}" if n else ""
        return _("round %(round)s, № %(n)s") % {"round": round_, "n": n}

    # ---- tables ----

    def table(
        self, table: Grid, head: Sequence[Flowable] = (), last_bold: bool = False, small: bool = False
    ) -> list[Flowable]:
        """Return a table; `head` (its title) stays with its first rows.

        `last_bold`: the last column is the result; `small`: it repeats the figures of a chart.
        """
        if not table.rows:
            return [*head, paragraph(_("Nothing of this kind happened."), styles.SMALL)]
        small = small or len(table.heads) > 8
        columns, tight = widths(table, self.names, small)
        if tight and len(table.rows) <= MOST_UPRIGHT:
            table = upright(table, self.names)
            columns, tight = widths(table, self.names, small)
        heads = [
            paragraph(clipped(one.label, HEAD_LETTERS), styles.HEAD_RIGHT if one.is_figure else styles.HEAD_LEFT)
            for one in table.heads
        ]
        # A title must not stand alone at the foot of a page.
        story: list[Flowable] = [CondPageBreak(90), *head] if head else []
        for start in range(0, len(table.rows), CHUNK):
            rows = table.rows[start : start + CHUNK]
            total = table.total and start + CHUNK >= len(table.rows)
            body = [
                [self._cell(value, one, small, total and at == len(rows) - 1)
                 for value, one in zip(row, table.heads, strict=True)]
                for at, row in enumerate(rows)
            ]  # fmt: skip
            made = Table([heads, *body], columns, repeatRows=1, splitInRow=1, hAlign="LEFT")
            made.setStyle(_table_style(table.heads, total, last_bold, small))
            story.append(made)
        return story

    def _cell(self, value: Any, head: Head, small: bool, strong: bool) -> Any:
        if head.kind == "team" and value in self.teams:
            return team_name(self.teams[value], self.room, styles.CELL_SMALL if small else styles.CELL_BOLD)
        text = shown(value, head, self.names)
        if head.is_figure and not isinstance(value, str):
            return text
        style = styles.CELL_BOLD if strong else styles.CELL_SMALL if small else styles.CELL
        return paragraph(text, ParagraphStyle("cell-right", style, alignment=2) if head.is_figure else style)


def widths(table: Grid, names: dict[str, str], small: bool = False) -> tuple[list[float], bool]:
    """Return column widths, and whether words must be broken: figures as wide as they need, texts share the rest.

    Three columns or fewer stay together: an eye that goes from a name to a far figure loses the row.
    """
    size, total = 9.4 if small else 10.5, styles.WIDTH
    sample = table.rows[:200]
    least, natural = [], []
    for at, head in enumerate(table.heads):
        cells = [tied(shown(row[at], head, names)[:200]) for row in sample]
        label = clipped(head.label, HEAD_LETTERS)
        word = max((fonts.width(part, fonts.PLAIN, 9.4) for part in label.split(" ")), default=0)
        extra = (20 if head.kind == "team" else 0) + 2 * _SIDE + 1
        widest = max((fonts.width(cell, fonts.BOLD, size) for cell in cells), default=0)
        if head.is_figure:
            need = max(widest, word) + extra
            least.append(need)
            natural.append(max(need, min(fonts.width(label, fonts.PLAIN, 9.4), 78) + extra))
        else:
            words = max((fonts.width(part, fonts.BOLD, size) for cell in cells for part in cell.split(" ")), default=0)
            least.append(min(max(words, word), 90) + extra)
            natural.append(max(widest, min(fonts.width(label, fonts.PLAIN, 9.4), 78)) + extra)
    if sum(natural) <= total:
        spare = total - sum(natural)
        if len(natural) <= 3:
            spare = min(spare, 36.0 * len(natural))
        return [one + spare / len(natural) for one in natural], False
    if sum(least) >= total:
        return [one * total / sum(least) for one in least], True
    share = (total - sum(least)) / (sum(natural) - sum(least))
    return [low + (high - low) * share for low, high in zip(least, natural, strict=True)], False


def _table_style(heads: Sequence[Head], total: bool, last_bold: bool, small: bool) -> TableStyle:
    size = 9.4 if small else 10.5
    commands: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), fonts.PLAIN, size, 11.5 if small else 13.5),
        ("TEXTCOLOR", (0, 1), (-1, -1), styles.INK),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, styles.INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.5, styles.LINE),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5 if small else 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2 if small else 3.5),
        ("LEFTPADDING", (0, 0), (-1, -1), _SIDE),
        ("RIGHTPADDING", (0, 0), (-1, -1), _SIDE),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
    ]
    commands += [("ALIGN", (at, 1), (at, -1), "RIGHT") for at, head in enumerate(heads) if head.is_figure]
    if last_bold:
        commands.append(("FONT", (-1, 1), (-1, -1), fonts.BOLD, size))
    if total:
        commands += [("LINEABOVE", (0, -1), (-1, -1), 0.8, styles.INK), ("FONT", (0, -1), (-1, -1), fonts.BOLD, size)]
    return TableStyle(commands)
