"""The machine of tests/games with a box in which every effect of the vocabulary is printed (§ 4.1)."""

from __future__ import annotations

from typing import Any

from games.ecologic.game import GAME
from games.engine.kit import read_kit
from tests.ecologic.table import event, raw_kit
from tests.games.machine import Player, machine

OPS: list[tuple[str, dict[str, Any]]] = [
    ("events", {"op": "profits", "amount": -30, "sign": "-"}),
    ("events", {"op": "enviros", "amount": -30, "sign": "-"}),
    ("events", {"op": "per", "of": "level(2)", "amount": -1, "resource": "profits"}),
    ("events", {"op": "gain_chip", "type": "any", "n": 2}),
    ("events", {"op": "gain_chip", "type": "oil"}),
    ("events", {"op": "remove_chip", "type": "any", "n": 2}),
    ("events", {"op": "remove_chip", "type": "oil", "chooser": "drawer"}),
    ("events", {"op": "gain_eco"}),
    ("events", {"op": "discard_eco", "n": 2}),
    ("events", {"op": "manual", "text": "Каждый отдаёт соседу 1 профит"}),
    ("ecology", {"op": "eco_mult", "source": "chips", "factor": 1.5, "sign": "-"}),
    ("ecology", {"op": "eco_mult", "source": "cards", "factor": 0}),
    ("ecology", {"op": "per", "of": "productions", "amount": -1}),
    ("actions", {"op": "extra_opening", "n": 1}),
    ("actions", {"op": "buy_without_auction", "lot": "any"}),
    ("actions", {"op": "buy_without_auction", "lot": "oil", "price": 1}),
    ("actions", {"op": "start_price_mult", "lot": "any", "factor": 0.5, "sign": "+"}),
    ("actions", {"op": "forbid_auction", "lot": "eco"}),
    ("actions", {"op": "remove_chip"}),
    ("income", {"op": "income_add", "type": "any", "level": "any", "amount": 2}),
    ("income", {"op": "upkeep_mult", "factor": 2, "sign": "-"}),
    ("income", {"op": "per", "of": "eco", "amount": -2}),
]


class EverythingHappens(Player):
    """Plays with a deck that holds one card of each effect, for all and for the drawer."""

    def kit(self) -> Any:
        cards = {
            f"X{at}{scope[0]}": event(op, phase=phase, scope=scope, name=f"{op['op']} {at}")
            for at, (phase, op) in enumerate(OPS)
            for scope in ("all", "drawer")
        }
        return read_kit(GAME, raw_kit(cards, start={"profits": 9, "enviros": 4}))


TestEverythingHappens = machine("ecologic", EverythingHappens, examples=25, steps=40).TestCase
