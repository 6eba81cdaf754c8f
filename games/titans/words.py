"""Names of phases, colours and kinds, as log lines and messages say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

PHASE_WORDS: dict[str, Words] = {
    "news": Words(_("News")),
    "pledges": Words(_("Crisis: pledges")),
    "consequence": Words(_("Crisis: consequence card")),
    "consequence_apply": Words(_("Crisis: before the consequence")),
    "news_staff": Words(_("Choices after the news")),
    "choose": Words(_("Choice of actions")),
    "act1": Words(_("Action 1, work")),
    "act2": Words(_("Action 2, buy")),
    "act3": Words(_("Action 3, hire")),
    "act4": Words(_("Action 4, tenders")),
    "act4_bids": Words(_("Action 4, bids")),
    "act4_other": Words(_("Action 4, the other tender")),
    "fulfil": Words(_("Results: tenders")),
    "effects": Words(_("Results: effects")),
    "combos": Words(_("Results: combos")),
    "combos_staff": Words(_("Results: free employees")),
    "salary": Words(_("Results: salary")),
    "second_totem": Words(_("Results: second totem")),
    "refill": Words(_("End of the turn")),
    "over": Words(_("Game over")),
}

COLOUR_WORDS: dict[str, Words] = {
    "creative": Words(_("creative staff")),
    "production": Words(_("production staff")),
    "strategy": Words(_("strategy staff")),
    "media": Words(_("media staff")),
    "any": Words(_("any employee")),
}

#: the same as labels of columns, fields and specialisations
COLOUR_LABELS: dict[str, Words] = {
    "creative": Words(_("Creative")),
    "production": Words(_("Production")),
    "strategy": Words(_("Strategy")),
    "media": Words(_("Media")),
    "any": Words(_("Any colour")),
}

ACTION_WORDS: dict[int, Words] = {
    1: Words(_("Work")),
    2: Words(_("Buy an agency or a titan")),
    3: Words(_("Hire employees")),
    4: Words(_("Compete for a tender")),
}


def cubes(counts: Mapping[Any, int]) -> list[Words | str]:
    """Return employees by colour in words: «креатив 2, медиа 1»."""
    return [Words("%(colour)s %(n)s", {"colour": COLOUR_WORDS[c], "n": n}) for c, n in counts.items() if n]


#: the actions as heads of narrow columns
ACTION_HEADS: dict[int, Words] = {
    1: Words(_("to work")),
    2: Words(_("to buy")),
    3: Words(_("to hire")),
    4: Words(_("to compete")),
}

#: the specialisations beside the name of an agency
SPEC_LABELS: dict[str, Words] = {
    "creative": Words(_("specialised in creative")),
    "production": Words(_("specialised in production")),
    "strategy": Words(_("specialised in strategy")),
    "media": Words(_("specialised in media")),
}
