"""Auctions, scarcity, and luck: the evidence of questions 7, 8 and 11, and every bid for the workbook."""

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
    signed,
    two_lines,
)
from games.ecologic.evidence_facts import Sale
from games.ecologic.evidence_holdings import Card, Chip, Token
from games.ecologic.evidence_tors import free_riding
from games.ecologic.kit import RESOURCES
from games.ecologic.words import TYPES
from games.engine.evidence import Amount, Bars, Column, Evidence, Fact, Label, Lines, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: bars of the premium chart: the largest only, the table has all
MOST_BARS = 12


def life(case: Case) -> list[Evidence]:
    """Return the evidence of question 7: free riding, scarcity, luck."""
    found: list[Evidence] = [free_riding(case)]
    if case.cycles:
        found.append(_price_lines(case))
    return [*found, _scarcity(case), luck_bars(case)]


# ---- scarcity -------------------------------------------------------------------------------------


def _price_lines(case: Case) -> Lines:
    cycles = [case.record.start, *case.cycles]
    said = [
        Words(
            _("%(what)s %(first)s → %(last)s"),
            {"what": TYPES[type], "first": cycles[0].prices[type], "last": cycles[-1].prices[type]},
        )
        for type in RESOURCES
    ]
    return Lines(
        title=Words(_("Starting price of a chip: %(parts)s"), {"parts": said}),
        measure=Words(_("Chips of all teams on the board + 1, after the set-up and after each cycle")),
        axis=AXIS,
        points=case.points(start=True),
        series=[Series(TYPES[type], [cycle.prices[type] for cycle in cycles]) for type in RESOURCES],
    )


def _scarcity(case: Case) -> Fact:
    usable = sum(bool(sector.resources) for sector in case.t.kit.sectors.values())
    free = len(case.free_sectors())
    chips = sum(case.scores[team].chips for team in case.teams)
    return Fact(
        title=Words(_("Sectors left free: %(free)s of %(all)s"), {"free": free, "all": usable}),
        measure=Words(_("Sectors where something can be produced; a sector with a ТОР is taken")),
        figures=[
            (Words(_("free sectors")), free, ""),
            (Words(_("chips on the board")), chips, ""),
            (Words(_("ТОР on the board")), len(case.t.state.tors), ""),
            (Words(_("collapses")), len(case.record.collapses), ""),
        ],
    )


# ---- luck -----------------------------------------------------------------------------------------


def luck(case: Case) -> list[Evidence]:
    """Return the evidence of question 11."""
    return [luck_bars(case), _luck_table(case), _events(case)]


def event_effect(case: Case, team: str) -> int:
    """Return how many points the events moved a team's result by, all else equal."""
    return case.without(team, -case.struck(team, "profits"), case.struck(team, "enviros")).points


def gap(case: Case, team: str) -> int:
    """Return the points a team lacks to the best result."""
    return max(one.total for one in case.scores.values()) - case.scores[team].total


def luck_bars(case: Case) -> Bars:
    """Return the sums of all events for each team against its gap to the best result."""
    return Bars(
        title=_luck_title(case),
        measure=Words(_("Sum of what events gave and took; the gap is counted in points")),
        note=Words(_("Changed starting prices and forbidden auctions are not in the sums")),
        categories=[case.name(team) for team in case.teams],
        series=[
            Series(Words(_("events, profits")), [case.struck(team, "profits") for team in case.teams]),
            Series(Words(_("events, enviros")), [case.struck(team, "enviros") for team in case.teams]),
            Series(Words(_("gap to the first, points")), [gap(case, team) for team in case.teams]),
        ],
    )


def _luck_title(case: Case) -> Words:
    said = []
    for what, msgid in (("profits", _("profits: %(parts)s")), ("enviros", _("enviros: %(parts)s"))):
        moved = [pair(case.name(team), signed(by)) for team in case.teams if (by := case.struck(team, what))]
        if moved:
            said.append(Words(msgid, {"parts": moved}))
    if not said:
        return Words(_("Events changed no stock"))
    if len(said) == 1:
        return Words(_("Events moved %(first)s"), {"first": said[0]})
    return Words(_("Events moved %(first)s; %(second)s"), {"first": said[0], "second": said[1]})


def _luck_table(case: Case) -> Table:
    rows: list[list[object]] = [
        [
            team,
            case.struck(team, "profits"),
            case.struck(team, "enviros"),
            case.struck(team, "chips"),
            case.spared(team, "profits"),
            case.spared(team, "enviros"),
            event_effect(case, team),
            gap(case, team),
        ]
        for team in case.teams
    ]
    said = [pair(case.name(team), signed(event_effect(case, team))) for team in case.teams]
    return Table(
        title=Words(_("Events moved the score by: %(parts)s"), {"parts": said}),
        measure=Words(_("Score − score without the profits and enviros of all events")),
        note=ALL_ELSE,
        columns=[
            TEAM,
            figures(_("profits")),
            figures(_("enviros")),
            figures(_("chips")),
            figures(_("profits spared")),
            figures(_("enviros spared")),
            figures(EFFECT_LABEL),
            figures(_("gap to the first")),
        ],
        rows=rows,
    )


def _events(case: Case) -> Table:
    """Return event by event what it changed for whom."""
    rows: list[list[object]] = []
    idle = 0
    for _n, round, event, drawer in case.record.events:
        said = [
            Words(_("%(name)s (%(parts)s)"), {"name": case.name(team), "parts": _hit(hit)})
            for team in case.teams
            if (hit := case.record.struck.get((round, event, team)))
        ]
        said += [
            Words(_("%(name)s: spared %(n)s"), {"name": case.name(one.team), "n": one.amount})
            for one, name in case.record.spared
            if one.round == round and name == event
        ]
        idle += not said
        rows.append([round, case.event(event), drawer, Words(_("%(parts)s"), {"parts": said}) if said else ""])
    values = {"n": len(rows), "idle": idle}
    return Table(
        title=Words(_("Events drawn: %(n)s, without effect on stocks and chips: %(idle)s"), values),
        measure=Words(_("What each event gave and took")),
        columns=[
            CYCLE,
            Column(Words(_("event"))),
            Column(Words(_("drawn by")), "team"),
            Column(Words(_("gave and took"))),
        ],
        rows=rows,
    )


HITS = {
    "profits": _("profits %(n)s"),
    "enviros": _("enviros %(n)s"),
    "chips": _("chips %(n)s"),
    "cards": _("cards %(n)s"),
}


def _hit(hit: dict[str, int]) -> list[Words]:
    return [Words(HITS[what], {"n": signed(amount)}) for what, amount in hit.items() if what in HITS and amount]


# ---- question 8 -----------------------------------------------------------------------------------


def auctions(case: Case) -> list[Evidence]:
    """Return what was paid above the starting price, and what the same lots brought."""
    held = [sale for sale in case.sales if sale.auction]
    if not held:
        return [
            Fact(title=Words(_("Nothing was sold by auction")), figures=[(Words(_("purchases")), len(case.sales), "")])
        ]
    return [_premiums(case, held), _lots(case, held)]


def known_bids(case: Case) -> tuple[int, int]:
    """Return for how many auctions the bids are known, and how many there were."""
    held = [sale for sale in case.sales if sale.auction]
    return sum(sale.bids is not None for sale in held), len(held)


def _premiums(case: Case, held: list[Sale]) -> Bars:
    paid = sorted((sale for sale in held if sale.premium > 0), key=lambda sale: -sale.rate)[:MOST_BARS]
    if not paid:
        paid = held[:MOST_BARS]
        title = Words(_("Everything was sold at its starting price"))
    else:
        top = paid[0]
        values = {"lot": case.quoted(top.lot), "name": case.name(top.buyer), "rate": round(100 * top.rate)}
        title = Words(_("Largest premium: %(lot)s, %(name)s, +%(rate)s%%"), values)
    known, all_ = known_bids(case)
    note: Label = Words(_("Bids are known for %(n)s of %(all)s auctions"), {"n": known, "all": all_})
    return Bars(
        title=title,
        measure=Words(_("Winning bid above the starting price, in per cent of it")),
        note=note,
        categories=[
            two_lines(
                case.lot(sale.lot), Words(_("%(name)s, cycle %(n)s"), {"name": case.name(sale.buyer), "n": sale.round})
            )
            for sale in paid
        ],
        series=[Series(Words(_("over the starting price")), [round(100 * sale.rate) for sale in paid])],
        unit="%",
    )


def brought(case: Case, sale: Sale) -> tuple[Amount, Amount]:
    """Return what a lot brought its buyer later: profits, enviros."""
    match sale.thing:
        case Chip():
            return sale.thing.brought, -sale.thing.taken
        case Card():
            return -sale.thing.upkeep, sale.thing.given
        case Token():
            token = next((one for one in case.tokens if one.tor == sale.lot.tor), sale.thing)
            return token.profits, token.enviros
    return None, None


def _lots(case: Case, held: list[Sale]) -> Table:
    rows: list[list[object]] = []
    for sale in held:
        effect = case.of_sale(sale)
        profits, enviros = brought(case, sale)
        rows.append(
            [
                sale.n,
                sale.round,
                sale.buyer,
                case.lot(sale.lot),
                sale.start,
                sale.bid,
                round(sale.rate, 4),
                sale.raises if sale.bids is not None else None,
                profits,
                enviros,
                effect.points if effect else None,
            ]
        )
    total = sum(sale.premium for sale in held)
    plain = sum(sale.premium <= 0 for sale in held)
    values = {"n": len(held), "plain": plain, "total": total}
    return Table(
        title=Words(_("Auctions: %(n)s, at the starting price: %(plain)s, premiums together: %(total)s"), values),
        measure=Words(_("What was bid, and what the same lot brought its buyer until the end")),
        note=ALL_ELSE,
        columns=[
            MOVE,
            CYCLE,
            TEAM,
            Column(Words(_("lot"))),
            figures(_("starting price")),
            figures(_("bid")),
            Column(Words(_("over the starting price")), "percent"),
            figures(_("number of bids")),
            figures(_("profits brought")),
            figures(_("enviros brought")),
            figures(EFFECT_LABEL),
        ],
        rows=rows,
    )


def every_bid(case: Case) -> list[Evidence]:
    """Return every bid and pass of every auction recorded with its bids, for the workbook."""
    listed: list[tuple[Label, bool, Sale | None, list[tuple[int, str, int | None]]]] = [
        (case.lot(sale.lot), True, sale, [(one.n, one.team, one.amount) for one in sale.bids])
        for sale in case.sales
        if sale.bids
    ]
    listed += [
        (case.lot(lot), False, None, [(one.n, one.team, one.amount) for one in bids])
        for lot, bids in case.record.called_off
        if bids
    ]
    rows: list[list[object]] = []
    for lot, sold, sale, bids in listed:
        for at, (n, team, amount) in enumerate(bids):
            said = (
                Words(_("leaves the auction"))
                if amount is None
                else Words(_("raises the bid"))
                if at
                else Words(_("opens the auction"))
            )
            won = sale is not None and amount == sale.bid and team == sale.buyer
            fate = Words(_("called off")) if not sold else Words(_("buys the lot")) if won else ""
            rows.append([n, sale.round if sale else None, lot, team, said, amount, fate])
    if not rows:
        return []
    known, all_ = known_bids(case)
    return [
        Table(
            title=Words(_("Bids of %(n)s auctions out of %(all)s"), {"n": known, "all": all_}),
            measure=Words(_("Auctions recorded by their result have no bids")),
            columns=[
                MOVE,
                CYCLE,
                Column(Words(_("lot"))),
                TEAM,
                Column(Words(_("word in the auction"))),
                figures(_("bid")),
                Column(Words(_("how it ended"))),
            ],
            rows=rows,
        )
    ]
