"""The set-up: who holds which investor, who begins, where the marker stands (§ 2 of the rulebook)."""

from __future__ import annotations

from games.boss.kit import COLOURS, BossKit, check, deal_numbers
from games.boss.options import Options, Setup
from games.boss.state import BOARD, BossState
from games.boss.words import COLOUR_WORDS
from games.engine.fields import Choice, Each, Field, Number, Option
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal
from games.engine.table import Team


def investors_each(players: int, options: Options) -> int:
    """Return how many investors each player is dealt (B-014…B-017; two players: A-04)."""
    if players == 2:
        return options.two_player_investors
    return 2 if players == 3 else 1


def deal_out(kit: BossKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> BossState:
    """Return the state after set-up.

    Raises Refusal in the order of § 3.2: E_SETUP_INVESTORS, E_SETUP_FIRST, E_MARKER_PLACER, E_SPACE, K_….
    """
    ids = [team.id for team in teams]
    _need_investors(setup, ids, investors_each(len(ids), options))
    if setup.first_player not in ids:
        raise Refusal("E_SETUP_FIRST", "first_player")
    right = ids[ids.index(setup.first_player) - 1]
    if setup.marker_by not in (None, "", right):
        name = next(team.name for team in teams if team.id == right)
        raise Refusal("E_MARKER_PLACER", "marker_by", name=name)
    if str(setup.marker) not in kit.spaces:
        raise Refusal("E_SPACE", "marker", most=len(kit.spaces))
    if setup.banker and setup.banker not in (*ids, "trainer", "referee"):
        raise Refusal("E_UNKNOWN", "banker", value=setup.banker)
    for note in check(kit):
        if note.blocks:
            raise Refusal(note.code, note.path, **note.figures)
    deck = kit.deck_size - options.hand_start * len(ids)
    if deck < 0:
        raise Refusal("K_DECK", "influence", value=kit.deck_size)
    return BossState(
        turn=setup.first_player,
        turn_hand=options.hand_start,
        marker=setup.marker,
        stack=deal_numbers(kit, options.short_game),
        deck=deck,
        hands=dict.fromkeys(ids, options.hand_start),
        investors={colour: setup.investors[colour] for colour in COLOURS},
        money=dict.fromkeys(ids, 0),
        banker=setup.banker or "",
    )


def _need_investors(setup: Setup, ids: list[str], each: int) -> None:
    held = list(setup.investors.values())
    board = len(COLOURS) - each * len(ids)
    fair = all(held.count(team) == each for team in ids) and held.count(BOARD) == board
    if set(setup.investors) != set(COLOURS) or not fair:
        raise Refusal("E_SETUP_INVESTORS", "investors", each=each, board=board)


def setup_fields(kit: BossKit, teams: tuple[Team, ...], options: Options) -> list[Field]:
    """Return what the set-up form asks; the investors are dealt in the order of the board, to be corrected.

    So many for each as the options say; the rest lies beside the board.
    """
    players = [Option(team.id, team.name) for team in teams]
    each = investors_each(len(teams), options)
    dealt = [team.id for team in teams for _time in range(each)]
    holders: dict[str, str] = dict(zip(COLOURS, [*dealt, *[BOARD] * len(COLOURS)], strict=False))
    colours = [Option(colour, COLOUR_WORDS[colour]) for colour in COLOURS]
    beside = Option(BOARD, Words(_("beside the board")))
    investor = Choice(name="investor", options=[*players, beside])
    trainer = Option("trainer", Words(_("Trainer")))
    first = teams[0].id if teams else None
    return [
        Each(name="investors", label=Words(_("Investors")), keys=colours, of=investor, value={**holders}),
        Choice(name="first_player", label=Words(_("Who begins")), options=players, value=first),
        Choice(
            name="marker_by",
            label=Words(_("Who puts the marker")),
            options=players,
            optional=True,
            help=Words(_("the player to the right of the first one")),
        ),
        Number(name="marker", label=Words(_("Marker on space")), least=1, most=len(kit.spaces), value=1),
        Choice(name="banker", label=Words(_("Banker")), options=[*players, trainer], optional=True),
    ]
