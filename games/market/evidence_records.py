"""What the debrief gathers about debts: losses, loans, insolvencies."""

from __future__ import annotations

from typing import Any

from games.engine.ledger import BANK, Posting
from games.engine.table import Step
from games.market.seen import Insolvency, Loan, Loss
from games.market.state import MONEY, MarketTable

#: Money against something of the same value: equity stays as it is.
EXCHANGES = frozenset({
    "credit", "credit_principal", "note_repayment", "bank_iou", "iou_redeemed", "insurance_pot",
})  # fmt: skip
#: Money for one share or plot, which counts at its nominal.
AT_NOMINAL = frozenset({
    "share_price", "plot_price", "auction_price", "sale_proceeds", "surrender_share", "surrender_plot",
})  # fmt: skip


def worth(t: MarketTable, one: Posting) -> int:
    """Return what of a payment stands against something of the same value, so that equity stays as it is: an auction
    costs what is above the nominal, a sale a fifth of it."""
    if one.why in AT_NOMINAL:
        return t.kit.lands[one.ref[5:]] if one.ref.startswith("plot:") else t.kit.prices[one.ref]
    if one.why == "note_loan":
        return next((note.total for note in t.state.notes if f"note:{note.id}" == one.ref), one.amount)
    return one.amount if one.why in EXCHANGES else 0


class DebtRecords:
    """The part of the collector that follows what players owe."""

    def __init__(self) -> None:
        self.loans: list[Loan] = []
        #: interest paid by passing the company bank: (sum, entry, turn, team)
        self.passes: list[tuple[int, int, int, str]] = []
        self.losses: list[Loss] = []
        self.insolvencies: list[Insolvency] = []
        self.was: dict[str, Any] = {}
        #: (turn, team) -> reason -> what it brought or took: what moved the equity
        self.causes: dict[tuple[int, str], dict[str, int]] = {}

    def cause(self, turn: int, team: str, why: str, amount: int) -> None:
        """Note what changed a player's equity in a turn."""
        if amount:
            found = self.causes.setdefault((turn, team), {})
            found[why] = found.get(why, 0) + amount

    def on_draw_surprise(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A loss: how much was covered; what is paid at once or later is booked by its posting."""
        if any(one.why == "surprise_gain" for one in step.postings):
            return
        used = sum(one.amount for one in step.postings if one.what == "certificate")
        amount = step.move.loss(t)
        covered = min(amount, used * t.kit.constants.insurance_cover)
        paid = sum(one.amount for one in step.postings if one.why == "surprise_loss" and one.what == MONEY)
        self.losses.append(Loss(step.n, turn, step.actor, amount, used, covered, paid))

    def loss_paid(self, team: str, amount: int) -> None:
        """Book a loss that is paid after its turn of insolvency."""
        for loss in reversed(self.losses):
            if loss.team == team and loss.paid < loss.uncovered:
                loss.paid += amount
                return

    def bankrupt_paid(self, team: str, amount: int) -> None:
        """Book what a bankrupt still pays, if his first debt is a loss."""
        if any(case.team == team and not case.closed_n and case.why == "surprise_loss" for case in self.insolvencies):
            self.loss_paid(team, amount)

    # ---- loans --------------------------------------------------------------------------------

    def on_take_credit(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A credit begins."""
        credit = t.state.credits[step.actor][-1]
        amount = t.kit.constants.credit_amount
        self.loans.append(Loan("credit", step.actor, BANK, amount, credit.rate, turn, step.n))

    def on_repay_credit(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A credit ends: its last interest."""
        interest = sum(one.amount for one in step.postings if one.why == "credit_interest")
        self.close_loan(turn, "credit", step.actor, step.move.rate, 0, interest)

    def on_issue_note(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A note begins."""
        note = t.state.notes[-1] if t.state.notes else None
        if note is not None and note.id == t.state.last_note:
            loan = Loan("note", note.borrower, note.lender, note.amount, note.percent, turn, step.n, note.id)
            self.loans.append(loan)
        for case in self.insolvencies:
            if case.team == step.actor and not case.closed_n:
                case.borrowed += step.move.amount

    def on_declare_bankrupt(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Who lent to a bankrupt loses the note."""
        for note in was["notes"]:
            if note.borrower == step.actor and note.lender in t.state.cash:
                self.cause(turn, note.lender, "note_lost", -note.total)

    def close_loan(self, turn: int, kind: str, team: str, percent: int, number: int, cost: int) -> None:
        """Close the oldest open loan that fits."""
        for loan in self.loans:
            fits = loan.kind == kind and loan.team == team and not loan.closed_turn
            if fits and (loan.id == number if number else loan.percent == percent):
                loan.paid_at_end, loan.closed_turn = cost, turn
                return

    def debts(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Notes that are paid, and cases of insolvency that open or close."""
        state = t.state
        for one in step.postings:
            if one.why == "note_repayment" and one.what == MONEY and one.ref.startswith("note:"):
                number = int(one.ref[5:])
                loan = next((loan for loan in self.loans if loan.kind == "note" and loan.id == number), None)
                if loan is not None:
                    self.close_loan(turn, "note", loan.team, 0, number, one.amount - loan.amount)
        owing = {debt.debtor for debt in state.obligations}
        running = {case.team for case in self.insolvencies if not case.closed_n}
        for debt in state.obligations:
            if debt.debtor not in running:
                running.add(debt.debtor)
                self.open_case(step, t, turn, debt.debtor, debt.why)
        for case in self.insolvencies:
            if case.closed_n:
                continue
            if step.actor == case.team and step.action in ("sell_share", "sell_plot") and step.n != case.n:
                asset = step.move.company if step.action == "sell_share" else f"plot:{step.move.plot}"
                nominal = t.kit.prices[asset] if step.action == "sell_share" else t.kit.lands[asset[5:]]
                got = sum(one.amount for one in step.postings if one.why == "sale_proceeds")
                case.sales.append((asset, got, nominal))
            if case.team not in owing:
                case.closed_n, case.closed_turn = step.n, turn
                case.bankrupt = case.team in state.bankrupt

    def open_case(self, step: Step, t: MarketTable, turn: int, team: str, why: str) -> None:
        """An insolvency opens: debts, cash, and which credit or insurance was not taken before (§ 8, D-10)."""
        owed = sum(debt.amount for debt in t.state.obligations if debt.debtor == team)
        case = Insolvency(step.n, turn, team, t.state.cash[team], owed, why)
        recent = turn - 2 * len(t.alive())
        if not any(loan.kind == "credit" and loan.team == team and loan.turn >= recent for loan in self.loans):
            case.unused_credit = t.kit.constants.credit_amount
        case.unused_insurance = t.kit.constants.insurance_max - self.was["insurance"].get(team, 0)
        self.insolvencies.append(case)
