"""What may be recorded while the actions are done: work, buy, hire, tenders."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.fields import Card, Choice, Each, Field, Number, Offer, Option
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.titans import forms
from games.titans.cards import COLOURS
from games.titans.moves_acts import SkipAction, Work, is_forced
from games.titans.moves_tender import PASS, RevealClaims
from games.titans.offers_cards import refills, unseen
from games.titans.proposals import full_price, hiring
from games.titans.state import TitansTable
from games.titans.words import COLOUR_LABELS


def act_offers(t: TitansTable) -> Iterator[Offer]:
    """List what the side whose step it is may do, or what all show together."""
    s = t.state
    match s.phase:
        case "act1":
            yield from _work(t, s.queue[0])
        case "act2":
            yield from _buy(t, s.queue[0])
        case "act3":
            yield from _hire(t, s.queue[0])
        case "act4" if len(s.queue) > 1:
            yield _claims(t)
        case "act4_bids":
            yield from _bids(t)
        case _:
            yield from _take(t, s.queue[0])
    if s.phase != "act2":
        yield from refills(t, ("agency",))


def _work(t: TitansTable, side: str) -> Iterator[Offer]:
    label = Words(_("%(name)s: work, +%(n)s"), {"name": t.name(side), "n": t.kit.work_income})
    yield Offer("work", [side], label, main=True)
    if t.state.bank is None:
        taken = Number(name="taken", label=Words(_("Taken")), least=0, most=t.kit.work_income, value=0)
        yield Offer("work", [side], Words(_("The bank has less")), {"taken": None}, [taken], Words(Work.label))


def _buy(t: TitansTable, side: str) -> Iterator[Offer]:
    s = t.state
    yield from refills(t, ("agency",), main=True)
    refill: list[Field] = []
    if s.decks["agency"] > 0:
        label = Words(_("New card in the slot"))
        options = unseen(t, "agency")
        refill = [Card(name="refill", label=label, options=options, form=forms.company_form(), optional=True)]
    affordable = [
        at for at, id in enumerate(s.agency_slots, 1)
        if (card := t.company(id)) is not None and (card.price is None or card.price <= s.money[side])
    ]  # fmt: skip
    for at, id in enumerate(s.agency_slots, 1):
        card = t.company(id)
        if id is None or card is None:
            continue
        fields = list(refill)
        figures = {"card": t.quoted("agency", id), "price": card.price if card.price is not None else "?"}
        if card.price is None:
            fields.append(Number(name="paid", label=Words(_("Paid")), least=0, value=0))
        yield Offer(
            "buy_card", [side], Words(_("“%(card)s” for %(price)s"), figures), {"slot": at}, fields,
            main=at == next(iter(affordable), 1),
        )  # fmt: skip
    yield _skip(t, side, 2)


def _hire(t: TitansTable, side: str) -> Iterator[Offer]:
    expected = True
    for agency in t.state.staff[side]:
        rooms = {colour: t.free(side, agency, colour) for colour in COLOURS}
        keys = [Option(colour, COLOUR_LABELS[colour]) for colour, room in rooms.items() if room > 0]
        if not keys:
            continue
        of = Number(name="", least=0, most=max(rooms.values()), value=0)
        staff = Each(name="staff", label=Words(_("Employees")), keys=keys, of=of, value=hiring(t, side, agency))
        fields: list[Field] = [staff]
        if any(t.hire_cost(colour, max(min(rooms[colour], t.state.market[colour]), 0)) is None for colour in COLOURS):
            fields.append(Number(name="paid", label=Words(_("Paid")), least=0, optional=True))
        figures = {"card": t.quoted("agency", agency), "price": full_price(t, side, agency)}
        label = Words(_("Hire for “%(card)s”, full: %(price)s"), figures)
        yield Offer("hire", [side], label, {"agency": agency}, fields, main=expected)
        expected = False
    yield _skip(t, side, 3)


def _take(t: TitansTable, side: str) -> Iterator[Offer]:
    expected = True
    for at, id in enumerate(t.state.tender_slots, 1):
        if id is None:
            continue
        cost = t.tender(id).cost
        fields: list[Field] = []
        if cost is None:
            fields = [Number(name="paid", label=Words(_("Paid")), least=0, value=0)]
        figures = {"card": t.quoted("tender", id), "price": cost if cost is not None else "?"}
        yield Offer(
            "take_tender", [side], Words(_("“%(card)s” for %(price)s"), figures), {"slot": at}, fields, main=expected
        )
        expected = False
    yield _skip(t, side, 4)


def _skip(t: TitansTable, side: str, action: int) -> Offer:
    """Offer to give the action up; whose it is stands over it."""
    label = Words(SkipAction.label)
    return Offer("skip_action", [side], label, {"action": action}, group=label, main=is_forced(t, side, action))


def _claims(t: TitansTable) -> Offer:
    """Ask every contender which tender it wants; by default the first it can pay."""
    s = t.state
    open_slots = {at: id for at, id in enumerate(s.tender_slots, 1) if id}
    options = [Option(at, t.card_name("tender", id)) for at, id in open_slots.items()]
    options.append(Option(PASS, Words(_("neither"))))
    costs = {at: t.tender(id).cost or 0 for at, id in open_slots.items()}
    value = {
        side: next((at for at, cost in costs.items() if cost <= s.money[side]), PASS) for side in s.queue
    }  # fmt: skip
    keys = [Option(side, t.name(side)) for side in s.queue]
    fields: list[Field] = [
        Each(name="claims", label=Words(_("Wants")), keys=keys, of=Choice(name="", options=options), value=value)
    ]
    if any(t.tender(id).cost is None for id in open_slots.values()):
        paid = Number(name="", least=0, optional=True)
        fields.append(
            Each(name="paid", label=Words(_("Paid, where the cost is unknown")), keys=keys, of=paid, optional=True)
        )
    return Offer("reveal_claims", [REFEREE], Words(RevealClaims.label), fields=fields, main=True)


def _bids(t: TitansTable) -> Iterator[Offer]:
    s = t.state
    expected = next(iter(s.contested), 0)
    for slot, sides in s.contested.items():
        id = s.tender_slots[slot - 1] or ""
        cost = t.tender(id).cost or 0
        most = max(s.money[side] for side in sides) if t.options.bid_cap == "money" else None
        bid = Number(name="", least=cost, most=most, value=cost)
        keys = [Option(side, t.name(side)) for side in sides]
        field = Each(name="bids", label=Words(_("Bids")), keys=keys, of=bid)
        figures = {"card": t.quoted("tender", id), "cost": cost}
        label = Words(_("Bids for “%(card)s”, from %(cost)s"), figures)
        yield Offer("reveal_bids", [REFEREE], label, {"slot": slot}, [field], main=slot == expected)
