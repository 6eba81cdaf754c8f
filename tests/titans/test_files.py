"""The files of a debrief: what is told apart on the screen is told apart in the workbook."""

from __future__ import annotations

import io
import json
import re
import zipfile

from reports.recorded import debrief_of_file
from reports.xlsx.workbook import workbook
from tests.titans.whole_game import whole_game


def test_stacked_bars_of_sides_have_different_fills() -> None:
    body = workbook(debrief_of_file(json.dumps(whole_game()).encode(), "ru"))
    parts = zipfile.ZipFile(io.BytesIO(body))
    charts = [parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/charts/chart")]
    (pledges,) = [chart for chart in charts if "Взносы пиарами" in chart]
    fills = re.findall(r'<spPr><a:solidFill><a:srgbClr val="(\w+)"', pledges)
    assert len(fills) == 3
    assert len(set(fills)) == 3
