"""The end of a deal: closed with its payouts, or failed (§ 3-3 of the rulebook)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from games.boss.coverage import (
    Due,
    Part,
    agreed,
    colours_now,
    dues,
    free_of_consent,
    meets,
    missing,
    must_close,
    sixtieths_of,
)
from games.boss.kit import COLOURS
from games.boss.moves import DealMove, need_boss
from games.boss.moves_talk import holder_name, need_investor
from games.boss.moves_turn import notice_skipped, told_skipped
from games.boss.state import DISCARD, END_ROLL, FINISHED, TABLE, BossTable, Deal, DealEnd
from games.boss.words import COLOUR_WORDS, FAIL_WORDS, asset_words, said_value, sum_words
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.ledger import BANK
from games.engine.move import Name, is_whole
from games.engine.table import Step

#: More than any deal pays: a sum beyond it is a slip of the pen, which no ruling lets stand.
MOST_PAID = 10**9


class CloseDeal(DealMove, kw_only=True):
    """«Раз, два, сделка состоялась» (B-103…B-119; advice B-107; V3: B-143; soft rules: B-151, B-152).

    `extra_payments` goes beyond the agreements; `asked`: everybody was asked for further cards.
    """

    label: ClassVar[str] = _("Deal closed")

    parts: list[Part]
    extra_payments: dict[Name, Any] = {}
    asked: bool = False

    def play(self, t: BossTable, actor: str) -> None:
        need_boss(t, actor)
        if t.options.ask_before_close:
            t.need(self.asked is True, "E_ASK_FIRST", "asked")
        need_parts(t, self.parts)
        owed = self._owed(t)
        if t.options.earn_needs_card != "off":
            owed = _only_players(t, owed)
        self._warn(t)
        end = _pay(t, owed, [part.asset for part in self.parts])
        _clear_table(t, {part.asset for part in self.parts})
        _place_card(t, end)

    def _owed(self, t: BossTable) -> list[Due]:
        """Ask for agreements, payees and the sum, in this order, and return what is owed."""
        deal = t.deal
        for part in self.parts:
            if part.owner == deal.boss or agreed(t, part.owner, part.asset) or free_of_consent(t, part.asset):
                continue
            t.need(False, "E_NO_AGREEMENT", "parts", name=t.name(part.owner), value=asset_words(t, part.asset))
        owed = [due for due in dues(t, self.parts) if self._is_due(t, due)]
        owners = {part.owner for part in self.parts}
        for payee, amount in self.extra_payments.items():
            if payee not in t.state.hands:
                t.stop("E_UNKNOWN", "extra_payments", value=payee)
            whole = is_whole(amount)
            if whole and amount == 0:
                continue
            if payee == deal.boss:
                t.stop("E_BOSS_SELF", "extra_payments")
            if payee not in owners and t.options.payees != "anyone":
                t.need(False, "E_PAYEE", "extra_payments", name=t.name(payee))
            if not whole or not 0 < amount <= MOST_PAID:
                t.stop("E_AMOUNT", "extra_payments", total=t.total)
            owed.append(Due(payee, [], amount, "extra"))
        promised = sixtieths_of(owed)
        if promised > t.total * 60:
            t.need(False, "E_OVER_DIVIDEND", "parts", sum=sum_words(*divmod(promised, 60)), total=t.total)
        return owed

    @staticmethod
    def _is_due(t: BossTable, due: Due) -> bool:
        """Whether there is a price: a part let in by a ruling without agreement costs nothing."""
        return due.why != "fair_share" or free_of_consent(t, due.assets[0])

    def _warn(self, t: BossTable) -> None:
        """Name the agreements of which only some assets take part: they are paid in full."""
        used = {part.asset for part in self.parts}
        for agreement in t.deal.agreements:
            inside = used.intersection(agreement.assets)
            if agreement.status == "active" and inside and len(inside) < len(agreement.assets):
                t.notice("W_PACKAGE", name=t.name(agreement.player), amount=sum_words(agreement.amount))

    def told(self, t: BossTable, step: Step) -> Words:
        end = t.state.last_deal
        assert end is not None
        paid: dict[str, list[int]] = {}
        for posting in step.postings:
            if posting.from_ == end.boss and posting.what in ("money", "sixtieths"):
                sums = paid.setdefault(posting.to, [0, 0])
                sums[posting.what == "sixtieths"] += posting.amount
        rest = end.total * 60 - sum(whole * 60 + more for whole, more in paid.values())
        figures: dict[str, Any] = {
            "no": str(end.no), "name": t.name(end.boss), "total": sum_words(end.total),
            "rest": sum_words(*divmod(rest, 60)),
        }  # fmt: skip
        skipped = end.skipped if t.state.phase != END_ROLL else []
        if not paid:
            return told_skipped(t, Words(_("Deal %(no)s closed: bank → %(name)s %(total)s"), figures), skipped)
        figures["payments"] = [
            Words(_("%(payee)s %(amount)s"), {"payee": t.name(payee), "amount": sum_words(*sums)})
            for payee, sums in paid.items()
        ]
        text = _("Deal %(no)s closed: bank → %(name)s %(total)s, %(name)s → %(payments)s, %(rest)s remains")
        return told_skipped(t, Words(text, figures), skipped)


def need_parts(t: BossTable, parts: Iterable[Part]) -> None:
    """Ask whether the parts are there and are just what the space needs (B-013, B-048…B-050, B-069, B-103)."""
    space = t.space
    colours = [_colour_of_part(t, part) for part in parts]
    for at, colour in enumerate(colours):
        if colour in colours[:at]:
            t.need(False, "E_EXTRA_PART", "parts", colour=COLOUR_WORDS[colour], k=space.choose or 0)
    required, wider = space.required or [], space.from_ or []
    for colour in colours:
        if colour not in required and colour not in wider:
            t.need(False, "E_EXTRA_PART", "parts", colour=COLOUR_WORDS[colour], k=space.choose or 0)
    lacking = missing(space, colours)
    if lacking:
        t.need(False, "E_MISSING", "parts", value=lacking)
    more = [colour for colour in colours if colour in wider]
    if len(more) > (space.choose or 0):
        t.need(False, "E_EXTRA_PART", "parts", colour=COLOUR_WORDS[more[-1]], k=space.choose or 0)


def _colour_of_part(t: BossTable, part: Part) -> str:
    """Ask whose the part is, whether it travels, whether it lies on the table; return its colour."""
    kind, _colon, name = part.asset.partition(":")
    if kind == "inv" and name in COLOURS:
        need_investor(t, part.owner, name, "parts")
        return name
    if kind not in ("clan", "pledge"):
        t.stop("E_UNKNOWN", "parts", value=said_value(part.asset))
    clan = t.laid(part.asset) if kind == "clan" else None
    if clan is None:
        t.stop("E_CLAN_NOT_ON_TABLE", "parts", value=COLOUR_WORDS.get(name, name))
    if clan.owner != part.owner:
        t.need(False, "E_PART_OWNER", "parts", asset=asset_words(t, part.asset), name=holder_name(t, clan.owner))
    return clan.color


def _only_players(t: BossTable, owed: list[Due]) -> list[Due]:
    """Leave out, or refuse, who earns without having played a card; a fair share is due anyway (B-143, A-44).

    An agreement on what may be used without consent only fixes the price of that share (amendment 5).
    """
    kept: list[Due] = []
    for due in owed:
        free = bool(due.assets) and all(free_of_consent(t, asset) for asset in due.assets)
        earns = due.amount or due.sixtieths
        if due.player in t.deal.played or free or not earns:
            kept.append(due)
        elif t.options.earn_needs_card == "refuse":
            t.need(False, "E_V3_NO_CARD", "parts", name=t.name(due.player))
            kept.append(due)
        else:
            t.notice("W_V3_NO_PAY", name=t.name(due.player), amount=sum_words(due.amount))
    return kept


def _pay(t: BossTable, owed: list[Due], parts: list[str]) -> DealEnd:
    """Let the bank pay the boss and the boss everybody else (B-112…B-115); return how the deal ended."""
    state, deal = t.state, t.deal
    boss, no, total = deal.boss, state.stack[0], t.total
    t.transfer(BANK, boss, "money", total, "dividend", str(no))
    payments: dict[str, int] = {}
    for due in owed:
        ref = "+".join(due.assets)
        t.transfer(boss, due.player, "money", due.amount, due.why, ref)
        t.transfer(boss, due.player, "sixtieths", due.sixtieths, due.why, ref)
        payments[due.player] = payments.get(due.player, 0) + due.amount
    state.closed[boss] = state.closed.get(boss, 0) + 1
    end = DealEnd(no, deal.space, total, deal.opener, boss, True, parts, payments)
    t.follow(end)
    return end


def _clear_table(t: BossTable, used: set[str]) -> None:
    """Discard used clans and the travels on investors, give the other clans back (B-076, B-108…B-110, B-122, B-123)."""
    state, deal = t.state, t.deal
    for clan in deal.clans:
        if f"clan:{clan.id}" in used:
            t.transfer(TABLE, DISCARD, "cards", 1, "used", clan.color)
        else:
            t.transfer(TABLE, clan.owner, "cards", 1, "returned", clan.color)
            kind = f"clan:{clan.color}"
            state.seen[kind] = max(state.seen.get(kind, 0) - 1, 0)
    t.transfer(TABLE, DISCARD, "cards", len(deal.travelling), "used", "travel")
    _notice_returns(t, deal, used)
    state.deal = None
    state.stoppable = None


def _notice_returns(t: BossTable, deal: Deal, used: set[str]) -> None:
    back: dict[str, list[Words]] = {}
    for clan in deal.clans:
        if f"clan:{clan.id}" not in used:
            back.setdefault(clan.owner, []).append(COLOUR_WORDS[clan.color])
    for owner, colours in back.items():
        t.notice("N_RETURNED", name=t.name(owner), colours=list(colours))


def _place_card(t: BossTable, end: DealEnd) -> None:
    """Put the deal card on the space, move the marker, and see what comes next (B-117…B-119, B-131, B-136)."""
    state = t.state
    state.last_deal = end
    state.covered[str(end.space)] = end.no
    state.stack.pop(0)
    state.deals_done += 1
    state.marker = t.next_free(end.space)
    if not state.stack:
        state.phase = FINISHED
        state.turn = None
        state.end_by = "last_card"
    elif t.kit.rolls_after(end.no):
        state.phase = END_ROLL
    else:
        t.begin_turn(end.next)
        notice_skipped(t, end.skipped)


class FailDeal(DealMove):
    """The boss declares failure: clans go back, nothing else changes (B-120…B-126; soft rules: B-154)."""

    label: ClassVar[str] = _("Deal failed")

    reason: Name = ""

    def play(self, t: BossTable, actor: str) -> None:
        need_boss(t, actor)
        if t.options.soft_rules:
            if must_close(t):
                t.need(False, "E_MUST_CLOSE")
        elif meets(t.space, colours_now(t)):
            t.notice("W_COULD_CLOSE")
        deal, no = t.deal, t.state.stack[0]
        end = DealEnd(no, deal.space, t.total, deal.opener, deal.boss, False, reason=self.reason)
        t.follow(end)
        call_off(t, end)
        t.begin_turn(end.next)
        notice_skipped(t, end.skipped)

    def told(self, t: BossTable, step: Step) -> Words:
        end = t.state.last_deal
        assert end is not None
        figures = {"no": str(end.no), "total": sum_words(end.total), "reason": FAIL_WORDS.get(self.reason, self.reason)}
        text = _("Deal %(no)s failed (%(total)s): %(reason)s") if self.reason else _("Deal %(no)s failed (%(total)s)")
        return told_skipped(t, Words(text, figures), end.skipped)


def call_off(t: BossTable, end: DealEnd) -> None:
    """Give the cards of the open deal back or away, and remember how it ended."""
    _clear_table(t, set())
    t.state.last_deal = end
