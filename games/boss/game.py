"""The rules of «Я босс!» in one place: types, moves, refusals, and the questions everybody asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from games.boss import evidence, offers, summary
from games.boss.kit import BossKit, check, from_old
from games.boss.meta import META
from games.boss.moves import BossMove
from games.boss.moves_cards import PlayBoss, PlayClan, PlayRecruit, PlayStop, PlayTravel
from games.boss.moves_close import CloseDeal, FailDeal, call_off
from games.boss.moves_referee import REFEREE_MOVES
from games.boss.moves_talk import Agree, Keep, OfferMove, Withdraw
from games.boss.moves_turn import Discard, Draw, EndRollMove, OpenDeal, RollMove
from games.boss.options import OPTION_HELP, Options, Setup
from games.boss.options import from_old as options_from_old
from games.boss.rules import NOTICES, PHASE_WORDS, RULES, WHATS, WHYS
from games.boss.setup import deal_out, setup_fields
from games.boss.state import BOARD, DEAL, END_ROLL, FINISHED, HAND_LIMIT, BossState, BossTable, DealEnd
from games.boss.terms import TERMS
from games.engine.evidence import Collector
from games.engine.fields import Field, Offer
from games.engine.game import Game, Standing
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import KitNote
from games.engine.move import REFEREE, Move
from games.engine.refusal import Refusal, Rule
from games.engine.screen import Now, TeamsBoard
from games.engine.table import Step, Team


class Boss(Game[BossTable]):
    """«Я босс!»."""

    meta = META
    kit_type = BossKit
    options_type = Options
    setup_type = Setup
    state_type = BossState
    table_type = BossTable
    moves: ClassVar[dict[str, type[Move]]] = {
        "open_deal": OpenDeal,
        "roll_move": RollMove,
        "draw": Draw,
        "discard": Discard,
        "offer": OfferMove,
        "agree": Agree,
        "keep": Keep,
        "withdraw": Withdraw,
        "play_clan": PlayClan,
        "play_travel": PlayTravel,
        "play_recruit": PlayRecruit,
        "play_boss": PlayBoss,
        "play_stop": PlayStop,
        "close_deal": CloseDeal,
        "fail_deal": FailDeal,
        "end_roll": EndRollMove,
        **REFEREE_MOVES,
    }
    rules: ClassVar[dict[str, Rule]] = RULES
    notices: ClassVar[dict[str, str]] = NOTICES
    whys: ClassVar[dict[str, str]] = WHYS
    whats: ClassVar[dict[str, str]] = WHATS
    option_help: ClassVar[dict[str, str]] = OPTION_HELP
    terms: ClassVar[dict[str, str]] = TERMS

    def start(self, kit: Any, options: Any, teams: Iterable[Team], setup: Any) -> BossTable:
        """Return the table after set-up; the number of players has a code of its own here (B-002)."""
        sides = tuple(teams)
        if not (3 if not options.soft_rules else 2) <= len(sides) <= self.meta.most:
            raise Refusal("E_PLAYERS", "teams", n=len(sides))
        return super().start(kit, options, sides, setup)

    def deal(self, kit: Any, options: Any, teams: tuple[Team, ...], setup: Any) -> BossState:
        return deal_out(kit, options, teams, setup)

    def setup_fields(self, kit: Any, teams: tuple[Team, ...]) -> list[Field]:
        return setup_fields(kit, teams)

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        return from_old(raw)

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        return options_from_old(raw)

    def check_kit(self, kit: Any) -> list[KitNote]:
        return check(kit)

    def before(self, t: BossTable, actor: str, move: Move) -> None:
        """Ask in the order of § 3.2: game over, too many cards, roll for the end, phase."""
        phase = t.state.phase
        if phase == FINISHED:
            t.need(move.always, "E_GAME_OVER")
        elif isinstance(move, BossMove) and not move.always and phase not in move.phases:
            if phase == HAND_LIMIT:
                self._need_hands_down(t, actor, move)
            elif phase == END_ROLL and t.state.last_deal is not None:
                t.need(False, "E_END_ROLL_FIRST", name=t.name(t.state.last_deal.boss))
            else:
                t.need(False, move.code_at(phase), phase=Words(PHASE_WORDS[phase]))
        elif phase == HAND_LIMIT and isinstance(move, BossMove) and not move.always:
            self._need_hands_down(t, actor, move)

    @staticmethod
    def _need_hands_down(t: BossTable, actor: str, move: BossMove) -> None:
        if not move.may_at_limit(t, actor):
            over = t.state.over_limit[0]
            t.need(False, "E_MUST_DISCARD", name=t.name(over), n=t.state.hands[over], limit=t.hand_limit)

    def candidates(self, t: BossTable) -> Iterable[Offer]:
        return offers.candidates(t)

    def summary(self, t: BossTable) -> dict[str, Any]:
        return summary.summary(t)

    def view(self, t: BossTable, viewer: str) -> dict[str, Any]:
        return summary.view(t)

    def tell(self, t: BossTable, step: Step, viewer: str = REFEREE) -> Words:
        """Return the log line; what names money totals is told to others without figures (B-129)."""
        if viewer != REFEREE and step.action in ("adjust", "audit") and summary.money_hidden(t):
            return Words(_("Manual correction")) if step.action == "adjust" else Words(_("Recount"))
        return step.words(t)

    def standings(self, t: BossTable) -> list[Standing]:
        return summary.standings(t)

    def finished(self, t: BossTable) -> bool:
        return t.state.phase == FINISHED

    def stop_game(self, t: BossTable) -> None:
        """End now: an open deal is called off, its clan cards go back (common.md)."""
        state, deal = t.state, t.state.deal
        if deal is not None:
            call_off(t, DealEnd(state.stack[0], deal.space, t.total, deal.opener, deal.boss, False))
        state.phase = FINISHED
        state.turn = None
        state.stoppable = None
        state.end_by = "stopped"

    def now(self, t: BossTable) -> Now:
        return summary.now(t)

    def board(self, t: BossTable, viewer: str = REFEREE) -> TeamsBoard:
        return summary.board(t, viewer)

    def collector(self, t: BossTable) -> Collector:
        return evidence.BossCollector(t)

    def check(self, t: BossTable) -> None:
        """Refuse a correction that leaves a table on which the game cannot go on."""
        state = t.state
        teams = {team.id for team in t.teams}
        named = {*state.hands, *state.money, *([state.turn] if state.turn else []), *state.over_limit}
        holders = {*state.investors.values()} - {BOARD}
        for name in sorted((named | holders) - teams):
            t.stop("E_UNKNOWN", "value", value=name)
        if (state.phase == DEAL) != (state.deal is not None) or state.phase not in PHASE_WORDS:
            t.stop("E_BAD_VALUE", "value", value=state.phase)
        if str(state.marker) not in t.kit.spaces or (str(state.marker) in state.covered and state.stack):
            t.stop("E_SPACE", "value", most=len(t.kit.spaces))


GAME = Boss()
