"""Who could take part in the open deal: what is covered, what is missing, and the cheapest way to close."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import msgspec

from games.boss.kit import COLOURS, Space
from games.boss.state import Agreement, BossTable
from games.boss.words import colour_list
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One participant of a closing: `inv:<colour>` or `clan:<id>`, and whose it is."""

    asset: str
    owner: str


class Due(msgspec.Struct, frozen=True):
    """What the boss owes to a player for `assets`: an agreed sum, or a fair share (then with sixtieths of $M)."""

    player: str
    assets: list[str]
    amount: int
    why: str
    sixtieths: int = 0


def meets(space: Space, colours: Iterable[str]) -> bool:
    """Tell whether these colours are enough for the space; more than needed is no harm here."""
    have = set(colours)
    required = space.required or ()
    return have.issuperset(required) and len(have.intersection(space.from_ or ())) >= (space.choose or 0)


def missing(space: Space, colours: Iterable[str]) -> list[Words | str]:
    """Return the words for what is missing: required colours, and how many more of the others (B-103)."""
    have = set(colours)
    words: list[Words | str] = colour_list(colour for colour in space.required or () if colour not in have)
    short = (space.choose or 0) - len(have.intersection(space.from_ or ()))
    if short > 0:
        wider = colour_list(colour for colour in space.from_ or () if colour not in have)
        words.append(Words(_("%(k)s more of %(wider)s"), {"k": short, "wider": wider}))
    return words


def agreed(t: BossTable, owner: str, asset: str) -> Agreement | None:
    """Return the active agreement that brings this asset of `owner` into the deal."""
    for agreement in t.deal.agreements:
        if agreement.status == "active" and agreement.player == owner and asset in agreement.assets:
            return agreement
    return None


def free_of_consent(t: BossTable, asset: str) -> bool:
    """Tell whether another player's asset may be used without his consent, for a fair share (B-151, soft rules)."""
    options = t.options
    return options.soft_rules and (asset[:4] == "inv:" or options.soft_clan == "fair_share")


def fair_share(t: BossTable) -> tuple[int, int]:
    """Return the total divided by the number of investors: whole $M and sixtieths (B-152)."""
    seats = t.space.seats
    if t.options.fair_share_rounding == "exact":
        return divmod(t.total * 60 // seats, 60)
    if t.options.fair_share_rounding == "nearest":
        return (2 * t.total + seats) // (2 * seats), 0
    return t.total // seats, 0


def colours_now(t: BossTable) -> set[str]:
    """Return the colours that are in: the boss's own, agreed ones, and those that need no consent."""
    deal, state = t.deal, t.state
    boss = deal.boss
    soft = t.options.soft_rules
    found = {
        colour
        for colour, holder in state.investors.items()
        if (holder == boss or (soft and holder in state.hands)) and colour not in deal.travelling
    }
    anyone = soft and t.options.soft_clan == "fair_share"
    found.update(clan.color for clan in deal.clans if anyone or clan.owner == boss)
    for agreement in deal.agreements:
        if agreement.status == "active":
            found.update(colour for asset in agreement.assets if (colour := colour_of(t, asset)))
    return found


def colour_of(t: BossTable, asset: str) -> str:
    """Return the colour of an investor or of a clan card on the table, empty for what is only promised."""
    kind, _colon, name = asset.partition(":")
    if kind == "inv":
        return name
    clan = t.laid(asset) if kind == "clan" else None
    return clan.color if clan else ""


def usable(t: BossTable) -> dict[str, list[Part]]:
    """Return for each colour the parts worth a look: the boss's own, else the cheapest one, and those of packages."""
    deal, state = t.deal, t.state
    found: dict[str, list[Part]] = {}
    for colour in COLOURS:
        parts = [Part(f"clan:{clan.id}", clan.owner) for clan in deal.clans if clan.color == colour]
        holder = state.investors[colour]
        if colour not in deal.travelling and holder in state.hands:
            parts.insert(0, Part(f"inv:{colour}", holder))
        own = [part for part in parts if part.owner == deal.boss]
        found[colour] = own[:1] or _worth_a_look(t, parts)
    return found


def _worth_a_look(t: BossTable, parts: list[Part]) -> list[Part]:
    """Leave out what costs more than another part by itself: the search for the cheapest set stays short."""
    alone: tuple[int, Part] | None = None
    packages: list[Part] = []
    for part in parts:
        agreement = agreed(t, part.owner, part.asset)
        if agreement is not None and len(agreement.assets) > 1:
            packages.append(part)
        elif agreement is not None or free_of_consent(t, part.asset):
            cost = sixtieths_of(dues(t, [part]))
            if alone is None or cost < alone[0]:
                alone = cost, part
    return [alone[1], *packages] if alone else packages


def dues(t: BossTable, parts: Iterable[Part]) -> list[Due]:
    """Return what the boss owes for these parts: each agreement once, a fair share where there is none (B-114)."""
    deal = t.deal
    found: list[Due] = []
    counted: list[Agreement] = []
    for part in parts:
        if part.owner == deal.boss:
            continue
        agreement = agreed(t, part.owner, part.asset)
        if agreement is None:
            whole, sixtieths = fair_share(t)
            found.append(Due(part.owner, [part.asset], whole, "fair_share", sixtieths))
        elif agreement not in counted:
            counted.append(agreement)
            found.append(Due(part.owner, agreement.assets, agreement.amount, "agreement"))
    return found


def sixtieths_of(owed: Iterable[Due]) -> int:
    """Return the sum of what is owed, in sixtieths of $M."""
    return sum(due.amount * 60 + due.sixtieths for due in owed)


def cheapest(t: BossTable) -> list[Part]:
    """Return the legal set of parts that costs the boss least, empty if there is none within the total."""
    space, choices = t.space, usable(t)
    required = space.required or []
    if not all(choices[colour] for colour in required):
        return []
    wider = [colour for colour in space.from_ or () if choices[colour]]
    best: list[Part] = []
    least = t.total * 60 + 1
    for more in combinations(wider, space.choose or 0):
        for parts in product(*(choices[colour] for colour in (*required, *more))):
            cost = sixtieths_of(dues(t, parts))
            if cost < least:
                best, least = list(parts), cost
    return best


def must_close(t: BossTable) -> bool:
    """Tell whether cards on the table meet the needs and the total pays for them: soft rules (B-154, A-48).

    An agreement dearer than the fair shares of what needs no consent frees nobody: without it these are due.
    """
    whole, sixtieths = fair_share(t)
    share = whole * 60 + sixtieths
    without: Any = t.copy()
    without.deal.agreements = [
        one
        for one in t.deal.agreements
        if one.amount * 60 <= share * len(one.assets) or not all(free_of_consent(t, asset) for asset in one.assets)
    ]
    return bool(cheapest(without))


class Pill(msgspec.Struct, frozen=True):
    """One needed colour of the coverage bar: who brings it, for how much, and how sure that is.

    Status: boss (his own), active, soft (no consent needed), stale, blocked (travels), none.
    """

    colour: str
    required: bool
    status: str
    player: str = ""
    asset: str = ""
    amount: int = 0


def pills(t: BossTable) -> list[Pill]:
    """Return the coverage bar: every colour the space lists, required ones first."""
    chosen = {colour_of(t, part.asset): part for part in cheapest(t)}
    choices = usable(t)
    required, wider = t.space.required or [], t.space.from_ or []
    return [_pill(t, colour, colour in required, chosen.get(colour), choices) for colour in (*required, *wider)]


def _pill(t: BossTable, colour: str, required: bool, part: Part | None, choices: dict[str, list[Part]]) -> Pill:
    part = part or next(iter(choices[colour]), None)
    if part is not None:
        if part.owner == t.deal.boss:
            return Pill(colour, required, "boss", part.owner, part.asset)
        agreement = agreed(t, part.owner, part.asset)
        if agreement is None:
            return Pill(colour, required, "soft", part.owner, part.asset, fair_share(t)[0])
        return Pill(colour, required, "active", part.owner, part.asset, agreement.amount)
    for status in ("stale", "blocked"):
        for agreement in t.deal.agreements:
            asset = next((one for one in agreement.assets if colour_of(t, one) == colour), "")
            if agreement.status == status and asset:
                return Pill(colour, required, status, agreement.player, asset, agreement.amount)
    return Pill(colour, required, "blocked" if colour in t.deal.travelling else "none")
