"""Evidence and tables as flowables. The renderer knows the kinds of evidence and no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Paragraph, Spacer, Table, TableStyle

from games.engine.evidence import Bars, Evidence, Lines, Moment, Moments
from reports import fonts
from reports.charts import chart
from reports.charts.looks import PAPER, Room
from reports.debrief import Debrief
from reports.pdf import styles
from reports.pdf.appendix import Appendix, anchor, name_of
from reports.pdf.grids import set_table
from reports.pdf.text import bold, markup, paragraph, team_name
from reports.shortened import MOMENTS, is_long, shortened, weightiest
from reports.tables import Grid, grid, turned
from reports.words import number

#: a title needs this much room below it on its page: its own height and a few lines
ROOM = 90
#: letters of a moment that stays on one page with its heading
MOST_WHOLE = 600
GREY = styles.GREY.hexval().replace("0x", "#")
RIGHT = ParagraphStyle("effect", styles.HEAD_LEFT, alignment=2)
H2_BARE = ParagraphStyle("h2-bare", styles.H2, spaceBefore=0, spaceAfter=0)
FLUSH = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]


class Setter:
    """Turns the parts of one debrief into flowables.

    `loose`: for a page whose content is measured beforehand; `tall` below 1 makes charts lower, `small` tables finer.
    `appendix` takes the tables that are too long for the text; without one they stand in the report only. Of more than
    `most` moments the weightiest are told.
    """

    def __init__(
        self, debrief: Debrief, loose: bool = False, tall: float = 1.0, small: bool = False,
        appendix: Appendix | None = None, most: int = MOMENTS,
    ) -> None:  # fmt: skip
        self.debrief = debrief
        self.loose = loose
        self.tall = tall
        self.small = small
        self.appendix = appendix
        self.most = most
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
            return [*self.moments(piece.moments, str(piece.title)), *self._note(piece)]
        drawn = chart(piece, styles.WIDTH, self.debrief.teams, self.debrief.game.ink, tall=self.tall)
        if drawn is None:
            return [*self._figures(piece, head), *self._note(piece)]
        whole = [*head, Spacer(0, 3), drawn.drawing, Spacer(0, 4)]
        if not drawn.whole:
            whole += self._figures(piece, [], drawn=True)
        return [*(whole if self.loose else [KeepTogether(whole)]), *self._note(piece)]

    def _figures(self, piece: Evidence, head: list[Flowable], drawn: bool = False) -> list[Flowable]:
        """Return the table of a piece, cut to its weightiest rows where it is long; `drawn`: a chart says it."""
        table = grid(piece)
        if not is_long(table):
            if isinstance(piece, (Lines, Bars)) and len(table.rows) <= 8 < len(table.heads) + 4:
                table = turned(table) if len(table.rows) < len(table.heads) or len(table.rows) <= 6 else table
            return self.table(table, head, small=drawn)
        where = self._whole_table(piece, table)
        if drawn and not where:
            return head
        short = None if drawn else shortened(table)
        if short is None:
            count = ngettext("%(n)s row", "%(n)s rows", len(table.rows)) % {"n": len(table.rows)}
            told = [*head, self._pointer(f"{count}: ", where) if where else paragraph(f"{count}.", styles.SMALL)]
            return told if self.loose or not head else [KeepTogether(told)]
        values = {"n": len(short.grid.rows) - short.grid.total, "count": short.count, "column": short.by}
        text = _("The first %(n)s of %(count)s. ") if not short.by else _(
            "%(n)s of %(count)s, the weightiest by “%(column)s”. "
        )  # fmt: skip
        pointer = self._pointer(text % values + (_("All: ") if where else ""), where)
        return [*self.table(short.grid, head), Spacer(0, 2), pointer]

    def _whole_table(self, piece: Evidence, table: Grid) -> int:
        """Put a table into the appendix and return its number there; 0 without an appendix."""
        if self.appendix is None:
            return 0
        return self.appendix.place(str(piece.title), str(piece.measure), str(piece.note), table)

    @staticmethod
    def _pointer(text: str, number: int) -> Flowable:
        """Return a grey line that leads to a table of the appendix."""
        if not number:
            return paragraph(text, styles.SMALL)
        link = f'<a href="#{anchor(number)}" color="{GREY}">{markup(name_of(number))}</a>'
        return Paragraph(markup(text) + markup(_("appendix, ")) + link, styles.SMALL)

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

    def moments(self, listed: Sequence[Moment], title: str = "") -> list[Flowable]:
        """Return moments as lines under their title: round and number, words, and what they did to the result.

        Of many the weightiest are told.
        """
        told = weightiest(listed, self.most)
        if not told:
            return []
        if self.appendix is not None:
            self.appendix.keep(listed, told)
        effects = [round(moment.effect, 1) for moment in told]
        places = 0 if all(float(effect).is_integer() for effect in effects) else 1
        rows: list[list[Any]] = [
            [paragraph(self.where(moment.n, moment.round), styles.NOTE), self._words(moment),
             number(effect, places, sign=True) if effect else ""]
            for moment, effect in zip(told, effects, strict=True)
        ]  # fmt: skip
        wide = 46.0 if any(effects) else 0.0
        what = paragraph(self.debrief.effect_word, RIGHT) if wide else ""
        columns = [92.0, styles.WIDTH - 92 - wide, wide][: 3 if wide else 2]
        # The heading is a row of the table, so that it never stands alone at the foot of a page.
        inner = Table([[paragraph(title, H2_BARE), what]], [styles.WIDTH * 0.4, styles.WIDTH * 0.6])
        inner.setStyle(TableStyle([styles.FACE, ("VALIGN", (0, 0), (-1, -1), "BOTTOM"), *FLUSH]))
        first = [inner, *[""] * (len(columns) - 1)]
        table = Table([first, *(row[: len(columns)] for row in rows)], columns, splitInRow=1, hAlign="LEFT")
        table.setStyle(
            TableStyle([
                styles.FACE, ("LINEBELOW", (0, 1), (-1, -1), 0.5, styles.LINE), ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                ("TOPPADDING", (0, 0), (-1, -1), 2.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
                ("FONT", (2, 1), (2, -1), fonts.BOLD, 10.5), ("ALIGN", (2, 0), (2, -1), "RIGHT"),
                ("RIGHTPADDING", (2, 0), (2, -1), 0), ("SPAN", (0, 0), (-1, 0)),
                ("RIGHTPADDING", (0, 0), (-1, 0), 0),
                *([("NOSPLIT", (0, 0), (-1, 1))] if len(str(told[0].words)) < MOST_WHOLE else []),
            ])
        )  # fmt: skip
        # A row that may be split takes no heed of NOSPLIT: the break before the heading does.
        story: list[Flowable] = [*([] if self.loose else [CondPageBreak(ROOM)]), Spacer(0, 6), table]
        if len(told) == len(listed):
            return story
        text = _("%(n)s of %(count)s moments, the weightiest; the others stand at the end and in the workbook.")
        return [*story, Spacer(0, 2), paragraph(text % {"n": len(told), "count": len(listed)}, styles.SMALL)]

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
        story: list[Flowable] = [*([CondPageBreak(ROOM)] if head and not self.loose else []), *head]
        return [*story, *set_table(table, self.teams, self.room, self.names, small or self.small, last_bold)]
