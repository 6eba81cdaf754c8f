"""Time and memory of a report: a bot plays a game, then all files of its debrief are made.

    python benchmarks/debrief.py [--game ecologic] [--moves 300] [--seed 1]

Figures to hold: full PDF and workbook of 300 moves in 3 s and 2 s, at most 200 MB.
"""

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# instead of this folder: a script here may be called like a module of the standard library
sys.path[0] = str(ROOT)
os.environ.setdefault("TRAINER_DATA", tempfile.mkdtemp())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")

#: games that are tried, and what the bot leaves to people
SEEDS = 12
AVOID = frozenset({"adjust", "stop_game", "final_call", "transfer"})

import django

django.setup()

import msgspec

from games.engine.bot import turn
from games.engine.fields import sample
from games.engine.game import Game
from games.engine.log import Row
from games.engine.replay import Origin, opening
from games.engine.table import Team
from games.registry import SLUGS
from games.registry import game as find_game
from reports.build import build_debrief
from reports.debrief import Header
from reports.editions import EDITIONS


def played(game: Game[Any], moves: int, seed: int) -> tuple[Origin, list[Row]]:
    """Return a game of at most so many moves, as near to them as some seeds give, played with the sample kit."""
    teams = tuple(Team(letter, name) for letter, name in zip("ABCD", ("Альфа", "Бета", "Гамма", "Дельта"), strict=True))
    kit = game.sample()
    asked = {one.name: value for one in game.setup_fields(kit, teams) if (value := sample(one)) is not None}
    origin = Origin(kit, game.options_type(), teams, msgspec.convert(asked, game.setup_type))
    return origin, max((_rows(game, origin, moves, seed + at) for at in range(SEEDS)), key=len)


def _rows(game: Game[Any], origin: Origin, moves: int, seed: int) -> list[Row]:
    chance = random.Random(seed)
    t = opening(game, origin)
    rows: list[Row] = []
    while len(rows) < moves and not game.finished(t):
        t, step = turn(game, t, len(rows) + 1, chance, AVOID)
        params = msgspec.json.encode(step.move).decode()
        rows.append(Row(step.n, "move", step.actor, step.action, params))
    return rows


def main() -> None:
    """Print a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=SLUGS, default="ecologic")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = find_game(given.game)
    origin, rows = played(game, given.moves, given.seed)
    started = time.perf_counter()
    debrief = build_debrief(game, origin, rows, Header(), language="ru")
    print(f"{len(rows)} moves, debrief: {time.perf_counter() - started:.2f} s")
    for name, make in EDITIONS:
        started = time.perf_counter()
        body = make(debrief)
        print(f"{name}: {time.perf_counter() - started:.2f} s, {len(body) // 1024} KB")
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
