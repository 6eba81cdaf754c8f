"""Cards that may turn up, and the empty slots they are laid out in."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.fields import Card, Offer, Option
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE
from games.titans import forms
from games.titans.state import TitansTable

#: So much of the text stands for a card that has no name.
LONGEST = 90


def unseen(t: TitansTable, deck: str) -> list[Option]:
    """Return the cards that may turn up: those of the kit that nobody has seen yet, in the order of the alphabet."""
    seen = t.state.seen[deck]
    again = deck == "consequence" and t.state.decks[deck] == 0
    found = [Option(id, label_of(t, deck, id)) for id in t.kit.cards(deck) if again or id not in seen]
    return sorted(found, key=lambda option: str(option.label).casefold().replace("ё", "е"))


def label_of(t: TitansTable, deck: str, id: str) -> str:
    """Return what a card is found by in a list: its name; a consequence without one by what a failure costs."""
    card = t.card(deck, id)
    text: str = getattr(card, "text_fail", "") or getattr(card, "text_success", "") or card.text
    if getattr(card, "title", "") or card.name or not text:
        return t.card_name(deck, id)
    return f"{id}: {text}" if len(text) <= LONGEST else f"{id}: {text[:LONGEST].rsplit(' ', 1)[0]}…"


def refills(t: TitansTable, decks: tuple[str, ...] = ("tender", "agency"), main: bool = False) -> Iterator[Offer]:
    """Empty slots and what may be laid out there; with `main` the first of them is what is expected."""
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
                yield Offer(f"refill_{deck}", [REFEREE], label, {"slot": at}, [card], Words(_("Lay out")), main=main)
                main = False
