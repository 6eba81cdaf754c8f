"""What may stand in the fields of the state that hold a code, in the words of the table."""

from __future__ import annotations

from games.ecologic.choices import DECLINE, OPTIONS
from games.ecologic.state import EcoTable
from games.ecologic.words import PHASES, TYPES
from games.engine.fields import Codes, Label, in_order
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

LOTS: dict[str, Label] = {
    "chip": Words(_("a chip")), "tor": Words(_("ТОР")), "eco": Words(_("eco-initiative")),
}  # fmt: skip
_TEAMS = (
    "initiator", "unsettled", "to_open", "opened", "extra", "eco_offer.drawer", "eco_offer.holder",
    "eco_offer.declined", "auction.opener", "auction.turn", "auction.high", "auction.next", "auction.passed",
    "auction.bids", "to_place.player", "to_place.turn", "choices.player", "choices.chooser",
)  # fmt: skip


def values(t: EcoTable) -> dict[str, Codes]:
    """Return the closed lists of the state: path -> code -> words."""
    kit = t.kit
    teams: dict[str, Label] = {**t.names}
    eco: dict[str, Label] = in_order({id: card.name or id for id, card in kit.eco.items()})
    tors: dict[str, Label] = {id: tor.name or id for id, tor in kit.tors.items()}
    events: dict[str, Label] = in_order({id: card.name or id for id, card in kit.events.items()})
    types: dict[str, Label] = {one: TYPES[one] for one in ("oil", "mineral")}
    found: dict[str, Codes] = dict.fromkeys(_TEAMS, teams)
    for lot in ("auction.lot", "to_place.lot"):
        found |= {f"{lot}.kind": LOTS, f"{lot}.type": types, f"{lot}.tor": tors, f"{lot}.card": eco}
    return found | {
        "phase": PHASES,
        "event": events,
        "events_played": events,
        "eco_discard": eco,
        "players.eco": eco,
        "players.tors": tors,
        "players.held": tors,
        "eco_offer.card": eco,
        "choices.option": {one: Words(text) for one, text in OPTIONS.items() if one != DECLINE},
        "choices.type": TYPES,
        "choices.lot": {**LOTS, **TYPES},
    }
