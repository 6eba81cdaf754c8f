"""What the table looks like: as recorded games spell it, as others may see it, and what it waits for."""

from __future__ import annotations

from typing import Any

from games.boss.coverage import colours_now, meets, missing
from games.boss.kit import COLOURS
from games.boss.rules import PHASE_WORDS
from games.boss.state import (
    DEAL,
    END_ROLL,
    FINISHED,
    HAND_LIMIT,
    MOVED,
    TURN_START,
    BossTable,
    Deal,
    DealEnd,
)
from games.boss.words import COLOUR_WORDS
from games.engine.game import Standing
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.screen import Cell, Label, Now, TeamRow, TeamsBoard

#: Statuses that the printed view lists (amendment 10).
PRINTED = ("active", "stale", "blocked")


def money_of(t: BossTable, team: str) -> int | float:
    """Return a team's money in $M; a fraction only where shares are paid exactly."""
    sixtieths = t.state.sixtieths.get(team, 0)
    return t.state.money[team] + sixtieths / 60 if sixtieths else t.state.money[team]


def summary(t: BossTable) -> dict[str, Any]:
    """Return the table as the referee sees it."""
    state = t.state
    card = state.stack[0] if state.stack else None
    over = state.phase == FINISHED
    return {
        "phase": state.phase,
        "turn": state.turn,
        "marker": state.marker,
        "covered": sorted(int(space) for space in state.covered),
        "deals_done": state.deals_done,
        "deal_card": {"no": card, "value": t.value} if card else None,
        "deck": state.deck,
        "discard": state.discard,
        "on_table": t.on_table(),
        "hands": dict(state.hands),
        "investors": dict(state.investors),
        "money": {team.id: money_of(t, team.id) for team in t.teams},
        "deal": _deal(t, state.deal) if state.deal else None,
        "over_limit": list(state.over_limit) if state.phase == HAND_LIMIT else [],
        "end_roll": _end_roll(t, state.last_deal) if state.phase == END_ROLL and state.last_deal else None,
        "last_close": _last_close(t, state.last_deal) if state.last_deal and state.last_deal.closed else None,
        "stack": list(state.stack),
        "placed": dict(state.covered),
        "seen": {kind: count for kind, count in state.seen.items() if count},
        "banker": state.banker,
        "winners": winners(t) if over else [],
        "end_by": state.end_by or None,
    }


def _deal(t: BossTable, deal: Deal) -> dict[str, Any]:
    return {
        "no": t.state.stack[0],
        "space": deal.space,
        "opener": deal.opener,
        "boss": deal.boss,
        "bosses": list(deal.bosses),
        "total": t.total,
        "travelling": list(deal.travelling),
        "clans": [{"id": clan.id, "color": clan.color, "owner": clan.owner} for clan in deal.clans],
        "agreements": [
            {"player": one.player, "assets": list(one.assets), "amount": one.amount, "status": one.status}
            for one in deal.agreements
            if one.status in PRINTED
        ],
    }


def _end_roll(t: BossTable, last: DealEnd) -> dict[str, Any]:
    return {"by": last.boss, "end_numbers": t.kit.deal_cards[str(last.no)].end}


def _last_close(t: BossTable, last: DealEnd) -> dict[str, Any]:
    return {
        "boss": last.boss,
        "no": last.no,
        "end_numbers": t.kit.deal_cards[str(last.no)].end,
        "next": last.next,
        "payments": dict(last.payments),
    }


def money_hidden(t: BossTable) -> bool:
    """Tell whether money totals are secret now: until the end, unless shown to everybody (B-128, B-129)."""
    return t.options.money_view == "hidden" and not t.state.money_open and t.state.phase != FINISHED


def view(t: BossTable) -> dict[str, Any]:
    """Return what everybody at the table may see: no money while it is hidden, no count of the cards shown."""
    seen = summary(t)
    del seen["seen"]
    if money_hidden(t):
        del seen["money"]
    return seen


def standings(t: BossTable) -> list[Standing]:
    """Return the places by money; a tie is shared, or decided by deals closed as boss (B-001, A-52)."""
    marks = {team.id: _mark(t, team.id) for team in t.teams}
    places = []
    for team, mark in marks.items():
        money = t.state.money[team]
        places.append(Standing(team, 1 + sum(other > mark for other in marks.values()), money, {"money": money}))
    return places


def _mark(t: BossTable, team: str) -> tuple[int, int, int]:
    closed = t.state.closed.get(team, 0) if t.options.tie_break == "deals_as_boss" else 0
    return t.state.money[team], t.state.sixtieths.get(team, 0), closed


def winners(t: BossTable) -> list[str]:
    """Return who has won, in seat order."""
    return [standing.team for standing in standings(t) if standing.rank == 1]


# ---- what the table waits for -------------------------------------------------------------------


def now(t: BossTable) -> Now:
    """Return whose word it is and what the rules want."""
    state = t.state
    headline, team, hint = _waiting(t)
    number = t.state.stack[0] if t.state.stack else (state.last_deal.no if state.last_deal else 0)
    return Now(
        headline=headline,
        team=team,
        hint=hint,
        round=round_of(t),
        place=_place(t, number),
        phases=[(Words(words), phase == state.phase) for phase, words in PHASE_WORDS.items() if _listed(t, phase)],
    )


def round_of(t: BossTable) -> int:
    """Return the number of the deal being made; a roll for the end still belongs to the deal before it."""
    done = t.state.deals_done
    return done if t.state.phase in (END_ROLL, FINISHED) and done else done + 1


def _listed(t: BossTable, phase: str) -> bool:
    """Whether a phase stands in the line: the roll for the end from card 10 on, the exceptions while they last."""
    if phase == END_ROLL and t.state.stack and t.kit.rolls_after(t.state.stack[0]):
        return True
    return phase in (TURN_START, MOVED, DEAL) or phase == t.state.phase


def _place(t: BossTable, number: int) -> Words:
    state = t.state
    if state.deal is not None:
        figures = {"no": str(number), "name": t.name(state.deal.opener)}
        return Words(_("Deal %(no)s, opened: %(name)s"), figures)
    return Words(_("Deal %(no)s, marker on space %(space)s"), {"no": str(number), "space": str(state.marker)})


def _waiting(t: BossTable) -> tuple[Words, str, Label]:
    state = t.state
    if state.phase == DEAL and state.deal is not None:
        return Words(_("Boss: %(name)s"), {"name": t.name(state.deal.boss)}), state.deal.boss, talk_hint(t)
    if state.phase == END_ROLL and state.last_deal is not None:
        boss = state.last_deal.boss
        end = t.kit.deal_cards[str(state.last_deal.no)].end
        faces = {"faces": [str(face) for face in end or ()]}
        hint = Words(_("the game ends by %(faces)s"), faces) if end else Words(_("numbers: on the back of the card"))
        return Words(_("Roll for the end: %(name)s"), {"name": t.name(boss)}), boss, hint
    if state.phase == HAND_LIMIT:
        names = [t.name(team) for team in state.over_limit]
        hint = Words(_("down to %(limit)s, before that hire"), {"limit": t.hand_limit})
        return Words(_("To discard: %(names)s"), {"names": names}), state.over_limit[0], hint
    if state.phase == FINISHED:
        names = [t.name(team) for team in winners(t)]
        return Words(_("The game is over. Most money: %(names)s"), {"names": names}), "", ""
    turn = state.turn or ""
    hint = Words(_("a deal here, or the die")) if state.phase == TURN_START else Words(_("a deal here, or draw cards"))
    return Words(_("Turn: %(name)s"), {"name": t.name(turn)}), turn, hint


def talk_hint(t: BossTable) -> Words:
    """Return what the deal still lacks."""
    colours = colours_now(t)
    if meets(t.space, colours):
        return Words(_("all needed are there"))
    return Words(_("missing: %(colours)s"), {"colours": missing(t.space, colours)})


def board(t: BossTable, viewer: str) -> TeamsBoard:
    """Return the rows of the teams; money is None where this viewer may not see it."""
    hidden = viewer != REFEREE and money_hidden(t)
    columns: list[tuple[Label, Label]] = [(Words(_("Cards held")), ""), (Words(_("Money, $M")), "")]
    return TeamsBoard(columns, [_row(t, team.id, hidden) for team in t.teams])


def _row(t: BossTable, team: str, hidden: bool) -> TeamRow:
    state, deal = t.state, t.state.deal
    holdings: list[Label] = []
    for colour in COLOURS:
        if state.investors[colour] == team:
            travels = deal is not None and colour in deal.travelling
            word = {"colour": COLOUR_WORDS[colour]}
            holdings.append(Words(_("%(colour)s investor, travels"), word) if travels else COLOUR_WORDS[colour])
    laid = [clan.color for clan in deal.clans if clan.owner == team] if deal else []
    holdings += [Words(_("%(colour)s clan"), {"colour": COLOUR_WORDS[colour]}) for colour in laid]
    cards = Cell(state.hands[team], warn=state.phase == HAND_LIMIT and team in state.over_limit)
    return TeamRow(team, [cards, Cell(None if hidden else state.money[team])], holdings, doing(t, team))


def doing(t: BossTable, team: str) -> Label:
    """Return what a player does or has to do now, in a word or two."""
    state, deal = t.state, t.state.deal
    if deal is not None and team == deal.boss:
        return Words(_("boss"))
    if state.phase == HAND_LIMIT and team in state.over_limit:
        over = state.hands[team] - t.hand_limit
        return ngettext("%(n)s card to discard", "%(n)s cards to discard", over)
    return Words(_("turn")) if deal is None and team == state.turn else ""
