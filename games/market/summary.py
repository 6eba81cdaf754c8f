"""The table as it is shown: state in the spelling of recorded games, what a viewer may see, places, the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.game import Standing
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.screen import Cell, Label, Now, TeamRow, TeamsBoard
from games.market.names import must_words, place
from games.market.state import MarketTable
from games.market.turns import left


def summary(t: MarketTable) -> dict[str, Any]:
    """Return the table as the referee sees it (appendix, amendment 9)."""
    state = t.state
    result: dict[str, Any] = {
        "turn": state.turn,
        "current": state.current,
        "phase": t.phase,
        "cash": dict(state.cash),
        "pos": dict(state.pos),
        "shares": {company: dict(held) for company, held in state.shares.items() if held},
        "plots": dict(state.plots),
        "progress": {
            no: {"product": lying.product, "cards": sorted(lying.cards)} for no, lying in state.progress.items()
        },
        "enterprises": {team: len(made) for team, made in state.enterprises.items() if made},
        "insurance": {team: count for team, count in state.insurance.items() if count},
        "credits": {team: [one.rate for one in held] for team, held in state.credits.items() if held},
        "notes": [
            {
                "id": note.id, "borrower": note.borrower, "lender": note.lender, "amount": note.amount,
                "percent": note.percent, "total": note.total, "due_turn": note.due_turn,
            }
            for note in state.notes
        ],
        "insurance_pot": state.insurance_pot,
        "obligations": [
            {"debtor": debt.debtor, "amount": debt.amount, "why": debt.why} for debt in state.obligations
        ],
        "bankrupt": [team for team in state.cash if team in state.bankrupt],
        "bank_iou": dict(state.bank_iou),
        "must": state.must,
        "allowed": list(left(t)),
        "right_of": state.right_of,
        "dice": list(state.dice),
        "claims": [
            {"to": claim.to, "amount": claim.amount, "why": claim.why, "forfeited": claim.forfeited}
            for claim in state.claims
        ],
        "last_round": state.last_round,
    }  # fmt: skip
    if state.phase == "finished":
        result["result"] = {"capital": {team: t.capital(team) for team in state.cash}, "winners": t.winners()}
        if state.unpaid:
            result["result"]["unpaid"] = dict(state.unpaid)
    return result


def view(t: MarketTable, viewer: str) -> dict[str, Any]:
    """Return what a team's page or the projector shows: with show_cash off only one's own cash (§ 2.3)."""
    seen = summary(t)
    if not cash_is_open(t, viewer):
        seen["cash"] = {team: sum_ for team, sum_ in seen["cash"].items() if team == viewer}
        seen["claims"] = []
    return seen


def cash_is_open(t: MarketTable, viewer: str, team: str = "") -> bool:
    """Whether this viewer may see the cash of a team (of all teams without one)."""
    return t.options.show_cash or viewer in (REFEREE, team) or t.state.phase == "finished"


def parts_of(t: MarketTable, team: str) -> dict[str, int]:
    """Return what a player's capital is made of as if the game ended now, bonus and interest apart (§ 8, equity)."""
    state = t.state
    cash, shares, plots = state.cash[team], 0, 0
    for company, held in state.shares.items():
        shares += held.get(team, 0) * t.kit.prices[company]
    for no, owner in state.plots.items():
        if owner == team:
            plots += t.kit.lands[no]
    credits = -t.kit.constants.credit_amount * len(state.credits.get(team, ()))
    notes = 0
    demanded = {debt.note for debt in state.obligations if debt.note}
    for note in state.notes:
        if note.borrower == team and note.id not in demanded:
            notes -= note.total
        elif note.lender == team:
            notes += note.total
    debts = -sum(debt.amount for debt in state.obligations if debt.debtor == team)
    return {
        "cash": cash, "shares": shares, "plots": plots, "credits": credits, "notes": notes,
        "iou": state.bank_iou.get(team, 0), "debts": debts,
    }  # fmt: skip


def equity(t: MarketTable, team: str) -> int:
    """Return the sum of the parts; a bankrupt has none."""
    return 0 if team in t.state.bankrupt else sum(parts_of(t, team).values())


def standings(t: MarketTable) -> list[Standing]:
    """Return the places by capital, or by equity while the game goes on; bankrupts share the last place."""
    state = t.state
    parts = {team: {} if team in state.bankrupt else parts_of(t, team) for team in state.cash}
    totals = {team: sum(part.values()) for team, part in parts.items()}
    key: Callable[[str], tuple[bool, int]] = lambda team: (team not in state.bankrupt, totals[team])  # noqa: E731
    return [
        Standing(team.id, 1 + sum(key(other) > key(team.id) for other in totals), totals[team.id], parts[team.id])
        for team in t.teams
    ]


PHASES: dict[str, Words] = {
    "pre_roll": Words(_("Before the roll")),
    "resolve": Words(_("Duty")),
    "deals": Words(_("Deal")),
    "owner_deal": Words(_("Deal of the owner")),
    "done": Words(_("End of the turn")),
    "insolvency": Words(_("Open debt")),
    "final": Words(_("Results")),
    "finished": Words(_("The end")),
}
_LINE = ("pre_roll", "resolve", "deals", "done")


def now(t: MarketTable) -> Now:
    """Return what the table waits for."""
    state, phase = t.state, t.phase
    name = t.name(state.current)
    team, headline, hint = state.current, Words(_("To move: %(name)s"), {"name": name}), _hint(t, phase)
    here = place(t, state.pos.get(state.current, 0))
    if phase == "insolvency":
        head = state.obligations[0]
        team = head.debtor
        figures = {"name": t.name(team), "amount": head.amount}
        headline = Words(_("%(name)s: debt of %(amount)s"), figures)
    elif phase == "owner_deal":
        team = state.right_of
        headline = Words(_("%(name)s: deal of the owner, %(space)s"), {"name": t.name(team), "space": here})
    elif phase in ("resolve", "deals"):
        headline = Words(_("%(name)s: %(space)s"), {"name": name, "space": here})
    elif phase == "done":
        headline = Words(_("%(name)s: the turn can end"), {"name": name})
    elif phase in ("final", "finished"):
        team, headline = "", PHASES[phase]
    shown = "deals" if phase == "owner_deal" else phase
    line = _LINE if shown in _LINE else (*_LINE, shown)
    phases: list[tuple[Label, bool]] = [(PHASES[one], one == shown) for one in line]
    return Now(headline, team, hint, state.turn, Words(_("Turn %(turn)s"), {"turn": state.turn}), phases)


def _hint(t: MarketTable, phase: str) -> Label:
    state = t.state
    if phase == "resolve":
        return must_words(state.must)
    if phase == "insolvency":
        return Words(_("note, sale or bankruptcy"))
    if phase in ("deals", "owner_deal"):
        return Words(_("one deal or the end of the turn"))
    if phase == "final":
        return Words(_("the results are to be counted"))
    if phase != "pre_roll":
        return ""
    if state.last_round:
        return Words(_("last round"))
    if state.turn == 1 and t.options.banker_is_player:
        return Words(_("The banker keeps his own money and cards apart"))
    return Words(_("credit and insurance first, then the roll"))


def board(t: MarketTable, viewer: str = REFEREE) -> TeamsBoard:
    """Return the rows of the players: cash and capital as if the game ended now, and what they hold."""
    state = t.state
    places = {place.team: place.total for place in standings(t)}
    rows = []
    for team in t.teams:
        shown = cash_is_open(t, viewer, team.id)
        cash = state.cash[team.id]
        cells = [Cell(cash if shown else None, warn=cash < 0), Cell(places[team.id] if shown else None)]
        rows.append(TeamRow(team.id, cells, holdings(t, team.id), _state_of(t, team.id), team.id in state.bankrupt))
    return TeamsBoard([(Words(_("Cash")), ""), (Words(_("Capital")), "")], rows)


def holdings(t: MarketTable, team: str) -> list[Label]:
    """Return what a player holds, in words."""
    state = t.state
    own = sorted((no for no, owner in state.plots.items() if owner == team), key=int)
    # what lies on a card «Предприятие» of four
    plots: list[Label] = [f"{no} ({1 + len(state.progress[no].cards)}/4)" if no in state.progress else no for no in own]
    words: list[Label] = [Words(_("plots № %(plots)s"), {"plots": plots})] if plots else []
    made, certificates = len(state.enterprises.get(team, ())), state.insurance.get(team, 0)
    credits, notes = len(state.credits.get(team, ())), sum(note.borrower == team for note in state.notes)
    counted = [
        ngettext("%(n)s share", "%(n)s shares", t.share_count(team)),
        ngettext("%(n)s enterprise", "%(n)s enterprises", made),
        Words(_("insured %(n)s"), {"n": certificates}),
        ngettext("%(n)s credit", "%(n)s credits", credits),
        ngettext("%(n)s note", "%(n)s notes", notes),
    ]
    words += [one for one in counted if one.values["n"]]
    iou = state.bank_iou.get(team, 0)
    if iou:
        words.append(Words(_("IOU of the game bank: %(amount)s"), {"amount": iou}))
    return words


def _state_of(t: MarketTable, team: str) -> Label:
    state = t.state
    if team in state.bankrupt:
        return Words(_("bankrupt"))
    debt = sum(debt.amount for debt in state.obligations if debt.debtor == team)
    if debt:
        return Words(_("debt of %(amount)s"), {"amount": debt})
    if t.phase == "owner_deal" and team == state.right_of:
        return Words(_("deal of the owner"))
    return Words(_("to move")) if team == state.current and state.phase != "finished" else ""
