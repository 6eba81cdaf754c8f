"""The games there are: one line each. A list of games reads only their `meta`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from games.engine.game import Game
from games.engine.meta import Meta

#: In the order they are offered.
SLUGS: tuple[str, ...] = ("ecologic", "titans", "boss", "market")


@cache
def meta(slug: str) -> Meta:
    """Return what a list shows of a game. Raises KeyError for an unknown slug."""
    if slug not in SLUGS:
        raise KeyError(slug)
    found: Meta = import_module(f"games.{slug}.meta").META
    return found


@cache
def game(slug: str) -> Game[Any]:
    """Return the rules of a game. Raises KeyError for an unknown slug."""
    if slug not in SLUGS:
        raise KeyError(slug)
    found: Game[Any] = import_module(f"games.{slug}.game").GAME
    return found
