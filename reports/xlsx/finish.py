"""The finished file: formulas carry their results, and the same debrief gives the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from openpyxl import Workbook

#: every part of the file wears this time: when it was built is no part of what it says
_TIME = (2000, 1, 1, 0, 0, 0)
_STAMP = re.compile(r"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")
_FORMULA = re.compile(r'<c r="([A-Z]+\d+)"([^>]*)><f>(.*?)</f><v\s*(?:/>|></v>)</c>', re.DOTALL)


def finished(workbook: Workbook, results: Mapping[tuple[str, str], int | str]) -> bytes:
    """Return the file. `results`: (sheet, cell) -> the value of its formula, shown by viewers that do not calculate."""
    draft = io.BytesIO()
    workbook.save(draft)
    paths = {f"xl/worksheets/sheet{at}.xml": sheet.title for at, sheet in enumerate(workbook.worksheets, 1)}
    stream = io.BytesIO()
    with zipfile.ZipFile(draft) as parts, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name in parts.namelist():
            body = parts.read(name)
            if name == "docProps/core.xml":
                body = _STAMP.sub(r"\g<1>2000-01-01T00:00:00Z\g<2>", body.decode()).encode()
            elif name in paths:
                body = _with_results(body.decode(), paths[name], results).encode()
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            file.writestr(info, body)
    return stream.getvalue()


def _with_results(body: str, sheet: str, results: Mapping[tuple[str, str], int | str]) -> str:
    """Write the results beside the formulas of one sheet."""

    def fill(found: re.Match[str]) -> str:
        cell, attributes, formula = found.groups()
        value = results.get((sheet, cell))
        if value is None:
            return found.group()
        kind = ' t="str"' if isinstance(value, str) else ""
        return f'<c r="{cell}"{attributes}{kind}><f>{formula}</f><v>{escape(str(value))}</v></c>'

    return _FORMULA.sub(fill, body)
