"""Event cards: the closed vocabulary of effects (§ 4.1) and how one effect reads."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import msgspec

Phase = Literal["events", "ecology", "actions", "income"]
Resource = Literal["oil", "mineral"]

#: op -> the phases in which it can act, and the parameters it cannot do without
VOCABULARY: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "profits": (("events", "income"), ("amount",)),
    "enviros": (("events", "ecology"), ("amount",)),
    "per": (("events", "ecology", "income"), ("of", "amount")),
    "income_mult": (("income",), ("factor",)),
    "income_add": (("income",), ("amount",)),
    "eco_mult": (("ecology",), ("source", "factor")),
    "upkeep_mult": (("income",), ("factor",)),
    "start_price_add": (("actions",), ("lot", "amount")),
    "start_price_mult": (("actions",), ("lot", "factor")),
    "forbid_auction": (("actions",), ("lot",)),
    "extra_opening": (("actions",), ()),
    "buy_without_auction": (("actions",), ("lot",)),
    "gain_chip": (("events", "actions"), ()),
    "remove_chip": (("events", "actions"), ()),
    "gain_eco": (("events", "actions"), ()),
    "discard_eco": (("events", "actions"), ()),
    "final_report": (("events",), ()),
    "manual": (("events", "ecology", "actions", "income"), ()),
}

OpName = Literal[
    "profits",
    "enviros",
    "per",
    "income_mult",
    "income_add",
    "eco_mult",
    "upkeep_mult",
    "start_price_add",
    "start_price_mult",
    "forbid_auction",
    "extra_opening",
    "buy_without_auction",
    "gain_chip",
    "remove_chip",
    "gain_eco",
    "discard_eco",
    "final_report",
    "manual",
]
#: ops whose effect somebody has to choose: rights of the drawer and duties of the affected
CHOSEN = ("extra_opening", "buy_without_auction", "gain_chip", "remove_chip", "gain_eco", "discard_eco")
#: rights that are the drawer's also where the event acts on all
OF_DRAWER = ("extra_opening", "buy_without_auction")
PRICED = ("start_price_add", "start_price_mult")
_LEVEL = re.compile(r"level[ _(]?(\d+)\)?$")


class Op(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One effect of an event. `sign` is seen from the affected player (the Academy goes by it)."""

    op: OpName
    sign: Literal["", "+", "-"] = ""
    market: bool = False
    amount: int | None = None
    factor: float | None = None
    of: str = ""
    resource: Literal["", "profits", "enviros", "oil", "mineral"] = ""
    type: Literal["", "any", "oil", "mineral"] = ""
    level: int | Literal["any"] | None = None
    source: str = ""
    lot: str = ""
    price: int | None = None
    n: int = 1
    chooser: Literal["", "owner", "drawer"] = ""
    text: str = ""

    def bad(self) -> bool:
        """Whether it harms the affected player: by its sign, or by what it does where no sign is typed."""
        if self.sign:
            return self.sign == "-"
        match self.op:
            case "forbid_auction" | "remove_chip" | "discard_eco":
                return True
            case "start_price_add":
                return (self.amount or 0) > 0
            case "start_price_mult" | "upkeep_mult":
                return (self.factor or 0) > 1
            case "eco_mult":
                return ((self.factor or 0) > 1) == (self.source == "chips")
            case "income_mult":
                return (self.factor or 0) < 1
        return (self.amount or 0) < 0

    def times(self, value: int) -> int:
        """Return a value under this factor, rounded as the game does."""
        num, den = ratio(self.factor)
        return up(value * num, den)

    def fits(self, type: str, level: int) -> bool:
        """Whether a production of this type and level is meant (income_mult, income_add)."""
        return self.type in ("", "any", type) and self.level in (None, "any", level)

    def counted_level(self) -> int | None:
        """Return the level that `per` counts: `of: level` with `level` or `n`, or `of: level(2)`."""
        found = _LEVEL.match(self.of)
        if found:
            return int(found.group(1))
        if self.of != "level":
            return None
        return self.level if isinstance(self.level, int) else self.n


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event card: it acts in one phase, on everybody or on the drawer (E-014, E-016)."""

    name: str
    phase: Phase
    text: str = ""
    scope: Literal["all", "drawer"] = "all"
    ops: list[Op] = []
    final: bool = False
    copies: int = 1

    @property
    def ends(self) -> bool:
        """Whether the cycle in which it is drawn is the last (E-070)."""
        return self.final or any(op.op == "final_report" for op in self.ops)

    @property
    def manual(self) -> bool:
        """Whether the referee records its effect himself."""
        return any(op.op == "manual" for op in self.ops)


@lru_cache(maxsize=1000)
def ratio(factor: float | None) -> tuple[int, int]:
    """Return a factor exactly as it was typed, as numerator and denominator; no factor is 1."""
    return Fraction(str(1 if factor is None else factor)).as_integer_ratio()


def up(num: int, den: int) -> int:
    """Return num / den, rounded as the game does: up by magnitude (E-078, A-38)."""
    size = -(-abs(num) // den)
    return size if num >= 0 else -size


def op_faults(event: Event) -> list[tuple[int, str, dict[str, Any]]]:
    """Return what is wrong with the effects of an event: (index, K_ code, figures)."""
    faults: list[tuple[int, str, dict[str, Any]]] = []
    for at, op in enumerate(event.ops):
        phases, needed = VOCABULARY[op.op]
        if event.phase not in phases:
            faults.append((at, "K_OP_PHASE", {"op": op.op, "event": event.name}))
        missing = [name for name in needed if getattr(op, name) in (None, "")]
        if missing:
            faults.append((at, "K_OP_PARAM", {"op": op.op, "event": event.name, "value": ", ".join(missing)}))
    return faults
