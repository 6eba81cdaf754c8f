"""The debrief's one pass over the replay (§ 8): what is gathered; the pieces themselves are in evidence_*.py."""

from __future__ import annotations

from typing import Any

from games.engine.evidence import Findings
from games.engine.table import Step
from games.market import evidence_assets as assets
from games.market import evidence_course as course
from games.market import evidence_deals as deals
from games.market import evidence_debts as debts
from games.market.evidence_records import DebtRecords, worth
from games.market.moments import moments
from games.market.names import place
from games.market.questions import QUESTIONS
from games.market.seen import (
    Asked,
    Build,
    Flow,
    OwnerDeal,
    Snapshot,
    Spell,
    Unused,
)
from games.market.state import MONEY, MarketTable
from games.market.summary import equity, parts_of
from games.market.turns import allowed

#: Moves of the next player that may close a turn by themselves (auto_end_turn).
OPENERS = ("roll", "buy_insurance", "take_credit")
#: Deals that use an owner's right.
DEALS = ("buy_share", "sell_share", "buy_licence", "buy_card", "sell_plot")


class MarketCollector(DebtRecords):
    """Gathers the records of a game; `findings` turns them into evidence."""

    def __init__(self, t: MarketTable) -> None:
        super().__init__()
        self.flows: dict[tuple[str, str], Flow] = {}
        self.snapshots: list[Snapshot] = []
        self.asked: list[Asked] = []
        self.builds: list[Build] = []
        self.owner_deals: list[OwnerDeal] = []
        self.unused: list[Unused] = []
        self.spells: list[Spell] = []
        self.premiums: dict[str, int] = {}
        self.pot: dict[str, int] = {}
        self.company_income: dict[str, int] = {}
        #: (turn, entry, company, holders) at every change
        self.stakes: list[tuple[int, int, str, dict[str, int]]] = []
        self.first_shares: list[tuple[int, int, str, str, int]] = []
        self.refused_plots: list[tuple[int, int, str, str, int]] = []
        self.plot_turns: dict[str, int] = {}
        self.bought_this_turn = 0
        self.before = self.look(t, 0)
        self.was: dict[str, Any] = self.remember(t)
        self.final: Snapshot | None = None

    # ---- looking ------------------------------------------------------------------------------

    def look(self, t: MarketTable, n: int) -> Snapshot:
        """Return the figures of the table now."""
        state = t.state
        parts = {team: {} if team in state.bankrupt else parts_of(t, team) for team in state.cash}
        equities = {team: equity(t, team) for team in state.cash}
        return Snapshot(state.turn, n, dict(state.cash), parts, equities, t.alive())

    def remember(self, t: MarketTable) -> dict[str, Any]:
        """Return what the next step is compared with."""
        state = t.state
        return {
            "turn": state.turn,
            "phase": t.phase,
            "right": state.right,
            "right_of": state.right_of,
            "used": state.used,
            "current": state.current,
            "credit_taken": state.credit_taken,
            "insurance": dict(state.insurance),
            "plots": dict(state.plots),
            "alive": t.alive(),
            "notes": list(state.notes),
            "allowed": allowed(t),
            "at": state.pos.get(state.current, 0),
        }

    def see(self, step: Step, t: MarketTable) -> None:
        """Take what one step leaves behind."""
        was, state = self.was, t.state
        turn = was["turn"]
        over = state.turn != turn or (
            state.phase in ("final", "finished") and was["phase"] not in ("final", "finished")
        )
        opened_new = over and step.action in OPENERS
        if over:
            self.close_turn(t, step, was, self.before if opened_new else self.look(t, step.n))
        if opened_new:
            turn, was = state.turn, self.remember(t) | {"phase": "pre_roll", "right_of": "", "right": ""}
        self.money(step, t, turn)
        for posting in step.postings:
            if posting.what == "share":
                self.share_moved(t, step, turn, posting.ref)
        method = getattr(self, f"on_{step.action}", None)
        if method is not None:
            method(step, t, turn, was)
        if was["phase"] == "owner_deal" and step.actor == was["right_of"] and step.action in DEALS:
            self.owner_used(step, t)
        self.debts(step, t, turn, was)
        self.before = self.look(t, step.n)
        self.was = self.remember(t)

    def close_turn(self, t: MarketTable, step: Step, was: dict[str, Any], end: Snapshot) -> None:
        """Keep the figures at the end of a turn, and a right to buy that nobody used although the cash was there."""
        end.turn = was["turn"]
        end.whole = t.state.phase not in ("final", "finished")
        self.snapshots.append(end)
        if was["phase"] in ("deals", "owner_deal") and step.action == "end_turn" and was["used"] in ("", "credit"):
            team = was["right_of"]
            price = self.cheapest(t, team, was)
            cash = self.before.cash[team]
            if price and cash >= price:
                self.unused.append(Unused(step.n, was["turn"], team, cash, price, place(t, was["at"])))

    def cheapest(self, t: MarketTable, team: str, was: dict[str, Any]) -> int:
        """Return the lowest price of a share or plot that the unused right allowed to buy, 0 if there was none."""
        prices = []
        for right in was["allowed"]:
            general, _colon, special = right.partition(":")
            if general == "buy_share":
                prices += [
                    t.kit.prices[company]
                    for company in ([special] if special else t.kit.companies)
                    if sum(t.holders(company).values()) < t.kit.companies[company].shares
                ]
            elif general == "buy_plot":
                prices += [price for no, price in t.kit.lands.items() if not was["plots"].get(no)]
        return min(prices, default=0)

    # ---- money by asset -----------------------------------------------------------------------

    def flow(self, team: str, asset: str, n: int, turn: int) -> Flow:
        """Return the record of a player and an asset."""
        found = self.flows.get((team, asset))
        if found is None:
            found = self.flows[team, asset] = Flow(team, asset, n, turn)
        return found

    def money(self, step: Step, t: MarketTable, turn: int) -> None:
        """Book the postings of a step by player and asset."""
        teams = t.state.cash
        for one in step.postings:
            if one.what != MONEY:
                continue
            why, ref = one.why, one.ref
            for team, sign in ((one.to, 1), (one.from_, -1)):
                if team in teams:
                    self.cause(turn, team, why, sign * (one.amount - worth(t, one)))
            if why in ("share_price", "auction_price", "plot_price"):
                self.flow(one.from_, ref, step.n, turn).paid += one.amount
            elif why in ("sale_proceeds", "surrender_share", "surrender_plot"):
                self.flow(one.to, ref, step.n, turn).sold += one.amount
            elif why == "commission_penalty":
                self.flow(one.from_, ref, step.n, turn).penalties += one.amount
            elif one.to in teams and (why.endswith("_share") or why.endswith("_commission")):
                self.flow(one.to, ref, step.n, turn).income += one.amount
                self.company_income[ref] = self.company_income.get(ref, 0) + one.amount
                self.spell_income(one.to, ref, one.amount)
                if why == "insurance_pot_share":
                    self.pot[one.to] = self.pot.get(one.to, 0) + one.amount
            elif why == "not_demanded" and ref in t.kit.companies:
                self.flow(one.from_, ref, step.n, turn).income -= one.amount
            elif why == "insurance_premium":
                self.premiums[one.from_] = self.premiums.get(one.from_, 0) + one.amount
            elif why == "dividends":
                for company, held in t.state.shares.items():
                    if one.to in held:
                        amount = held[one.to] * t.kit.constants.dividend_per_share
                        self.flow(one.to, company, step.n, turn).dividends += amount
            elif why == "enterprise_income":
                self.enterprise_income(t, one.to)
            elif why == "surprise_loss":
                self.loss_paid(one.from_, one.amount)
            elif why in ("bankrupt_cash", "bankrupt_partial"):
                self.bankrupt_paid(one.from_, one.amount)

    def spell_income(self, team: str, company: str, amount: int) -> None:
        """Book income into the running monopoly, if there is one."""
        for spell in self.spells:
            if spell.team == team and spell.company == company and not spell.end_n:
                spell.income += amount

    def share_moved(self, t: MarketTable, step: Step, turn: int, company: str) -> None:
        """Note who holds how much now, and where a monopoly begins or ends."""
        holders = dict(t.holders(company))
        if not any(seen == company for _turn, _n, seen, _holders in self.stakes):
            team = next(iter(holders), step.actor)
            self.first_shares.append((turn, step.n, company, team, t.kit.prices[company]))
        self.stakes.append((turn, step.n, company, holders))
        for spell in self.spells:
            if spell.company == company and not spell.end_n and holders.get(spell.team, 0) < 2:
                spell.end_n, spell.end_turn = step.n, turn
        running = {(spell.team, spell.company) for spell in self.spells if not spell.end_n}
        for team, count in holders.items():
            if count > 1 and (team, company) not in running:
                self.spells.append(Spell(team, company, step.n, turn))

    # ---- moves --------------------------------------------------------------------------------

    def on_roll(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Tax by asset, interest by loan, and an owner's right that the landing opens."""
        team, state, kit = step.actor, t.state, t.kit
        taxed = any(one.why == "tax" for one in step.postings)
        if taxed or any(debt.why == "tax" and debt.debtor == team for debt in state.obligations):
            percent = kit.constants.tax_percent
            for company, held in state.shares.items():
                if held.get(team):
                    self.flow(team, company, step.n, turn).tax += held[team] * kit.prices[company] * percent // 100
            for no, owner in state.plots.items():
                if owner == team:
                    self.flow(team, f"plot:{no}", step.n, turn).tax += kit.lands[no] * percent // 100
        interest = sum(one.amount for one in step.postings if one.why == "credit_interest")
        if interest:
            self.passes.append((interest, step.n, turn, team))
            for loan in self.loans:
                if loan.kind == "credit" and loan.team == team and not loan.closed_turn:
                    loan.passes += 1
                    loan.paid_passing += loan.amount * loan.percent // 100
        if state.phase == "owner_deal":
            plot = kit.way.plots[state.pos[team]]
            self.owner_deals.append(OwnerDeal(step.n, turn, state.right_of, team, plot))

    def on_buy_plot(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Remember when a plot was bought."""
        self.plot_turns[str(step.move.plot)] = turn

    def on_sell_plot(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Remember when a plot got its new owner; what lay on its card is gone."""
        plot = str(step.move.plot)
        self.plot_turns[plot] = turn
        self.builds = [build for build in self.builds if build.done_turn or build.plot != plot]

    def on_refuse_plot(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A refused plot is a key moment: who bought it, or the charge."""
        plot = t.kit.way.plots[t.state.pos[step.actor]]
        charge = sum(one.amount for one in step.postings if one.why == "refusal_charge")
        self.refused_plots.append((turn, step.n, step.actor, plot, charge))
        if step.move.winner:
            self.plot_turns[plot] = turn

    def on_buy_licence(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """An enterprise begins."""
        plot = str(step.move.plot)
        product = t.state.progress[plot].product
        before = [one.done_turn for one in self.builds if one.plot == plot and one.team == step.actor]
        free = max([self.plot_turns.get(plot, turn), *before])
        build = Build(step.actor, plot, product, free, turn, step.n)
        build.cost = sum(one.amount for one in step.postings if one.why == "licence" and one.what == MONEY)
        self.count_stop(build, step, was)
        self.builds.append(build)

    def on_buy_card(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A card was bought, or refused after the shareholders asked; the fourth commissions the enterprise."""
        move, plot = step.move, str(step.move.plot)
        build = next((b for b in reversed(self.builds) if b.plot == plot and not b.done_turn), None)
        if build is None:
            return
        nominal = t.kit.products[build.product].price(move.kind)
        company = "agency" if move.kind == "personnel" else "trade"
        refused, by_owner = move.outcome == "refused", was["phase"] == "owner_deal"
        self.asked.append(
            Asked(
                step.n, turn, step.actor, plot, move.kind, company, nominal, dict(move.first_asked),
                dict(move.commissions), refused, by_owner,
            )
        )  # fmt: skip
        for spell in self.spells:
            if spell.company == company and not spell.end_n and spell.team in move.commissions:
                spell.asked += move.commissions[spell.team]
                spell.granted += 0 if refused else move.commissions[spell.team]
        if refused:
            build.refused += 1
            return
        build.slots[move.kind] = (turn, step.n)
        build.commissions += sum(move.commissions.values())
        build.cost += nominal + sum(move.commissions.values())
        self.count_stop(build, step, was)
        receipts = [one.amount for one in step.postings if one.why in ("output_price", "half_plot_price")]
        if receipts:
            build.receipts = sum(receipts)
            build.done_turn, build.done_n = turn, step.n

    def count_stop(self, build: Build, step: Step, was: dict[str, Any]) -> None:
        """Count whether a card was bought on an own stop or by an owner's deal."""
        if was["phase"] == "owner_deal" and step.actor == was["right_of"]:
            build.owner_deals += 1
        else:
            build.own_stops += 1

    def enterprise_income(self, t: MarketTable, team: str) -> None:
        """Book the income of one lap to each enterprise of a player."""
        for build in self.builds:
            if build.team == team and build.done_turn:
                build.later_income += t.kit.constants.enterprise_income

    def on_antimonopoly_sell(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """A forced sale ends a monopoly: price against nominal, and what the seller got."""
        company, nominal = step.move.company, t.kit.prices[step.move.company]
        for spell in reversed(self.spells):
            if spell.team == step.actor and spell.company == company:
                spell.forced = True
                spell.forced_nominal = nominal * len(step.move.lots)
                spell.forced_price = sum(lot.price or nominal if lot.winner else nominal for lot in step.move.lots)
                spell.forced_got = sum(one.amount for one in step.postings if one.why == "sale_proceeds")
                return

    def owner_used(self, step: Step, t: MarketTable) -> None:
        """An owner used the deal that a landing gave him."""
        for deal in reversed(self.owner_deals):
            if deal.owner == step.actor and not deal.used_n:
                refused = step.action == "buy_card" and step.move.outcome == "refused"
                deal.used_n, deal.what = step.n, "refused" if refused else step.action
                deal.value = sum(one.amount for one in step.postings if one.from_ == step.actor and one.what == MONEY)
                deal.completed = any(one.why == "output_price" for one in step.postings)
                return

    def on_final_settlement(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """The last turn ends with the settlement: loans that are paid in it, and the closing figures."""
        for one in step.postings:
            if one.why == "credit_interest" and one.what == MONEY:
                rate = one.amount * 100 // t.kit.constants.credit_amount
                self.close_loan(turn, "credit", one.from_, rate, 0, one.amount)
        self.final = self.look(t, step.n)
        if self.snapshots:
            last = self.snapshots[-1]
            last.parts, last.equity = self.final.parts, self.final.equity

    def on_stop_game(self, step: Step, t: MarketTable, turn: int, was: dict[str, Any]) -> None:
        """Stopped: the turn ends here."""
        self.on_final_settlement(step, t, turn, was)

    # ---- the end ------------------------------------------------------------------------------

    def close(self, t: MarketTable) -> None:
        """Put closing values on what is still held; a game that goes on is looked at as it stands."""
        for (team, asset), flow in self.flows.items():
            if asset.startswith("plot:"):
                flow.closing = t.kit.lands.get(asset[5:], 0) if t.state.plots.get(asset[5:]) == team else 0
            else:
                flow.closing = t.stake(asset, team) * t.kit.prices.get(asset, 0)
        if t.state.phase != "finished" and (not self.snapshots or self.snapshots[-1].turn != t.state.turn):
            self.before.whole = False
            self.snapshots.append(self.before)

    def findings(self, t: MarketTable) -> Findings:
        """Return the evidence for each question, the course of the game and its key moments."""
        self.close(t)
        answers = {
            "D-1": assets.returns(self, t),
            "D-2": assets.monopolies(self, t),
            "D-3": deals.commissions(self, t),
            "D-4": debts.borrowed(self, t),
            "D-5": debts.insurance(self, t),
            "D-6": deals.enterprises(self, t),
            "D-7": course.idle_cash(self, t),
            "D-8": course.structure(self, t),
            "D-9": deals.owner_deals(self, t),
            "D-10": debts.insolvencies(self, t),
        }
        return Findings(
            questions=QUESTIONS,
            results=course.results(self, t),
            course=course.course(self, t),
            answers=answers,
            moments=moments(self, t),
            teams={team.id: course.sheet(self, t, team.id) for team in t.teams},
            caveats=course.caveats(self, t),
        )
