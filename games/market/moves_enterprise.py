"""Enterprises: the licence, the three cards with what shareholders ask, commissioning."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Name
from games.engine.table import Step
from games.market.kit import CARDS, NewProduct, Product
from games.market.moves_deals import known_plot
from games.market.names import card_name, company_name, plot_name, product_name
from games.market.state import MONEY, Debt, Enterprise, MarketTable, Progress
from games.market.turns import MarketMove, need_right, pending, to_final, used_up

#: Whose shareholders ask commissions for a card (M-081, M-083, M-150).
SELLERS = {"materials": "trade", "equipment": "trade", "personnel": "agency"}


def licences_out(t: MarketTable, product: str) -> int:
    """Return how many licences of a product lie on cards and before players (M-004)."""
    on_cards = sum([lying.product == product for lying in t.state.progress.values()])
    return on_cards + sum([one.product == product for made in t.state.enterprises.values() for one in made])


class BuyLicence(MarketMove):
    """Buy the licence that opens an empty card «Предприятие» (M-050, M-140, M-142, M-149, M-004, A-14, A-15, A-76)."""

    label: ClassVar[str] = _("Buy a Licence")
    codes: ClassVar[dict[str, str]] = {"product": "E_PRODUCT", "plot": "E_UNKNOWN"}

    plot: Int
    product: Name | NewProduct

    def act(self, t: MarketTable, actor: str) -> None:
        state, kit = t.state, t.kit
        any_time = t.options.licence_where == "own_turn" and actor == state.current
        if any_time:
            pending(t)
        else:
            need_right(t, actor, "licence")
        plot = known_plot(t, self.plot)
        if state.plots.get(plot) != actor:
            t.need(False, "E_NOT_OWNER_PLOT", "plot", plot=plot, name=t.name(actor))
        if plot in state.progress:
            t.stop("E_SLOT_TAKEN", "plot", slot=card_name("licence"), plot=plot)
        product, row = self.row(t)
        if row is None:
            t.stop("E_PRODUCT", "product")
        t.need(kit.plots[plot].product in ("", product), "E_PRODUCT", "product")
        if t.options.stock_limits:
            t.need(licences_out(t, product) < row.licences, "E_LICENCE_STOCK", "product", product=row.name or product)
        price, cash = kit.constants.licence_price, state.cash[actor]
        t.need(price <= cash, "E_CASH", "plot", want=price, have=cash)
        if product not in kit.products:
            source = {**kit.source, f"products.{product}": "box"}
            t.kit = msgspec.structs.replace(kit, source=source, products={**kit.products, product: row})
        ref = f"plot:{plot}"
        t.transfer(actor, BANK, MONEY, price, "licence", ref)
        t.card(BANK, actor, "licence", "licence", ref)
        state.progress[plot] = Progress(product)
        if not any_time:
            used_up(t)

    def row(self, t: MarketTable) -> tuple[str, Product | None]:
        """Return the id and the row of the price table, typed at the table if the kit does not know it."""
        if isinstance(self.product, NewProduct):
            new = self.product
            known = t.kit.products.get(new.id)
            fields = msgspec.structs.asdict(new)
            step = t.kit.constants.round_to
            prices = [new.price(kind) for kind in CARDS] + [new.output]
            if known is None and (not new.id or any(price <= 0 or price % step for price in prices)):
                t.stop("E_PRODUCT", "product")
            return fields.pop("id"), known or Product(**fields)
        return self.product, t.kit.products.get(self.product)

    def told(self, t: MarketTable, step: Step) -> Words:
        product = self.product if isinstance(self.product, str) else self.product.id
        figures = {
            "name": t.name(step.actor), "plot": plot_name(str(self.plot)), "product": product_name(t, product),
        }  # fmt: skip
        return Words(_("%(name)s buys a Licence “%(product)s” for %(plot)s"), figures)


class BuyCard(MarketMove):
    """Buy Materials, Equipment or Personnel for one plot, or refuse after the shareholders asked (M-051, M-080, M-082,
    M-150 … M-162; the fourth card commissions the enterprise: M-141, M-143 … M-148).

    `commissions`: what each other shareholder asks at last; `first_asked`: at first, for the debrief.
    """

    label: ClassVar[str] = _("Buy a card")
    codes: ClassVar[dict[str, str]] = {"commissions": "E_AMOUNT", "plot": "E_UNKNOWN", "first_asked": "E_AMOUNT"}

    plot: Int
    kind: Name
    commissions: dict[str, Int] = {}
    outcome: Literal["bought", "refused"] = "bought"
    first_asked: dict[str, Int] = {}

    def act(self, t: MarketTable, actor: str) -> None:
        state, kit, kind = t.state, t.kit, self.kind
        need_right(t, actor, "card", kind)
        if kind not in SELLERS:
            t.stop("E_UNKNOWN", "kind", value=kind)
        plot = known_plot(t, self.plot)
        if state.plots.get(plot) != actor:
            t.need(False, "E_NOT_OWNER_PLOT", "plot", plot=plot, name=t.name(actor))
        lying = state.progress.get(plot)
        if lying is None:
            t.stop("E_LICENCE_FIRST", "plot", plot=plot)
        if kind in lying.cards:
            t.stop("E_SLOT_TAKEN", "kind", slot=card_name(kind), plot=plot)
        if t.options.stock_limits:
            out = sum([kind in other.cards for other in state.progress.values()])
            t.need(out < getattr(kit.stock, kind), "E_CARD_STOCK", "kind", kind=card_name(kind))
        company, nominal = SELLERS[kind], kit.products[lying.product].price(kind)
        self.asked(t, actor, company, nominal)
        refused = self.outcome == "refused"
        price = nominal if refused else nominal + sum(self.commissions.values())
        if not refused or t.options.announce_needs_cash:
            cash = state.cash[actor]
            t.need(price <= cash, "E_CASH", "plot", want=price, have=cash)
        if refused:
            self.refuse(t, actor, company)
        else:
            self.buy(t, actor, company, plot, lying, nominal)
        if state.phase != "final":
            used_up(t)

    def asked(self, t: MarketTable, actor: str, company: str, nominal: int) -> None:
        """Ask that exactly the other shareholders named their commissions, unless the purchase is at nominal
        (M-153, M-154, M-156, A-08 … A-10)."""
        if t.asks_nobody(company, actor):
            if self.commissions:
                t.need(False, "E_COMMISSION_NOT_ALLOWED", "commissions")
            t.need(self.outcome == "bought", "E_REFUSE_NOMINAL", "outcome")
            return
        others = [team for team in t.holders(company) if team != actor]
        silent = [t.name(team) for team in others if team not in self.commissions]
        if silent:
            t.need(False, "E_COMMISSION_MISSING", "commissions", holders=silent)
        if any(team not in others for team in self.commissions):
            t.stop("E_COMMISSION_UNKNOWN", "commissions")
        step, cap = t.kit.constants.round_to, t.options.commission_cap
        for sums in (self.commissions, self.first_asked):
            for amount in sums.values():
                t.need(amount >= 0 and amount % step == 0, "E_AMOUNT", "commissions")
                if amount < 0:
                    t.stop("E_AMOUNT", "commissions")
        if cap is not None:
            # compared without rounding: a limit that is rounded up is none
            within = all(amount * 100 <= nominal * cap for amount in self.commissions.values())
            t.need(within, "E_AMOUNT", "commissions")

    def buy(self, t: MarketTable, actor: str, company: str, plot: str, lying: Progress, nominal: int) -> None:
        """Pay and lay the card (M-151, M-155, M-157, M-158)."""
        ref = f"plot:{plot}"
        t.transfer(actor, BANK, MONEY, nominal, "card_price", ref)
        for team, amount in self.commissions.items():
            t.income(actor, team, amount, "card_commission", company, actor)
        t.card(BANK, actor, self.kind, "card_price", ref)
        lying.cards.append(self.kind)
        if len(lying.cards) == len(CARDS):
            commission(t, actor, plot, lying)

    def refuse(self, t: MarketTable, actor: str, company: str) -> None:
        """Each shareholder pays the bank what he asked last; the buyer loses the deal (M-161, M-162, A-12, A-13)."""
        for team, amount in self.commissions.items():
            t.owe(Debt(team, amount, "commission_penalty", BANK, company))
        if t.options.refusal_effect == "skip_next" and actor == t.state.current:
            t.state.skip.append(actor)

    def told(self, t: MarketTable, step: Step) -> Words:
        asked: list[Words | str] = [
            Words(_("%(name)s %(sum)s"), {"name": t.name(team), "sum": amount})
            for team, amount in self.commissions.items()
        ]
        price = sum(p.amount for p in step.postings if p.why == "card_price" and p.what == MONEY)
        figures = {
            "name": t.name(step.actor), "card": card_name(self.kind), "plot": plot_name(str(self.plot)),
            "price": price, "asked": asked, "company": company_name(SELLERS.get(self.kind, "")),
            "sum": sum(p.amount for p in step.postings if p.why in ("output_price", "half_plot_price")),
        }  # fmt: skip
        if self.outcome == "refused":
            return Words(_("%(name)s refuses %(card)s for %(plot)s; asked: %(asked)s"), figures)
        if figures["sum"]:
            return Words(_("%(name)s buys %(card)s: the enterprise on %(plot)s is commissioned, +%(sum)s"), figures)
        if any(self.commissions.values()):
            return Words(_("%(name)s buys %(card)s for %(plot)s: %(price)s, commissions: %(asked)s"), figures)
        return Words(_("%(name)s buys %(card)s for %(plot)s: %(price)s"), figures)


def commission(t: MarketTable, owner: str, plot: str, lying: Progress) -> None:
    """Commission an enterprise: product price, half of the plot's nominal, cards back, licence to the front
    (M-143 … M-147); the agreed number ends the game (M-178)."""
    state, kit, ref = t.state, t.kit, f"plot:{plot}"
    t.transfer(BANK, owner, MONEY, kit.products[lying.product].output, "output_price", ref)
    bonus = t.percent(kit.lands[plot], kit.constants.land_bonus_percent)
    t.transfer(BANK, owner, MONEY, bonus, "half_plot_price", ref)
    del state.progress[plot]
    for kind in CARDS:
        t.card(owner, BANK, kind, "commissioned", ref)
    made = state.enterprises.setdefault(owner, [])
    made.append(Enterprise(lying.product, plot, state.turn))
    if len(made) >= (t.options.enterprises_to_end or 1):
        to_final(t, owner)
