"""User text in paragraphs: escaped, so that a name is never markup, and with a glyph for every character."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph

from reports import fonts
from reports.charts.looks import PAPER, Room
from reports.charts.pen import Pen
from reports.debrief import TeamFacts

_TIED = re.compile(r"(?<=\b[А-Яа-яЁё]) (?=\S)|(?<=\b[А-Яа-яЁё]{2}) (?=\S)|(?<=№) | (?=[—–] )")


def markup(text: str) -> str:
    """Return text as paragraph markup that shows exactly this text; line ends stay line ends."""
    return "".join(
        f'<font name="{spare}">{escape(piece)}</font>' if spare else escape(piece).replace("\n", "<br/>")
        for spare, piece in fonts.runs(text.replace("\r\n", "\n").replace("\r", "\n"))
    )


def bold(text: str) -> str:
    """Return text as bold markup."""
    return f"<b>{markup(text)}</b>"


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    """Return a paragraph of plain text; short words do not hang at the end of a line."""
    return Paragraph(markup(tied(text)), style)


def tied(text: str) -> str:
    """Return a short text with no-break spaces after words of one or two letters and before a dash."""
    return _TIED.sub("\N{NO-BREAK SPACE}", text) if len(text) < 400 else text


class TeamName(Flowable):
    """A paragraph with a team's badge beside its first line."""

    def __init__(self, text: Paragraph, mark: Any = None) -> None:
        super().__init__()
        self.text = text
        self.mark = mark

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the room it takes: that of the paragraph."""
        self.width, self.height = self.text.wrap(width, height)
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Split like a paragraph; what follows on the next page has no badge."""
        parts = self.text.split(width, height)
        return [TeamName(part, self.mark if at == 0 else None) for at, part in enumerate(parts)]

    def draw(self) -> None:
        """Draw the name, then the badge."""
        self.text.drawOn(self.canv, 0, 0)
        if self.mark is not None:
            style = self.text.style
            self.mark.drawOn(self.canv, 0, self.height - (style.leading + self.mark.height) / 2 - style.fontSize * 0.05)


def team_name(team: TeamFacts, room: Room, style: ParagraphStyle, text: str = "") -> TeamName:
    """Return a team's name (or another text about it) with its badge before it."""
    size = max(7.5, min(style.leading, 22))
    indented = ParagraphStyle(f"{style.name}-team", style, leftIndent=size * 1.36)
    return TeamName(paragraph(text or team.name, indented), badge(team, room, size))


def badge(team: TeamFacts, room: Room, size: float) -> Any:
    """Return a team's badge as a drawing."""
    pen = Pen(Room(size, PAPER, list(room.teams.values()), room.ink), size)
    pen.marker(size / 2, size / 2, room.team_style(team), size * 0.96, letter=True)
    return pen.drawing
