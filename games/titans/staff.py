"""Employees on their way: free ones into agencies, others back to the market; and the answers to duties."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Name
from games.titans.cards import COLOURS, Choice, Colour, Exchange, Op
from games.titans.effects import begin, can_pay, forfeit, go_on, in_agency, in_order_of_payment, payable
from games.titans.state import MARKET, RESERVE, Duty, TitansTable
from games.titans.turn import need_number
from games.titans.words import COLOUR_WORDS, cubes


class Cubes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some employees of one colour in one agency."""

    agency: Name
    colour: Name
    n: Int


class Skills(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some skills of one colour of a titan."""

    titan: Name
    colour: Name
    n: Int


def as_colour(t: TitansTable, colour: str, field: str) -> Colour:
    """Return the colour, or refuse what is none."""
    if colour not in COLOURS:
        t.stop("E_UNKNOWN", field, value=colour[:60])
    return colour


def need_agency(t: TitansTable, side: str, agency: str, field: str) -> None:
    """Refuse an agency the side does not own, and a titan (T-079, T-080)."""
    if agency not in t.state.staff[side]:
        if t.titan(agency) is not None:
            t.stop("E_NOT_AN_AGENCY", field, card=t.quoted("agency", agency))
        t.stop("E_NOT_YOUR_AGENCY", field, name=t.name(side), card=t.quoted("agency", agency)[:60])


def need_room(t: TitansTable, side: str, agency: str, colour: Colour, n: int, field: str) -> None:
    """Refuse more employees than the card has free cells of their colour (T-084, T-085)."""
    free = t.free(side, agency, colour)
    if n > free:
        t.need(
            False,
            "E_CAPACITY",
            field,
            card=t.quoted("agency", agency),
            colour=COLOUR_WORDS[colour],
            free=max(free, 0),
            n=n,
        )


def return_cubes(t: TitansTable, side: str, agency: str, colour: Colour, n: int, why: str, ref: str) -> None:
    """Put employees back on the market, dear cells first, what does not fit into the reserve (T-109 to T-111)."""
    room = max(t.kit.cells[colour] - t.state.market[colour], 0)
    account = f"{side}/{agency}"
    t.transfer(account, MARKET, colour, min(n, room), why, ref)
    t.transfer(account, RESERVE, colour, n - min(n, room), why, ref)


# ---- placing free employees -------------------------------------------------------------------


def need_rows_fit(t: TitansTable, side: str, rows: Sequence[Cubes], field: str) -> list[tuple[str, Colour, int]]:
    """Return the rows by agency and colour, or refuse wrong agencies, figures and full cells."""
    asked: dict[tuple[str, Colour], int] = {}
    for row in rows:
        need_agency(t, side, row.agency, field)
        key = row.agency, as_colour(t, row.colour, field)
        asked[key] = asked.get(key, 0) + need_number(t, row.n, 0, 1000, field)
    for (agency, colour), n in asked.items():
        need_room(t, side, agency, colour, n, field)
    return [(agency, colour, n) for (agency, colour), n in asked.items() if n]


def place(t: TitansTable, duty: Duty, rows: Sequence[Cubes], field: str = "placements") -> None:
    """Put free employees into agencies; what is not placed is forfeited (T-127, T-140 to T-142, A-60)."""
    side = duty.side
    placing = need_rows_fit(t, side, rows, field)
    need_owed(t, duty, placing, field)
    quota = dict(duty.owed)
    rest: list[tuple[str, Colour, int]] = []
    # The reserve gives all it has before the market is asked: the order of the rows decides nothing.
    for agency, colour, n in placing:
        from_reserve = min(n, t.state.reserve[colour])
        t.transfer(RESERVE, f"{side}/{agency}", colour, from_reserve, duty.why, duty.ref)
        rest.append((agency, colour, n - from_reserve))
    for agency, colour, n in rest:
        printed = min(n, quota.get(colour, 0))
        quota[colour] = quota.get(colour, 0) - printed
        need_on_market(t, colour, n, printed, field)
        t.transfer(MARKET, f"{side}/{agency}", colour, n, duty.why, duty.ref)
    forfeit(t, side, sum(duty.owed.values()) - sum(n for _agency, _colour, n in placing))
    del t.state.agenda[0]
    go_on(t)


def need_owed(t: TitansTable, duty: Duty, rows: Sequence[tuple[str, Colour, int]], field: str) -> None:
    """Refuse more employees than are owed, in total or beyond a printed colour."""
    owed = duty.owed
    total: dict[Colour, int] = {}
    for _agency, colour, n in rows:
        total[colour] = total.get(colour, 0) + n
    beyond = sum(max(n - owed.get(colour, 0), 0) for colour, n in total.items())
    if beyond > owed.get("any", 0):
        t.need(False, "E_TOO_MANY", field, need=sum(owed.values()))


def need_on_market(t: TitansTable, colour: Colour, n: int, printed: int, field: str) -> None:
    """Refuse free employees that the market does not have, or does not give (T-141, A-56, A-57).

    It gives `printed` ones of their colour, others as long as the reserve still has somebody only colour by colour.
    A ruling may have it give more, but not more than stand there.
    """
    s = t.state
    free = n if t.options.reserve_fallback == "per_colour" or not any(s.reserve.values()) else printed
    have = min(free, s.market[colour])
    figures = {"colour": COLOUR_WORDS[colour], "have": have, "n": n}
    if n > s.market[colour]:
        t.stop("E_MARKET_EMPTY", field, **figures)
    t.need(n <= have, "E_MARKET_EMPTY", field, **figures)


# ---- giving up employees ----------------------------------------------------------------------


def due(t: TitansTable, duty: Duty) -> dict[str, int]:
    """Return how many a side must give up: by agency if from each, else in total under an empty name (T-053)."""
    (colour, n), *_rest = duty.owed.items()
    staff = t.state.staff[duty.side]
    if duty.each:
        return {agency: min(n, in_agency(held, colour)) for agency, held in staff.items()}
    return {"": min(n, t.owned(duty.side, colour))}


def discard(t: TitansTable, duty: Duty, rows: Sequence[Cubes], field: str = "discards") -> None:
    """Give up employees of the side's choice: exactly as many as are due (T-046, T-053, A-17)."""
    side = duty.side
    staff = t.state.staff[side]
    (wanted, _n), *_rest = duty.owed.items()
    asked: dict[tuple[str, Colour], int] = {}
    for row in rows:
        need_agency(t, side, row.agency, field)
        key = row.agency, as_colour(t, row.colour, field)
        asked[key] = asked.get(key, 0) + need_number(t, row.n, 0, 1000, field)
    given: dict[str, int] = {}
    for (agency, colour), n in asked.items():
        if n > staff[agency].get(colour, 0):
            t.stop("E_NOT_ENOUGH_STAFF", field, missing=cubes({colour: n - staff[agency].get(colour, 0)}))
        if n and wanted not in ("any", colour):
            t.need(False, "E_TOO_MANY", field, need=0)
        place = agency if duty.each else ""
        given[place] = given.get(place, 0) + n
    for place, must in due(t, duty).items():
        if given.get(place, 0) < must:
            t.need(False, "E_NOT_ENOUGH_STAFF", field, missing=cubes({wanted: must - given.get(place, 0)}))
        if given.get(place, 0) > must:
            t.need(False, "E_TOO_MANY", field, need=must)
    for (agency, colour), n in asked.items():
        return_cubes(t, side, agency, colour, n, duty.why, duty.ref)
    del t.state.agenda[0]
    go_on(t)


# ---- choices ----------------------------------------------------------------------------------


def need_payable(t: TitansTable, side: str, ops: Sequence[Op], times: int | None, offered: int = 1) -> None:
    """Refuse a cost that the side cannot pay in full, before anything changes (T-130, A-55)."""
    for op in ops:
        if isinstance(op, Exchange):
            limit = 1000 if op.times == "any" else op.times * offered
            least = 0 if len(ops) > 1 else 1
            wanted = need_number(t, 1 if times is None else times, least, limit, "times")
            if wanted and not can_pay(t, side, op.cost, wanted):
                _stop_unpayable(t, "times")
        elif isinstance(op, Choice) and not payable(t, side, [op]):
            _stop_unpayable(t, "option")


def _stop_unpayable(t: TitansTable, field: str) -> None:
    t.stop("E_EFFECT_COST", field, what=Words(_("its cost cannot be paid in full")))


def choose(t: TitansTable, duty: Duty, option: int | None, times: int | None) -> None:
    """Take one option (1 = the first), or make an exchange so many times, none at all included."""
    op = duty.op
    if isinstance(op, Choice):
        number = need_number(t, option, 1, len(op.options), "option")
        if not 1 <= number <= len(op.options):
            t.stop("E_BAD_NUMBER", "option", least=1, most=len(op.options))
        chosen = op.options[number - 1]
        # News and consequences ask what nobody may be able to pay; so may an effect, if its owner paid elsewhere since.
        if duty.why in ("effect", "totem") and payable(t, duty.side, [op]):
            need_payable(t, duty.side, chosen, times, duty.times)
        del t.state.agenda[0]
        begin(t, chosen, duty.side, duty.why, duty.ref, duty.fail, duty.times)
    elif isinstance(op, Exchange):
        number = need_number(t, times, 0, duty.most, "times")
        # What could be paid when the card asked may be spent by now, on a totem for instance.
        if number and not can_pay(t, duty.side, op.cost, number):
            _stop_unpayable(t, "times")
        del t.state.agenda[0]
        both = [*in_order_of_payment(op.cost), *op.gain] if number else []
        begin(t, both, duty.side, duty.why, duty.ref, times=number)
