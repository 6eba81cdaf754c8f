"""Answers given together with a card's use: an effect or a totem in one record instead of several."""

from __future__ import annotations

from games.titans.cards import Choice
from games.titans.staff import Cubes, choose, discard, need_rows_fit, place
from games.titans.state import TitansTable


def answer(
    t: TitansTable,
    side: str,
    placements: list[Cubes] | None,
    discards: list[Cubes] | None,
    option: int | None,
    times: int | None,
    older: int = 0,
) -> None:
    """Answer with what was given as long as it is this side that has to decide.

    An exchange is made once by default, or as often as the one that it stands in.

    `older` is the number of things that waited before this card: they are not meant.
    """
    while len(t.state.agenda) > older and (duty := t.duty) is not None and duty.side == side:
        if duty.kind == "exchange":
            choose(t, duty, None, min(duty.times, duty.most) if times is None else times)
            times = None
        elif duty.kind == "choice" and option is not None and isinstance(duty.op, Choice):
            choose(t, duty, option, times)
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
