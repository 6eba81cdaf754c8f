"""The questions for the group (rules § 8): seven printed in the rulebook, five proposed."""

from __future__ import annotations

from games.engine.evidence import Question
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

_THEORY = Words(
    _(
        "Extensive use is more area: new sectors. Intensive use is more from the same area: a higher level. "
        "ТОР and eco-initiatives are arguable on purpose."
    )
)

QUESTIONS: list[Question] = [
    Question(
        "1",
        Words(_("Which decisions in the game are extensive use of resources, and which are intensive?")),
        theory=_THEORY,
    ),
    Question("2", Words(_("Which kind of use of resources is more effective?"))),
    Question("3", Words(_("Which kind of use of resources does more harm to the environment?"))),
    Question("4", Words(_("What is the part of eco-initiatives in the game? Which of them pay best?"))),
    Question("5", Words(_("What are ТОР? How effective are they in the game?"))),
    Question("6", Words(_("What would be the most effective strategy in the game?"))),
    Question("7", Words(_("How, in your opinion, does this business game relate to real life?"))),
    Question("8", Words(_("Where did teams overpay at auctions, and why?")), printed=False),
    Question("9", Words(_("Who earned on what others had paid for?")), printed=False),
    Question("10", Words(_("When did ecology become dearer than profit?")), printed=False),
    Question("11", Words(_("What was decided by chance, and what by decisions?")), printed=False),
    Question("12", Words(_("How would you play the last cycle, knowing that it is the last?")), printed=False),
]
