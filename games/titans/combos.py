"""Combinations of agencies (T-134 to T-139): what each side gets for equal and for different ones."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.titans.cards import COLOURS, TakeStaff
from games.titans.effects import go_on
from games.titans.state import Job, TitansTable
from games.titans.turn import give_points, pay_out

#: equal agencies -> (points, money); more than four count as four (A-64)
REWARDS: dict[int, tuple[int, int]] = {2: (1, 0), 3: (1, 5), 4: (2, 0)}
SET_STAFF = 3


class Reward(msgspec.Struct, frozen=True):
    """What a side's combos bring: (colour, level) of equal ones, and whether it has a set of four different ones."""

    equal: list[tuple[str, int]]
    different: bool


def specs(t: TitansTable, side: str) -> dict[str, int]:
    """Return how many agencies of each specialisation a side has; titans where the session says so (A-65)."""
    counts: dict[str, int] = dict.fromkeys(COLOURS, 0)
    s = t.state
    owned = [*s.staff[side], *s.titans[side]] if t.options.titans_as_agencies else list(s.staff[side])
    for id in owned:
        card = t.company(id)
        if card is not None and card.spec is not None:
            counts[card.spec] += 1
    return counts


def _equal(counts: dict[str, int]) -> list[tuple[str, int]]:
    return [(colour, min(n, 4)) for colour, n in counts.items() if n >= 2]


def reward(t: TitansTable, counts: dict[str, int], first: str = "") -> Reward:
    """Return what a side's agencies bring; where none may count twice, one way of counting is chosen (A-63)."""
    has_set = all(counts.values())
    if t.options.combo_overlap or not has_set:
        return Reward(_equal(counts), has_set)
    equal_first = Reward(_equal(counts), all(n == 1 or n > 4 for n in counts.values()))
    rest = {colour: n - 1 for colour, n in counts.items()}
    set_only = Reward(_equal(rest), True)
    if not first:
        first = "different" if _points(t, set_only) >= _points(t, equal_first) else "equal"
    return set_only if first == "different" else equal_first


def usual_first(t: TitansTable, counts: dict[str, int]) -> str:
    """Return which way of counting brings more points: equal agencies first, or a set of four different ones."""
    return "equal" if reward(t, counts) == reward(t, counts, "equal") else "different"


def levels(t: TitansTable, level: int) -> list[int]:
    """Return which rewards so many equal agencies bring: the highest one, or all up to it (A-62)."""
    return [level] if t.options.combo_levels == "highest" else list(range(2, level + 1))


def _points(t: TitansTable, found: Reward) -> int:
    return sum(REWARDS[one][0] for _colour, level in found.equal for one in levels(t, level))


def apply_combos(t: TitansTable, first: Mapping[str, str]) -> None:
    """Give every side what its combos bring, clockwise; free employees are placed afterwards (T-135 to T-139)."""
    s = t.state
    staff: list[Job] = []
    for side in t.order:
        if len(s.staff[side]) + len(s.titans[side]) < 2:
            continue
        found = reward(t, specs(t, side), first.get(side, ""))
        had = frozenset(s.combos_got.get(side, ())) if t.options.combos == "once" else frozenset()
        for colour, level in found.equal:
            # Where each is rewarded once, a third equal agency adds its own reward, not that of the pair again.
            new = [REWARDS[one] for one in levels(t, level) if f"{colour}:{one}" not in had]
            _remember(t, side, *(f"{colour}:{one}" for one in levels(t, level)))
            give_points(t, side, sum(points for points, _money in new), "combo", colour)
            pay_out(t, side, sum(money for _points, money in new), "combo", colour)
        if found.different and "different" not in had:
            _remember(t, side, "different")
            t.notice("N_SET_OF_FOUR", side=side, name=t.name(side))
            staff.append(Job(TakeStaff(n=SET_STAFF), "combo", "different", side))
    s.agenda += staff
    go_on(t)


def _remember(t: TitansTable, side: str, *combos: str) -> None:
    """Note combos as rewarded under every option, since it may be corrected in mid-game (amendment 10)."""
    got = t.state.combos_got.setdefault(side, [])
    got += [combo for combo in combos if combo not in got]
