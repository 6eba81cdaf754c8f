"""What a rule makes a team choose, as one button each way: the chip of a collapse, the cards nobody can pay for."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ecologic.choices import OPTIONS
from games.ecologic.moves_cycle import count_ecology, forecast_enviros, forecast_profits
from games.ecologic.offers import discards
from games.ecologic.rules import RULES
from games.ecologic.state import EcoTable, Lot, Pending, Stack, plain
from games.ecologic.sums import acting, income_sum, total, upkeep_sum
from games.ecologic.words import TYPES, Label, card_name, sector_name
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


class Way(msgspec.Struct, frozen=True):
    """One button: what it is, what changes by it, and the parameters it records. `sector`: where on the map."""

    icon: str
    label: Label
    note: Label
    fixed: dict[str, Any]
    sector: str = ""


class Choose(msgspec.Struct, frozen=True):
    """What is asked: whom, by which move, why (title, question, rule and clause), and the ways."""

    team: str
    move: str
    title: Words
    question: Words
    rule: str
    clause: str
    options: list[Way]


def choose(t: EcoTable) -> Choose | None:
    """Return what has to be chosen now, or None. Rights of an event are no duty: they stand among the buttons."""
    s = t.state
    duty = next((one for one in s.choices if not one.right), None)
    if duty is not None:
        return _event(t, duty)
    if s.phase == "ecology" and s.unsettled:
        return _collapse(t, s.unsettled[0])
    if s.phase == "income" and s.unsettled and all(forecast_profits(t, one) < 0 for one in s.unsettled):
        return _upkeep(t, s.unsettled[0])
    return None


def _collapse(t: EcoTable, team: str) -> Choose | None:
    own = t.own(team)
    if not own or not forecast_enviros(t, team)[1]:
        return None
    have = t.state.players[team].enviros
    figures = {"name": t.name(team), "owed": -count_ecology(t, team).net, "have": have}
    rule = RULES["E_REMOVE_REQUIRED"]
    return Choose(
        team,
        "ecology_settle",
        Words(_("Ecological collapse. %(name)s: has to give %(owed)s, has %(have)s"), figures),
        Words(_("%(name)s gives %(have)s, the marker goes to “minus”. Which chip comes off the board?"), figures),
        rule.rule,
        rule.clause,
        [
            _chip(t, sector, stack, {"remove": f"{sector}:{stack.type}" if t.both_in(team, sector) else sector})
            for sector, stack in own
        ],
    )


def _chip(t: EcoTable, sector: str, stack: Stack, fixed: dict[str, Any]) -> Way:
    level = stack.level
    label = Words(_("%(sector)s, %(type)s"), {"sector": sector_name(t, sector), "type": TYPES[stack.type]})
    note = Words(
        _("level %(level)s → %(after)s, income %(income)s → %(left)s"),
        {
            "level": level,
            "after": level - 1,
            "income": t.kit.earns(stack.type, level),
            "left": t.kit.earns(stack.type, level - 1) if level > 1 else 0,
        },
    )
    return Way("oil" if stack.type == "oil" else "min", label, note, fixed, sector)


def _upkeep(t: EcoTable, team: str) -> Choose:
    ops, _blocked = acting(t, team, "income")
    prices = dict(upkeep_sum(t, team, ops))
    due = sum(price for _card, price in upkeep_sum(t, team, ops))
    cash = max(0, t.state.players[team].profits + total(income_sum(t, team, ops)))
    figures = {"name": t.name(team), "need": due, "cash": cash}
    ways = []
    for cards in discards(t, team):
        names: list[Label] = [card_name(t, card) for card in cards]
        left = cash - due + sum(prices[card] for card in cards)
        ways.append(
            Way(
                "card",
                Words(_("discard %(cards)s"), {"cards": names}),
                Words(_("profits left: %(left)s"), {"left": left}),
                {"discard": cards},
            )
        )
    rule = RULES["E_UPKEEP_SHORT"]
    return Choose(
        team,
        "income_settle",
        Words(_("Upkeep. %(name)s: needs %(need)s, has %(cash)s"), figures),
        Words(_("Which cards does %(name)s discard? Nothing that could still be paid."), figures),
        rule.rule,
        rule.clause,
        ways,
    )


def _event(t: EcoTable, pending: Pending) -> Choose:
    """A duty by an event, or a collapse outside the Ecology phase."""
    fixed: dict[str, Any] = {"player": pending.player, "option": pending.option}
    what = Words(OPTIONS[pending.option])
    if pending.option == "discard_eco":
        ways = [
            Way("card", card_name(t, card), _worth(t, card), {**fixed, "card": card})
            for card in dict.fromkeys(t.state.players[pending.player].eco)
        ]
    else:
        ways = [
            _chip(t, sector, stack, {**fixed, "sector": sector, **_type(t, pending, sector, stack)})
            for sector, stack in t.own(pending.player)
            if pending.type in ("", stack.type)
        ]
    collapse = pending.option == "collapse"
    rule = RULES["E_REMOVE_REQUIRED"] if collapse else RULES["E_CHOICE_DUTY"]
    figures = {"name": t.name(pending.player), "what": what}
    return Choose(
        pending.player,
        "event_choice",
        Words(_("%(name)s: %(what)s"), figures),
        Words(_("An effect of the event: %(name)s chooses."), figures),
        rule.rule,
        rule.clause,
        ways,
    )


def _type(t: EcoTable, pending: Pending, sector: str, stack: Stack) -> dict[str, Any]:
    """Name the type of a chip where its sector does not say it."""
    return {"lot": plain(Lot("chip", stack.type))} if t.both_in(pending.player, sector) else {}


def _worth(t: EcoTable, card: str) -> Words:
    found = t.kit.eco[card]
    figures = {"enviros": found.enviros, "upkeep": found.upkeep}
    return Words(_("enviros +%(enviros)s, upkeep %(upkeep)s"), figures)
