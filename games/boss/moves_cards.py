"""Influence cards: clan, travel, hire, boss, and the Stop that takes the last of them back (§ 3-2-2, § 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from games.boss.coverage import colours_now, meets
from games.boss.kit import COLOURS, GREY
from games.boss.moves import BossMove, DealMove
from games.boss.moves_talk import holder_name, need_listed, shares
from games.boss.state import (
    BOARD,
    DEAL,
    DISCARD,
    HAND_LIMIT,
    LIVE,
    TABLE,
    TURN_START,
    Agreement,
    BossTable,
    Clan,
    Deal,
    Stoppable,
)
from games.boss.words import COLOUR_WORDS, asset_words, colour_list, colour_word, said_value, sum_words
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import Int, Name
from games.engine.table import Step


class PlayClan(DealMove):
    """Lay a clan card of a needed colour on the table (B-053…B-055, B-062, B-068, B-071)."""

    label: ClassVar[str] = _("Clan")

    color: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        t.player(actor)
        if self.color not in COLOURS:
            t.stop("E_UNKNOWN", "color", value=said_value(self.color))
        need_listed(t, self.color, "color")
        covered = meets(t.space, colours_now(t))
        t.use(actor, f"clan:{self.color}")
        if covered:
            t.notice("W_ALREADY_COVERED")
        t.transfer(actor, TABLE, "cards", 1, "clan", self.color)
        t.said()
        deal.laid += 1
        clan = Clan(f"c{deal.laid}", self.color, actor)
        deal.clans.append(clan)
        _redeem(t, actor, f"pledge:{self.color}", f"clan:{clan.id}")

    def told(self, t: BossTable, step: Step) -> Words:
        return Words(
            _("%(name)s lays a clan card: %(colour)s"), {"name": t.name(step.actor), "colour": COLOUR_WORDS[self.color]}
        )


def _redeem(t: BossTable, player: str, pledge: str, clan: str) -> None:
    """Turn what the owner promised into the card that now lies there (amendment 6)."""
    deal, window = t.deal, t.state.stoppable
    # A Stop may still give these the status they had (§ 3.4): the promise must be kept in them too.
    waiting = window.before if window is not None else {}
    for at, agreement in enumerate(deal.agreements):
        stands = agreement.status in LIVE or str(at) in waiting
        if stands and agreement.player == player and pledge in agreement.assets:
            agreement.assets = [clan if asset == pledge else asset for asset in agreement.assets]
    for spoken in deal.offers:
        if spoken.player == player and pledge in spoken.assets:
            spoken.assets = [clan if asset == pledge else asset for asset in spoken.assets]


class PlayTravel(DealMove):
    """Send an investor or a clan card travelling, by a card of its colour or a grey one (B-072…B-078)."""

    label: ClassVar[str] = _("Travel")

    target: Name
    card: Name

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        t.player(actor)
        colour, clan = self._target(t)
        if self.card not in (colour, GREY):
            t.need(False, "E_TRAVEL_COLOR", "card", colour=COLOUR_WORDS[colour])
            if self.card not in COLOURS:
                t.stop("E_TRAVEL_COLOR", "card", colour=COLOUR_WORDS[colour])
        t.use(actor, f"travel:{self.card}")
        state = t.state
        asset = self.target
        window = Stoppable("travel", actor, asset, made=len(deal.agreements))
        if clan is None:
            t.transfer(actor, TABLE, "cards", 1, "travel", colour)
            deal.travelling.append(colour)
            window.before = _turn(deal, "blocked", lambda one: asset in one.assets)
            space = t.space
            if colour not in (space.required or ()) and colour not in (space.from_ or ()):
                t.notice("W_NOT_NEEDED", colour=COLOUR_WORDS[colour])
        else:
            t.transfer(actor, DISCARD, "cards", 1, "travel", colour)
            t.transfer(TABLE, DISCARD, "cards", 1, "travelled", colour)
            deal.clans.remove(clan)
            window.clan = clan
            window.before = _turn(deal, "broken", lambda one: asset in one.assets)
        state.stoppable = window

    def _target(self, t: BossTable) -> tuple[str, Clan | None]:
        """Return the colour hit, and the clan card if it is one."""
        kind, _colon, name = self.target.partition(":")
        if kind == "inv" and name in COLOURS:
            if t.state.investors[name] == BOARD:
                t.need(False, "E_TRAVEL_TARGET", "target", colour=COLOUR_WORDS[name])
            if name in t.deal.travelling:
                t.stop("E_ALREADY_TRAVELLING", "target", colour=COLOUR_WORDS[name])
            return name, None
        if kind not in ("clan", "pledge"):
            t.stop("E_UNKNOWN", "target", value=self.target)
        clan = t.laid(self.target) if kind == "clan" else None
        if clan is None:
            t.stop("E_CLAN_NOT_ON_TABLE", "target", value=colour_word(name))
        return clan.color, clan

    def told(self, t: BossTable, step: Step) -> Words:
        window = t.state.stoppable
        card = Words(_("grey card")) if self.card == GREY else Words(_("card of its colour"))
        figures = {"name": t.name(step.actor), "card": card}
        if window is not None and window.clan is not None:
            figures |= {"colour": COLOUR_WORDS[window.clan.color], "owner": t.name(window.clan.owner)}
            return Words(_("%(name)s sends a clan card travelling: %(colour)s, %(owner)s (%(card)s)"), figures)
        colour = self.target[4:]
        figures |= {"colour": COLOUR_WORDS[colour], "owner": holder_name(t, t.state.investors[colour])}
        return Words(_("%(name)s sends an investor travelling: %(colour)s, %(owner)s (%(card)s)"), figures)


def _turn(deal: Deal, status: str, meant: Callable[[Agreement], bool]) -> dict[str, str]:
    """Give live agreements another status and return what they had, by their place."""
    before: dict[str, str] = {}
    for at, agreement in enumerate(deal.agreements):
        if agreement.status in LIVE and meant(agreement):
            before[str(at)] = agreement.status
            agreement.status = status
    return before


class PlayRecruit(BossMove):
    """Three hire cards take an investor: from the board while one lies there, else from a player (B-079…B-085).

    Also before discarding, by whoever holds too many cards (B-040).
    """

    label: ClassVar[str] = _("Hire ×3")
    phases: ClassVar[tuple[str, ...]] = (DEAL, HAND_LIMIT)
    elsewhere: ClassVar[str] = "E_NO_DEAL"
    codes: ClassVar[dict[str, str]] = {"count": "E_HIRE_SET"}

    color: Name
    count: Int = 3

    def may_at_limit(self, t: BossTable, actor: str) -> bool:
        return actor in t.state.over_limit

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        t.player(actor)
        if self.count != 3:
            t.stop("E_HIRE_SET", "count")
        if isinstance(self.color, str) and self.color.startswith("clan:"):
            t.stop("E_HIRE_CLAN", "color")
        if self.color not in COLOURS:
            t.stop("E_UNKNOWN", "color", value=said_value(self.color))
        holder = state.investors[self.color]
        if holder == actor:
            t.stop("E_HIRE_SELF", "color", name=t.name(actor))
        if holder != BOARD:
            beside = [colour for colour, one in state.investors.items() if one == BOARD]
            if beside:
                t.need(False, "E_HIRE_BOARD_FIRST", "color", colours=colour_list(beside))
        t.use(actor, "recruit", 3)
        t.transfer(actor, DISCARD, "cards", 3, "hire", self.color)
        t.transfer(holder, actor, f"inv:{self.color}", 1, "hire", self.color)
        window = Stoppable("hire", actor, f"inv:{self.color}", holder)
        deal = state.deal
        if deal is not None:
            asset = window.target
            window.made = len(deal.agreements)
            window.before = _turn(deal, "broken", lambda one: one.player == holder and asset in one.assets)
            space = t.space
            if self.color not in (space.required or ()) and self.color not in (space.from_ or ()):
                t.notice("W_NOT_NEEDED", colour=COLOUR_WORDS[self.color])
        state.stoppable = window
        if state.phase == HAND_LIMIT:
            t.settle_limit()

    def told(self, t: BossTable, step: Step) -> Words:
        source = next(one.from_ for one in step.postings if one.what == f"inv:{self.color}")
        return Words(
            _("%(name)s hires the %(colour)s investor: %(from)s → %(name)s"),
            {"name": t.name(step.actor), "colour": COLOUR_WORDS[self.color], "from": holder_name(t, source)},
        )


class PlayBoss(DealMove):
    """«Я — босс!»: the player takes the lead of the deal (B-086…B-094)."""

    label: ClassVar[str] = _("I'm the boss!")

    def play(self, t: BossTable, actor: str) -> None:
        deal = t.deal
        t.player(actor)
        if actor == deal.boss:
            t.stop("E_ALREADY_BOSS", name=t.name(actor))
        t.use(actor, "boss")
        t.transfer(actor, DISCARD, "cards", 1, "boss")
        before: dict[str, str] = {}
        for at, agreement in enumerate(deal.agreements):
            if agreement.status in LIVE:
                before[str(at)] = agreement.status
                if agreement.player == actor:
                    agreement.status = "void"
                elif agreement.status == "active":
                    agreement.status = "stale"
        t.state.stoppable = Stoppable("boss", actor, "", deal.boss, None, before, len(deal.agreements))
        deal.boss = actor
        deal.bosses.append(actor)

    def told(self, t: BossTable, step: Step) -> Words:
        window = t.state.stoppable
        void = [
            agreement.amount
            for at, agreement in enumerate(t.deal.agreements)
            if window is not None and str(at) in window.before and agreement.status == "void"
        ]
        figures = {"name": t.name(step.actor), "sums": [sum_words(one) for one in void]}
        if void:
            return Words(_("%(name)s: “I'm the boss!” Own agreement is void: %(sums)s"), figures)
        return Words(_("%(name)s: “I'm the boss!”"), {"name": t.name(step.actor)})


class PlayStop(BossMove):
    """«Стоп»: take back the travel, boss card or hire played last (B-095…B-101; hire at the limit by option)."""

    label: ClassVar[str] = _("STOP")
    phases: ClassVar[tuple[str, ...]] = (DEAL, TURN_START)
    elsewhere: ClassVar[str] = "E_NO_DEAL"

    def may_at_limit(self, t: BossTable, actor: str) -> bool:
        return self._outside(t)

    @staticmethod
    def _outside(t: BossTable) -> bool:
        """Whether a hire outside a deal may be stopped now (option `stop_outside_deal`)."""
        return t.options.stop_outside_deal and t.state.stoppable is not None

    def play(self, t: BossTable, actor: str) -> None:
        state = t.state
        if state.deal is None:
            t.need(self._outside(t), "E_NO_DEAL")
        t.player(actor)
        window = state.stoppable
        if window is None:
            t.stop("E_STOP_NOTHING")
        if window.kind == "stop":
            t.stop("E_STOP_ON_STOP")
        t.use(actor, "stop")
        t.transfer(actor, DISCARD, "cards", 1, "stop", window.kind)
        if window.kind == "hire":
            _unhire(t, window)
        elif window.kind == "boss":
            _unboss(t.deal, window)
        elif window.clan is not None:
            t.transfer(DISCARD, TABLE, "cards", 1, "stopped", window.clan.color)
            t.deal.clans.append(window.clan)
            t.deal.clans.sort(key=lambda clan: int(clan.id[1:]))
            _restore(t.deal, window, "broken")
        else:
            t.transfer(TABLE, DISCARD, "cards", 1, "stopped", window.target[4:])
            t.deal.travelling.remove(window.target[4:])
            _restore(t.deal, window, "blocked")
        # What was stopped stays known for the log line; another Stop on it is refused.
        state.stoppable = Stoppable("stop", window.by, window.target, window.kind)
        if state.phase == HAND_LIMIT:
            t.settle_limit()

    def told(self, t: BossTable, step: Step) -> Words:
        window = t.state.stoppable
        assert window is not None
        name = t.name(step.actor)
        if window.was == "boss":
            return Words(_("%(name)s: Stop! Boss again: %(boss)s"), {"name": name, "boss": t.name(t.deal.boss)})
        figures = {"name": name, "asset": asset_words(t, window.target)}
        if window.was == "hire":
            figures["holder"] = holder_name(t, t.state.investors[window.target[4:]])
            return Words(_("%(name)s: Stop! %(asset)s: again %(holder)s"), figures)
        return Words(_("%(name)s: Stop! Back from travel: %(asset)s"), figures)


def _restore(deal: Deal, window: Stoppable, status: str) -> None:
    """Give agreements the status they had; one that a newer live agreement replaces is superseded."""
    for key, before in window.before.items():
        agreement = deal.agreements[int(key)]
        if agreement.status == status:
            newer = deal.agreements[window.made :]
            replaced = any(
                one.status in LIVE and one.player == agreement.player and shares(one, agreement.assets) for one in newer
            )
            agreement.status = "superseded" if replaced else before


def _unhire(t: BossTable, window: Stoppable) -> None:
    """Undo a hire whole: the investor goes back, its agreements too, those with the hirer are void (amendment 3)."""
    asset = window.target
    t.transfer(window.by, window.was, asset, 1, "stopped", asset[4:])
    deal = t.state.deal
    if deal is not None:
        for agreement in deal.agreements[window.made :]:
            if agreement.player == window.by and agreement.status in LIVE and asset in agreement.assets:
                agreement.status = "void"
        _restore(deal, window, "broken")


def _unboss(deal: Deal, window: Stoppable) -> None:
    """Give the lead back: former statuses return, what was agreed with the cancelled boss is void (B-097)."""
    for agreement in deal.agreements[window.made :]:
        if agreement.status in LIVE:
            agreement.status = "void"
    for key, before in window.before.items():
        agreement = deal.agreements[int(key)]
        agreement.status = before
        agreement.boss = window.was if before == "active" else agreement.boss
    deal.boss = window.was
    deal.bosses.pop()
