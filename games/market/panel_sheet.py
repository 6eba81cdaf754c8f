"""The deal sheet: only what the table may do now, each thing with its price, or with the reason why not."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Card, Choice, Offer, Option, Refused
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.offers import tried
from games.market.kit import CARDS, Constants
from games.market.moves_enterprise import SELLERS
from games.market.names import Label, card_name, company_name, plot_name, product_name
from games.market.offers import candidates
from games.market.panel_move import party
from games.market.rules import WHYS
from games.market.state import Debt, MarketTable
from games.market.summary import parts_of, standings

#: Moves that the sheet draws itself; the others stand in the general desk.
OWN = (
    "roll", "take_credit", "buy_insurance", "buy_plot", "refuse_plot", "buy_share", "buy_licence", "buy_card",
    "sell_share", "sell_plot", "end_turn", "issue_note", "demand_note", "repay_note", "repay_credit", "fine",
    "bank_iou", "bank_iou_redeem", "forfeit_claim", "last_round", "declare_bankrupt", "final_settlement",
)  # fmt: skip


class Act(msgspec.Struct, frozen=True):
    """One thing that may be recorded: `fixed` finds its offer, `more` completes it for one tap; `why` greys it."""

    actor: str
    move: str
    fixed: dict[str, Any]
    label: Label
    price: int = 0
    note: Label = ""
    why: Label = ""
    more: dict[str, Any] = {}

    @property
    def params(self) -> dict[str, Any]:
        """What one tap records."""
        return {**self.fixed, **self.more}


class Dice(msgspec.Struct, frozen=True):
    """Whose roll it is; `routes` are asked where a tax office has two arrows; `main`: his turn has come already."""

    team: str
    routes: list[tuple[str, Label]]
    main: bool


class Draw(msgspec.Struct, frozen=True):
    """A card to be taken: those of the kit by their sums, or a sum that is typed (`field` is its input)."""

    actor: str
    move: str
    cards: list[Act]
    field: str
    both_signs: bool


class CardRow(msgspec.Struct, frozen=True):
    """A card for a plot: its nominal, and who may ask a commission (empty: at the nominal)."""

    act: Act
    asks: list[str]


class PlotCard(msgspec.Struct, frozen=True):
    """A card «Предприятие»: its product and what lies on it, what may be bought for it."""

    plot: str
    product: str
    lying: list[Label]
    rows: list[CardRow]
    licences: list[Act]


class DebtLine(msgspec.Struct, frozen=True):
    """A debt of the queue: who owes whom how much and what for, what he has, what he lacks."""

    debtor: str
    to: list[Label]
    amount: int
    why: Label
    have: int
    lack: int


class ResultRow(msgspec.Struct, frozen=True):
    """A player's result: what his capital is made of, and what stayed unpaid."""

    team: str
    rank: int
    cash: int
    shares: int
    plots: int
    capital: int
    unpaid: int
    bankrupt: bool


class Sheet(msgspec.Struct, frozen=True):
    """All that may be recorded, by what it is about; lists of one thing hold it or nothing."""

    constants: Constants
    end: Act | None = None
    #: the turn has nothing left to do
    over: bool = False
    dice: Dice | None = None
    credits: list[Act] = []
    #: with whom the percent is agreed
    agree: list[str] = []
    insurance: list[Act] = []
    #: the free plot under the token, and what refusing it costs if nobody buys
    plot: list[Act] = []
    charge: int = 0
    draw: Draw | None = None
    shares: list[Act] = []
    #: who shares the 20 % of a share deal
    exchange: list[str] = []
    plots: list[Act] = []
    cards: list[PlotCard] = []
    sales: list[Act] = []
    queue: list[DebtLine] = []
    bankrupt: list[Act] = []
    borrow: list[Act] = []
    demands: list[Act] = []
    #: those whose term has come
    due: list[Act] = []
    repay_notes: list[Act] = []
    repay_credits: list[Act] = []
    #: reason -> one act for each player
    fines: list[tuple[Label, list[Act]]] = []
    bank: list[Act] = []
    claims: list[Act] = []
    last_round: list[Act] = []
    settle: list[Act] = []
    results: list[ResultRow] = []


class Offers:
    """The tried offers of a table by move."""

    def __init__(self, t: MarketTable) -> None:
        self.t = t
        self.by: dict[str, list[Offer]] = {}
        for one in candidates(t):
            if one.move in OWN or one.move.startswith("draw_"):
                self.by.setdefault(one.move, []).append(tried(t.game, t, one))

    def of(self, move: str) -> list[Offer]:
        """Return the offers of one move."""
        return self.by.get(move, [])

    def why(self, refusal: Refused | None) -> Label:
        """Return why something may not be recorded."""
        return self.t.game.words(refusal) if refusal else ""

    def short(self, refusal: Refused | None) -> Label:
        """Return why something with its price beside it may not be bought: in a few words where they are enough."""
        if refusal is not None and refusal.code == "E_CASH":
            return Words(_("cash: %(have)s"), {"have": refusal.figures["have"]})
        if refusal is not None and refusal.code == "E_NO_SHARES_LEFT":
            return Words(_("all shares are sold"))
        return self.why(refusal)

    def acts(self, move: str, price: int = 0) -> list[Act]:
        """Return the offers of one move as they are."""
        return [
            Act(one.actors[0], move, one.fixed, one.label, price, why=self.why(one.refusal)) for one in self.of(move)
        ]


def sheet(t: MarketTable) -> Sheet:
    """Return the sheet of a table as it stands."""
    phase, constants = t.phase, t.kit.constants
    if phase == "finished":
        return Sheet(constants, results=results(t))
    offers = Offers(t)
    if phase == "final":
        after, _step = t.game.attempt(t, 0, REFEREE, "final_settlement", {})
        return Sheet(constants, settle=offers.acts("final_settlement"), results=results(after))
    fields = _any_time(t, offers)
    if phase == "insolvency":
        credits = [act for act in offers.acts("repay_credit") if not act.why]
        fields |= {"queue": _queue(t), "sales": _sales(t, offers), "bankrupt": offers.acts("declare_bankrupt")}
        fields["repay_credits"] = credits
        return Sheet(constants, **fields)
    fields |= {"end": next(iter(offers.acts("end_turn")), None), "over": phase == "done"}
    fields |= _before_roll(t, offers)
    if phase == "resolve":
        fields |= _duty(t, offers)
    elif phase in ("deals", "owner_deal"):
        fields |= _deals(t, offers)
    return Sheet(constants, cards=_cards(t, offers), **fields)


# ---- before the roll ----------------------------------------------------------------------------


def _before_roll(t: MarketTable, offers: Offers) -> dict[str, Any]:
    roll = next((one for one in offers.of("roll") if one.refusal is None), None)
    credits = []
    for one in offers.of("take_credit"):
        rate = one.fixed.get("rate")
        label = Words(_("%(rate)s %%"), {"rate": rate}) if rate is not None else one.label
        credits.append(Act(one.actors[0], "take_credit", one.fixed, label, why=offers.why(one.refusal)))
    if len(credits) > 1 and all(act.why for act in credits):
        label = Words(_("Take a credit at %(rate)s %%"), {"rate": credits[0].fixed["rate"]})
        credits = [msgspec.structs.replace(credits[0], label=label)]
    found: dict[str, Any] = {"credits": credits}
    if any(act.fixed and not act.why for act in credits):
        found["agree"] = [team for team in t.holders("bank") if team != credits[0].actor]
    if roll is None:
        return found
    team = roll.actors[0]
    routes = [(option.value, option.label) for f in roll.fields if isinstance(f, Choice) for option in f.options]
    return found | {"dice": Dice(team, routes, roll.main), "insurance": _insurance(t, offers)}


def _insurance(t: MarketTable, offers: Offers) -> list[Act]:
    """Return as many certificates as may be bought at once; where not even one may, only why."""
    found = []
    for one in offers.of("buy_insurance"):
        for count in range(1, t.kit.constants.insurance_max + 1):
            more = {"count": count}
            refusal = tried(t.game, t, msgspec.structs.replace(one, fixed=more, fields=[], refusal=None)).refusal
            price = count * t.kit.constants.insurance_price
            label = Words(_("+%(n)s"), {"n": count})
            if count == 1 or refusal is None:
                found.append(Act(one.actors[0], one.move, {}, label, price, "", offers.why(refusal), more))
    return found


# ---- what a landing asks ------------------------------------------------------------------------


def _duty(t: MarketTable, offers: Offers) -> dict[str, Any]:
    must = t.state.must
    if must == "plot":
        plot = t.kit.way.plots[t.state.pos[t.state.current]]
        charge = t.percent(t.kit.lands[plot], t.kit.constants.commission_percent)
        return {"plot": offers.acts("buy_plot"), "charge": charge}
    if must in ("surprise", "consultation"):
        return {"draw": _draw(offers, f"draw_{must}")}
    return {}


def _draw(offers: Offers, move: str) -> Draw | None:
    one = offers.of(move)[0]
    if any(field.name == "certificates" for field in one.fields):
        return None
    asked = one.fields[0]
    cards: list[Act] = []
    if isinstance(asked, Card):
        cards = [_card(one, option, offers) for option in asked.options]
        cards.sort(key=lambda act: -act.price)
    field = "card__new__amount" if cards else "amount"
    return Draw(one.actors[0], move, cards, field, move == "draw_surprise")


def _card(one: Offer, option: Option, offers: Offers) -> Act:
    deck = offers.t.kit.surprise_cards if one.move == "draw_surprise" else offers.t.kit.consultation_cards
    number, amount = str(option.value), deck[str(option.value)].amount
    label = Words(_("card № %(no)s"), {"no": number})
    return Act(one.actors[0], one.move, {}, label, amount, "", offers.why(option.refusal), {"card": option.value})


# ---- deals --------------------------------------------------------------------------------------


def _deals(t: MarketTable, offers: Offers) -> dict[str, Any]:
    return {
        "shares": [_share(t, one, offers) for one in offers.of("buy_share")],
        "exchange": list(t.holders("exchange")),
        "plots": [_plot(t, one, offers) for one in offers.of("buy_plot")],
        "sales": _sales(t, offers),
    }


def _share(t: MarketTable, one: Offer, offers: Offers) -> Act:
    company = one.fixed["company"]
    held = t.holders(company)
    free = t.kit.companies[company].shares - sum(held.values())
    own: list[Label] = [Words(_("%(name)s %(n)s"), {"name": t.name(team), "n": count}) for team, count in held.items()]
    note = Words(_("free: %(n)s"), {"n": free})
    if own:
        note = Words(_("free: %(n)s; %(held)s"), {"n": free, "held": own})
    why = offers.short(one.refusal)
    return Act(one.actors[0], one.move, one.fixed, company_name(company), t.kit.prices[company], note, why)


def _plot(t: MarketTable, one: Offer, offers: Offers) -> Act:
    plot = str(one.fixed["plot"])
    return Act(
        one.actors[0], one.move, one.fixed, plot_name(plot), t.kit.lands[plot], why=offers.short(one.refusal)
    )  # fmt: skip


def _sales(t: MarketTable, offers: Offers) -> list[Act]:
    """Return what may be sold, with its nominal and what the seller keeps of it if nobody bids."""
    keeps = 100 - t.kit.constants.commission_percent
    found = []
    for one in [*offers.of("sell_share"), *offers.of("sell_plot")]:
        company = one.fixed.get("company", "")
        plot = str(one.fixed.get("plot", ""))
        name, nominal = (
            (company_name(company), t.kit.prices[company]) if company else (plot_name(plot), t.kit.lands[plot])
        )
        note = Words(_("in hand at least %(sum)s"), {"sum": t.percent(nominal, keeps)})
        held = not company or t.stake(company, one.actors[0])
        if held:
            # an auction asks for buyer and price: only what no buyer can mend greys it
            why = offers.why(one.refusal) if one.refusal and one.refusal.field not in ("winner", "price") else ""
            found.append(Act(one.actors[0], one.move, one.fixed, name, nominal, note, why))
    return found


def _cards(t: MarketTable, offers: Offers) -> list[PlotCard]:
    """Return the cards «Предприятие» for which something may be bought now."""
    found: dict[str, PlotCard] = {}

    def card_of(plot: str) -> PlotCard:
        lying = t.state.progress.get(plot)
        there: list[Label] = [card_name(kind) for kind in CARDS if lying and kind in lying.cards]
        return PlotCard(plot, product_name(t, lying.product) if lying else "", there, [], [])

    for one in [*offers.of("buy_card"), *offers.of("buy_licence")]:
        plot = str(one.fixed["plot"])
        found.setdefault(plot, card_of(plot))
    for one in offers.of("buy_card"):
        plot, kind = str(one.fixed["plot"]), one.fixed["kind"]
        lying = t.state.progress.get(plot)
        if lying is None:
            continue
        team = one.actors[0]
        asks = [] if t.asks_nobody(SELLERS[kind], team) else [o for o in t.holders(SELLERS[kind]) if o != team]
        price = t.kit.products[lying.product].price(kind)
        act = Act(team, one.move, one.fixed, card_name(kind), price, why=offers.short(one.refusal))
        found[plot].rows.append(CardRow(act, asks))
    for one in offers.of("buy_licence"):
        found[str(one.fixed["plot"])].licences.extend(_licences(t, one, offers))
    return list(found.values())


def _licences(t: MarketTable, one: Offer, offers: Offers) -> list[Act]:
    asked = one.fields[0]
    assert isinstance(asked, Card)
    if one.refusal is not None:
        # nothing of it can be recorded: one greyed button says why
        return [Act(one.actors[0], one.move, one.fixed, one.label, why=offers.why(one.refusal))]
    return [
        Act(
            one.actors[0], one.move, one.fixed, option.label, t.kit.products[option.value].output, "",
            offers.why(option.refusal), {"product": option.value},
        )
        for option in asked.options
    ]  # fmt: skip


# ---- debts, and what is possible any time ---------------------------------------------------------


def _queue(t: MarketTable) -> list[DebtLine]:
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


def _any_time(t: MarketTable, offers: Offers) -> dict[str, Any]:
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


# ---- the end --------------------------------------------------------------------------------------


def results(t: MarketTable) -> list[ResultRow]:
    """Return the results, best first: of a finished game, or of one that is about to be counted."""
    found = []
    for place in standings(t):
        out = place.team in t.state.bankrupt
        parts = {} if out else parts_of(t, place.team)
        found.append(
            ResultRow(
                place.team, place.rank, parts.get("cash", 0), parts.get("shares", 0), parts.get("plots", 0),
                place.total, t.state.unpaid.get(place.team, 0), out,
            )
        )  # fmt: skip
    return sorted(found, key=lambda row: row.rank)
