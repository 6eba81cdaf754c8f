"""The files that are made from one debrief."""

from __future__ import annotations

from collections.abc import Callable

from reports.debrief import Debrief
from reports.pdf.editions import one_page, team_pages
from reports.pdf.full import full_report
from reports.xlsx.workbook import workbook

#: file name -> what makes it
EDITIONS: tuple[tuple[str, Callable[[Debrief], bytes]], ...] = (
    ("report.pdf", full_report),
    ("one-page.pdf", one_page),
    ("teams.pdf", team_pages),
    ("report.xlsx", workbook),
)
