"""The end of a turn and totems (T-143 to T-145, T-152 to T-155)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Move, Name
from games.engine.table import Step
from games.titans.cards import Manual, Totem
from games.titans.effects import begin
from games.titans.inline import answer
from games.titans.moves_news import changes_of
from games.titans.staff import Cubes, need_payable
from games.titans.state import TitansTable
from games.titans.turn import finish, need_phase, settled
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

    def _guards(self, t: TitansTable) -> bool:
        card: Totem | None = t.card("totems", self.totem) if isinstance(self.totem, str) else self.totem.card()
        return card is not None and card.guards

    def _need_own_step(self, t: TitansTable, side: str, waiting: list[str]) -> None:
        s = t.state
        if s.phase == "consequence_apply" and self._guards(t):
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
