"""A table for the tests: starts a game, plays moves through the public door, and arranges a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from games.boss.game import GAME
from games.boss.options import Options, Setup
from games.boss.state import BossTable
from games.engine.kit import read_kit
from games.engine.log import Row
from games.engine.operations import is_operation, operate
from games.engine.refusal import Refusal
from games.engine.replay import Origin
from games.engine.table import Step, Team

COLOURS = ("red", "blue", "yellow", "pink", "orange", "green")
NAMES = {"a": "Анна", "b": "Борис", "c": "Вера", "d": "Глеб", "e": "Дима", "f": "Ева"}
RECORD = Path(__file__).parent.parent / "conformance" / "boss.json"
#: shares, required, choose, from: spaces that the vectors of the rules speak of
EXAMPLE = (6, "red blue yellow", 2, "pink orange green")


def space(shares: int, required: str, choose: int = 0, wider: str = "") -> dict[str, Any]:
    return {"required": required.split(), "choose": choose, "from": wider.split(), "shares": shares}


def raw_kit(*spaces: tuple[Any, ...], **changes: Any) -> dict[str, Any]:
    """The sample kit, its first spaces replaced; other tables replaced by name."""
    raw: dict[str, Any] = json.loads(msgspec.json.encode(GAME.sample()))
    raw["format"] = "kit/1"
    for at, one in enumerate(spaces, 1):
        raw["spaces"][str(at)] = space(*one)
    return raw | changes


class Game:
    """One game being played: `t` is the table as it stands, `rows` its log."""

    def __init__(self, origin: Origin, t: BossTable) -> None:
        self.origin = origin
        self.t = t
        self.rows: list[Row] = []

    @property
    def state(self) -> Any:
        return self.t.state

    @property
    def seen(self) -> dict[str, Any]:
        """The table as the referee sees it."""
        return GAME.summary(self.t)

    @property
    def deal(self) -> dict[str, Any]:
        found: dict[str, Any] = self.seen["deal"]
        return found

    def do(self, actor: str, action: str, /, **params: Any) -> Step | None:
        """Record a legal move or operation."""
        n = len(self.rows) + 1
        if is_operation(action, params):
            outcome = operate(GAME, self.origin, self.rows, self.t, n, actor, action, params)
            self.t = outcome.table
            self.rows.append(Row(n, outcome.kind, outcome.actor, outcome.action, outcome.params, outcome.ruling))
            return outcome.step
        self.t, step = GAME.attempt(self.t, n, actor, action, params)
        self.rows.append(Row(n, "move", actor, action, json.dumps(params)))
        assert self.t.card_sum() == self.t.kit.deck_size
        GAME.tell(self.t, step)
        return step

    def refused(self, actor: str, action: str, /, **params: Any) -> str:
        """Ask for something that must be refused, see that nothing changed, and return the code."""
        before = GAME.digest(self.t)
        try:
            self.do(actor, action, **params)
        except Refusal as refusal:
            assert GAME.digest(self.t) == before
            assert GAME.message(refusal)
            return refusal.code
        raise AssertionError(f"{actor} {action} {params} was accepted")

    def notices(self, actor: str, action: str, /, **params: Any) -> list[str]:
        """Record a legal move and return the codes of what the referee is told."""
        step = self.do(actor, action, **params)
        assert step is not None
        return [code for code, _figures in step.notices]

    def close(self, boss: str, *parts: str, **more: Any) -> Step | None:
        return self.do(boss, "close_deal", parts=parts_of(*parts), **more)

    def cannot_close(self, boss: str, *parts: str, **more: Any) -> str:
        return self.refused(boss, "close_deal", parts=parts_of(*parts), **more)


def parts_of(*parts: str) -> list[dict[str, str]]:
    """`a inv:red` -> the part as a recorded game writes it."""
    return [dict(zip(("owner", "asset"), part.split(), strict=True)) for part in parts]


def new(
    players: int = 4,
    *spaces: tuple[Any, ...],
    kit: dict[str, Any] | None = None,
    setup: Setup | None = None,
    **options: Any,
) -> Game:
    """A game of the sample kit for `players` a, b, c …; a begins, the marker is on space 1."""
    teams = tuple(Team(key, name) for key, name in list(NAMES.items())[:players])
    read = read_kit(GAME, kit or raw_kit(*spaces))
    if players == 2:
        options = {"soft_rules": True, **options}
    chosen = msgspec.convert(GAME.old_options(options), Options)
    dealt = setup or deal_to([team.id for team in teams], {2: chosen.two_player_investors, 3: 2}.get(players, 1))
    return Game(Origin(read, chosen, teams, dealt), GAME.start(read, chosen, teams, dealt))


def deal_to(ids: list[str], each: int = 1, **changes: Any) -> Setup:
    """The investors dealt in the order of the board."""
    holders = [team for team in ids for _time in range(each)] + ["board"] * 6
    investors = dict(zip(COLOURS, holders, strict=False))
    return Setup(**{"investors": investors, "first_player": ids[0], "marker_by": ids[-1], "marker": 1, **changes})


def arranged(game: Game, **fields: Any) -> Game:
    """Put a position on the table: what is in the hands comes from the deck, or from where it is said."""
    for name, value in fields.items():
        now = getattr(game.t.state, name)
        setattr(game.t.state, name, {**now, **value} if isinstance(now, dict) and name != "covered" else value)
    if "deck" not in fields:
        state = game.t.state
        state.deck = game.t.kit.deck_size - state.discard - sum(state.hands.values()) - game.t.on_table()
    return game


def in_deal(*spaces: tuple[Any, ...], players: int = 4, hands: int = 10, **more: Any) -> Game:
    """A deal opened by a on space 1; everybody has plenty of cards. `investors`: colour -> holder."""
    arrange = {name: more.pop(name) for name in ("investors", "stack", "covered", "discard") if name in more}
    game = new(players, *spaces, **more)
    arranged(game, hands=dict.fromkeys(game.state.hands, hands), **arrange)
    game.do("a", "open_deal")
    return game
