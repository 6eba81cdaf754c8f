"""What may be recorded in the results of a turn and at its end."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.fields import Choice, Each, Field, Number, Offer, Option, Rows
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.titans import forms
from games.titans.cards import Choice as ChoiceOp
from games.titans.cards import Effect, Exchange, TakeStaff
from games.titans.combos import specs, usual_first
from games.titans.effects import most_times, quantity
from games.titans.moves_results import ApplyCombos, Salary, StepDone
from games.titans.moves_turn import EndTurn
from games.titans.offers_cards import refills
from games.titans.proposals import free_cells, in_rows, payment, placing, skilled, staffed
from games.titans.state import TitansTable


def result_offers(t: TitansTable) -> Iterator[Offer]:
    """List what is next in the results, or at the end of the turn."""
    s = t.state
    match s.phase:
        case "fulfil":
            yield from _fulfil(t, s.queue[0])
        case "effects":
            yield from _effects(t, s.queue[0])
        case "combos":
            yield _combos(t)
        case "salary":
            yield Offer("salary", [REFEREE], Words(Salary.label), main=True)
        case "second_totem":
            yield from _second_totem(t)
        case "refill":
            full = all(None not in slots or s.decks[deck] == 0 for deck, slots in (
                ("tender", s.tender_slots), ("agency", s.agency_slots),
            ))  # fmt: skip
            yield Offer("end_turn", [REFEREE], Words(EndTurn.label), main=full)
            yield from refills(t, main=True)
            return
    yield from refills(t, ("agency",))


def _done(t: TitansTable, side: str, nothing: bool, text: str) -> Offer:
    figures = {"name": t.name(side)}
    label = Words(text if nothing else _("%(name)s: done"), figures)
    return Offer("step_done", [side], label, group=Words(StepDone.label), main=nothing)


def _fulfil(t: TitansTable, side: str) -> Iterator[Offer]:
    todo = t.state.tenders_todo[side]
    for id in todo:
        staff, titans = payment(t, side, id)
        wanted = t.tender(id).req or {"any": 1}
        rows = in_rows(staffed(t, side, wanted), staff)
        fields: list[Field] = [forms.cubes_field(t, side, "staff", _("Employees used"), rows)]
        if t.state.titans[side]:
            fields.append(_skills_field(t, side, in_rows(skilled(t, side, wanted), titans, "titan")))
        profit = t.tender(id).profit
        if profit is None:
            fields.append(Number(name="profit", label=Words(_("Profit")), least=0, value=0))
        figures = {"card": t.quoted("tender", id), "profit": profit if profit is not None else "?"}
        yield Offer(
            "fulfil", [side], Words(_("Fulfil “%(card)s”, +%(profit)s"), figures), {"tender": id}, fields, main=True
        )
    yield _done(t, side, not todo, _("%(name)s: nothing to fulfil"))


def _skills_field(t: TitansTable, side: str, value: list[dict[str, object]]) -> Rows:
    titans = [Option(id, t.card_name("agency", id)) for id in t.state.titans[side]]
    fields: list[Field] = [
        Choice(name="titan", label=Words(_("Titan")), options=titans),
        Choice(name="colour", label=Words(_("Colour")), options=forms.COLOUR_OPTIONS),
        Number(name="n", label=Words(_("Number of employees")), least=0),
    ]
    return Rows(name="titans", label=Words(_("Titans used")), fields=fields, value=value, optional=True)


def open_effects(t: TitansTable, side: str) -> list[tuple[str, Effect]]:
    """Return the effects a side may still apply or decline in this turn."""
    s = t.state
    found = []
    for id, face in s.tenders_done[side].items():
        effect = t.tender(id).effect
        if effect is not None and face == "face_up" and id not in s.effects_done:
            found.append((id, effect))
    return found


def _effects(t: TitansTable, side: str) -> Iterator[Offer]:
    left = open_effects(t, side)
    for id, effect in left:
        yield from _effect(t, side, id, effect)
    yield _done(t, side, not left, _("%(name)s: no effects"))
    for id, _effect_of in left:
        label = Words(_("Decline “%(card)s”"), {"card": t.quoted("tender", id)})
        yield Offer("decline_effect", [side], label, {"tender": id}, group=Words(StepDone.label))


def _effect(t: TitansTable, side: str, id: str, effect: Effect) -> Iterator[Offer]:
    card = t.quoted("tender", id)
    owed: dict[str, int] = {}
    choice: ChoiceOp | None = None
    fields: list[Field] = []
    for op in effect.ops:
        if isinstance(op, TakeStaff) and op.who == "self":
            colour = op.colour if t.options.effect_colour == "as_printed" else "any"
            owed[colour] = owed.get(colour, 0) + quantity(t, side, op.n)
        elif isinstance(op, ChoiceOp) and choice is None:
            choice = op
        elif isinstance(op, Exchange) and op.times != 1:
            most = max(most_times(t, side, op), 1)
            fields.append(Number(name="times", label=Words(_("How often")), least=1, most=most, value=1))
    places = placing(t, side, owed)
    if places and choice is None:
        rows = in_rows(free_cells(t, side, owed), places)
        fields.append(forms.cubes_field(t, side, "placements", _("Places"), rows))
    if choice is None:
        label = Words(_("“%(card)s”: %(effects)s"), {"card": card, "effects": forms.ops_words(effect.ops)})
        yield Offer("apply_effect", [side], label, {"tender": id}, fields, main=True)
        return
    for at, ops in enumerate(choice.options, 1):
        label = Words(_("“%(card)s”: %(effects)s"), {"card": card, "effects": forms.ops_words(ops)})
        yield Offer("apply_effect", [side], label, {"tender": id, "option": at}, fields, main=True)


def _combos(t: TitansTable) -> Offer:
    """Ask what is counted first only where no agency may count twice and a side has both."""
    fields: list[Field] = []
    if not t.options.combo_overlap:
        counts = {side: specs(t, side) for side in t.order}
        usual = {side: usual_first(t, n) for side, n in counts.items() if all(n.values()) and max(n.values()) > 1}
        if usual:
            options = [
                Option("equal", Words(_("equal agencies"))),
                Option("different", Words(_("four different agencies"))),
            ]
            keys = [Option(side, t.name(side)) for side in usual]
            first = Choice(name="", options=options)
            fields = [Each(name="first", label=Words(_("Counts first")), keys=keys, of=first, value=usual)]
    return Offer("apply_combos", [REFEREE], Words(ApplyCombos.label), fields=fields, main=True)


def _second_totem(t: TitansTable) -> Iterator[Offer]:
    figures = {"price": t.options.second_totem_price}
    for side in t.order:
        label = Words(_("%(name)s: second totem for %(price)s"), {"name": t.name(side), **figures})
        yield Offer("buy_second_totem", [side], label, {"side": side})
    yield Offer("buy_second_totem", [REFEREE], Words(_("Nobody else")), {"nobody": True}, main=True)
