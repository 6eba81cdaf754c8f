"""What the panel of «Титаны рекламы» draws: rows of the sides, their cards with cubes, the market, open cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.engine.fields import Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.cards import COLOURS, Colour, Titan
from games.titans.panel_desk import desk
from games.titans.panel_parts import Cube, Desk, Form
from games.titans.preview import Change, foresee
from games.titans.state import TitansTable
from games.titans.summary import actions_done, standings
from games.titans.words import ACTION_HEADS, COLOUR_LABELS, SPEC_LABELS

#: Width of a ladder in units of its drawing.
LADDER = 344.0


class Card(msgspec.Struct, frozen=True):
    """An agency, a titan or a tender of a side."""

    team: str
    name: str
    kind: Label
    cubes: list[Cube]
    #: grey employees that a tender asks for
    grey: int = 0
    note: Label = ""


class Offered(msgspec.Struct, frozen=True):
    """An open card: its price (None: not known), and of a tender its profit and effect. An empty slot has no name."""

    slot: int
    name: str
    kind: Label = ""
    cubes: list[Cube] = []
    grey: int = 0
    price: int | None = None
    profit: int | None = None
    text: str = ""
    #: fills an empty slot, where that may be done now
    form: Form | None = None


class Ladder(msgspec.Struct, frozen=True):
    """The scale of a colour: cells with cubes, the next one outlined, one price for each run of equal ones."""

    colour: str
    label: Words
    market: int
    cells: int
    reserve: int
    price: int | None
    known: bool
    width: float
    #: (x, whether there is a cube)
    places: list[tuple[float, bool]]
    next: float | None
    runs: list[tuple[float, str]]
    marks: list[float]


class Row(msgspec.Struct, frozen=True):
    """A side: figures, and in the last four columns what this moment is about.

    `marks`: per action nothing, due, or done; `counts`: what it owns; `said`: what the coming record changes.
    """

    team: str
    first: bool
    money: int
    score: int
    #: how many totems it still holds, and how many it has used
    totems: int
    used: int
    marks: list[str] = []
    counts: list[tuple[int, Label]] = []
    said: list[Label] = []


class Final(msgspec.Struct, frozen=True):
    """A side's place with what decides it: points from tenders and otherwise, tenders, agencies, money."""

    team: str
    rank: int
    figures: list[int]


class Panel(msgspec.Struct, frozen=True):
    """The whole panel. `shows` says what the last columns hold: actions, counts or changes."""

    shows: str
    heads: list[tuple[Label, Label]]
    rows: list[Row]
    cards: list[Card]
    todo: list[Card]
    lasting: list[Card]
    ladders: list[Ladder]
    agencies: list[Offered]
    tenders: list[Offered]
    decks: Words
    desk: Desk
    final: list[Final]
    #: the panel stands behind the moves, not before them
    after_desk: bool = True

    @property
    def own(self) -> tuple[str, ...]:
        """The moves that need no button of the core."""
        return self.desk.moves

    @property
    def watched(self) -> list[Any]:
        """What the fields of an opened form show besides its offer."""
        return [self.shows, self.rows, self.desk]


def panel(t: TitansTable) -> Panel:
    """Return the panel of a table as it stands."""
    s = t.state
    own = desk(t)
    shows = _shows(t)
    changes = foresee(t, "apply_combos" if s.phase == "combos" else "apply_consequence") if shows == "changes" else {}
    done = actions_done(t)
    rows = [_row(t, team.id, shows, done, changes) for team in t.teams]
    return Panel(
        shows, _heads(shows), rows, [card for team in t.teams for card in _cards(t, team.id)],
        [card for team in t.teams for card in _todo(t, team.id)],
        [card for team in t.teams for card in _lasting(t, team.id)], [_ladder(t, colour) for colour in COLOURS],
        _agencies(t), _tenders(t), _decks(t), own, _final(t),
    )  # fmt: skip


# ---- the rows -----------------------------------------------------------------------------------


def _shows(t: TitansTable) -> str:
    phase = t.state.phase
    if phase == "choose" or phase[:3] == "act":
        return "actions"
    return "changes" if phase in ("consequence_apply", "combos") and not t.state.agenda else "counts"


def _heads(shows: str) -> list[tuple[Label, Label]]:
    """Return the heads of the last columns: the big line, and the small one under it."""
    if shows == "actions":
        return [(str(number), words) for number, words in ACTION_HEADS.items()]
    if shows == "counts":
        return [
            (Words(_("Agencies")), Words(_("+ titans"))),
            (Words(_("Staff of the side")), Words(_("of all cells"))),
            (Words(_("Done tenders")), ""),
            (Words(_("Open tenders of the side")), ""),
        ]
    return [(Words(_("What changes")), "")]


def _row(t: TitansTable, side: str, shows: str, done: dict[str, list[int]], changes: Mapping[str, Change]) -> Row:
    s = t.state
    totems = [s.totem[side], *([s.second_totem[side]] if side in s.second_totem else [])]
    held = totems.count("held")
    marks = [
        "" if action not in s.actions.get(side, ()) else "done" if action in done.get(side, ()) else "due"
        for action in ACTION_HEADS
    ]
    return Row(
        side, side == s.first, s.money[side], s.score[side], held, len(totems) - held,
        marks if shows == "actions" else [], _counts(t, side) if shows == "counts" else [],
        _said(t, side, changes[side]) if side in changes else [],
    )  # fmt: skip


def _counts(t: TitansTable, side: str) -> list[tuple[int, Label]]:
    s = t.state
    cards = [t.agency(id) for id in s.staff[side]]
    cells = sum(sum(card.cells.values()) for card in cards if card is not None)
    titans = len(s.titans[side])
    return [
        (len(cards), f"+{titans}" if titans else ""),
        (t.owned(side), Words(_("of %(n)s"), {"n": cells}) if cells else ""),
        (len(s.tenders_done[side]), ""),
        (len(s.tenders_todo[side]), ""),
    ]


def _said(t: TitansTable, side: str, change: Change) -> list[Label]:
    """Return in words what a side gains and loses; why nothing, if something protects it."""
    crisis = t.state.crisis
    figures = (
        (change.money, _("money %(n)s")),
        (change.points, _("points %(n)s")),
        (change.staff, _("employees %(n)s")),
    )
    said: list[Label] = [Words(text, {"n": signed(n)}) for n, text in figures if n]
    if change.chooses:
        said.append(Words(_("chooses what")))
    if crisis is None or crisis.applied or t.state.phase != "consequence_apply":
        return said
    if side in crisis.shields:
        said.append(Words(_("protected by a totem")))
    if side == crisis.leader:
        said.append(Words(_("leader of the crisis")))
    return said


def signed(n: int) -> str:
    """Return a change with its sign and a true minus."""
    return f"+{n}" if n > 0 else f"−{-n}"


# ---- cards --------------------------------------------------------------------------------------


def _cube(colour: Colour, full: bool = True) -> Cube:
    return Cube(colour, COLOUR_LABELS[colour], full)


def cubes_of(counts: Mapping[Any, int], cells: Mapping[Any, int] | None = None) -> list[Cube]:
    """Return employees by colour; with `cells` the empty ones too, full ones first."""
    found: list[Cube] = []
    for colour in COLOURS:
        full = counts.get(colour, 0)
        found += [_cube(colour)] * full
        found += [_cube(colour, False)] * ((cells or {}).get(colour, 0) - full)
    return found


def _kind(card: Any) -> Label:
    """Return what a card of the common deck is: a titan, or the specialisation of an agency."""
    if isinstance(card, Titan):
        return Words(_("titan"))
    return SPEC_LABELS[card.spec] if card is not None and card.spec else Words(_("agency"))


def _cards(t: TitansTable, side: str) -> list[Card]:
    s = t.state
    found = []
    for id, staff in s.staff[side].items():
        agency = t.agency(id)
        cubes = cubes_of(staff, agency.cells if agency else {})
        found.append(Card(side, t.card_name("agency", id), _kind(agency), cubes))
    for id in s.titans[side]:
        titan = t.titan(id)
        found.append(Card(side, t.card_name("agency", id), _kind(titan), cubes_of(titan.skills if titan else {})))
    return found


def _todo(t: TitansTable, side: str) -> list[Card]:
    """Return the tenders a side has still to fulfil."""
    found = []
    for id in t.state.tenders_todo[side]:
        tender = t.tender(id)
        req = tender.req or {}
        profit = "?" if tender.profit is None else f"+{tender.profit}"
        found.append(Card(side, t.card_name("tender", id), "", cubes_of(req), req.get("any", 0), profit))
    return found


def _lasting(t: TitansTable, side: str) -> list[Card]:
    """Return the fulfilled tenders whose effect works every turn."""
    found = []
    for id, face in t.state.tenders_done[side].items():
        effect = t.tender(id).effect
        if effect is not None and effect.when == "permanent" and face == "face_up":
            used = Words(_("done in this turn")) if id in t.state.effects_done else ""
            found.append(Card(side, t.card_name("tender", id), used, [], 0, effect.text))
    return found


def _agencies(t: TitansTable) -> list[Offered]:
    found = []
    for slot, id in enumerate(t.state.agency_slots, 1):
        card = t.company(id)
        if id is None or card is None:
            found.append(Offered(slot, "", form=_refill(t, "agency", slot)))
            continue
        cubes = cubes_of(card.skills) if isinstance(card, Titan) else cubes_of({}, card.cells)
        found.append(Offered(slot, t.card_name("agency", id), _kind(card), cubes, 0, card.price))
    return found


def _tenders(t: TitansTable) -> list[Offered]:
    found = []
    for slot, id in enumerate(t.state.tender_slots, 1):
        if id is None:
            found.append(Offered(slot, "", form=_refill(t, "tender", slot)))
            continue
        card = t.tender(id)
        req, text = card.req or {}, card.effect.text if card.effect else ""
        found.append(
            Offered(slot, t.card_name("tender", id), "", cubes_of(req), req.get("any", 0), card.cost, card.profit, text)
        )
    return found


def _refill(t: TitansTable, deck: str, slot: int) -> Form | None:
    """Return the form that fills an empty slot, where it may be filled now."""
    form = Form(f"refill_{deck}", {"slot": slot})
    return form if any((offer.move, offer.fixed) == (form.move, form.fixed) for offer in t.game.candidates(t)) else None


def _decks(t: TitansTable) -> Words:
    decks = t.state.decks
    return Words(
        _(
            "In the decks: agencies and titans %(agency)s, tenders %(tender)s, news %(news)s, "
            "consequences %(consequence)s"
        ),
        dict(decks),
    )


# ---- the labour market --------------------------------------------------------------------------


def _ladder(t: TitansTable, colour: Colour) -> Ladder:
    prices = t.kit.ladders[colour]
    cells, market = len(prices), t.state.market[colour]
    step = LADDER / max(cells, 1)
    first = max(cells - market, 0)
    runs: list[tuple[float, str]] = []
    marks: list[float] = []
    start = 0
    for at in range(1, cells + 1):
        if at == cells or prices[at] != prices[start]:
            price = prices[start]
            runs.append((round((start + at) / 2 * step, 1), "?" if price is None else str(price)))
            if at < cells:
                marks.append(round(at * step, 1))
            start = at
    return Ladder(
        colour, COLOUR_LABELS[colour], market, cells, t.state.reserve[colour], t.next_price(colour),
        None not in prices, round(step - 2, 1), [(round(1 + at * step, 1), at >= first) for at in range(cells)],
        round(1 + first * step, 1) if market > 0 and cells else None, runs, marks,
    )  # fmt: skip


# ---- the end ------------------------------------------------------------------------------------


def _final(t: TitansTable) -> list[Final]:
    s = t.state
    if s.phase != "over":
        return []
    places = sorted(standings(t), key=lambda place: place.rank)
    return [
        Final(
            place.team, place.rank,
            [
                place.total, place.parts["tenders"], place.parts["other"], len(s.tenders_done[place.team]),
                t.agencies(place.team), s.money[place.team],
            ],
        )
        for place in places
    ]  # fmt: skip
