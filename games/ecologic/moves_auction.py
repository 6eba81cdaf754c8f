"""Moves of the Actions phase: openings, bids, eco-initiatives, placement (§ 3.1)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.ecologic import auction as play
from games.ecologic.eco import draw_eco, held_offer, pass_right
from games.ecologic.flow import (
    in_phase,
    no_auction,
    no_card,
    no_duty,
    nothing_bought,
    own_opening,
    use_turn,
)
from games.ecologic.line import play_line
from games.ecologic.prices import check_sector, forbids, normal_price
from games.ecologic.state import EcoOffer, EcoTable, Lot
from games.ecologic.typed import EcoCard, LotAsked, Place, lot_meant, sector_id
from games.ecologic.words import Label, card_name, event_name, lot_name, sector_name
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Move, Name, Prose
from games.engine.table import Step


def sale_words(t: EcoTable, step: Step) -> list[Label]:
    """Return the sentences about what a step sold, placed or left without a buyer."""
    said: list[Label] = []
    for code, f in step.notices:
        if code == "N_SOLD":
            said.append(_sold(t, f))
        elif code == "N_ECO_DISCARDED":
            said.append(Words(_("“%(card)s” goes to the discards: nobody buys it"), {"card": f["card"]}))
    for posting in step.postings:
        if posting.why == "place":
            place = t.state.tors.get(posting.ref, "") if posting.what == "tor" else posting.ref
            said.append(sector_name(t, place))
    return said


def _sold(t: EcoTable, f: dict[str, Any]) -> Words:
    figures = {**f, "opener": t.name(f["opener"])}
    if f["paid"] != f["bid"]:
        return Words(_("%(name)s buys %(lot)s: bid %(bid)s, pays %(paid)s (start %(start)s)"), figures)
    if f["opener"] != f["team"]:
        return Words(_("%(name)s buys %(lot)s for %(paid)s (%(opener)s opens, start %(start)s)"), figures)
    return Words(_("%(name)s buys %(lot)s for %(paid)s (start %(start)s)"), figures)


def joined(parts: list[Label]) -> Words:
    """Return up to a few sentences as one line: «…, сектор 12»."""
    return Words(_("%(parts)s"), {"parts": parts})


class AuctionOpen(Move):
    """Open an auction with the first bid (E-034…E-042, E-046, E-047, E-054, E-055; A-12…A-16, A-19)."""

    label: ClassVar[str] = _("Open an auction")
    codes: ClassVar[dict[str, str]] = {"lot": "E_LOT_UNKNOWN"}

    lot: LotAsked
    bid: Int

    def play(self, t: EcoTable, actor: str) -> None:
        play.open_auction(t, actor, play.check_opening(t, actor, self.lot), self.bid)

    def told(self, t: EcoTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "lot": lot_name(t, lot_meant(t, self.lot)), "bid": self.bid}
        running = t.state.auction
        if running is None:
            return joined([Words(_("%(name)s opens an auction: %(lot)s, bids %(bid)s"), figures), *sale_words(t, step)])
        figures["start"] = running.start
        return Words(_("%(name)s opens an auction: %(lot)s, start %(start)s, bids %(bid)s"), figures)


class Bid(Move):
    """Raise the highest bid (E-048, E-049, E-055; A-18)."""

    label: ClassVar[str] = _("Bid")

    amount: Int

    def play(self, t: EcoTable, actor: str) -> None:
        play.raise_bid(t, actor, self.amount)

    def told(self, t: EcoTable, step: Step) -> Words:
        said = Words(_("%(name)s bids %(amount)s"), {"name": t.name(step.actor), "amount": self.amount})
        return joined([said, *sale_words(t, step)]) if t.state.auction is None else said


class Pass(Move):
    """Leave this auction for good; the last one out closes it (E-048…E-051)."""

    label: ClassVar[str] = _("Pass")

    def play(self, t: EcoTable, actor: str) -> None:
        play.leave_auction(t, actor)

    def told(self, t: EcoTable, step: Step) -> Words:
        said = Words(_("%(name)s passes"), {"name": t.name(step.actor)})
        return joined([said, *sale_words(t, step)]) if t.state.auction is None else said


class AuctionRecord(Move):
    """An auction by its result: lot, winner, price, sector (§ 3.3 quick; E-034…E-055)."""

    label: ClassVar[str] = _("Record a sale")
    codes: ClassVar[dict[str, str]] = {"lot": "E_LOT_UNKNOWN"}

    lot: LotAsked
    winner: Name
    price: Int
    sector: Place | None = None

    def play(self, t: EcoTable, actor: str) -> None:
        play.record(t, actor, self.lot, self.winner, self.price, self.sector)

    def told(self, t: EcoTable, step: Step) -> Words:
        return joined(sale_words(t, step))


class AuctionLine(Move):
    """An auction as one line of bids, read token by token: А10 Б11 Г- А12 Б- (§ 3.3)."""

    label: ClassVar[str] = _("Type the bids in a line")
    codes: ClassVar[dict[str, str]] = {"lot": "E_LOT_UNKNOWN"}

    lot: LotAsked
    text: Prose
    sector: Place | None = None

    def play(self, t: EcoTable, actor: str) -> None:
        play_line(t, actor, self.lot, self.text)
        pending = t.state.to_place
        if self.sector is not None and pending is not None:
            place(t, pending.player, self.sector)
        elif self.sector is not None:
            # A ТОР that may be held back is sold already: it is placed all the same, whatever phase came of it.
            for sale in [one for one in t.postings if one.why == "buy_tor"]:
                _put_held(t, sale.from_, self.sector, sale.ref)

    def told(self, t: EcoTable, step: Step) -> Words:
        return Words(
            _("%(parts)s. Bids: %(text)s"), {"parts": sale_words(t, step), "text": " ".join(self.text.split())}
        )


def place(t: EcoTable, actor: str, sector: Place, tor: str = "") -> None:
    """Place what was bought and use up the opener's turn (E-040); or place a ТОР that was held back."""
    pending = t.state.to_place
    own = t.state.players.get(actor)
    if pending is None and own is not None and own.held:
        # In any phase: the last sale of Actions ends it, and its winner may place like every other (amendment 7).
        _place_held(t, actor, own.held, sector, tor)
        return
    in_phase(t, "actions")
    if pending is None:
        t.stop("E_NOTHING_TO_PLACE")
    t.need(actor == pending.player, "E_NOT_YOUR_PLACEMENT", name=t.name(pending.player))
    where = sector_id(t, sector)
    check_sector(t, pending.player, pending.lot, where)
    t.state.to_place = None
    play.put_lot(t, pending.player, pending.lot, where, "place")
    use_turn(t, pending.turn)


def _place_held(t: EcoTable, actor: str, held: list[str], sector: Place, tor: str) -> None:
    if tor and tor not in held:
        t.stop("E_NOTHING_TO_PLACE")
    no_auction(t)
    _put_held(t, actor, sector, tor or held[0])


def _put_held(t: EcoTable, player: str, sector: Place, tor: str) -> None:
    lot = Lot("tor", tor=tor)
    where = sector_id(t, sector)
    check_sector(t, player, lot, where)
    t.state.players[player].held.remove(tor)
    play.put_lot(t, player, lot, where, "place")


class PlaceLot(Move):
    """The winner puts his chip or ТОР on the board at once (E-040, § 3.4; A-24…A-28)."""

    label: ClassVar[str] = _("Place on the board")
    codes: ClassVar[dict[str, str]] = {"sector": "E_SECTOR_REQUIRED"}

    sector: Place
    tor: Name = ""

    def play(self, t: EcoTable, actor: str) -> None:
        place(t, actor, self.sector, self.tor)

    def told(self, t: EcoTable, step: Step) -> Words:
        posting = next(one for one in step.postings if one.why == "place")
        chip = posting.what != "tor"
        lot = Lot("chip", posting.what) if chip else Lot("tor", tor=posting.ref)
        sector = posting.ref if chip else t.state.tors[posting.ref]
        figures = {"name": t.name(step.actor), "lot": lot_name(t, lot), "sector": sector_name(t, sector)}
        stack = t.own_in(step.actor, sector, posting.what) if chip else None
        if stack is None or stack.level == 1:
            return Words(_("%(name)s places %(lot)s: %(sector)s"), figures)
        return Words(_("%(name)s places %(lot)s: %(sector)s, level %(level)s"), {**figures, "level": stack.level})


# ---- eco-initiatives ----------------------------------------------------------------------------


class EcoDraw(Move):
    """Draw an eco-initiative blind; who cannot pay it is passed over (E-041…E-045; A-32, A-33)."""

    label: ClassVar[str] = _("Draw an eco-initiative")
    reveals: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"card": "E_ECO_UNKNOWN"}

    card: EcoCard

    def play(self, t: EcoTable, actor: str) -> None:
        in_phase(t, "actions")
        no_duty(t)
        nothing_bought(t)
        no_auction(t)
        no_card(t)
        own_opening(t, actor)
        if forbids(t, actor, Lot("eco")):
            t.need(False, "E_FORBIDDEN_BY_EVENT", event=event_name(t, t.state.event))
        card = draw_eco(t, self.card)
        t.state.eco_offer = EcoOffer(card, actor, actor)
        pass_right(t, t.state.eco_offer, actor)

    def told(self, t: EcoTable, step: Step) -> Words:
        card = self.card if isinstance(self.card, str) else self.card.name
        said = Words(
            _("%(name)s draws the eco-initiative “%(card)s”"),
            {"name": t.name(step.actor), "card": card_name(t, card)},
        )
        return joined([said, *card_goes_on(t, step)])


def card_goes_on(t: EcoTable, step: Step) -> list[Label]:
    """Say who may buy the card now, or what became of it (E-044, E-045)."""
    offer = t.state.eco_offer
    if offer is None or offer.holder == step.actor:
        return sale_words(t, step)
    return [Words(_("may buy: %(name)s"), {"name": t.name(offer.holder)})]


class EcoDecline(Move):
    """Who holds the right does not want the card: it passes on clockwise (E-044, E-045)."""

    label: ClassVar[str] = _("Decline the card")

    def play(self, t: EcoTable, actor: str) -> None:
        offer = held_offer(t, actor)
        offer.declined.append(offer.holder)
        pass_right(t, offer, t.after(offer.holder))

    def told(self, t: EcoTable, step: Step) -> Words:
        said = Words(_("%(name)s declines the card"), {"name": t.name(step.actor)})
        return joined([said, *card_goes_on(t, step)])


class EcoBuy(Move):
    """Buy a card that was passed on, at its price and without an auction (A-29, option eco_pass: plain)."""

    label: ClassVar[str] = _("Buy the card")

    def play(self, t: EcoTable, actor: str) -> None:
        offer = held_offer(t, actor)
        t.need(t.sold_plainly(offer.holder, offer.drawer), "E_ECO_AUCTION")
        lot = Lot("eco", card=offer.card)
        price = normal_price(t, actor, lot)
        have = t.state.players[actor].profits
        t.need(have >= price, "E_CANNOT_AFFORD_START", start=price, have=have)
        t.transfer(actor, BANK, "profits", price, "buy_eco", offer.card)
        if t.options.eco_pass_consumes_opening and actor not in t.state.opened:
            t.state.opened.append(actor)
        t.give_eco_offered(actor)
        use_turn(t, offer.drawer)

    def told(self, t: EcoTable, step: Step) -> Words:
        paid = next((one for one in step.postings if one.why == "buy_eco"), None)
        card = next(one.ref for one in step.postings if one.what == "eco")
        figures = {"name": t.name(step.actor), "card": card_name(t, card), "paid": paid.amount if paid else 0}
        return Words(_("%(name)s buys the eco-initiative “%(card)s” for %(paid)s without an auction"), figures)


class Skip(Move):
    """Open nothing this phase (E-053)."""

    label: ClassVar[str] = _("Open nothing")

    def play(self, t: EcoTable, actor: str) -> None:
        in_phase(t, "actions")
        no_duty(t)
        nothing_bought(t)
        no_auction(t)
        no_card(t)
        own_opening(t, actor)
        use_turn(t, actor)

    def told(self, t: EcoTable, step: Step) -> Words:
        return Words(_("%(name)s opens nothing"), {"name": t.name(step.actor)})
