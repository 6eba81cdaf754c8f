"""app.js in a browser: where the focus goes, what is announced, lost connections, errors, dialogs."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer


@pytest.fixture
def opened(page: Page, live_server: LiveServer, settings: Settings) -> Page:
    settings.ROOT_URLCONF = "tests.script_pages"
    page.goto(f"{live_server.url}/page/")
    return page


def press(page: Page, name: str) -> None:
    """By keyboard, as a referee does: the focus is then on the button."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def test_focus_goes_to_the_refused_field_and_keeps_what_was_typed(opened: Page) -> None:
    opened.get_by_label("Sum").fill("1 500")
    press(opened, "Bid")
    expect(opened.get_by_label("Sum")).to_be_focused()
    expect(opened.get_by_label("Sum")).to_have_value("1 500")


def test_focus_stays_on_the_button_that_is_still_there(opened: Page) -> None:
    press(opened, "Pass")
    expect(opened.locator("#live")).to_have_text("done: pass")
    expect(opened.get_by_role("button", name="Pass")).to_be_focused()


def test_focus_goes_to_the_heading_when_the_button_is_gone(opened: Page) -> None:
    press(opened, "Last")
    expect(opened.get_by_role("heading", name="Panel")).to_be_focused()


@pytest.mark.console_errors
def test_lost_connection_is_told_until_it_is_back(opened: Page) -> None:
    banner = opened.locator("#offline")
    expect(banner).to_be_hidden()
    opened.route("**/panel/", lambda route: route.abort())
    press(opened, "Pass")
    expect(banner).to_be_visible()
    opened.unroute("**/panel/")
    press(opened, "Pass")
    expect(banner).to_be_hidden()


@pytest.mark.console_errors
def test_error_is_told_and_not_swapped_in(opened: Page) -> None:
    press(opened, "Fail")
    expect(opened.locator("#trouble")).to_contain_text("500")
    expect(opened.get_by_role("heading", name="Panel")).to_be_visible()


def test_dialog_opens_and_closes(opened: Page) -> None:
    opened.get_by_role("button", name="Open sheet").click()
    expect(opened.get_by_role("dialog")).to_be_visible()
    opened.get_by_role("button", name="Close sheet").click()
    expect(opened.get_by_role("dialog")).to_be_hidden()
