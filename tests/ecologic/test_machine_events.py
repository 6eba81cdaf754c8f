"""The machine of tests/games with the invariants of § 2, also with a box that holds every effect of § 4.1."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.ecologic.game import GAME
from games.ecologic.kit import chip_counts
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


class Watched(Player):
    """Asks the invariants of § 2 after every move, without the game's own help."""

    def shows(self) -> None:
        super().shows()
        s, options = self.t.state, self.t.options
        given = chip_counts(options.chips if options.chips is not None else self.t.kit.chips)
        stacks = [stack for here in s.board.values() for stack in here]
        for name, own in s.players.items():
            assert own.profits >= 0
            assert own.enviros >= 0
            assert not (own.minus and own.enviros)
            for type, count in given.items():
                lying = sum(stack.level for stack in stacks if (stack.owner, stack.type) == (name, type))
                assert own.supply[type] + lying == count
        assert all(1 <= stack.level <= self.t.max_level for stack in stacks)
        if not options.sector_sharing:
            assert all(len(here) == 1 for here in s.board.values())
        if options.tor_placement == "empty":
            assert not set(s.tors.values()) & s.board.keys()
        cards = Counter(card for own in s.players.values() for card in own.eco) + Counter(s.eco_discard)
        cards += Counter([s.eco_offer.card] if s.eco_offer else [])
        assert all(count <= self.t.kit.eco[card].copies for card, count in cards.items())
        tors = [tor for own in s.players.values() for tor in (*own.tors, *own.held)]
        assert len(set(tors)) == len(tors)

    def told(self, step: Any, t: Any) -> None:
        """Every change of a marker and of a supply is posted, to the unit."""
        super().told(step, t)
        if step.ruled:
            return
        for name, own in t.state.players.items():
            before = self.t.state.players[name]
            for what, was, now in [
                ("profits", before.profits, own.profits),
                ("enviros", before.enviros, own.enviros),
                ("oil", before.supply["oil"], own.supply["oil"]),
                ("mineral", before.supply["mineral"], own.supply["mineral"]),
                ("eco", len(before.eco), len(own.eco)),
            ]:
                got = sum(one.amount for one in step.postings if (one.to, one.what) == (name, what))
                gave = sum(one.amount for one in step.postings if (one.from_, one.what) == (name, what))
                assert now - was == got - gave, (step.action, name, what)


class EverythingHappens(Watched):
    """Plays with a deck that holds one card of each effect, for all and for the drawer."""

    def kit(self) -> Any:
        cards = {
            f"X{at}{scope[0]}": event(op, phase=phase, scope=scope, name=f"{op['op']} {at}")
            for at, (phase, op) in enumerate(OPS)
            for scope in ("all", "drawer")
        }
        return read_kit(GAME, raw_kit(cards, start={"profits": 9, "enviros": 4}))


TestInvariants = machine("ecologic", Watched).TestCase
TestEverythingHappens = machine("ecologic", EverythingHappens, examples=25).TestCase
