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
from reports.debrief import Debrief, MoveLine, OptionLine, QuestionSheet, Remark, TeamSheet
from reports.pdf import styles
from reports.pdf.appendix import Appendix, anchor, name_of
from reports.pdf.cover import SPARE, cover, more_results
from reports.pdf.cover import height as story_height
from reports.pdf.paper import Bookmark, footer, sheet
from reports.pdf.pieces import Setter
from reports.pdf.text import paragraph, team_name
from reports.shortened import is_only_told_of
from reports.tables import Grid, moments
from reports.words import clipped, number

#: moves printed in the report; a longer log stands whole in the workbook
MOST_MOVES = 1500
#: letters of an answer that is kept on one page with its frame
MOST_KEPT = 1500
#: a longer list of corrections is set small
MOST_LARGE = 12
#: how a page is tried: how high its charts are, whether its tables are fine, how many moments it tells
FORMS = ((1.0, False, 8), (0.75, False, 8), (0.6, True, 6), (0.55, True, 4))
#: a question that is longer than a page by this share of it is not squeezed into one
HOPELESS = 0.6
#: a last page with less than this share of it is avoided by finer tables and lower charts
TAIL = 0.3
#: what a question needs that the log says nothing about
BARE = 240


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
    appendix = Appendix()
    setter = Setter(debrief, tall=0.8, appendix=appendix)
    pages: list[Flowable] = [Bookmark(_("Summary"), "summary"), *cover(debrief)]
    pages += _section(_("Results"), "results", _pieces(setter, more_results(debrief)))
    course = [piece for piece in debrief.course if not debrief.repeats(piece)]
    fine = Setter(debrief, tall=0.75, small=True, appendix=appendix)
    told = [*_pieces(fine, sorted(course, key=is_only_told_of)), *_marks(setter)]
    pages += _section(_("Course of the game"), "course", told, flow=True)
    shown = debrief.shown()
    if shown:
        pages += [PageBreak(), Bookmark(_("Questions"), "questions")]
        for at, one in enumerate(shown):
            # A question that the log says nothing about needs no page of its own.
            bare = not one.evidence and not one.moments
            start = [CondPageBreak(BARE), Spacer(0, 18)] if bare else [PageBreak()]
            pages += [*(start if at else []), *_question(debrief, one, len(shown), appendix)]
    pages += _teams(setter)
    pages += _section(_("Corrections, rulings, disputes"), "corrections", _corrections(setter))
    pages += _section(_("Rules in force"), "rules", _rules(setter), flow=True)
    pages += _section(_("How it was counted"), "method", _method(setter), flow=True)
    pages += _section(_("Tables in full"), "tables", tables_in_full(setter, appendix))
    pages += _section(_("Moves"), "moves", _moves(setter), flow=True)
    return pages


def _section(title: str, key: str, content: Sequence[Flowable], flow: bool = False) -> list[Flowable]:
    """Return a section, or nothing. It begins on a page of its own unless it may `flow` on a page half empty."""
    if not content:
        return []
    start = [CondPageBreak(styles.HEIGHT * 0.4), Spacer(0, 24)] if flow else [PageBreak()]
    return [*start, *_headed([Bookmark(title, key), paragraph(title, styles.H1)], content)]


def _headed(head: list[Flowable], content: Sequence[Flowable]) -> list[Flowable]:
    """Put a heading over content so that it does not stay behind when a chart moves to the next page."""
    if content and isinstance(content[0], KeepTogether):
        return [KeepTogether([*head, *content[0]._content]), *content[1:]]
    return [*head, *content]


def tables_in_full(setter: Setter, appendix: Appendix) -> list[Flowable]:
    """Return the tables that are cut in the text, and the moments that are left out there."""
    content: list[Flowable] = []
    for one in appendix.entries.values():
        mark = Bookmark(clipped(one.title, 90), anchor(one.number), 1)
        title = f"{name_of(one.number)}. {one.title}"
        head = [CondPageBreak(110), mark, paragraph(title[:1].upper() + title[1:], styles.H3)]
        head += [paragraph(one.measure, styles.SMALL)] if one.measure else []
        content += [*head, *setter.table(one.grid, small=True)]
        content += setter.note(one.note) if one.note else []
    if untold := appendix.untold():
        content += [Bookmark(_("Further moments"), "moments", 1), paragraph(_("Further moments"), styles.H3)]
        content += setter.table(moments(untold, setter.debrief), small=True)
    return content


def _pieces(setter: Setter, pieces: Sequence[Evidence]) -> list[Flowable]:
    return [flowable for piece in pieces for flowable in setter.evidence(piece)]


def _marks(setter: Setter) -> list[Flowable]:
    """Return what was marked at the table: stars, then notes."""
    debrief = setter.debrief
    content: list[Flowable] = []
    if debrief.stars:
        content += setter.moments(debrief.stars, _("Marked at the table"))
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


def _question(debrief: Debrief, one: QuestionSheet, count: int, appendix: Appendix) -> list[Flowable]:
    """Return a question on one page if it can be: charts lower and tables finer as need be."""
    open_ = not one.answer.strip()
    for tall, small, most in FORMS:
        blocks = _blocks(Setter(debrief, True, tall, small, appendix, most), one, count)
        content = [flowable for block in blocks[:-1] for flowable in block]
        spare = styles.HEIGHT - SPARE - story_height(content)
        # An empty frame to write in is given up before a second page is begun.
        if open_ and spare >= 0:
            return [*content, IfRoom(blocks[-1])]
        if spare >= story_height(blocks[-1]):
            return [*content, *blocks[-1]]
        if spare < -styles.HEIGHT * HOPELESS:
            break
    *parts, answer = _blocks(Setter(debrief, tall=0.65, appendix=appendix), one, count)
    over = story_height([flowable for block in parts for flowable in block]) % styles.HEIGHT
    if over < styles.HEIGHT * TAIL:
        *parts, answer = _blocks(Setter(debrief, tall=0.5, small=True, appendix=appendix), one, count)
    story = [*_headed(parts[0], parts[1]), *(flowable for block in parts[2:] for flowable in block)]
    if open_:
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
        blocks.append(setter.moments(one.moments, _("Moments")))
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
        return self.content if story_height(self.content, width) + SPARE <= height else [Spacer(0, 0)]


def answer_box(text: str) -> Flowable:
    """Return the group's answer in a frame; an empty frame has room to write."""
    lines = paragraph(text, styles.ANSWER) if text.strip() else Spacer(0, 52)
    box = Table([[lines]], [styles.WIDTH], splitInRow=int(bool(text.strip())))
    box.setStyle(
        TableStyle([styles.FACE, ("BOX", (0, 0), (-1, -1), 0.8, styles.EDGE), ("LEFTPADDING", (0, 0), (-1, -1), 10),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 10), ("TOPPADDING", (0, 0), (-1, -1), 6),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 10)])
    )  # fmt: skip
    return box


def _teams(setter: Setter) -> list[Flowable]:
    """Return a page for each team if what concerns it fits one."""
    pages: list[Flowable] = [PageBreak(), Bookmark(_("Teams"), "teams")]
    for at, one in enumerate(setter.debrief.sheets):
        for tall, small, most in FORMS:
            page = _team(Setter(setter.debrief, True, tall, small, setter.appendix, most), one, at)
            if story_height(page) <= styles.HEIGHT - SPARE:
                break
        else:
            page = _team(setter, one, at)
        pages += [*([PageBreak()] if at else []), *page]
    return pages


def _team(setter: Setter, one: TeamSheet, at: int) -> list[Flowable]:
    team = setter.teams[one.team]
    place = next(place for place in setter.debrief.places if place.team == one.team)
    page: list[Flowable] = [
        Bookmark(clipped(team.name, 60), f"team-{at}", 1),
        team_name(team, setter.room, styles.H1),
        paragraph(_("Place %(rank)s, %(total)s") % {"rank": place.rank, "total": number(place.total)}, styles.LEAD),
    ]
    if place.parts:
        heads = named(c.MADE_UP_OF, c.AMOUNT)
        page += setter.table(Grid(heads, [list(part) for part in place.parts]), small=True)
    page += _pieces(setter, one.evidence)
    return [*page, *setter.moments(one.moments, _("Moments"))]


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
    if debrief.kit.note and not debrief.badge:
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
        content += setter.table(Grid(heads, rows), [paragraph(_("Options of this game"), styles.H2)], small=True)
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
        table = Grid(named(c.FIGURE, c.HOW_IT_WAS_COUNTED), [list(one) for one in debrief.method])
        content += setter.table(table, [paragraph(_("Figures one by one"), styles.H2)], small=True)
    return content


def _moves(setter: Setter) -> list[Flowable]:
    """Return the log: long logs are cut, the workbook has them whole; what is the same in every line is said once."""
    debrief = setter.debrief
    telling = [one for one in debrief.moves if not one.routine]
    moves = telling[:MOST_MOVES]
    days = list(dict.fromkeys(day for day, _time in map(_parted, moves) if day))
    people = list(dict.fromkeys(one.by for one in moves if one.by))
    heads = [Head(debrief.round_word, "number"), *named(c.N, c.MOVE, c.TIME, c.BY, c.MARK)]
    said = []
    if len(days) == 1:
        said.append(days[0])
    if len(people) == 1:
        said.append(_("recorded by %(name)s") % {"name": people[0]})
    if len(telling) > MOST_MOVES:
        values = {"n": MOST_MOVES, "count": number(len(debrief.moves))}
        said.append(_("the first %(n)s moves; the workbook has all %(count)s") % values)
    if left := sorted({one.action for one in debrief.moves if one.routine}):
        said.append(_("without the entries “%(kinds)s”, which the workbook has") % {"kinds": ", ".join(left)})
    rows = []
    before = None
    for one in moves:
        day, time = _parted(one)
        at = time if len(days) <= 1 else f"{day} {time}".strip()
        who = one.by if len(people) > 1 else ""
        rows.append([one.round if one.round != before else "", one.n, one.words, at, who, one.mark])
        before = one.round
    keep = [at for at in range(len(heads)) if at in (1, 2) or any(row[at] for row in rows)]
    table = Grid([heads[at] for at in keep], [[row[at] for at in keep] for row in rows])
    text = ", ".join(said)
    content: list[Flowable] = [paragraph(f"{text[:1].upper()}{text[1:]}.", styles.SMALL)] if text else []
    return [*content, *setter.table(table, small=True)] if rows else content


def _parted(move: MoveLine) -> tuple[str, str]:
    """Return day and time of a move as they are read."""
    day, _space, time = move.at.rpartition(" ")
    return day, time


__all__ = ["answer_box", "full_report", "tables_in_full", "title_of"]
