"""Cards that turn up and are not in the kit: typed at the table, by template with one to three figures (§ 4.1, § 4.2).

Each class is what the form of a card sends, and takes the whole card in the spelling of a kit as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from games.engine.move import Name, Prose
from games.titans.cards import (
    Agency,
    AnyColour,
    Colour,
    Consequence,
    Count,
    Cubes,
    Demand,
    Effect,
    Exchange,
    Figure,
    LoseStaff,
    Manual,
    Metric,
    Money,
    News,
    Only,
    Op,
    Points,
    Rate,
    Shield,
    Signed,
    TakeStaff,
    Tender,
    Titan,
    Totem,
    Who,
)
from games.titans.state import TitansTable

Template = Literal[
    "money", "money_per", "money_pair", "points", "staff", "discard_points", "pay_points", "extreme", "lose_staff",
    "shield", "manual",
]  # fmt: skip


class _Typed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What all typed cards share: the template of the effect and its figures."""

    id: Name = ""
    name: Name = ""
    text: Prose = ""
    template: Template | None = None
    n: Signed = 0
    m: Signed = 1
    colour: AnyColour = "any"
    colour2: Colour | None = None
    extreme: Literal["fewest", "most"] = "fewest"
    metric: Metric = "agencies"


class NewCompany(_Typed, frozen=True, kw_only=True):
    """An agency or a titan."""

    kind: Literal["agency", "titan"]
    price: Figure | None = None
    spec: Colour | None = None
    cells: Cubes = {}
    skills: Cubes = {}

    def card(self) -> Agency | Titan:
        """Return the card; a titan's skills may be typed in the cells of the form."""
        if self.kind == "titan":
            skills = self.skills or self.cells
            return Titan(name=self.name, text=self.text, price=self.price, spec=self.spec, skills=skills)
        return Agency(name=self.name, text=self.text, price=self.price, spec=self.spec, cells=self.cells)


class NewTender(_Typed, frozen=True, kw_only=True):
    """A tender."""

    cost: Figure | None = None
    req: dict[AnyColour, Figure] | None = None
    profit: Figure | None = None
    effect: Effect | None = None
    when: Literal["one_off", "permanent"] = "one_off"

    def card(self) -> Tender:
        """Return the card."""
        effect = self.effect
        if effect is None and self.template:
            effect = Effect(when=self.when, ops=template_ops(self, "self"), text=self.text)
        return Tender(
            name=self.name, text=self.text, cost=self.cost, req=self.req, profit=self.profit, effect=effect
        )  # fmt: skip


class NewNews(_Typed, frozen=True, kw_only=True):
    """A news card; of a crisis `n` is what it asks for, with `resource`, `mode` and `colour`."""

    kind: Literal["neutral", "positive", "crisis"]
    headline: Name = ""
    ops: list[Op] = []
    require: Demand | None = None
    resource: Literal["money", "staff"] = "money"
    mode: Literal["sum", "each"] = "sum"

    def card(self) -> News:
        """Return the card."""
        require = self.require
        if require is None and self.kind == "crisis" and self.n > 0:
            require = Demand(n=self.n, resource=self.resource, mode=self.mode, colour=self.colour)
        ops = self.ops
        if not ops and self.kind == "positive":
            ops = template_ops(self, "all")
        return News(
            name=self.name, text=self.text, kind=self.kind, headline=self.headline, ops=ops, require=require
        )  # fmt: skip


class NewConsequence(_Typed, frozen=True, kw_only=True):
    """A consequence: the template is for a crisis that failed, `success_money` what each gets for one that did not."""

    success: list[Op] = []
    fail: list[Op] = []
    leader_exempt: bool = True
    text_success: Prose = ""
    text_fail: Prose = ""
    success_money: Signed = 0

    def card(self) -> Consequence:
        """Return the card; figures of a loss may be typed with or without the minus."""
        success = self.success or ([Money(n=self.success_money, who="all")] if self.success_money else [])
        fail = self.fail or template_ops(self, "all_but_leader", -1)
        return Consequence(
            name=self.name, text=self.text, success=success, fail=fail, leader_exempt=self.leader_exempt,
            text_success=self.text_success, text_fail=self.text_fail,
        )  # fmt: skip


class NewTotem(_Typed, frozen=True, kw_only=True):
    """A totem."""

    ops: list[Op] = []
    window: Literal["any", "consequence"] = "any"

    def card(self) -> Totem:
        """Return the card."""
        ops = self.ops or template_ops(self, "self")
        return Totem(name=self.name, text=self.text, ops=ops, window=self.window)


NewCard = NewCompany | NewTender | NewNews | NewConsequence | NewTotem


def template_ops(form: _Typed, who: Who, sign: int = 1) -> list[Op]:
    """Return the effects that a template and its figures mean; without a template a text is a reminder."""
    n = abs(form.n) * sign if sign < 0 else form.n
    match form.template:
        case "money":
            return [Money(n=n, who=who)]
        case "money_per":
            return [Money(n=Rate(rate=n, per=Count(staff=form.colour)), who=who)]
        case "money_pair":
            first = "creative" if form.colour == "any" else form.colour
            pair = (first, form.colour2 or first)
            return [Money(n=Rate(rate=n, per=Count(pairs=pair)), who=who)]
        case "points":
            return [Points(n=n, who=who)]
        case "staff":
            if sign < 0:
                return [LoseStaff(n=-n, who=who, colour=form.colour)]
            return [TakeStaff(n=n, who=who, colour=form.colour)]
        case "lose_staff":
            return [LoseStaff(n=abs(form.n), who=who, colour=form.colour)]
        case "discard_points":
            cost: list[Op] = [LoseStaff(n=max(form.n, 1), colour=form.colour, from_="each_agency")]
            return [Exchange(cost=cost, gain=[Points(n=form.m)])]
        case "pay_points":
            return [Exchange(cost=[Money(n=-abs(form.n))], gain=[Points(n=form.m)])]
        case "extreme":
            return [Money(n=n, who=Only(only=form.extreme, of=form.metric))]
        case "shield":
            return [Shield()]
    return [Manual(text=form.text)] if form.template == "manual" or form.text else []


def take_card(t: TitansTable, deck: str, given: Name | NewCard, field: str) -> str:
    """Return the id of a card as picked or typed; a typed one now belongs to the session's kit.

    Refuses an unknown id, and a card that is or was in play (T-035).
    """
    if isinstance(given, str):
        if t.card(deck, given) is None:
            t.stop("E_UNKNOWN", field, value=given[:60])
        id = given
    else:
        id = new_id(given.id, t.kit.cards(deck), deck)
        if id in t.state.seen[deck]:
            t.stop("E_CARD_USED", field, card=t.quoted(deck, id))
        t.kit = t.kit.with_card(deck, id, given.card())
        t.notice("N_KIT_ADDED", card=t.quoted(deck, id))
    if id in t.state.seen[deck]:
        t.need(False, "E_CARD_USED", field, card=t.quoted(deck, id))
    return id


def new_id(asked: str, cards: Mapping[str, Any], deck: str) -> str:
    """Return the id wanted, or the first free one of the form agency-1, agency-2 …"""
    if asked and "." not in asked:
        return asked
    number = 1
    while f"{deck}-{number}" in cards:
        number += 1
    return f"{deck}-{number}"


def lay_open(t: TitansTable, deck: str, id: str) -> None:
    """Take the card from its deck."""
    t.state.seen[deck].append(id)
    if t.state.decks.get(deck, 0) > 0:
        t.state.decks[deck] -= 1
