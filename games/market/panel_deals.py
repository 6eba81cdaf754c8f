"""Deals on the sheet: shares, plots, cards «Предприятие», sales, and the card that a landing asks for."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Card, Offer, Option
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.market.kit import CARDS
from games.market.moves_enterprise import SELLERS
from games.market.names import Label, card_name, company_name, plot_name, product_name
from games.market.panel_acts import Act, Offers
from games.market.state import MarketTable


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


# ---- what a landing asks ------------------------------------------------------------------------


def duty(t: MarketTable, offers: Offers) -> dict[str, Any]:
    """Return what a landing obliges to: a free plot, or a card of a stack."""
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


def deals(t: MarketTable, offers: Offers) -> dict[str, Any]:
    """Return what the right of a space allows."""
    return {
        "shares": [_share(t, one, offers) for one in offers.of("buy_share")],
        "exchange": list(t.holders("exchange")),
        "plots": [_plot(t, one, offers) for one in offers.of("buy_plot")],
        "sales": sales(t, offers),
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


def sales(t: MarketTable, offers: Offers) -> list[Act]:
    """Return what may be sold, with its nominal and what the seller keeps of it if nobody bids."""
    keeps = 100 - t.kit.constants.commission_percent
    several = len(t.debtors()) > 1
    found = []
    for one in [*offers.of("sell_share"), *offers.of("sell_plot")]:
        company = one.fixed.get("company", "")
        plot = str(one.fixed.get("plot", ""))
        name: Label = company_name(company) if company else plot_name(plot)
        nominal = t.kit.prices[company] if company else t.kit.lands[plot]
        if several:
            name = Words(_("%(label)s: %(name)s"), {"label": name, "name": t.name(one.actors[0])})
        note = Words(_("in hand at least %(sum)s"), {"sum": t.percent(nominal, keeps)})
        held = not company or t.stake(company, one.actors[0])
        if held:
            # an auction asks for buyer and price: only what no buyer can mend greys it
            why = offers.why(one.refusal) if one.refusal and one.refusal.field not in ("winner", "price") else ""
            found.append(Act(one.actors[0], one.move, one.fixed, name, nominal, note, why))
    return found


def cards_on_sheet(t: MarketTable, offers: Offers) -> list[PlotCard]:
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
