"""Cards and sectors that the kit does not know: typed in the move itself, they then belong to the session's kit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from games.ecologic.events import Event, Op, Phase, Resource
from games.ecologic.kit import RESOURCES, Count, Eco, Sector, Tor
from games.ecologic.state import EcoTable, Lot
from games.engine.move import Name, Prose


class NewEvent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event card typed at the table; without effects the referee records them by hand."""

    name: Name
    phase: Phase = "events"
    id: Name = ""
    text: Prose = ""
    scope: Literal["all", "drawer"] = "all"
    ops: list[Op] = []
    final: bool = False


class NewEco(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An eco-initiative typed at the table."""

    name: Name
    start: Count
    enviros: Count
    upkeep: Count = 0
    id: Name = ""


class NewSector(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sector typed at the table, with the neighbours the kit knows."""

    name: Name
    resources: list[Resource] = msgspec.field(default_factory=lambda: list(RESOURCES))
    adj: list[Name] = []
    id: Name = ""


class NewTor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A ТОР typed at the table; of an unknown kind it has no effect of its own."""

    name: Name
    kind: Literal["exchange", "reserve", "academy", "hub", "other"] = "other"
    id: Name = ""


EventCard = Name | NewEvent
EcoCard = Name | NewEco
Place = Name | NewSector


class LotAsked(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A lot as recorded: by ids, or with a ТОР or an eco-initiative typed at the table."""

    kind: Name
    type: Name = ""
    tor: Name | NewTor = ""
    card: Name | NewEco = ""


def _new_id(asked: str, taken: Iterable[str], letter: str) -> str:
    """Return the id wanted, or the first free one of the form X1, X2 …"""
    known = set(taken)
    if asked and asked not in known and "." not in asked:
        return asked
    number = 1
    while f"{letter}{number}" in known:
        number += 1
    return f"{letter}{number}"


def _add(t: EcoTable, part: str, id: str, thing: Any) -> str:
    """Put a thing into the session's kit: a new kit, since kits never change in place."""
    t.kit = msgspec.structs.replace(t.kit, **{part: {**getattr(t.kit, part), id: thing}})
    t.notice("N_KIT_ADDED", value=thing.name)
    return id


def event_id(t: EcoTable, card: EventCard) -> str:
    """Return the id of an event, which joins the kit if it was typed."""
    if isinstance(card, str):
        return card
    ops = card.ops if card.ops or card.final else [Op("manual", text=card.text)]
    event = Event(card.name, card.phase, card.text, card.scope, ops, card.final)
    return _add(t, "events", _new_id(card.id, t.kit.events, "XV"), event)


def eco_id(t: EcoTable, card: EcoCard) -> str:
    """Return the id of an eco-initiative, which joins the kit if it was typed."""
    if isinstance(card, str):
        return card
    return _add(t, "eco", _new_id(card.id, t.kit.eco, "XE"), _printed(card))


def _printed(card: NewEco) -> Eco:
    return Eco(card.name, card.start, card.enviros, card.upkeep)


def means_card(t: EcoTable, asked: EcoCard, card: str) -> bool:
    """Whether a card of the kit is meant: by its id, or typed once more as it is printed."""
    if isinstance(asked, str):
        return asked == card
    found = t.kit.eco[card]
    return _printed(asked) == Eco(found.name, found.start, found.enviros, found.upkeep)


def sector_id(t: EcoTable, sector: Place) -> str:
    """Return the id of a sector, which joins the kit if it was typed. Refuses unknown neighbours."""
    if isinstance(sector, str):
        return sector
    for other in sector.adj:
        if other not in t.kit.sectors:
            t.stop("E_SECTOR_UNKNOWN", "sector", sector=other)
    id = _new_id(sector.id, t.kit.sectors, "XS")
    return _add(t, "sectors", id, Sector(sector.name, list(sector.resources), list(sector.adj)))


def lot_of(t: EcoTable, asked: LotAsked) -> Lot:
    """Return the lot; a typed ТОР joins the kit. A card is auctioned when it is drawn: that card is meant."""
    tor = asked.tor
    if not isinstance(tor, str):
        tor = _add(t, "tors", _new_id(tor.id, t.kit.tors, "XT"), Tor(tor.name, tor.kind))
    offer = t.state.eco_offer
    card = asked.card if isinstance(asked.card, str) else offer.card if offer is not None else asked.card.name
    return Lot(asked.kind, asked.type, tor, card)


def lot_meant(t: EcoTable, asked: LotAsked) -> Lot:
    """Return the lot that a move was about, after it: what was typed in it is the newest of its name."""
    return Lot(asked.kind, asked.type, _newest(t.kit.tors, asked.tor), _newest(t.kit.eco, asked.card))


def _newest(known: dict[str, Tor] | dict[str, Eco], asked: Name | NewTor | NewEco) -> str:
    if isinstance(asked, str):
        return asked
    return next((id for id in reversed(known) if known[id].name == asked.name), asked.name)
