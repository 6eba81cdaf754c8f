"""The debrief of «Экологика» (rules § 8): one pass over a replay, then results, course, evidence, key moments."""

from __future__ import annotations

from games.ecologic import (
    evidence_cards,
    evidence_chips,
    evidence_harm,
    evidence_market,
    evidence_result,
    evidence_strategy,
    evidence_team,
    evidence_tors,
)
from games.ecologic.evidence_case import ALL_ELSE, Case
from games.ecologic.evidence_moments import answers_moments, key_moments
from games.ecologic.evidence_record import Record
from games.ecologic.questions import QUESTIONS
from games.ecologic.state import EcoTable
from games.engine.evidence import Evidence, Findings, Label, Moment, Moments
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.table import Step


class EcologicCollector:
    """Gathers the evidence of one replay. Findings may be asked for at any time, also twice."""

    def __init__(self, t: EcoTable) -> None:
        self.record = Record(t)

    def see(self, step: Step, t: EcoTable) -> None:
        """Take one step and the table after it."""
        self.record.see(step, t)

    def findings(self, t: EcoTable) -> Findings:
        """Return all that was gathered; `t` is the table after the last step."""
        case = Case(self.record, t)
        moments = key_moments(case)
        return Findings(
            questions=QUESTIONS,
            results=evidence_result.results(case),
            course=evidence_result.course(case),
            answers=_answers(case, moments),
            moments=moments,
            teams={team: evidence_team.sheet(case, team) for team in case.teams},
            caveats=_caveats(case),
            bids=evidence_market.every_bid(case),
        )


def _answers(case: Case, moments: list[Moment]) -> dict[str, list[Evidence]]:
    """Return the evidence of each question: its figures, then its moments."""
    answers: dict[str, list[Evidence]] = {
        "1": evidence_chips.uses(case),
        "2": evidence_chips.returns(case),
        "3": evidence_harm.harm(case),
        "4": evidence_cards.initiatives(case),
        "5": evidence_tors.tokens(case),
        "6": evidence_strategy.strategy(case),
        "7": evidence_market.life(case),
        "8": evidence_market.auctions(case),
        "9": evidence_tors.riders(case),
        "10": evidence_cards.worth(case),
        "11": evidence_market.luck(case),
        "12": evidence_strategy.last_cycle(case),
    }
    for question, told in answers_moments(case, moments).items():
        answers[question].append(Moments(title=Words(_("Moments of the game")), moments=told))
    return answers


def _caveats(case: Case) -> list[Label]:
    """Return what the figures cannot show. That the kit is a sample the report says itself, by its badge."""
    record = case.record
    found: list[Label] = [
        ALL_ELSE,
        Words(_("What was bought late had less time to pay back")),
        Words(
            _("Samples are small: %(teams)s, %(cycles)s, %(sales)s"),
            {
                "teams": ngettext("%(n)s team at the table", "%(n)s teams at the table", len(case.teams)),
                "cycles": ngettext("%(n)s cycle played", "%(n)s cycles played", len(case.cycles)),
                "sales": ngettext("%(n)s thing bought", "%(n)s things bought", len(case.sales)),
            },
        ),
    ]
    known, held = evidence_market.known_bids(case)
    if known < held:
        values = {"n": known, "all": held}
        found.append(
            Words(
                _("Bids are known for %(n)s of %(all)s auctions; of the rest only the premium is seen"),
                values,
            )
        )
    if case.t.state.stopped:
        found.append(Words(_("The game was stopped before the end of its last cycle")))
    if record.rulings:
        found.append(Words(_("Moves that stand by ruling against the rules: %(n)s"), {"n": record.rulings}))
    if record.adjusted:
        found.append(Words(_("Corrections by hand: %(n)s; what they gave has no price"), {"n": record.adjusted}))
    if record.patched:
        found.append(Words(_("Kit, options or seats were corrected during the game: %(n)s"), {"n": record.patched}))
    return found
