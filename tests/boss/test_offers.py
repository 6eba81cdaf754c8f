"""What is offered at each moment, and how a closing is filled in."""

from random import Random

import pytest

from games.boss.coverage import cheapest, pills
from games.boss.game import GAME
from games.engine.bot import turn
from games.engine.fields import Offer
from games.engine.offers import default_params, offers
from games.engine.refusal import Refusal
from tests.boss.table import EXAMPLE, Game, arranged, in_deal, new


def found(game: Game, move: str, **fixed: object) -> Offer:
    return next(
        offer
        for offer in offers(GAME, game.t)
        if offer.move == move and all(offer.fixed.get(key) == value for key, value in fixed.items())
    )


def test_a_greyed_button_says_why() -> None:
    game = arranged(in_deal(EXAMPLE), hands={"a": 2, "b": 2, "c": 1, "d": 0})
    hire = found(game, "play_recruit", color="orange")
    assert hire.refusal is not None
    assert hire.refusal.code == "E_HAND_SHORT"
    stop = found(game, "play_stop")
    assert stop.refusal is not None
    assert stop.refusal.code == "E_STOP_NOTHING"
    close = found(game, "close_deal")
    assert close.refusal is not None
    assert close.refusal.code == "E_MISSING"


def test_only_those_with_cards_are_offered_to_play_them() -> None:
    game = arranged(in_deal(EXAMPLE), hands={"a": 3, "b": 1, "c": 0, "d": 10})
    assert found(game, "play_recruit", color="orange").actors == ["a", "d"]
    assert found(game, "play_clan", color="red").actors == ["a", "b", "d"]
    assert found(game, "play_boss").actors == ["b", "d"]


def test_the_closing_is_filled_in_with_the_cheapest_legal_parts() -> None:
    game = in_deal((4, "blue", 1, "pink yellow red"))
    assert cheapest(game.t) == []
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=4)
    game.do("c", "play_clan", color="blue")
    game.do("a", "agree", player="c", assets=["clan:c1"], amount=3)
    game.do("a", "agree", player="d", assets=["inv:pink"], amount=1)
    close = found(game, "close_deal")
    assert close.main
    assert [(part.asset, part.owner) for part in cheapest(game.t)] == [("clan:c1", "c"), ("inv:red", "a")]
    game.do("a", "close_deal", **default_params(close))
    assert game.seen["money"] == {"a": 5, "b": 0, "c": 3, "d": 0}


def test_a_package_is_chosen_when_it_is_cheaper_as_a_whole() -> None:
    game = in_deal((4, "blue pink"), investors={"pink": "b"})
    game.do("c", "play_clan", color="blue")
    game.do("c", "play_clan", color="pink")
    game.do("a", "agree", player="c", assets=["clan:c1"], amount=2)
    game.do("a", "agree", player="c", assets=["clan:c2"], amount=2)
    game.do("a", "agree", player="b", assets=["inv:blue", "inv:pink"], amount=3)
    assert {part.owner for part in cheapest(game.t)} == {"b"}


def test_nothing_is_filled_in_that_costs_more_than_the_deal_pays() -> None:
    game = in_deal((2, "blue yellow"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    assert cheapest(game.t) == []


def test_the_coverage_bar() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("a", "agree", player="d", assets=["inv:pink"], amount=2)
    game.do("c", "play_travel", target="inv:pink", card="pink")
    bar = {pill.colour: (pill.status, pill.player, pill.amount) for pill in pills(game.t)}
    assert bar == {
        "red": ("boss", "a", 0), "blue": ("active", "b", 1), "yellow": ("none", "", 0), "pink": ("blocked", "d", 2),
        "orange": ("none", "", 0), "green": ("none", "", 0),
    }  # fmt: skip
    game.do("c", "play_boss")
    bar = {pill.colour: pill.status for pill in pills(game.t)}
    assert (bar["red"], bar["blue"], bar["yellow"]) == ("none", "stale", "boss")


def test_each_button_has_a_key_of_its_own() -> None:
    """The screen finds an offer again by its move, what is fixed, and who may make it."""
    game = in_deal(EXAMPLE, investors={"orange": "b", "green": "b"})
    game.do("b", "play_clan", color="red")
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("c", "play_boss")
    keys = [(offer.move, repr(sorted(offer.fixed.items()))) for offer in GAME.candidates(game.t)]
    doubles = {key for key in keys if keys.count(key) > 1}
    assert doubles == set()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_what_is_offered_is_accepted_as_it_stands(seed: int) -> None:
    random = Random(seed)
    t = new(3 + seed % 4, late_hand_limit=10, ask_before_close=True, stop_outside_deal=True).t
    for n in range(1, 150):
        if GAME.finished(t):
            break
        for offer in offers(GAME, t):
            if offer.refusal is None:
                GAME.attempt(t, n, offer.actors[0], offer.move, default_params(offer))
            elif not offer.fields:
                with pytest.raises(Refusal):
                    GAME.attempt(t, n, offer.actors[0], offer.move, default_params(offer))
        t, _step = turn(GAME, t, n, random)
        assert t.card_sum() == 98
