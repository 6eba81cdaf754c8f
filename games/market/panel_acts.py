"""What the deal sheet is made of: one thing that may be recorded, and the tried offers of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Offer, Refused
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.offers import tried
from games.market.names import Label
from games.market.offers import candidates
from games.market.state import MarketTable

#: Moves that the sheet draws itself; the others stand in the general desk.
OWN = (
    "roll", "take_credit", "buy_insurance", "buy_plot", "refuse_plot", "buy_share", "buy_licence", "buy_card",
    "sell_share", "sell_plot", "end_turn", "issue_note", "demand_note", "repay_note", "repay_credit", "fine",
    "bank_iou", "bank_iou_redeem", "forfeit_claim", "last_round", "declare_bankrupt", "final_settlement",
)  # fmt: skip


class Act(msgspec.Struct, frozen=True):
    """One thing that may be recorded: `fixed` finds its offer, `more` completes it for one tap; `why` greys it."""

    actor: str
    move: str
    fixed: dict[str, Any]
    label: Label
    price: int = 0
    note: Label = ""
    why: Label = ""
    more: dict[str, Any] = {}

    @property
    def params(self) -> dict[str, Any]:
        """What one tap records."""
        return {**self.fixed, **self.more}


class Offers:
    """The tried offers of a table by move."""

    def __init__(self, t: MarketTable) -> None:
        self.t = t
        self.by: dict[str, list[Offer]] = {}
        for one in candidates(t):
            if one.move in OWN or one.move.startswith("draw_"):
                self.by.setdefault(one.move, []).append(tried(t.game, t, one))

    def of(self, move: str) -> list[Offer]:
        """Return the offers of one move."""
        return self.by.get(move, [])

    def why(self, refusal: Refused | None) -> Label:
        """Return why something may not be recorded."""
        return self.t.game.words(refusal) if refusal else ""

    def short(self, refusal: Refused | None) -> Label:
        """Return why something with its price beside it may not be bought: in a few words where they are enough."""
        if refusal is not None and refusal.code == "E_CASH":
            return Words(_("cash: %(have)s"), {"have": refusal.figures["have"]})
        if refusal is not None and refusal.code == "E_NO_SHARES_LEFT":
            return Words(_("all shares are sold"))
        return self.why(refusal)

    def acts(self, move: str, price: int = 0) -> list[Act]:
        """Return the offers of one move as they are."""
        return [
            Act(one.actors[0], move, one.fixed, one.label, price, why=self.why(one.refusal)) for one in self.of(move)
        ]
