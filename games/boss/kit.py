"""The box of «Я босс!»: 16 spaces, 15 deal cards, 98 influence cards; what is unknown is filled in at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from games.engine.kit import Kit, KitNote
from games.engine.refusal import Refusal

Colour = Literal["red", "blue", "yellow", "pink", "orange", "green"]
#: Investors and clans in the order of the board.
COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "pink", "orange", "green")
GREY = "grey"
#: Deal cards from this printed number on may end the game (B-131).
FIRST_END = 10
#: Numbers that the short game leaves out (B-147).
SHORT_GAME_WITHOUT = (3, 6, 9)

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Money = Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)]


class Space(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A space of the board: `required` investors and `choose` more of `from`, paying `shares` dividends.

    A space of which something is unknown is filled in when a deal is first opened on it (B-010).
    """

    required: list[Colour] | None = None
    choose: Count | None = None
    from_: list[Colour] | None = None
    shares: Count | None = None
    label: str = ""

    @property
    def known(self) -> bool:
        """Whether a deal can be played on it."""
        return None not in (self.required, self.choose, self.from_, self.shares)

    @property
    def sound(self) -> bool:
        """Whether the sets make sense: disjoint, enough to choose from, one to six investors, a dividend."""
        required, wider = self.required or [], self.from_ or []
        return (
            len({*required, *wider}) == len(required) + len(wider)
            and (self.choose or 0) <= len(wider)
            and 1 <= self.seats <= len(COLOURS)
            and (self.shares is None or self.shares >= 1)
        )

    @property
    def seats(self) -> int:
        """How many investors the deal needs."""
        return len(self.required or ()) + (self.choose or 0)


class DealCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deal card: $M a dividend, and the die faces on its back (None: not known yet)."""

    value: Money | None = None
    end: list[int] | None = None


class Influence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many influence cards of each kind there are (B-004)."""

    clan: dict[Colour, Count]
    travel: dict[Literal["red", "blue", "yellow", "pink", "orange", "green", "grey"], Count]
    recruit: Count
    boss: Count
    stop: Count


class BossKit(Kit, frozen=True, kw_only=True):
    """Spaces and deal cards under their printed numbers, spaces clockwise; the cards of the deck."""

    spaces: dict[str, Space]
    deal_cards: dict[str, DealCard]
    influence: Influence
    #: names of the investors, by colour
    investors: dict[Colour, str] = {}
    denominations: str = ""

    @cached_property
    def limits(self) -> dict[str, int]:
        """How many cards of each type there are, as the table names the types."""
        cards = self.influence
        return {
            **{f"clan:{colour}": count for colour, count in cards.clan.items()},
            **{f"travel:{colour}": count for colour, count in cards.travel.items()},
            "recruit": cards.recruit,
            "boss": cards.boss,
            "stop": cards.stop,
        }

    @cached_property
    def deck_size(self) -> int:
        """How many influence cards there are."""
        return sum(self.limits.values())

    def rolls_after(self, no: int) -> bool:
        """Tell whether the boss rolls for the end after deal card `no` (B-131; unknown faces from 10 on: yes)."""
        end = self.deal_cards[str(no)].end
        return bool(end) if end is not None else no >= FIRST_END


def deal_numbers(kit: BossKit, short_game: bool) -> list[int]:
    """Return the numbers of the deal cards, top first (B-022; B-147 leaves out 3, 6 and 9)."""
    numbers = sorted(int(key) for key in kit.deal_cards)
    return [no for no in numbers if not (short_game and no in SHORT_GAME_WITHOUT)]


# ---- the older spelling: lists of spaces and cards, and what stands in the text -----------------


def from_old(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn a transcript with lists into the kit format. Raises Refusal: K_SPACES or K_DEALS for a repeated number."""
    spaces = _by_number(raw["spaces"], "id", "K_SPACES")
    cards = _by_number(raw["deal_cards"], "no", "K_DEALS")
    labels = raw.get("investors") or []
    return {
        "format": "kit/1",
        "game": "boss",
        "id": raw["id"],
        "title": raw.get("title", ""),
        "note": raw.get("note", ""),
        "sample": bool(raw.get("sample")),
        "source": {path: "text" for line in raw.get("confirmed") or raw.get("known") or () for path in _paths(line)},
        "spaces": spaces,
        "deal_cards": cards,
        "influence": raw["influence"],
        "investors": {row["colour"]: row["label"] for row in labels if row.get("label")},
        "denominations": (raw.get("money") or {}).get("denominations", ""),
    }


def _by_number(rows: list[dict[str, Any] | None], key: str, code: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for at, row in enumerate(rows, 1):
        fields = dict(row or {})
        no = str(fields.pop(key, at))
        if no in found:
            raise Refusal(code, f"{key}.{no}", value=no)
        found[no] = fields
    return found


def _paths(line: str) -> Iterator[str]:
    """Yield the paths that a line of the older list of confirmed values means."""
    no = "".join(re.findall(r"\d+", line)[:1])
    if "influence" in line:
        yield "influence"
    elif line.startswith("space"):
        yield f"spaces.{no}"
    elif line.startswith("deal"):
        yield f"deal_cards.{no}.{'end' if 'end' in line else 'value'}"


# ---- checks -------------------------------------------------------------------------------------


def check(kit: BossKit) -> list[KitNote]:
    """Return what is wrong (K_…) or doubtful (KW_…): § 4.1 of the rules; null is allowed for what is not known yet."""
    return [*_check_spaces(kit), *_check_cards(kit), *_check_deck(kit)]


def _numbered(keys: dict[str, Any]) -> bool:
    return sorted(keys, key=lambda key: (len(key), key)) == [str(no) for no in range(1, len(keys) + 1)]


def _check_spaces(kit: BossKit) -> Iterator[KitNote]:
    spaces = kit.spaces
    enough = len(spaces) > len(kit.deal_cards) and (kit.sample or len(spaces) == 16)
    if not enough or not _numbered(spaces):
        yield KitNote("K_SPACES", "spaces", {"value": len(spaces)})
    for no, space in spaces.items():
        if space.known and not space.sound:
            yield KitNote("K_SETS", f"spaces.{no}", {"value": no})
        elif space.known and not 2 <= space.seats <= 5:
            yield KitNote("KW_SIZE", f"spaces.{no}", {"value": no, "seats": space.seats})
    known = sorted((space.seats, space.shares or 0, no) for no, space in spaces.items() if space.known)
    for seats, shares, no in known:
        if any(other > shares for fewer, other, _ in known if fewer < seats):
            yield KitNote("KW_MONOTONE", f"spaces.{no}", {"value": no})
    anchor = Space(["red", "blue", "yellow"], 2, ["pink", "orange", "green"], 6)
    if not kit.sample and all(space.known for space in spaces.values()):
        if not any(same_space(space, anchor) for space in spaces.values()):
            yield KitNote("KW_ANCHOR", "spaces", {"value": "6"})
        if not any(space.shares == 4 for space in spaces.values()):
            yield KitNote("KW_ANCHOR", "spaces", {"value": "4"})


def filled(space: Space, other: Space) -> Space:
    """Return a space as the first tells it; what is unknown there is taken from the other (amendment 7)."""
    found = {
        name: getattr(other, name) if getattr(space, name) in (None, "") else getattr(space, name)
        for name in space.__struct_fields__
    }
    return Space(**found)


def same_space(one: Space, other: Space) -> bool:
    """Tell whether two spaces ask and pay the same; colours are sets, an inscription counts for nothing (§ 4.1)."""
    return (set(one.required or ()), one.choose, set(one.from_ or ()), one.shares) == (
        set(other.required or ()), other.choose, set(other.from_ or ()), other.shares,
    )  # fmt: skip


def _check_cards(kit: BossKit) -> Iterator[KitNote]:
    cards = kit.deal_cards
    if not cards or not all(re.fullmatch(r"[1-9]\d{0,2}", no) for no in cards):
        yield KitNote("K_DEALS", "deal_cards", {"value": len(cards)})
        return
    if not kit.sample and not (_numbered(cards) and len(cards) == 15):
        yield KitNote("K_DEALS", "deal_cards", {"value": len(cards)})
    highest = 1
    numbers = deal_numbers(kit, False)
    for no in numbers:
        value = cards[str(no)].value
        if value is not None:
            if value < highest:
                yield KitNote("K_VALUES", f"deal_cards.{no}.value", {"value": no})
            highest = max(highest, value)
    before: set[int] = set()
    for no in numbers[:-1]:
        end = cards[str(no)].end
        if end is None:
            continue
        ends = 10 <= no <= 14
        if not all(1 <= face <= 6 for face in end) or (not kit.sample and bool(end) != ends):
            yield KitNote("K_END", f"deal_cards.{no}.end", {"value": no})
        if not before <= set(end):
            yield KitNote("KW_NESTED", f"deal_cards.{no}.end", {"value": no})
        before = set(end)
    if not kit.sample:
        yield from _check_anchors(kit)


def _check_anchors(kit: BossKit) -> Iterator[KitNote]:
    """The figures that stand in the rulebook: #6 = 3M, #13 = 5M, #11 ends by 1 and 2, #13 not by 5."""
    for no, value in ((6, 3), (13, 5)):
        card = kit.deal_cards.get(str(no), DealCard())
        if card.value not in (None, value):
            yield KitNote("KW_ANCHOR", f"deal_cards.{no}.value", {"value": no})
    eleven, thirteen = (kit.deal_cards.get(no, DealCard()).end for no in ("11", "13"))
    if eleven is not None and set(eleven) != {1, 2}:
        yield KitNote("KW_ANCHOR", "deal_cards.11.end", {"value": 11})
    if thirteen is not None and 5 in thirteen:
        yield KitNote("KW_ANCHOR", "deal_cards.13.end", {"value": 13})


def _check_deck(kit: BossKit) -> Iterator[KitNote]:
    cards = kit.influence
    parts = (sum(cards.clan.values()), sum(cards.travel.values()), cards.boss, cards.recruit, cards.stop)
    if (not kit.sample and parts != (24, 21, 10, 33, 10)) or set(cards.clan) != set(COLOURS):
        yield KitNote("K_DECK", "influence", {"value": kit.deck_size})
