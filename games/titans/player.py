"""A player with some sense, for demos and pictures: each side has its temper, and none plays to win at any price.

Nothing here knows a rule: what it wishes for may be refused, and the next wish is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engine.game import Story, Wish
from games.engine.move import REFEREE
from games.titans.cards import Choice
from games.titans.effects import payable
from games.titans.offers_cards import unseen
from games.titans.proposals import giving_up, hiring, missing, payment, placing
from games.titans.state import Crisis, Duty, TitansTable

#: how much of its fair share a side means to give in a crisis, by seat: from the generous to the free rider
TEMPERS = (1.3, 1.0, 0.8, 0.3)
#: so many agencies and titans a side wants, and so many tenders before it thinks of the next
ENOUGH_CARDS, ENOUGH_TENDERS = 6, 2


def story(t: TitansTable, random: Random) -> Story[TitansTable]:
    """Wish until the game is over; where every wish is refused, chance has the move."""
    while t.state.phase != "over":
        for wish in _wishes(t, random):
            after = yield wish
            if after is not t:
                t = after
                break
        else:
            t = yield None


def _wishes(t: TitansTable, random: Random) -> Iterator[Wish]:
    """Return what might sensibly be recorded now, the dearest wish first."""
    duty, phase = t.duty, t.state.phase
    if duty is not None:
        yield _decided(t, duty, random)
    elif phase in ("news", "pledges", "consequence", "consequence_apply", "choose"):
        yield from _before_actions(t, random)
    elif phase[:3] == "act":
        yield from _acting(t, random)
    else:
        yield from _results(t, random)


def _decided(t: TitansTable, duty: Duty, random: Random) -> Wish:
    side = duty.side
    if duty.kind == "place":
        return side, "place_staff", {"placements": placing(t, side, duty.owed)}
    if duty.kind == "discard":
        return side, "discard_staff", {"discards": giving_up(t, duty)}
    if isinstance(duty.op, Choice):
        open_to_it = [at for at, ops in enumerate(duty.op.options, 1) if payable(t, side, ops)]
        return side, "resolve_choice", {"option": random.choice(open_to_it or [1])}
    return side, "resolve_choice", {"times": random.randint(0, min(duty.most, 2))}


# ---- news, crises and the choice of actions -----------------------------------------------------


def _before_actions(t: TitansTable, random: Random) -> Iterator[Wish]:
    s, crisis = t.state, t.state.crisis
    match s.phase:
        case "news" | "consequence":
            yield s.first, f"draw_{s.phase}", {"card": _drawn(t, s.phase, random)}
        case "pledges" if crisis is not None and t.options.record_promises and not crisis.promises:
            share = -(-crisis.n // len(s.money)) if crisis.mode == "sum" else crisis.n
            yield REFEREE, "record_promises", {"promises": dict.fromkeys(t.order, share)}
        case "pledges" if crisis is not None:
            pledges = {side: _pledge(t, crisis, seat, side, random) for seat, side in enumerate(s.money)}
            yield REFEREE, "reveal_pledges", {"pledges": pledges}
        case "consequence_apply":
            if crisis is not None and not crisis.met and not crisis.shields:
                shields = [one.value for one in unseen(t, "totems") if t.card("totems", one.value).guards]
                holders = [side for side in t.order if s.totem[side] == "held" and side != crisis.leader]
                if shields and holders and random.random() < 0.4:
                    yield holders[-1], "use_totem", {"totem": shields[0]}
            yield REFEREE, "apply_consequence", {}
        case "choose":
            yield from _laid_out(t, random)  # what was not laid open at set-up
            yield REFEREE, "reveal_actions", {"actions": {side: _two(t, side, random) for side in t.order}}


def _drawn(t: TitansTable, deck: str, random: Random) -> str:
    """Return a card that may turn up; none of them, which is refused, where the kit knows no more."""
    return str(random.choice([one.value for one in unseen(t, deck)] or [""]))


def _pledge(t: TitansTable, crisis: Crisis, seat: int, side: str, random: Random) -> int:
    share = crisis.n / len(t.state.money) if crisis.mode == "sum" else crisis.n
    wanted = round(share * (TEMPERS[seat] + random.uniform(-0.4, 0.5)))
    have = t.state.money[side] if crisis.resource == "money" else t.owned(side, crisis.colour)
    return min(max(wanted, 0), have)


def _two(t: TitansTable, side: str, random: Random) -> list[int]:
    """Choose two actions by what is lacking most: people for a tender, a card, a tender, money."""
    s = t.state
    money, cards = s.money[side], len(s.staff[side]) + len(s.titans[side])
    wanted = []
    if not s.staff[side]:
        wanted += [2, 3]
    if t.has_free_cell(side) and any(missing(t, side, id) for id in s.tenders_todo[side]):
        wanted.append(3)
    if money < 20:
        wanted.append(1)
    if len(s.tenders_todo[side]) < ENOUGH_TENDERS and money >= 15:
        wanted.append(4)
    if cards < ENOUGH_CARDS and money >= 25:
        wanted.append(2)
    others = [1, 2, 3, 4]
    random.shuffle(others)
    found = list(dict.fromkeys([*wanted, *others]))[:3]
    if random.random() < 0.2:
        found.reverse()
    return sorted(found[:2])


# ---- the actions --------------------------------------------------------------------------------


def _acting(t: TitansTable, random: Random) -> Iterator[Wish]:
    s = t.state
    if s.phase == "act4_bids":
        slot, sides = next(iter(s.contested.items()))
        yield REFEREE, "reveal_bids", {"slot": slot, "bids": {side: _bid(t, slot, side, random) for side in sides}}
        return
    side = s.queue[0]
    match s.phase:
        case "act1":
            yield side, "work", {}
        case "act2":
            yield from _buying(t, side, random)
        case "act3":
            agencies = list(s.staff[side])
            random.shuffle(agencies)
            for agency in agencies:
                yield side, "hire", {"agency": agency, "staff": hiring(t, side, agency)}
        case "act4" if len(s.queue) > 1:
            claims = {one: next(iter(_wanted(t, one, random)), None) for one in s.queue}
            yield REFEREE, "reveal_claims", {"claims": claims}
        case _:
            for slot in _wanted(t, side, random):
                yield side, "take_tender", {"slot": slot}
    if s.phase[:4] in ("act2", "act3", "act4"):
        yield side, "skip_action", {"action": int(s.phase[3])}


def _buying(t: TitansTable, side: str, random: Random) -> Iterator[Wish]:
    s = t.state
    new = {"refill": _drawn(t, "agency", random)} if s.decks["agency"] > 0 else {}
    slots = [at for at, id in enumerate(s.agency_slots, 1) if id]
    random.shuffle(slots)
    # Without a single agency nobody can be hired.
    slots.sort(key=lambda at: not s.staff[side] and t.titan(s.agency_slots[at - 1] or "") is not None)
    for slot in slots:
        yield side, "buy_card", {"slot": slot, **new}


def _wanted(t: TitansTable, side: str, random: Random) -> list[int]:
    """Return the slots of the tenders that a side can pay, the one that fits its people best first."""
    s = t.state
    slots = [at for at, id in enumerate(s.tender_slots, 1) if id and (t.tender(id).cost or 0) <= s.money[side]]
    return sorted(slots, key=lambda at: missing(t, side, s.tender_slots[at - 1] or "") + random.uniform(0, 3))


def _bid(t: TitansTable, slot: int, side: str, random: Random) -> int:
    id = t.state.tender_slots[slot - 1] or ""
    cost, profit = t.tender(id).cost or 0, t.tender(id).profit or 0
    keen = max(profit - cost - 2 * missing(t, side, id), 0)
    return min(cost + random.randint(0, 2 + keen // 2), t.state.money[side])


# ---- the results --------------------------------------------------------------------------------


def _results(t: TitansTable, random: Random) -> Iterator[Wish]:
    s = t.state
    match s.phase:
        case "fulfil":
            side = s.queue[0]
            if s.totem[side] == "held" and random.random() < 0.04:
                usable = [one.value for one in unseen(t, "totems") if not t.card("totems", one.value).guards]
                yield side, "use_totem", {"totem": random.choice(usable or [""])}
            for id in s.tenders_todo[side]:
                if not missing(t, side, id):
                    staff, titans = payment(t, side, id)
                    yield side, "fulfil", {"tender": id, "staff": staff, "titans": titans}
            yield side, "step_done", {}
        case "effects":
            side = s.queue[0]
            for id, face in s.tenders_done[side].items():
                if face == "face_up" and id not in s.effects_done:
                    action = "apply_effect" if random.random() < 0.9 else "decline_effect"
                    yield side, action, {"tender": id}
            yield side, "step_done", {}
        case "combos" | "salary":
            yield REFEREE, "apply_combos" if s.phase == "combos" else "salary", {}
        case "second_totem":
            yield REFEREE, "buy_second_totem", {"nobody": True}
        case "refill":
            yield from _laid_out(t, random)
            yield REFEREE, "end_turn", {}


def _laid_out(t: TitansTable, random: Random) -> Iterator[Wish]:
    s = t.state
    for deck, slots in (("tender", s.tender_slots), ("agency", s.agency_slots)):
        if None in slots and s.decks[deck] > 0:
            yield REFEREE, f"refill_{deck}", {"slot": slots.index(None) + 1, "card": _drawn(t, deck, random)}
