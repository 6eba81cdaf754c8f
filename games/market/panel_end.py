"""The end on the panel: results as they are or as they will be, and what is handed in for debts (§ 3.5)."""

from __future__ import annotations

import msgspec

from games.market.state import MarketTable
from games.market.summary import parts_of, standings


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
