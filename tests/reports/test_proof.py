"""Page, PDF and workbook of a stored session carry the same figures and the same words."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from django.test import Client

from games.engine.evidence import Evidence
from games.engine.table import Team
from reports.adapter import debrief_of
from reports.charts import has_chart
from reports.debrief import Debrief, Edits, QuestionEdit
from reports.pages import debrief_now
from reports.pdf.full import full_report
from reports.tables import grid, moments, shown
from reports.xlsx.workbook import workbook
from tests.reports.reading import book, cells, pages, plain, squeezed
from tests.reports.saved import GAMES, recorded, session_of
from trainer.models import Session, User, Workshop
from trainer.transfer import session_import

#: names and texts that people type and that no form of the report may change
HOSTILE = ["=1+1", "<b>жирно</b>", "S&P 500 &amp;", "Ё😀щ", "%(n)s {{ x }}", "'; --", "Ж" * 40]


class Rows(HTMLParser):
    """Collects the rows of the tables of a page, cell by cell; the letter in a badge is no text of its cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = self.drawn = 0
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "tr":
            self.rows.append([])
        self.drawn += tag == "svg"
        if tag in ("td", "th"):
            self.inside, self.text = 1, ""

    def handle_endtag(self, tag: str) -> None:
        self.drawn -= tag == "svg"
        if tag in ("td", "th") and self.inside:
            self.rows[-1].append(plain(self.text).strip())
            self.inside = 0

    def handle_data(self, data: str) -> None:
        if self.inside and not self.drawn:
            self.text += data


def every_piece(debrief: Debrief) -> list[Evidence]:
    """Return every piece of evidence a reader can open."""
    found = [*debrief.results, *debrief.course, *debrief.bids]
    if debrief.summary.chart:
        found.append(debrief.summary.chart)
    for sheet in (*debrief.shown(), *debrief.sheets):
        found += sheet.evidence
    return found


def as_read(debrief: Debrief, row: list[Any], heads: list[Any]) -> list[str]:
    return [plain(shown(value, head, debrief.names)).strip() for value, head in zip(row, heads, strict=True)]


@pytest.fixture(params=sorted(GAMES))
def stored(request: pytest.FixtureRequest, owner: User) -> Session:
    """A recorded game in the database, with an answer of the group."""
    workshop = Workshop.objects.create(owner=owner, title="Осень", client="ООО «Заказчик»")
    edits = Edits(questions={"1": QuestionEdit(answer="Держать рядом")})
    return session_import(workshop, session_of(recorded(request.param), edits)).session


@pytest.fixture
def client(owner: User) -> Client:
    """The owner's browser."""
    client = Client()
    client.force_login(owner)
    return client


def test_every_figure_is_the_same_on_page_in_pdf_and_workbook(stored: Session, client: Client) -> None:
    debrief = debrief_now(stored, "ru")
    page = Rows()
    page.feed(client.get(f"/reports/{stored.key}/whole/").content.decode())
    on_page = {tuple(row) for row in page.rows}
    body = workbook(debrief)
    in_book = [[cell.value for cell in row] for sheet in book(body) for row in sheet.iter_rows()]
    paper = f" {' '.join(pages(full_report(debrief)))} "
    lacking: list[str] = []
    compared = 0
    for piece in every_piece(debrief):
        table = grid(piece)
        for row in table.rows:
            read = as_read(debrief, row, table.heads)
            compared += 1
            if tuple(read) not in on_page:
                lacking.append(f"page: {piece.title}: {read}")
            if not any(same(row, found, debrief) for found in in_book):
                lacking.append(f"workbook: {piece.title}: {row}")
            figures = [text for text, value in zip(read, row, strict=True) if isinstance(value, (int, float))]
            if any(f" {text} " not in paper for text in figures):
                lacking.append(f"PDF: {piece.title}: {figures}")
    assert lacking == []
    assert compared > 30


def same(row: list[Any], found: list[Any], debrief: Debrief) -> bool:
    """Return whether a row of the workbook holds these values: numbers as numbers, teams by their names."""
    wanted = [debrief.names.get(value, value) if isinstance(value, str) else value for value in row]
    wanted = [None if value == "" else value for value in wanted]
    wanted = ["да" if value is True else "нет" if value is False else value for value in wanted]
    listed = [shown(value, None, debrief.names) if isinstance(value, list) else value for value in wanted]  # type: ignore[arg-type]
    return [kept(value) for value in listed if value is not None] == [
        kept(value) for value in found[: len(listed)] if value is not None
    ]


def kept(value: Any) -> Any:
    """Return a number as a workbook can hold it: 15 digits."""
    return float(f"{value:.15g}") if isinstance(value, float) else value


def test_every_moment_is_the_same_on_page_in_pdf_and_workbook(stored: Session, client: Client) -> None:
    debrief = debrief_now(stored, "ru")
    page = plain(html.unescape(client.get(f"/reports/{stored.key}/whole/").content.decode()))
    paper = squeezed(" ".join(pages(full_report(debrief))))
    in_book = [[cell.value for cell in row] for sheet in book(workbook(debrief)) for row in sheet.iter_rows()]
    for sheet in (*debrief.shown(), *debrief.sheets):
        table = moments(sheet.moments, debrief)
        for row in table.rows:
            words = plain(str(row[3]))
            assert words in page
            assert squeezed(words) in paper
            assert any(same(row, found, debrief) for found in in_book), row


def test_places_and_findings_are_the_same_everywhere(stored: Session, client: Client) -> None:
    debrief = debrief_now(stored, "ru")
    page = plain(html.unescape(client.get(f"/reports/{stored.key}/").content.decode()))
    paper = squeezed(" ".join(pages(full_report(debrief))))
    texts = squeezed(" ".join(str(value) for value in cells(workbook(debrief))))
    for words in (debrief.summary.title, *(one.head for one in debrief.summary.findings), *debrief.summary.limits):
        assert plain(words) in page
        assert squeezed(words) in paper
        assert squeezed(words) in texts


def test_charts_on_the_page_are_those_of_the_report(stored: Session, client: Client) -> None:
    debrief = debrief_now(stored, "ru")
    drawn = [
        f"/reports/{stored.key}/chart/q.{sheet.id}.{at}/light.svg"
        for sheet in debrief.shown() for at, piece in enumerate(sheet.evidence) if has_chart(piece)
    ]  # fmt: skip
    page = client.get(f"/reports/{stored.key}/whole/").content.decode()
    assert drawn
    assert [source for source in drawn if source not in page] == []
    assert client.get(drawn[0]).status_code == 200


@pytest.fixture
def hostile(owner: User) -> Session:
    """A session in which people typed what breaks formulas, markup and files."""
    workshop = Workshop.objects.create(owner=owner, title=HOSTILE[2], client=HOSTILE[1], place=HOSTILE[4])
    record = msgspec.json.decode(recorded())
    teams = [
        Team(team["id"], name)
        for team, name in zip(record["teams"], ("=1+1", "<b>жирно</b>", "S&P 500 &amp;"), strict=True)
    ]
    questions = {
        "1": QuestionEdit(answer="Ы" * 10_000),
        "2": QuestionEdit(answer="\n".join(HOSTILE)),
        "own-1": QuestionEdit(text=HOSTILE[0], answer=HOSTILE[3]),
    }
    raw = session_of(recorded(), Edits(questions=questions, lead=HOSTILE[4]), teams=teams, title=HOSTILE[5])
    return session_import(workshop, raw).session


def test_what_people_type_is_the_same_on_page_in_pdf_and_workbook(hostile: Session, client: Client) -> None:
    debrief = debrief_of(hostile, "ru")
    page = client.get(f"/reports/{hostile.key}/whole/").content.decode()
    read = squeezed(html.unescape(page.replace("<br>", "\n")))
    paper = squeezed(" ".join(pages(full_report(debrief))))
    typed = {value for value in cells(workbook(debrief)) if isinstance(value, str)}
    for text in HOSTILE[:6]:
        assert squeezed(text) in read
        # The print face has no picture signs: it says so by a sign of its own.
        assert squeezed(text.replace("😀", "¤")) in paper
        assert any(text in value for value in typed)
    assert "<b>жирно" not in page
    assert "Ы" * 10_000 in read
    assert paper.count("Ы") >= 10_000
    assert "Ы" * 10_000 in typed
    sheets = book(workbook(debrief))
    formulas = [
        str(cell.value) for sheet in sheets for row in sheet.iter_rows() for cell in row if cell.data_type == "f"
    ]
    assert formulas
    assert all(formula.startswith(("=SUM(", "=SUMPRODUCT(", "=IF(")) for formula in formulas)


def test_every_page_opens_whatever_was_typed(hostile: Session, client: Client) -> None:
    count = len(debrief_now(hostile, "ru").shown())
    for number in range(1, count + 1):
        answer = client.get(f"/reports/{hostile.key}/question/{number}/")
        assert answer.status_code == 200
        assert "<b>жирно" not in answer.content.decode()
    for url in ("", "plan/", "plan/question/own-1/", "plan/question/new/"):
        assert client.get(f"/reports/{hostile.key}/{url}").status_code == 200


@pytest.mark.parametrize("language", ["ru", "en"])
def test_two_builds_of_a_stored_session_are_byte_equal(stored: Session, language: str) -> None:
    one = debrief_of(stored, language)
    two = msgspec.structs.replace(debrief_of(stored, language), header=one.header)
    assert full_report(one) == full_report(two)
    assert workbook(one) == workbook(two)
