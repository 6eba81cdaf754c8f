"""The table of «Экологика»: what is remembered between moves (§ 2), and what is looked up from it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.ecologic.events import Event, Op
from games.ecologic.kit import RESOURCES, EcoKit
from games.ecologic.options import ORDERS, Options
from games.engine.ledger import BANK, Posting
from games.engine.table import State, Table

#: Accounts that are no team: the board (ref is the sector), the two decks and the discard.
BOARD, DECK, DISCARD, TOKENS = "board", "deck", "discard", "tokens"

Phase = Literal["events", "ecology", "actions", "income", "finished"]
NO_OPS: list[Op] = []


class Lot(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is bought: a chip of a type, a ТОР, or an eco-initiative (amendment 2)."""

    kind: str
    type: str = ""
    tor: str = ""
    card: str = ""

    @property
    def ref(self) -> str:
        """The type, ТОР or card meant: the `ref` of its postings."""
        return self.type or self.tor or self.card


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """Markers, cards, ТОР on the board, ТОР bought but held back, and chips not yet placed."""

    profits: int
    enviros: int
    minus: bool = False
    eco: list[str] = []
    tors: list[str] = []
    held: list[str] = []
    supply: dict[str, int] = {}


class Stack(msgspec.Struct, forbid_unknown_fields=True):
    """One production: level is the number of its chips (E-019)."""

    owner: str
    type: str
    level: int


class EcoOffer(msgspec.Struct, forbid_unknown_fields=True):
    """A drawn eco-initiative: who drew it and who may buy it now (E-043, E-044)."""

    card: str
    drawer: str
    holder: str
    declined: list[str] = []


class Auction(msgspec.Struct, forbid_unknown_fields=True):
    """A running auction. `turn` is whose opening it uses up; `normal` is the start without the Exchange."""

    lot: Lot
    opener: str
    turn: str
    start: int
    normal: int
    high: str
    bid: int
    next: str = ""
    passed: list[str] = []
    #: the last bid of each who bid: the panel shows it in his row
    bids: dict[str, int] = {}


class ToPlace(msgspec.Struct, forbid_unknown_fields=True):
    """Bought and paid, not yet on the board (E-040)."""

    player: str
    lot: Lot
    turn: str
    paid: int


class Pending(msgspec.Struct, forbid_unknown_fields=True):
    """A choice an event or a collapse asks for. A right may be declined, a duty may not."""

    player: str
    option: str
    right: bool
    chooser: str = ""
    type: str = ""
    lot: str = ""
    price: int | None = None
    n: int = 1
    #: of a collapse: what was to give, and what there was
    owed: int = 0
    had: int = 0


class Desk(State):
    """The whole table between two moves."""

    round: int = 1
    phase: Phase = "events"
    initiator: str = ""
    players: dict[str, Player] = {}
    board: dict[str, list[Stack]] = {}
    tors: dict[str, str] = {}
    event: str = ""
    events_played: list[str] = []
    eco_discard: list[str] = []
    final: bool = False
    final_next: bool = False
    stopped: bool = False
    unsettled: list[str] = []
    to_open: str = ""
    opened: list[str] = []
    extra: dict[str, int] = {}
    prices: dict[str, int] = {}
    eco_offer: EcoOffer | None = None
    auction: Auction | None = None
    to_place: ToPlace | None = None
    choices: list[Pending] = []


class EcoTable(Table[EcoKit, Options, Desk]):
    """Accounts are the team ids; bank, board, decks and tokens are endless."""

    __slots__ = ()

    def shift(self, account: str, what: str, by: int) -> None:
        """Move a marker or change a supply of chips; cards and tokens lie in lists beside it."""
        player = self.state.players.get(account)
        if player is None:
            return
        if what == "profits":
            player.profits += by
        elif what == "enviros":
            player.enviros += by
        elif what in RESOURCES:
            player.supply[what] += by

    # ---- options that the kit may decide --------------------------------------------------------

    @property
    def max_level(self) -> int:
        """The highest level of a production (A-28)."""
        return self.options.max_level or self.kit.max_level

    @property
    def tor_start(self) -> int:
        """The starting price of a ТОР (E-047)."""
        return self.kit.tor_start if self.options.tor_start is None else self.options.tor_start

    def track(self, what: str) -> int | None:
        """Return the end of a track, or None where it has none."""
        if what == "profits":
            return self.kit.max_profits if self.options.max_profits is None else self.options.max_profits
        return self.kit.max_enviros if self.options.max_enviros is None else self.options.max_enviros

    @property
    def order(self) -> tuple[str, ...]:
        """The phases as they follow each other in this session (E-017, A-01)."""
        return ORDERS[self.options.phase_order]

    # ---- what lies where ------------------------------------------------------------------------

    @property
    def active(self) -> Event | None:
        """The face-up event of this cycle."""
        return self.kit.events.get(self.state.event)

    def has(self, player: str, kind: str) -> bool:
        """Whether a player has a ТОР of this kind on the board."""
        tors = self.state.players[player].tors
        return bool(tors) and any(self.kit.tor_kind(tor) == kind for tor in tors)

    def tor_sectors(self, kind: str) -> list[str]:
        """Return the sectors on which ТОР of this kind lie."""
        return [sector for tor, sector in self.state.tors.items() if self.kit.tor_kind(tor) == kind]

    def tor_owner(self, tor: str) -> str:
        """Return who bought a ТОР, or an empty string."""
        for name, player in self.state.players.items():
            if tor in player.tors or tor in player.held:
                return name
        pending = self.state.to_place
        return pending.player if pending and pending.lot.tor == tor else ""

    def chips_on_board(self, type: str) -> int:
        """Count the chips of a type on the board, of all colours (E-036)."""
        count = 0
        for stacks in self.state.board.values():
            for stack in stacks:
                if stack.type == type:
                    count += stack.level
        return count

    def chips_in_all(self) -> dict[tuple[str, str], int]:
        """Count the chips of each player and type, in his supply and on the board: what the box gave him (§ 2)."""
        count = {(name, type): n for name, own in self.state.players.items() for type, n in own.supply.items()}
        for stacks in self.state.board.values():
            for stack in stacks:
                count[stack.owner, stack.type] = count.get((stack.owner, stack.type), 0) + stack.level
        return count

    def own(self, player: str) -> list[tuple[str, Stack]]:
        """Return (sector, production) of a player."""
        return [
            (sector, stack) for sector, stacks in self.state.board.items() for stack in stacks if stack.owner == player
        ]

    def own_in(self, player: str, sector: str, type: str = "") -> Stack | None:
        """Return the production of a player in a sector (of a type, if given)."""
        for stack in self.state.board.get(sector, ()):
            if stack.owner == player and type in ("", "any", stack.type):
                return stack
        return None

    def both_in(self, player: str, sector: str) -> bool:
        """Whether a player produces both types in a sector: then the sector does not say which chip is meant (A-26)."""
        return sum(stack.owner == player for stack in self.state.board.get(sector, ())) > 1

    def undrawn_events(self) -> list[str]:
        """Return the events still in the deck; a card with copies counts until its last is out."""
        return [name for name in self.kit.events if self.event_in_deck(name)]

    def event_in_deck(self, name: str) -> bool:
        """Whether a copy of an event is still in the deck."""
        found = self.kit.events.get(name)
        out = self.state.events_played.count(name) + (self.state.event == name)
        return found is not None and out < found.copies

    def eco_out(self, card: str) -> int:
        """Count the copies of an eco-initiative that are out of the deck."""
        offer = self.state.eco_offer
        out = self.state.eco_discard.count(card) + (offer is not None and offer.card == card)
        for player in self.state.players.values():
            if player.eco:
                out += player.eco.count(card)
        return out

    def in_deck(self, card: str) -> bool:
        """Whether a copy of an eco-initiative is still in the deck."""
        found = self.kit.eco.get(card)
        return found is not None and self.eco_out(card) < found.copies

    def sold_plainly(self, holder: str, drawer: str) -> bool:
        """Whether a card that was passed on to this holder is just bought, without an auction (A-29)."""
        return holder != drawer and self.options.eco_pass == "plain"  # noqa: S105 - no password

    def undrawn_eco(self) -> list[str]:
        """Return the eco-initiatives still in the deck."""
        return [name for name in self.kit.eco if self.in_deck(name)]

    # ---- holdings that lie in lists -------------------------------------------------------------

    def add_chip(self, player: str, sector: str, type: str, why: str) -> None:
        """Put a chip on the board: a new production, or one level more (E-019)."""
        self.transfer(player, BOARD, type, 1, why, sector)
        stack = self.own_in(player, sector, type)
        if stack is None:
            self.state.board.setdefault(sector, []).append(Stack(player, type, 1))
        else:
            stack.level += 1

    def take_chip(self, player: str, sector: str, why: str, type: str = "") -> None:
        """Take a chip of a player off the board, back to his supply (A-08)."""
        stack = self.own_in(player, sector, type)
        if stack is None:
            return
        self.transfer(BOARD, player, stack.type, 1, why, sector)
        stack.level -= 1
        if not stack.level:
            stacks = self.state.board[sector]
            stacks.remove(stack)
            if not stacks:
                del self.state.board[sector]

    def give_eco(self, player: str, card: str, why: str) -> None:
        """Give an eco-initiative from the deck to a player."""
        self.transfer(DECK, player, "eco", 1, why, card)
        self.state.players[player].eco.append(card)

    def give_eco_offered(self, player: str) -> None:
        """Give the drawn eco-initiative to its buyer."""
        offer = self.state.eco_offer
        if offer is not None:
            self.state.eco_offer = None
            self.give_eco(player, offer.card, "card")

    def drop_eco(self, player: str, card: str, why: str) -> None:
        """Discard an eco-initiative of a player, face up (E-062)."""
        self.transfer(player, DISCARD, "eco", 1, why, card)
        self.state.players[player].eco.remove(card)
        self.state.eco_discard.append(card)

    def pay(self, player: str, what: str, amount: int, why: str, ref: str = "") -> None:
        """Post a gain (amount > 0) or a loss (amount < 0) of a player against the bank."""
        if amount > 0:
            self.transfer(BANK, player, what, amount, why, ref)
        elif amount < 0:
            self.transfer(player, BANK, what, -amount, why, ref)

    def pay_lines(self, player: str, what: str, lines: list[tuple[str, str, int]]) -> None:
        """Post each line (why, ref, amount) of a sum against the bank; the marker moves once, by their total."""
        net = 0
        for why, ref, amount in lines:
            net += amount
            if amount > 0:
                self.postings.append(Posting(BANK, player, what, amount, why, ref))
            elif amount < 0:
                self.postings.append(Posting(player, BANK, what, -amount, why, ref))
        self.shift(player, what, net)

    def to_track_end(self, player: str, what: str) -> None:
        """Give back what does not fit on the track; the rulebook knows no end, a box may have one."""
        end = self.track(what)
        if end is not None:
            have: int = getattr(self.state.players[player], what)
            if have > end:
                self.transfer(player, BANK, what, have - end, "track_end")
                self.notice("N_TRACK_END", name=self.name(player), amount=have - end)


def plain(thing: Any) -> Any:
    """Return a struct as plain JSON-able data."""
    return msgspec.to_builtins(thing)
