"""The rules of «Я босс!» in one place: types, moves, refusals, and the questions everybody asks."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from games.boss import entry, evidence, moves_referee, offers, panel, player, summary
from games.boss.entry import Entry
from games.boss.kit import BossKit, check, from_old
from games.boss.meta import META
from games.boss.moves import BossMove
from games.boss.moves_cards import PlayBoss, PlayClan, PlayRecruit, PlayStop, PlayTravel
from games.boss.moves_close import CloseDeal, FailDeal, call_off
from games.boss.moves_referee import INTERNAL
from games.boss.moves_talk import Agree, Keep, OfferMove, Withdraw
from games.boss.moves_turn import Discard, Draw, EndRollMove, OpenDeal, RollMove
from games.boss.options import OPTION_HELP, PRESETS, Options, Setup
from games.boss.options import from_old as options_from_old
from games.boss.panel import Panel
from games.boss.rules import NOTICES, PHASE_WORDS, RULES, WHATS, WHYS
from games.boss.setup import deal_out, setup_fields
from games.boss.state import DEAL, END_ROLL, FINISHED, HAND_LIMIT, BossState, BossTable, DealEnd
from games.boss.terms import TERMS
from games.boss.values import values
from games.boss.words import thing_words
from games.engine.evidence import Collector
from games.engine.fields import Codes, Field, Offer
from games.engine.game import Game, Standing, Story
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
        **moves_referee.REFEREE_MOVES,
    }
    rules: ClassVar[dict[str, Rule]] = RULES
    notices: ClassVar[dict[str, str]] = NOTICES
    whys: ClassVar[dict[str, str]] = WHYS
    whats: ClassVar[dict[str, str]] = WHATS
    option_help: ClassVar[dict[str, str]] = OPTION_HELP
    terms: ClassVar[dict[str, str]] = TERMS
    kept: ClassVar[tuple[str, ...]] = INTERNAL
    presets: ClassVar[dict[str, dict[str, tuple[str, dict[str, Any]]]]] = PRESETS

    def start(self, kit: Any, options: Any, teams: Iterable[Team], setup: Any) -> BossTable:
        """Return the table after set-up; the number of players has a code of its own here (B-002)."""
        sides = tuple(teams)
        if not (3 if not options.soft_rules else 2) <= len(sides) <= self.meta.most:
            raise Refusal("E_PLAYERS", "teams", n=len(sides))
        return super().start(kit, options, sides, setup)

    def deal(self, kit: Any, options: Any, teams: tuple[Team, ...], setup: Any) -> BossState:
        return deal_out(kit, options, teams, setup)

    def setup_fields(self, kit: Any, teams: tuple[Team, ...], options: Any = None) -> list[Field]:
        return setup_fields(kit, teams, options or Options())

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        return from_old(raw)

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        return options_from_old(raw)

    def check_kit(self, kit: Any) -> list[KitNote]:
        return check(kit)

    def before(self, t: BossTable, actor: str, move: Move) -> None:
        """Ask in the order of § 3.2: game over, too many cards, roll for the end, phase."""
        phase = t.state.phase
        if move.always:
            return
        if phase == FINISHED:
            t.stop("E_GAME_OVER")
        if isinstance(move, BossMove):
            if phase == HAND_LIMIT:
                if not move.may_at_limit(t, actor):
                    over = t.state.over_limit[0]
                    t.need(False, "E_MUST_DISCARD", name=t.name(over), n=t.state.hands[over], limit=t.hand_limit)
            elif phase not in move.phases:
                self._wrong_phase(t, move, phase)

    @staticmethod
    def _wrong_phase(t: BossTable, move: BossMove, phase: str) -> None:
        last = t.state.last_deal
        if phase == END_ROLL and last is not None:
            t.need(False, "E_END_ROLL_FIRST", name=t.name(last.boss))
        elif phase == DEAL:
            # The turn goes on when the deal is over: no ruling can skip its cards on the table.
            t.stop(move.code_at(phase), phase=Words(PHASE_WORDS[phase]))
        else:
            t.need(False, move.code_at(phase), phase=Words(PHASE_WORDS[phase]))

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

    def values(self, t: BossTable) -> dict[str, Codes]:
        return values(t)

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

    def panel(self, t: BossTable) -> Panel:
        return panel.panel(t)

    def entry(self, t: BossTable, chosen: dict[str, str]) -> Entry:
        return entry.entry(t, chosen)

    def story(self, t: BossTable, random: Random) -> Story[BossTable]:
        return player.story(t, random)

    def collector(self, t: BossTable) -> Collector:
        return evidence.BossCollector(t)

    def check(self, t: BossTable) -> None:
        """Refuse a correction that leaves a table on which the game cannot go on."""
        moves_referee.check(t)

    def account_of(self, field: str) -> tuple[str, str]:
        """Return (account, what) of a corrected field: `money.anna` -> anna, money; `deck` -> deck, cards."""
        head, _dot, rest = field.partition(".")
        if head in ("hands", "deck", "discard"):
            return rest or head, "cards"
        return rest or head, head

    def thing(self, ref: str) -> Words | str:
        return thing_words(ref)


GAME = Boss()
