"""Answers given together with a card's use: an effect or a totem in one record instead of several."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.cards import Choice, Exchange, Op
from games.titans.effects import can_pay
from games.titans.staff import Cubes, choose, discard, need_rows_fit, place
from games.titans.state import TitansTable
from games.titans.turn import need_number


def need_payable(t: TitansTable, side: str, ops: Sequence[Op], times: int | None) -> None:
    """Refuse an exchange whose cost the side cannot pay in full, before anything changes (T-130, A-55)."""
    for op in ops:
        if isinstance(op, Exchange):
            limit = 1000 if op.times == "any" else op.times
            least = 0 if len(ops) > 1 else 1
            wanted = need_number(t, 1 if times is None else times, least, limit, "times")
            if wanted and not can_pay(t, side, op.cost, wanted):
                t.stop("E_EFFECT_COST", "times", what=Words(_("its cost cannot be paid in full")))


def answer(
    t: TitansTable,
    side: str,
    placements: list[Cubes] | None,
    discards: list[Cubes] | None,
    option: int | None,
    times: int | None,
    older: int = 0,
) -> None:
    """Answer with what was given as long as it is this side that has to decide; an exchange is made once by default.

    `older` is the number of things that waited before this card: they are not meant.
    """
    while len(t.state.agenda) > older and (duty := t.duty) is not None and duty.side == side:
        if duty.kind == "exchange":
            choose(t, duty, None, 1 if times is None else times)
            times = None
        elif duty.kind == "choice" and option is not None and isinstance(duty.op, Choice):
            choose(t, duty, option, None)
            option = None
        elif duty.kind == "place" and placements is not None:
            place(t, duty, placements)
            placements = None
        elif duty.kind == "discard" and discards is not None:
            discard(t, duty, discards)
            discards = None
        else:
            break
    if placements:
        need_rows_fit(t, side, placements, "placements")
        t.need(False, "E_TOO_MANY", "placements", need=0)
    if discards:
        t.need(False, "E_TOO_MANY", "discards", need=0)
