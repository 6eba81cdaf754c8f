"""The sums of the Ecology and Income phases, line by line (§ 3.2): the same for counting and for forecasts."""

from __future__ import annotations

from fractions import Fraction

from games.ecologic.events import Op, up
from games.ecologic.state import NO_OPS, EcoTable

#: (why, ref, amount): one line of a sum
Line = tuple[str, str, int]
FULL = Fraction(1)


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
    level = op.counted_level()
    if level is not None:
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


def token_lines(t: EcoTable, player: str, kind: str) -> list[Line]:
    """Return what Заповедник or Транспортный узел gives: once per neighbouring production, or per chip (A-22)."""
    places = t.tor_sectors(kind)
    if not places:
        return []
    per_chip = t.options.reserve_hub_per == "chip"
    lines: list[Line] = []
    for place in places:
        near = t.kit.neighbours.get(place, frozenset())
        for sector, stacks in t.state.board.items():
            if sector in near:
                lines += [(kind, sector, stack.level if per_chip else 1) for stack in stacks if stack.owner == player]
    return lines


# ---- Ecology ------------------------------------------------------------------------------------


def ecology_lines(t: EcoTable, player: str) -> list[Line]:
    """Return the net sum of a player's Ecology phase by lines: chips, cards, Заповедник, event (E-023…E-027)."""
    ops, _ = acting(t, player, "ecology")
    return _ecology(t, player, ops)


def ecology_blocked(t: EcoTable, player: str) -> int:
    """Return how many enviros the Academy saves (or costs) its owner in this Ecology phase."""
    ops, blocked = acting(t, player, "ecology")
    if not blocked or t.active is None:
        return 0
    with_all = sum(line[2] for line in _ecology(t, player, t.active.ops))
    return sum(line[2] for line in _ecology(t, player, ops)) - with_all


def _ecology(t: EcoTable, player: str, ops: list[Op]) -> list[Line]:
    lines: list[Line] = [("chips", sector, -stack.level) for sector, stack in t.own(player)]
    lines += [("cards", card, t.kit.eco[card].enviros) for card in t.state.players[player].eco]
    lines += token_lines(t, player, "reserve")
    if ops:
        extra = flat(t, player, ops, "enviros")
        for op in ops:
            if op.op == "eco_mult":
                line = sum(amount for why, _, amount in lines if why == op.source)
                extra += up(line * op.scale()) - line
        if extra:
            lines.append(("event", t.state.event, extra))
    return lines


# ---- Income -------------------------------------------------------------------------------------


def income_lines(t: EcoTable, player: str) -> list[Line]:
    """Return a player's gross income by lines: productions, Транспортный узел, event (E-057…E-061)."""
    ops, _ = acting(t, player, "income")
    return _income(t, player, ops)


def income_blocked(t: EcoTable, player: str) -> int:
    """Return how many profits the Academy saves (or costs) its owner in this Income phase, upkeep included."""
    ops, blocked = acting(t, player, "income")
    if not blocked or t.active is None:
        return 0
    with_all = sum(line[2] for line in _income(t, player, t.active.ops))
    gross = sum(line[2] for line in _income(t, player, ops)) - with_all
    cards = t.state.players[player].eco
    return gross + sum(_upkeep(t, card, t.active.ops) - _upkeep(t, card, ops) for card in cards)


def _income(t: EcoTable, player: str, ops: list[Op]) -> list[Line]:
    lines: list[Line] = []
    extra = 0
    for sector, stack in t.own(player):
        base = t.kit.earns(stack.type, stack.level)
        lines.append(("income", sector, base))
        if ops:
            extra += _changed(stack.type, stack.level, base, ops) - base
    lines += token_lines(t, player, "hub")
    if ops:
        extra += flat(t, player, ops, "profits")
        if extra:
            lines.append(("event", t.state.event, extra))
    return lines


def _changed(type: str, level: int, base: int, ops: list[Op]) -> int:
    """Return what a production yields under the event: multipliers act on the table value only (A-37)."""
    factor, added = FULL, 0
    for op in ops:
        if op.op == "income_mult" and op.fits(type, level):
            factor *= op.scale()
        elif op.op == "income_add" and op.fits(type, level):
            added += op.amount or 0
    return up(base * factor) + added


def upkeep_lines(t: EcoTable, player: str) -> list[tuple[str, int]]:
    """Return (card, profits) of the upkeep of each card a player holds (E-059)."""
    cards = t.state.players[player].eco
    if not cards:
        return []
    ops, _ = acting(t, player, "income")
    return [(card, _upkeep(t, card, ops)) for card in cards]


def _upkeep(t: EcoTable, card: str, ops: list[Op]) -> int:
    price = t.kit.eco[card].upkeep
    for op in ops:
        if op.op == "upkeep_mult":
            price = up(price * op.scale())
    return price
