"""The order of play: whose turn, what is asked before a move, where a token lands, who is next."""

from __future__ import annotations

from typing import ClassVar, Literal

from games.engine.ledger import BANK
from games.engine.move import REFEREE, Move
from games.market.names import allowed_words, must_words, player_name, space_name
from games.market.state import Debt, MarketTable

#: Spaces whose name is the right they give: what may be done there (§ 3.2). `school` and `consulting` are for those
#: who hold no share and paid the fee, `…_holder` for the others.
RIGHTS: dict[str, tuple[str, ...]] = {
    "deal": ("buy_share", "card", "licence", "sell_plot", "sell_share"),
    "exchange": ("buy_share", "sell_share"),
    "trade": ("buy_share:trade", "card:equipment", "card:materials", "sell_share:trade"),
    "agency": ("buy_share:agency", "card:personnel", "sell_share:agency"),
    "bank": ("buy_share:bank", "sell_share:bank", "take_credit"),
    "insurance": ("buy_share:insurance", "sell_share:insurance"),
    "school": ("buy_share:school",),
    "school_holder": ("buy_share:school", "sell_share:school"),
    "consulting": ("buy_share:consulting",),
    "consulting_holder": ("buy_share:consulting", "sell_share:consulting"),
    "realtor": ("buy_plot", "buy_share:realtor", "sell_plot", "sell_share:realtor"),
}
#: With option licence_where = deal_or_bank.
BANK_WITH_LICENCE = ("buy_share:bank", "licence", "sell_share:bank", "take_credit")
#: What the company bank still allows when one half of its double right is used (M-084, A-18).
BANK_LEFT: dict[str, tuple[str, ...]] = {"part": ("take_credit",), "credit": ("buy_share:bank",)}


class MarketMove(Move):
    """A move of the table. `in_debt`: who may make it while a debt is open (§ 3.3, INSOLVENCY)."""

    in_debt: ClassVar[Literal["nobody", "debtor", "others", "anybody"]] = "nobody"
    #: recorded by the referee for the table, not by a player
    by_referee: ClassVar[bool] = False
    #: a debtor is told that there is no bank credit for him (M-174)
    no_credit: ClassVar[bool] = False

    def play(self, t: MarketTable, actor: str) -> None:
        self.act(t, actor)
        if t.state.obligations:
            t.settle()
        if t.kit.money is not None:
            bank_is_empty(t, t.kit.money)
        t.state.last = t.postings

    def act(self, t: MarketTable, actor: str) -> None:
        """Check the rules and change the table; debts that can be paid now are paid afterwards."""
        raise NotImplementedError


def gate(t: MarketTable, actor: str, move: MarketMove) -> None:
    """Ask what every move is asked first: the end, who is out, open debts (§ 3.3, checks 1 to 3)."""
    state = t.state
    if state.phase in ("final", "finished"):
        t.stop("E_FINISHED")
    if move.by_referee:
        t.need(actor == REFEREE, "E_REFEREE")
    elif actor not in state.cash:
        t.stop("E_TURN", current=t.name(state.current), fine=t.kit.constants.fine)
    if actor in state.bankrupt:
        t.need(False, "E_PLAYER_OUT", name=t.name(actor))
    if state.obligations:
        in_debt(t, actor, move)


def in_debt(t: MarketTable, actor: str, move: MarketMove) -> None:
    """While debts are open each debtor acts for his own, besides notes and credits of others (amendments 2 and 3)."""
    debts = t.state.obligations
    own = next((debt for debt in debts if debt.debtor == actor), None)
    if move.in_debt == "anybody" or move.in_debt == ("debtor" if own else "others"):
        return
    head = own or debts[0]
    if move.no_credit and own:
        # who overrules this lets him have the credit: the general block is not asked on top of it
        t.need(False, "E_CREDIT_INSOLVENT")
        return
    t.need(False, "E_INSOLVENT_BLOCK", debtor=t.name(head.debtor), amount=head.amount)


def before_roll(t: MarketTable, actor: str) -> None:
    """Ask that it is the actor's turn and the dice are not thrown (M-033, M-038).

    With auto_end_turn the next player's first action ends a turn that is done (amendment 5).
    """
    state = t.state
    if actor != state.current:
        if state.phase == "done" and t.options.auto_end_turn and actor == following(t)[0]:
            next_turn(t)
            if state.phase == "final":
                t.stop("E_FINISHED")
        else:
            t.need(False, "E_TURN", current=t.name(state.current), fine=t.kit.constants.fine)
            state.current = actor
    t.need(state.phase == "pre_roll", "E_ALREADY_ROLLED")


def rolled(t: MarketTable, actor: str) -> None:
    """Ask that the actor may act in this turn, the dice are thrown and nothing is pending (checks 4 to 6)."""
    state = t.state
    if actor != state.current and actor != state.right_of:
        t.need(False, "E_TURN", current=t.name(state.current), fine=t.kit.constants.fine)
    t.need(state.phase != "pre_roll", "E_NOT_ROLLED")


def pending(t: MarketTable) -> None:
    """Ask that no duty of the landing is open (M-032)."""
    if t.state.phase == "resolve":
        t.need(False, "E_MUST_RESOLVE", what=must_words(t.state.must))


def allowed(t: MarketTable) -> tuple[str, ...]:
    """Return what the space gives the right to, spelled as in § 3.2."""
    right = t.state.right
    if right == "bank" and t.options.licence_where == "deal_or_bank":
        return BANK_WITH_LICENCE
    return RIGHTS.get(right, ())


def left(t: MarketTable) -> tuple[str, ...]:
    """Return what of these rights is still open: on the company bank a share and a credit go together (A-18)."""
    used = t.state.used
    return (BANK_LEFT.get(used) or ()) if used else allowed(t)


def need_right(t: MarketTable, actor: str, general: str, special: str = "") -> None:
    """Ask for the right to one deal, and that it is not used (M-047); `special` names company or card."""
    state = t.state
    rolled(t, actor)
    pending(t)
    rights = allowed(t)
    given = actor == state.right_of and (general in rights or (bool(special) and f"{general}:{special}" in rights))
    if not given:
        here = t.kit.path[state.pos[state.current]] if state.current in state.pos else None
        mine = left(t) if actor == state.right_of else ()
        t.need(False, "E_NO_RIGHT", space=space_name(here) if here else "", allowed=allowed_words(mine))
    t.need(not state.used or f"{general}:{special}" in left(t), "E_RIGHT_USED")


def used_up(t: MarketTable) -> None:
    """The one deal is made: the turn can end."""
    state = t.state
    state.used = "all"
    if state.phase in ("deals", "owner_deal"):
        state.phase = "done"


def following(t: MarketTable) -> tuple[str, list[str]]:
    """Return who has the next turn, and who misses his before that: clockwise, without bankrupts (M-043)."""
    state = t.state
    order = [team for team in [*t.seats(state.current)[1:], state.current] if team not in state.bankrupt]
    waiting = list(state.skip)
    missed: list[str] = []
    while order:
        for team in order:
            if team not in waiting:
                return team, missed
            waiting.remove(team)
            missed.append(team)
    return state.current, missed


def next_turn(t: MarketTable) -> None:
    """Pass the turn on; after the last round the game goes to its results."""
    state = t.state
    new, missed = following(t)
    for team in missed:
        state.skip.remove(team)
        t.notice("N_SKIPPED", name=t.name(team))
    if state.last_round:
        order = t.seats(state.first)
        if order.index(new) <= order.index(state.current):
            to_final(t)
            return
    state.turn += 1
    state.current = new
    state.phase = "pre_roll"
    state.right = state.right_of = state.used = state.must = ""
    state.credit_taken = False
    state.dice = []
    state.way = None
    state.claims = []
    for note in state.notes:
        if note.due_turn == state.turn:
            t.notice("N_NOTE_DUE", note=note.id, lender=player_name(t, note.lender), borrower=t.name(note.borrower))


def to_final(t: MarketTable, trigger: str = "") -> None:
    """The game is over; the results are still to be counted (M-178). `trigger` gets the bonus."""
    state = t.state
    state.phase = "final"
    state.trigger = trigger
    state.right = state.right_of = state.used = state.must = ""


def duty(t: MarketTable, team: str, at: int) -> str:
    """Return what a landing obliges to: a card, a plot, a forced sale, or nothing (§ 3.2)."""
    kind = t.kit.way.kinds[at]
    if kind in ("surprise", "consultation"):
        return kind
    if kind == "antimonopoly":
        return kind if t.monopolies(team) else ""
    return "plot" if kind == "plot" and not t.state.plots.get(t.kit.way.plots[at]) else ""


def land(t: MarketTable, team: str, at: int) -> None:
    """Open what the landing space asks or allows (§ 3.2); its payments are made already."""
    state = t.state
    kind = t.kit.way.kinds[at]
    state.phase, state.right, state.right_of, state.used, state.must = "done", "", "", "", duty(t, team, at)
    if state.must:
        state.phase = "resolve"
    elif kind == "plot":
        owner = state.plots[t.kit.way.plots[at]]
        if owner != team:
            state.phase, state.right, state.right_of = "owner_deal", "deal", owner
        elif t.options.own_plot_deal:
            state.phase, state.right, state.right_of = "deals", "deal", team
    elif kind in ("school", "consulting"):
        state.phase, state.right_of = "deals", team
        state.right = f"{kind}_holder" if t.stake(kind, team) else kind
    elif kind in RIGHTS:
        state.phase, state.right, state.right_of = "deals", kind, team


def recheck(t: MarketTable) -> None:
    """A duty or right that lost its ground is gone: a monopolist who sold to pay a debt, an owner who left, a plot or a
    token that was corrected."""
    state = t.state
    if state.must and state.must != duty(t, state.current, state.pos[state.current]):
        land(t, state.current, state.pos[state.current])
    if state.right_of in state.bankrupt and state.right_of:
        state.right_of = state.right = ""
        if state.phase == "owner_deal":
            state.phase = "done"


def pay_on_the_way(t: MarketTable, team: str, kind: str) -> None:
    """Make the payments of one space (§ 3.1); what cannot be paid waits for later income of the same move (A-37)."""
    state, constants = t.state, t.kit.constants
    if kind == "dividends":
        t.income(BANK, team, constants.dividend_per_share * t.share_count(team), "dividends")
    elif kind == "bank":
        credits = state.credits.get(team)
        if credits:
            t.owe_company(team, "bank", t.interest(credits), "credit_interest")
            for credit in credits:
                credit.paid = state.turn
    elif kind == "tax":
        t.owe(Debt(team, t.percent(t.nominal(team), constants.tax_percent), "tax"))
    elif kind == "enterprise_income":
        made = state.enterprises.get(team)
        if made:
            t.income(BANK, team, constants.enterprise_income * len(made), "enterprise_income")
    elif kind == "start":
        t.income(BANK, team, t.options.start_bonus, "start_bonus")
    elif not t.stake(kind, team):
        fee = constants.school_fee if kind == "school" else constants.consulting_fee
        t.owe_company(team, kind, fee, f"{kind}_fee")
    if state.obligations:
        t.settle(at_end=False)


def bank_is_empty(t: MarketTable, money: int) -> None:
    """Warn when more money is out than the box holds: the banker borrows it (M-187)."""
    out = sum(t.state.cash.values()) + t.state.insurance_pot
    if out > money:
        t.notice("N_BANK_CASH", amount=out - money)
