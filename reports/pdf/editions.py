"""Short editions from the same debrief: one page for the talk with the client, one page for each team."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, HRFlowable, KeepInFrame, PageBreak, Spacer

from reports import columns as c
from reports.columns import named
from reports.debrief import Debrief, TeamSheet
from reports.pdf import styles
from reports.pdf.cover import cover, height
from reports.pdf.full import title_of
from reports.pdf.paper import Bookmark, sheet
from reports.pdf.pieces import Setter
from reports.pdf.text import paragraph, team_name
from reports.tables import Grid
from reports.words import clipped, number

#: room left at the foot of a team's page for its own words
WRITING = 120
MOST_MOMENTS = 6


def one_page(debrief: Debrief) -> bytes:
    """Return the edition for the talk with the client: exactly one page."""
    with translation.override(debrief.language):
        return sheet(debrief, title_of(debrief, _("one page")), cover(debrief), covered=True)


def team_pages(debrief: Debrief) -> bytes:
    """Return a handout: exactly one page for each team."""
    with translation.override(debrief.language):
        setter = Setter(debrief, loose=True, tall=0.7, small=True)
        story: list[Flowable] = []
        for at, one in enumerate(debrief.sheets):
            story += [*([PageBreak()] if at else []), *_team(setter, one, at)]
        return sheet(debrief, title_of(debrief, _("teams")), story)


def _team(setter: Setter, one: TeamSheet, at: int) -> list[Flowable]:
    """Return a team's page: what fits, in order of weight, and lines to write on."""
    debrief = setter.debrief
    team = setter.teams[one.team]
    place = next(place for place in debrief.places if place.team == one.team)
    text = _("Place %(rank)s, %(total)s") % {"rank": place.rank, "total": number(place.total)}
    others = ", ".join(
        f"{clipped(setter.names[other.team], 24)} {number(other.total)}"
        for other in debrief.places
        if other.team != one.team
    )
    page: list[Flowable] = [
        Bookmark(clipped(team.name, 60), f"team-{at}"),
        team_name(team, setter.room, styles.H1, clipped(team.name, 90)),
        paragraph(f"{text}. {others}.", styles.LEAD),
    ]
    blocks: list[list[Flowable]] = []
    if place.parts:
        heads = named(c.MADE_UP_OF, c.AMOUNT)
        blocks.append(setter.table(Grid(heads, [list(part) for part in place.parts])))
    blocks += [setter.evidence(piece) for piece in one.evidence[:1]]
    moments = sorted(sorted(one.moments, key=lambda moment: -abs(moment.effect))[:MOST_MOMENTS], key=lambda m: m.n)
    if moments:
        blocks.append(setter.moments(moments, _("Your moments")))
    blocks += [setter.evidence(piece) for piece in one.evidence[1:]]
    left = False
    for block in blocks:
        if height([*page, *block]) <= styles.HEIGHT - WRITING:
            page += block
        else:
            left = True
    if left:
        page.append(paragraph(_("More stands in the report."), styles.SMALL))
    return _with_lines(page)


def _with_lines(page: Sequence[Flowable]) -> list[Flowable]:
    """Fill the rest of a page with lines to write on."""
    full = [*page, paragraph(_("What we would do again, and what we would do otherwise"), styles.H2)]
    if height(full) > styles.HEIGHT:
        return [KeepInFrame(styles.WIDTH, styles.HEIGHT, list(page), mode="shrink")]
    for _line in range(int((styles.HEIGHT - height(full) - 20) // 26)):
        full += [Spacer(0, 25), HRFlowable(width="100%", thickness=0.6, color=styles.EDGE, spaceBefore=0, spaceAfter=0)]
    return full
