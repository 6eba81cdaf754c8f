"""Corrections spelled as the table shows them (appendix), turned into what the state keeps."""

from __future__ import annotations

from typing import Any

from games.engine.move import is_whole
from games.engine.paths import plain
from games.market.state import Enterprise, MarketTable

#: No table has more enterprises than a kit may have licences of one product.
MOST_ENTERPRISES = 1000


def lay_nought(t: MarketTable, field: str) -> None:
    """Let a number that is not there count as 0, where the table leaves out what a player has none of."""
    state = t.state
    table, *keys = field.split(".")
    if not keys or keys[-1] not in state.cash:
        return
    if table == "shares" and len(keys) == 2 and keys[0] in t.kit.companies:
        state.shares.setdefault(keys[0], {}).setdefault(keys[1], 0)
    elif table in ("insurance", "bank_iou") and len(keys) == 1:
        getattr(state, table).setdefault(keys[0], 0)


def as_kept(t: MarketTable, field: str, value: Any) -> Any:
    """Return a value as the state keeps it: a count of enterprises, rates of credits, notes without their turn."""
    table, _dot, key = field.partition(".")
    if table == "plots":
        return _owners(value)
    if table == "notes":
        return [_note(t, one) for one in value] if isinstance(value, list) else _note(t, value)
    kept = {"credits": _credits, "enterprises": _enterprises}.get(table)
    if kept is None:
        return value
    if not key and isinstance(value, dict):
        return {team: kept(t, team, one) for team, one in value.items()}
    return kept(t, key, value)


def _owners(value: Any) -> Any:
    """Return the owner of a plot, or of each: nobody is "" until the plot is taken off the board."""
    if isinstance(value, dict):
        return {plot: _owners(owner) for plot, owner in value.items()}
    return "" if value is None else value


def _credits(t: MarketTable, team: str, value: Any) -> Any:
    """Return the credit cards of a player: of a rate alone the card he has, else one taken in this turn."""
    if not isinstance(value, list):
        return value
    held = list(t.state.credits.get(team, ()))
    cards = []
    for one in value:
        known = next((card for card in held if is_whole(one) and card.rate == one), None)
        if known is not None:
            held.remove(known)
            cards.append(plain(known))
        else:
            cards.append({"rate": one, "turn": t.state.turn} if is_whole(one) else one)
    return cards


def _enterprises(t: MarketTable, team: str, value: Any) -> Any:
    """Return the enterprises of a player: of a count the first he has; of what is added nobody says which they are."""
    if not is_whole(value):
        return value
    if not 0 <= value <= MOST_ENTERPRISES:
        t.stop("E_BAD_NUMBER", "value", value=value)
    held = t.state.enterprises.get(team, [])
    added = [Enterprise("", "", t.state.turn)] * (value - len(held))
    return [plain(one) for one in [*held, *added][:value]]


def _note(t: MarketTable, value: Any) -> Any:
    """Return a note with the turn in which it was issued: as known, else this one."""
    if not isinstance(value, dict) or "turn" in value:
        return value
    known = (note.turn for note in t.state.notes if note.id == value.get("id"))
    return {**value, "turn": next(known, t.state.turn)}
