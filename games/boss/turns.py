"""The buttons outside of a deal: the die, the deal or the draw, discarding at the limit."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec

from games.boss.lot import Sends
from games.boss.moves_turn import draw_count
from games.boss.picks import Pick, Row, refused, with_
from games.boss.state import END_ROLL, MOVED, TURN_START, BossTable
from games.boss.tokens import Token
from games.boss.words import card_type_words, space_words, sum_words
from games.engine.fields import Label
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _


class Discards(msgspec.Struct, frozen=True):
    """Discarding at the limit: how many, which types were seen so far, and what may be added."""

    team: str
    count: int
    seen: list[Pick]
    types: list[Pick]
    sends: Sends


def dice(t: BossTable) -> Row | None:
    """Return the faces of the die with what each brings, when the die is rolled and all is known."""
    state = t.state
    if state.phase == TURN_START:
        return Row([_moves_to(t, face) for face in range(1, 7)])
    if state.phase != END_ROLL or state.last_deal is None:
        return None
    end = t.kit.deal_cards[str(state.last_deal.no)].end
    if end is None:
        return None
    boss = state.last_deal.boss
    picks = []
    for face in range(1, 7):
        note = Words(_("the game ends")) if face in end else Words(_("it goes on"))
        picks.append(Pick(str(face), note, sends=(boss, "end_roll", {"die": face}), on=face in end))
    return Row(picks)


def _moves_to(t: BossTable, face: int) -> Pick:
    """Return a face with the space to which it leads, and what a deal pays there."""
    to = t.next_free(t.state.marker, face)
    space = t.kit.spaces[str(to)]
    note = Words(_("to %(space)s"), {"space": str(to)})
    if space.known and t.value:
        total = sum_words((space.shares or 0) * t.value)
        note = Words(_("to %(space)s, %(total)s"), {"space": str(to), "total": total})
    return Pick(str(face), note, sends=(t.state.turn or "", "roll_move", {"die": face}))


def turn(t: BossTable) -> Row | None:
    """Return what a turn may be beside the die: a deal on the marker's space, after the roll also cards."""
    state = t.state
    if state.phase not in (TURN_START, MOVED):
        return None
    team, space = state.turn or "", t.kit.spaces[str(state.marker)]
    label, needs, main = Words(_("Let's make a deal")), Words(_("space %(space)s"), {"space": str(state.marker)}), False
    query = ""
    sends: Sends = (team, "open_deal", {})
    why: Label = ""
    if space.known and t.value:
        total = sum_words((space.shares or 0) * t.value)
        label = Words(_("Let's make a deal: %(total)s"), {"total": total})
        needs, main = space_words(space), state.phase == MOVED
        why = refused(t, sends)
    else:
        query = urlencode({"move": "open_deal", "fixed": "{}"})
    picks = [Pick(label, needs, query=query, sends=None if query else sends, why=why, on=main)]
    if state.phase == MOVED:
        count, hand = draw_count(t, team), state.hands[team]
        words = ngettext("Draw %(n)s card", "Draw %(n)s cards", count)
        note = Words(_("in hand: %(hand)s → %(more)s"), {"hand": hand, "more": hand + count})
        draw: Sends = (team, "draw", {})
        picks.append(Pick(words, note, sends=draw, why=refused(t, draw)))
    return Row(picks)


def discards(t: BossTable, chosen: dict[str, str], team: str) -> Discards:
    """Return the discard of a player above the limit; types are named as often as they were seen."""
    count = t.state.hands[team] - t.hand_limit
    seen = [card for card in chosen.get("cards", "").split(",") if card in t.kit.limits][:count]
    removed = [
        _type(card, with_(chosen, who=team, cards=",".join(seen[:at] + seen[at + 1 :])), True)
        for at, card in enumerate(seen)
    ]
    types = [] if len(seen) == count else [
        _type(card, with_(chosen, who=team, cards=",".join([*seen, card]))) for card in t.kit.limits
    ]  # fmt: skip
    params: dict[str, Any] = {"count": count, "cards": seen} if seen else {"count": count}
    return Discards(team, count, removed, types, (team, "discard", params))


def _type(card: str, query: str, on: bool = False) -> Pick:
    """Return the button of a type of card: a pictogram for clans and travel cards, else its name."""
    kind, _colon, colour = card.partition(":")
    words = card_type_words(card)
    shown = Token(colour, words, clan=kind == "clan", away=kind == "travel") if colour else None
    return Pick("" if shown else words, token=shown, query=query, on=on)
