"""Evidence: what a debrief shows, as plain data. Renderers know these kinds and no game; games fill them.

Evidence is never the answer to a question: figures, charts and the very moves, with what they cannot show.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from games.engine.i18n import Words

Label = Words | str
Amount = int | float | None


class Moment(msgspec.Struct, frozen=True):
    """A reference to a move: entry `n`, the round, the team it is about, in words.

    `effect` is how much it moved the final score (points, sign as for the team), 0 if that cannot be said.
    """

    n: int
    round: int
    words: Label
    team: str = ""
    effect: float = 0
    kind: str = ""


class Question(msgspec.Struct, frozen=True):
    """A question for the group: as printed in the rulebook, or proposed. `theory` is the trainer's note."""

    id: str
    text: Words
    printed: bool = True
    theory: Words | None = None


class Series(msgspec.Struct, frozen=True):
    """One line or one set of bars: a value for each category (None: no value). `team` gives it its badge."""

    label: Label
    values: list[Amount]
    team: str = ""


class Column(msgspec.Struct, frozen=True):
    """A column of a table: `kind` is text, team (ids), number, percent (0.75 = 75 %) or moment (entry number)."""

    label: Label
    kind: str = "text"
    places: int = 0
    unit: Label = ""


class _Piece(msgspec.Struct, frozen=True, kw_only=True):
    """What all kinds share: the title says what is seen, the measure how it is counted, the note what is not shown."""

    title: Label
    measure: Label = ""
    note: Label = ""


class Fact(_Piece, frozen=True, kw_only=True):
    """A few single figures: (label, value, unit)."""

    figures: list[tuple[Label, Amount, Label]]
    places: int = 0


class Table(_Piece, frozen=True, kw_only=True):
    """Rows of figures. Cells hold numbers, words or team ids, as the columns say; `total` marks a last row of sums."""

    columns: list[Column]
    rows: list[list[Any]]
    total: bool = False


class Lines(_Piece, frozen=True, kw_only=True):
    """Values along the rounds (or another order); `bands` marks stretches: (first index, last index, label)."""

    axis: Label
    points: list[Label]
    series: list[Series]
    stacked: bool = False
    places: int = 0
    bands: list[tuple[int, int, Label]] = []


class Bars(_Piece, frozen=True, kw_only=True):
    """Bars per category; signed values are drawn from zero, `reference` is a line with its label."""

    categories: list[Label]
    series: list[Series]
    stacked: bool = False
    places: int = 0
    unit: Label = ""
    reference: Amount = None
    reference_label: Label = ""


class Points(_Piece, frozen=True, kw_only=True):
    """A scatter: for each series its points (x, y, label); `path` joins them in order."""

    x: Label
    y: Label
    clouds: list[tuple[str, Label, list[tuple[float, float, Label]]]]
    path: bool = False
    places: int = 0


class Spans(_Piece, frozen=True, kw_only=True):
    """Stretches on one axis: a row per thing with its spans (start, end, label, kind): Gantt, dumbbell, waterfall."""

    axis: Label
    rows: list[tuple[str, Label, list[tuple[float, float, Label, str]]]]
    places: int = 0


class Matrix(_Piece, frozen=True, kw_only=True):
    """Who with whom, or what by when: a figure for each row and column."""

    rows: list[Label]
    columns: list[Label]
    values: list[list[Amount]]
    places: int = 0


class Moments(_Piece, frozen=True, kw_only=True):
    """The moves themselves."""

    moments: list[Moment]


Evidence = Fact | Table | Lines | Bars | Points | Spans | Matrix | Moments


class Findings(msgspec.Struct, frozen=True):
    """All a game can say about one session: results, its course, evidence per question, key moments, caveats."""

    questions: list[Question]
    #: who won and by what, one table; more pieces may follow
    results: list[Evidence]
    #: the course of the game round by round
    course: list[Evidence]
    #: question id -> its evidence
    answers: dict[str, list[Evidence]]
    #: key moments, most telling first
    moments: list[Moment]
    #: pieces about one team for its sheet
    teams: dict[str, list[Evidence]] = {}
    caveats: list[Label] = []
    #: every bid of every auction, for the workbook (a game without bids leaves it empty)
    bids: list[Evidence] = []


class Collector(Protocol):
    """Gathers evidence in one pass over a replay: it copies what it keeps, the table changes under it."""

    def see(self, step: Any, t: Any) -> None:
        """Look at one step and the table after it."""

    def findings(self, t: Any) -> Findings:
        """Return what was gathered; `t` is the table after the last step."""
