"""The choice of actions and actions 1 to 3: work, buy, hire (T-055 to T-087)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Move, Name, Prose
from games.engine.table import Step
from games.titans.cards import Titan
from games.titans.staff import as_colour, need_room
from games.titans.state import MARKET, SLOTS, TitansTable
from games.titans.turn import (
    ACTIONS,
    end_step,
    enter_action,
    need_all,
    need_money,
    need_number,
    need_phase,
    need_slot,
    need_step,
    pay_out,
)
from games.titans.typed import NewCompany, lay_open, take_card
from games.titans.words import ACTION_WORDS, COLOUR_WORDS, cubes


class RevealActions(Move):
    """All sides show their two different actions; they are done by number, clockwise (T-028, T-055 to T-062)."""

    label: ClassVar[str] = _("Reveal the actions")
    reveals: ClassVar[bool] = True

    actions: dict[Name, Any] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "choose")
        order = t.order
        need_all(t, self.actions, order, "actions")
        exactly = t.options.actions_per_turn == "exactly_two"
        chosen: dict[str, list[int]] = {}
        for side in order:
            given = self.actions.get(side, [])
            if not isinstance(given, list):
                t.stop("E_TWO_DIFFERENT", "actions", name=t.name(side))
            known = [action for action in given if type(action) is int and action in ACTIONS]
            if len(known) < len(given):
                t.stop("E_TWO_DIFFERENT", "actions", name=t.name(side))
            actions = sorted(set(known))
            if len(actions) < len(known) or len(actions) > 2 or (exactly and len(actions) < 2):
                t.need(False, "E_TWO_DIFFERENT", "actions", name=t.name(side))
            chosen[side] = actions
            if 3 in actions and 2 not in actions and not t.has_free_cell(side):
                t.notice("N_HIRE_DOUBTFUL", name=t.name(side))
        s.actions = chosen
        enter_action(t, 1)

    def told(self, t: TitansTable, step: Step) -> Words:
        sides = [
            Words("%(name)s %(actions)s", {"name": t.name(side), "actions": "+".join(map(str, actions)) or "–"})
            for side, actions in t.state.actions.items()
        ]
        return Words(_("Actions: %(list)s"), {"list": sides})


class Work(Move):
    """Action 1: take 15 money from the bank, or what it has (T-065, T-066, A-08).

    `taken` is what really was taken where the bank is empty although its size is not known.
    """

    label: ClassVar[str] = _("Work")
    codes: ClassVar[dict[str, str]] = {"taken": "E_BAD_NUMBER"}

    taken: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "act1")
        need_step(t, actor)
        amount = t.kit.work_income
        if self.taken is not None:
            amount = need_number(t, self.taken, 0, amount, "taken")
        pay_out(t, actor, amount, "work")
        end_step(t, actor, "act1")

    def told(self, t: TitansTable, step: Step) -> Words:
        n = sum(posting.amount for posting in step.postings)
        return Words(_("%(name)s works: +%(n)s"), {"name": t.name(step.actor), "n": n})


class BuyCard(Move):
    """Action 2: buy an open agency or titan at its price; the slot is filled at once (T-067 to T-072, amendment 6).

    `refill` is the card that now lies in the slot: left out it is keyed later, null where the deck is out.
    """

    label: ClassVar[str] = _("Buy an agency or a titan")
    codes: ClassVar[dict[str, str]] = {"slot": "E_BAD_SLOT"}

    slot: Int
    refill: Name | NewCompany | msgspec.UnsetType | None = msgspec.UNSET
    paid: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "act2")
        need_step(t, actor)
        if not 1 <= self.slot <= len(s.agency_slots):
            t.stop("E_BAD_SLOT", "slot", most=len(s.agency_slots))
        if None in s.agency_slots and s.decks["agency"] > 0:
            t.need(False, "E_REFILL_REQUIRED", "slot", slot=s.agency_slots.index(None) + 1)
        id = need_slot(t, self.slot, s.agency_slots)
        card = t.company(id)
        price = price_of(t, card.price if card else None, self.paid)
        need_money(t, actor, price, "slot")
        refill: str | None = None
        if self.refill is None:
            if s.decks["agency"] > 0:
                t.need(False, "E_REFILL_REQUIRED", "refill", slot=self.slot)
        elif self.refill is not msgspec.UNSET:
            if s.decks["agency"] == 0:
                t.need(False, "E_DECK_EMPTY", "refill")
            refill = take_card(t, "agency", self.refill, "refill")
            lay_open(t, "agency", refill)
        s.agency_slots[self.slot - 1] = refill
        t.transfer(actor, BANK, "money", price, "buy", id)
        t.transfer(SLOTS, actor, "card", 1, "buy", id)
        if isinstance(card, Titan):
            s.titans[actor].append(id)
        else:
            s.staff[actor][id] = {}
        end_step(t, actor, "act2")

    def told(self, t: TitansTable, step: Step) -> Words:
        id = next(posting.ref for posting in step.postings if posting.what == "card")
        price = sum(posting.amount for posting in step.postings if posting.what == "money")
        figures = {"name": t.name(step.actor), "card": t.quoted("agency", id), "price": price}
        if t.titan(id) is not None:
            return Words(_("%(name)s buys the titan “%(card)s” for %(price)s"), figures)
        return Words(_("%(name)s buys the agency “%(card)s” for %(price)s"), figures)


def price_of(t: TitansTable, printed: int | None, paid: int | None) -> int:
    """Return the printed price, or what was paid where the kit does not know it."""
    if printed is not None:
        if paid is not None and paid != printed:
            t.stop("E_BAD_VALUE", "paid", value=str(paid))
        return printed
    if paid is None:
        t.stop("E_MISSING", "paid", value=Words(_("what was paid")))
    return need_number(t, paid, 0, 10**6, "paid")


class Hire(Move):
    """Action 3: staff one own agency from the market, cheap cells first (T-076 to T-087, A-29, A-30)."""

    label: ClassVar[str] = _("Hire employees")
    codes: ClassVar[dict[str, str]] = {"staff": "E_BAD_NUMBER"}

    agency: Name
    staff: dict[Name, Int]
    paid: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "act3")
        need_step(t, actor)
        self._need_own_agency(t, actor)
        wanted = [
            (as_colour(t, colour, "staff"), need_number(t, n, 0, 1000, "staff")) for colour, n in self.staff.items()
        ]
        if not any(n for _colour, n in wanted):
            t.stop("E_BAD_NUMBER", "staff", least=1, most=sum(t.kit.cells.values()))
        for colour, n in wanted:
            need_room(t, actor, self.agency, colour, n, "staff")
        for colour, n in wanted:
            if n > s.market[colour]:
                t.stop("E_MARKET_EMPTY", "staff", colour=COLOUR_WORDS[colour], have=s.market[colour], n=n)
        cost = self._cost(t, [t.hire_cost(colour, n) for colour, n in wanted])
        need_money(t, actor, cost, "staff")
        t.transfer(actor, BANK, "money", cost, "hire", self.agency)
        for colour, n in wanted:
            t.transfer(MARKET, f"{actor}/{self.agency}", colour, n, "hire", self.agency)
        end_step(t, actor, "act3")

    def _need_own_agency(self, t: TitansTable, actor: str) -> None:
        if not t.has_free_cell(actor):
            t.need(False, "E_NO_AGENCY", "agency")
        if self.agency not in t.state.staff[actor]:
            if t.titan(self.agency) is not None:
                t.stop("E_NOT_AN_AGENCY", "agency", card=t.quoted("agency", self.agency))
            t.stop("E_NOT_YOUR_AGENCY", "agency", name=t.name(actor), card=t.quoted("agency", self.agency)[:60])

    def _cost(self, t: TitansTable, costs: list[int | None]) -> int:
        if None in costs:
            return price_of(t, None, self.paid)
        return price_of(t, sum(cost or 0 for cost in costs), self.paid)

    def told(self, t: TitansTable, step: Step) -> Words:
        cost = sum(posting.amount for posting in step.postings if posting.what == "money")
        figures = {
            "name": t.name(step.actor),
            "card": t.quoted("agency", self.agency),
            "list": cubes(self.staff),
            "cost": cost,
        }
        return Words(_("%(name)s hires for “%(card)s”: %(list)s, together %(cost)s"), figures)


class SkipAction(Move):
    """A chosen action is given up: because nothing else is possible, or of one's own will (T-078, A-24, A-39)."""

    label: ClassVar[str] = _("Skip the action")
    codes: ClassVar[dict[str, str]] = {"action": "E_BAD_NUMBER"}

    action: Int
    reason: Prose = ""

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        phase = "act4_other" if self.action == 4 and s.phase == "act4_other" else f"act{self.action}"
        if 1 <= self.action <= 4:
            need_phase(t, phase)
        need_step(t, actor)
        need_number(t, self.action, 2, 4, "action")
        if s.phase == "act4" and len(s.queue) > 1:
            t.need(False, "E_AUCTION_NEEDED", "action")
        if is_forced(t, actor, self.action):
            t.notice("N_WASTED", name=t.name(actor), action=ACTION_WORDS[self.action])
        end_step(t, actor, phase)

    def told(self, t: TitansTable, step: Step) -> Words:
        forced = any(code == "N_WASTED" for code, _figures in step.notices)
        text = _("%(name)s: action %(action)s is wasted") if forced else _("%(name)s gives up action %(action)s")
        return Words(text, {"name": t.name(step.actor), "action": self.action})


def is_forced(t: TitansTable, side: str, action: int) -> bool:
    """Whether a side could not do this action at all (T-078, § 3.5, § 3.6)."""
    s = t.state
    money = s.money[side]
    if action == 2:
        companies = [t.company(id) for id in s.agency_slots if id]
        return all(card is not None and card.price is not None and card.price > money for card in companies)
    if action == 3:
        return not t.has_free_cell(side)
    costs = [t.tender(id).cost for id in s.tender_slots if id]
    return all(cost is not None and cost > money for cost in costs)
