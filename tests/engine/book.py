"""A log that is kept as the recorder keeps it: requests become rows, refused ones leave nothing."""

from __future__ import annotations

import json
from typing import Any

from games.engine.log import Row, standing
from games.engine.operations import Outcome, is_operation, operate
from games.engine.refusal import Refusal
from games.engine.replay import Origin, opening, replay
from games.engine.table import Team
from tests.engine.example_game import GAME, Options, Setup, StonesKit

TEAMS = (Team("A", "Альфа"), Team("B", "Бета"))


class Book:
    """A heap of ten stones, two teams, and what was recorded so far."""

    def __init__(self, heap: int = 10, most: int = 3) -> None:
        self.origin = Origin(StonesKit(game="stones", id="box", heap=heap), Options(most), TEAMS, Setup())
        self.t = opening(GAME, self.origin)
        self.rows: list[Row] = []
        self.outcome: Outcome | None = None

    def ask(self, actor: str, action: str, /, **params: Any) -> Book:
        """Record a request and check that the whole log gives the same table."""
        n = len(self.rows) + 1
        if is_operation(action, params):
            self.outcome = operate(GAME, self.origin, self.rows, self.t, n, actor, action, params)
            made = self.outcome
            self.rows.append(Row(n, made.kind, made.actor, made.action, made.params, made.ruling))
            self.t = made.table
        else:
            self.t, _ = GAME.attempt(self.t, n, actor, action, params)
            self.rows.append(Row(n, "move", actor, action, json.dumps(params)))
        assert GAME.digest(replay(GAME, self.origin, standing(self.rows))) == GAME.digest(self.t)
        return self

    def take(self, *amounts: int) -> Book:
        """Let the teams take stones in turn."""
        for amount in amounts:
            self.ask(self.t.state.turn, "take", amount=amount)
        return self

    def refusal(self, actor: str, action: str, /, **params: Any) -> Refusal:
        """Ask for what must be refused."""
        before = (list(self.rows), GAME.write_state(self.t.state))
        try:
            self.ask(actor, action, **params)
        except Refusal as refusal:
            assert (self.rows, GAME.write_state(self.t.state)) == before
            return refusal
        raise AssertionError(f"{action} {params} was accepted")

    def refused(self, actor: str, action: str, /, **params: Any) -> str:
        """Return the code with which something is refused."""
        return self.refusal(actor, action, **params).code

    @property
    def taken(self) -> dict[str, int]:
        """The stones of each team."""
        return dict(self.t.state.taken)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The standing moves: (number, stones)."""
        return [(one.n, json.loads(one.params).get("amount", 0)) for one in standing(self.rows).entries]
