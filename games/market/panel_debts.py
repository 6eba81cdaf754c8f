"""Debts on the sheet, and what is possible at any time: notes, credits repaid, fines, claims, IOUs."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Choice
from games.engine.i18n import Words
from games.market.names import Label
from games.market.panel_acts import Act, Offers
from games.market.panel_move import party
from games.market.rules import WHYS
from games.market.state import Debt, MarketTable


class DebtLine(msgspec.Struct, frozen=True):
    """A debt of the queue: who owes whom how much and what for, what he has, what he lacks."""

    debtor: str
    to: list[Label]
    amount: int
    why: Label
    have: int
    lack: int


def queue(t: MarketTable) -> list[DebtLine]:
    """Return the open debts in their order, each with what is left to pay it from."""
    left = dict(t.state.cash)
    found = []
    for debt in t.state.obligations:
        have = max(0, left[debt.debtor])
        want = debt.amount - t.own_part(debt.debtor, debt.amount, debt.stakes)
        found.append(
            DebtLine(debt.debtor, _creditors(t, debt), debt.amount, Words(WHYS[debt.why]), have, max(0, want - have))
        )
        left[debt.debtor] = have - want
    return found


def _creditors(t: MarketTable, debt: Debt) -> list[Label]:
    if debt.stakes:
        return [party(t, team) for team in debt.stakes if team != debt.debtor]
    return [party(t, debt.to)]


def any_time(t: MarketTable, offers: Offers) -> dict[str, Any]:
    """Return what may be recorded in any phase."""
    borrow = []
    for one in offers.of("issue_note"):
        # what another lender or sum could mend is left to the form
        why = offers.why(one.refusal) if one.refusal and not one.refusal.field else ""
        borrow.append(Act(one.actors[0], one.move, one.fixed, t.name(one.actors[0]), why=why))
    demands = offers.acts("demand_note")
    terms = {note.id for note in t.state.notes if note.due_turn is not None and note.due_turn <= t.state.turn}
    return {
        "borrow": borrow,
        "demands": demands,
        "due": [act for act in demands if not act.why and act.fixed["note"] in terms],
        "repay_notes": offers.acts("repay_note"),
        "repay_credits": offers.acts("repay_credit"),
        "fines": _fines(offers),
        "bank": [*offers.acts("bank_iou"), *offers.acts("bank_iou_redeem")],
        "claims": _claims(offers),
        "last_round": offers.acts("last_round"),
    }


def _fines(offers: Offers) -> list[tuple[Label, list[Act]]]:
    found: list[tuple[Label, list[Act]]] = []
    for one in offers.of("fine"):
        player, reason = one.fields
        assert isinstance(player, Choice)
        assert isinstance(reason, Choice)
        for why in reason.options:
            acts = [
                Act(one.actors[0], one.move, {}, who.label, more={"player": who.value, "reason": why.value})
                for who in player.options
            ]
            found.append((why.label, acts))
    return found


def _claims(offers: Offers) -> list[Act]:
    found = []
    for one in offers.of("forfeit_claim"):
        which = one.fields[0]
        assert isinstance(which, Choice)
        found += [
            Act(
                one.actors[0],
                one.move,
                {},
                option.label,
                why=offers.why(option.refusal),
                more={"posting": option.value},
            )
            for option in which.options
        ]
    return found
