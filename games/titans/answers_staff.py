"""Evidence on staff, specialisation and investments: questions D4, D5, D8."""

from __future__ import annotations

from games.engine.evidence import Bars, Column, Evidence, Lines, Matrix, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.answers_common import MOVE, TEAM, TURN
from games.titans.cards import COLOURS
from games.titans.combos import specs
from games.titans.gather import Chronicle
from games.titans.state import TitansTable
from games.titans.words import COLOUR_LABELS

#: sources of points, in the order of the chart
SOURCE_WORDS: dict[str, str] = {
    "tenders": _("tenders"),
    "effects": _("effects"),
    "combos": _("combos"),
    "other": _("other"),
}


def answers(chronicle: Chronicle, t: TitansTable) -> dict[str, list[Evidence]]:
    """Return the evidence of the three questions."""
    return {"D4": staff(chronicle, t), "D5": sources(chronicle, t), "D8": investments(chronicle, t)}


def turn_labels(chronicle: Chronicle) -> list[Words | str]:
    """Return the turns as points of an axis."""
    return [str(end.turn) for end in chronicle.turns]


def staff(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return how full the agencies were, and how many employees worked."""
    pieces: list[Evidence] = []
    if chronicle.turns:
        series = [
            Series(team.name, [_percent(end.occupancy(team.id)) for end in chronicle.turns], team.id)
            for team in t.teams
        ]
        pieces.append(
            Lines(
                title=Words(_("Part of the cells that is staffed at the end of a turn")),
                measure=Words(_("percent; no value without an agency")),
                axis=TURN,
                points=turn_labels(chronicle),
                series=series,
            )
        )
        agencies = list(dict.fromkeys(id for end in chronicle.turns for id in end.agencies))
        if agencies:
            values: list[list[int | float | None]] = [
                [_filled(end.agencies.get(id)) for end in chronicle.turns] for id in agencies
            ]  # fmt: skip
            pieces.append(
                Matrix(
                    title=Words(_("How full each agency is at the end of a turn")),
                    measure=Words(_("percent")),
                    rows=[t.card_name("agency", id) for id in agencies],
                    columns=turn_labels(chronicle),
                    values=values,
                )
            )
    columns = [
        Column(TEAM, "team"),
        Column(Words(_("hired")), "number"),
        Column(Words(_("came free")), "number"),
        Column(Words(_("worked on tenders")), "number"),
        Column(Words(_("part that worked")), "percent"),
        Column(Words(_("average price of hiring")), "number", 2),
        Column(Words(_("left at the end")), "number"),
    ]
    rows = [_staff_row(chronicle, t, team.id) for team in t.teams]
    pieces.append(Table(title=Words(_("Employees: come, worked, left over")), columns=columns, rows=rows))
    return pieces


def _staff_row(chronicle: Chronicle, t: TitansTable, side: str) -> list[object]:
    hired, free, used = chronicle.hired[side], chronicle.free[side], chronicle.used[side]
    paid = -chronicle.money[side].get("hire", 0)
    part = used / (hired + free) if hired + free else None
    return [side, hired, free, used, part, round(paid / hired, 2) if hired else None, t.owned(side)]


def _percent(part: float | None) -> int | None:
    return None if part is None else round(100 * part)


def _filled(seen: tuple[str, int, int] | None) -> int | None:
    return _percent(seen[1] / seen[2]) if seen and seen[2] else None


def sources(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return what the points came from, and how the agencies are specialised."""
    names: list[Words | str] = [team.name for team in t.teams]
    series = [
        Series(Words(label), [chronicle.points[team.id].get(source, 0) for team in t.teams])
        for source, label in SOURCE_WORDS.items()
    ]
    bars = Bars(
        title=Words(_("Points by source")), categories=names, series=series, stacked=True, unit=Words(_("points"))
    )
    columns = [
        Column(TEAM, "team"),
        *(Column(COLOUR_LABELS[colour], "number") for colour in COLOURS),
        Column(Words(_("share of the largest")), "percent"),
    ]
    rows: list[list[object]] = []
    for team in t.teams:
        counts = specs(t, team.id)
        total = sum(counts.values())
        rows.append([team.id, *counts.values(), max(counts.values()) / total if total else None])
    return [bars, Table(title=Words(_("Agencies by specialisation at the end")), columns=columns, rows=rows)]


def investments(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return what each card cost and what it served for."""
    if not chronicle.bought:
        return []
    columns = [
        Column(MOVE, "moment"),
        Column(TURN, "number"),
        Column(TEAM, "team"),
        Column(Words(_("Agency or titan"))),
        Column(Words(_("Kind"))),
        Column(Words(_("price")), "number"),
        Column(Words(_("spent on hiring")), "number"),
        Column(Words(_("tenders served")), "number"),
        Column(Words(_("share of profit")), "number", 1),
    ]
    rows = [
        [
            card.n, card.turn, card.side, t.card_name("agency", card.card),
            Words(_("titan")) if card.titan else Words(_("agency")), card.price, card.hired, len(card.uses),
            round(sum(part for _tender, part in card.uses), 1),
        ]
        for card in chronicle.bought
    ]  # fmt: skip
    note = Words(_("The profit of a tender is shared among cards by the employees and skills they gave."))
    table = Table(title=Words(_("What the cards cost and brought")), columns=columns, rows=rows, note=note)
    return [_timeline(chronicle, t), table]


def _timeline(chronicle: Chronicle, t: TitansTable) -> Matrix:
    """Return from which turn each card was there, and in which turns it served tenders."""
    turns = [end.turn for end in chronicle.turns]
    done = {won.tender: won.done_turn for won in chronicle.won}
    values: list[list[int | float | None]] = []
    for card in chronicle.bought:
        served = [done.get(tender, 0) for tender, _part in card.uses]
        values.append([served.count(turn) if turn >= card.turn else None for turn in turns])
    return Matrix(
        title=Words(_("Purchases and the tenders they served")),
        measure=Words(_("tenders served in a turn; no value before the purchase")),
        rows=[
            Words("%(name)s: %(card)s", {"name": t.name(card.side), "card": t.card_name("agency", card.card)})
            for card in chronicle.bought
        ],
        columns=turn_labels(chronicle),
        values=values,
    )
