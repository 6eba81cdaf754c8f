"""The box of «Рынок»: prices, path, price table, cards. Transcribed once per trainer (§ 4)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from games.engine.kit import FORMAT, Kit

Money = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Line = Annotated[str, msgspec.Meta(max_length=200)]

COMPANIES = ("exchange", "agency", "trade", "bank", "insurance", "consulting", "school", "realtor")
CARDS = ("materials", "equipment", "personnel")
Kind = Literal[
    "start", "plot", "deal", "surprise", "consultation", "dividends", "enterprise_income", "antimonopoly", "tax",
    "exchange", "agency", "trade", "bank", "insurance", "consulting", "school", "realtor",
]  # fmt: skip
Ring = Literal["outer", "inner"]


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that stand in the rulebook (§ 4.2)."""

    start_cash: Money = 300_000
    shares_per_company: Count = 3
    commission_percent: Count = 20
    fine: Money = 20_000
    licence_price: Money = 5_000
    school_fee: Money = 50_000
    consulting_fee: Money = 70_000
    insurance_price: Money = 20_000
    insurance_cover: Annotated[int, msgspec.Meta(ge=1, le=10**9)] = 100_000
    insurance_max: Count = 3
    credit_amount: Money = 100_000
    dividend_per_share: Money = 10_000
    enterprise_income: Money = 40_000
    tax_percent: Count = 10
    bonus: Money = 200_000
    notes_per_player: Count = 3
    markers_per_player: Count = 18
    round_to: Annotated[int, msgspec.Meta(ge=1, le=10**6)] = 100
    land_bonus_percent: Count = 50


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of two arrows of a tax office: the ring it leads to, and whether it is red."""

    to: Ring
    red: bool = False


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One index of the closed path. The tax office stands twice, once for each ring."""

    i: Count
    ring: Ring
    kind: Kind
    no: Count = 0
    name: Line = ""
    red: bool = False
    exit: Literal["", "outer", "inner"] = ""
    exits: list[Exit] = []


class Company(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A company: the nominal price of a share stands on its space."""

    price: Money = 0
    name: Line = ""
    shares: Count = 3


class Plot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plot: its nominal price; `product` binds it to one product, if the box does."""

    price: Money = 0
    product: Line = ""


class Product(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the price table: cards, the price of the product, and how many licences there are."""

    materials: Money = 0
    equipment: Money = 0
    personnel: Money = 0
    output: Money = 0
    licences: Count = 0
    name: Line = ""

    def price(self, kind: str) -> int:
        """Return the nominal price of a card."""
        return self.materials if kind == "materials" else self.equipment if kind == "equipment" else self.personnel


class NewProduct(Product, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the price table typed at the table: it joins the session's kit."""

    id: Line


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of one of the two stacks: its sum, a loss below zero."""

    amount: Money


class NewCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card typed at the table: with a number it joins the session's kit."""

    amount: Money
    no: Count = 0


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of the tray, one count for each kind."""

    materials: Count = 12
    equipment: Count = 12
    personnel: Count = 12
    insurance: Count = 12


class Path:
    """What a move asks of the path, looked up once per kit."""

    def __init__(self, spaces: list[Space]) -> None:
        self.kinds = [space.kind for space in spaces]
        self.plots = [str(space.no) if space.kind == "plot" else "" for space in spaces]
        self.size = len(spaces)
        first = {ring: next((s.i for s in spaces if s.ring == ring), 0) for ring in ("outer", "inner")}
        #: what happens at an index that is only passed; the tax only where the arrow is red
        passing = {"bank", "dividends", "enterprise_income", "start"}
        self.passing = [s.kind if s.kind in passing or (s.kind == "tax" and s.red) else "" for s in spaces]
        self.stopping = [k if k in passing or k in ("tax", "school", "consulting") else "" for k in self.kinds]
        #: index with two arrows -> ring -> (next index, red)
        self.forks: dict[int, dict[str, tuple[int, bool]]] = {}
        for space in spaces:
            if space.exits:
                self.forks[space.i] = {
                    arrow.to: (first[arrow.to] if arrow.to == space.ring else (space.i + 1) % self.size, arrow.red)
                    for arrow in space.exits
                }


class MarketKit(Kit, frozen=True, kw_only=True):
    """The whole box. Tables whose rows have a name or a number are keyed by it."""

    constants: Constants = Constants()
    start_index: Count = 0
    path: list[Space] = []
    companies: dict[str, Company] = {}
    plots: dict[str, Plot] = {}
    products: dict[str, Product] = {}
    credit_cards: dict[str, Count] = {}
    stock: Stock = Stock()
    surprise_cards: dict[str, Drawn] = {}
    consultation_cards: dict[str, Drawn] = {}
    money: Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None = None

    @cached_property
    def way(self) -> Path:
        """Return the path as moves ask it."""
        return Path(self.path)

    @cached_property
    def prices(self) -> dict[str, int]:
        """Return company -> nominal price of a share."""
        return {name: company.price for name, company in self.companies.items()}

    @cached_property
    def lands(self) -> dict[str, int]:
        """Return plot -> nominal price."""
        return {no: plot.price for no, plot in self.plots.items()}

    @cached_property
    def rates(self) -> list[int]:
        """Return the rates of the credit cards, lowest first."""
        return sorted(int(rate) for rate in self.credit_cards)


#: Table of the older spelling -> the field that names its rows.
KEYS = {
    "companies": "id",
    "plots": "no",
    "products": "id",
    "surprise_cards": "no",
    "consultation_cards": "no",
}


#: Fields of the older spelling that say something about a value: no part of the kit (common.md, kit files).
COMMENTS = ("known", "text", "note", "comment")


def old_kit(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn a transcript in the older spelling (lists with `id` or `no`, optional `known`) into the kit format."""
    kit = {key: value for key, value in raw.items() if key != "known"}
    kit["game"] = "market"
    kit["format"] = FORMAT
    source: dict[str, str] = dict(kit.get("source") or {})
    for path in raw.get("known") or []:
        source[str(path).partition("=")[0]] = "text"
    for table, key in KEYS.items():
        rows: dict[str, Any] = {}
        for row in raw.get(table) or []:
            name = str(row[key])
            if name in rows:
                raise ValueError(f"{table}: {name} twice")
            rows[name] = {
                field: value
                for field, value in row.items()
                # a plot bound to no product may say so (§ 4.1)
                if field not in (key, *COMMENTS) and (field, value) != ("product", None)
            }
        kit[table] = rows
    rates: dict[str, int] = {}
    for row in raw.get("credit_cards") or []:
        rate = str(int(row["rate"]))
        rates[rate] = rates.get(rate, 0) + int(row.get("count", 1))
    kit["credit_cards"] = rates
    kit["path"] = [_space(row) for row in raw.get("path") or []]
    if kit.get("constants"):
        # the agreed number of enterprises stands in the list of the text, but is an option (§ 4.2, M-015)
        beside = ("enterprises_to_end", *COMMENTS)
        kit["constants"] = {name: value for name, value in kit["constants"].items() if name not in beside}
        # these stand in the rulebook, whatever else of the kit is invented
        for name in kit["constants"]:
            source.setdefault(f"constants.{name}", "text")
    if source:
        kit["source"] = source
    return kit


def _space(row: dict[str, Any]) -> dict[str, Any]:
    """Return a space; `ref` of § 4.1 is the number of a plot."""
    space = {key: value for key, value in row.items() if key not in ("ref", *COMMENTS)}
    if "ref" in row and row.get("kind") == "plot":
        space.setdefault("no", int(row["ref"]))
    return space


def rows_of(kit: MarketKit) -> dict[str, int]:
    """Return the counts that are compared with the box (W_COUNT)."""
    return {
        "plots": len(kit.plots),
        "credit_cards": sum(kit.credit_cards.values()),
        "surprise_cards": len(kit.surprise_cards),
        "consultation_cards": len(kit.consultation_cards),
        "licences": sum(product.licences for product in kit.products.values()),
        "stock.materials": kit.stock.materials,
        "stock.equipment": kit.stock.equipment,
        "stock.personnel": kit.stock.personnel,
    }
