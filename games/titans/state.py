"""What «Титаны рекламы» remembers between moves (§ 2), and the table that moves act on."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec

from games.engine.ledger import BANK, SUPPLY
from games.engine.table import State, Table
from games.titans.cards import (
    COLOURS,
    Agency,
    AnyColour,
    Choice,
    Colour,
    Company,
    Exchange,
    Op,
    Tender,
    Titan,
)
from games.titans.kit import TitansKit
from games.titans.options import Options

#: The phases in order (§ 3.0). Staff that waits to be placed or discarded has a phase where nothing else happens.
PHASES = (
    "news", "pledges", "consequence", "consequence_apply", "news_staff", "choose", "act1", "act2", "act3", "act4",
    "act4_bids", "act4_other", "fulfil", "effects", "combos", "combos_staff", "salary", "second_totem", "refill",
    "over",
)  # fmt: skip

MARKET = "market"
RESERVE = "reserve"
#: the open cards beside the decks
SLOTS = "slots"


class Crisis(msgspec.Struct):
    """A crisis from its news to the end of the turn. `leader` is empty where the highest pledge is shared."""

    card: str
    n: int
    resource: Literal["money", "staff"] = "money"
    mode: Literal["sum", "each"] = "sum"
    colour: AnyColour = "any"
    promises: dict[str, int] = {}
    pledges: dict[str, int] = {}
    total: int = 0
    met: bool | None = None
    leader: str = ""
    consequence: str = ""
    shields: list[str] = []
    applied: bool = False


class Job(msgspec.Struct, tag="job", omit_defaults=True):
    """An effect that is still to act: by whose card (empty: nobody's), on which side (empty: not worked out yet)."""

    op: Op
    why: str
    ref: str
    by: str = ""
    side: str = ""
    #: the branch of a consequence for a crisis that failed: the leader is spared, shields hold
    fail: bool = False
    #: how many times over
    times: int = 1


class Duty(msgspec.Struct, tag="duty", omit_defaults=True):
    """What a side has to decide before anything else goes on.

    place: `owed` free employees by colour; discard: `owed` employees to give up, `each` from every agency;
    choice: one of the options of `op`; exchange: `op` up to `most` times; both are offered `times` over.
    """

    side: str
    kind: Literal["place", "discard", "choice", "exchange"]
    why: str
    ref: str
    owed: dict[AnyColour, int] = {}
    each: bool = False
    op: Choice | Exchange | None = None
    most: int = 0
    times: int = 1
    fail: bool = False


class TitansState(State):
    """The table (§ 2.1, § 2.2), in the names of recorded games. Nobody's secret is here before its common reveal."""

    turn: int = 1
    phase: str = "choose"
    first: str = ""
    #: whose step it is, then who follows
    queue: list[str] = []
    #: None: without limit
    bank: int | None = None
    money: dict[str, int] = {}
    score: dict[str, int] = {}
    staff: dict[str, dict[str, dict[Colour, int]]] = {}
    titans: dict[str, list[str]] = {}
    tenders_todo: dict[str, list[str]] = {}
    tenders_done: dict[str, dict[str, str]] = {}
    totem: dict[str, str] = {}
    second_totem: dict[str, str] = {}
    boxed_totems: int = 0
    market: dict[Colour, int] = {}
    reserve: dict[Colour, int] = {}
    agency_slots: list[str | None] = []
    tender_slots: list[str | None] = []
    decks: dict[str, int] = {}
    #: cards that have been seen, by deck; a reshuffle of the consequences empties its list
    seen: dict[str, list[str]] = {}
    news: str = ""
    crisis: Crisis | None = None
    agenda: list[Job | Duty] = []
    actions: dict[str, list[int]] = {}
    contested: dict[int, list[str]] = {}
    losers: list[str] = []
    #: this turn: tenders fulfilled, effects applied or declined, titans that served
    fulfilled: dict[str, list[str]] = {}
    effects_done: list[str] = []
    titans_used: list[str] = []
    #: combos rewarded, for the option that rewards each once
    combos_got: dict[str, list[str]] = {}
    #: the turn in which a side reached the target
    reached: dict[str, int] = {}
    stopped: bool = False


class TitansTable(Table[TitansKit, Options, TitansState]):
    """Accounts: team ids (money, points), «team/agency» (employees), market and reserve, the bank and the supply."""

    __slots__ = ()

    def shift(self, account: str, what: str, by: int) -> None:
        """Change a holding."""
        s = self.state
        if account == BANK:
            if s.bank is not None:
                s.bank += by
        elif account == SUPPLY or what == "card":
            pass  # endless; which card a side owns, its lists say
        elif what == "money":
            s.money[account] += by
        elif what == "points":
            s.score[account] += by
        else:
            colour = cast("Colour", what)
            if account == MARKET:
                s.market[colour] += by
            elif account == RESERVE:
                s.reserve[colour] += by
            else:
                side, _slash, agency = account.partition("/")
                staff = s.staff[side][agency]
                staff[colour] = staff.get(colour, 0) + by
                if not staff[colour]:
                    del staff[colour]

    # ---- who and when ----

    @property
    def order(self) -> list[str]:
        """Return the sides clockwise from the first player of this turn (T-062, T-104)."""
        return self.seats(self.state.first)

    @property
    def waiting(self) -> list[str]:
        """Return the sides whose word it is, next first: those with something to decide come before the queue."""
        agenda = self.state.agenda
        if not agenda:
            return self.state.queue
        return list(dict.fromkeys(item.side for item in agenda if item.side))

    @property
    def duty(self) -> Duty | None:
        """Return what has to be decided before anything else."""
        agenda = self.state.agenda
        return agenda[0] if agenda and isinstance(agenda[0], Duty) else None

    @property
    def last_turn(self) -> bool:
        """Whether this is the last turn: somebody has the target, or all but one in the long game (T-146, T-158)."""
        score = self.state.score
        missing = len(score) - len(self.state.reached)
        return missing <= 1 if self.options.long_game else missing < len(score)

    # ---- cards ----

    def company(self, id: str | None) -> Company | None:
        """Return an agency or a titan."""
        return self.kit.agency_deck.get(id or "")

    def agency(self, id: str) -> Agency | None:
        """Return an agency, or None where the card is a titan or unknown."""
        found = self.company(id)
        return found if isinstance(found, Agency) else None

    def titan(self, id: str) -> Titan | None:
        """Return a titan, or None where the card is an agency or unknown."""
        found = self.company(id)
        return found if isinstance(found, Titan) else None

    def tender(self, id: str) -> Tender:
        """Return a tender; an unknown one has nothing printed on it."""
        return self.kit.tender_deck.get(id) or Tender()

    def card(self, deck: str, id: str) -> Any:
        """Return a card of any deck, or None."""
        return self.kit.cards(deck).get(id)

    def card_name(self, deck: str, id: str | None) -> str:
        """Return what a card is called, or its id."""
        found = self.card(deck, id or "")
        return (getattr(found, "title", "") or found.name if found else "") or id or ""

    def quoted(self, deck: str, id: str | None) -> str:
        """Return the same as it stands between quotation marks: its own ones become inner ones."""
        return self.card_name(deck, id).replace("«", "„").replace("»", "“")

    # ---- counts ----

    def owned(self, side: str, colour: AnyColour = "any") -> int:
        """Return how many employees a side has in its agencies; titans never count (T-129)."""
        if colour == "any":
            return sum(sum(staff.values()) for staff in self.state.staff[side].values())
        return sum(staff.get(colour, 0) for staff in self.state.staff[side].values())

    def free(self, side: str, agency: str, colour: Colour) -> int:
        """Return the free cells of a colour in an agency."""
        card = self.agency(agency)
        return (card.cells.get(colour, 0) if card else 0) - self.state.staff[side][agency].get(colour, 0)

    def has_free_cell(self, side: str) -> bool:
        """Whether any agency of the side has a free cell (T-077)."""
        for agency, staff in self.state.staff[side].items():
            card = self.agency(agency)
            if card and sum(staff.values()) < sum(card.cells.values()):
                return True
        return False

    def agencies(self, side: str) -> int:
        """Return the number of agencies of a side, titans too where the session says so (A-21)."""
        s = self.state
        return len(s.staff[side]) + (len(s.titans[side]) if self.options.titans_as_agencies else 0)

    def hire_cost(self, colour: Colour, n: int) -> int | None:
        """Return what the next n employees of a colour cost, cheap to dear; None where a price is not known (T-081)."""
        ladder = self.kit.ladders[colour]
        start = len(ladder) - self.state.market[colour]
        cost = 0
        for price in ladder[start : start + n]:
            if price is None:
                return None
            cost += price
        return cost

    def next_price(self, colour: Colour) -> int | None:
        """Return what the next employee of a colour costs; None where nobody is left or the price is unknown."""
        return self.hire_cost(colour, 1) if self.state.market[colour] > 0 else None


def bank_size(kit: TitansKit, options: Options) -> int | None:
    """Return how much money there is in the box, or None where the bank has no limit.

    A bank whose size nobody knows has none, whatever the session says (T-004, A-09).
    """
    return kit.bank_total if options.bank != "unlimited" else None


def opening(kit: TitansKit, options: Options, sides: list[str]) -> TitansState:
    """Return the table before the first cards are laid open (T-012 to T-023)."""
    n = len(sides)
    total = bank_size(kit, options)
    return TitansState(
        bank=None if total is None else total - n * kit.start_money,
        money=dict.fromkeys(sides, kit.start_money),
        score=dict.fromkeys(sides, 0),
        staff={side: {} for side in sides},
        titans={side: [] for side in sides},
        tenders_todo={side: [] for side in sides},
        tenders_done={side: {} for side in sides},
        totem=dict.fromkeys(sides, "held"),
        boxed_totems=max(kit.size("totems") - n, 0),
        market={colour: kit.cells[colour] for colour in COLOURS},
        reserve={colour: kit.reserve.get(colour, 0) for colour in COLOURS},
        agency_slots=[None, None, None],
        tender_slots=[None, None],
        decks={
            "agency": kit.size("agency"),
            "tender": kit.size("tender"),
            "news": kit.size("news"),
            "consequence": kit.size("consequence"),
        },
        seen={"agency": [], "tender": [], "news": [], "consequence": [], "totems": []},
    )
