"""The pages of a table in all their states: nothing for axe to find, nothing out of reach, a clean console."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import BrowserType, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from trainer.models import Session

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = [(1280, 800), (1280, 660), (1024, 768), (768, 1024), (390, 844)]
#: A has enough for everything; Г is to pay 5 enviros and has 2
SETUP = {
    "initiator": "A",
    "start_chips": [["A", "oil", "H05"], ["B", "mineral", "H10"], ["C", "oil", "H07"], ["C", "mineral", "H12"]],
    "start_tors": [["A", "hub", "H06"]],
    "start_eco": [["A", "E02"]],
    "start_profits": {"A": 14, "B": 9, "C": 3},
    "start_enviros": {"A": 9, "B": 6, "C": 2},
}
Act = Callable[..., None]


@pytest.fixture
def table(new_table: Callable[..., Session], act_at: Act) -> Callable[[str], Session]:
    """A table in one of its states."""

    def make(state: str) -> Session:
        session = new_table(setup=SETUP, bid_recording="full")
        if state == "finished":
            act_at(session, "referee", "stop_game", reason="время")
        if state in ("event", "finished"):
            return session
        act_at(session, "A", "event_draw", card="V10" if state == "collapse" else "V14")
        if state == "ecology":
            return session
        act_at(session, "referee", "ecology_settle_rest")
        if state in ("collapse", "opening"):
            return session
        act_at(session, "A", "auction_open", lot={"kind": "chip", "type": "oil"}, bid=7)
        if state == "place":
            act_at(session, "B", "pass")
        return session

    return make


def refused(page: Page) -> None:
    page.locator("#bid-other").click()
    page.locator("#desk input[name=amount]").fill("999")
    page.locator("#send").click()
    expect(page.locator("#desk [role=alert]")).to_be_visible()


def two_hands(page: Page, act_at: Act, session: Session) -> None:
    act_at(session, "B", "pass")
    page.locator("#raise").click()
    expect(page.locator(".clash")).to_be_visible()


def look(page: Page, act_at: Act, session: Session, what: str) -> None:
    """Do at the table what leads to one more state of the screen."""
    match what:
        case "refused":
            refused(page)
        case "two hands":
            two_hands(page, act_at, session)
        case "quick record":
            page.goto(page.url + "?way=By+result")
            page.locator("#desk .lots a").first.click()
            expect(page.locator("#desk .pills").first).to_be_visible()
        case "keys":
            page.keyboard.press("?")
            expect(page.locator("dialog#keys")).to_be_visible()
        case "menu":
            page.locator(".menu summary").click()
        case "seldom":
            page.locator("#aside").click()
            expect(page.locator("#desk .lots")).to_have_count(0)
            expect(page.locator("#desk .btn-quiet").first).to_be_visible()


#: a state of the table, and what is done there
SCREENS = [
    ("event", ""),
    ("ecology", ""),
    ("collapse", ""),
    ("opening", ""),
    ("opening", "quick record"),
    ("opening", "seldom"),
    ("auction", ""),
    ("auction", "refused"),
    ("auction", "two hands"),
    ("auction", "keys"),
    ("auction", "menu"),
    ("place", ""),
    ("finished", ""),
]
PAGES = [
    "log/",
    "log/3/",
    "log/3/table/",
    "log/2/back/",
    "correct/",
    "correct/position/",
    "correct/kit/",
    "correct/option/score_rounding/",
]


@pytest.fixture
def dark(at_table: Callable[..., Page], live_server: LiveServer, page: Page) -> Callable[[str], None]:
    """Choose light or dark before a page is opened."""

    def choose(theme: str) -> None:
        page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])

    return choose


def check(page: Page) -> None:
    """Ask axe about the page as it stands."""
    menu = page.locator(".menu[open]").count()  # an open menu covers part of the page
    found = Axe().run(page, context=".top" if menu else None, options={"runOnly": {"type": "tag", "values": RULES}})
    problems = [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
    assert problems == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("state", "what"), SCREENS)
def test_axe_finds_nothing_at_the_table(
    table: Callable[[str], Session], at_table: Callable[..., Page], dark: Any, act_at: Act,
    theme: str, state: str, what: str,
) -> None:  # fmt: skip
    dark(theme)
    session = table(state)
    page = at_table(session)
    assert page.locator("html").get_attribute("data-bs-theme") == theme
    look(page, act_at, session, what)
    check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_a_table(
    table: Callable[[str], Session], at_table: Callable[..., Page], dark: Any, live_server: LiveServer, theme: str
) -> None:
    dark(theme)
    session = table("auction")
    for path in PAGES:
        page = at_table(session, path)
        check(page)
    for name, more in (("wall", []), ("phone", []), ("phone_team", ["A"])):
        page.goto(live_server.url + reverse(f"trainer:{name}", args=[session.view_key, *more]))
        check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_correction(
    table: Callable[[str], Session], at_table: Callable[..., Page], dark: Any, theme: str
) -> None:
    """Without the count of Ecology the opening of an auction is illegal: it is to be decided upon."""
    dark(theme)
    page = at_table(table("auction"), "log/2/")
    page.locator("button", has_text="Снять только эту запись").click()
    expect(page.locator(".cf")).to_have_count(1)
    check(page)
    page.locator(".cf [value=drop]").check()
    expect(page.locator("#apply")).not_to_have_attribute("aria-disabled", "true")
    check(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("state", "what"), SCREENS)
def test_nothing_is_out_of_reach(
    table: Callable[[str], Session], at_table: Callable[..., Page], act_at: Act,
    size: tuple[int, int], state: str, what: str,
) -> None:  # fmt: skip
    """No sideways scrolling, targets of 44 px; on a laptop or tablet the expected action is in view unscrolled."""
    session = table(state)
    page = at_table(session)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    look(page, act_at, session, what)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert small_targets(page) == []
    action = page.locator("#desk .btn-act:visible, #desk .pick:visible, #desk .lots .btn:visible").first
    if size[0] > 700 and action.count():
        expect(action).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_no_page_of_a_table_scrolls_sideways(
    table: Callable[[str], Session], at_table: Callable[..., Page], live_server: LiveServer, size: tuple[int, int]
) -> None:
    session = table("auction")
    for path in PAGES:
        page = at_table(session, path)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        assert small_targets(page) == [], path


def small_targets(page: Page) -> list[Any]:
    """Return what a finger can hardly hit: lower than 44 px. Links in running text are exempt (2.5.8)."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(
            ".top :is(a, button, summary), .bar :is(a, button), " +
            "main :is(button, summary, .btn, select, input:not([type=hidden]))")]
        .filter((one) => one.getClientRects().length && !one.closest(".vh, .pills, .opt, .tick, label"))
        .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect().height])
        .filter(([, height]) => height < 43.5)"""
    )
    return found


@pytest.fixture
def elsewhere(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], settings: Settings
) -> Iterator[Page]:
    """A browser that calls the program by a name that is not localhost, so it trusts the address less."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "stol.test"]
    flags = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP stol.test 127.0.0.1"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": flags})
    yield browser.new_context(locale="ru-RU", viewport={"width": 1280, "height": 800}).new_page()
    browser.close()


def test_the_console_stays_clean_under_another_host_name(
    table: Callable[[str], Session], at_table: Callable[..., Page], live_server: LiveServer, elsewhere: Page, page: Page
) -> None:
    """http://laptop.local:8000/ is no secure context: what needs one must not be used."""
    session = table("auction")
    at_table(session)
    base = live_server.url.replace("localhost", "stol.test").replace("127.0.0.1", "stol.test")
    cookies = [{"name": one["name"], "value": one["value"], "url": base} for one in page.context.cookies()]
    elsewhere.context.add_cookies(cookies)  # type: ignore[arg-type]
    said: list[str] = []
    elsewhere.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    elsewhere.on("pageerror", lambda error: said.append(str(error)))
    elsewhere.goto(f"{base}/s/{session.key}/")
    elsewhere.locator("#raise").click()
    expect(elsewhere.locator("#headline")).to_contain_text("Альфа")
    elsewhere.keyboard.press("?")
    elsewhere.keyboard.press("Escape")
    for path in ("log/", "log/3/", "correct/"):
        elsewhere.goto(f"{base}/s/{session.key}/{path}")
    elsewhere.goto(base + reverse("trainer:wall", args=[session.view_key]))
    elsewhere.wait_for_timeout(2500)
    assert said == []
