"""Corrections spelled as the table shows them (appendix): what the table leaves out."""

from __future__ import annotations

from games.market.state import MarketTable


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
