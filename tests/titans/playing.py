"""How the tests of «Титаны рекламы» set a table up and play on it through the public doors."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.engine.conformance import origin_of
from games.engine.refusal import Refusal
from games.engine.replay import opening
from games.engine.table import Step
from games.titans.cards import Agency, Tender, Titan
from games.titans.game import GAME
from games.titans.state import TitansTable
from tests.titans.whole_game import RECORDED

TINY: dict[str, Any] = RECORDED["kit"]
NAMES = {"A": "Аня", "B": "Боря", "V": "Ваня", "G": "Гена"}


def kit_with(**changes: Any) -> dict[str, Any]:
    """Return the tiny kit with other values; cards of a deck replace those of the same id, or are added."""
    kit = deepcopy(TINY)
    for key, value in changes.items():
        if isinstance(kit.get(key), list) and key != "reserve":
            cards = {card["id"]: card for card in kit[key]}
            cards |= {card["id"]: card for card in value}
            kit[key] = list(cards.values())
        else:
            kit[key] = value
    return kit


def rows(*cells: tuple[str, str, int]) -> list[dict[str, Any]]:
    """Return employees as moves take them."""
    return [{"agency": agency, "colour": colour, "n": n} for agency, colour, n in cells]


class Play:
    """A table on which moves are recorded one by one."""

    def __init__(
        self,
        sides: str = "ABV",
        first: str = "A",
        kit: dict[str, Any] | None = None,
        agencies: tuple[str | None, ...] = ("AG4", "AG5", "TT1"),
        tenders: tuple[str | None, ...] = ("TN3", "TN4"),
        **options: Any,
    ) -> None:
        record = {
            "kit": kit or kit_with(bank_total=1000),
            "options": options,
            "teams": [{"id": side, "name": NAMES[side]} for side in sides],
            "setup": {"first_side": first, "agency_slots": list(agencies), "tender_slots": list(tenders)},
        }
        self.t: TitansTable = opening(GAME, origin_of(GAME, record))
        self.n = 0

    # ---- recording ----

    def do(self, actor: str, action: str, /, **params: Any) -> Step:
        """Record a move. Raises Refusal."""
        self.n += 1
        self.t, step = GAME.attempt(self.t, self.n, actor, action, params)
        return step

    def refused(self, actor: str, action: str, /, **params: Any) -> str:
        """Return the code a move is refused with ("" if it is not); the table stays as it is, the words are whole."""
        before = GAME.write_state(self.t.state)
        try:
            GAME.attempt(self.t, 0, actor, action, params)
        except Refusal as refusal:
            assert GAME.write_state(self.t.state) == before
            assert "%(" not in GAME.message(refusal)
            return refusal.code
        return ""

    # ---- short ways ----

    def give(self, side: str, **changes: Any) -> None:
        """Correct money, score or staff of a side by hand, by so much."""
        self.do("referee", "adjust", side=side, reason="test", **changes)

    def put(self, field: str, value: Any) -> None:
        """Set any field of the state by hand."""
        self.do("referee", "adjust", field=field, value=value, reason="test", counterpart=False)

    def own(self, side: str, *cards: str, **staff: dict[str, int]) -> None:
        """Let a side own agencies and titans; `staff` comes from the market: AG1={"media": 2}."""
        for card in (*cards, *staff):
            if card.startswith("TT"):
                self.put(f"titans.{side}", [*self.t.state.titans[side], card])
            else:
                self.put(f"staff.{side}", {**self.state["staff"][side], card: {}})
        cells = [
            {"agency": card, "colour": colour, "n": n} for card, held in staff.items() for colour, n in held.items()
        ]
        if cells:
            self.give(side, staff=cells)

    def add_titan(self, id: str, **skills: int) -> None:
        """Put one more titan into the kit of this table."""
        self.t.kit = self.t.kit.with_card("agency", id, Titan(name=id, skills=skills))  # type: ignore[arg-type]

    def know(self, deck: str, *ids: str) -> None:
        """Put blank agencies or tenders into the kit of this table."""
        for id in ids:
            card = Agency(name=id) if deck == "agency" else Tender(name=id)
            self.t.kit = self.t.kit.with_card(deck, id, card)  # type: ignore[arg-type]

    def at(self, phase: str, *queue: str) -> None:
        """Go to a phase by hand, with these sides to act."""
        self.put("phase", phase)
        self.put("queue", list(queue))

    def actions(self, **actions: list[int]) -> Step:
        """Reveal the actions."""
        return self.do("referee", "reveal_actions", actions=actions)

    def results(self) -> None:
        """Finish the results of this turn without doing anything."""
        while self.state["phase"] in ("fulfil", "effects"):
            self.do(self.state["queue"][0], "step_done")
        if self.state["phase"] == "combos":
            self.do("referee", "apply_combos")

    @property
    def state(self) -> dict[str, Any]:
        """The table as the referee sees it."""
        return GAME.summary(self.t)

    def __getattr__(self, key: str) -> Any:
        if key in ("t", "n"):
            raise AttributeError(key)
        return self.state[key]


def codes(step: Step) -> list[str]:
    """Return the codes of a step's notices."""
    return [code for code, _figures in step.notices]
