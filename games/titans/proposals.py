"""What a form stands filled in with: a payment for a tender, places for free employees, a staff that can be paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.titans.cards import COLOURS, Colour
from games.titans.staff import due
from games.titans.state import Duty, TitansTable

#: Where employees may be put or taken: (agency, colour) -> how many at most.
Places = dict[tuple[str, Colour], int]


def staffed(t: TitansTable, side: str, wanted: Mapping[Any, int]) -> Places:
    """Return the employees of a side that may be used for what is wanted (`any`: of every colour)."""
    every = bool(wanted.get("any"))
    return {
        (id, colour): staff[colour]
        for id, staff in t.state.staff[side].items()
        for colour in COLOURS
        if staff.get(colour) and (every or wanted.get(colour))
    }


def free_cells(t: TitansTable, side: str, owed: Mapping[Any, int]) -> Places:
    """Return the free cells that may take free employees (`any`: of every colour)."""
    every = bool(owed.get("any"))
    return {
        (id, colour): room
        for id in t.state.staff[side]
        for colour in COLOURS
        if (room := t.free(side, id, colour)) > 0 and (every or owed.get(colour))
    }


def in_rows(places: Places, proposed: list[dict[str, Any]], card: str = "agency") -> list[dict[str, Any]]:
    """Return one row for each place, with what is proposed there: then a form needs nothing but figures."""
    given = {(one[card], one["colour"]): one["n"] for one in proposed}
    return [{card: id, "colour": colour, "n": given.get((id, colour), 0)} for id, colour in places]


def is_only_payment(t: TitansTable, side: str, tender: str) -> bool:
    """Whether a side can pay for a tender in one way only: then nothing has to be picked."""
    req = t.tender(tender).req
    if req is None:
        return False
    pools = [*staffed(t, side, req).items(), *skilled(t, side, req).items()]
    spare = 0
    for colour in COLOURS:
        have = [n for (_id, one), n in pools if one == colour]
        spare += sum(have) - req.get(colour, 0)
        if len(have) > 1 and 0 < req.get(colour, 0) < sum(have):
            return False
    return not req.get("any") or spare <= req["any"]


def row(agency: str, colour: str, n: int) -> dict[str, Any]:
    """Return employees as a move takes them."""
    return {"agency": agency, "colour": colour, "n": n}


def payment(t: TitansTable, side: str, tender: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return a payment for a tender, as much of it as there is: titans first, then agencies as bought (A-50)."""
    s = t.state
    req = t.tender(tender).req or {}
    need: dict[Colour, int] = {colour: req.get(colour, 0) for colour in COLOURS}
    grey = req.get("any", 0)
    titans = {id: {colour: skill(t, id, colour) for colour in COLOURS} for id in s.titans[side]}
    used_titans = _take(titans, need)
    agencies = {id: dict(staff) for id, staff in s.staff[side].items()}
    used_staff = _take(agencies, need)
    for pool, used in ((titans, used_titans), (agencies, used_staff)):
        for id, left in pool.items():
            for colour, have in left.items():
                n = min(have, grey)
                if n:
                    used[id, colour] = used.get((id, colour), 0) + n
                    grey -= n
    staff = [row(id, colour, n) for (id, colour), n in used_staff.items()]
    return staff, [{"titan": id, "colour": colour, "n": n} for (id, colour), n in used_titans.items()]


def skilled(t: TitansTable, side: str, wanted: Mapping[Any, int]) -> Places:
    """Return the skills of own titans that may be used for what is wanted (`any`: of every colour)."""
    return {
        (id, colour): n
        for id in t.state.titans[side]
        for colour in COLOURS
        if (n := skill(t, id, colour)) and (wanted.get("any") or wanted.get(colour))
    }


def missing(t: TitansTable, side: str, tender: str) -> int:
    """Return how many employees a side lacks for a tender, titans included."""
    req = t.tender(tender).req or {}
    lacking = spare = 0
    for colour in COLOURS:
        rest = t.owned(side, colour) + sum(skill(t, id, colour) for id in t.state.titans[side]) - req.get(colour, 0)
        lacking += max(-rest, 0)
        spare += max(rest, 0)
    return lacking + max(req.get("any", 0) - spare, 0)


def skill(t: TitansTable, titan: str, colour: Colour) -> int:
    """Return how many employees of a colour a titan stands for; none if its tender of this turn is done (A-49)."""
    card = t.titan(titan)
    spent = t.options.titan_reuse == "once_per_turn" and titan in t.state.titans_used
    return card.skills.get(colour, 0) if card is not None and not spent else 0


def _take(pool: dict[str, dict[Colour, int]], need: dict[Colour, int]) -> dict[tuple[str, Colour], int]:
    """Take from the pool what is needed, and return it; both are changed."""
    used: dict[tuple[str, Colour], int] = {}
    for id, left in pool.items():
        for colour in COLOURS:
            n = min(left.get(colour, 0), need[colour])
            if n:
                used[id, colour] = n
                left[colour] -= n
                need[colour] -= n
    return used


def placing(t: TitansTable, side: str, owed: dict[Any, int]) -> list[dict[str, Any]]:
    """Return places for free employees, as many as fit: agencies as bought, colours as on the card."""
    s = t.state
    per_colour = t.options.reserve_fallback == "per_colour"
    free = {(id, colour): t.free(side, id, colour) for id in s.staff[side] for colour in COLOURS}
    reserve, market = dict(s.reserve), dict(s.market)
    found: dict[tuple[str, Colour], int] = {}
    for wanted, n in sorted(owed.items(), key=lambda item: item[0] == "any"):
        for _one in range(n):
            for (id, colour), room in free.items():
                if room <= 0 or wanted not in ("any", colour):
                    continue
                fallback = wanted != "any" or per_colour or not any(reserve.values())
                if reserve[colour] > 0:
                    reserve[colour] -= 1
                elif fallback and market[colour] > 0:
                    market[colour] -= 1
                else:
                    continue
                free[id, colour] -= 1
                found[id, colour] = found.get((id, colour), 0) + 1
                break
    return [row(id, colour, n) for (id, colour), n in found.items()]


def giving_up(t: TitansTable, duty: Duty) -> list[dict[str, Any]]:
    """Return employees to give up, exactly as many as are due."""
    rows: list[dict[str, Any]] = []
    (wanted, _n), *_rest = duty.owed.items()
    for place, must in due(t, duty).items():
        for id, staff in t.state.staff[duty.side].items():
            if place in ("", id):
                for colour in staff:
                    n = min(must, staff[colour]) if wanted in ("any", colour) else 0
                    if n:
                        rows.append(row(id, colour, n))
                        must -= n
    return rows


def hiring(t: TitansTable, side: str, agency: str) -> dict[str, int]:
    """Return the fullest staff that the market and the side's money allow; if none does, the one wished for."""
    s = t.state
    full = {colour: min(t.free(side, agency, colour), s.market[colour]) for colour in COLOURS}
    full = {colour: n for colour, n in full.items() if n > 0}
    money = s.money[side]
    staff: dict[Colour, int] = {}
    for colour, n in full.items():
        while n and (t.hire_cost(colour, n) or 0) > money:
            n -= 1
        if n:
            staff[colour] = n
            money -= t.hire_cost(colour, n) or 0
    return {colour: n for colour, n in (staff or full).items()}  # noqa: C416 - plain keys


def full_price(t: TitansTable, side: str, agency: str) -> int:
    """Return what it costs to fill an agency as far as the market goes."""
    s = t.state
    wanted = {colour: min(t.free(side, agency, colour), s.market[colour]) for colour in COLOURS}
    return sum(t.hire_cost(colour, n) or 0 for colour, n in wanted.items() if n > 0)
