"""What is in the box of «Экологика» (§ 4): map, income, cards, tokens, score table."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from games.ecologic.events import Event, Resource
from games.engine.kit import Kit

RESOURCES: tuple[Resource, ...] = ("oil", "mineral")
TOR_KINDS = ("exchange", "reserve", "academy", "hub")
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Chips = Count | dict[Resource, Count]
#: (team, type, sector), as recorded games spell a chip that lies on the board from the start
Placed = tuple[str, Resource, str]


class Sector(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sector of the map: what may be produced there (empty: nothing) and its neighbours; x and y for drawing."""

    name: str = ""
    resources: list[Resource] = []
    adj: list[str] = []
    x: int | None = None
    y: int | None = None


class Eco(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An eco-initiative: printed starting price, enviros each Ecology phase, upkeep each Income phase."""

    name: str
    start: Count
    enviros: Count
    upkeep: Count = 0
    copies: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    comment: str = ""


class Tor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A ТОР token. `kind` says which of the four effects it has; the id counts where it is empty."""

    name: str
    kind: Literal["", "exchange", "reserve", "academy", "hub", "other"] = ""
    count: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1


class Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every player begins with."""

    profits: Count = 15
    enviros: Count = 10
    chips: list[Placed] = []


class ScoreTable(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The printed table: base points at [profits][enviros] (None: not typed yet), and its row «минус» by profits."""

    cells: list[list[int | None]]
    minus: list[int | None] = []

    def at(self, profits: int, enviros: int, minus: bool) -> int | None:
        """Return the printed base points, or None where the table says nothing."""
        row: list[int | None] = self.minus
        column = profits
        if not minus:
            row = self.cells[profits] if 0 <= profits < len(self.cells) else []
            column = enviros
        return row[column] if 0 <= column < len(row) else None


class EcoKit(Kit, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """The whole box. Lookups derived from it are cached with it; a corrected kit is a new one."""

    least: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    most: Annotated[int, msgspec.Meta(ge=2, le=4)] = 4
    start: Start = Start()
    chips: Chips = 10
    max_level: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    income: dict[Resource, dict[str, Count]]
    scale_max: dict[Resource, Count] = {}
    tor_start: Count = 10
    max_profits: Count | None = None
    max_enviros: Count | None = None
    sectors: dict[str, Sector]
    eco: dict[str, Eco] = {}
    tors: dict[str, Tor] = {}
    events: dict[str, Event] = {}
    score_table: ScoreTable | None = None

    @cached_property
    def earnings(self) -> dict[str, list[int]]:
        """Return the income per type by level, beginning with level 0; the last value holds above the table."""
        table: dict[str, list[int]] = {}
        for type in RESOURCES:
            printed = self.income.get(type, {})
            row = [0]
            for level in range(1, max(self.max_level, len(printed)) + 1):
                row.append(printed.get(str(level), row[-1]))
            table[type] = row
        return table

    def earns(self, type: str, level: int) -> int:
        """Return the income of one production (E-058)."""
        row = self.earnings[type]
        return row[level] if level < len(row) else row[-1]

    @cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """Return the neighbours of each sector; a border named from one side only counts for both."""
        found: dict[str, set[str]] = {name: set() for name in self.sectors}
        for name, sector in self.sectors.items():
            for other in sector.adj:
                if other in found and other != name:
                    found[name].add(other)
                    found[other].add(name)
        return {name: frozenset(others) for name, others in found.items()}

    def tor_kind(self, tor: str) -> str:
        """Return which effect a ТОР has: exchange, reserve, academy, hub, or other."""
        return (self.tors[tor].kind or tor) if tor in self.tors else "other"


def chip_counts(chips: Chips) -> dict[str, int]:
    """Return the chips per type from one number for both or a number for each."""
    return {type: chips if isinstance(chips, int) else chips.get(type, 0) for type in RESOURCES}


# ---- the older spelling -----------------------------------------------------------------------


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn a sample kit or the kit of a recorded game into the kit format; `known` lists become `source`."""
    start = raw.get("start") or {}
    players = raw.get("players") or {}
    source: dict[str, str] = {"tors": "text", "tor_start": "text"}
    for known in raw.get("income_known", []):
        source["income." + known.partition("=")[0].strip()] = "text"
    kit: dict[str, Any] = {
        "format": "kit/1",
        "game": "ecologic",
        "id": raw.get("id") or "kit",
        "title": raw.get("title") or "",
        "note": raw.get("note") or "",
        "sample": bool(raw.get("sample", False)),
        "least": players.get("min", 2),
        "most": players.get("max", 4),
        "max_level": raw.get("max_level") or 3,
        "income": {type: {str(k): v for k, v in row.items()} for type, row in raw["income"].items()},
        "tor_start": raw.get("tor_start") or 10,
        "sectors": {name: _old_sector(sector) for name, sector in raw["sectors"].items()},
        "eco": {name: _old_eco(card) for name, card in raw.get("eco", {}).items()},
        "tors": {name: _old_tor(tor) for name, tor in raw.get("tors", {}).items()},
        "events": {name: _old_event(card) for name, card in raw.get("events", {}).items()},
    }
    kit["start"] = {key: start[key] for key in ("profits", "enviros") if start.get(key) is not None}
    if start.get("start_chips"):
        kit["start"]["chips"] = start["start_chips"]
    if raw.get("chips_per_player") is not None:
        kit["chips"] = raw["chips_per_player"]
    tracks = raw.get("tracks") or {}
    for key in ("max_profits", "max_enviros"):
        if raw.get(key, tracks.get(key)) is not None:
            kit[key] = raw.get(key, tracks.get(key))
    scale = (raw.get("start_price") or {}).get("scale_max", raw.get("scale_max"))
    if scale is not None:
        kit["scale_max"] = scale if isinstance(scale, dict) else dict.fromkeys(RESOURCES, scale)
    if raw.get("score_table"):
        table = raw["score_table"]
        kit["score_table"] = table if isinstance(table, dict) else {"cells": table}
    kit["source"] = {**source, **_old_sources(raw)}
    return kit


def _old_sources(raw: dict[str, Any]) -> dict[str, str]:
    source: dict[str, str] = {}
    for part in ("eco", "events"):
        for name, card in raw.get(part, {}).items():
            if card.get("sample") is not None:
                source[f"{part}.{name}"] = "sample" if card["sample"] else "text"
            for key in card.get("known", []):
                source[f"{part}.{name}." + ("ops" if key == "effect" else key)] = "text"
    return source


def _old_sector(raw: dict[str, Any]) -> dict[str, Any]:
    sector = {key: raw[key] for key in ("name", "resources", "adj", "x", "y") if raw.get(key) is not None}
    if raw.get("axial"):
        sector["x"], sector["y"] = raw["axial"]
    if sector.get("resources") in ("any", ["any"]):
        sector["resources"] = list(RESOURCES)
    return sector


def _old_eco(raw: dict[str, Any]) -> dict[str, Any]:
    keys = ("name", "start", "enviros", "upkeep", "copies", "comment")
    return {key: raw[key] for key in keys if raw.get(key) is not None}


def _old_tor(raw: dict[str, Any]) -> dict[str, Any]:
    return {key: raw[key] for key in ("name", "kind", "count") if raw.get(key) is not None}


def _old_event(raw: dict[str, Any]) -> dict[str, Any]:
    keys = ("name", "phase", "text", "scope", "ops", "final", "copies")
    return {key: raw[key] for key in keys if raw.get(key) is not None}
