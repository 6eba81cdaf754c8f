"""Every move of every game can be recorded through the form made from its offer: no parameter is out of its reach."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from games import registry
from games.engine import bot
from games.engine.fields import Offer
from games.engine.game import Game
from games.engine.ops import CORE_MOVES
from games.engine.replay import Origin, opening
from games.engine.table import Team
from games.registry import SLUGS
from tests.games.machine import NAMES, proposed_setup

LATER = "asked right after the move, by an offer of its own"
UNKNOWN = "asked only where the kit does not know it; the sample kit does"
RARE = "asked where the table has it; the game's own tests have such tables"
#: Parameters without a field in the games played here, and why.
EXCEPTIONS: dict[str, dict[tuple[str, str], str]] = {
    "ecologic": {
        ("transfer", "enviros"): "always refused: enviros are never given (E-056)",
        ("place", "tor"): RARE,
    },
    "titans": {
        ("apply_effect", "discards"): LATER,
        ("apply_effect", "placements"): RARE,
        ("apply_effect", "option"): RARE,
        ("apply_effect", "times"): RARE,
        ("apply_combos", "first"): RARE,
        ("resolve_choice", "option"): RARE,
        ("resolve_choice", "times"): RARE,
        ("use_totem", "discards"): LATER,
        ("use_totem", "option"): LATER,
        ("use_totem", "placements"): LATER,
        ("use_totem", "side"): "it is the actor",
        ("skip_action", "reason"): "one tap gives the action up; a reason is a note to the entry",
        ("work", "taken"): UNKNOWN,
        ("buy_card", "paid"): UNKNOWN,
        ("hire", "paid"): UNKNOWN,
        ("take_tender", "paid"): UNKNOWN,
        ("reveal_claims", "paid"): UNKNOWN,
        ("fulfil", "profit"): UNKNOWN,
    },
    "boss": {
        ("offer", "extra"): "always refused: a reward is money or dividends (B-065)",
        ("agree", "extra"): "always refused: a reward is money or dividends (B-065)",
        ("open_deal", "space"): UNKNOWN,
        ("open_deal", "value"): UNKNOWN,
        ("end_roll", "end_numbers"): UNKNOWN,
        ("end_roll", "hit"): "the numbers on the card say it, and they are asked",
        ("play_recruit", "count"): "always three (B-079)",
        ("close_deal", "asked"): RARE,
        ("close_deal", "extra_payments"): RARE,
    },
    "market": {
        ("roll", "route"): "asked on a board with a choice of arrows",
        ("take_credit", "rate"): RARE,
        ("buy_card", "commissions"): RARE,
        ("buy_card", "first_asked"): RARE,
        ("buy_card", "outcome"): RARE,
        ("draw_surprise", "amount"): "stands in the form of the card",
        ("draw_surprise", "certificates"): RARE,
        ("draw_consultation", "amount"): "stands in the form of the card",
        ("final_settlement", "surrender"): RARE,
    },
}
#: What ends a game or blurs it: the bot leaves it alone.
RARELY = frozenset({"final_call", "adjust", "last_round"})
GAMES, TURNS = 4, 90


def met(game: Game[Any]) -> Iterator[Offer]:
    """Yield what is offered in some games that a bot plays, with as few and as many teams as there may be."""
    kit = game.sample()
    for seed in range(GAMES):
        random = Random(seed)
        count = game.meta.most if seed % 2 else max(game.meta.least, 3)
        teams = tuple(Team("ABCDEF"[at], NAMES[at]) for at in range(count))
        t = opening(game, Origin(kit, game.options_type(), teams, proposed_setup(game, kit, teams)))
        for n in range(1, TURNS):
            yield from game.candidates(t)
            if game.finished(t):
                break
            t, _step = bot.turn(game, t, n, random, RARELY)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_parameter_is_settled_or_asked(slug: str) -> None:
    game = registry.game(slug)
    parameters = {name: msgspec.structs.fields(move) for name, move in game.actions.items()}
    asked: dict[str, set[str]] = {}
    for offer in met(game):
        names = {*offer.fixed, *(field.name for field in offer.fields)}
        asked.setdefault(offer.move, set()).update(names)
        known = {one.name for one in parameters[offer.move]}
        assert names <= known, (offer.move, names - known)
        needed = {one.name for one in parameters[offer.move] if one.required}
        assert needed <= names, (offer.move, needed - names)
    gaps = {
        (name, one.name)
        for name in asked.keys() - CORE_MOVES.keys()
        for one in parameters[name]
        if one.name not in asked[name]
    }
    assert gaps - EXCEPTIONS[slug].keys() == set()


def test_the_exceptions_are_parameters() -> None:
    for slug, exceptions in EXCEPTIONS.items():
        moves = registry.game(slug).actions
        for name, parameter in exceptions:
            assert parameter in {one.name for one in msgspec.structs.fields(moves[name])}
