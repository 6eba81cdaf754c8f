"""The desk of «Титаны рекламы»: what is keyed now, with the figures that are watched while it is keyed."""

from __future__ import annotations

from games.engine.fields import Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.cards import COLOURS, Colour
from games.titans.moves_acts import RevealActions
from games.titans.moves_news import RecordPromises, RevealPledges, demand_words
from games.titans.moves_tender import RevealBids, RevealClaims
from games.titans.panel_parts import Auction, Buy, Demand, Desk, Form, Place, Pledger, Slot, Tab, Way
from games.titans.panel_results import choices, effects, finish, fulfilments
from games.titans.state import TitansTable
from games.titans.words import COLOUR_LABELS, cubes

#: A totem is used from the row of its side.
ALWAYS = ("use_totem",)


def desk(t: TitansTable) -> Desk:
    """Return what the desk draws now."""
    s = t.state
    if t.duty is not None:
        return choices(t, t.duty, ALWAYS)
    match s.phase:
        case "choose":
            least = 2 if t.options.actions_per_turn == "exactly_two" else 0
            no_cell = [side for side in s.money if not t.has_free_cell(side)]
            return Desk(ALWAYS, "reveal_actions", Words(RevealActions.label), no_cell=no_cell, least=least)
        case "pledges":
            return _pledges(t)
        case "consequence_apply":
            return Desk(ALWAYS, branches=_branches(t))
        case "act1":
            return Desk((*ALWAYS, "work"), ways=_works(t))
        case "act2":
            return Desk(ALWAYS, buys=_buys(t, s.queue[0]), money=s.money[s.queue[0]])
        case "act3":
            return Desk(ALWAYS, tabs=_tabs(t, s.queue[0]), money=s.money[s.queue[0]])
        case "act4" if len(s.queue) > 1:
            slots = [
                Slot(no, t.card_name("tender", id), t.tender(id).cost) for no, id in enumerate(s.tender_slots, 1) if id
            ]
            return Desk(ALWAYS, "reveal_claims", Words(RevealClaims.label), slots=slots, sides=list(s.queue))
        case "act4_bids":
            sides = [side for sides in s.contested.values() for side in sides]
            return Desk(ALWAYS, "reveal_bids", Words(RevealBids.label), auctions=_auctions(t), sides=sides)
        case "fulfil":
            return Desk((*ALWAYS, "fulfil", "step_done"), things=fulfilments(t), done=finish(t))
        case "effects":
            moves = (*ALWAYS, "apply_effect", "decline_effect", "step_done")
            return Desk(moves, things=effects(t), done=finish(t))
    return Desk(ALWAYS)


# ---- a crisis -----------------------------------------------------------------------------------


def _pledges(t: TitansTable) -> Desk:
    crisis = t.state.crisis
    if crisis is None:
        return Desk(ALWAYS)
    staff = crisis.resource == "staff"
    sides = [
        Pledger(
            side, t.owned(side, crisis.colour) if staff else max(t.state.money[side], 0), crisis.promises.get(side)
        )
        for side in t.state.money
    ]  # fmt: skip
    demand = Demand(crisis.n, crisis.mode == "each", staff, demand_words(crisis), sides)
    promising = t.options.record_promises and not crisis.promises
    move = RecordPromises if promising else RevealPledges
    return Desk(ALWAYS, "record_promises" if promising else "reveal_pledges", Words(move.label), demand=demand)


def _branches(t: TitansTable) -> list[tuple[Words, str, bool]]:
    """Return the two texts of the open consequence, and which of them holds."""
    crisis = t.state.crisis
    card = t.card("consequence", crisis.consequence) if crisis else None
    if crisis is None or card is None:
        return []
    met = bool(crisis.met)
    return [
        (Words(_("condition met")), card.text_success or card.text, met),
        (Words(_("condition not met")), card.text_fail or card.text, not met),
    ]


# ---- actions 1 to 3 -----------------------------------------------------------------------------


def _works(t: TitansTable) -> list[Way]:
    """Return «pay all» where several are to be paid, and the next one alone; a bank that has less is told apart."""
    queue, n = t.state.queue, t.kit.work_income
    ways = []
    if len(queue) > 1:
        names = {"names": [t.name(side) for side in queue], "n": n}
        everybody: list[Label] = [Words(_("%(names)s"), names)]
        ways.append(
            Way(Words(_("Pay %(n)s to all who work"), names), [(side, "work", {}) for side in queue], everybody)
        )
    label = Words(_("%(name)s: work, +%(n)s"), {"name": t.name(queue[0]), "n": n})
    ways.append(Way(label, [(queue[0], "work", {})]))
    if t.state.bank is None:
        ways.append(Way(Words(_("The bank has less")), [], form=Form("work", {"taken": None})))
    return ways


def _buys(t: TitansTable, side: str) -> list[Buy]:
    found: list[Buy] = []
    money = t.state.money[side]
    if None in t.state.agency_slots and t.state.decks["agency"] > 0:
        return found  # first the card that lies there now (T-070)
    for slot, id in enumerate(t.state.agency_slots, 1):
        card = t.company(id)
        if id is None or card is None:
            continue
        short = card.price is not None and card.price > money
        why = Words(_("there is %(have)s"), {"have": money}) if short else ""
        found.append(Buy(slot, t.card_name("agency", id), card.price, why))
    return found


def _tabs(t: TitansTable, side: str) -> list[Tab]:
    """Return the agencies of a side that have a free cell."""
    found = []
    for agency in t.state.staff[side]:
        places = [
            Place(agency, colour, COLOUR_LABELS[colour], room, _next_prices(t, colour, room))
            for colour in COLOURS
            if (room := t.free(side, agency, colour)) > 0
        ]
        if places:
            found.append(
                Tab(t.card_name("agency", agency), Form("hire", {"agency": agency}), _fill(t, side, agency), places)
            )
    return found


def _next_prices(t: TitansTable, colour: Colour, room: int) -> list[int]:
    """Return what each next employee costs, as many as there is room for; none where a price is not known."""
    ladder = t.kit.ladders[colour]
    first = len(ladder) - t.state.market[colour]
    prices = ladder[max(first, 0) :][:room]
    return [price for price in prices if price is not None] if None not in prices else []


def _fill(t: TitansTable, side: str, agency: str) -> Way:
    """Return the one tap that fills an agency as far as the market goes, with its price."""
    staff = {
        colour: n
        for colour in COLOURS
        if (n := min(t.free(side, agency, colour), t.state.market[colour])) > 0
    }  # fmt: skip
    costs = [t.hire_cost(colour, n) for colour, n in staff.items()]
    if not staff or None in costs:
        return Way(
            Words(_("Fill it whole")), [], why=Words(_("nobody to hire")) if not staff else Words(_("price not known"))
        )
    price, money = sum(cost or 0 for cost in costs), t.state.money[side]
    label = Words(_("Fill it whole: %(price)s"), {"price": price})
    why = Words(_("there is %(have)s"), {"have": money}) if price > money else ""
    return Way(label, [(side, "hire", {"agency": agency, "staff": staff})], list(cubes(staff)), why)


# ---- action 4 -----------------------------------------------------------------------------------


def _auctions(t: TitansTable) -> list[Auction]:
    found = []
    for slot, sides in t.state.contested.items():
        id = t.state.tender_slots[slot - 1] or ""
        tender = t.tender(id)
        order = [side for side in t.order if side in sides]
        found.append(
            Auction(
                t.card_name("tender", id), tender.cost or 0, tender.profit, order, t.options.tie_loser_consolation,
                Form("reveal_bids", {"slot": slot}),
            )
        )  # fmt: skip
    return found
