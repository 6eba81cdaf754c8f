"""Cells: user text is never a formula, never breaks the file, and is never cut without saying so."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, Side

from reports.columns import Head
from reports.tables import decimals

#: characters a cell holds; Excel cuts longer ones silently
MOST = 32_767
#: characters of a sheet's name
NAME = 31
#: Excel shows separators by its own language; this asks LibreOffice and others for the Russian ones
RUSSIAN = "[$-419]"

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
#: Excel reads this in a cell as an escaped character
_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")

INK = "14181F"
GREY = "454E5C"
FACE = "Calibri"
BOLD = Font(FACE, 11, bold=True, color=INK)
TITLE = Font(FACE, 16, bold=True, color=INK)
HEADING = Font(FACE, 12, bold=True, color=INK)
SMALL = Font(FACE, 10, color=GREY)
LINK = Font(FACE, 11, underline="single", color="1D5FD6")
WRAP = Alignment(wrap_text=True, vertical="top")
#: a text after a figure: the two would touch
APART = Alignment(horizontal="left", wrap_text=True, vertical="top", indent=1)
HEAD_LINE = Border(bottom=Side("thin", color=INK))
ROW_LINE = Border(bottom=Side("hair", color="9AA3AF"))
TOP = Alignment(vertical="top")
LEFT = Alignment(horizontal="left", vertical="top")
HEAD_FIGURE = Alignment(horizontal="right", wrap_text=True, vertical="bottom")
HEAD_TEXT = Alignment(wrap_text=True, vertical="bottom")
HEAD_APART = Alignment(horizontal="left", wrap_text=True, vertical="bottom", indent=1)


def clean(text: str) -> str:
    """Return text that a workbook can hold: no control characters, no broken surrogates, cut with a mark."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
    text = _ESCAPED.sub("_x005F_", text)
    if len(text) > MOST:
        mark = _("… (cut: %(n)s characters)") % {"n": len(text)}
        text = text[: MOST - len(mark)] + mark
    return text


def put(cell: Cell, value: Any) -> Cell:
    """Write a value; text stays text whatever it begins with. None leaves the cell empty."""
    if isinstance(value, bool):
        value = _("yes") if value else _("no")
    if isinstance(value, str):
        cell.value = clean(value)
        cell.data_type = "s"
    else:
        cell.value = value
    return cell


def number_format(head: Head, value: float = 0) -> str:
    """Return the format of a figure in this column: groups, decimals, a true minus."""
    if head.kind == "moment":
        return "0"
    places = decimals(value, head)
    part = f".{'0' * places}" if places else ""
    if head.kind == "percent":
        return f'{RUSSIAN}0{part}"\N{NO-BREAK SPACE}"%'
    return f'{RUSSIAN}#,##0{part};{RUSSIAN}"\N{MINUS SIGN}"#,##0{part}'


def sheet_name(title: str, used: set[str]) -> str:
    """Return a name that Excel accepts and no other sheet has: at most 31 characters, no apostrophe at its ends."""
    base = _FORBIDDEN.sub(" ", clean(title)).strip(" '") or "-"
    if base.casefold() == "history":
        base += "_"
    name = base[:NAME].strip(" '")
    at = 2
    while name.casefold() in used:
        name = f"{base[: NAME - len(str(at)) - 1].strip()} {at}"
        at += 1
    used.add(name.casefold())
    return name


def heads(labels: list[str]) -> list[str]:
    """Return column names as a table needs them: not empty, on one line, each only once."""
    result: list[str] = []
    used: set[str] = set()
    for label in labels:
        base = " ".join(clean(label).split())[:200] or _("what")
        name, more = base, 2
        while name.casefold() in used:
            name, more = f"{base} {more}", more + 1
        used.add(name.casefold())
        result.append(name)
    return result
