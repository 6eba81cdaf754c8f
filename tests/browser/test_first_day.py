"""The first day: from the printed sign-in link to the PDF, with the two processes that start.py starts."""

import io
import re
from pathlib import Path

import openpyxl
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.test_start import running

LINK = re.compile(r"http://127\.0\.0\.1:\d+/in/\S+")


def press(page: Page, selector: str, more: int = 1) -> None:
    """Press a button of the desk and wait until the log has one row more (or less)."""
    page.wait_for_timeout(350)  # a button that has only just appeared takes no click: it was not meant
    before = page.locator(".lgcol .log li .no").count()
    page.locator(selector).first.click()
    expect(page.locator(".lgcol .log li .no")).to_have_count(before + more)


def draw(page: Page, event: str) -> None:
    """Draw an event by its name: a tap in the list records it."""
    before = page.locator(".lgcol .log li .no").count()
    page.select_option("#desk select[name=card]", label=event)
    expect(page.locator(".lgcol .log li .no")).to_have_count(before + 1)


def buy(page: Page, lot: str, winner: str, price: str, sector: str = "") -> None:
    """Record an auction by its result."""
    page.wait_for_timeout(350)
    page.locator("#desk .lots a", has_text=lot).first.click()
    page.locator("#desk .pills label", has_text=winner).click()
    page.fill("#desk [name=price]", price)
    if sector:
        page.select_option("#desk [name=sector]", label=sector)
    press(page, "#send")


def test_from_sign_in_to_pdf(page: Page, tmp_path: Path) -> None:
    with running(tmp_path / "data") as (_process, _port, said):
        link = LINK.search(said)
        assert link
        page.goto(link.group())
        page.locator("main button.btn-act").click()

        page.goto(page.url.rstrip("/") + "/w/new/")
        page.fill("[name=title]", "Осенний тренинг")
        page.fill("[name=client]", "ООО «Заказчик»")
        page.locator("main button.btn-act").click()
        page.goto(page.url.rstrip("/") + "/table/")
        page.check("[name=game][value=ecologic]", force=True)
        page.check("[name=teams][value='3']", force=True)
        page.locator("main button.btn-act").click()
        page.locator("main button.btn-act").first.click()
        expect(page.locator("#headline")).to_contain_text("Альфа")

        play_two_cycles(page)
        expect(page.locator("#desk")).to_contain_text("Игра окончена")

        page.locator("#desk a.btn-act").click()
        page.locator("#files button.btn-act").click()
        expect(page.locator("#files .files a")).to_have_count(4, timeout=30_000)
        check_pdf(fetched(page, "report.pdf"))
        check_workbook(fetched(page, "report.xlsx"))


def play_two_cycles(page: Page) -> None:
    """A short whole game: purchases, a mistake undone, an event, the final report."""
    draw(page, "Дивиденды")
    press(page, "#desk .btn-act")
    buy(page, "нефть", "Альфа", "1", "сектор 1")
    buy(page, "минералы", "Бета", "9", "сектор 2")
    press(page, "#undo-last", more=-1)
    buy(page, "минералы", "Бета", "1", "сектор 2")
    buy(page, "Заповедник", "Гамма", "10", "сектор 4")
    press(page, "#desk .btn-act")
    draw(page, "Итоговый отчет")
    press(page, "#desk .btn-act")
    for _team in range(3):
        press(page, "#desk button:has-text('Не открывать')")
    press(page, "#desk .btn-act")


def fetched(page: Page, name: str) -> bytes:
    """Return a file of the report as the browser downloads it."""
    with page.expect_download() as download:
        page.locator(f"#files .files a[href$='{name}']").click()
    assert "Заказчик" in download.value.suggested_filename
    return Path(download.value.path()).read_bytes()


def check_pdf(body: bytes) -> None:
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)
    assert "■" not in text
    assert "Победа" in text
    for question in (
        "Какие решения в игре соответствуют экстенсивному и интенсивному использованию ресурсов",
        "Предложите наиболее эффективную стратегию в игре",
        "соотносится данная деловая игра с реальной жизнью",
    ):
        assert question in " ".join(text.split())


def check_workbook(body: bytes) -> None:
    book = openpyxl.load_workbook(io.BytesIO(body))
    cells = [cell.value for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert "Осенний тренинг" in cells
    assert any(sheet._charts for sheet in book)
