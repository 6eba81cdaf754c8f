"""The columns of reports: their heads in one place, each with a context of its own for translators."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.utils.translation import pgettext_lazy


class Head(msgspec.Struct, frozen=True):
    """A column in words: `kind` is text, team (ids), number, mixed (figures of many kinds), percent, moment (entry)."""

    label: str
    kind: str = "text"
    places: int = 0

    @property
    def is_figure(self) -> bool:
        """Whether the cells are set at the right, as figures are."""
        return self.kind not in ("text", "team")


class Column(NamedTuple):
    """A column that waits for the language of the report."""

    label: Any
    kind: str = "text"


def named(*columns: Column) -> list[Head]:
    """Return columns in the active language."""
    return [Head(str(column.label), column.kind) for column in columns]


N = Column("№", "moment")
ABOUT = Column(pgettext_lazy("column", "about"))
AGREES = Column(pgettext_lazy("column", "agrees"))
AMOUNT = Column(pgettext_lazy("column", "value"), "number")
BEFORE = Column(pgettext_lazy("column", "led before"), "team")
BY = Column(pgettext_lazy("column", "by"))
CHANGED = Column(pgettext_lazy("column", "differs from the default"))
CLAUSE = Column(pgettext_lazy("column", "clause"))
CORRECTION = Column(pgettext_lazy("column", "correction"))
DECIDED = Column(pgettext_lazy("column", "how it was decided"))
EFFECT = Column(pgettext_lazy("column", "effect on the result"))
FIGURE = Column(pgettext_lazy("column", "figure"))
FROM = Column(pgettext_lazy("column", "from"))
FROM_WHOM = Column(pgettext_lazy("column", "from whom"))
GAVE = Column(pgettext_lazy("column", "gave"), "number")
GAVE_FORMULA = Column(pgettext_lazy("column", "gave, by formula"), "number")
GROUP = Column(pgettext_lazy("column", "what the group said"))
HOW_IT_WAS_COUNTED = Column(pgettext_lazy("column", "how it was counted"))
HOW_MUCH = Column(pgettext_lazy("column", "how much"), "number")
IN_WORDS = Column(pgettext_lazy("column", "in words"))
KIND_OF_MOVE = Column(pgettext_lazy("column", "kind of move"))
KIT_SOURCE = Column(pgettext_lazy("column", "where the figures of the kit come from"))
MADE_UP_OF = Column(pgettext_lazy("column", "made up of"))
MARK = Column(pgettext_lazy("column", "mark"))
MOVE = Column(pgettext_lazy("column", "move"))
NOW = Column(pgettext_lazy("column", "is"))
OPTION = Column(pgettext_lazy("column", "option"))
OVERRIDDEN = Column(pgettext_lazy("column", "rule it overrides"))
PLACE = Column(pgettext_lazy("column", "place"), "number")
POINT = Column(pgettext_lazy("column", "point"))
QUESTION = Column(pgettext_lazy("column", "question"))
REASON = Column(pgettext_lazy("column", "reason"))
RECEIVED = Column(pgettext_lazy("column", "received"), "number")
RECEIVED_FORMULA = Column(pgettext_lazy("column", "received, by formula"), "number")
RECORDED_BY = Column(pgettext_lazy("column", "recorded by"))
RESULT_MOVED = Column(pgettext_lazy("column", "result moved"))
ROUND = Column(pgettext_lazy("column", "round"), "number")
RULED_MOVE = Column(pgettext_lazy("column", "move that stands by ruling"))
STRETCH = Column(pgettext_lazy("column", "stretch"))
SUM = Column(pgettext_lazy("column", "sum of the parts"), "number")
TAKES_THE_LEAD = Column(pgettext_lazy("column", "takes the lead"), "team")
TEAM = Column(pgettext_lazy("column", "team"), "team")
TIME = Column(pgettext_lazy("column", "time"))
TO = Column(pgettext_lazy("column", "to"))
TOTAL = Column(pgettext_lazy("column", "total"), "number")
TO_WHOM = Column(pgettext_lazy("column", "to whom"))
UNIT = Column(pgettext_lazy("column", "unit"))
VALUE = Column(pgettext_lazy("column", "value"))
VALUES = Column(pgettext_lazy("column", "values"), "number")
WAS = Column(pgettext_lazy("column", "was"))
WHAT = Column(pgettext_lazy("column", "what"))
WHAT_HAPPENED = Column(pgettext_lazy("column", "what happened"))
WHAT_IT_DOES = Column(pgettext_lazy("column", "what it does"))
WHAT_WAS_SAID = Column(pgettext_lazy("column", "what was said"))
WHEN = Column(pgettext_lazy("column", "when"))
WHERE_FROM = Column(pgettext_lazy("column", "where from"))
WHY = Column(pgettext_lazy("column", "why"))
