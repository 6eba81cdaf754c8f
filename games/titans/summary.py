"""The table as data: the referee's summary in the spelling of recorded games, and the places (§ 2)."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.game import Standing
from games.titans.cards import COLOURS
from games.titans.preview import foresee
from games.titans.state import Duty, TitansTable


def summary(t: TitansTable) -> dict[str, Any]:
    """Return the table as the referee sees it. Nothing in it is secret: secrets come in with their reveal."""
    s = t.state
    return {
        "turn": s.turn,
        "phase": s.phase,
        "first": s.first,
        "queue": list(t.waiting),
        "bank": s.bank,
        "money": dict(s.money),
        "score": dict(s.score),
        "staff": {side: {id: dict(staff) for id, staff in held.items()} for side, held in s.staff.items()},
        "titans": {side: list(ids) for side, ids in s.titans.items()},
        "tenders_todo": {side: list(ids) for side, ids in s.tenders_todo.items()},
        "tenders_done": {side: dict(done) for side, done in s.tenders_done.items()},
        "market": dict(s.market),
        "reserve": dict(s.reserve),
        "agency_slots": list(s.agency_slots),
        "tender_slots": list(s.tender_slots),
        "decks": dict(s.decks),
        "totem": dict(s.totem),
        "second_totem": dict(s.second_totem),
        "boxed_totems": s.boxed_totems,
        "actions": {side: list(actions) for side, actions in s.actions.items()},
        "actions_done": actions_done(t),
        "contested": {str(slot): list(sides) for slot, sides in s.contested.items()},
        "news": s.news,
        "crisis": crisis(t),
        "pending": [msgspec.to_builtins(item) for item in s.agenda if isinstance(item, Duty)],
        "next_prices": {colour: t.next_price(colour) for colour in COLOURS},
        "last_turn": t.last_turn,
        "stopped": s.stopped,
        "winner": [place.team for place in standings(t) if place.rank == 1] if s.phase == "over" else [],
    }


def actions_done(t: TitansTable) -> dict[str, list[int]]:
    """Return the actions of this turn that a side has done: their cards lie face down (T-063)."""
    s = t.state
    now = int(s.phase[3]) if s.phase[:3] == "act" else 0 if s.phase == "choose" else 5
    return {
        side: [a for a in actions if a < now or (a == now and side not in s.queue and not s.contested)]
        for side, actions in s.actions.items()
    }


def crisis(t: TitansTable) -> dict[str, Any] | None:
    """Return the crisis of this turn, before its consequence acts with what it will change for each side."""
    s = t.state
    if s.crisis is None:
        return None
    found: dict[str, Any] = msgspec.to_builtins(s.crisis)
    if s.phase == "consequence_apply" and not s.agenda:
        found["preview"] = preview(t)
    return found


def preview(t: TitansTable) -> dict[str, dict[str, int]]:
    """Return «кто что теряет / получает» by the consequence that lies open: money, points, employees."""
    found = {
        side: {what: n for what in ("money", "points", "staff") if (n := getattr(change, what))}
        for side, change in foresee(t, "apply_consequence").items()
    }
    return {side: changes for side, changes in found.items() if changes}


def standings(t: TitansTable) -> list[Standing]:
    """Return the places as if the game ended now: points, tenders, agencies, money, else shared (T-148 to T-151)."""
    s = t.state
    order = t.options.long_game and t.options.long_rank == "finish_order"
    keys: dict[str, tuple[int, ...]] = {}
    for side in s.score:
        key = (s.score[side], len(s.tenders_done[side]), t.agencies(side), s.money[side])
        keys[side] = (-s.reached.get(side, 10**9), *key) if order else key
    places = []
    for team in t.teams:
        side = team.id
        tenders = min(len(s.tenders_done[side]) * t.kit.points_per_tender, s.score[side])
        places.append(
            Standing(
                side,
                1 + sum(key > keys[side] for key in keys.values()),
                s.score[side],
                {"tenders": tenders, "other": s.score[side] - tenders},
            )
        )
    return places
