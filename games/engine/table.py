"""The table: everything a move acts on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

import msgspec

from games.engine.i18n import Words
from games.engine.ledger import Posting
from games.engine.refusal import Refusal

if TYPE_CHECKING:
    from games.engine.game import Game


class Team(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One side of the game: a short id, the name the table uses, and how its badge looks."""

    id: str
    name: str
    letter: str = ""
    colour: int = 0


class State(msgspec.Struct, forbid_unknown_fields=True):
    """What a game remembers between moves. Subclasses hold only what cannot be derived; no sets, no floats."""


KitT = TypeVar("KitT")
OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT", bound=State)

NO_CODES: frozenset[str] = frozenset()


class Table(Generic[KitT, OptionsT, StateT]):
    """Kit, options, teams (never changed in place) and the state (changed by moves).

    While a move plays it collects `postings` and `notices`; `overruled` holds the codes the trainer lets pass.
    """

    __slots__ = ("game", "kit", "notices", "options", "overruled", "postings", "ruled", "state", "teams")

    def __init__(self, game: Game[Any], kit: KitT, options: OptionsT, teams: tuple[Team, ...], state: StateT) -> None:
        self.game = game
        self.kit = kit
        self.options = options
        self.teams = teams
        self.state = state
        self.postings: list[Posting] = []
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self.overruled: frozenset[str] = NO_CODES
        self.ruled: list[str] = []

    def need(self, ok: object, code: str, field: str = "", **figures: Any) -> None:
        """Raise Refusal(code) unless `ok`, or unless the trainer overruled this code for this move."""
        if not ok:
            if code not in self.overruled:
                raise Refusal(code, field, **figures)
            self.ruled.append(code)

    def stop(self, code: str, field: str = "", **figures: Any) -> NoReturn:
        """Raise Refusal(code) always: what cannot be computed cannot be overruled."""
        raise Refusal(code, field, **figures)

    def notice(self, code: str, **figures: Any) -> None:
        """Tell the referee something that happened by rule, without asking (N_…)."""
        self.notices.append((code, figures))

    def shift(self, account: str, what: str, by: int) -> None:
        """Change the holding of one account: each game says where an account keeps what, and which are endless."""
        raise NotImplementedError

    def transfer(self, source: str, to: str, what: str, amount: int, why: str, ref: str = "") -> None:
        """Move things from one account to another: the only way in which holdings change. Zero moves nothing."""
        if amount:
            self.shift(source, what, -amount)
            self.shift(to, what, amount)
            self.postings.append(Posting(source, to, what, amount, why, ref))

    def name(self, team: str) -> str:
        """Return the name of a team, or the id itself where it is none (bank, referee)."""
        for one in self.teams:
            if one.id == team:
                return one.name
        return team

    @property
    def names(self) -> dict[str, str]:
        """The name of each team by its id, in seat order."""
        return {team.id: team.name for team in self.teams}

    def seats(self, first: str) -> list[str]:
        """Return the team ids clockwise, beginning with `first`."""
        ids = [team.id for team in self.teams]
        at = ids.index(first)
        return ids[at:] + ids[:at]

    def after(self, team: str, steps: int = 1) -> str:
        """Return the team that sits `steps` places clockwise of `team`."""
        ids = [one.id for one in self.teams]
        return ids[(ids.index(team) + steps) % len(ids)]

    def copy(self) -> Table[KitT, OptionsT, StateT]:
        """Return an independent table: the state copied, what never changes in place shared."""
        return type(self)(self.game, self.kit, self.options, self.teams, self.game.copy_state(self.state))


class Step(msgspec.Struct, frozen=True):
    """One move as it was played: who, what, and what it changed."""

    n: int
    actor: str
    action: str
    move: Any
    postings: list[Posting]
    notices: list[tuple[str, dict[str, Any]]]
    ruled: list[str]
    at: str = ""

    def words(self, table: Table[Any, Any, Any]) -> Words:
        """Return the log line of this step; `table` is the table after it."""
        words: Words = self.move.told(table, self)
        return words
