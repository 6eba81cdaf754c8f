"""What is in the box of «Титаны рекламы» (§ 4): cards, price ladders, cubes and money."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

import msgspec

from games.engine.kit import Kit, KitNote
from games.titans.cards import COLOURS, Colour, Company, Consequence, Figure, News, Tender, Titan, Totem

Deck = Literal["agency", "tender", "news", "consequence", "totems"]

#: How many of each the rulebook lists (T-002), and what the board holds (T-018).
BOX: dict[str, int] = {"agency": 42, "tender": 29, "news": 39, "consequence": 13, "totems": 9}
CELLS: dict[str, int] = {"creative": 18, "production": 16, "strategy": 10, "media": 10}
CUBES = 101


class TitansKit(Kit, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """The whole box. A ladder has a price for each cell, cheap to dear (None: not typed yet).

    `deck_sizes` says how many cards a deck has in the box where not all of them are typed.
    """

    bank_total: Figure | None = None
    start_money: Figure = 65
    work_income: Figure = 15
    points_per_tender: Figure = 3
    market_prices: dict[Colour, list[Figure | None]] = {}
    reserve: dict[Colour, Figure] = {}
    agency_deck: dict[str, Company] = {}
    tender_deck: dict[str, Tender] = {}
    news_deck: dict[str, News] = {}
    consequence_deck: dict[str, Consequence] = {}
    totems: dict[str, Totem] = {}
    deck_sizes: dict[Deck, Figure] = {}

    @cached_property
    def ladders(self) -> dict[str, list[int | None]]:
        """Return the prices of each colour, cheap to dear."""
        return {colour: self.market_prices.get(colour, []) for colour in COLOURS}

    @cached_property
    def cells(self) -> dict[str, int]:
        """Return the number of market cells of each colour."""
        return {colour: len(ladder) for colour, ladder in self.ladders.items()}

    @cached_property
    def stock(self) -> dict[str, int]:
        """Return the number of cubes of each colour in the box (T-020)."""
        return {colour: self.cells[colour] + self.reserve.get(colour, 0) for colour in COLOURS}

    def cards(self, deck: str) -> dict[str, Any]:
        """Return the cards of a deck by id."""
        found: dict[str, Any] = getattr(self, field_of(deck))
        return found

    def with_card(self, deck: str, id: str, card: Any) -> TitansKit:
        """Return the kit with a card of the box that was not in it (§ 4.1); kits never change in place."""
        field = field_of(deck)
        cards = {**self.cards(deck), id: card}
        sizes = dict(self.deck_sizes)
        if deck in sizes:
            sizes[deck] = max(sizes[deck], len(cards))
        source = {**self.source, f"{field}.{id}": "box"}
        return msgspec.structs.replace(self, source=source, deck_sizes=sizes, **{field: cards})

    def size(self, deck: Deck) -> int:
        """Return how many cards a deck has in the box."""
        return self.deck_sizes.get(deck, len(self.cards(deck)))


def field_of(deck: str) -> str:
    """Return the name under which a kit has a deck."""
    return deck if deck == "totems" else f"{deck}_deck"


def check(kit: TitansKit) -> list[KitNote]:
    """Return what is wrong or doubtful in a kit: counts, cubes, ladders, missing figures (T-002, T-003, T-134)."""
    notes = [*_counts(kit), *_market(kit)]
    for id, card in kit.agency_deck.items():
        path = f"agency_deck.{id}"
        if card.price is None:
            notes.append(KitNote("KW_PRICE", path, {"card": card.name or id}))
        if not isinstance(card, Titan) and card.spec is None:
            notes.append(KitNote("KW_SPEC", path, {"card": card.name or id}))
    for id, tender in kit.tender_deck.items():
        path = f"tender_deck.{id}"
        if tender.cost is None or tender.profit is None or tender.req is None:
            notes.append(KitNote("KW_TENDER", path, {"card": tender.name or id}))
        if tender.effect is None:
            notes.append(KitNote("KW_EFFECT", path, {"card": tender.name or id}))
    for id, news in kit.news_deck.items():
        if news.kind == "crisis" and news.require is None:
            notes.append(KitNote("KW_DEMAND", f"news_deck.{id}", {"card": news.title or id}))
    return notes


def _counts(kit: TitansKit) -> Iterable[KitNote]:
    decks: tuple[Deck, ...] = ("agency", "tender", "news", "consequence", "totems")
    for deck in decks:
        typed, size = len(kit.cards(deck)), kit.size(deck)
        if size < typed:
            yield KitNote("K_DECK_SIZE", f"deck_sizes.{deck}", {"have": size, "typed": typed})
        elif typed != BOX[deck]:
            yield KitNote("KW_COUNT", deck, {"deck": deck, "have": typed, "box": BOX[deck]})
    if kit.bank_total is not None and kit.bank_total < 4 * kit.start_money:
        yield KitNote("KW_BANK", "bank_total", {"have": kit.bank_total, "need": 4 * kit.start_money})


def _market(kit: TitansKit) -> Iterable[KitNote]:
    for colour in COLOURS:
        ladder = kit.ladders[colour]
        if len(ladder) != CELLS[colour]:
            yield KitNote(
                "KW_CELLS", f"market_prices.{colour}", {"colour": colour, "have": len(ladder), "box": CELLS[colour]}
            )
        known = [price for price in ladder if price is not None]
        if len(known) < len(ladder):
            yield KitNote("KW_LADDER", f"market_prices.{colour}", {"colour": colour})
        if known != sorted(known):
            yield KitNote("KW_FALLS", f"market_prices.{colour}", {"colour": colour})
    total = sum(kit.stock.values())
    if total != CUBES:
        yield KitNote("KW_CUBES", "reserve", {"have": total, "box": CUBES})


# ---- the older spelling and entry aids --------------------------------------------------------


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn a sample kit or the kit of a recorded game into the kit format.

    Lists of cards become mappings by id; `qty` makes copies; ladders may be written as runs («3*4, 4*6»).
    Texts and comments may stand anywhere (amendment 4); where the kit format has no place for them they go.
    """
    kit: dict[str, Any] = {"format": "kit/1", "game": "titans", "id": raw.get("id") or "kit"}
    for key in ("title", "note", "sample", "bank_total", "start_money", "work_income", "points_per_tender", "reserve"):
        if raw.get(key) is not None:
            kit[key] = raw[key]
    kit["market_prices"] = {colour: ladder_of(prices) for colour, prices in (raw.get("market_prices") or {}).items()}
    for deck in ("agency_deck", "tender_deck", "news_deck", "consequence_deck", "totems"):
        kit[deck] = dict(_copies(raw.get(deck) or []))
    if raw.get("deck_sizes"):
        kit["deck_sizes"] = raw["deck_sizes"]
    source = dict(raw.get("source") or {})
    for key, stated in (("start_money", 65), ("work_income", 15), ("points_per_tender", 3)):
        if raw.get(key, stated) == stated:
            source[key] = "text"
    for path in raw.get("known") or []:
        source[str(path)] = "text"
    kit["source"] = source
    return kit


def _copies(cards: Iterable[dict[str, Any]]) -> Iterable[tuple[str, dict[str, Any]]]:
    for raw in cards:
        card = _without_remarks(raw)
        id = str(card.pop("id"))
        if "advertiser" in card:
            card["name"] = card.pop("advertiser")
        for copy in range(1, int(card.pop("qty", None) or 1) + 1):
            yield (id if copy == 1 else f"{id}-{copy}"), card


def _without_remarks(card: Any) -> Any:
    """Return a card, or a part of it, without the texts that have no place in the kit format."""
    if isinstance(card, list):
        return [_without_remarks(one) for one in card]
    if not isinstance(card, dict):
        return card
    strange = {"comment"} if card.get("op", "manual") == "manual" else {"comment", "text"}
    kept = {key: _without_remarks(part) for key, part in card.items() if key not in strange}
    if isinstance(kept.get("require"), dict):
        kept["require"].pop("text", None)
    return kept


def ladder_of(prices: Any) -> list[Any]:
    """Return a ladder from a list, or from runs: «3*4, 4*6, 2*?» is three cells at 4, four at 6, two unknown.

    Raises ValueError for anything else.
    """
    if not isinstance(prices, str):
        return list(prices)
    ladder: list[int | None] = []
    for run in prices.replace(";", ",").split(","):
        count, star, price = run.replace("×", "*").partition("*")
        one = price if star else count
        ladder += [None if one.strip() == "?" else int(one)] * (int(count) if star else 1)
    return ladder
