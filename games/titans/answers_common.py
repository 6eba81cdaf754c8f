"""Evidence on the crises and the auctions: questions D1 to D3."""

from __future__ import annotations

from games.engine.evidence import Bars, Column, Evidence, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.gather import Chronicle
from games.titans.seen import CrisisSeen, Won
from games.titans.state import TitansTable

TURN = Words(_("Turn"))
MOVE = Words(_("Log entry"))
TEAM = Words(_("Team"))
PROMISES = Words(_("Promises exist only where the referee recorded them."))
BROKEN = Words(_("promise broken by"))
NET = Words(_("net money"))
NET_PEOPLE = Words(_("net employees"))
NET_NOTE = Words(_("Net: the consequence less what was pledged."))


def answers(chronicle: Chronicle, t: TitansTable) -> dict[str, list[Evidence]]:
    """Return the evidence of the three questions."""
    auctions = [won for won in chronicle.won if won.bids]
    return {
        "D1": crises(chronicle, t),
        "D2": prices(auctions, chronicle, t),
        "D3": losers(auctions, chronicle, t),
    }


# ---- D1 ---------------------------------------------------------------------------------------


def crises(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return who gave what in which crisis, and how each came out of it."""
    seen = chronicle.crises
    if not seen:
        return []
    pieces: list[Evidence] = [_pledges_bars(seen, resource, t) for resource in ("money", "staff") if any(
        crisis.resource == resource for crisis in seen
    )]  # fmt: skip
    return [*pieces, _each_crisis(seen), _each_side(seen, t), _below_fair(seen, t)]


def _each_side(seen: list[CrisisSeen], t: TitansTable) -> Table:
    """Return what each side gave in each crisis, and how it came out of it."""
    promises = any(crisis.promises for crisis in seen)
    people = any(crisis.people for crisis in seen)
    columns = [
        Column(MOVE, "moment"),
        Column(TURN, "number"),
        Column(TEAM, "team"),
        *([Column(Words(_("promised")), "number"), Column(BROKEN, "number")] if promises else []),
        Column(Words(_("given")), "number"),
        Column(Words(_("share of all")), "percent"),
        Column(Words(_("consequence")), "number"),
        Column(NET, "number"),
        *([Column(NET_PEOPLE, "number")] if people else []),
        Column(Words(_("Role"))),
    ]
    rows: list[list[object]] = []
    for crisis in seen:
        for team in t.teams:
            side, given = team.id, crisis.pledges[team.id]
            said = crisis.promises.get(side)
            word = [said, None if said is None else crisis.broken(side)] if promises else []
            share = given / crisis.total if crisis.total else None
            figures = [*word, given, share, crisis.hit.get(side, 0), crisis.net(side)]
            figures += [crisis.people.get(side, 0)] if people else []
            rows.append([crisis.n, crisis.turn, side, *figures, _role(crisis, side)])
    note = NET_NOTE if people else ""
    return Table(title=Words(_("What each gave and lost in the crises")), columns=columns, rows=rows, note=note)


def _each_crisis(seen: list[CrisisSeen]) -> Table:
    """Return every crisis with its sum, and what it would have been had all kept their word."""
    columns = [
        Column(MOVE, "moment"),
        Column(TURN, "number"),
        Column(Words(_("Crisis"))),
        Column(Words(_("asked")), "number"),
        Column(Words(_("fair share")), "number", 2),
        Column(Words(_("given in all")), "number"),
        Column(Words(_("short by")), "number"),
        Column(Words(_("promised in all")), "number"),
        Column(Words(_("had all kept their word"))),
    ]
    rows: list[list[object]] = []
    for crisis in seen:
        promised = sum(crisis.promises.values()) if crisis.promises else None
        kept: Words | str = "–"
        if promised is not None:
            kept = Words(_("met")) if crisis.kept() else Words(_("not met"))
        short = max(crisis.need - crisis.reached(), 0)
        asked = [crisis.need, round(crisis.fair(), 2)]
        rows.append([crisis.n, crisis.turn, crisis.card, *asked, crisis.total, short, promised, kept])
    return Table(title=Words(_("The crises")), columns=columns, rows=rows, note=PROMISES)


def _pledges_bars(seen: list[CrisisSeen], resource: str, t: TitansTable) -> Bars:
    """Return the pledges stacked up to what was asked: a line where it is always the same, else what is lacking."""
    crises = [crisis for crisis in seen if crisis.resource == resource]
    titles = {
        "money": _("Pledges of money against what was asked"),
        "staff": _("Pledges of employees against what was asked"),
    }
    series = [Series(team.name, [crisis.pledges[team.id] for crisis in crises], team.id) for team in t.teams]
    asked = {crisis.need if crisis.mode == "sum" else None for crisis in crises}
    lacking = [max(crisis.need - crisis.total, 0) if crisis.mode == "sum" else 0 for crisis in crises]
    if len(asked) > 1 and any(lacking):
        series.append(Series(Words(_("lacking")), [*lacking]))
    label = {"sum": _("turn %(turn)s (%(need)s)"), "each": _("turn %(turn)s (%(need)s each)")}
    return Bars(
        title=Words(titles[resource]),
        measure=Words(_("what each gave, stacked; in brackets what was asked")),
        categories=[Words(label[crisis.mode], {"turn": crisis.turn, "need": crisis.need}) for crisis in crises],
        series=series,
        stacked=True,
        reference=asked.pop() if len(asked) == 1 else None,
        reference_label=Words(_("asked")),
    )


def _role(crisis: CrisisSeen, side: str) -> Words | str:
    """Return what set a side apart in a crisis: it led, or a totem saved it."""
    if crisis.leader == side:
        return Words(_("leader"))
    return Words(_("saved by a totem")) if side in crisis.shields and not crisis.met else ""


def _below_fair(seen: list[CrisisSeen], t: TitansTable) -> Table:
    promises = any(crisis.promises for crisis in seen)
    columns = [
        Column(TEAM, "team"),
        Column(Words(_("crises")), "number"),
        Column(Words(_("below the fair share")), "number"),
        Column(Words(_("nothing given")), "number"),
        *([Column(BROKEN, "number")] if promises else []),
        Column(Words(_("led the crisis")), "number"),
        Column(NET, "number"),
        *([Column(NET_PEOPLE, "number")] if any(crisis.people for crisis in seen) else []),
    ]
    rows: list[list[object]] = [
        [
            team.id, len(seen), sum(c.pledges[team.id] < c.fair() for c in seen),
            sum(not c.pledges[team.id] for c in seen),
            *([sum(c.broken(team.id) for c in seen)] if promises else []),
            sum(c.leader == team.id for c in seen), sum(c.net(team.id) for c in seen),
            *([sum(c.people.get(team.id, 0) for c in seen)] if any(crisis.people for crisis in seen) else []),
        ]
        for team in t.teams
    ]  # fmt: skip
    return Table(title=Words(_("Who carried the crises")), columns=columns, rows=rows)


# ---- D2 ---------------------------------------------------------------------------------------


def prices(auctions: list[Won], chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return what the auctions cost against cost, second bid and profit."""
    pieces: list[Evidence] = []
    if auctions:
        rows: list[tuple[str, Words | str, list[tuple[float, float, Words | str, str]]]] = [
            (won.side, _tender(won, t), _spans(won)) for won in auctions
        ]
        pieces.append(
            Spans(
                title=Words(_("Auctions: cost, second bid, price, profit")),
                measure=Words(_("premium from cost to price, then to the profit")),
                axis=Words(_("PR money")),
                rows=rows,
            )
        )
        pieces.append(_auction_table(auctions, t))
    if chronicle.won:
        pieces.append(_won_table(chronicle.won, t))
    return pieces


def _auction_table(auctions: list[Won], t: TitansTable) -> Table:
    columns = [
        Column(MOVE, "moment"),
        Column(Words(_("Tender"))),
        Column(TEAM, "team"),
        Column(Words(_("tender cost")), "number"),
        Column(Words(_("second bid")), "number"),
        Column(Words(_("price")), "number"),
        Column(Words(_("premium paid")), "number"),
        Column(Words(_("gap")), "number"),
    ]
    rows: list[list[object]] = [
        [won.n, _tender(won, t), won.side, won.cost, won.second, won.price, won.price - won.cost, won.gap]
        for won in auctions
    ]
    measure = Words(_("premium: price above the cost; gap: price above the second bid"))
    return Table(title=Words(_("The auctions")), measure=measure, columns=columns, rows=rows)


def _won_table(every: list[Won], t: TitansTable) -> Table:
    columns = [
        Column(MOVE, "moment"),
        Column(Words(_("Tender"))),
        Column(TEAM, "team"),
        Column(Words(_("tender cost")), "number"),
        Column(Words(_("price")), "number"),
        Column(Words(_("turns waited")), "number"),
        Column(Words(_("profit")), "number"),
        Column(Words(_("margin")), "number"),
    ]
    rows: list[list[object]] = [
        [
            won.n,
            _tender(won, t),
            won.side,
            won.cost,
            won.price,
            won.done_turn - won.turn if won.done_n else None,
            won.profit,
            won.profit - won.price,
        ]
        for won in every
    ]
    note = Words(_("No turns waited: the tender was never fulfilled, and its profit never paid."))
    return Table(title=Words(_("All tenders that were got")), columns=columns, rows=rows, note=note)


def _tender(won: Won, t: TitansTable) -> str:
    return t.card_name("tender", won.tender)


def _spans(won: Won) -> list[tuple[float, float, Words | str, str]]:
    premium = Words(_("premium %(n)s"), {"n": won.price - won.cost})
    margin = Words(_("margin %(n)s"), {"n": won.profit - won.price})
    spans: list[tuple[float, float, Words | str, str]] = [(won.cost, won.price, premium, "premium")]
    if won.second is not None:
        spans.append((won.second, won.second, Words(_("second bid %(n)s"), {"n": won.second}), "second"))
    low, high = sorted((won.price, won.profit))
    spans.append((low, high, margin, "margin" if won.profit >= won.price else "loss"))
    return spans


# ---- D3 ---------------------------------------------------------------------------------------


def losers(auctions: list[Won], chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return what losing an auction brought, beside the income from work."""
    names: list[Words | str] = [team.name for team in t.teams]
    series = [
        Series(Words(label), [chronicle.money[team.id].get(why, 0) for team in t.teams])
        for label, why in ((_("work"), "work"), (_("consolation"), "consolation"))
    ]
    pieces: list[Evidence] = [
        Bars(
            title=Words(_("Income from work and from consolation")),
            categories=names,
            series=series,
            unit=Words(_("PR money")),
        )
    ]
    if not auctions:
        return pieces
    columns = [
        Column(MOVE, "moment"),
        Column(Words(_("Tender"))),
        Column(Words(_("winner")), "team"),
        Column(Words(_("price paid")), "number"),
        Column(Words(_("consolation in all")), "number"),
        Column(Words(_("cost of the auction to the bank")), "number"),
        Column(Words(_("bids at the least")), "number"),
    ]
    rows = [
        [
            won.n, _tender(won, t), won.side, won.price, won.consolation, won.consolation - won.price,
            sum(bid == won.cost for bid in won.bids.values()),
        ]
        for won in auctions
    ]  # fmt: skip
    pieces.append(Table(title=Words(_("What the auctions paid to the losers")), columns=columns, rows=rows))
    return pieces


def every_bid(chronicle: Chronicle, t: TitansTable) -> list[Evidence]:
    """Return every bid and every pledge, for the workbook."""
    bids = [
        [
            won.n,
            won.turn,
            _tender(won, t),
            won.cost,
            side,
            bid,
            Words(_("won")) if side == won.side else Words(_("lost")),
        ]
        for won in chronicle.won
        for side, bid in won.bids.items()
    ]
    columns = [
        Column(MOVE, "moment"),
        Column(TURN, "number"),
        Column(Words(_("Tender"))),
        Column(Words(_("tender cost")), "number"),
        Column(TEAM, "team"),
        Column(Words(_("bid")), "number"),
        Column(Words(_("Outcome"))),
    ]
    return [Table(title=Words(_("All bids")), columns=columns, rows=bids)] if bids else []
