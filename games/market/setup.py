"""The set-up: who begins (M-041), and the table before the first turn."""

from __future__ import annotations

from games.engine.fields import Each, Field, Number, Option, Rows
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.refusal import Refusal
from games.engine.table import Team
from games.market.kit import MarketKit
from games.market.kit_checks import check_kit
from games.market.options import Options, Setup, check_options
from games.market.rules import RULES
from games.market.state import Market


def deal_out(kit: MarketKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> Market:
    """Return the state after set-up (M-017, M-025 … M-029).

    Raises Refusal: E_OPTION, E_BAD_KIT with the first finding that blocks, and those of `who_begins`.
    """
    check_options(options)
    need_whole(kit)
    first = who_begins(teams, setup)
    return Market(
        current=first,
        first=first,
        cash={team.id: kit.constants.start_cash for team in teams},
        pos={team.id: kit.start_index for team in teams},
    )


def need_whole(kit: MarketKit, before: MarketKit | None = None) -> None:
    """Raise Refusal(E_BAD_KIT) with the first finding that blocks a start; what a kit `before` had does not count."""
    known = {(note.code, note.path) for note in check_kit(before)} if before else set()
    for note in check_kit(kit):
        if note.blocks and (note.code, note.path) not in known:
            raise Refusal("E_BAD_KIT", note.path, problem=Words(RULES[note.code].text, note.figures))


def who_begins(teams: tuple[Team, ...], setup: Setup) -> str:
    """Return who threw most; players who are level throw again, only they (M-041).

    Without throws the first seat begins. Raises Refusal: E_TIE while it is not decided, E_SETUP for a missing throw,
    E_DICE for an impossible one.
    """
    left = [team.id for team in teams]
    if not setup.start_rolls and not setup.rerolls:
        return left[0]
    names = {team.id: team.name for team in teams}
    for throws in (setup.start_rolls, *setup.rerolls):
        for team in throws:
            if team not in names:
                raise Refusal("E_UNKNOWN", "start_rolls", value=team[:60])
        missing = [names[team] for team in left if team not in throws]
        if missing:
            raise Refusal("E_SETUP", "start_rolls", value=missing)
        if any(not 2 <= throws[team] <= 12 for team in left):
            raise Refusal("E_DICE", "start_rolls")
        most = max(throws[team] for team in left)
        left = [team for team in left if throws[team] == most]
        if len(left) == 1:
            return left[0]
    raise Refusal("E_TIE", "start_rolls", players=[names[team] for team in left])


def setup_fields(teams: tuple[Team, ...]) -> list[Field]:
    """Return what the set-up form asks: the throws, and those of who were level."""
    throw = Number(name="", least=2, most=12, optional=True)
    again: list[Field] = [Number(name=team.id, label=team.name, least=2, most=12, optional=True) for team in teams]
    return [
        Each(
            name="start_rolls",
            label=Words(_("Throws for the first turn")),
            help=Words(_("Empty: the first seat begins")),
            keys=[Option(team.id, team.name) for team in teams],
            of=throw,
            optional=True,
        ),
        Rows(
            name="rerolls",
            label=Words(_("Throws of those who are level")),
            help=Words(_("Only they throw again")),
            fields=again,
            optional=True,
        ),
    ]
