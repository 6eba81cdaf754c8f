"""The deal sheet: only what the table may do now, each thing with its price, or with the reason why not."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Choice
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.offers import tried
from games.market.kit import Constants
from games.market.names import Label
from games.market.panel_acts import Act, Offers
from games.market.panel_deals import Draw, PlotCard, cards_on_sheet, deals, duty, sales
from games.market.panel_debts import DebtLine, any_time, queue
from games.market.panel_end import ResultRow, results
from games.market.state import MarketTable


class Dice(msgspec.Struct, frozen=True):
    """Whose roll it is; `routes` are asked where a tax office has two arrows; `main`: his turn has come already."""

    team: str
    routes: list[tuple[str, Label]]
    main: bool


class Sheet(msgspec.Struct, frozen=True):
    """All that may be recorded, by what it is about; lists of one thing hold it or nothing."""

    constants: Constants
    end: Act | None = None
    #: the turn has nothing left to do
    over: bool = False
    dice: Dice | None = None
    credits: list[Act] = []
    #: with whom the percent is agreed
    agree: list[str] = []
    insurance: list[Act] = []
    #: the free plot under the token, and what refusing it costs if nobody buys
    plot: list[Act] = []
    charge: int = 0
    draw: Draw | None = None
    shares: list[Act] = []
    #: who shares the 20 % of a share deal
    exchange: list[str] = []
    plots: list[Act] = []
    cards: list[PlotCard] = []
    sales: list[Act] = []
    queue: list[DebtLine] = []
    bankrupt: list[Act] = []
    borrow: list[Act] = []
    demands: list[Act] = []
    #: those whose term has come
    due: list[Act] = []
    repay_notes: list[Act] = []
    repay_credits: list[Act] = []
    #: reason -> one act for each player
    fines: list[tuple[Label, list[Act]]] = []
    bank: list[Act] = []
    claims: list[Act] = []
    last_round: list[Act] = []
    settle: list[Act] = []
    #: of a finished game; what it will be stands in the panel's entry (see panel_end)
    results: list[ResultRow] = []


def sheet(t: MarketTable) -> Sheet:
    """Return the sheet of a table as it stands."""
    phase, constants = t.phase, t.kit.constants
    if phase == "finished":
        return Sheet(constants, results=results(t))
    offers = Offers(t)
    if phase == "final":
        return Sheet(constants, settle=offers.acts("final_settlement"))
    fields = any_time(t, offers)
    if phase == "insolvency":
        credits = [act for act in offers.acts("repay_credit") if not act.why]
        fields |= {"queue": queue(t), "sales": sales(t, offers), "bankrupt": offers.acts("declare_bankrupt")}
        fields["repay_credits"] = credits
        return Sheet(constants, **fields)
    fields |= {"end": next(iter(offers.acts("end_turn")), None), "over": phase == "done"}
    fields |= _before_roll(t, offers)
    if phase == "resolve":
        fields |= duty(t, offers)
    elif phase in ("deals", "owner_deal"):
        fields |= deals(t, offers)
    return Sheet(constants, cards=cards_on_sheet(t, offers), **fields)


def _before_roll(t: MarketTable, offers: Offers) -> dict[str, Any]:
    roll = next((one for one in offers.of("roll") if one.refusal is None), None)
    credits = []
    for one in offers.of("take_credit"):
        rate = one.fixed.get("rate")
        label = Words(_("%(rate)s %%"), {"rate": rate}) if rate is not None else one.label
        credits.append(Act(one.actors[0], "take_credit", one.fixed, label, why=offers.why(one.refusal)))
    if len(credits) > 1 and all(act.why for act in credits):
        label = Words(_("Take a credit at %(rate)s %%"), {"rate": credits[0].fixed["rate"]})
        credits = [msgspec.structs.replace(credits[0], label=label)]
    found: dict[str, Any] = {"credits": credits}
    if any(act.fixed and not act.why for act in credits):
        found["agree"] = [team for team in t.holders("bank") if team != credits[0].actor]
    if roll is None:
        return found
    team = roll.actors[0]
    routes = [(option.value, option.label) for f in roll.fields if isinstance(f, Choice) for option in f.options]
    return found | {"dice": Dice(team, routes, roll.main), "insurance": _insurance(t, offers)}


def _insurance(t: MarketTable, offers: Offers) -> list[Act]:
    """Return as many certificates as may be bought at once; where not even one may, only why."""
    found = []
    for one in offers.of("buy_insurance"):
        for count in range(1, t.kit.constants.insurance_max + 1):
            more = {"count": count}
            refusal = tried(t.game, t, msgspec.structs.replace(one, fixed=more, fields=[], refusal=None)).refusal
            price = count * t.kit.constants.insurance_price
            label = Words(_("+%(n)s"), {"n": count})
            if count == 1 or refusal is None:
                found.append(Act(one.actors[0], one.move, {}, label, price, "", offers.why(refusal), more))
    return found
