"""What productions cost in enviros, by level, and the collapses (question 3)."""

from __future__ import annotations

from collections.abc import Iterable

from games.ecologic.evidence_case import CYCLE, MOVE, TEAM, Case, figures, pair, ratio
from games.ecologic.evidence_chips import short
from games.ecologic.evidence_holdings import Chip
from games.ecologic.kit import RESOURCES
from games.ecologic.words import TYPES
from games.engine.evidence import Bars, Column, Evidence, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


def harm(case: Case) -> list[Evidence]:
    """Return what productions cost in enviros, by level, and the collapses."""
    found: list[Evidence] = []
    levels = {LOW: [one for one in case.chips if one.level == 1], HIGH: [one for one in case.chips if one.level > 1]}
    known = {what: one for what, one in levels.items() if any(chip.brought or chip.taken for chip in one)}
    if known:
        found.append(_harm_bars(known))
    return [*found, _constants(case), _by_source(case), _collapses(case)]


LOW, HIGH = _("first chip of a sector"), _("second chip and above")


def harm_rate(chips: Iterable[Chip]) -> float | None:
    """Return sum e / sum R: enviros taken for each profit of income."""
    listed = list(chips)
    return ratio(sum(one.taken for one in listed), sum(one.brought for one in listed))


def _harm_bars(levels: dict[str, list[Chip]]) -> Bars:
    said = [pair(Words(what), rate) for what, one in levels.items() if (rate := harm_rate(one)) is not None]
    title = Words(_("Enviros taken for each profit of income: %(parts)s"), {"parts": said})
    if not said:
        title = Words(_("No income yet to compare the enviros with"))
    return Bars(
        title=title,
        measure=Words(_("Enviros that chips took / income they brought; chips of the set-up are counted too")),
        categories=[Words(what) for what in levels],
        series=[Series(Words(_("enviros taken")), [short(harm_rate(one)) for one in levels.values()])],
        places=2,
        unit=Words(_("for a profit of income")),
    )


def _constants(case: Case) -> Table:
    """Return the enviros for a profit as the kit's income table has it: level / income."""
    earns = case.t.kit.earns
    top = case.t.max_level
    rows: list[list[object]] = []
    said: list[Words] = []
    for type in RESOURCES:
        rates = [short(ratio(level, earns(type, level))) for level in range(1, top + 1)]
        rows.append([TYPES[type], *rates])
        if rates[0] is not None and rates[-1] is not None:
            values = {"what": TYPES[type], "first": float(rates[0]), "last": float(rates[-1])}
            said.append(Words(_("%(what)s %(first)s → %(last)s"), values))
    return Table(
        title=Words(_("By the income table, from level 1 to %(top)s: %(parts)s"), {"top": top, "parts": said}),
        measure=Words(_("Enviros a production takes in a cycle for each profit it earns: level / income")),
        columns=[
            Column(Words(_("type"))),
            *(Column(Words(_("level %(n)s"), {"n": level}), "number", 2) for level in range(1, top + 1)),
        ],
        rows=rows,
    )


def _by_source(case: Case) -> Bars:
    sources = {
        ("chips",): _("chips on the board"),
        ("cards",): _("eco-initiatives"),
        ("reserve",): _("Reserve next door"),
        ("event",): _("events"),
    }
    sums = {label: [case.flow(team, "enviros", *whys) for team in case.teams] for whys, label in sources.items()}
    said = [pair(Words(label), sum(one)) for label, one in sums.items() if any(one)]
    title = Words(_("Enviros of all teams by source: %(parts)s"), {"parts": said})
    if not said:
        title = Words(_("No enviros came or went yet"))
    return Bars(
        title=title,
        measure=Words(_("Enviros got and given in the whole game")),
        categories=[case.name(team) for team in case.teams],
        series=[Series(Words(label), list(one)) for label, one in sums.items() if any(one)],
        stacked=True,
        unit=Words(_("enviros")),
    )


def _collapses(case: Case) -> Table:
    listed = case.record.collapses
    rows: list[list[object]] = [
        [one.n, one.round, one.team, case.chip(one.chip) if one.chip else "", one.short] for one in listed
    ]
    title = Words(_("There was no ecological collapse"))
    if listed:
        said = [
            pair(case.name(team), count) for team in case.teams if (count := sum(one.team == team for one in listed))
        ]
        title = Words(_("Ecological collapses: %(parts)s"), {"parts": said})
    return Table(
        title=title,
        measure=Words(_("Who owed more enviros than there were, by how much, and the chip that was closed")),
        columns=[
            MOVE,
            CYCLE,
            TEAM,
            Column(Words(_("chip closed"))),
            figures(_("short of enviros")),
        ],
        rows=rows,
    )
