"""Deals in shares and land: purchases at the nominal price, and auctions with their 80 and 20 per cent."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Name
from games.engine.table import Step
from games.market.names import company_name, plot_name
from games.market.state import MONEY, MarketTable
from games.market.turns import MarketMove, need_right, recheck, rolled, used_up


def known_company(t: MarketTable, company: str) -> None:
    """Refuse an id that is no company."""
    if company not in t.kit.prices:
        t.stop("E_UNKNOWN", "company", value=company)


def known_plot(t: MarketTable, plot: int) -> str:
    """Return the key of a plot; refuse a number that is no plot."""
    key = str(plot)
    if key not in t.kit.lands:
        t.stop("E_UNKNOWN", "plot", value=key)
    return key


def bid(t: MarketTable, winner: str, price: int | None, nominal: int, barred: str, code: str) -> int:
    """Return the price of an auction won by a player who may bid and can pay (§ 3.3, bid rules; A-28 … A-30)."""
    state = t.state
    if winner not in state.cash:
        t.stop("E_UNKNOWN", "winner", value=winner)
    t.need(winner not in state.bankrupt, "E_PLAYER_OUT", "winner", name=t.name(winner))
    t.need(winner != barred, code, "winner")
    if price is None:
        t.stop("E_MISSING", "price", value="price")
    step = t.options.bid_step
    t.need(price >= nominal, "E_BID_LOW", "price", nominal=nominal)
    if price < 0:
        t.stop("E_BID_LOW", "price", nominal=nominal)
    # an auction begins at the nominal price, whatever the step
    t.need(price % step == 0 or (price - nominal) % step == 0, "E_BID_STEP", "price", step=step)
    t.need(state.cash[winner] >= price, "E_BIDDER_CASH", "price", name=t.name(winner), have=state.cash[winner])
    return price


def sold(t: MarketTable, seller: str, winner: str | None, price: int, ref: str, company: str, cut: int) -> None:
    """Move the money of an auction: the bank takes the price, the seller gets 80 %, the company's holders 20 %
    (M-063, M-064, M-066, M-134, M-135, M-137)."""
    if winner:
        t.transfer(winner, BANK, MONEY, price, "auction_price", ref)
    t.transfer(BANK, seller, MONEY, t.percent(price, 100 - cut), "sale_proceeds", ref)
    if cut:
        t.share_out(t.holders(company), t.percent(price, cut), f"{company}_commission", company)


def sell_one_share(
    t: MarketTable, seller: str, company: str, winner: str | None, price: int | None, forced: bool
) -> None:
    """Auction one share; the seller's marker is off before the commission is divided (M-060 … M-066, M-079, A-03)."""
    nominal = t.kit.prices[company]
    barred = "" if t.options.seller_may_bid and not forced else seller
    amount = bid(t, winner, price, nominal, barred, "E_BIDDER_SELLER") if winner else nominal
    cut = t.kit.constants.commission_percent
    if forced and not t.options.antimonopoly_commission:
        cut = 0
    t.take_share(company, seller, "share_sold")
    sold(t, seller, winner, amount, company, "exchange", cut)
    if winner:
        t.give_share(company, winner, "share_bought")


class BuyShare(MarketMove):
    """Buy one share at its nominal (M-048, M-055 … M-059, M-078, M-080, M-082, M-095, M-107, M-109, M-110, M-112).

    20 % of the price go to the Exchange shareholders before the new marker is laid (M-058, A-01 … A-03).
    """

    label: ClassVar[str] = _("Buy a share")

    company: Name

    def act(self, t: MarketTable, actor: str) -> None:
        state, kit, company = t.state, t.kit, self.company
        need_right(t, actor, "buy_share", company)
        known_company(t, company)
        held = state.shares.get(company)
        free = kit.companies[company].shares - (sum(held.values()) if held else 0)
        t.need(free > 0, "E_NO_SHARES_LEFT", "company", company=company_name(company))
        price, cash = kit.prices[company], state.cash[actor]
        t.need(price <= cash, "E_CASH", "company", want=price, have=cash)
        t.transfer(actor, BANK, MONEY, price, "share_price", company)
        exchange = state.shares.get("exchange")
        if exchange:
            t.share_out(exchange, t.percent(price, kit.constants.commission_percent), "exchange_commission", "exchange")
        t.give_share(company, actor, "share_bought")
        # on the company bank a credit may follow (M-084)
        if state.right == "bank" and state.right_of == actor and not state.credit_taken:
            state.used = "part"
        else:
            used_up(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor),
            "company": company_name(self.company),
            "price": t.kit.prices[self.company],
        }
        return Words(_("%(name)s buys a share: %(company)s, %(price)s"), figures)


class SellShare(MarketMove):
    """Sell one own share by auction, nobody: to the bank at the nominal price (M-049, M-060 … M-066, M-078, M-176)."""

    label: ClassVar[str] = _("Sell a share")
    in_debt: ClassVar = "debtor"

    company: Name
    winner: Name | None = None
    price: Int | None = None

    def act(self, t: MarketTable, actor: str) -> None:
        company, in_debt = self.company, bool(t.state.obligations)
        if not in_debt:
            need_right(t, actor, "sell_share", company)
        known_company(t, company)
        if not t.stake(company, actor):
            t.stop("E_NOT_OWNER_SHARE", "company", name=t.name(actor), company=company_name(company))
        sell_one_share(t, actor, company, self.winner, self.price, forced=False)
        if in_debt:
            t.settle()
            recheck(t)
        else:
            used_up(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor), "company": company_name(self.company),
            "winner": t.name(self.winner or ""), "price": self.price or 0,
        }  # fmt: skip
        if self.winner:
            return Words(_("%(name)s sells a share, %(company)s: %(winner)s pays %(price)s"), figures)
        figures["price"] = t.kit.prices.get(self.company, 0)
        return Words(_("%(name)s sells a share, %(company)s: the game bank pays %(price)s"), figures)


class Lot(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One share of a forced sale: who pays how much; nobody: the bank buys."""

    winner: Name | None = None
    price: Int | None = None


class AntimonopolySell(MarketMove):
    """A monopolist on the committee's space sells until one share of one company is left (M-118 … M-124)."""

    label: ClassVar[str] = _("Sell by order of the committee")

    company: Name
    lots: list[Lot]

    def act(self, t: MarketTable, actor: str) -> None:
        state = t.state
        rolled(t, actor)
        if state.must != "antimonopoly" or actor != state.current:
            need_right(t, actor, "antimonopoly_sell")
        known_company(t, self.company)
        have = t.stake(self.company, actor)
        choices = [company_name(company) for company in t.monopolies(actor)]
        t.need(have > 1, "E_ANTIMONO_CHOICE", "company", company=company_name(self.company), choices=choices)
        t.need(len(self.lots) == have - 1, "E_ANTIMONO_COUNT", "lots", want=have - 1)
        if len(self.lots) > have:
            t.stop("E_ANTIMONO_COUNT", "lots", want=have - 1)
        for lot in self.lots:
            sell_one_share(t, actor, self.company, lot.winner, lot.price, forced=True)
        state.must, state.phase = "", "done"

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "company": company_name(self.company), "lots": self.results(t)}
        return Words(_("%(name)s must sell shares, %(company)s: %(lots)s"), figures)

    def results(self, t: MarketTable) -> list[Words | str]:
        """Return each lot in words: who pays how much."""
        nominal = t.kit.prices.get(self.company, 0)
        return [
            Words(_("%(winner)s pays %(price)s"), {"winner": t.name(lot.winner), "price": lot.price or 0})
            if lot.winner
            else Words(_("the game bank pays %(price)s"), {"price": nominal})
            for lot in self.lots
        ]


class BuyPlot(MarketMove):
    """Buy the free plot under the token, or any free plot on the realty company (M-116, M-125 … M-127, M-129, M-039).

    20 % of the price go to the Realty shareholders (M-117, M-126).
    """

    label: ClassVar[str] = _("Buy a plot")
    codes: ClassVar[dict[str, str]] = {"plot": "E_UNKNOWN"}

    plot: Int

    def act(self, t: MarketTable, actor: str) -> None:
        state, kit = t.state, t.kit
        here = state.must == "plot" and actor == state.current and kit.path[state.pos[actor]].no == self.plot
        if not here:
            if state.must == "plot" and actor == state.current:
                self.not_here(t)
            need_right(t, actor, "buy_plot")
        plot = known_plot(t, self.plot)
        owner = state.plots.get(plot)
        if owner:
            t.stop("E_PLOT_TAKEN", "plot", plot=plot, owner=t.name(owner))
        price, cash = kit.lands[plot], state.cash[actor]
        t.need(price <= cash, "E_CASH", "plot", want=price, have=cash)
        t.transfer(actor, BANK, MONEY, price, "plot_price", f"plot:{plot}")
        commission = t.percent(price, kit.constants.commission_percent)
        t.share_out(t.holders("realtor"), commission, "realtor_commission", "realtor")
        t.give_plot(plot, actor, "plot_bought")
        if here:
            state.must, state.phase = "", "done"
        else:
            used_up(t)

    def not_here(self, t: MarketTable) -> None:
        """Refuse another plot than the one the token stands on."""
        here = plot_name(str(t.kit.path[t.state.pos[t.state.current]].no))
        t.need(False, "E_NO_RIGHT", "plot", space=here, allowed=[Words(_("buy %(plot)s"), {"plot": here})])

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor),
            "plot": plot_name(str(self.plot)),
            "price": t.kit.lands.get(str(self.plot), 0),
        }
        return Words(_("%(name)s buys %(plot)s for %(price)s"), figures)


class RefusePlot(MarketMove):
    """Refuse the plot under the token: it is auctioned; nobody: the refuser owes 20 % (M-128, M-138, A-27 … A-32).

    Who buys it gets no deal by this landing (amendment 7).
    """

    label: ClassVar[str] = _("Refuse the plot")

    winner: Name | None = None
    price: Int | None = None

    def act(self, t: MarketTable, actor: str) -> None:
        state, kit = t.state, t.kit
        rolled(t, actor)
        if state.must != "plot" or actor != state.current:
            need_right(t, actor, "refuse_plot")
        plot = kit.way.plots[state.pos[state.current]]
        if plot not in kit.lands or state.plots.get(plot):
            t.stop("E_NO_RIGHT", space=plot_name(plot), allowed=[])
        nominal, cut = kit.lands[plot], kit.constants.commission_percent
        if self.winner:
            barred = "" if t.options.refuser_may_bid else actor
            price = bid(t, self.winner, self.price, nominal, barred, "E_BIDDER_REFUSER")
            t.transfer(self.winner, BANK, MONEY, price, "auction_price", f"plot:{plot}")
            t.share_out(t.holders("realtor"), t.percent(price, cut), "realtor_commission", "realtor")
            t.give_plot(plot, self.winner, "plot_bought")
        else:
            t.owe_company(actor, "realtor", t.percent(nominal, cut), "refusal_charge")
        state.must, state.phase = "", "done"

    def told(self, t: MarketTable, step: Step) -> Words:
        plot = plot_name(t.kit.way.plots[t.state.pos[step.actor]])
        figures = {
            "name": t.name(step.actor),
            "plot": plot,
            "winner": t.name(self.winner or ""),
            "price": self.price or 0,
        }
        if self.winner:
            return Words(_("%(name)s refuses %(plot)s: %(winner)s pays %(price)s"), figures)
        charge = sum(p.amount for p in step.postings if p.why == "refusal_charge")
        return Words(_("%(name)s refuses %(plot)s, nobody buys: charge %(charge)s"), {**figures, "charge": charge})


class SellPlot(MarketMove):
    """Sell an own plot by auction, nobody: to the bank at its nominal (M-052, M-116, M-131 … M-137, M-139, M-176)."""

    label: ClassVar[str] = _("Sell a plot")
    in_debt: ClassVar = "debtor"
    codes: ClassVar[dict[str, str]] = {"plot": "E_UNKNOWN"}

    plot: Int
    winner: Name | None = None
    price: Int | None = None

    def act(self, t: MarketTable, actor: str) -> None:
        in_debt = bool(t.state.obligations)
        if not in_debt:
            need_right(t, actor, "sell_plot")
        plot = known_plot(t, self.plot)
        if t.state.plots.get(plot) != actor:
            t.stop("E_NOT_OWNER_PLOT", "plot", plot=plot, name=t.name(actor))
        nominal = t.kit.lands[plot]
        barred = "" if t.options.seller_may_bid else actor
        amount = bid(t, self.winner, self.price, nominal, barred, "E_BIDDER_SELLER") if self.winner else nominal
        t.take_plot(plot, "plot_sold")
        sold(t, actor, self.winner, amount, f"plot:{plot}", "realtor", t.kit.constants.commission_percent)
        if self.winner:
            t.give_plot(plot, self.winner, "plot_bought")
        if in_debt:
            t.settle()
            recheck(t)
        else:
            used_up(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor), "plot": plot_name(str(self.plot)),
            "winner": t.name(self.winner or ""), "price": self.price or 0,
        }  # fmt: skip
        if self.winner:
            return Words(_("%(name)s sells %(plot)s: %(winner)s pays %(price)s"), figures)
        figures["price"] = t.kit.lands.get(str(self.plot), 0)
        return Words(_("%(name)s sells %(plot)s to the game bank for %(price)s"), figures)
