"""Questions 1, 3 and 4: the boss's share, the price of a blocking position, coalitions."""

from __future__ import annotations

from games.boss.prices import money
from games.boss.record import Chronicle, Negotiation, Sale
from games.boss.state import BossTable
from games.boss.words import colours_cell
from games.engine.evidence import Bars, Column, Evidence, Fact, Matrix, Points, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


def answers(chronicle: Chronicle, t: BossTable) -> dict[str, list[Evidence]]:
    """Return the evidence of these questions."""
    closed = [deal for deal in chronicle.deals if deal.closed]
    sales = [sale for deal in closed for sale in deal.sales]
    sold = [sale for sale in sales if sale.of_assets]
    return {"1": _shares(closed, t), "3": _blocking(sold, t), "4": _coalitions(sales, t)}


# ---- 1: which part of the pie ---------------------------------------------------------------------


def _shares(closed: list[Negotiation], t: BossTable) -> list[Evidence]:
    if not closed:
        return []
    total = sum(deal.total for deal in closed)
    kept = sum(deal.total - deal.paid for deal in closed)
    even = sum(1 / deal.seats for deal in closed if deal.seats) / len(closed)
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("paid out by the bank")), total, Words(_("$M"))),
        (Words(_("kept by the bosses")), kept, Words(_("$M"))),
        (Words(_("kept by the bosses, %% of all")), round(100 * kept / total, 1) if total else None, "%"),
        (Words(_("if shared evenly by investors, %%")), round(100 * even, 1), "%"),
    ]
    percent = round(100 * kept / total) if total else 0
    return [
        Bars(
            title=Words(_("The boss keeps %(share)s %% of all money"), {"share": percent}),
            measure=Words(_("Total of each closed deal, $M: what the boss keeps and what partners get")),
            categories=[_deal_label(deal, t) for deal in closed],
            series=[
                Series(Words(_("boss")), [deal.total - deal.paid for deal in closed]),
                Series(Words(_("partners")), [deal.paid for deal in closed]),
            ],
            stacked=True,
            unit=Words(_("$M")),
        ),
        Fact(title=Words(_("Share of the boss")), figures=figures, places=1),
        _share_table(closed),
    ]


def _deal_label(deal: Negotiation, t: BossTable) -> Words:
    return Words(_("%(no)s, %(name)s"), {"no": str(deal.no), "name": t.name(deal.boss)})


def _share_table(closed: list[Negotiation]) -> Table:
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Boss")), "team"),
        Column(Words(_("Total, $M")), "number"),
        Column(Words(_("boss keeps")), "percent"),
        Column(Words(_("an even share")), "percent"),
        Column(Words(_("boss cards")), "number"),
    ]
    rows: list[list[object]] = [
        [
            deal.end, deal.no, deal.boss, deal.total, deal.share, 1 / deal.seats if deal.seats else None,
            len(deal.takeovers),
        ]
        for deal in closed
    ]  # fmt: skip
    return Table(title=Words(_("Deal by deal")), columns=columns, rows=rows)


# ---- 3: what it is worth to be irreplaceable ------------------------------------------------------


def _blocking(sales: list[Sale], t: BossTable) -> list[Evidence]:
    if not sales:
        return []
    alone = [sale.ratio for sale in sales if not sale.alternatives]
    others = [sale.ratio for sale in sales if sale.alternatives]
    clouds: list[tuple[str, Words | str, list[tuple[float, float, Words | str]]]] = [
        (
            team.id,
            team.name,
            [
                (sale.alternatives, round(sale.ratio, 2), Words(_("deal %(no)s"), {"no": str(sale.deal)}))
                for sale in sales
                if sale.seller == team.id
            ],
        )
        for team in t.teams
    ]
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("average price without alternatives")), _mean(alone), Words(_("fair shares"))),
        (Words(_("average price with alternatives")), _mean(others), Words(_("fair shares"))),
    ]
    return [
        Points(
            title=Words(_("Price and alternatives")),
            measure=Words(_("Price in fair shares (total ÷ investors needed); others who could have stood in")),
            x=Words(_("alternatives at the closing")),
            y=Words(_("price, fair shares")),
            clouds=[cloud for cloud in clouds if cloud[2]],
            places=2,
        ),
        Fact(title=Words(_("What an alternative costs")), figures=figures, places=2),
        _sale_table(sales),
    ]


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None


def _sale_table(sales: list[Sale]) -> Table:
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Who")), "team"),
        Column(Words(_("What"))),
        Column(Words(_("Price"))),
        Column(Words(_("fair shares")), "number", 2),
        Column(Words(_("alternatives")), "number"),
    ]
    ordered = sorted(sales, key=lambda sale: -sale.ratio)
    rows: list[list[object]] = [
        [
            sale.n, sale.deal, sale.seller, colours_cell(sale.colours),
            money(sale.price), round(sale.ratio, 2), sale.alternatives,
        ]
        for sale in ordered
    ]  # fmt: skip
    return Table(title=Words(_("All prices, dearest first")), columns=columns, rows=rows)


# ---- 4: who with whom -----------------------------------------------------------------------------


def _coalitions(sales: list[Sale], t: BossTable) -> list[Evidence]:
    paid: dict[tuple[str, str], float] = {}
    for sale in sales:
        key = sale.boss, sale.seller
        paid[key] = paid.get(key, 0) + sale.price
    ids = [team.id for team in t.teams]
    names: list[Words | str] = [team.name for team in t.teams]
    values: list[list[int | float | None]] = [
        [None if boss == partner else paid.get((boss, partner), 0) for partner in ids] for boss in ids
    ]
    pairs: list[list[object]] = []
    for at, one in enumerate(ids):
        for other in ids[at + 1 :]:
            there, back = paid.get((one, other), 0), paid.get((other, one), 0)
            most = max(there, back)
            pairs.append([one, other, there, back, min(there, back) / most if most else None])
    pairs.sort(key=lambda pair: -(float(str(pair[2])) + float(str(pair[3]))))
    columns = [
        Column(Words(_("one of the pair")), "team"),
        Column(Words(_("the other of the pair")), "team"),
        Column(Words(_("paid there, $M")), "number"),
        Column(Words(_("paid back, $M")), "number"),
        Column(Words(_("reciprocity")), "percent"),
    ]
    never = [Words(_("%(one)s and %(other)s"), {"one": t.name(str(pair[0])), "other": t.name(str(pair[1]))})
             for pair in pairs if not pair[2] and not pair[3]]  # fmt: skip
    note = Words(_("Never paid each other: %(pairs)s"), {"pairs": never}) if never else ""
    return [
        Matrix(title=_strongest(pairs, t), measure=Words(_("$M paid: rows boss, columns partner")), note=note,
               rows=names, columns=names, values=values),
        Table(title=Words(_("Pairs, strongest first")), measure=Words(_("Reciprocity: the smaller sum ÷ the larger")),
              columns=columns, rows=pairs),
    ]  # fmt: skip


def _strongest(pairs: list[list[object]], t: BossTable) -> Words:
    if pairs:
        one, other, there, back, _share = pairs[0]
        total = float(str(there)) + float(str(back))
        if total:
            figures = {"one": t.name(str(one)), "other": t.name(str(other)), "total": money(total)}
            return Words(_("The strongest pair: %(one)s and %(other)s, %(total)s"), figures)
    return Words(_("Nobody paid anybody"))
