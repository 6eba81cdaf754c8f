"""Evidence as tables: one table for page, PDF and Excel."""

from __future__ import annotations

from games.engine.evidence import Bars, Column, Lines, Moment, Moments, Series, Table
from reports.columns import Head
from reports.tables import grid, shown, turned
from tests.reports.invented import every_kind, score

NAMES = {"A": "Альфа"}
NBSP = "\N{NO-BREAK SPACE}"


def test_every_row_has_a_cell_for_each_column() -> None:
    for piece in every_kind():
        table = grid(piece)
        assert table.rows, piece
        assert {len(row) for row in table.rows} == {len(table.heads)}


def test_lines_have_a_row_for_each_point_and_a_column_for_each_series() -> None:
    table = grid(score())
    assert [head.label for head in table.heads] == ["цикл", "Альфа", "Бета", "Гамма", "отрезок"]
    assert [row[1] for row in table.rows] == [12, 14, 16, 17]
    assert [row[4] for row in table.rows] == ["", "пожары", "", ""]


def test_turned_has_the_same_figures() -> None:
    table = turned(grid(Lines(title="", axis="цикл", points=["1", "2"], series=[Series("Альфа", [5, 6])])))
    assert [head.label for head in table.heads] == ["цикл", "1", "2"]
    assert table.rows == [["Альфа", 5, 6]]


def test_reference_is_a_column() -> None:
    piece = Bars(title="", categories=["x"], series=[Series("a", [1])], reference=2, reference_label="порог")
    assert grid(piece).rows == [["x", 1, 2]]


def test_a_series_that_is_too_short_has_no_value() -> None:
    piece = Lines(title="", axis="", points=["1", "2"], series=[Series("a", [1])])
    assert grid(piece).rows == [["1", 1], ["2", None]]


def test_unit_stands_in_the_head() -> None:
    piece = Table(title="", columns=[Column("цена", "number", unit="юнсы")], rows=[[1]])
    assert grid(piece).heads[0].label == "цена, юнсы"


def test_moments_show_their_effect_if_any_has_one() -> None:
    without = grid(Moments(title="", moments=[Moment(1, 1, "x")]))
    with_one = grid(Moments(title="", moments=[Moment(1, 1, "x"), Moment(2, 1, "y", effect=-3)]))
    assert (len(without.heads), len(with_one.heads)) == (4, 5)
    assert [row[4] for row in with_one.rows] == [None, -3]


def test_cells_are_written_as_on_paper() -> None:
    assert shown(1234567, Head("", "number"), NAMES) == f"1{NBSP}234{NBSP}567"
    assert shown(-2, Head("", "number", 1), NAMES) == "−2,0"
    assert shown(0.4167, Head("", "percent"), NAMES) == f"42{NBSP}%"
    assert shown(1234, Head("", "moment"), NAMES) == "1234"
    assert shown("A", Head("", "team"), NAMES) == "Альфа"
    assert shown(["A", "B"], Head("", "team"), NAMES) == "Альфа, B"
    assert shown(None, Head("", "number"), NAMES) == "–"
    assert shown(-0.001, Head("", "number", 1), NAMES) == "0,0"
