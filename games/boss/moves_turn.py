"""The turn outside a deal: open, roll, draw, discard, and the roll for the end (§§ 3 and 4 of the rulebook)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from games.boss.kit import DealCard, Space, check, filled, same_space
from games.boss.moves import BossMove, need_turn
from games.boss.rules import PHASE_WORDS
from games.boss.state import (
    DEAL,
    DECK,
    DISCARD,
    END_ROLL,
    FINISHED,
    HAND_LIMIT,
    MOVED,
    TURN_START,
    BossTable,
    Deal,
)
from games.boss.words import card_type_words, printed_words, space_words, sum_words
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Name, is_whole
from games.engine.table import Step


def must_deal(t: BossTable) -> bool:
    """Tell whether a deal must be tried: the hand with which the turn began obliges to it (B-141)."""
    most = t.options.must_deal_over
    return 0 < most < t.state.turn_hand


class OpenDeal(BossMove, kw_only=True):
    """«Начнём сделку» on the marker's space (B-031, B-032, B-036, B-045…B-047; V5: B-145).

    `space` and `value` fill in what the kit does not know yet; the session's kit keeps it.
    """

    label: ClassVar[str] = _("Open a deal")
    phases: ClassVar[tuple[str, ...]] = (TURN_START, MOVED)

    space: Space | None = None
    value: Int | None = None

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        need_turn(t, actor)
        hand = state.hands[actor]
        # Whom V2 obliges to try a deal V5 does not keep from it.
        if hand < t.options.min_hand_to_open and not must_deal(t):
            t.need(False, "E_V5_FEW_CARDS", n=hand, least=t.options.min_hand_to_open)
        if self.space is not None or self.value is not None or not t.kit.spaces[str(state.marker)].known or not t.value:
            self._learn(t)
        state.turn = actor
        state.deal = Deal(state.marker, actor, actor, [actor])
        state.phase = DEAL
        state.stoppable = None

    def _learn(self, t: BossTable) -> None:
        """Put what was read off the box into the session's kit (common.md: no table waits for data entry)."""
        self._learn_space(t, str(t.state.marker))
        self._learn_value(t, str(t.state.stack[0]))

    def _learn_space(self, t: BossTable, no: str) -> None:
        """Fill in what is not known of the space; what is printed there cannot be otherwise (B-010)."""
        known = space = t.kit.spaces[no]
        if self.space is not None:
            space = filled(known, self.space)
            if not same_space(space, filled(self.space, known)):
                t.need(False, "E_KNOWN", "space", value=printed_words(known))
                space = filled(self.space, known)
        if not space.known:
            t.stop("E_MISSING", "space", value=Words(_("what space %(space)s needs"), {"space": no}))
        if space != known:
            _put(t, "space", f"spaces.{no}", spaces={**t.kit.spaces, no: space})

    def _learn_value(self, t: BossTable, no: str) -> None:
        """Fill in what one dividend is worth (B-023)."""
        card = t.kit.deal_cards[no]
        if self.value is not None and self.value != card.value:
            t.need(card.value is None, "E_KNOWN", "value", value=sum_words(card.value or 0))
            if not (is_whole(self.value) and self.value >= 1):
                t.stop("E_BAD_NUMBER", "value")
            cards = {**t.kit.deal_cards, no: DealCard(self.value, card.end)}
            _put(t, "value", f"deal_cards.{no}.value", deal_cards=cards)
        elif card.value is None:
            t.stop("E_MISSING", "value", value=Words(_("the value of deal card %(no)s"), {"no": no}))

    def told(self, t: BossTable, step: Step) -> Words:
        deal = t.state.deal
        assert deal is not None
        return Words(
            _("%(name)s opens deal %(no)s: space %(space)s, %(shares)s × %(value)s = %(total)s, %(needs)s"),
            {
                "name": t.name(step.actor), "no": str(t.state.stack[0]), "space": str(deal.space),
                "shares": t.space.shares or 0, "value": sum_words(t.value), "total": sum_words(t.total),
                "needs": space_words(t.space),
            },
        )  # fmt: skip


def _put(t: BossTable, field: str, path: str, **tables: Any) -> None:
    """Give the session's kit other tables, the value at `path` read off the box; it must stay a sound kit (B-024)."""
    kit = msgspec.structs.replace(t.kit, source={**t.kit.source, path: "box"}, **tables)
    # What was wrong before (a correction of the kit asks nothing) is no fault of what is typed here.
    before = check(t.kit)
    for note in check(kit):
        if note.blocks and note not in before:
            t.stop(note.code, field, **note.figures)
    t.kit = kit


class RollMove(BossMove):
    """Roll and move the marker over free spaces (B-033, B-034)."""

    label: ClassVar[str] = _("Roll and move")
    phases: ClassVar[tuple[str, ...]] = (TURN_START,)
    codes: ClassVar[dict[str, str]] = {"die": "E_DIE"}

    die: Int

    def play(self, t: BossTable, actor: str) -> None:
        need_turn(t, actor)
        need_die(t, self.die)
        state = t.state
        state.marker = t.next_free(state.marker, self.die)
        state.phase = MOVED
        state.stoppable = None

    def told(self, t: BossTable, step: Step) -> Words:
        return Words(
            _("%(name)s rolls %(die)s: marker on space %(space)s"),
            {"name": t.name(step.actor), "die": self.die, "space": str(t.state.marker)},
        )


def need_die(t: BossTable, die: int, field: str = "die") -> None:
    """Refuse what is no face of a die (B-008); nothing can be computed from it."""
    if not (is_whole(die) and 1 <= die <= 6):
        t.stop("E_DIE", field)


#: Cards drawn with no, one or two investors; with more it is one (B-144).
DRAW_BY_INVESTORS = {0: 4, 1: 3, 2: 2}


def draw_count(t: BossTable, actor: str) -> int:
    """Return how many cards a player draws (B-037; by investors: B-144)."""
    if t.options.draw_by_investors:
        return DRAW_BY_INVESTORS.get(sum(holder == actor for holder in t.state.investors.values()), 1)
    return t.options.draw_n


class Draw(BossMove):
    """Draw influence cards after moving; the turn ends (B-035, B-037…B-042, B-111; V2: B-141)."""

    label: ClassVar[str] = _("Draw cards")
    phases: ClassVar[tuple[str, ...]] = (MOVED,)

    def code_at(self, phase: str) -> str:
        return "E_DRAW_BEFORE_ROLL" if phase == TURN_START else "E_PHASE"

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        need_turn(t, actor)
        if must_deal(t):
            t.need(False, "E_V2_MUST_DEAL", n=t.options.must_deal_over)
        state.stoppable = None
        left = draw_count(t, actor)
        while left:
            if not state.deck:
                if not state.discard:
                    break
                shuffle(t)
            taken = min(left, state.deck)
            t.transfer(DECK, actor, "cards", taken, "draw")
            left -= taken
        if not state.deck and state.discard and t.options.reshuffle == "at_zero":
            shuffle(t)
        if state.hands[actor] > t.hand_limit:
            state.phase = HAND_LIMIT
            state.over_limit = [actor]
            state.next_turn = t.after(actor)
        else:
            t.begin_turn(t.after(actor))

    def told(self, t: BossTable, step: Step) -> Words:
        taken = sum(posting.amount for posting in step.postings if posting.why == "draw")
        return ngettext(
            "%(name)s draws %(n)s card: %(hand)s in hand",
            "%(name)s draws %(n)s cards: %(hand)s in hand",
            taken,
            name=t.name(step.actor),
            hand=t.state.hands[step.actor],
        )


def shuffle(t: BossTable) -> None:
    """Make a new deck of the discard: nothing of it is known any more (B-111)."""
    t.notice("N_SHUFFLE", n=t.state.discard)
    t.transfer(DISCARD, DECK, "cards", t.state.discard, "shuffle")
    t.state.seen = {}


class Discard(BossMove, kw_only=True):
    """Discard down to the limit, exactly (B-038, B-039); `cards` names types that were seen."""

    label: ClassVar[str] = _("Discard")
    phases: ClassVar[tuple[str, ...]] = (HAND_LIMIT,)
    codes: ClassVar[dict[str, str]] = {"count": "E_DISCARD_COUNT"}

    count: Int
    cards: list[Name] = []

    def may_at_limit(self, t: BossTable, actor: str) -> bool:
        return actor in t.state.over_limit

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        t.player(actor)
        excess = state.hands[actor] - t.hand_limit
        if self.count != excess:
            if not is_whole(self.count) or self.count < 0:
                t.stop("E_DISCARD_COUNT", "count", n=excess)
            t.need(False, "E_DISCARD_COUNT", "count", n=excess)
        t.need(len(self.cards) <= self.count, "E_DISCARD_COUNT", "cards", n=excess)
        for card in self.cards:
            if card not in t.kit.limits:
                t.stop("E_UNKNOWN", "cards", value=card)
            seen = state.seen.get(card, 0) + 1
            t.need(seen <= t.kit.limits[card], "E_CARD_LIMIT", "cards", n=t.kit.limits[card])
            state.seen[card] = seen
        t.transfer(actor, DISCARD, "cards", self.count, "discard")
        state.stoppable = None
        t.settle_limit()

    def told(self, t: BossTable, step: Step) -> Words:
        n, figures = self.count, {"name": t.name(step.actor)}
        if self.cards:
            cards = [card_type_words(card) for card in self.cards]
            return ngettext(
                "%(name)s discards %(n)s card: %(cards)s", "%(name)s discards %(n)s cards: %(cards)s", n,
                cards=cards, **figures,
            )  # fmt: skip
        return ngettext("%(name)s discards %(n)s card", "%(name)s discards %(n)s cards", n, **figures)


class EndRollMove(BossMove, kw_only=True):
    """The boss rolls for the end after a closed deal (B-131…B-135).

    `end_numbers` (the back of the card) or `hit` tell what the kit does not know; the kit keeps the numbers.
    """

    label: ClassVar[str] = _("Roll for the end")
    phases: ClassVar[tuple[str, ...]] = (END_ROLL,)
    codes: ClassVar[dict[str, str]] = {"die": "E_DIE"}

    die: Int
    end_numbers: list[Int] | None = None
    hit: bool | None = None

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        last = state.last_deal
        if last is None:
            t.stop("E_PHASE", phase=Words(PHASE_WORDS[state.phase]))
        if actor != last.boss:
            t.need(False, "E_NOT_BOSS", name=t.name(last.boss))
        need_die(t, self.die)
        if self._hits(t, str(last.no)):
            state.phase = FINISHED
            state.turn = None
            state.end_by = "die"
        else:
            t.begin_turn(last.next)
            notice_skipped(t, last.skipped)

    def _hits(self, t: BossTable, no: str) -> bool:
        card = t.kit.deal_cards[no]
        end = card.end
        # Faces are a set (§ 4.1): in which order they are read off the card does not matter.
        if self.end_numbers is not None and (end is None or set(self.end_numbers) != set(end)):
            t.need(end is None, "E_KNOWN", "end_numbers", value=[str(face) for face in end or ()])
            for face in self.end_numbers:
                need_die(t, face, "end_numbers")
            end = sorted(set(self.end_numbers))
            cards = {**t.kit.deal_cards, no: DealCard(card.value, end)}
            _put(t, "end_numbers", f"deal_cards.{no}.end", deal_cards=cards)
        if end is None:
            if self.hit is None:
                t.stop("E_MISSING", "end_numbers", value=Words(_("the numbers on the back of card %(no)s"), {"no": no}))
            return bool(self.hit)
        found = self.die in end
        if self.hit is not None:
            t.need(self.hit == found, "E_KNOWN", "hit", value=[str(face) for face in end])
        return found

    def told(self, t: BossTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "die": self.die}
        if t.state.phase == FINISHED:
            return Words(_("%(name)s rolls %(die)s for the end: the game is over"), figures)
        line = Words(_("%(name)s rolls %(die)s for the end: the game goes on"), figures)
        return told_skipped(t, line, t.state.last_deal.skipped if t.state.last_deal else [])


def notice_skipped(t: BossTable, skipped: list[str]) -> None:
    """Name those whose turns are passed over (B-094)."""
    if skipped:
        t.notice("N_SKIPPED", names=[t.name(one) for one in skipped])


def told_skipped(t: BossTable, line: Words, skipped: list[str]) -> Words:
    """Return a log line that names them too (B-094)."""
    if not skipped or t.state.phase == FINISHED:
        return line
    names = [t.name(one) for one in skipped]
    return Words(_("%(line)s. Turns passed over: %(names)s"), {"line": line, "names": names})
