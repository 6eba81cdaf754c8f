"""Moves between the players and of the referee: legal in every phase (§ 3.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, Literal

import msgspec

from games.ecologic.choices import tidy
from games.ecologic.flow import end_actions, end_count
from games.ecologic.invariants import need_known
from games.ecologic.kit import RESOURCES
from games.ecologic.state import BOARD, EcoTable, Stack
from games.ecologic.words import Label, event_name, sector_name, signed
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Move, Name, Prose
from games.engine.ops import Adjust, FixKit
from games.engine.paths import value_at, with_value
from games.engine.table import Step


class Transfer(Move):
    """Give another player profits (A-39); enviros are never given (E-056)."""

    label: ClassVar[str] = _("Give profits")

    to: Name
    profits: Int = 0
    enviros: Int = 0

    def play(self, t: EcoTable, actor: str) -> None:
        t.need(not self.enviros, "E_ENVIRO_TRANSFER", "enviros")
        t.need(t.options.transfers, "E_TRANSFER_OFF")
        players = t.state.players
        if actor not in players:
            t.stop("E_UNKNOWN", "actor", value=actor)
        if self.to not in players or self.to == actor:
            t.stop("E_UNKNOWN", "to", value=self.to)
        if self.profits < 0 or self.enviros < 0 or not (self.profits or self.enviros):
            t.stop("E_BAD_NUMBER", "profits")
        have = players[actor].profits
        t.need(self.profits <= have, "E_BELOW_ZERO", "profits", have=have)
        auction = t.state.auction
        if auction is not None and auction.high == actor and have - self.profits < auction.bid:
            t.need(False, "E_HIGHEST_MUST_BUY", "profits")
        t.need(self.enviros <= players[actor].enviros, "E_BELOW_ZERO", "enviros", have=players[actor].enviros)
        for what, amount in (("profits", self.profits), ("enviros", self.enviros)):
            t.transfer(actor, self.to, what, amount, "transfer")
            t.to_track_end(self.to, what)

    def told(self, t: EcoTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "to": t.name(self.to), "amount": self.profits, "enviros": self.enviros}
        if self.enviros:
            return Words(_("%(name)s → %(to)s: profits, %(amount)s, enviros, %(enviros)s"), figures)
        return Words(_("%(name)s → %(to)s: profits, %(amount)s"), figures)


class FinalCall(Move):
    """The referee names the last cycle without the card: time is up (A-41)."""

    label: ClassVar[str] = _("Name the last cycle")
    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    reason: Prose
    cycle: Literal["current", "next"] = "current"

    def play(self, t: EcoTable, actor: str) -> None:
        t.need(t.options.final == "card_or_referee", "E_FINAL_BY_CARD")
        t.need(not t.state.final and not t.state.final_next, "E_ALREADY_FINAL")
        t.need(self.reason.strip(), "E_REASON", "reason")
        if self.cycle == "current":
            t.state.final = True
        else:
            t.state.final_next = True
        t.notice("N_FINAL")

    def told(self, t: EcoTable, step: Step) -> Words:
        msgid = _("This cycle is the last: %(reason)s")
        if self.cycle == "next":
            msgid = _("The next cycle is the last: %(reason)s")
        return Words(msgid, {"reason": self.reason})


#: fields that are printed as null while nobody or nothing is meant: they are typed so too
PRINTED_NULL = ("event", "to_open")


class AdjustMarkers(Adjust, kw_only=True):
    """A correction by hand in the short form (player, dP, dE, «минус», a chip), or of any field.

    `event` links it to a `manual` event, whose effect it then is.
    """

    player: Name = ""
    dP: Int = 0
    dE: Int = 0
    minus: bool | None = None
    remove: Name = ""
    event: Name = ""

    def play(self, t: Any, actor: str) -> None:
        s = t.state
        phase, asked, counting, opening = s.phase, bool(s.choices), bool(s.unsettled), s.to_open
        super().play(t, actor)
        s = t.state
        if s.phase != phase or self.field == "phase" or "phase" in self.values:
            return
        # What a phase waited for may be gone by the correction: then nobody else could end it.
        if asked:
            tidy(t)
        if counting:
            end_count(t)
        if opening and s.auction is None and s.to_place is None and s.eco_offer is None:
            end_actions(t)

    def change(self, t: Any, actor: str) -> None:
        """Change one field or several; then each player has as many chips as before (§ 2), lying where they may."""
        chips = t.chips_in_all()
        # The board first: its chips come from the supply, and a supply that is typed beside it has the last word.
        values = dict(sorted(self.values.items(), key=lambda one: not one[0].startswith("board")))
        Adjust.change(msgspec.structs.replace(self, values=values), t, actor)
        t.need(self.counterpart or t.chips_in_all() == chips, "E_CONSERVATION", "value")
        if self._between():
            _clear(t)

    def apply(self, t: Any, actor: str) -> None:
        if self.player:
            self._short(t)
        elif self.field in PRINTED_NULL and self.value is None and self.by is None:
            msgspec.structs.replace(self, value="").apply(t, actor)
        elif self._between() or not _whole(t, self.field, self.value, self.by):
            super().apply(t, actor)
            for field in filter(None, (self.field, self.counterpart)):
                now = value_at(t.state, field, None)
                t.need(not isinstance(now, int) or now >= 0, "E_BELOW_ZERO", "value", have=now)
                if self.by != 0:
                    _lift_minus(t, field)

    def _between(self) -> bool:
        """Whether the chips of a production come from the counterpart instead of their owner's supply."""
        return bool(self.counterpart) and self.field.startswith("board.") and self.field.endswith(".level")

    def _short(self, t: EcoTable) -> None:
        own = t.state.players.get(self.player)
        if own is None:
            t.stop("E_UNKNOWN", "player", value=self.player)
        if self.event and self.event not in t.kit.events:
            t.stop("E_EVENT_UNKNOWN", "event")
        t.need(own.profits + self.dP >= 0, "E_BELOW_ZERO", "dP", have=own.profits)
        t.need(own.enviros + self.dE >= 0, "E_BELOW_ZERO", "dE", have=own.enviros)
        why = "event" if self.event else "adjust"
        t.pay(self.player, "profits", self.dP, why, self.event)
        t.pay(self.player, "enviros", self.dE, why, self.event)
        if self.remove:
            if t.own_in(self.player, self.remove) is None:
                here = sector_name(t, self.remove)
                t.stop("E_REMOVE_NOT_OWN", "remove", sector=here, name=t.name(self.player))
            t.take_chip(self.player, self.remove, why)
        if self.minus is not None:
            own.minus = self.minus
        elif self.dE > 0:
            own.minus = False
        if own.minus and own.enviros:
            t.pay(self.player, "enviros", -own.enviros, why, self.event)

    def told(self, t: Any, step: Step) -> Words:
        if not self.player:
            return super().told(t, step)
        parts: list[Label] = []
        if self.dP:
            parts.append(Words(_("profits %(by)s"), {"by": signed(self.dP)}))
        if self.dE:
            parts.append(Words(_("enviros %(by)s"), {"by": signed(self.dE)}))
        if self.minus is not None:
            parts.append(Words(_("to “minus”")) if self.minus else Words(_("out of “minus”")))
        if self.remove:
            parts.append(Words(_("a chip off: %(sector)s"), {"sector": sector_name(t, self.remove)}))
        figures = {"name": t.name(self.player), "parts": parts or [Words(_("nothing changes"))], "reason": self.reason}
        if self.event:
            figures["event"] = event_name(t, self.event)
            return Words(_("Event “%(event)s”, %(name)s: %(parts)s. %(reason)s"), figures)
        return Words(_("Correction, %(name)s: %(parts)s. %(reason)s"), figures)


class CorrectKit(FixKit):
    """A value of the kit that was mistyped; what the table names must stay in it (§ 2)."""

    def play(self, t: Any, actor: str) -> None:
        super().play(t, actor)
        # A correction that holds from the start is played before anything is dealt.
        if t.state.players:
            need_known(t)


def _lift_minus(t: EcoTable, field: str) -> None:
    """Take a marker on which a number was set off «минус» (amendment 4)."""
    parts = field.split(".")
    if len(parts) == 3 and parts[0] == "players" and parts[2] == "enviros":
        t.state.players[parts[1]].minus = False


def _whole(t: EcoTable, field: str, value: Any, by: int | None) -> bool:
    """Change a field that recorded games spell otherwise than the state, or that moves chips from or to a supply:
    the board, a production, its level or owner, a ТОР taken off, «минус».

    Returns whether it was one.
    """
    parts = field.split(".")
    if parts[0] == "board" and (by is None or len(parts) == 4):
        _set_board(t, parts, value, by)
        return True
    if len(parts) == 2 and parts[0] == "tors" and by is None and value is None:
        t.state.tors.pop(parts[1], None)
        return True
    if len(parts) == 3 and parts[0] == "players" and parts[2] == "enviros" and value == "minus":
        own = t.state.players.get(parts[1])
        if own is None:
            t.stop("E_UNKNOWN", "field", value=field)
        t.pay(parts[1], "enviros", -own.enviros, "adjust", field)
        own.minus = True
        return True
    return False


def _set_board(t: EcoTable, parts: list[str], value: Any, by: int | None) -> None:
    """Set the whole board, a sector, or one figure of a production; at level 0 it is gone."""
    if len(parts) == 2:
        _set_sector(t, parts[1], value)
    elif len(parts) == 1:
        if not isinstance(value, dict):
            t.stop("E_BAD_VALUE", "value", value=str(value)[:60])
        for sector in dict.fromkeys([*t.state.board, *value]):
            _set_sector(t, str(sector), value.get(sector))
    else:
        path = ".".join(parts)
        old = value_at(t.state, path)
        if by is not None and not isinstance(old, int):
            t.stop("E_BAD_NUMBER", "field", value=path)
        stacks = with_value(t.state, path, value if by is None else old + by).board[parts[1]]
        low = min(stack.level for stack in stacks)
        t.need(low >= 0, "E_BELOW_ZERO", "value", have=low)
        _set_sector(t, parts[1], [stack for stack in stacks if stack.level])


def _set_sector(t: EcoTable, sector: str, value: Any) -> None:
    """Put productions as in «C:oil:2» on a sector (several: joined by +, or a list), or clear it.

    Chips come from the supply and go back to it.
    """
    if sector not in t.kit.sectors:
        t.stop("E_SECTOR_UNKNOWN", "field", sector=sector)
    wanted = _stacks(value)
    if wanted is None or any(one.type not in RESOURCES or one.level < 1 for one in wanted):
        t.stop("E_BAD_VALUE", "value", value=str(value)[:60])
    for one in wanted:
        if one.owner not in t.state.players:
            t.stop("E_UNKNOWN", "value", value=one.owner[:60])
    if wanted == t.state.board.get(sector, []):
        return
    levels = _levels(wanted)
    levels.subtract(_levels(t.state.board.pop(sector, [])))
    for (owner, type), more in levels.items():
        t.transfer(owner, BOARD, type, max(0, more), "adjust", sector)
        t.transfer(BOARD, owner, type, max(0, -more), "adjust", sector)
    if wanted:
        t.state.board[sector] = wanted


def _clear(t: EcoTable) -> None:
    """Take productions off the board that have no chip left."""
    board = {sector: [one for one in stacks if one.level] for sector, stacks in t.state.board.items()}
    t.state.board = {sector: stacks for sector, stacks in board.items() if stacks}


def _levels(stacks: list[Stack]) -> Counter[tuple[str, str]]:
    count: Counter[tuple[str, str]] = Counter()
    for stack in stacks:
        count[stack.owner, stack.type] += stack.level
    return count


def _stacks(value: Any) -> list[Stack] | None:
    """Return the productions that a text or a list names, or None if it cannot be read."""
    if isinstance(value, list):
        try:
            return msgspec.convert(value, list[Stack])
        except msgspec.ValidationError:
            return None
    found: list[Stack] = []
    for text in str(value or "").split("+"):
        owner, _sep, rest = text.partition(":")
        type, _sep, level = rest.partition(":")
        if text and not level.isdecimal():
            return None
        if text:
            found.append(Stack(owner, type, min(int(level), 10**9)))
    return found
