"""How the tests of «Рынок» set a table up and play on it through the public doors."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from games.engine.conformance import origin_of
from games.engine.kit import read_kit
from games.engine.log import Entry
from games.engine.refusal import Refusal
from games.engine.replay import opening, play_on
from games.market.game import GAME
from games.market.state import MarketTable
from tests.market.whole_game import FILE

MINI: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["kit"]
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина")


def mini() -> Any:
    """Return the kit «mini» of § 4.5."""
    return read_kit(GAME, MINI)


def teams(count: int) -> list[dict[str, str]]:
    """Return p1, p2 … with their names."""
    return [{"id": f"p{at}", "name": NAMES[at - 1]} for at in range(1, count + 1)]


def table(count: int = 3, kit: dict[str, Any] | None = None, **options: Any) -> MarketTable:
    """Return a table after set-up: kit «mini», p1 begins."""
    origin = origin_of(GAME, {"kit": kit or MINI, "options": options, "teams": teams(count), "setup": {}})
    return opening(GAME, origin)


def do(t: MarketTable, actor: str, action: str, **params: Any) -> MarketTable:
    """Play a move and return the new table. Raises Refusal."""
    return done(t, actor, action, **params)[0]


def done(t: MarketTable, actor: str, action: str, **params: Any) -> tuple[MarketTable, Any]:
    """Play a move and return the new table and the step."""
    new, step = GAME.attempt(t, 1, actor, action, params)
    return new, step


def refused(t: MarketTable, actor: str, action: str, **params: Any) -> str:
    """Return the code a move is refused with; the table stays as it is and the refusal has words, a clause or none."""
    before = GAME.write_state(t.state)
    try:
        GAME.attempt(t, 1, actor, action, params)
    except Refusal as refusal:
        assert GAME.write_state(t.state) == before
        assert "%(" not in GAME.message(refusal)
        return refusal.code
    return ""


def patched(t: MarketTable, **fields: Any) -> MarketTable:
    """Return the table with other values in its state, by the referee's correction: `cash__p1=5000`."""
    for name, value in fields.items():
        t = do(t, "referee", "adjust", field=name.replace("__", "."), value=value, reason="test")
    return t


def at(t: MarketTable, actor: str, space: int, **fields: Any) -> MarketTable:
    """Return the table with `actor` stopped on a space of «mini» by a roll of two from two spaces before it."""
    t = patched(t, current=actor, phase="pre_roll", **{f"pos__{actor}": (space - 2) % 26}, **fields)
    return do(t, actor, "roll", dice=[1, 1])


def money(step: Any) -> list[tuple[str, str, int, str]]:
    """Return the payments of a step: who, to whom, how much, why."""
    return [(p.from_, p.to, p.amount, p.why) for p in step.postings if p.what == "money"]


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
        body = msgspec.json.encode(step["params"])
        entries.append(Entry(step["n"], step["actor"], step["action"], body))
    start = opening(GAME, origin)
    collector = GAME.collector(start)
    return collector, play_on(GAME, start, entries, collector.see)
