"""What concerns one team, for its own page."""

from __future__ import annotations

from games.ecologic.evidence_case import (
    AXIS,
    CYCLE,
    EFFECT_LABEL,
    MOVE,
    Case,
    figures,
    profits,
    signed,
)
from games.ecologic.evidence_market import brought
from games.engine.evidence import Column, Evidence, Lines, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


def sheet(case: Case, team: str) -> list[Evidence]:
    """Return both stocks cycle by cycle, and what the team bought."""
    found: list[Evidence] = [_stocks(case, team)] if case.cycles else []
    if any(sale.buyer == team for sale in case.sales):
        found.append(_purchases(case, team))
    return found


def _stocks(case: Case, team: str) -> Lines:
    cycles = [case.record.start, *case.cycles]
    last = cycles[-1]
    k = case.k(last, team)
    values = {"profits": last.profits[team], "enviros": last.enviros[team], "k": 0.0 if k is None else k}
    return Lines(
        title=Words(_("Profits %(profits)s, enviros %(enviros)s in the end, К %(k)s"), values),
        measure=Words(_("Both stocks after the set-up and at the end of each cycle")),
        axis=AXIS,
        points=case.points(start=True),
        series=[
            Series(Words(_("profits")), [cycle.profits[team] for cycle in cycles]),
            Series(Words(_("enviros")), [cycle.enviros[team] for cycle in cycles]),
        ],
    )


def _purchases(case: Case, team: str) -> Table:
    sales = [sale for sale in case.sales if sale.buyer == team]
    rows: list[list[object]] = []
    strongest: tuple[int, object] = 0, ""
    for sale in sales:
        effect = case.of_sale(sale)
        got, enviros = brought(case, sale)
        points = effect.points if effect else None
        rows.append([sale.n, sale.round, case.lot(sale.lot), sale.paid, got, enviros, points])
        if points is not None and abs(points) > abs(strongest[0]):
            strongest = points, case.quoted(sale.lot)
    values = {"n": len(sales), "sum": profits(sum(sale.paid for sale in sales))}
    title = Words(_("Bought: %(n)s for %(sum)s"), values)
    if strongest[0]:
        values |= {"lot": strongest[1], "points": signed(strongest[0])}
        title = Words(_("Bought: %(n)s for %(sum)s; most effect: %(lot)s %(points)s"), values)
    return Table(
        title=title,
        columns=[
            MOVE,
            CYCLE,
            Column(Words(_("lot"))),
            figures(_("profits paid")),
            figures(_("profits brought")),
            figures(_("enviros brought")),
            figures(EFFECT_LABEL),
        ],
        rows=rows,
    )
