"""Moves of the Events, Ecology and Income phases (§ 3.1, § 3.2)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from games.ecologic import choices
from games.ecologic.flow import apply_event, change_other, in_phase, leave, settle_enviros, settled, tell_academy
from games.ecologic.kit import RESOURCES
from games.ecologic.state import NO_OPS, EcoTable
from games.ecologic.sums import (
    Line,
    acting,
    ecology_sum,
    income_sum,
    net_income,
    total,
    upkeep_sum,
)
from games.ecologic.typed import EcoCard, EventCard, LotAsked, Place, event_id
from games.ecologic.words import (
    Label,
    card_name,
    enviros_word,
    event_name,
    sector_name,
    signed,
)
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Move, Name
from games.engine.table import Step


class EventDraw(Move):
    """The initiator draws the one event of the cycle (E-010…E-016, E-020, E-022, E-070)."""

    label: ClassVar[str] = _("Draw the event")
    reveals: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"card": "E_EVENT_UNKNOWN"}

    card: EventCard

    def play(self, t: EcoTable, actor: str) -> None:
        s = t.state
        in_phase(t, "events")
        if s.event:
            t.stop("E_EVENT_ALREADY", event=event_name(t, s.event))
        if actor != s.initiator:
            t.need(False, "E_NOT_INITIATOR", name=t.name(s.initiator))
        card = event_id(t, self.card)
        if card not in t.kit.events:
            t.stop("E_EVENT_UNKNOWN", "card")
        event = t.kit.events[card]
        t.need(t.event_in_deck(card), "E_EVENT_USED", "card", event=event.name)
        s.event = card
        if event.ends:
            s.final, s.final_next = True, False
            t.notice("N_FINAL")
        t.notice("N_READ_ALOUD", event=event.name)
        if event.phase == "events":
            apply_event(t)
        if not s.choices:
            leave(t)

    def told(self, t: EcoTable, step: Step) -> Words:
        card = self.card if isinstance(self.card, str) else self.card.name
        figures = {"name": t.name(step.actor), "event": event_name(t, card)}
        return Words(_("%(name)s draws the event “%(event)s”"), figures)


class EventChoice(Move):
    """What an event leaves to choose: rights of the drawer, a chip or card to give up (§ 4.1, amendment 6)."""

    label: ClassVar[str] = _("Choose by the event")
    codes: ClassVar[dict[str, str]] = {"lot": "E_LOT_UNKNOWN"}

    player: Name = ""
    option: Name = ""
    sector: Place | None = None
    lot: LotAsked | None = None
    card: EcoCard | None = None

    def play(self, t: EcoTable, actor: str) -> None:
        choices.choose(t, self.player or actor, self.option, self.sector, self.lot, self.card)

    def told(self, t: EcoTable, step: Step) -> Words:
        player = self.player or step.actor
        return choices.told(t, step, player, self.option)


# ---- Ecology ------------------------------------------------------------------------------------


def marker_words(t: EcoTable, step: Step, what: str, player: str) -> Words:
    """Return «Альфа 8 → 9» for a marker that this step moved, or «Гамма 7»."""
    own = t.state.players[player]
    after = own.profits if what == "profits" else own.enviros
    by = sum(
        p.amount if p.to == player else -p.amount for p in step.postings if p.what == what and player in (p.to, p.from_)
    )
    minus_after = what == "enviros" and own.minus
    minus_before = any(code == "N_MINUS_LEFT" and f["team"] == player for code, f in step.notices)
    new: Label | int = enviros_word(after, minus_after)
    if not by and not minus_after and not minus_before:
        return Words(_("%(name)s %(after)s"), {"name": t.name(player), "after": new})
    old = enviros_word(after - by, minus_before)
    return Words(_("%(name)s %(before)s → %(after)s"), {"name": t.name(player), "before": old, "after": new})


class Ecology(NamedTuple):
    """What one player counts in the Ecology phase: its lines, their sum, and what the Academy saves."""

    lines: list[Line]
    net: int
    #: he must give more than he has (E-028)
    collapse: bool
    saved: int


def counted(t: EcoTable, player: str, phase: str) -> bool:
    """Whether a player has counted this phase of the cycle: then its event does not act on the next count."""
    now = t.state.phase
    if now == phase:
        return player not in t.state.unsettled
    return now != "finished" and t.order.index(now) > t.order.index(phase)


def count_ecology(t: EcoTable, player: str, event: bool = True) -> Ecology:
    """Return the net sum of a player's Ecology phase as things stand, with or without this cycle's event (A-03)."""
    ops, blocked = acting(t, player, "ecology") if event else (NO_OPS, NO_OPS)
    lines = ecology_sum(t, player, ops)
    net = total(lines)
    saved = 0
    if blocked and t.active is not None:
        saved = net - total(ecology_sum(t, player, t.active.ops))
    return Ecology(lines, net, net + t.state.players[player].enviros < 0, saved)


def settle_ecology(t: EcoTable, player: str, count: Ecology, remove: str | None) -> None:
    """Count one player's Ecology phase (E-023…E-032; A-03…A-08)."""
    if count.collapse and t.own(player):
        if remove is None:
            have = t.state.players[player].enviros
            t.stop("E_REMOVE_REQUIRED", "remove", owed=-count.net, have=have, name=t.name(player))
        if t.own_in(player, *chip_named(remove)) is None:
            t.stop("E_REMOVE_NOT_OWN", "remove", sector=sector_name(t, remove), name=t.name(player))
    elif remove is not None:
        if count.collapse:
            t.need(False, "E_REMOVE_NOT_OWN", "remove", sector=sector_name(t, remove), name=t.name(player))
        t.need(count.collapse, "E_REMOVE_NOT_NEEDED", "remove")
    if count.saved:
        tell_academy(t, player, "enviros", count.saved)
    change_other(t, player, "profits")
    t.pay_lines(player, "enviros", count.lines)
    if settle_enviros(t, player, count.net) and remove is not None:
        sector, type = chip_named(remove)
        t.take_chip(player, sector, "closed", type)
    settled(t, player)


def chip_named(remove: str) -> tuple[str, str]:
    """Return sector and type of the chip that goes: «S5», or «S5:oil» where both types may lie (E-031, A-26)."""
    sector, _sep, type = remove.rpartition(":")
    return (sector, type) if type in RESOURCES else (remove, "")


def ask_unsettled(t: EcoTable, actor: str, phase: str) -> None:
    """Ask for the phase and that this player has not counted yet."""
    in_phase(t, phase)
    if actor not in t.state.unsettled:
        if actor not in t.state.players:
            t.stop("E_UNKNOWN", "actor", value=actor)
        t.stop("E_ALREADY_SETTLED", name=t.name(actor))


class EcologySettle(Move):
    """One player counts his Ecology phase; a collapse names the chip he takes off (E-023…E-032)."""

    label: ClassVar[str] = _("Count Ecology")

    remove: Name | None = None

    def play(self, t: EcoTable, actor: str) -> None:
        ask_unsettled(t, actor, "ecology")
        settle_ecology(t, actor, count_ecology(t, actor), self.remove)

    def told(self, t: EcoTable, step: Step) -> Words:
        said: list[Label] = [marker_words(t, step, "enviros", step.actor)]
        closed = [one for one in step.postings if one.why == "closed"]
        if closed:
            said.append(Words(_("a chip is closed: %(sector)s"), {"sector": sector_name(t, closed[0].ref)}))
        said += _other(t, step, "profits")
        return Words(_("Ecology: %(parts)s"), {"parts": said})


class EcologySettleRest(Move):
    """Everybody counts who has nothing to choose; stops at the first collapse that asks for a chip (§ 3.1)."""

    label: ClassVar[str] = _("Count Ecology for all")

    def play(self, t: EcoTable, actor: str) -> None:
        in_phase(t, "ecology")
        for at, player in enumerate(list(t.state.unsettled)):
            count = count_ecology(t, player)
            if at and count.collapse and t.own(player):
                break
            settle_ecology(t, player, count, None)

    def told(self, t: EcoTable, step: Step) -> Words:
        return Words(_("Ecology: %(parts)s"), {"parts": [*_moved(t, step, "enviros"), *_other(t, step, "profits")]})


def _moved(t: EcoTable, step: Step, what: str) -> list[Words]:
    """Return the markers of all players for whom a common count posted anything."""
    moved = {team for one in step.postings if one.what == what for team in (one.to, one.from_)}
    said = [marker_words(t, step, what, team.id) for team in t.teams if team.id in moved]
    return said or [Words(_("nothing changes"))]


def _other(t: EcoTable, step: Step, what: str) -> list[Words]:
    """Say how an event moved the marker that the phase does not count."""
    said = []
    for team in t.teams:
        moved = [one for one in step.postings if one.what == what and team.id in (one.to, one.from_)]
        by = sum(one.amount if one.to == team.id else -one.amount for one in moved)
        if by:
            change = _("profits %(by)s") if what == "profits" else _("enviros %(by)s")
            figures = {"name": team.name, "what": Words(change, {"by": signed(by)})}
            said.append(Words(_("%(name)s: %(what)s"), figures))
    return said


def forecast_enviros(t: EcoTable, player: str) -> tuple[int, bool]:
    """Return what the marker shows after the next Ecology phase as things stand, and whether that is a collapse."""
    own = t.state.players[player]
    count = count_ecology(t, player, event=not counted(t, player, "ecology"))
    if count.collapse:
        return 0, True
    back = own.minus and count.net > 0 and t.options.minus_recovery == "from_minus_one"
    return own.enviros + count.net - back, False


# ---- Income -------------------------------------------------------------------------------------


class Income(NamedTuple):
    """What one player counts in the Income phase before he pays."""

    lines: list[Line]
    upkeep: list[tuple[str, int]]
    cash: int
    #: upkeep of all cards
    due: int
    #: what the Academy saves
    saved: int


def count_income(t: EcoTable, player: str, event: bool = True) -> Income:
    """Return the sum of a player's Income phase, never below 0 before upkeep (A-11, A-34); see `count_ecology`."""
    ops, blocked = acting(t, player, "income") if event else (NO_OPS, NO_OPS)
    lines = income_sum(t, player, ops)
    upkeep = upkeep_sum(t, player, ops)
    due = sum([price for _, price in upkeep])
    gross = total(lines)
    saved = 0
    if blocked and t.active is not None:
        saved = gross - due - net_income(t, player, t.active.ops)
    return Income(lines, upkeep, max(0, t.state.players[player].profits + gross), due, saved)


def settle_income(t: EcoTable, player: str, count: Income, discard: list[str]) -> None:
    """Count one player's Income phase (E-057…E-067; A-34…A-36)."""
    if discard or count.due > count.cash:
        _check_discard(t, player, count, discard)
    if count.saved:
        tell_academy(t, player, "profits", count.saved)
    change_other(t, player, "enviros")
    t.pay_lines(player, "profits", count.lines)
    short = -t.state.players[player].profits
    if short > 0:
        t.notice("N_SHORTAGE", name=t.name(player), team=player, amount=short)
        t.transfer(BANK, player, "profits", short, "shortage")
    for card in discard:
        t.drop_eco(player, card, "discard")
    kept = list(count.upkeep)
    for card in discard:
        kept.remove(next(one for one in kept if one[0] == card))
    t.pay_lines(player, "profits", [("upkeep", card, -price) for card, price in kept])
    t.to_track_end(player, "profits")
    settled(t, player)


def _check_discard(t: EcoTable, player: str, count: Income, discard: list[str]) -> None:
    """Ask that what is kept can be paid, and that nothing is discarded which still could be (E-062, A-35)."""
    kept = list(count.upkeep)
    dropped: list[tuple[str, int]] = []
    for card in discard:
        found = next((one for one in kept if one[0] == card), None)
        if found is None:
            t.stop("E_UPKEEP_UNKNOWN_CARD", "discard", name=t.name(player), card=card_name(t, card))
        kept.remove(found)
        dropped.append(found)
    cash, rule = count.cash, t.options.upkeep_rule
    need = sum(price for _, price in kept)
    short = count.due > cash
    if rule == "all" and short:
        need = count.due if any(price for _, price in kept) else 0
    t.need(need <= cash, "E_UPKEEP_SHORT", "discard", name=t.name(player), need=need, cash=cash)
    if rule == "free":
        return
    for card, price in dropped:
        payable = price == 0 or not short if rule == "all" else price <= cash - need
        t.need(not payable, "E_UPKEEP_TOO_MANY", "discard", card=card_name(t, card))


class IncomeSettle(Move):
    """One player counts his Income phase; who lacks upkeep names the cards to discard (E-057…E-067)."""

    label: ClassVar[str] = _("Count Income")

    discard: list[Name] = []

    def play(self, t: EcoTable, actor: str) -> None:
        ask_unsettled(t, actor, "income")
        settle_income(t, actor, count_income(t, actor), self.discard)

    def told(self, t: EcoTable, step: Step) -> Words:
        said: list[Label] = [marker_words(t, step, "profits", step.actor)]
        dropped = [one.ref for one in step.postings if one.why == "discard"]
        said += [Words(_("discards “%(card)s”"), {"card": card_name(t, card)}) for card in dropped]
        said += _other(t, step, "enviros")
        return Words(_("Income: %(parts)s"), {"parts": said})


class IncomeSettleRest(Move):
    """Everybody counts who can pay his upkeep in full (§ 3.1)."""

    label: ClassVar[str] = _("Count Income for all")

    def play(self, t: EcoTable, actor: str) -> None:
        in_phase(t, "income")
        counts = {player: count_income(t, player) for player in t.state.unsettled}
        able = [player for player, count in counts.items() if count.due <= count.cash]
        for player in able or list(counts)[:1]:
            settle_income(t, player, counts[player], [])

    def told(self, t: EcoTable, step: Step) -> Words:
        return Words(_("Income: %(parts)s"), {"parts": [*_moved(t, step, "profits"), *_other(t, step, "enviros")]})


def forecast_profits(t: EcoTable, player: str) -> int:
    """Return the profits after the next Income phase as things stand; below 0: upkeep cannot be paid in full."""
    count = count_income(t, player, event=not counted(t, player, "income"))
    return count.cash - count.due
