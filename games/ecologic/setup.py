"""Set-up: from kit, options, teams and what the trainer typed to the first state (§ 3.1 start)."""

from __future__ import annotations

from typing import Any, TypeVar

from games.ecologic.kit import EcoKit, chip_counts
from games.ecologic.options import Options, Setup
from games.ecologic.state import Desk, Player, Stack
from games.engine.refusal import Refusal
from games.engine.table import Team

V = TypeVar("V")


def deal(kit: EcoKit, options: Options, teams: tuple[Team, ...], setup: Setup) -> Desk:
    """Return the state before the first event. Raises Refusal(E_SETUP_…) naming what is wrong."""
    ids = [team.id for team in teams]
    _check_teams(kit, teams)
    initiator = setup.initiator or ids[0]
    if initiator not in ids:
        raise Refusal("E_SETUP_INITIATOR", "initiator", value=setup.initiator)
    chips = next((one for one in (setup.chips_per_player, options.chips) if one is not None), kit.chips)
    players: dict[str, Player] = {}
    for team in ids:
        profits = _own(setup.start_profits, team, ids, kit.start.profits)
        enviros = _own(setup.start_enviros, team, ids, kit.start.enviros)
        minus = enviros == "minus"
        players[team] = Player(profits, 0 if isinstance(enviros, str) else enviros, minus, supply=chip_counts(chips))
    state = Desk(initiator=initiator, players=players)
    _lay_chips(kit, options, setup, state)
    _give_tors(kit, setup, state)
    _give_eco(kit, setup, state)
    return state


def _check_teams(kit: EcoKit, teams: tuple[Team, ...]) -> None:
    if not kit.least <= len(teams) <= kit.most:
        raise Refusal("E_SETUP_TEAMS", "teams", least=kit.least, most=kit.most)
    colours = [team.colour for team in teams if team.colour]
    if len(set(colours)) < len(colours):
        raise Refusal("E_SETUP_COLOUR", "teams")


def _own(given: V | dict[str, V] | None, team: str, ids: list[str], default: Any) -> Any:
    """Return the start value of one team from one value for all, or one a team."""
    if not isinstance(given, dict):
        return default if given is None else given
    for name in given:
        if name not in ids:
            raise Refusal("E_SETUP_START", "setup", value=name)
    return given.get(team, default)


def _lay_chips(kit: EcoKit, options: Options, setup: Setup, state: Desk) -> None:
    """Put the start chips on the board; a chip more in a sector is a level more."""
    most = options.max_level or kit.max_level
    for team, type, sector in setup.start_chips if setup.start_chips is not None else kit.start.chips:
        here = state.board.get(sector, [])
        stack = next((one for one in here if one.owner == team and one.type == type), None)
        foreign = bool(here) and not options.sector_sharing and (here[0].owner, here[0].type) != (team, type)
        legal = (
            team in state.players
            and sector in kit.sectors
            and type in kit.sectors[sector].resources
            and not foreign
            and state.players[team].supply[type] > 0
            and (stack is None or stack.level < most)
        )
        if not legal:
            raise Refusal("E_SETUP_CHIPS", "start_chips", value=f"{team}, {type}, {sector}")
        state.players[team].supply[type] -= 1
        if stack is None:
            state.board.setdefault(sector, []).append(Stack(team, type, 1))
        else:
            stack.level += 1


def _give_tors(kit: EcoKit, setup: Setup, state: Desk) -> None:
    for team, tor, sector in setup.start_tors:
        taken = tor in state.tors or sector in state.tors.values() or sector in state.board
        if team not in state.players or tor not in kit.tors or sector not in kit.sectors or taken:
            raise Refusal("E_SETUP_TOR", "start_tors", value=f"{team}, {tor}, {sector}")
        state.players[team].tors.append(tor)
        state.tors[tor] = sector


def _give_eco(kit: EcoKit, setup: Setup, state: Desk) -> None:
    given = [card for _team, card in setup.start_eco]
    for team, card in setup.start_eco:
        if team not in state.players or card not in kit.eco or given.count(card) > kit.eco[card].copies:
            raise Refusal("E_SETUP_ECO", "start_eco", value=f"{team}, {card}")
        state.players[team].eco.append(card)
