"""What may stand in the fields of the state that hold a code, in the words of the table."""

from __future__ import annotations

from games.engine.fields import Codes, Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.market.checks import PHASES
from games.market.names import (
    CARD_NAMES,
    COMPANY_NAMES,
    GAME_BANK,
    MUSTS,
    POT_NAME,
    SPACE_NAMES,
    place,
    plot_name,
    product_name,
    thing_name,
)
from games.market.rules import WHATS, WHYS
from games.market.state import POT, MarketTable
from games.market.summary import PHASES as PHASE_WORDS
from games.market.turns import RIGHTS

#: what is used of a right: on the space of the company bank one half, or all
USED: dict[str, Label] = {
    "part": Words(_("the share, not the credit")),
    "credit": Words(_("the credit, not the share")),
    "all": Words(_("all of it")),
}
_TEAMS = (
    "current", "first", "enterprises", "credits", "bank_iou", "bankrupt", "right_of", "skip", "trigger", "unpaid",
    "notes.borrower", "obligations.debtor", "claims.to", "way.team",
)  # fmt: skip


def values(t: MarketTable) -> dict[str, Codes]:
    """Return the closed lists of the state: path -> code -> words."""
    teams: dict[str, Label] = {**t.names}
    accounts: dict[str, Label] = {**teams, BANK: GAME_BANK, POT: POT_NAME}
    plots: dict[str, Label] = {no: plot_name(no) for no in t.kit.plots}
    spaces: dict[str, Label] = {
        str(at): Words("%(n)s: %(place)s", {"n": at, "place": place(t, at)}) for at in range(len(t.kit.path))
    }
    whys: dict[str, Label] = {why: Words(text) for why, text in WHYS.items()}
    refs = {ref: thing_name(ref) for ref in _refs(t)}
    found: dict[str, Codes] = dict.fromkeys(_TEAMS, teams)
    return found | {
        "phase": {phase: PHASE_WORDS[phase] for phase in PHASES},
        "pos": spaces,
        "shares": {**COMPANY_NAMES, **teams},
        "plots": {**plots, **teams},
        "progress": plots,
        "progress.product": {id: product_name(t, id) for id in t.kit.products},
        "progress.cards": CARD_NAMES,
        "notes.lender": {**teams, BANK: GAME_BANK},
        "right": {right: _right(right) for right in RIGHTS},
        "used": USED,
        "must": MUSTS,
        "way.start": spaces,
        "way.stops.at": spaces,
        "obligations.why": whys,
        "obligations.ref": refs,
        "obligations.to": accounts,
        "obligations.stakes": accounts,
        "claims.why": whys,
        "claims.ref": refs,
        "claims.back": accounts,
    } | {
        f"{path}.{name}": words
        for path in ("last", "way.paid")
        for name, words in (
            ("from", accounts), ("to", accounts), ("why", whys), ("ref", refs),
            ("what", {what: Words(text) for what, text in WHATS.items()}),
        )
    }  # fmt: skip


def _refs(t: MarketTable) -> list[str]:
    """Return what a payment may be about: companies, plots, notes, and what the payments on the table name."""
    state = t.state
    paid = [*state.last, *(state.way.paid if state.way else ())]
    named = [*(one.ref for one in paid), *(one.ref for one in state.claims), *(one.ref for one in state.obligations)]
    notes = [f"note:{note.id}" for note in state.notes]
    return [ref for ref in (*t.kit.companies, *(f"plot:{no}" for no in t.kit.plots), *notes, *named) if ref]


def _right(right: str) -> Label:
    """Return the name of the space that gives a right; who holds its shares has another one there."""
    space, _underline, holder = right.partition("_")
    name = SPACE_NAMES[space]
    return Words(_("%(space)s, for its shareholder"), {"space": name}) if holder else name
