"""The workbook as LibreOffice opens it: no repair, formulas that agree, charts that are drawn."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

from reports.xlsx.workbook import workbook
from tests.reports.invented import HOSTILE, invented
from tests.reports.reading import book, pages

OFFICE = shutil.which("libreoffice") or shutil.which("soffice")


def converted(body: bytes, kind: str, folder: Path) -> Path:
    """Return the workbook as LibreOffice saves it anew, every formula calculated."""
    if OFFICE is None:
        pytest.skip("LibreOffice is not installed")
    source = folder / "report.xlsx"
    source.write_bytes(body)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    options = ["--headless", profile, "--convert-to", kind, "--outdir", str(folder / "out"), str(source)]
    subprocess.run([OFFICE, *options], check=True, capture_output=True, timeout=180)
    return folder / "out" / f"report.{kind}"


def test_formulas_agree_with_the_values_beside_them(tmp_path: Path) -> None:
    body = workbook(invented(40, HOSTILE[:3]))
    read = load_workbook(converted(body, "xlsx", tmp_path), data_only=True)
    results, stored = read["Итоги"], load_workbook(tmp_path / "report.xlsx", data_only=True)["Итоги"]
    formulas = [cell.coordinate for row in book(body)["Итоги"].iter_rows() for cell in row if cell.data_type == "f"]
    assert len(formulas) >= 9
    assert {results[cell].value for cell in formulas if cell.startswith("G")} == {"да"}
    assert [results[cell].value for cell in formulas] == [stored[cell].value for cell in formulas]


def test_every_sheet_and_chart_is_printed(tmp_path: Path) -> None:
    text = " ".join(pages(converted(workbook(invented(40)), "pdf", tmp_path).read_bytes()))
    for title in ("Итоги", "Журнал ходов", "Всё, что перешло из рук в руки", "Как считали"):
        assert title in text
    # A chart's title repeats that of its table.
    assert text.count("Гамма теряет 9 очков во втором цикле") >= 2
