"""Page one, for somebody who was not there. It is one page whatever the trainer typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, KeepInFrame, Paragraph, Spacer, TableStyle
from reportlab.platypus import Table as Grid
from reportlab.platypus.flowables import _listWrapOn

from games.engine.evidence import Evidence, Table
from reports import columns as c
from reports import tables
from reports.charts import chart
from reports.columns import Head, named
from reports.debrief import Debrief, Finding
from reports.pdf import styles
from reports.pdf.paper import About
from reports.pdf.pieces import Setter
from reports.pdf.text import bold, markup, paragraph
from reports.words import clipped

#: letters that fit page one
TITLE, LEAD, TEXT, LIMITS, NAME = 150, 420, 260, 700, 40

#: a page counts the spaces between its parts a little otherwise than the measure does
SPARE = 10


def cover(debrief: Debrief) -> list[Flowable]:
    """Return page one: winner, result, turning points, findings, limits; the fullest form that fits."""
    for story in _forms(debrief):
        if height(story) <= styles.HEIGHT - SPARE:
            return story
    return [KeepInFrame(styles.WIDTH, styles.HEIGHT, story, mode="shrink")]


def height(story: Sequence[Flowable], width: float = styles.WIDTH) -> float:
    """Return how high a story is; nothing is drawn."""
    return float(_listWrapOn(list(story), width, None)[1])


def _forms(debrief: Debrief) -> Iterator[list[Flowable]]:
    """Yield page one from the fullest form to the barest."""
    for share, short in ((1.0, False), (0.8, False), (0.7, True), (0.0, True)):
        yield _story(debrief, share, short)


def _story(debrief: Debrief, share: float, short: bool) -> list[Flowable]:
    setter = Setter(debrief, loose=True)
    summary = debrief.summary
    about = _("Report of a game.")
    if debrief.header.trainer:
        about += " " + _("Trainer: %(name)s.") % {"name": clipped(debrief.header.trainer, NAME)}
    if debrief.header.made_at:
        about += " " + _("Made: %(at)s.") % {"at": debrief.header.made_at}
    results = result_table(debrief)
    story: list[Flowable] = [
        About(about, debrief.badge),
        paragraph(clipped(summary.title, TITLE), styles.H1),
        paragraph(clipped(summary.lead, LEAD), styles.LEAD),
        *setter.table(results, last_bold=results.heads[-1].kind == "number"),
    ]
    if summary.chart is not None and share:
        drawn = chart(summary.chart, styles.WIDTH, debrief.teams, debrief.game.ink, tall=share)
        story += [
            paragraph(clipped(str(summary.chart.title), TITLE), styles.H2),
            paragraph(clipped(str(summary.chart.measure), LEAD), styles.SMALL),
        ]
        if drawn is not None:
            story += [Spacer(0, 2), drawn.drawing]
    if not short or summary.chart is None:
        story += _turning(debrief, setter)
    if summary.findings:
        story.append(paragraph(_("What stands out"), styles.H2))
        story += [finding(at, one, short) for at, one in enumerate(summary.findings[:3], 1)]
    story += setter.note(clipped(" ".join(summary.limits), LIMITS), _("What this report does not show."))
    return story


def result_table(debrief: Debrief) -> tables.Grid:
    """Return who got what: the game's own table of the result if it is narrow enough for page one, else the parts."""
    for piece in debrief.results:
        if isinstance(piece, Table) and len(piece.columns) <= 9 and len(piece.rows) <= 8:
            return tables.grid(piece)
    labels = list(dict.fromkeys(label for place in debrief.places for label, _figure in place.parts))
    heads = [*named(c.TEAM), *(Head(label, "number") for label in labels), *named(c.TOTAL)]
    rows: list[list[Any]] = []
    for place in debrief.places:
        parts = dict(place.parts)
        rows.append([place.team, *(parts.get(label) for label in labels), place.total])
    return tables.Grid(heads, rows)


def more_results(debrief: Debrief) -> list[Evidence]:
    """Return what page one does not say of the result already."""
    said = result_table(debrief)
    return [
        piece for piece in debrief.results if piece.note or not isinstance(piece, Table) or tables.grid(piece) != said
    ]


def _turning(debrief: Debrief, setter: Setter) -> list[Flowable]:
    """Return the last changes of the leader in words."""
    story: list[Flowable] = []
    for one in debrief.summary.turning[-2:]:
        values = {
            "team": clipped(setter.names[one.team], NAME),
            "before": clipped(setter.names[one.before], NAME),
            "move": clipped(one.words, 120),
            "where": setter.where(one.n, one.round),
        }
        text = _("%(where)s: %(team)s takes the lead from %(before)s. %(move)s") % values
        story += [Spacer(0, 4), paragraph(text, styles.SMALL)]
    return story


def finding(at: int, one: Finding, short: bool = False) -> Flowable:
    """Return a finding with its number at the left, its figure and its moves."""
    text = bold(clipped(one.head, TEXT))
    if one.text and not short:
        text += " " + markup(clipped(one.text, TEXT))
    if one.moves:
        numbers = ", ".join(str(n) for n in one.moves[:8])
        moves = (_("Moves № %(n)s") if len(one.moves) > 1 else _("Move № %(n)s")) % {"n": numbers}
        text += f' <font size="9.4" color="{styles.GREY.hexval().replace("0x", "#")}">{markup(moves)}</font>'
    row = Grid([[paragraph(str(at), styles.BIG_NUMBER), Paragraph(text, styles.BODY)]], [28, styles.WIDTH - 28])
    row.setStyle(
        TableStyle([styles.FACE, ("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 0)])
    )  # fmt: skip
    return row
