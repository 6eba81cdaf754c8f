"""What the debrief keeps of a session: crises, tenders got, cards bought and hired for, effects, ends of turns."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class CrisisSeen:
    """A crisis: what was asked, promised and given, and what its consequence did to each side's money."""

    n: int
    turn: int
    card: str
    need: int
    mode: str
    resource: str
    promises: dict[str, int]
    pledges: dict[str, int]
    total: int
    met: bool
    leader: str
    shields: list[str] = field(default_factory=list)
    hit: dict[str, int] = field(default_factory=dict)
    #: how many employees more or fewer a side has, by its pledge and the consequence
    people: dict[str, int] = field(default_factory=dict)

    def fair(self) -> float:
        """Return what each would give if all gave alike."""
        return self.need / len(self.pledges) if self.mode == "sum" else float(self.need)

    def reached(self) -> int:
        """Return what counts towards the demand: the sum, or the least that anybody gave."""
        return self.total if self.mode == "sum" else min(self.pledges.values())

    def kept(self) -> bool:
        """Whether the demand would have been met had every side given at least what it promised."""
        given = {side: max(n, self.promises.get(side, 0)) for side, n in self.pledges.items()}
        return (sum(given.values()) if self.mode == "sum" else min(given.values())) >= self.need

    def broken(self, side: str) -> int:
        """Return by how much a side gave less than it promised."""
        return max(0, self.promises.get(side, 0) - self.pledges[side])

    def net(self, side: str) -> int:
        """Return what the crisis brought a side: the consequence less its pledge of money."""
        return self.hit.get(side, 0) - (self.pledges[side] if self.resource == "money" else 0)


@dataclass
class Won:
    """A tender that a side got: how dear, against whom, and when it was fulfilled (0: never)."""

    n: int
    turn: int
    side: str
    tender: str
    cost: int
    price: int
    profit: int
    bids: dict[str, int] = field(default_factory=dict)
    consolation: int = 0
    done_n: int = 0
    done_turn: int = 0

    @property
    def second(self) -> int | None:
        """The best bid of the others."""
        return max((bid for side, bid in self.bids.items() if side != self.side), default=None)

    @property
    def gap(self) -> int | None:
        """By how much the price is above the second bid."""
        return None if self.second is None else self.price - self.second


@dataclass
class Bought:
    """An agency or a titan: what it cost, what was spent on its staff, and which tenders it served."""

    n: int
    turn: int
    side: str
    card: str
    titan: bool
    price: int
    hired: int = 0
    staffed: bool = False
    #: (tender, its part of the profit by employees)
    uses: list[tuple[str, float]] = field(default_factory=list)


@dataclass
class EffectSeen:
    """One use of a tender's effect, or its refusal."""

    n: int
    turn: int
    side: str
    tender: str
    permanent: bool
    money: int = 0
    points: int = 0
    staff: int = 0
    declined: bool = False
    #: it was not used since its condition or its cost was not there
    impossible: bool = False


@dataclass
class TurnEnd:
    """The table at the end of a turn: cash, score, and (staff, cells) by side and by agency."""

    n: int
    turn: int
    cash: dict[str, int]
    score: dict[str, int]
    agencies: dict[str, tuple[str, int, int]]

    def occupancy(self, side: str) -> float | None:
        """Return the part of a side's cells that is staffed, or None without cells."""
        staff = sum(n for owner, n, _cells in self.agencies.values() if owner == side)
        cells = sum(n for owner, _staff, n in self.agencies.values() if owner == side)
        return staff / cells if cells else None


@dataclass
class Skip:
    """An action that was chosen and not done."""

    n: int
    turn: int
    side: str
    action: int
    forced: bool


@dataclass
class Hired:
    """One hire: what it cost, and how much more than in the cheapest cells."""

    n: int
    turn: int
    side: str
    card: str
    cost: int
    excess: int
