"""The workbook, read back from the file."""

from __future__ import annotations

import io
import re
import zipfile

import msgspec
import pytest
from openpyxl import load_workbook

from games.engine.evidence import Bars, Fact, Series
from reports.columns import Head
from reports.debrief import Debrief
from reports.xlsx import cells as writing
from reports.xlsx.workbook import workbook
from tests.reports.invented import HOSTILE, invented
from tests.reports.reading import book, cells, figures

LONG = "Ы" * 40_000


@pytest.fixture(scope="module")
def debrief() -> Debrief:
    """A debrief with every kind of evidence."""
    return invented(40)


@pytest.fixture(scope="module")
def body(debrief: Debrief) -> bytes:
    """Its workbook."""
    return workbook(debrief)


def test_sheets_stand_in_order(body: bytes) -> None:
    assert book(body).sheetnames == [
        "Обложка", "Итоги", "По раундам", "Вопросы", "Вопрос 1", "Вопрос 2", "Вопрос 3", "Вопрос 4", "Команды",
        "Проводки", "Ходы", "Ставки", "Исправления", "Правила", "Методика",
    ]  # fmt: skip


def test_every_figure_of_the_evidence_is_a_number(debrief: Debrief, body: bytes) -> None:
    numbers = {value for value in cells(body) if isinstance(value, (int, float))}
    assert {value for value, _written in figures(debrief) if value not in numbers} == set()


def test_every_posting_and_every_move_is_there(debrief: Debrief, body: bytes) -> None:
    read = book(body)
    assert read["Проводки"].max_row == 4 + len(debrief.ledger)
    rows = list(read["Ходы"].iter_rows(min_row=5, values_only=True))
    assert [row[0] for row in rows] == [one.n for one in debrief.moves]
    assert [row[5] for row in rows] == [one.words for one in debrief.moves]


def test_formulas_are_ours_and_carry_their_results(body: bytes) -> None:
    formulas = {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book(body)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }
    assert {sheet for sheet, _cell in formulas} == {"Итоги"}
    results = load_workbook(io.BytesIO(body), data_only=True)["Итоги"]
    assert all(results[cell].value not in (None, "") for _sheet, cell in formulas)


def test_results_of_formulas_over_the_postings_are_their_sums(debrief: Debrief, body: bytes) -> None:
    results = load_workbook(io.BytesIO(body), data_only=True)["Итоги"]
    rows = [row for row in results.iter_rows(values_only=True) if row[1] == "stones"]
    taken = {team.name: sum(one.amount for one in debrief.ledger if one.take == team.id) for team in debrief.teams}
    assert {row[0]: row[2] for row in rows} == taken
    assert all(row[2] == row[4] and row[3] == row[5] and row[6] == "да" for row in rows)


@pytest.mark.parametrize("typed", [*HOSTILE, "+1", "-1", "@SUM(A1)", "'x", "\ud83d", "_x0041_", "x" * 500])
def test_what_people_type_is_text(typed: str) -> None:
    body = workbook(invented(14, (typed, "Бета", "Гамма"), typed))
    read = book(body)
    formulas = [cell.value for sheet in read for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert all(value.startswith(("=SUM(", "=SUMPRODUCT(", "=IF(")) for value in formulas)
    wanted = typed.replace("\x07", "").replace("\ud83d", "\ufffd")
    found = [cell.value for row in read["Вопросы"].iter_rows() for cell in row]
    assert wanted in [value.replace("_x005F_", "_") for value in found if isinstance(value, str)]


def test_text_longer_than_a_cell_is_cut_with_a_mark() -> None:
    found = [value for value in cells(workbook(invented(text=LONG))) if isinstance(value, str) and len(value) > 30_000]
    assert found
    assert all(len(value) <= 32_767 and re.search(r"… \(обрезано, всего знаков: \d{5}\)$", value) for value in found)


def test_ten_thousand_letters_come_through() -> None:
    assert "Ы" * 10_000 in cells(workbook(invented(text="Ы" * 10_000)))


def test_lists_are_real_tables_with_filter_and_frozen_head(body: bytes) -> None:
    read = book(body)
    names = [table.displayName for sheet in read for table in sheet.tables.values()]
    assert len(names) == len(set(names)) > 20
    for title in ("Проводки", "Ходы"):
        sheet = read[title]
        (table,) = sheet.tables.values()
        assert table.autoFilter is not None
        assert sheet.freeze_panes == "A5"
        assert sheet.print_title_rows == "$4:$4"


def test_heads_of_a_table_are_the_text_of_their_cells(body: bytes) -> None:
    for sheet in book(body):
        for table in sheet.tables.values():
            head = [cell.value for cell in sheet[table.ref][0]]
            assert head == [column.name for column in table.tableColumns]
            assert len({name.casefold() for name in head}) == len(head)


def test_a_chart_of_many_bars_is_as_high_as_their_names_need() -> None:
    """A line of the sheet for each bar; what follows stands under the chart."""
    names = [f"Команда {at}" for at in range(30)]
    piece = Bars(title="Много", categories=names, series=[Series("очки", list(range(30)))])
    debrief = invented(3)
    debrief = msgspec.structs.replace(debrief, course=[piece, Fact(title="Потом", figures=[("х", 1, "")])])
    sheet = next(one for one in load_workbook(io.BytesIO(workbook(debrief))) if one._charts)
    chart = next(one for one in sheet._charts if len(one.series[0].cat.strRef.strCache.pt) == 30)
    rows = chart.anchor.ext.height / 12700 / 15
    assert rows > 30
    under = next(row for row in range(1, 200) if sheet.cell(row, 1).value == "Потом")
    assert under > chart.anchor._from.row + rows


def test_charts_are_native_and_their_axes_are_shown(body: bytes) -> None:
    parts = zipfile.ZipFile(io.BytesIO(body))
    charts = [parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/charts/chart")]
    assert len(charts) >= 8
    for chart in charts:
        assert chart.count('<c:delete val="0"') >= 2 or chart.count('<delete val="0"') >= 2
        assert "numCache" in chart
        assert "srgbClr" in chart


def test_printing_is_set_up(body: bytes) -> None:
    for sheet in book(body):
        assert sheet.page_setup.paperSize == 9
        # Long lists lie, so that a line is not broken; a table stands over its chart.
        assert sheet.page_setup.orientation == "landscape" or not sheet.freeze_panes
        assert (sheet.page_setup.fitToWidth, sheet.sheet_properties.pageSetUpPr.fitToPage) == (1, True)
        assert sheet.merged_cells.ranges == set()
        assert sheet.sheet_state == "visible"


def test_author_is_the_trainer(body: bytes) -> None:
    properties = book(body).properties
    assert (properties.creator, properties.lastModifiedBy) == ("Марина Коваль", "Марина Коваль")


def test_two_builds_are_byte_equal() -> None:
    assert workbook(invented(40)) == workbook(invented(40))


def test_names_of_sheets_are_what_excel_accepts() -> None:
    used: set[str] = set()
    names = [
        writing.sheet_name(title, used) for title in ("a" * 40, "A" * 40, "x/y[z]:*?", "'x'", "", "History", "history")
    ]
    assert all(0 < len(name) <= 31 for name in names)
    assert len({name.casefold() for name in names}) == len(names)
    assert not any(set(name) & set("[]:*?/\\") or name[0] == "'" or name[-1] == "'" for name in names)
    assert "history" not in {name.casefold() for name in names}


def test_formats_are_russian_and_keep_a_true_minus() -> None:
    assert writing.number_format(Head("", "number", 2)) == '[$-419]#,##0.00;[$-419]"−"#,##0.00'
    assert writing.number_format(Head("", "percent")) == '[$-419]0"\N{NO-BREAK SPACE}"%'


def test_an_empty_log_has_a_workbook() -> None:
    assert "Ходы" in book(workbook(invented(0))).sheetnames
