"""Offers by trial: each candidate of a game is played on a copy, so that every rule stands once."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Card, Choice, Field, Offer, Option, Refused, sample
from games.engine.game import Game
from games.engine.refusal import Refusal


def offers(game: Game[Any], t: Any) -> list[Offer]:
    """Return what may be recorded now; what may not carries its refusal, in the words it would be refused with."""
    return [tried(game, t, offer) for offer in game.candidates(t)]


def tried(game: Game[Any], t: Any, offer: Offer) -> Offer:
    """Return the offer with the refusals of its options and, if nothing of it can be recorded, its own."""
    if offer.refusal is not None:
        return offer
    fields: list[Field] = list(offer.fields)
    params = {**offer.fixed, **_samples(fields)}
    refusal: Refused | None = None
    asked = False
    if any(isinstance(field, Card) and not field.options and not field.optional for field in fields):
        return offer  # nothing to pick: it is typed, and tried when it is sent
    for at, field in enumerate(fields):
        if not isinstance(field, (Choice, Card)) or (field.optional and field.value is None):
            continue
        options = []
        for option in field.options:
            refusal = _trial(game, t, offer, {**params, field.name: option.value, **option.also})
            options.append(msgspec.structs.replace(option, refusal=refusal))
        asked = True
        first = _first(field, options)
        fields[at] = msgspec.structs.replace(field, options=options, value=first.value if first else None)
        refusal = first.refusal if first else Refused("E_MISSING", field.name, {"value": field.name})
        params |= {field.name: first.value, **first.also} if first else {field.name: None}
        if first is None or first.refusal is not None:
            break
    if not asked:
        refusal = _trial(game, t, offer, params)
    return msgspec.structs.replace(offer, fields=fields, refusal=refusal)


def default_params(offer: Offer) -> dict[str, Any]:
    """Return the parameters of an offer whose fields are left as they stand."""
    return {**offer.fixed, **_samples(offer.fields)}


def _samples(fields: list[Field]) -> dict[str, Any]:
    values = {field.name: sample(field) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def _first(field: Choice | Card, options: list[Option]) -> Option | None:
    """Return the option that stands chosen: the given one, else the first legal, else the first."""
    legal = [option for option in options if option.refusal is None]
    for option in legal:
        if option.value == field.value:
            return option
    return next(iter(legal or options), None)


def _trial(game: Game[Any], t: Any, offer: Offer, params: dict[str, Any]) -> Refused | None:
    try:
        game.attempt(t, 0, offer.actors[0], offer.move, params)
    except Refusal as refusal:
        return Refused(refusal.code, refusal.field, refusal.figures)
    return None
