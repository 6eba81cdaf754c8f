"""The questions for the group (rules § 8), and the words of their evidence's categories."""

from __future__ import annotations

from games.engine.evidence import Question
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

QUESTIONS: list[Question] = [
    Question(
        "1", Words(_("Which part of the pie did the leader of a deal take, and was power worth its price?")), False
    ),
    Question(
        "2",
        Words(_("How did the first number spoken shape the final price, how long was the haggling, and who gave way?")),
        False,
        Words(_("Anchoring: the first number pulls the price towards itself, also when both sides call it absurd.")),
    ),
    Question(
        "3",
        Words(_("What is it worth to be irreplaceable?")),
        False,
        Words(_("The price follows the alternatives of the other side (BATNA) more than one's own contribution.")),
    ),
    Question("4", Words(_("Who built coalitions with whom?")), False),
    Question("5", Words(_("Why did deals fail, and how much money was left on the table?")), False),
    Question("6", Words(_("What did taking the lead bring, and what did it cost the others?")), False),
    Question("7", Words(_("What were the influence cards used for: attack, defence, help?")), False),
    Question("8", Words(_("How well did agreements stand changes?")), False),
    Question("9", Words(_("Save or play: when did resources become money?")), False),
    Question(
        "10",
        Words(_("Did the players see the leader, and did they stop him? (Money is hidden.)")),
        False,
    ),
]

FATES: dict[str, str] = {
    "paid": _("paid"),
    "unpaid": _("not paid: no card played"),
    "superseded": _("replaced by another"),
    "void": _("void: the partner became boss, or the boss was stopped"),
    "broken": _("broken by a hire or a travel card"),
    "blocked": _("blocked: the investor travels"),
    "withdrawn": _("withdrawn"),
    "stale": _("not confirmed by the new boss"),
    "unused": _("not used at the closing"),
    "failed": _("lost with the deal"),
    "active": _("still open"),
}

KINDS: dict[str, str] = {
    "clan": _("Clan"),
    "travel": _("Travel"),
    "hire": _("Hire"),
    "boss": _("Boss"),
    "stop": _("Stop"),
}
