"""What the referee records beside the game: a look at the money, a recount, a manual correction."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from games.boss.kit import COLOURS, SHORT_GAME_WITHOUT, deal_numbers
from games.boss.moves import BossMove
from games.boss.rules import PHASE_WORDS
from games.boss.state import (
    BOARD,
    DEAL,
    END_ROLL,
    FINISHED,
    HAND_LIMIT,
    MOVED,
    TURN_START,
    BossState,
    BossTable,
)
from games.boss.words import sum_words
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Move, Name, is_whole
from games.engine.ops import Adjust, FixOption, FixSeats, set_option
from games.engine.table import Step


class RevealMoney(BossMove):
    """The money totals are looked at by the referee, or shown to everybody: both stand in the log (B-128, B-129)."""

    label: ClassVar[str] = _("Show the money")
    always: ClassVar[bool] = True

    to: Literal["referee", "screen"] = "referee"

    def play(self, t: BossTable, actor: str) -> None:
        if self.to == "screen":
            t.state.money_open = True

    def told(self, t: BossTable, step: Step) -> Words:
        if self.to == "screen":
            return Words(_("Money is shown to everybody"))
        return Words(_("The referee looks at the money"))


class Audit(BossMove, kw_only=True):
    """A recount: hands, money, deck or discard as counted; differences are named, nothing changes (B-137)."""

    label: ClassVar[str] = _("Recount")
    always: ClassVar[bool] = True

    hands: dict[Name, Int] = {}
    money: dict[Name, Int] = {}
    deck: Int | None = None
    discard: Int | None = None

    def play(self, t: BossTable, actor: str) -> None:
        for what, counted, known in (
            (Words(_("cards")), self.hands, t.state.hands),
            (Words(_("money, $M")), self.money, t.state.money),
        ):
            for team, count in counted.items():
                if team not in known:
                    t.stop("E_UNKNOWN", "hands", value=team)
                _compare(t, t.name(team), what, count, known[team])
        if self.deck is not None:
            _compare(t, Words(_("deck")), Words(_("cards")), self.deck, t.state.deck)
        if self.discard is not None:
            _compare(t, Words(_("discard")), Words(_("cards")), self.discard, t.state.discard)

    def told(self, t: BossTable, step: Step) -> Words:
        if not step.notices:
            return Words(_("Recount: everything agrees"))
        lines = [Words(_("%(name)s %(by)s %(what)s"), dict(figures)) for _code, figures in step.notices]
        return Words(_("Recount differs: %(lines)s"), {"lines": lines})


def _compare(t: BossTable, name: Words | str, what: Words, counted: int, known: int) -> None:
    if counted != known:
        t.notice("W_RECOUNT", name=name, what=what, counted=counted, known=known, by=counted - known)


#: What the engine keeps for itself: no table sees it, so nobody corrects it.
INTERNAL = ("stoppable", "last_deal")


class BossAdjust(Adjust, kw_only=True):
    """A manual correction; an option is corrected under `options.<name>`; the card sum stays (E_CONSERVATION)."""

    def play(self, t: Any, actor: str) -> None:
        was = t.state
        super().play(t, actor)
        state = t.state
        if state.deal is not None:
            state.deal.laid = max([state.deal.laid, *(int(clan.id[1:]) for clan in state.deal.clans)])
        if "turn_hand" not in (self.field, *self.values) and _turn_begins_otherwise(was, state):
            state.turn_hand = state.hands[state.turn]
        t.settle_limit()

    def change(self, t: Any, actor: str) -> None:
        was, before = t.state, t.card_sum()
        super().change(t, actor)
        # Of several fields typed at once the sum is asked when all are set: a card leaves one and comes to another.
        after = t.card_sum()
        t.need(after in (before, t.kit.deck_size), "E_CONSERVATION", "field", value=after)
        _need_none_below_zero(t, was)

    def apply(self, t: Any, actor: str) -> None:
        if self.field.startswith("options."):
            _set_option(t, self.field.removeprefix("options."), self.value)
            return
        head = self.field.partition(".")[0]
        if head in INTERNAL:
            t.stop("E_UNKNOWN", "field", value=self.field)
        Adjust.apply(self._as_kept(t), t, actor)
        if head in ("deal", "investors", "phase"):
            # What a Stop would take back may be gone.
            t.state.stoppable = None

    def _as_kept(self, t: BossTable) -> BossAdjust:
        """Return the correction of what is kept, where it names what is printed (amendment 10)."""
        if self.field == "covered" and isinstance(self.value, list):
            placed = t.state.covered
            # Which card lies on a space that was not covered before is not told: 0.
            value = {str(space): placed.get(str(space), 0) for space in self.value}
            return msgspec.structs.replace(self, value=value)
        if self.field in ("deal_card", "deal_card.no"):
            return msgspec.structs.replace(self, field="stack", value=_stack_from(t, self.value))
        return self


def _stack_from(t: BossTable, card: Any) -> list[int]:
    """Return the deal cards left when this one is on top: its number, or number and value as printed."""
    no: Any = card.get("no") if isinstance(card, dict) else card
    if not is_whole(no) or str(no) not in t.kit.deal_cards:
        t.stop("E_UNKNOWN", "value", value=str(no)[:60])
    known = t.kit.deal_cards[str(no)].value
    if known is not None and isinstance(card, dict):
        t.need(card.get("value", known) == known, "E_KNOWN", "value", value=sum_words(known))
    return [no, *(one for one in deal_numbers(t.kit, t.options.short_game) if one > no)]


def _need_none_below_zero(t: BossTable, was: BossState) -> None:
    """Refuse what falls below zero: cards always, money unless a ruling lets it; what was below may rise."""
    now, ids = t.state, [team.id for team in t.teams]
    cards = [(was.deck, now.deck), (was.discard, now.discard), (was.deals_done, now.deals_done)]
    cards += [(was.hands[team], now.hands[team]) for team in ids]
    if any(count < min(0, before) for before, count in cards):
        t.stop("E_BELOW_ZERO", "field")
    t.need(all(now.money[team] >= min(0, was.money[team]) for team in ids), "E_BELOW_ZERO", "field")


def _turn_begins_otherwise(was: BossState, now: BossState) -> bool:
    """Tell whether it is another's turn, or the hand with which it began was another (B-141)."""
    if now.turn is None:
        return False
    recounted = now.phase in (TURN_START, MOVED) and now.hands[now.turn] != was.hands[now.turn]
    return now.turn != was.turn or recounted


class BossFixOption(FixOption):
    """An option that was set wrong, in the words people use («on», «off»)."""

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        _set_option(t, self.path, self.value)
        t.settle_limit()


class BossFixSeats(FixSeats):
    """Another order of the seats: who follows is another too, also where a discard or a roll is waited for (B-042)."""

    def play(self, t: Any, actor: str) -> None:
        state = t.state
        # After a draw the next in order waits; at the late limit it is whose turn begins anyway.
        after_draw = state.phase == HAND_LIMIT and state.next_turn == t.after(state.turn)
        super().play(t, actor)
        if after_draw:
            state.next_turn = t.after(state.turn)
        elif state.phase == END_ROLL:
            t.follow(state.last_deal)


def _set_option(t: BossTable, name: str, value: Any) -> None:
    """Correct an option from here on, and what follows from it on the table."""
    state, short, limit = t.state, t.options.short_game, t.hand_limit
    set_option(t, name, value)
    if t.options.short_game != short and state.stack:
        state.stack = _stack_now(t)
    if state.phase == END_ROLL and state.last_deal is not None:
        t.follow(state.last_deal)
    elif state.phase == TURN_START and state.turn and t.hand_limit < limit:
        # A late limit applies at once (amendment 4).
        t.begin_turn(state.turn)


def _stack_now(t: BossTable) -> list[int]:
    """Return the deal cards left in the short game, or with what it left out (B-147); an open deal keeps its card."""
    stack = t.state.stack
    if not t.options.short_game:
        back = [no for no in SHORT_GAME_WITHOUT if no > stack[0] and str(no) in t.kit.deal_cards]
        return sorted({*stack, *back})
    played = 1 if t.state.deal is not None else 0
    left = stack[:played] + [no for no in stack[played:] if no not in SHORT_GAME_WITHOUT]
    return left or t.stop("E_BAD_VALUE", "value", value=" ".join(str(no) for no in stack))


def check(t: BossTable) -> None:
    """Refuse a table on which the game cannot go on: after a correction anything may stand in a field."""
    state, deal = t.state, t.state.deal
    teams = {team.id for team in t.teams}
    named = [*state.hands, *state.money, *state.over_limit, *([state.turn] if state.turn else [])]
    if deal is not None:
        named += [deal.boss, deal.opener, *deal.played, *(clan.owner for clan in deal.clans)]
        named += [name for one in deal.agreements for name in (one.player, one.boss)]
    for name in [*named, *(holder for holder in state.investors.values() if holder != BOARD)]:
        if name not in teams:
            t.stop("E_UNKNOWN", "value", value=name)
    if not _goes_on(t):
        t.stop("E_BAD_VALUE", "value", value=state.phase)
    if state.stack != sorted(set(state.stack)):
        t.stop("E_BAD_VALUE", "value", value=" ".join(str(no) for no in state.stack))
    marks = [clan.id for clan in deal.clans] if deal else []
    if len(set(marks)) < len(marks):
        t.stop("E_BAD_VALUE", "value", value=" ".join(marks))
    spaces = [str(state.marker), *state.covered, *([str(deal.space)] if deal else [])]
    stands = str(state.marker) in state.covered and state.phase != FINISHED
    if stands or not set(spaces) <= t.kit.spaces.keys():
        t.stop("E_SPACE", "value", most=len(t.kit.spaces))


def _goes_on(t: BossTable) -> bool:
    """Tell whether the phase has what it needs."""
    state, deal = t.state, t.state.deal
    colours = [*(deal.travelling if deal else ()), *(clan.color for clan in deal.clans)] if deal else []
    return (
        state.phase in PHASE_WORDS
        and (state.phase == DEAL) == (deal is not None)
        and (state.phase == FINISHED or (bool(state.stack) and bool(state.turn)))
        and (state.phase != HAND_LIMIT or (bool(state.over_limit) and state.next_turn in state.hands))
        and (state.phase != END_ROLL or state.last_deal is not None)
        and set(state.investors) == set(COLOURS)
        and set(colours) <= set(COLOURS)
        and all(str(no) in t.kit.deal_cards for no in state.stack)
        and state.hands.keys() == state.money.keys()
        and len(state.hands) == len(t.teams)
    )


REFEREE_MOVES: dict[str, type[Move]] = {
    "reveal_money": RevealMoney,
    "audit": Audit,
    "adjust": BossAdjust,
    "fix_option": BossFixOption,
    "fix_seats": BossFixSeats,
}
