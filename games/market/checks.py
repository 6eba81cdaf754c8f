"""What must hold of a table whatever was corrected by hand: nothing from nowhere, nobody unknown."""

from __future__ import annotations

from collections.abc import Iterable

from games.market.kit import CARDS
from games.market.state import MarketTable
from games.market.turns import BANK_LEFT, RIGHTS

PHASES = ("pre_roll", "resolve", "deals", "owner_deal", "done", "final", "finished")
MUSTS = ("", "plot", "surprise", "consultation", "antimonopoly")


def check_table(t: MarketTable) -> None:
    """Ask the invariants. Raises Refusal: E_UNKNOWN, E_BELOW_ZERO, E_CONSERVATION.

    A share set to nought and a plot given to nobody are taken off the board.
    """
    state = t.state
    state.shares = {
        company: kept
        for company, held in state.shares.items()
        if (kept := {team: count for team, count in held.items() if count})
    }
    state.plots = {no: owner for no, owner in state.plots.items() if owner}
    _known(t)
    _counts(t)


def _known(t: MarketTable) -> None:
    """Ask that every name on the table is one of the game."""
    state, kit, teams = t.state, t.kit, t.state.cash
    holders = {team for held in state.shares.values() for team in held}
    owners = {*state.plots.values(), *state.insurance, *state.credits, *state.enterprises, *state.bank_iou, *holders}
    players = (
        owners | {*state.bankrupt, *state.skip, state.current, state.first} | {note.borrower for note in state.notes}
    )
    players |= {team for team in (state.right_of, state.trigger) if team}
    _all(t, players, teams)
    _all(t, (note.lender for note in state.notes), [*teams, "bank"])
    _all(t, state.shares, kit.companies)
    _all(t, [*state.plots, *state.progress], kit.plots)
    _all(t, state.progress, state.plots)
    _all(t, (lying.product for lying in state.progress.values()), kit.products)
    _all(t, (card for lying in state.progress.values() for card in lying.cards), CARDS)
    _all(t, (str(credit.rate) for held in state.credits.values() for credit in held), kit.credit_cards)
    _all(t, (str(at) for at in state.pos.values()), [str(at) for at in range(len(kit.path))])
    _all(t, [state.phase], PHASES)
    _all(t, [state.must], MUSTS)
    _all(t, [state.right], ["", *RIGHTS])
    _all(t, [state.used], ["", *BANK_LEFT, "all"])


def _all(t: MarketTable, names: Iterable[str], known: Iterable[str]) -> None:
    known = set(known)
    for name in names:
        if name not in known:
            t.stop("E_UNKNOWN", "field", value=name)


def _counts(t: MarketTable) -> None:
    """Ask that nothing is below zero and no more is out than there is."""
    state, kit = t.state, t.kit
    amounts = [0, *state.insurance.values(), *state.bank_iou.values(), state.insurance_pot]
    amounts += [count for held in state.shares.values() for count in held.values()]
    t.need(min(amounts) >= 0, "E_BELOW_ZERO")
    for company, held in state.shares.items():
        t.need(sum(held.values()) <= kit.companies[company].shares, "E_CONSERVATION")
    if t.options.stock_limits:
        t.need(sum(state.insurance.values()) <= kit.stock.insurance, "E_CONSERVATION")
        for card in CARDS:
            lying = sum(card in progress.cards for progress in state.progress.values())
            t.need(lying <= getattr(kit.stock, card), "E_CONSERVATION")
