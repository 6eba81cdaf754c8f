"""The key moments of a session (rules § 8): found by rule, each a reference to a move and to a question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.boss.record import Chronicle, Negotiation, Sale, Takeover
from games.boss.state import BossTable
from games.boss.words import FAIL_WORDS, colour_list, sum_words
from games.engine.evidence import Moment
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: A price above this many fair shares, a sum that moved by this part, a boss left with no more than this part.
DEAR, SHIFT, MEAGRE = 1.5, 0.4, 0.25


def moments(chronicle: Chronicle, t: BossTable) -> dict[str, list[Moment]]:
    """Return the key moments under the question they speak to, in order of play."""
    found: dict[str, list[Moment]] = {}
    for deal in chronicle.deals:
        for question, moment in _of_deal(deal, t):
            found.setdefault(question, []).append(moment)
    for roll in chronicle.rolls:
        if roll.away == 1:
            text = Words(_("%(name)s rolls %(die)s: one away from the end"), {"name": t.name(roll.by), "die": roll.die})
            found.setdefault("9", []).append(Moment(roll.n, roll.round, text, roll.by, kind="roll"))
    return found


def _of_deal(deal: Negotiation, t: BossTable) -> Iterator[tuple[str, Moment]]:
    yield from _cards(deal, t)
    yield from _prices(deal, t)
    yield from _end(deal, t)


def _cards(deal: Negotiation, t: BossTable) -> Iterator[tuple[str, Moment]]:
    for takeover in deal.takeovers:
        yield "6", _takeover(deal, takeover, t)
    for play in deal.plays:
        figures: dict[str, Any] = {"name": t.name(play.by), "no": str(deal.no)}
        if play.kind == "stop":
            saved = sum(made.amount for made in play.hit if made.seller == play.helped and made.fate == "paid")
            text = _("Deal %(no)s: %(name)s stops in own cause")
            if play.helped and play.helped != play.by:
                text = _("Deal %(no)s: %(name)s stops and helps %(helped)s")
                figures["helped"] = t.name(play.helped)
            yield "7", Moment(play.n, deal.round, Words(text, figures), play.by, saved, "stop")
        elif play.kind == "hire" and play.hit and not play.stopped:
            lost = sum(made.amount for made in play.hit)
            figures |= {"target": t.name(play.target), "amount": sum_words(lost)}
            text = _("Deal %(no)s: a hire by %(name)s breaks an agreement, %(target)s loses %(amount)s")
            yield "8", Moment(play.n, deal.round, Words(text, figures), play.by, lost, "hire")


def _takeover(deal: Negotiation, takeover: Takeover, t: BossTable) -> Moment:
    play, got = takeover.play, deal.got.get(takeover.taker, 0)
    figures: dict[str, Any] = {
        "name": t.name(takeover.taker), "former": t.name(takeover.former), "no": str(deal.no),
        "before": sum_words(takeover.taker_before), "after": money(got),
    }  # fmt: skip
    if play.stopped:
        text = _("Deal %(no)s: %(name)s reaches for the lead of %(former)s and is stopped")
        return Moment(play.n, deal.round, Words(text, figures), takeover.taker, kind="boss")
    gain = got - takeover.taker_before if deal.boss == takeover.taker else 0.0
    text = _("Deal %(no)s: %(name)s takes the lead from %(former)s, %(before)s → %(after)s")
    return Moment(play.n, deal.round, Words(text, figures), takeover.taker, round(gain, 2), "boss")


def _prices(deal: Negotiation, t: BossTable) -> Iterator[tuple[str, Moment]]:
    for sale in deal.sales:
        figures: dict[str, Any] = {
            "name": t.name(sale.seller), "colours": colour_list(sale.colours), "price": money(sale.price),
            "no": str(deal.no), "fair": money(sale.fair),
        }  # fmt: skip
        if sale.ratio > DEAR:
            text = Words(_("Deal %(no)s: %(name)s sells %(colours)s for %(price)s, a fair share is %(fair)s"), figures)
            yield "3", Moment(sale.n, deal.round, text, sale.seller, round(sale.price - sale.fair, 2), "price")
        first = first_sum(deal, sale)
        if first is not None and first[0] and abs(sale.price - first[0]) / first[0] >= SHIFT:
            figures["first"] = sum_words(first[0])
            text = Words(_("Deal %(no)s: the price of %(name)s moves from %(first)s to %(price)s"), figures)
            yield "2", Moment(sale.n, deal.round, text, sale.seller, round(sale.price - first[0], 2), "shift")


def _end(deal: Negotiation, t: BossTable) -> Iterator[tuple[str, Moment]]:
    figures: dict[str, Any] = {"no": str(deal.no), "name": t.name(deal.boss), "total": sum_words(deal.total)}
    if deal.end and not deal.closed:
        figures["reason"] = FAIL_WORDS.get(deal.reason, deal.reason or Words(_("no reason given")))
        text = Words(_("Deal %(no)s fails, %(total)s stay on the table: %(reason)s"), figures)
        # What the boss would have had of it is not known: a fair share is a careful guess.
        effect = -round(deal.total / max(deal.seats, 1), 2)
        yield "5", Moment(deal.end, deal.round, text, deal.boss, effect, "failed")
    if deal.closed and deal.share <= MEAGRE:
        figures["rest"] = money(deal.total - deal.paid)
        text = Words(_("Deal %(no)s: of %(total)s only %(rest)s remain for the boss, %(name)s"), figures)
        left = round(deal.total - deal.paid - deal.total / max(deal.seats, 1), 2)
        yield "1", Moment(deal.end, deal.round, text, deal.boss, left, "meagre")
    if len(deal.skipped) >= 2:
        figures["names"] = [t.name(team) for team in deal.skipped]
        text = Words(_("After deal %(no)s turns are passed over: %(names)s"), figures)
        yield "6", Moment(deal.end, deal.round, text, deal.boss, kind="skipped")


def first_sum(deal: Negotiation, sale: Sale) -> tuple[int, str] | None:
    """Return the first sum spoken about what was sold, and by whom."""
    for talk in deal.talks:
        if talk.seller == sale.seller and talk.colours == sale.colours:
            return talk.amount, talk.by
    return None


def money(amount: float) -> Words:
    """Return a sum that may be no whole number of $M."""
    return Words(_("%(amount)sM"), {"amount": int(amount) if amount == int(amount) else float(amount)})
