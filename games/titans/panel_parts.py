"""The parts of the desk as data: taps, steppers, and what is watched while something is keyed."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Label
from games.engine.i18n import Words

#: A move as a button sends it: who, which, with what.
Sends = tuple[str, str, dict[str, Any]]


class Cube(msgspec.Struct, frozen=True):
    """An employee, or an empty cell for one; the letter comes from the label."""

    colour: str
    label: Words
    full: bool = True


class Form(msgspec.Struct, frozen=True):
    """The form of an offer: its move and what is settled in it already."""

    move: str
    fixed: dict[str, Any]


class Way(msgspec.Struct, frozen=True):
    """One tap: what it records and what stands on it. `why` greys it, `form` asks the same move in full."""

    label: Label
    sends: list[Sends]
    notes: list[Label] = []
    why: Label = ""
    form: Form | None = None
    #: the employee that moves, drawn before the label
    cube: Cube | None = None


class Place(msgspec.Struct, frozen=True):
    """Employees of one colour in one card: how many at most; on the market what each next one costs."""

    card: str
    colour: str
    label: Words
    most: int
    prices: list[int] = []


class Thing(msgspec.Struct, frozen=True):
    """A tender to fulfil, or an effect to apply: its ways, and the one that gives it up."""

    name: str
    text: Label
    ways: list[Way]
    drop: Way | None = None
    #: the payment proposed: of which card which employees
    paid: list[tuple[str, list[Cube]]] = []
    #: what may pay for it, in the order of the form's rows: employees, then skills of titans
    staff: list[Place] = []
    titans: list[Place] = []


class Pledger(msgspec.Struct, frozen=True):
    """What a side may pledge at most, and what it promised aloud (None: nothing noted)."""

    team: str
    most: int
    promise: int | None


class Demand(msgspec.Struct, frozen=True):
    """A crisis while it is pledged for: how much, in total or of each."""

    need: int
    each: bool
    staff: bool
    words: Words
    sides: list[Pledger]


class Slot(msgspec.Struct, frozen=True):
    """An open tender that may be claimed."""

    no: int
    name: str
    cost: int | None


class Auction(msgspec.Struct, frozen=True):
    """A contested tender: the contenders, the nearest to the first player first. `form` records its bids."""

    name: str
    cost: int
    profit: int | None
    sides: list[str]
    consoled: bool
    form: Form


class Tab(msgspec.Struct, frozen=True):
    """An agency to hire for: its free cells by colour, and the one tap that fills it."""

    name: str
    form: Form
    fill: Way
    places: list[Place]


class Buy(msgspec.Struct, frozen=True):
    """An open card that may be bought."""

    slot: int
    name: str
    price: int | None
    why: Label


class Desk(msgspec.Struct, frozen=True):
    """What the desk draws in this phase. `asks` is the move that all sides make at once, in the place of their rows.

    `moves` are the moves that need no button of the core.
    """

    moves: tuple[str, ...]
    asks: str = ""
    label: Words | None = None
    #: sides without a free cell: action 3 may be wasted
    no_cell: list[str] = []
    #: so many actions a side chooses at least
    least: int = 2
    demand: Demand | None = None
    slots: list[Slot] = []
    #: who competes
    sides: list[str] = []
    auctions: list[Auction] = []
    buys: list[Buy] = []
    tabs: list[Tab] = []
    money: int = 0
    things: list[Thing] = []
    #: where free employees may go, or which ones may be given up; how many
    places: list[Place] = []
    owed: int = 0
    ways: list[Way] = []
    done: Way | None = None
    #: the two texts of a consequence, and which of them holds
    branches: list[tuple[Words, str, bool]] = []
