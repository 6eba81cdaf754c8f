"""Options of a session (§ 7) and its set-up. What the text leaves open has the default of the rules file."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal

_SWITCHES = {"on": True, "off": False}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table agrees on before the game; fixed when the session starts."""

    enterprises_to_end: int | None = 3
    rounding: Literal["nearest", "down"] = "nearest"
    bid_step: Literal[100, 500, 1000] = 100
    claims: Literal["auto", "on_demand"] = "auto"
    insurance_use: Literal["auto", "choice"] = "auto"
    repay_interest: Literal["always", "skip_if_paid_this_turn"] = "always"
    licence_where: Literal["deal", "deal_or_bank", "own_turn"] = "deal"
    announce_needs_cash: bool = True
    refusal_effect: Literal["deal_lost", "skip_next"] = "deal_lost"
    commission_cap: int | None = None
    seller_may_bid: bool = False
    refuser_may_bid: bool = False
    antimonopoly_commission: bool = True
    own_plot_deal: bool = False
    start_bonus: int = 0
    bankrupt_cash: Literal["creditor", "bank"] = "creditor"
    bankrupt_claims: Literal["bank", "cancel"] = "bank"
    final_commission: int = 0
    marker_limit: Literal["warn", "enforce", "off"] = "warn"
    stock_limits: bool = True
    banker_is_player: bool = False
    show_cash: bool = True
    auto_end_turn: bool = True
    log_refusals: bool = True
    time_limit_min: int | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the first player was found (M-041): the sums thrown, then the throws of those who were level.

    Without `start_rolls` the first seat begins.
    """

    start_rolls: dict[str, int] = {}
    rerolls: list[dict[str, int]] = []


#: The least an option that is a number may be.
LEAST = {"enterprises_to_end": 1, "start_bonus": 0, "final_commission": 0, "commission_cap": 0, "time_limit_min": 1}


def check_options(options: Options) -> None:
    """Raise Refusal(E_OPTION) for a number that is missing or out of range (M-014)."""
    if options.enterprises_to_end is None:
        raise Refusal("E_OPTION", "enterprises_to_end", option="enterprises_to_end")
    for name, least in LEAST.items():
        value = getattr(options, name)
        most = 100 if name == "final_commission" else 10**6
        if isinstance(value, int) and not least <= value <= most:
            raise Refusal("E_OPTION", name, option=name)


def old_options(raw: dict[str, Any]) -> dict[str, Any]:
    """Return options as recorded games and § 7 spell them: switches may be "on" or "off", an empty number is none.

    Raises Refusal(E_OPTION) that names the option which is unknown or has no such value.
    """
    fields = {field.name: field.type for field in msgspec.structs.fields(Options)}
    result: dict[str, Any] = {}
    for name, value in raw.items():
        kind = fields.get(name)
        if kind is bool and isinstance(value, str):
            value = _SWITCHES.get(value, value)
        elif value in ("", "off", "empty") and kind == (int | None):
            value = None
        try:
            result[name] = msgspec.convert(value, kind) if kind is not None else None
        except msgspec.ValidationError:
            kind = None
        if kind is None:
            raise Refusal("E_OPTION", str(name)[:60], option=str(name)[:60])
    return result


OPTION_HELP: dict[str, str] = {
    "enterprises_to_end": _("The game ends when one player has commissioned so many enterprises"),
    "rounding": _("How sums are rounded to 100"),
    "bid_step": _("Step of an auction"),
    "claims": _("Payments: made at once, or only on demand (then the referee may strike out what was not demanded)"),
    "insurance_use": _("Insurance certificates: always used, or the player chooses how many"),
    "repay_interest": _("Interest when a credit is repaid: always, or not if it was paid in this turn"),
    "licence_where": _("Where a Licence is bought: Deal, Deal or the company “Bank”, any time of the own turn"),
    "announce_needs_cash": _("Who asks for a card must hold its nominal price in cash"),
    "refusal_effect": _("A refused card costs the deal, or the next turn too"),
    "commission_cap": _("Limit of a shareholder's commission, in percent of the nominal price; empty: none"),
    "seller_may_bid": _("The seller may bid (not in a forced sale)"),
    "refuser_may_bid": _("Who refused a plot may bid for it"),
    "antimonopoly_commission": _("20 %% for the Exchange in a forced sale"),
    "own_plot_deal": _("A deal when stopping on one's own plot"),
    "start_bonus": _("Paid for passing Start"),
    "bankrupt_cash": _("The cash left to a bankrupt goes to his creditor or to the game bank"),
    "bankrupt_claims": _("Notes a bankrupt holds: due to the game bank, or cancelled"),
    "final_commission": _("Percent kept back when assets are handed in at the end"),
    "marker_limit": _("18 markers for each player: warn, enforce or ignore"),
    "stock_limits": _("Count the cards in the tray"),
    "banker_is_player": _("The banker plays too and keeps his own money apart"),
    "show_cash": _("Everybody sees everybody's cash"),
    "auto_end_turn": _("The next player's first action ends a finished turn"),
    "log_refusals": _("Keep refused attempts"),
    "time_limit_min": _("Time limit in minutes: the round is played to its end, then the results, without the bonus"),
}
