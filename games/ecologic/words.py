"""Names of things as log lines and messages say them."""

from __future__ import annotations

from games.ecologic.state import EcoTable, Lot
from games.engine.i18n import Words, number
from games.engine.i18n import gettext_noop as _

Label = Words | str

PHASES: dict[str, Words] = {
    "events": Words(_("Events")),
    "ecology": Words(_("Ecology")),
    "actions": Words(_("Actions")),
    "income": Words(_("Income")),
    "finished": Words(_("Final score")),
}
TYPES: dict[str, Words] = {"oil": Words(_("oil")), "mineral": Words(_("minerals")), "any": Words(_("any"))}
BUTTONS: dict[str, Words] = {"oil": Words(_("Oil")), "mineral": Words(_("Minerals"))}
CHIP = Words(_("a chip"))
MINUS = Words(_("“minus”"))


def sector_name(t: EcoTable, sector: str) -> Label:
    """Return «сектор 12» or «сектор „Плато“»."""
    found = t.kit.sectors.get(sector)
    name = (found.name if found else "") or sector
    if name.lower().startswith(("сектор", "sector")):
        return name[0].lower() + name[1:]
    return Words(_("sector “%(sector)s”"), {"sector": name})


def tor_name(t: EcoTable, tor: str) -> str:
    """Return the name of a ТОР, or its id where the kit does not know it."""
    return t.kit.tors[tor].name if tor in t.kit.tors else tor


def card_name(t: EcoTable, card: str) -> str:
    """Return the name of an eco-initiative, or its id."""
    return t.kit.eco[card].name if card in t.kit.eco else card


def event_name(t: EcoTable, event: str) -> str:
    """Return the name of an event, or its id."""
    return t.kit.events[event].name if event in t.kit.events else event


def named(t: EcoTable, ref: str) -> Label:
    """Return what the `ref` of a posting means at this table: «сектор 8», a card or a ТОР by its name in the kit."""
    if ref in t.kit.sectors:
        return sector_name(t, ref)
    names = (of(t, ref) for of in (event_name, card_name, tor_name))
    name = next((one for one in names if one not in ("", ref)), "")
    return Words(_("“%(card)s”"), {"card": name}) if name else ref


def lot_name(t: EcoTable, lot: Lot) -> Words:
    """Return a lot as in «покупает минералы», «покупает ТОР „Биржа“»."""
    if lot.kind == "tor":
        return Words(_("ТОР “%(tor)s”"), {"tor": tor_name(t, lot.tor)})
    if lot.kind == "eco":
        return Words(_("eco-initiative “%(card)s”"), {"card": card_name(t, lot.card)})
    return TYPES.get(lot.type, CHIP)


def lot_button(t: EcoTable, lot: Lot) -> Label:
    """Return a lot as a button names it: «Нефть», «Биржа», a card."""
    if lot.kind == "tor":
        return tor_name(t, lot.tor)
    return card_name(t, lot.card) if lot.kind == "eco" else BUTTONS[lot.type]


def enviros_word(amount: int, minus: bool) -> Words | int:
    """Return a stock of enviros, or «минус»."""
    return MINUS if minus else amount


def signed(value: int) -> str:
    """Return a change with its sign: «+3», «−2»."""
    return f"+{number(value)}" if value > 0 else number(value)
