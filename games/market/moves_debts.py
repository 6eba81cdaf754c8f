"""What may be done at any time: notes, repaying credits, fines, IOUs of the game bank; and bankruptcy."""

from __future__ import annotations

from typing import ClassVar

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Name
from games.engine.table import Step
from games.market.names import company_name, player_name, plot_name
from games.market.state import MONEY, Credit, Debt, MarketTable, Note
from games.market.turns import MarketMove, next_turn, recheck, to_final

#: Reasons of a fine (M-036 … M-038).
FINES: dict[str, Words] = {
    "wrong_space": Words(_("the token stands on a wrong space")),
    "foreign_token": Words(_("moved another player's token")),
    "out_of_turn": Words(_("broke the order of turns")),
}


def round_sum(t: MarketTable, amount: int, field: str) -> None:
    """Ask for a sum above zero that is a multiple of 100."""
    step = t.kit.constants.round_to
    if amount <= 0:
        t.stop("E_AMOUNT", field)
    t.need(amount % step == 0, "E_AMOUNT", field)


class RepayCredit(MarketMove):
    """Repay a credit with its interest, at any time (M-090 … M-092, A-22, A-75)."""

    label: ClassVar[str] = _("Repay a credit")
    in_debt: ClassVar = "others"

    rate: Int

    def act(self, t: MarketTable, actor: str) -> None:
        state = t.state
        found = self.card(t, actor)
        amount = t.kit.constants.credit_amount
        interest = t.last_interest(found)
        stakes = dict(t.holders("bank"))
        want = amount + interest - t.own_part(actor, interest, stakes)
        t.need(want <= state.cash[actor], "E_CASH", "rate", want=want, have=state.cash[actor])
        t.transfer(actor, BANK, MONEY, amount, "credit_principal", "bank")
        if interest:
            t.pay(Debt(actor, interest, "credit_interest", BANK, "bank", stakes))
        state.credits[actor].remove(found)
        t.card(actor, BANK, "credit", "credit_principal", str(self.rate))

    def card(self, t: MarketTable, actor: str) -> Credit:
        """Return the credit card that is repaid: among equal rates the one whose interest was paid last."""
        found = [credit for credit in t.state.credits.get(actor, ()) if credit.rate == self.rate]
        if not found:
            t.stop("E_CREDIT_UNKNOWN", "rate", name=t.name(actor), rate=self.rate)
        return max(found, key=lambda credit: credit.paid)

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "rate": self.rate, "sum": _out(step)}
        return Words(_("%(name)s repays the credit at %(rate)s %%: %(sum)s"), figures)


class IssueNote(MarketMove):
    """Borrow from another player on a note, at any time (M-007, M-026, M-167 … M-170, M-172, M-175, A-42, A-65).

    The percent is flat for the whole term; without `due_turn` the lender may demand it any time.
    """

    label: ClassVar[str] = _("Borrow on a note")
    in_debt: ClassVar = "anybody"
    codes: ClassVar[dict[str, str]] = {"amount": "E_AMOUNT", "percent": "E_AMOUNT"}

    lender: Name
    amount: Int
    percent: Int = 0
    due_turn: Int | None = None
    proposed_by: Name = ""

    def act(self, t: MarketTable, actor: str) -> None:
        state, lender = t.state, self.lender
        if lender not in state.cash:
            t.stop("E_UNKNOWN", "lender", value=lender)
        t.need(lender not in state.bankrupt, "E_PLAYER_OUT", "lender", name=t.name(lender))
        if lender == actor:
            t.stop("E_NOTE_SELF", "lender")
        out = sum([note.borrower == actor for note in state.notes])
        t.need(
            out < t.kit.constants.notes_per_player,
            "E_NOTE_LIMIT",
            name=t.name(actor),
            most=t.kit.constants.notes_per_player,
        )
        round_sum(t, self.amount, "amount")
        if self.percent < 0:
            t.stop("E_AMOUNT", "percent")
        have = state.cash[lender]
        t.need(have >= self.amount, "E_NOTE_CASH", "amount", name=t.name(lender), have=have)
        state.last_note += 1
        total = self.amount + t.percent(self.amount, self.percent)
        number = state.last_note
        state.notes.append(Note(number, actor, lender, self.amount, self.percent, total, self.due_turn, state.turn))
        t.transfer(lender, actor, MONEY, self.amount, "note_loan", f"note:{number}")
        t.card(actor, lender, "note", "note_loan", f"note:{number}")

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor), "lender": t.name(self.lender), "amount": self.amount,
            "percent": self.percent, "turn": self.due_turn or 0,
        }  # fmt: skip
        if self.due_turn is None:
            return Words(_("Note: %(lender)s lends %(name)s %(amount)s at %(percent)s %%, on demand"), figures)
        return Words(_("Note: %(lender)s lends %(name)s %(amount)s at %(percent)s %% until turn %(turn)s"), figures)


class _OnNote(MarketMove):
    """A move about one note."""

    codes: ClassVar[dict[str, str]] = {"note": "E_NOTE_UNKNOWN"}

    note: Int

    def found(self, t: MarketTable, team: str, side: str) -> Note:
        """Return the note if `team` is its lender or borrower."""
        found = [note for note in t.state.notes if note.id == self.note and getattr(note, side) == team]
        if not found:
            t.stop("E_NOTE_UNKNOWN", "note", note=self.note)
        return found[0]


class DemandNote(_OnNote):
    """The lender demands repayment when the term has come (M-171); the borrower may become insolvent."""

    label: ClassVar[str] = _("Demand a note")
    in_debt: ClassVar = "debtor"

    def act(self, t: MarketTable, actor: str) -> None:
        note = self.found(t, actor, "lender")
        if note.due_turn is not None:
            t.need(t.state.turn >= note.due_turn, "E_NOTE_NOT_DUE", "note", due=note.due_turn)
        if any(debt.note == note.id for debt in t.state.obligations):
            t.stop("E_NOTE_UNKNOWN", "note", note=self.note)
        t.owe(Debt(note.borrower, note.total, "note_repayment", note.lender, f"note:{note.id}", note=note.id))

    def told(self, t: MarketTable, step: Step) -> Words:
        paid = next((p for p in step.postings if p.why == "note_repayment"), None)
        figures = {"name": t.name(step.actor), "note": self.note}
        if paid is None:
            return Words(_("%(name)s demands note № %(note)s: the cash is not enough"), figures)
        figures |= {"borrower": t.name(paid.from_), "sum": paid.amount}
        return Words(_("%(name)s demands note № %(note)s: %(borrower)s pays %(sum)s"), figures)


class RepayNote(_OnNote):
    """The borrower repays a note, early with the full percent (A-42)."""

    label: ClassVar[str] = _("Repay a note")
    in_debt: ClassVar = "others"

    def act(self, t: MarketTable, actor: str) -> None:
        note, cash = self.found(t, actor, "borrower"), t.state.cash[actor]
        t.need(note.total <= cash, "E_CASH", "note", want=note.total, have=cash)
        t.state.obligations = [debt for debt in t.state.obligations if debt.note != note.id]
        t.pay(Debt(actor, note.total, "note_repayment", note.lender, f"note:{note.id}", note=note.id))

    def told(self, t: MarketTable, step: Step) -> Words:
        to = next((p.to for p in step.postings if p.why == "note_repayment"), "")
        figures = {"name": t.name(step.actor), "note": self.note, "sum": _out(step), "lender": player_name(t, to)}
        return Words(_("%(name)s repays note № %(note)s: %(sum)s to %(lender)s"), figures)


class Fine(MarketMove):
    """A fine of 20 000 for one of three reasons (M-035 … M-038, A-40)."""

    label: ClassVar[str] = _("Fine")
    by_referee: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"reason": "E_FINE_REASON"}

    player: Name
    reason: Name = ""

    def act(self, t: MarketTable, actor: str) -> None:
        if self.player not in t.state.cash:
            t.stop("E_UNKNOWN", "player", value=self.player)
        t.need(self.player not in t.state.bankrupt, "E_PLAYER_OUT", "player", name=t.name(self.player))
        t.need(self.reason.strip(), "E_REASON", "reason")
        t.need(self.reason in FINES, "E_FINE_REASON", "reason")
        t.owe(Debt(self.player, t.kit.constants.fine, "fine"))

    def told(self, t: MarketTable, step: Step) -> Words:
        why = FINES.get(self.reason, self.reason)
        figures = {"name": t.name(self.player), "fine": t.kit.constants.fine, "why": why}
        return Words(_("Fine: %(name)s, %(fine)s, %(why)s"), figures)


class BankIou(MarketMove):
    """The game bank borrows from a player on an IOU, one to one (M-187, A-62)."""

    label: ClassVar[str] = _("IOU of the game bank")
    by_referee: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"amount": "E_AMOUNT"}

    player: Name
    amount: Int

    def act(self, t: MarketTable, actor: str) -> None:
        state, player = t.state, self.player
        if player not in state.cash:
            t.stop("E_UNKNOWN", "player", value=player)
        t.need(player not in state.bankrupt, "E_PLAYER_OUT", "player", name=t.name(player))
        round_sum(t, self.amount, "amount")
        have = state.cash[player]
        t.need(self.amount <= have, "E_CASH", "amount", want=self.amount, have=have)
        t.transfer(player, BANK, MONEY, self.amount, "bank_iou")
        state.bank_iou[player] = state.bank_iou.get(player, 0) + self.amount

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {"name": t.name(self.player), "amount": self.amount}
        return Words(_("The game bank borrows %(amount)s: %(name)s"), figures)


class BankIouRedeem(MarketMove):
    """The game bank pays an IOU back (M-187)."""

    label: ClassVar[str] = _("Redeem an IOU")
    by_referee: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"amount": "E_AMOUNT"}

    player: Name
    amount: Int

    def act(self, t: MarketTable, actor: str) -> None:
        if self.player not in t.state.cash:
            t.stop("E_UNKNOWN", "player", value=self.player)
        round_sum(t, self.amount, "amount")
        have = t.state.bank_iou.get(self.player, 0)
        if self.amount > have:
            t.stop("E_AMOUNT", "amount")
        t.redeem(self.player, self.amount)

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {"name": t.name(self.player), "amount": self.amount}
        return Words(_("The game bank redeems its IOU: %(name)s, %(amount)s"), figures)


class DeclareBankrupt(MarketMove):
    """A debtor without shares and plots leaves the game (M-177, A-47 … A-51).

    His cash goes to the creditor of his first debt; his other debts and notes lapse, his cards return to the tray.
    """

    label: ClassVar[str] = _("Declare bankrupt")
    in_debt: ClassVar = "debtor"

    def act(self, t: MarketTable, actor: str) -> None:
        state = t.state
        debts = [debt for debt in state.obligations if debt.debtor == actor]
        if not debts:
            t.stop("E_NOT_INSOLVENT", name=t.name(actor))
        assets: list[Words | str] = [company_name(name) for name, held in state.shares.items() if held.get(actor)]
        assets += [plot_name(no) for no, owner in state.plots.items() if owner == actor]
        if assets:
            t.stop("E_BANKRUPT_ASSETS", assets=assets)
        give_cash(t, actor, debts[0])
        give_cards(t, actor)
        release_claims(t, actor)
        state.bankrupt.append(actor)
        recheck(t)
        if len(t.alive()) < 2:
            to_final(t)
        elif state.current == actor:
            next_turn(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        return Words(_("%(name)s is bankrupt and leaves the game"), {"name": t.name(step.actor)})


def give_cash(t: MarketTable, team: str, head: Debt) -> None:
    """Give a bankrupt's last money to the creditor of his first debt, rounded down between shareholders (A-48).

    A stake of his own counts for nothing: the other shareholders divide all of it.
    """
    cash = t.state.cash[team]
    if cash <= 0:
        return
    if t.options.bankrupt_cash == "creditor":
        if head.to != BANK:
            t.transfer(team, head.to, MONEY, cash, "bankrupt_partial", head.ref)
        others = {holder: held for holder, held in head.stakes.items() if holder != team}
        step, sold = t.kit.constants.round_to, sum(others.values())
        for holder, held in others.items():
            if holder != BANK:
                part = cash * held // (sold * step) * step
                t.transfer(team, holder, MONEY, part, "bankrupt_partial", head.ref)
    t.transfer(team, BANK, MONEY, t.state.cash[team], "bankrupt_cash", head.ref)


def give_cards(t: MarketTable, team: str) -> None:
    """Return a bankrupt's credits, licences, certificates and notes to the tray (A-48, A-50)."""
    state = t.state
    for credit in state.credits.pop(team, ()):
        t.card(team, BANK, "credit", "bankruptcy", str(credit.rate))
    for made in state.enterprises.pop(team, ()):
        t.card(team, BANK, "licence", "bankruptcy", f"plot:{made.plot}" if made.plot else "")
    t.transfer(team, BANK, "certificate", state.insurance.pop(team, 0), "bankruptcy")
    state.insurance.pop(team, None)
    for note in [note for note in state.notes if note.borrower == team]:
        state.notes.remove(note)
        t.card(note.lender, BANK, "note", "bankruptcy", f"note:{note.id}")


def release_claims(t: MarketTable, team: str) -> None:
    """What others owe a bankrupt is due to the game bank, or cancelled (A-49); his own debts lapse."""
    state = t.state
    cancel = t.options.bankrupt_claims == "cancel"
    for note in [note for note in state.notes if note.lender == team]:
        if cancel:
            state.notes.remove(note)
            t.card(team, note.borrower, "note", "bankruptcy", f"note:{note.id}")
        else:
            note.lender = BANK
            t.card(team, BANK, "note", "bankruptcy", f"note:{note.id}")
    kept = []
    for debt in state.obligations:
        if debt.debtor == team or (debt.to == team and cancel):
            continue
        if debt.to == team:
            debt.to = BANK
        if team in debt.stakes:
            debt.stakes[BANK] = debt.stakes.get(BANK, 0) + debt.stakes.pop(team)
        kept.append(debt)
    state.obligations = kept
    state.bank_iou.pop(team, None)
    if team in state.skip:
        state.skip.remove(team)


class ForfeitClaim(MarketMove):
    """Strike out a payment of this turn that nobody demanded (M-034, A-77, amendment 4; claims = on_demand).

    `posting` is its number among the payments of this turn. What a player paid goes back to him, the rest to the bank.
    """

    label: ClassVar[str] = _("Not demanded")
    by_referee: ClassVar[bool] = True

    posting: Int

    def act(self, t: MarketTable, actor: str) -> None:
        claims = t.state.claims
        if t.options.claims != "on_demand":
            t.stop("E_VOID", "posting", reason=Words(_("payments are made automatically in this session")))
        if not 1 <= self.posting <= len(claims) or claims[self.posting - 1].forfeited:
            t.stop("E_VOID", "posting", reason=Words(_("there is no such payment in this turn")))
        claim = claims[self.posting - 1]
        if t.state.cash[claim.to] < claim.amount:
            t.need(False, "E_VOID", "posting", reason=Words(_("the money is spent already")))
        claim.forfeited = True
        t.transfer(claim.to, claim.back, MONEY, claim.amount, "not_demanded", claim.ref)
        t.notice("N_CLAIM", name=t.name(claim.to), amount=claim.amount)

    def told(self, t: MarketTable, step: Step) -> Words:
        lost = next((p for p in step.postings if p.why == "not_demanded"), None)
        figures = {"name": t.name(lost.from_) if lost else "", "sum": lost.amount if lost else 0}
        return Words(_("%(name)s does not demand %(sum)s in time"), figures)


def _out(step: Step) -> int:
    return sum(p.amount for p in step.postings if p.from_ == step.actor and p.what == MONEY)
