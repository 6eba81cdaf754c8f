"""What may be agreed before the game (rules § 7), and how it is laid out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.engine.i18n import gettext_noop as _

Cards = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a session, the default first; a number of 0 means that the variant is off."""

    turn_order_after_boss: Literal["last_boss", "opener"] = "last_boss"
    must_deal_over: Cards = 0
    earn_needs_card: Literal["off", "no_pay", "refuse"] = "off"
    draw_by_investors: bool = False
    min_hand_to_open: Cards = 0
    late_hand_limit: Cards = 0
    v6_when: Literal["immediately", "at_draw"] = "immediately"
    short_game: bool = False
    soft_rules: bool = False
    soft_clan: Literal["agreement_only", "fair_share"] = "agreement_only"
    fair_share_rounding: Literal["floor", "nearest", "exact"] = "floor"
    two_player_investors: Literal[3, 2] = 3
    ask_before_close: bool = False
    payees: Literal["participants", "anyone"] = "participants"
    stop_window: Literal["next_action_card", "next_event"] = "next_action_card"
    stop_outside_deal: bool = False
    clan_offer: Literal["warn", "strict"] = "warn"
    reshuffle: Literal["on_need", "at_zero"] = "on_need"
    money_view: Literal["hidden", "open"] = "hidden"
    banker: Literal["player", "trainer"] = "player"
    tie_break: Literal["shared", "deals_as_boss"] = "shared"
    log_depth: Literal["full", "fast"] = "full"
    hand_limit: Cards = 12
    hand_start: Cards = 5
    draw_n: Cards = 3


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds which investor (a team or "board"), who begins, who puts the marker where, who is banker."""

    investors: dict[str, str] = {}
    first_player: str = ""
    marker_by: str | None = None
    marker: int = 0
    banker: str | None = None


#: What «on» means for the options that are numbers.
_NUMBERS = {"must_deal_over": 10, "late_hand_limit": 10, "min_hand_to_open": 4}
_FLAGS = {"draw_by_investors", "short_game", "soft_rules", "ask_before_close", "stop_outside_deal"}


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn options as people write them («on», «off», null) into the fields of `Options`."""
    found: dict[str, Any] = {}
    for name, value in raw.items():
        on = (
            {"on": True, "off": False, None: False}.get(value, value) if isinstance(value, (str, type(None))) else value
        )
        if name == "two_players":
            if on is True:
                found["soft_rules"] = True
        elif name in _FLAGS:
            found[name] = on
        elif name in _NUMBERS and isinstance(on, bool):
            found[name] = _NUMBERS[name] if on else 0
        elif name == "earn_needs_card" and isinstance(on, bool):
            found[name] = "no_pay" if on else "off"
        else:
            found[name] = value
    return found


#: What is often chosen together (§ 7), and how deep the log goes (§ 3.6): heading -> key -> words, what it sets.
PRESETS: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    _("Rules of the table"): {
        "base": (_("Basic rules"), {}),
        "popular": (_("Popular variants"), {"turn_order_after_boss": "opener", "must_deal_over": 10}),
        "short": (_("Short game"), {"short_game": True}),
        "soft": (_("Soft rules, also for two"), {"soft_rules": True}),
        "training": (_("Training, 60 minutes"), {"short_game": True, "ask_before_close": True, "banker": "trainer"}),
    },
    _("What the referee records"): {
        "full": (_("Everything: offers, counter-offers, cards"), {}),
        "fast": (_("Fast: agreements, cards, results"), {"log_depth": "fast"}),
    },
}

OPTION_HELP: dict[str, str] = {
    "turn_order_after_boss": _("Variant: a change of the boss leaves the order of turns as it is."),
    "must_deal_over": _(
        "Variant: with more cards than this at the start of the turn a deal must be tried (10; 0 = off)."
    ),
    "earn_needs_card": _("Variant: only the boss and those who played a card in the deal earn."),
    "draw_by_investors": _("Variant: draw 4, 3, 2 or 1 card with 0, 1, 2 or more investors."),
    "min_hand_to_open": _("Variant: with fewer cards than this no deal may be opened (4; 0 = off)."),
    "late_hand_limit": _("Variant: from deal 10 on the hand limit is this (10; 0 = off)."),
    "v6_when": _("When the late hand limit is applied: at once, or at the next draw."),
    "short_game": _("Variant: without deal cards 3, 6 and 9."),
    "soft_rules": _("Rules for two players: investors join without consent, for a fair share. Needed for two players."),
    "soft_clan": _("Soft rules: another player's clan card joins by agreement only, or for a fair share too."),
    "fair_share_rounding": _(
        "Soft rules: a fair share that is not whole is rounded down, to the nearest, or not at all."
    ),
    "two_player_investors": _("Two players: how many investors each is dealt."),
    "ask_before_close": _("House advice: before closing the boss asks everybody for further cards."),
    "payees": _("Who may be paid from a deal: its participants, or anybody."),
    "stop_window": _("A Stop is possible until the next action card, or only until the next entry."),
    "stop_outside_deal": _("A hire before discarding may be stopped too."),
    "clan_offer": _("A clan card offered before it lies on the table: a warning, or a refusal."),
    "reshuffle": _("The discard is shuffled when a card is needed, or as soon as the deck is empty."),
    "money_view": _("Money on shared screens: hidden until the end, or open."),
    "banker": _("The banker is one of the players, or the trainer."),
    "tie_break": _("A tie is a shared victory, or is decided by deals closed as boss."),
    "log_depth": _("Full: offers are recorded too. Fast: only agreements, cards and results."),
    "hand_limit": _("How many influence cards a player may keep."),
    "hand_start": _("How many influence cards each player is dealt."),
    "draw_n": _("How many influence cards are drawn."),
}
