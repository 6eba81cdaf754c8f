"""Results and course of the game, D-7 (idle cash), D-8 (structure of capital), one player's sheet, caveats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.evidence import Column, Evidence, Fact, Lines, Moment, Moments, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ops import CORE_WHYS
from games.market.evidence_assets import ENTRY, PLAYER, flow_table, held
from games.market.names import Label
from games.market.rules import WHYS
from games.market.seen import UNIT, Unused, drawn, drawn_note
from games.market.summary import parts_of, standings

if TYPE_CHECKING:
    from games.market.evidence import MarketCollector
    from games.market.state import MarketTable

TURN = Words(_("turn"))


def results(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """Return places and what the capital is made of (M-183)."""
    rows: list[list[Any]] = []
    places = sorted(standings(t), key=lambda one: one.rank)
    for place in places:
        out = place.team in t.state.bankrupt
        parts = {} if out else parts_of(t, place.team)
        made = len(t.state.enterprises.get(place.team, ()))
        unpaid = (
            t.state.unpaid.get(place.team, 0)
            if t.state.phase == "finished"
            else -sum(parts.get(k, 0) for k in ("credits", "debts"))
        )
        state = Words(_("bankrupt")) if out else ""
        rows.append(
            [
                place.rank, place.team, parts.get("cash", 0), parts.get("shares", 0), parts.get("plots", 0),
                place.total, made, unpaid or None, state,
            ]
        )  # fmt: skip
    labels = (_("cash"), _("shares"), _("plots"), _("capital"), _("commissioned"), _("left unpaid"))
    columns = [Column(Words(_("place")), "number"), Column(PLAYER, "team")]
    columns += [Column(Words(label), "number") for label in labels]
    columns.append(Column(""))
    first = [t.name(place.team) for place in places if place.rank == 1]
    title = Words(_("Largest capital: %(names)s, %(sum)s"), {"names": first, "sum": places[0].total})
    measure = Words(_("cash, shares and plots at nominal; enterprises and cards do not count"))
    return [Table(title=title, measure=measure, columns=columns, rows=rows)]


def course(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """Return equity along the turns, and who led."""
    return [equity_lines(seen, t), leaders(seen, t)] if seen.snapshots else []


def equity_lines(seen: MarketCollector, t: MarketTable) -> Lines:
    """Return the equity of each player at the end of each turn."""
    lead = [snapshot.leader() for snapshot in seen.snapshots]
    changes = sum(1 for at in range(1, len(lead)) if lead[at] and lead[at] != lead[at - 1])
    return Lines(
        title=Words(_("The leader changes: %(count)s"), {"count": changes}),
        measure=EQUITY,
        axis=TURN,
        points=[str(snapshot.turn) for snapshot in seen.snapshots],
        series=[
            Series(team.name, [snapshot.equity[team.id] for snapshot in seen.snapshots], team.id) for team in t.teams
        ],
    )


EQUITY = Words(
    _(
        "Equity at the end of the turn: cash, shares and plots at nominal, notes held and IOU, less credits and notes "
        "owed; the last turn by the final capital"
    )
)


def stretches(seen: MarketCollector) -> list[tuple[str, int, int, int]]:
    """Return who led from which turn to which, and the entry that began it."""
    found: list[tuple[str, int, int, int]] = []
    for snapshot in seen.snapshots:
        leader = snapshot.leader()
        if found and (found[-1][0] == leader or not leader):
            team, first, _last, n = found[-1]
            found[-1] = (team, first, snapshot.turn, n)
        elif leader:
            found.append((leader, snapshot.turn, snapshot.turn, snapshot.n))
    return found


def leaders(seen: MarketCollector, t: MarketTable) -> Table:
    """Return the stretches in which each player led."""
    columns = [
        Column(Words(_("leader")), "team"), Column(Words(_("from turn")), "number"),
        Column(Words(_("to turn")), "number"), Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [[team, first, last, n] for team, first, last, n in stretches(seen)]
    title = Words(_("Leaders by equity: %(names)s"), {"names": [t.name(row[0]) for row in rows]})
    return Table(title=title, measure=EQUITY, columns=columns, rows=rows)


# ---- D-7 ----------------------------------------------------------------------------------------


def idle_means(seen: MarketCollector, t: MarketTable) -> dict[str, tuple[int, int, int]]:
    """Return mean and largest cash at the ends of turns, and the turn of the largest (§ 8, idle cash)."""
    found = {}
    for team in t.teams:
        held = [
            (one.cash[team.id], one.turn) for one in seen.snapshots if one.whole and team.id in one.alive
        ]  # fmt: skip
        if held:
            most, turn = max(held, key=lambda one: one[0])
            found[team.id] = (round(sum(cash for cash, _turn in held) / len(held)), most, turn)
    return found


def idle_cash(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-7: money that lay idle, and rights to buy that were left unused with the cash at hand."""
    means = idle_means(seen, t)
    if not means:
        return []
    richest = max(means, key=lambda team: means[team][0])
    figures = {"name": t.name(richest), "mean": means[richest][0]}
    found: list[Evidence] = [
        Lines(
            title=Words(_("Most money idle: %(name)s, %(mean)s on average"), figures),
            measure=Words(_("cash at the end of the turn")),
            axis=TURN,
            note=drawn_note(seen.snapshots),
            points=[str(snapshot.turn) for snapshot in drawn(seen.snapshots)],
            series=[
                Series(team.name, [snapshot.cash[team.id] for snapshot in drawn(seen.snapshots)], team.id)
                for team in t.teams
            ],
        ),
        idle_table(seen, t, means),
    ]
    if seen.unused:
        most = max(seen.unused, key=lambda one: one.cash)
        found.append(unused_table(seen, t))
        words = Words(
            _("%(name)s: cash %(cash)s, a right to buy is not used"), {"name": t.name(most.team), "cash": most.cash}
        )
        moment = Moment(most.n, most.turn, words, most.team, 0, "idle")
        found.append(Moments(title=Words(_("The most idle cash beside an unused right")), moments=[moment]))
    return found


def idle_table(seen: MarketCollector, t: MarketTable, means: dict[str, tuple[int, int, int]]) -> Table:
    """Return idle cash per player."""
    columns = [
        Column(PLAYER, "team"), Column(Words(_("mean cash")), "number"),
        Column(Words(_("part of equity")), "percent"), Column(Words(_("largest")), "number"),
        Column(Words(_("in turn")), "number"), Column(Words(_("unused rights to buy")), "number"),
    ]  # fmt: skip
    rows: list[list[Any]] = []
    for team, (mean, most, turn) in means.items():
        unused = sum(one.team == team for one in seen.unused)
        rows.append([team, mean, cash_share(seen, team, mean), most, turn, unused])
    title = Words(_("Unused rights to buy with enough cash: %(count)s"), {"count": len(seen.unused)})
    note = Words(_("The turn in which the game ends does not count"))
    return Table(
        title=title,
        measure=Words(_("cash at the ends of turns, yuns; against equity above zero")),
        note=note,
        columns=columns,
        rows=rows,
    )


def cash_share(seen: MarketCollector, team: str, mean: int) -> float | None:
    """Return mean cash against mean equity of the same turns; nothing where there was none."""
    equity = [one.equity[team] for one in seen.snapshots if one.whole and team in one.alive]
    whole = sum(equity) / len(equity) if equity else 0
    return mean / whole if whole > 0 else None


def unused_table(seen: MarketCollector, t: MarketTable) -> Table:
    """Return the unused rights, beside the mean return of the shares that others bought in that turn."""
    columns = [
        Column(TURN, "number"), Column(PLAYER, "team"), Column(Words(_("space of the board"))),
        Column(Words(_("cash")), "number"),
        Column(Words(_("cheapest price")), "number"), Column(Words(_("return of others' shares")), "percent"),
        Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [one.turn, one.team, one.space, one.cash, one.price, alternative(seen, one), one.n] for one in seen.unused
    ]
    return Table(
        title=Words(_("Rights to buy left unused")),
        measure=Words(_("the last column: mean return of shares others bought in the turns around")),
        columns=columns,
        rows=rows,
    )


def alternative(seen: MarketCollector, one: Unused) -> float | None:
    """Return the mean ROI of shares others bought in the turns around (a turn has but one player)."""
    near = len(seen.snapshots[0].alive) if seen.snapshots else 1
    flows = [
        flow.roi
        for flow in seen.flows.values()
        if flow.team != one.team and not flow.asset.startswith("plot:") and abs(flow.turn - one.turn) < near
    ]
    known = [roi for roi in flows if roi is not None]
    return sum(known) / len(known) if known else None


# ---- D-8 ----------------------------------------------------------------------------------------

PARTS: dict[str, Words] = {
    "cash": Words(_("cash")),
    "shares": Words(_("shares")),
    "plots": Words(_("plots")),
    "notes": Words(_("promissory notes")),
    "credits": Words(_("credits")),
}


def structure(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-8: what each player's capital was made of, who led, and the largest jumps with their cause."""
    if not seen.snapshots:
        return []
    found: list[Evidence] = [leaders(seen, t)]
    found += [capital_of(seen, t, team.id) for team in t.teams]
    found.append(jumps(seen, t))
    last = stretches(seen)
    if last:
        team, turn, _to, n = last[-1]
        words = Words(_("%(name)s takes the lead for good"), {"name": t.name(team)})
        moment = Moment(n, turn, words, team, 0, "lead")
        found.append(Moments(title=Words(_("The turn that decided the game")), moments=[moment]))
    return found


def capital_of(seen: MarketCollector, t: MarketTable, team: str) -> Lines:
    """Return cash, shares, plots, notes and credits of one player along the turns, stacked."""
    series = [
        Series(words, [snapshot.parts.get(team, {}).get(part, 0) for snapshot in drawn(seen.snapshots)])
        for part, words in PARTS.items()
    ]
    series = [one for one in series if any(one.values)]
    first, last = seen.snapshots[0].equity[team], seen.snapshots[-1].equity[team]
    figures = {"name": t.name(team), "first": first, "last": last}
    return Lines(
        title=Words(_("%(name)s: equity from %(first)s to %(last)s"), figures),
        measure=Words(_("parts of the capital at the end of the turn; debts below zero")),
        axis=TURN,
        note=drawn_note(seen.snapshots),
        points=[str(snapshot.turn) for snapshot in drawn(seen.snapshots)],
        series=series,
        stacked=True,
    )


#: What moves the equity without a payment, or is worded otherwise as a cause.
CAUSES: dict[str, Words] = {
    "auction_price": Words(_("auction above the nominal")),
    "sale_proceeds": Words(_("sale: 20 %% kept back")),
    "note_loan": Words(_("percent of a note")),
    "note_lost": Words(_("note of a bankrupt")),
}


def cause_of(seen: MarketCollector, turn: int, team: str, change: int) -> Label:
    """Return the reason that moved a player's equity most in a turn, in the direction in which it went."""
    sums = {why: sum_ for why, sum_ in seen.causes.get((turn, team), {}).items() if sum_ * change > 0}
    if not sums:
        return ""
    why = max(sums, key=lambda one: abs(sums[one]))
    return CAUSES.get(why) or Words(WHYS.get(why) or CORE_WHYS.get(why) or why)


def jumps(seen: MarketCollector, t: MarketTable, most: int = 10) -> Table:
    """Return the largest changes of equity from turn to turn, each with what caused most of it."""
    found: list[list[Any]] = []
    for before, after in zip(seen.snapshots, seen.snapshots[1:], strict=False):
        for team in t.teams:
            change = after.equity[team.id] - before.equity[team.id]
            gone = team.id not in after.alive
            # who leaves with debts gains nothing by it
            if change and not (gone and change > 0):
                why = Words(_("bankrupt")) if gone else cause_of(seen, after.turn, team.id, change)
                found.append([after.turn, team.id, change, why, after.equity[team.id], after.n])
    found.sort(key=lambda row: -abs(row[2]))
    columns = [
        Column(TURN, "number"), Column(PLAYER, "team"), Column(Words(_("change of equity")), "number"),
        Column(Words(_("most of it by"))), Column(Words(_("equity")), "number"), Column(ENTRY, "moment"),
    ]  # fmt: skip
    if found:
        figures = {"name": t.name(found[0][1]), "turn": found[0][0], "sum": found[0][2]}
        title = Words(_("Largest change: %(name)s in turn %(turn)s, %(sum)s"), figures)
    else:
        title = Words(_("No change of equity"))
    return Table(title=title, measure=EQUITY, columns=columns, rows=found[:most])


# ---- sheet and caveats --------------------------------------------------------------------------


def sheet(seen: MarketCollector, t: MarketTable, team: str) -> list[Evidence]:
    """Return the pieces about one player."""
    found: list[Evidence] = []
    if seen.snapshots:
        found.append(capital_of(seen, t, team))
    mine = [flow for flow in held(seen) if flow.team == team]
    if mine:
        found.append(flow_table(t, mine))
    covered = sum(loss.covered for loss in seen.losses if loss.team == team)
    bare = sum(loss.uncovered for loss in seen.losses if loss.team == team)
    done = [build for build in seen.builds if build.team == team and build.done_turn]
    deals = [deal for deal in seen.owner_deals if deal.owner == team]
    mean = idle_means(seen, t).get(team, (0, 0, 0))[0]
    figures: list[tuple[Label, int | float | None, Label]] = [
        (Words(_("Enterprises commissioned")), len(done), ""),
        (Words(_("Profit of enterprises")), sum(build.profit for build in done), UNIT),
        (Words(_("Interest paid")), sum(loan.cost for loan in seen.loans if loan.team == team), UNIT),
        (Words(_("Paid for insurance")), seen.premiums.get(team, 0), UNIT),
        (Words(_("Losses covered")), covered, UNIT),
        (Words(_("Losses uncovered")), bare, UNIT),
        (Words(_("Mean idle cash")), mean, UNIT),
        (Words(_("Deals in others' turns used")), sum(bool(deal.used_n) for deal in deals), ""),
    ]
    found.append(Fact(title=Words(_("In figures: %(name)s"), {"name": t.name(team)}), figures=figures))
    return found


def caveats(seen: MarketCollector, t: MarketTable) -> list[Label]:
    """Return what the figures cannot show."""
    found: list[Label] = [
        Words(_("Equity counts shares and plots at nominal: what they would have brought at an auction is not known.")),
        Words(
            _("Bargaining is oral: only what shareholders asked at last is recorded, at first only if it was typed.")
        ),
    ]
    if t.state.phase != "finished":
        found.append(Words(_("The game is not over: closing values are those of the table as it stands.")))
    return found
