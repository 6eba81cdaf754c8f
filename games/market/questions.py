"""Questions for the group (§ 8). None is printed in the rulebook: all are proposed."""

from __future__ import annotations

from games.engine.evidence import Question
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

_TEXTS = {
    "D-1": _("Which asset brought you most for each yuns you put in, and why did you choose it?"),
    "D-2": _("What did the monopoly cost, and what did it bring before the Antimonopoly committee stepped in?"),
    "D-3": _("Where was the border between a good and a ruinous price for a card?"),
    "D-4": _("What did you buy with borrowed money, and did it bring back more than the debt cost?"),
    "D-5": _("How much did you pay for insurance, and which losses did it avoid?"),
    "D-6": _("Why was one enterprise commissioned faster than another?"),
    "D-7": _("What did the money that lay idle cost you?"),
    "D-8": _("How did the structure of your capital change, and when was the game decided?"),
    "D-9": _("What part did deals in another's turn play: the plot as a right to act?"),
    "D-10": _("What could have been done two turns before the insolvency?"),
}

QUESTIONS: list[Question] = [Question(key, Words(text), printed=False) for key, text in _TEXTS.items()]
