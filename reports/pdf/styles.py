"""Type and space on paper (visual language § 3 and § 8): PT Sans, black on white, 20 mm margins."""

from __future__ import annotations

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from reports import fonts

INK = HexColor("#14181F")
GREY = HexColor("#454E5C")
EDGE = HexColor("#858E9C")
LINE = HexColor("#D5D8DE")
DANGER = HexColor("#B3261E")

PAGE = A4
MARGIN = 20 * mm
WIDTH = PAGE[0] - 2 * MARGIN
#: the head of a page stands inside the upper margin's end, the foot in the lower margin
HEAD = 9 * mm
HEIGHT = PAGE[1] - 2 * MARGIN - HEAD


def _style(name: str, size: float, leading: float, **values: object) -> ParagraphStyle:
    given = {"fontName": fonts.PLAIN, "textColor": INK, "splitLongWords": 1, "embeddedHyphenation": 0, **values}
    return ParagraphStyle(name, fontSize=size, leading=leading, **given)


H1 = _style("h1", 22.5, 26.5, fontName=fonts.BOLD, spaceAfter=6)
H2 = _style("h2", 13, 16, fontName=fonts.BOLD, spaceBefore=12, spaceAfter=3)
H3 = _style("h3", 11.3, 14, fontName=fonts.BOLD, spaceBefore=8, spaceAfter=2)
BODY = _style("body", 11.3, 15.5, spaceAfter=4)
LEAD = _style("lead", 12, 16.5, spaceAfter=8)
SMALL = _style("small", 9.8, 13, textColor=GREY, spaceAfter=3)
NOTE = _style("note", 9.8, 13, textColor=GREY)
ANSWER = _style("answer", 11.3, 15.5, fontName=fonts.ITALIC)
CELL = _style("cell", 10.5, 13.5)
HEAD_LEFT = _style("head-left", 9.4, 11.5, textColor=GREY)
BIG_NUMBER = _style("big-number", 20, 22, fontName=fonts.BOLD)
FOOT_SIZE = 8.6
HEAD_SIZE = 9.4
#: first command of every table: reportlab names Helvetica for cells of paragraphs too, and does not embed it
FACE = ("FONT", (0, 0), (-1, -1), fonts.PLAIN, 10.5, 13.5)
