"""The key moments of a session (rules § 8): found by rule, each a reference to a move and to a question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.boss.outstanding import outstanding
from games.boss.prices import DEAR, MEAGRE, SHIFT, first_sum, money, shift
from games.boss.questions import KINDS
from games.boss.record import HOSTILE, Chronicle, Negotiation, Play, Takeover
from games.boss.state import BossTable
from games.boss.words import FAIL_WORDS, colour_list, sum_words
from games.engine.evidence import Moment
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: What a card does to agreements (Q8).
BREAKS = {
    "hire": _("Deal %(no)s, hire by %(by)s: %(name)s has %(got)s instead of the agreed %(amount)s"),
    "travel": _("Deal %(no)s, travel card of %(by)s: %(name)s has %(got)s instead of the agreed %(amount)s"),
    "boss": _("Deal %(no)s, boss card of %(by)s: %(name)s has %(got)s instead of the agreed %(amount)s"),
}


def moments(chronicle: Chronicle, t: BossTable) -> dict[str, list[Moment]]:
    """Return the key moments under the question they speak to, in order of play."""
    found: dict[str, list[Moment]] = {}
    for deal in chronicle.deals:
        for question, moment in _of_deal(deal, t):
            found.setdefault(question, []).append(moment)
    for question, moment in [*outstanding(chronicle, t), *_outside(chronicle, t)]:
        found.setdefault(question, []).append(moment)
    for question in found:
        found[question].sort(key=lambda moment: moment.n)
    return found


def _outside(chronicle: Chronicle, t: BossTable) -> Iterator[tuple[str, Moment]]:
    for roll in chronicle.rolls:
        if roll.away == 1:
            text = Words(_("%(name)s rolls %(die)s: one away from the end"), {"name": t.name(roll.by), "die": roll.die})
            yield "9", Moment(roll.n, roll.round, text, roll.by, kind="roll")
    for drop in chronicle.discards:
        line = ngettext(
            "%(name)s has too many cards and discards %(n)s card",
            "%(name)s has too many cards and discards %(n)s cards",
            drop.count,
            name=t.name(drop.team),
        )
        yield "9", Moment(drop.n, drop.round, line, drop.team, kind="discard")


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
        elif not play.stopped:
            yield from _hits(deal, play, t)
        if play.kind in HOSTILE and play.rank == 1 and play.target != play.by:
            figures["target"] = t.name(play.target)
            figures["card"] = Words(KINDS[play.kind])
            line = Words(_("Deal %(no)s: %(name)s plays against the leader, %(target)s: %(card)s"), figures)
            yield "10", Moment(play.n, deal.round, line, play.by, kind="leader")


def _hits(deal: Negotiation, play: Play, t: BossTable) -> Iterator[tuple[str, Moment]]:
    """Name each partner who lost by a card what was agreed, and what he had instead."""
    lost: dict[str, int] = {}
    for made in play.hit:
        if made.fate != "paid":
            lost[made.seller] = lost.get(made.seller, 0) + made.amount
    for seller, amount in lost.items():
        got = deal.got.get(seller, 0)
        if play.kind in BREAKS and got < amount:
            figures = {
                "no": str(deal.no), "by": t.name(play.by), "name": t.name(seller), "amount": sum_words(amount),
                "got": money(got),
            }  # fmt: skip
            text = Words(BREAKS[play.kind], figures)
            yield "8", Moment(play.n, deal.round, text, seller, round(got - amount, 2), play.kind)


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
    for sale in filter(lambda sale: sale.of_assets, deal.sales):
        figures: dict[str, Any] = {
            "name": t.name(sale.seller), "colours": colour_list(sale.colours), "price": money(sale.price),
            "no": str(deal.no), "fair": money(sale.fair),
        }  # fmt: skip
        if sale.ratio > DEAR:
            text = Words(_("Deal %(no)s: %(name)s sells %(colours)s for %(price)s, a fair share is %(fair)s"), figures)
            yield "3", Moment(sale.n, deal.round, text, sale.seller, round(sale.price - sale.fair, 2), "price")
        first = first_sum(deal, sale)
        if t.options.log_depth == "full" and first is not None and abs(shift(first[0], sale.price)) >= SHIFT:
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
