"""Recorded games: play a file step by step through the public doors and say what the table looks like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.kit import read_kit
from games.engine.log import Row
from games.engine.operations import is_operation, operate
from games.engine.refusal import Refusal
from games.engine.replay import Origin, opening
from games.engine.table import Team

#: Entries that are about the game, not in it: they never change the table.
REMARKS = ("note", "star", "dispute")


def origin_of(game: Game[Any], record: dict[str, Any]) -> Origin:
    """Return what a recorded game starts from. Raises Refusal for a kit, options or set-up of the wrong form."""
    kit = read_kit(game, record["kit"]) if record.get("kit") else game.sample()
    try:
        options = msgspec.convert(game.old_options(record.get("options") or {}), game.options_type)
        teams = tuple(msgspec.convert(record["teams"], list[Team]))
        setup = msgspec.convert(record.get("setup") or {}, game.setup_type)
    except msgspec.ValidationError as error:
        raise Refusal("E_SETUP", "setup", value=str(error)[:200]) from None
    return Origin(kit, options, teams, setup)


def play_record(game: Game[Any], record: dict[str, Any], rows: list[Row] | None = None) -> Iterator[dict[str, Any]]:
    """Yield one record a step: n, ok and the state with its postings, or the refusal. A refused step is skipped.

    The refusal is under `refusal`, for whoever has the words; the log that comes of it is added to `rows`.
    """
    rows = [] if rows is None else rows
    try:
        origin = origin_of(game, record)
        t = opening(game, origin)
    except Refusal as refusal:
        yield {"n": 0, "ok": False, "error": refusal.code, "refusal": refusal}
        return
    yield {"n": 0, "ok": True, "state": game.summary(t)}
    for step in record["steps"]:
        n, actor, action, params = step["n"], step["actor"], step["action"], step.get("params") or {}
        try:
            if action in REMARKS:
                yield {"n": n, "ok": True, "state": game.summary(t), "postings": []}
                continue
            if is_operation(action, params):
                outcome = operate(game, origin, rows, t, n, actor, action, params)
                rows.append(Row(n, outcome.kind, outcome.actor, outcome.action, outcome.params, outcome.ruling))
                t = outcome.table
                postings = outcome.step.postings if outcome.step else []
            else:
                t, played = game.attempt(t, n, actor, action, params)
                rows.append(Row(n, "move", actor, action, msgspec.json.encode(params).decode()))
                postings = played.postings
        except Refusal as refusal:
            yield {"n": n, "ok": False, "error": refusal.code, "refusal": refusal}
        else:
            yield {"n": n, "ok": True, "state": game.summary(t), "postings": msgspec.to_builtins(postings)}
