"""What is wrong or doubtful in a kit (§ 4, kit validator): K_ blocks the start, KW_ warns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ecologic.events import op_faults
from games.ecologic.kit import RESOURCES, TOR_KINDS, EcoKit, ScoreTable
from games.ecologic.score import exact_base, rounded
from games.ecologic.words import TYPES
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import KitNote

ROUNDINGS: dict[str, Words] = {
    "nearest": Words(_("to the nearest")),
    "ceil": Words(_("up")),
    "floor": Words(_("down")),
}


def check(kit: EcoKit) -> list[KitNote]:
    """Return all findings, by part of the kit."""
    notes: list[KitNote] = []
    for part in (_sectors, _income, _eco, _tors, _events):
        notes += part(kit)
    if kit.score_table is not None:
        notes += _table(kit.score_table)
    return notes


def _note(code: str, path: str, **figures: Any) -> KitNote:
    return KitNote(code, path, figures)


def _sectors(kit: EcoKit) -> Iterator[KitNote]:
    for name, sector in kit.sectors.items():
        path = f"sectors.{name}.adj"
        for other in sector.adj:
            if other == name:
                yield _note("K_ADJ_SELF", path, a=name)
            elif other not in kit.sectors:
                yield _note("K_ADJ_UNKNOWN", path, a=name, b=other)
            elif name not in kit.sectors[other].adj:
                yield _note("K_ADJACENCY", path, a=name, b=other)
        if not kit.neighbours[name]:
            yield _note("KW_ISOLATED", path, a=name)
    for type in RESOURCES:
        if all(type not in sector.resources for sector in kit.sectors.values()):
            yield _note("K_NO_SECTOR", "sectors", type=TYPES[type])


def _income(kit: EcoKit) -> Iterator[KitNote]:
    for type in RESOURCES:
        row = kit.income.get(type, {})
        last = 0
        for level in range(1, kit.max_level + 1):
            value = row.get(str(level), 0)
            if value <= last:
                yield _note("K_INCOME", f"income.{type}.{level}", type=TYPES[type], level=level)
            last = value
    if kit.earns("mineral", 1) != 1:
        yield _note("KW_MINERAL", "income.mineral.1", value=kit.earns("mineral", 1))
    if kit.max_level > 1 and kit.earns("oil", 2) != 3:
        yield _note("KW_OIL", "income.oil.2", value=kit.earns("oil", 2))


def _eco(kit: EcoKit) -> Iterator[KitNote]:
    for name, card in kit.eco.items():
        if card.enviros not in (1, 2, 3, 5):
            yield _note("K_ENVIROS", f"eco.{name}.enviros", card=card.name)
        if card.name == "Рекультивация" and card.upkeep != 2:
            yield _note("KW_RECLAIM", f"eco.{name}.upkeep", card=card.name, value=card.upkeep)


def _tors(kit: EcoKit) -> Iterator[KitNote]:
    for name, tor in kit.tors.items():
        if kit.tor_kind(name) not in TOR_KINDS:
            yield _note("KW_TOR_KIND", f"tors.{name}.kind", tor=tor.name)


def _events(kit: EcoKit) -> Iterator[KitNote]:
    finals = sum(event.copies for event in kit.events.values() if event.ends)
    if finals != 1:
        yield _note("K_FINAL", "events", n=finals)
    for name, event in kit.events.items():
        if not event.ops and not event.final:
            yield _note("K_EVENT_EMPTY", f"events.{name}.ops", event=event.name)
        for at, code, figures in op_faults(event):
            yield _note(code, f"events.{name}.ops.{at}", **figures)


def _table(table: ScoreTable) -> Iterator[KitNote]:
    """Compare the printed table with the rulebook's cell, with itself and with the formula (E-072…E-074)."""
    known = {(p, e): value for p, row in enumerate(table.cells) for e, value in enumerate(row) if value is not None}
    if known.get((9, 7), 12) != 12:
        yield _note("K_TABLE_97", "score_table.cells.9.7", value=known[9, 7])
    for (p, e), value in known.items():
        other = known.get((e, p), value)
        if p < e and other != value:
            yield _note("K_TABLE_SYMMETRIC", f"score_table.cells.{p}.{e}", a=p, b=e, value=value, other=other)
    differing = {
        rounding: [cell for cell, value in known.items() if rounded(exact_base(*cell), rounding) != value]
        for rounding in ROUNDINGS
    }
    best = min(differing, key=lambda rounding: len(differing[rounding]))
    fits: list[Any] = [ROUNDINGS[rounding] for rounding, cells in differing.items() if not cells]
    if fits and known:
        yield _note("KW_TABLE_READING", "score_table", rounding=fits)
    elif known:
        cells = ", ".join(f"({p}, {e})" for p, e in differing[best][:5])
        yield _note("KW_TABLE_DIFFERS", "score_table", n=len(differing[best]), rounding=ROUNDINGS[best], cells=cells)
