"""The whole report: page one, results, course, a page for each question, teams, corrections, rules, method, moves."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak, Spacer, Table, TableStyle

from games.engine.evidence import Evidence
from reports import columns as c
from reports.columns import Head, named
from reports.debrief import Debrief, OptionLine, QuestionSheet, Remark
from reports.pdf import styles
from reports.pdf.cover import SPARE, cover
from reports.pdf.cover import height as story_height
from reports.pdf.paper import Bookmark, footer, sheet
from reports.pdf.pieces import Setter
from reports.pdf.text import paragraph, team_name
from reports.tables import Grid
from reports.words import clipped, number

#: moves printed in the report; a longer log stands whole in the workbook
MOST_MOVES = 1500
#: letters of an answer that is kept on one page with its frame
MOST_KEPT = 1500
#: a longer list of corrections is set small
MOST_LARGE = 12


def full_report(debrief: Debrief) -> bytes:
    """Return the whole report as PDF."""
    with translation.override(debrief.language):
        return sheet(debrief, title_of(debrief, _("report")), story(debrief), covered=True)


def title_of(debrief: Debrief, kind: str) -> str:
    """Return the title of the file: what it is, game, client."""
    parts = [f"{kind[:1].upper()}{kind[1:]}", _("“%(title)s”") % {"title": debrief.game.title}]
    parts += [part for part in (debrief.header.client, debrief.header.table) if part]
    return clipped(", ".join(parts), 200)


def story(debrief: Debrief) -> list[Flowable]:
    """Return everything in order."""
    setter = Setter(debrief)
    pages: list[Flowable] = [Bookmark(_("Summary"), "summary"), *cover(debrief)]
    pages += _section(_("Results"), "results", _pieces(setter, debrief.results))
    pages += _section(
        _("Course of the game"), "course", flow=True, content=[*_pieces(setter, debrief.course), *_marks(setter)]
    )
    shown = debrief.shown()
    if shown:
        pages += [PageBreak(), Bookmark(_("Questions"), "questions")]
        for at, one in enumerate(shown):
            pages += [*([PageBreak()] if at else []), *_question(debrief, one, len(shown))]
    pages += _teams(setter)
    pages += _section(_("Corrections, rulings, disputes"), "corrections", _corrections(setter))
    pages += _section(_("Rules in force"), "rules", _rules(setter), flow=True)
    pages += _section(_("How it was counted"), "method", _method(setter), flow=True)
    pages += _section(_("Moves"), "moves", _moves(setter))
    return pages


def _section(title: str, key: str, content: Sequence[Flowable], flow: bool = False) -> list[Flowable]:
    """Return a section, or nothing. It begins on a page of its own unless it may `flow` on a page half empty."""
    if not content:
        return []
    start = [CondPageBreak(styles.HEIGHT * 0.4), Spacer(0, 24)] if flow else [PageBreak()]
    return [*start, Bookmark(title, key), paragraph(title, styles.H1), *content]


def _pieces(setter: Setter, pieces: Sequence[Evidence]) -> list[Flowable]:
    return [flowable for piece in pieces for flowable in setter.evidence(piece)]


def _marks(setter: Setter) -> list[Flowable]:
    """Return what was marked at the table: stars, then notes."""
    debrief = setter.debrief
    content: list[Flowable] = []
    if debrief.stars:
        content += [paragraph(_("Marked at the table"), styles.H2), *setter.moments(debrief.stars)]
    if debrief.notes:
        content += setter.table(_remarks(debrief.notes), [paragraph(_("Notes"), styles.H2)])
    return content


def _remarks(listed: Sequence[Remark], decided: bool = False) -> Grid:
    heads = named(c.N, c.WHAT_WAS_SAID, c.BY, c.WHEN)
    rows = [[one.n or None, one.text, one.by, one.at] for one in listed]
    if decided:
        heads[2:2] = named(c.DECIDED)
        rows = [[row[0], row[1], one.ruling, *row[2:]] for row, one in zip(rows, listed, strict=True)]
    return Grid(heads, rows)


def _question(debrief: Debrief, one: QuestionSheet, count: int) -> list[Flowable]:
    """Return a question on one page if it can be: charts lower and tables finer as need be."""
    # An empty frame to write in is given up before a second page is begun.
    frames = (True, False) if not one.answer.strip() else (True,)
    for framed in frames:
        for tall, small in ((1.0, False), (0.8, False), (0.75, True), (0.6, True)):
            blocks = _blocks(Setter(debrief, True, tall, small), one, count)
            story = [flowable for block in (blocks if framed else blocks[:-1]) for flowable in block]
            if story_height(story) <= styles.HEIGHT - SPARE:
                return story
    *content, answer = _blocks(Setter(debrief, tall=0.8), one, count)
    story = [flowable for block in content for flowable in block]
    if not one.answer.strip():
        return [*story, IfRoom(answer)]
    return [*story, KeepTogether(answer)] if len(one.answer) < MOST_KEPT else [*story, *answer]


def _blocks(setter: Setter, one: QuestionSheet, count: int) -> list[list[Flowable]]:
    """Return the parts of a question's page; the last is what the group said."""
    place = _("Question %(n)s of %(count)s") % {"n": one.number, "count": count}
    source = _("asked by the trainer") if one.own else "" if one.printed else _("proposed, not from the rulebook")
    head: list[Flowable] = [
        Bookmark(f"{one.number}. {clipped(one.text, 90)}", f"question-{one.number}", 1),
        paragraph(f"{place}, {source}" if source else place, styles.SMALL),
        paragraph(one.text, styles.H1),
    ]
    blocks = [head, _pieces(setter, one.evidence)]
    if one.moments:
        blocks.append([paragraph(_("Moments"), styles.H2), *setter.moments(one.moments)])
    if not one.evidence and not one.moments:
        blocks.append([paragraph(_("The log holds nothing about this: it is the group's to answer."), styles.BODY)])
    blocks.append([paragraph(_("What the group said"), styles.H2), answer_box(one.answer)])
    return blocks


class IfRoom(Flowable):
    """Something that is left out where the page has no room for it: an empty frame is not worth a page."""

    def __init__(self, content: list[Flowable]) -> None:
        super().__init__()
        self.content = content

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take more than any page has, so that `split` is asked."""
        return width, 1e6

    def split(self, width: float, height: float) -> list[Flowable]:
        """Be drawn if there is room, else not at all."""
        return self.content if story_height(self.content, width) <= height else [Spacer(0, 0)]


def answer_box(text: str) -> Flowable:
    """Return the group's answer in a frame; an empty frame has room to write."""
    lines = paragraph(text, styles.ANSWER) if text.strip() else Spacer(0, 52)
    box = Table([[lines]], [styles.WIDTH], splitInRow=1)
    box.setStyle(
        TableStyle([styles.FACE, ("BOX", (0, 0), (-1, -1), 0.8, styles.EDGE), ("LEFTPADDING", (0, 0), (-1, -1), 10),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 10), ("TOPPADDING", (0, 0), (-1, -1), 6),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 10)])
    )  # fmt: skip
    return box


def _teams(setter: Setter) -> list[Flowable]:
    debrief = setter.debrief
    places = {place.team: place for place in debrief.places}
    pages: list[Flowable] = [PageBreak(), Bookmark(_("Teams"), "teams")]
    for at, one in enumerate(debrief.sheets):
        team, place = setter.teams[one.team], places[one.team]
        pages += [CondPageBreak(styles.HEIGHT * 0.4), Spacer(0, 18)] if at else []
        pages += [
            Bookmark(clipped(team.name, 60), f"team-{at}", 1),
            team_name(team, setter.room, styles.H1),
            paragraph(_("Place %(rank)s, %(total)s") % {"rank": place.rank, "total": number(place.total)}, styles.LEAD),
        ]
        if place.parts:
            heads = named(c.MADE_UP_OF, c.AMOUNT)
            pages += setter.table(Grid(heads, [list(part) for part in place.parts]))
        pages += _pieces(setter, one.evidence)
        if one.moments:
            pages += [paragraph(_("Moments"), styles.H2), *setter.moments(one.moments)]
    return pages


def _corrections(setter: Setter) -> list[Flowable]:
    debrief = setter.debrief
    kinds = {"undo": _("undone"), "redo": _("brought back"), "fix": _("fixed"), "manual": _("manual correction")}
    content: list[Flowable] = []
    rows = []
    for one in debrief.corrections:
        effect = ", ".join(f"{setter.names[team]} {number(was)} → {number(now)}" for team, was, now in one.effect)
        who = ", ".join(part for part in (one.by, one.at) if part)
        rows.append([
            one.n, kinds.get(one.kind, one.kind), "\n".join(one.before), "\n".join(one.after), one.reason, effect, who,
        ])  # fmt: skip
    if rows:
        heads = named(c.N, c.CORRECTION, c.WAS, c.NOW, c.REASON, c.RESULT_MOVED, c.BY)
        table = Grid(heads, rows)
        # Columns that say nothing leave their room to the others.
        keep = [at for at in range(len(heads)) if at < 2 or any(row[at] for row in rows)]
        table = Grid([heads[at] for at in keep], [[row[at] for at in keep] for row in rows])
        content += setter.table(table, [paragraph(_("Corrections"), styles.H2)], small=len(rows) > MOST_LARGE)
    else:
        content.append(paragraph(_("Nothing was corrected."), styles.BODY))
    if debrief.rulings:
        heads = named(c.N, c.RULED_MOVE, c.OVERRIDDEN, c.REASON, c.BY)
        rows = [
            [one.n, one.words, "\n".join(f"{text} {clause}".strip() for text, clause in one.rules), one.reason, one.by]
            for one in debrief.rulings
        ]
        content += setter.table(Grid(heads, rows), [paragraph(_("Rulings"), styles.H2)])
    if debrief.disputes:
        content += setter.table(_remarks(debrief.disputes, decided=True), [paragraph(_("Disputes"), styles.H2)])
    refused = ngettext("%(n)s attempt was refused by the rules.", "%(n)s attempts were refused by the rules.",
                       debrief.refused) % {"n": number(debrief.refused)}  # fmt: skip
    return [*content, Spacer(0, 8), paragraph(refused, styles.BODY)]


def _rules(setter: Setter) -> list[Flowable]:
    debrief = setter.debrief
    values = {"source": debrief.game.source, "version": debrief.game.version}
    content: list[Flowable] = [
        paragraph(_("Rules: %(source)s, version %(version)s.") % values, styles.BODY),
        paragraph(f"{debrief.status_words}.", styles.BODY),
        paragraph(_("Kit: %(title)s") % {"title": debrief.kit.title or debrief.kit.id}, styles.BODY),
    ]
    if debrief.badge:
        content += setter.note(_("Figures on the cards are invented for training."), f"{debrief.badge}.")
    if debrief.kit.note:
        content.append(paragraph(debrief.kit.note, styles.SMALL))
    if debrief.kit.sources:
        heads = named(c.KIT_SOURCE, c.VALUES)
        content += setter.table(Grid(heads, [list(one) for one in debrief.kit.sources]))
    if debrief.options:
        heads = [*named(c.OPTION, c.VALUE), Head("")]
        rows = [
            [one.help or one.name, _option(one), _("differs from the default") if one.changed else ""]
            for one in debrief.options
        ]
        content += setter.table(Grid(heads, rows), [paragraph(_("Options of this game"), styles.H2)])
    return content


def _option(one: OptionLine) -> str:
    """Return the value as a reader needs it: the help names the default first, so its code word says nothing more."""
    return _("as by default") if one.code and not one.changed else one.value


def _method(setter: Setter) -> list[Flowable]:
    debrief = setter.debrief
    texts = [
        _("All figures are computed from the log of moves; nothing is estimated. The workbook has every posting."),
        _("A move carries the number it has in the log. Corrected moves are counted as corrected."),
        _("The leader is the team that would win if the game ended now; a change is looked at when a round ends."),
        _("Times are those at which the referee recorded a move, not those of the team's decision."),
        _("The sign ¤ stands for a character that the print face does not have; the workbook has it."),
        f"{footer(debrief)}.",
    ]
    content: list[Flowable] = [paragraph(text, styles.BODY) for text in texts]
    if debrief.method:
        content.append(paragraph(_("Figures one by one"), styles.H2))
        for title, text in debrief.method:
            content += [paragraph(title, styles.H3), paragraph(text, styles.SMALL)]
    return content


def _moves(setter: Setter) -> list[Flowable]:
    """Return the log round by round: long logs are cut, the workbook has them whole."""
    debrief = setter.debrief
    moves = debrief.moves[:MOST_MOVES]
    heads = [*named(c.N, c.MOVE, c.TIME, c.BY), Head("")]
    word = debrief.round_word[:1].upper() + debrief.round_word[1:]
    content: list[Flowable] = []
    if len(debrief.moves) > MOST_MOVES:
        text = _("The first %(n)s moves; the workbook has all %(count)s.")
        content.append(paragraph(text % {"n": MOST_MOVES, "count": number(len(debrief.moves))}, styles.SMALL))
    rounds = list(dict.fromkeys(move.round for move in moves))
    for round_ in rounds:
        rows = [[one.n, one.words, one.at, one.by, one.mark] for one in moves if one.round == round_]
        keep = [at for at in range(5) if at < 2 or any(row[at] for row in rows)]
        table = Grid([heads[at] for at in keep], [[row[at] for at in keep] for row in rows])
        head = [paragraph(f"{word} {round_}", styles.H2)] if len(rounds) > 1 else []
        content += setter.table(table, head, small=True)
    return content


__all__ = ["answer_box", "full_report", "title_of"]
