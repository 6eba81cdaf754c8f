"""What the panel of «Я босс!» draws: players, the open deal, what a Stop would hit, the board."""

from __future__ import annotations

import msgspec

from games.boss.kit import COLOURS
from games.boss.lot import Lot, lot
from games.boss.state import BOARD, DEAL, END_ROLL, HAND_LIMIT, MOVED, TURN_START, BossTable, Stoppable
from games.boss.summary import doing, money_hidden, money_of
from games.boss.tokens import Token, investor, token
from games.boss.words import CARD_WORDS, COLOUR_WORDS, asset_words, sum_words
from games.engine.fields import Label
from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _

#: Moves of an open deal; the panel draws them all.
IN_DEAL = (
    "offer", "agree", "keep", "withdraw", "play_clan", "play_travel", "play_recruit", "play_boss", "play_stop",
    "close_deal", "fail_deal",
)  # fmt: skip


class Player(msgspec.Struct, frozen=True):
    """A row of the players: cards in hand, what lies before him, money (for the referee's eyes), what he does now."""

    team: str
    cards: int
    warn: bool
    tokens: list[Token]
    money: int | float
    state: Label


class Stop(msgspec.Struct, frozen=True):
    """What a Stop would hit, and what comes back."""

    hits: Words
    back: list[Label]


class Field(msgspec.Struct, frozen=True):
    """A space of the board. `die`: the number that leads there now; `card`: the deal card that covers it."""

    no: str
    known: bool
    total: Words
    required: list[Token]
    choose: int
    wider: list[Token]
    card: int | str
    here: bool
    die: int


class Panel(msgspec.Struct, frozen=True):
    """The whole panel. `own` are the moves that need no button of the core; `hidden`: money is not shown unasked."""

    players: list[Player]
    hidden: bool
    cards: Words
    lot: Lot | None
    stop: Stop | None
    board: list[Field]
    ladder: Words
    own: tuple[str, ...]


def panel(t: BossTable) -> Panel:
    """Return the panel of a table as it stands."""
    state = t.state
    figures = {"deck": state.deck, "discard": state.discard, "table": t.on_table()}
    cards = Words(_("Deck %(deck)s, discard %(discard)s, on the table %(table)s"), figures)
    players = [_player(t, team.id) for team in t.teams]
    open_deal = lot(t) if state.deal is not None else None
    board = [_field(t, no) for no in t.kit.spaces] if state.phase in (TURN_START, MOVED) else []
    return Panel(players, money_hidden(t), cards, open_deal, stop_sign(t), board, _ladder(t), _own(t))


def _own(t: BossTable) -> tuple[str, ...]:
    """Return the moves that the panel draws: all but what has to be typed."""
    phase, state = t.state.phase, t.state
    if phase == DEAL:
        return IN_DEAL
    if phase in (TURN_START, MOVED):
        known = t.kit.spaces[str(state.marker)].known and t.value
        return ("roll_move", "draw", "play_stop", *(("open_deal",) if known else ()))
    if phase == END_ROLL and state.last_deal is not None:
        return ("end_roll",) if t.kit.deal_cards[str(state.last_deal.no)].end is not None else ()
    return ("discard", "play_recruit", "play_stop") if phase == HAND_LIMIT else ()


def _player(t: BossTable, team: str) -> Player:
    state, deal = t.state, t.state.deal
    tokens = [investor(t, colour) for colour in COLOURS if state.investors[colour] == team]
    tokens += [token(t, f"clan:{clan.id}") for clan in deal.clans if clan.owner == team] if deal is not None else []
    over = team in state.over_limit and state.phase == HAND_LIMIT
    return Player(team, state.hands[team], over, tokens, money_of(t, team), doing(t, team))


# ---- Stop ---------------------------------------------------------------------------------------


def stop_sign(t: BossTable) -> Stop | None:
    """Return what a Stop would hit now, None if there is nothing to stop."""
    window, state = t.state.stoppable, t.state
    open_now = state.deal is not None or (t.options.stop_outside_deal and state.phase in (TURN_START, HAND_LIMIT))
    if window is None or window.kind == "stop" or not open_now:
        return None
    card = CARD_WORDS["recruit" if window.kind == "hire" else window.kind]
    hits = Words(_("→ %(card)s, %(name)s"), {"card": card, "name": t.name(window.by)})
    return Stop(hits, [_comes_back(t, window), *_agreed_again(t, window)])


def _comes_back(t: BossTable, window: Stoppable) -> Words:
    if window.kind == "boss":
        return Words(_("boss again: %(name)s"), {"name": t.name(window.was)})
    if window.clan is not None:
        figures = {"colour": COLOUR_WORDS[window.clan.color], "name": t.name(window.clan.owner)}
        return Words(_("%(colour)s clan: again on the table, %(name)s"), figures)
    asset = asset_words(t, window.target)
    if window.kind == "travel":
        return Words(_("%(asset)s: again in the deal"), {"asset": asset})
    holder = Words(_("beside the board")) if window.was == BOARD else t.name(window.was)
    return Words(_("%(asset)s: again %(name)s"), {"asset": asset, "name": holder})


def _agreed_again(t: BossTable, window: Stoppable) -> list[Label]:
    """Return the agreements that would be in force again."""
    deal = t.state.deal
    if deal is None:
        return []
    made = [deal.agreements[int(at)] for at, status in window.before.items() if status == "active"]
    sums = [
        Words(_("%(name)s %(amount)s"), {"name": t.name(one.player), "amount": sum_words(one.amount)}) for one in made
    ]
    return [Words(_("agreed again: %(sums)s"), {"sums": sums})] if sums else []


# ---- the board ----------------------------------------------------------------------------------


def _field(t: BossTable, no: str) -> Field:
    state, space = t.state, t.kit.spaces[no]
    dice = {str(t.next_free(state.marker, die)): die for die in range(6, 0, -1)} if state.phase == TURN_START else {}
    here = str(state.marker) == no and no not in state.covered
    # A correction may say that a card lies there, and not which.
    card = (state.covered[no] or "?") if no in state.covered else 0
    total = sum_words((space.shares or 0) * t.value)
    if not t.value:
        total = ngettext("%(n)s dividend", "%(n)s dividends", space.shares or 0)
    return Field(
        no, space.known, total, [investor(t, one) for one in space.required or ()],
        space.choose or 0, [investor(t, one) for one in space.from_ or ()], card, here,
        dice.get(no, 0),
    )  # fmt: skip


def _ladder(t: BossTable) -> Words:
    """Return how many deal cards are left and what one dividend is worth, now and later."""
    stack = t.state.stack
    values = [t.kit.deal_cards[str(no)].value for no in stack]
    if not values or values[0] is None:
        return ngettext("%(n)s deal card left", "%(n)s deal cards left", len(stack))
    steps = [
        Words(_("%(amount)s from no. %(no)s on"), {"amount": sum_words(value), "no": str(no)})
        for no, before, value in zip(stack[1:], values, values[1:], strict=False)
        if value and value != before
    ]
    left = ngettext("%(n)s deal card left", "%(n)s deal cards left", len(stack))
    worth = Words(_("%(left)s, one dividend is %(now)s"), {"left": left, "now": sum_words(values[0])})
    return Words(_("%(worth)s; %(steps)s"), {"worth": worth, "steps": steps}) if steps else worth
