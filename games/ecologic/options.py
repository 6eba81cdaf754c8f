"""Session options (§ 7) and set-up. The first value of each option is the default."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.ecologic.kit import Chips, Count, Placed
from games.engine.i18n import gettext_noop as _

#: phase_order -> the phases as they follow each other
ORDERS: dict[str, tuple[str, ...]] = {
    "events-ecology-actions-income": ("events", "ecology", "actions", "income"),
    "events-actions-ecology-income": ("events", "actions", "ecology", "income"),
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the ambiguous rules are read in this session; None: as the kit says."""

    phase_order: Literal["events-ecology-actions-income", "events-actions-ecology-income"] = (
        "events-ecology-actions-income"
    )
    score_source: Literal["table", "formula"] = "table"
    score_rounding: Literal["nearest", "ceil", "floor"] = "nearest"
    minus_recovery: Literal["from_zero", "from_minus_one"] = "from_zero"
    collapse_scope: Literal["any", "ecology"] = "any"
    start_price_timing: Literal["live", "phase_start"] = "live"
    exchange_mode: Literal["half_start", "pay_half", "half_all"] = "half_start"
    exchange_lots: Literal["chip+eco+tor", "chip"] = "chip+eco+tor"
    academy_mode: Literal["negative_ops", "whole_event"] = "negative_ops"
    academy_market: bool = False
    reserve_hub_per: Literal["sector", "chip"] = "sector"
    tor_placement: Literal["empty", "any"] = "empty"
    tor_place: Literal["at_once", "later"] = "at_once"
    sector_sharing: bool = False
    eco_pass: Literal["auction", "plain"] = "auction"  # noqa: S105 - no password
    eco_decliners_may_bid: bool = True
    eco_pass_consumes_opening: bool = False
    eco_reshuffle: bool = False
    upkeep_rule: Literal["maximal", "all", "free"] = "maximal"
    bid_recording: Literal["quick", "full"] = "quick"
    bid_order: Literal["strict", "free"] = "strict"
    min_increment: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    transfers: bool = True
    tie_break: Literal["shared", "exact_base"] = "shared"
    show_live_score: bool = False
    max_level: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    chips: Chips | None = None
    tor_start: Count | None = None
    max_profits: Count | None = None
    max_enviros: Count | None = None
    final: Literal["card_or_referee", "card"] = "card_or_referee"


OPTION_HELP: dict[str, str] = {
    "phase_order": _(
        "The rulebook lists Events, Ecology, Actions, Income twice: that is the default. But it compares Income with "
        "“the previous phase”, which fits Ecology, and the 2013 edition plays Actions before Ecology. In the default "
        "order what is bought in the last cycle never costs enviros. (A-01)"
    ),
    "score_source": _(
        "Base points from the printed table where the kit has it, else by the formula; or always by the formula."
    ),
    "score_rounding": _(
        "9 profits and 7 enviros give exactly 12.44. The rulebook prints 12 for them, but says that all rounding goes "
        "up, which would give 13. Nearest (the default) and down give the printed 12, up gives 13. The result always "
        "shows the exact value too. (A-02, § 5.3)"
    ),
    "minus_recovery": _("After “minus” the next n enviros bring the marker to n, or to n − 1. (A-04)"),
    "collapse_scope": _(
        "A loss of enviros by an event outside the Ecology phase may cause a collapse too, or only takes what is "
        "there. (A-09)"
    ),
    "start_price_timing": _(
        "Starting prices follow the board at every opening, or stay as at the beginning of the Actions phase. (A-16)"
    ),
    "exchange_mode": _(
        "The Exchange halves the starting price; or its owner pays half of his winning bid; or whoever wins pays half "
        "of what he bid. (A-19)"
    ),
    "exchange_lots": _("The Exchange works for chips, eco-initiatives and ТОР, or for chips only. (A-19)"),
    "academy_mode": _(
        "The Academy blocks the harmful effects of an event, or the whole event if any of it is harmful. (A-21)"
    ),
    "academy_market": _("The Academy also blocks price rises that hold for the whole table. (A-21)"),
    "reserve_hub_per": _(
        "The Reserve and the Hub give 1 for each producing sector next door, or for each chip. (A-22)"
    ),
    "tor_placement": _("A ТОР is placed on an empty sector, which then holds no production; or on any sector. (A-24)"),
    "tor_place": _("A bought ТОР is placed at once, or later: until then it has no effect and gives no points."),
    "sector_sharing": _("Several players and both types may produce in one sector. (A-25, A-26)"),
    "eco_pass": _("Who is passed an eco-initiative opens an auction for it, or just buys it at its price. (A-29)"),
    "eco_decliners_may_bid": _("Who declined an eco-initiative may still bid for it. (A-30)"),
    "eco_pass_consumes_opening": _("Opening for a card that was passed on uses up one's own opening. (A-31)"),
    "eco_reshuffle": _("When the deck of eco-initiatives is empty, the discards become the deck. (A-33)"),
    "upkeep_rule": _(
        "Who lacks upkeep discards cards of his choice but none he could still pay; or all cards with upkeep; or any, "
        "also without need. (A-35, A-36)"
    ),
    "bid_recording": _("How the panel begins to record an auction: by its result, or bid by bid."),
    "bid_order": _("Bids go clockwise from the opener, or anybody bids at any time. (A-18)"),
    "min_increment": _("A raise is by at least this much. (A-18)"),
    "transfers": _("Players may give each other profits; enviros never. (A-39)"),
    "tie_break": _("Equal totals share the place, or the exact base points decide. (A-40)"),
    "show_live_score": _("Show the score as if the game ended now while it goes on: that changes how people play."),
    "max_level": _("The highest level of a production; empty: as in the kit. (A-28)"),
    "chips": _("Chips of each type per player; empty: as in the kit."),
    "tor_start": _("The starting price of a ТОР; empty: as in the kit."),
    "max_profits": _("The end of the profit track; empty: as in the kit."),
    "max_enviros": _("The end of the enviro track; empty: as in the kit."),
    "final": _("The last cycle is named by the card “Final report” or by the referee, or by the card only. (A-41)"),
}

_SWITCHES = {"on": True, "off": False}
_FINAL = {"by card or referee": "card_or_referee", "by card": "card", "card or referee": "card_or_referee"}


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn options as recorded games spell them into the fields of `Options`."""
    options = dict(raw)
    for name, value in raw.items():
        if name == "phase_order" and isinstance(value, list):
            options[name] = "-".join(map(str, value))
        elif name == "exchange_lots" and isinstance(value, list):
            options[name] = "chip" if value == ["chip"] else "chip+eco+tor"
        elif name == "chips_per_player":
            options["chips"] = options.pop(name)
        elif name == "score_source" and isinstance(value, str) and value.startswith("table"):
            options[name] = "table"
        elif name == "final" and isinstance(value, str):
            options[name] = _FINAL.get(value.replace("_", " "), value)
        elif isinstance(value, str) and value in _SWITCHES:
            options[name] = _SWITCHES[value]
    return options


Enviros = Count | Literal["minus"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on the table at the beginning; what is left out is as in the kit.

    Start resources are one value for all or one a team. `start_chips` lists (team, type, sector), twice for level 2.
    """

    initiator: str = ""
    start_profits: Count | dict[str, Count] | None = None
    start_enviros: Enviros | dict[str, Enviros] | None = None
    chips_per_player: Chips | None = None
    start_chips: list[Placed] | None = None
    start_tors: list[tuple[str, str, str]] = []
    start_eco: list[tuple[str, str]] = []
