"""The desk in the results of a turn and where a side has to decide something."""

from __future__ import annotations

from games.engine.fields import Label, Offer
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.engine.offers import default_params, tried
from games.engine.refusal import Refusal
from games.titans.moves_news import changes_of
from games.titans.moves_results import staff_changes
from games.titans.offers_results import open_effects
from games.titans.panel_parts import Cube, Desk, Form, Place, Sends, Thing, Way
from games.titans.preview import foresee
from games.titans.proposals import Places, free_cells, is_only_payment, placing, skilled, staffed
from games.titans.state import Duty, TitansTable
from games.titans.words import COLOUR_LABELS, COLOUR_WORDS

#: More steps than a whole table can be done with at once.
MOST_STEPS = 12


def _offers(t: TitansTable, move: str) -> list[Offer]:
    return [tried(t.game, t, offer) for offer in t.game.candidates(t) if offer.move == move]


def _way(t: TitansTable, offer: Offer, label: Label, notes: list[Label], asks: bool) -> Way:
    """Return the tap that records an offer as its form stands; `asks` whether the form may say otherwise."""
    why = t.game.words(offer.refusal) if offer.refusal else ""
    sends: list[Sends] = [(offer.actors[0], offer.move, default_params(offer))]
    return Way(label, sends, notes, why, Form(offer.move, offer.fixed) if asks else None)


# ---- fulfilling ---------------------------------------------------------------------------------


def fulfilments(t: TitansTable) -> list[Thing]:
    """Return the tenders of the side whose step it is, each with the payment proposed (A-50)."""
    found = []
    for offer in _offers(t, "fulfil"):
        side, id = offer.actors[0], offer.fixed["tender"]
        profit = t.tender(id).profit
        figures = {"profit": profit if profit is not None else "?", "points": t.kit.points_per_tender}
        label = Words(_("Fulfil: +%(profit)s, points +%(points)s"), figures)
        asks = profit is None or not is_only_payment(t, side, id)
        wanted = t.tender(id).req or {"any": 1}
        found.append(
            Thing(
                t.card_name("tender", id), "", [_way(t, offer, label, [], asks)],
                paid=[] if offer.refusal else _paid(t, offer),
                staff=_places(t, staffed(t, side, wanted)), titans=_places(t, skilled(t, side, wanted)),
            )
        )  # fmt: skip
    return found


def _paid(t: TitansTable, offer: Offer) -> list[tuple[str, list[Cube]]]:
    """Return the payment as the form stands: which cubes of which card, titans first."""
    found: dict[str, list[Cube]] = {}
    params = default_params(offer)
    for row in (*params.get("titans", ()), *params.get("staff", ())):
        cube = Cube(row["colour"], COLOUR_LABELS[row["colour"]])
        found.setdefault(row.get("titan") or row["agency"], []).extend([cube] * row["n"])
    return [(t.card_name("agency", id), cubes) for id, cubes in found.items() if cubes]


# ---- effects ------------------------------------------------------------------------------------


def effects(t: TitansTable) -> list[Thing]:
    """Return the effects that the side whose step it is may still apply or decline in this turn."""
    side = t.state.queue[0]
    applied, declined = _offers(t, "apply_effect"), _offers(t, "decline_effect")
    found = []
    for id, effect in open_effects(t, side):
        ways = [
            _way(t, offer, brings(t, offer), _placed(t, offer), bool(offer.fields))
            for offer in applied
            if offer.fixed["tender"] == id
        ]
        drop = next(
            (_way(t, offer, Words(_("Decline it")), [], False) for offer in declined if offer.fixed["tender"] == id),
            None,
        )
        kind = Words(_("every turn")) if effect.when == "permanent" else Words(_("once only"))
        text = Words(_("%(kind)s: %(text)s"), {"kind": kind, "text": effect.text}) if effect.text else kind
        found.append(Thing(t.card_name("tender", id), text, ways, drop))
    return found


def brings(t: TitansTable, offer: Offer) -> Label:
    """Return what an effect brings its side now; in the words of the card where something is still to be decided."""
    label = offer.label
    assert isinstance(label, Words)
    said: list[Label] = label.values["effects"]
    try:
        after, step = t.game.attempt(t, 0, offer.actors[0], offer.move, default_params(offer))
        nothing: list[Label] = [] if after.state.agenda or step.notices else [Words(_("nothing now"))]
        said = [*changes_of(t, step, offer.actors[0]), *staff_changes(step)] or nothing or said
    except Refusal:
        pass  # greyed, with the words of the card
    return Words(_("Apply: %(effects)s"), {"effects": said}) if said else Words(_("Apply it"))


def _placed(t: TitansTable, offer: Offer) -> list[Label]:
    """Return where the free employees of an effect are put as its form stands."""
    rows = default_params(offer).get("placements", [])
    return [
        Words(
            _("%(colour)s → “%(card)s”"),
            {"colour": COLOUR_WORDS[row["colour"]], "card": t.quoted("agency", row["agency"])},
        )
        for row in rows
        if row["n"]
    ]


# ---- done ---------------------------------------------------------------------------------------


def finish(t: TitansTable) -> Way:
    """Return the tap that ends a side's step, and with it the steps of those after it who have nothing to do.

    It goes on through the effects and, where nobody gets anything by them, the combos; each is an entry of its own.
    """
    side = t.state.queue[0]
    idle = _is_idle(t, side)
    sends: list[Sends] = [(side, "step_done", {})]
    told: dict[str, list[str]] = {}
    if idle:
        told[t.state.phase] = [t.name(side)]
    after, lost = _after_done(t, side)
    while after is not None and not lost and len(sends) < MOST_STEPS:
        phase = after.state.phase
        if phase == "combos":
            if not any(
                change.points or change.money or change.staff for change in foresee(after, "apply_combos").values()
            ):
                sends.append((REFEREE, "apply_combos", {}))
                told["combos"] = []
            break
        following = after.state.queue[0] if after.state.queue else ""
        if phase not in ("fulfil", "effects") or not _is_idle(after, following):
            break
        sends.append((following, "step_done", {}))
        told.setdefault(phase, []).append(after.name(following))
        after, lost = _after_done(after, following)
    label = Words(_("Nothing to do: go on")) if idle else Words(_("%(name)s: done"), {"name": t.name(side)})
    notes: list[Label] = [Words(_IDLE[phase], {"names": names}) for phase, names in told.items()]
    return Way(label, sends, notes)


_IDLE = {
    "fulfil": _("nothing to fulfil: %(names)s"),
    "effects": _("no effects: %(names)s"),
    "combos": _("no combos"),
}


def _is_idle(t: TitansTable, side: str) -> bool:
    """Whether a side has nothing that can be done in this step."""
    move = "fulfil" if t.state.phase == "fulfil" else "apply_effect"
    return all(offer.refusal is not None for offer in _offers(t, move)) and not _loses(t, side)


def _loses(t: TitansTable, side: str) -> bool:
    """Whether a one-off effect of this turn would be lost: that is asked, never passed over (A-54)."""
    if t.state.phase != "effects":
        return False
    fulfilled = t.state.fulfilled.get(side, ())
    return any(effect.when == "one_off" and id in fulfilled for id, effect in open_effects(t, side))


def _after_done(t: TitansTable, side: str) -> tuple[TitansTable | None, bool]:
    """Return the table after a side is done, and whether an effect is lost by it."""
    lost = _loses(t, side)
    try:
        after, _step = t.game.attempt(t, 0, side, "step_done", {})
    except Refusal:
        return None, lost
    return after, lost


# ---- what a side has to decide ------------------------------------------------------------------


def choices(t: TitansTable, duty: Duty, moves: tuple[str, ...]) -> Desk:
    """Return the places for free employees, or the employees to give up; a single one is one tap."""
    if duty.kind not in ("place", "discard"):
        return Desk(moves)
    owed = sum(duty.owed.values())
    place = duty.kind == "place"
    found = free_cells(t, duty.side, duty.owed) if place else staffed(t, duty.side, duty.owed)
    if owed > 1 or duty.each or (place and not placing(t, duty.side, duty.owed)):
        return Desk(moves, places=_places(t, found), owed=owed)
    move, field = ("place_staff", "placements") if place else ("discard_staff", "discards")
    text = _("%(colour)s → “%(card)s”") if place else _("%(colour)s from “%(card)s”")
    ways = []
    for agency, colour in found:
        params = {field: [{"agency": agency, "colour": colour, "n": 1}]}
        try:
            t.game.attempt(t, 0, duty.side, move, params)
        except Refusal:
            continue
        label = Words(text, {"colour": COLOUR_WORDS[colour], "card": t.quoted("agency", agency)})
        ways.append(Way(label, [(duty.side, move, params)], cube=Cube(colour, COLOUR_LABELS[colour])))
    if place:
        ways.append(Way(Words(_("Place none")), [(duty.side, move, {field: []})]))
    return Desk((*moves, move), ways=ways, owed=owed)


def _places(t: TitansTable, places: Places) -> list[Place]:
    return [
        Place(t.card_name("agency", agency), colour, COLOUR_LABELS[colour], most)
        for (agency, colour), most in places.items()
    ]
