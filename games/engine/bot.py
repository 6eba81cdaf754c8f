"""A player that picks at random among the offers: for property tests, the demo and load tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from games.engine import fields as f
from games.engine.game import Game
from games.engine.offers import offers
from games.engine.refusal import Refusal
from games.engine.table import Step, Table

T = TypeVar("T", bound=Table[Any, Any, Any])


def value_for(field: f.Field, random: Random) -> Any:
    """Return a value the field would accept, or None for an optional field left empty."""
    if field.optional and random.random() < 0.5:
        return None
    match field:
        case f.Number():
            least = field.least if field.least is not None else 0
            most = field.most if field.most is not None else least + 5 * field.step
            # Most people do what the form proposes; the wide range is tried too.
            if field.value is not None and random.random() < 0.6:
                return field.value
            return least + field.step * random.randint(0, max(0, most - least) // field.step)
        case f.Flag():
            return random.random() < 0.5
        case f.Choice() | f.Card():
            legal = [option.value for option in field.options if option.refusal is None]
            return random.choice(legal) if legal else None
        case f.Many():
            values = [option.value for option in field.options if option.refusal is None]
            most = min(len(values), field.most if field.most is not None else len(values))
            return random.sample(values, random.randint(min(field.least, most), most))
        case f.Numbers():
            return [random.randint(field.least, field.most) for _ in range(field.count)]
        case f.Each():
            return {key.value: value_for(field.of, random) for key in field.keys}
        case f.Rows():
            return field.value
        case f.Text():
            return field.value or "bot"


def _also(offer: f.Offer, params: dict[str, Any]) -> dict[str, Any]:
    """Return the values that go with the options chosen."""
    also: dict[str, Any] = {}
    for field in offer.fields:
        if isinstance(field, (f.Choice, f.Card)):
            for option in field.options:
                if option.value == params.get(field.name):
                    also |= option.also
    return also


def played(game: Game[T], t: T, random: Random, chance: Callable[[T, int], tuple[T, Step]]) -> Iterator[tuple[T, Step]]:
    """Play a game as its story goes and yield the table and the step after each move.

    What the rules refuse is not played: the story is sent the same table and wishes for something else. Where it leaves
    a move to chance, `chance(table, number)` plays it.
    """
    story, heard = game.story(t, random), None
    n = 1
    while True:
        try:
            wish = story.send(heard)  # type: ignore[arg-type]  # a story begins with None
        except StopIteration:
            return
        with suppress(Refusal):
            t, step = chance(t, n) if wish is None else game.attempt(t, n, *wish)
            yield t, step
            n += 1
        heard = t


def turn(
    game: Game[Any],
    t: Any,
    n: int,
    random: Random,
    avoid: frozenset[str] = frozenset(),
    liked: frozenset[str] = frozenset(),
) -> tuple[Any, Step]:
    """Play one random legal move and return the new table and the step; three times of four a `liked` one, if there is.

    Raises LookupError if nothing can be recorded: a game that is not finished must always offer something.
    """
    open_offers = [offer for offer in offers(game, t) if offer.refusal is None and offer.move not in avoid]
    random.shuffle(open_offers)
    open_offers.sort(key=lambda offer: not offer.main and random.random() < 0.3)
    if liked and random.random() < 0.75:
        open_offers.sort(key=lambda offer: offer.move not in liked)
    for offer in open_offers:
        for attempt in range(7):
            params = dict(offer.fixed)
            for field in offer.fields:
                value = value_for(field, random)
                # What stands in the form as offered is legal: the last resort, where few values are.
                if attempt == 6 or (attempt == 0 and isinstance(field, (f.Number, f.Text))):
                    value = f.sample(field)
                if value is not None:
                    params[field.name] = value
            if attempt % 2 == 0:
                params |= _also(offer, params)
            try:
                return game.attempt(t, n, random.choice(offer.actors), offer.move, params)
            except Refusal:
                continue
    raise LookupError("nothing can be recorded")
