"""How each step moves the score as if the game ended now, and who leads since when."""

from __future__ import annotations

from collections.abc import Container

from games.ecologic.score import base_points
from games.ecologic.state import EcoTable


class Scores:
    """The totals after the last step, and what moved them most within the present cycle."""

    def __init__(self, t: EcoTable) -> None:
        self._teams = [team.id for team in t.teams]
        #: (profits, enviros, minus) -> base points: worked out once for equal stocks
        self._bases: dict[tuple[int, int, bool], int] = {}
        self.totals = {team: self._total(t, team) for team in self._teams}
        #: team -> (change, entry): the steps of this cycle that moved it most down and up
        self.falls: dict[str, tuple[int, int]] = {}
        self.rises: dict[str, tuple[int, int]] = {}
        self.leader = ""
        #: the entry at which the last sole leader took the lead
        self.since = 0

    def begin_cycle(self) -> None:
        """Begin a new cycle."""
        self.falls, self.rises = {}, {}

    def forget(self) -> None:
        """Forget base points: the rules may have been corrected."""
        self._bases = {}

    def look(self, t: EcoTable, touched: Container[str], n: int) -> None:
        """Note what entry `n` did to the teams it touched."""
        moved = False
        for team in self._teams:
            if team not in touched:
                continue
            new = self._total(t, team)
            change = new - self.totals[team]
            if change:
                moved = True
                self.totals[team] = new
                if change < self.falls.get(team, (0, 0))[0]:
                    self.falls[team] = (change, n)
                elif change > self.rises.get(team, (0, 0))[0]:
                    self.rises[team] = (change, n)
        if moved:
            best = max(self.totals.values())
            first = [team for team, total in self.totals.items() if total == best]
            if len(first) == 1 and first[0] != self.leader:
                self.leader, self.since = first[0], n

    def _total(self, t: EcoTable, team: str) -> int:
        """Return the score of a team as if the game ended now."""
        own = t.state.players[team]
        key = own.profits, own.enviros, own.minus
        base = self._bases.get(key)
        if base is None:
            base = self._bases[key] = base_points(t.kit, t.options, *key)
        chips = 0
        for stacks in t.state.board.values():
            for stack in stacks:
                if stack.owner == team:
                    chips += stack.level
        return base + chips + len(own.eco) + 2 * len(own.tors)
