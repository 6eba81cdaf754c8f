"""The table in the spelling of recorded games (appendix): what the referee sees, JSON-able."""

from __future__ import annotations

from typing import Any

from games.ecologic.prices import table_prices
from games.ecologic.score import Score, ranks, score
from games.ecologic.state import EcoTable, Player, Stack, plain
from games.engine.game import Standing


def summary(t: EcoTable) -> dict[str, Any]:
    """Return the whole table. Keys of a work area are there only while it is open."""
    s = t.state
    found: dict[str, Any] = {
        "round": s.round,
        "phase": s.phase,
        "initiator": s.initiator,
        "event": s.event or None,
        "final": s.final,
        "players": {name: _player(player) for name, player in s.players.items()},
        "board": {sector: "+".join(map(_stack, stacks)) for sector, stacks in s.board.items()},
        "tors": dict(s.tors),
        "eco_discard": list(s.eco_discard),
        "start_prices": table_prices(t),
        "events_played": list(s.events_played),
    }
    if s.phase in ("ecology", "income"):
        found["unsettled"] = list(s.unsettled)
    if s.phase == "actions":
        found["to_open"] = s.to_open or None
        found["opened"] = list(s.opened)
    for name in ("auction", "to_place", "eco_offer", "choices"):
        area = getattr(s, name)
        if area:
            found[name] = plain(area)
    if s.auction is not None:
        del found["auction"]["bids"]
    if s.phase == "finished":
        found["final_score"] = {name: _score(score(t, name)) for name in s.players}
        found["stopped"] = s.stopped
    return found


def _player(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = {
        "profits": player.profits,
        "enviros": "minus" if player.minus else player.enviros,
        "eco": list(player.eco),
        "tors": list(player.tors),
        "supply": dict(player.supply),
    }
    if player.held:
        found["held"] = list(player.held)
    return found


def _stack(stack: Stack) -> str:
    return f"{stack.owner}:{stack.type}:{stack.level}"


def _score(one: Score) -> dict[str, Any]:
    return {
        "exact": round(float(one.exact), 4),
        "base": one.base,
        "chips": one.chips,
        "eco": one.eco,
        "tor": one.tor,
        "total": one.total,
        "balance": round(float(one.balance), 4),
    }


def standings(t: EcoTable) -> list[Standing]:
    """Return the places as if the game ended now."""
    scores = {team.id: score(t, team.id) for team in t.teams}
    places = ranks(t, scores)
    return [
        Standing(
            name,
            places[name],
            one.total,
            {"base": one.base, "chips": one.chips, "eco": one.eco, "tor": one.tor},
        )
        for name, one in scores.items()
    ]
