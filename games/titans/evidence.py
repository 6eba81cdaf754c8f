"""The debrief of «Титаны рекламы» (§ 8): results, the course of the game, and evidence for each question."""

from __future__ import annotations

from games.engine.evidence import Column, Evidence, Fact, Findings, Moment, Moments, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.table import Step
from games.titans import answers_common, answers_course, answers_staff
from games.titans.answers_common import MOVE, TEAM, TURN
from games.titans.gather import Chronicle
from games.titans.moments import TELLING, moments
from games.titans.questions import QUESTIONS
from games.titans.rules import WHATS
from games.titans.state import TitansTable
from games.titans.summary import standings


class TitansCollector:
    """Gathers the evidence of one replay."""

    def __init__(self, t: TitansTable) -> None:
        self.chronicle = Chronicle(t)
        self._last = 0

    def see(self, step: Step, t: TitansTable) -> None:
        """Take one step and the table after it."""
        self.chronicle.see(step, t)
        self._last = step.n

    def findings(self, t: TitansTable) -> Findings:
        """Return all that was gathered; `t` is the table after the last step."""
        chronicle = self.chronicle
        chronicle.close(self._last, t)
        by_question = moments(chronicle, t)
        answers: dict[str, list[Evidence]] = {
            **answers_common.answers(chronicle, t),
            **answers_staff.answers(chronicle, t),
            **answers_course.answers(chronicle, t),
        }
        for question, found in by_question.items():
            answers[question].append(Moments(title=Words(_("Key moments")), moments=found))
        every = [moment for found in by_question.values() for moment in found]
        every.sort(key=lambda moment: (-abs(moment.effect), moment.kind not in TELLING, moment.n))
        course: list[Evidence] = [answers_course.score_lines(chronicle, t)]
        return Findings(
            questions=QUESTIONS,
            results=[_results(t)],
            course=[*course, *_adjusted(chronicle)],
            answers={question.id: answers[question.id] for question in QUESTIONS},
            moments=every,
            teams={team.id: _sheet(chronicle, t, team.id, every) for team in t.teams},
            caveats=_caveats(),
            bids=answers_common.every_bid(chronicle, t),
        )


def _results(t: TitansTable) -> Table:
    s = t.state
    columns = [
        Column(Words(_("Place")), "number"),
        Column(TEAM, "team"),
        Column(Words(_("Tenders fulfilled")), "number"),
        Column(Words(_("Agencies")), "number"),
        Column(Words(_("PR money")), "number"),
        Column(Words(_("Points")), "number"),
    ]
    rows: list[list[object]] = [
        [
            place.rank, place.team, len(s.tenders_done[place.team]), t.agencies(place.team), s.money[place.team],
            place.total,
        ]
        for place in sorted(standings(t), key=lambda place: place.rank)
    ]  # fmt: skip
    measure = Words(_("by points, then fulfilled tenders, agencies, money"))
    return Table(title=Words(_("Final places")), measure=measure, columns=columns, rows=rows)


def _adjusted(chronicle: Chronicle) -> list[Evidence]:
    """Return the corrections by hand: they stand apart from what the rules gave."""
    if not chronicle.adjusted:
        return []
    columns = [
        Column(MOVE, "moment"),
        Column(TURN, "number"),
        Column(TEAM, "team"),
        Column(Words(_("What"))),
        Column(Words(_("Changed by")), "number"),
    ]
    rows: list[list[object]] = [
        [n, turn, side, Words(WHATS[what]), by] for n, turn, side, what, by in chronicle.adjusted
    ]
    return [Table(title=Words(_("Corrections by hand")), columns=columns, rows=rows)]


def _sheet(chronicle: Chronicle, t: TitansTable, side: str, every: list[Moment]) -> list[Evidence]:
    s = t.state
    money = chronicle.money[side]
    unit = Words(_("PR money"))
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("Points")), s.score[side], ""),
        (Words(_("Tenders fulfilled")), len(s.tenders_done[side]), ""),
        (Words(_("Tenders not fulfilled")), len(s.tenders_todo[side]), ""),
        (Words(_("Income from work")), money.get("work", 0), unit),
        (Words(_("Profit of tenders")), money.get("profit", 0), unit),
        (Words(_("Consolation")), money.get("consolation", 0), unit),
        (Words(_("Spent on cards")), -money.get("buy", 0), unit),
        (Words(_("Spent on hiring")), -money.get("hire", 0), unit),
        (Words(_("Spent on tenders")), -money.get("tender", 0) - money.get("bid", 0), unit),
    ]
    pieces: list[Evidence] = [Fact(title=Words(_("Own figures")), figures=figures)]
    own = sorted((moment for moment in every if moment.team == side), key=lambda moment: moment.n)
    if own:
        pieces.append(Moments(title=Words(_("Own moments")), moments=own))
    return pieces


def _caveats() -> list[Words | str]:
    """Say what the log cannot show."""
    return [
        Words(_("Times are those of the referee's records, not of the teams.")),
        answers_common.PROMISES,
        Words(_("Corrections by hand are listed apart and are in no derived figure but the money held.")),
        Words(_("What a team thought of and did not do, the log does not know.")),
    ]
