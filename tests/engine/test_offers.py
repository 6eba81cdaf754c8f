"""Offers by trial, the kinds of fields, and the bot that picks among them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from games.engine import bot
from games.engine import fields as f
from games.engine.offers import default_params, offers
from games.engine.refusal import Refusal
from tests.engine.book import Book
from tests.engine.example_game import GAME, Stones, StonesTable

PAIR = [f.Option("x", "X"), f.Option("y", "Y")]


class Asking(Stones):
    """The example with other questions."""

    asked: list[f.Offer] = []

    def candidates(self, t: StonesTable) -> Iterable[f.Offer]:
        return self.asked


def offered(*asked: f.Offer) -> list[f.Offer]:
    """Return these offers as tried on a heap of two stones at Альфа's turn."""
    game = Asking()
    game.asked = list(asked)
    return offers(game, Book(heap=2).t)


def choice(*values: Any, value: Any = None, **more: Any) -> f.Choice:
    """Ask for the number of stones by options."""
    return f.Choice(name="amount", options=[f.Option(one, str(one)) for one in values], value=value, **more)


def test_an_offer_that_can_be_recorded_carries_no_refusal() -> None:
    (offer,) = offers(GAME, Book().t)
    assert (offer.refusal, default_params(offer), offer.main) == (None, {"amount": 1}, True)


def test_a_greyed_offer_carries_the_refusal_itself() -> None:
    (offer,) = offered(f.Offer("take", ["B"], "take", {"amount": 1}))
    assert offer.refusal == f.Refused("E_TURN", "", {"name": "Альфа"})


def test_each_option_is_tried_and_the_first_legal_stands() -> None:
    (offer,) = offered(f.Offer("take", ["A"], "take", fields=[choice(3, 2, 1)]))
    (field,) = offer.fields
    assert isinstance(field, f.Choice)
    assert [option.refusal and option.refusal.code for option in field.options] == ["E_LEFT", None, None]
    assert (field.value, offer.refusal) == (2, None)


def test_the_proposed_option_stays_if_it_is_legal() -> None:
    (offer,) = offered(f.Offer("take", ["A"], "take", fields=[choice(2, 1, value=1)]))
    assert default_params(offer) == {"amount": 1}
    (offer,) = offered(f.Offer("take", ["A"], "take", fields=[choice(2, 1, 3, value=3)]))
    assert default_params(offer) == {"amount": 2}


def test_an_offer_whose_options_are_all_greyed_is_greyed() -> None:
    (offer,) = offered(f.Offer("take", ["A"], "take", fields=[choice(3, 4)]))
    assert offer.refusal is not None
    assert offer.refusal.code == "E_LEFT"


def test_without_options_something_is_missing() -> None:
    (offer,) = offered(f.Offer("take", ["A"], "take", fields=[choice()]))
    assert offer.refusal is not None
    assert (offer.refusal.code, offer.refusal.field) == ("E_MISSING", "amount")


def test_an_optional_empty_choice_is_not_tried() -> None:
    (offer,) = offered(
        f.Offer("take", ["A"], "take", {"amount": 1}, [f.Choice(name="why", options=PAIR, optional=True)])
    )
    assert (offer.refusal, default_params(offer)) == (None, {"amount": 1})


def test_an_option_brings_the_values_that_go_with_it() -> None:
    options = [f.Option("few", "few", also={"amount": 1}), f.Option("many", "many", also={"amount": 9})]
    field = f.Choice(name="reason", options=options)
    number = f.Number(name="value", value=0)
    ask = f.Offer("adjust", ["referee"], "x", {"field": "left"}, [field, number])
    (offer,) = offered(ask)
    tried = offer.fields[0]
    assert isinstance(tried, f.Choice)
    assert {option.value: option.refusal and option.refusal.code for option in tried.options} == {
        "few": "E_BAD_VALUE",
        "many": "E_BAD_VALUE",
    }


def test_an_offer_that_comes_greyed_is_left_as_it_is() -> None:
    known = f.Refused("E_LEFT", "", {"left": 0})
    (offer,) = offered(f.Offer("take", ["A"], "take", {"amount": 1}, refusal=known))
    assert offer.refusal is known


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (f.Number(name="n"), 0),
        (f.Number(name="n", least=3), 3),
        (f.Number(name="n", least=3, value=5), 5),
        (f.Number(name="n", optional=True), None),
        (f.Flag(name="n"), False),
        (f.Choice(name="n", options=PAIR), "x"),
        (f.Choice(name="n", options=PAIR, value="y"), "y"),
        (f.Choice(name="n", options=PAIR, optional=True), None),
        (f.Choice(name="n", options=[f.Option("x", "X", refusal=f.Refused("E_X"))]), None),
        (f.Many(name="n", options=PAIR), []),
        (f.Many(name="n", options=PAIR, value=["y"]), ["y"]),
        (f.Many(name="n", options=PAIR, optional=True), None),
        (f.Numbers(name="n", count=2), [1, 1]),
        (f.Each(name="n", keys=PAIR, of=f.Number(name="each", least=2)), {"x": 2, "y": 2}),
        (f.Rows(name="n", fields=[]), []),
        (f.Text(name="n"), "–"),
        (f.Text(name="n", optional=True), None),
        (f.Card(name="n", options=PAIR, form=[]), "x"),
    ],
)
def test_what_stands_in_an_untouched_field(field: f.Field, value: Any) -> None:
    assert f.sample(field) == value


@pytest.mark.parametrize(
    "field",
    [
        f.Number(name="n", least=2, most=4, value=3),
        f.Flag(name="n"),
        f.Choice(name="n", options=PAIR),
        f.Many(name="n", options=PAIR, least=1),
        f.Numbers(name="n", count=3),
        f.Each(name="n", keys=PAIR, of=f.Number(name="each", least=1, most=2)),
        f.Rows(name="n", fields=[]),
        f.Text(name="n"),
        f.Card(name="n", options=PAIR, form=[]),
    ],
)
def test_the_bot_fills_every_kind_of_field(field: f.Field) -> None:
    for seed in range(30):
        value = bot.value_for(field, Random(seed))
        match field:
            case f.Number():
                assert 2 <= value <= 4
            case f.Choice() | f.Card():
                assert value in ("x", "y")
            case f.Many():
                assert 1 <= len(value) <= 2
            case f.Numbers():
                assert len(value) == 3
                assert set(value) <= set(range(1, 7))
            case f.Each():
                assert value.keys() == {"x", "y"}


@pytest.mark.parametrize("seed", range(5))
def test_the_bot_plays_a_game_to_its_end(seed: int) -> None:
    t, random, n = Book().t, Random(seed), 0
    while not GAME.finished(t):
        n += 1
        t, _ = bot.turn(GAME, t, n, random)
    assert sum(t.state.taken.values()) == 10
    with pytest.raises(LookupError):
        bot.turn(GAME, t, n, random)


def test_a_refused_trial_is_data() -> None:
    refusal = Refusal("E_LEFT", "amount", left=2)
    assert (refusal.code, refusal.field, refusal.figures) == ("E_LEFT", "amount", {"left": 2})
