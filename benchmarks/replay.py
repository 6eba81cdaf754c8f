"""The engine alone, for each game: replay, offers of a full table, and a fix 300 moves back with its ripple.

    python benchmarks/replay.py [game …]

Plays bot games with as many teams as the box allows. Each figure is the best of several runs: the machine may be busy.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from games.engine import bot
from games.engine.fields import sample
from games.engine.game import Game
from games.engine.log import Change, Entry, Fix, Standing
from games.engine.offers import default_params, offers
from games.engine.operations import preview
from games.engine.refusal import Refusal
from games.engine.replay import Origin, opening, play_on
from games.engine.table import Team
from games.registry import SLUGS, game

NAMES = ("Альфа", "Бета", "Гамма", "Дельта", "Эхо", "Фа")
#: what ends a game, is cheap and rare, or records much at once: a referee at the table records move by move
RARE = frozenset(
    {"final_call", "adjust", "stop_game", "transfer", "auction_line", "ecology_settle_rest", "income_settle_rest"}
)
GAMES, MOST_MOVES, BACK = 6, 400, 300


def best(run: Callable[[], Any], times: int = 15) -> float:
    """Return the shortest time of several runs, in seconds."""
    found = float("inf")
    for _ in range(times):
        gc.collect()
        begin = time.perf_counter()
        run()
        found = min(found, time.perf_counter() - begin)
    return found


def origin(rules: Game[Any]) -> Origin:
    """Return a set-up as its form proposes it."""
    kit, teams = rules.sample(), tuple(Team("ABCDEF"[at], NAMES[at]) for at in range(rules.meta.most))
    asked = {field.name: sample(field) for field in rules.setup_fields(kit, teams)}
    setup = msgspec.convert({name: value for name, value in asked.items() if value is not None}, rules.setup_type)
    return Origin(kit, rules.options_type(), teams, setup)


def played(rules: Game[Any], start: Origin, seed: int) -> list[Entry]:
    """Return the log of one bot game."""
    t, random, entries = opening(rules, start), Random(seed), []
    while not rules.finished(t) and len(entries) < MOST_MOVES:
        t, step = bot.turn(rules, t, len(entries) + 1, random, RARE)
        entries.append(Entry(step.n, step.actor, step.action, msgspec.json.encode(step.move).decode()))
    return entries


def offer_times(rules: Game[Any], start: Origin, entries: list[Entry]) -> list[float]:
    """Return the time of the offers at every tenth move."""
    t, times = opening(rules, start), []
    for at in range(0, len(entries), 10):
        play_on(rules, t, entries[at : at + 10])
        times.append(best(lambda: offers(rules, t), 3))
    return sorted(times)


def fix(rules: Game[Any], start: Origin, entries: list[Entry]) -> tuple[int, float]:
    """Return how far back a decision was changed, and the time of its ripple."""
    at = max(0, len(entries) - BACK)
    t = play_on(rules, opening(rules, start), entries[:at])
    entry = entries[at]
    for offer in offers(rules, t):
        params = json.dumps(default_params(offer))
        if offer.refusal is None and (offer.move, params) != (entry.action, entry.params) and offer.move not in RARE:
            change = Change(offer.actors[0], offer.move, msgspec.Raw(params.encode()))
            break
    else:
        change = Change(entry.actor, entry.action, msgspec.Raw(str(entry.params).encode()))
    stand = Standing(entries, [], [one.n for one in entries], [])
    number = len(entries) + 1

    def ripple() -> None:
        try:
            preview(rules, start, stand, number, Fix(changes={str(entry.n): change}))
        except Refusal as refusal:
            raise SystemExit(f"the fix was refused: {refusal.code}") from None

    return len(entries) - at, best(ripple, 7)


def measure(slug: str) -> list[str]:
    """Return the row of one game."""
    rules = game(slug)
    start = origin(rules)
    logs = [played(rules, start, seed) for seed in range(GAMES)]
    moves = sum(map(len, logs))

    def replay_all() -> None:
        for entries in logs:
            play_on(rules, opening(rules, start), entries)

    for_setup = best(lambda: [opening(rules, start) for _ in logs])
    seconds = best(replay_all, 25) - for_setup
    times = offer_times(rules, start, max(logs, key=len))
    back, rippled = fix(rules, start, max(logs, key=len))
    return [
        slug,
        str(moves),
        f"{moves / seconds:,.0f}".replace(",", " "),
        f"{times[len(times) // 2] * 1000:.1f} / {times[-1] * 1000:.1f}",
        f"{rippled * 1000:.0f} ({back} back)",
    ]


def main() -> None:
    """Print the table."""
    head = ["game", "moves", "replay, moves/s", "offers, ms: median / longest", "fix with ripple, ms"]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for slug in sys.argv[1:] or SLUGS:
        print("| " + " | ".join(measure(slug)) + " |", flush=True)


if __name__ == "__main__":
    main()
