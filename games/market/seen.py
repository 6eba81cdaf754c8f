"""What the debrief remembers of a game: plain records, filled in one pass over the replay (see evidence)."""

from __future__ import annotations

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.names import Label, company_name, plot_name


class Flow(msgspec.Struct):
    """Money of one player by one asset (company, or `plot:2`): what ROI is made of (§ 8)."""

    team: str
    asset: str
    n: int = 0
    turn: int = 0
    paid: int = 0
    income: int = 0
    dividends: int = 0
    penalties: int = 0
    tax: int = 0
    sold: int = 0
    closing: int = 0

    @property
    def result(self) -> int:
        """Income, less penalties and tax, plus what it was sold for and its closing nominal, less the price paid."""
        return self.income + self.dividends - self.penalties - self.tax + self.sold + self.closing - self.paid

    @property
    def roi(self) -> float | None:
        """The result per юнс paid, None where nothing was paid."""
        return self.result / self.paid if self.paid else None


class Snapshot(msgspec.Struct):
    """A turn's end: cash and the parts of each player's equity. `n` is the entry that ended it."""

    turn: int
    n: int
    cash: dict[str, int]
    parts: dict[str, dict[str, int]]
    equity: dict[str, int]
    alive: list[str]
    #: the turn came to its own end: the one in which the game ends does not count for idle cash
    whole: bool = True

    def leader(self) -> str:
        """Return who alone has the largest equity, else nobody."""
        most = max(self.equity.values(), default=0)
        first = [team for team, sum_ in self.equity.items() if sum_ == most]
        return first[0] if len(first) == 1 else ""


class Asked(msgspec.Struct):
    """One purchase of a card, or its refusal: what was asked, and how it ended."""

    n: int
    turn: int
    buyer: str
    plot: str
    kind: str
    company: str
    nominal: int
    first: dict[str, int]
    last: dict[str, int]
    refused: bool
    by_owner: bool

    @property
    def share(self) -> float:
        """All commissions asked, per юнс of the nominal price."""
        return sum(self.last.values()) / self.nominal if self.nominal else 0.0


class Build(msgspec.Struct):
    """One enterprise from its licence to its commissioning."""

    team: str
    plot: str
    product: str
    #: when the plot was bought, or the enterprise before on its card was commissioned
    free_turn: int
    licence_turn: int
    licence_n: int
    #: card -> (turn, entry)
    slots: dict[str, tuple[int, int]] = {}
    cost: int = 0
    commissions: int = 0
    receipts: int = 0
    done_turn: int = 0
    done_n: int = 0
    refused: int = 0
    own_stops: int = 0
    owner_deals: int = 0
    later_income: int = 0

    @property
    def profit(self) -> int:
        """Receipts at commissioning less everything paid for licence, cards and commissions."""
        return self.receipts - self.cost


class Loan(msgspec.Struct):
    """A credit or a note: what it brought and what it cost."""

    kind: str
    team: str
    lender: str
    amount: int
    percent: int
    turn: int
    n: int
    id: int = 0
    passes: int = 0
    paid_passing: int = 0
    paid_at_end: int = 0
    closed_turn: int = 0

    @property
    def cost(self) -> int:
        """All interest paid for it."""
        return self.paid_passing + self.paid_at_end


class Loss(msgspec.Struct):
    """A loss of a surprise card: how much certificates covered, and what was left."""

    n: int
    turn: int
    team: str
    amount: int
    used: int
    covered: int
    paid: int = 0

    @property
    def uncovered(self) -> int:
        """What had to be paid in cash."""
        return self.amount - self.covered


class OwnerDeal(msgspec.Struct):
    """A landing on somebody's plot: the owner's right to a deal, and what he made of it."""

    n: int
    turn: int
    owner: str
    lander: str
    plot: str
    used_n: int = 0
    what: str = ""
    value: int = 0
    completed: bool = False


class Unused(msgspec.Struct):
    """A right to buy that was left unused although the cash was there."""

    n: int
    turn: int
    team: str
    cash: int
    price: int
    space: Label


class Insolvency(msgspec.Struct):
    """A debt that could not be paid at once, and how the player got out of it, or did not."""

    n: int
    turn: int
    team: str
    cash: int
    debt: int
    why: str
    #: (asset, received, nominal)
    sales: list[tuple[str, int, int]] = []
    borrowed: int = 0
    bankrupt: bool = False
    closed_n: int = 0
    closed_turn: int = 0
    #: what was possible in the player's last two turns and was not done
    unused_credit: int = 0
    unused_insurance: int = 0


class Spell(msgspec.Struct):
    """A stretch in which a player holds two or three shares of one company."""

    team: str
    company: str
    n: int
    turn: int
    end_turn: int = 0
    end_n: int = 0
    income: int = 0
    asked: int = 0
    granted: int = 0
    forced: bool = False
    #: price against nominal of the forced lots, and what the 20 % took
    forced_price: int = 0
    forced_nominal: int = 0
    forced_got: int = 0


def asset_name(asset: str) -> Label:
    """Return the name of a company or of a plot (`plot:2`)."""
    return plot_name(asset[5:]) if asset.startswith("plot:") else company_name(asset)


#: More turns than this are not drawn: a line of a long game shows every second, third … of them.
MOST_DRAWN = 60


def every(snapshots: list[Snapshot]) -> int:
    """Return which turns of a game are drawn: each (1), each second (2) …"""
    return -(-len(snapshots) // MOST_DRAWN) or 1


def drawn(snapshots: list[Snapshot]) -> list[Snapshot]:
    """Return the turns' ends that a line shows, the last one always among them."""
    step = every(snapshots)
    return snapshots[(len(snapshots) - 1) % step :: step] if snapshots else []


def drawn_note(snapshots: list[Snapshot]) -> Label:
    """Return what a line of a long game leaves out."""
    step = every(snapshots)
    return Words(_("drawn: one turn of %(n)s; the figures in words count all"), {"n": step}) if step > 1 else ""


UNIT = Words(_("yuns"))
