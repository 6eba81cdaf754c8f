"""What may be recorded at any time: notes, credits to repay, fines, IOUs of the game bank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.fields import Choice, Field, Number, Offer, Option
from games.engine.i18n import Words, number
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.market.moves_debts import FINES, BankIou, Fine, ForfeitClaim, IssueNote
from games.market.moves_turn import LastRound
from games.market.rules import WHYS
from games.market.state import MarketTable, Note

DEBTS = Words(_("Debts"))
ANY_TIME = Words(_("Any time"))
SUM = Words(_("Sum"))


def any_time(t: MarketTable) -> Iterator[Offer]:
    """Offer what is possible in every phase but the end, as long as no debt is open (§ 3.3)."""
    state, alive = t.state, t.alive()
    for team in alive:
        yield note_offer(t, team)
    for note in state.notes:
        if note.lender in alive:
            yield demand_offer(t, note)
        yield repay_offer(t, note)
    yield from credit_offers(t, alive)
    teams = [Option(team, t.name(team)) for team in alive]
    reasons = [Option(reason, words) for reason, words in FINES.items()]
    player = Choice(name="player", label=Words(_("Player")), options=teams)
    why = Choice(name="reason", label=Words(_("Reason")), options=reasons, value="out_of_turn")
    yield Offer("fine", [REFEREE], Words(Fine.label), fields=[player, why], group=ANY_TIME)
    amount = Number(name="amount", label=SUM, least=100, value=t.kit.constants.round_to)
    yield Offer("bank_iou", [REFEREE], Words(BankIou.label), fields=[player, amount], group=ANY_TIME)
    for team, owed in state.bank_iou.items():
        figures = {"name": t.name(team), "sum": owed}
        label = Words(_("Redeem an IOU: %(name)s, %(sum)s"), figures)
        back = Number(name="amount", label=SUM, value=owed, least=1, most=owed)
        yield Offer("bank_iou_redeem", [REFEREE], label, {"player": team}, [back], ANY_TIME)
    open_claims = [(at, one) for at, one in enumerate(state.claims, 1) if not one.forfeited]
    if open_claims:
        options = [Option(at, _claim_words(t, one.to, one.amount, one.why)) for at, one in open_claims]
        which = Choice(name="posting", label=Words(_("Payment")), options=options)
        yield Offer("forfeit_claim", [REFEREE], Words(ForfeitClaim.label), fields=[which], group=ANY_TIME)
    if t.options.time_limit_min is not None and not state.last_round:
        yield Offer("last_round", [REFEREE], Words(LastRound.label), group=ANY_TIME)


def _claim_words(t: MarketTable, team: str, amount: int, why: str) -> Words:
    return Words(_("%(name)s: %(why)s, %(sum)s"), {"name": t.name(team), "why": Words(WHYS[why]), "sum": amount})


def note_offer(t: MarketTable, team: str) -> Offer:
    """Offer a player a loan of another on a note (M-167, M-168)."""
    lenders = [Option(other, t.name(other), number(t.state.cash[other])) for other in t.others(team)]
    players = [Option(one, t.name(one)) for one in t.alive()]
    step = t.kit.constants.round_to
    fields: list[Field] = [
        Choice(name="lender", label=Words(_("Lender")), options=lenders),
        Number(name="amount", label=SUM, value=_lacking(t, team) or 100 * step, least=step),
        Number(name="percent", label=Words(_("Percent")), value=10, least=0),
        Number(name="due_turn", label=Words(_("Due in turn")), least=t.state.turn, optional=True),
        Choice(name="proposed_by", label=Words(_("Proposed by")), options=players, optional=True),
    ]
    label = Words(_("%(label)s: %(name)s"), {"label": Words(IssueNote.label), "name": t.name(team)})
    return Offer("issue_note", [team], label, fields=fields, group=DEBTS)


def _lacking(t: MarketTable, team: str) -> int:
    """Return what a player lacks for his open debts, rounded up to 100; 0 if he has none."""
    debts = [debt for debt in t.state.obligations if debt.debtor == team]
    step = t.kit.constants.round_to
    lack = sum(debt.amount - t.own_part(team, debt.amount, debt.stakes) for debt in debts) - t.state.cash[team]
    return -(-lack // step) * step if debts and lack > 0 else 0


def demand_offer(t: MarketTable, note: Note) -> Offer:
    """Offer the lender to demand a note (M-171)."""
    figures = {"note": note.id, "name": t.name(note.borrower), "sum": note.total}
    label = Words(_("Demand note № %(note)s: %(name)s, %(sum)s"), figures)
    return Offer("demand_note", [note.lender], label, {"note": note.id}, group=DEBTS)


def repay_offer(t: MarketTable, note: Note) -> Offer:
    """Offer the borrower to repay a note (A-42)."""
    figures = {"note": note.id, "name": t.name(note.borrower), "sum": note.total}
    label = Words(_("Repay note № %(note)s: %(name)s, %(sum)s"), figures)
    return Offer("repay_note", [note.borrower], label, {"note": note.id}, group=DEBTS)


def credit_offers(t: MarketTable, teams: Iterable[str]) -> Iterator[Offer]:
    """Offer players to repay their credits, one of each rate (M-090, A-75)."""
    for team in teams:
        for rate in sorted({credit.rate for credit in t.state.credits.get(team, ())}):
            label = Words(_("Repay the credit at %(rate)s %%: %(name)s"), {"rate": rate, "name": t.name(team)})
            yield Offer("repay_credit", [team], label, {"rate": rate}, group=DEBTS)
