"""How cards act: effects are queued, act in order, and wait where a side has to decide (§ 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.ledger import BANK
from games.titans.cards import (
    COLOURS,
    AnyColour,
    Choice,
    Colour,
    Condition,
    Count,
    Exchange,
    LoseStaff,
    Manual,
    Money,
    Only,
    Op,
    Points,
    Quantity,
    Shield,
    TakeStaff,
)
from games.titans.state import Duty, Job, TitansTable
from games.titans.turn import give_points, pay_out

# ---- counting ---------------------------------------------------------------------------------


def count(t: TitansTable, side: str, per: Count) -> int:
    """Return how many of something a side has (T-129, T-133)."""
    s = t.state
    if per.staff:
        return t.owned(side, per.staff)
    if per.pairs:
        return min(t.owned(side, per.pairs[0]), t.owned(side, per.pairs[1]))
    if per.agencies == "any":
        return len(s.staff[side])
    if per.agencies:
        cards = [t.agency(agency) for agency in s.staff[side]]
        return sum(card is not None and card.spec == per.agencies for card in cards)
    if per.full_agencies:
        return sum(_full(t, agency, sum(staff.values())) for agency, staff in s.staff[side].items())
    return len(s.titans[side]) if per.titans else len(s.tenders_done[side])


def _full(t: TitansTable, agency: str, staff: int) -> bool:
    card = t.agency(agency)
    return card is not None and staff >= sum(card.cells.values()) > 0


def quantity(t: TitansTable, side: str, n: Quantity) -> int:
    """Return a figure of an effect for this side."""
    if isinstance(n, int):
        return n
    amount = n.rate * count(t, side, n.per)
    if n.max is None:
        return amount
    return min(amount, n.max) if amount > 0 else max(amount, -n.max)


def holds(t: TitansTable, side: str, condition: Condition | None) -> bool:
    """Whether the condition of an effect is met (T-130)."""
    return condition is None or count(t, side, condition.count) >= condition.at_least


def metric(t: TitansTable, side: str, of: str) -> int:
    """Return what news compare (T-036)."""
    s = t.state
    kind, _colon, colour = of.partition(":")
    match kind:
        case "agencies":
            return t.agencies(side)
        case "titans":
            return len(s.titans[side])
        case "staff":
            return t.owned(side, colour or "any")  # type: ignore[arg-type]
        case "money":
            return s.money[side]
        case "score":
            return s.score[side]
        case "tenders_done":
            return len(s.tenders_done[side])
    return len(s.tenders_todo[side])


def affected(t: TitansTable, job: Job) -> list[str]:
    """Return the sides an effect acts on, clockwise from the first player (T-036, T-051, T-052)."""
    op = job.op
    who = "self" if isinstance(op, (Exchange, Choice, Shield, Manual)) else op.who
    crisis = t.state.crisis
    leader = crisis.leader if crisis else ""
    if who == "self":
        sides = [job.by] if job.by else t.order
    elif who == "all":
        sides = t.order
    elif who == "others":
        sides = [side for side in t.order if side != job.by]
    elif who == "leader":
        return [leader] if leader else []
    elif who == "all_but_leader":
        sides = [side for side in t.order if side != leader]
    else:
        sides = _only(t, who)
    if job.fail and crisis and not job.by and t.card("consequence", crisis.consequence).leader_exempt:
        return [side for side in sides if side != leader]
    return sides


def _only(t: TitansTable, who: Only) -> list[str]:
    values = {side: metric(t, side, who.of) for side in t.order}
    best = min(values.values()) if who.only == "fewest" else max(values.values())
    sides = [side for side, value in values.items() if value == best]
    return sides if len(sides) == 1 else []


# ---- what can be paid -------------------------------------------------------------------------


def can_pay(t: TitansTable, side: str, cost: Sequence[Op], times: int) -> bool:
    """Whether a side can pay the whole cost so many times, all its parts together (T-130, A-55)."""
    s = t.state
    money = points = 0
    staff: dict[AnyColour, int] = {}
    for op in cost:
        if isinstance(op, Money):
            money += max(-quantity(t, side, op.n), 0) * times
        elif isinstance(op, Points):
            points += max(-quantity(t, side, op.n), 0) * times
        elif isinstance(op, LoseStaff):
            n = quantity(t, side, op.n) * times
            if op.from_ == "each_agency":
                holdings = s.staff[side].values()
                if not holdings or any(in_agency(held, op.colour) < n for held in holdings):
                    return False
                n *= len(holdings)
            staff[op.colour] = staff.get(op.colour, 0) + n
    if s.money[side] < money or s.score[side] < points:
        return False
    if any(t.owned(side, colour) < n for colour, n in staff.items()):
        return False
    return t.owned(side) >= sum(staff.values())


def in_order_of_payment(cost: Sequence[Op]) -> list[Op]:
    """Return a cost with its narrow losses first: whoever gives "any" employee keeps those that the rest asks for."""

    def width(op: Op) -> int:
        if not isinstance(op, LoseStaff):
            return 0
        return 1 + 2 * (op.colour == "any") + (op.from_ != "each_agency")

    return sorted(cost, key=width)


def payable(t: TitansTable, side: str, ops: Iterable[Op]) -> bool:
    """Whether none of these effects has a cost that the side cannot pay in full (T-130)."""
    for op in ops:
        if isinstance(op, Exchange) and not can_pay(t, side, op.cost, 1):
            return False
        if isinstance(op, Choice) and not any(payable(t, side, option) for option in op.options):
            return False
    return True


def most_times(t: TitansTable, side: str, op: Exchange, offered: int = 1) -> int:
    """Return how often a side can make this exchange now, which it has been offered so many times over."""
    limit = 1000 if op.times == "any" else op.times * offered
    times = 0
    while times < limit and can_pay(t, side, op.cost, times + 1):
        times += 1
    return times


def in_agency(staff: dict[Colour, int], colour: AnyColour) -> int:
    """Return how many employees of a colour (or of any) stand in one agency."""
    return sum(staff.values()) if colour == "any" else staff.get(colour, 0)


def sources(t: TitansTable, colour: AnyColour, printed: bool) -> bool:
    """Whether a free employee of this colour can be had: from the reserve, else from the market (T-141, A-57)."""
    s = t.state
    if colour == "any":
        return any(sources(t, one, False) for one in COLOURS)
    if s.reserve[colour] > 0:
        return True
    from_market = printed or t.options.reserve_fallback == "per_colour" or not any(s.reserve.values())
    return from_market and s.market[colour] > 0


def can_place(t: TitansTable, side: str, colour: AnyColour) -> bool:
    """Whether a side has a free cell for at least one free employee of this colour (T-127, A-60)."""
    printed = colour != "any"
    for one in COLOURS:
        if colour in ("any", one) and sources(t, one, printed):
            for agency in t.state.staff[side]:
                if t.free(side, agency, one) > 0:
                    return True
    return False


# ---- acting -----------------------------------------------------------------------------------


def begin(t: TitansTable, ops: Iterable[Op], by: str, why: str, ref: str, fail: bool = False, times: int = 1) -> None:
    """Let effects act now, before anything that still waits."""
    t.state.agenda[:0] = [Job(op, why, ref, by, "", fail, times) for op in ops]
    go_on(t)


def go_on(t: TitansTable) -> None:
    """Work through the agenda up to the first thing a side has to decide."""
    agenda = t.state.agenda
    while agenda:
        job = agenda[0]
        if isinstance(job, Duty):
            return
        del agenda[0]
        if job.side:
            _act(t, job, job.side)
        elif isinstance(job.op, Manual):
            t.notice("N_MANUAL", text=_by_hand(t, job, job.op))
        else:
            agenda[:0] = [
                Job(job.op, job.why, job.ref, job.by, side, job.fail, job.times)
                for side in affected(t, job)
                if not _passes_by(t, job, side)
            ]


def _by_hand(t: TitansTable, job: Job, op: Manual) -> str:
    """Return what is to be done by hand: the words of the effect, of its card, or the card's name (amendment 4)."""
    deck = {"effect": "tender", "totem": "totems"}.get(job.why, job.why)
    card = t.card(deck, job.ref)
    effect = getattr(card, "effect", None)
    return op.text or getattr(effect, "text", "") or getattr(card, "text", "") or t.card_name(deck, job.ref)


def _passes_by(t: TitansTable, job: Job, side: str) -> bool:
    """Whether there is nothing for a side to decide: it has no room, nobody to lose, or is shielded (A-60, T-154)."""
    op = job.op
    match op:
        case TakeStaff():
            colours = COLOURS if op.colour == "any" or t.options.effect_colour == "always_any" else (op.colour,)
            if any(t.free(side, agency, one) > 0 for agency in t.state.staff[side] for one in colours):
                return False
            forfeit(t, side, quantity(t, side, op.n) * job.times)
            return True
        case LoseStaff():
            return _is_spared(t, job, side) or t.owned(side, op.colour) == 0
        case Choice():
            return _is_spared(t, job, side) and all(_is_loss(one) for ops in op.options for one in ops)
    return False


def _is_spared(t: TitansTable, job: Job, side: str) -> bool:
    """Whether a shield keeps losses of this job from a side (amendment 8)."""
    return job.fail and t.state.crisis is not None and side in t.state.crisis.shields


def forfeit(t: TitansTable, side: str, n: int) -> None:
    """Say that free employees are lost since there is no place for them (A-60)."""
    if n > 0:
        t.notice("N_FORFEIT", name=t.name(side), n=n)


def _act(t: TitansTable, job: Job, side: str) -> None:
    op = job.op
    s = t.state
    match op:
        case Money():
            n = quantity(t, side, op.n) * job.times
            if n > 0:
                pay_out(t, side, n, job.why, job.ref)
            elif not _is_spared(t, job, side):
                t.transfer(side, BANK, "money", min(-n, max(s.money[side], 0)), job.why, job.ref)
        case Points():
            n = quantity(t, side, op.n) * job.times
            if n > 0 or not _is_spared(t, job, side):
                give_points(t, side, n, job.why, job.ref)
        case TakeStaff():
            _owe_free_staff(t, job, side)
        case LoseStaff():
            _owe_discard(t, job, side, op)
        case Choice():
            s.agenda.insert(0, Duty(side, "choice", job.why, job.ref, op=op, fail=job.fail, times=job.times))
        case Exchange():
            most = most_times(t, side, op, job.times)
            if most:
                duty = Duty(side, "exchange", job.why, job.ref, op=op, most=most, fail=job.fail, times=job.times)
                s.agenda.insert(0, duty)
            else:
                t.notice("N_CANNOT_PAY", name=t.name(side))
        case Shield():
            if s.crisis is not None and side not in s.crisis.shields:
                s.crisis.shields.append(side)


def _is_loss(op: Op) -> bool:
    if isinstance(op, (Money, Points)):
        return (op.n if isinstance(op.n, int) else op.n.rate) < 0
    return isinstance(op, LoseStaff)


def _owe_free_staff(t: TitansTable, job: Job, side: str) -> None:
    """Let a side place free employees; what it has no room for is forfeited at once (T-127, A-60)."""
    agenda = t.state.agenda
    owed: dict[AnyColour, int] = {}
    while True:
        op = job.op
        assert isinstance(op, TakeStaff)
        colour: AnyColour = op.colour if t.options.effect_colour == "as_printed" else "any"
        n = quantity(t, side, op.n) * job.times
        if n > 0 and can_place(t, side, colour):
            owed[colour] = owed.get(colour, 0) + n
        else:
            forfeit(t, side, n)
        # Several employees of one card for one side are placed together, on one form.
        follows = agenda[0] if agenda else None
        if not (isinstance(follows, Job) and isinstance(follows.op, TakeStaff)):
            break
        if follows.side != side and not (follows.by == side and not follows.side and follows.op.who == "self"):
            break
        job = follows
        del agenda[0]
    if owed:
        agenda.insert(0, Duty(side, "place", job.why, job.ref, owed))


def _owe_discard(t: TitansTable, job: Job, side: str, op: LoseStaff) -> None:
    """Let a side choose which employees go; who has fewer than due loses all of them (T-053)."""
    n = quantity(t, side, op.n) * job.times
    if n > 0 and t.owned(side, op.colour) > 0:
        each = op.from_ == "each_agency"
        t.state.agenda.insert(0, Duty(side, "discard", job.why, job.ref, {op.colour: n}, each))
