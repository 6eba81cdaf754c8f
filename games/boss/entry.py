"""A half-made entry of a negotiation: who → what → what for → how much, and which of it may be chosen next.

What is chosen so far stands in the address of the page. The last thing chosen records: two or three taps an entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import msgspec

from games.boss.coverage import agreed, cheapest, colours_now, meets
from games.boss.kit import COLOURS, GREY
from games.boss.lot import Sends, places
from games.boss.offers import last_sum
from games.boss.panel import stop_sign
from games.boss.picks import SHORT, Pick, Row, refused, with_
from games.boss.sheet import Sheet, sheet
from games.boss.state import BOARD, DEAL, HAND_LIMIT, LIVE, Agreement, BossTable, Spoken
from games.boss.summary import money_hidden, talk_hint
from games.boss.tokens import clan, investor, token
from games.boss.turns import Discards, dice, discards, turn
from games.boss.words import CARD_WORDS, COLOUR_WORDS, FAIL_WORDS
from games.engine.fields import Label
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _

#: What may be entered, with its words and its key (by place, both layouts).
WHATS: dict[str, tuple[Words, str]] = {
    "sum": (Words(_("A sum")), "KeyE"),
    "agree": (Words(_("Agreed!")), "KeyH"),
    "clan": (CARD_WORDS["clan"], "KeyR"),
    "travel": (CARD_WORDS["travel"], "KeyG"),
    "grey": (Words(_("by a grey card")), ""),
    "hire": (Words(_("Hire ×3")), "KeyY"),
    "boss": (Words(_("I'm the boss!")), "Comma"),
}
#: Entries that need nothing but a player.
ALONE = {"boss": "play_boss", "stop": "play_stop"}
#: So many sums stand side by side; of a larger deal all up to ALL_SMALL, then multiples of the dividend.
MOST_SUMS, ALL_SMALL = 20, 16
#: With more targets than this only the badges of their owners stand on the buttons.
MOST_NAMES = 8


class Typed(msgspec.Struct, frozen=True):
    """The field for another sum: the offer whose form it fills in."""

    move: str
    actor: str
    fixed: dict[str, Any]
    #: what it is about, where the form asks that too
    asset: str
    total: int


class Sums(msgspec.Struct, frozen=True):
    """How much: sums that record at once, and a field for any other."""

    row: Row
    typed: Typed | None


class Entry(msgspec.Struct, frozen=True):
    """What is chosen and what may be chosen next; rows that are not asked yet are None."""

    #: what is chosen, as an address, and by names, so that the page's next request carries it
    query: str
    chosen: dict[str, str]
    #: whether the referee sees the money
    money: bool
    money_query: str
    who: Row | None = None
    what: Row | None = None
    what_for: Row | None = None
    sums: Sums | None = None
    fail: Row | None = None
    sheet: Sheet | None = None
    close: Pick | None = None
    stop: Pick | None = None
    discards: Discards | None = None
    hires: Row | None = None
    dice: Row | None = None
    turn: Row | None = None


#: The names that an address may carry; everything else belongs to the page.
NAMES = ("who", "what", "for", "whose", "auto", "money", "parts", "cards")


def entry(t: BossTable, given: dict[str, str]) -> Entry:
    """Return the entry as far as `given` makes it; what does not fit the table is dropped."""
    chosen = _fitting(t, given)
    money = "money" in chosen or not money_hidden(t)
    toggled = {name: value for name, value in chosen.items() if name != "money"}
    if "money" not in chosen:
        toggled["money"] = "1"
    made = Entry(urlencode(chosen), chosen, money, urlencode(toggled))
    phase = t.state.phase
    if phase == DEAL:
        return _in_deal(t, chosen, made)
    changes: dict[str, Any] = {"stop": _stop(t, chosen), "dice": dice(t), "turn": turn(t)}
    if phase == HAND_LIMIT:
        over = t.state.over_limit
        team = chosen["who"] if chosen.get("who") in over else over[0]
        if len(over) > 1:
            choices = [Pick(t.name(one), team=one, query=with_({}, who=one), on=one == team) for one in over]
            changes["who"] = Row(choices)
        changes |= {"discards": discards(t, chosen, team), "hires": _hire(t, team)}
    if chosen.get("what") == "stop":
        changes["who"] = _who(t, chosen)
    return msgspec.structs.replace(made, **changes)


def _fitting(t: BossTable, given: dict[str, str]) -> dict[str, str]:
    chosen = {name: value[:200] for name, value in given.items() if name in NAMES or name.startswith("pay.")}
    if chosen.get("who") not in t.state.hands:
        chosen.pop("who", None)
    if chosen.get("whose") not in t.state.hands:
        chosen.pop("whose", None)
    what = chosen.get("what")
    if what not in (*WHATS, "stop", "close", "fail") or (what == "stop" and stop_sign(t) is None):
        chosen.pop("what", None)
    return chosen


# ---- who and what -------------------------------------------------------------------------------


def _in_deal(t: BossTable, chosen: dict[str, str], made: Entry) -> Entry:
    what = chosen.get("what", "")
    if not what and chosen.get("who"):
        what = "sum" if t.options.log_depth == "full" else "agree"
    if what == "sum" and t.options.log_depth == "fast":
        what = "agree"
    chosen = {**chosen, "what": what} if what else chosen
    parts = cheapest(t)
    close = Pick(query=with_({}, what="close", money=chosen.get("money", "")), why="" if parts else _lacks(t))
    changes: dict[str, Any] = {"close": close, "stop": _stop(t, chosen)}
    if what == "close" and parts:
        changes["sheet"] = sheet(t, chosen)
    elif what == "fail":
        changes["fail"] = _fail(t)
    else:
        asked = _for(t, chosen)
        changes |= {"who": _who(t, chosen, not asked), "what": _what(t, chosen)} | asked
    return msgspec.structs.replace(made, **changes)


def _lacks(t: BossTable) -> Words:
    """Return why the deal cannot be closed: colours are missing, or more is promised than it pays."""
    if meets(t.space, colours_now(t)):
        return Words(_("more promised than it pays"))
    return talk_hint(t)


def _who(t: BossTable, chosen: dict[str, str], digits: bool = True) -> Row:
    what = chosen.get("what", "")
    picks = []
    for team in t.teams:
        on = chosen.get("who") == team.id
        hand = Words(SHORT["E_HAND_SHORT"], {"n": t.state.hands[team.id]})
        if what in ALONE and not on:
            sends: Sends = (team.id, ALONE[what], {})
            picks.append(Pick(t.name(team.id), team=team.id, sends=sends, why=refused(t, sends), hand=hand))
            continue
        kept = what if what not in ALONE and "auto" not in chosen else ""
        query = with_({"money": chosen.get("money", "")}, what=kept, who="" if on else team.id)
        picks.append(Pick(t.name(team.id), team=team.id, query=query, on=on, hand=hand))
    return Row(picks, digits=digits)


def _what(t: BossTable, chosen: dict[str, str]) -> Row:
    who, money = chosen.get("who", ""), {"money": chosen.get("money", "")}
    picks = []
    for what, (label, code) in WHATS.items():
        if what == "sum" and t.options.log_depth == "fast":
            continue
        on = chosen.get("what") == what
        about = {name: chosen.get(name, "") for name in ("for", "whose")} if what in ("sum", "agree") else {}
        query = with_(money, who=who, what=what, **about)
        if not who or what in ("sum", "agree"):
            picks.append(Pick(label, query=query, on=on, code=code, joined=what == "grey"))
        elif what in ALONE:
            sends: Sends = (who, ALONE[what], {})
            picks.append(Pick(label, sends=sends, why=refused(t, sends), code=code))
        else:
            joined = what == "grey"
            picks.append(Pick(label, query=query, on=on, why=_no_card(t, who, what), code=code, joined=joined))
    return Row(picks)


def _no_card(t: BossTable, who: str, what: str) -> Label:
    """Return why a player can play no card of this kind at all."""
    row = TARGETS[what](t, who)
    if any(not pick.why for pick in row.picks) or not row.picks:
        return ""
    hand = t.state.hands[who]
    short = hand < (3 if what == "hire" else 1)
    return Words(SHORT["E_HAND_SHORT"], {"n": hand}) if short else row.picks[0].why


def _stop(t: BossTable, chosen: dict[str, str]) -> Pick | None:
    """Return the octagon: it records for the player whom the referee chose, else it asks who plays it."""
    if stop_sign(t) is None:
        return None
    who = chosen.get("who", "")
    if who and "auto" not in chosen:
        sends: Sends = (who, "play_stop", {})
        return Pick(t.name(who), team=who, sends=sends, why=refused(t, sends))
    return Pick(query=with_({"money": chosen.get("money", "")}, what="stop"), on=chosen.get("what") == "stop")


def _fail(t: BossTable) -> Row:
    boss = t.deal.boss
    why = refused(t, (boss, "fail_deal", {}))
    picks = [
        Pick(words, sends=(boss, "fail_deal", {"reason": reason}), why=why) for reason, words in FAIL_WORDS.items()
    ]
    return Row([*picks, Pick(Words(_("without a reason")), sends=(boss, "fail_deal", {}), why=why)], digits=True)


# ---- what for -----------------------------------------------------------------------------------


def _for(t: BossTable, chosen: dict[str, str]) -> dict[str, Any]:
    who, what = chosen.get("who", ""), chosen.get("what", "")
    if what in TARGETS and who:
        return {"what_for": TARGETS[what](t, who)}
    if what == "agree" or (what == "sum" and who):
        return _sum(t, chosen)
    return {}


def _clan(t: BossTable, who: str) -> Row:
    """Clan cards that the deal can use; after one is laid its owner names his price."""
    then = ""
    if who != t.deal.boss and t.options.log_depth == "full":
        then = urlencode({"who": who, "what": "sum", "for": f"clan:c{t.deal.laid + 1}", "whose": who, "auto": "1"})
    picks = []
    for colour in _listed(t):
        sends: Sends = (who, "play_clan", {"color": colour})
        picks.append(Pick(COLOUR_WORDS[colour], token=clan(t, colour), sends=sends, why=refused(t, sends)))
    return Row(picks, then, digits=True)


def _travel(t: BossTable, who: str, card: str = "") -> Row:
    """Whom a travel card may hit, those first on whom the deal hangs; `card` is grey, or of the target's colour."""
    held = [colour for colour in COLOURS if t.state.investors[colour] != BOARD]
    targets: list[tuple[str, str, str]] = [(f"inv:{colour}", colour, t.state.investors[colour]) for colour in held]
    targets += [(f"clan:{one.id}", one.color, one.owner) for one in t.deal.clans]
    listed = _listed(t)
    counted = {pill.asset for pill in places(t) if pill is not None}
    targets.sort(key=lambda one: (one[0] not in counted, listed.index(one[1]) if one[1] in listed else len(listed)))
    picks = []
    for target, colour, owner in targets:
        sends: Sends = (who, "play_travel", {"target": target, "card": card or colour})
        name = t.name(owner) if len(targets) <= MOST_NAMES else ""
        picks.append(Pick(name, token=token(t, target), sends=sends, why=refused(t, sends), team="" if name else owner))
    return Row(picks, digits=True)


def _grey(t: BossTable, who: str) -> Row:
    return _travel(t, who, GREY)


def _hire(t: BossTable, who: str) -> Row:
    """Every investor; while some lie beside the board, those first."""
    holders = t.state.investors
    colours = sorted(COLOURS, key=lambda colour: (holders[colour] != BOARD, COLOURS.index(colour)))
    picks = []
    for colour in colours:
        sends: Sends = (who, "play_recruit", {"color": colour})
        name: Label = Words(_("beside the board")) if holders[colour] == BOARD else t.name(holders[colour])
        picks.append(Pick(name, token=investor(t, colour), sends=sends, why=refused(t, sends)))
    return Row(picks, digits=True)


TARGETS: dict[str, Callable[[BossTable, str], Row]] = {
    "clan": _clan, "travel": _travel, "grey": _grey, "hire": _hire,
}  # fmt: skip


def _listed(t: BossTable) -> list[str]:
    """Return the colours that the deal needs, those that are still missing first."""
    have = colours_now(t)
    return sorted((*(t.space.required or ()), *(t.space.from_ or ())), key=lambda colour: colour in have)


# ---- sums ---------------------------------------------------------------------------------------


def _sum(t: BossTable, chosen: dict[str, str]) -> dict[str, Any]:
    """Return the assets that a sum may be about and, once one is chosen, the sums."""
    boss, who = t.deal.boss, chosen.get("who", "")
    of_others = who in ("", boss)
    asked = (chosen.get("whose", ""), chosen.get("for", ""))
    found = [one for one in _assets(t) if (_matters(t, *one) if of_others else one[0] == who) or one == asked]
    if who and not of_others and t.options.clan_offer == "warn" and t.state.hands[who]:
        have = colours_now(t)
        found += [(who, f"pledge:{colour}") for colour in _listed(t) if colour not in have]
    legal = [one for one in found if not token(t, one[1]).away]
    now = next((one for one in legal if one[1] == chosen.get("for") and one[0] == chosen.get("whose", one[0])), None)
    there = [one for one in legal if not token(t, one[1]).promised] or legal
    if now is None and len(there) == 1:
        now = there[0]
    picks = []
    for owner, asset in found:
        shown = token(t, asset)
        query = with_(chosen, **{"for": asset, "whose": owner})
        why = Words(SHORT["E_TRAVELLING_PART"]) if shown.away else ""
        label = "" if shown.promised and not of_others else t.name(owner)
        picks.append(Pick(label, token=shown, query=query, on=(owner, asset) == now, why=why))
    picks += _several(t, chosen, now[0] if now else who)
    return {"what_for": Row(picks, digits=now is None), "sums": _sums(t, chosen, *now) if now else None}


def _assets(t: BossTable) -> list[tuple[str, str]]:
    """Return (owner, asset) of all that others could bring in, what is still missing first."""
    deal, boss = t.deal, t.deal.boss
    found = []
    for colour in _listed(t):
        holder = t.state.investors[colour]
        if holder not in (BOARD, boss):
            found.append((holder, f"inv:{colour}"))
        found += [(one.owner, f"clan:{one.id}") for one in deal.clans if one.color == colour and one.owner != boss]
    live = [one for one in deal.agreements if one.status in LIVE]
    spoken: list[Spoken | Agreement] = [*deal.offers, *live]
    promised = [(one.player, asset) for one in spoken for asset in one.assets if asset[:7] == "pledge:"]
    return [*found, *(one for one in dict.fromkeys(promised) if one[0] != boss)]


def _matters(t: BossTable, owner: str, asset: str) -> bool:
    """Whether the boss has a use for it: he has the colour not himself, and is not agreed on this very asset."""
    boss, colour = t.deal.boss, token(t, asset).colour
    own = t.state.investors[colour] == boss and colour not in t.deal.travelling
    own = own or any(one.color == colour and one.owner == boss for one in t.deal.clans)
    return not own and agreed(t, owner, asset) is None


def _several(t: BossTable, chosen: dict[str, str], player: str) -> list[Pick]:
    """Return the way to one sum for several things: the form of the core."""
    boss, who = t.deal.boss, chosen.get("who", "")
    if not player or player == boss:
        return []
    fixed, move = {"counterparty": player}, "offer"
    if chosen["what"] == "agree":
        fixed, move = {"player": player}, "agree"
    elif who != boss:
        fixed = {"counterparty": boss}
    actor = who if move == "offer" else boss
    body = json.dumps(fixed, sort_keys=True)
    return [Pick(Words(_("together…")), query=urlencode({"move": move, "fixed": body, "actor": actor}))]


def _sums(t: BossTable, chosen: dict[str, str], owner: str, asset: str) -> Sums:
    boss, who = t.deal.boss, chosen.get("who", "")
    agree = chosen["what"] == "agree"
    actor = boss if agree else who
    fixed: dict[str, Any] = {"player": owner} if agree else {"counterparty": owner if who == boss else boss}
    fixed["assets"] = [asset]
    move = "agree" if agree else "offer"
    last = last_sum(t, owner, [asset])
    picks = []
    for amount in sums_offered(t.total, t.value, last):
        times, rest = divmod(amount, max(t.value, 1))
        note = Words(_("×%(n)s"), {"n": times}) if not rest else ""
        picks.append(Pick(str(amount), note, sends=(actor, move, {**fixed, "amount": amount}), on=amount == last))
    then = ""
    if not agree:
        other = owner if who == boss else boss
        then = urlencode({"who": other, "what": "sum", "for": asset, "whose": owner, "auto": "1"})
    promised = asset[:7] == "pledge:"
    about = {name: value for name, value in fixed.items() if name != "assets"}
    typed = Typed(move, actor, about, asset, t.total) if promised else Typed(move, actor, fixed, "", t.total)
    return Sums(Row(picks, then, sure=promised), typed)


def sums_offered(total: int, value: int, last: int) -> list[int]:
    """Return the sums that stand side by side: all of a usual deal; of a large one the small ones, then dividends."""
    if total <= MOST_SUMS:
        return list(range(1, total + 1))
    dividends = [sum_ for sum_ in range(value, total + 1, value) if sum_ > ALL_SMALL]
    return sorted({*range(1, ALL_SMALL + 1), *dividends[: MOST_SUMS - ALL_SMALL], *([last] if last else [])})
