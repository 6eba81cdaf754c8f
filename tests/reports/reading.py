"""Reading reports back: what a person finds in a PDF and in a workbook."""

from __future__ import annotations

import io
import re
from typing import Any

from openpyxl import Workbook, load_workbook
from pypdf import PdfReader

from games.engine.evidence import Evidence
from reports.debrief import Debrief
from reports.tables import grid, shown


def pages(body: bytes) -> list[str]:
    """Return the text of each page, no-break spaces as spaces."""
    return [plain(page.extract_text()) for page in PdfReader(io.BytesIO(body)).pages]


def plain(text: str) -> str:
    """Return text with single plain spaces."""
    return re.sub(r"\s+", " ", text.replace("\N{NO-BREAK SPACE}", " "))


def squeezed(text: str) -> str:
    """Return text without any spaces: line ends inside words do not matter."""
    return re.sub(r"\s+", "", text)


def book(body: bytes) -> Workbook:
    """Return the workbook as it is stored, formulas as formulas."""
    return load_workbook(io.BytesIO(body))


def cells(body: bytes) -> list[Any]:
    """Return every value of every sheet."""
    return [cell.value for sheet in book(body) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def evidence(debrief: Debrief) -> list[Evidence]:
    """Return every piece the report shows."""
    pieces = [*debrief.results, *debrief.course]
    pieces += [piece for sheet in debrief.shown() for piece in sheet.evidence]
    pieces += [piece for sheet in debrief.sheets for piece in sheet.evidence]
    return pieces


def figures(debrief: Debrief) -> list[tuple[Any, str]]:
    """Return every figure of the evidence: the number itself, and as it is written."""
    found = []
    for piece in evidence(debrief):
        table = grid(piece)
        for row in table.rows:
            for value, head in zip(row, table.heads, strict=True):
                if isinstance(value, (int, float)):
                    found.append((value, shown(value, head, debrief.names)))
    return found
