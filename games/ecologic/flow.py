"""The course of a cycle: phases follow each other when their duties are done (§ 3), events act in their phase."""

from __future__ import annotations

from games.ecologic.events import CHOSEN, OF_DRAWER, Op
from games.ecologic.kit import RESOURCES
from games.ecologic.state import EcoTable, Pending
from games.ecologic.sums import acting, flat
from games.ecologic.words import PHASES, event_name
from games.engine.ledger import BANK

# ---- questions every move asks ------------------------------------------------------------------


def in_phase(t: EcoTable, phase: str) -> None:
    """Ask for the phase (E-017)."""
    if t.state.phase != phase:
        t.need(False, "E_PHASE", phase=PHASES[t.state.phase], need=PHASES[phase])


def no_duty(t: EcoTable) -> None:
    """Ask that no chip or card is still to be taken away by an event."""
    for choice in t.state.choices:
        if not choice.right:
            t.need(False, "E_CHOICE_PENDING", name=t.name(choice.player), event=event_name(t, t.state.event))


def nothing_bought(t: EcoTable) -> None:
    """Ask that nothing bought is still to be placed (E-040)."""
    pending = t.state.to_place
    if pending is not None:
        t.need(False, "E_PLACEMENT_PENDING", name=t.name(pending.player))


def no_auction(t: EcoTable) -> None:
    """Ask that no auction runs."""
    t.need(t.state.auction is None, "E_AUCTION_RUNNING")


def no_card(t: EcoTable) -> None:
    """Ask that no drawn eco-initiative waits for its buyer."""
    offer = t.state.eco_offer
    if offer is not None:
        t.need(False, "E_ECO_PENDING", card=t.kit.eco[offer.card].name)


def own_opening(t: EcoTable, actor: str) -> None:
    """Ask that it is this player's turn to open (E-034, E-035)."""
    if actor != t.state.to_open:
        t.need(actor not in t.state.opened, "E_ALREADY_OPENED", name=t.name(actor))
        t.need(False, "E_NOT_YOUR_OPENING", name=t.name(t.state.to_open))


# ---- phases -------------------------------------------------------------------------------------


def leave(t: EcoTable) -> None:
    """Go to the phase after the present one; after Income to the next cycle, or to the end."""
    order = t.order
    at = order.index(t.state.phase) + 1
    if at < len(order):
        enter(t, order[at])
    else:
        end_cycle(t)


def enter(t: EcoTable, phase: str) -> None:
    """Begin a phase: who is to count, who is to open, and what an event of this phase does at once."""
    s = t.state
    s.phase = phase  # type: ignore[assignment]
    if phase in ("ecology", "income"):
        s.unsettled = [team.id for team in t.teams]
        return
    s.opened = []
    s.to_open = s.initiator
    if t.options.start_price_timing == "phase_start":
        s.prices = {type: t.chips_on_board(type) + 1 for type in RESOURCES}
    apply_event(t)


def end_cycle(t: EcoTable) -> None:
    """Lay the event on the played ones; end the game or hand on the initiative (E-022, E-068, E-070)."""
    s = t.state
    if s.event:  # none, if the referee took it off the table
        s.events_played.append(s.event)
        s.event = ""
    if s.final:
        s.phase = "finished"
        return
    s.round += 1
    s.final, s.final_next = s.final_next, False
    s.initiator = t.after(s.initiator)
    s.phase = "events"
    t.notice("N_NEW_CYCLE", name=t.name(s.initiator))


def settled(t: EcoTable, player: str) -> None:
    """Note that a player has counted; the last one ends the phase."""
    t.state.unsettled.remove(player)
    end_count(t)


def end_count(t: EcoTable) -> None:
    """Leave the Ecology or the Income phase when everybody has counted and no chip of a collapse is awaited."""
    s = t.state
    if s.phase in ("ecology", "income") and not s.unsettled and not s.choices:
        leave(t)


def use_turn(t: EcoTable, player: str) -> None:
    """Note that a player's opening is used; the next clockwise who has not opened comes (E-052)."""
    s = t.state
    if s.extra.get(player, 0) > 0:
        s.extra[player] -= 1
        s.to_open = player
        return
    if player not in s.opened:
        s.opened.append(player)
    s.to_open = next((one for one in t.seats(t.after(player)) if one not in s.opened), "")
    end_actions(t)


def end_actions(t: EcoTable) -> None:
    """Leave the Actions phase when everybody has opened or skipped and nothing is pending."""
    s = t.state
    if s.phase == "actions" and not s.to_open and not s.choices:
        s.opened, s.extra, s.prices = [], {}, {}
        leave(t)


# ---- events -------------------------------------------------------------------------------------


def apply_event(t: EcoTable) -> None:
    """Do what an Events- or Actions-phase event does at once; ask for what has to be chosen."""
    s = t.state
    event = t.active
    if event is None or event.phase != s.phase:
        return
    for player in t.seats(s.initiator):
        ops, blocked = acting(t, player, event.phase)
        if blocked:
            _tell_blocked(t, player, blocked)
        if not ops:
            continue
        change_profits(t, player, flat(t, player, ops, "profits"))
        change_enviros(t, player, flat(t, player, ops, "enviros"))
        for op in ops:
            if op.op in CHOSEN and (player == s.initiator or op.op not in OF_DRAWER):
                ask(t, player, op)


def _tell_blocked(t: EcoTable, player: str, blocked: list[Op]) -> None:
    profits, enviros = flat(t, player, blocked, "profits"), flat(t, player, blocked, "enviros")
    tell_academy(t, player, "profits", -profits)
    tell_academy(t, player, "enviros", -enviros)
    if not profits and not enviros:
        tell_academy(t, player, "", 0)


def tell_academy(t: EcoTable, player: str, what: str, amount: int) -> None:
    """Tell that Академия held an event off: how much of what it saved its owner (E-007)."""
    if amount or not what:
        code = {"profits": "N_ACADEMY_PROFITS", "enviros": "N_ACADEMY_ENVIROS"}.get(what, "N_ACADEMY")
        event = event_name(t, t.state.event)
        t.notice(code, name=t.name(player), team=player, event=event, amount=amount)


def change_profits(t: EcoTable, player: str, by: int) -> None:
    """Change profits by an event: never below 0, what is missing is told (A-11)."""
    have = t.state.players[player].profits
    if by < 0 and -by > have:
        t.notice("N_SHORTAGE", name=t.name(player), team=player, amount=-by - have)
        by = -have
    t.pay(player, "profits", by, "event", t.state.event)
    if by > 0:
        t.to_track_end(player, "profits")


def change_enviros(t: EcoTable, player: str, by: int) -> None:
    """Change enviros by an event outside the Ecology phase; a collapse asks for a chip (A-09, amendment 4)."""
    if not by:
        return
    own = t.state.players[player]
    had = own.enviros
    if t.options.collapse_scope == "ecology" and -by > own.enviros:
        t.notice("N_SHORTAGE", name=t.name(player), team=player, amount=-by - own.enviros)
        by = -own.enviros
    t.pay(player, "enviros", by, "event", t.state.event)
    if settle_enviros(t, player, by) and t.own(player):
        t.state.choices.append(Pending(player, "collapse", right=False, owed=-by, had=had))


def settle_enviros(t: EcoTable, player: str, net: int) -> bool:
    """Bring the marker in order after a posted net sum: «минус» and back (E-028…E-030, A-04).

    Returns whether this was a collapse; the chip is the caller's.
    """
    own = t.state.players[player]
    if own.enviros < 0:
        short = -own.enviros
        t.transfer(BANK, player, "enviros", short, "collapse")
        own.minus = True
        t.notice("N_COLLAPSE", name=t.name(player), team=player, amount=short)
        return True
    if own.minus and net > 0:
        own.minus = False
        if t.options.minus_recovery == "from_minus_one":
            t.transfer(player, BANK, "enviros", 1, "minus")
        t.notice("N_MINUS_LEFT", name=t.name(player), team=player)
    if net > 0:
        t.to_track_end(player, "enviros")
    return False


def change_other(t: EcoTable, player: str, what: str) -> None:
    """Change the marker that the present phase does not count, where its event aims there (§ 4.1, `per`)."""
    ops, blocked = acting(t, player, t.state.phase)
    if blocked:
        tell_academy(t, player, what, -flat(t, player, blocked, what))
    if ops:
        by = flat(t, player, ops, what)
        (change_profits if what == "profits" else change_enviros)(t, player, by)


def ask(t: EcoTable, player: str, op: Op) -> None:
    """Queue what an effect leaves to choose; a duty without anything to take is none."""
    right = op.op not in ("remove_chip", "discard_eco")
    chooser = t.state.initiator if op.chooser == "drawer" else ""
    type = op.type if op.type != "any" else ""
    n = op.n
    if op.op == "remove_chip":
        n = min(n, sum(stack.level for _, stack in t.own(player) if type in ("", stack.type)))
    elif op.op == "discard_eco":
        n = min(n, len(t.state.players[player].eco))
    if n > 0:
        t.state.choices.append(Pending(player, op.op, right, chooser, type, op.lot, op.price, n))
