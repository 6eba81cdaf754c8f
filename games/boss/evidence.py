"""The debrief of «Я босс!» (rules § 8): results, the course of the game, and evidence for each question."""

from __future__ import annotations

from games.boss import answers_cards, answers_money, answers_talks
from games.boss.moments import moments
from games.boss.questions import QUESTIONS
from games.boss.record import COST, Chronicle
from games.boss.state import BossTable
from games.boss.summary import money_of, standings
from games.boss.words import FAIL_WORDS
from games.engine.evidence import Column, Evidence, Fact, Findings, Lines, Moment, Moments, Series, Table
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.table import Step


class BossCollector:
    """Gathers the evidence of one replay."""

    def __init__(self, t: BossTable) -> None:
        self.chronicle = Chronicle(t)

    def see(self, step: Step, t: BossTable) -> None:
        """Take one step and the table after it."""
        self.chronicle.see(step, t)

    def findings(self, t: BossTable) -> Findings:
        """Return all that was gathered; `t` is the table after the last step."""
        chronicle = self.chronicle
        by_question = moments(chronicle, t)
        answers: dict[str, list[Evidence]] = {
            **answers_money.answers(chronicle, t),
            **answers_talks.answers(chronicle, t),
            **answers_cards.answers(chronicle, t),
        }
        for question, found in by_question.items():
            answers.setdefault(question, []).append(Moments(title=Words(_("Key moments")), moments=found))
        every = [moment for found in by_question.values() for moment in found]
        every.sort(key=lambda moment: (-abs(moment.effect), moment.n))
        return Findings(
            questions=QUESTIONS,
            results=[_results(chronicle, t)],
            course=[_course(chronicle, t), _deals(chronicle, t)],
            answers={question.id: answers.get(question.id, []) for question in QUESTIONS},
            moments=every,
            teams={team.id: _sheet(chronicle, t, team.id, every) for team in t.teams},
            caveats=_caveats(t),
            bids=answers_talks.every_sum(chronicle, t),
        )


def _results(chronicle: Chronicle, t: BossTable) -> Table:
    columns = [
        Column(Words(_("Place")), "number"),
        Column(Words(_("Team")), "team"),
        Column(Words(_("Money, $M")), "number", 2 if any(t.state.sixtieths.values()) else 0),
        Column(Words(_("as boss, $M")), "number"),
        Column(Words(_("as partner, $M")), "number"),
        Column(Words(_("deals closed as boss")), "number"),
        Column(Words(_("cards used")), "number"),
    ]
    places = sorted(standings(t), key=lambda place: place.rank)
    rows: list[list[object]] = [
        [
            place.rank, place.team, money_of(t, place.team), as_boss(chronicle, place.team),
            as_partner(chronicle, place.team), sum(d.closed and d.boss == place.team for d in chronicle.deals),
            cards_used(chronicle, place.team),
        ]
        for place in places
    ]  # fmt: skip
    return Table(title=Words(_("Who has how much money, and what from")), columns=columns, rows=rows)


def as_boss(chronicle: Chronicle, team: str) -> float:
    """Return what a team kept of the deals it closed as boss."""
    return sum(deal.got.get(team, 0) for deal in chronicle.deals if deal.closed and deal.boss == team)


def as_partner(chronicle: Chronicle, team: str) -> float:
    """Return what a team was paid by others."""
    return sum(deal.got.get(team, 0) for deal in chronicle.deals if deal.closed and deal.boss != team)


def cards_used(chronicle: Chronicle, team: str) -> int:
    """Return how many influence cards a team used: a hire is three, a clan card that came back counts."""
    plays = [play for deal in chronicle.deals for play in deal.plays] + chronicle.outside
    return sum(COST[play.kind] for play in plays if play.by == team)


def _course(chronicle: Chronicle, t: BossTable) -> Lines:
    """Money after each closed deal."""
    money = dict.fromkeys(t.state.money, 0.0)
    points: list[Words | str] = [Words(_("start"))]
    values: dict[str, list[float]] = {team: [0.0] for team in money}
    for deal in chronicle.deals:
        if deal.closed:
            points.append(str(deal.no))
            for team in money:
                money[team] += deal.got.get(team, 0)
                values[team].append(money[team])
    series = [Series(team.name, [_whole(value) for value in values[team.id]], team.id) for team in t.teams]
    return Lines(
        title=Words(_("Money after each deal")), measure=Words(_("$M, hidden at the table until the end")),
        axis=Words(_("deal")), points=list(points), series=series,
    )  # fmt: skip


def _whole(value: float) -> int | float:
    return int(value) if value == int(value) else round(value, 2)


def _deals(chronicle: Chronicle, t: BossTable) -> Table:
    columns = [
        Column(Words(_("Move")), "moment"),
        Column(Words(_("Deal")), "number"),
        Column(Words(_("Space")), "number"),
        Column(Words(_("Total, $M")), "number"),
        Column(Words(_("opened")), "team"),
        Column(Words(_("last boss")), "team"),
        Column(Words(_("boss keeps")), "percent"),
        Column(Words(_("Outcome"))),
    ]
    rows: list[list[object]] = []
    for deal in chronicle.deals:
        outcome: Words | str = Words(_("deal made")) if deal.closed else Words(_("deal going on"))
        if deal.end and not deal.closed:
            outcome = Words(_("failed: %(reason)s"), {"reason": FAIL_WORDS.get(deal.reason, deal.reason or "–")})
        share = deal.share if deal.closed else None
        rows.append([deal.n, deal.no, deal.space, deal.total, deal.opener, deal.boss, share, outcome])
    return Table(title=Words(_("All deals")), columns=columns, rows=rows)


def _sheet(chronicle: Chronicle, t: BossTable, team: str, every: list[Moment]) -> list[Evidence]:
    unit = Words(_("$M"))
    talks = [talk for deal in chronicle.deals for talk in deal.talks if talk.kind != "agree" and talk.by == team]
    used = cards_used(chronicle, team)
    money = money_of(t, team)
    figures: list[tuple[Words | str, int | float | None, Words | str]] = [
        (Words(_("Money")), money, unit),
        (Words(_("as boss")), as_boss(chronicle, team), unit),
        (Words(_("as partner")), as_partner(chronicle, team), unit),
    ]
    if t.options.log_depth == "full":
        figures += [
            (Words(_("sums named")), len(talks), ""),
            (Words(_("gave way")), answers_talks.conceded(chronicle).get(team, 0), unit),
        ]
    figures += [
        (Words(_("cards used")), used, ""),
        (Words(_("money per card used")), round(money / used, 2) if used else None, unit),
    ]
    pieces: list[Evidence] = [Fact(title=Words(_("Own figures")), figures=figures, places=2)]
    own = sorted((moment for moment in every if moment.team == team), key=lambda moment: moment.n)
    if own:
        pieces.append(Moments(title=Words(_("Own moments")), moments=own))
    return pieces


def _caveats(t: BossTable) -> list[Words | str]:
    """Say what the log cannot show."""
    caveats: list[Words | str] = [
        Words(_("Which cards were in the hands is not known: only cards that were played are counted by kind.")),
    ]
    if t.options.log_depth == "fast":
        caveats.append(
            Words(
                _(
                    "Fast log: offers were not recorded. Missing: first sums, haggling, who gave way, "
                    "and the last demands of failed deals."
                )
            )
        )
    return caveats
