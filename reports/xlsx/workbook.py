"""The workbook: cover, results, rounds, questions with their evidence, postings, moves, corrections, method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from openpyxl.utils import get_column_letter, quote_sheetname

from games.engine.evidence import Evidence
from reports import columns as c
from reports.columns import Head, named
from reports.debrief import Debrief, QuestionSheet
from reports.pdf.paper import footer
from reports.tables import Grid, moments
from reports.words import clipped, date, number
from reports.xlsx import cells
from reports.xlsx.finish import finished
from reports.xlsx.page import Book, Page, Placed


def workbook(debrief: Debrief) -> bytes:
    """Return the whole workbook."""
    with translation.override(debrief.language):
        return Writer(debrief).build()


class Writer:
    """Writes the sheets of one debrief."""

    def __init__(self, debrief: Debrief) -> None:
        self.debrief = debrief
        self.names = debrief.names
        self.book = Book(self.names, debrief.teams, debrief.game.ink, footer(debrief))
        self.round = Head(debrief.round_word, "number")
        self.badge = f"{debrief.badge}. " if debrief.badge else ""

    def build(self) -> bytes:
        """Return the file."""
        debrief = self.debrief
        cover = self.page(_("Cover"), debrief.summary.title)
        results = self.page(_("Results"), _("Results"))
        self.rounds()
        self.questions()
        for one in debrief.shown():
            self.question(one)
        self.teams()
        ledger = self.ledger()
        self.moves()
        if debrief.bids:
            self.pieces(_("Bids"), _("Bids"), debrief.bids)
        self.corrections()
        self.rules()
        self.method()
        self.results(results, ledger)
        self.cover(cover)
        properties = self.book.workbook.properties
        properties.title = cells.clean(debrief.summary.title)[:200]
        properties.creator = cells.clean(debrief.header.trainer)[:100]
        properties.lastModifiedBy = properties.creator
        properties.subject = cells.clean(debrief.game.title)
        properties.language = debrief.language
        return finished(self.book.workbook, self.book.results)

    def page(self, name: str, title: str) -> Page:
        """Return a new sheet; its second line says whose it is and wears the badge."""
        header = self.debrief.header
        about = [header.client, header.workshop, _("“%(title)s”") % {"title": self.debrief.game.title}, header.table]
        return self.book.page(name, title, self.badge + ", ".join(clipped(part, 120) for part in about if part))

    # ---- cover and results ----

    def cover(self, page: Page) -> None:
        """Write the cover: what happened, three findings, limits, and where things stand."""
        debrief, summary = self.debrief, self.debrief.summary
        header = debrief.header
        page.pairs([
            (_("In short"), summary.lead),
            (_("Attention"), _("This report is older than a correction") if header.stale else ""),
            *((_("Finding %(n)s") % {"n": at}, self._finding(one)) for at, one in enumerate(summary.findings, 1)),
            (_("What this report does not show"), " ".join(summary.limits)),
        ])  # fmt: skip
        page.row += 1
        page.pairs([
            (_("Client"), header.client), (_("Workshop"), header.workshop), (_("Goals"), header.goals),
            (_("Date"), date(header.date)), (_("Place"), header.place), (_("Trainer"), header.trainer),
            (_("Table"), header.table), (_("Game"), debrief.game.title), (_("Kit"), self.badge + debrief.kit.title),
            (_("State of the game"), debrief.status_words), (_("Rows in the log"), debrief.rows),
            (_("Known as"), footer(debrief)), (_("Made"), header.made_at),
        ])  # fmt: skip
        page.row += 1
        page.line(_("Sheets"), cells.HEADING)
        for sheet in self.book.workbook.worksheets[1:]:
            cell = cells.put(page.sheet.cell(page.row, 1), sheet.title)
            cell.hyperlink = f"#{quote_sheetname(sheet.title)}!A1"
            cell.font = cells.LINK
            cells.put(page.sheet.cell(page.row, 2), str(sheet["A1"].value or ""))
            page.row += 1
        page.sheet.page_setup.fitToHeight = 1
        page.finish()

    def _finding(self, one: Any) -> str:
        moves = ", ".join(str(n) for n in one.moves)
        return f"{one.head} {one.text} {_('Move № %(n)s') % {'n': moves} if moves else ''}".strip()

    def results(self, page: Page, ledger: tuple[Page, Placed] | None) -> None:
        """Write places with formulas that check the totals, what went through each team's hands, and the evidence."""
        self._places(page)
        if ledger is not None:
            self._check_ledger(page, *ledger)
        for piece in self.debrief.results:
            page.evidence(piece)
        page.finish()

    def _places(self, page: Page) -> None:
        places = self.debrief.places
        labels = list(dict.fromkeys(label for place in places for label, _figure in place.parts))
        heads = [*named(c.PLACE, c.TEAM), *(Head(label, "number") for label in labels), *named(c.TOTAL)]
        rows: list[list[Any]] = [
            [place.rank, place.team, *(dict(place.parts).get(label) for label in labels), place.total]
            for place in places
        ]
        if labels:
            heads += named(c.SUM, c.AGREES)
            rows = [[*row, None, None] for row in rows]
        placed = page.table(Grid(heads, rows), _("Places"))
        if placed is None or not labels:
            return
        last = get_column_letter(2 + len(labels))
        total, check, agrees = (get_column_letter(3 + len(labels) + at) for at in range(3))
        for at, place in enumerate(places):
            row = placed.first + at
            parts = sum(figure for _label, figure in place.parts)
            self._formula(page, f"{check}{row}", f"=SUM(C{row}:{last}{row})", parts)
            self._agrees(page, f"{agrees}{row}", f"{total}{row}={check}{row}", place.total == parts)

    def _check_ledger(self, page: Page, ledger: Page, where: Placed) -> None:
        """Write what each team got and gave, once as a figure and once as a formula over the ledger."""
        sums: dict[tuple[str, str], list[int]] = {}
        for line in self.debrief.ledger:
            for team, index in ((line.take, 0), (line.give, 1)):
                if team:
                    sums.setdefault((team, line.what), [0, 0])[index] += line.amount
        order = {team.id: at for at, team in enumerate(self.debrief.teams)}
        listed = sorted(sums.items(), key=lambda one: (order[one[0][0]], one[0][1]))
        rows = [[team, what, got, gave, None, None, None] for (team, what), (got, gave) in listed]
        heads = named(c.TEAM, c.WHAT, c.RECEIVED, c.GAVE, c.RECEIVED_FORMULA, c.GAVE_FORMULA, c.AGREES)
        placed = page.table(
            Grid(heads, rows), _("What went through each team's hands"), _("Formulas add up the sheet of postings")
        )
        if placed is None:
            return
        sheet = quote_sheetname(ledger.sheet.title)
        span = {column: f"{sheet}!${column}${where.first}:${column}${where.last}" for column in "CDEF"}
        for at, (_key, (got, gave)) in enumerate(listed):
            row = placed.first + at
            for column, accounts, value in (("E", "D", got), ("F", "C", gave)):
                formula = f"=SUMPRODUCT(EXACT({span[accounts]},A{row})*EXACT({span['E']},B{row})*{span['F']})"
                self._formula(page, f"{column}{row}", formula, value)
            self._agrees(page, f"G{row}", f"AND(C{row}=E{row},D{row}=F{row})", True)

    def _formula(self, page: Page, cell: str, formula: str, value: int | str) -> None:
        page.sheet[cell] = formula
        page.sheet[cell].number_format = cells.number_format(Head("", "number"))
        page.sheet[cell].alignment = cells.APART if isinstance(value, str) else cells.TOP
        page.sheet[cell].border = cells.ROW_LINE
        self.book.results[page.sheet.title, cell] = value

    def _agrees(self, page: Page, cell: str, condition: str, value: bool) -> None:
        yes, no = _("yes"), _("no")
        self._formula(page, cell, f'=IF({condition},"{yes}","{no}")', yes if value else no)

    # ---- rounds, questions, teams ----

    def rounds(self) -> None:
        """Write the course of the game with its charts."""
        page = self.page(_("By round"), _("Course of the game"))
        summary = self.debrief.summary
        if summary.chart is not None:
            page.evidence(summary.chart)
        if summary.turning:
            heads = [*named(c.N), self.round, *named(c.TAKES_THE_LEAD, c.BEFORE, c.MOVE)]
            rows = [[one.n, one.round, one.team, one.before, one.words] for one in summary.turning]
            page.table(Grid(heads, rows), _("Changes of the leader"), wrap=28)
        for piece in self.debrief.course:
            if not self.debrief.repeats(piece):
                page.evidence(piece)
        page.finish()

    def questions(self) -> None:
        """Write all questions with what the group said."""
        page = self.page(_("Questions"), _("Questions and what the group said"))
        sources = {True: _("rulebook"), False: _("proposed")}
        heads = named(c.N, c.QUESTION, c.WHERE_FROM, c.GROUP)
        rows = [
            [one.number, one.text, _("the trainer's own") if one.own else sources[one.printed], one.answer or None]
            for one in self.debrief.shown()
        ]
        first = page.row + 1
        page.table(Grid(heads, rows), wrap=56)
        page.wide[4] = 56
        page.finish(first)

    def question(self, one: QuestionSheet) -> None:
        """Write the evidence of one question."""
        page = self.page(_("Question %(n)s") % {"n": one.number}, f"{one.number}. {clipped(one.text, 250)}")
        for piece in one.evidence:
            page.evidence(piece)
        if one.moments:
            page.table(moments(one.moments, self.debrief), _("Moments"))
        if not one.evidence and not one.moments:
            page.line(_("The log holds nothing about this: it is the group's to answer."))
        page.finish()

    def teams(self) -> None:
        """Write what concerns each team."""
        page = self.page(_("Teams"), _("Teams"))
        for one in self.debrief.sheets:
            page.line(self.names[one.team], cells.TITLE)
            page.row += 1
            for piece in one.evidence:
                page.evidence(piece)
            if one.moments:
                page.table(moments(one.moments, self.debrief), _("Moments"))
        page.finish()

    def pieces(self, name: str, title: str, pieces: Sequence[Evidence]) -> None:
        """Write a sheet of evidence."""
        page = self.page(name, title)
        for piece in pieces:
            page.evidence(piece)
        page.finish()

    # ---- the log ----

    def ledger(self) -> tuple[Page, Placed] | None:
        """Write every posting; return where they stand."""
        page = self.page(_("Postings"), _("Everything that changed hands"))
        first = page.row + 1
        heads = [*named(c.N), self.round, *named(c.FROM_WHOM, c.TO_WHOM, c.WHAT, c.HOW_MUCH, c.WHY, c.ABOUT)]
        rows = [
            [one.n, one.round, one.source, one.to, one.what, one.amount, one.why, one.ref or None]
            for one in self.debrief.ledger
        ]
        placed = page.table(Grid(heads, rows))
        page.finish(first)
        return (page, placed) if placed else None

    def moves(self) -> None:
        """Write the log line by line."""
        page = self.page(_("Moves"), _("The log of moves"))
        first = page.row + 1
        heads = [*named(c.N), self.round, *named(c.TIME, c.TEAM, c.KIND_OF_MOVE, c.IN_WORDS, c.RECORDED_BY, c.MARK)]
        rows = [
            [
                one.n,
                one.round,
                one.at or None,
                one.team or None,
                one.action,
                one.words,
                one.by or None,
                one.mark or None,
            ]
            for one in self.debrief.moves
        ]
        page.table(Grid(heads, rows), wrap=70)
        page.finish(first)

    def corrections(self) -> None:
        """Write corrections, rulings, disputes, and what was marked at the table."""
        debrief = self.debrief
        page = self.page(_("Corrections"), _("Corrections, rulings, disputes"))
        refused = ngettext(
            "%(n)s attempt was refused by the rules.", "%(n)s attempts were refused by the rules.", debrief.refused
        )
        page.line(refused % {"n": number(debrief.refused)})
        page.row += 1
        kinds = {"undo": _("undone"), "redo": _("brought back"), "fix": _("fixed"), "manual": _("manual correction")}
        rows = [
            [one.n, kinds.get(one.kind, one.kind), one.at or None, one.by or None, "\n".join(one.before) or None,
             "\n".join(one.after) or None, one.reason or None,
             ", ".join(f"{self.names[team]} {number(was)} → {number(now)}" for team, was, now in one.effect) or None]
            for one in debrief.corrections
        ]  # fmt: skip
        heads = named(c.N, c.CORRECTION, c.WHEN, c.BY, c.WAS, c.NOW, c.REASON, c.RESULT_MOVED)
        page.table(Grid(heads, rows), _("Corrections"), wrap=34)
        rows = [
            [one.n, one.words, "\n".join(f"{text} {clause}".strip() for text, clause in one.rules), one.clause or None,
             one.reason, one.by or None]
            for one in debrief.rulings
        ]  # fmt: skip
        heads = named(c.N, c.RULED_MOVE, c.OVERRIDDEN, c.CLAUSE, c.REASON, c.BY)
        page.table(Grid(heads, rows), _("Rulings"), wrap=34)
        heads = named(c.N, c.WHAT_WAS_SAID, c.DECIDED, c.BY, c.WHEN)
        for title, listed in ((_("Disputes"), debrief.disputes), (_("Notes"), debrief.notes)):
            rows = [[one.n or None, one.text, one.ruling or None, one.by or None, one.at or None] for one in listed]
            page.table(Grid(heads, rows), title, wrap=34)
        page.table(moments(debrief.stars, debrief), _("Marked at the table"))
        page.finish()

    def rules(self) -> None:
        """Write the options and the kit."""
        debrief = self.debrief
        page = self.page(_("Rules"), _("Rules in force"))
        values = {"source": debrief.game.source, "version": debrief.game.version}
        page.line(_("Rules: %(source)s, version %(version)s.") % values)
        page.line(self.badge + (debrief.kit.title or debrief.kit.id))
        page.row += 1
        heads = named(c.OPTION, c.VALUE, c.WHAT_IT_DOES, c.CHANGED)
        rows = [[one.name, one.value, one.help or None, one.changed] for one in debrief.options]
        page.table(Grid(heads, rows), _("Options of this game"))
        heads = named(c.KIT_SOURCE, c.VALUES)
        page.table(Grid(heads, [list(one) for one in debrief.kit.sources]), _("Kit"))
        page.finish()

    def method(self) -> None:
        """Write how each figure is counted."""
        page = self.page(_("Method"), _("How it was counted"))
        heads = named(c.FIGURE, c.HOW_IT_WAS_COUNTED)
        page.table(Grid(heads, [list(one) for one in self.debrief.method]), wrap=64)
        page.finish()
