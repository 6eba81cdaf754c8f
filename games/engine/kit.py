"""Kits: what is printed in the box, transcribed once, with where each value comes from.

The only module of the engine that reads files: the sample kits that ship with the games.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine.refusal import Refusal

if TYPE_CHECKING:
    from games.engine.game import Game

FORMAT = "kit/1"


class Kit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """What every kit has. Games add their tables; lookups derived from them are cached properties.

    `source` says per value (dotted path) where it comes from: `text` (stands in the rulebook), `box` (the trainer
    typed it) or `sample` (invented); a value without an entry is `sample` in a sample kit, else `box`.
    """

    game: str
    id: str
    format: str = FORMAT
    title: str = ""
    note: str = ""
    sample: bool = False
    source: dict[str, str] = {}


class KitNote(msgspec.Struct, frozen=True):
    """One finding of a kit check: K_… blocks the start, KW_… warns; `path` names the value."""

    code: str
    path: str = ""
    figures: dict[str, Any] = {}

    @property
    def blocks(self) -> bool:
        """Whether a session cannot start with it."""
        return not self.code.startswith("KW_")


def origin(kit: Kit, path: str) -> str:
    """Return where a value comes from: text, box or sample. The nearest entry above it counts."""
    while path:
        if path in kit.source:
            return kit.source[path]
        path = path.rpartition(".")[0]
    return "sample" if kit.sample else "box"


def has_samples(kit: Kit) -> bool:
    """Whether the badge «Пример, не из коробки» is worn."""
    return kit.sample or "sample" in kit.source.values()


def read_kit(game: Game[Any], raw: bytes | str | dict[str, Any]) -> Any:
    """Return the kit from a file or a mapping: the kit format, or a transcript in the older spelling of the game.

    Raises Refusal(E_KIT) that names the place which is wrong.
    """
    try:
        tree = msgspec.json.decode(raw) if isinstance(raw, (bytes, str)) else raw
        if not isinstance(tree, dict):
            raise msgspec.ValidationError("a kit is a mapping")
        if tree.get("format") != FORMAT:
            tree = game.old_kit(tree)
        if tree.get("game") != game.meta.slug:
            raise msgspec.ValidationError(f"a kit of “{tree.get('game')}”, not of “{game.meta.slug}”")
        return msgspec.convert(tree, game.kit_type)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refusal("E_KIT", "kit", message=str(error)[:300]) from None


def sample_kit(game: Game[Any]) -> Any:
    """Return the sample kit that ships with the game."""
    path = resources.files(f"games.{game.meta.slug}") / "kits" / "sample.json"
    return read_kit(game, path.read_text(encoding="utf-8"))


def write_kit(kit: Kit) -> str:
    """Return the kit as JSON text, as it is stored and exported."""
    # `format` has its default and would be left out, but a reader knows the kit format by it
    return msgspec.json.encode({"format": kit.format, **msgspec.to_builtins(kit)}).decode()
