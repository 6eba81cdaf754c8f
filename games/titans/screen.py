"""What the screens show: what now, and one row for each side."""

from __future__ import annotations

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.screen import Cell, Label, Now, TeamRow, TeamsBoard
from games.titans.moves_news import demand_words
from games.titans.state import Duty, TitansTable
from games.titans.words import cubes

#: the phases as the screen names them, and those of the engine that belong to each
STAGES: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (Words(_("News")), ("news", "pledges", "consequence", "consequence_apply", "news_staff")),
    (Words(_("Choice of actions")), ("choose",)),
    (Words(_("Actions")), ("act1", "act2", "act3", "act4", "act4_bids", "act4_other")),
    (Words(_("Results")), ("fulfil", "effects", "combos", "combos_staff", "salary", "second_totem")),
    (Words(_("End of the turn")), ("refill",)),
)

_HEADLINES: dict[str, str] = {
    "news": _("News: %(name)s draws"),
    "pledges": _("Crisis: everybody writes a pledge"),
    "consequence": _("Consequence: %(name)s draws"),
    "consequence_apply": _("Consequence: totems now, then apply"),
    "choose": _("Two actions for each side"),
    "act1": _("To work: %(name)s"),
    "act2": _("To buy: %(name)s"),
    "act3": _("To hire: %(name)s"),
    "act4": _("To take a tender: %(name)s"),
    "act4_bids": _("Auction: everybody writes a bid"),
    "act4_other": _("The other tender: %(name)s"),
    "fulfil": _("To fulfil tenders: %(name)s"),
    "effects": _("To apply effects: %(name)s"),
    "combos": _("Combos of agencies"),
    "salary": _("Salaries"),
    "second_totem": _("Second totem: who buys?"),
    "refill": _("Fill the empty slots, then a new turn"),
    "over": _("Game over"),
}

_HINTS: dict[str, str] = {
    "news": _("the top card of the deck"),
    "pledges": _("recorded together after the reveal"),
    "consequence": _("on success as well as on failure"),
    "choose": _("recorded together after the reveal"),
    "act2": _("one of three open cards"),
    "act3": _("one own agency, cheap cells first"),
    "act4_bids": _("recorded together after the reveal"),
    "fulfil": _("any number, or none"),
    "effects": _("each effect once, or declined"),
}

_DUTIES: dict[str, str] = {
    "place": _("%(name)s places free employees"),
    "discard": _("%(name)s gives up employees"),
    "choice": _("%(name)s chooses"),
    "exchange": _("%(name)s may exchange"),
}


def now(t: TitansTable) -> Now:
    """Return what the table waits for."""
    s = t.state
    duty = t.duty
    team = ""
    hint: Label
    if duty is not None:
        team = duty.side
        headline = Words(_DUTIES[duty.kind], {"name": t.name(team)})
        hint = _cause(t, duty)
    else:
        several = s.phase == "act4" and len(s.queue) > 1
        if s.phase in ("news", "consequence"):
            team = s.first
        elif s.queue and not several:
            team = s.queue[0]
        headline = Words(_HEADLINES[s.phase], {"name": t.name(team)})
        hint = Words(_HINTS[s.phase]) if s.phase in _HINTS else ""
        if several:
            headline = Words(_("Tenders: everybody writes which one"))
            hint = Words(_("compete: %(names)s"), {"names": [t.name(side) for side in s.queue]})
    return Now(
        headline, team, hint, s.turn,
        Words(_("Turn %(turn)s, first player %(name)s"), {"turn": s.turn, "name": t.name(s.first)}),
        [(label, s.phase in phases) for label, phases in STAGES],
        _card(t),
    )  # fmt: skip


def _cause(t: TitansTable, duty: Duty) -> Label:
    """Return what makes a side decide: the card, or the combo."""
    if duty.why == "combo":
        return Words(_("combo: four different agencies"))
    if duty.why == "consequence":
        card, crisis = t.card("consequence", duty.ref), t.state.crisis
        told: str = (card.text_success if crisis and crisis.met else card.text_fail) if card else ""
        return card.name or told or Words(_("a consequence"))
    deck = {"effect": "tender", "totem": "totems"}.get(duty.why, "news")
    return t.card_name(deck, duty.ref)


def _card(t: TitansTable) -> tuple[Label, Label] | None:
    """Return the face-up news or crisis until the turn ends."""
    s = t.state
    if not s.news:
        return None
    title = t.card_name("news", s.news)
    crisis = s.crisis
    if crisis is None:
        return title, t.card("news", s.news).text
    if crisis.met is None:
        return title, demand_words(crisis)
    figures = {
        "total": crisis.total if crisis.mode == "sum" else min(crisis.pledges.values()),
        "need": crisis.n,
        "leader": t.name(crisis.leader) if crisis.leader else Words(_("nobody")),
    }
    text = _("Crisis met: %(total)s of %(need)s") if crisis.met else _("Crisis failed: %(total)s of %(need)s")
    card = t.card("consequence", crisis.consequence) if crisis.consequence else None
    # Once it has acted, who lost what stands in the log.
    told = (card.text_success if crisis.met else card.text_fail) if card and not crisis.applied else ""
    leader = Words(_("leader: %(leader)s"), figures)
    return Words(text, figures), Words(_("%(leader)s. %(text)s"), {"leader": leader, "text": told}) if told else leader


def board(t: TitansTable) -> TeamsBoard:
    """Return the rows of the sides; nothing in them is secret."""
    s = t.state
    waiting = t.waiting
    columns: list[tuple[Label, Label]] = [
        (Words(_("PR money")), ""),
        (Words(_("Points")), Words(_("target %(n)s"), {"n": t.options.target_score})),
        (Words(_("Tenders")), Words(_("to be done"))),
    ]
    rows = []
    for team in t.teams:
        side = team.id
        todo = len(s.tenders_todo[side])
        cells = [
            Cell(s.money[side], warn=s.money[side] < 0),
            Cell(s.score[side]),
            Cell(len(s.tenders_done[side]), f"+{todo}" if todo else ""),
        ]
        state: Label = ""
        if waiting and waiting[0] == side:
            state = Words(_("step"))
        elif side in waiting:
            state = Words(_("waits"))
        rows.append(TeamRow(side, cells, _holdings(t, side), state))
    return TeamsBoard(columns, rows)


def _holdings(t: TitansTable, side: str) -> list[Label]:
    s = t.state
    held: list[Label] = []
    for id, staff in s.staff[side].items():
        card = t.agency(id)
        figures = {
            "card": t.card_name("agency", id),
            "staff": sum(staff.values()),
            "cells": sum(card.cells.values()) if card else 0,
            "list": cubes(staff) or Words(_("empty")),
        }
        held.append(Words(_("%(card)s: %(staff)s of %(cells)s (%(list)s)"), figures))
    for id in s.titans[side]:
        titan = t.titan(id)
        figures = {"card": t.card_name("agency", id), "list": cubes(titan.skills) if titan else ""}
        held.append(Words(_("titan %(card)s: %(list)s"), figures))
    held += [Words(_("to do: %(card)s"), {"card": t.card_name("tender", id)}) for id in s.tenders_todo[side]]
    if s.totem[side] != "held" and s.second_totem.get(side) != "held":
        held.append(Words(_("totem used")))
    return held
