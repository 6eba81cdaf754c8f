"""The turn: before the roll, the roll with its payments, the two stacks of cards, the end of the turn."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Name
from games.engine.table import Step
from games.market.kit import Drawn, NewCard
from games.market.names import must_words, place
from games.market.rules import WHYS
from games.market.state import MONEY, POT, Credit, Debt, MarketTable, Stop, Way
from games.market.turns import MarketMove, before_roll, land, next_turn, pay_on_the_way, pending, rolled


class BuyInsurance(MarketMove):
    """Buy insurance certificates before the roll (M-033, M-100, M-101, M-102, M-025)."""

    label: ClassVar[str] = _("Buy insurance")

    count: Int

    def act(self, t: MarketTable, actor: str) -> None:
        before_roll(t, actor)
        constants, held = t.kit.constants, t.state.insurance
        if self.count < 1:
            t.stop("E_BAD_NUMBER", "count")
        have = held.get(actor, 0)
        t.need(
            have + self.count <= constants.insurance_max,
            "E_INS_LIMIT",
            "count",
            have=have,
            most=constants.insurance_max,
        )
        if t.options.stock_limits:
            left = t.kit.stock.insurance - sum(held.values())
            t.need(self.count <= left, "E_INS_STOCK", "count", left=left)
        price, cash = constants.insurance_price * self.count, t.state.cash[actor]
        t.need(price <= cash, "E_CASH", "count", want=price, have=cash)
        t.transfer(actor, POT, MONEY, price, "insurance_premium", "insurance")
        t.transfer(BANK, actor, "certificate", self.count, "insurance_premium")

    def told(self, t: MarketTable, step: Step) -> Words:
        return Words(
            _("%(name)s: insurance certificates, %(count)s for %(price)s"),
            {"name": t.name(step.actor), "count": self.count, "price": _paid(step, step.actor)},
        )


def rates_left(t: MarketTable) -> list[int]:
    """Return the rates of the credit cards in the tray, lowest first, each once (M-094)."""
    kit = t.kit
    if not t.options.stock_limits:
        return kit.rates
    out: dict[int, int] = {}
    for credits in t.state.credits.values():
        for credit in credits:
            out[credit.rate] = out.get(credit.rate, 0) + 1
    cards = kit.credit_cards
    return [rate for rate in kit.rates if out.get(rate, 0) < cards[str(rate)]]


class TakeCredit(MarketMove):
    """Take one credit of 100 000 before the roll or on the company bank (M-084, M-086 … M-089, M-093, M-094, M-174).

    `rate` is what was agreed with the shareholders, where that is needed.
    """

    label: ClassVar[str] = _("Take a credit")
    no_credit: ClassVar[bool] = True

    rate: Int | None = None

    def act(self, t: MarketTable, actor: str) -> None:
        state = t.state
        on_bank = actor == state.current and state.right == "bank" and state.phase != "pre_roll"
        if not on_bank:
            before_roll(t, actor)
        t.need(not state.credit_taken, "E_CREDIT_LIMIT")
        if on_bank:
            t.need(state.used != "all", "E_RIGHT_USED")
        rate = self.agreed(t, actor, free=on_bank or t.asks_nobody("bank", actor))
        state.credits.setdefault(actor, []).append(Credit(rate, state.turn))
        state.credit_taken = True
        t.card(BANK, actor, "credit", "credit", str(rate))
        t.transfer(BANK, actor, MONEY, t.kit.constants.credit_amount, "credit", "bank")
        if on_bank and state.used:
            state.used, state.phase = "all", "done"
        elif on_bank:
            state.used = "credit"

    def agreed(self, t: MarketTable, actor: str, free: bool) -> int:
        """Return the rate of the card that is given: the lowest, or the one the shareholders agreed to."""
        rates = rates_left(t)
        if not rates:
            t.need(False, "E_CREDIT_NONE")
            rates = t.kit.rates
        if free and self.rate is None:
            return rates[0]
        if free:
            t.need(self.rate == rates[0], "E_CREDIT_RATE", "rate", rate=self.rate, available=_rates(rates[:1]))
        if self.rate is None:
            holders = [t.name(team) for team in t.holders("bank") if team != actor]
            t.need(False, "E_CREDIT_AGREE", "rate", holders=holders)
            return rates[0]
        if self.rate not in rates:
            t.need(False, "E_CREDIT_RATE", "rate", rate=self.rate, available=_rates(rates))
            if self.rate < 0:
                t.stop("E_CREDIT_RATE", "rate", rate=self.rate, available=_rates(rates))
        return self.rate

    def told(self, t: MarketTable, step: Step) -> Words:
        rate = next((int(p.ref) for p in step.postings if p.what == "credit"), 0)
        figures = {"name": t.name(step.actor), "amount": t.kit.constants.credit_amount, "rate": rate}
        return Words(_("%(name)s takes a credit of %(amount)s at %(rate)s %%"), figures)


def _rates(rates: list[int]) -> list[Words | str]:
    return [f"{rate} %" for rate in rates]


class Roll(MarketMove):
    """Throw two dice and move (M-011, M-042 … M-046); what is passed pays, then the space opens (§ 3.1, § 3.2).

    Payments on the way: M-085, M-163 … M-166; fees on arrival: M-108, M-111. `route` is the ring chosen at a tax
    office with two arrows. Nothing on Start (X-1) or for doubles (X-2), no rent on plots (X-4).
    """

    label: ClassVar[str] = _("Roll")
    codes: ClassVar[dict[str, str]] = {"dice": "E_DICE", "route": "E_ROUTE"}
    reveals: ClassVar[bool] = True

    dice: list[Int]
    route: Name = ""

    def play(self, t: MarketTable, actor: str) -> None:
        super().play(t, actor)
        if t.state.way is not None:
            t.state.way.paid = t.postings

    def act(self, t: MarketTable, actor: str) -> None:
        before_roll(t, actor)
        dice = self.dice
        if len(dice) != 2 or not 1 <= dice[0] <= 6 or not 1 <= dice[1] <= 6:
            t.stop("E_DICE", "dice")
        state, way = t.state, t.kit.way
        at, size, passing = state.pos[actor], way.size, way.passing
        stops: list[Stop] = []
        state.way = Way(actor, at, state.cash[actor], stops)
        if way.forks:
            at = self.by_arrows(t, actor, at, stops)
        else:
            for _step in range(dice[0] + dice[1] - 1):
                at = at + 1 if at + 1 < size else 0
                if passing[at]:
                    pay_on_the_way(t, actor, passing[at])
                stops.append(Stop(at, len(t.postings)))
            at = at + 1 if at + 1 < size else 0
        state.dice = dice
        state.pos[actor] = at
        if way.stopping[at]:
            pay_on_the_way(t, actor, way.stopping[at])
        stops.append(Stop(at, len(t.postings)))
        land(t, actor, at)

    def by_arrows(self, t: MarketTable, actor: str, at: int, stops: list[Stop]) -> int:
        """Return where the token stops on a path with a choice of arrows, the payments on the way made (A-36)."""
        way = t.kit.way
        passing = dict(enumerate(way.passing))
        count = self.dice[0] + self.dice[1]
        for number in range(count):
            if at in way.forks:
                if self.route not in way.forks[at]:
                    t.stop("E_ROUTE", "route")
                new, red = way.forks[at][self.route]
                # leaving after a stop is not passing: the tax was paid on arrival
                if number and red:
                    pay_on_the_way(t, actor, "tax")
                at = new
            else:
                at = (at + 1) % way.size
            if number + 1 < count:
                if at not in way.forks and passing[at]:
                    pay_on_the_way(t, actor, passing[at])
                stops.append(Stop(at, len(t.postings)))
        return at

    def told(self, t: MarketTable, step: Step) -> Words:
        to = t.state.pos[step.actor]
        figures: dict[str, Any] = {
            "name": t.name(step.actor), "a": self.dice[0], "b": self.dice[1], "space": place(t, to), "to": to,
            "paid": paid_words(step),
        }  # fmt: skip
        if figures["paid"]:
            return Words(_("%(name)s rolls %(a)s and %(b)s, to %(to)s: %(space)s; %(paid)s"), figures)
        return Words(_("%(name)s rolls %(a)s and %(b)s, to %(to)s: %(space)s"), figures)


class EndTurn(MarketMove):
    """End the turn; a right may stay unused, a duty may not (M-032, M-053)."""

    label: ClassVar[str] = _("End the turn")

    def act(self, t: MarketTable, actor: str) -> None:
        state = t.state
        t.need(actor == state.current, "E_TURN", current=t.name(state.current), fine=t.kit.constants.fine)
        t.need(state.phase != "pre_roll", "E_NOT_ROLLED")
        pending(t)
        next_turn(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        if t.state.phase == "final":
            return Words(_("%(name)s ends the turn; the last round is over"), {"name": t.name(step.actor)})
        return Words(
            _("%(name)s ends the turn; to move: %(next)s"),
            {"name": t.name(step.actor), "next": t.name(t.state.current)},
        )


class _Draw(MarketMove):
    """A card of a stack: its number, its sum, or both, which must agree (M-096, M-113, amendment 8)."""

    codes: ClassVar[dict[str, str]] = {"amount": "E_AMOUNT"}
    reveals: ClassVar[bool] = True
    stack: ClassVar[str] = ""

    card: Int | NewCard | None = None
    amount: Int | None = None

    def drawn(self, t: MarketTable, actor: str) -> int:
        """Return the sum on the card; a card that the kit does not know joins it."""
        state = t.state
        rolled(t, actor)
        if state.must != self.stack:
            pending(t)
            here = place(t, state.pos[state.current])
            t.need(False, "E_NO_RIGHT", space=here, allowed=[must_words("")])
        t.need(actor == state.current, "E_TURN", current=t.name(state.current), fine=t.kit.constants.fine)
        table = f"{self.stack}_cards"
        deck: dict[str, Drawn] = getattr(t.kit, table)
        amount, number = self.amount, self.card
        if isinstance(number, NewCard):
            if amount is not None and amount != number.amount:
                t.need(False, "E_KIT_CARD", "amount", card=number.no or "–", amount=number.amount)
            amount = number.amount if amount is None else amount
            number = number.no or None
        known = deck.get(str(number)) if number is not None else None
        if known is not None:
            if amount is not None and amount != known.amount:
                t.need(False, "E_KIT_CARD", "amount", card=number, amount=known.amount)
            amount = known.amount if amount is None else amount
        if amount is None:
            if number is not None:
                t.stop("E_UNKNOWN", "card", value=str(number))
            t.stop("E_MISSING", "amount", value="amount")
        step = t.kit.constants.round_to
        wrong = amount == 0 or amount % step or (amount < 0 and self.stack == "consultation")
        if wrong:
            t.need(False, "E_AMOUNT", "amount")
        if known is None and number is not None:
            source = {**t.kit.source, f"{table}.{number}": "box"}
            t.kit = msgspec.structs.replace(t.kit, source=source, **{table: {**deck, str(number): Drawn(amount)}})
        return amount

    def resolved(self, t: MarketTable) -> None:
        """The duty is done; the card goes under the stack (M-099, M-115)."""
        t.state.must, t.state.phase = "", "done"
        t.notice("N_CARD_UNDER")


class DrawSurprise(_Draw):
    """Take a card «Неожиданности бизнеса»: income, or a loss that certificates cover (M-096 … M-099, M-103 … M-105).

    `certificates`: how many the player gives, with option insurance_use = choice (A-24).
    """

    label: ClassVar[str] = _("Business surprise")
    stack: ClassVar[str] = "surprise"

    certificates: Int | None = None

    def act(self, t: MarketTable, actor: str) -> None:
        amount = self.drawn(t, actor)
        if amount > 0:
            t.need(not self.certificates, "E_CERT", "certificates", most=0)
            t.income(BANK, actor, amount, "surprise_gain")
        else:
            cover = t.kit.constants.insurance_cover
            most = min(t.state.insurance.get(actor, 0), -(amount // cover))
            used = most
            if self.certificates is not None:
                least = most if t.options.insurance_use == "auto" else 0
                t.need(least <= self.certificates <= most, "E_CERT", "certificates", most=most)
                used = max(0, min(self.certificates, t.state.insurance.get(actor, 0)))
            t.transfer(actor, BANK, "certificate", used, "surprise_loss")
            t.owe(Debt(actor, -amount - used * cover, "surprise_loss"))
        self.resolved(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        gain = sum(p.amount for p in step.postings if p.why == "surprise_gain")
        if gain:
            return Words(_("%(name)s: business surprise, +%(sum)s"), {"name": t.name(step.actor), "sum": gain})
        used = sum(p.amount for p in step.postings if p.what == "certificate")
        figures: dict[str, Any] = {"name": t.name(step.actor), "sum": self.loss(t), "used": used}
        if used:
            return Words(_("%(name)s: business surprise, loss of %(sum)s, certificates: %(used)s"), figures)
        return Words(_("%(name)s: business surprise, loss of %(sum)s"), figures)

    def loss(self, t: MarketTable) -> int:
        """Return the loss on the card, without its sign."""
        if self.amount is not None:
            return abs(self.amount)
        if isinstance(self.card, NewCard):
            return abs(self.card.amount)
        known = t.kit.surprise_cards.get(str(self.card))
        return abs(known.amount) if known else 0


class DrawConsultation(_Draw):
    """Take a card «Консультация» and pay its sum to the Consulting shareholders (M-113 … M-115)."""

    label: ClassVar[str] = _("Consultation")
    stack: ClassVar[str] = "consultation"

    def act(self, t: MarketTable, actor: str) -> None:
        amount = self.drawn(t, actor)
        t.owe_company(actor, "consulting", amount, "consultation")
        self.resolved(t)

    def told(self, t: MarketTable, step: Step) -> Words:
        paid = sum(p.amount for p in step.postings if p.why == "consultation")
        figures = {"name": t.name(step.actor), "sum": paid}
        if paid:
            return Words(_("%(name)s pays %(sum)s for a consultation"), figures)
        return Words(_("%(name)s takes a card “Consultation”: the cash is not enough"), figures)


class LastRound(MarketMove):
    """Time is up: the round is played to its end, then the results without bonus (§ 7, time_limit_min)."""

    label: ClassVar[str] = _("Last round")
    by_referee: ClassVar[bool] = True

    def act(self, t: MarketTable, actor: str) -> None:
        t.need(t.options.time_limit_min is not None, "E_OPTION", option="time_limit_min")
        t.state.last_round = True

    def told(self, t: MarketTable, step: Step) -> Words:
        return Words(_("Time is up: the round is played to its end"))


def paid_words(step: Step) -> list[Words | str]:
    """Return what the mover got and paid on his way, in words."""
    found: list[Words | str] = []
    for one in step.postings:
        if one.what == MONEY and step.actor in (one.to, one.from_):
            why = Words(WHYS.get(one.why, one.why))
            if one.to == step.actor:
                found.append(Words(_("%(why)s +%(sum)s"), {"why": why, "sum": one.amount}))
            else:
                found.append(Words(_("%(why)s %(sum)s"), {"why": why, "sum": -one.amount}))
    return found


def _paid(step: Step, team: str) -> int:
    return sum(p.amount for p in step.postings if p.from_ == team and p.what == MONEY)
