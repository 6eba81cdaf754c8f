"""How charts look on paper and on a light or dark page: ink, team colours, sizes, fills, dashes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from reportlab.lib.colors import Color, HexColor

from reports.debrief import TeamFacts

#: dashes by seat: lines stay apart in black and white
DASHES: tuple[list[float] | None, ...] = (None, [7, 3.5], [1.5, 3.2], [10, 3, 1.5, 3], [4, 2], [12, 4])
#: fills by order: apart without colour
PATTERNS = ("solid", "hatch", "tint", "open", "cross", "dots")


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Colours and sizes of one medium. Sizes are in points on paper, in pixels on a page."""

    ground: str
    ink: str
    grey: str
    faint: str
    grid: str
    band: str
    teams: tuple[str, ...]
    #: letters on a team's colour
    letters: tuple[str, ...]
    size: float
    stroke: float
    #: paper needs dashes and hatches, the wall does not
    dashed: bool

    @property
    def small(self) -> float:
        """Type size of what is secondary."""
        return self.size * 0.9


_LIGHT = ("#1D5FD6", "#E56A00", "#00513A", "#AD4C86", "#69630B", "#202D3A")
_LIGHT_LETTERS = ("#FFFFFF", "#14181F", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF")

PAPER = Look(
    ground="#FFFFFF", ink="#14181F", grey="#454E5C", faint="#626C7B", grid="#D5D8DE", band="#EFF0F3",
    teams=_LIGHT, letters=_LIGHT_LETTERS, size=10, stroke=2, dashed=True,
)  # fmt: skip
LIGHT = Look(
    ground="#FFFFFF", ink="#14181F", grey="#454E5C", faint="#626C7B", grid="#DCDFE5", band="#EFF0F3",
    teams=_LIGHT, letters=_LIGHT_LETTERS, size=18, stroke=4, dashed=False,
)  # fmt: skip
DARK = Look(
    ground="#181C22", ink="#EEF1F5", grey="#BAC2CE", faint="#929CAB", grid="#2C323B", band="#232831",
    teams=("#6AA0FF", "#FFB454", "#8FF0DC", "#F0588F", "#F4ED8B", "#ADBDCE"), letters=("#14181F",) * 6,
    size=18, stroke=4, dashed=False,
)  # fmt: skip


class Style(msgspec.Struct, frozen=True):
    """How one series is drawn: colour, letter on it, shape of its marker (by seat), dash and fill pattern."""

    colour: Any
    on: Any
    shape: int
    dash: list[float] | None
    pattern: str
    letter: str = ""


class Room:
    """Where a chart is drawn: its width, the look, the teams.

    `ink`: teams have no colour of their own; `tall` below 1 makes it lower, with the same type; it becomes at most
    `most` high as long as its type can be read.
    """

    def __init__(
        self, width: float, look: Look, teams: Sequence[TeamFacts], ink: bool = False, tall: float = 1.0,
        most: float = math.inf,
    ) -> None:  # fmt: skip
        self.width = width
        self.tall = tall
        self.most = most
        self.look = look
        self.ink = ink
        self.teams: Mapping[str, TeamFacts] = {team.id: team for team in teams}
        self.named: Mapping[str, TeamFacts] = {team.name: team for team in teams}

    def row(self, wanted: float, rows: int, rest: float, least: float) -> float:
        """Return the height of one of so many rows; `rest` is what stands over and under them.

        Where the height is given, few rows become higher too, so that they fill the wall.
        """
        fills = (self.most - rest) / max(1, rows)
        higher = min(fills * 0.95, wanted * 1.7) if math.isfinite(fills) else wanted
        return max(least, min(max(wanted, higher), fills))

    def colour(self, token: str) -> Color:
        """Return a colour of the look by its name."""
        return HexColor(getattr(self.look, token))

    def team_style(self, team: TeamFacts) -> Style:
        """Return how a team is drawn."""
        at = (team.colour - 1) % 6
        colour = self.colour("ink") if self.ink else HexColor(self.look.teams[at])
        on = self.colour("ground") if self.ink else HexColor(self.look.letters[at])
        # Teams of one ink differ by dash even on the wall.
        dash = DASHES[team.seat % 6] if self.look.dashed or self.ink else None
        return Style(colour, on, team.seat % 6, dash, PATTERNS[team.seat % 6] if self.ink else "solid", team.letter)

    def styles(self, teams: Sequence[str]) -> list[Style]:
        """Return how the series of a chart are drawn; those of no team by their order, in ink."""
        styles: list[Style] = []
        for at, key in enumerate(teams):
            team = self.teams.get(key)
            if team is not None and teams.count(key) == 1:
                styles.append(self.team_style(team))
            else:
                dash = DASHES[at % 6]
                styles.append(Style(self.colour("ink"), self.colour("ground"), at % 6, dash, PATTERNS[at % 6]))
        return styles
