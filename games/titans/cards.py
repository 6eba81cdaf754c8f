"""The cards of «Титаны рекламы» and the closed vocabulary of their effects (§ 4.1, § 4.2)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Colour = Literal["creative", "production", "strategy", "media"]
AnyColour = Literal["any", "creative", "production", "strategy", "media"]
COLOURS: tuple[Colour, ...] = ("creative", "production", "strategy", "media")
#: A printed figure.
Figure = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
#: A figure of an effect: losses are negative.
Signed = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Cubes = dict[Colour, Figure]

Metric = Literal[
    "agencies",
    "titans",
    "staff",
    "staff:creative",
    "staff:production",
    "staff:strategy",
    "staff:media",
    "money",
    "score",
    "tenders_done",
    "tenders_todo",
]


class Only(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one side that has fewest or most of something; a shared extreme hits nobody (T-036)."""

    only: Literal["fewest", "most"]
    of: Metric


Who = Literal["self", "all", "others", "leader", "all_but_leader"] | Only


class Count(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is counted: exactly one of the fields. Staff never includes titans (T-129)."""

    staff: AnyColour | None = None
    pairs: tuple[Colour, Colour] | None = None
    agencies: AnyColour | None = None
    full_agencies: bool = False
    titans: bool = False
    tenders_done: bool = False

    def __post_init__(self) -> None:
        given = (self.staff, self.pairs, self.agencies, self.full_agencies, self.titans, self.tenders_done)
        if sum(map(bool, given)) != 1:
            raise ValueError("a count names exactly one thing")


class Rate(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many for each thing counted, `max` at most (in either direction)."""

    rate: Signed
    per: Count
    max: Figure | None = None


Quantity = Signed | Rate


class _Op(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="op", kw_only=True):
    """One effect."""


class Money(_Op, frozen=True, tag="money", kw_only=True):
    """Money from the bank, or to the bank if negative, as much as the side has (T-053)."""

    n: Quantity
    who: Who = "self"


class Points(_Op, frozen=True, tag="points", kw_only=True):
    """Victory points."""

    n: Quantity
    who: Who = "self"


class TakeStaff(_Op, frozen=True, tag="take_staff", kw_only=True):
    """Employees free of charge: from the reserve, failing that from the market (T-125, T-141)."""

    n: Quantity
    who: Who = "self"
    colour: AnyColour = "any"


class LoseStaff(_Op, frozen=True, tag="lose_staff", kw_only=True):
    """Employees back to the market, what does not fit there to the reserve; the owner chooses which."""

    n: Quantity
    who: Who = "self"
    colour: AnyColour = "any"
    from_: Literal["any", "each_agency"] = msgspec.field(default="any", name="from")


class Exchange(_Op, frozen=True, tag="exchange", kw_only=True):
    """Pay the whole cost, get the gain, once or as often as one likes (T-130)."""

    cost: list[Op]
    gain: list[Op]
    times: Figure | Literal["any"] = 1


class Choice(_Op, frozen=True, tag="choice", kw_only=True):
    """One of several lists of effects."""

    options: Annotated[list[list[Op]], msgspec.Meta(min_length=1)]


class Shield(_Op, frozen=True, tag="shield", kw_only=True):
    """The consequence of a failed crisis takes nothing from this side (T-154)."""

    against: Literal["consequence"] = "consequence"


class Manual(_Op, frozen=True, tag="manual", kw_only=True):
    """A reminder: the referee records the effect himself."""

    text: str = ""


Op = Money | Points | TakeStaff | LoseStaff | Exchange | Choice | Shield | Manual


class _Card(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What every card may have. `id` is written only where a card is typed at the table: a kit has it as key."""

    id: str = ""
    name: str = ""
    text: str = ""


class Agency(_Card, frozen=True, tag_field="kind", tag="agency", kw_only=True):
    """An agency: its price, its specialisation, and how many employees of each colour it holds."""

    price: Figure | None = None
    spec: Colour | None = None
    cells: Cubes = {}


class Titan(_Card, frozen=True, tag_field="kind", tag="titan", kw_only=True):
    """A titan: his skills count as employees who are never hired or spent (T-074, T-075)."""

    price: Figure | None = None
    spec: Colour | None = None
    skills: Cubes = {}


Company = Agency | Titan


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be there for an effect to work (T-130)."""

    count: Count
    at_least: Figure


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The effect of a tender: once in the turn it is fulfilled, or every turn (T-119, T-122)."""

    when: Literal["one_off", "permanent"]
    if_: Condition | None = msgspec.field(default=None, name="if")
    ops: list[Op] = []
    text: str = ""


class Tender(_Card, frozen=True, kw_only=True):
    """A tender: its cost, the employees it needs (`any`: grey), its profit and effect. None: not typed yet."""

    cost: Figure | None = None
    req: dict[AnyColour, Figure] | None = None
    profit: Figure | None = None
    effect: Effect | None = None


class Demand(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What a crisis asks for: in total, or of each (T-039, A-16, A-18)."""

    n: Figure
    resource: Literal["money", "staff"] = "money"
    mode: Literal["sum", "each"] = "sum"
    n_by_sides: dict[Literal["2", "3", "4"], Figure] = {}
    colour: AnyColour = "any"

    def amount(self, sides: int) -> int:
        """Return how much is asked with so many sides."""
        found: dict[Any, int] = dict(self.n_by_sides)
        return found.get(str(sides), self.n)


class News(_Card, frozen=True, kw_only=True):
    """A news card of one of three kinds (T-032, T-037)."""

    kind: Literal["neutral", "positive", "crisis"]
    headline: str = ""
    ops: list[Op] = []
    require: Demand | None = None

    @property
    def title(self) -> str:
        """Return what the card is called."""
        return self.headline or self.name


class Consequence(_Card, frozen=True, kw_only=True):
    """What follows a crisis: if its demand was met, and if not (T-048)."""

    success: list[Op] = []
    fail: list[Op] = []
    leader_exempt: bool = True
    text_success: str = ""
    text_fail: str = ""


class Totem(_Card, frozen=True, kw_only=True):
    """A totem: one use in the game (T-152)."""

    ops: list[Op] = []
    window: Literal["any", "consequence"] = "any"

    @property
    def guards(self) -> bool:
        """Whether it only works before a consequence is applied (A-22)."""
        return self.window == "consequence" or any(isinstance(op, Shield) for op in self.ops)
