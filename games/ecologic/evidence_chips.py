"""Chips: new sectors and own productions, and what they return (questions 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.ecologic.evidence_case import (
    ALL_ELSE,
    AXIS,
    CYCLE,
    EFFECT_LABEL,
    MOVE,
    TEAM,
    Case,
    figures,
    pair,
    ratio,
)
from games.ecologic.evidence_holdings import Chip
from games.ecologic.words import TYPES
from games.engine.evidence import Amount, Bars, Column, Evidence, Label, Lines, Points, Series, Table
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: the two classes of a placement by what is seen on the board: a sector more, or a level more
NEW, GROW = _("new sector"), _("level up")
#: spending: key of `Case.spent` -> words
SPENDING = {
    "new": _("new sectors"),
    "grow": _("levels up"),
    "tor": _("ТОР"),
    "cards": _("eco-initiatives"),
    "upkeep": _("upkeep"),
}


def bought(case: Case) -> list[Chip]:
    """Return the chips that teams paid for, in order."""
    return [chip for chip in case.chips if chip.bought]


def by_class(chips: Iterable[Chip]) -> dict[str, list[Chip]]:
    """Return chips by class: new sectors, levels up."""
    listed = list(chips)
    return {NEW: [one for one in listed if not one.grows], GROW: [one for one in listed if one.grows]}


# ---- question 1 -----------------------------------------------------------------------------------


def uses(case: Case) -> list[Evidence]:
    """Return what profits went on, and each placement with its class."""
    found: list[Evidence] = [_spending(case), _counts(case)]
    chips = bought(case)
    share = _share(case, chips)
    if len({value for value in share.series[0].values if value is not None}) > 1:
        found.append(share)
    if chips:
        found.append(_timeline(case, chips))
    return found


def _spending(case: Case) -> Bars:
    spent = {team: case.spent(team) for team in case.teams}
    sums = {key: sum(one[key] for one in spent.values()) for key in SPENDING}
    order = sorted(SPENDING, key=lambda key: -sums[key])
    said = [pair(Words(SPENDING[key]), sums[key]) for key in order if sums[key]]
    title = Words(_("Nobody spent any profits"))
    if said:
        title = Words(_("Profits went on: %(parts)s"), {"parts": said})
    return Bars(
        title=title,
        measure=Words(_("Profits paid in the whole game")),
        categories=[case.name(team) for team in case.teams],
        series=[Series(Words(label), [spent[team][key] for team in case.teams]) for key, label in SPENDING.items()],
        stacked=True,
        unit=Words(_("profits")),
    )


def _counts(case: Case) -> Table:
    rows: list[list[object]] = []
    totals = [0] * 7
    for team in case.teams:
        chips = by_class(chip for chip in bought(case) if chip.owner == team)
        spent = case.spent(team)
        row = [len(chips[NEW]), len(chips[GROW]), *(spent[key] for key in SPENDING)]
        rows.append([team, *row, ratio(row[1], row[0] + row[1])])
        totals = [a + b for a, b in zip(totals, row, strict=True)]
    rows.append([Words(_("all teams")), *totals, ratio(totals[1], totals[0] + totals[1])])
    title = Words(_("No chip was bought"))
    if totals[0] + totals[1]:
        said = []
        if totals[1]:
            said.append(ngettext("%(n)s chip bought raises a level", "%(n)s chips bought raise a level", totals[1]))
        if totals[0]:
            said.append(ngettext("%(n)s takes a new sector", "%(n)s take new sectors", totals[0]))
        title = Words(_("Of chips bought %(parts)s"), {"parts": said})
    return Table(
        title=title,
        measure=Words(
            _("Bought chips by where they were placed, then profits paid; chips of the set-up are not counted")
        ),
        columns=[
            TEAM,
            figures(_("chips in new sectors")),
            figures(_("chips raising a level")),
            *(figures(label) for label in SPENDING.values()),
            Column(Words(_("share of levels up")), "percent"),
        ],
        rows=rows,
        total=True,
    )


def _share(case: Case, chips: Sequence[Chip]) -> Lines:
    """Return the share of chips that raised a level, from the beginning to each cycle."""
    values: list[Amount] = []
    for cycle in case.cycles:
        so_far = [chip for chip in chips if chip.round <= cycle.round]
        share = ratio(100 * sum(chip.grows for chip in so_far), len(so_far))
        values.append(None if share is None else round(share, 1))
    known = [value for value in values if value is not None]
    return Lines(
        title=Words(
            _("Share of levels up: %(first)s%% at first, %(last)s%% in the end"),
            {"first": round(known[0]) if known else 0, "last": round(known[-1]) if known else 0},
        ),
        measure=Words(_("Levels up / all bought chips, from the first cycle to this one, per cent")),
        note=Words(_("A few chips move the share a lot")),
        axis=AXIS,
        points=case.points(),
        series=[Series(Words(_("levels up")), values)],
    )


def _timeline(case: Case, chips: Sequence[Chip]) -> Table:
    classes = by_class(chips)
    said = [
        Words(
            _("%(what)s (%(name)s, cycle %(n)s)"),
            {"what": Words(what), "name": case.name(one[0].owner), "n": one[0].round},
        )
        for what, one in classes.items()
        if one
    ]
    rows: list[list[object]] = [
        [
            chip.n,
            chip.round,
            chip.owner,
            TYPES[chip.type],
            case.sector(chip.sector),
            Words(GROW if chip.grows else NEW),
            chip.level,
            chip.cost,
        ]
        for chip in chips
    ]
    return Table(
        title=Words(_("First placements: %(parts)s"), {"parts": said}),
        measure=Words(_("All placements of bought chips in order")),
        columns=[
            MOVE,
            CYCLE,
            TEAM,
            Column(Words(_("type"))),
            Column(Words(_("sector"))),
            Column(Words(_("placed where"))),
            figures(_("level")),
            figures(_("paid, profits")),
        ],
        rows=rows,
    )


# ---- question 2 -----------------------------------------------------------------------------------


def returns(case: Case) -> list[Evidence]:
    """Return what bought chips brought for their price."""
    chips = bought(case)
    if not chips:
        return [_counts(case)]
    return [_return_bars(chips), _payback(case, chips), _chip_table(case, chips)]


def roi(chips: Iterable[Chip]) -> float | None:
    """Return sum R / sum c: what came back of each profit."""
    listed = list(chips)
    return ratio(sum(one.brought for one in listed), sum(one.cost or 0 for one in listed))


def per_phase(chips: Iterable[Chip]) -> float | None:
    """Return sum R / sum (c × n): fair to chips that were bought late."""
    listed = list(chips)
    return ratio(sum(one.brought for one in listed), sum((one.cost or 0) * one.phases for one in listed))


def short(value: float | None) -> Amount:
    """Return a ratio as it is kept: four places."""
    return None if value is None else round(value, 4)


def _return_bars(chips: Sequence[Chip]) -> Bars:
    classes = {what: one for what, one in by_class(chips).items() if one}
    said = [pair(Words(what), roi(one) or 0.0) for what, one in classes.items()]
    return Bars(
        title=Words(_("Each profit paid for chips brought back: %(parts)s"), {"parts": said}),
        measure=Words(
            _("Income of the bought chips / their price: in the whole game, and for each Income phase on the board")
        ),
        note=Words(_("Chips bought late had less time; events, Hub, points and enviros are not in it")),
        categories=[Words(what) for what in classes],
        series=[
            Series(Words(_("whole game")), [short(roi(one)) for one in classes.values()]),
            Series(Words(_("each Income phase")), [short(per_phase(one)) for one in classes.values()]),
        ],
        places=2,
        unit=Words(_("profits back for each profit paid")),
    )


def step_income(case: Case, chip: Chip) -> int:
    """Return m: by how much a chip raises the income of its production."""
    earns = case.t.kit.earns
    return earns(chip.type, chip.level) - earns(chip.type, chip.level - 1)


def _payback(case: Case, chips: Sequence[Chip]) -> Points:
    phases = [(chip.cost or 0) / m for chip in chips if (m := step_income(case, chip))]
    title = Words(_("No chip adds income"))
    if phases:
        values = {"low": _short(min(phases)), "high": _short(max(phases))}
        title = Words(_("To pay back, a chip needs from %(low)s to %(high)s Income phases"), values)
        if min(phases) == max(phases):
            title = Words(_("To pay back, a chip needs this many Income phases: %(low)s"), values)
    clouds: list[tuple[str, Label, list[tuple[float, float, Label]]]] = [
        ("", Words(what), [(one.cost or 0, step_income(case, one), case.chip(one)) for one in listed])
        for what, listed in by_class(chips).items()
        if listed
    ]
    return Points(
        title=title,
        measure=Words(_("Price against the income a chip adds in one phase; price / income = phases to pay back")),
        x=Words(_("price, profits")),
        y=Words(_("income added in a phase, profits")),
        clouds=clouds,
    )


def _short(value: float) -> Label | int:
    """Return a number of phases: whole if it is."""
    return int(value) if value == int(value) else Words(_("%(value)s"), {"value": value})


def _chip_table(case: Case, chips: Sequence[Chip]) -> Table:
    back = sum(chip.brought >= (chip.cost or 0) for chip in chips)
    rows: list[list[object]] = []
    for chip in chips:
        m = step_income(case, chip)
        rows.append(
            [
                chip.n,
                chip.owner,
                case.chip(chip),
                chip.cost,
                m,
                short(ratio(chip.cost or 0, m)),
                chip.phases,
                chip.brought,
                chip.taken,
                case.of_chip(chip).points,
            ]
        )
    return Table(
        title=Words(_("Chips that brought back their price: %(n)s of %(all)s"), {"n": back, "all": len(chips)}),
        measure=Words(
            _("A chip of level k adds income(k) − income(k − 1); the last chip that came is the first to go")
        ),
        note=ALL_ELSE,
        columns=[
            MOVE,
            TEAM,
            Column(Words(_("chip"))),
            figures(_("price")),
            figures(_("income a phase")),
            figures(_("phases to pay back"), 1),
            figures(_("phases on the board")),
            figures(_("income brought")),
            figures(_("enviros taken")),
            figures(EFFECT_LABEL),
        ],
        rows=rows,
    )
