"""How the tests of «Рынок» set a table up and play on it through the public doors."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec

from games.engine.conformance import origin_of
from games.engine.i18n import render
from games.engine.log import Entry
from games.engine.refusal import Refusal
from games.engine.replay import opening, play_on
from games.engine.table import Step
from games.market.game import GAME
from games.market.state import Market, MarketTable
from tests.market.whole_game import FILE

MINI: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["kit"]
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина")
REFEREE = "referee"
#: spaces of «mini» (§ 4.5)
START, DEAL, SURPRISE, EXCHANGE, PLOT2, CONSULTATION, SCHOOL, DIVIDENDS, TRADE, COMMITTEE, BANK = 0, *range(2, 12)
DEAL2, TAX, PLOT3, AGENCY, SURPRISE2, CONSULTING, INCOME, REALTOR = range(12, 20)
INSURANCE, PLOT4, CONSULTATION2, TAX2 = 22, 23, 24, 25


def kit(**changes: Any) -> dict[str, Any]:
    """Return a transcript of «mini» with other tables."""
    return copy.deepcopy(MINI) | changes


def start(count: int = 3, raw: dict[str, Any] | None = None, setup: Any = None, **options: Any) -> MarketTable:
    """Return the table after set-up. Raises Refusal."""
    sides = [{"id": f"p{at}", "name": NAMES[at - 1]} for at in range(1, count + 1)]
    record = {"kit": raw or MINI, "options": options, "teams": sides, "setup": setup or {}}
    table: MarketTable = opening(GAME, origin_of(GAME, record))
    return table


class Play:
    """A game being played: `t` is the table as it stands, `step` the last move."""

    def __init__(self, count: int = 3, raw: dict[str, Any] | None = None, **options: Any) -> None:
        self.t = start(count, raw, **options)
        self.step: Step | None = None

    @property
    def seen(self) -> dict[str, Any]:
        """The table as the referee sees it."""
        return GAME.summary(self.t)

    @property
    def phase(self) -> str:
        return str(self.seen["phase"])

    def cash(self, *teams: str) -> Any:
        """Return the cash of one player, or of several in their order."""
        found = [self.seen["cash"][team] for team in teams]
        return found[0] if len(found) == 1 else found

    def arrange(self, **fields: Any) -> Play:
        """Put things on the table as a test needs them; cash and places of players not named stay."""
        tree = msgspec.to_builtins(self.t.state)
        for name, value in fields.items():
            tree[name] = tree[name] | value if name in ("cash", "pos") else value
        self.t = GAME.table(self.t.kit, self.t.options, self.t.teams, msgspec.convert(tree, Market))
        return self

    def turn(self, team: str, **fields: Any) -> Play:
        """Give the word to a player before his roll."""
        clean = {"right": "", "right_of": "", "used": "", "must": "", "credit_taken": False, "obligations": []}
        return self.arrange(current=team, phase="pre_roll", **clean, **fields)

    def at(self, team: str, space: int, **fields: Any) -> Play:
        """Let a player stop on a space; what was paid on the way is put back, fees of the space itself are not."""
        self.turn(team, **fields)
        self.arrange(pos={team: (space - 2) % len(self.t.kit.path)})
        before = dict(self.t.state.cash)
        step = self.do(team, "roll", dice=[1, 1])
        here = {"school": "school", "consulting": "consulting"}.get(self.t.kit.path[space].kind, "-")
        for posting in step.postings:
            if posting.ref == here and posting.what == "money":
                for account, by in ((posting.from_, -posting.amount), (posting.to, posting.amount)):
                    if account in before:
                        before[account] += by
        return self.arrange(cash=before)

    def do(self, actor: str, action: str, **params: Any) -> Step:
        """Play a move. Raises Refusal."""
        self.t, self.step = GAME.attempt(self.t, 1, actor, action, params)
        assert render(self.step.words(self.t))
        return self.step

    def refused(self, actor: str, action: str, **params: Any) -> str:
        """Return the code a move is refused with ("" if it is not); the table stays as it is."""
        before = GAME.write_state(self.t.state)
        try:
            GAME.attempt(self.t, 1, actor, action, params)
        except Refusal as refusal:
            assert GAME.write_state(self.t.state) == before
            assert "%(" not in GAME.message(refusal)
            return refusal.code
        return ""

    def paid(self, actor: str, action: str, **params: Any) -> list[tuple[str, str, int, str]]:
        """Play a move and return its payments: who, to whom, how much, why."""
        return money(self.do(actor, action, **params))

    def change(self, actor: str, action: str, **params: Any) -> dict[str, int]:
        """Play a move and return by how much each player's cash changed; the payments say the same (M-019)."""
        before = dict(self.t.state.cash)
        step = self.do(actor, action, **params)
        booked = dict.fromkeys(before, 0)
        for source, to, amount, _why in money(step):
            for account, by in ((source, -amount), (to, amount)):
                if account in booked:
                    booked[account] += by
        moved = {team: cash - before[team] for team, cash in self.t.state.cash.items()}
        assert moved == booked
        return {team: by for team, by in moved.items() if by}

    @property
    def notices(self) -> list[str]:
        """The notices of the last move."""
        assert self.step is not None
        return [code for code, _figures in self.step.notices]


def money(step: Step) -> list[tuple[str, str, int, str]]:
    """Return the payments of a step: who, to whom, how much, why."""
    return [(p.from_, p.to, p.amount, p.why) for p in step.postings if p.what == "money"]


def code_of(count: int = 3, raw: dict[str, Any] | None = None, setup: Any = None, **options: Any) -> str:
    """Return the code with which the set-up is refused."""
    try:
        start(count, raw, setup, **options)
    except Refusal as refusal:
        assert "%(" not in GAME.message(refusal)
        return refusal.code
    return ""


def gathered(record: dict[str, Any]) -> tuple[Any, MarketTable]:
    """Replay a recorded game into the collector of the debrief; return it and the table at the end."""
    origin = origin_of(GAME, record)
    t = opening(GAME, origin)
    entries = []
    for step in record["steps"]:
        try:
            t, _step = GAME.attempt(t, step["n"], step["actor"], step["action"], step["params"])
        except Refusal:
            continue
        entries.append(Entry(step["n"], step["actor"], step["action"], msgspec.json.encode(step["params"])))
    begun = opening(GAME, origin)
    collector = GAME.collector(begun)
    return collector, play_on(GAME, begun, entries, collector.see)
