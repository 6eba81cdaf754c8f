"""Moves that every game has: the referee's own entries, legal in every phase, also after the end.

Operations on the log itself (undo, redo, amend, insert, overrule) are not moves: see `log`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK, Posting
from games.engine.move import REFEREE, Int, Move, Name, Prose, is_whole
from games.engine.paths import value_at, with_value
from games.engine.refusal import Refusal
from games.engine.table import Step


class Adjust(Move, kw_only=True):
    """A manual correction of any field of the state, with its reason (common.md).

    `value` sets the field, `by` adds to it; `counterpart` names the field that gives the difference.
    `values` sets several fields at once (a running table is taken over): the invariants are asked when all are set.
    """

    label: ClassVar[str] = _("Manual correction")
    always: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    reason: Prose
    field: Name = ""
    value: Any = None
    by: Int | None = None
    counterpart: Name = ""
    values: dict[Name, Any] = {}

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        self.change(t, actor)
        t.game.check(t)

    def change(self, t: Any, actor: str) -> None:
        """Set the field, or several at once, and see that every team keeps its figures."""
        before = t.state
        if self.values:
            for field, value in self.values.items():
                try:
                    msgspec.structs.replace(self, values={}, field=field, value=value).apply(t, actor)
                except Refusal as refusal:
                    raise Refusal(refusal.code, f"values.{field}", **refusal.figures) from None
        else:
            self.apply(t, actor)
        _need_every_team(t, before, next(iter(self.values), self.field))

    def apply(self, t: Any, actor: str) -> None:
        """Change the state; a game with short forms of its own overrides this."""
        if not self.field:
            t.stop("E_MISSING", "field", value="field")
        # A new key may be given a value (a token laid on the board), but there is nothing to add to.
        old = value_at(t.state, self.field, None) if self.by is None else value_at(t.state, self.field)
        new = self.value
        if self.by is not None:
            if not is_whole(old):
                t.stop("E_BAD_NUMBER", "field", value=self.field)
            new = old + self.by
        t.state = with_value(t.state, self.field, new)
        if self.counterpart and isinstance(old, list) and isinstance(new, list):
            self._trade(t, old, new)
        if not (is_whole(old) and is_whole(new)) or old == new:
            return
        if self.counterpart:
            other = value_at(t.state, self.counterpart)
            if not is_whole(other):
                t.stop("E_BAD_NUMBER", "counterpart", value=self.counterpart)
            t.state = with_value(t.state, self.counterpart, other - (new - old))
        post_adjustment(t, self.field, new - old, self.counterpart)

    def _trade(self, t: Any, old: list[Any], new: list[Any]) -> None:
        """Take what a list of things has gained from the list that the counterpart names, and lay there what left."""
        other = value_at(t.state, self.counterpart)
        if not isinstance(other, list):
            t.stop("E_BAD_VALUE", "counterpart", value=self.counterpart)
        left, there = [*old], [*other]
        for one in new:
            if one in left:
                left.remove(one)
            else:
                t.need(one in there, "E_CONSERVATION", "counterpart")
                there.remove(one)
        t.state = with_value(t.state, self.counterpart, there + left)

    def told(self, t: Any, step: Step) -> Words:
        if self.values:
            return ngettext(
                "Position typed in: %(n)s value. %(reason)s",
                "Position typed in: %(n)s values. %(reason)s",
                len(self.values),
                reason=self.reason,
            )
        if self.by is not None:
            return Words(_("Correction: %(field)s by %(by)s. %(reason)s"), self._figures())
        return Words(_("Correction: %(field)s = %(value)s. %(reason)s"), self._figures())

    def _figures(self) -> dict[str, Any]:
        return {"field": self.field, "value": str(self.value), "by": self.by or 0, "reason": self.reason}


def _need_every_team(t: Any, before: Any, field: str) -> None:
    """Refuse a value that fits its type and yet takes a team its figures: the table could not be shown."""
    ids = {team.id for team in t.teams}
    for name in before.__struct_fields__:
        had = getattr(before, name)
        if isinstance(had, dict) and ids <= had.keys() and not ids <= getattr(t.state, name).keys():
            raise Refusal("E_BAD_VALUE", "value", value=field)


def post_adjustment(t: Any, field: str, by: int, counterpart: str = "") -> None:
    """Post a manual change of a number: from the counterpart's account, or the bank's."""
    account, what = t.game.account_of(field)
    other = t.game.account_of(counterpart)[0] if counterpart else BANK
    source, to = (other, account) if by > 0 else (account, other)
    t.postings.append(Posting(source, to, what, abs(by), "adjust", field))


class StopGame(Move):
    """The trainer ends the game: time is up; the score is that of the table as it stands (common.md)."""

    label: ClassVar[str] = _("End the game now")
    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    reason: Prose

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        t.game.stop_game(t)

    def told(self, t: Any, step: Step) -> Words:
        return Words(_("Stopped by the trainer: %(reason)s"), {"reason": self.reason})


class _Fix(Move, kw_only=True):
    """A change of what the game is played by, from this entry on; its ripple is previewed first."""

    always: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    path: Name
    value: Any
    reason: Prose


class FixKit(_Fix):
    """A value of the kit was mistyped: corrected like a move, from here on (common.md)."""

    label: ClassVar[str] = _("Correct the kit")

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        t.kit = with_value(t.kit, self.path, self.value)

    def told(self, t: Any, step: Step) -> Words:
        return Words(
            _("Kit corrected: %(path)s = %(value)s. %(reason)s"),
            {"path": self.path, "value": str(self.value), "reason": self.reason},
        )


class FixOption(_Fix):
    """An option of the session was set wrong: corrected like a move, from here on (common.md)."""

    label: ClassVar[str] = _("Correct an option")

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        set_option(t, self.path, self.value)

    def told(self, t: Any, step: Step) -> Words:
        return Words(
            _("Option corrected: %(path)s = %(value)s. %(reason)s"),
            {"path": self.path, "value": str(self.value), "reason": self.reason},
        )


def set_option(t: Any, path: str, value: Any) -> None:
    """Set an option from here on; a whole one may be spelled as recorded games spell it, like those of the set-up.

    Raises Refusal as `with_value`.
    """
    spelled = {} if "." in path else t.game.old_options({path: value})
    # A spelling that stands for nothing is no correction: its name is unknown then.
    for name, one in (spelled or {path: value}).items():
        t.options = with_value(t.options, name, one)


class FixSeats(Move):
    """The order of the seats was wrong: `order` lists all team ids clockwise (common.md)."""

    label: ClassVar[str] = _("Correct the seats")
    always: ClassVar[bool] = True
    codes: ClassVar[dict[str, str]] = {"reason": "E_REASON"}

    order: list[Name]
    reason: Prose

    def play(self, t: Any, actor: str) -> None:
        t.need(self.reason.strip(), "E_REASON", "reason")
        by_id = {team.id: team for team in t.teams}
        if sorted(self.order) != sorted(by_id):
            t.stop("E_UNKNOWN", "order", value=", ".join(self.order)[:60])
        t.teams = tuple(by_id[team] for team in self.order)

    def told(self, t: Any, step: Step) -> Words:
        return Words(
            _("Seats corrected: %(order)s. %(reason)s"),
            {"order": [t.name(team) for team in self.order], "reason": self.reason},
        )


#: What every game can record besides its own moves.
CORE_MOVES: dict[str, type[Move]] = {
    "adjust": Adjust,
    "stop_game": StopGame,
    "fix_kit": FixKit,
    "fix_option": FixOption,
    "fix_seats": FixSeats,
}

#: What may hold from the start: it changes what the game is played by, not the table.
FROM_START = ("fix_kit", "fix_option", "fix_seats")

#: Words for the reasons the core itself posts.
CORE_WHYS: dict[str, str] = {"adjust": _("manual correction")}

__all__ = [
    "CORE_MOVES", "CORE_WHYS", "FROM_START", "REFEREE", "Adjust", "FixKit", "FixOption", "FixSeats", "StopGame",
    "set_option",
]  # fmt: skip
