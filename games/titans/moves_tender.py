"""Action 4: competing for a tender (T-088 to T-103)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Move, Name
from games.engine.table import Step
from games.titans.moves_acts import price_of
from games.titans.state import SLOTS, TitansTable
from games.titans.turn import (
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

#: a claim of a side that wants neither tender
PASS = "pass"  # noqa: S105 - a word of the game


def win(t: TitansTable, side: str, slot: int, price: int, why: str) -> None:
    """Let a side pay and put the tender to its unfulfilled ones (T-090); what its effect says is shown (T-103)."""
    s = t.state
    id = need_slot(t, slot, s.tender_slots)
    s.tender_slots[slot - 1] = None
    t.transfer(side, BANK, "money", price, why, id)
    t.transfer(SLOTS, side, "card", 1, why, id)
    s.tenders_todo[side].append(id)
    effect = t.tender(id).effect
    if effect is not None and effect.text:
        t.notice("N_EFFECT", name=t.name(side), card=t.quoted("tender", id), text=effect.text)


def won(step: Step) -> list[tuple[str, str, int]]:
    """Return who got which tender for how much in a step."""
    paid = {posting.ref: posting.amount for posting in step.postings if posting.to == BANK}
    return [(card.to, card.ref, paid.get(card.ref, 0)) for card in step.postings if card.what == "card"]


class TakeTender(Move):
    """The only side with action 4 takes an open tender at its cost (T-088 to T-090), or a loser the other (A-38)."""

    label: ClassVar[str] = _("Take a tender")
    codes: ClassVar[dict[str, str]] = {"slot": "E_BAD_SLOT"}

    slot: Int
    paid: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "act4", "act4_other")
        if s.phase == "act4" and len(s.queue) > 1 and actor in s.queue:
            t.need(False, "E_AUCTION_NEEDED", "slot")
        need_step(t, actor)
        id = need_slot(t, self.slot, s.tender_slots)
        price = price_of(t, t.tender(id).cost, self.paid)
        need_money(t, actor, price, "slot")
        win(t, actor, self.slot, price, "tender")
        if s.phase == "act4_other" and not any(s.tender_slots):
            s.queue = [actor]  # nothing is left for the other losers
        end_step(t, actor, s.phase)

    def told(self, t: TitansTable, step: Step) -> Words:
        (side, id, price), *_rest = won(step)
        figures = {"name": t.name(side), "card": t.quoted("tender", id), "price": price}
        return Words(_("%(name)s takes the tender “%(card)s” for %(price)s"), figures)


class RevealClaims(Move):
    """All with action 4 show which tender they want; who wants one alone buys it at cost (T-091 to T-094, A-36).

    null or "pass" is a pass; `paid` gives the cost of a tender that the kit does not know, by side.
    """

    label: ClassVar[str] = _("Reveal who wants which tender")
    reveals: ClassVar[bool] = True

    claims: dict[Name, Any] = {}
    paid: dict[Name, Int] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "act4")
        sides = list(s.queue)
        need_all(t, self.claims, sides, "claims")
        claimed: dict[int, list[str]] = {}
        for side in sides:
            slot = self.claims.get(side)
            if slot is not None and slot != PASS:
                if type(slot) is not int:
                    t.stop("E_BAD_SLOT", "claims", most=len(s.tender_slots))
                need_slot(t, slot, s.tender_slots)
                claimed.setdefault(slot, []).append(side)
        prices = {slot: self._price(t, slot, claimants) for slot, claimants in claimed.items()}
        for slot, claimants in claimed.items():
            for side in claimants:
                need_money(t, side, prices[slot], "claims")
        s.contested = {slot: claimed[slot] for slot in sorted(claimed) if len(claimed[slot]) > 1}
        for slot, claimants in claimed.items():
            if len(claimants) == 1:
                win(t, claimants[0], slot, prices[slot], "tender")
        s.queue = []
        s.losers = []
        if s.contested:
            s.phase = "act4_bids"
        else:
            enter_action(t, 5)

    def _price(self, t: TitansTable, slot: int, claimants: list[str]) -> int:
        """Return the cost of a tender; who buys an unknown one says what was paid, contenders say it by their bids."""
        cost = t.tender(t.state.tender_slots[slot - 1] or "").cost
        if cost is None and len(claimants) == 1:
            return price_of(t, None, self.paid.get(claimants[0]))
        return cost or 0

    def told(self, t: TitansTable, step: Step) -> Words:
        told: list[Words | str] = []
        for side, id, price in won(step):
            figures = {"name": t.name(side), "n": price, "card": t.quoted("tender", id)}
            told.append(Words(_("%(name)s buys “%(card)s” for %(n)s"), figures))
        for slot, sides in t.state.contested.items():
            card = t.quoted("tender", t.state.tender_slots[slot - 1])
            told.append(Words(_("auction for “%(card)s”: %(names)s"), {"names": [*map(t.name, sides)], "card": card}))
        return Words(_("Tenders wanted: %(list)s"), {"list": told or Words(_("none"))})


class RevealBids(Move):
    """Contenders show their bids: the highest pays its own and wins, each other gets half of it (T-095 to T-102)."""

    label: ClassVar[str] = _("Reveal the bids")
    reveals: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"slot": "E_BAD_SLOT"}

    slot: Int
    bids: dict[Name, Any] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "act4_bids")
        if self.slot not in s.contested:
            t.stop("E_BAD_SLOT", "slot", most=len(s.tender_slots))
        sides = s.contested[self.slot]
        need_all(t, self.bids, sides, "bids")
        bids = {
            side: need_number(t, self.bids[side], 0, 10**9, "bids") for side in t.order if side in self.bids
        }  # fmt: skip
        if not bids:
            t.stop("E_NOT_ALL_IN", "bids", names=[t.name(side) for side in sides])
        id = s.tender_slots[self.slot - 1] or ""
        cost = t.tender(id).cost or 0
        for side, bid in bids.items():
            if bid < cost:
                t.need(False, "E_BID_LOW", "bids", name=t.name(side), bid=bid, cost=cost)
        for side, bid in bids.items():
            if t.options.bid_cap == "money":
                need_money(t, side, bid, "bids")
        self._settle(t, bids)
        del s.contested[self.slot]
        if not s.contested:
            _after_auctions(t)

    def _settle(self, t: TitansTable, bids: dict[str, int]) -> None:
        s = t.state
        best = max(bids.values())
        # Bids stand clockwise from the first player: the first of equal ones is the nearest to him.
        winner = next(side for side, bid in bids.items() if bid == best)
        price = best
        if t.options.bid_cap == "none" and price > s.money[winner]:
            price = max(s.money[winner], 0)
            t.notice("N_SHORTFALL", name=t.name(winner), n=best - price)
        id = s.tender_slots[self.slot - 1] or ""
        win(t, winner, self.slot, price, "bid")
        for side, bid in bids.items():
            if side != winner:
                s.losers.append(side)
                if bid < best or t.options.tie_loser_consolation:
                    pay_out(t, side, (best + 1) // 2, "consolation", id)

    def told(self, t: TitansTable, step: Step) -> Words:
        (winner, id, price), *_rest = won(step)
        consolation = next((posting.amount for posting in step.postings if posting.why == "consolation"), 0)
        figures = {
            "list": [Words("%(name)s %(n)s", {"name": t.name(side), "n": n}) for side, n in self.bids.items()],
            "winner": t.name(winner),
            "card": t.quoted("tender", id),
            "price": price,
            "consolation": consolation,
        }
        return Words(
            _("Bids: %(list)s. %(winner)s pays %(price)s for “%(card)s”, consolation %(consolation)s"), figures
        )


def _after_auctions(t: TitansTable) -> None:
    """Let losers buy what is left where the session allows it (A-38), else go on to the results."""
    s = t.state
    order = t.order
    losers = sorted(s.losers, key=order.index)
    s.losers = []
    if t.options.loser_may_buy_other and losers and any(s.tender_slots):
        s.phase, s.queue = "act4_other", losers
    else:
        enter_action(t, 5)
