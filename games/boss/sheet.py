"""The closing sheet: who takes part, who pays whom, which cards go where, and what comes next; filled in beforehand."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec

from games.boss.coverage import Part, agreed, cheapest, colour_of, fair_share, free_of_consent
from games.boss.lot import Sends
from games.boss.state import BOARD, DISCARD, END_ROLL, FINISHED, TABLE, BossTable
from games.boss.tokens import Token, token
from games.boss.words import COLOUR_WORDS, sum_words
from games.engine.fields import Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal
from games.engine.table import Step


class Choice(msgspec.Struct, frozen=True):
    """A part that may stand for a colour; `query` takes it (or, where it may be left out, leaves it out)."""

    token: Token
    team: str
    price: Label
    query: str
    on: bool
    why: Label = ""


class Seat(msgspec.Struct, frozen=True):
    """A colour of the sheet with its possible parts."""

    colour: str
    words: Words
    required: bool
    choices: list[Choice]


class Payment(msgspec.Struct, frozen=True):
    """A line of the payout slip."""

    source: Label
    to: Label
    amount: Words
    what_for: list[Label]


class Extra(msgspec.Struct, frozen=True):
    """A sum beyond the agreements (where anybody may be paid)."""

    team: str
    name: str
    amount: int


class Sheet(msgspec.Struct, frozen=True):
    """The sheet as it stands; `why` says what is wrong with it, then nothing is paid yet."""

    seats: list[Seat]
    slip: list[Payment]
    remains: Words | None
    discarded: list[Token]
    returned: list[tuple[str, list[Token]]]
    after: list[Label]
    warnings: list[Words]
    sends: Sends
    total: Words
    why: Label
    asks: bool
    extras: list[Extra]
    #: what is chosen beside the extras, for their form
    chosen: dict[str, str]


def sheet(t: BossTable, chosen: dict[str, str]) -> Sheet:
    """Return the sheet with the parts that are chosen, at first the cheapest."""
    boss = t.deal.boss
    parts = _chosen(t, chosen.get("parts", "")) or cheapest(t)
    extras = _extras(t, chosen)
    params: dict[str, Any] = {"parts": [{"asset": part.asset, "owner": part.owner} for part in parts]}
    if t.options.ask_before_close:
        params["asked"] = True
    if paid := {one.team: one.amount for one in extras if one.amount}:
        params["extra_payments"] = paid
    sends: Sends = (boss, "close_deal", params)
    base = {name: value for name, value in chosen.items() if name != "parts"}
    seats = [_seat(t, colour, True, parts, base) for colour in t.space.required or ()]
    seats += [seat for colour in t.space.from_ or () if (seat := _seat(t, colour, False, parts, base)).choices]
    total = sum_words(t.total)
    common: dict[str, Any] = {
        "seats": seats, "sends": sends, "total": total, "asks": t.options.ask_before_close, "extras": extras,
        "chosen": {name: value for name, value in chosen.items() if not name.startswith("pay.")},
    }  # fmt: skip
    try:
        after, step = t.game.attempt(t, 0, *sends)
    except Refusal as refusal:
        why = t.game.words(refusal)
        return Sheet(slip=[], remains=None, discarded=[], returned=[], after=[], warnings=[], why=why, **common)
    slip, remains = _slip(t, step)
    used, returned = _cards(t, step, {part.asset for part in parts})
    warnings = [Words(t.game.notices[code], figures) for code, figures in step.notices if code[:2] == "W_"]
    return Sheet(
        slip=slip, remains=remains, discarded=used, returned=returned, after=_after(after), warnings=warnings, why="",
        **common,
    )  # fmt: skip


# ---- the parts ----------------------------------------------------------------------------------


def _chosen(t: BossTable, text: str) -> list[Part]:
    """Return the parts that an address names, with their owners as they are."""
    every = {part.asset: part for part in _all_parts(t)}
    return [every[asset] for asset in dict.fromkeys(text.split(",")) if asset in every]


def _all_parts(t: BossTable) -> list[Part]:
    listed = [*(t.space.required or ()), *(t.space.from_ or ())]
    held = t.state.investors
    parts = [Part(f"inv:{colour}", held[colour]) for colour in listed if held[colour] != BOARD]
    return [*parts, *(Part(f"clan:{clan.id}", clan.owner) for clan in t.deal.clans)]


def _seat(t: BossTable, colour: str, required: bool, parts: list[Part], base: dict[str, str]) -> Seat:
    """Return a colour with the parts that may take part; with those that may not only where it must be filled."""
    every = [_choice(t, part, required, parts, base) for part in _all_parts(t) if colour_of(t, part.asset) == colour]
    legal = [choice for choice in every if not choice.why]
    return Seat(colour, COLOUR_WORDS[colour], required, legal or (every if required else []))


def _choice(t: BossTable, part: Part, required: bool, parts: list[Part], base: dict[str, str]) -> Choice:
    assets = [one.asset for one in parts]
    query = urlencode({**base, "parts": ",".join(_toggled(t, part.asset, required, assets))})
    shown = token(t, part.asset)
    why: Label = ""
    price: Label = ""
    agreement = agreed(t, part.owner, part.asset)
    if shown.away:
        why = Words(_("on its travels"))
    elif part.owner == t.deal.boss:
        price = Words(_("the boss's own"))
    elif agreement is not None:
        price = sum_words(agreement.amount)
    elif free_of_consent(t, part.asset):
        price = Words(_("%(amount)s, without consent"), {"amount": sum_words(*fair_share(t))})
    else:
        why = Words(_("no agreement"))
    return Choice(shown, part.owner, price, query, part.asset in assets, why)


def _toggled(t: BossTable, asset: str, required: bool, assets: list[str]) -> list[str]:
    """Return the parts after a tap on one: it takes the place of the same colour, or of the last of those to choose."""
    colour = colour_of(t, asset)
    others = [one for one in assets if colour_of(t, one) != colour]
    if asset in assets:
        return assets if required else others
    if not required and len(others) == len(assets):
        wider = [one for one in others if colour_of(t, one) in (t.space.from_ or ())]
        others = [one for one in others if one not in wider[(t.space.choose or 0) - 1 :]]
    return [*others, asset]


def _extras(t: BossTable, chosen: dict[str, str]) -> list[Extra]:
    if t.options.payees != "anyone":
        return []
    typed = {team.id: chosen.get(f"pay.{team.id}", "") for team in t.teams if team.id != t.deal.boss}
    return [
        Extra(team, t.name(team), int(text) if text.isascii() and text.isdigit() else 0) for team, text in typed.items()
    ]


# ---- what it brings -----------------------------------------------------------------------------


def _slip(t: BossTable, step: Step) -> tuple[list[Payment], Words]:
    """Return who pays whom, and what remains for the boss."""
    boss = t.deal.boss
    slip = [Payment(Words(_("Bank of the game")), t.name(boss), sum_words(t.total), [])]
    sums: dict[tuple[str, str, str], list[int]] = {}
    for posting in step.postings:
        if posting.from_ == boss and posting.what in ("money", "sixtieths"):
            line = sums.setdefault((posting.to, posting.why, posting.ref), [0, 0])
            line[posting.what == "sixtieths"] += posting.amount
    for (team, why, ref), (whole, more) in sums.items():
        about: list[Label] = [token(t, asset).words for asset in ref.split("+") if asset]
        if why == "extra":
            about = [Words(_("beyond the agreements"))]
        slip.append(Payment(t.name(boss), t.name(team), sum_words(whole, more), about))
    rest = t.total * 60 - sum(whole * 60 + more for whole, more in sums.values())
    return slip, Words(_("%(name)s: %(amount)s remain"), {"name": t.name(boss), "amount": sum_words(*divmod(rest, 60))})


def _cards(t: BossTable, step: Step, used: set[str]) -> tuple[list[Token], list[tuple[str, list[Token]]]]:
    """Return what goes to the discard, and what goes back to whose hand."""
    clans = {f"clan:{clan.id}": clan for clan in t.deal.clans}
    gone = [token(t, asset) for asset in clans if asset in used]
    gone += [Token(colour, Words(_("travel card, %(colour)s"), {"colour": COLOUR_WORDS[colour]}), away=True)
             for colour in t.deal.travelling]  # fmt: skip
    back: dict[str, list[Token]] = {}
    for asset, clan in clans.items():
        if asset not in used:
            back.setdefault(clan.owner, []).append(token(t, asset))
    assert len(gone) == sum(p.amount for p in step.postings if (p.from_, p.to, p.what) == (TABLE, DISCARD, "cards"))
    return gone, list(back.items())


def _after(t: BossTable) -> list[Label]:
    """Return what the table does next: the deal card, the marker, and who is on."""
    state, last = t.state, t.state.last_deal
    assert last is not None
    figures: dict[str, Any] = {"no": str(last.no), "space": str(last.space), "marker": str(state.marker)}
    found: list[Label] = [Words(_("deal card %(no)s face down on space %(space)s, marker on %(marker)s"), figures)]
    if state.phase == FINISHED:
        return [*found, Words(_("the game is over"))]
    if state.phase == END_ROLL:
        return [*found, Words(_("roll for the end: %(name)s"), {"name": t.name(last.boss)})]
    found.append(Words(_("turn: %(name)s"), {"name": t.name(last.next)}))
    if last.skipped:
        names = [t.name(team) for team in last.skipped]
        found.append(Words(_("turns passed over: %(names)s"), {"names": names}))
    return found
