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
from reports.debrief import Debrief
from reports.pdf import styles
from reports.pdf.grids import set_table
from reports.pdf.text import bold, markup, paragraph, team_name
from reports.tables import Grid, grid, turned
from reports.words import number


class Setter:
    """Turns the parts of one debrief into flowables.

    `loose`: for a page whose content is measured beforehand; `tall` below 1 makes charts lower, `small` tables finer.
    """

    def __init__(self, debrief: Debrief, loose: bool = False, tall: float = 1.0, small: bool = False) -> None:
        self.debrief = debrief
        self.loose = loose
        self.tall = tall
        self.small = small
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
        drawn = chart(piece, styles.WIDTH, self.debrief.teams, self.debrief.game.ink, tall=self.tall)
        story: list[Flowable] = []
        if drawn is not None:
            whole = [*head, Spacer(0, 3), drawn.drawing, Spacer(0, 6)]
            story += whole if self.loose else [KeepTogether(whole)]
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
        """Return «раунд 2, № 44», or «цикл 2» where the game says so."""
        if not round_:
            return f"№ {n}" if n else ""
        return f"{self.debrief.round_word} {round_}, № {n}"

    # ---- tables ----

    def table(
        self, table: Grid, head: Sequence[Flowable] = (), last_bold: bool = False, small: bool = False
    ) -> list[Flowable]:
        """Return a table; `head` (its title) stays with its first rows.

        `last_bold`: the last column is the result; `small`: it repeats the figures of a chart.
        """
        if not table.rows:
            return [*head, paragraph(_("Nothing of this kind happened."), styles.SMALL)]
        # A title must not stand alone at the foot of a page.
        story: list[Flowable] = [*([CondPageBreak(90)] if head and not self.loose else []), *head]
        return [*story, *set_table(table, self.teams, self.room, self.names, small or self.small, last_bold)]
