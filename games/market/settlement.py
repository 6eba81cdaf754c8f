"""The end: bonus, money under the board, debts, handing in assets, capital (§ 3.5)."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK, Posting
from games.engine.move import Name
from games.engine.table import Step
from games.market.names import company_name
from games.market.state import MONEY, POT, Debt, MarketTable
from games.market.turns import MarketMove

#: Debts of the settlement that are posted under their own reason when they are paid in part.
IN_PART = ("credit_principal", "credit_interest", "note_repayment")


class FinalSettlement(MarketMove):
    """Count the results (M-106, M-178 … M-185, A-26, A-53 … A-56).

    `surrender`: in which order a player hands in assets (`trade`, `plot:2`), where he wants to choose.
    """

    label: ClassVar[str] = _("Count the results")
    by_referee: ClassVar[bool] = True

    surrender: dict[str, list[Name]] = {}

    def act(self, t: MarketTable, actor: str) -> None:
        for team, assets in self.surrender.items():
            if team not in t.state.cash:
                t.stop("E_UNKNOWN", "surrender", value=team)
            own = assets_of(t, team)
            for asset in assets:
                if asset not in own:
                    not_his(t, team, asset)
        settle_game(t, self.surrender)

    def told(self, t: MarketTable, step: Step) -> Words:
        winners = t.winners()
        most = max([t.capital(team) for team in winners], default=0)
        figures = {"winners": [t.name(team) for team in winners], "capital": most}
        return Words(_("Results: %(winners)s, capital %(capital)s"), figures)


def not_his(t: MarketTable, team: str, asset: str) -> NoReturn:
    """Refuse to hand in a share or plot that a player does not have."""
    if asset in t.kit.prices:
        t.stop("E_NOT_OWNER_SHARE", "surrender", name=t.name(team), company=company_name(asset))
    plot = asset.removeprefix("plot:")
    if plot in t.kit.lands and plot != asset:
        t.stop("E_NOT_OWNER_PLOT", "surrender", plot=plot, name=t.name(team))
    t.stop("E_UNKNOWN", "surrender", value=asset)


def settle_game(t: MarketTable, wishes: dict[str, list[str]]) -> None:
    """Pay everything that is due at the end and count the capital (§ 3.5, steps 1 to 7)."""
    state = t.state
    alive = t.alive()
    if state.trigger:
        t.transfer(BANK, state.trigger, MONEY, t.kit.constants.bonus, "bonus")
    holders = t.holders("insurance")
    t.transfer(POT, BANK, MONEY, (pot := state.insurance_pot), "insurance_pot", "insurance")
    if pot and holders:
        t.share_out(holders, pot, "insurance_pot_share", "insurance")
    for team in list(state.bank_iou):
        t.redeem(team, state.bank_iou[team])
    queues = {team: debts_of(t, team) for team in alive}
    for team in alive:
        for credit in state.credits.pop(team, ()):
            t.card(team, BANK, "credit", "credit_principal", str(credit.rate))
    state.obligations = []
    state.claims = []
    unpaid = clear(t, alive, queues, wishes)
    for note in list(state.notes):
        t.return_note(note.id)
    state.unpaid = {team: sum_ for team, sum_ in unpaid.items() if sum_}
    state.phase = "finished"


def debts_of(t: MarketTable, team: str) -> list[Debt]:
    """Return what a player owes at the end: open debts, principals and interests by rate, notes by number."""
    state, amount = t.state, t.kit.constants.credit_amount
    stakes = t.holders("bank")
    credits = sorted(state.credits.get(team, ()), key=lambda credit: credit.rate)
    debts = [debt for debt in state.obligations if debt.debtor == team]
    demanded = {debt.note for debt in debts}
    debts += [Debt(team, amount, "credit_principal", BANK, "bank") for _credit in credits]
    debts += [
        Debt(team, interest, "credit_interest", BANK, "bank", dict(stakes))
        for credit in credits
        if (interest := t.last_interest(credit))
    ]
    debts += [
        Debt(team, note.total, "note_repayment", note.lender, f"note:{note.id}", note=note.id)
        for note in sorted(state.notes, key=lambda note: note.id)
        if note.borrower == team and note.id not in demanded
    ]
    return debts


def clear(
    t: MarketTable, alive: list[str], queues: dict[str, list[Debt]], wishes: dict[str, list[str]]
) -> dict[str, int]:
    """Pay in passes, hand in assets, write off the rest; return what stays unpaid (M-181, M-182, A-54, A-55)."""
    unpaid: dict[str, int] = {}
    while True:
        pay_what_goes(t, alive, queues)
        owing = [team for team in alive if queues[team]]
        if not owing:
            return unpaid
        rich = next((team for team in owing if assets_of(t, team)), "")
        if rich:
            hand_in(t, rich, owed(t, rich, queues[rich]) - t.state.cash[rich], wishes.get(rich, []))
            continue
        poor = last_to_wait(t, owing, queues)
        unpaid[poor] = owed(t, poor, queues[poor]) - pay_part(t, poor, queues[poor][0])
        queues[poor] = []


def last_to_wait(t: MarketTable, owing: list[str], queues: dict[str, list[Debt]]) -> str:
    """Return whose debts are written off next, when nobody has assets left: who waits for no other debtor's money.

    Where each waits for the next, it is one who still has cash: what he pays may be enough for the others.
    """
    heads = [queues[team][0] for team in owing]
    awaited = {team for head in heads for team in (head.to, *head.stakes) if team != head.debtor}
    free = [team for team in owing if team not in awaited]
    return free[0] if free else next((team for team in owing if t.state.cash[team] > 0), owing[0])


def pay_what_goes(t: MarketTable, alive: list[str], queues: dict[str, list[Debt]]) -> None:
    """In seat order pay debts while the cash is enough, until nothing moves (pass A)."""
    moved = True
    while moved:
        moved = False
        for team in alive:
            queue = queues[team]
            while queue and t.can_pay(queue[0]):
                t.pay(queue.pop(0))
                moved = True


def owed(t: MarketTable, team: str, queue: list[Debt]) -> int:
    """Return what a player owes others: what comes back to him by his own shares does not count."""
    return sum(debt.amount - t.own_part(team, debt.amount, debt.stakes) for debt in queue)


def assets_of(t: MarketTable, team: str) -> dict[str, int]:
    """Return a player's companies and plots (`plot:2`) with the nominal of one piece."""
    found = {name: t.kit.prices[name] for name, held in t.state.shares.items() if held.get(team)}
    found |= {f"plot:{no}": t.kit.lands[no] for no, owner in t.state.plots.items() if owner == team}
    return found


def handed_in(t: MarketTable, step: Step) -> dict[str, list[Posting]]:
    """Return who hands what in for debts in a settlement, in seat order: each piece by the money paid for it."""
    paid = [one for one in step.postings if one.what == MONEY and one.why in ("surrender_share", "surrender_plot")]
    found = {team: [one for one in paid if one.to == team] for team in t.alive()}
    return {team: pieces for team, pieces in found.items() if pieces}


def hand_in(t: MarketTable, team: str, lack: int, wishes: list[str]) -> None:
    """Hand one asset in: as wished, else the cheapest that covers the gap, else the dearest (A-53).

    It brings its nominal without what option final_commission keeps back.
    """
    kept = t.options.final_commission
    brings = {asset: nominal - t.percent(nominal, kept) for asset, nominal in assets_of(t, team).items()}
    wished = next((asset for asset in wishes if asset in brings), "")
    enough = [asset for asset, sum_ in brings.items() if sum_ >= lack]
    asset = wished or (min(enough, key=brings.__getitem__) if enough else max(brings, key=brings.__getitem__))
    if asset.startswith("plot:"):
        t.take_plot(asset[5:], "surrender_plot")
        t.transfer(BANK, team, MONEY, brings[asset], "surrender_plot", asset)
    else:
        t.take_share(asset, team, "surrender_share")
        t.transfer(BANK, team, MONEY, brings[asset], "surrender_share", asset)


def pay_part(t: MarketTable, team: str, debt: Debt) -> int:
    """Pay what is left on the first debt, to others than the payer himself; return how much that was."""
    cash = t.state.cash[team]
    if cash <= 0:
        return 0
    why = f"{debt.why}_part" if debt.why in IN_PART else debt.why
    t.transfer(team, debt.to, MONEY, cash, why, debt.ref)
    if debt.stakes:
        others = {holder: held for holder, held in debt.stakes.items() if holder != team}
        t.share_out(others, cash, f"{debt.why}_share", debt.ref, team)
    return cash
