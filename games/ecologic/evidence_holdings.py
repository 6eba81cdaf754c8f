"""What the teams hold, piece by piece: each chip, card and ТОР with its price and what it brought.

Chips of a stack come and go last in, first out: the k-th chip is there while the stack has k chips (rules § 8).
"""

from __future__ import annotations

import msgspec

from games.ecologic.kit import RESOURCES
from games.ecologic.state import EcoTable
from games.engine.ledger import Posting


class Chip(msgspec.Struct):
    """One chip on the board. `level` is its place in the stack; `cost` is None where nobody decided to buy it."""

    owner: str
    type: str
    sector: str
    level: int
    cost: int | None = None
    n: int = 0
    round: int = 0
    #: Income phases on the board, and what it added to the income in them
    phases: int = 0
    brought: int = 0
    #: Ecology phases on the board: each took one enviro
    taken: int = 0
    #: the entry that took it off the board (0: it lies there)
    off: int = 0

    @property
    def bought(self) -> bool:
        """Whether it was paid for: chips of the set-up and gifts of events were not."""
        return self.cost is not None

    @property
    def grows(self) -> bool:
        """Whether it raised the level of a production; else it took a new sector."""
        return self.level > 1


class Card(msgspec.Struct):
    """One eco-initiative in a team's hands. `price` is None where it was not bought."""

    card: str
    owner: str
    price: int | None = None
    n: int = 0
    round: int = 0
    #: upkeep paid, Ecology phases it worked in, enviros it gave
    upkeep: int = 0
    phases: int = 0
    given: int = 0
    off: int = 0

    @property
    def spent(self) -> int:
        """T: price and upkeep paid."""
        return (self.price or 0) + self.upkeep


class Token(msgspec.Struct):
    """One ТОР on the board. `others` holds what other teams got of it (the amounts of one kind only)."""

    tor: str
    kind: str
    owner: str
    price: int | None = None
    n: int = 0
    round: int = 0
    #: what its owner got, saved or was spared
    profits: int = 0
    enviros: int = 0
    others: dict[str, int] = {}
    #: the entry at which another team first got something of it (0: none)
    shared: int = 0

    @property
    def unit(self) -> str:
        """What it gives: enviros or profits; a guarding one gives what it spared its owner most of."""
        if self.kind in ("exchange", "hub"):
            return "profits"
        if self.kind == "academy" and self.profits > self.enviros:
            return "profits"
        return "enviros"

    @property
    def gained(self) -> int:
        """What its owner got, in its unit."""
        return self.profits if self.unit == "profits" else self.enviros


class Holdings:
    """Every chip, card and ТОР there was, in order of appearance."""

    def __init__(self, t: EcoTable) -> None:
        self.chips: list[Chip] = []
        self.cards: list[Card] = []
        self.tokens: list[Token] = []
        self._stacks: dict[tuple[str, str, str], list[Chip]] = {}
        self._hands: dict[tuple[str, str], list[Card]] = {}
        self._turns: dict[tuple[str, str, str], int] = {}
        self._counted: set[tuple[str, str]] = set()
        self._n = 0
        self.settle(t, 0, 0)

    def begin(self, n: int) -> None:
        """Begin entry `n`: forget what was counted within the last one."""
        self._n = n
        if self._turns:
            self._turns = {}
        if self._counted:
            self._counted = set()

    # ---- chips ----------------------------------------------------------------------------------

    def stack_on(self, owner: str, type: str, sector: str, cost: int | None, n: int, round: int) -> Chip:
        """Note a chip put on the board."""
        stack = self._stacks.setdefault((owner, type, sector), [])
        chip = Chip(owner, type, sector, len(stack) + 1, cost, n, round)
        stack.append(chip)
        self.chips.append(chip)
        return chip

    def stack_off(self, owner: str, type: str, sector: str, n: int) -> Chip | None:
        """Note a chip taken off the board: the last that came."""
        stack = self._stacks.get((owner, type, sector))
        if not stack:
            return None
        chip = stack.pop()
        chip.off = n
        return chip

    def _in(self, owner: str, sector: str) -> list[Chip]:
        found: list[Chip] = []
        for type in RESOURCES:
            found += self._stacks.get((owner, type, sector), ())
        return found

    def earned(self, t: EcoTable, posting: Posting) -> None:
        """Note that a team's productions of a sector were paid in the Income phase."""
        if (posting.to, posting.ref) in self._counted:
            return
        self._counted.add((posting.to, posting.ref))
        earns = t.kit.earns
        for chip in self._in(posting.to, posting.ref):
            chip.phases += 1
            chip.brought += earns(chip.type, chip.level) - earns(chip.type, chip.level - 1)

    def harmed(self, posting: Posting) -> None:
        """Note that a team's chips of a sector took their enviros in the Ecology phase."""
        if (posting.from_, posting.ref) in self._counted:
            return
        self._counted.add((posting.from_, posting.ref))
        for chip in self._in(posting.from_, posting.ref):
            chip.taken += 1

    def on_board(self, owner: str, type: str) -> int:
        """Count the chips of a type that a team has on the board."""
        return sum(len(stack) for (who, what, _), stack in self._stacks.items() if who == owner and what == type)

    # ---- cards ----------------------------------------------------------------------------------

    def card_in(self, owner: str, card: str, price: int | None, n: int, round: int) -> Card:
        """Note an eco-initiative that came to a team."""
        found = Card(card, owner, price, n, round)
        self._hands.setdefault((owner, card), []).append(found)
        self.cards.append(found)
        return found

    def card_out(self, owner: str, card: str, n: int) -> Card | None:
        """Note an eco-initiative that left a team: of equal ones the first that came."""
        hand = self._hands.get((owner, card))
        if not hand:
            return None
        found = hand.pop(0)
        found.off = n
        return found

    def card_worked(self, posting: Posting) -> None:
        """Note the enviros a card gave."""
        card = self._next("cards", posting.to, posting.ref)
        if card is not None:
            card.phases += 1
            card.given += posting.amount

    def card_kept(self, posting: Posting) -> None:
        """Note the upkeep paid for a card."""
        card = self._next("upkeep", posting.from_, posting.ref)
        if card is not None:
            card.upkeep += posting.amount

    def _next(self, why: str, owner: str, ref: str) -> Card | None:
        """Return the card a posting is about: equal ones are counted one after the other."""
        hand = self._hands.get((owner, ref))
        if not hand:
            return None
        if len(hand) == 1:
            return hand[0]
        at = self._turns.get((why, owner, ref), 0)
        self._turns[why, owner, ref] = at + 1
        return hand[at % len(hand)]

    # ---- ТОР ------------------------------------------------------------------------------------

    def token_in(self, t: EcoTable, tor: str, owner: str, price: int | None, n: int, round: int) -> Token:
        """Note a ТОР that was placed on the board."""
        token = Token(tor, t.kit.tor_kind(tor), owner, price, n, round)
        self.tokens.append(token)
        return token

    def token_gave(self, t: EcoTable, posting: Posting) -> None:
        """Note what Заповедник or Транспортный узел gave to a production next door."""
        near = [
            tor
            for tor, place in t.state.tors.items()
            if t.kit.tor_kind(tor) == posting.why and posting.ref in t.kit.neighbours.get(place, ())
        ]
        if not near:
            return
        tor = near[0]
        if len(near) > 1:
            at = self._turns.get((posting.why, posting.to, posting.ref), 0)
            self._turns[posting.why, posting.to, posting.ref] = at + 1
            tor = near[at % len(near)]
        self.credit(t, tor, posting.to, posting.amount)

    def credit(self, t: EcoTable, tor: str, team: str, amount: int) -> None:
        """Count for a ТОР what a team got of it."""
        token = next((one for one in self.tokens if one.tor == tor), None)
        if token is None:
            return
        if team != token.owner:
            token.others[team] = token.others.get(team, 0) + amount
            token.shared = token.shared or self._n
        elif token.unit == "profits":
            token.profits += amount
        else:
            token.enviros += amount

    def of_kind(self, owner: str, kind: str) -> Token | None:
        """Return the ТОР of this kind that a team has."""
        return next((one for one in self.tokens if one.owner == owner and one.kind == kind), None)

    # ---- corrections ----------------------------------------------------------------------------

    def settle(self, t: EcoTable, n: int, round: int) -> None:
        """Bring everything in line with the table: at the set-up, and after a correction by hand."""
        levels = {
            (stack.owner, stack.type, sector): stack.level
            for sector, stacks in t.state.board.items()
            for stack in stacks
        }
        for key in {**levels, **self._stacks}:
            for _extra in range(len(self._stacks.get(key, ())) - levels.get(key, 0)):
                self.stack_off(*key, n)
            for _missing in range(levels.get(key, 0) - len(self._stacks.get(key, ()))):
                self.stack_on(*key, None, n, round)
        for team, player in t.state.players.items():
            for card in dict.fromkeys([*player.eco, *(card for owner, card in self._hands if owner == team)]):
                have = len(self._hands.get((team, card), ()))
                for _extra in range(have - player.eco.count(card)):
                    self.card_out(team, card, n)
                for _missing in range(player.eco.count(card) - have):
                    self.card_in(team, card, None, n, round)
            known = {token.tor for token in self.tokens if token.owner == team}
            for tor in player.tors:
                if tor not in known:
                    self.tokens = [one for one in self.tokens if one.tor != tor]
                    self.token_in(t, tor, team, None, n, round)
        placed = {tor for player in t.state.players.values() for tor in player.tors}
        self.tokens = [one for one in self.tokens if one.tor in placed]
