"""The facts of a replay that the evidence is made from: sales with their bids, drawn cards, collapses, cycles."""

from __future__ import annotations

import msgspec

from games.ecologic.evidence_holdings import Card, Chip, Token
from games.ecologic.score import Score
from games.ecologic.state import EcoTable, Lot
from games.ecologic.typed import lot_meant
from games.engine.table import Step

#: why a price is paid
BUYING = ("buy_chip", "buy_eco", "buy_tor")


class Bid(msgspec.Struct, frozen=True):
    """One word of an auction: a bid, or a pass (`amount` None)."""

    n: int
    team: str
    amount: int | None


class Sale(msgspec.Struct):
    """One purchase. `bids` is None where the auction was recorded by its result; `auction` False: bought plainly."""

    n: int
    round: int
    lot: Lot
    buyer: str
    opener: str
    start: int
    normal: int
    bid: int
    paid: int
    bids: list[Bid] | None = None
    auction: bool = True
    #: by how much the chips of other teams raised the starting price of this chip
    pressed: int = 0
    thing: Chip | Card | Token | None = None

    @property
    def premium(self) -> int:
        """The bid above the starting price."""
        return self.bid - self.start

    @property
    def rate(self) -> float:
        """The premium as a share of the starting price."""
        return self.premium / self.start if self.start > 0 else 0.0

    @property
    def raises(self) -> int:
        """How many bids are known."""
        return sum(one.amount is not None for one in self.bids or ())

    @property
    def halved(self) -> bool:
        """Whether the opener led it with Биржа."""
        return self.auction and (self.start < self.normal or self.paid < self.bid)


class Draw(msgspec.Struct):
    """A drawn eco-initiative: its price, what everybody had then, who declined by choice, and who bought it at last."""

    n: int
    round: int
    card: str
    drawer: str
    start: int
    stocks: dict[str, int]
    declined: list[str] = []
    buyer: str = ""
    price: int = 0
    #: the entry that discarded it (0: it was bought)
    gone: int = 0


class Collapse(msgspec.Struct):
    """A team owed more enviros than it had: by how much, and which chip was closed."""

    n: int
    round: int
    team: str
    short: int
    again: bool
    chip: Chip | None = None


class Happening(msgspec.Struct, frozen=True):
    """Something a team met: it left «минус», discarded a card for want of upkeep, was spared by Академия …"""

    n: int
    round: int
    team: str
    what: str
    amount: int = 0


class Cycle(msgspec.Struct, frozen=True):
    """The table at the end of a cycle (round 0: after the set-up). `whole`: all its phases were played."""

    round: int
    event: str
    n: int
    profits: dict[str, int]
    enviros: dict[str, int]
    minus: dict[str, bool]
    scores: dict[str, Score]
    prices: dict[str, int]
    #: what all teams paid for eco-initiatives so far, with upkeep, and the enviros those gave
    card_cost: int
    card_gift: int
    whole: bool = True
    #: team -> (change of the score, entry): the steps that moved it most down and up
    falls: dict[str, tuple[int, int]] = {}
    rises: dict[str, tuple[int, int]] = {}
    #: the entry at which the sole leader took the lead
    lead: int = 0

    def leader(self) -> str:
        """Return the team that would win alone if the game ended now, or an empty string."""
        best = max(one.total for one in self.scores.values())
        first = [team for team, one in self.scores.items() if one.total == best]
        return first[0] if len(first) == 1 else ""


def lot_sold(step: Step, t: EcoTable) -> Lot:
    """Return what a step sold, also where it cost nothing and so left no payment."""
    for one in step.postings:
        if one.why in BUYING:
            return lot_paid(one.why.removeprefix("buy_"), one.ref)
        if one.why == "card":
            return Lot("eco", card=one.ref)
        if one.why == "place":
            return Lot("tor", tor=one.ref) if one.what == "tor" else Lot("chip", one.what)
    if t.state.to_place is not None:
        return t.state.to_place.lot
    return lot_meant(t, step.move.lot)


def lot_paid(kind: str, ref: str) -> Lot:
    """Return the lot of a payment from its kind and the ref of its posting."""
    if kind == "eco":
        return Lot(kind, card=ref)
    return Lot(kind, tor=ref) if kind == "tor" else Lot(kind, ref)
