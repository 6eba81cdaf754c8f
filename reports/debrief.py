"""The debrief of one session as plain data: the one thing page, PDF and Excel are made from.

Every text in it is already in the language of the report, so the renderers know no game and translate nothing but
their own headings.
"""

from __future__ import annotations

import datetime

import msgspec

from games.engine.evidence import Evidence, Lines, Moment, Question


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What the log does not know: who, where, when, and the names a reader needs."""

    workshop: str = ""
    client: str = ""
    goals: str = ""
    date: datetime.date | None = None
    place: str = ""
    trainer: str = ""
    table: str = ""
    #: short code of the session
    session: str = ""
    #: version of the programme
    programme: str = ""
    #: when the report was made, as it is to be read
    made_at: str = ""
    #: the log was corrected after this report was made
    stale: bool = False


class Remark(msgspec.Struct, frozen=True):
    """A note, a star or a dispute about entry `n` (0: about none); `ruling` is how a dispute was decided."""

    kind: str
    text: str = ""
    n: int = 0
    ruling: str = ""
    by: str = ""
    at: str = ""


class QuestionEdit(msgspec.Struct, frozen=True, kw_only=True):
    """What the trainer made of one question: own words, hidden, what the group said, evidence and moments he added.

    An id the game does not know is a question of his own. `evidence` holds keys of the catalogue, `moments` numbers
    of entries.
    """

    text: str = ""
    hidden: bool = False
    answer: str = ""
    evidence: list[str] = []
    moments: list[int] = []


class FindingEdit(msgspec.Struct, frozen=True):
    """A finding in the trainer's words."""

    head: str
    text: str = ""
    moves: list[int] = []


class Edits(msgspec.Struct, frozen=True, kw_only=True):
    """All a trainer changed in a debrief. `order` lists question ids; those it leaves out follow as they were."""

    order: list[str] = []
    questions: dict[str, QuestionEdit] = {}
    #: instead of the findings the programme chose
    findings: list[FindingEdit] = []
    #: instead of the sentence under the winner
    lead: str = ""


class GameFacts(msgspec.Struct, frozen=True):
    """The game and its rules; `ink`: teams keep ink badges because colour is the game's material."""

    slug: str
    title: str
    source: str
    version: str
    ink: bool = False


class TeamFacts(msgspec.Struct, frozen=True):
    """A team: `seat` (from 0) gives its shape, `colour` (1–6) its colour, `letter` stands in its badge."""

    id: str
    name: str
    letter: str
    seat: int
    colour: int


class Place(msgspec.Struct, frozen=True):
    """Where a team stands in the end; `parts` (label, figure) make up `total`."""

    team: str
    rank: int
    total: int
    parts: list[tuple[str, int]]


class Turning(msgspec.Struct, frozen=True):
    """A change of the leader: the entry that made `team` lead instead of `before`, in words."""

    n: int
    round: int
    team: str
    before: str
    words: str
    #: the standing after it, team id -> total
    totals: dict[str, int]


class Finding(msgspec.Struct, frozen=True):
    """One finding of the summary: the sentence, what supports it, the entries that show it."""

    head: str
    text: str
    moves: list[int]


class Summary(msgspec.Struct, frozen=True):
    """Page one, for somebody who was not there."""

    title: str
    lead: str
    turning: list[Turning]
    #: the score round by round as if the game ended then, and what its title says
    chart: Lines | None
    findings: list[Finding]
    limits: list[str]
    #: the findings the programme chose, where the trainer wrote his own
    proposed: list[Finding] = []


class QuestionSheet(msgspec.Struct, frozen=True):
    """One question with all its evidence. `number` counts the shown ones (0: hidden); `printed`: from the rulebook."""

    number: int
    id: str
    text: str
    printed: bool
    own: bool
    theory: str
    evidence: list[Evidence]
    moments: list[Moment]
    answer: str
    hidden: bool


class TeamSheet(msgspec.Struct, frozen=True):
    """What concerns one team."""

    team: str
    evidence: list[Evidence]
    moments: list[Moment]


class Correction(msgspec.Struct, frozen=True):
    """One row that changed what stood before: what was, what is, why, and the totals it moved."""

    n: int
    kind: str
    at: str
    by: str
    before: list[str]
    after: list[str]
    reason: str
    #: (team id, total before, total after) for those it changed
    effect: list[tuple[str, int, int]]


class RulingLine(msgspec.Struct, frozen=True):
    """A move that stands by the trainer's ruling: the rules it overrides with their clauses, and his reason."""

    n: int
    words: str
    rules: list[tuple[str, str]]
    clause: str
    reason: str
    by: str
    at: str


class OptionLine(msgspec.Struct, frozen=True):
    """An option of the session and whether it differs from the game's default; `code`: its value is a code word."""

    name: str
    value: str
    help: str
    changed: bool
    code: bool


class KitFacts(msgspec.Struct, frozen=True):
    """The kit that was played with; `sources`: how many marked values are from the text, the box, or invented."""

    title: str
    id: str
    note: str
    sources: list[tuple[str, int]]


class LedgerLine(msgspec.Struct, frozen=True):
    """One posting: entry, round, from, to, what, how much, why, and the thing meant. `give`, `take`: team ids or ""."""

    n: int
    round: int
    source: str
    to: str
    what: str
    amount: int
    why: str
    ref: str
    give: str
    take: str


class MoveLine(msgspec.Struct, frozen=True):
    """One line of the log; `mark` says if it was corrected or stands by ruling."""

    n: int
    round: int
    at: str
    by: str
    team: str
    action: str
    words: str
    mark: str
    #: a printed log leaves it out
    routine: bool = False


class Listed(msgspec.Struct, frozen=True):
    """A piece of evidence in the catalogue: its title, and the name of its kind."""

    title: str
    kind: str


class Debrief(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a report says about one session."""

    language: str
    header: Header
    game: GameFacts
    #: «Пример, не из коробки», or empty
    badge: str
    #: running, finished or stopped
    status: str
    status_words: str
    digest: str
    #: what this game calls a round: «раунд», «цикл», «ход»
    round_word: str
    #: what a moment moved: «влияние на итог, очки»
    effect_word: str
    #: rows in the log, and how many of the attempts were refused
    rows: int
    refused: int
    teams: list[TeamFacts]
    places: list[Place]
    summary: Summary
    results: list[Evidence]
    course: list[Evidence]
    questions: list[QuestionSheet]
    stars: list[Moment]
    notes: list[Remark]
    sheets: list[TeamSheet]
    corrections: list[Correction]
    rulings: list[RulingLine]
    disputes: list[Remark]
    options: list[OptionLine]
    kit: KitFacts
    method: list[tuple[str, str]]
    ledger: list[LedgerLine]
    moves: list[MoveLine]
    bids: list[Evidence]
    #: every piece of evidence by its key: what a trainer picks from for questions of his own
    catalogue: dict[str, Listed] = {}

    @property
    def names(self) -> dict[str, str]:
        """Team id -> name."""
        return {team.id: team.name for team in self.teams}

    def repeats(self, piece: Evidence) -> bool:
        """Whether a piece of the course is the chart that page one shows already."""
        chart = self.summary.chart
        return chart is not None and getattr(piece, "series", None) == chart.series

    def shown(self) -> list[QuestionSheet]:
        """The questions that are not hidden, in order."""
        return [sheet for sheet in self.questions if not sheet.hidden]


__all__ = ["Debrief", "Edits", "Evidence", "FindingEdit", "Header", "Moment", "Question", "QuestionEdit", "Remark"]
