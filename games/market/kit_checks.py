"""What is wrong or doubtful in a kit (§ 4.3). K_… blocks the start (E_BAD_KIT), KW_COUNT warns (W_COUNT)."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.i18n import gettext_noop as _
from games.engine.kit import KitNote
from games.market.kit import CARDS, COMPANIES, MarketKit, rows_of

#: How many there are in the box.
BOX = {
    "plots": 12,
    "credit_cards": 16,
    "surprise_cards": 20,
    "consultation_cards": 20,
    "licences": 36,
    "stock.materials": 12,
    "stock.equipment": 12,
    "stock.personnel": 12,
}

KIT_NOTES: dict[str, str] = {
    "K_COMPANY": _("%(path)s: each company needs exactly one row and one space"),
    "K_PLOT": _("%(path)s: each plot needs exactly one space"),
    "K_TAX": _("the tax office must stand exactly once on each ring"),
    "K_START": _("the path has no Start, or Start is not the space the tokens begin on"),
    "K_PATH": _("%(path)s: the spaces are not numbered in order"),
    "K_PRICE": _("%(path)s: the price must be above zero and a multiple of %(step)s"),
    "K_PRODUCT": _("the price table is empty"),
    "K_CREDIT": _("there are no credit cards"),
    "K_CARD": _("%(path)s: the sum must be a multiple of %(step)s and not zero"),
    "KW_COUNT": _("%(path)s: %(have)s, in the box there are %(want)s"),
}


def check_kit(kit: MarketKit) -> list[KitNote]:
    """Return the findings, those that block first."""
    notes = [*_path(kit), *_prices(kit)]
    if not kit.products:
        notes.append(KitNote("K_PRODUCT", "products"))
    if not kit.credit_cards:
        notes.append(KitNote("K_CREDIT", "credit_cards"))
    counts = rows_of(kit)
    return notes + [
        KitNote("KW_COUNT", path, {"path": path, "have": counts[path], "want": want})
        for path, want in BOX.items()
        if counts[path] != want
    ]


def _path(kit: MarketKit) -> Iterator[KitNote]:
    kinds = [space.kind for space in kit.path]
    for at, space in enumerate(kit.path):
        if space.i != at:
            yield KitNote("K_PATH", f"path.{at}", {"path": f"path.{at}"})
            break
    if "start" not in kinds or kit.start_index >= len(kinds) or kinds[kit.start_index] != "start":
        yield KitNote("K_START", "start_index")
    for ring in ("outer", "inner"):
        if sum(space.kind == "tax" and space.ring == ring for space in kit.path) != 1:
            yield KitNote("K_TAX", "path")
            break
    for company in dict.fromkeys((*COMPANIES, *kit.companies)):
        spaces = sum(kind == company for kind in kinds)
        if company not in kit.companies or company not in COMPANIES or spaces != 1:
            yield KitNote("K_COMPANY", f"companies.{company}", {"path": f"companies.{company}"})
    spots = [str(space.no) for space in kit.path if space.kind == "plot"]
    for no in dict.fromkeys((*kit.plots, *spots)):
        if no not in kit.plots or spots.count(no) != 1:
            yield KitNote("K_PLOT", f"plots.{no}", {"path": f"plots.{no}"})


def _prices(kit: MarketKit) -> Iterator[KitNote]:
    step = kit.constants.round_to
    prices = {f"companies.{name}.price": company.price for name, company in kit.companies.items()}
    prices |= {f"plots.{no}.price": plot.price for no, plot in kit.plots.items()}
    for name, product in kit.products.items():
        prices |= {f"products.{name}.{card}": product.price(card) for card in CARDS}
        prices[f"products.{name}.output"] = product.output
    for path, price in prices.items():
        if price <= 0 or price % step:
            yield KitNote("K_PRICE", path, {"path": path, "step": step})
    cards = {f"surprise_cards.{no}": card.amount for no, card in kit.surprise_cards.items()}
    cards |= {f"consultation_cards.{no}": card.amount for no, card in kit.consultation_cards.items()}
    for path, amount in cards.items():
        if not amount or amount % step or (amount < 0 and path.startswith("consultation")):
            yield KitNote("K_CARD", path, {"path": path, "step": step})
