"""Results of a turn: fulfilling tenders and their effects (T-104 to T-133)."""

from __future__ import annotations

from typing import ClassVar, Literal

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Int, Move, Name
from games.engine.table import Step
from games.titans.cards import COLOURS, Colour, Effect, Manual
from games.titans.combos import apply_combos
from games.titans.effects import begin, holds
from games.titans.inline import answer
from games.titans.moves_news import changes_of
from games.titans.staff import Cubes, Skills, as_colour, need_agency, need_payable, return_cubes
from games.titans.state import TitansTable
from games.titans.turn import (
    after_salary,
    end_results,
    end_step,
    give_points,
    need_number,
    need_phase,
    need_step,
    pay_out,
    settled,
)
from games.titans.words import cubes


class Fulfil(Move):
    """Fulfil one own tender with employees and titans: profit and three points (T-106 to T-117, A-47 to A-51).

    Employees go back to the market, titans stay. `profit` is what was taken where the kit does not know it.
    """

    label: ClassVar[str] = _("Fulfil a tender")

    tender: Name
    staff: list[Cubes] = []
    titans: list[Skills] = []
    profit: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "fulfil")
        need_step(t, actor)
        id = self.tender
        if id in s.tenders_done[actor]:
            t.stop("E_TENDER_DONE", "tender", card=t.quoted("tender", id))
        if id not in s.tenders_todo[actor]:
            t.stop("E_NOT_YOUR_TENDER", "tender", name=t.name(actor), card=t.quoted("tender", id)[:60])
        card = t.tender(id)
        given = dict.fromkeys(COLOURS, 0)
        used = self._cubes(t, actor, given)
        titans = self._skills(t, actor, given)
        if card.req is not None:
            need_covered(t, card.req, given)  # type: ignore[arg-type]
        for (agency, colour), n in used.items():
            return_cubes(t, actor, agency, colour, n, "fulfil", id)
        s.titans_used += titans
        s.tenders_todo[actor].remove(id)
        s.tenders_done[actor][id] = "face_up"
        s.fulfilled.setdefault(actor, []).append(id)
        pay_out(t, actor, self._profit(t, card.profit), "profit", id)
        give_points(t, actor, t.kit.points_per_tender, "fulfil", id)

    def _cubes(self, t: TitansTable, actor: str, given: dict[Colour, int]) -> dict[tuple[str, Colour], int]:
        """Add up the employees named, which must stand in own agencies (T-108)."""
        held = t.state.staff[actor]
        asked: dict[tuple[str, Colour], int] = {}
        for row in self.staff:
            need_agency(t, actor, row.agency, "staff")
            key = row.agency, as_colour(t, row.colour, "staff")
            asked[key] = asked.get(key, 0) + need_number(t, row.n, 0, 1000, "staff")
        for (agency, colour), n in asked.items():
            have = held[agency].get(colour, 0)
            if n > have:
                t.stop("E_NOT_ENOUGH_STAFF", "staff", missing=cubes({colour: n - have}))
            given[colour] += n
        return asked

    def _skills(self, t: TitansTable, actor: str, given: dict[Colour, int]) -> list[str]:
        """Add up the skills named, which own titans must have (T-074, A-49)."""
        used: dict[tuple[str, Colour], int] = {}
        for row in self.titans:
            if row.titan not in t.state.titans[actor]:
                t.stop("E_NOT_YOUR_AGENCY", "titans", name=t.name(actor), card=t.quoted("agency", row.titan)[:60])
            key = row.titan, as_colour(t, row.colour, "titans")
            used[key] = used.get(key, 0) + need_number(t, row.n, 0, 1000, "titans")
        for (id, colour), n in used.items():
            titan = t.titan(id)
            have = titan.skills.get(colour, 0) if titan else 0
            if n and t.options.titan_reuse == "once_per_turn" and id in t.state.titans_used:
                have = 0
            if n > have:
                t.need(False, "E_NOT_ENOUGH_STAFF", "titans", missing=cubes({colour: n - have}))
            given[colour] += n
        return list(dict.fromkeys(id for (id, _colour), n in used.items() if n))

    def _profit(self, t: TitansTable, printed: int | None) -> int:
        if printed is not None:
            return printed
        if self.profit is None:
            t.stop("E_MISSING", "profit", value=Words(_("the profit")))
        return need_number(t, self.profit, 0, 10**6, "profit")

    def told(self, t: TitansTable, step: Step) -> Words:
        points = sum(posting.amount for posting in step.postings if posting.what == "points")
        profit = sum(posting.amount for posting in step.postings if posting.why == "profit")
        figures = {
            "name": t.name(step.actor),
            "card": t.quoted("tender", self.tender),
            "points": points,
            "profit": profit,
        }
        return Words(_("%(name)s fulfils “%(card)s”: +%(points)s points, +%(profit)s"), figures)


def need_covered(t: TitansTable, req: dict[str, int], given: dict[Colour, int]) -> None:
    """Refuse too few or too many employees for a tender; the surplus pays its grey part exactly (T-107, A-51)."""
    missing: dict[str, int] = {}
    surplus = 0
    for colour, n in given.items():
        rest = n - req.get(colour, 0)
        if rest < 0:
            missing[colour] = -rest
        else:
            surplus += rest
    grey = req.get("any", 0)
    if surplus < grey:
        missing["any"] = grey - surplus
    if missing:
        t.need(False, "E_NOT_ENOUGH_STAFF", "staff", missing=cubes(missing))
    elif surplus > grey:
        t.need(False, "E_TOO_MANY", "staff", need=sum(req.values()))


class StepDone(Move):
    """A side has fulfilled, or applied, all it wants: the next one follows (T-104, T-118, A-54)."""

    label: ClassVar[str] = _("Done")
    routine: ClassVar[bool] = True

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "fulfil", "effects")
        need_step(t, actor)
        if s.phase == "effects":
            for id in s.fulfilled.get(actor, ()):
                effect = t.tender(id).effect
                if effect is not None and effect.when == "one_off" and s.tenders_done[actor].get(id) == "face_up":
                    s.tenders_done[actor][id] = "flipped"
                    t.notice("W_EFFECT_LOST", name=t.name(actor), card=t.quoted("tender", id), tender=id)
        end_step(t, actor, s.phase)

    def told(self, t: TitansTable, step: Step) -> Words:
        return Words(_("%(name)s is done"), {"name": t.name(step.actor)})


def open_effect(t: TitansTable, side: str, id: str) -> Effect:
    """Return the effect of an own fulfilled tender, or refuse one not to be had in this turn (T-119 to T-123)."""
    s = t.state
    if id not in s.tenders_done[side] and id not in s.tenders_todo[side]:
        t.stop("E_NOT_YOUR_TENDER", "tender", name=t.name(side), card=t.quoted("tender", id)[:60])
    effect = t.tender(id).effect
    if effect is None or id in s.tenders_todo[side]:
        t.stop("E_EFFECT_SPENT", "tender", card=t.quoted("tender", id))
    late = effect.when == "one_off" and id not in s.fulfilled.get(side, ())
    if late or id in s.effects_done or s.tenders_done[side][id] != "face_up":
        t.need(False, "E_EFFECT_SPENT", "tender", card=t.quoted("tender", id))
    return effect


def close_effect(t: TitansTable, side: str, id: str, effect: Effect) -> None:
    """Turn a one-off tender face down; a permanent one is done for this turn (T-120, T-122)."""
    if effect.when == "one_off":
        t.state.tenders_done[side][id] = "flipped"
    t.state.effects_done.append(id)


class ApplyEffect(Move):
    """A side applies the effect of a fulfilled tender (T-119 to T-133).

    What the effect leaves to the owner may be given at once, or is asked afterwards.
    """

    label: ClassVar[str] = _("Apply an effect")

    tender: Name
    placements: list[Cubes] | None = None
    discards: list[Cubes] | None = None
    option: Int | None = None
    times: Int | None = None

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "effects")
        need_step(t, actor)
        id = self.tender
        effect = open_effect(t, actor, id)
        if not holds(t, actor, effect.if_):
            t.need(False, "E_EFFECT_COST", "tender", what=condition_words())
        need_payable(t, actor, effect.ops, self.times)
        close_effect(t, actor, id, effect)
        ops = effect.ops or [Manual(text=effect.text or t.card_name("tender", id))]
        begin(t, ops, actor, "effect", id)
        answer(t, actor, self.placements, self.discards, self.option, self.times)

    def told(self, t: TitansTable, step: Step) -> Words:
        changes: list[Words | str] = [*changes_of(t, step, step.actor), *staff_changes(step)]
        figures = {"name": t.name(step.actor), "card": t.quoted("tender", self.tender), "changes": changes}
        if not changes:
            return Words(_("%(name)s applies the effect of “%(card)s”"), figures)
        return Words(_("%(name)s applies the effect of “%(card)s”: %(changes)s"), figures)


def condition_words() -> Words:
    """Return why an effect that asks for a count does not work."""
    return Words(_("what it asks for is not there"))


def staff_changes(step: Step) -> list[Words | str]:
    """Return the employees that a step gave or took, in words."""
    gained: dict[str, int] = {}
    for posting in step.postings:
        if posting.what in COLOURS:
            sign = 1 if "/" in posting.to else -1
            gained[posting.what] = gained.get(posting.what, 0) + sign * posting.amount
    more = [Words("+ %(one)s", {"one": one}) for one in cubes({c: n for c, n in gained.items() if n > 0})]
    fewer = [Words("− %(one)s", {"one": one}) for one in cubes({c: -n for c, n in gained.items() if n < 0})]
    return [*more, *fewer]


class DeclineEffect(Move):
    """A side gives up an effect: a one-off one for good, a permanent one for this turn (T-121, T-123)."""

    label: ClassVar[str] = _("Decline an effect")

    tender: Name

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "effects")
        need_step(t, actor)
        close_effect(t, actor, self.tender, open_effect(t, actor, self.tender))

    def told(self, t: TitansTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "card": t.quoted("tender", self.tender)}
        return Words(_("%(name)s declines the effect of “%(card)s”"), figures)


class ApplyCombos(Move):
    """All sides get what their combinations of agencies bring (T-134 to T-139).

    `first` says what a side counts first, where no agency may count twice: equal ones or four different ones.
    """

    label: ClassVar[str] = _("Apply the combos")

    first: dict[Name, Literal["equal", "different"]] = {}

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "combos")
        for side in self.first:
            if side not in t.state.money:
                t.stop("E_UNKNOWN", "first", value=side[:60])
        t.state.phase = "combos_staff"
        apply_combos(t, self.first)
        settled(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        changes = changes_of(t, step)
        changes += [
            Words(_("%(name)s: 3 free employees"), {"name": t.name(figures["side"])})
            for code, figures in step.notices
            if code == "N_SET_OF_FOUR"
        ]
        return Words(_("Combos: %(changes)s"), {"changes": changes or Words(_("none"))})


class Salary(Move):
    """Extra rule: each side pays for each of its agencies, as far as it can (T-159, A-69, A-70)."""

    label: ClassVar[str] = _("Pay the salaries")

    def play(self, t: TitansTable, actor: str) -> None:
        need_phase(t, "salary")
        for side in t.order:
            due = t.options.salary_amount * t.agencies(side)
            t.transfer(side, BANK, "money", min(due, max(t.state.money[side], 0)), "salary")
        after_salary(t)

    def told(self, t: TitansTable, step: Step) -> Words:
        return Words(_("Salaries: %(changes)s"), {"changes": changes_of(t, step) or Words(_("none"))})


class BuySecondTotem(Move):
    """Extra rule: a side buys one more totem of those put away; without a side nobody else does (T-157, A-68)."""

    label: ClassVar[str] = _("Buy a second totem")

    side: Name = ""
    nobody: bool = False

    def play(self, t: TitansTable, actor: str) -> None:
        s = t.state
        need_phase(t, "second_totem")
        side = self.side or (actor if actor in s.money else "")
        if self.nobody or not side:
            end_results(t)
            return
        if side not in s.money:
            t.stop("E_UNKNOWN", "side", value=side[:60])
        if side in s.second_totem or s.boxed_totems == 0:
            t.need(False, "E_TOTEM_LIMIT", "side")
        price = t.options.second_totem_price
        if s.money[side] < price:
            t.need(False, "E_NO_MONEY", "side", name=t.name(side), have=s.money[side], need=price)
        t.transfer(side, BANK, "money", price, "second_totem")
        s.second_totem[side] = "held"
        s.boxed_totems -= 1

    def told(self, t: TitansTable, step: Step) -> Words:
        bought = [posting.from_ for posting in step.postings]
        if not bought:
            return Words(_("Second totem: nobody else"))
        price = step.postings[0].amount
        return Words(_("%(name)s buys a second totem for %(price)s"), {"name": t.name(bought[0]), "price": price})
