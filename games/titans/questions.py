"""The questions for the group (§ 8). The rulebook prints none: the wording is ours."""

from __future__ import annotations

from games.engine.evidence import Question
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

_QUESTIONS: tuple[tuple[str, str, str], ...] = (
    (
        "D1",
        _("Who carried the common costs in the crises, and who counted on others? What if all had kept their word?"),
        _("A public good: what is best for each alone leaves all worse off, unless promises are worth something."),
    ),
    (
        "D2",
        _("How much did you overpay to win an auction, and did it pay off?"),
        _("The winner's curse: who wins is often the one who overestimated most."),
    ),
    (
        "D3",
        _("Why did the loser of an auction sometimes earn more? Did you bid in order to lose?"),
        "",
    ),
    ("D4", _("How did you use your staff: how many people worked, and how many waited?"), ""),
    ("D5", _("Full cycle or specialisation: what made you climb in the rating?"), ""),
    ("D6", _("When did money lie idle, and what could it have bought?"), ""),
    ("D7", _("How did you guess the intentions of the rivals when choosing actions in secret?"), ""),
    (
        "D8",
        _("Which investments paid off, and which did not? Where was a titan better or worse than an agency?"),
        "",
    ),
    ("D9", _("Quick profit or lasting effect: what did you choose, and what did it bring in the end?"), ""),
    ("D10", _("At which moment was the winner decided? What would you have done otherwise a turn before?"), ""),
    (
        "D11",
        _("How did your team decide: who decided, how long did it take, did you change the plan?"),
        _("Times are those of the referee's records for the whole table, not of one team."),
    ),
)

#: Questions with the trainer's note where there is one.
QUESTIONS: list[Question] = [
    Question(id, Words(text), False, Words(theory) if theory else None) for id, text, theory in _QUESTIONS
]
