"""The smallest complete game: the example of docs/adding-a-game.md.

Teams take one to `most` stones from a heap in turn; each stone is a point, the game ends with the heap.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import msgspec

from games.engine.evidence import Bars, Collector, Findings, Question, Series
from games.engine.fields import Number, Offer
from games.engine.game import Game, Standing
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import Kit
from games.engine.meta import Meta
from games.engine.move import REFEREE, Int, Move
from games.engine.refusal import Rule
from games.engine.screen import Cell, Now, TeamRow, TeamsBoard
from games.engine.table import State, Step, Table, Team

META = Meta("stones", _("Stones"), 2, 4, 5, _("an example, not a game from a box"), "1")


class StonesKit(Kit, frozen=True, kw_only=True):
    """What is in the box: the size of the heap."""

    heap: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 10


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many stones may be taken at once."""

    most: int = 3


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins; empty: the first seat."""

    first: str = ""


class Heap(State):
    """Stones left, stones of each team, whose turn it is."""

    left: int = 0
    taken: dict[str, int] = {}
    turn: str = ""


class StonesTable(Table[StonesKit, Options, Heap]):
    """The accounts are the teams and the heap."""

    def shift(self, account: str, what: str, by: int) -> None:
        if account == "heap":
            self.state.left += by
        else:
            self.state.taken[account] += by


class Take(Move):
    """Take stones from the heap (S-1: in turn; S-2: one to `most`; S-3: no more than lie there)."""

    label: ClassVar[str] = _("Take stones")

    amount: Int

    def play(self, t: StonesTable, actor: str) -> None:
        t.need(actor == t.state.turn, "E_TURN", name=t.name(t.state.turn))
        t.need(1 <= self.amount <= t.options.most, "E_AMOUNT", "amount", most=t.options.most)
        t.need(self.amount <= t.state.left, "E_LEFT", "amount", left=t.state.left)
        t.transfer("heap", actor, "stones", self.amount, "take")
        t.state.turn = t.after(actor)

    def told(self, t: StonesTable, step: Step) -> Words:
        return Words(_("%(name)s takes %(amount)s"), {"name": t.name(step.actor), "amount": self.amount})


class StonesCollector:
    """One chart: what each team took at once."""

    def __init__(self) -> None:
        self.takes: dict[str, int] = {}

    def see(self, step: Step, t: StonesTable) -> None:
        for posting in step.postings:
            self.takes[posting.to] = self.takes.get(posting.to, 0) + 1

    def findings(self, t: StonesTable) -> Findings:
        names: list[Words | str] = [team.name for team in t.teams]
        series = [Series(Words(_("takes")), [self.takes.get(team.id, 0) for team in t.teams])]
        bars = Bars(title=Words(_("How often each team took")), categories=names, series=series)
        return Findings([Question("1", Words(_("What was the plan?")))], [], [], {"1": [bars]}, [])


class Stones(Game[StonesTable]):
    """The rules in one place: types, moves, refusals, and what may be recorded now."""

    meta = META
    kit_type = StonesKit
    options_type = Options
    setup_type = Setup
    state_type = Heap
    table_type = StonesTable
    moves: ClassVar[dict[str, type[Move]]] = {"take": Take}
    rules: ClassVar[dict[str, Rule]] = {
        "E_TURN": Rule(_("It is the turn of %(name)s."), "S-1"),
        "E_AMOUNT": Rule(_("One to %(most)s stones are taken at once."), "S-2"),
        "E_LEFT": Rule(_("Only %(left)s stones are left."), "S-3"),
    }
    whys: ClassVar[dict[str, str]] = {"take": _("taken from the heap")}
    whats: ClassVar[dict[str, str]] = {"stones": _("stones")}

    def deal(self, kit: StonesKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> Heap:
        return Heap(kit.heap, {team.id: 0 for team in teams}, setup.first or teams[0].id)

    def candidates(self, t: StonesTable) -> Iterable[Offer]:
        most = min(t.options.most, t.state.left)
        field = Number(name="amount", label=Words(_("Stones")), least=1, most=most, value=1)
        yield Offer("take", [t.state.turn], Words(Take.label), fields=[field], main=True)

    def summary(self, t: StonesTable) -> dict[str, Any]:
        built: dict[str, Any] = msgspec.to_builtins(t.state)
        return built

    def standings(self, t: StonesTable) -> list[Standing]:
        points = t.state.taken
        return [Standing(k, 1 + sum(v > points[k] for v in points.values()), points[k]) for k in points]

    def finished(self, t: StonesTable) -> bool:
        return t.state.left == 0

    def stop_game(self, t: StonesTable) -> None:
        t.state.left = 0

    def now(self, t: StonesTable) -> Now:
        turn = t.state.turn
        return Now(Words(_("To take: %(name)s"), {"name": t.name(turn)}), turn)

    def board(self, t: StonesTable, viewer: str = REFEREE) -> TeamsBoard:
        rows = [TeamRow(team.id, [Cell(t.state.taken[team.id])]) for team in t.teams]
        return TeamsBoard([(Words(_("Stones")), "")], rows)

    def collector(self, t: StonesTable) -> Collector:
        return StonesCollector()


GAME = Stones()
