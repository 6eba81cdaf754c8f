"""The sums of the Ecology and Income phases, line by line (§ 3.2): the same for counting and for forecasts."""

from __future__ import annotations

from games.ecologic.events import Op, ratio, up
from games.ecologic.state import NO_OPS, EcoTable, Stack

#: (why, ref, amount): one line of a sum
Line = tuple[str, str, int]


def acting(t: EcoTable, player: str, phase: str) -> tuple[list[Op], list[Op]]:
    """Return the effects of the face-up event on a player in this phase, and those the Academy blocks (A-21)."""
    event = t.active
    if event is None or event.phase != phase or (event.scope == "drawer" and player != t.state.initiator):
        return NO_OPS, NO_OPS
    if not t.has(player, "academy"):
        return event.ops, NO_OPS
    whole = t.options.academy_mode == "whole_event" and any(op.bad() and blockable(t, op) for op in event.ops)
    blocked = [op for op in event.ops if blockable(t, op) and (whole or op.bad())]
    return [op for op in event.ops if op not in blocked], blocked


def blockable(t: EcoTable, op: Op) -> bool:
    """Whether the Academy can block it: not the final report, and table-wide prices only by option."""
    return op.op != "final_report" and (not op.market or t.options.academy_market)


def counted(t: EcoTable, player: str, op: Op) -> int:
    """Return what `per` counts: chips, productions, cards or ТОР of the player."""
    own = t.state.players[player]
    if op.of == "eco":
        return len(own.eco)
    if op.of == "tors":
        return len(own.tors)
    type: str = op.resource if op.resource in ("oil", "mineral") else op.type.replace("any", "")
    if op.of in ("chips_oil", "chips_mineral"):
        type = op.of.removeprefix("chips_")
    stacks = [stack for _, stack in t.own(player) if type in ("", stack.type)]
    if op.of == "productions":
        return len(stacks)
    if op.of.startswith("level"):
        level = op.counted_level()
        return sum(stack.level == level for stack in stacks)
    return sum(stack.level for stack in stacks)


def flat(t: EcoTable, player: str, ops: list[Op], what: str) -> int:
    """Return the sum of `profits`, `enviros` and `per` effects on one marker."""
    total = 0
    event = t.active
    for op in ops:
        if op.op == what:
            total += op.amount or 0
        elif op.op == "per":
            target = op.resource if op.resource in ("profits", "enviros") else ""
            if (target or ("enviros" if event is not None and event.phase == "ecology" else "profits")) == what:
                total += (op.amount or 0) * counted(t, player, op)
    return total


def token_lines(t: EcoTable, own: list[tuple[str, Stack]], kind: str) -> list[Line]:
    """Return what Заповедник or Транспортный узел gives: once per neighbouring sector, or per chip (A-22)."""
    per_chip = t.options.reserve_hub_per == "chip"
    lines: list[Line] = []
    for place in t.tor_sectors(kind):
        near = t.kit.neighbours.get(place, frozenset())
        beside = [(kind, sector, stack.level if per_chip else 1) for sector, stack in own if sector in near]
        # Where sectors are shared, both types of one owner may lie in a sector: it counts once all the same.
        lines += beside if per_chip or len(beside) < 2 else dict.fromkeys(beside)
    return lines


def total(lines: list[Line]) -> int:
    """Return the sum of all lines."""
    net = 0
    for line in lines:
        net += line[2]
    return net


# ---- Ecology ------------------------------------------------------------------------------------


def ecology_sum(t: EcoTable, player: str, ops: list[Op]) -> list[Line]:
    """Return the net sum of a player's Ecology phase by lines: chips, cards, Заповедник, event (E-023…E-027)."""
    own = t.own(player)
    lines: list[Line] = [("chips", sector, -stack.level) for sector, stack in own]
    lines += [("cards", card, t.kit.eco[card].enviros) for card in t.state.players[player].eco]
    if t.state.tors:
        lines += token_lines(t, own, "reserve")
    if ops:
        extra = flat(t, player, ops, "enviros")
        for op in ops:
            if op.op == "eco_mult":
                line = sum(amount for why, _, amount in lines if why == op.source)
                extra += op.times(line) - line
        if extra:
            lines.append(("event", t.state.event, extra))
    return lines


# ---- Income -------------------------------------------------------------------------------------


def income_sum(t: EcoTable, player: str, ops: list[Op]) -> list[Line]:
    """Return a player's gross income by lines: productions, Транспортный узел, event (E-057…E-061)."""
    earns = t.kit.earns
    own = t.own(player)
    lines: list[Line] = [("income", sector, earns(stack.type, stack.level)) for sector, stack in own]
    if t.state.tors:
        lines += token_lines(t, own, "hub")
    if ops:
        extra = flat(t, player, ops, "profits")
        for (_, stack), (_, _, base) in zip(own, lines, strict=False):
            extra += _changed(stack.type, stack.level, base, ops) - base
        if extra:
            lines.append(("event", t.state.event, extra))
    return lines


def _changed(type: str, level: int, base: int, ops: list[Op]) -> int:
    """Return what a production yields under the event: multipliers act on the table value only (A-37)."""
    num, den, added = base, 1, 0
    for op in ops:
        if op.op == "income_mult" and op.fits(type, level):
            one = ratio(op.factor)
            num, den = num * one[0], den * one[1]
        elif op.op == "income_add" and op.fits(type, level):
            added += op.amount or 0
    return added + up(num, den)


def upkeep_sum(t: EcoTable, player: str, ops: list[Op]) -> list[tuple[str, int]]:
    """Return (card, profits) of the upkeep of each card a player holds (E-059)."""
    return [(card, _upkeep(t, card, ops)) for card in t.state.players[player].eco]


def _upkeep(t: EcoTable, card: str, ops: list[Op]) -> int:
    price = t.kit.eco[card].upkeep
    for op in ops:
        if op.op == "upkeep_mult":
            price = op.times(price)
    return price


def net_income(t: EcoTable, player: str, ops: list[Op]) -> int:
    """Return income less upkeep under these effects: what the Academy saves is the difference of two of them."""
    return total(income_sum(t, player, ops)) - sum(price for _, price in upkeep_sum(t, player, ops))
