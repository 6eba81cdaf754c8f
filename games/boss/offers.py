"""What may be recorded now: candidates in the order who → what → target, each judged by the moves themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.boss.coverage import Part, cheapest
from games.boss.kit import COLOURS, GREY
from games.boss.moves_cards import PlayBoss, PlayClan, PlayRecruit, PlayStop, PlayTravel
from games.boss.moves_close import CloseDeal, FailDeal
from games.boss.moves_referee import Audit, RevealMoney
from games.boss.moves_talk import Keep, Withdraw
from games.boss.moves_turn import Discard, Draw, EndRollMove, OpenDeal, RollMove
from games.boss.state import (
    BOARD,
    DEAL,
    END_ROLL,
    HAND_LIMIT,
    LIVE,
    MOVED,
    TURN_START,
    Agreement,
    BossTable,
    Deal,
    Spoken,
)
from games.boss.summary import money_hidden
from games.boss.words import (
    COLOUR_WORDS,
    FAIL_WORDS,
    asset_words,
    card_type_words,
    space_words,
    sum_words,
)
from games.engine.fields import ASIDE, Card, Choice, Each, Field, Flag, Many, Number, Offer, Option, Rows
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.move import REFEREE

TURN, TALK, CARDS = Words(_("Turn")), Words(_("Talks")), Words(_("Influence cards"))
END, STOP = Words(_("Closing")), Words(_("STOP"))


def candidates(t: BossTable) -> Iterator[Offer]:
    """Yield the candidates of this moment, the expected action marked."""
    phase = t.state.phase
    if phase == DEAL:
        yield from _in_deal(t)
    elif phase in (TURN_START, MOVED):
        yield from _turn(t, phase)
    elif phase == HAND_LIMIT:
        yield from _at_limit(t)
    elif phase == END_ROLL:
        yield _end_roll(t)
    if phase in (TURN_START, HAND_LIMIT) and t.options.stop_outside_deal and t.state.stoppable is not None:
        yield _stop(t)
    yield _audit(t)
    if money_hidden(t):
        yield _reveal()


def _audit(t: BossTable) -> Offer:
    """A recount: what is left empty was not counted."""
    players = [Option(team.id, team.name) for team in t.teams]
    count = Number(name="count", least=0, optional=True)
    fields: list[Field] = [
        Each(name="hands", label=Words(_("Cards held")), keys=players, of=count, optional=True),
        Each(name="money", label=Words(_("Money, $M")), keys=players, of=count, optional=True),
        Number(name="deck", label=Words(_("Cards in the deck")), least=0, optional=True),
        Number(name="discard", label=Words(_("Cards in the discard")), least=0, optional=True),
    ]
    return Offer("audit", [REFEREE], Words(Audit.label), fields=fields, group=ASIDE)


def _reveal() -> Offer:
    """Show the money totals: to the referee, or to everybody; both are logged (B-128, B-129)."""
    viewers = [Option("referee", Words(_("the referee only"))), Option("screen", Words(_("everybody at the table")))]
    to = Choice(name="to", label=Words(_("To whom")), options=viewers, value="referee")
    return Offer("reveal_money", [REFEREE], Words(RevealMoney.label), fields=[to], group=ASIDE)


# ---- the turn -----------------------------------------------------------------------------------


def _turn(t: BossTable, phase: str) -> Iterator[Offer]:
    turn = [t.state.turn or ""]
    if phase == TURN_START:
        die = Number(name="die", label=Words(_("Die")), least=1, most=6)
        yield Offer("roll_move", turn, Words(RollMove.label), fields=[die], group=TURN, main=True)
    yield Offer("open_deal", turn, _open_label(t), fields=_unknown(t), group=TURN, main=phase == MOVED)
    if phase == MOVED:
        yield Offer("draw", turn, Words(Draw.label), group=TURN)


def _open_label(t: BossTable) -> Words:
    space = t.kit.spaces[str(t.state.marker)]
    if not space.known or not t.value:
        return Words(OpenDeal.label)
    total = sum_words((space.shares or 0) * t.value)
    return Words(_("Open a deal: %(total)s, %(needs)s"), {"total": total, "needs": space_words(space)})


def _unknown(t: BossTable) -> list[Field]:
    """Ask for what the kit does not know of this space and this deal card."""
    fields: list[Field] = []
    if not t.kit.spaces[str(t.state.marker)].known:
        colours = [Option(colour, COLOUR_WORDS[colour]) for colour in COLOURS]
        row: list[Field] = [
            Many(name="required", label=Words(_("Required")), options=colours),
            Number(name="choose", label=Words(_("and more")), least=0, most=6, value=0),
            Many(name="from", label=Words(_("out of")), options=colours),
            Number(name="shares", label=Words(_("Dividends")), least=1, most=20, value=2),
        ]
        label = Words(_("Space %(space)s, as printed"), {"space": str(t.state.marker)})
        fields.append(Card(name="space", label=label, options=[], form=row))
    if not t.value:
        label = Words(_("One dividend, $M (deal card %(no)s)"), {"no": str(t.state.stack[0])})
        fields.append(Number(name="value", label=label, least=1, most=100))
    return fields


def _at_limit(t: BossTable) -> Iterator[Offer]:
    types = [Option(kind, card_type_words(kind)) for kind in t.kit.limits]
    for team in t.state.over_limit:
        excess = t.state.hands[team] - t.hand_limit
        card: list[Field] = [Choice(name="card", label=Words(_("Seen")), options=types)]
        help_line = Words(_("if face up"))
        fields: list[Field] = [
            Rows(name="cards", label=Words(_("Seen")), fields=card, most=excess, flat=True, help=help_line)
        ]
        yield Offer("discard", [team], Words(Discard.label), {"count": excess}, fields, TURN, main=True)
    yield from _hires(t, t.state.over_limit)


def _end_roll(t: BossTable) -> Offer:
    last = t.state.last_deal
    assert last is not None
    fields: list[Field] = [Number(name="die", label=Words(_("Die")), least=1, most=6)]
    if t.kit.deal_cards[str(last.no)].end is None:
        label = Words(_("Numbers on the back of card %(no)s"), {"no": str(last.no)})
        faces = [Option(face, str(face)) for face in range(1, 7)]
        fields.append(Many(name="end_numbers", label=label, options=faces, least=1, value=[1]))
    return Offer("end_roll", [last.boss], Words(EndRollMove.label), fields=fields, group=TURN, main=True)


# ---- influence cards ----------------------------------------------------------------------------


def _with_cards(t: BossTable, count: int, without: str = "") -> list[str]:
    """Return who holds enough cards, or everybody where nobody does: the trial then says why not."""
    able = [team for team, hand in t.state.hands.items() if hand >= count and team != without]
    return able or [team for team in t.state.hands if team != without]


def _hires(t: BossTable, among: list[str]) -> Iterator[Offer]:
    """Three hire cards for each investor: while some lie beside the board, for those."""
    state = t.state
    able = [team for team in among if state.hands[team] >= 3] or among
    for colour, holder in state.investors.items():
        actors = [team for team in able if team != holder]
        if actors:
            source = Words(_("beside the board")) if holder == BOARD else t.name(holder)
            label = Words(
                _("%(card)s: %(colour)s, %(from)s"),
                {"card": Words(PlayRecruit.label), "colour": COLOUR_WORDS[colour], "from": source},
            )
            yield Offer("play_recruit", actors, label, {"color": colour}, group=CARDS)


def _cards(t: BossTable, deal: Deal) -> Iterator[Offer]:
    space = t.space
    holders = _with_cards(t, 1)
    for colour in (*(space.required or ()), *(space.from_ or ())):
        label = Words(_("%(card)s: %(colour)s"), {"card": Words(PlayClan.label), "colour": COLOUR_WORDS[colour]})
        yield Offer("play_clan", holders, label, {"color": colour}, group=CARDS)
    targets = [(f"inv:{colour}", colour) for colour, holder in t.state.investors.items() if holder != BOARD]
    targets += [(f"clan:{clan.id}", clan.color) for clan in deal.clans]
    for target, colour in targets:
        cards = [Option(colour, COLOUR_WORDS[colour]), Option(GREY, COLOUR_WORDS[GREY])]
        owner = t.state.investors[colour] if target[:4] == "inv:" else next(
            clan.owner for clan in deal.clans if clan.id == target[5:]
        )  # fmt: skip
        figures = {"card": Words(PlayTravel.label), "asset": asset_words(t, target), "name": t.name(owner)}
        card = Choice(name="card", label=Words(_("Travel card")), options=cards)
        label = Words(_("%(card)s: %(asset)s, %(name)s"), figures)
        yield Offer("play_travel", holders, label, {"target": target}, [card], CARDS)
    yield from _hires(t, list(t.state.hands))
    yield Offer("play_boss", _with_cards(t, 1, deal.boss), Words(PlayBoss.label), group=CARDS)
    yield _stop(t)


def _stop(t: BossTable) -> Offer:
    """«СТОП», and what it hits."""
    window = t.state.stoppable
    label = Words(PlayStop.label)
    if window is not None and window.kind != "stop":
        what = {"travel": PlayTravel.label, "boss": PlayBoss.label, "hire": PlayRecruit.label}[window.kind]
        label = Words(_("STOP → %(card)s, %(name)s"), {"card": Words(what), "name": t.name(window.by)})
    return Offer("play_stop", _with_cards(t, 1), label, group=STOP)


# ---- talks --------------------------------------------------------------------------------------


def _assets(t: BossTable, deal: Deal) -> dict[str, list[str]]:
    """Return what each player but the boss could bring in: investors that are here, laid clans, promises."""
    space = t.space
    listed = [*(space.required or ()), *(space.from_ or ())]
    found: dict[str, list[str]] = {team: [] for team in t.state.hands if team != deal.boss}
    for colour in listed:
        holder = t.state.investors[colour]
        if holder in found and colour not in deal.travelling:
            found[holder].append(f"inv:{colour}")
    for clan in deal.clans:
        if clan.owner in found:
            found[clan.owner].append(f"clan:{clan.id}")
    if t.options.clan_offer == "warn":
        for team, assets in found.items():
            if t.state.hands[team]:
                assets += [f"pledge:{colour}" for colour in listed]
    return found


def last_sum(t: BossTable, player: str, assets: list[str]) -> int:
    """Return what the sum pad starts from: the last sum spoken or agreed about these assets, else one dividend."""
    said: list[Spoken | Agreement] = [*t.deal.agreements, *t.deal.offers]
    for one in reversed(said):
        if one.player == player and set(one.assets) & set(assets):
            return min(one.amount, t.total)
    return min(t.value, t.total)


def _sum_fields(t: BossTable, value: int) -> list[Field]:
    return [
        Number(name="amount", label=Words(_("Sum, $M")), least=0, most=t.total, value=value, optional=True),
        Number(name="dividends", label=Words(_("or dividends")), least=0, most=t.space.shares, optional=True),
    ]


def _talks(t: BossTable, deal: Deal) -> Iterator[Offer]:
    """Yield bid, ask and agreement about each asset, the same about several at once, and what agreements allow."""
    full = t.options.log_depth == "full"
    assets = {player: found for player, found in _assets(t, deal).items() if found}
    for player, found in assets.items():
        for asset in found:
            if asset[:7] != "pledge:":
                figures = {"name": t.name(player), "assets": asset_words(t, asset)}
                fields = _sum_fields(t, last_sum(t, player, [asset]))
                yield from _boss_says(deal, player, figures, {"assets": [asset]}, fields, full)
                if full:
                    ask = Words(_("%(name)s asks: %(assets)s"), figures)
                    yield Offer("offer", [player], ask, {"counterparty": deal.boss, "assets": [asset]}, fields, TALK)
        figures = {"name": t.name(player), "assets": Words(_("several"))}
        fields = [_several(t, {player: found}), *_sum_fields(t, last_sum(t, player, found[:1]))]
        yield from _boss_says(deal, player, figures, {}, fields, full)
    if full and assets:
        fields = [_several(t, assets), *_sum_fields(t, min(t.value, t.total))]
        ask = Words(_("Several things are offered to the boss"))
        yield Offer("offer", list(assets), ask, {"counterparty": deal.boss}, fields, TALK)
    yield from _agreements(t, deal)


def _boss_says(
    deal: Deal, player: str, figures: dict[str, Any], fixed: dict[str, Any], fields: list[Field], full: bool
) -> Iterator[Offer]:
    agree = Words(_("%(name)s, %(assets)s: agreed"), figures)
    yield Offer("agree", [deal.boss], agree, {"player": player, **fixed}, fields, TALK)
    if full:
        bid = Words(_("%(name)s, %(assets)s: the boss offers"), figures)
        yield Offer("offer", [deal.boss], bid, {"counterparty": player, **fixed}, fields, TALK)


def _several(t: BossTable, assets: dict[str, list[str]]) -> Many:
    """Ask for some of these assets; the first player's first one stands chosen."""
    every = dict.fromkeys(asset for found in assets.values() for asset in found)
    options = [Option(asset, asset_words(t, asset)) for asset in every]
    first = next(iter(every))
    return Many(name="assets", label=Words(_("What for")), options=options, value=[first], least=1)


def _agreements(t: BossTable, deal: Deal) -> Iterator[Offer]:
    for player in dict.fromkeys(one.player for one in deal.agreements if one.status == "stale"):
        label = Words(_("%(move)s: %(name)s"), {"move": Words(Keep.label), "name": t.name(player)})
        yield Offer("keep", [deal.boss], label, {"player": player}, group=TALK)
    for player in dict.fromkeys(one.player for one in deal.agreements if one.status in LIVE):
        label = Words(_("%(move)s: %(name)s"), {"move": Words(Withdraw.label), "name": t.name(player)})
        yield Offer("withdraw", [deal.boss, player], label, {"player": player}, group=TALK)


# ---- the end of the deal ------------------------------------------------------------------------


def _in_deal(t: BossTable) -> Iterator[Offer]:
    deal = t.deal
    yield from _talks(t, deal)
    yield from _cards(t, deal)
    parts = cheapest(t)
    yield _close(t, deal, parts)
    reasons = [Option(reason, words) for reason, words in FAIL_WORDS.items()]
    reason = Choice(name="reason", label=Words(_("Why")), options=reasons, optional=True)
    yield Offer("fail_deal", [deal.boss], Words(FailDeal.label), fields=[reason], group=END)


def _close(t: BossTable, deal: Deal, parts: list[Part]) -> Offer:
    """The closing sheet, filled in with the cheapest legal parts; the other assets can be chosen instead."""
    assets = [f"inv:{colour}" for colour, holder in t.state.investors.items() if holder != BOARD]
    assets += [f"clan:{clan.id}" for clan in deal.clans]
    row: list[Field] = [
        Choice(name="asset", label=Words(_("Part")), options=[Option(one, asset_words(t, one)) for one in assets]),
        Choice(name="owner", label=Words(_("Whose")), options=[Option(team.id, team.name) for team in t.teams]),
    ]
    value = [{"asset": part.asset, "owner": part.owner} for part in parts]
    fields: list[Field] = [Rows(name="parts", label=Words(_("Parts")), fields=row, value=value)]
    if t.options.ask_before_close:
        fields.append(Flag(name="asked", label=Words(_("Everybody is asked for further cards")), value=True))
    if t.options.payees == "anyone":
        others = [Option(team.id, team.name) for team in t.teams if team.id != deal.boss]
        more = Number(name="sum", least=0, most=t.total, value=0, optional=True)
        fields.append(Each(name="extra_payments", label=Words(_("Beyond the agreements, $M")), keys=others, of=more))
    label = Words(CloseDeal.label)
    return Offer("close_deal", [deal.boss], label, fields=fields, group=END, main=bool(parts))
