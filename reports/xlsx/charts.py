"""Native charts beside their tables: explicit colours, axes that are there, figures cached for previews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from openpyxl.chart import BarChart, LineChart, Reference, ScatterChart, Series
from openpyxl.chart.data_source import AxDataSource, NumData, NumVal, StrData, StrRef, StrVal
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties
from openpyxl.formatting.rule import ColorScaleRule
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from games.engine.evidence import Bars, Evidence, Lines, Matrix, Points, Spans
from games.engine.evidence import Series as Shown
from reports.charts import MOST_ROWS, is_empty
from reports.charts.looks import PAPER, Room
from reports.words import clipped
from reports.xlsx.cells import clean

if TYPE_CHECKING:
    from reports.xlsx.page import Page, Placed

#: rows of the sheet a chart stands on
CHART_ROWS = 17
_WIDTH, _HEIGHT = 22.0, 8.5
#: rows around the bars of a chart: its title, axis and legend
_AROUND = 6
_MARKERS = ("circle", "square", "diamond", "triangle", "x", "star")
_DASHES = ("solid", "dash", "sysDot", "dashDot", "sysDash", "lgDash")
_GREYS = ("14181F", "9AA3AF", "5B6573", "D5D8DE", "3A4350", "BAC2CE")
#: a chart with more rows than this is not read any more
_MOST = 200
_HELPER = Font(color="9AA3AF", size=9)


def add_chart(page: Page, piece: Evidence, placed: Placed) -> int:
    """Put the native chart of a piece under its table and return on how many rows it stands: as high as its lying bars
    need for their names. None (0) for kinds without one and for very long tables."""
    make = _MAKERS.get(type(piece))
    if make is None or is_empty(piece) or placed.last - placed.first >= _MOST:
        return 0
    chart = make(page, piece, placed)
    if chart is None:
        return 0
    chart.title = clean(clipped(str(piece.title), 120))
    chart.title.overlay = False
    chart.title.tx.rich.p[0].pPr = ParagraphProperties(defRPr=CharacterProperties(sz=1100, b=True))
    for run in chart.title.tx.rich.p[0].r:
        run.rPr = CharacterProperties(sz=1100, b=True)
    lying = isinstance(chart, BarChart) and chart.type == "bar"
    rows = max(CHART_ROWS, placed.last - placed.first + 1 + _AROUND) if lying else CHART_ROWS
    chart.width, chart.height = _WIDTH, _HEIGHT * rows / CHART_ROWS
    _cache(page.sheet, chart)
    page.sheet.add_chart(chart, f"A{page.row}")
    return rows


def shade(sheet: Worksheet, piece: Evidence, placed: Placed) -> None:
    """Shade a matrix: the larger the darker."""
    if isinstance(piece, Matrix):
        ref = f"B{placed.first}:{get_column_letter(placed.columns)}{placed.last}"
        rule = ColorScaleRule(start_type="min", start_color="FFFFFF", end_type="max", end_color="B5BAC2")
        sheet.conditional_formatting.add(ref, rule)


def _colour(page: Page, team: str, at: int) -> tuple[str, int]:
    """Return the colour of a series and its place in the lists of markers and dashes."""
    room = Room(1, PAPER, page.book.teams, page.book.ink)
    if team in room.teams:
        style = room.team_style(room.teams[team])
        return style.colour.hexval()[2:].upper(), style.shape
    return _GREYS[at % len(_GREYS)], at % len(_MARKERS)


def _axes(page: Page, chart: Any, x: str, y: str) -> None:
    """Make both axes appear everywhere, with light gridlines only along the figures."""
    for axis, title in ((chart.x_axis, x), (chart.y_axis, y)):
        axis.delete = False
        axis.title = clean(clipped(title, 80)) or None
        if axis.title is not None:
            axis.title.overlay = False
        axis.txPr = RichText(
            p=[Paragraph(pPr=ParagraphProperties(defRPr=CharacterProperties(sz=900)), endParaRPr=None)]
        )
        axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill="7C8695", w=9525))
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill="D5D8DE", w=6350))
    chart.y_axis.number_format = "#,##0.##"
    if all(value >= 0 for value in _figures(page.sheet, chart)):
        chart.y_axis.scaling.min = 0
    if chart.legend is not None:
        chart.legend.position = "b"
        chart.legend.overlay = False


def _figures(sheet: Worksheet, chart: Any) -> list[float]:
    """Return all figures along the second axis."""
    sources = [one.val or one.yVal for one in chart.series]
    return [value for source in sources for value in _read(sheet, source.numRef.f) if value is not None]


def _columns(page: Page, placed: Placed, count: int) -> list[Series]:
    """Return a series for each of the first `count` figure columns, named by its head."""
    made = []
    for at in range(count):
        column = at + 2
        values = Reference(page.sheet, min_col=column, min_row=placed.first, max_row=placed.last)
        head = Reference(page.sheet, min_col=column, min_row=placed.first - 1)
        one = Series(values, title_from_data=False)
        one.tx = _head_ref(head)
        one.cat = _categories(page, placed)
        made.append(one)
    return made


def _head_ref(head: Reference) -> Any:
    return SeriesLabel(strRef=StrRef(f=str(head)))


def _categories(page: Page, placed: Placed) -> Any:
    ref = Reference(page.sheet, min_col=1, min_row=placed.first, max_row=placed.last)
    return AxDataSource(strRef=StrRef(f=str(ref)))


def _fill(one: Series, colour: str, hollow: bool = False) -> None:
    one.graphicalProperties = GraphicalProperties(
        solidFill="FFFFFF" if hollow else colour, ln=LineProperties(solidFill=colour, w=9525)
    )
    one.invertIfNegative = False


def _fills(page: Page, series: Sequence[Shown]) -> list[str]:
    """Return the colours of filled series: those of the teams, or greys where they are not told apart by them."""
    colours = [_colour(page, one.team, at)[0] for at, one in enumerate(series)]
    return colours if len(set(colours)) == len(colours) else [_GREYS[at % len(_GREYS)] for at in range(len(series))]


def _lines(page: Page, piece: Lines, placed: Placed) -> Any:
    if piece.stacked:
        chart = BarChart()
        chart.type, chart.grouping, chart.overlap, chart.gapWidth = "col", "stacked", 100, 40
    else:
        chart = LineChart()
    fills = _fills(page, piece.series)
    for at, (one, series) in enumerate(zip(_columns(page, placed, len(piece.series)), piece.series, strict=True)):
        colour, shape = _colour(page, series.team, at)
        if piece.stacked:
            _fill(one, fills[at])
        else:
            one.graphicalProperties = GraphicalProperties(
                ln=LineProperties(solidFill=colour, w=28575, prstDash=_DASHES[shape])
            )
            one.marker.symbol, one.marker.size = _MARKERS[shape], 8
            one.marker.graphicalProperties = GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill=colour))
            one.smooth = False
        chart.series.append(one)
    _axes(page, chart, str(piece.axis), "")
    return chart


def _bars(page: Page, piece: Bars, placed: Placed) -> Any:
    if not piece.series or placed.last - placed.first >= MOST_ROWS:
        return None
    chart = BarChart()
    # A reference line lies across standing bars: lying ones cannot have it.
    chart.type = "bar" if piece.reference is None else "col"
    chart.gapWidth = 50
    if piece.stacked:
        chart.grouping, chart.overlap = "stacked", 100
    made = _columns(page, placed, len(piece.series) + (piece.reference is not None))
    for one, colour in zip(made, _fills(page, piece.series), strict=False):
        _fill(one, colour)
        chart.series.append(one)
    _axes(page, chart, "", str(piece.unit))
    if chart.type == "bar":
        chart.x_axis.scaling.orientation = "maxMin"
        chart.y_axis.crosses = "max"
    chart.x_axis.tickLblPos = "low"
    if len(piece.series) == 1 and piece.reference is None:
        chart.legend = None
    if piece.reference is not None:
        line = LineChart()
        made[-1].graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill="B3261E", w=22225))
        made[-1].marker.symbol = "none"
        line.series.append(made[-1])
        _cache(page.sheet, line)
        chart += line
    return chart


def _points(page: Page, piece: Points, placed: Placed) -> Any:
    chart = ScatterChart()
    chart.style = 13
    row = placed.first
    for at, (team, _label, points) in enumerate(piece.clouds):
        if not points:
            continue
        last = row + len(points) - 1
        xs = Reference(page.sheet, min_col=3, min_row=row, max_row=last)
        ys = Reference(page.sheet, min_col=4, min_row=row, max_row=last)
        one = Series(ys, xs)
        one.tx = _head_ref(Reference(page.sheet, min_col=1, min_row=row))
        colour, shape = _colour(page, team, at)
        one.marker.symbol, one.marker.size = _MARKERS[shape], 9
        one.marker.graphicalProperties = GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill=colour))
        line = LineProperties(solidFill=colour, w=19050) if piece.path else LineProperties(noFill=True)
        one.graphicalProperties = GraphicalProperties(ln=line)
        chart.series.append(one)
        row = last + 1
    _axes(page, chart, str(piece.x), str(piece.y))
    chart.x_axis.majorGridlines = None
    chart.x_axis.number_format = "#,##0.##"
    return chart


def _spans(page: Page, piece: Spans, placed: Placed) -> Any:
    """Draw a bar per stretch from the two helper columns at the right: start (not seen) and length."""
    if placed.last - placed.first >= MOST_ROWS:
        return None
    chart = BarChart()
    chart.type, chart.grouping, chart.overlap, chart.gapWidth = "bar", "stacked", 100, 40
    start, length = placed.columns + 1, placed.columns + 2
    spans = [(min(a, b), abs(b - a)) for _team, _label, row in piece.rows for a, b, _text, _kind in row]
    for at, (low, wide) in enumerate(spans):
        page.sheet.cell(placed.first + at, start, low).font = _HELPER
        page.sheet.cell(placed.first + at, length, wide).font = _HELPER
    teams = [team for team, _label, row in piece.rows for _span in row]
    for column in (start, length):
        one = Series(Reference(page.sheet, min_col=column, min_row=placed.first, max_row=placed.last))
        one.cat = _categories(page, placed)
        _fill(one, _colour(page, teams[0] if len(set(teams)) == 1 else "", 1)[0])
        if column == start:
            one.graphicalProperties = GraphicalProperties(noFill=True, ln=LineProperties(noFill=True))
        chart.series.append(one)
    _axes(page, chart, "", str(piece.axis))
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.crosses = "max"
    chart.legend = None
    return chart


def _cache(sheet: Worksheet, chart: Any) -> None:
    """Write the figures into the chart itself: previews that do not read the sheet show them."""
    for one in chart.series:
        for source in (one.val, getattr(one, "xVal", None), getattr(one, "yVal", None), one.cat):
            if source is None:
                continue
            if getattr(source, "numRef", None) is not None:
                values = _read(sheet, source.numRef.f)
                points = [NumVal(idx=at, v=str(value)) for at, value in enumerate(values) if value is not None]
                source.numRef.numCache = NumData(formatCode="General", ptCount=len(values), pt=points)
            if getattr(source, "strRef", None) is not None:
                source.strRef.strCache = _strings(_read(sheet, source.strRef.f))
        if one.tx is not None and one.tx.strRef is not None:
            one.tx.strRef.strCache = _strings(_read(sheet, one.tx.strRef.f))


def _strings(values: list[Any]) -> StrData:
    points = [StrVal(idx=at, v="" if value is None else str(value)[:200]) for at, value in enumerate(values)]
    return StrData(ptCount=len(values), pt=points)


def _read(sheet: Worksheet, ref: str) -> list[Any]:
    cells = sheet[ref.rpartition("!")[2].replace("$", "")]
    if not isinstance(cells, tuple):
        return [cells.value]
    return [cell.value for row in cells for cell in row]


_MAKERS: dict[type, Callable[[Page, Any, Placed], Any]] = {
    Lines: _lines,
    Bars: _bars,
    Points: _points,
    Spans: _spans,
}
