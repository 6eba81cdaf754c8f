"""Players with intentions, for the demo: they haggle, lay clan cards, take the lead, hinder and stop each other.

What they want follows from the open table; hands are hidden, so they play any card of which one may still be there.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

from games.boss.coverage import cheapest, colour_of, colours_now, meets
from games.boss.state import BOARD, DEAL, END_ROLL, HAND_LIMIT, MOVED, TURN_START, BossTable, Deal
from games.engine.game import Story, Wish

#: A part of the story: it wishes and gives the table on.
Part = Generator[Wish, BossTable, BossTable]
#: Hands with which somebody opens a deal, plays against others, hires.
READY, ARMED, RICH = 5, 3, 6


def story(t: BossTable, random: Random) -> Story[BossTable]:
    """Wish one move after the other until the game is over."""
    while True:
        state = t.state
        if state.phase == DEAL:
            t = yield from _Talks(random).lead(t)
        elif state.phase == HAND_LIMIT:
            t = yield _lay_down(t, state.over_limit[0])
        elif state.phase == END_ROLL and state.last_deal is not None:
            t = yield state.last_deal.boss, "end_roll", {"die": random.randint(1, 6)}
        elif state.phase in (TURN_START, MOVED) and state.turn:
            t = yield _turn(t, state.turn, random)
        else:
            return


def _turn(t: BossTable, team: str, random: Random) -> Wish:
    """Open a deal where one's own investors are wanted and the hand allows it, else roll and draw."""
    state = t.state
    space = t.kit.spaces[str(state.marker)]
    wanted = {*(space.required or ()), *(space.from_ or ())}
    own = sum(state.investors[colour] == team for colour in wanted)
    last = state.last_deal
    failed_here = last is not None and not last.closed and last.space == state.marker
    ready = state.hands[team] >= READY + 2 * failed_here
    if own and ready and random.random() < (0.7 if (space.shares or 0) > 2 else 0.45):
        return team, "open_deal", {}
    if state.phase == TURN_START:
        return team, "roll_move", {"die": random.randint(1, 6)}
    return team, "draw", {}


def _lay_down(t: BossTable, team: str) -> Wish:
    """Hire what lies beside the board before discarding."""
    beside = [colour for colour, holder in t.state.investors.items() if holder == BOARD]
    if beside:
        return team, "play_recruit", {"color": beside[0]}
    return team, "discard", {"count": t.state.hands[team] - t.hand_limit}


class _Talks:
    """One deal from its opening to its end."""

    def __init__(self, random: Random) -> None:
        self.random = random
        #: colours for which nobody can or wants to stand
        self.given_up: set[str] = set()
        self.reason = "no_cards"

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def lead(self, t: BossTable) -> Part:
        """Gather what is needed colour by colour; others hinder in between; close, or fail with a reason."""
        while t.state.phase == DEAL and not meets(t.space, colours_now(t)):
            colour = self._missing(t)
            if colour is None:
                break
            t = yield from self._gather(t, colour)
            t = yield from self._hinder(t)
        t = yield from self._takeover(t)
        if t.state.phase != DEAL:
            return t
        parts = cheapest(t)
        if parts:
            asked = [{"asset": part.asset, "owner": part.owner} for part in parts]
            t = yield t.deal.boss, "close_deal", {"parts": asked, "asked": True}
        if t.state.phase == DEAL:
            t = yield t.deal.boss, "fail_deal", {"reason": self.reason}
        return t

    def _missing(self, t: BossTable) -> str | None:
        """Return the next colour to ask for: required ones first."""
        have, space = colours_now(t), t.space
        required = [one for one in space.required or () if one not in have]
        if any(one in self.given_up for one in required):
            return None
        if required:
            return required[0]
        wider = [one for one in space.from_ or () if one not in have and one not in self.given_up]
        return next(iter(sorted(wider, key=lambda one: t.state.investors[one] == BOARD)), None)

    # ---- gathering --------------------------------------------------------------------------------

    def _gather(self, t: BossTable, colour: str) -> Part:
        """Lay an own clan card, or haggle with whoever holds the investor or lays a clan card."""
        deal, holder = t.deal, t.state.investors[colour]
        stale = next((one for one in deal.agreements if one.status == "stale" and _about(t, one.assets, colour)), None)
        if stale is not None and self.chance(0.45):
            return (yield deal.boss, "keep", {"player": stale.player})
        if holder == BOARD and t.state.hands[deal.boss] >= RICH and self.chance(0.6):
            hired = yield deal.boss, "play_recruit", {"color": colour}
            if hired.state.investors[colour] == deal.boss:
                return (yield from self._stop(hired, [one for one in t.state.hands if one != deal.boss], 0.15))
        if self.chance(0.25) and t.state.hands[deal.boss] > 2:
            laid = yield deal.boss, "play_clan", {"color": colour}
            if len(laid.deal.clans) > len(deal.clans):
                return laid
        if holder not in (BOARD, deal.boss) and colour not in deal.travelling:
            return (yield from self._haggle(t, holder, f"inv:{colour}"))
        rivals = [team for team in t.state.hands if team != deal.boss and t.state.hands[team] >= ARMED]
        for team in self.random.sample(rivals, len(rivals)):
            asset = next((f"clan:{one.id}" for one in deal.clans if (one.owner, one.color) == (team, colour)), "")
            if not asset:
                t = yield team, "play_clan", {"color": colour}
                asset = f"clan:c{t.deal.laid}" if len(t.deal.clans) > len(deal.clans) else ""
            if asset:
                return (yield from self._haggle(t, team, asset))
        self.given_up.add(colour)
        self.reason = "travel" if colour in deal.travelling else "no_cards"
        return t

    def _haggle(self, t: BossTable, seller: str, asset: str) -> Part:
        """Ask dear, bid low, meet on the way, or not at all."""
        boss, total = t.deal.boss, t.total
        fair = max(1, t.total // t.space.seats)
        ask, bid = min(total, fair + self.random.randint(1, max(2, fair))), max(1, fair - self.random.randint(1, 2))
        stubborn, rounds = self.chance(0.12), self.random.randint(1, 3)
        if self.chance(0.5):
            t = yield boss, "offer", {"counterparty": seller, "assets": [asset], "amount": bid}
        for _round in range(rounds):
            t = yield seller, "offer", {"counterparty": boss, "assets": [asset], "amount": ask}
            if bid + 1 >= ask:
                break
            bid += 1
            t = yield boss, "offer", {"counterparty": seller, "assets": [asset], "amount": bid}
            ask = max(bid, ask - self.random.randint(0, 2))
            if ask == bid:
                break
        if stubborn or ask + sum(one.amount for one in t.deal.agreements if one.status == "active") > total:
            self.given_up.add(colour_of(t, asset))
            self.reason = "price"
            return t
        return (yield boss, "agree", {"player": seller, "assets": [asset], "amount": ask})

    # ---- hindering --------------------------------------------------------------------------------

    def _hinder(self, t: BossTable) -> Part:
        """Send an agreed investor travelling, or hire it away; whom it hurts may stop it."""
        if t.state.phase != DEAL or not self.chance(0.3):
            return t
        deal = t.deal
        agreed = [one for one in deal.agreements if one.status == "active" and one.assets[0][:4] == "inv:"]
        rivals = self._rivals(t, deal)
        if not agreed or not rivals:
            return t
        rival, hit = self.random.choice(rivals), self.random.choice(agreed)
        colour = hit.assets[0][4:]
        beside = BOARD in t.state.investors.values()
        if not beside and t.state.hands[rival] >= RICH and self.chance(0.5):
            t = yield rival, "play_recruit", {"color": colour}
        else:
            card = colour if self.chance(0.7) else "grey"
            t = yield rival, "play_travel", {"target": hit.assets[0], "card": card}
        return (yield from self._stop(t, [hit.player, deal.boss], 0.5))

    def _takeover(self, t: BossTable) -> Part:
        """Take the lead just before the closing; the old boss may stop that or take it back."""
        for often in (0.4, 0.3, 0.15):
            if t.state.phase != DEAL or not self.chance(often):
                return t
            boss = t.deal.boss
            rivals = [team for team, hand in t.state.hands.items() if team != boss and hand >= ARMED]
            if not rivals:
                return t
            taker = self.random.choice(rivals)
            t = yield taker, "play_boss", {}
            t = yield from self._stop(t, [boss], 0.3)
            if t.deal.boss != boss:
                self.given_up.clear()
                for _colour in range(6):
                    colour = None if meets(t.space, colours_now(t)) else self._missing(t)
                    if colour is None:
                        break
                    t = yield from self._gather(t, colour)
        return t

    def _rivals(self, t: BossTable, deal: Deal) -> list[str]:
        """Return who has nothing to win in this deal and cards to play."""
        partners = {one.player for one in deal.agreements if one.status == "active"}
        return [team for team, hand in t.state.hands.items() if team not in (*partners, deal.boss) and hand >= ARMED]

    def _stop(self, t: BossTable, victims: list[str], often: float) -> Part:
        """Let one of those it hurts stop what was played last."""
        window = t.state.stoppable
        if window is None or window.kind == "stop" or not self.chance(often):
            return t
        able = [team for team in victims if t.state.hands[team] >= 1 and team != window.by]
        return (yield self.random.choice(able), "play_stop", {}) if able else t


def _about(t: BossTable, assets: list[str], colour: str) -> bool:
    return any(colour_of(t, asset) == colour for asset in assets)
