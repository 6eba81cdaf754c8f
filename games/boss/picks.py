"""The buttons of an entry: what they choose or record, and in short why they may not."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec

from games.boss.lot import Sends
from games.boss.state import BossTable
from games.boss.tokens import Token
from games.engine.fields import Label, Refused
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal

#: Reasons so short that they fit in a button; the whole rule is shown when it is tapped.
SHORT: dict[str, str] = {
    "E_HAND_SHORT": _("in hand: %(n)s"),
    "E_CARD_LIMIT": _("all of them shown"),
    "E_ALREADY_BOSS": _("is the boss"),
    "E_ALREADY_TRAVELLING": _("on its travels"),
    "E_TRAVELLING_PART": _("on its travels"),
    "E_TRAVEL_TARGET": _("beside the board"),
    "E_HIRE_SELF": _("there already"),
    "E_HIRE_BOARD_FIRST": _("first from beside the board"),
}


class Pick(msgspec.Struct, frozen=True):
    """A button: it chooses (`query`) or records (`sends`). `why`: what the rules have against it, in short."""

    label: Label = ""
    note: Label = ""
    team: str = ""
    token: Token | None = None
    query: str = ""
    sends: Sends | None = None
    on: bool = False
    why: Label = ""
    #: key on the keyboard, by its place
    code: str = ""
    #: belongs to the button before it: the grey card for the same target
    joined: bool = False
    #: how many cards the player holds (§ 3.6), in words with the figure `n`
    hand: Words | None = None


class Row(msgspec.Struct, frozen=True):
    """A row of buttons; `then` is chosen after one of them recorded, `sure`: they say themselves what is unlikely."""

    picks: list[Pick]
    then: str = ""
    sure: bool = False
    #: digits on the keyboard press these buttons now
    digits: bool = False


def with_(chosen: dict[str, str], **changes: str) -> str:
    """Return the address with other choices, an empty one left out; what was chosen by itself is now his choice."""
    found = {**{name: value for name, value in chosen.items() if name != "auto"}, **changes}
    return urlencode({name: value for name, value in found.items() if value})


def refused(t: BossTable, sends: Sends) -> Label:
    """Return why a move would be refused, in short; empty if it is legal."""
    try:
        t.game.attempt(t, 0, *sends)
    except Refusal as refusal:
        if refusal.code in SHORT:
            return Words(SHORT[refusal.code], refusal.figures)
        return t.game.words(Refused(refusal.code, refusal.field, refusal.figures))
    return ""
