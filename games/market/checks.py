"""What must hold of a table whatever was corrected by hand: nothing from nowhere, nobody unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.engine.ledger import BANK
from games.market.kit import CARDS, MarketKit
from games.market.moves_enterprise import licences_out
from games.market.state import MarketTable
from games.market.turns import BANK_LEFT, RIGHTS

PHASES = ("pre_roll", "resolve", "deals", "owner_deal", "done", "final", "finished")
MUSTS = ("", "plot", "surprise", "consultation", "antimonopoly")


def tidy(t: MarketTable) -> None:
    """Take off the table what a correction has set to nought, and count on from the highest number of a note."""
    state = t.state
    state.shares = {
        company: kept
        for company, held in state.shares.items()
        if (kept := {team: count for team, count in held.items() if count})
    }
    state.plots = {no: owner for no, owner in state.plots.items() if owner}
    state.insurance = {team: count for team, count in state.insurance.items() if count}
    state.bank_iou = {team: amount for team, amount in state.bank_iou.items() if amount}
    for debt in state.obligations:
        debt.stakes = {team: count for team, count in debt.stakes.items() if count}
    state.last_note = max([state.last_note, *(note.id for note in state.notes)])


def check_table(t: MarketTable, over: dict[str, int] | None = None) -> None:
    """Ask the invariants. Raises Refusal: E_UNKNOWN, E_BELOW_ZERO, E_CONSERVATION.

    `over` is the excess before a correction, left by a ruling: it stands.
    """
    _known(t)
    _not_below_zero(t)
    known = over or {}
    for counted, more in excess(t).items():
        t.need(more <= max(0, known.get(counted, 0)), "E_CONSERVATION")


def _known(t: MarketTable) -> None:
    """Ask that every name on the table is one of the game."""
    state, kit, teams = t.state, t.kit, t.state.cash
    holders = {team for held in state.shares.values() for team in held}
    owners = {*state.plots.values(), *state.insurance, *state.credits, *state.enterprises, *state.bank_iou, *holders}
    players = (
        owners | {*state.bankrupt, *state.skip, state.current, state.first} | {note.borrower for note in state.notes}
    )
    players |= {team for team in (state.right_of, state.trigger) if team}
    players |= {debt.debtor for debt in state.obligations} | {claim.to for claim in state.claims}
    _all(t, players, teams)
    creditors = {note.lender for note in state.notes} | {claim.back for claim in state.claims}
    creditors |= {team for debt in state.obligations for team in (debt.to, *debt.stakes)}
    _all(t, creditors, [*teams, BANK])
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


def _not_below_zero(t: MarketTable) -> None:
    """Ask that no count and no sum is below zero; cash is asked for by the correction itself."""
    state = t.state
    amounts = [0, *state.insurance.values(), *state.bank_iou.values(), state.insurance_pot]
    amounts += [count for held in state.shares.values() for count in held.values()]
    amounts += [sum_ for note in state.notes for sum_ in (note.amount, note.percent, note.total)]
    amounts += [sum_ for debt in state.obligations for sum_ in (debt.amount, *debt.stakes.values())]
    amounts += [claim.amount for claim in state.claims]
    t.need(min(amounts) >= 0, "E_BELOW_ZERO")


def excess(t: MarketTable) -> dict[str, int]:
    """Return of everything that is counted by how much more is out than there is (below zero: what is left).

    Shares, certificates and notes of a player (M-056, M-102, M-170), with stock_limits the cards of the tray
    (M-004 … M-006, M-008).
    """
    state, kit, most = t.state, t.kit, t.kit.constants
    out = {f"shares.{name}": sum(held.values()) - _shares(kit, name) for name, held in state.shares.items()}
    out |= {f"insurance.{team}": count - most.insurance_max for team, count in state.insurance.items()}
    notes = Counter(note.borrower for note in state.notes)
    out |= {f"notes.{team}": count - most.notes_per_player for team, count in notes.items()}
    if t.options.stock_limits:
        out["insurance"] = sum(state.insurance.values()) - kit.stock.insurance
        lying = Counter(card for progress in state.progress.values() for card in progress.cards)
        out |= {card: lying[card] - getattr(kit.stock, card) for card in CARDS}
        rates = Counter(str(credit.rate) for held in state.credits.values() for credit in held)
        out |= {f"credits.{rate}": count - kit.credit_cards.get(rate, 0) for rate, count in rates.items()}
        out |= {f"licences.{id}": licences_out(t, id) - row.licences for id, row in kit.products.items()}
    return out


def _shares(kit: MarketKit, company: str) -> int:
    return kit.companies[company].shares if company in kit.companies else 0
