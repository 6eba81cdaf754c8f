"""Words of the table for colours, cards, assets and sums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.boss.kit import COLOURS
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

if TYPE_CHECKING:
    from games.boss.kit import Space
    from games.boss.state import BossTable

COLOUR_WORDS: dict[str, Words] = {
    "red": Words(_("red")),
    "blue": Words(_("blue")),
    "yellow": Words(_("yellow")),
    "pink": Words(_("pink")),
    "orange": Words(_("orange")),
    "green": Words(_("green")),
    "grey": Words(_("grey")),
}

CARD_WORDS: dict[str, Words] = {
    "clan": Words(_("Clan")),
    "travel": Words(_("Travel")),
    "recruit": Words(_("Hire")),
    "boss": Words(_("Boss")),
    "stop": Words(_("Stop")),
}

#: Reasons for a failed deal that are offered; any other word may stand there too.
FAIL_WORDS: dict[str, Words] = {
    "price": Words(_("price")),
    "travel": Words(_("travel")),
    "no_cards": Words(_("no cards")),
    "refusal": Words(_("nobody agreed")),
    "time": Words(_("time")),
    "other": Words(_("another reason")),
}


def colour_word(colour: str) -> Words | str:
    """Return the word for a colour, or what was typed where it is none."""
    return COLOUR_WORDS.get(colour, colour)


def colour_list(colours: Iterable[str]) -> list[Words | str]:
    """Return the words for colours in the order of the board."""
    given = set(colours)
    return [COLOUR_WORDS[colour] for colour in COLOURS if colour in given]


def colours_cell(colours: Iterable[str]) -> Words | str:
    """Return one text for one or several colours, for a table."""
    words = colour_list(colours)
    return words[0] if len(words) == 1 else Words(_("%(colours)s"), {"colours": words})


def card_type_words(kind: str) -> Words:
    """Return the words for a type of card as the log writes it: `travel:green`, `boss`."""
    name, _colon, colour = kind.partition(":")
    word = CARD_WORDS[name]
    return Words(_("%(card)s, %(colour)s"), {"card": word, "colour": colour_word(colour)}) if colour else word


def asset_words(t: BossTable, asset: str) -> Words | str:
    """Return the words for `inv:<colour>`, `clan:<id>` or `pledge:<colour>`; call it while the deal is open."""
    kind, _colon, name = asset.partition(":")
    if kind == "inv":
        return Words(_("%(colour)s investor"), {"colour": colour_word(name)})
    if kind == "pledge":
        return Words(_("%(colour)s clan, promised"), {"colour": colour_word(name)})
    clan = t.laid(asset) if kind == "clan" and t.state.deal else None
    if clan is None:
        return Words(_("clan %(id)s"), {"id": name})
    return Words(_("%(colour)s clan"), {"colour": colour_word(clan.color)})


def assets_words(t: BossTable, assets: Iterable[str]) -> list[Words | str]:
    """Return the words for several assets."""
    return [asset_words(t, asset) for asset in assets]


def thing_words(ref: str) -> Words | str:
    """Return what the `ref` of a posting means: a deal, a colour, a kind of card, what a share was agreed for."""
    things: list[Any] = [_thing(one) for one in ref.split("+")]
    return things[0] if len(things) == 1 else Words(_("%(things)s"), {"things": things})


def _thing(ref: str) -> Words | str:
    kind, _colon, name = ref.partition(":")
    if ref.isdigit():
        return Words(_("deal %(no)s"), {"no": ref})
    if kind == "inv":
        return Words(_("%(colour)s investor"), {"colour": colour_word(name)})
    if kind == "clan" and name:
        return Words(_("clan %(id)s"), {"id": name})
    if ref == "hire":
        return CARD_WORDS["recruit"]
    return CARD_WORDS.get(ref) or COLOUR_WORDS.get(ref) or ref


def sum_words(amount: int, sixtieths: int = 0) -> Words:
    """Return a sum of money: whole $M, and sixtieths of it where shares are paid exactly."""
    if sixtieths:
        return Words(_("%(amount)sM"), {"amount": amount + sixtieths / 60})
    return Words(_("%(amount)sM"), {"amount": amount})


def space_words(space: Space) -> Words:
    """Return what a space needs, in words."""
    required: list[Any] = colour_list(space.required or ())
    if not space.choose:
        return Words(_("needed: %(colours)s"), {"colours": required})
    more = {"k": space.choose, "wider": colour_list(space.from_ or ())}
    if not required:
        return Words(_("needed: %(k)s of %(wider)s"), more)
    return Words(_("needed: %(colours)s and %(k)s more of %(wider)s"), {"colours": required, **more})


def printed_words(space: Space) -> list[Words]:
    """Return what is known of a space, in words."""
    found = [space_words(space)] if space.required is not None and space.choose is not None else []
    if space.shares is not None:
        found.append(ngettext("%(n)s dividend", "%(n)s dividends", space.shares))
    return found


def said_value(value: object) -> str:
    """Return what was typed, for a message: a dash where it has the wrong form."""
    return value[:60] if isinstance(value, str) else "–"
