"""The end of a turn, totems and corrections (T-143 to T-145, T-152 to T-155, § 3.8)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from games.engine import ops
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK, SUPPLY
from games.engine.move import Int, Move, Name
from games.engine.table import Step
from games.titans.cards import Manual
from games.titans.effects import begin
from games.titans.inline import answer
from games.titans.invariants import faults, need_no_worse
from games.titans.moves_news import changes_of
from games.titans.staff import Cubes, as_colour, need_agency, need_payable
from games.titans.state import MARKET, RESERVE, TitansTable
from games.titans.turn import finish, need_phase, retest, settled
from games.titans.typed import NewCompany, NewTender, NewTotem, lay_open, take_card

#: A blank refill is keyed as soon as the card is known; at set-up the first cards may be laid open here too.
_AGENCY_PHASES = ("act2", "act3", "act4", "act4_bids", "act4_other", "fulfil", "effects", "combos", "refill")


def _refill(t: TitansTable, deck: str, slots: list[str | None], slot: int, card: Any) -> None:
    if not 1 <= slot <= len(slots):
        t.stop("E_BAD_SLOT", "slot", most=len(slots))
    lying = slots[slot - 1]
    if lying is not None:
        t.stop("E_SLOT_FULL", "slot", slot=slot, card=t.quoted(deck, lying))
    if t.state.decks[deck] == 0:
        t.need(False, "E_DECK_EMPTY", "slot")
    id = take_card(t, deck, card, "card")
    lay_open(t, deck, id)
    slots[slot - 1] = id


class RefillTender(Move):
    """An empty tender slot gets the top card of its deck (T-143, A-45)."""

    label: ClassVar[str] = _("Lay out a tender")
    codes: ClassVar[dict[str, str]] = {"slot": "E_BAD_SLOT"}

    slot: Int
    card: Name | NewTender

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, *(("choose", "refill") if t.state.turn == 1 else ("refill",)))
        _refill(t, "tender", t.state.tender_slots, self.slot, self.card)

    def told(self, t: TitansTable, step: Step) -> Words:
        name = t.quoted("tender", t.state.tender_slots[self.slot - 1])
        return Words(_("Tender “%(card)s” is laid out in slot %(slot)s"), {"card": name, "slot": self.slot})


class RefillAgency(Move):
    """An empty slot of the agencies and titans gets the top card of their deck (T-070, T-143, A-27, amendment 6)."""

    label: ClassVar[str] = _("Lay out an agency or a titan")
    codes: ClassVar[dict[str, str]] = {"slot": "E_BAD_SLOT"}

    slot: Int
    card: Name | NewCompany

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, *(("choose", *_AGENCY_PHASES) if t.state.turn == 1 else _AGENCY_PHASES))
        _refill(t, "agency", t.state.agency_slots, self.slot, self.card)

    def told(self, t: TitansTable, step: Step) -> Words:
        name = t.quoted("agency", t.state.agency_slots[self.slot - 1])
        return Words(_("“%(card)s” is laid out in slot %(slot)s"), {"card": name, "slot": self.slot})


class EndTurn(Move):
    """The token goes clockwise and a new turn begins with the news, once all slots are filled (T-143 to T-145)."""

    label: ClassVar[str] = _("End the turn")

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "refill")
        for deck, slots in (("tender", s.tender_slots), ("agency", s.agency_slots)):
            if None in slots and s.decks[deck] > 0:
                t.need(False, "E_REFILL_REQUIRED", "", slot=slots.index(None) + 1)
        if t.last_turn:
            finish(t)
            return
        s.turn += 1
        s.first = t.after(s.first)
        s.news, s.crisis = "", None
        s.actions, s.fulfilled = {}, {}
        s.effects_done, s.titans_used = [], []
        if s.decks["news"] > 0:
            s.phase = "news"
        else:
            s.phase = "choose"
            t.notice("N_NO_NEWS")
        most = t.options.max_turns
        if most is not None and s.turn > most:
            t.notice("N_MAX_TURNS", n=most)

    def told(self, t: TitansTable, step: Step) -> Words:
        return Words(_("Turn %(turn)s, first player: %(name)s"), {"turn": t.state.turn, "name": t.name(t.state.first)})


class UseTotem(Move):
    """A side uses its totem, once in the game, at any moment (T-152 to T-155, A-22, A-67)."""

    label: ClassVar[str] = _("Use a totem")

    totem: Name | NewTotem
    side: Name = ""
    placements: list[Cubes] | None = None
    discards: list[Cubes] | None = None
    option: Int | None = None
    times: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        side = self.side or actor
        if side not in s.totem:
            t.stop("E_UNKNOWN", "side", value=side[:60])
        owned = s.totem if s.totem[side] == "held" else s.second_totem
        if owned.get(side) != "held":
            t.stop("E_TOTEM_USED", "side", name=t.name(side))
        waiting = t.waiting
        if t.options.totem_timing == "own_step":
            self._need_own_step(t, side, waiting)
        elif waiting and waiting[0] != side and s.phase not in ("pledges", "choose"):
            t.notice("N_NOT_HIS_STEP", name=t.name(side), acting=t.name(waiting[0]))
        id = take_card(t, "totems", self.totem, "totem")
        card = t.card("totems", id)
        if card.guards and s.phase != "consequence_apply":
            t.need(False, "E_TOTEM_WINDOW", "totem")
        need_payable(t, side, card.ops, self.times)
        owned[side] = f"used:{id}"
        lay_open(t, "totems", id)
        older = len(s.agenda)
        begin(t, card.ops or [Manual(text=card.text or card.name)], side, "totem", id)
        answer(t, side, self.placements, self.discards, self.option, self.times, older)
        settled(t)

    def _need_own_step(self, t: TitansTable, side: str, waiting: list[str]) -> None:
        s = t.state
        if s.phase == "consequence_apply":
            return  # a shield is needed in nobody's step
        if s.phase in ("news", "consequence"):
            waiting = [s.first]
        # Several who compete for a tender act together: it is the step of each of them.
        acting = waiting[:1]
        if s.phase == "act4_bids" and not s.agenda:
            waiting = acting = [one for one in t.order if any(one in sides for sides in s.contested.values())]
        elif s.phase == "act4" and not s.agenda:
            acting = waiting
        if side not in acting:
            t.need(False, "E_NOT_YOUR_STEP", "side", name=t.name(side), queue=[t.name(one) for one in waiting])

    def told(self, t: TitansTable, step: Step) -> Words:
        side = self.side or step.actor
        id = (t.state.second_totem.get(side) or t.state.totem[side]).removeprefix("used:")
        if id == "held":
            id = t.state.totem[side].removeprefix("used:")
        changes = changes_of(t, step, side)
        figures = {"name": t.name(side), "card": t.quoted("totems", id), "changes": changes}
        if not changes:
            return Words(_("%(name)s uses the totem “%(card)s”"), figures)
        return Words(_("%(name)s uses the totem “%(card)s”: %(changes)s"), figures)


class StaffFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Employees added to an agency (n > 0) or taken from it, against the market or the reserve."""

    agency: Name
    colour: Name
    n: Int
    with_: Literal["market", "reserve"] = msgspec.field(default="market", name="with")


class Adjust(ops.Adjust, kw_only=True):
    """A correction with its reason: any field of the state, or of one side its money, score and staff (§ 3.8).

    Money comes from the bank and points from the supply; `counterpart: false` lets money appear or vanish.
    """

    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    side: Name = ""
    money: Int = 0
    score: Int = 0
    staff: list[StaffFix] = []
    counterpart: Name | bool = ""  # type: ignore[assignment]

    def apply(self, t: TitansTable, actor: str) -> None:
        if self.field:
            if isinstance(self.counterpart, bool):
                other = BANK if self.counterpart else ""
                msgspec.structs.replace(self, counterpart=other)._set_field(t, actor)
            else:
                self._set_field(t, actor)
        elif not self.side:
            t.stop("E_MISSING", "side", value="side")
        if self.side:
            self._side(t, self.side)

    def _set_field(self, t: TitansTable, actor: str) -> None:
        super().apply(t, actor)

    def _side(self, t: TitansTable, side: str) -> None:
        if side not in t.state.money:
            t.stop("E_UNKNOWN", "side", value=side[:60])
        other = SUPPLY if self.counterpart is False else BANK
        _move(t, other, side, "money", self.money)
        _move(t, SUPPLY, side, "points", self.score)
        for row in self.staff:
            need_agency(t, side, row.agency, "staff")
            colour = as_colour(t, row.colour, "staff")
            _move(t, MARKET if row.with_ == "market" else RESERVE, f"{side}/{row.agency}", colour, row.n)

    def play(self, t: TitansTable, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        before, money = faults(t), _all_money(t)
        self.change(t, actor)
        if self.counterpart is not False:
            self._settle(t, money)
        need_no_worse(t, before)
        retest(t)

    def _settle(self, t: TitansTable, money: int | None) -> None:
        """Refuse money from nowhere (common.md); where a whole position is typed in, the bank gives or takes it."""
        now = _all_money(t)
        if money is None or now is None or now == money:
            return
        by_bank = bool(self.values) and BANK not in self.values
        t.need(by_bank, "E_CONSERVATION", "counterpart")
        if by_bank:
            t.state.bank = (t.state.bank or 0) + money - now

    def told(self, t: TitansTable, step: Step) -> Words:
        if self.field or self.values:
            return super().told(t, step)
        changes: list[Words | str] = [
            *([Words(_("money %(n)s"), {"n": _with_sign(self.money)})] if self.money else []),
            *([Words(_("points %(n)s"), {"n": _with_sign(self.score)})] if self.score else []),
            *([Words(_("employees in %(n)s places"), {"n": len(self.staff)})] if self.staff else []),
        ]
        figures = {"name": t.name(self.side), "changes": changes, "reason": self.reason}
        return Words(_("Correction, %(name)s: %(changes)s. %(reason)s"), figures)


def _with_sign(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _move(t: TitansTable, source: str, to: str, what: str, n: int) -> None:
    """Move things one way or, if negative, the other."""
    if n < 0:
        source, to = to, source
    t.transfer(source, to, what, abs(n), "adjust")


def _all_money(t: TitansTable) -> int | None:
    """Return all the money there is, or None where the bank has no limit."""
    s = t.state
    return None if s.bank is None else s.bank + sum(s.money.values())


class FixOption(ops.FixOption):
    """An option was set wrong: corrected from here on; whether the game is over is tested anew (common.md)."""

    def play(self, t: TitansTable, actor: str) -> None:
        super().play(t, actor)
        retest(t)
