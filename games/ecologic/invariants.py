"""What holds for every table (§ 2): asked after a correction by hand, which may set any field to anything."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from games.ecologic.choices import OPTIONS
from games.ecologic.kit import RESOURCES
from games.ecologic.state import Desk, EcoTable, Lot


def check(t: EcoTable) -> None:
    """Ask the invariants.

    Profits may be below zero by a ruling; that a correction leaves none there, the correction asks itself.
    """
    need_known(t)
    s = t.state
    for player in s.players.values():
        low = min(player.enviros, *player.supply.values())
        t.need(low >= 0, "E_BELOW_ZERO", "value", have=low)
        t.need(not (player.minus and player.enviros), "E_CONSERVATION", "value")
    for card, found in t.kit.eco.items():
        t.need(t.eco_out(card) <= found.copies, "E_CONSERVATION", "value")
    held = [tor for player in s.players.values() for tor in (*player.tors, *player.held)]
    t.need(len(set(held)) == len(held), "E_CONSERVATION", "value")
    for tor in s.tors:
        t.need(tor in held, "E_CONSERVATION", "value")


def need_known(t: EcoTable) -> None:
    """Ask that all names in the state are known: no later move can be computed with another."""
    s = t.state
    teams = {team.id for team in t.teams}
    lots = [one.lot for one in (s.auction, s.to_place) if one is not None]
    if s.initiator not in teams:  # he alone is always somebody
        t.stop("E_UNKNOWN", "value", value=s.initiator[:60])
    _ask(t, "E_UNKNOWN", _teams(s), teams)
    _ask(t, "E_UNKNOWN", _tors(s, lots), t.kit.tors)
    _ask(t, "E_UNKNOWN", _types(s, lots), RESOURCES)
    _ask(t, "E_UNKNOWN", [one.option for one in s.choices], OPTIONS)
    _ask(t, "E_ECO_UNKNOWN", _cards(s, lots), t.kit.eco)
    _ask(t, "E_EVENT_UNKNOWN", [s.event, *s.events_played], t.kit.events)
    _ask(t, "E_SECTOR_UNKNOWN", [*s.board, *s.tors.values()], t.kit.sectors)


def _ask(t: EcoTable, code: str, names: Iterable[str], known: Container[str]) -> None:
    for name in names:
        if name and name not in known:
            t.stop(code, "value", value=name[:60], sector=name[:60])


def _teams(s: Desk) -> Iterator[str]:
    yield from (*s.players, *s.unsettled, s.to_open, *s.opened, *s.extra)
    for stacks in s.board.values():
        yield from (stack.owner for stack in stacks)
    for choice in s.choices:
        yield from (choice.player, choice.chooser)
    if s.eco_offer is not None:
        yield from (s.eco_offer.drawer, s.eco_offer.holder, *s.eco_offer.declined)
    if s.auction is not None:
        yield from (s.auction.opener, s.auction.turn, s.auction.high, s.auction.next)
        yield from (*s.auction.passed, *s.auction.bids)
    if s.to_place is not None:
        yield from (s.to_place.player, s.to_place.turn)


def _tors(s: Desk, lots: list[Lot]) -> Iterator[str]:
    yield from s.tors
    yield from (lot.tor for lot in lots)
    for player in s.players.values():
        yield from (*player.tors, *player.held)


def _types(s: Desk, lots: list[Lot]) -> Iterator[str]:
    yield from s.prices
    yield from (lot.type for lot in lots)
    yield from (choice.type for choice in s.choices)
    for player in s.players.values():
        yield from player.supply
    for stacks in s.board.values():
        yield from (stack.type for stack in stacks)


def _cards(s: Desk, lots: list[Lot]) -> Iterator[str]:
    yield from s.eco_discard
    yield from (lot.card for lot in lots)
    for player in s.players.values():
        yield from player.eco
    if s.eco_offer is not None:
        yield s.eco_offer.card
