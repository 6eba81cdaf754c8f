"""PT Sans for paper, and what to do with characters it does not have.

reportlab prints a missing glyph as nothing and says nothing, so every text is checked before it is drawn.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import fontpkg_onest
import fontpkg_pt_sans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN = "PTSans"
BOLD = "PTSans-Bold"
ITALIC = "PTSans-Italic"
BOLD_ITALIC = "PTSans-BoldItalic"
#: has the arrows and ticks that PT Sans lacks
SPARE = "Onest"
#: stands for a character that neither face has (the method section says so)
REPLACEMENT = "¤"

_FILES = {
    PLAIN: "PT_Sans-Web-Regular.ttf",
    BOLD: "PT_Sans-Web-Bold.ttf",
    ITALIC: "PT_Sans-Web-Italic.ttf",
    BOLD_ITALIC: "PT_Sans-Web-BoldItalic.ttf",
}
#: narrow and other unusual spaces -> the no-break space
_SPACES = dict.fromkeys([0x2009, 0x200A, 0x202F, 0x2007, 0x2008, 0x205F], "\N{NO-BREAK SPACE}")


@cache
def register() -> None:
    """Load the faces once in a process."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(fontpkg_pt_sans.ROOT / "files" / file)))
    pdfmetrics.registerFont(TTFont(SPARE, str(fontpkg_onest.ROOT / "files" / "Onest[wght].ttf")))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=ITALIC, boldItalic=BOLD_ITALIC)


@cache
def glyphs(font: str) -> frozenset[int]:
    """Return the characters a face has."""
    register()
    return frozenset(pdfmetrics.getFont(font).face.charToGlyph)


@cache
def _fate(letter: str) -> tuple[str, str]:
    """Return (font or "", text) for a character PT Sans does not have: from the spare face, dropped or replaced."""
    if unicodedata.category(letter) in ("Cf", "Cc") or 0xFE00 <= ord(letter) <= 0xFE0F:
        return "", ""
    if ord(letter) in glyphs(SPARE):
        return SPARE, letter
    return "", REPLACEMENT


def runs(text: str) -> list[tuple[str, str]]:
    """Return (spare font or "", text) pieces that can be drawn; line ends and tabs stay, other controls go."""
    text = unicodedata.normalize("NFC", text).translate(_SPACES)
    have = glyphs(PLAIN)
    if all(ord(letter) in have for letter in text):
        return [("", text)] if text else []
    pieces: list[tuple[str, str]] = []
    for letter in text:
        font, shown = ("", letter) if ord(letter) in have or letter in "\n\t" else _fate(letter)
        if pieces and pieces[-1][0] == font:
            pieces[-1] = (font, pieces[-1][1] + shown)
        elif shown:
            pieces.append((font, shown))
    return pieces


def drawable(text: str) -> str:
    """Return the text as it will be seen on paper."""
    return "".join(piece for _font, piece in runs(text))


def width(text: str, font: str, size: float) -> float:
    """Return how wide a line is, in points."""
    register()
    return sum(pdfmetrics.stringWidth(piece, spare or font, size) for spare, piece in runs(text))
