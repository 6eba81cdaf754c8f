"""What the accounts of a posting are called: a team, a part of a team («Альфа, агентство»), a place of the game."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.ledger import Posting
from games.engine.ops import CORE_WHYS
from trainer.words import say

#: accounts that are no team's, where the game has no word of its own (`account.…` among its terms)
ACCOUNTS = {
    "bank": pgettext_lazy("account", "bank"),
    "supply": pgettext_lazy("account", "supply"),
    "board": pgettext_lazy("account", "board"),
    "table": pgettext_lazy("account", "table"),
    "deck": pgettext_lazy("account", "deck"),
    "discard": pgettext_lazy("account", "discard pile"),
    "tokens": pgettext_lazy("account", "tokens"),
    "market": pgettext_lazy("account", "market"),
    "reserve": pgettext_lazy("account", "reserve"),
    "slots": pgettext_lazy("account", "open cards"),
    "pot": pgettext_lazy("account", "pot"),
    "referee": pgettext_lazy("account", "referee"),
}


class PostingWords(NamedTuple):
    """A posting in words: from whom to whom, what, why, and what it is about."""

    source: str
    to: str
    what: str
    why: str
    ref: str


def posting_words(game: Game[Any], t: Any, posting: Posting) -> PostingWords:
    """Return a posting at a table in words."""
    why = game.whys.get(posting.why) or CORE_WHYS.get(posting.why) or posting.why
    return PostingWords(
        account_words(game, t, posting.from_), account_words(game, t, posting.to),
        say(Words(game.whats.get(posting.what) or posting.what)), say(Words(why)), say(game.named(t, posting.ref)),
    )  # fmt: skip


def account_words(game: Game[Any], t: Any, key: str) -> str:
    """Return an account at a table in words: a team, «team, part» by the name of the part in the kit, a place.

    An unknown one stays as it is.
    """
    names: dict[str, str] = t.names
    if key in names:
        return names[key]
    if f"account.{key}" in game.terms:
        return _(game.terms[f"account.{key}"])
    if key in ACCOUNTS:
        return str(ACCOUNTS[key])
    team, _slash, part = key.partition("/")
    return f"{names[team]}, {say(game.named(t, part))}" if part and team in names else key
