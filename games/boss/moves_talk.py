"""Talks of an open deal: offers, agreements and their states (§ 3-2-1 of the rulebook)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.boss.coverage import agreed, colours_now, meets
from games.boss.kit import COLOURS
from games.boss.moves import DealMove, need_boss
from games.boss.state import BOARD, LIVE, Agreement, BossTable, Spoken
from games.boss.words import COLOUR_WORDS, asset_words, assets_words, said_value, sum_words
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Name, Prose, is_whole
from games.engine.table import Step


class _Talk(DealMove, kw_only=True):
    """What offers and agreements share: the assets and the sum, or a number of dividends (B-065)."""

    codes: ClassVar[dict[str, str]] = {"amount": "E_AMOUNT", "dividends": "E_AMOUNT", "extra": "E_REWARD_KIND"}

    assets: list[Name]
    amount: Int | None = None
    dividends: Int | None = None
    extra: Prose = ""

    def terms(self, t: BossTable, player: str) -> int:
        """Ask whether `player` may offer the assets, and return the sum in $M (B-060…B-065)."""
        if self.assets == []:
            t.stop("E_MISSING", "assets", value=Words(_("what for")))
        for asset in self.assets:
            need_asset(t, player, asset)
        if self.amount is None and self.dividends is None:
            t.need(not self.extra, "E_REWARD_KIND", "extra")
        amount = self.sum_of(t)
        t.need(not self.extra, "E_REWARD_KIND", "extra")
        if any(asset[:7] == "pledge:" for asset in self.assets):
            t.notice("W_CLAN_NOT_LAID", name=t.name(player))
        return amount

    def sum_of(self, t: BossTable) -> int:
        """Return the sum in $M: as named, or dividends × their value; named twice, both must agree."""
        total = t.total
        amount: Any = self.amount
        if self.dividends is not None:
            if not is_whole(self.dividends):
                t.stop("E_AMOUNT", "dividends", total=total)
            counted = self.dividends * t.value
            t.need(amount is None or amount == counted, "E_AMOUNT", "amount", total=total)
            amount = counted
        if not is_whole(amount):
            t.stop("E_AMOUNT", "amount", total=total)
        t.need(0 <= amount <= total, "E_AMOUNT", "amount", total=total)
        return int(amount)


def need_asset(t: BossTable, player: str, asset: str) -> None:
    """Ask whether the asset is this player's, free, on the table and needed (B-060…B-062, B-073)."""
    kind, _colon, name = asset.partition(":")
    colour = name
    if kind == "clan":
        clan = t.laid(asset)
        if clan is None:
            t.stop("E_CLAN_NOT_ON_TABLE", "assets", value=name)
        colour = clan.color
        if clan.owner != player:
            t.need(False, "E_PART_OWNER", "assets", asset=asset_words(t, asset), name=t.name(clan.owner))
    elif kind not in ("inv", "pledge") or name not in COLOURS:
        t.stop("E_UNKNOWN", "assets", value=asset)
    elif kind == "inv":
        need_investor(t, player, colour, "assets")
    elif t.options.clan_offer == "strict":
        t.need(False, "E_CLAN_NOT_ON_TABLE", "assets", value=COLOUR_WORDS[colour])
    need_listed(t, colour, "assets")


def need_investor(t: BossTable, player: str, colour: str, field: str) -> None:
    """Ask whether the investor is this player's and does not travel (B-073); beside the board it is nobody's."""
    holder = t.state.investors[colour]
    if holder != player or holder == BOARD:
        figures = {"asset": asset_words(t, f"inv:{colour}"), "name": holder_name(t, holder)}
        t.need(False, "E_PART_OWNER", field, **figures)
    if colour in t.deal.travelling:
        t.need(False, "E_TRAVELLING_PART", field, colour=COLOUR_WORDS[colour])


def need_listed(t: BossTable, colour: str, field: str) -> None:
    """Ask whether the space lists the colour (B-048, B-053)."""
    space = t.space
    if colour not in (space.required or ()) and colour not in (space.from_ or ()):
        t.need(False, "E_CLAN_NOT_NEEDED", field, colour=COLOUR_WORDS[colour])


def holder_name(t: BossTable, holder: str) -> Words | str:
    """Return who holds an investor, in words."""
    return t.name(holder) if holder in t.state.hands else Words(_("beside the board"))


class OfferMove(_Talk, kw_only=True):
    """A sum is named: by the boss (a bid) or to him (an ask); nothing is settled by it (B-057…B-065)."""

    label: ClassVar[str] = _("Name a sum")

    counterparty: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        t.player(actor)
        if (actor == deal.boss) == (self.counterparty == deal.boss):
            t.stop("E_OFFER_PARTIES", "counterparty", name=t.name(deal.boss))
        if self.counterparty not in t.state.hands:
            t.stop("E_UNKNOWN", "counterparty", value=said_value(self.counterparty))
        player = self.counterparty if actor == deal.boss else actor
        amount = self.terms(t, player)
        t.said()
        deal.offers = [spoken for spoken in deal.offers if spoken.player != player or spoken.assets != self.assets]
        deal.offers.append(Spoken(player, self.assets, amount, actor))

    def told(self, t: BossTable, step: Step) -> Words:
        figures: dict[str, Any] = {
            "name": t.name(step.actor), "amount": sum_words(self.sum_of(t)), "assets": assets_words(t, self.assets),
        }  # fmt: skip
        if step.actor == t.deal.boss:
            figures["to"] = t.name(self.counterparty)
            return Words(_("%(name)s offers %(amount)s: %(assets)s, %(to)s"), figures)
        if any(asset[:7] == "pledge:" for asset in self.assets):
            return Words(_("%(name)s promises for %(amount)s: %(assets)s"), figures)
        return Words(_("%(name)s asks %(amount)s: %(assets)s"), figures)


class Agree(_Talk, kw_only=True):
    """«По рукам»: the boss accepts a price for a player's assets (B-063…B-066, B-102).

    Earlier live agreements of that player on any of the same assets are superseded.
    """

    label: ClassVar[str] = _("Agreed")

    player: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        need_boss(t, actor)
        if self.player == deal.boss:
            t.stop("E_BOSS_SELF", "player")
        if self.player not in t.state.hands:
            t.stop("E_UNKNOWN", "player", value=said_value(self.player))
        amount = self.terms(t, self.player)
        t.said()
        if all(agreed(t, self.player, asset) is None for asset in self.assets) and meets(t.space, colours_now(t)):
            t.notice("W_ALREADY_COVERED")
        for agreement in deal.agreements:
            if agreement.player == self.player and agreement.status in LIVE and shares(agreement, self.assets):
                agreement.status = "superseded"
        # What was asked or bid about them is settled.
        deal.offers = [one for one in deal.offers if one.player != self.player or not set(one.assets) & {*self.assets}]
        deal.agreements.append(Agreement(self.player, self.assets, amount, "active", deal.boss))

    def told(self, t: BossTable, step: Step) -> Words:
        return Words(
            _("Agreement: %(boss)s and %(name)s, %(assets)s, %(amount)s"),
            {
                "boss": t.name(step.actor), "name": t.name(self.player), "assets": assets_words(t, self.assets),
                "amount": sum_words(self.sum_of(t)),
            },
        )  # fmt: skip


def shares(agreement: Agreement, assets: list[str]) -> bool:
    """Tell whether an agreement is about any of these assets."""
    return any(asset in agreement.assets for asset in assets)


class Keep(DealMove):
    """The new boss keeps what was agreed with a player (B-088)."""

    label: ClassVar[str] = _("Keep the terms")

    player: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        need_boss(t, actor)
        stale = [one for one in deal.agreements if one.player == self.player and one.status == "stale"]
        if not stale:
            t.stop(
                "E_NO_AGREEMENT", "player", name=t.name(said_value(self.player)), value=Words(_("nothing to confirm"))
            )
        t.said()
        for agreement in stale:
            agreement.status = "active"
            agreement.boss = deal.boss

    def told(self, t: BossTable, step: Step) -> Words:
        return Words(
            _("%(boss)s keeps the terms: %(name)s, %(amount)s"),
            {"boss": t.name(step.actor), "name": t.name(self.player), "amount": _sums(t, self.player, "active")},
        )


class Withdraw(DealMove):
    """Either side takes an agreement back: until the closing nothing binds (B-063, B-068)."""

    label: ClassVar[str] = _("Withdraw")

    player: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        t.player(actor)
        if actor not in (deal.boss, self.player):
            t.need(False, "E_OFFER_PARTIES", name=t.name(deal.boss))
        live = [at for at, one in enumerate(deal.agreements) if one.player == self.player and one.status in LIVE]
        if not live:
            t.stop("E_NO_AGREEMENT", "player", name=t.name(said_value(self.player)), value=Words(_("nothing agreed")))
        t.said()
        window = t.state.stoppable
        for at in live:
            deal.agreements[at].status = "withdrawn"
            # His own word holds, also if the card in between is stopped; what the cancelled boss said does not.
            if window is not None and actor == self.player:
                window.before.pop(str(at), None)

    def told(self, t: BossTable, step: Step) -> Words:
        figures = {"name": t.name(step.actor), "player": t.name(self.player)}
        if step.actor == self.player:
            return Words(_("%(name)s withdraws the agreement"), figures)
        return Words(_("%(name)s withdraws the agreement: %(player)s"), figures)


def _sums(t: BossTable, player: str, status: str) -> list[Words]:
    return [sum_words(one.amount) for one in t.deal.agreements if one.player == player and one.status == status]
