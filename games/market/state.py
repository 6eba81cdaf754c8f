"""The table of «Рынок»: what it remembers, and the few ways in which money and cards change hands."""

from __future__ import annotations

import msgspec

from games.engine.ledger import BANK, Posting
from games.engine.table import State, Table
from games.market.kit import MarketKit
from games.market.options import Options

POT = "pot"
MONEY = "money"


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """What lies on a card «Предприятие»: the licence's product and the other cards."""

    product: str
    cards: list[str] = []


class Enterprise(msgspec.Struct, forbid_unknown_fields=True):
    """A commissioned enterprise: the licence before its owner, the plot it was made on, and the turn."""

    product: str
    plot: str
    turn: int


class Credit(msgspec.Struct, forbid_unknown_fields=True):
    """A credit card before a player; `paid` is the turn in which its interest was paid last."""

    rate: int
    turn: int
    paid: int = 0


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """A note of hand; `lender` may become the game bank by a bankruptcy."""

    id: int
    borrower: str
    lender: str
    amount: int
    percent: int
    total: int
    due_turn: int | None
    turn: int


class Debt(msgspec.Struct, forbid_unknown_fields=True):
    """A payment that waits for money. `stakes` are the shares of the company that is owed, as they were then."""

    debtor: str
    amount: int
    why: str
    to: str = BANK
    ref: str = ""
    stakes: dict[str, int] = {}
    note: int = 0


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """A payment of this turn that may be struck out if it was not demanded (claims = on_demand)."""

    to: str
    amount: int
    why: str
    back: str
    ref: str = ""
    forfeited: bool = False


class Stop(msgspec.Struct, forbid_unknown_fields=True):
    """A space that a token comes to: its index, and how many payments of the move are made when it is behind."""

    at: int
    paid: int


class Way(msgspec.Struct, forbid_unknown_fields=True):
    """The move of a token in this turn: whose, from where and with how much cash, space by space, with its payments."""

    team: str
    start: int
    cash: int
    stops: list[Stop] = []
    paid: list[Posting] = []


class Market(State):
    """All the table remembers. `phase` is the one that goes on when all debts are paid."""

    turn: int = 1
    current: str = ""
    phase: str = "pre_roll"
    first: str = ""
    cash: dict[str, int] = {}
    pos: dict[str, int] = {}
    shares: dict[str, dict[str, int]] = {}
    plots: dict[str, str] = {}
    progress: dict[str, Progress] = {}
    enterprises: dict[str, list[Enterprise]] = {}
    insurance: dict[str, int] = {}
    credits: dict[str, list[Credit]] = {}
    notes: list[Note] = []
    last_note: int = 0
    bank_iou: dict[str, int] = {}
    insurance_pot: int = 0
    obligations: list[Debt] = []
    bankrupt: list[str] = []
    #: key of turns.RIGHTS, whose it is, and what is used of it: "", on the space of the bank "part" (the share) or
    #: "credit", or "all"
    right: str = ""
    right_of: str = ""
    used: str = ""
    must: str = ""
    credit_taken: bool = False
    dice: list[int] = []
    skip: list[str] = []
    claims: list[Claim] = []
    #: what the table has to hand over now: the token's move of this turn, and the postings of the last entry
    way: Way | None = None
    last: list[Posting] = []
    trigger: str = ""
    last_round: bool = False
    stopped: bool = False
    #: what stayed unpaid at the end
    unpaid: dict[str, int] = {}


#: Payments to players that on_demand lets lapse, by reason.
CLAIMABLE = frozenset({
    "dividends", "enterprise_income", "exchange_commission", "realtor_commission", "card_commission",
    "credit_interest_share", "school_fee_share", "consulting_fee_share", "consultation_share",
    "refusal_charge_share", "surprise_gain", "start_bonus",
})  # fmt: skip


class MarketTable(Table[MarketKit, Options, Market]):
    """Accounts are the teams, the game bank (endless) and the money under the board."""

    def shift(self, account: str, what: str, by: int) -> None:
        state = self.state
        if what == MONEY:
            if account in state.cash:
                state.cash[account] += by
            elif account == POT:
                state.insurance_pot += by
        elif what == "certificate" and account in state.cash:
            state.insurance[account] = state.insurance.get(account, 0) + by

    # ---- figures ------------------------------------------------------------------------------

    def rounded(self, sum_: int, parts: int = 1) -> int:
        """Return sum_ / parts rounded to 100 as the option says (M-186): half up, or down."""
        step = self.kit.constants.round_to
        if self.options.rounding == "down":
            return sum_ // (parts * step) * step
        return (2 * sum_ + parts * step) // (2 * parts * step) * step

    def percent(self, amount: int, percent: int) -> int:
        """Return a percentage, rounded."""
        return self.rounded(amount * percent, 100)

    def holders(self, company: str) -> dict[str, int]:
        """Return who holds how many shares of a company."""
        return self.state.shares.get(company) or {}

    def stake(self, company: str, team: str) -> int:
        """Return how many shares of a company a player holds."""
        held = self.state.shares.get(company)
        return held.get(team, 0) if held else 0

    def share_count(self, team: str) -> int:
        """Return how many shares a player holds in all."""
        return sum(held.get(team, 0) for held in self.state.shares.values())

    def nominal(self, team: str) -> int:
        """Return the nominal value of a player's shares and plots."""
        state, prices, lands = self.state, self.kit.prices, self.kit.lands
        value = 0
        for company, held in state.shares.items():
            if team in held:
                value += held[team] * prices[company]
        for plot, owner in state.plots.items():
            if owner == team:
                value += lands[plot]
        return value

    def capital(self, team: str) -> int:
        """Return cash, shares and plots at nominal, nothing else; a bankrupt has none (M-183 … M-185)."""
        return 0 if team in self.state.bankrupt else self.state.cash[team] + self.nominal(team)

    def winners(self) -> list[str]:
        """Return who has the largest capital; equal ones share the place (A-56)."""
        alive = self.alive()
        most = max([self.capital(team) for team in alive], default=0)
        return [team for team in alive if self.capital(team) == most]

    def markers(self, team: str) -> int:
        """Return how many markers a player has on the board."""
        return self.share_count(team) + sum(owner == team for owner in self.state.plots.values())

    def interest(self, credits: list[Credit]) -> int:
        """Return the interest on credits for one pass of the company bank (M-085)."""
        amount = self.kit.constants.credit_amount
        return self.rounded(sum([credit.rate for credit in credits]) * amount, 100)

    def last_interest(self, credit: Credit) -> int:
        """Return the interest paid with the principal: by option repay_interest not twice in a turn (A-22)."""
        paid = credit.paid == self.state.turn and self.options.repay_interest == "skip_if_paid_this_turn"
        return 0 if paid else self.interest([credit])

    def monopolies(self, team: str) -> list[str]:
        """Return the companies of which a player holds two or three shares (M-119)."""
        return [company for company, held in self.state.shares.items() if held.get(team, 0) > 1]

    def asks_nobody(self, company: str, team: str) -> bool:
        """Whether a player buys at the nominal price, or takes a credit freely: no shareholders, or he holds two or
        three shares or the only sold one (M-087, M-153, M-154)."""
        held = self.state.shares.get(company)
        if not held:
            return True
        own = held.get(team, 0)
        return own > 1 or own == sum(held.values())

    def alive(self) -> list[str]:
        """Return who is not bankrupt, in seat order."""
        out = self.state.bankrupt
        return [team.id for team in self.teams if team.id not in out]

    def others(self, team: str) -> list[str]:
        """Return who else is not bankrupt, in seat order."""
        return [other for other in self.alive() if other != team]

    def debtors(self) -> list[str]:
        """Return who has an open debt, in the order in which the first of each arose (amendment 3)."""
        return list(dict.fromkeys(debt.debtor for debt in self.state.obligations))

    @property
    def phase(self) -> str:
        """The phase as the table calls it: an open debt interrupts any other."""
        state = self.state
        if state.obligations and state.phase not in ("final", "finished"):
            return "insolvency"
        return state.phase

    # ---- cards --------------------------------------------------------------------------------

    def card(self, source: str, to: str, what: str, why: str, ref: str = "", count: int = 1) -> None:
        """Post that cards or a marker change hands; the state says where they are."""
        self.postings.append(Posting(source, to, what, count, why, ref))

    def give_share(self, company: str, team: str, why: str) -> None:
        """Put a player's marker on a company (M-059, M-065). Asks for a free marker (M-010)."""
        state = self.state
        held = state.shares.get(company)
        if held is None:
            held = state.shares[company] = {}
        held[team] = held.get(team, 0) + 1
        self.card(BANK, team, "share", why, company)
        self.marked(team, "N_MARKER_SHARE")

    def take_share(self, company: str, team: str, why: str) -> None:
        """Take a player's marker off a company (M-060)."""
        held = self.state.shares[company]
        if held[team] > 1:
            held[team] -= 1
        else:
            del held[team]
            if not held:
                del self.state.shares[company]
        self.card(team, BANK, "share", why, company)

    def give_plot(self, plot: str, team: str, why: str) -> None:
        """Put a player's marker on a plot and give him its card «Предприятие» (M-127, M-129, M-139)."""
        self.state.plots[plot] = team
        self.card(BANK, team, "plot", why, f"plot:{plot}")
        self.marked(team, "N_MARKER_PLOT")

    def take_plot(self, plot: str, why: str) -> None:
        """Take the marker off a plot; what lies on its card goes to the bank without payment (M-132)."""
        state = self.state
        team = state.plots.pop(plot)
        ref = f"plot:{plot}"
        self.card(team, BANK, "plot", why, ref)
        lying = state.progress.pop(plot, None)
        if lying is not None:
            self.card(team, BANK, "licence", why, ref)
            for kind in lying.cards:
                self.card(team, BANK, kind, why, ref)

    def marked(self, team: str, hint: str) -> None:
        """Ask for a marker where they are limited, and remind which side lies up (M-010, M-040)."""
        if self.options.marker_limit != "off":
            most = self.kit.constants.markers_per_player
            have = self.markers(team)
            if have > most:
                if self.options.marker_limit == "enforce":
                    self.need(False, "E_MARKERS", most=most)
                self.notice("W_MARKERS", name=self.name(team), have=have, most=most)
        self.notice(hint, name=self.name(team))

    # ---- money --------------------------------------------------------------------------------

    def income(self, source: str, team: str, amount: int, why: str, ref: str = "", payer: str = BANK) -> None:
        """Pay a player what he is due; with claims = on_demand it may be struck out this turn (M-034)."""
        self.transfer(source, team, MONEY, amount, why, ref)
        if self.options.claims == "on_demand" and amount and why in CLAIMABLE:
            self.state.claims.append(Claim(team, amount, why, payer, ref))

    def share_out(
        self, stakes: dict[str, int], amount: int, why: str, ref: str, payer: str = BANK, source: str = BANK
    ) -> None:
        """Divide a company's income between its sold shares (M-068 … M-077); the rest stays with the bank."""
        sold = 0
        for held in stakes.values():
            sold += held
        for team, held in stakes.items():
            part = self.rounded(amount * held, sold)
            if team != BANK and part:
                self.income(source, team, part, why, ref, payer)

    def own_part(self, team: str, amount: int, stakes: dict[str, int]) -> int:
        """Return what comes back to a payer who holds shares of the company he pays."""
        held = stakes.get(team)
        return self.rounded(amount * held, sum(stakes.values())) if held else 0

    def can_pay(self, debt: Debt) -> bool:
        """Whether the cash is enough, what comes back to the payer included (A-07)."""
        cash = self.state.cash[debt.debtor]
        return cash >= debt.amount or cash + self.own_part(debt.debtor, debt.amount, debt.stakes) >= debt.amount

    def owe(self, debt: Debt) -> None:
        """Pay at once, or queue behind the debtor's open debts (§ 3.1, M-173)."""
        if debt.amount <= 0:
            return
        queue = self.state.obligations
        waits = queue and any(earlier.debtor == debt.debtor for earlier in queue)
        if waits or not self.can_pay(debt):
            queue.append(debt)
        else:
            self.pay(debt)

    def pay(self, debt: Debt) -> None:
        """Move the money of a debt: the whole sum to whom it is owed, a company's income on to its shareholders."""
        self.transfer(debt.debtor, debt.to, MONEY, debt.amount, debt.why, debt.ref)
        if debt.stakes:
            self.share_out(debt.stakes, debt.amount, f"{debt.why}_share", debt.ref, debt.debtor)
        if debt.note:
            self.return_note(debt.note)

    def owe_company(self, debtor: str, company: str, amount: int, why: str) -> None:
        """Owe a company its income: to its shareholders, or to the bank if there are none (M-069)."""
        held = self.state.shares.get(company)
        self.owe(Debt(debtor, amount, why, BANK, company, dict(held) if held else {}))

    def return_note(self, note: int) -> None:
        """Give a paid note back to its borrower."""
        for found in self.state.notes:
            if found.id == note:
                self.state.notes.remove(found)
                self.card(found.lender, found.borrower, "note", "note_returned", f"note:{note}")
                return

    def settle(self, at_end: bool = True) -> None:
        """Pay what can be paid now: each debtor's debts in the order in which they arose (amendment 3).

        At the end of a move a debtor's IOU is redeemed first: before that he is not insolvent (amendment 2).
        """
        state = self.state
        while state.obligations:
            seen: set[str] = set()
            for debt in state.obligations:
                if debt.debtor in seen:
                    continue
                seen.add(debt.debtor)
                if at_end and state.bank_iou.get(debt.debtor) and not self.can_pay(debt):
                    self.redeem(debt.debtor, state.bank_iou[debt.debtor])
                if self.can_pay(debt):
                    state.obligations.remove(debt)
                    self.pay(debt)
                    break
            else:
                return

    def redeem(self, team: str, amount: int) -> None:
        """Pay an IOU of the game bank back, one to one (M-187)."""
        self.state.bank_iou[team] -= amount
        if not self.state.bank_iou[team]:
            del self.state.bank_iou[team]
        self.transfer(BANK, team, MONEY, amount, "iou_redeemed")
