"""What the panel of «Экологика» draws: the map, the starting prices, what is left in the box."""

from __future__ import annotations

from math import ceil, sqrt

import msgspec

from games.ecologic.choose import Choose, choose
from games.ecologic.kit import RESOURCES
from games.ecologic.moves_cycle import forecast_enviros, forecast_profits
from games.ecologic.offers import LINE, OPEN, RESULT
from games.ecologic.prices import sector_faults, table_prices
from games.ecologic.score import ranks, score
from games.ecologic.state import EcoTable, Lot
from games.ecologic.sums import acting, ecology_sum, income_sum, upkeep_sum
from games.ecologic.words import MINUS, PHASES, TYPES, Label, lot_name, sector_name, tor_name
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: Outer radius of a hexagon, and half of its width, in units of the drawing.
RADIUS = 45.0
HALF = RADIUS * sqrt(3) / 2
GAP = 1.0
#: A hexagon around its own centre.
CORNERS = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
OUTLINE = " ".join(f"{HALF * dx:.1f},{RADIUS * dy:.1f}" for dx, dy in CORNERS)


class Production(msgspec.Struct, frozen=True):
    """A stack on the map: whose, of what, its level, and the levels there are (for the pips)."""

    team: str
    type: str
    level: int
    pips: list[bool]


class Hex(msgspec.Struct, frozen=True):
    """A sector as it is drawn. `reach` lists (effect, whether somebody earns by it); `pick`: it may be chosen now."""

    id: str
    no: str
    x: float
    y: float
    points: str
    title: Label
    resources: list[str]
    stacks: list[Production]
    tor: str
    tor_owner: str
    reach: list[tuple[str, bool]]
    pick: bool


class Price(msgspec.Struct, frozen=True):
    """The starting price of a type, and how it comes about: «5 фишек + 1»."""

    type: str
    price: int
    chips: Words
    extra: list[str]


class Raise(msgspec.Struct, frozen=True):
    """A button of the bid row: how much, and what it is: «+1», «все» (empty: nothing to add)."""

    amount: int
    note: Label


class Bidding(msgspec.Struct, frozen=True):
    """The running auction: lot, who opened at which start, the highest bid and whose; the raises the next may make."""

    icon: str
    title: Words
    under: Words
    bid: int
    high: str
    next: str
    raises: list[Raise]


class SumRow(msgspec.Struct, frozen=True):
    """A team's sum in Ecology or Income: what each source gives, in total, and the marker before and after."""

    team: str
    parts: list[int]
    total: int
    before: int
    after: Label | int
    done: bool
    short: bool


class Sums(msgspec.Struct, frozen=True):
    """The count of the phase for all teams: sources as columns, and the marker that moves."""

    columns: list[Label]
    marker: Label
    rows: list[SumRow]


class FinalRow(msgspec.Struct, frozen=True):
    """The final score of a team: the exact base beside the rounded one, and what is added to it."""

    team: str
    rank: int
    exact: float
    balance: float
    base: int
    chips: int
    eco: int
    tor: int
    total: int


class Held(msgspec.Struct, frozen=True):
    """A holding as a pictogram: its icon, how many (empty: one), and in words. `off`: bought, not yet placed."""

    icon: str
    count: str
    words: Label
    off: bool = False


class Board(msgspec.Struct, frozen=True):
    """The printed board: prices, map and what is left of ТОР and decks. `choosing`: the map marks chips to choose."""

    width: float
    height: float
    hexes: list[Hex]
    prices: list[Price]
    #: ТОР that nobody has bought: (pictogram, name), and what they start at
    free_tors: list[tuple[str, str]]
    tor_start: int
    events_left: int
    eco_left: int
    choosing: bool


class Panel(msgspec.Struct, frozen=True):
    """The whole panel."""

    board: Board
    bidding: Bidding | None
    sums: Sums | None
    #: what a rule makes a team choose, as one button each way
    choose: Choose | None
    #: team -> its ТОР and cards as pictograms
    held: dict[str, list[Held]]
    #: who used up his opening, whose opening it is, and who is still to come (Actions phase)
    opened: list[str]
    opening: str
    to_come: list[str]
    #: what follows the phase
    then: Label
    #: groups of offers that are ways to record an auction, and the one this session begins with
    ways: tuple[str, ...]
    way: str
    #: moves that the panel draws itself, and the one with which what is running began
    own: tuple[str, ...]
    began: str
    #: the final score, best first (empty while the game goes on)
    final: list[FinalRow]


def panel(t: EcoTable) -> Panel:
    """Return the panel of a table as it stands."""
    choice = choose(t)
    return Panel(
        _board(t, choosing=choice is not None), _bidding(t), _sums(t), choice,
        {team.id: _held(t, team.id) for team in t.teams}, *_openings(t), _then(t),
        (OPEN, RESULT, LINE), OPEN if t.options.bid_recording == "full" else RESULT,
        _own(t), "auction_open" if t.state.auction is not None else "", _final(t),
    )  # fmt: skip


def _board(t: EcoTable, choosing: bool) -> Board:
    places = _places(t)
    left = min(x for x, _y in places.values()) - HALF - 4
    top = min(y for _x, y in places.values()) - RADIUS - 4
    width = max(x for x, _y in places.values()) + HALF + 4 - left
    height = max(y for _x, y in places.values()) + RADIUS + 4 - top
    picks = _picks(t)
    hexes = [_hex(t, id, x - left, y - top, id in picks) for id, (x, y) in places.items()]
    taken = {tor for player in t.state.players.values() for tor in (*player.tors, *player.held)}
    pending = t.state.to_place
    free = [tor for tor in t.kit.tors if tor not in taken and not (pending and pending.lot.tor == tor)]
    return Board(
        round(width, 1), round(height, 1), hexes, _prices(t), [(tor_icon(t, tor), tor_name(t, tor)) for tor in free],
        t.tor_start, len(t.undrawn_events()), len(t.undrawn_eco()), choosing,
    )  # fmt: skip


def _final(t: EcoTable) -> list[FinalRow]:
    if t.state.phase != "finished":
        return []
    scores = {team.id: score(t, team.id) for team in t.teams}
    places = ranks(t, scores)
    found = [
        FinalRow(
            team, places[team], float(one.exact), float(one.balance), one.base, one.chips, one.eco, one.tor, one.total
        )
        for team, one in scores.items()
    ]  # fmt: skip
    return sorted(found, key=lambda row: row.rank)


def _own(t: EcoTable) -> tuple[str, ...]:
    """Return the moves that need no button of the core: the bid row and the choices stand there."""
    if t.state.auction is not None and t.state.auction.next:
        return ("bid", "pass")
    asked = choose(t)
    return () if asked is None else (asked.move, "ecology_settle_rest", "income_settle_rest")


#: the pictogram of each kind of ТОР
ICONS = {"exchange": "exch", "reserve": "tree", "academy": "cap", "hub": "hub"}


def tor_icon(t: EcoTable, tor: str) -> str:
    """Return the pictogram of a ТОР; a kind the rulebook does not know has a flag."""
    return ICONS.get(t.kit.tor_kind(tor), "flag")


def _held(t: EcoTable, team: str) -> list[Held]:
    own = t.state.players[team]
    found = [Held(tor_icon(t, tor), "", Words(_("ТОР “%(tor)s”"), {"tor": tor_name(t, tor)})) for tor in own.tors]
    found += [
        Held(tor_icon(t, tor), "", Words(_("ТОР “%(tor)s”, not placed"), {"tor": tor_name(t, tor)}), True)
        for tor in own.held
    ]
    if own.eco:
        words = ngettext("%(n)s eco-initiative", "%(n)s eco-initiatives", len(own.eco))
        found.append(Held("card", str(len(own.eco)), words))
    return found


def _openings(t: EcoTable) -> tuple[list[str], str, list[str]]:
    """Return who has opened or skipped, whose opening it is, and who comes after, as they follow each other."""
    s = t.state
    if s.phase != "actions":
        return [], "", []
    seats = t.seats(s.initiator)
    done = [team for team in seats if team in s.opened and team != s.to_open]
    return done, s.to_open, [team for team in seats if team not in s.opened and team != s.to_open]


def _then(t: EcoTable) -> Label:
    phases = t.order
    at = phases.index(t.state.phase) if t.state.phase in phases else len(phases) - 1
    return PHASES[phases[(at + 1) % len(phases)]]


def _places(t: EcoTable) -> dict[str, tuple[float, float]]:
    """Return the centre of each sector: by its axial coordinates, or row by row where the kit has none."""
    sectors = t.kit.sectors
    if all(sector.x is not None and sector.y is not None for sector in sectors.values()):
        return {
            id: ((HALF + GAP) * 2 * ((s.x or 0) + (s.y or 0) / 2), (RADIUS + GAP) * 1.5 * (s.y or 0))
            for id, s in sectors.items()
        }
    across = ceil(sqrt(len(sectors)))
    return {
        id: ((HALF + GAP) * 2 * (at % across), (RADIUS + GAP) * 2 * (at // across)) for at, id in enumerate(sectors)
    }


def _picks(t: EcoTable) -> frozenset[str]:
    """Return the sectors that may be chosen now: for what is to be placed, or for the chip that goes."""
    pending = t.state.to_place
    if pending is None:
        asked = choose(t)
        return frozenset(one.sector for one in asked.options if one.sector) if asked else frozenset()
    return frozenset(
        sector for sector in t.kit.sectors if next(sector_faults(t, pending.player, pending.lot, sector), None) is None
    )


def _hex(t: EcoTable, id: str, x: float, y: float, pick: bool) -> Hex:
    sector = t.kit.sectors[id]
    levels = t.max_level
    stacks = [
        Production(stack.owner, stack.type, stack.level, [at < stack.level for at in range(max(levels, stack.level))])
        for stack in t.state.board.get(id, [])
    ]
    tor = next((tor for tor, place in t.state.tors.items() if place == id), "")
    number = "".join(char for char in (sector.name or id) if char.isdigit()) or (sector.name or id)
    near = t.kit.neighbours.get(id, frozenset())
    reach = [
        (icon, bool(stacks))
        for kind, icon in (("reserve", "leaf"), ("hub", "coin"))
        for place in t.tor_sectors(kind)
        if place in near
    ]
    return Hex(
        id, number, round(x, 1), round(y, 1), OUTLINE, _title(t, id, stacks, tor), [*map(str, sector.resources)],
        stacks,
        tor_icon(t, tor) if tor else "", t.tor_owner(tor) if tor else "", reach, pick,
    )  # fmt: skip


def _title(t: EcoTable, id: str, stacks: list[Production], tor: str) -> Words:
    """Return what a screen reader says of a sector."""
    parts: list[Label] = [
        Words(
            _("%(name)s: %(type)s, level %(level)s"), {"name": t.name(s.team), "type": TYPES[s.type], "level": s.level}
        )
        for s in stacks
    ]
    if tor:
        parts.append(Words(_("ТОР “%(tor)s”, %(name)s"), {"tor": tor_name(t, tor), "name": t.name(t.tor_owner(tor))}))
    resources: list[Label] = [TYPES[type] for type in t.kit.sectors[id].resources]
    return Words(_("%(sector)s: %(what)s"), {"sector": sector_name(t, id), "what": [*resources, *parts]})


def _prices(t: EcoTable) -> list[Price]:
    shown = table_prices(t)
    found = []
    for type in RESOURCES:
        count = t.chips_on_board(type)
        extra = shown[type] - count - 1
        chips = ngettext("%(n)s chip + 1", "%(n)s chips + 1", count)
        found.append(Price(type, shown[type], chips, [f"{'+' if extra > 0 else '−'} {abs(extra)}"] if extra else []))
    return found


# ---- the auction and the count ------------------------------------------------------------------


def _bidding(t: EcoTable) -> Bidding | None:
    auction = t.state.auction
    if auction is None:
        return None
    figures = {"name": t.name(auction.opener), "start": auction.start}
    least = auction.bid + t.options.min_increment
    most = t.state.players[auction.next].profits if auction.next else 0
    raises = [Raise(least, Words(_("+%(n)s"), {"n": t.options.min_increment}))] if least <= most else []
    if least + 1 < most:
        raises.append(Raise(least + 1, ""))
    if least < most:
        raises.append(Raise(most, Words(_("all"))))
    return Bidding(
        lot_icon(t, auction.lot), Words(_("Auction: %(lot)s"), {"lot": lot_name(t, auction.lot)}),
        Words(_("%(name)s opens, starting price %(start)s"), figures), auction.bid, auction.high, auction.next,
        raises,
    )  # fmt: skip


def lot_icon(t: EcoTable, lot: Lot) -> str:
    """Return the pictogram of a lot."""
    if lot.kind == "tor":
        return tor_icon(t, lot.tor)
    return {"oil": "oil", "mineral": "min"}.get(lot.type, "card")


#: The sources of each count, in the order of the columns.
SOURCES: dict[str, dict[str, Words]] = {
    "ecology": {
        "chips": Words(_("Chips")),
        "cards": Words(_("Cards")),
        "reserve": Words(_("Reserve")),
        "event": Words(_("Event")),
    },
    "income": {
        "income": Words(_("Productions")),
        "hub": Words(_("Hub")),
        "event": Words(_("Event")),
        "upkeep": Words(_("Upkeep")),
    },
}


def _sums(t: EcoTable) -> Sums | None:
    phase = t.state.phase
    if phase not in SOURCES:
        return None
    columns: list[Label] = list(SOURCES[phase].values())
    marker = Words(_("Enviros")) if phase == "ecology" else Words(_("Profits"))
    return Sums(columns, marker, [_sum_row(t, team.id, phase) for team in t.teams])


def _sum_row(t: EcoTable, team: str, phase: str) -> SumRow:
    """Return the sum of a team; once it is counted only the marker is shown, what it was made of stands in the log."""
    own = t.state.players[team]
    ecology = phase == "ecology"
    have = own.enviros if ecology else own.profits
    after: Label | int
    if team not in t.state.unsettled:
        return SumRow(team, [], 0, have, MINUS if ecology and own.minus else have, True, False)
    ops = acting(t, team, phase)[0]
    lines = ecology_sum(t, team, ops) if ecology else income_sum(t, team, ops)
    upkeep = 0 if ecology else sum(price for _card, price in upkeep_sum(t, team, ops))
    given = dict.fromkeys(SOURCES[phase], 0)
    for why, _ref, amount in lines:
        given[why if why in given else "event"] += amount
    if upkeep:
        given["upkeep"] = -upkeep
    if ecology:
        after, short = forecast_enviros(t, team)
        return SumRow(team, list(given.values()), sum(given.values()), have, MINUS if short else after, False, short)
    left = forecast_profits(t, team)
    return SumRow(team, list(given.values()), sum(given.values()), have, left, False, left < 0)
