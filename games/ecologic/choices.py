"""What events leave to choose (§ 4.1): rights may be taken or declined, duties must be done."""

from __future__ import annotations

from games.ecologic.auction import check_stock, check_taker, put_lot
from games.ecologic.eco import draw_eco
from games.ecologic.flow import end_actions, end_count, leave, no_auction, no_card, nothing_bought
from games.ecologic.kit import RESOURCES
from games.ecologic.prices import check_sector, meant, normal_price
from games.ecologic.state import EcoTable, Lot, Pending
from games.ecologic.typed import EcoCard, LotAsked, Place, lot_of, sector_id
from games.ecologic.words import TYPES, Label, card_name, lot_name, sector_name
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.table import Step

DECLINE = "decline"
#: Whatever a referee may write for taking or declining a right.
TAKEN = ("", "accept", "take", "yes")
DECLINED = (DECLINE, "pass", "skip", "no")

OPTIONS: dict[str, str] = {
    "extra_opening": _("one opening more"),
    "buy_without_auction": _("buy without an auction"),
    "gain_chip": _("a chip for the board"),
    "remove_chip": _("take a chip off the board"),
    "gain_eco": _("an eco-initiative for nothing"),
    "discard_eco": _("discard an eco-initiative"),
    "collapse": _("collapse: take a chip off the board"),
    DECLINE: _("decline"),
}


def choose(
    t: EcoTable, player: str, option: str, sector: Place | None, lot: LotAsked | None, card: EcoCard | None
) -> None:
    """Do one choice of a player, or decline a right. Refusals: E_NO_CHOICE and those of what is chosen."""
    pending = find(t, player, option)
    if pending is None:
        t.stop("E_NO_CHOICE", "player", name=t.name(player))
    if t.state.phase == "actions" and pending.right:
        nothing_bought(t)
        no_auction(t)
        no_card(t)
    if option in DECLINED:
        t.need(pending.right, "E_CHOICE_DUTY", "option", name=t.name(player))
        pending.n = 0
    else:
        _do(t, pending, sector, lot, card)
        pending.n -= 1
    tidy(t)


def find(t: EcoTable, player: str, option: str) -> Pending | None:
    """Return the first pending choice of a player (or which he makes for another) that the option means."""
    for pending in t.state.choices:
        if player not in (pending.player, pending.chooser):
            continue
        also = option == "remove_chip" and pending.option == "collapse"
        if option == pending.option or also or option in TAKEN or option in DECLINED:
            return pending
    return None


def _do(t: EcoTable, pending: Pending, sector: Place | None, lot: LotAsked | None, card: EcoCard | None) -> None:
    match pending.option:
        case "extra_opening":
            _open_more(t, pending)
        case "buy_without_auction":
            _buy(t, pending, sector, lot, card)
        case "gain_chip":
            _gain_chip(t, pending, sector, lot)
        case "gain_eco":
            t.give_eco(pending.player, _drawn(t, card), "event")
        case "discard_eco":
            _discard(t, pending, card)
        case _:
            _remove(t, pending, sector, lot)


def tidy(t: EcoTable) -> None:
    """Drop what is done or cannot be done any more, and go on where nothing is left to choose."""
    s = t.state
    s.choices = [one for one in s.choices if one.n > 0 and _possible(t, one)]
    if s.choices:
        return
    if s.phase == "events" and s.event:
        leave(t)
    else:
        end_actions(t)
        end_count(t)


def _possible(t: EcoTable, pending: Pending) -> bool:
    own = t.own(pending.player)
    if pending.option in ("remove_chip", "collapse"):
        return any(pending.type in ("", stack.type) for _, stack in own)
    return pending.option != "discard_eco" or bool(t.state.players[pending.player].eco)


def _open_more(t: EcoTable, pending: Pending) -> None:
    """Grant one opening: right behind one's own, or after all others if that is used already."""
    s = t.state
    if pending.player in s.opened:
        s.opened.remove(pending.player)
        s.to_open = s.to_open or pending.player
    else:
        s.extra[pending.player] = s.extra.get(pending.player, 0) + 1


def _buy(t: EcoTable, pending: Pending, sector: Place | None, asked: LotAsked | None, card: EcoCard | None) -> None:
    """Buy at the event's price, or at the starting price, and place at once."""
    player = pending.player
    if asked is None:
        asked = LotAsked("chip", pending.lot) if pending.lot in RESOURCES else LotAsked(pending.lot or "any")
    if asked.kind == "eco":
        lot = Lot("eco", card=_drawn(t, card if card is not None else asked.card))
    else:
        lot = lot_of(t, asked)
    known = lot.kind == "eco" or lot.type in RESOURCES or lot.tor in t.kit.tors
    if not known or not meant(pending.lot, lot):
        t.stop("E_LOT_UNKNOWN", "lot")
    if lot.kind == "tor" and t.tor_owner(lot.tor):
        t.stop("E_TOR_TAKEN", "lot", tor=t.kit.tors[lot.tor].name, name=t.name(t.tor_owner(lot.tor)))
    price = pending.price if pending.price is not None else normal_price(t, player, lot)
    have = t.state.players[player].profits
    t.need(have >= price, "E_CANNOT_AFFORD_START", "lot", start=price, have=have)
    check_stock(t, player, price, "lot")
    check_taker(t, player, lot)
    place = _place(t, player, lot, sector) if lot.kind != "eco" else ""
    t.transfer(player, BANK, "profits", price, f"buy_{lot.kind}", lot.ref)
    if lot.kind == "eco":
        t.give_eco(player, lot.card, "card")
    else:
        put_lot(t, player, lot, place, "place")


def _gain_chip(t: EcoTable, pending: Pending, sector: Place | None, asked: LotAsked | None) -> None:
    """Put a chip on the board for nothing; the type is the event's, or the one chosen."""
    type = pending.type or (asked.type if asked is not None else "")
    if type not in RESOURCES or (asked is not None and asked.type not in ("", type)):
        t.stop("E_LOT_UNKNOWN", "lot")
    lot = Lot("chip", type)
    check_taker(t, pending.player, lot)
    put_lot(t, pending.player, lot, _place(t, pending.player, lot, sector), "event")


def _place(t: EcoTable, player: str, lot: Lot, sector: Place | None) -> str:
    if sector is None:
        t.stop("E_SECTOR_REQUIRED", "sector")
    place = sector_id(t, sector)
    check_sector(t, player, lot, place)
    return place


def _drawn(t: EcoTable, card: EcoCard | None) -> str:
    if card is None or card == "":
        t.stop("E_ECO_UNKNOWN", "card")
    return draw_eco(t, card)


def _discard(t: EcoTable, pending: Pending, card: EcoCard | None) -> None:
    own = t.state.players[pending.player].eco
    if not isinstance(card, str) or card not in own:
        name = card_name(t, card) if isinstance(card, str) else ""
        t.stop("E_UPKEEP_UNKNOWN_CARD", "card", name=t.name(pending.player), card=name)
    t.drop_eco(pending.player, card, "event")


def _remove(t: EcoTable, pending: Pending, sector: Place | None, asked: LotAsked | None) -> None:
    """Take a chip off the board: by an event, or for a collapse outside the Ecology phase (A-09).

    The type, where the event leaves it open, may be chosen with the sector (E-031).
    """
    player = pending.player
    type = pending.type or (asked.type if asked is not None else "")
    if asked is not None and asked.type not in ("", type):
        t.stop("E_LOT_UNKNOWN", "lot")
    if sector is None:
        if pending.option == "collapse":
            t.stop("E_REMOVE_REQUIRED", "sector", owed=pending.owed, have=pending.had, name=t.name(player))
        t.stop("E_SECTOR_REQUIRED", "sector")
    if not isinstance(sector, str) or t.own_in(player, sector, type) is None:
        here = sector_name(t, sector) if isinstance(sector, str) else sector.name
        t.stop("E_REMOVE_NOT_OWN", "sector", sector=here, name=t.name(player))
    t.take_chip(player, sector, "closed" if pending.option == "collapse" else "event", type)


def told(t: EcoTable, step: Step, player: str, option: str) -> Words:
    """Return the log line of a choice."""
    said: list[Label] = []
    for one in step.postings:
        if one.what in RESOURCES:
            on = one.to == "board"
            msgid = _("a chip more: %(lot)s, %(sector)s") if on else _("a chip less: %(lot)s, %(sector)s")
            said.append(Words(msgid, {"lot": TYPES[one.what], "sector": sector_name(t, one.ref)}))
        elif one.what == "eco":
            msgid = _("discards “%(card)s”") if one.to == "discard" else _("gets “%(card)s”")
            said.append(Words(msgid, {"card": card_name(t, one.ref)}))
        elif one.what == "tor":
            figures = {"lot": lot_name(t, Lot("tor", tor=one.ref)), "sector": sector_name(t, t.state.tors[one.ref])}
            said.append(Words(_("places %(lot)s: %(sector)s"), figures))
        elif one.why.startswith("buy_"):
            said.append(Words(_("pays %(amount)s"), {"amount": one.amount}))
    if not said:
        said = [Words(OPTIONS[DECLINE if option in DECLINED else "extra_opening"])]
    return Words(_("By the event, %(name)s: %(parts)s"), {"name": t.name(player), "parts": said})
