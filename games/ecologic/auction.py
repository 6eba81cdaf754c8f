"""How an auction runs (E-034…E-055): the same steps for the three ways of recording one."""

from __future__ import annotations

from typing import NamedTuple

from games.ecologic.flow import in_phase, no_auction, no_card, no_duty, nothing_bought, own_opening, use_turn
from games.ecologic.kit import RESOURCES
from games.ecologic.prices import (
    can_take,
    check_sector,
    forbids,
    has_chip,
    has_place,
    normal_price,
    to_pay,
    with_exchange,
)
from games.ecologic.state import TOKENS, Auction, EcoTable, Lot, ToPlace
from games.ecologic.typed import LotAsked, Place, lot_of, means_card, sector_id
from games.ecologic.words import TYPES, event_name, lot_name, tor_name
from games.engine.ledger import BANK

#: why a price is paid, by kind of lot
WHY = {"chip": "buy_chip", "eco": "buy_eco", "tor": "buy_tor"}


class Opening(NamedTuple):
    """A legal opening: the lot, its starting price for this opener and without the Exchange, whose turn it uses."""

    lot: Lot
    start: int
    normal: int
    turn: str


def check_opening(t: EcoTable, actor: str, asked: LotAsked) -> Opening:
    """Ask all that an opening needs before its bid (amendment 3), in order."""
    in_phase(t, "actions")
    no_duty(t)
    nothing_bought(t)
    no_auction(t)
    turn = _right_to_open(t, actor, asked)
    lot = lot_of(t, asked)
    _check_lot(t, actor, lot)
    normal = normal_price(t, actor, lot)
    start = with_exchange(t, actor, lot, normal)
    have = t.state.players[actor].profits
    t.need(have >= start, "E_CANNOT_AFFORD_START", "lot", start=start, have=have)
    check_taker(t, actor, lot)
    return Opening(lot, start, normal, turn)


def _right_to_open(t: EcoTable, actor: str, asked: LotAsked) -> str:
    """Ask whose right it is, and return whose opening is used up: for a passed card the drawer's (A-31)."""
    offer = t.state.eco_offer
    # A lot of the wrong form stands here too: whose right it is comes before the lot (amendment 3).
    if not isinstance(asked, LotAsked) or asked.kind != "eco":
        no_card(t)
        own_opening(t, actor)
        return actor
    if offer is None:
        t.stop("E_ECO_NOT_DRAWN", "lot")
    if not means_card(t, asked.card, offer.card):
        t.stop("E_ECO_PENDING", "lot", card=t.kit.eco[offer.card].name)
    t.need(actor == offer.holder, "E_ECO_RIGHT", "lot", name=t.name(offer.holder))
    t.need(not t.sold_plainly(offer.holder, offer.drawer), "E_ECO_PLAIN", "lot")
    return offer.drawer


def _check_lot(t: EcoTable, actor: str, lot: Lot) -> None:
    if lot.kind == "chip":
        known = lot.type in RESOURCES
    elif lot.kind == "tor":
        known = lot.tor in t.kit.tors
    else:
        known = lot.kind == "eco"
    if not known:
        t.stop("E_LOT_UNKNOWN", "lot")
    if lot.kind == "tor":
        owner = t.tor_owner(lot.tor)
        if owner:
            t.stop("E_TOR_TAKEN", "lot", tor=tor_name(t, lot.tor), name=t.name(owner))
    if forbids(t, actor, lot):
        t.need(False, "E_FORBIDDEN_BY_EVENT", "lot", event=event_name(t, t.state.event))


def check_taker(t: EcoTable, player: str, lot: Lot) -> None:
    """Ask that a player could place what he buys (§ 3.4: else he cannot take part)."""
    if not has_chip(t, player, lot):
        t.need(False, "E_NO_CHIPS", "lot", name=t.name(player), type=TYPES[lot.type])
    if not has_place(t, player, lot):
        t.need(False, "E_NO_PLACE", "lot", name=t.name(player))


def check_stock(t: EcoTable, player: str, amount: int, field: str) -> None:
    """Ask that a bid is not above the bidder's own stock (E-055, A-20)."""
    have = t.state.players[player].profits
    if amount > have:
        t.need(False, "E_BID_OVER_STOCK", field, name=t.name(player), have=have)


def open_auction(t: EcoTable, actor: str, opening: Opening, bid: int) -> None:
    """Open an auction with its first bid (A-14, A-15)."""
    t.need(bid >= opening.start, "E_BID_BELOW_START", "bid", bid=bid, start=opening.start)
    check_stock(t, actor, bid, "bid")
    offer = t.state.eco_offer
    passed = []
    if opening.lot.kind == "eco" and offer is not None:
        _consume(t, actor)
        if not t.options.eco_decliners_may_bid:
            passed = [one for one in offer.declined if one != actor]
    t.state.auction = Auction(
        opening.lot, actor, opening.turn, opening.start, opening.normal, actor, bid, passed=passed, bids={actor: bid}
    )
    go_on(t, actor)


def _consume(t: EcoTable, actor: str) -> None:
    """Count the opening for a card that was passed on as one's own, where the option says so (A-31)."""
    offer = t.state.eco_offer
    passed = offer is not None and actor != offer.drawer
    if passed and t.options.eco_pass_consumes_opening and actor not in t.state.opened:
        t.state.opened.append(actor)


def check_word(t: EcoTable, actor: str, passing: bool = False) -> Auction:
    """Ask that a bid or a pass is this player's to make (E-048…E-050), and return the auction."""
    auction = t.state.auction
    if t.state.phase != "actions" or auction is None:
        in_phase(t, "actions")
        t.stop("E_NO_AUCTION")
    if actor in auction.passed:
        t.need(False, "E_BIDDER_PASSED", name=t.name(actor))
    if actor == auction.high:
        if passing:
            t.stop("E_HIGHEST_MUST_BUY")
        t.need(False, "E_ALREADY_HIGHEST", name=t.name(actor))
    if actor != auction.next:
        free = t.options.bid_order == "free" and actor in t.state.players
        t.need(free, "E_NOT_NEXT_BIDDER", name=t.name(auction.next or auction.high))
    return auction


def raise_bid(t: EcoTable, actor: str, amount: int) -> None:
    """Raise the highest bid."""
    auction = check_word(t, actor)
    least = auction.bid + t.options.min_increment
    t.need(amount >= least, "E_BID_NOT_HIGHER", "amount", min=least)
    check_stock(t, actor, amount, "amount")
    auction.high, auction.bid, auction.bids[actor] = actor, amount, amount
    go_on(t, actor)


def leave_auction(t: EcoTable, actor: str) -> None:
    """Pass: out of this auction for good (E-049)."""
    auction = check_word(t, actor, passing=True)
    auction.passed.append(actor)
    go_on(t, actor)


def go_on(t: EcoTable, speaker: str) -> None:
    """Find who speaks next; who cannot raise or has no place passes by rule; nobody left: the highest buys."""
    auction = t.state.auction
    assert auction is not None
    least = auction.bid + t.options.min_increment
    auction.next = ""
    for player in [*t.seats(speaker)[1:], speaker]:
        if player == auction.high or player in auction.passed:
            continue
        if t.state.players[player].profits < least or not can_take(t, player, auction.lot):
            auction.passed.append(player)
            t.notice("N_AUTO_PASS", name=t.name(player), have=t.state.players[player].profits, need=least)
        elif not auction.next:
            auction.next = player
            if t.options.bid_order == "strict":
                return
    if auction.next:
        # In free order anybody may speak: nobody in particular is awaited.
        auction.next = ""
        return
    t.state.auction = None
    sell(t, auction)


def sell(t: EcoTable, auction: Auction, sector: str = "") -> None:
    """Let the winner pay (E-050…E-052); without a (checked) sector a chip or ТОР waits to be placed."""
    lot, winner = auction.lot, auction.high
    paid = to_pay(t, auction.opener, winner, lot, auction.bid)
    t.transfer(winner, BANK, "profits", paid, WHY[lot.kind], lot.ref)
    t.notice(
        "N_SOLD",
        name=t.name(winner),
        lot=lot_name(t, lot),
        paid=paid,
        bid=auction.bid,
        start=auction.start,
        normal=auction.normal,
        opener=auction.opener,
        team=winner,
    )
    if lot.kind == "eco":
        t.give_eco_offered(winner)
        use_turn(t, auction.turn)
    elif sector:
        put_lot(t, winner, lot, sector, "place")
        use_turn(t, auction.turn)
    elif lot.kind == "tor" and t.options.tor_place == "later":
        t.state.players[winner].held.append(lot.tor)
        use_turn(t, auction.turn)
    else:
        t.state.to_place = ToPlace(winner, lot, auction.turn, paid)


def record(t: EcoTable, actor: str, asked: LotAsked, winner: str, price: int, place: Place | None) -> None:
    """Record an auction by its result: who bought, for how much, where it lies (§ 3.3, quick)."""
    opening = check_opening(t, actor, asked)
    lot = opening.lot
    if winner not in t.state.players:
        t.stop("E_UNKNOWN", "winner", value=winner)
    offer = t.state.eco_offer
    if winner != actor:
        declined = offer is not None and winner in offer.declined and not t.options.eco_decliners_may_bid
        t.need(not declined, "E_BIDDER_PASSED", "winner", name=t.name(winner))
        check_taker(t, winner, lot)
        least = opening.start + t.options.min_increment
        t.need(price >= least, "E_PRICE_BELOW_RAISE", "price", min=least)
    else:
        t.need(price >= opening.start, "E_BID_BELOW_START", "price", bid=price, start=opening.start)
    check_stock(t, winner, price, "price")
    sector = ""
    if lot.kind != "eco" and (place is not None or lot.kind == "chip" or t.options.tor_place == "at_once"):
        if place is None:
            t.stop("E_SECTOR_REQUIRED", "sector")
        sector = sector_id(t, place)
        check_sector(t, winner, lot, sector)
    if lot.kind == "eco":
        _consume(t, actor)
    sell(t, Auction(lot, actor, opening.turn, opening.start, opening.normal, winner, price), sector)


def put_lot(t: EcoTable, player: str, lot: Lot, sector: str, why: str) -> None:
    """Put a chip or a ТОР on the board; a chip moves the price marker (E-037)."""
    if lot.kind == "tor":
        t.transfer(TOKENS, player, "tor", 1, why, lot.tor)
        t.state.players[player].tors.append(lot.tor)
        t.state.tors[lot.tor] = sector
        return
    t.add_chip(player, sector, lot.type, why)
    t.notice("N_MARKER", type=TYPES[lot.type], price=t.chips_on_board(lot.type) + 1)
