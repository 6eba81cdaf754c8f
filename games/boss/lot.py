"""The open deal as the panel draws it: what it needs, who brings it, who gets what, agreements and sums spoken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec

from games.boss.coverage import Pill, cheapest, colour_of, pills
from games.boss.state import BOARD, LIVE, Agreement, BossTable, Spoken
from games.boss.tokens import Token, investor, token
from games.boss.words import assets_words, space_words, sum_words
from games.engine.fields import Label
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal

#: A move as a button sends it: who, which, with what.
Sends = tuple[str, str, dict[str, Any]]
#: Width of the bar that splits the deal, in units of the drawing, and of a letter of its words.
WIDTH, LETTER = 620, 8.2
#: The more certain a colour is, the sooner it fills one of the free places.
RANK = {"boss": 0, "active": 1, "soft": 2, "stale": 3}


class Mark(msgspec.Struct, frozen=True):
    """A pill of the coverage bar. Status: boss, active, soft, stale, blocked, none; an open place has more colours."""

    colours: list[Token]
    status: str
    words: Label
    query: str = ""


class Share(msgspec.Struct, frozen=True):
    """A stretch of the bar that splits the deal: boss (what remains), asked, agreed, or over (more than there is)."""

    kind: str
    x: float
    width: float
    middle: float
    #: all of it, and what there is room for
    words: Words
    shown: Label


class Talk(msgspec.Struct, frozen=True):
    """An agreement or a sum spoken, and what may be done with it in one tap; `query` names another sum for it."""

    team: str
    tokens: list[Token]
    words: list[Label]
    amount: Words
    status: str
    status_words: Words
    query: str
    agree: Sends | None = None
    keep: Sends | None = None
    withdraw: Sends | None = None
    #: a clan card that does not lie on the table yet is part of it
    promised: bool = False


class Lot(msgspec.Struct, frozen=True):
    """The open deal."""

    title: Words
    needs: Words
    total: Words
    boss: str
    marks: list[Mark]
    split: list[Share]
    talks: list[Talk]
    #: after a change of the boss: everything that is to be confirmed
    keep_all: list[Sends]


def lot(t: BossTable) -> Lot:
    """Return the open deal as it stands."""
    figures = {"space": str(t.deal.space), "value": sum_words(t.value)}
    title = ngettext(
        "Space %(space)s: %(n)s dividend at %(value)s", "Space %(space)s: %(n)s dividends at %(value)s",
        t.space.shares or 0, **figures,
    )  # fmt: skip
    filled, spoken = places(t), said(t)
    stale = dict.fromkeys(one.player for one in t.deal.agreements if one.status == "stale")
    return Lot(
        title, space_words(t.space), sum_words(t.total), t.deal.boss, _marks(t, filled), _split(t, filled, spoken),
        _talks(t, spoken), [(t.deal.boss, "keep", {"player": player}) for player in stale],
    )  # fmt: skip


# ---- coverage -----------------------------------------------------------------------------------


def places(t: BossTable) -> list[Pill | None]:
    """Return the required colours and as many of the others as are needed; None is a place that nobody fills."""
    found = pills(t)
    chosen = {colour_of(t, part.asset) for part in cheapest(t)}
    wider = [pill for pill in found if not pill.required and pill.status in RANK]
    wider.sort(key=lambda pill: (pill.colour not in chosen, RANK[pill.status]))
    free = t.space.choose or 0
    filled: list[Pill | None] = [*wider[:free]]
    return [*(pill for pill in found if pill.required), *filled, *[None] * (free - len(filled))]


def _marks(t: BossTable, filled: list[Pill | None]) -> list[Mark]:
    taken = {pill.colour for pill in filled if pill is not None}
    left = [colour for colour in t.space.from_ or () if colour not in taken]
    return [_open_place(t, left) if pill is None else _mark(t, pill) for pill in filled]


def _open_place(t: BossTable, colours: Sequence[str]) -> Mark:
    """A place that one of several colours may fill: a tap asks for the first that somebody could bring."""
    query = next((found for colour in colours if (found := _ask_for(t, colour))), "")
    return Mark([investor(t, colour) for colour in colours], "none", Words(_("one of these colours")), query)


def _mark(t: BossTable, pill: Pill) -> Mark:
    colour = pill.colour
    shown = token(t, pill.asset) if pill.asset[:5] == "clan:" else investor(t, colour)
    if pill.status == "boss":
        name = t.name(pill.player)
        return Mark([shown], "boss", Words(_("%(name)s, clan card"), {"name": name}) if shown.clan else name)
    if pill.status in RANK:
        text = _("%(name)s %(amount)s?") if pill.status == "stale" else _("%(name)s %(amount)s")
        return Mark([shown], pill.status, Words(text, _who(t, pill.player, pill.amount)), _sum_for(t, pill))
    away = colour in t.deal.travelling
    words = Words(_("on its travels")) if away else Words(_("nobody yet"))
    return Mark([shown], "blocked" if away else "none", words, _ask_for(t, colour))


def _sum_for(t: BossTable, pill: Pill) -> str:
    return choose(t, pill.player, pill.asset, t.deal.boss)


def _ask_for(t: BossTable, colour: str) -> str:
    """Return the choice that names a sum for this colour: a clan card on the table, else the investor that is here."""
    boss = t.deal.boss
    for clan in t.deal.clans:
        if clan.color == colour and clan.owner != boss:
            return choose(t, clan.owner, f"clan:{clan.id}", clan.owner)
    holder = t.state.investors[colour]
    if holder in (BOARD, boss) or colour in t.deal.travelling:
        return ""
    return choose(t, holder, f"inv:{colour}", holder)


def choose(t: BossTable, player: str, asset: str, speaker: str) -> str:
    """Return the choice of the entry (an address) in which `speaker` names a sum for `asset` of `player`."""
    if t.options.log_depth == "fast":
        return urlencode({"what": "agree", "for": asset, "whose": player})
    return urlencode({"who": speaker, "what": "sum", "for": asset, "whose": player})


# ---- who gets what ------------------------------------------------------------------------------


def _split(t: BossTable, filled: list[Pill | None], spoken: list[Spoken]) -> list[Share]:
    """Return what remains for the boss if everybody gets what is agreed, or asked where nothing is agreed yet."""
    bound: dict[str, int] = {}
    counted: list[Agreement] = []
    for pill in filled:
        if pill is not None and pill.status == "soft":
            bound[pill.player] = bound.get(pill.player, 0) + pill.amount
        elif pill is not None and pill.status == "active":
            found = next(one for one in t.deal.agreements if one.status == "active" and pill.asset in one.assets)
            if found not in counted:
                counted.append(found)
                bound[pill.player] = bound.get(pill.player, 0) + found.amount
    asked = _asked(t, filled, spoken)
    rest = t.total - sum(bound.values()) - sum(asked.values())
    kind, text = ("boss", _("%(name)s: %(amount)s remain")) if rest >= 0 else ("over", _("too much by %(amount)s"))
    return _stretches(
        [
            (kind, Words(text, _who(t, t.deal.boss, abs(rest))), abs(rest)),
            *(("asked", Words(_("%(name)s asks %(amount)s"), _who(t, *one)), one[1]) for one in asked.items()),
            *(("agreed", Words(_("%(name)s %(amount)s"), _who(t, *one)), one[1]) for one in bound.items()),
        ]
    )


def _who(t: BossTable, team: str, amount: int) -> dict[str, Any]:
    return {"name": t.name(team), "amount": sum_words(amount)}


def _asked(t: BossTable, filled: list[Pill | None], spoken: list[Spoken]) -> dict[str, int]:
    """Return the lowest sums asked, or still to be confirmed, for the places that nobody is bound to fill."""
    open_ones = [pill for pill in filled if pill is None or pill.status in ("none", "blocked", "stale")]
    colours = {pill.colour for pill in open_ones if pill is not None}
    if None in open_ones:
        colours |= set(t.space.from_ or ())
    named: list[Spoken | Agreement] = [one for one in spoken if one.by == one.player]
    named += [one for one in t.deal.agreements if one.status == "stale"]
    lowest: dict[str, tuple[int, str]] = {}
    for one in named:
        colour = colour_of(t, one.assets[0]) or one.assets[0].partition(":")[2]
        if colour in colours and (colour not in lowest or one.amount < lowest[colour][0]):
            lowest[colour] = one.amount, one.player
    sums: dict[str, int] = {}
    for amount, player in sorted(lowest.values())[: len(open_ones)]:
        sums[player] = sums.get(player, 0) + amount
    return sums


def _stretches(pieces: list[tuple[str, Words, int]]) -> list[Share]:
    pieces = [piece for piece in pieces if piece[2]]
    whole = sum(amount for _kind, _words, amount in pieces)
    found, x = [], 0.0
    for kind, words, amount in pieces:
        width = (WIDTH - 2 * (len(pieces) - 1)) * amount / whole
        letters = len(str(words.values["name"])) + (4 if kind == "agreed" else 14)
        shown: Label = words if width > letters * LETTER else words.values["amount"] if width > 5 * LETTER else ""
        found.append(Share(kind, round(x, 1), round(width, 1), round(x + width / 2, 1), words, shown))
        x += width + 2
    return found


# ---- agreements and sums ------------------------------------------------------------------------


def said(t: BossTable) -> list[Spoken]:
    """Return the sums spoken that may still become an agreement, the newest first."""
    deal = t.deal
    bound = [one for one in deal.agreements if one.status in LIVE]
    found = []
    for one in reversed(deal.offers):
        settled = any(other.player == one.player and other.assets == one.assets for other in bound)
        of_now = one.player != deal.boss and one.by in (one.player, deal.boss)
        if of_now and not settled and _can_agree(t, one):
            found.append(one)
    return found


def _can_agree(t: BossTable, one: Spoken) -> bool:
    try:
        t.game.attempt(t, 0, t.deal.boss, "agree", {"player": one.player, "assets": one.assets, "amount": one.amount})
    except Refusal:
        return False
    return True


STATUS: dict[str, Words] = {
    "active": Words(_("agreed upon")),
    "stale": Words(_("to be confirmed")),
    "blocked": Words(_("blocked by travel")),
}


def _talks(t: BossTable, spoken: list[Spoken]) -> list[Talk]:
    """Return agreements, those first that wait for the boss, then the sums spoken last."""
    order = list(STATUS)
    live = [one for one in t.deal.agreements if one.status in order]
    live.sort(key=lambda one: (one.status != "stale", order.index(one.status)))
    return [*(_agreement(t, one) for one in live), *(_spoken(t, one) for one in spoken)]


def _agreement(t: BossTable, one: Agreement) -> Talk:
    boss, about = t.deal.boss, {"player": one.player}
    return Talk(
        one.player, [token(t, asset) for asset in one.assets], assets_words(t, one.assets), sum_words(one.amount),
        one.status, STATUS[one.status], choose(t, one.player, one.assets[0], boss),
        keep=(boss, "keep", about) if one.status == "stale" else None, withdraw=(boss, "withdraw", about),
    )  # fmt: skip


def _spoken(t: BossTable, one: Spoken) -> Talk:
    boss, asks = t.deal.boss, one.by == one.player
    return Talk(
        one.player, [token(t, asset) for asset in one.assets], assets_words(t, one.assets), sum_words(one.amount),
        "asks" if asks else "bid", Words(_("asks for it")) if asks else Words(_("the boss offers")),
        choose(t, one.player, one.assets[0], boss if asks else one.player),
        agree=(boss, "agree", {"player": one.player, "assets": one.assets, "amount": one.amount}),
        promised=any(asset[:7] == "pledge:" for asset in one.assets),
    )  # fmt: skip
