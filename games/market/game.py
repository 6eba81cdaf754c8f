"""«Рынок» in one place: types, moves, refusals, and the questions everybody asks a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from games.engine.evidence import Collector
from games.engine.fields import Codes, Field, Offer
from games.engine.game import Game, Standing
from games.engine.kit import Kit, KitNote
from games.engine.move import REFEREE, Move
from games.engine.refusal import Refusal, Rule
from games.engine.screen import Now, TeamsBoard
from games.engine.table import State, Table, Team
from games.market import kit as kits
from games.market import summary as views
from games.market.checks import check_table
from games.market.evidence import MarketCollector
from games.market.kit_checks import check_kit
from games.market.meta import META
from games.market.moves_deals import AntimonopolySell, BuyPlot, BuyShare, RefusePlot, SellPlot, SellShare
from games.market.moves_debts import (
    BankIou,
    BankIouRedeem,
    DeclareBankrupt,
    DemandNote,
    Fine,
    ForfeitClaim,
    IssueNote,
    RepayCredit,
    RepayNote,
)
from games.market.moves_enterprise import BuyCard, BuyLicence
from games.market.moves_fix import FixMarketKit, FixMarketOption, MarketAdjust
from games.market.moves_turn import BuyInsurance, DrawConsultation, DrawSurprise, EndTurn, LastRound, Roll, TakeCredit
from games.market.names import Label, thing_name
from games.market.offers import candidates
from games.market.options import OPTION_HELP, Options, Setup, old_options
from games.market.panel import Panel, panel
from games.market.panel_end import Ending, ending
from games.market.rules import NOTICES, RULES, WHATS, WHYS
from games.market.settlement import FinalSettlement, settle_game
from games.market.setup import deal_out, setup_fields
from games.market.state import Market, MarketTable
from games.market.terms import TERMS
from games.market.turns import MarketMove, gate
from games.market.values import values


class MarketGame(Game[MarketTable]):
    """The rules of «Рынок»."""

    meta = META
    kit_type = kits.MarketKit
    options_type = Options
    setup_type = Setup
    state_type: ClassVar[type[State]] = Market
    table_type: ClassVar[type[Table[Any, Any, Any]]] = MarketTable
    moves: ClassVar[dict[str, type[Move]]] = {
        "buy_insurance": BuyInsurance,
        "take_credit": TakeCredit,
        "roll": Roll,
        "buy_share": BuyShare,
        "sell_share": SellShare,
        "antimonopoly_sell": AntimonopolySell,
        "buy_plot": BuyPlot,
        "refuse_plot": RefusePlot,
        "sell_plot": SellPlot,
        "buy_licence": BuyLicence,
        "buy_card": BuyCard,
        "draw_surprise": DrawSurprise,
        "draw_consultation": DrawConsultation,
        "end_turn": EndTurn,
        "repay_credit": RepayCredit,
        "issue_note": IssueNote,
        "demand_note": DemandNote,
        "repay_note": RepayNote,
        "fine": Fine,
        "bank_iou": BankIou,
        "bank_iou_redeem": BankIouRedeem,
        "declare_bankrupt": DeclareBankrupt,
        "forfeit_claim": ForfeitClaim,
        "last_round": LastRound,
        "final_settlement": FinalSettlement,
        "adjust": MarketAdjust,
        "fix_option": FixMarketOption,
        "fix_kit": FixMarketKit,
    }
    rules: ClassVar[dict[str, Rule]] = RULES
    notices: ClassVar[dict[str, str]] = NOTICES
    whys: ClassVar[dict[str, str]] = WHYS
    whats: ClassVar[dict[str, str]] = WHATS
    option_help: ClassVar[dict[str, str]] = OPTION_HELP
    terms: ClassVar[dict[str, str]] = TERMS

    def start(self, kit: Kit, options: Any, teams: Iterable[Team], setup: Any) -> MarketTable:
        sides = tuple(teams)
        try:
            return super().start(kit, options, sides, setup)
        except Refusal as refusal:
            if refusal.code == "E_SETUP_TEAMS" and not META.least <= len(sides) <= META.most:
                raise Refusal("E_PLAYERS", "teams", n=len(sides)) from None
            raise

    def deal(self, kit: kits.MarketKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> Market:
        return deal_out(kit, options, teams, setup)

    def setup_fields(self, kit: kits.MarketKit, teams: tuple[Team, ...], options: Any = None) -> list[Field]:
        return setup_fields(teams)

    def before(self, t: MarketTable, actor: str, move: Move) -> None:
        if isinstance(move, FinalSettlement):
            if t.state.phase == "finished":
                t.stop("E_FINISHED")
            if t.state.phase != "final":
                t.stop("E_NOT_FINAL")
            t.need(actor == REFEREE, "E_REFEREE")
        elif isinstance(move, MarketMove):
            gate(t, actor, move)
        else:
            t.need(move.always or not self.finished(t), "E_FINISHED")
            t.state.last = []

    def candidates(self, t: MarketTable) -> Iterable[Offer]:
        return candidates(t)

    def summary(self, t: MarketTable) -> dict[str, Any]:
        return views.summary(t)

    def view(self, t: MarketTable, viewer: str) -> dict[str, Any]:
        return views.view(t, viewer)

    def values(self, t: MarketTable) -> dict[str, Codes]:
        return values(t)

    def standings(self, t: MarketTable) -> list[Standing]:
        return views.standings(t)

    def finished(self, t: MarketTable) -> bool:
        return t.state.phase == "finished"

    def collector(self, t: MarketTable) -> Collector:
        return MarketCollector(t)

    def now(self, t: MarketTable) -> Now:
        return views.now(t)

    def board(self, t: MarketTable, viewer: str = REFEREE) -> TeamsBoard:
        return views.board(t, viewer)

    def stop_game(self, t: MarketTable) -> None:
        t.state.stopped = t.state.phase != "final"
        settle_game(t, {})
        t.state.last = t.postings

    def panel(self, t: MarketTable) -> Panel:
        return panel(t)

    def entry(self, t: MarketTable, chosen: dict[str, str]) -> Ending | None:
        return ending(t, chosen)

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        return kits.old_kit(raw)

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        return old_options(raw)

    def check_kit(self, kit: kits.MarketKit) -> list[KitNote]:
        return check_kit(kit)

    def account_of(self, field: str) -> tuple[str, str]:
        parts = field.split(".")
        if parts[0] == "cash":
            return parts[-1], "money"
        if parts[0] == "insurance_pot":
            return "pot", "money"
        if parts[0] == "shares":
            return parts[-1], "share"
        return parts[min(1, len(parts) - 1)], parts[0]

    def thing(self, ref: str) -> Label:
        return thing_name(ref)

    def check(self, t: MarketTable) -> None:
        check_table(t)


GAME = MarketGame()
