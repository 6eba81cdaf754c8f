"""Moves: small classes whose fields are their parameters and whose `play` is the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

if TYPE_CHECKING:
    from games.engine.table import Step

#: A whole number as the engine allows it: ±10⁹.
Int = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
#: An id or a name: one line.
Name = Annotated[str, msgspec.Meta(max_length=200)]
#: A reason or a note.
Prose = Annotated[str, msgspec.Meta(max_length=10_000)]

REFEREE = "referee"


def is_whole(value: Any) -> bool:
    """Tell a whole number from a flag and from a value of the wrong form."""
    return type(value) is int


class Move(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of move. Fields are the parameters, the docstring of a subclass names the clauses.

    `play` asks with `table.need` and changes `table.state`; it may raise Refusal half-way, so whoever
    calls it where it may refuse plays on a copy (`Game.attempt`).
    """

    #: button text (msgid)
    label: ClassVar[str] = ""
    #: refusal codes for a parameter of the wrong form or missing, where the rules file has its own
    codes: ClassVar[dict[str, str]] = {}
    #: legal in every phase, also when the game is over
    always: ClassVar[bool] = False
    #: shows the table what nobody can unsee (a card, a die): an undo asks once more
    reveals: ClassVar[bool] = False
    #: only ends somebody's step: a printed log leaves it out, the workbook has it
    routine: ClassVar[bool] = False

    def play(self, t: Any, actor: str) -> None:
        """Check the rules and change the table, or raise Refusal."""
        raise NotImplementedError

    def told(self, t: Any, step: Step) -> Words:
        """Return the log line; `t` is the table after the move."""
        return Words(_("%(name)s: %(move)s"), {"name": t.name(step.actor), "move": Words(self.label)})
