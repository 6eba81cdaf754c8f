"""The report on paper, read back from the file."""

from __future__ import annotations

import io

import msgspec
import pytest
from pypdf import PdfReader
from reportlab.platypus import KeepTogether, PageBreak, Spacer

from games.engine.evidence import Column, Lines, Moment, Series, Table
from reports import fonts
from reports.columns import Head
from reports.debrief import Debrief
from reports.pdf import styles
from reports.pdf.appendix import Appendix
from reports.pdf.editions import one_page, team_pages
from reports.pdf.full import full_report, tables_in_full
from reports.pdf.grids import FINE, widths
from reports.pdf.paper import Bookmark, sheet
from reports.pdf.pieces import Setter
from reports.pdf.text import markup
from reports.tables import Grid
from tests.reports.invented import HOSTILE, invented
from tests.reports.reading import figures, pages, plain, squeezed

EDITIONS = (full_report, one_page, team_pages)
LONG = "Ы" * 10_000


@pytest.fixture(scope="module")
def debrief() -> Debrief:
    """A debrief with every kind of evidence."""
    return invented(40)


@pytest.mark.parametrize("make", EDITIONS)
def test_every_character_has_a_glyph(debrief: Debrief, make: object) -> None:
    text = "".join(pages(make(debrief)))  # type: ignore[operator]
    assert not {"\u25a0", "\ufffd", "\x00"} & set(text)


def test_pages_are_numbered(debrief: Debrief) -> None:
    texts = pages(full_report(debrief))
    for at, text in enumerate(texts, 1):
        assert f"стр. {at} из {len(texts)}" in text


def test_foot_says_session_rules_programme_and_digest(debrief: Debrief) -> None:
    for text in pages(full_report(debrief)):
        assert "Сессия 7KQ2" in text
        assert "версия 1" in text
        assert "программа 0.1" in text
        assert squeezed(debrief.digest) in squeezed(text)


def test_every_figure_of_the_evidence_is_on_paper(debrief: Debrief) -> None:
    text = " ".join(pages(full_report(debrief)))
    missing = {written for _value, written in figures(debrief) if plain(written) not in text}
    assert missing == set()


def test_figures_that_a_chart_leaves_out_stand_in_the_appendix() -> None:
    # Steep lines close together: there is no room for every label.
    values = [[(at * 37 + row * 3) % 997 for at in range(30)] for row in range(3)]
    piece = Lines(
        title="т",
        axis="ход",
        points=[str(at) for at in range(30)],
        series=[Series(str(row), list(one)) for row, one in enumerate(values)],
    )
    debrief = invented()
    appendix = Appendix()
    setter = Setter(debrief, appendix=appendix)
    text, rest = pages(
        sheet(
            debrief, "т", [Bookmark("т", "т"), *setter.evidence(piece), PageBreak(), *tables_in_full(setter, appendix)]
        )
    )
    assert "30 строк: приложение, таблица 1" in text
    text += rest
    assert [value for row in values for value in row if f" {value} " not in f" {text} "] == []


def test_title_language_author_and_bookmarks_are_set(debrief: Debrief) -> None:
    reader = PdfReader(io.BytesIO(full_report(debrief)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Отчёт, «Stones», ООО «Логистика-Юг», Стол 2"
    assert reader.metadata.author == "Марина Коваль"
    assert reader.trailer["/Root"]["/Lang"] == "ru-RU"
    titles = [one["/Title"] for one in reader.outline if not isinstance(one, list)]
    assert titles[0] == "Главное"
    assert {"Вопросы", "Команды", "Исправления, решения, споры", "По каким правилам играли", "Как считали"} <= set(
        titles
    )


def test_all_fonts_are_embedded(debrief: Debrief) -> None:
    for page in PdfReader(io.BytesIO(full_report(debrief))).pages:
        for font in page["/Resources"]["/Font"].get_object().values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"], font.get_object()["/BaseFont"]


def test_badge_is_on_every_page(debrief: Debrief) -> None:
    for make in EDITIONS:
        assert all("Пример, не из коробки" in text for text in pages(make(debrief)))


def test_each_question_begins_a_page_and_has_its_answer(debrief: Debrief) -> None:
    texts = pages(full_report(debrief))
    for sheet_ in debrief.shown():
        (found,) = [text for text in texts if f"Вопрос {sheet_.number} из {len(debrief.shown())}" in text]
        assert plain(sheet_.text)[:40] in found
    assert any("ТОР окупается не тем, что приносит" in text for text in texts)


@pytest.mark.parametrize("make", EDITIONS)
def test_two_builds_are_byte_equal(make: object) -> None:
    assert make(invented(40)) == make(invented(40))  # type: ignore[operator]


def test_short_editions_have_exactly_one_page(debrief: Debrief) -> None:
    assert len(pages(one_page(debrief))) == 1
    assert len(pages(team_pages(debrief))) == len(debrief.teams)


@pytest.mark.parametrize("text", [*HOSTILE, LONG, "слово " * 2000])
def test_short_editions_have_one_page_whatever_was_typed(text: str) -> None:
    debrief = invented(14, (text, "Бета", "Гамма"), text)
    assert len(pages(one_page(debrief))) == 1
    assert len(pages(team_pages(debrief))) == 3


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("=1+1", "=1+1"),
        ("<b>жирно</b>", "<b>жирно</b>"),
        ("S&P 500", "S&P 500"),
        ("&amp; &lt;", "&amp; &lt;"),
        ("<img src='/etc/hostname'>", "<img src='/etc/hostname'>"),
        ("%(n)s 100 %", "%(n)s 100 %"),
        ("Ы😀и中", "Ы¤и¤"),
        ("6 → 5", "6 → 5"),
        ("a\x07b\u200bc", "abc"),
        ("один\r\nдва", "один два"),
    ],
)
def test_what_people_type_comes_through(typed: str, read: str) -> None:
    debrief = invented(14, (typed, "Бета", "Гамма"), typed)
    text = " ".join(pages(full_report(debrief)))
    # Client, table, trainer, place, a team, a question, an answer, a note, a star and a dispute.
    assert squeezed(text).count(squeezed(read)) >= 10


def test_ten_thousand_letters_are_all_printed() -> None:
    text = "".join(pages(full_report(invented(14, text=LONG))))
    # The answer, the own question, the note and the dispute, each whole.
    assert squeezed(text).count("Ы") >= 4 * len(LONG)


def test_a_log_of_300_moves_breaks_well() -> None:
    texts = pages(full_report(invented(300)))
    joined = " ".join(texts)
    assert all(f" {n} " in joined for n in range(1, 301))
    assert not any(text.strip().endswith("№ ход") for text in texts)


def test_entries_that_only_end_a_step_are_left_out_of_the_printed_log() -> None:
    debrief = invented(14)
    ended = msgspec.structs.replace(debrief.moves[3], words="Шаг окончен", action="Готово", routine=True)
    moves = [*debrief.moves[:3], ended, *debrief.moves[4:]]
    text = " ".join(pages(full_report(msgspec.structs.replace(debrief, moves=moves))))
    assert "Шаг окончен" not in text
    assert "записей «Готово»" in text
    assert debrief.moves[4].words in text


@pytest.mark.parametrize("left", [30, 50, 70, 85])
def test_the_heading_of_the_moments_does_not_stay_behind(debrief: Debrief, left: int) -> None:
    """Little room is left on the page, and the first moment has several lines."""
    moments = [Moment(n, 1, f"Слово{n} " * 40, effect=3) for n in (1, 2, 3)]
    story = [Spacer(0, styles.HEIGHT - left), *Setter(debrief).moments(moments, "Важные ходы")]
    texts = pages(sheet(debrief, "т", [Bookmark("т", "т"), *story]))
    (page,) = [text for text in texts if "Важные ходы" in text]
    assert "Слово1" in page


def test_a_wide_table_breaks_no_short_head_and_no_figure() -> None:
    """«с хода» holds together by a no-break space, so its column is as wide as both words; texts give way first."""
    heads = [Head("игрок"), Head("компания"), *[Head("с хода", "number") for _column in range(10)]]
    rows = [["Александра", "Консалтинговая", *[1234567] * 10]]
    table = Grid(heads, rows)
    columns, tight = widths(table, {}, FINE[-1])
    assert tight
    assert sum(columns) == pytest.approx(styles.WIDTH)
    need = fonts.width("1\u00a0234\u00a0567", fonts.BOLD, FINE[-1].size)
    assert min(columns[2:]) >= need
    assert min(columns[2:]) >= fonts.width("с\u00a0хода", fonts.PLAIN, FINE[-1].head)


def test_a_title_stays_with_the_line_that_leads_to_its_table() -> None:
    columns = [Column("кто"), *[Column(str(at), "number") for at in range(6)]]
    long = Table(title="Длинная таблица", measure="мера", columns=columns, rows=[["а", *range(6)]] * 60)
    made = Setter(invented(), appendix=Appendix()).evidence(long)
    assert isinstance(made[0], KeepTogether)


def test_markup_escapes() -> None:
    assert markup("a<b>&\n") == "a&lt;b&gt;&amp;<br/>"


def test_a_report_older_than_a_correction_says_so_on_every_page() -> None:
    from msgspec.structs import replace

    debrief = invented()
    assert "Отчёт старше исправления" not in " ".join(pages(full_report(debrief)))
    stale = replace(debrief, header=replace(debrief.header, stale=True))
    assert all("Отчёт старше исправления" in text for text in pages(full_report(stale)))


def test_english_is_complete() -> None:
    text = " ".join(pages(full_report(invented(language="en"))))
    assert "What the group said" in text
    assert "p. 1 of" in text
