"""Results and the course of the game."""

from __future__ import annotations

from itertools import pairwise

from games.ecologic.evidence_case import (
    AXIS,
    CYCLE,
    TEAM,
    Case,
    figures,
    ranges,
    score_points,
)
from games.ecologic.evidence_facts import Cycle
from games.ecologic.score import ranks
from games.ecologic.words import enviros_word
from games.engine.evidence import Bars, Column, Evidence, Label, Lines, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

SCORE = _("Score if the game had ended after this cycle")


def results(case: Case) -> list[Evidence]:
    """Return the final table and what each result is made of."""
    return [final_table(case), composition(case)]


def course(case: Case) -> list[Evidence]:
    """Return the game round by round."""
    if not case.cycles:
        return [_sources(case, "profits"), _sources(case, "enviros")]
    return [
        score_lines(case),
        _rounds(case),
        _stock_lines(case, "profits"),
        _stock_lines(case, "enviros"),
        _sources(case, "profits"),
        _sources(case, "enviros"),
    ]


# ---- results ------------------------------------------------------------------------------------


def final_table(case: Case) -> Table:
    """Return who has how many points, and what they are made of."""
    places = ranks(case.t, case.scores)
    columns = [
        TEAM,
        figures(_("profits")),
        figures(_("enviros")),
        figures(_("exact base"), 2),
        figures(_("base points")),
        figures(_("chips")),
        figures(_("cards held")),
        figures(_("ТОР")),
        figures(_("total score")),
    ]
    rows: list[list[object]] = []
    for team in sorted(case.teams, key=lambda one: places[one]):
        own, got = case.t.state.players[team], case.scores[team]
        stock = enviros_word(own.enviros, own.minus)
        rows.append(
            [
                team,
                own.profits,
                stock,
                round(round(float(got.exact), 4), 4),
                got.base,
                got.chips,
                got.eco,
                got.tor,
                got.total,
            ]
        )
    measure = Words(
        _("Base points: К × (profits + enviros), К = the smaller / the larger; 1 for a chip or card, 2 for a ТОР")
    )
    if case.t.options.score_source == "table" and case.t.kit.score_table is not None:
        measure = Words(_("Base points: printed table of the kit; 1 for a chip or card, 2 for a ТОР"))
    return Table(title=_front(case, places), measure=measure, columns=columns, rows=rows)


def _front(case: Case, places: dict[str, int]) -> Words:
    first = [team for team in case.teams if places[team] == 1]
    best = case.scores[first[0]].total
    values = {"names": [case.name(team) for team in first], "points": score_points(best)}
    rest = [case.scores[team].total for team in case.teams if places[team] > 1]
    if len(first) > 1 or not rest:
        return Words(_("In front together: %(names)s, %(points)s each"), values)
    return Words(_("In front: %(names)s, %(points)s, ahead by %(gap)s"), {**values, "gap": best - max(rest)})


def composition(case: Case) -> Bars:
    """Return the parts of each result as stacked bars."""
    parts = {
        "base": _("base points"),
        "chips": _("chips"),
        "eco": _("cards held"),
        "tor": _("ТОР"),
    }
    series = [
        Series(Words(label), [getattr(case.scores[team], part) for team in case.teams]) for part, label in parts.items()
    ]
    said = [
        Words(
            _("%(name)s %(part)s of %(whole)s"),
            {"name": case.name(team), "part": case.scores[team].base, "whole": case.scores[team].total},
        )
        for team in case.teams
    ]
    return Bars(
        title=Words(_("Base points from the balance: %(parts)s"), {"parts": said}),
        measure=Words(_("Score by its parts")),
        categories=[case.name(team) for team in case.teams],
        series=series,
        stacked=True,
        unit=Words(_("points")),
    )


# ---- course -------------------------------------------------------------------------------------


def largest_change(case: Case) -> tuple[Cycle, str, int, int] | None:
    """Return the largest change of a score from one cycle's end to the next: cycle, team, was, is."""
    found: tuple[Cycle, str, int, int] | None = None
    for before, cycle in pairwise(case.cycles):
        for team in case.teams:
            was, now = before.scores[team].total, cycle.scores[team].total
            if now != was and (found is None or abs(now - was) > abs(found[3] - found[2])):
                found = cycle, team, was, now
    return found


def score_lines(case: Case) -> Lines:
    """Return the score after each cycle as if the game had ended then."""
    change = largest_change(case)
    ends = case.each(lambda team: case.cycles[-1].scores[team].total)
    title = Words(_("Score after the last cycle: %(parts)s"), {"parts": ends})
    bands: list[tuple[int, int, Label]] = []
    if change is not None:
        cycle, team, was, now = change
        msgid = _("%(name)s loses %(points)s in cycle %(n)s: %(was)s → %(now)s")
        if now > was:
            msgid = _("%(name)s gains %(points)s in cycle %(n)s: %(was)s → %(now)s")
        values = {"name": case.name(team), "points": score_points(abs(now - was)), "n": cycle.round}
        title = Words(msgid, {**values, "was": was, "now": now})
        at = case.cycles.index(cycle)
        bands = [(at, at, Words(_("largest change")))]
    leader = case.cycles[-1].leader()
    if leader and change is not None and leader != change[1]:
        title = Words(_("%(what)s; in the end in front: %(name)s"), {"what": title, "name": case.name(leader)})
    return Lines(
        title=title,
        measure=Words(SCORE),
        axis=AXIS,
        points=case.points(),
        series=case.series(lambda cycle, team: cycle.scores[team].total),
        bands=bands,
    )


def k_lines(case: Case) -> Lines:
    """Return the balance К at the end of each cycle."""
    last = case.cycles[-1]
    known = {team: case.k(last, team) for team in case.teams}
    found = sorted((k, team) for team, k in known.items() if k is not None)
    title = Words(_("No balance: profits and enviros are all spent"))
    if found:
        low, high = found[0], found[-1]
        values = {"low": low[0], "name": case.name(low[1]), "high": high[0], "best": case.name(high[1])}
        title = Words(_("К in the end: from %(low)s (%(name)s) to %(high)s (%(best)s)"), values)
    return Lines(
        title=title,
        measure=Words(
            _("К = the smaller of profits and enviros / the larger; 1 is full balance, 0: one of them is nothing")
        ),
        axis=AXIS,
        points=case.points(),
        series=case.series(lambda cycle, team: _places(case.k(cycle, team))),
        places=2,
    )


def _places(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _rounds(case: Case) -> Table:
    rows: list[list[object]] = [
        [
            cycle.round,
            case.event(cycle.event),
            team,
            cycle.profits[team],
            enviros_word(cycle.enviros[team], cycle.minus[team]),
            _places(case.k(cycle, team)),
            cycle.scores[team].total,
        ]
        for cycle in case.cycles
        for team in case.teams
    ]
    columns = [
        CYCLE,
        Column(Words(_("event"))),
        TEAM,
        figures(_("profits")),
        figures(_("enviros")),
        figures(_("К"), 2),
        figures(_("total score as of then")),
    ]
    last = case.cycles[-1]
    return Table(
        title=Words(
            _("In the end: profits %(profits)s, enviros %(enviros)s"),
            {"profits": _range(case, last.profits), "enviros": _range(case, last.enviros)},
        ),
        measure=Words(_("Stocks, balance К and score at the end of each cycle")),
        columns=columns,
        rows=rows,
    )


def _range(case: Case, stocks: dict[str, int]) -> Words:
    low = min(case.teams, key=lambda team: stocks[team])
    high = max(case.teams, key=lambda team: stocks[team])
    values = {"low": stocks[low], "name": case.name(low), "high": stocks[high], "best": case.name(high)}
    return Words(_("from %(low)s (%(name)s) to %(high)s (%(best)s)"), values)


def _stock_lines(case: Case, what: str) -> Lines:
    stock = "profits" if what == "profits" else "enviros"
    ends = case.each(lambda team: getattr(case.cycles[-1], stock)[team])
    msgid = _("Profits in the end: %(parts)s") if what == "profits" else _("Enviros in the end: %(parts)s")
    title = Words(msgid, {"parts": ends})
    empty = [
        Words(_("%(name)s (%(parts)s)"), {"name": case.name(team), "parts": zero})
        for team in case.teams
        if (zero := ranges([cycle.round for cycle in case.cycles if not getattr(cycle, stock)[team]]))
    ]
    if empty:
        title = Words(_("%(what)s; at zero in cycle: %(parts)s"), {"what": title, "parts": empty})
    return Lines(
        title=title,
        measure=Words(_("Stock after the set-up and at the end of each cycle; “minus” counts as 0")),
        axis=AXIS,
        points=case.points(start=True),
        series=case.series(lambda cycle, team: getattr(cycle, stock)[team], start=True),
    )


#: reasons of one line in the table of sources, in its order
SOURCES: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "profits": [
        (_("productions"), ("income",)),
        (_("Hub next door"), ("hub",)),
        (_("events"), ("event", "shortage")),
        (_("other teams"), ("transfer",)),
        (_("chips bought"), ("buy_chip",)),
        (_("eco-initiatives bought"), ("buy_eco",)),
        (_("ТОР bought"), ("buy_tor", "called_off")),
        (_("upkeep"), ("upkeep",)),
        (_("corrections, end of the track"), ("adjust", "track_end")),
    ],
    "enviros": [
        (_("eco-initiatives"), ("cards",)),
        (_("Reserve next door"), ("reserve",)),
        (_("events"), ("event",)),
        (_("chips on the board"), ("chips",)),
        (_("not paid: collapse"), ("collapse",)),
        (_("corrections, end of the track"), ("adjust", "track_end", "minus")),
    ],
}


def _sources(case: Case, what: str) -> Table:
    """Return where a stock came from and went: the lines add up from the first figure to the last."""
    players = case.t.state.players
    rows: list[list[object]] = []
    biggest: tuple[int, Words] = 0, Words(_("nothing"))
    for label, whys in SOURCES[what]:
        sums = [case.flow(team, what, *whys) for team in case.teams]
        if not any(sums):
            continue
        whole = sum(sums)
        rows.append([Words(label), *sums, whole])
        if abs(whole) > abs(biggest[0]):
            biggest = whole, Words(label)
    first = [getattr(case.record.start, what)[team] for team in case.teams]
    last = [getattr(players[team], what) for team in case.teams]
    rows.insert(0, [Words(_("at the start")), *first, sum(first)])
    rows.append([Words(_("in the end")), *last, sum(last)])
    columns = [Column(Words(_("from where, to where"))), *(Column(case.name(team), "number") for team in case.teams)]
    msgid = _("Profits: most goes through “%(line)s”, %(sum)s together")
    if what == "enviros":
        msgid = _("Enviros: most goes through “%(line)s”, %(sum)s together")
    return Table(
        title=Words(msgid, {"line": biggest[1], "sum": biggest[0]}),
        measure=Words(_("Sum of all postings of the game; the lines add up from the first to the last")),
        columns=[*columns, figures(_("together"))],
        rows=rows,
        total=True,
    )
