"""Cards that may turn up, and the empty slots they are laid out in."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.fields import Card, Offer, Option
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.titans import forms
from games.titans.state import TitansTable


def unseen(t: TitansTable, deck: str) -> list[Option]:
    """Return the cards that may turn up: those of the kit that nobody has seen yet."""
    seen = t.state.seen[deck]
    again = deck == "consequence" and t.state.decks[deck] == 0
    cards = t.kit.cards(deck)
    return [Option(id, t.card_name(deck, id)) for id in cards if again or id not in seen]


def refills(t: TitansTable, decks: tuple[str, ...] = ("tender", "agency")) -> Iterator[Offer]:
    """Empty slots and what may be laid out there."""
    slots: dict[str, list[str | None]] = {"tender": t.state.tender_slots, "agency": t.state.agency_slots}
    texts = {"tender": _("Tender into slot %(slot)s"), "agency": _("Agency or titan into slot %(slot)s")}
    for deck in decks:
        if t.state.decks[deck] <= 0:
            continue
        form = forms.tender_form() if deck == "tender" else forms.company_form()
        for at, lying in enumerate(slots[deck], 1):
            if lying is None:
                card = Card(name="card", label=Words(_("Card laid out")), options=unseen(t, deck), form=form)
                label = Words(texts[deck], {"slot": at})
                yield Offer(f"refill_{deck}", [REFEREE], label, {"slot": at}, [card], Words(_("Lay out")), main=True)
