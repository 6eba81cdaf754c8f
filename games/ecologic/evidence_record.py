"""What one replay leaves behind for the debrief.

`Record.see` looks at each step once and copies what it keeps; it is also used on every turn of the page, so a step
without postings costs next to nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import msgspec

from games.ecologic.evidence_facts import BUYING, Bid, Collapse, Cycle, Draw, Happening, Sale, lot_paid, lot_sold
from games.ecologic.evidence_holdings import Chip, Holdings, Token
from games.ecologic.evidence_scores import Scores
from games.ecologic.kit import RESOURCES
from games.ecologic.line import tokens
from games.ecologic.prices import normal_price, table_prices
from games.ecologic.score import score
from games.ecologic.state import BOARD, DISCARD, EcoTable, Lot
from games.engine.ledger import Posting
from games.engine.table import Step

_FIXES = ("fix_kit", "fix_option", "fix_seats")


class Record:
    """Everything the evidence is made from; `see` it all once, then read."""

    def __init__(self, t: EcoTable) -> None:
        self.teams = [team.id for team in t.teams]
        self.own = Holdings(t)
        self.sales: list[Sale] = []
        #: auctions that were called off: the lot and its bids
        self.called_off: list[tuple[Lot, list[Bid]]] = []
        self.draws: list[Draw] = []
        self.collapses: list[Collapse] = []
        self.left_minus: list[Happening] = []
        self.defaults: list[Happening] = []
        #: spared by Академия: `what` is profits, enviros, or empty for anything else; and the event of each
        self.spared: list[tuple[Happening, str]] = []
        #: (entry, cycle, event, drawer) in order
        self.events: list[tuple[int, int, str, str]] = []
        #: (cycle, event, team) -> what it changed: profits, enviros, chips, cards
        self.struck: dict[tuple[int, str, str], dict[str, int]] = {}
        #: (team, what, why) -> sum of postings, with its sign for the team
        self.flows: defaultdict[tuple[str, str, str], int] = defaultdict(int)
        self.rulings = self.adjusted = self.patched = 0
        self.n = 0
        self.round = t.state.round
        self.event = ""
        self._unsettled: list[str] = []
        self._bids: list[Bid] = []
        self._bid_lot: Lot | None = None
        self._to_place: dict[str, Sale] = {}
        self._phase = ""
        self._frozen: dict[tuple[str, str], int] | None = None
        self.scores = Scores(t)
        self._over = False
        self.cycles: list[Cycle] = []
        self.start = self._cycle(t, 0)

    # ---- one step ---------------------------------------------------------------------------------

    def see(self, step: Step, t: EcoTable) -> None:
        """Take one step and the table after it."""
        self.n = step.n
        if step.ruled:
            self.rulings += 1
        action = step.action
        if action in _ACTIONS:
            _ACTIONS[action](self, step, t)
        if step.postings or step.notices:
            self._changes(step, t)
        if action == "adjust" or action in _FIXES:
            self._corrected(action, t)
        elif step.postings:
            self.scores.look(t, {team for one in step.postings for team in (one.from_, one.to)}, step.n)
        s = t.state
        if s.phase != self._phase:
            self._phase = s.phase
            self._frozen = self._counts(t) if s.phase == "actions" else None
        if self._over and s.phase != "finished":
            # The end was taken back by hand: its cycle goes on.
            self._over = False
            self.event = self.cycles.pop().event
        if s.round != self.round or (s.phase == "finished" and not self._over):
            self._close(t)
        if s.phase == "income" or self._unsettled:
            self._unsettled = list(s.unsettled) if s.phase == "income" else []

    def _changes(self, step: Step, t: EcoTable) -> None:
        self.own.begin(step.n)
        sold = None
        for code, figures in step.notices:
            if code == "N_SOLD":
                sold = self._sold(step, t, figures)
            elif code in _NOTICES:
                _NOTICES[code](self, figures)
        for posting in step.postings:
            why, amount = posting.why, posting.amount
            self.flows[posting.from_, posting.what, why] -= amount
            self.flows[posting.to, posting.what, why] += amount
            if why in _POSTINGS:
                _POSTINGS[why](self, posting, t)
            elif why in BUYING and sold is None:
                self._bought(posting)

    def _corrected(self, action: str, t: EcoTable) -> None:
        if action == "adjust":
            self.adjusted += 1
        else:
            self.patched += 1
        self.own.settle(t, self.n, self.round)
        self.scores.forget()
        self.scores.look(t, self.teams, self.n)

    # ---- cycles -----------------------------------------------------------------------------------

    def _cycle(self, t: EcoTable, round: int, whole: bool = True) -> Cycle:
        players = t.state.players
        return Cycle(
            round,
            self.event,
            self.n,
            {team: players[team].profits for team in self.teams},
            {team: players[team].enviros for team in self.teams},
            {team: players[team].minus for team in self.teams},
            {team: score(t, team) for team in self.teams},
            table_prices(t),
            -sum(self.flows.get((team, "profits", why), 0) for team in self.teams for why in ("buy_eco", "upkeep")),
            sum(self.flows.get((team, "enviros", "cards"), 0) for team in self.teams),
            whole,
            dict(self.scores.falls),
            dict(self.scores.rises),
            self.scores.since,
        )

    def _close(self, t: EcoTable) -> None:
        self.cycles.append(self._cycle(t, self.round, not t.state.stopped))
        self._over = t.state.phase == "finished"
        self.round = t.state.round
        self.event = ""
        self.scores.begin_cycle()

    def all_cycles(self, t: EcoTable) -> list[Cycle]:
        """Return the cycles and, where one was begun and not ended, the table as it stands."""
        last = self.cycles[-1] if self.cycles else None
        if self.n == (last.n if last else 0):
            return list(self.cycles)
        now = self._cycle(t, self.round, whole=False)
        if last is None or not self._over:
            return [*self.cycles, now]
        # Corrected after the end: the last cycle ends with what is on the table now.
        moved = {name: getattr(now, name) for name in ("profits", "enviros", "minus", "scores", "prices")}
        return [*self.cycles[:-1], msgspec.structs.replace(last, n=self.n, **moved)]

    # ---- moves ------------------------------------------------------------------------------------

    def _draws_event(self, step: Step, t: EcoTable) -> None:
        self.event = t.state.event
        self.events.append((step.n, self.round, self.event, step.actor))

    def _opens(self, step: Step, t: EcoTable) -> None:
        running = t.state.auction
        self._bid_lot = running.lot if running is not None else None
        self._bids = [Bid(step.n, step.actor, step.move.bid)]

    def _bid(self, step: Step, t: EcoTable) -> None:
        self._bids.append(Bid(step.n, step.actor, step.move.amount))

    def _pass(self, step: Step, t: EcoTable) -> None:
        self._bids.append(Bid(step.n, step.actor, None))

    def _line(self, step: Step, t: EcoTable) -> None:
        self._bids = [Bid(step.n, one.player, one.amount) for one in tokens(t, step.move.text)]

    def _draws_card(self, step: Step, t: EcoTable) -> None:
        offer = t.state.eco_offer
        card = offer.card if offer else next((one.ref for one in step.postings if one.why == "no_buyer"), "")
        start = normal_price(t, step.actor, Lot("eco", card=card)) if card in t.kit.eco else 0
        stocks = {team: t.state.players[team].profits for team in self.teams}
        self.draws.append(Draw(step.n, self.round, card, step.actor, start, stocks))

    def _declines(self, step: Step, t: EcoTable) -> None:
        if self.draws:
            self.draws[-1].declined.append(step.actor)

    def _settles(self, step: Step, t: EcoTable) -> None:
        """Count what an event changed in the upkeep: it has no posting of its own."""
        event = t.kit.events.get(self.event)
        if event is None or all(op.op != "upkeep_mult" for op in event.ops):
            return
        paid: defaultdict[str, int] = defaultdict(int)
        for one in step.postings:
            if one.why == "upkeep":
                paid[one.from_] += one.amount
        for team in self._unsettled:
            if t.state.phase != "income" or team not in t.state.unsettled:
                printed = sum(t.kit.eco[card].upkeep for card in t.state.players[team].eco)
                self._strike(team, "profits", printed - paid[team])

    def _stops(self, step: Step, t: EcoTable) -> None:
        if self._bids and self._bid_lot is not None:
            self.called_off.append((self._bid_lot, self._bids))
        self._bids, self._bid_lot = [], None

    # ---- sales ------------------------------------------------------------------------------------

    def _sold(self, step: Step, t: EcoTable, f: dict[str, Any]) -> Sale:
        lot = self._bid_lot or lot_sold(step, t)
        known = self._bids if step.action in ("auction_open", "bid", "pass", "auction_line") else None
        sale = Sale(
            step.n, self.round, lot, f["team"], f["opener"], f["start"], f["normal"], f["bid"], f["paid"], known
        )
        self._bids, self._bid_lot = [], None
        self._note_sale(sale)
        return sale

    def _bought(self, posting: Posting) -> None:
        """Note a purchase without an auction: a card that was passed on, or the right of an event."""
        lot, price, team = lot_paid(posting.why.removeprefix("buy_"), posting.ref), posting.amount, posting.from_
        self._note_sale(Sale(self.n, self.round, lot, team, team, price, price, price, price, auction=False))

    def _note_sale(self, sale: Sale) -> None:
        self.sales.append(sale)
        self._to_place[sale.buyer if sale.lot.kind != "tor" else sale.lot.tor] = sale
        if sale.lot.kind == "chip":
            counts = self._frozen
            sale.pressed = sum(
                self.own.on_board(team, sale.lot.type) if counts is None else counts[team, sale.lot.type]
                for team in self.teams
                if team != sale.buyer
            )
        elif sale.lot.kind == "eco" and self.draws and self.draws[-1].card == sale.lot.card:
            self.draws[-1].buyer, self.draws[-1].price = sale.buyer, sale.paid

    def _counts(self, t: EcoTable) -> dict[tuple[str, str], int] | None:
        """Return the chips on the board where starting prices hold for the whole phase (start_price_timing)."""
        if t.options.start_price_timing == "live":
            return None
        return {(team, type): self.own.on_board(team, type) for team in self.teams for type in RESOURCES}

    def _places(self, posting: Posting, t: EcoTable) -> None:
        if posting.what == "tor":
            sale = self._to_place.pop(posting.ref, None)
            price = sale.paid if sale else None
            thing: Chip | Token = self.own.token_in(t, posting.ref, posting.to, price, self.n, self.round)
        else:
            sale = self._to_place.pop(posting.from_, None)
            price = sale.paid if sale else None
            thing = self.own.stack_on(posting.from_, posting.what, posting.ref, price, self.n, self.round)
        if sale is not None:
            sale.thing = thing

    def _hands_card(self, posting: Posting, t: EcoTable) -> None:
        sale = self._to_place.pop(posting.to, None)
        card = self.own.card_in(posting.to, posting.ref, sale.paid if sale else None, self.n, self.round)
        if sale is not None:
            sale.thing = card

    def _calls_off(self, posting: Posting, t: EcoTable) -> None:
        """Forget a purchase that was paid and given back."""
        for key in (posting.to, posting.ref):
            sale = self._to_place.pop(key, None)
            if sale is not None:
                self.sales.remove(sale)
                self.called_off.append((sale.lot, sale.bids or []))

    # ---- what happens by rule -----------------------------------------------------------------------

    def _strike(self, team: str, what: str, amount: int, event: str = "") -> None:
        if amount and team in self.teams:
            hit = self.struck.setdefault((self.round, event or self.event, team), {})
            hit[what] = hit.get(what, 0) + amount

    def _event(self, p: Posting, t: EcoTable) -> None:
        if p.what in RESOURCES:
            if p.to == BOARD:
                self.own.stack_on(p.from_, p.what, p.ref, None, self.n, self.round)
                self._strike(p.from_, "chips", p.amount)
            else:
                self.own.stack_off(p.to, p.what, p.ref, self.n)
                self._strike(p.to, "chips", -p.amount)
        elif p.what == "eco":
            if p.to == DISCARD:
                self.own.card_out(p.from_, p.ref, self.n)
                self._strike(p.from_, "cards", -1)
            else:
                self.own.card_in(p.to, p.ref, None, self.n, self.round)
                self._strike(p.to, "cards", 1)
        else:
            self._strike(p.to, p.what, p.amount, p.ref)
            self._strike(p.from_, p.what, -p.amount, p.ref)

    def _closes(self, posting: Posting, t: EcoTable) -> None:
        chip = self.own.stack_off(posting.to, posting.what, posting.ref, self.n)
        for one in reversed(self.collapses):
            if one.team == posting.to:
                one.chip = chip
                return

    def _discards(self, posting: Posting, t: EcoTable) -> None:
        self.own.card_out(posting.from_, posting.ref, self.n)
        self.defaults.append(Happening(self.n, self.round, posting.from_, posting.ref))

    def _no_buyer(self, posting: Posting, t: EcoTable) -> None:
        if self.draws:
            self.draws[-1].gone = self.n

    def _collapse(self, f: dict[str, Any]) -> None:
        again = any(one.team == f["team"] for one in self.collapses)
        self.collapses.append(Collapse(self.n, self.round, f["team"], f["amount"], again))

    def _leaves_minus(self, f: dict[str, Any]) -> None:
        self.left_minus.append(Happening(self.n, self.round, f["team"], "minus"))

    def _spares(self, f: dict[str, Any], what: str = "") -> None:
        amount = f.get("amount", 0)
        self.spared.append((Happening(self.n, self.round, f["team"], what, amount), self.event))
        token = self.own.of_kind(f["team"], "academy")
        if token is not None:
            token.profits += amount if what == "profits" else 0
            token.enviros += amount if what == "enviros" else 0

    def _spares_profits(self, f: dict[str, Any]) -> None:
        self._spares(f, "profits")

    def _spares_enviros(self, f: dict[str, Any]) -> None:
        self._spares(f, "enviros")

    # ---- counts -------------------------------------------------------------------------------------

    def _earned(self, posting: Posting, t: EcoTable) -> None:
        self.own.earned(t, posting)

    def _harmed(self, posting: Posting, t: EcoTable) -> None:
        self.own.harmed(posting)

    def _worked(self, posting: Posting, t: EcoTable) -> None:
        self.own.card_worked(posting)

    def _kept(self, posting: Posting, t: EcoTable) -> None:
        self.own.card_kept(posting)

    def _gave(self, posting: Posting, t: EcoTable) -> None:
        self.own.token_gave(t, posting)


_ACTIONS: dict[str, Callable[[Record, Step, EcoTable], None]] = {
    "event_draw": Record._draws_event,
    "auction_open": Record._opens,
    "bid": Record._bid,
    "pass": Record._pass,
    "auction_line": Record._line,
    "eco_draw": Record._draws_card,
    "eco_decline": Record._declines,
    "income_settle": Record._settles,
    "income_settle_rest": Record._settles,
    "stop_game": Record._stops,
}
_NOTICES: dict[str, Callable[[Record, dict[str, Any]], None]] = {
    "N_COLLAPSE": Record._collapse,
    "N_MINUS_LEFT": Record._leaves_minus,
    "N_ACADEMY": Record._spares,
    "N_ACADEMY_PROFITS": Record._spares_profits,
    "N_ACADEMY_ENVIROS": Record._spares_enviros,
}
_POSTINGS: dict[str, Callable[[Record, Posting, EcoTable], None]] = {
    "income": Record._earned,
    "chips": Record._harmed,
    "cards": Record._worked,
    "upkeep": Record._kept,
    "reserve": Record._gave,
    "hub": Record._gave,
    "place": Record._places,
    "card": Record._hands_card,
    "event": Record._event,
    "closed": Record._closes,
    "discard": Record._discards,
    "no_buyer": Record._no_buyer,
    "called_off": Record._calls_off,
}
