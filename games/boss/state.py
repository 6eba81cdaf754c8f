"""The table of «Я босс!»: what is remembered between moves, and the small questions the moves ask it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.boss.kit import FIRST_END, BossKit, Space
from games.boss.options import Options
from games.engine.ledger import BANK
from games.engine.table import State, Table

TURN_START, MOVED, HAND_LIMIT, DEAL, END_ROLL, FINISHED = (
    "turn_start", "moved", "hand_limit", "deal", "end_roll", "finished",
)  # fmt: skip
#: Accounts beside the teams and the bank: cards lie in deck, discard and on the table, investors beside the board.
DECK, DISCARD, TABLE, BOARD = "deck", "discard", "table", "board"
#: Agreements that may still be paid.
LIVE = ("active", "stale", "blocked")


class Clan(msgspec.Struct, forbid_unknown_fields=True):
    """A clan card laid on the table; its mark is c1, c2 … in the order of laying."""

    id: Annotated[str, msgspec.Meta(pattern=r"^c[1-9][0-9]{0,3}\Z")]
    color: str
    owner: str


class Agreement(msgspec.Struct, forbid_unknown_fields=True):
    """What the boss and a player agreed: `assets` take part for `amount` $M.

    Status: active, stale (to be confirmed by a new boss), blocked (an investor travels), broken, superseded,
    withdrawn, void.
    """

    player: str
    assets: list[str]
    amount: int
    status: str
    boss: str


class Spoken(msgspec.Struct, forbid_unknown_fields=True):
    """The last sum spoken about these assets of `player`: an ask by himself, or a bid by the boss."""

    player: str
    assets: list[str]
    amount: int
    by: str


class Stoppable(msgspec.Struct, forbid_unknown_fields=True):
    """The last card that a Stop may cancel, with what is needed to take it back; kind «stop»: it was cancelled.

    `before`: place of an agreement -> the status it had; `made`: how many agreements there were before the card.
    """

    kind: str
    by: str
    target: str = ""
    was: str = ""
    clan: Clan | None = None
    before: dict[str, str] = {}
    made: int = 0


class Deal(msgspec.Struct, forbid_unknown_fields=True):
    """A deal being negotiated; the deal card is the top one of the stack."""

    space: int
    opener: str
    boss: str
    bosses: list[str]
    travelling: list[str] = []
    clans: list[Clan] = []
    #: clan cards laid so far: the next one is c<laid + 1>
    laid: int = 0
    agreements: list[Agreement] = []
    offers: list[Spoken] = []
    #: who used an influence card in this deal
    played: list[str] = []


class DealEnd(msgspec.Struct, forbid_unknown_fields=True):
    """How the last deal ended; `payments` are what the boss paid to whom."""

    no: int
    space: int
    total: int
    opener: str
    boss: str
    closed: bool
    parts: list[str] = []
    payments: dict[str, int] = {}
    reason: str = ""
    next: str = ""
    skipped: list[str] = []


class BossState(State):
    """The table. `turn_hand` is the hand with which the turn began.

    `next_turn` begins once hands are down to the limit. `sixtieths` holds what is beyond whole $M where fair
    shares are paid exactly.
    """

    phase: str = TURN_START
    turn: str | None = None
    turn_hand: int = 0
    marker: int = 1
    #: space -> number of the deal card that lies on it
    covered: dict[str, int] = {}
    #: numbers of the deal cards, top first
    stack: list[int] = []
    deals_done: int = 0
    deck: int = 0
    discard: int = 0
    hands: dict[str, int] = {}
    investors: dict[str, str] = {}
    money: dict[str, int] = {}
    sixtieths: dict[str, int] = {}
    #: type of card -> how many are known in discard and on the table since the last shuffle
    seen: dict[str, int] = {}
    deal: Deal | None = None
    over_limit: list[str] = []
    next_turn: str = ""
    stoppable: Stoppable | None = None
    last_deal: DealEnd | None = None
    #: deals closed as boss
    closed: dict[str, int] = {}
    banker: str = ""
    money_open: bool = False
    end_by: str = ""


class BossTable(Table[BossKit, Options, BossState]):
    """The accounts are the teams, the bank, deck, discard, table and the board's side."""

    __slots__ = ()

    def shift(self, account: str, what: str, by: int) -> None:
        state = self.state
        if what == "cards":
            if account in state.hands:
                state.hands[account] += by
            elif account == DECK:
                state.deck += by
            elif account == DISCARD:
                state.discard += by
        elif what == "money":
            if account != BANK:
                state.money[account] += by
        elif what == "sixtieths":
            if account != BANK:
                more, rest = divmod(state.sixtieths.get(account, 0) + by, 60)
                state.money[account] += more
                state.sixtieths[account] = rest
        elif by > 0:
            state.investors[what[4:]] = account

    @property
    def deal(self) -> Deal:
        """The open deal. Raises Refusal(E_NO_DEAL)."""
        deal = self.state.deal
        return deal if deal is not None else self.stop("E_NO_DEAL")

    @property
    def space(self) -> Space:
        """The space of the open deal."""
        return self.kit.spaces[str(self.deal.space)]

    @property
    def value(self) -> int:
        """What one dividend is worth now, in $M: the top deal card (B-023)."""
        stack = self.state.stack
        return (self.kit.deal_cards[str(stack[0])].value or 0) if stack else 0

    @property
    def total(self) -> int:
        """What the open deal pays, in $M (B-113)."""
        return (self.space.shares or 0) * self.value

    @property
    def hand_limit(self) -> int:
        """How many cards may be kept now (B-038; late limit: B-146)."""
        stack, late = self.state.stack, self.options.late_hand_limit
        limit = self.options.hand_limit
        return min(late, limit) if late and stack and stack[0] >= FIRST_END else limit

    def on_table(self) -> int:
        """How many influence cards lie on the table: clans, and travels on investors."""
        deal = self.state.deal
        return len(deal.clans) + len(deal.travelling) if deal else 0

    def card_sum(self) -> int:
        """How many influence cards there are, wherever they lie."""
        state = self.state
        return state.deck + state.discard + sum(state.hands.values()) + self.on_table()

    def player(self, actor: str) -> None:
        """Refuse an actor who is no player: only players play cards and talk."""
        if actor not in self.state.hands:
            self.stop("E_UNKNOWN", "actor", value=actor)

    def laid(self, asset: str) -> Clan | None:
        """Return the clan card on the table that `clan:<id>` means."""
        return next((clan for clan in self.deal.clans if clan.id == asset[5:]), None)

    def use(self, actor: str, kind: str, count: int = 1) -> None:
        """Ask for the hand, then for the number of such cards shown since the last shuffle, and count them."""
        state = self.state
        have = state.hands[actor]
        if have < count:
            self.need(False, "E_HAND_SHORT", name=self.name(actor), n=have, m=count)
        seen = state.seen.get(kind, 0) + count
        most = self.kit.limits.get(kind, 0)
        if seen > most:
            self.need(False, "E_CARD_LIMIT", n=most)
        state.seen[kind] = seen
        deal = state.deal
        if deal is not None and actor not in deal.played:
            deal.played.append(actor)

    def next_after(self, opener: str, boss: str) -> str:
        """Return whose turn follows a deal (B-119, B-125; B-140: left of the opener)."""
        return self.after(opener if self.options.turn_order_after_boss == "opener" else boss)

    def skipped(self, opener: str, following: str) -> list[str]:
        """Return whose turns are passed over (B-094)."""
        passed: list[str] = []
        one = self.after(opener)
        while one != following:
            passed.append(one)
            one = self.after(one)
        return passed

    def follow(self, end: DealEnd) -> None:
        """Work out whose turn follows a deal, and whose are passed over (B-094, B-119, B-125)."""
        end.next = self.next_after(end.opener, end.boss)
        end.skipped = self.skipped(end.opener, end.next)

    def begin_turn(self, team: str) -> None:
        """Let a team's turn begin, once nobody holds more than the late limit where that applies at once (B-146)."""
        state = self.state
        state.turn = team
        if self.options.late_hand_limit and self.options.v6_when == "immediately":
            limit = self.hand_limit
            if limit < self.options.hand_limit:
                state.over_limit = [one for one, count in state.hands.items() if count > limit]
                if state.over_limit:
                    state.phase = HAND_LIMIT
                    state.next_turn = team
                    self.notice("N_LIMIT", n=limit, names=[self.name(one) for one in state.over_limit])
                    return
        state.phase = TURN_START
        state.turn_hand = state.hands[team]

    def settle_limit(self) -> None:
        """After a discard, a hire or a correction at the limit: when all hands are down, the next turn begins.

        B-039, B-040.
        """
        state = self.state
        if state.phase == HAND_LIMIT:
            state.over_limit = [one for one in state.over_limit if state.hands[one] > self.hand_limit]
            if not state.over_limit:
                self.begin_turn(state.next_turn)

    def next_free(self, space: int, steps: int = 1) -> int:
        """Return the free space `steps` places on; covered spaces do not count (B-034)."""
        covered, count = self.state.covered, len(self.kit.spaces)
        while steps and len(covered) < count:
            space = space % count + 1
            if str(space) not in covered:
                steps -= 1
        return space

    def said(self) -> None:
        """Close the window for a Stop where any next entry closes it (option `stop_window`)."""
        if self.options.stop_window == "next_event":
            self.state.stoppable = None
