"""D-4, D-5 and D-10: loans and their cost, insurance against losses, insolvencies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.evidence import Bars, Column, Evidence, Fact, Lines, Moment, Moments, Series, Spans, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.evidence_assets import ENTRY, PLAYER
from games.market.names import Label, player_name
from games.market.rules import WHYS
from games.market.seen import UNIT, Insolvency, Loan, Loss, Snapshot, asset_name, drawn, drawn_note

if TYPE_CHECKING:
    from games.market.evidence import MarketCollector
    from games.market.state import MarketTable

KINDS = {"credit": Words(_("credit")), "note": Words(_("promissory note"))}


def borrowed(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-4: debt against equity, and each loan with its effective cost."""
    if not seen.loans:
        return []
    cost = sum(loan.cost for loan in seen.loans)
    amount = sum(loan.amount for loan in seen.loans)
    found: list[Evidence] = [
        ratio(seen, t),
        loans(seen, t, amount, cost),
    ]
    first = next((loan for loan in seen.loans if loan.kind == "credit"), None)
    moments = []
    if first is not None:
        figures = {"name": t.name(first.team), "rate": first.percent}
        words = Words(_("First credit: %(name)s at %(rate)s %%"), figures)
        moments.append(Moment(first.n, first.turn, words, first.team, -first.cost, "credit"))
    dear = max(seen.loans, key=lambda loan: loan.cost)
    if dear.cost:
        figures = {"name": t.name(dear.team), "kind": KINDS[dear.kind], "amount": dear.amount, "cost": dear.cost}
        words = Words(_("%(name)s: %(kind)s of %(amount)s, all its interest %(cost)s"), figures)
        moments.append(Moment(dear.n, dear.turn, words, dear.team, -dear.cost, "credit"))
    if seen.passes:
        interest, n, turn, team = max(seen.passes, key=lambda one: one[0])
        figures = {"name": t.name(team), "sum": interest}
        words = Words(_("%(name)s passes the company “Bank”: interest of %(sum)s"), figures)
        moments.append(Moment(n, turn, words, team, -interest, "credit"))
    if moments:
        found.append(Moments(title=Words(_("The first credit, the dearest loan, the dearest pass")), moments=moments))
    return found


#: With almost no capital left any debt is thousands of percent of it: beyond this a line would hide all others.
MOST_RATIO = 500


def debt_ratio(snapshot: Snapshot, team: str) -> float | None:
    """Return a player's debt in percent of his equity, None where that is not above zero."""
    parts, equity = snapshot.parts.get(team, {}), snapshot.equity[team]
    debt = -parts.get("credits", 0) - min(0, parts.get("notes", 0)) - parts.get("debts", 0)
    return round(100 * debt / equity, 1) if equity > 0 and parts else None


def ratio(seen: MarketCollector, t: MarketTable) -> Lines:
    """Return debt in percent of equity at the end of each turn; no value where equity is not above zero."""
    peak, at, who = 0.0, 0, ""
    series = []
    for team in t.teams:
        for snapshot in seen.snapshots:
            value = debt_ratio(snapshot, team.id)
            if value is not None and value > peak:
                peak, at, who = value, snapshot.turn, team.id
        ratios = [debt_ratio(snapshot, team.id) for snapshot in drawn(seen.snapshots)]
        values = [value if value is not None and value <= MOST_RATIO else None for value in ratios]
        series.append(Series(team.name, list(values), team.id))
    figures = {"name": t.name(who), "turn": at, "ratio": round(peak)}
    title = Words(_("Debt"))
    if peak > MOST_RATIO:
        figures["ratio"] = MOST_RATIO
        title = Words(_("Most debt: %(name)s, above %(ratio)s %% of equity in turn %(turn)s"), figures)
    elif who:
        title = Words(_("Most debt: %(name)s, %(ratio)s %% of equity in turn %(turn)s"), figures)
    return Lines(
        title=title,
        measure=Words(
            _("credits and notes owed, percent of equity at the end of the turn; above %(most)s %% not drawn"),
            {"most": MOST_RATIO},
        ),
        note=drawn_note(seen.snapshots),
        axis=Words(_("turn")),
        points=[str(snapshot.turn) for snapshot in drawn(seen.snapshots)],
        series=series,
        places=1,
    )


def loans(seen: MarketCollector, t: MarketTable, amount: int, cost: int) -> Table:
    """Return every loan with what it cost, and how equity changed between taking and repaying it."""
    labels = (
        _("turn"), _("sum"), _("rate, %%"), _("passes of the company “Bank”"), _("interest passing"),
        _("interest at repayment"), _("repaid, turn"),
    )  # fmt: skip
    columns = [Column(PLAYER, "team"), Column(Words(_("loan")))]
    columns += [Column(Words(label), "number") for label in labels]
    columns += [
        Column(Words(_("effective cost")), "percent"), Column(Words(_("a lap")), "percent"),
        Column(Words(_("equity meanwhile")), "number"),
        Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [
            loan.team, loan_words(t, loan), loan.turn, loan.amount, loan.percent,
            loan.passes or None, loan.paid_passing or None, loan.paid_at_end or None, loan.closed_turn or None,
            loan.cost / loan.amount if loan.amount else None, lap_cost(loan), meanwhile(seen, loan), loan.n,
        ]
        for loan in seen.loans
    ]  # fmt: skip
    title = Words(_("Borrowed %(sum)s, interest %(cost)s"), {"sum": amount, "cost": cost})
    note = Words(_("The effective cost is all interest paid, in percent of the sum; a lap: by passes of the “Bank”"))
    return Table(title=title, measure=UNIT, note=note, columns=columns, rows=rows)


def loan_words(t: MarketTable, loan: Loan) -> Words:
    """Return «кредит», or «вексель: Борис»."""
    if loan.kind == "credit":
        return KINDS["credit"]
    return Words(_("%(kind)s: %(lender)s"), {"kind": KINDS["note"], "lender": player_name(t, loan.lender)})


def lap_cost(loan: Loan) -> float | None:
    """Return what a credit cost on each lap that it was held: all its interest by the passes of the company bank."""
    return loan.cost / loan.amount / max(1, loan.passes) if loan.kind == "credit" and loan.amount else None


def meanwhile(seen: MarketCollector, loan: Loan) -> int | None:
    """Return the change of equity from the end of the turn before the loan to the end of the turn of repayment."""
    if not loan.closed_turn:
        return None
    before = [snapshot.equity[loan.team] for snapshot in seen.snapshots if snapshot.turn < loan.turn]
    after = [snapshot.equity[loan.team] for snapshot in seen.snapshots if snapshot.turn <= loan.closed_turn]
    return after[-1] - before[-1] if before and after else None


# ---- D-5 ----------------------------------------------------------------------------------------


def insurance(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-5: premiums against what they covered, and what stayed uncovered."""
    if not seen.premiums and not seen.losses:
        return []
    teams = [team.id for team in t.teams]
    covered = {team: sum(loss.covered for loss in seen.losses if loss.team == team) for team in teams}
    bare = {team: sum(loss.uncovered for loss in seen.losses if loss.team == team) for team in teams}
    worst = max(teams, key=bare.__getitem__)
    figures = {"premium": sum(seen.premiums.values()), "covered": sum(covered.values()), "bare": sum(bare.values())}
    bars = Bars(
        title=Words(_("Paid for insurance %(premium)s, covered %(covered)s, uncovered %(bare)s"), figures),
        measure=Words(_("premiums, losses covered by certificates, losses paid in cash")),
        categories=[team.name for team in t.teams],
        series=[
            Series(Words(_("premium")), [seen.premiums.get(team, 0) for team in teams]),
            Series(Words(_("covered")), [covered[team] for team in teams]),
            Series(Words(_("uncovered")), [bare[team] for team in teams]),
        ],
        unit=UNIT,
    )
    found: list[Evidence] = [bars, losses(seen, t), break_even(seen, t)]
    if bare[worst]:
        loss = max(seen.losses, key=lambda one: one.uncovered)
        moment = Moment(loss.n, loss.turn, bare_words(t, loss), loss.team, -loss.uncovered, "loss")
        found.append(Moments(title=Words(_("The largest uncovered loss")), moments=[moment]))
    return found


def bare_words(t: MarketTable, loss: Loss) -> Words:
    """Return an uncovered loss, and what the certificates that lacked would have cost and covered (§ 8.1)."""
    constants = t.kit.constants
    lacking = min(constants.insurance_max, -(-loss.amount // constants.insurance_cover)) - loss.used
    figures = {
        "name": t.name(loss.team), "sum": loss.amount, "bare": loss.uncovered, "count": lacking,
        "price": lacking * constants.insurance_price, "more": min(loss.uncovered, lacking * constants.insurance_cover),
    }  # fmt: skip
    if lacking < 1:
        return Words(_("%(name)s: loss of %(sum)s, uncovered %(bare)s"), figures)
    return Words(
        _(
            "%(name)s: loss of %(sum)s, uncovered %(bare)s; certificates lacking: %(count)s, price %(price)s, "
            "cover %(more)s"
        ),
        figures,
    )


def losses(seen: MarketCollector, t: MarketTable) -> Table:
    """Return every loss with the certificates given for it."""
    columns = [
        Column(Words(_("turn")), "number"), Column(PLAYER, "team"), Column(Words(_("loss")), "number"),
        Column(Words(_("certificates")), "number"), Column(Words(_("covered")), "number"),
        Column(Words(_("uncovered")), "number"), Column(Words(_("price paid")), "number"), Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [one.turn, one.team, one.amount, one.used, one.covered, one.uncovered, one.paid, one.n] for one in seen.losses
    ]
    title = Words(_("Losses drawn: %(count)s"), {"count": len(rows)})
    return Table(title=title, measure=UNIT, columns=columns, rows=rows)


def break_even(seen: MarketCollector, t: MarketTable) -> Fact:
    """Return the premium for full cover against the mean loss of the deck, and what the pot paid back."""
    kit = t.kit
    deck = [min(0, card.amount) for card in kit.surprise_cards.values()]
    full = kit.constants.insurance_price * kit.constants.insurance_max
    mean = -sum(deck) // len(deck) if deck else None
    covered = [min(-sum_, kit.constants.insurance_cover * kit.constants.insurance_max) for sum_ in deck]
    saved = sum(covered) // len(deck) if deck else None
    figures: list[tuple[Label, int | float | None, Label]] = [
        (Words(_("Three certificates")), full, UNIT),
        (Words(_("Mean loss of a card of the deck")), mean, UNIT),
        (Words(_("Of it covered by three certificates")), saved, UNIT),
        (Words(_("Paid to the Insurance shareholders at the end")), sum(seen.pot.values()), UNIT),
    ]
    title = Words(_("Full cover costs %(full)s"), {"full": full})
    return Fact(title=title, note=Words(_("Certificates stay until a loss uses them")), figures=figures)


# ---- D-10 ---------------------------------------------------------------------------------------


def insolvencies(seen: MarketCollector, t: MarketTable) -> list[Evidence]:
    """D-10: each insolvency as a way from cash to debt, with what was not used before it."""
    if not seen.insolvencies:
        return []
    found: list[Evidence] = [waterfall(t, seen.insolvencies), cases(seen, t)]
    moments = []
    for case in seen.insolvencies:
        before = [snapshot for snapshot in seen.snapshots if snapshot.turn <= case.turn - 2]
        if before:
            last = before[-1]
            words = Words(
                _("%(name)s two turns before: cash %(cash)s, equity %(equity)s"),
                {"name": t.name(case.team), "cash": last.cash[case.team], "equity": last.equity[case.team]},
            )
            moments.append(Moment(last.n, last.turn, words, case.team, 0, "before"))
        moments.append(opened(t, case))
    found.append(Moments(title=Words(_("Two turns before, and the debt itself")), moments=moments))
    return found


def opened(t: MarketTable, case: Insolvency) -> Moment:
    """Return the opening of an insolvency as a moment; its effect is what forced sales lost against the nominal."""
    lost = sum(received - nominal for _asset, received, nominal in case.sales)
    words = Words(
        _("%(name)s: debt of %(debt)s with cash of %(cash)s"),
        {"name": t.name(case.team), "debt": case.debt, "cash": case.cash},
    )
    return Moment(case.n, case.turn, words, case.team, lost, "insolvency")


def waterfall(t: MarketTable, found: list[Insolvency]) -> Spans:
    """Return for each case the steps from the cash to the debt: sales, notes, what stayed open."""
    rows: list[tuple[str, Label, list[tuple[float, float, Label, str]]]] = []
    for case in found:
        at = float(case.cash)
        steps: list[tuple[float, float, Label, str]] = [(0, at, Words(_("cash")), "cash")]
        for asset, received, _nominal in case.sales:
            steps.append((at, at + received, asset_name(asset), "sale"))
            at += received
        if case.borrowed:
            steps.append((at, at + case.borrowed, Words(_("promissory note")), "note"))
            at += case.borrowed
        if at < case.debt:
            steps.append((at, case.debt, Words(_("missing sum")), "open"))
        label = Words(_("%(name)s, turn %(turn)s"), {"name": t.name(case.team), "turn": case.turn})
        rows.append((case.team, label, steps))
    bankrupt = sum(case.bankrupt for case in found)
    title = Words(_("Insolvencies: %(count)s, bankruptcies: %(out)s"), {"count": len(found), "out": bankrupt})
    note = Words(_("Commissions that came back to the debtor by his own shares are not drawn"))
    return Spans(title=title, measure=UNIT, note=note, axis=UNIT, rows=rows)


def cases(seen: MarketCollector, t: MarketTable) -> Table:
    """Return every insolvency with what was sold and what had not been used before."""
    columns = [
        Column(Words(_("turn")), "number"), Column(PLAYER, "team"), Column(Words(_("payment"))),
        Column(Words(_("debt")), "number"), Column(Words(_("cash")), "number"), Column(Words(_("sold for")), "number"),
        Column(Words(_("its nominal")), "number"), Column(Words(_("on notes")), "number"),
        Column(Words(_("credit not used before")), "number"), Column(Words(_("certificates not bought")), "number"),
        Column(Words(_("how it ended"))), Column(ENTRY, "moment"),
    ]  # fmt: skip
    rows: list[list[Any]] = [
        [
            case.turn, case.team, Words(WHYS.get(case.why, case.why)), case.debt, case.cash,
            sum(received for _a, received, _n in case.sales), sum(nominal for _a, _r, nominal in case.sales),
            case.borrowed, case.unused_credit, case.unused_insurance, outcome(case), case.n,
        ]
        for case in seen.insolvencies
    ]  # fmt: skip
    lost = sum(nominal - received for case in seen.insolvencies for _asset, received, nominal in case.sales)
    title = Words(_("Forced sales lost %(lost)s against the nominal"), {"lost": lost})
    note = Words(_("Not used in the player's two turns before: a credit of 100 000, certificates up to three"))
    return Table(title=title, measure=UNIT, note=note, columns=columns, rows=rows)


def outcome(case: Insolvency) -> Words:
    """Return how an insolvency ended."""
    if case.bankrupt:
        return Words(_("bankrupt"))
    return Words(_("debt paid")) if case.closed_n else Words(_("not paid yet"))
