"""«Экологика» as the engine sees it: types, moves and doors to the modules with the rules."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, ClassVar

from games.ecologic import invariants, kit_check, offers, screen, summary
from games.ecologic import panel as drawn
from games.ecologic.kit import EcoKit
from games.ecologic.kit import from_old as old_kit
from games.ecologic.meta import META
from games.ecologic.moves_auction import (
    AuctionLine,
    AuctionOpen,
    AuctionRecord,
    Bid,
    EcoBuy,
    EcoDecline,
    EcoDraw,
    Pass,
    PlaceLot,
    Skip,
)
from games.ecologic.moves_cycle import (
    EcologySettle,
    EcologySettleRest,
    EventChoice,
    EventDraw,
    IncomeSettle,
    IncomeSettleRest,
)
from games.ecologic.moves_table import AdjustMarkers, CorrectKit, FinalCall, Transfer
from games.ecologic.options import OPTION_HELP, Options, Setup
from games.ecologic.options import from_old as old_options
from games.ecologic.rules import NOTICES, RULES, WHATS, WHYS
from games.ecologic.setup import deal
from games.ecologic.setup_form import setup_fields
from games.ecologic.state import Desk, EcoTable
from games.ecologic.terms import TERMS
from games.ecologic.values import values
from games.ecologic.words import named
from games.engine.evidence import Collector
from games.engine.fields import Codes, Field, Offer, Refused
from games.engine.game import Game, Standing
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import KitNote
from games.engine.ledger import BANK
from games.engine.move import REFEREE, Move
from games.engine.refusal import Refusal, Rule
from games.engine.screen import Now, TeamsBoard
from games.engine.table import Team


class Ecologic(Game[EcoTable]):
    """The rules of «Экологика»."""

    meta = META
    kit_type = EcoKit
    options_type = Options
    setup_type = Setup
    state_type = Desk
    table_type = EcoTable
    moves: ClassVar[dict[str, type[Move]]] = {
        "event_draw": EventDraw,
        "event_choice": EventChoice,
        "ecology_settle": EcologySettle,
        "ecology_settle_rest": EcologySettleRest,
        "auction_open": AuctionOpen,
        "bid": Bid,
        "pass": Pass,
        "auction_record": AuctionRecord,
        "auction_line": AuctionLine,
        "place": PlaceLot,
        "eco_draw": EcoDraw,
        "eco_decline": EcoDecline,
        "eco_buy": EcoBuy,
        "skip": Skip,
        "income_settle": IncomeSettle,
        "income_settle_rest": IncomeSettleRest,
        "transfer": Transfer,
        "final_call": FinalCall,
        "adjust": AdjustMarkers,
        "fix_kit": CorrectKit,
    }
    rules: ClassVar[dict[str, Rule]] = RULES
    notices: ClassVar[dict[str, str]] = NOTICES
    whys: ClassVar[dict[str, str]] = WHYS
    whats: ClassVar[dict[str, str]] = WHATS
    option_help: ClassVar[dict[str, str]] = OPTION_HELP
    terms: ClassVar[dict[str, str]] = TERMS

    def deal(self, kit: EcoKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> Desk:
        return deal(kit, options, teams, setup)

    def candidates(self, t: EcoTable) -> Iterable[Offer]:
        return offers.candidates(t)

    def summary(self, t: EcoTable) -> dict[str, Any]:
        return summary.summary(t)

    def named(self, t: EcoTable, ref: str) -> Words | str:
        found = self.thing(ref)
        return named(t, ref) if found == ref else found

    def values(self, t: EcoTable) -> dict[str, Codes]:
        return values(t)

    def standings(self, t: EcoTable) -> list[Standing]:
        return summary.standings(t)

    def finished(self, t: EcoTable) -> bool:
        return t.state.phase == "finished"

    def now(self, t: EcoTable) -> Now:
        return screen.now(t)

    def board(self, t: EcoTable, viewer: str = REFEREE) -> TeamsBoard:
        return screen.board(t, viewer)

    def panel(self, t: EcoTable) -> drawn.Panel:
        return drawn.panel(t)

    def collector(self, t: EcoTable) -> Collector:
        # Evidence is needed by a debrief only: a table being refereed does not load it.
        found: Collector = import_module("games.ecologic.evidence").EcologicCollector(t)
        return found

    def stop_game(self, t: EcoTable) -> None:
        """End now: an open auction and a drawn card are called off, what was paid and not placed is paid back."""
        s = t.state
        pending = s.to_place
        if pending is not None:
            t.transfer(BANK, pending.player, "profits", pending.paid, "called_off", pending.lot.ref)
        s.auction = s.to_place = s.eco_offer = None
        s.choices, s.unsettled, s.opened, s.extra, s.prices = [], [], [], {}, {}
        s.to_open = ""
        s.phase, s.stopped = "finished", True

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        return old_kit(raw)

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        return old_options(raw)

    def setup_fields(self, kit: EcoKit, teams: tuple[Team, ...], options: Any = None) -> list[Field]:
        return setup_fields(kit, teams)

    def check_kit(self, kit: EcoKit) -> list[KitNote]:
        return kit_check.check(kit)

    def check(self, t: EcoTable) -> None:
        invariants.check(t)

    def words(self, refusal: Refusal | Refused) -> Words:
        """Return the message of a refusal; in a line of bids it names the offending token and its position."""
        words = super().words(refusal)
        if "token" not in refusal.figures or refusal.code.startswith("E_LINE"):
            return words
        figures = {key: refusal.figures[key] for key in ("token", "position")}
        return Words(_("Bid № %(position)s, “%(token)s”: %(message)s"), {**figures, "message": words})


GAME = Ecologic()
