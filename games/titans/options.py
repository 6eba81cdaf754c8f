"""Session options (§ 7). The first value of each option is the default."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.engine.i18n import gettext_noop as _
from games.engine.move import Name
from games.titans.cards import Figure

Switch = {"on": True, "off": False}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the ambiguous rules are read in this session, and which extra rules are played."""

    target_score: Annotated[int, msgspec.Meta(ge=5, le=60)] = 30
    second_totem: bool = False
    second_totem_price: Figure = 30
    long_game: bool = False
    long_rank: Literal["final_score", "finish_order"] = "final_score"
    salary: bool = False
    salary_amount: Figure = 3
    teams: dict[Name, list[Name]] = {}
    max_turns: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    time_limit_min: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    bank: Literal["unlimited", "finite"] | None = None
    actions_per_turn: Literal["exactly_two", "up_to_two"] = "exactly_two"
    pledge_over: Literal["reject", "cap"] = "reject"
    tie_loser_consolation: bool = True
    loser_may_buy_other: bool = False
    bid_cap: Literal["money", "none"] = "money"
    titan_reuse: Literal["every_tender", "once_per_turn"] = "every_tender"
    titans_as_agencies: bool = False
    effect_colour: Literal["as_printed", "always_any"] = "as_printed"
    reserve_fallback: Literal["only_when_all_empty", "per_colour"] = "only_when_all_empty"
    combos: Literal["every_turn", "once"] = "every_turn"
    combo_levels: Literal["highest", "cumulative"] = "highest"
    combo_overlap: bool = True
    totem_timing: Literal["any", "own_step"] = "any"
    reshuffle: bool = True
    record_promises: bool = False


OPTION_HELP: dict[str, str] = {
    "target_score": _("Whoever has so many points makes this turn the last one. 15–20 suits a short session. (L335)"),
    "second_totem": _("Extra rule: a second totem may be bought at the end of the results. (L347)"),
    "second_totem_price": _("What the second totem costs. (L347)"),
    "long_game": _("Extra rule: play on until at most one side is below the target. (L349)"),
    "long_rank": _("Long game: places by the final score, or by who reached the target in an earlier turn. (A-71)"),
    "salary": _("Extra rule: at the end of the results each side pays for each of its agencies. (L351)"),
    "salary_amount": _("What is paid for each agency; who has less pays all he has. (L351, A-70)"),
    "teams": _("More than four people play in teams of two or three: who, names parted by commas. Labels only. (L355)"),
    "max_turns": _(
        "After so many turns the referee is reminded that the game may be stopped; it never stops by itself."
    ),
    "time_limit_min": _("Minutes after which the referee is reminded that the game may be stopped."),
    "bank": _("Finite: payments end with the bank. Empty: finite if the kit knows how much money there is. (A-09)"),
    "actions_per_turn": _("Exactly two actions, or up to two. (A-23)"),
    "pledge_over": _("A pledge above what the side has is refused, or counts as all it has. (A-14)"),
    "tie_loser_consolation": _("Who loses an equal bid to a side nearer to the first player is consoled too. (A-33)"),
    "loser_may_buy_other": _("Who lost an auction may buy the other tender if it is left. (A-38)"),
    "bid_cap": _("Bids go up to the side's money; or any bid stands and what is missing is not paid. (A-41)"),
    "titan_reuse": _("A titan serves every tender of a turn, or one of them. (A-49)"),
    "titans_as_agencies": _(
        "Titans count as agencies: for news that name the fewest or most, combos, salary, and ties. (A-21, A-65)"
    ),
    "effect_colour": _("An effect printed in a colour gives that colour, or any. (A-56)"),
    "reserve_fallback": _(
        "“Any employee” comes from the market only when the whole reserve is empty, or colour by colour. (A-57)"
    ),
    "combos": _("Combos are rewarded every turn, or once each. (A-61)"),
    "combo_levels": _("Of equal agencies the highest reward counts, or all up to it. (A-62)"),
    "combo_overlap": _("An agency may count for equal and for different agencies at once. (A-63)"),
    "totem_timing": _("A totem is used at any time, or in one's own step only. (A-67)"),
    "reshuffle": _("When the consequences run out, the used ones are shuffled. (A-20)"),
    "record_promises": _("Ask in a crisis what each side promised aloud: material for the debrief. (L123)"),
}


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn options as recorded games spell them into the fields of `Options`: switches may be words or an amount."""
    options = dict(raw)
    for name, value in raw.items():
        if isinstance(value, str) and value in Switch:
            options[name] = Switch[value]
        elif name in ("salary", "second_totem") and type(value) is int:
            options[name] = value > 0
            options["salary_amount" if name == "salary" else "second_totem_price"] = value
        elif value == "" and name in ("max_turns", "time_limit_min", "bank", "teams"):
            options.pop(name)
    return options
