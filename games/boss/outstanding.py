"""Moments that stand out in the whole session (rules § 8): the most and the least of a thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.boss.prices import DEAR, MEAGRE, SHIFT, first_sum, money, shift
from games.boss.record import Chronicle, Negotiation, Sale
from games.boss.state import BossTable
from games.boss.words import colour_list, sum_words
from games.engine.evidence import Moment
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


def outstanding(chronicle: Chronicle, t: BossTable) -> Iterator[tuple[str, Moment]]:
    """Yield them with the question they speak to; what another rule names anyway is not named twice."""
    closed = [deal for deal in chronicle.deals if deal.closed]
    yield from _shares(closed, t)
    sales = [(deal, sale) for deal in closed for sale in deal.sales if sale.of_assets]
    if t.options.log_depth == "full":
        yield from _widest(sales, t)
        yield from _most_talk(chronicle, t)
    yield from _dearest(sales, t)
    yield from _pair(sales, t)
    if chronicle.deals:
        yield "9", _smallest_hand(chronicle, t)


def _shares(closed: list[Negotiation], t: BossTable) -> Iterator[tuple[str, Moment]]:
    if len({deal.share for deal in closed}) < 2:
        return
    most, least = max(closed, key=lambda deal: deal.share), min(closed, key=lambda deal: deal.share)
    for deal, text in (
        (most, _("Deal %(no)s: the largest part for a boss, %(name)s keeps %(kept)s of %(total)s")),
        (least, _("Deal %(no)s: the smallest part for a boss, %(name)s keeps %(kept)s of %(total)s")),
    ):
        if deal is most or deal.share > MEAGRE:
            figures = {
                "no": str(deal.no), "name": t.name(deal.boss), "kept": money(deal.total - deal.paid),
                "total": sum_words(deal.total),
            }  # fmt: skip
            more = round(deal.total - deal.paid - deal.total / max(deal.seats, 1), 2)
            yield "1", Moment(deal.end, deal.round, Words(text, figures), deal.boss, more, "share")


def _widest(sales: list[tuple[Negotiation, Sale]], t: BossTable) -> Iterator[tuple[str, Moment]]:
    """Yield the widest way from the first sum to the price, unless it is wide enough to be named by itself."""
    ways = [(abs(shift(first[0], sale.price)), first[0], deal, sale)
            for deal, sale in sales if (first := first_sum(deal, sale))]  # fmt: skip
    if not ways:
        return
    way, spoken, deal, sale = max(ways, key=lambda found: found[0])
    if 0 < way < SHIFT:
        figures = _sold(deal, sale, t) | {"first": sum_words(spoken)}
        text = Words(_("Deal %(no)s: the price of %(name)s moves from %(first)s to %(price)s"), figures)
        yield "2", Moment(sale.n, deal.round, text, sale.seller, round(sale.price - spoken, 2), "shift")


def _most_talk(chronicle: Chronicle, t: BossTable) -> Iterator[tuple[str, Moment]]:
    counts = [(sum(talk.kind != "agree" for talk in deal.talks), deal) for deal in chronicle.deals]
    most = max((count for count, _deal in counts), default=0)
    if most > 1:
        deal = next(deal for count, deal in counts if count == most)
        figures = {"no": str(deal.no), "n": most}
        text = Words(_("Deal %(no)s: most sums are named, %(n)s"), figures)
        yield "2", Moment(deal.n, deal.round, text, deal.opener, kind="talk")


def _dearest(sales: list[tuple[Negotiation, Sale]], t: BossTable) -> Iterator[tuple[str, Moment]]:
    """Yield the highest price for which nobody else could have stood in."""
    alone = [(deal, sale) for deal, sale in sales if not sale.alternatives]
    if not alone:
        return
    deal, sale = max(alone, key=lambda found: found[1].ratio)
    if sale.ratio <= DEAR:
        text = Words(_("Deal %(no)s: %(name)s is irreplaceable, %(colours)s for %(price)s"), _sold(deal, sale, t))
        yield "3", Moment(sale.n, deal.round, text, sale.seller, round(sale.price - sale.fair, 2), "price")


def _sold(deal: Negotiation, sale: Sale, t: BossTable) -> dict[str, Any]:
    return {
        "no": str(deal.no), "name": t.name(sale.seller), "colours": colour_list(sale.colours),
        "price": money(sale.price),
    }  # fmt: skip


def _pair(sales: list[tuple[Negotiation, Sale]], t: BossTable) -> Iterator[tuple[str, Moment]]:
    """Yield the largest payment of the pair that paid each other most."""
    paid: Counter[frozenset[str]] = Counter()
    for _deal, sale in sales:
        paid[frozenset((sale.boss, sale.seller))] += round(sale.price * 60)
    if not any(paid.values()):
        return
    pair = max(paid, key=lambda one: paid[one])
    within = [(deal, sale) for deal, sale in sales if {sale.boss, sale.seller} == pair]
    deal, sale = max(within, key=lambda found: found[1].price)
    figures = _sold(deal, sale, t) | {"boss": t.name(sale.boss)}
    text = Words(_("Deal %(no)s: the largest payment of the strongest pair, %(boss)s → %(name)s %(price)s"), figures)
    yield "4", Moment(sale.n, deal.round, text, sale.seller, sale.price, "pair")


def _smallest_hand(chronicle: Chronicle, t: BossTable) -> Moment:
    deal = min(chronicle.deals, key=lambda deal: deal.hand)
    figures = {"no": str(deal.no), "name": t.name(deal.opener), "hand": deal.hand}
    text = Words(_("Deal %(no)s: %(name)s opens with the smallest hand, cards: %(hand)s"), figures)
    return Moment(deal.n, deal.round, text, deal.opener, kind="hand")
