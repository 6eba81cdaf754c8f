"""The course of a turn: whose step it is, which phase follows, points and the end of the game (§ 3.0)."""

from __future__ import annotations

from games.engine.i18n import Words
from games.engine.ledger import BANK, SUPPLY
from games.titans.state import TitansTable
from games.titans.words import PHASE_WORDS

ACTIONS = (1, 2, 3, 4)


# ---- what moves ask first ---------------------------------------------------------------------


def need_phase(t: TitansTable, *phases: str) -> None:
    """Refuse a move of another phase, or while somebody has to decide something first (T-027, T-061, T-105)."""
    s = t.state
    if s.phase not in phases or s.agenda:
        t.need(False, "E_PHASE", phase=PHASE_WORDS.get(s.phase, s.phase))


def need_step(t: TitansTable, actor: str) -> None:
    """Refuse a side that is not the next (T-062, T-104)."""
    waiting = t.waiting
    if not waiting or waiting[0] != actor:
        queue = [t.name(side) for side in waiting]
        if actor not in t.state.money:  # a step is some side's: no ruling makes it the referee's
            t.stop("E_NOT_YOUR_STEP", name=t.name(actor), queue=queue)
        t.need(False, "E_NOT_YOUR_STEP", name=t.name(actor), queue=queue)


def need_all(t: TitansTable, given: dict[str, object], sides: list[str], field: str) -> None:
    """Refuse a common reveal in which a side is missing, or one that takes no part (T-042, T-060, T-092, T-097)."""
    missing = [side for side in sides if side not in given]
    if missing:
        t.need(False, "E_NOT_ALL_IN", field, names=[t.name(side) for side in missing])
    if len(given) > len(sides) - len(missing):
        strange = next(side for side in given if side not in sides)
        t.stop("E_UNKNOWN", field, value=t.name(strange)[:60])


def need_number(t: TitansTable, value: object, least: int, most: int, field: str) -> int:
    """Return a whole number in range, or refuse it."""
    if type(value) is not int:
        t.stop("E_BAD_NUMBER", field, least=least, most=most)
    if not least <= value <= most:
        t.need(False, "E_BAD_NUMBER", field, least=least, most=most)
    return value


def need_slot(t: TitansTable, slot: int, slots: list[str | None]) -> str:
    """Return the card in a slot (1 = the first), or refuse a slot that does not exist or is empty (T-067)."""
    if not 1 <= slot <= len(slots):
        t.stop("E_BAD_SLOT", "slot", most=len(slots))
    card = slots[slot - 1]
    if card is None:
        t.stop("E_SLOT_EMPTY", "slot", slot=slot)
    return card


def need_money(t: TitansTable, side: str, amount: int, field: str) -> None:
    """Refuse what a side cannot pay: there is no credit (T-068, A-26)."""
    if t.state.money[side] < amount:
        t.need(False, "E_NO_MONEY", field, name=t.name(side), have=t.state.money[side], need=amount)


# ---- the order of phases ----------------------------------------------------------------------


def enter_action(t: TitansTable, number: int) -> None:
    """Open the next action that somebody chose, from `number` on; after the last come the results (T-061, T-087)."""
    s = t.state
    order = t.order
    for action in range(number, 5):
        queue = [side for side in order if action in s.actions.get(side, ())]
        if action == 4 and queue and not any(s.tender_slots):
            t.notice("N_NO_TENDER", names=[t.name(side) for side in queue])
            continue
        if queue:
            s.phase, s.queue = f"act{action}", queue
            return
    s.phase, s.queue = "fulfil", order


def end_step(t: TitansTable, side: str, phase: str) -> None:
    """Finish a side's step of this phase; after the last one the next phase opens.

    A move that a ruling let pass in another phase ends nobody's step.
    """
    s = t.state
    if s.phase != phase:
        return
    if side in s.queue:
        s.queue.remove(side)
    if s.queue:
        return
    if phase == "act4" or phase == "act4_other":
        enter_action(t, 5)
    elif phase[:3] == "act":
        enter_action(t, int(phase[3]) + 1)
    elif phase == "fulfil":
        s.phase, s.queue = "effects", t.order
    elif phase == "effects":
        s.phase = "combos"
        unused = [side for side in s.totem if "held" in (s.totem[side], s.second_totem.get(side))]
        if unused and t.last_turn:
            t.notice("N_TOTEMS_UNUSED", names=[t.name(side) for side in unused])


def settled(t: TitansTable) -> None:
    """Go on once nothing waits to be decided: out of a staff phase, or to the end of the game."""
    s = t.state
    if s.agenda:
        return
    if s.phase == "news_staff":
        crisis = s.crisis
        if crisis is not None and not crisis.consequence:
            to_consequence(t)
        else:
            s.phase = "choose"
    elif s.phase == "combos_staff":
        after_combos(t)
    elif s.phase == "refill" and t.last_turn:
        finish(t)


def to_consequence(t: TitansTable) -> None:
    """Let the first player draw a consequence; if there is none and none can be shuffled, the crisis is over (A-20)."""
    s = t.state
    if s.decks["consequence"] > 0 or (t.options.reshuffle and s.seen["consequence"]):
        s.phase = "consequence"
    else:
        t.notice("N_NO_CONSEQUENCE")
        s.phase = "choose"


def after_combos(t: TitansTable) -> None:
    """Go on to the salary, if it is played (A-69: before the second totem)."""
    if t.options.salary:
        t.state.phase = "salary"
    else:
        after_salary(t)


def after_salary(t: TitansTable) -> None:
    """Go on to the second totem, if it is played and can still be bought."""
    s = t.state
    if t.options.second_totem and s.boxed_totems > 0 and len(s.second_totem) < len(s.totem):
        s.phase = "second_totem"
    else:
        end_results(t)


def end_results(t: TitansTable) -> None:
    """End the game if this was the last turn, else clean up (T-029, T-147)."""
    if t.last_turn:
        finish(t)
    else:
        t.state.phase = "refill"


def finish(t: TitansTable) -> None:
    """End the game: most points win, ties are broken by tenders, agencies and money (T-148 to T-151)."""
    t.state.phase, t.state.queue = "over", []


def retest(t: TitansTable) -> None:
    """Compute anew who has the target and whether the game is over, after a correction."""
    s = t.state
    target = t.options.target_score
    s.reached = {
        side: s.reached.get(side, s.turn) for side in s.score if s.score[side] >= target
    }  # fmt: skip
    if s.phase == "over" and not s.stopped and not t.last_turn:
        s.phase = "refill"
    elif s.phase == "refill" and t.last_turn:
        finish(t)


# ---- money and points -------------------------------------------------------------------------


def pay_out(t: TitansTable, side: str, amount: int, why: str, ref: str = "") -> int:
    """Pay from the bank what it has, at most `amount`, and return it (T-066, A-08, A-10)."""
    bank = t.state.bank
    if bank is not None and bank < amount:
        t.notice("N_BANK_SHORT", name=t.name(side), paid=max(bank, 0), due=amount)
        amount = max(bank, 0)
    t.transfer(BANK, side, "money", amount, why, ref)
    return amount


def give_points(t: TitansTable, side: str, n: int, why: str, ref: str = "") -> None:
    """Add points, or take away what there is (A-06); say so when this makes it the last turn (T-146)."""
    s = t.state
    if n < 0:
        t.transfer(side, SUPPLY, "points", min(-n, s.score[side]), why, ref)
        if s.score[side] < t.options.target_score:
            s.reached.pop(side, None)
        return
    t.transfer(SUPPLY, side, "points", n, why, ref)
    if s.score[side] >= t.options.target_score and side not in s.reached:
        before = t.last_turn
        s.reached[side] = s.turn
        if t.last_turn and not before:
            t.notice("N_LAST_TURN", name=t.name(side), score=s.score[side])


def phase_of(t: TitansTable) -> Words:
    """Return the phase in words."""
    return PHASE_WORDS[t.state.phase]
