"""What may stand in the fields of the state that hold a code, in the words of the table."""

from __future__ import annotations

from games.engine.fields import Codes, Label, in_order
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.titans.cards import COLOURS
from games.titans.kit import BOX
from games.titans.offers_cards import label_of
from games.titans.state import TitansTable
from games.titans.words import COLOUR_LABELS, PHASE_WORDS

DECKS: dict[str, Label] = {
    "agency": Words(_("Agencies and titans")),
    "tender": Words(_("Tenders")),
    "news": Words(_("News cards")),
    "consequence": Words(_("Consequences")),
    "totems": Words(_("Totems")),
}
_TEAMS = ("first", "queue", "contested", "losers", "reached", "crisis.leader", "crisis.shields", "crisis.promises",
          "crisis.pledges")  # fmt: skip


def values(t: TitansTable) -> dict[str, Codes]:
    """Return the closed lists of the state: path -> code -> words."""
    teams: dict[str, Label] = {**t.names}
    cards: dict[str, dict[str, Label]] = {
        deck: in_order({id: t.card_name(deck, id) for id in t.kit.cards(deck)}) for deck in BOX
    }  # fmt: skip
    totems: dict[str, Label] = {
        "held": Words(_("not used yet")),
        **{f"used:{id}": Words(_("used: %(card)s"), {"card": name}) for id, name in cards["totems"].items()},
    }
    colours: dict[str, Label] = {colour: COLOUR_LABELS[colour] for colour in COLOURS}
    known = {id: name for names in cards.values() for id, name in names.items()}
    found: dict[str, Codes] = dict.fromkeys(_TEAMS, teams)
    return found | {
        "phase": PHASE_WORDS,
        "staff": {**teams, **cards["agency"], **colours},
        "titans": {**teams, **cards["agency"]},
        "tenders_todo": {**teams, **cards["tender"]},
        "tenders_done": {
            **teams, **cards["tender"], "face_up": Words(_("face up")), "flipped": Words(_("turned over")),
        },
        "totem": totems,
        "second_totem": totems,
        "market": colours,
        "reserve": colours,
        "agency_slots": cards["agency"],
        "tender_slots": cards["tender"],
        "decks": DECKS,
        "seen": {**DECKS, **known},
        "news": cards["news"],
        "fulfilled": {**teams, **cards["tender"]},
        "titans_used": cards["agency"],
        "crisis.card": cards["news"],
        "crisis.consequence": {id: label_of(t, "consequence", id) for id in t.kit.consequence_deck},
        "crisis.resource": {"money": Words(_("PR money")), "staff": Words(_("Employees"))},
        "crisis.mode": {"sum": Words(_("in total")), "each": Words(_("from each"))},
        "crisis.colour": COLOUR_LABELS,
    }  # fmt: skip
