"""D-1 and D-2: what assets returned, and what monopolies cost and brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.evidence import Bars, Column, Evidence, Lines, Moment, Moments, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.names import Label, company_name
from games.market.seen import UNIT, Flow, asset_name, drawn, drawn_note

if TYPE_CHECKING:
    from games.market.evidence import MarketCollector
    from games.market.state import MarketTable

ASSET, PLAYER, ENTRY = Words(_("asset")), Words(_("player")), Words(_("entry"))
ROI_MEASURE = Words(
    _(
        "Income, dividends and sale, plus the closing nominal, less penalties, tax (10 %% of nominal) "
        "and the price paid; in percent of the price paid"
    )
)


def held(seen: MarketCollector) -> list[Flow]:
    """Return the assets that somebody bought, best return first; income by shares given back counts where it arose."""
    flows = [flow for flow in seen.flows.values() if flow.paid]
    return sorted(flows, key=lambda flow: (-(flow.roi or 0), flow.team, flow.asset))


def whose(t: MarketTable, flow: Flow) -> Words:
    """Return «Анна: участок № 2»."""
    return Words(_("%(name)s: %(asset)s"), {"name": t.name(flow.team), "asset": asset_name(flow.asset)})


def returns(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-1: return on each asset, and the flows it is made of (§ 8.1)."""
    flows = held(seen)
    if not flows:
        return []
    best, worst = flows[0], flows[-1]
    title = Words(
        _("%(best)s returns %(most)s %%, %(worst)s %(least)s %%"),
        {
            "best": whose(t, best),
            "most": round(percent(best)),
            "worst": whose(t, worst),
            "least": round(percent(worst)),
        },
    )
    bars = Bars(
        title=title,
        measure=ROI_MEASURE,
        categories=[whose(t, flow) for flow in flows],
        series=[Series(Words(_("return, %%")), [percent(flow) for flow in flows])],
        places=1,
        unit="%",
    )
    picked = [best] if best is worst else [best, worst]
    return [
        bars,
        flow_table(t, sorted(flows, key=lambda flow: (flow.team, flow.asset))),
        income_table(seen, t),
        Moments(
            title=Words(_("The purchases with the best and the worst return")), moments=[bought(t, f) for f in picked]
        ),
    ]


def percent(flow: Flow) -> float:
    """Return the ROI in percent, one decimal."""
    return round(100 * (flow.roi or 0), 1)


def bought(t: MarketTable, flow: Flow) -> Moment:
    """Return the purchase as a moment; its effect is the result of the asset."""
    words = Words(
        _("%(name)s buys %(asset)s: paid %(paid)s, result %(result)s"),
        {"name": t.name(flow.team), "asset": asset_name(flow.asset), "paid": flow.paid, "result": flow.result},
    )
    return Moment(flow.n, flow.turn, words, flow.team, flow.result, "purchase")


def flow_table(t: MarketTable, flows: list[Flow]) -> Table:
    """Return paid, income, dividends, penalties, tax, sale, closing and result per player and asset."""
    columns = [Column(PLAYER, "team"), Column(ASSET)]
    labels = (
        _("price paid"), _("income"), _("dividends"), _("penalties"), _("tax"), _("sold"), _("closing nominal"),
        _("result"),
    )  # fmt: skip
    columns += [Column(Words(label), "number") for label in labels]
    columns += [Column(Words(_("return")), "percent", 1), Column(ENTRY, "moment")]
    rows: list[list[Any]] = [
        [
            f.team, asset_name(f.asset), f.paid, f.income, f.dividends, -f.penalties, -f.tax, f.sold, f.closing,
            f.result, f.roi, f.n,
        ]
        for f in flows
    ]  # fmt: skip
    return Table(
        title=Words(_("Cash flows of each asset, yuns")),
        measure=ROI_MEASURE,
        note=Words(_("Plots without the enterprises built on them")),
        columns=columns,
        rows=rows,
    )


def income_table(seen: MarketCollector, t: MarketTable) -> Table:
    """Return how much each company paid to its shareholders (M-067)."""
    order = sorted(t.kit.companies, key=lambda name: -seen.company_income.get(name, 0))
    teams = [team.id for team in t.teams]
    rows: list[list[Any]] = []
    for company in order:
        got = [seen.flows[team, company].income if (team, company) in seen.flows else 0 for team in teams]
        rows.append([company_name(company), *got, seen.company_income.get(company, 0)])
    first = order[0]
    title = Words(
        _("Most income to shareholders: %(company)s, %(sum)s"),
        {"company": company_name(first), "sum": seen.company_income.get(first, 0)},
    )
    columns = [Column(Words(_("company"))), *[Column(t.name(team), "number") for team in teams]]
    columns.append(Column(Words(_("together")), "number"))
    return Table(title=title, measure=UNIT, columns=columns, rows=rows)


def monopolies(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-2: each stretch with two or three shares of a company; stakes along the turns."""
    found: list[Evidence] = []
    if seen.spells:
        found += [spell_spans(seen, t), spell_table(seen, t)]
    for company in sorted({spell.company for spell in seen.spells}):
        found.append(stakes(seen, t, company))
    moments = []
    for spell in seen.spells:
        figures = {"name": t.name(spell.team), "company": company_name(spell.company)}
        moments.append(
            Moment(spell.n, spell.turn, Words(_("%(name)s becomes a monopolist: %(company)s"), figures), spell.team)
        )
        if spell.forced:
            lost = spell.forced_got - spell.forced_nominal
            words = Words(
                _("%(name)s must sell shares: %(company)s, %(lost)s against the nominal"), {**figures, "lost": lost}
            )
            moments.append(Moment(spell.end_n, spell.end_turn, words, spell.team, lost, "forced"))
    if moments:
        found.append(Moments(title=Words(_("Becoming a monopolist, and the forced sale")), moments=moments))
    return found


def last_turn(seen: MarketCollector) -> int:
    """Return the number of the last turn that was seen."""
    return seen.snapshots[-1].turn if seen.snapshots else 1


def spell_spans(seen: MarketCollector, t: MarketTable) -> Spans:
    """Return the monopolies as stretches on the axis of turns."""
    last = last_turn(seen)
    found: dict[tuple[str, str], list[tuple[float, float, Label, str]]] = {}
    for spell in sorted(seen.spells, key=lambda one: [team.id for team in t.teams].index(one.team)):
        income = Words(_("income %(sum)s"), {"sum": spell.income})
        span = (spell.turn, spell.end_turn or last, income, "forced" if spell.forced else "held")
        found.setdefault((spell.team, spell.company), []).append(span)
    rows: list[tuple[str, Label, list[tuple[float, float, Label, str]]]] = [
        (team, Words(_("%(name)s: %(asset)s"), {"name": t.name(team), "asset": company_name(company)}), spans)
        for (team, company), spans in found.items()
    ]
    most = max(seen.spells, key=lambda spell: (spell.end_turn or last) - spell.turn)
    title = Words(
        _("The longest monopoly: %(name)s, %(company)s, turns %(from)s to %(to)s"),
        {
            "name": t.name(most.team), "company": company_name(most.company), "from": most.turn,
            "to": most.end_turn or last,
        },
    )  # fmt: skip
    return Spans(
        title=title,
        measure=Words(_("two or three shares of one company, and the income they brought")),
        axis=Words(_("turn")),
        rows=rows,
    )


def spell_table(seen: MarketCollector, t: MarketTable) -> Table:
    """Return what each monopoly brought, and what the forced sale left of the nominal."""
    last = last_turn(seen)
    labels = (
        _("from turn"), _("to turn"), _("income"), _("commissions asked"), _("commissions paid"), _("sold for"),
        _("its nominal"), _("received"),
    )  # fmt: skip
    columns = [Column(PLAYER, "team"), Column(Words(_("company")))]
    columns += [Column(Words(label), "number") for label in labels]
    columns.append(Column(ENTRY, "moment"))
    rows: list[list[Any]] = [
        [
            s.team, company_name(s.company), s.turn, s.end_turn or last, s.income, s.asked, s.granted,
            s.forced_price or None, s.forced_nominal or None, s.forced_got or None, s.n,
        ]
        for s in seen.spells
    ]  # fmt: skip
    forced = [spell for spell in seen.spells if spell.forced]
    lost = sum(spell.forced_nominal - spell.forced_got for spell in forced)
    title = Words(
        _("Monopolies: %(count)s, forced sales: %(forced)s, lost against the nominal: %(lost)s"),
        {"count": len(seen.spells), "forced": len(forced), "lost": lost},
    )
    measure = Words(_("yuns; commissions asked and paid: for cards; sold for: by order of the committee"))
    return Table(title=title, measure=measure, columns=columns, rows=rows)


def stakes(seen: MarketCollector, t: MarketTable, company: str) -> Lines:
    """Return the stakes in one company at the end of each turn, stacked 0 to 3."""
    turns = [snapshot.turn for snapshot in drawn(seen.snapshots)]
    series = []
    for team in t.teams:
        values = []
        for turn in turns:
            now: dict[str, int] = {}
            for at, _n, name, holders in seen.stakes:
                if name == company and at <= turn:
                    now = holders
            values.append(now.get(team.id, 0))
        if any(values):
            series.append(Series(team.name, list(values), team.id))
    title = Words(_("Stakes: %(company)s"), {"company": company_name(company)})
    return Lines(
        title=title,
        measure=Words(_("shares at the end of the turn")),
        axis=Words(_("turn")),
        note=drawn_note(seen.snapshots),
        points=[str(turn) for turn in turns],
        series=series,
        stacked=True,
    )
