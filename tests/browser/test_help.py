"""Help on the screen and on paper: a sheet is one page of A4, axe finds nothing, one tap leads to a practice table."""

import io
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from games.registry import SLUGS
from trainer.models import Session, User

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
A4 = (595, 842)  # points
PHONE = {"width": 390, "height": 844}
SignInPage = Callable[[User], Page]


def in_language(page: Page, live_server: LiveServer, language: str) -> None:
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}]
    )  # fmt: skip


def check(page: Page) -> None:
    """Ask axe about the page as it stands, and whether a phone shows it without scrolling sideways."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]] == []
    window = page.viewport_size
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(window or PHONE)


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_prints_on_one_page(slug: str, language: str, page: Page, live_server: LiveServer) -> None:
    in_language(page, live_server, language)
    page.goto(live_server.url + reverse("trainer:help_sheet", args=[slug]))
    page.evaluate("document.fonts.ready")
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 1
    box = printed.pages[0].mediabox
    assert (round(box.width), round(box.height)) == A4
    text = printed.pages[0].extract_text()
    assert ("Коротко и своими словами" if language == "ru" else "In short and in our own words") in text
    assert "Ctrl+P" not in text  # the bar above the sheet stays on the screen


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_help(theme: str, page: Page, live_server: LiveServer) -> None:
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    for name, more in [("help_index", []), *((name, [slug]) for slug in SLUGS for name in ("help_game", "help_sheet"))]:
        page.goto(live_server.url + reverse(f"trainer:{name}", args=more))
        check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_start_is_one_tap(theme: str, sign_in_page: SignInPage, owner: User, live_server: LiveServer) -> None:
    page = sign_in_page(owner)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page.goto(live_server.url)
    check(page)
    page.get_by_role("button", name="«Экологика»").click()
    expect(page.locator("#headline")).to_be_visible()
    expect(page.locator(".top .practice")).to_be_visible()
    workshop = Session.objects.get().workshop
    page.goto(live_server.url + reverse("trainer:workshop", args=[workshop.key]))
    check(page)
    page.goto(live_server.url + reverse("trainer:practice"))
    check(page)


def test_the_sign_of_help_leads_to_the_game(sign_in_page: SignInPage, owner: User, live_server: LiveServer) -> None:
    """The “?” opens the sheet of keys; from there the help opens beside the table, which stays as it is."""
    page = sign_in_page(owner)
    page.goto(live_server.url)
    page.get_by_role("button", name="«Я босс!»").click()
    page.locator(".top [data-dialog=keys]").click()
    with page.context.expect_page() as opened:
        page.locator("#keys a").click()
    shown = opened.value
    expect(shown.locator("h1")).to_have_text("«Я босс!»")
    check(shown)
    expect(page.locator("#keys")).to_be_visible()
