"""What always holds of the table (§ 2.1), asked after a correction."""

from __future__ import annotations

from typing import Any

import msgspec

from games.titans.cards import COLOURS
from games.titans.state import PHASES, TitansTable
from games.titans.words import COLOUR_WORDS


class Fault(msgspec.Struct, frozen=True):
    """Something that should not be: the refusal code, by how much, and its figures."""

    code: str
    size: int
    figures: dict[str, Any] = {}


def cards_on_table(t: TitansTable) -> dict[str, list[str]]:
    """Return the cards that lie open, are owned or were used as totems, by deck."""
    s = t.state
    used = [*s.totem.values(), *s.second_totem.values()]
    return {
        "agency": [
            *filter(None, s.agency_slots),
            *(id for side in s.staff for id in (*s.staff[side], *s.titans.get(side, ()))),
        ],
        "tender": [
            *filter(None, s.tender_slots),
            *(id for side in s.tenders_todo for id in (*s.tenders_todo[side], *s.tenders_done.get(side, ()))),
        ],
        "totems": [mark.removeprefix("used:") for mark in used if mark != "held"],
    }


def strangers(t: TitansTable) -> set[str]:
    """Return what stands in the state as a side, a phase, a card or its face, and is none."""
    s = t.state
    found = {side for side in (s.first, *s.queue, *s.losers) if side not in t.names}
    if s.phase not in PHASES:
        found.add(s.phase)
    for deck, ids in cards_on_table(t).items():
        found.update(id for id in ids if t.card(deck, id) is None)
    for done in s.tenders_done.values():
        found.update(face for face in done.values() if face not in ("face_up", "flipped"))
    return found


def faults(t: TitansTable) -> dict[str, Fault]:
    """Return what is below zero, over its cells or in two places, and which cubes are more or fewer than in the box."""
    s = t.state
    found: dict[str, Fault] = {}
    flat: dict[str, int] = {"bank": s.bank or 0}
    flat |= {f"money.{side}": n for side, n in s.money.items()}
    flat |= {f"score.{side}": n for side, n in s.score.items()}
    flat |= {f"market.{colour}": n for colour, n in s.market.items()}
    flat |= {f"reserve.{colour}": n for colour, n in s.reserve.items()}
    flat |= {f"decks.{deck}": n for deck, n in s.decks.items()}
    for side, agencies in s.staff.items():
        for agency, staff in agencies.items():
            flat |= {f"staff.{side}.{agency}.{colour}": n for colour, n in staff.items()}
            for colour in COLOURS:
                free = t.free(side, agency, colour)
                if free < 0:
                    n = staff.get(colour, 0)
                    figures = {
                        "card": t.quoted("agency", agency),
                        "colour": COLOUR_WORDS[colour],
                        "free": n + free,
                        "n": n,
                    }
                    found[f"cells.{side}.{agency}.{colour}"] = Fault("E_CAPACITY", -free, figures)
    for what, n in flat.items():
        if n < 0:
            found[what] = Fault("E_NEGATIVE", -n, {"what": what})
    for colour in COLOURS:
        cells, n = t.kit.cells[colour], s.market[colour]
        if n > cells:
            figures = {"card": "–", "colour": COLOUR_WORDS[colour], "free": cells, "n": n}
            found[f"cells.{colour}"] = Fault("E_CAPACITY", n - cells, figures)
        there = n + s.reserve[colour] + sum(t.owned(side, colour) for side in s.staff)
        if there != t.kit.stock[colour]:
            found[f"cubes.{colour}"] = Fault("E_CONSERVATION", abs(there - t.kit.stock[colour]))
    for deck, ids in cards_on_table(t).items():
        for id in ids:
            if ids.count(id) > 1:
                found[f"card.{deck}.{id}"] = Fault("E_CARD_USED", ids.count(id), {"card": t.quoted(deck, id)})
    return found


def need_no_worse(t: TitansTable, before: dict[str, Fault]) -> None:
    """Refuse a change that makes a fault or a larger one; what a ruling let stand before is not held against it."""
    for key, fault in faults(t).items():
        if key not in before or before[key].size < fault.size:
            t.need(False, fault.code, "counterpart" if fault.code == "E_CONSERVATION" else "", **fault.figures)
