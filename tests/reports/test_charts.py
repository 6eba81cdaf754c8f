"""Charts: every kind is drawn, names from people change nothing, pictures for the page have attributes only."""

from __future__ import annotations

from itertools import pairwise

import pytest
from defusedxml import ElementTree

from games.engine.evidence import Bars, Fact, Lines, Matrix, Points, Series, Spans, Table
from reports.charts import alt, chart, picture
from reports.charts.pen import spread
from reports.charts.scale import scale
from reports.debrief import TeamFacts
from tests.reports.invented import HOSTILE, every_kind, score

TEAMS = [
    TeamFacts(key, name, name[0], seat, seat + 1)
    for seat, (key, name) in enumerate(zip("ABC", ("Альфа", "Бета", "Гамма"), strict=True))
]
DRAWN = (Lines, Bars, Points, Spans, Matrix)


@pytest.mark.parametrize("at", range(len(every_kind())))
@pytest.mark.parametrize("ink", [False, True])
def test_every_kind_that_is_a_picture_is_drawn_inside_its_frame(at: int, ink: bool) -> None:
    piece = every_kind()[at]
    made = chart(piece, 480, TEAMS, ink)
    assert (made is not None) == isinstance(piece, DRAWN)
    if made is not None:
        left, bottom, right, top = made.drawing.getBounds()
        assert (left >= -1, bottom >= -1, right <= 481, top <= made.drawing.height + 1) == (True,) * 4


def pictures(piece: object) -> tuple[str, str]:
    """Return the light and the dark picture of a piece."""
    light, dark = (picture(piece, TEAMS, dark=dark) for dark in (False, True))  # type: ignore[arg-type]
    assert light is not None
    assert dark is not None
    return light, dark


@pytest.mark.parametrize("count", [37, 40, 46, 48, 53, 55, 60])
@pytest.mark.parametrize("stacked", [False, True])
def test_labels_under_a_long_game_do_not_touch(count: int, stacked: bool) -> None:
    """The last turn is always named; the mark before it gives way where the two would run into each other."""
    labels = [str(3 * at) for at in range(1, count + 1)]
    series = [Series(team.name, [at % 7 for at in range(count)], team.id) for team in TEAMS]
    piece = Lines(title="Ход", axis="ход", points=labels, series=series, stacked=stacked)
    tree = ElementTree.fromstring(pictures(piece)[0])
    texts = [one for one in tree.iter() if one.tag.endswith("text") and one.text in labels and one.get("font-weight")]
    floor = max(float(one.get("y", "0")) for one in texts)
    row = [one for one in texts if float(one.get("y", "0")) == floor]
    spans = sorted((float(one.get("x", "0")), float(one.get("textLength", "8"))) for one in row)
    assert row[-1].text == labels[-1]
    assert all(x1 + w1 / 2 < x2 - w2 / 2 for (x1, w1), (x2, w2) in pairwise(spans))


@pytest.mark.parametrize(
    "piece", [piece for piece in every_kind() if isinstance(piece, DRAWN)], ids=lambda p: type(p).__name__
)
def test_pictures_for_the_page_are_clean_svg(piece: object) -> None:
    for text in pictures(piece):
        root = ElementTree.fromstring(text)
        for element in root.iter():
            assert "style" not in element.attrib
            assert not any(value.startswith(("http", "data:")) for value in element.attrib.values())
        assert root.attrib["font-family"].startswith("PT Sans, Segoe UI, Arial")


@pytest.mark.parametrize(
    "piece", [piece for piece in every_kind() if isinstance(piece, DRAWN)], ids=lambda p: type(p).__name__
)
def test_no_text_leaves_the_picture_in_whatever_face_it_is_set(piece: object) -> None:
    root = ElementTree.fromstring(pictures(piece)[0])
    width = float(root.attrib["viewBox"].split()[2])
    texts = [one for one in root.iter() if one.tag.endswith("text")]
    assert texts
    for one in texts:
        x, length = float(one.attrib["x"]), float(one.attrib["textLength"])
        left = x - length * {"start": 0, "middle": 0.5, "end": 1}[one.attrib.get("text-anchor", "start")]
        assert left >= -0.5, one.text
        assert left + length <= width + 0.5, one.text
        assert float(one.attrib["y"]) >= 0.7 * float(one.attrib["font-size"]), one.text


@pytest.mark.parametrize("count", range(13, 60))
def test_numbers_under_lines_are_whole_and_apart(count: int) -> None:
    points = [str(at * 8) for at in range(count)]
    name = "Финансово-экономическая служба"
    piece = Lines(title="т", axis="запись", points=points, series=[Series(name, [at % 7 for at in range(count)])])
    root = ElementTree.fromstring(pictures(piece)[0])
    texts = [one for one in root.iter() if one.tag.endswith("text") and one.attrib.get("font-weight") == "700"]
    foot = max(float(one.attrib["y"]) for one in texts)
    under = [one for one in texts if float(one.attrib["y"]) == foot]
    assert {one.text for one in under} <= set(points)
    assert len(under) > 2
    size = float(under[0].attrib["font-size"])
    for one, other in pairwise(under):
        halves = (len(one.text or "") + len(other.text or "")) * size * 0.5 / 2
        assert float(other.attrib["x"]) - float(one.attrib["x"]) > halves, (one.text, other.text)


def test_a_word_before_narrow_numbers_is_whole() -> None:
    """«начало» under twelve points of the pane of page one: the numbers beside it leave it room."""
    points = ["начало", *map(str, range(1, 12))]
    made = picture(Lines(title="т", axis="сделка", points=points, series=[Series("Альфа", list(range(12)))]), TEAMS)
    assert made is not None
    assert {one.text for one in ElementTree.fromstring(made).iter() if one.tag.endswith("text")} >= set(points)


def test_marks_of_the_same_count_lie_beside_each_other() -> None:
    """Three deals at one count with one outcome: three marks, none on another."""
    made = picture(Points(title="т", x="карт", y="$M", clouds=[("A", "Альфа", [(1, 5, "")] * 3 + [(4, 9, "")])]), TEAMS)
    assert made is not None
    circles = [one for one in ElementTree.fromstring(made).iter() if one.tag.endswith("circle")]
    places = [(one.get("cx"), one.get("cy")) for one in circles]
    assert len(places) >= 4
    assert len(set(places)) == len(places)


def test_no_mark_lies_over_the_figures_of_the_axis() -> None:
    many = [(0, value, "") for value in (0.5, 1) for _again in range(12)]
    made = picture(Points(title="т", x="замен", y="долей", clouds=[("A", "Альфа", [*many, (1, 1.5, "")])]), TEAMS)
    assert made is not None
    tree = list(ElementTree.fromstring(made).iter())
    figures = [one for one in tree if one.tag.endswith("text") and one.get("text-anchor") == "end" and "," in one.text]
    assert len(figures) > 2
    edge = max(float(one.get("x", "0")) for one in figures)
    circles = [one for one in tree if one.tag.endswith("circle")]
    in_plot = [one for one in circles if float(one.get("cy", "0")) > min(float(two.get("y", "0")) for two in figures)]
    assert len(in_plot) >= 24
    assert all(float(one.get("cx", "0")) - float(one.get("r", "0")) > edge for one in in_plot)


def test_rows_of_a_team_with_a_long_name_stay_apart() -> None:
    name = "Финансово-экономическая служба предприятия по Северо-Западу"
    rows = [f"{name}: {what}" for what in ("акции", "участки")]
    made = picture(Matrix(title="т", rows=rows, columns=["1", "2"], values=[[1, 2], [3, 4]]), TEAMS)
    assert made is not None
    labels = [one.text for one in ElementTree.fromstring(made).iter() if one.tag.endswith("text")]
    assert {text.rpartition(": ")[2] for text in labels if text.startswith("Финанс")} == {"акции", "участки"}


def test_light_and_dark_differ_in_colour_only() -> None:
    light, dark = pictures(score())
    assert light != dark
    assert [node.tag for node in ElementTree.fromstring(light).iter()] == [
        node.tag for node in ElementTree.fromstring(dark).iter()
    ]


@pytest.mark.parametrize("name", [*HOSTILE, "Ы" * 10_000, "\ud800", ""])
def test_names_from_people_break_nothing(name: str) -> None:
    pieces = [
        Lines(title=name, axis=name, points=[name, name], series=[Series(name, [1, 2])], bands=[(0, 0, name)]),
        Bars(
            title=name,
            categories=[name],
            series=[Series(name, [1]), Series(name, [-2])],
            reference=1,
            reference_label=name,
        ),
        Points(title=name, x=name, y=name, clouds=[("", name, [(1, 1, name)])]),
        Spans(title=name, axis=name, rows=[("", name, [(1, 2, name, "")])]),
        Matrix(title=name, rows=[name], columns=[name], values=[[1]]),
    ]
    for piece in pieces:
        for text in pictures(piece):
            ElementTree.fromstring(text)
        assert chart(piece, 480, TEAMS) is not None


def test_text_of_a_picture_is_what_was_typed() -> None:
    piece = Matrix(title="", rows=["S&P <b>"], columns=["x"], values=[[1]])
    light, _dark = pictures(piece)
    assert "S&P <b>" in ElementTree.fromstring(light).itertext()


def test_a_chart_without_figures_is_none() -> None:
    assert chart(Lines(title="", axis="", points=["1", "2"], series=[Series("a", [0, 0])]), 480, TEAMS) is None
    assert chart(Lines(title="", axis="", points=[], series=[]), 480, TEAMS) is None
    assert chart(Lines(title="", axis="", points=["1"], series=[Series("a", [5])]), 480, TEAMS) is None
    assert chart(Bars(title="", categories=["a"], series=[]), 480, TEAMS) is None
    assert chart(Spans(title="", axis="", rows=[("", "a", [])]), 480, TEAMS) is None
    assert chart(Fact(title="", figures=[]), 480, TEAMS) is None
    assert chart(Table(title="", columns=[], rows=[]), 480, TEAMS) is None


def test_gaps_and_figures_below_zero_are_drawn() -> None:
    for values in ([0, 1, 0], [None, 3, None, 4], [-1, None, -3]):
        piece = Lines(title="", axis="", points=[str(at) for at in range(len(values))], series=[Series("a", values)])
        assert chart(piece, 480, TEAMS) is not None


def test_a_chart_says_whether_all_figures_stand_on_it() -> None:
    few = Bars(title="", categories=["a"], series=[Series("x", [1000]), Series("y", [1])], stacked=True)
    made = chart(few, 480, TEAMS)
    assert made is not None
    assert not made.whole


def test_what_a_chart_shows_is_said_in_words() -> None:
    assert "Альфа 12, Бета 8, Гамма 13" in alt(score(), {})


@pytest.mark.parametrize(("values", "marks"), [([17, 4], [0, 5, 10, 15]), ([0], [0, 1]), ([-6, 12], [-5, 0, 5, 10])])
def test_scale_has_zero_and_few_round_marks(values: list[float], marks: list[float]) -> None:
    assert scale(values, 0, 100).marks == marks


def test_marks_are_written_with_the_decimals_they_need() -> None:
    assert [scale(values, 0, 100).places for values in ([17], [0.05], [2.5], [0.4])] == [0, 2, 0, 1]


def test_labels_are_spread_apart_and_keep_their_order() -> None:
    places = spread([10, 10, 11, 50], 5, 0, 60)
    assert places == sorted(places)
    assert all(after - before >= 4.99 for before, after in pairwise(places))
    assert 0 <= min(places) <= max(places) <= 60


@pytest.mark.parametrize(
    "piece", [piece for piece in every_kind() if isinstance(piece, DRAWN)], ids=lambda p: type(p).__name__
)
def test_a_picture_for_the_wall_is_as_low_as_its_pane(piece: object) -> None:
    text = picture(piece, TEAMS, most=300)  # type: ignore[arg-type]
    assert text is not None
    _x, _y, width, height = map(float, ElementTree.fromstring(text).attrib["viewBox"].split())
    assert (width, height <= 300) == (860, True)
