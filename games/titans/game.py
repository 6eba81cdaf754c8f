"""«Титаны рекламы»: the game as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from games.engine.evidence import Collector
from games.engine.fields import Codes, Field, Offer, Refused
from games.engine.game import Game, Standing, Story
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.kit import KitNote
from games.engine.move import REFEREE, Move
from games.engine.refusal import Refusal, Rule
from games.engine.screen import Now, TeamsBoard
from games.engine.table import Team
from games.titans import kit as kits
from games.titans import moves_acts, moves_duty, moves_fix, moves_news, moves_results, moves_tender, moves_turn
from games.titans import options as opts
from games.titans.evidence import TitansCollector
from games.titans.invariants import need_no_worse
from games.titans.meta import META
from games.titans.offers import candidates, setup_fields
from games.titans.panel import Panel, panel
from games.titans.player import story
from games.titans.rules import NOTICES, RANGES, RULES, TERMS, WHATS, WHYS
from games.titans.screen import board, now
from games.titans.setup import Setup, with_typed_cards
from games.titans.state import TitansState, TitansTable, opening
from games.titans.summary import standings, summary
from games.titans.turn import finish
from games.titans.typed import lay_open, take_card
from games.titans.values import values
from games.titans.words import COLOUR_WORDS

#: so many people play on a side at most (T-160); more are pointed out, not refused
MOST_PEOPLE = 3


class Titans(Game[TitansTable]):
    """The rules in one place: types, moves, refusals, and what may be recorded now."""

    meta = META
    kit_type = kits.TitansKit
    options_type = opts.Options
    setup_type = Setup
    state_type = TitansState
    table_type = TitansTable
    moves: ClassVar[dict[str, type[Move]]] = {
        "draw_news": moves_news.DrawNews,
        "place_staff": moves_duty.PlaceStaff,
        "discard_staff": moves_duty.DiscardStaff,
        "resolve_choice": moves_duty.ResolveChoice,
        "record_promises": moves_news.RecordPromises,
        "reveal_pledges": moves_news.RevealPledges,
        "draw_consequence": moves_news.DrawConsequence,
        "apply_consequence": moves_news.ApplyConsequence,
        "reveal_actions": moves_acts.RevealActions,
        "work": moves_acts.Work,
        "buy_card": moves_acts.BuyCard,
        "hire": moves_acts.Hire,
        "skip_action": moves_acts.SkipAction,
        "take_tender": moves_tender.TakeTender,
        "reveal_claims": moves_tender.RevealClaims,
        "reveal_bids": moves_tender.RevealBids,
        "fulfil": moves_results.Fulfil,
        "step_done": moves_results.StepDone,
        "apply_effect": moves_results.ApplyEffect,
        "decline_effect": moves_results.DeclineEffect,
        "apply_combos": moves_results.ApplyCombos,
        "salary": moves_results.Salary,
        "buy_second_totem": moves_results.BuySecondTotem,
        "refill_tender": moves_turn.RefillTender,
        "refill_agency": moves_turn.RefillAgency,
        "end_turn": moves_turn.EndTurn,
        "use_totem": moves_turn.UseTotem,
        "adjust": moves_fix.Adjust,
        "fix_option": moves_fix.FixOption,
    }
    rules: ClassVar[dict[str, Rule]] = RULES
    notices: ClassVar[dict[str, str]] = NOTICES
    whys: ClassVar[dict[str, str]] = WHYS
    whats: ClassVar[dict[str, str]] = WHATS
    option_help: ClassVar[dict[str, str]] = opts.OPTION_HELP
    terms: ClassVar[dict[str, str]] = TERMS

    def start(self, kit: Any, options: Any, teams: Iterable[Team], setup: Any) -> TitansTable:
        """Return the table after set-up. Raises E_SIDES, E_COLOUR_TAKEN, and those of `deal` (T-001, T-009)."""
        sides = tuple(teams)
        names = {team.name.strip().casefold() for team in sides}
        distinct = min(len(names), len({team.id for team in sides}))
        if not META.least <= len(sides) <= META.most or distinct < len(sides) or not all(names):
            raise Refusal("E_SIDES", "teams")
        colours = [team.colour for team in sides if team.colour]
        for team in sides:
            if colours.count(team.colour) > 1:
                raise Refusal("E_COLOUR_TAKEN", "teams", name=team.name)
        kit, setup = with_typed_cards(kit, setup)
        return super().start(kit, options, sides, setup)

    def deal(self, kit: kits.TitansKit, options: opts.Options, teams: tuple[Team, ...], setup: Setup) -> TitansState:
        """Lay the table (§ 3.1). Raises E_NOT_ALL_IN, E_UNKNOWN, E_CARD_USED, E_SETUP."""
        sides = [team.id for team in teams]
        state = opening(kit, options, sides)
        if not setup.first_side:
            raise Refusal("E_NOT_ALL_IN", "first_side", names=[Words(_("the first player"))])
        if setup.first_side not in sides:
            raise Refusal("E_UNKNOWN", "first_side", value=setup.first_side[:60])
        if state.bank is not None and state.bank < 0:
            raise Refusal("E_SETUP", "kit", value=Words(_("the bank has too little money")))
        state.first = setup.first_side
        t = self.table(kit, options, teams, state)
        for deck, slots, given in (
            ("agency", state.agency_slots, setup.agency_slots),
            ("tender", state.tender_slots, setup.tender_slots),
        ):
            if len(given) > len(slots):
                raise Refusal("E_BAD_SLOT", f"{deck}_slots", most=len(slots))
            for at, card in enumerate(given):
                if card:
                    slots[at] = id = take_card(t, deck, card, f"{deck}_slots")
                    lay_open(t, deck, id)
        return state

    def candidates(self, t: TitansTable) -> Iterable[Offer]:
        return candidates(t)

    def setup_fields(self, kit: kits.TitansKit, teams: tuple[Team, ...], options: Any = None) -> list[Field]:
        return setup_fields(kit, teams)

    def summary(self, t: TitansTable) -> dict[str, Any]:
        return summary(t)

    def values(self, t: TitansTable) -> dict[str, Codes]:
        return values(t)

    def standings(self, t: TitansTable) -> list[Standing]:
        return standings(t)

    def finished(self, t: TitansTable) -> bool:
        return t.state.phase == "over"

    def collector(self, t: TitansTable) -> Collector:
        return TitansCollector(t)

    def now(self, t: TitansTable) -> Now:
        return now(t)

    def board(self, t: TitansTable, viewer: str = REFEREE) -> TeamsBoard:
        return board(t)

    def panel(self, t: TitansTable) -> Panel:
        return panel(t)

    def story(self, t: TitansTable, random: Random) -> Story[TitansTable]:
        return story(t, random)

    def stop_game(self, t: TitansTable) -> None:
        """End now: an open auction is called off, its tender stays where it lies; what waits is dropped."""
        s = t.state
        s.stopped = True
        s.agenda, s.contested, s.losers = [], {}, []
        finish(t)

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        return kits.from_old(raw)

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        return opts.from_old(raw)

    def check_kit(self, kit: kits.TitansKit) -> list[KitNote]:
        return kits.check(kit)

    def account_of(self, field: str) -> tuple[str, str]:
        """Return (account, what) of a state field: `money.A` -> A, money; `staff.A.AG1.media` -> A/AG1, media."""
        head, *rest = field.split(".")
        if head == "bank":
            return "bank", "money"
        if head in ("money", "score") and rest:
            return rest[0], "points" if head == "score" else head
        if head == "staff" and len(rest) == 3:
            return f"{rest[0]}/{rest[1]}", rest[2]
        return (head, rest[-1]) if rest else (head, head)

    def option_notes(self, options: opts.Options) -> list[Words]:
        """Say where more people than usual play on a side (T-160)."""
        return [
            ngettext(
                "%(n)s person on a side: two or three are usual.", "%(n)s people on a side: two or three are usual.", n
            )
            for n in sorted({len(names) for names in options.teams.values()})
            if n > MOST_PEOPLE
        ]

    def thing(self, ref: str) -> Words | str:
        return COLOUR_WORDS[ref] if ref in COLOUR_WORDS else super().thing(ref)

    def named(self, t: TitansTable, ref: str) -> Words | str:
        deck = next((deck for deck in kits.BOX if t.card(deck, ref) is not None), None)
        return self.thing(ref) if deck is None else f"«{t.quoted(deck, ref)}»"

    def check(self, t: TitansTable) -> None:
        need_no_worse(t, {})

    def words(self, refusal: Refusal | Refused) -> Words:
        """Return the message of a refusal; a number or a slot out of range names the range where it is known."""
        if "most" in refusal.figures and refusal.code in RANGES:
            return Words(RANGES[refusal.code], refusal.figures)
        return super().words(refusal)


GAME = Titans()
