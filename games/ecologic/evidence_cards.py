"""Eco-initiatives: what an enviro costs, what a card did to the result, who refused it (questions 4 and 10)."""

from __future__ import annotations

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
    signed,
    two_lines,
)
from games.ecologic.evidence_facts import Cycle, Draw
from games.ecologic.evidence_holdings import Card
from games.ecologic.words import card_name
from games.engine.evidence import Amount, Bars, Column, Evidence, Fact, Label, Lines, Series, Table
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _


def initiatives(case: Case) -> list[Evidence]:
    """Return the evidence of question 4."""
    found: list[Evidence] = []
    if case.cards:
        found += [*_unit_costs(case), _effects(case), _table(case)]
    else:
        found.append(
            Fact(
                title=Words(_("No team had an eco-initiative")),
                figures=[(Words(_("cards drawn")), len(case.record.draws), "")],
            )
        )
    if case.record.draws:
        found.append(_draws(case))
    return found


def unit_cost(card: Card) -> float | None:
    """Return T / G: what one enviro of a card cost; None where it gave none."""
    return ratio(card.spent, card.given)


def _label(case: Case, card: Card) -> Label:
    tail = Words(_("%(name)s, cycle %(n)s"), {"name": case.name(card.owner), "n": card.round})
    if not card.round:
        tail = Words(_("%(name)s, from the start"), {"name": case.name(card.owner)})
    return two_lines(card_name(case.t, card.card), tail)


def _unit_costs(case: Case) -> list[Evidence]:
    known = [(cost, card) for card in case.cards if (cost := unit_cost(card)) is not None]
    if not known:
        return []
    known.sort(key=lambda pair: pair[0])
    cheapest = known[0][1]
    values = {"cost": known[0][0], "card": card_name(case.t, cheapest.card), "name": case.name(cheapest.owner)}
    title = Words(_("The cheapest enviro costs %(cost)s: “%(card)s” (%(name)s)"), values)
    if len(known) > 1:
        values |= {"most": known[-1][0], "last": card_name(case.t, known[-1][1].card)}
        title = Words(_("An enviro costs from %(cost)s (“%(card)s”) to %(most)s profits (“%(last)s”)"), values)
    idle = [card for card in case.cards if unit_cost(card) is None]
    note: Label = ""
    if idle:
        names = [_lost(case, card) for card in idle]
        note = Words(_("Gave no enviros and so has no bar: %(cards)s"), {"cards": names})
    values_: list[Amount] = [round(cost, 4) for cost, _card in known]
    return [
        Bars(
            title=title,
            measure=Words(_("(Price + upkeep paid) / enviros the card gave in all Ecology phases")),
            note=note,
            categories=[_label(case, card) for _cost, card in known],
            series=[Series(Words(_("cost of an enviro")), values_)],
            places=2,
            unit=Words(_("profits")),
        )
    ]


def _lost(case: Case, card: Card) -> Words:
    values = {"card": card_name(case.t, card.card), "name": case.name(card.owner), "n": card.spent}
    return Words(_("“%(card)s” (%(name)s, paid %(n)s)"), values)


def _effects(case: Case) -> Bars:
    effects = sorted(((case.of_card(card), card) for card in case.cards), key=lambda pair: -pair[0].points)
    best, worst = effects[0], effects[-1]
    values = {"card": card_name(case.t, best[1].card), "best": signed(best[0].points)}
    title = Words(_("Effect on the score: “%(card)s” %(best)s"), values)
    if len(effects) > 1:
        values |= {"last": card_name(case.t, worst[1].card), "worst": signed(worst[0].points)}
        title = Words(_("Effect on the score: from “%(card)s” %(best)s to “%(last)s” %(worst)s"), values)
    note: Label = ALL_ELSE
    saved = [
        Words(_("“%(card)s” (%(name)s)"), {"card": card_name(case.t, card.card), "name": case.name(card.owner)})
        for effect, card in effects
        if effect.collapse
    ]
    if saved:
        note = Words(
            _("%(note)s. Without it there would have been a collapse: %(names)s"), {"note": ALL_ELSE, "names": saved}
        )
    return Bars(
        title=title,
        measure=Words(_("Score − score without the card: its price and upkeep back, its enviros and its point gone")),
        note=note,
        categories=[_label(case, card) for _effect, card in effects],
        series=[Series(Words(EFFECT_LABEL), [effect.points for effect, _card in effects])],
        unit=Words(_("points")),
    )


def _table(case: Case) -> Table:
    rows: list[list[object]] = []
    for card in case.cards:
        effect, cost = case.of_card(card), unit_cost(card)
        rows.append(
            [
                card.n or None,
                card.owner,
                card_name(case.t, card.card),
                card.price,
                card.upkeep,
                card.phases,
                card.given,
                None if cost is None else round(cost, 4),
                effect.points,
            ]
        )
    given, spent = sum(card.given for card in case.cards), sum(card.spent for card in case.cards)
    return Table(
        title=Words(
            _("All cards together: %(given)s for %(spent)s profits"),
            {"given": ngettext("%(n)s enviro", "%(n)s enviros", given), "spent": spent},
        ),
        measure=Words(_("Price, upkeep paid, Ecology phases and what the card gave in them")),
        columns=[
            MOVE,
            TEAM,
            Column(Words(_("eco-initiative"))),
            figures(_("price")),
            figures(_("upkeep paid")),
            figures(_("Ecology phases")),
            figures(_("enviros")),
            figures(_("profits for an enviro"), 2),
            figures(EFFECT_LABEL),
        ],
        rows=rows,
    )


def refused_by(case: Case, draw: Draw) -> list[tuple[str, int, bool]]:
    """Return the teams the right went past: team, its profits then, whether it could have paid."""
    teams = case.t.seats(draw.drawer)
    if draw.buyer:
        # From the drawer clockwise to whoever opened: all before him let it pass.
        opener = next((sale.opener for sale in case.sales if _is(sale.thing, draw)), draw.buyer)
        teams = teams[: teams.index(opener)] if opener in teams else []
    elif not draw.gone:
        teams = draw.declined
    return [
        (team, draw.stocks.get(team, 0), team in draw.declined or draw.stocks.get(team, 0) >= draw.start)
        for team in teams
    ]


def _is(thing: object, draw: Draw) -> bool:
    return isinstance(thing, Card) and thing.card == draw.card and thing.n >= draw.n


def _draws(case: Case) -> Table:
    draws = case.record.draws
    rows: list[list[object]] = []
    passed = 0
    for draw in draws:
        refused = refused_by(case, draw)
        passed += bool(refused)
        said = [
            Words(
                _("%(name)s (had %(n)s)") if could else _("%(name)s (had %(n)s, too little)"),
                {"name": case.name(team), "n": stock},
            )
            for team, stock, could in refused
        ]
        bought = Words(_("%(name)s, %(n)s"), {"name": case.name(draw.buyer), "n": draw.price})
        fate: Label = bought if draw.buyer else Words(_("nobody")) if draw.gone else ""
        rows.append(
            [
                draw.n,
                draw.round,
                draw.drawer,
                card_name(case.t, draw.card),
                Words(_("%(parts)s"), {"parts": said}) if said else "",
                fate,
                draw.start,
            ]
        )
    gone = sum(bool(draw.gone) for draw in draws)
    values = {"n": len(draws), "passed": passed, "gone": gone}
    return Table(
        title=Words(_("Cards drawn: %(n)s, passed on: %(passed)s, bought by nobody: %(gone)s"), values),
        measure=Words(_("Who let the card pass and what he had against its starting price")),
        columns=[
            MOVE,
            CYCLE,
            Column(Words(_("drawn by")), "team"),
            Column(Words(_("eco-initiative"))),
            Column(Words(_("passed on by"))),
            Column(Words(_("bought by"))),
            figures(_("starting price")),
        ],
        rows=rows,
    )


# ---- question 10 ----------------------------------------------------------------------------------


def worth(case: Case) -> list[Evidence]:
    """Return the price of an enviro against the points it is worth, cycle by cycle (question 10)."""
    if not case.cycles:
        return []
    found: list[Evidence] = [_worth_lines(case)]
    costs = _costs(case)
    known = [(cycle.round, cost) for cycle, cost in zip(case.cycles, costs, strict=True) if cost is not None]
    if known:
        values = {"first": known[0][1], "n": known[0][0], "last": known[-1][1]}
        title = Words(_("An enviro of a card cost %(first)s by cycle %(n)s, %(last)s in the end"), values)
        if len(known) == 1:
            title = Words(_("An enviro of a card cost %(first)s in the end"), values)
        found.append(
            Lines(
                title=title,
                measure=Words(_("Profits paid for all cards so far, with upkeep / enviros they gave so far")),
                axis=AXIS,
                points=case.points(),
                series=[Series(Words(_("cost of an enviro")), [_short(cost) for cost in costs])],
                places=2,
            )
        )
    return found


def _short(value: float | None) -> Amount:
    return None if value is None else round(value, 4)


def _costs(case: Case) -> list[float | None]:
    """Return by cycle what all cards had cost and given from the start."""
    return [ratio(cycle.card_cost, cycle.card_gift) for cycle in case.cycles]


def points_per_enviro(case: Case, cycle: Cycle, team: str) -> float | None:
    """Return what one more enviro is worth in points: 1 + 2X/Z where enviros are scarce, else −(X/Z)² (rules § 8)."""
    profits, enviros = max(0, cycle.profits[team]), cycle.enviros[team]
    if profits <= 0 and enviros <= 0:
        return None
    if enviros < profits:
        return 1 + 2 * enviros / profits
    return -((profits / enviros) ** 2)


def _worth_lines(case: Case) -> Lines:
    last = case.cycles[-1]
    said = [
        pair(case.name(team), value if value > 0 else Words(_("(plenty)")))
        for team in case.teams
        if (value := points_per_enviro(case, last, team)) is not None
    ]
    title = Words(_("One more enviro in the end, in points: %(parts)s"), {"parts": said})
    if all(last.enviros[team] >= last.profits[team] for team in case.teams):
        title = Words(_("In the end no team has fewer enviros than profits: one more takes points"))
    return Lines(
        title=title,
        measure=Words(_("X the smaller stock, Z the larger: 1 + 2X/Z where enviros are scarce, else −(X/Z)²")),
        note=Words(_("One unit more of what is plenty takes points")),
        axis=AXIS,
        points=case.points(),
        series=case.series(lambda cycle, team: _short(points_per_enviro(case, cycle, team))),
        places=2,
    )
