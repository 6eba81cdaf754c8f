"""What the debrief remembers of one session: deals with their talks, cards and prices, in one pass over the replay."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.boss.state import BOARD, LIVE, BossTable
from games.boss.summary import round_of, standings
from games.engine.table import Step

#: How many cards a play costs.
COST = {"clan": 1, "travel": 1, "hire": 3, "boss": 1, "stop": 1}
#: Cards that are played against somebody.
HOSTILE = ("travel", "hire", "boss", "stop")


@dataclass
class Talk:
    """A sum that was spoken about the assets of `seller`: a bid, an ask, or an agreement."""

    n: int
    kind: str
    by: str
    seller: str
    colours: tuple[str, ...]
    amount: int


@dataclass
class Made:
    """An agreement and its fate.

    Fates: paid, unpaid (variant: no card played), superseded, void, broken, blocked, withdrawn, stale, unused, failed.
    """

    n: int
    seller: str
    boss: str
    colours: tuple[str, ...]
    assets: tuple[str, ...]
    amount: int
    fate: str = "active"


@dataclass
class Play:
    """An influence card in use: by whom, against whom, whom a Stop helped, the rank of the target at that time.

    `chance`: how likely a target picked at random among the others would have been the leader.
    """

    n: int
    kind: str
    by: str
    target: str = ""
    colour: str = ""
    helped: str = ""
    rank: int = 0
    chance: float = 0
    stopped: bool = False
    #: agreements that it broke or blocked
    hit: list[Made] = field(default_factory=list)


@dataclass
class Takeover:
    """A boss card: what taker and former boss could expect before it, and what they got."""

    play: Play
    taker: str
    former: str
    taker_before: int
    former_before: int


@dataclass
class Sale:
    """What a participant was paid at the closing, and how many others could have stood in for him."""

    n: int
    deal: int
    seller: str
    boss: str
    colours: tuple[str, ...]
    price: float
    why: str
    fair: float
    alternatives: int

    @property
    def of_assets(self) -> bool:
        """Whether something was sold; what is paid beyond the agreements has no price to compare."""
        return self.why != "extra"

    @property
    def ratio(self) -> float:
        """Price in fair shares."""
        return self.price / self.fair if self.fair else 0.0


@dataclass
class Negotiation:
    """One deal from opening to its end; `got` is what each player had from it."""

    n: int
    round: int
    no: int
    space: int
    total: int
    seats: int
    opener: str
    boss: str
    hand: int
    opened_at: str
    reigns: list[tuple[int, str]]
    clans: dict[str, str] = field(default_factory=dict)
    talks: list[Talk] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    takeovers: list[Takeover] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)
    end: int = 0
    closed: bool = False
    reason: str = ""
    ended_at: str = ""
    skipped: list[str] = field(default_factory=list)
    got: dict[str, float] = field(default_factory=dict)

    @property
    def paid(self) -> float:
        """What the boss paid to others."""
        return sum(sale.price for sale in self.sales)

    @property
    def share(self) -> float:
        """The part of the pie that the boss kept."""
        return (self.total - self.paid) / self.total if self.total else 0.0

    def colours(self, assets: list[str]) -> tuple[str, ...]:
        """Return the colours of assets, also of clan cards that have gone."""
        return tuple(self.clans.get(asset, asset.partition(":")[2]) for asset in assets)


@dataclass
class Dropped:
    """Cards discarded because the hand was above the limit."""

    n: int
    round: int
    team: str
    count: int


@dataclass
class Roll:
    """A roll for the end: the die, and how far it was from the nearest number that ends the game."""

    n: int
    round: int
    by: str
    die: int
    away: int | None


class Chronicle:
    """Reads steps one by one; copies what it keeps, since the table changes under it."""

    def __init__(self, t: BossTable) -> None:
        self.deals: list[Negotiation] = []
        self.outside: list[Play] = []
        self.rolls: list[Roll] = []
        self.draws: dict[str, int] = dict.fromkeys(t.state.hands, 0)
        self.discards: list[Dropped] = []
        #: after each turn: entry, hands, money
        self.turns: list[tuple[int, dict[str, int], dict[str, int]]] = [(0, dict(t.state.hands), dict(t.state.money))]
        self.open: Negotiation | None = None
        self._before = _Before(t)

    def see(self, step: Step, t: BossTable) -> None:
        """Take one step and the table after it."""
        before = self._before
        read = getattr(self, f"_{step.action}", None)
        if read is not None:
            read(step, t, before)
        if self.open is not None and t.state.deal is None:
            self._ended(self.open, step, t)
        elif self.open is not None:
            self._statuses(self.open, t)
        if t.state.turn != before.turn or step.action in ("draw", "close_deal", "fail_deal"):
            self.turns.append((step.n, dict(t.state.hands), dict(t.state.money)))
        self._before = _Before(t)

    # ---- one reader per action ------------------------------------------------------------------

    def _open_deal(self, step: Step, t: BossTable, before: _Before) -> None:
        state, space = t.state, t.space
        self.open = Negotiation(
            step.n, before.round, state.stack[0], t.deal.space, t.total, space.seats, step.actor, step.actor,
            state.hands[step.actor], step.at, [(step.n, step.actor)],
        )  # fmt: skip
        self.deals.append(self.open)

    def _draw(self, step: Step, t: BossTable, before: _Before) -> None:
        self.draws[step.actor] += 1

    def _discard(self, step: Step, t: BossTable, before: _Before) -> None:
        self.discards.append(Dropped(step.n, before.round, step.actor, step.move.count))

    def _offer(self, step: Step, t: BossTable, before: _Before) -> None:
        deal = self._deal()
        boss = t.deal.boss
        seller = step.move.counterparty if step.actor == boss else step.actor
        kind = "bid" if step.actor == boss else "ask"
        colours = deal.colours(step.move.assets)
        deal.talks.append(Talk(step.n, kind, step.actor, seller, colours, step.move.sum_of(t)))

    def _agree(self, step: Step, t: BossTable, before: _Before) -> None:
        deal, move = self._deal(), step.move
        amount, colours = move.sum_of(t), deal.colours(move.assets)
        deal.talks.append(Talk(step.n, "agree", step.actor, move.player, colours, amount))
        deal.made.append(Made(step.n, move.player, step.actor, colours, tuple(move.assets), amount))

    def _play_clan(self, step: Step, t: BossTable, before: _Before) -> None:
        deal = self._deal()
        deal.clans[f"clan:c{t.deal.laid}"] = step.move.color
        deal.plays.append(Play(step.n, "clan", step.actor, colour=step.move.color))

    def _play_travel(self, step: Step, t: BossTable, before: _Before) -> None:
        target = step.move.target
        colour = self._deal().colours([target])[0]
        owner = before.investors.get(colour, "") if target[:4] == "inv:" else before.clans.get(target, ("", ""))[1]
        self._hostile(step, t, Play(step.n, "travel", step.actor, owner, colour))

    def _play_recruit(self, step: Step, t: BossTable, before: _Before) -> None:
        colour = step.move.color
        holder = before.investors[colour]
        play = Play(step.n, "hire", step.actor, "" if holder == BOARD else holder, colour)
        if self.open is None:
            self.outside.append(play)
        else:
            self._hostile(step, t, play)

    def _play_boss(self, step: Step, t: BossTable, before: _Before) -> None:
        deal = self._deal()
        active = [made for made in deal.made if made.fate == "active"]
        own = sum(made.amount for made in active if made.seller == step.actor)
        rest = deal.total - sum(made.amount for made in active)
        play = Play(step.n, "boss", step.actor, before.boss)
        self._hostile(step, t, play)
        deal.takeovers.append(Takeover(play, step.actor, before.boss, own, rest))
        deal.reigns.append((step.n, step.actor))

    def _play_stop(self, step: Step, t: BossTable, before: _Before) -> None:
        plays = self.open.plays if self.open is not None else self.outside
        stopped = next(play for play in reversed(plays) if play.kind in ("travel", "hire", "boss") and not play.stopped)
        stopped.stopped = True
        play = Play(step.n, "stop", step.actor, stopped.by, stopped.colour, stopped.target, hit=stopped.hit)
        if self.open is None:
            self.outside.append(play)
            return
        self._hostile(step, t, play)
        if stopped.kind == "boss":
            self.open.reigns.append((step.n, t.deal.boss))

    def _end_roll(self, step: Step, t: BossTable, before: _Before) -> None:
        last = t.state.last_deal
        end = t.kit.deal_cards[str(last.no)].end if last else None
        away = min((abs(step.move.die - face) for face in end), default=None) if end else None
        if last is not None and self.deals:
            # A correction between the closing and the roll may have changed who follows.
            self.deals[-1].skipped = list(last.skipped)
        self.rolls.append(Roll(step.n, before.round, step.actor, step.move.die, away))

    # ---- what the readers share -----------------------------------------------------------------

    def _deal(self) -> Negotiation:
        assert self.open is not None
        return self.open

    def _hostile(self, step: Step, t: BossTable, play: Play) -> None:
        ranks = self._before.ranks
        play.rank = ranks.get(play.target, 0)
        others = [rank for team, rank in ranks.items() if team != play.by]
        play.chance = others.count(1) / len(others) if others else 0
        if play.kind != "stop" and t.state.stoppable is not None:
            made = self._deal().made
            play.hit = [made[int(at)] for at in t.state.stoppable.before if int(at) < len(made)]
        self._deal().plays.append(play)

    @staticmethod
    def _statuses(deal: Negotiation, t: BossTable) -> None:
        for made, agreement in zip(deal.made, t.deal.agreements, strict=False):
            made.fate = agreement.status
            made.assets = tuple(agreement.assets)

    def _ended(self, deal: Negotiation, step: Step, t: BossTable) -> None:
        last = t.state.last_deal
        assert last is not None
        self.open = None
        deal.end, deal.closed, deal.boss, deal.ended_at = step.n, last.closed, last.boss, step.at
        deal.reason, deal.skipped, deal.total = last.reason, list(last.skipped), last.total
        used = set(last.parts)
        for made in deal.made:
            if made.fate == "active" and used & set(made.assets):
                made.fate = "paid"
            elif made.fate in LIVE:
                made.fate = ("unused" if made.fate == "active" else made.fate) if last.closed else "failed"
        if last.closed:
            deal.sales = self._sales(deal, step, used)
            deal.got = {last.boss: last.total - deal.paid}
            for sale in deal.sales:
                deal.got[sale.seller] = deal.got.get(sale.seller, 0) + sale.price

    def _sales(self, deal: Negotiation, step: Step, used: set[str]) -> list[Sale]:
        """Return the payments of a closing, one for each agreement or fair share."""
        sums: dict[tuple[str, str, str], float] = {}
        for posting in step.postings:
            if posting.from_ == deal.boss and posting.what in ("money", "sixtieths"):
                key = posting.to, posting.why, posting.ref
                part = posting.amount if posting.what == "money" else posting.amount / 60
                sums[key] = sums.get(key, 0) + part
        for made in deal.made:
            # A price of nothing moves nothing, but is a price.
            if made.fate == "paid" and not made.amount:
                sums[made.seller, "agreement", "+".join(made.assets)] = 0
            elif made.fate == "paid" and (made.seller, "agreement", "+".join(made.assets)) not in sums:
                made.fate = "unpaid"
        fair = deal.total / deal.seats if deal.seats else 0
        sales = []
        for (seller, why, ref), price in sums.items():
            assets = [asset for asset in ref.split("+") if asset in used]
            colours = deal.colours(assets)
            spare = min((self._before.alternatives(asset, seller, used) for asset in assets), default=0)
            worth = fair * max(len(assets), 1)
            sales.append(Sale(step.n, deal.no, seller, deal.boss, colours, price, why, worth, spare))
        return sales


class _Before:
    """What the table was before a step."""

    def __init__(self, t: BossTable) -> None:
        state, deal = t.state, t.state.deal
        self.round = round_of(t)
        self.turn = state.turn
        self.investors = dict(state.investors)
        self.ranks = {place.team: place.rank for place in standings(t)}
        if len(set(self.ranks.values())) == 1:
            self.ranks = {}
        self.boss = deal.boss if deal else ""
        self.clans = {f"clan:{clan.id}": (clan.color, clan.owner) for clan in deal.clans} if deal else {}
        self.travelling = list(deal.travelling) if deal else []
        self.wider = list(t.space.from_ or ()) if deal else []

    def _there(self, colour: str) -> dict[str, str]:
        """Return who could bring in a colour: asset -> owner."""
        found = {asset: owner for asset, (one, owner) in self.clans.items() if one == colour}
        holder = self.investors[colour]
        if holder != BOARD and colour not in self.travelling:
            found[f"inv:{colour}"] = holder
        return found

    def alternatives(self, asset: str, seller: str, used: set[str]) -> int:
        """Return how many others could have stood in for an asset that was sold (Q3)."""
        colour = self._colour(asset)
        others = [one for one, owner in self._there(colour).items() if owner != seller and one != asset]
        slack = 0
        if colour in self.wider:
            taken = {self._colour(one) for one in used}
            slack = sum(1 for one in self.wider if one not in taken and self._there(one))
        return len(others) + slack

    def _colour(self, asset: str) -> str:
        return self.clans[asset][0] if asset in self.clans else asset.partition(":")[2]
