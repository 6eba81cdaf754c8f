"""Refusals: what the rules forbid, said with figures, the rule and its clause."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.i18n import gettext_noop as _


class Rule(msgspec.Struct, frozen=True):
    """How a refusal is worded: the message (msgid), the rule behind it and its clause (empty for bad input)."""

    text: str
    clause: str = ""
    rule: str = ""


class Refusal(Exception):
    """The rules do not allow this move; nothing changed. `figures` fill the message of `code`."""

    def __init__(self, code: str, field: str = "", **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.figures = figures


#: Refusals of the engine core, in every game.
CORE_RULES: dict[str, Rule] = {
    "E_UNKNOWN_ACTION": Rule(_("There is no action “%(action)s” in this game.")),
    "E_GAME_OVER": Rule(_("The game is over.")),
    "E_PHASE": Rule(_("Not possible in this phase.")),
    "E_UNKNOWN": Rule(_("“%(value)s” is not known here.")),
    "E_BAD_NUMBER": Rule(_("A whole number is needed here.")),
    "E_BAD_VALUE": Rule(_("This value has the wrong form: %(value)s.")),
    "E_MISSING": Rule(_("Something is missing: %(value)s.")),
    "E_REASON": Rule(_("A reason is needed.")),
    "E_BELOW_ZERO": Rule(_("A value cannot fall below zero.")),
    "E_CONSERVATION": Rule(_("Things would appear from nowhere or vanish: name where they come from.")),
    "E_UNDO_UNKNOWN": Rule(_("There is no such entry to undo.")),
    "E_REDO_UNKNOWN": Rule(_("There is nothing to redo.")),
    "E_UNDO_CONFLICT": Rule(_("Then entry № %(n)s becomes impossible: %(message)s")),
    "E_OVERRULE": Rule(_("A ruling does not help here: %(message)s")),
    "E_KIT": Rule(_("The kit does not allow this: %(message)s")),
    "E_SETUP": Rule(_("The set-up is not complete: %(value)s.")),
    "E_SETUP_TEAMS": Rule(_("This game is for %(least)s to %(most)s teams.")),
}
