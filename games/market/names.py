"""Names of things as log lines and messages say them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK

if TYPE_CHECKING:
    from games.market.kit import Space
    from games.market.state import MarketTable

Label = Words | str

#: «Банк» alone means two things: it is never shown bare.
GAME_BANK = Words(_("the game bank"))
POT_NAME = Words(_("the money under the board"))
NOTHING = Words(_("nothing"))

COMPANY_NAMES: dict[str, Words] = {
    "exchange": Words(_("Stock exchange")),
    "agency": Words(_("Personnel agency")),
    "trade": Words(_("Trading company")),
    "bank": Words(_("company “Bank”")),
    "insurance": Words(_("Insurance company")),
    "consulting": Words(_("Consulting company")),
    "school": Words(_("Business school")),
    "realtor": Words(_("Realty company")),
}
CARD_NAMES: dict[str, Words] = {
    "licence": Words(_("Licence")),
    "materials": Words(_("Materials")),
    "equipment": Words(_("Equipment")),
    "personnel": Words(_("Personnel")),
}
SPACE_NAMES: dict[str, Words] = {
    **COMPANY_NAMES,
    "start": Words(_("Start")),
    "deal": Words(_("Deal")),
    "surprise": Words(_("Business surprises")),
    "consultation": Words(_("Consultation")),
    "dividends": Words(_("Dividends")),
    "enterprise_income": Words(_("Enterprise income")),
    "antimonopoly": Words(_("Antimonopoly committee")),
    "tax": Words(_("Tax office")),
}
MUSTS: dict[str, Words] = {
    "plot": Words(_("buy the plot or refuse it")),
    "surprise": Words(_("take a card “Business surprises”")),
    "consultation": Words(_("take a card “Consultation”")),
    "antimonopoly": Words(_("sell shares by order of the committee")),
}
RIGHT_NAMES: dict[str, Words] = {
    "buy_share": Words(_("buy a share")),
    "sell_share": Words(_("sell a share")),
    "licence": Words(_("buy a Licence")),
    "card": Words(_("buy a card")),
    "buy_plot": Words(_("buy a free plot")),
    "sell_plot": Words(_("sell a plot")),
    "take_credit": Words(_("take a credit")),
}


def company_name(company: str) -> Label:
    """Return the name of a company; the one called «Банк» always with its noun."""
    return COMPANY_NAMES.get(company, company)


def plot_name(plot: str) -> Words:
    """Return «участок № 2»."""
    return Words(_("plot № %(plot)s"), {"plot": str(plot)})


def note_name(number: str) -> Words:
    """Return «вексель № 1»."""
    return Words(_("note № %(note)s"), {"note": number})


def thing_name(ref: str) -> Label:
    """Return what the `ref` of a posting means: a plot, a note, a company, the rate of a credit card."""
    kind, _colon, number = ref.partition(":")
    if ref.isdecimal():
        return f"{ref} %"
    return plot_name(number) if kind == "plot" else note_name(number) if kind == "note" else company_name(ref)


def space_name(space: Space) -> Label:
    """Return the name of a space of the path."""
    if space.kind == "plot":
        return plot_name(str(space.no))
    return SPACE_NAMES.get(space.kind, space.name)


def place(t: MarketTable, at: int) -> Label:
    """Return the name of the space at an index of the path."""
    return space_name(t.kit.path[at]) if at < len(t.kit.path) else str(at)


def product_name(t: MarketTable, product: str) -> str:
    """Return the name of a product, or its id."""
    found = t.kit.products.get(product)
    return (found.name if found else "") or product


def card_name(kind: str) -> Label:
    """Return the name of one of the four cards of an enterprise."""
    return CARD_NAMES.get(kind, kind)


def player_name(t: MarketTable, team: str) -> Label:
    """Return the name of a player, or «Банк игры»."""
    return GAME_BANK if team == BANK else t.name(team)


def must_words(must: str) -> Label:
    """Return what a landing obliges to."""
    return MUSTS.get(must, must)


def allowed_words(rights: Iterable[str]) -> list[Label]:
    """Return what a space allows, in words."""
    words: list[Label] = []
    for right in rights:
        general, _colon, special = right.partition(":")
        if general == "card" and special:
            words.append(Words(_("buy %(card)s"), {"card": card_name(special)}))
        else:
            words.append(RIGHT_NAMES[general])
    return words or [NOTHING]
