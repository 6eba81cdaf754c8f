"""The end on the panel: results as they are or as they will be, and what is handed in for debts (§ 3.5)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec

from games.engine.ledger import Posting
from games.engine.move import REFEREE
from games.market.names import Label, thing_name
from games.market.settlement import assets_of, handed_in
from games.market.state import MarketTable
from games.market.summary import parts_of, standings

#: what the address of the page says of a player's wish: `hand_in.p2=trade,plot:4`
WISH = "hand_in."


class ResultRow(msgspec.Struct, frozen=True):
    """A player's result: what his capital is made of, and what stayed unpaid."""

    team: str
    rank: int
    cash: int
    shares: int
    plots: int
    capital: int
    unpaid: int
    bankrupt: bool


def results(t: MarketTable) -> list[ResultRow]:
    """Return the results, best first: of a finished game, or of one that is about to be counted."""
    found = []
    for place in standings(t):
        out = place.team in t.state.bankrupt
        parts = {} if out else parts_of(t, place.team)
        found.append(
            ResultRow(
                place.team, place.rank, parts.get("cash", 0), parts.get("shares", 0), parts.get("plots", 0),
                place.total, t.state.unpaid.get(place.team, 0), out,
            )
        )  # fmt: skip
    return sorted(found, key=lambda row: row.rank)


class Asset(msgspec.Struct, frozen=True):
    """A share or plot that may be handed in: how many of it will be; `query` is the address with it chosen, or not."""

    name: Label
    value: int
    count: int
    wished: bool
    query: str


class HandIn(msgspec.Struct, frozen=True):
    """What one player hands in for his debts, and what he may hand in instead."""

    team: str
    total: int
    assets: list[Asset]


class Ending(msgspec.Struct, frozen=True):
    """The results as they will be with what the players wish to hand in, and the parameters that record them.

    `chosen` is what the address says so far: it goes with the page's next look at the table.
    """

    chosen: dict[str, str]
    hands: list[HandIn]
    results: list[ResultRow]
    params: dict[str, Any]


def ending(t: MarketTable, chosen: dict[str, str]) -> Ending | None:
    """Return the end as far as the address says what is handed in (§ 3.5, step 5, M-182); None before the end."""
    if t.phase != "final":
        return None
    wishes = _wishes(t, chosen)
    params: dict[str, Any] = {"surrender": wishes} if wishes else {}
    after, step = t.game.attempt(t, 0, REFEREE, "final_settlement", params)
    hands = [
        HandIn(team, sum(one.amount for one in pieces), _assets(t, team, pieces, wishes))
        for team, pieces in handed_in(t, step).items()
    ]
    return Ending(_address(wishes), hands, results(after), params)


def _wishes(t: MarketTable, chosen: dict[str, str]) -> dict[str, list[str]]:
    """Return who wishes to hand in what, in this order; what the table does not know is dropped."""
    found = {}
    for team in t.alive():
        own = assets_of(t, team)
        named = dict.fromkeys(chosen.get(WISH + team, "")[:200].split(","))
        if wanted := [asset for asset in named if asset in own]:
            found[team] = wanted
    return found


def _address(wishes: dict[str, list[str]]) -> dict[str, str]:
    """Return wishes as the address says them."""
    return {WISH + team: ",".join(names) for team, names in wishes.items() if names}


def _assets(t: MarketTable, team: str, handed: list[Posting], wishes: dict[str, list[str]]) -> list[Asset]:
    mine = wishes.get(team, [])
    found = []
    for asset, value in assets_of(t, team).items():
        toggled = [one for one in mine if one != asset] if asset in mine else [*mine, asset]
        query = urlencode(_address({**wishes, team: toggled}))
        count = sum(one.ref == asset for one in handed)
        found.append(Asset(thing_name(asset), value, count, asset in mine, query))
    return found
