"""Base points and итоговые очки (E-072…E-079, § 5.3)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import msgspec

from games.ecologic.kit import EcoKit
from games.ecologic.options import Options
from games.ecologic.state import EcoTable

HALF = Fraction(1, 2)


class Score(msgspec.Struct, frozen=True):
    """The result of one player: exact base points, rounded base, and the additions."""

    exact: Fraction
    base: int
    chips: int
    eco: int
    tor: int
    #: the balance К = smaller / larger
    balance: Fraction

    @property
    def total(self) -> int:
        """Итоговые очки."""
        return self.base + self.chips + self.eco + self.tor


def balance(profits: int, enviros: int) -> Fraction:
    """Return К = X / Z; 0 where one of them is nothing (E-074)."""
    small, large = sorted((profits, enviros))
    return Fraction(small, large) if small > 0 else Fraction(0)


def exact_base(profits: int, enviros: int) -> Fraction:
    """Return К · (X + Z), X the smaller and Z the larger of the two; 0 if one is 0 (E-074)."""
    return balance(profits, enviros) * (profits + enviros)


def rounded(value: Fraction, rounding: str) -> int:
    """Round base points as the session does: nearest (half up), ceil or floor (§ 5.3)."""
    if rounding == "ceil":
        return ceil(value)
    return floor(value + HALF) if rounding == "nearest" else floor(value)


def base_points(kit: EcoKit, options: Options, profits: int, enviros: int, minus: bool) -> int:
    """Return the base points: from the printed table where it says something, else by the formula (E-072)."""
    if options.score_source == "table" and kit.score_table is not None:
        printed = kit.score_table.at(profits, enviros, minus)
        if printed is not None:
            return printed
    return 0 if minus else rounded(exact_base(profits, enviros), options.score_rounding)


def score(t: EcoTable, player: str) -> Score:
    """Return the score of a player as if the game ended now."""
    own = t.state.players[player]
    chips = sum(stack.level for _, stack in t.own(player))
    base = base_points(t.kit, t.options, own.profits, own.enviros, own.minus)
    exact = Fraction(0) if own.minus else exact_base(own.profits, own.enviros)
    return Score(exact, base, chips, len(own.eco), 2 * len(own.tors), balance(own.profits, own.enviros))


def ranks(t: EcoTable, scores: dict[str, Score]) -> dict[str, int]:
    """Return the place of each player: equal totals share it, unless the exact base decides (E-079, A-40)."""
    fine = t.options.tie_break == "exact_base"
    keys = {player: (one.total, one.exact if fine else 0) for player, one in scores.items()}
    return {player: 1 + sum(other > key for other in keys.values()) for player, key in keys.items()}
