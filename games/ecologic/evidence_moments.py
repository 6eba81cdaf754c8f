"""Key moments (rules § 8): what the log marks as telling, with its effect on the score where that can be said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.ecologic.evidence_case import Case, enviros, profits, score_points
from games.ecologic.evidence_facts import Cycle, Sale
from games.ecologic.evidence_holdings import Card, Chip, Token
from games.ecologic.evidence_strategy import lost
from games.ecologic.words import card_name, lot_name, tor_name
from games.engine.evidence import Label, Moment
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: a change of a score from one cycle's end to the next: by how much, both cycles, the team
Change = tuple[int, Cycle, Cycle, str]
#: a premium from here on, as a share of the starting price, is worth a moment
DEAR = 0.5
#: so many bids make a long auction
LONG = 3
#: a change of the score from one cycle's end to the next, or by one purchase, worth a moment
LARGE = 3
#: at most so many purchases that cost points
MOST_BAD = 5
#: at most so many cards that nobody bought
MOST_REFUSED = 5

#: kind of moment -> the questions it belongs to; a purchase may be of several kinds
QUESTIONS_OF: dict[str, tuple[str, ...]] = {
    "collapse": ("3", "7", "10"),
    "minus_left": ("3",),
    "premium": ("8",),
    "longest": ("8",),
    "rise": ("6", "11"),
    "fall": ("6", "11"),
    "leader": ("6",),
    "exchange_lost": ("5", "8"),
    "refused": ("4", "10"),
    "default": ("4", "12"),
    "bad_chip": ("2", "8"),
    "bad_eco": ("4", "8"),
    "bad_tor": ("5", "8"),
    "good_eco": ("4",),
    "good_tor": ("5",),
    "blocked": ("5", "11"),
    "surplus": ("6", "12"),
    "placed": ("1",),
    "paid_back": ("2",),
    "tor": ("5",),
    "shared": ("7", "9"),
    "last": ("12",),
}


def key_moments(case: Case) -> list[Moment]:
    """Return the key moments of the game, the largest effect first."""
    found = [
        *_collapses(case),
        *_swings(case),
        *_leaders(case),
        *_cards(case),
        *_purchases(case),
        *_blocked(case),
        *_surplus(case),
    ]
    return sorted(found, key=lambda one: (-abs(one.effect), one.n))


def answers_moments(case: Case, key: list[Moment]) -> dict[str, list[Moment]]:
    """Return the moments of each question: the key ones of its kinds, and those that only show it."""
    found: dict[str, list[Moment]] = {}
    for moment in [*key, *_placed(case), *_paid_back(case), *_tors(case), *_shared(case), *_last(case)]:
        for question in dict.fromkeys(one for kind in moment.kind.split() for one in QUESTIONS_OF[kind]):
            told = found.setdefault(question, [])
            if all(one.n != moment.n for one in told):
                told.append(moment)
    return {question: sorted(told, key=lambda one: one.n) for question, told in found.items()}


# ---- ecology ------------------------------------------------------------------------------------


def _collapses(case: Case) -> Iterator[Moment]:
    for one in case.record.collapses:
        values = {"name": case.name(one.team), "n": one.short}
        if one.chip is not None:
            msgid = _("%(name)s: collapse, enviros short by %(n)s, marker to “minus”, chip closed: %(chip)s")
            if one.again:
                msgid = _("%(name)s: collapse again, enviros short by %(n)s, chip closed: %(chip)s")
            words = Words(msgid, {**values, "chip": case.chip(one.chip)})
        else:
            msgid = _("%(name)s: collapse, enviros short by %(n)s, marker to “minus”, no chip to close")
            if one.again:
                msgid = _("%(name)s: collapse again, enviros short by %(n)s, no chip to close")
            words = Words(msgid, values)
        yield Moment(one.n, one.round, words, one.team, -1 if one.chip else 0, "collapse")
    for left in case.record.left_minus:
        words = Words(_("%(name)s leaves “minus”"), {"name": case.name(left.team)})
        yield Moment(left.n, left.round, words, left.team, kind="minus_left")


def _blocked(case: Case) -> Iterator[Moment]:
    for one, event in case.record.spared:
        token = case.token_of(one.team, "academy")
        values = {
            "tor": tor_name(case.t, token.tor) if token else "",
            "event": case.event(event),
            "name": case.name(one.team),
        }
        if one.amount:
            kept = profits(one.amount) if one.what == "profits" else enviros(one.amount)
            words = Words(_("“%(tor)s” holds off “%(event)s”: %(name)s, spared %(kept)s"), {**values, "kept": kept})
        else:
            words = Words(_("“%(tor)s” holds off “%(event)s”: %(name)s"), values)
        yield Moment(one.n, one.round, words, one.team, kind="blocked")


# ---- the score ----------------------------------------------------------------------------------


def _swings(case: Case) -> Iterator[Moment]:
    """Yield the largest fall and the largest rise from one cycle's end to the next."""
    changes = [
        (cycle.scores[team].total - before.scores[team].total, before, cycle, team)
        for before, cycle in pairwise(case.cycles)
        for team in case.teams
    ]
    for kind, (change, before, cycle, team) in _extremes(changes):
        steps = cycle.falls if kind == "fall" else cycle.rises
        n = steps[team][1] if team in steps else cycle.n
        struck = (cycle.round, cycle.event, team) in case.record.struck
        msgid = _("%(name)s loses %(points)s in cycle %(n)s%(event)s: %(was)s → %(now)s")
        if kind == "rise":
            msgid = _("%(name)s gains %(points)s in cycle %(n)s%(event)s: %(was)s → %(now)s")
        values = {
            "name": case.name(team),
            "points": score_points(abs(change)),
            "n": cycle.round,
            "event": Words(_(", “%(name)s”"), {"name": case.event(cycle.event)}) if struck else "",
            "was": before.scores[team].total,
            "now": cycle.scores[team].total,
        }
        yield Moment(n, cycle.round, Words(msgid, values), team, change, kind)


def _extremes(changes: list[Change]) -> Iterator[tuple[str, Change]]:
    low = min(changes, key=lambda one: one[0], default=None)
    high = max(changes, key=lambda one: one[0], default=None)
    if low is not None and low[0] <= -LARGE:
        yield "fall", low
    if high is not None and high[0] >= LARGE:
        yield "rise", high


def _leaders(case: Case) -> Iterator[Moment]:
    leader = ""
    done = 0
    for cycle in case.cycles:
        first = cycle.leader()
        if first and leader and first != leader:
            values = {"before": case.name(leader), "name": case.name(first), "points": cycle.scores[first].total}
            words = Words(_("The leader changes: %(before)s → %(name)s (%(points)s)"), values)
            n = cycle.lead if cycle.lead > done else cycle.n
            yield Moment(n, cycle.round, words, first, kind="leader")
        leader = first or leader
        done = cycle.n


def _surplus(case: Case) -> Iterator[Moment]:
    if not case.cycles:
        return
    team = max(case.teams, key=lambda one: lost(case, one)[0])
    over, gone = lost(case, team)
    if over >= LARGE:
        own = case.t.state.players[team]
        values = {
            "name": case.name(team),
            "profits": own.profits,
            "enviros": own.enviros,
            "base": case.scores[team].base,
        }
        words = Words(_("%(name)s ends with profits %(profits)s, enviros %(enviros)s: base points %(base)s"), values)
        yield Moment(case.record.n, case.cycles[-1].round, words, team, -max(0, gone), "surplus")


# ---- auctions and purchases -----------------------------------------------------------------------


def _buys(case: Case, sale: Sale, figures: Label = "") -> Words:
    values = {"name": case.name(sale.buyer), "lot": lot_name(case.t, sale.lot), "paid": sale.paid}
    if figures:
        return Words(_("%(name)s buys %(lot)s for %(paid)s: %(figures)s"), {**values, "figures": figures})
    return Words(_("%(name)s buys %(lot)s for %(paid)s"), values)


def _notable(case: Case) -> Iterator[tuple[Sale, str, Label]]:
    """Yield the purchases worth a moment, why, and the figures that show it; one purchase may come more than once."""
    held = [sale for sale in case.sales if sale.auction]
    for kind in ("eco", "chip", "tor"):
        dear = max((sale for sale in held if sale.lot.kind == kind), key=lambda one: one.rate, default=None)
        if dear is not None and dear.rate >= DEAR:
            values = {"start": dear.start, "rate": round(100 * dear.rate)}
            yield dear, "premium", Words(_("start %(start)s, premium +%(rate)s%%"), values)
    long = max(held, key=lambda one: one.raises, default=None)
    if long is not None and long.raises >= LONG:
        shown = {"bids": bids(long.raises), "start": long.start, "bid": long.bid}
        yield long, "longest", Words(_("longest bidding, %(bids)s, %(start)s → %(bid)s"), shown)
    for sale in held:
        token = case.token_of(sale.opener, "exchange")
        if token is not None and sale.halved and sale.buyer != sale.opener:
            msgid = _("opened by the owner of “%(tor)s”, %(name)s, start %(normal)s → %(start)s")
            names = {"tor": tor_name(case.t, token.tor), "name": case.name(sale.opener)}
            yield sale, "exchange_lost", Words(msgid, {**names, "normal": sale.normal, "start": sale.start})
    effects = [(effect.points, sale) for sale in case.sales if (effect := case.of_sale(sale)) is not None]
    for points, sale in sorted(effects, key=lambda one: one[0])[:MOST_BAD]:
        if points < 0:
            yield sale, f"bad_{sale.lot.kind}", _where(case, sale)
    for kind in ("eco", "tor"):
        best = max((one for one in effects if one[1].lot.kind == kind), key=lambda one: one[0], default=None)
        if best is not None and best[0] >= LARGE:
            yield best[1], f"good_{kind}", _where(case, best[1])


def _purchases(case: Case) -> Iterator[Moment]:
    """Yield one moment for each notable purchase, with its effect on the score."""
    found: dict[int, tuple[Sale, list[str], list[Label]]] = {}
    for sale, kind, shown in _notable(case):
        _sale, kinds, figures = found.setdefault(id(sale), (sale, [], []))
        kinds.append(kind)
        figures.append(shown)
    for sale, kinds, figures in found.values():
        effect = case.of_sale(sale)
        shown = figures[0]
        for more in figures[1:]:
            shown = Words(_("%(first)s; %(more)s"), {"first": shown, "more": more})
        words = _buys(case, sale, shown)
        yield Moment(sale.n, sale.round, words, sale.buyer, effect.points if effect else 0, " ".join(kinds))


def bids(n: int) -> Words:
    """Return «4 ставки»."""
    return ngettext("%(n)s bid", "%(n)s bids", n)


def _cards(case: Case) -> Iterator[Moment]:
    refused = [draw for draw in case.record.draws if draw.gone]
    # Those that most teams could have paid are the most telling.
    refused.sort(key=lambda draw: -sum(stock >= draw.start for stock in draw.stocks.values()))
    for draw in refused[:MOST_REFUSED]:
        able = [case.name(team) for team, stock in draw.stocks.items() if stock >= draw.start]
        values = {"card": card_name(case.t, draw.card), "start": draw.start, "able": able}
        words = Words(_("Nobody buys “%(card)s”: start %(start)s, nobody has it"), values)
        if able:
            words = Words(_("Nobody buys “%(card)s”: start %(start)s, could pay: %(able)s"), values)
        yield Moment(draw.gone, draw.round, words, kind="refused")
    for one in case.record.defaults:
        values = {"name": case.name(one.team), "card": card_name(case.t, one.what)}
        words = Words(_("%(name)s discards “%(card)s”: no means for its upkeep"), values)
        yield Moment(one.n, one.round, words, one.team, -1, "default")


def _where(case: Case, sale: Sale) -> Label:
    """Return what a purchase brought, in figures."""
    match sale.thing:
        case Chip():
            values = {"chip": case.chip(sale.thing), "n": sale.thing.brought, "taken": sale.thing.taken}
            return Words(_("%(chip)s, brought %(n)s, took enviros: %(taken)s"), values)
        case Card():
            values = {"n": enviros(sale.thing.given), "upkeep": sale.thing.upkeep}
            return Words(_("gave %(n)s, upkeep %(upkeep)s"), values)
        case Token():
            token = next((one for one in case.tokens if one.tor == sale.lot.tor), sale.thing)
            amount = profits(token.gained) if token.unit == "profits" else enviros(token.gained)
            saves = token.kind in ("exchange", "academy")
            return Words(_("saved its owner %(n)s") if saves else _("gave its owner %(n)s"), {"n": amount})
    return ""


# ---- moments that only show a question ------------------------------------------------------------


def _placed(case: Case) -> Iterator[Moment]:
    """Yield the first and the dearest chip of each class."""
    for grows in (False, True):
        chips = [chip for chip in case.chips if chip.bought and chip.grows == grows]
        if not chips:
            continue
        for chip in {one.n: one for one in (chips[0], max(chips, key=lambda one: one.cost or 0))}.values():
            values = {"name": case.name(chip.owner), "chip": case.chip(chip), "cost": chip.cost or 0}
            msgid = _("%(name)s raises a level for %(cost)s: %(chip)s")
            if not grows:
                msgid = _("%(name)s takes a new sector for %(cost)s: %(chip)s")
            yield Moment(chip.n, chip.round, Words(msgid, values), chip.owner, kind="placed")


def _paid_back(case: Case) -> Iterator[Moment]:
    """Yield the purchase of the chip that brought most above its price."""
    best: tuple[int, Sale, Chip] | None = None
    for sale in case.sales:
        if isinstance(sale.thing, Chip) and sale.thing.brought >= sale.paid:
            over = sale.thing.brought - sale.paid
            best = (over, sale, sale.thing) if best is None or over > best[0] else best
    if best is not None:
        _over, sale, chip = best
        yield Moment(sale.n, sale.round, _buys(case, sale, _where(case, sale)), chip.owner, kind="paid_back")


def _tors(case: Case) -> Iterator[Moment]:
    for sale in case.sales:
        if sale.lot.kind == "tor":
            yield Moment(sale.n, sale.round, _buys(case, sale, _where(case, sale)), sale.buyer, kind="tor")


def _shared(case: Case) -> Iterator[Moment]:
    """Yield the first gift of each ТОР to another team."""
    for token in case.tokens:
        if token.shared:
            values = {"tor": tor_name(case.t, token.tor), "name": case.name(token.owner)}
            words = Words(_("“%(tor)s” (%(name)s) gives to another team for the first time"), values)
            yield Moment(token.shared, case.round_of(token.shared), words, token.owner, kind="shared")


def _last(case: Case) -> Iterator[Moment]:
    for sale in case.sales:
        if case.cycles and sale.round == case.cycles[-1].round:
            yield Moment(sale.n, sale.round, _buys(case, sale), sale.buyer, kind="last")
