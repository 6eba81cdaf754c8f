"""What may be recorded now: candidates only, the core plays each on a copy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.ecologic.choices import OPTIONS
from games.ecologic.forms import adjust_offer, eco_form, event_form, sector_form
from games.ecologic.kit import RESOURCES
from games.ecologic.line import letters
from games.ecologic.moves_auction import (
    AuctionLine,
    Bid,
    EcoBuy,
    EcoDecline,
    EcoDraw,
    Pass,
    PlaceLot,
    Skip,
)
from games.ecologic.moves_cycle import (
    EcologySettle,
    EcologySettleRest,
    EventDraw,
    IncomeSettle,
    IncomeSettleRest,
    forecast_enviros,
    forecast_profits,
)
from games.ecologic.moves_table import FinalCall, Transfer
from games.ecologic.prices import sector_faults, start_price
from games.ecologic.state import EcoTable, Lot, Pending, plain
from games.ecologic.sums import acting, income_sum, total, upkeep_sum
from games.ecologic.words import TYPES, Label, card_name, lot_button, lot_name, sector_name
from games.engine.fields import ASIDE, Card, Choice, Field, Many, Number, Offer, Option, Text
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE

OPEN, RESULT, LINE = _("By bids"), _("By result"), _("By a line")
#: At most so many ways of discarding are offered as buttons; the form takes any.
MOST_DISCARDS = 12


def candidates(t: EcoTable) -> Iterator[Offer]:
    """List what might be recorded now, the expected first."""
    s = t.state
    if s.phase != "finished":
        for pending in s.choices:
            yield from _choice(t, pending)
        match s.phase:
            case "events":
                yield _event(t)
            case "ecology":
                yield from _ecology(t)
            case "actions":
                yield from _actions(t)
            case "income":
                yield from _income(t)
        if s.to_place is None and s.auction is None:
            for player, own in s.players.items():
                for tor in own.held:
                    yield _place(t, player, Lot("tor", tor=tor), {"tor": tor})
        yield from _table(t)
    yield adjust_offer(t)


def _event(t: EcoTable) -> Offer:
    options = [Option(card, t.kit.events[card].name) for card in t.undrawn_events()]
    card = Card(name="card", label=Words(_("Event")), options=options, form=event_form())
    return Offer("event_draw", [t.state.initiator], Words(EventDraw.label), fields=[card], main=True)


# ---- Ecology and Income -------------------------------------------------------------------------


def _ecology(t: EcoTable) -> Iterator[Offer]:
    """The common count; each player's own; and one button a chip for each collapse."""
    left = t.state.unsettled
    short = [one for one in left if forecast_enviros(t, one)[1] and t.own(one)]
    yield Offer(
        "ecology_settle_rest", [REFEREE], Words(EcologySettleRest.label), main=bool(left) and left[0] not in short
    )
    able = [one for one in left if one not in short]
    if able:
        yield Offer("ecology_settle", able, Words(EcologySettle.label))
    owners: dict[tuple[str, str], list[str]] = {}
    for player in short:
        for sector, stack in t.own(player):
            owners.setdefault((sector, stack.type if t.both_in(player, sector) else ""), []).append(player)
    for (sector, type), players in owners.items():
        here = sector_name(t, sector)
        if type:
            here = Words(_("%(sector)s, %(type)s"), {"sector": here, "type": TYPES[type]})
        label = Words(_("%(name)s: chip off, %(sector)s"), {"name": t.name(players[0]), "sector": here})
        remove = f"{sector}:{type}" if type else sector
        yield Offer("ecology_settle", players, label, {"remove": remove}, main=players[0] == left[0])


def _income(t: EcoTable) -> Iterator[Offer]:
    """The common count; one button a set of cards that may be discarded; and a form for any."""
    left = t.state.unsettled
    short = [one for one in left if forecast_profits(t, one) < 0]
    yield Offer("income_settle_rest", [REFEREE], Words(IncomeSettleRest.label), main=len(short) < len(left))
    for player in short:
        for cards in discards(t, player):
            names: list[Label] = [card_name(t, card) for card in cards]
            label = Words(_("%(name)s: discard %(cards)s"), {"name": t.name(player), "cards": names})
            yield Offer("income_settle", [player], label, {"discard": cards}, main=len(short) == len(left))
    able = [one for one in left if one not in short]
    options = [
        Option(card, Words(_("%(name)s: “%(card)s”"), {"name": t.name(player), "card": card_name(t, card)}))
        for player in left
        for card in t.state.players[player].eco
    ]
    value = [] if able else next(iter(discards(t, short[0])), [])
    field = Many(name="discard", label=Words(_("Cards to discard")), options=options, value=value, optional=True)
    fields: list[Field] = [field] if options else []
    yield Offer("income_settle", able + short, Words(IncomeSettle.label), fields=fields)


def discards(t: EcoTable, player: str) -> list[list[str]]:
    """Return sets of cards a player who lacks upkeep may discard, the smallest first (A-35)."""
    ops, _blocked = acting(t, player, "income")
    upkeep = [pair for pair in upkeep_sum(t, player, ops) if pair[1] > 0]
    cash = max(0, t.state.players[player].profits + total(income_sum(t, player, ops)))
    if t.options.upkeep_rule == "all":
        return [[card for card, _price in upkeep]]
    due = sum(price for _card, price in upkeep)
    found: list[list[str]] = []
    for size in range(1, len(upkeep) + 1):
        for dropped in combinations(upkeep, size):
            left = cash - due + sum(price for _card, price in dropped)
            if left >= 0 and all(price > left for _card, price in dropped):
                found.append([card for card, _price in dropped])
                if len(found) == MOST_DISCARDS:
                    return found
    return found


# ---- Actions ------------------------------------------------------------------------------------


def _actions(t: EcoTable) -> Iterator[Offer]:
    s = t.state
    if s.to_place is not None:
        yield _place(t, s.to_place.player, s.to_place.lot, {})
    elif s.auction is not None:
        yield from _bids(t)
    elif s.eco_offer is not None:
        yield from _eco_offer(t)
    elif s.to_open:
        yield from _openings(t, s.to_open)


def _place(t: EcoTable, player: str, lot: Lot, fixed: dict[str, Any]) -> Offer:
    options = [Option(sector, sector_name(t, sector)) for sector in t.kit.sectors]
    field = Card(name="sector", label=Words(_("Sector")), options=options, form=sector_form(t))
    label = Words(_("Place %(lot)s"), {"lot": lot_name(t, lot)})
    return Offer("place", [player], label if fixed else Words(PlaceLot.label), fixed, [field], main=not fixed)


def _bids(t: EcoTable) -> Iterator[Offer]:
    auction = t.state.auction
    assert auction is not None
    speakers = [one for one in t.seats(auction.high)[1:] if one not in auction.passed]
    if auction.next:
        speakers = [auction.next]
    least = auction.bid + t.options.min_increment
    most = max(t.state.players[one].profits for one in speakers)
    field = Number(name="amount", label=Words(_("Amount of the bid")), least=least, most=most, value=least)
    yield Offer("bid", speakers, Words(Bid.label), fields=[field], main=True)
    yield Offer("pass", speakers, Words(Pass.label))


def _openings(t: EcoTable, player: str) -> Iterator[Offer]:
    lots = [Lot("chip", type) for type in RESOURCES]
    lots += [Lot("tor", tor=tor) for tor in t.kit.tors if not t.tor_owner(tor)]
    yield from _auctions(t, player, lots)
    options = [Option(card, t.kit.eco[card].name) for card in t.undrawn_eco() or t.state.eco_discard]
    field = Card(name="card", label=Words(_("Eco-initiative")), options=options, form=eco_form())
    yield Offer("eco_draw", [player], Words(EcoDraw.label), fields=[field])
    yield Offer("skip", [player], Words(Skip.label))


def _eco_offer(t: EcoTable) -> Iterator[Offer]:
    offer = t.state.eco_offer
    assert offer is not None
    if t.sold_plainly(offer.holder, offer.drawer):
        yield Offer("eco_buy", [offer.holder], Words(EcoBuy.label), main=True)
    else:
        yield from _auctions(t, offer.holder, [Lot("eco", card=offer.card)])
    yield Offer("eco_decline", [offer.holder], Words(EcoDecline.label))


def _auctions(t: EcoTable, opener: str, lots: list[Lot]) -> Iterator[Offer]:
    """Each lot in the three ways of recording (§ 3.3)."""
    have = t.state.players[opener].profits
    starts = [start_price(t, opener, lot) for lot in lots]
    for lot, start in zip(lots, starts, strict=True):
        most = max(start, have)
        bid = Number(name="bid", label=Words(_("First bid")), least=start, most=most, value=start)
        yield Offer("auction_open", [opener], _lot_label(t, lot, start), {"lot": plain(lot)}, [bid], OPEN)
    for lot, start in zip(lots, starts, strict=True):
        yield Offer(
            "auction_record",
            [opener],
            _lot_label(t, lot, start),
            {"lot": plain(lot)},
            _result(t, opener, lot, start),
            RESULT,
        )
    letter = next((letter for letter, team in letters(t.teams).items() if team == opener), opener)
    for lot, start in zip(lots, starts, strict=True):
        fields: list[Field] = [Text(name="text", label=Words(AuctionLine.label), value=f"{letter}{start}")]
        if lot.kind != "eco":
            fields.append(_sectors(t, lot, optional=True))
        yield Offer("auction_line", [opener], _lot_label(t, lot, start), {"lot": plain(lot)}, fields, LINE)


def _lot_label(t: EcoTable, lot: Lot, start: int) -> Words:
    """Return «Нефть, от 3»."""
    return Words(_("%(lot)s, from %(start)s"), {"lot": lot_button(t, lot), "start": start})


def _result(t: EcoTable, opener: str, lot: Lot, start: int) -> list[Field]:
    """Ask who bought, for how much and where it lies. The opener stands first: his price may be the start."""
    raised = {"price": start + t.options.min_increment}
    teams = [Option(team, t.name(team), also={} if team == opener else raised) for team in t.seats(opener)]
    most = max(start, *(player.profits for player in t.state.players.values()))
    fields: list[Field] = [
        Choice(name="winner", label=Words(_("Who buys")), options=teams, value=opener),
        Number(name="price", label=Words(_("Price")), least=start, most=most, value=start),
    ]
    if lot.kind == "chip" or (lot.kind == "tor" and t.options.tor_place == "at_once"):
        fields.append(_sectors(t, lot))
    elif lot.kind == "tor":
        fields.append(_sectors(t, lot, optional=True))
    # The sector is asked first: until it is known no winner can be tried.
    return fields if len(fields) == 2 else [fields[2], *fields[:2]]


def _sectors(t: EcoTable, lot: Lot, optional: bool = False) -> Choice:
    """Offer the sectors where at least one player could place the lot."""
    players = t.state.players
    free = [
        sector
        for sector in t.kit.sectors
        if any(next(sector_faults(t, player, lot, sector), None) is None for player in players)
    ]
    options = [Option(sector, sector_name(t, sector)) for sector in free]
    return Choice(name="sector", label=Words(_("Sector")), options=options, optional=optional)


# ---- choices by events, and what is always possible ---------------------------------------------


def _choice(t: EcoTable, pending: Pending) -> Iterator[Offer]:
    label = Words(_("%(name)s: %(what)s"), {"name": t.name(pending.player), "what": Words(OPTIONS[pending.option])})
    fixed: dict[str, Any] = {"player": pending.player, "option": pending.option}
    main = not pending.right
    match pending.option:
        case "gain_chip" | "buy_without_auction":
            for lot in _meant(t, pending):
                named = Words(
                    _("%(what)s: %(lot)s"),
                    {"what": label, "lot": lot_name(t, lot) if lot.ref else Words(_("Eco-initiative"))},
                )
                fields: list[Field] = [_deck(t)] if lot.kind == "eco" else [_sectors(t, lot)]
                yield Offer("event_choice", [pending.player], named, {**fixed, "lot": plain(lot)}, fields)
        case "gain_eco":
            yield Offer("event_choice", [pending.player], label, fixed, [_deck(t)])
        case "discard_eco":
            cards = [Option(card, card_name(t, card)) for card in dict.fromkeys(t.state.players[pending.player].eco)]
            field = Choice(name="card", label=Words(_("Eco-initiative")), options=cards)
            yield Offer("event_choice", [pending.player], label, fixed, [field], main=main)
        case "extra_opening":
            yield Offer("event_choice", [pending.player], label, fixed)
        case _:
            yield from _chips_off(t, pending, label, fixed)
    if pending.right:
        figures = {"name": t.name(pending.player), "what": Words(OPTIONS[pending.option])}
        no = Words(_("%(name)s declines: %(what)s"), figures)
        yield Offer("event_choice", [pending.player], no, {"player": pending.player, "option": "decline"})


def _chips_off(t: EcoTable, pending: Pending, label: Words, fixed: dict[str, Any]) -> Iterator[Offer]:
    """Ask for the sector of the chip that goes; where both types lie in one, each type apart (E-031)."""
    own = t.own(pending.player)
    apart = any(t.both_in(pending.player, sector) for sector, _stack in own)
    for type in [one for one in RESOURCES if pending.type in ("", one)] if apart else [""]:
        sectors = dict.fromkeys(sector for sector, stack in own if type in ("", stack.type))
        options = [Option(sector, sector_name(t, sector)) for sector in sectors]
        field = Choice(name="sector", label=Words(_("Sector")), options=options)
        of_type = {**fixed, "lot": plain(Lot("chip", type))} if type else fixed
        named = Words(_("%(what)s: %(lot)s"), {"what": label, "lot": TYPES[type]}) if type else label
        yield Offer("event_choice", [pending.player], named, of_type, [field], main=True)


def _meant(t: EcoTable, pending: Pending) -> list[Lot]:
    """Return the lots a right may be used for."""
    lots = [Lot("chip", type) for type in RESOURCES if pending.type in ("", type)]
    if pending.option == "gain_chip":
        return lots
    tors = [Lot("tor", tor=tor) for tor in t.kit.tors if not t.tor_owner(tor)]
    found: dict[str, list[Lot]] = {"chip": lots, "tor": tors, "eco": [Lot("eco")]}
    found |= {type: [Lot("chip", type)] for type in RESOURCES}
    return found.get(pending.lot, [*lots, *tors, Lot("eco")])


def _deck(t: EcoTable) -> Card:
    options = [Option(card, t.kit.eco[card].name) for card in t.undrawn_eco() or t.state.eco_discard]
    return Card(name="card", label=Words(_("Eco-initiative")), options=options, form=eco_form())


def _table(t: EcoTable) -> Iterator[Offer]:
    if t.options.transfers:
        givers = sorted(t.state.players, key=lambda one: -t.state.players[one].profits)
        most = max(1, t.state.players[givers[0]].profits)
        to = Choice(name="to", label=Words(_("To whom")), options=[Option(team.id, team.name) for team in t.teams])
        fields: list[Field] = [
            to,
            Number(name="profits", label=Words(_("Profits")), least=1, most=most, value=1),
        ]
        yield Offer("transfer", givers, Words(Transfer.label), fields=fields, group=ASIDE)
    cycles = [Option("current", Words(_("this one"))), Option("next", Words(_("the next one")))]
    fields = [
        Choice(name="cycle", label=Words(_("Which cycle")), options=cycles, value="current"),
        Text(name="reason", label=Words(_("Reason"))),
    ]
    yield Offer("final_call", [REFEREE], Words(FinalCall.label), fields=fields, group=ASIDE)
