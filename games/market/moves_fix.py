"""Corrections by the referee: any field of the table, an option of the session, a value of the kit."""

from __future__ import annotations

from typing import Any

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Name
from games.engine.ops import Adjust, FixKit, FixOption
from games.engine.table import Step
from games.market.checks import check_table, excess, tidy
from games.market.ending import end_anew, end_now
from games.market.options import check_options
from games.market.setup import need_whole
from games.market.spelling import as_kept, lay_nought
from games.market.turns import recheck


class MarketAdjust(Adjust, kw_only=True):
    """A manual correction; the short form `player`, `amount` moves cash only (§ 3.3, correction; amendment 1).

    Values may be spelled as the table shows them (appendix). Where several fields are set at once, what must hold of
    the table is asked when all are set.
    """

    player: Name = ""
    amount: Int | None = None

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        end, over, cash = end_now(t), excess(t), dict(t.state.cash)
        current = t.state.current
        self.change(t, actor)
        tidy(t)
        check_table(t, over)
        # a ruling may have left an account below zero: a correction must not push any further down
        for team, now in t.state.cash.items():
            t.need(now >= min(0, cash.get(team, 0)), "E_BELOW_ZERO", "field")
        if t.state.current != current and "credit_taken" not in (self.field, *self.values):
            # the one credit of a turn was another player's (M-093)
            t.state.credit_taken = False
        recheck(t)
        if t.state.obligations:
            t.settle()
        end_anew(t, end)

    def apply(self, t: Any, actor: str) -> None:
        if self.player and not self.field:
            if self.player not in t.state.cash:
                t.stop("E_UNKNOWN", "player", value=self.player)
            if self.amount is None:
                t.stop("E_MISSING", "amount", value="amount")
            change = Adjust(reason=self.reason, field=f"cash.{self.player}", by=self.amount)
        else:
            for field in (self.field, self.counterpart):
                lay_nought(t, field)
            value = as_kept(t, self.field, self.value)
            change = Adjust(reason=self.reason, field=self.field, value=value, by=self.by, counterpart=self.counterpart)
        change.apply(t, actor)

    def told(self, t: Any, step: Step) -> Words:
        if self.player and not self.field:
            figures = {"name": t.name(self.player), "amount": self.amount or 0, "reason": self.reason}
            return Words(_("Correction: %(name)s %(amount)s. %(reason)s"), figures)
        return super().told(t, step)


class FixMarketOption(FixOption):
    """An option set wrong; the end of the game is decided anew by it."""

    def play(self, t: Any, actor: str) -> None:
        end = end_now(t)
        super().play(t, actor)
        check_options(t.options)
        end_anew(t, end)


class FixMarketKit(FixKit):
    """A value of the kit that was mistyped: with the new one a game could start (§ 4.3), and this table stands."""

    def play(self, t: Any, actor: str) -> None:
        known, over = t.kit, excess(t)
        super().play(t, actor)
        need_whole(t.kit, known)
        if t.state.cash:
            # a correction from the start comes before anything is dealt out
            check_table(t, over)
