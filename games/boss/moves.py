"""What the moves of «Я босс!» share: when they may be recorded, and in which order they are refused (§ 3.2)."""

from __future__ import annotations

from typing import ClassVar

from games.boss.state import DEAL, BossTable
from games.engine.move import Move


class BossMove(Move):
    """A move of the game. Elsewhere than in `phases` it is refused with `elsewhere`."""

    phases: ClassVar[tuple[str, ...]] = ()
    elsewhere: ClassVar[str] = "E_PHASE"

    def may_at_limit(self, t: BossTable, actor: str) -> bool:
        """Tell whether it is legal while somebody holds too many cards."""
        return False

    def code_at(self, phase: str) -> str:
        """Return the refusal for this phase."""
        return self.elsewhere


class DealMove(BossMove):
    """A move within an open deal: anybody, in any order (B-058)."""

    phases: ClassVar[tuple[str, ...]] = (DEAL,)
    elsewhere: ClassVar[str] = "E_NO_DEAL"


def need_turn(t: BossTable, actor: str) -> None:
    """Refuse anybody but the player whose turn it is (B-045)."""
    if actor != t.state.turn:
        t.need(False, "E_NOT_YOUR_TURN", name=t.name(t.state.turn or ""))
        t.player(actor)


def need_boss(t: BossTable, actor: str) -> None:
    """Refuse anybody but the boss of the open deal (B-093)."""
    if actor != t.deal.boss:
        t.need(False, "E_NOT_BOSS", name=t.name(t.deal.boss))
        t.player(actor)
