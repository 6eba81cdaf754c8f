"""What the debrief remembers of one session, in one pass over the replay (§ 8)."""

from __future__ import annotations

from games.engine.table import Step
from games.engine.times import seconds_between
from games.titans.cards import COLOURS, Exchange, Titan
from games.titans.effects import can_pay, holds
from games.titans.proposals import missing
from games.titans.seen import Bought, CrisisSeen, EffectSeen, Hired, Skip, TurnEnd, Won
from games.titans.state import TitansTable

#: why -> the source of points, as question D5 asks for them
SOURCES: dict[str, str] = {"fulfil": "tenders", "effect": "effects", "combo": "combos"}
SECRET_MOVES = ("reveal_actions", "reveal_pledges", "reveal_claims", "reveal_bids")


class Chronicle:
    """Reads steps one by one; copies what it keeps, since the table changes under it."""

    def __init__(self, t: TitansTable) -> None:
        sides = list(t.state.money)
        self.turn = t.state.turn
        self.crises: list[CrisisSeen] = []
        self.won: list[Won] = []
        self.bought: list[Bought] = []
        self.hires: list[Hired] = []
        self.effects: list[EffectSeen] = []
        self.turns: list[TurnEnd] = []
        self.skips: list[Skip] = []
        #: turn -> side -> actions
        self.choices: dict[int, dict[str, list[int]]] = {}
        #: (entry, turn, side -> slot, whether another tender lay free)
        self.claims: list[tuple[int, int, dict[str, int], bool]] = []
        #: (entry, turn, side, cash, cheapest open card)
        self.idle: list[tuple[int, int, str, int, int]] = []
        #: (entry, turn, side, tender) that lacked a single employee, the first time for each
        self.missed: list[tuple[int, int, str, str]] = []
        #: (entry, turn, side, points, colour or "different")
        self.combos: list[tuple[int, int, str, int, str]] = []
        self.adjusted: list[tuple[int, int, str, str, int]] = []
        #: (entry, turn, action, seconds since the record before)
        self.times: list[tuple[int, int, str, int]] = []
        #: (entry, turn, sole leader or "") whenever it changes
        self.leads: list[tuple[int, int, str]] = []
        #: (entry, turn, side, score) when a side reached the target
        self.reached: list[tuple[int, int, str, int]] = []
        self.totems: dict[str, list[str]] = {side: [] for side in sides}
        self.points: dict[str, dict[str, int]] = {side: {} for side in sides}
        self.money: dict[str, dict[str, int]] = {side: {} for side in sides}
        self.hired: dict[str, int] = dict.fromkeys(sides, 0)
        self.free: dict[str, int] = dict.fromkeys(sides, 0)
        self.used: dict[str, int] = dict.fromkeys(sides, 0)
        self._last_at = ""

    def see(self, step: Step, t: TitansTable) -> None:
        """Take one step and the table after it."""
        read = getattr(self, f"_{step.action}", None)
        if read is not None:
            read(step, t)
        self._postings(step)
        self._time(step)
        if step.action == "end_turn" or t.state.phase == "over":
            self._turn_end(step.n, t)
        self._lead(step, t)
        self.turn = t.state.turn

    # ---- one reader per action ------------------------------------------------------------------

    def _reveal_pledges(self, step: Step, t: TitansTable) -> None:
        crisis = t.state.crisis
        assert crisis is not None
        self.crises.append(
            CrisisSeen(
                step.n, self.turn, t.card_name("news", crisis.card), crisis.n, crisis.mode, crisis.resource,
                dict(crisis.promises), dict(crisis.pledges), crisis.total, bool(crisis.met), crisis.leader,
            )
        )  # fmt: skip

    def _apply_consequence(self, step: Step, t: TitansTable) -> None:
        if self.crises and t.state.crisis is not None:
            self.crises[-1].shields = list(t.state.crisis.shields)

    def _reveal_actions(self, step: Step, t: TitansTable) -> None:
        s = t.state
        self.choices[self.turn] = {side: list(actions) for side, actions in s.actions.items()}
        companies = [t.company(id) for id in s.agency_slots if id]
        prices = [card.price for card in companies if card is not None and card.price is not None]
        if prices:
            for side, actions in s.actions.items():
                if 2 not in actions and s.money[side] >= min(prices):
                    self.idle.append((step.n, self.turn, side, s.money[side], min(prices)))

    def _buy_card(self, step: Step, t: TitansTable) -> None:
        id = next(posting.ref for posting in step.postings if posting.what == "card")
        price = sum(posting.amount for posting in step.postings if posting.what == "money")
        titan = isinstance(t.company(id), Titan)
        self.bought.append(Bought(step.n, self.turn, step.actor, id, titan, price))

    def _hire(self, step: Step, t: TitansTable) -> None:
        cost = sum(posting.amount for posting in step.postings if posting.what == "money")
        self.card(step.move.agency).hired += cost
        cheapest = [t.kit.ladders[colour][:n] for colour, n in step.move.staff.items()]
        if all(price is not None for prices in cheapest for price in prices):
            excess = cost - sum(price or 0 for prices in cheapest for price in prices)
            self.hires.append(Hired(step.n, self.turn, step.actor, step.move.agency, cost, excess))

    def _skip_action(self, step: Step, t: TitansTable) -> None:
        forced = any(code == "N_WASTED" for code, _figures in step.notices)
        self.skips.append(Skip(step.n, self.turn, step.actor, step.move.action, forced))

    def _take_tender(self, step: Step, t: TitansTable) -> None:
        self._tenders(step, t, {})

    def _reveal_claims(self, step: Step, t: TitansTable) -> None:
        claims = {side: slot for side, slot in step.move.claims.items() if type(slot) is int}
        crowded = len(claims) > 1 and len(set(claims.values())) == 1
        free = any(id for at, id in enumerate(t.state.tender_slots, 1) if at not in claims.values())
        self.claims.append((step.n, self.turn, claims, crowded and free))
        self._tenders(step, t, {})

    def _reveal_bids(self, step: Step, t: TitansTable) -> None:
        self._tenders(step, t, {side: bid for side, bid in step.move.bids.items() if type(bid) is int})

    def _tenders(self, step: Step, t: TitansTable, bids: dict[str, int]) -> None:
        paid = {posting.ref: posting.amount for posting in step.postings if posting.to == "bank"}
        given = sum(posting.amount for posting in step.postings if posting.why == "consolation")
        for posting in step.postings:
            if posting.what == "card":
                card, price = t.tender(posting.ref), paid.get(posting.ref, 0)
                cost = card.cost if card.cost is not None else price
                self.won.append(
                    Won(step.n, self.turn, posting.to, posting.ref, cost, price, card.profit or 0, bids, given)
                )

    def _fulfil(self, step: Step, t: TitansTable) -> None:
        profit = sum(posting.amount for posting in step.postings if posting.why == "profit")
        for won in self.won:
            if won.tender == step.move.tender and not won.done_n:
                won.done_n, won.done_turn, won.profit = step.n, self.turn, profit
        used: dict[str, int] = {}
        for row in step.move.staff:
            used[row.agency] = used.get(row.agency, 0) + row.n
        for row in step.move.titans:
            used[row.titan] = used.get(row.titan, 0) + row.n
        total = sum(used.values())
        for id, n in used.items():
            if n:
                self.card(id).uses.append((step.move.tender, profit * n / total))

    def _step_done(self, step: Step, t: TitansTable) -> None:
        s = t.state
        if s.phase == "fulfil" or (s.phase == "effects" and s.queue == t.order):
            known = {tender for _n, _turn, _side, tender in self.missed}
            for id in s.tenders_todo[step.actor]:
                if id not in known and missing(t, step.actor, id) == 1:
                    self.missed.append((step.n, self.turn, step.actor, id))
            return
        for code, figures in step.notices:
            if code == "W_EFFECT_LOST":
                lost = figures["tender"]
                self.effects.append(EffectSeen(step.n, self.turn, step.actor, lost, False, declined=True))
        for id, face in s.tenders_done[step.actor].items():
            effect = t.tender(id).effect
            if face == "face_up" and effect is not None and effect.when == "permanent" and id not in s.effects_done:
                works = holds(t, step.actor, effect.if_) and all(
                    can_pay(t, step.actor, op.cost, 1) for op in effect.ops if isinstance(op, Exchange)
                )
                self.effects.append(
                    EffectSeen(step.n, self.turn, step.actor, id, True, declined=works, impossible=not works)
                )

    def _apply_effect(self, step: Step, t: TitansTable) -> None:
        self.effects.append(self._effect(step, t))

    def _decline_effect(self, step: Step, t: TitansTable) -> None:
        seen = self._effect(step, t)
        seen.declined = True
        self.effects.append(seen)

    def _effect(self, step: Step, t: TitansTable) -> EffectSeen:
        effect = t.tender(step.move.tender).effect
        permanent = effect is not None and effect.when == "permanent"
        return EffectSeen(step.n, self.turn, step.actor, step.move.tender, permanent)

    def _use_totem(self, step: Step, t: TitansTable) -> None:
        self.totems[step.move.side or step.actor].append(t.state.seen["totems"][-1])

    # ---- what every step leaves behind ----------------------------------------------------------

    def _postings(self, step: Step) -> None:
        for posting in step.postings:
            what, why, n = posting.what, posting.why, posting.amount
            if what in COLOURS:
                self._cubes(posting.from_, posting.to, why, n)
                continue
            if what == "card":
                continue
            for side, by in ((posting.from_, -n), (posting.to, n)):
                if side not in self.points:
                    continue
                into = self.points[side] if what == "points" else self.money[side]
                key = SOURCES.get(why, "other") if what == "points" else why
                into[key] = into.get(key, 0) + by
                if why == "consequence" and what == "money" and self.crises:
                    self.crises[-1].hit[side] = self.crises[-1].hit.get(side, 0) + by
                if why == "effect":
                    self._effect_figure(side, posting.ref, what, by)
                if why == "combo" and what == "points":
                    self.combos.append((step.n, self.turn, side, by, posting.ref))
                if why == "adjust":
                    self.adjusted.append((step.n, self.turn, side, what, by))

    def _cubes(self, source: str, to: str, why: str, n: int) -> None:
        if why == "adjust":
            return
        if why in ("pledge", "consequence") and self.crises:
            (side, by) = (to, n) if "/" in to else (source, -n)
            people, side = self.crises[-1].people, side.partition("/")[0]
            people[side] = people.get(side, 0) + by
        if "/" in to:
            side, _slash, agency = to.partition("/")
            self.card(agency).staffed = True
            into = self.hired if why == "hire" else self.free
            into[side] += n
            if why == "effect" and self.effects:
                self.effects[-1].staff += n
        elif why == "fulfil":
            self.used[source.partition("/")[0]] += n

    def _effect_figure(self, side: str, tender: str, what: str, by: int) -> None:
        seen = next((one for one in reversed(self.effects) if one.tender == tender), None)
        if seen is not None and seen.side == side:
            if what == "money":
                seen.money += by
            else:
                seen.points += by

    def card(self, id: str) -> Bought:
        """Return the purchase of a card; one that came by a correction has none and is kept apart."""
        for one in self.bought:
            if one.card == id:
                return one
        return Bought(0, 0, "", id, False, 0)

    def _time(self, step: Step) -> None:
        gone = seconds_between(self._last_at, step.at) if step.action in SECRET_MOVES else None
        if gone is not None:
            self.times.append((step.n, self.turn, step.action, round(gone)))
        self._last_at = step.at

    def _turn_end(self, n: int, t: TitansTable) -> None:
        """Keep the table at the end of the turn; a correction after the end replaces it."""
        s = t.state
        agencies: dict[str, tuple[str, int, int]] = {}
        for side, held in s.staff.items():
            for id, staff in held.items():
                card = t.agency(id)
                agencies[id] = (side, sum(staff.values()), sum(card.cells.values()) if card else 0)
        if self.turns and self.turns[-1].turn == self.turn:
            self.turns.pop()
        self.turns.append(TurnEnd(n, self.turn, dict(s.money), dict(s.score), agencies))

    def _lead(self, step: Step, t: TitansTable) -> None:
        known = {side for _n, _turn, side, _score in self.reached}
        for side in t.state.reached:
            if side not in known:
                self.reached.append((step.n, self.turn, side, t.state.score[side]))
        score = t.state.score
        best = max(score.values())
        first = [side for side, points in score.items() if points == best]
        leader = first[0] if len(first) == 1 else ""
        if leader != (self.leads[-1][2] if self.leads else ""):
            self.leads.append((step.n, self.turn, leader))

    def close(self, n: int, t: TitansTable) -> None:
        """Take the table as it is where the game is still going on."""
        if not self.turns or self.turns[-1].turn != t.state.turn:
            self.turn = t.state.turn
            self._turn_end(n, t)
