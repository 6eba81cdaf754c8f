"""Strategy and the last cycle: what balance, spending and surplus look like (questions 6 and 12)."""

from __future__ import annotations

from games.ecologic.evidence_case import (
    ALL_ELSE,
    EFFECT_LABEL,
    MOVE,
    TEAM,
    Case,
    figures,
    pair,
    profits,
    ratio,
)
from games.ecologic.evidence_facts import Sale
from games.ecologic.evidence_result import final_table, k_lines, score_lines
from games.engine.evidence import Bars, Column, Evidence, Label, Points, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: points of a team's path; of a longer game each second cycle is shown, or each third …
MOST_POINTS = 7


def strategy(case: Case) -> list[Evidence]:
    """Return the evidence of question 6."""
    found: list[Evidence] = [score_lines(case), k_lines(case), _path(case)] if case.cycles else []
    return [*found, final_table(case), surplus(case), _shares(case), _early(case)]


def last_cycle(case: Case) -> list[Evidence]:
    """Return the evidence of question 12."""
    found: list[Evidence] = [surplus(case)]
    last = [sale for sale in case.sales if case.cycles and sale.round == case.cycles[-1].round]
    if last:
        found.append(_last_purchases(case, last))
    return found


def _path(case: Case) -> Points:
    players = case.t.state.players
    team = max(case.teams, key=lambda one: abs(players[one].profits - players[one].enviros))
    own = players[team]
    values = {"name": case.name(team), "profits": own.profits, "enviros": own.enviros}
    every = -(-len(case.cycles) // MOST_POINTS)
    shown = case.cycles[::-1][::every][::-1]
    clouds: list[tuple[str, Label, list[tuple[float, float, Label]]]] = [
        (team, case.name(team), [(one.profits[team], one.enviros[team], str(one.round)) for one in shown])
        for team in case.teams
    ]
    measure = Words(_("A point is the end of a cycle; in balance profits equal enviros"))
    if every > 1:
        msgid = _("A point is the end of a cycle, shown: %(cycles)s; in balance profits equal enviros")
        measure = Words(msgid, {"cycles": [str(one.round) for one in shown]})
    return Points(
        title=Words(_("Farthest from balance: %(name)s, profits %(profits)s, enviros %(enviros)s"), values),
        measure=measure,
        x=Words(_("profits")),
        y=Words(_("enviros")),
        clouds=clouds,
        path=True,
    )


def lost(case: Case, team: str) -> tuple[int, int]:
    """Return the surplus of the larger stock, and the points lost on it: 2 × the smaller − base (rules § 8)."""
    own = case.t.state.players[team]
    small, large = sorted((own.profits, own.enviros))
    return large - small, 2 * max(0, small) - case.scores[team].base


def surplus(case: Case) -> Bars:
    """Return what is left over in the end, and the points that are not got for it."""
    both = {team: lost(case, team) for team in case.teams}
    said = [pair(case.name(team), _surplus_words(case, team, both[team][0])) for team in case.teams]
    return Bars(
        title=Words(_("Surplus in the end: %(parts)s"), {"parts": said}),
        measure=Words(
            _("Points lost: 2 × the smaller stock − base points, as if the surplus had been spent down to balance")
        ),
        note=Words(_("What could have been bought for the surplus is not counted")),
        categories=[case.name(team) for team in case.teams],
        series=[
            Series(Words(_("surplus")), [both[team][0] for team in case.teams]),
            Series(Words(_("points lost on it")), [both[team][1] for team in case.teams]),
        ],
    )


def _surplus_words(case: Case, team: str, amount: int) -> Label:
    own = case.t.state.players[team]
    if not amount:
        return "0"
    return Words(_("profits %(n)s") if own.profits > own.enviros else _("enviros %(n)s"), {"n": amount})


def _shares(case: Case) -> Bars:
    """Return how each team used all the profits it had: facts, no label of a strategy."""
    parts = {
        "chips": _("chips"),
        "cards": _("eco-initiatives with upkeep"),
        "tor": _("ТОР"),
        "left": _("not spent"),
    }
    shares: dict[str, dict[str, float]] = {}
    for team in case.teams:
        spent = case.spent(team)
        sums = {
            "chips": spent["new"] + spent["grow"],
            "cards": spent["cards"] + spent["upkeep"],
            "tor": spent["tor"],
            "left": max(0, case.t.state.players[team].profits),
        }
        whole = sum(sums.values())
        shares[team] = {key: round(100 * (ratio(value, whole) or 0), 1) for key, value in sums.items()}
    most = max(case.teams, key=lambda team: shares[team]["left"])
    values = {"name": case.name(most), "share": round(shares[most]["left"])}
    return Bars(
        title=Words(_("Largest share not spent: %(name)s, %(share)s%%"), values),
        measure=Words(_("Share of all profits a team spent or still has")),
        categories=[case.name(team) for team in case.teams],
        series=[Series(Words(label), [shares[team][key] for team in case.teams]) for key, label in parts.items()],
        stacked=True,
        unit="%",
    )


def _early(case: Case) -> Table:
    """Return what was bought in the first half of the cycles and in the second."""
    half = (len(case.cycles) + 1) // 2
    last = case.cycles[half - 1].round if half else 0
    rows: list[list[object]] = []
    said: list[Words] = []
    for team in case.teams:
        row: list[object] = [team]
        sums: list[int] = []
        for early in (True, False):
            listed = [one for one in case.sales if one.buyer == team and (one.round <= last) == early]
            row += [sum(one.paid for one in listed if one.lot.kind == kind) for kind in ("chip", "eco", "tor")]
            sums.append(sum(one.paid for one in listed))
        share = ratio(100 * sums[0], sum(sums))
        rows.append([*row, None if share is None else round(share / 100, 4)])
        said.append(
            pair(case.name(team), Words(_("%(share)s%%"), {"share": round(share)}) if share is not None else "–")
        )
    return Table(
        title=Words(_("Spent in the first half of the game: %(parts)s"), {"parts": said}),
        measure=Words(_("Profits paid for purchases in cycles up to %(n)s and later"), {"n": last}),
        columns=[
            TEAM,
            *(figures(one) for one in (_("chips, early"), _("cards, early"), _("ТОР, early"))),
            *(figures(one) for one in (_("chips, late"), _("cards, late"), _("ТОР, late"))),
            Column(Words(_("early share")), "percent"),
        ],
        rows=rows,
    )


def _last_purchases(case: Case, last: list[Sale]) -> Table:
    rows: list[list[object]] = []
    for sale in last:
        effect = case.of_sale(sale)
        rows.append([sale.n, sale.buyer, case.lot(sale.lot), sale.paid, effect.points if effect else None])
    paid = sum(sale.paid for sale in last)
    return Table(
        title=Words(
            _("In the last Actions phase: %(sum)s spent on %(n)s purchases"),
            {"sum": profits(paid), "n": len(last)},
        ),
        measure=ALL_ELSE,
        columns=[MOVE, TEAM, Column(Words(_("lot"))), figures(_("paid, profits")), figures(EFFECT_LABEL)],
        rows=rows,
    )
