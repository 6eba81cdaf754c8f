"""What a list of games shows, without loading their rules."""

from __future__ import annotations

import msgspec


class Meta(msgspec.Struct, frozen=True):
    """What a list of games shows; loads without the game."""

    slug: str
    title: str
    least: int
    most: int
    minutes: int
    #: the rulebook and its edition (msgid)
    source: str
    #: version of the rules: changes when a replay of old moves would give another state
    version: str
    #: teams keep ink badges where colour is the game's material
    ink: bool = False
