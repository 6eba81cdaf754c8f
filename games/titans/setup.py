"""Set-up (§ 3.1): who begins, and the cards laid open."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engine.move import Name
from games.titans.kit import TitansKit
from games.titans.typed import NewCompany, NewTender, new_id


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins, and the cards laid open, picked or typed in full; a slot left out is filled at the table."""

    first_side: Name = ""
    agency_slots: list[Name | NewCompany | None] = []
    tender_slots: list[Name | NewTender | None] = []


def with_typed_cards(kit: TitansKit, setup: Setup) -> tuple[TitansKit, Setup]:
    """Return the kit with the cards typed at set-up, which now belong to it (§ 4.1), and the set-up by their ids."""
    kit, companies = _named(kit, "agency", setup.agency_slots)
    kit, tenders = _named(kit, "tender", setup.tender_slots)
    return kit, Setup(setup.first_side, [*companies], [*tenders])


def _named(
    kit: TitansKit, deck: str, slots: Iterable[Name | NewCompany | NewTender | None]
) -> tuple[TitansKit, list[str | None]]:
    ids: list[str | None] = []
    for card in slots:
        if isinstance(card, (NewCompany, NewTender)):
            id = new_id(card.id, kit.cards(deck), deck)
            kit = kit.with_card(deck, id, card.card())
            ids.append(id)
        else:
            ids.append(card)
    return kit, ids
