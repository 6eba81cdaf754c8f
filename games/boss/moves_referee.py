"""What the referee records beside the game: a look at the money, a recount, a manual correction."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from games.boss.moves import BossMove
from games.boss.options import from_old as options_from_old
from games.boss.state import BossTable
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Move, Name
from games.engine.ops import Adjust
from games.engine.paths import with_value
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


class BossAdjust(Adjust, kw_only=True):
    """A manual correction; an option is corrected under `options.<name>`; the card sum stays (E_CONSERVATION)."""

    def apply(self, t: Any, actor: str) -> None:
        if self.field.startswith("options."):
            name = self.field.removeprefix("options.")
            value = options_from_old({name: self.value}).get(name, self.value)
            t.options = with_value(t.options, name, value)
            return
        before = t.card_sum()
        super().apply(t, actor)
        after = t.card_sum()
        t.need(after in (before, t.kit.deck_size), "E_CONSERVATION", "field", value=after)


REFEREE_MOVES: dict[str, type[Move]] = {"reveal_money": RevealMoney, "audit": Audit, "adjust": BossAdjust}
