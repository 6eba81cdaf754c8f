"""The debrief on the wall: whole charts, keys, answers that are never lost, moments and the way back, files."""

import io
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from openpyxl import load_workbook
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from reports import jobs
from reports.debrief import Edits, QuestionEdit
from reports.models import QuestionNote
from tests.reports.saved import recorded, session_of
from trainer.models import Session, User, Workshop
from trainer.transfer import session_import

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SAVED = re.compile(r"^\s*сохранено \d")
SIZES = [(1280, 800), (1280, 660), (1024, 768)]


@pytest.fixture
def played(transactional_db: None, owner: User) -> Session:
    """The scripted game of «Экологика», whole, with one answer."""
    workshop = Workshop.objects.create(owner=owner, title="Осенний тренинг", client="ООО «Заказчик»")
    edits = Edits(questions={"2": QuestionEdit(answer="Интенсивный")})
    return session_import(workshop, session_of(recorded(), edits)).session


@pytest.fixture
def screen(played: Session, owner: User, sign_in_page: Callable[[User], Page], live_server: LiveServer) -> Page:
    """The page, at question 6 of the debrief."""
    page = sign_in_page(owner)
    page.goto(f"{live_server.url}/reports/{played.key}/question/6/")
    return page


def findings(page: Page) -> list[str]:
    """Return what axe finds wrong on a page."""
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    return [f"{one['id']}: {node['html'][:160]}" for one in results.response["violations"] for node in one["nodes"]]


def test_on_a_phone_nothing_stands_beyond_the_edge(screen: Page) -> None:
    screen.set_viewport_size({"width": 390, "height": 844})
    for number in range(1, 13):
        screen.goto(f"{screen.url.split('/question/')[0]}/question/{number}/")
        right = screen.evaluate(
            "() => Math.max(...[...document.querySelectorAll('.deb-h *')].map((e) => e.getBoundingClientRect().right))"
        )
        assert right <= 390, number


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_chart_is_wholly_visible_and_nothing_scrolls(screen: Page, width: int, height: int) -> None:
    screen.set_viewport_size({"width": width, "height": height})
    for number in range(1, 13):
        screen.goto(f"{screen.url.split('/question/')[0]}/question/{number}/")
        screen.wait_for_load_state("networkidle")
        measured = screen.evaluate(
            """() => {
              const pane = document.querySelector(".ev");
              const picture = [...document.querySelectorAll(".ev-c img")].find((one) => one.offsetParent);
              const box = picture && picture.getBoundingClientRect();
              const floor = pane.getBoundingClientRect().bottom;
              const bar = document.querySelector(".deb-bar").getBoundingClientRect();
              return {
                page: document.documentElement.scrollHeight - innerHeight,
                wide: document.documentElement.scrollWidth - innerWidth,
                pane: pane.scrollHeight - pane.clientHeight,
                picture: box ? [box.height, box.bottom - floor, picture.naturalWidth] : null,
                bar: bar.bottom - innerHeight,
              };
            }"""
        )
        assert measured["page"] <= 0, (number, measured)
        assert measured["wide"] <= 0, (number, measured)
        assert measured["bar"] <= 0, (number, measured)
        if measured["picture"] is not None:
            assert measured["pane"] <= 0, (number, measured)
            tall, below, loaded = measured["picture"]
            assert (tall >= 150, below <= 0, loaded > 0) == (True, True, True), (number, measured)


def test_keys_lead_through_questions_and_evidence(screen: Page) -> None:
    heading = screen.locator("h1")
    screen.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Как по-вашему соотносится данная деловая игра с реальной жизнью?")
    screen.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("Предложите наиболее эффективную стратегию в игре?")
    first = screen.locator(".ev h2").inner_text()
    screen.keyboard.press("ArrowDown")
    expect(screen.locator(".pager summary")).to_contain_text("2 из")
    assert screen.locator(".ev h2").inner_text() != first
    screen.keyboard.press("ArrowUp")
    expect(screen.locator(".ev h2")).to_have_text(first)
    # In the field arrows move the cursor.
    screen.locator("#ans").fill("слово")
    screen.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Предложите наиболее эффективную стратегию в игре?")
    # The list of evidence opens, is left by Escape, and leads to a piece.
    screen.locator(".pager summary").focus()
    screen.keyboard.press("Enter")
    expect(screen.locator(".pop-in")).to_be_visible()
    screen.keyboard.press("Escape")
    expect(screen.locator(".pop-in")).to_be_hidden()


def test_answered_questions_are_underlined(screen: Page) -> None:
    expect(screen.locator(".dots a")).to_have_count(12)
    expect(screen.locator(".dots .done")).to_have_text(["2"])
    assert screen.locator(".dots .done").evaluate("one => getComputedStyle(one).textDecorationLine") == "underline"


def test_what_the_group_says_is_kept_as_it_is_typed(screen: Page, played: Session) -> None:
    screen.locator("#ans").press_sequentially("Держать профиты и энвайры рядом")
    expect(screen.locator("#answer-state")).to_contain_text(SAVED)
    assert QuestionNote.objects.get(session=played, question="6").answer == "Держать профиты и энвайры рядом"
    screen.locator("#ans").press_sequentially(", защиту брать до пожара")
    # Whoever goes on in the middle of a word loses nothing.
    screen.locator(".dots a", has_text="7").click()
    expect(screen.locator("h1")).to_contain_text("Как по-вашему")
    screen.go_back()
    expect(screen.locator("#ans")).to_have_value("Держать профиты и энвайры рядом, защиту брать до пожара")
    screen.reload()
    expect(screen.locator("#ans")).to_have_value("Держать профиты и энвайры рядом, защиту брать до пожара")


@pytest.mark.console_errors
def test_what_is_typed_without_a_connection_is_kept_in_the_browser(screen: Page, played: Session) -> None:
    screen.context.set_offline(True)
    screen.locator("#ans").press_sequentially("Без связи")
    expect(screen.locator("#offline")).to_be_visible()
    expect(screen.locator("#answer-state")).to_contain_text("ещё не сохранено")
    screen.context.set_offline(False)
    screen.reload()
    expect(screen.locator("#ans")).to_have_value("Без связи")
    expect(screen.locator("#answer-state")).to_contain_text(SAVED)
    assert QuestionNote.objects.get(session=played, question="6").answer == "Без связи"


def test_a_clash_shows_both_texts(screen: Page, played: Session) -> None:
    QuestionNote.objects.create(session=played, question="6", answer="Записал коллега", version=1)
    screen.locator("#ans").press_sequentially("Записываю я")
    clash = screen.locator(".clash-a")
    expect(clash).to_contain_text("Записал коллега")
    expect(screen.locator("#ans")).to_have_value("Записываю я")
    # Typing on overwrites nothing.
    screen.locator("#ans").press_sequentially(" и дальше")
    screen.wait_for_timeout(1500)
    assert QuestionNote.objects.get(session=played, question="6").answer == "Записал коллега"
    clash.get_by_text("Оба, один под другим").click()
    expect(screen.locator("#answer-state")).to_contain_text(SAVED)
    answer = QuestionNote.objects.get(session=played, question="6").answer
    assert answer == "Записал коллега\nЗаписываю я и дальше"


def test_moments_open_the_table_and_lead_back(screen: Page) -> None:
    here = screen.url
    screen.locator(".moms a").first.click()
    expect(screen.locator("main")).to_contain_text("Стол после записи")
    assert "/move/" in screen.url
    screen.keyboard.press("ArrowRight")
    expect(screen.locator("main")).to_contain_text("Момент 2 из")
    screen.keyboard.press("Escape")
    expect(screen.locator("h1")).to_have_text("Предложите наиболее эффективную стратегию в игре?")
    assert screen.url == here


def test_files_are_built_and_downloaded(screen: Page, played: Session) -> None:
    jobs.run(jobs.job_create(played, "ru").pk)
    screen.goto(screen.url.split("/question/")[0] + "/")
    expect(screen.locator("#files .files a")).to_have_count(4)
    with screen.expect_download() as download:
        screen.locator("#files a", has_text="Отчёт, PDF").click()
    assert download.value.suggested_filename.startswith("Экологика — ООО «Заказчик»")
    assert len(PdfReader(io.BytesIO(download.value.path().read_bytes())).pages) > 10
    with screen.expect_download() as download:
        screen.locator("#files a", has_text="Excel").click()
    assert "Итоги" in load_workbook(io.BytesIO(download.value.path().read_bytes())).sheetnames


def test_the_plan_is_ordered_by_keyboard(screen: Page, played: Session) -> None:
    screen.goto(screen.url.split("/question/")[0] + "/plan/")
    screen.locator("#down-1").focus()
    screen.keyboard.press("Enter")
    expect(screen.locator(".plan-l li").nth(1)).to_contain_text("экстенсивному и интенсивному")
    assert screen.url.endswith("#down-1"), "the next press goes on from the same button"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["", "question/6/", "question/1/?piece=1", "whole/", "plan/", "plan/question/6/", "move"]
)
def test_pages_are_accessible(screen: Page, live_server: LiveServer, path: str, theme: str) -> None:
    screen.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    base = screen.url.split("question/")[0]
    if path == "move":
        path = str(screen.locator(".moms a").first.get_attribute("href")).split("/", 3)[3]
    screen.goto(base + path)
    screen.wait_for_load_state("networkidle")
    assert findings(screen) == []
