"""Starting prices and legal sectors: what may be bought, for how much, and where it may lie."""

from __future__ import annotations

from collections.abc import Iterator

from games.ecologic.events import PRICED, Op
from games.ecologic.kit import RESOURCES
from games.ecologic.state import EcoTable, Lot
from games.ecologic.sums import acting
from games.ecologic.words import TYPES, sector_name, tor_name


def meant(spec: str, lot: Lot) -> bool:
    """Whether an event's `lot` (chip, oil, mineral, eco, tor, any) means this lot."""
    return spec in ("", "any", lot.kind) or (lot.kind == "chip" and spec == lot.type)


def _base_price(t: EcoTable, lot: Lot) -> int:
    """Return the printed or counted price, before any event (E-036, E-042, E-047)."""
    if lot.kind == "tor":
        return t.tor_start
    if lot.kind == "eco":
        return t.kit.eco[lot.card].start
    fixed = t.state.prices.get(lot.type)
    return fixed if fixed is not None else t.chips_on_board(lot.type) + 1


def _by_event(t: EcoTable, lot: Lot, price: int, ops: list[Op]) -> int:
    for op in ops:
        if op.op in PRICED and meant(op.lot, lot):
            price = max(1, price + (op.amount or 0) if op.op == "start_price_add" else op.times(price))
    end = t.kit.scale_max.get(lot.type) if lot.kind == "chip" else None  # type: ignore[call-overload]
    return min(price, end) if end is not None else price


def normal_price(t: EcoTable, opener: str, lot: Lot) -> int:
    """Return the starting price for an opener without the Exchange."""
    return _by_event(t, lot, _base_price(t, lot), acting(t, opener, "actions")[0])


def exchange_works(t: EcoTable, opener: str, lot: Lot) -> bool:
    """Whether the opener leads this auction with Биржа (E-002, E-003)."""
    return t.has(opener, "exchange") and (lot.kind == "chip" or t.options.exchange_lots != "chip")


def start_price(t: EcoTable, opener: str, lot: Lot) -> int:
    """Return the starting price for an opener (E-036, E-042, E-047)."""
    return with_exchange(t, opener, lot, normal_price(t, opener, lot))


def with_exchange(t: EcoTable, opener: str, lot: Lot, price: int) -> int:
    """Return a starting price as it is for this opener: halved and rounded up with Биржа (E-002, E-078)."""
    if t.options.exchange_mode == "half_start" and exchange_works(t, opener, lot):
        return (price + 1) // 2
    return price


def to_pay(t: EcoTable, opener: str, winner: str, lot: Lot, bid: int) -> int:
    """Return what the winner pays for his bid (A-19: half for Биржа's owner, or for any winner)."""
    mode = t.options.exchange_mode
    if mode != "half_start" and exchange_works(t, opener, lot) and (mode == "half_all" or winner == opener):
        return (bid + 1) // 2
    return bid


def table_prices(t: EcoTable) -> dict[str, int]:
    """Return the prices the two markers show: chips + 1, and the event while the Actions phase lasts (amendment 1)."""
    event = t.active
    acts = t.state.phase == "actions" and event is not None and event.phase == "actions" and event.scope == "all"
    ops = event.ops if event is not None and acts else []
    lots = [Lot("chip", type) for type in RESOURCES]
    return {lot.type: _by_event(t, lot, _base_price(t, lot), ops) for lot in lots}


def forbids(t: EcoTable, opener: str, lot: Lot) -> bool:
    """Whether the event forbids this opener this auction."""
    return any(op.op == "forbid_auction" and meant(op.lot, lot) for op in acting(t, opener, "actions")[0])


# ---- sectors ------------------------------------------------------------------------------------


def sector_faults(t: EcoTable, player: str, lot: Lot, sector: str) -> Iterator[str]:
    """Yield the codes for which a chip or ТОР may not be placed in a known sector (§ 3.4), in order."""
    stacks = t.state.board.get(sector)
    anywhere = t.options.tor_placement == "any"
    if lot.kind == "tor":
        if stacks and not anywhere:
            yield "E_SECTOR_OCCUPIED"
        if sector in t.state.tors.values():
            yield "E_SECTOR_TOR"
        return
    if lot.type not in t.kit.sectors[sector].resources:
        yield "E_SECTOR_RESOURCE"
    if not anywhere and sector in t.state.tors.values():
        yield "E_SECTOR_TOR"
    if stacks:
        if not t.options.sector_sharing:
            if stacks[0].owner != player:
                yield "E_SECTOR_FOREIGN"
            elif stacks[0].type != lot.type:
                yield "E_SECTOR_MIXED"
        own = t.own_in(player, sector, lot.type)
        if own is not None and own.level >= t.max_level:
            yield "E_LEVEL_MAX"
    if not t.state.players[player].supply[lot.type]:
        yield "E_NO_CHIPS"


def check_sector(t: EcoTable, player: str, lot: Lot, sector: str) -> None:
    """Ask whether a chip or ТОР may be placed there; what is overruled is noted and passed."""
    if sector not in t.kit.sectors:
        t.stop("E_SECTOR_UNKNOWN", "sector", sector=sector)
    for code in sector_faults(t, player, lot, sector):
        stacks = t.state.board.get(sector, [])
        tor = next((tor for tor, place in t.state.tors.items() if place == sector), "")
        figures = {
            "sector": sector_name(t, sector),
            "tor": tor_name(t, tor),
            "type": TYPES.get(lot.type, ""),
            "max": t.max_level,
            "name": t.name(player if code == "E_NO_CHIPS" or not stacks else stacks[0].owner),
        }
        t.need(False, code, "sector", **figures)


def has_place(t: EcoTable, player: str, lot: Lot) -> bool:
    """Whether a player has a sector for it; cards and ТОР that may be held back need none (E_NO_PLACE)."""
    if lot.kind == "eco" or (lot.kind == "tor" and t.options.tor_place == "later"):
        return True
    return any(next(sector_faults(t, player, lot, sector), None) is None for sector in t.kit.sectors)


def has_chip(t: EcoTable, player: str, lot: Lot) -> bool:
    """Whether a player has a chip of the type left."""
    return lot.kind != "chip" or t.state.players[player].supply[lot.type] > 0


def can_take(t: EcoTable, player: str, lot: Lot) -> bool:
    """Whether a player could hold what he would buy."""
    return has_chip(t, player, lot) and has_place(t, player, lot)
