"""The move of a token as a line of spaces, what lies ahead of it, and who hands what over."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK, Posting
from games.engine.ops import CORE_WHYS
from games.engine.refusal import Refusal
from games.market.names import GAME_BANK, POT_NAME, Label, card_name, company_name, plot_name, space_name, thing_name
from games.market.rules import WHATS, WHYS
from games.market.state import MONEY, POT, MarketTable, Way

#: Where a path has two arrows: which way is shown.
ARROWS: dict[str, Label] = {
    "outer": Words(_("by the arrow to the outer ring")),
    "inner": Words(_("by the arrow to the inner ring")),
}
#: A token goes at most so far by one roll.
FARTHEST = 12


class WayStop(msgspec.Struct, frozen=True):
    """A space of the way: its number and name, what the mover got or paid there (0: nothing), and what for."""

    no: int
    name: Label
    amount: int
    note: Label


class Moved(msgspec.Struct, frozen=True):
    """The move of this turn: dice, where it began, the spaces, cash before it and after its payments."""

    team: str
    dice: list[int]
    start: WayStop
    stops: list[WayStop]
    was: int
    now: int

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.dice)


class AheadStop(msgspec.Struct, frozen=True):
    """A space ahead: what passing and what stopping there change, the cash after a stop, what cannot be paid then."""

    no: int
    name: Label
    passing: int
    stopping: int
    cash: int
    debt: int
    note: Label


class Ahead(msgspec.Struct, frozen=True):
    """The spaces a roll may reach; `route` is the ring chosen where a tax office has two arrows."""

    team: str
    route: Label
    start: WayStop
    stops: list[AheadStop]


class Give(msgspec.Struct, frozen=True):
    """Who gives money to whom, and what for. `money` is 0 where cards and markers change hands."""

    source: Label
    to: Label
    money: int
    why: Label


def moved(t: MarketTable) -> Moved | None:
    """Return the move of this turn, if there is one."""
    way = t.state.way
    if way is None:
        return None
    stops = []
    before = 0
    for at, stop in enumerate(way.stops, 1):
        upto = len(way.paid) if at == len(way.stops) else stop.paid
        here = way.paid[before:upto]
        stops.append(WayStop(stop.at, space_name(t.kit.path[stop.at]), _net(way.team, here), _note(t, way.team, here)))
        before = max(before, upto)
    start = WayStop(way.start, space_name(t.kit.path[way.start]), 0, "")
    return Moved(way.team, t.state.dice, start, stops, way.cash, way.cash + _net(way.team, way.paid))


def ahead(t: MarketTable, team: str) -> list[Ahead]:
    """Return what a roll of this player leads to: each sum is played on a copy."""
    routes = ["outer", "inner"] if t.kit.way.forks else [""]
    found: list[Ahead] = []
    for route in routes:
        one = _ahead(t, team, route)
        if one is not None and all(one.stops != other.stops for other in found):
            found.append(one)
    if len(found) == 1:
        found = [msgspec.structs.replace(found[0], route="")]
    return found


def _ahead(t: MarketTable, team: str, route: str) -> Ahead | None:
    rolls: dict[int, MarketTable] = {}
    for total in range(2, FARTHEST + 1):
        dice = [total // 2, total - total // 2]
        try:
            rolls[total], _step = t.game.attempt(
                t, 0, team, "roll", {"dice": dice, **({"route": route} if route else {})}
            )
        except Refusal:
            return None
    far = rolls[FARTHEST].state.way
    if far is None:
        return None
    passing = _per_stop(far)
    stops = []
    for at, stop in enumerate(far.stops, 1):
        after = rolls.get(at)
        way = after.state.way if after else None
        own = way.paid[way.stops[-2].paid if at > 1 else 0 :] if way else []
        stops.append(
            AheadStop(
                stop.at, space_name(t.kit.path[stop.at]), _net(team, passing[at - 1]) if at < FARTHEST else 0,
                _net(team, own), after.state.cash[team] if after else 0,
                sum(debt.amount for debt in after.state.obligations if debt.debtor == team) if after else 0,
                _opens(after, stop.at) if after else "",
            )
        )  # fmt: skip
    return Ahead(team, ARROWS.get(route, ""), WayStop(far.start, space_name(t.kit.path[far.start]), 0, ""), stops)


def _per_stop(way: Way) -> list[list[Posting]]:
    marks = [0, *(stop.paid for stop in way.stops)]
    return [way.paid[first:last] for first, last in pairwise(marks)]


def _opens(t: MarketTable, at: int) -> Label:
    """Return what a plot holds for who stops there; of other spaces the name says it."""
    plot = t.kit.way.plots[at]
    if not plot:
        return ""
    owner = t.state.plots.get(plot)
    if owner:
        return t.name(owner)
    return Words(_("free, %(price)s"), {"price": t.kit.lands[plot]})


def _net(team: str, postings: Iterable[Posting]) -> int:
    return sum((p.to == team) * p.amount - (p.from_ == team) * p.amount for p in postings if p.what == MONEY)


def _note(t: MarketTable, team: str, postings: list[Posting]) -> Label:
    """Return how the payments of one space come about: «2 акции × 10 000», who gets the interest."""
    parts: list[Label] = []
    constants = t.kit.constants
    for one in postings:
        if one.what != MONEY:
            continue
        if one.why == "dividends":
            figures = {"sum": constants.dividend_per_share}
            parts.append(
                ngettext("%(n)s share × %(sum)s", "%(n)s shares × %(sum)s", one.amount // figures["sum"], **figures)
            )
        elif one.why == "enterprise_income":
            each = constants.enterprise_income
            count = one.amount // each
            parts.append(ngettext("%(n)s enterprise × %(sum)s", "%(n)s enterprises × %(sum)s", count, sum=each))
        elif one.why == "tax":
            figures = {"percent": constants.tax_percent, "sum": t.nominal(team)}
            parts.append(Words(_("%(percent)s %% of %(sum)s"), figures))
        elif one.why.endswith("_share"):
            parts.append(Words(_("%(name)s %(sum)s"), {"name": party(t, one.to), "sum": one.amount}))
        elif one.why not in ("credit_interest", "school_fee", "consulting_fee"):
            parts.append(Words(WHYS.get(one.why, one.why)))
    return Words(_("%(parts)s"), {"parts": parts}) if parts else ""


# ---- who hands what over ------------------------------------------------------------------------


def gives(t: MarketTable, postings: list[Posting]) -> list[Give]:
    """Return the payments of an entry as hands make them: a company's income goes from payer to shareholders."""
    money = [one for one in postings if one.what == MONEY]
    found: list[Give] = []
    at = 0
    while at < len(money):
        one = money[at]
        shares = []
        if one.to == BANK:
            for other in money[at + 1 :]:
                if other.from_ != BANK or other.why != f"{one.why}_share":
                    break
                shares.append(other)
        found += _handed(t, one, shares)
        at += 1 + len(shares)
    return _together(found)


def _together(gives: list[Give]) -> list[Give]:
    """Return the payments with those put together that the same hand makes to the same for the same reason."""
    found: dict[tuple[bytes, ...], Give] = {}
    for one in gives:
        key = tuple(msgspec.msgpack.encode(part) for part in (one.source, one.to, one.why))
        before = found.get(key)
        found[key] = msgspec.structs.replace(one, money=one.money + before.money) if before else one
    return list(found.values())


def _handed(t: MarketTable, paid: Posting, shares: list[Posting]) -> list[Give]:
    rest = paid.amount - sum(one.amount for one in shares)
    why = why_words(t, paid)
    if rest < 0:
        # rounded up for several holders: the bank adds the difference, so all goes through it (M-186)
        return [_give(t, paid, why)] + [_give(t, one, why) for one in shares]
    found = [Give(party(t, paid.from_), party(t, one.to), one.amount, why) for one in shares if one.to != paid.from_]
    if rest:
        found.append(Give(party(t, paid.from_), party(t, paid.to), rest, why))
    return found


def _give(t: MarketTable, one: Posting, why: Label) -> Give:
    return Give(party(t, one.from_), party(t, one.to), one.amount, why)


def goods(t: MarketTable, postings: list[Posting]) -> list[Give]:
    """Return the cards and markers of an entry: one line for each two parties."""
    pairs: dict[tuple[str, str], list[Label]] = {}
    for one in postings:
        if one.what != MONEY:
            pairs.setdefault((one.from_, one.to), []).append(_thing(one))
    return [
        Give(party(t, source), party(t, to), 0, Words(_("%(parts)s"), {"parts": things}))
        for (source, to), things in pairs.items()
    ]


def _thing(one: Posting) -> Label:
    if one.what == "share":
        return Words(_("marker of a share: %(company)s"), {"company": company_name(one.ref)})
    if one.what == "plot":
        return Words(_("marker and card “Enterprise”: %(plot)s"), {"plot": plot_name(one.ref[5:])})
    if one.what == "credit":
        return Words(_("card “Credit”, %(rate)s %%"), {"rate": one.ref})
    if one.what == "certificate":
        return ngettext("%(n)s insurance certificate", "%(n)s insurance certificates", one.amount)
    if one.what == "note":
        return thing_name(one.ref)
    if one.what in WHATS:
        return card_name(one.what)
    return one.what


def party(t: MarketTable, account: str) -> Label:
    """Return who gives or gets: a player, the game bank, the money under the board."""
    return GAME_BANK if account == BANK else POT_NAME if account == POT else t.name(account)


def why_words(t: MarketTable, one: Posting) -> Label:
    """Return what a payment is for, with the thing meant."""
    why: Label = Words(WHYS.get(one.why) or CORE_WHYS.get(one.why) or one.why)
    named = ":" in one.ref or one.why in ("share_price", "auction_price", "sale_proceeds", "surrender_share")
    thing = thing_name(one.ref) if named else ""
    return Words(_("%(why)s, %(thing)s"), {"why": why, "thing": thing}) if thing else why
