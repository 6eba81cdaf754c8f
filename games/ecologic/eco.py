"""The blind draw of an eco-initiative and the right to buy it, which passes on clockwise (E-041…E-045)."""

from __future__ import annotations

from games.ecologic.flow import in_phase, no_auction, nothing_bought, use_turn
from games.ecologic.prices import forbids, normal_price, start_price
from games.ecologic.state import DECK, DISCARD, EcoOffer, EcoTable, Lot
from games.ecologic.typed import EcoCard, eco_id
from games.ecologic.words import card_name


def can_hold_right(t: EcoTable, player: str, lot: Lot, drawer: str) -> bool:
    """Whether a player can use the right to buy a drawn card; else it moves on by itself (A-32)."""
    plain = t.sold_plainly(player, drawer)
    price = normal_price(t, player, lot) if plain else start_price(t, player, lot)
    if t.state.players[player].profits < price or (not plain and forbids(t, player, lot)):
        return False
    consumed = t.options.eco_pass_consumes_opening and player != drawer and player in t.state.opened
    return not consumed


def pass_right(t: EcoTable, offer: EcoOffer, first: str) -> None:
    """Give the right to the first from `first` on who can use it; nobody: the card is discarded (E-044, E-045)."""
    lot = Lot("eco", card=offer.card)
    for player in t.seats(first):
        if player in offer.declined:
            continue
        if can_hold_right(t, player, lot, offer.drawer):
            offer.holder = player
            return
        offer.declined.append(player)
        t.notice("N_ECO_MOVES_ON", name=t.name(player))
    t.state.eco_offer = None
    t.state.eco_discard.append(offer.card)
    t.transfer(DECK, DISCARD, "eco", 1, "no_buyer", offer.card)
    t.notice("N_ECO_DISCARDED", card=card_name(t, offer.card))
    use_turn(t, offer.drawer)


def draw_eco(t: EcoTable, asked: EcoCard) -> str:
    """Ask that a card is in the deck and return its id; a typed card joins the kit (E-041, A-33)."""
    if t.options.eco_reshuffle and t.state.eco_discard and not t.undrawn_eco():
        t.state.eco_discard = []
        t.notice("N_RESHUFFLED")
    card = eco_id(t, asked)
    if not t.in_deck(card):
        if not t.undrawn_eco():
            t.stop("E_DECK_EMPTY")
        if card not in t.kit.eco:
            t.stop("E_ECO_UNKNOWN", "card")
        t.stop("E_ECO_USED", "card", card=t.kit.eco[card].name)
    return card


def held_offer(t: EcoTable, actor: str) -> EcoOffer:
    """Ask that this player holds the right to a drawn card, and return it."""
    in_phase(t, "actions")
    nothing_bought(t)
    no_auction(t)
    offer = t.state.eco_offer
    if offer is None:
        t.stop("E_ECO_NOT_DRAWN")
    t.need(actor == offer.holder, "E_ECO_RIGHT", name=t.name(offer.holder))
    return offer
