"""What a side decides when a card asks it: where free employees go, which ones it gives up, which option it takes."""

from __future__ import annotations

from typing import ClassVar

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Move
from games.engine.table import Step
from games.titans.moves_news import changes_of
from games.titans.staff import Cubes, choose, discard, place
from games.titans.state import Duty, TitansTable
from games.titans.turn import need_step, settled
from games.titans.words import COLOUR_WORDS, PHASE_WORDS


def need_duty(t: TitansTable, actor: str, *kinds: str) -> Duty:
    """Return what the side has to decide, or refuse an answer that nobody asked for."""
    duty = t.duty
    if duty is None:
        t.stop("E_PHASE", phase=PHASE_WORDS[t.state.phase])
    need_step(t, actor)
    if duty.kind not in kinds:
        t.stop("E_PHASE", phase=PHASE_WORDS[t.state.phase])
    return duty


def rows_words(t: TitansTable, rows: list[Cubes]) -> list[Words | str]:
    """Return rows of employees in words: «медиа 1 («Красная строка»)»."""
    return [
        Words(
            _("%(colour)s %(n)s (“%(card)s”)"),
            {"colour": COLOUR_WORDS.get(row.colour, row.colour), "n": row.n, "card": t.quoted("agency", row.agency)},
        )
        for row in rows
        if row.n
    ]


class PlaceStaff(Move):
    """A side puts free employees into its agencies; the rest is forfeited (T-034, T-127, T-140 to T-142, A-60)."""

    label: ClassVar[str] = _("Place free employees")

    placements: list[Cubes] = []

    def play(self, t: TitansTable, actor: str) -> None:
        place(t, need_duty(t, actor, "place"), self.placements)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        rows = rows_words(t, self.placements)
        if not rows:
            return Words(_("%(name)s places no free employee"), {"name": t.name(step.actor)})
        return Words(_("%(name)s places free employees: %(list)s"), {"name": t.name(step.actor), "list": rows})


class DiscardStaff(Move):
    """A side chooses which employees it gives up: the owner's choice, titans do not count (T-046, T-053, A-17)."""

    label: ClassVar[str] = _("Give up employees")

    discards: list[Cubes] = []

    def play(self, t: TitansTable, actor: str) -> None:
        discard(t, need_duty(t, actor, "discard"), self.discards)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        rows = rows_words(t, self.discards)
        return Words(_("%(name)s gives up: %(list)s"), {"name": t.name(step.actor), "list": rows})


class ResolveChoice(Move):
    """A side takes one option of a card, or makes an exchange so many times, 0 for not at all (amendment 3)."""

    label: ClassVar[str] = _("Choose an option")

    option: Int | None = None
    times: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        choose(t, need_duty(t, actor, "choice", "exchange"), self.option, self.times)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        figures = {
            "name": t.name(step.actor),
            "option": self.option,
            "times": self.times,
            "changes": changes_of(t, step, step.actor),
        }
        if self.times is not None and self.option is None:
            if not self.times:
                return Words(_("%(name)s declines the exchange"), figures)
            return Words(_("%(name)s exchanges %(times)s times: %(changes)s"), figures)
        if figures["changes"]:
            return Words(_("%(name)s takes option %(option)s: %(changes)s"), figures)
        return Words(_("%(name)s takes option %(option)s"), figures)
