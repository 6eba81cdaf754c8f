"""What goes wrong at a table: two hands, double clicks, old forms, no connection, no sign-in, no script.

Nothing is lost, nothing is recorded twice, what was typed stays, and the screen says what happened.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from trainer.models import Session, User
from trainer.positions import table_of

At = Callable[..., Page]
#: a button that has only just appeared takes no click
SETTLED = 350
AMOUNT = "#desk input[name=amount]"


@pytest.fixture
def auction(new_table: Callable[..., Session], act_at: Callable[..., None]) -> Session:
    """Alpha opened minerals at 3; Beta is to answer with 4 or more, or to pass."""
    session = new_table(bid_recording="full")
    act_at(session, "A", "event_draw", card="V20")
    act_at(session, "referee", "ecology_settle_rest")
    act_at(session, "A", "auction_open", lot={"kind": "chip", "type": "mineral"}, bid=3)
    return session


def rows(session: Session) -> list[str]:
    return [row.action for row in session.rows.all()]


def bids(session: Session) -> dict[str, int]:
    session.refresh_from_db()
    return dict(table_of(session).state.auction.bids)


def type_bid(page: Page, amount: str) -> None:
    page.locator("#bid-other").click()
    page.locator(AMOUNT).fill(amount)


# ---- the same thing twice ----------------------------------------------------------------------------------


def test_a_double_click_records_once(auction: Session, at_table: At) -> None:
    page = at_table(auction)
    page.locator("#raise").dblclick()
    expect(page.locator("#headline")).to_contain_text("Гамма")
    page.wait_for_timeout(SETTLED)
    assert rows(auction)[3:] == ["bid"]


def test_five_clicks_at_once_record_once(auction: Session, at_table: At) -> None:
    page = at_table(auction)
    page.evaluate("() => { const one = document.getElementById('raise'); for (let i = 0; i < 5; i++) one.click(); }")
    expect(page.locator("#headline")).to_contain_text("Гамма")
    page.wait_for_timeout(SETTLED)
    assert rows(auction)[3:] == ["bid"]


@pytest.mark.console_errors
def test_an_answer_that_was_lost_is_not_recorded_twice(auction: Session, at_table: At) -> None:
    """The server recorded it, the answer never came: sent again it bears the same request id."""
    page = at_table(auction)

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/record/", swallow)
    page.route("**/live/**", lambda route: route.abort())
    page.locator("#raise").click()
    expect(page.locator("#offline")).to_be_visible()
    assert rows(auction)[3:] == ["bid"]
    page.unroute_all()
    page.wait_for_timeout(SETTLED)
    page.locator("#raise").click()
    expect(page.locator("#headline")).to_contain_text("Гамма")
    expect(page.locator("#offline")).to_be_hidden()
    assert rows(auction)[3:] == ["bid"]


# ---- no connection, the server begins anew --------------------------------------------------------------------


@pytest.mark.console_errors
def test_without_a_connection_what_is_typed_stays_and_is_sent_afterwards(auction: Session, at_table: At) -> None:
    page = at_table(auction)
    type_bid(page, "5")
    page.context.set_offline(True)
    page.locator("#send").click()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(AMOUNT)).to_have_value("5")
    page.context.set_offline(False)
    page.locator("#send").click()
    expect(page.locator("#headline")).to_contain_text("Гамма")
    assert bids(auction)["B"] == 5


@pytest.mark.console_errors
def test_a_server_that_begins_anew_loses_nothing(auction: Session, at_table: At, act_at: Callable[..., None]) -> None:
    """For some seconds it answers 502; meanwhile the table went on by the other laptop."""
    page = at_table(auction)
    type_bid(page, "5")
    for path in ("**/record/", "**/live/**"):
        page.route(path, lambda route: route.fulfill(status=502, body=""))
    page.locator("#send").click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator(AMOUNT)).to_have_value("5")
    act_at(auction, "B", "bid", amount=4)
    page.unroute_all()
    expect(page.locator("#stale")).to_contain_text("Бета ставит 4")
    expect(page.locator(AMOUNT)).to_have_value("5")
    page.locator("#send").click()
    expect(page.locator(".clash")).to_contain_text("Бета ставит 4")
    expect(page.locator(".clash .mine")).to_contain_text("5")
    assert bids(auction)["B"] == 4


# ---- two hands -----------------------------------------------------------------------------------------------


def test_an_entry_after_somebody_elses_is_asked_about(
    auction: Session, at_table: At, act_at: Callable[..., None]
) -> None:
    page = at_table(auction)
    act_at(auction, "B", "bid", amount=4)
    page.keyboard.press("KeyG")
    clash = page.locator(".clash")
    expect(clash).to_contain_text("№ 4")
    expect(clash).to_contain_text("Бета ставит 4")
    expect(clash.locator(".mine")).to_contain_text("Бета пасует")
    expect(page.locator("#leave")).to_be_focused()
    page.locator("#leave").click()
    expect(page.locator("#raise")).to_be_visible()
    assert rows(auction)[3:] == ["bid"]


def test_the_same_from_two_tablets_stands_once(auction: Session, at_table: At, act_at: Callable[..., None]) -> None:
    page = at_table(auction)
    act_at(auction, "B", "pass")
    page.locator("#pass").click()
    expect(page.locator("#clash-h")).to_have_text("То же самое уже записано")
    expect(page.locator("#on-top")).to_have_count(0)
    assert rows(auction)[3:] == ["pass"]


def test_the_other_tablet_is_seen_within_two_seconds_and_a_form_in_work_is_left_alone(
    auction: Session, at_table: At, act_at: Callable[..., None]
) -> None:
    page = at_table(auction)
    type_bid(page, "6")
    act_at(auction, "B", "bid", amount=4)
    expect(page.locator("#headline")).to_contain_text("Гамма", timeout=4000)
    expect(page.locator("#stale")).to_contain_text("Бета ставит 4")
    expect(page.locator(AMOUNT)).to_have_value("6")
    expect(page.locator(AMOUNT)).to_be_focused()


def test_the_back_button_shows_the_table_as_it_is_now(
    auction: Session, at_table: At, act_at: Callable[..., None]
) -> None:
    page = at_table(auction)
    page.locator(".top nav a", has_text="Журнал").click()
    act_at(auction, "B", "bid", amount=4)
    page.go_back()
    expect(page.locator("#headline")).to_contain_text("Гамма", timeout=4000)


# ---- the sign-in ends ------------------------------------------------------------------------------------------


@pytest.mark.console_errors
def test_when_the_sign_in_ends_a_typed_form_waits_for_it(auction: Session, at_table: At, owner: User) -> None:
    owner.set_password("тайна-тайная")
    owner.save()
    page = at_table(auction)
    page.goto(page.url)
    type_bid(page, "6")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    expect(page.locator("#trouble")).to_be_visible(timeout=4000)
    expect(page.locator("#trouble span").first).to_be_hidden()  # nothing failed: the server says in words what it is
    expect(page.locator(AMOUNT)).to_have_value("6")
    page.locator("#send").click()
    dialog = page.locator("#again dialog")
    expect(dialog).to_be_visible()
    page.fill("#again-user", owner.username)
    page.fill("#again-password", "не та")
    dialog.locator("button.btn-act").click()
    expect(dialog.locator("[aria-invalid], .errorlist").first).to_be_visible()
    page.fill("#again-user", owner.username)
    page.fill("#again-password", "тайна-тайная")
    dialog.locator("button.btn-act").click()
    expect(dialog).to_contain_text(owner.name)
    dialog.locator("[data-resend]").click()
    expect(page.locator("#headline")).to_contain_text("Гамма")
    assert bids(auction)["B"] == 6


# ---- where the hand and the ear expect it ----------------------------------------------------------------------


def test_a_refusal_is_told_and_the_field_keeps_the_focus(auction: Session, at_table: At) -> None:
    page = at_table(auction)
    page.keyboard.press("KeyC")
    field = page.locator(AMOUNT)
    expect(field).to_be_focused()
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    expect(field).to_be_focused()
    expect(field).to_have_value("999")
    assert field.get_attribute("aria-describedby") == "refused"
    expect(page.locator("#send")).to_contain_text("Записать 15")
    with page.expect_response("**/record/"):  # what stands in the field is refused again: the button is for the finger
        page.keyboard.press("Enter")
    expect(page.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    page.locator("#send").click()
    expect(page.locator("#headline")).to_contain_text("ставит на поле")  # nobody else has 16
    auction.refresh_from_db()
    assert table_of(auction).state.players["B"].profits == 0


def test_whose_turn_it_is_is_told_after_every_entry(auction: Session, at_table: At) -> None:
    page = at_table(auction)
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_contain_text("Гамма")
    expect(page.locator("#live")).to_contain_text("Гамма")
    expect(page.locator("#raise")).to_be_focused()


def test_keys_of_one_letter_can_be_switched_off(auction: Session, at_table: At) -> None:
    """2.1.4 of the guidelines: a dictation program must not record a pass."""
    page = at_table(auction)
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.locator("[data-keys-off]").check()
    page.keyboard.press("Escape")
    page.keyboard.press("KeyG")
    page.wait_for_timeout(SETTLED)
    assert rows(auction)[3:] == []


# ---- no script ---------------------------------------------------------------------------------------------------


@pytest.fixture
def plain(auction: Session, at_table: At, browser: Browser, live_server: LiveServer, page: Page) -> Any:
    """The same table in a browser without scripts."""
    at_table(auction)
    context = browser.new_context(java_script_enabled=False, locale="ru-RU", viewport={"width": 1280, "height": 800})
    context.add_cookies(list(page.context.cookies()))  # type: ignore[arg-type]
    page.goto("about:blank")
    found = context.new_page()
    found.goto(f"{live_server.url}/s/{auction.key}/")
    yield found
    context.close()


def test_without_script_a_move_is_recorded_refused_and_taken_back(auction: Session, plain: Page) -> None:
    plain.locator("#raise").click()
    expect(plain.locator("#headline")).to_contain_text("Гамма")
    plain.locator("#bid-other").click()
    plain.locator(AMOUNT).fill("999")
    plain.locator("#send").click()
    expect(plain.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    expect(plain.locator(AMOUNT)).to_have_value("999")
    plain.locator(AMOUNT).fill("5")
    plain.locator("#send-typed").click()
    expect(plain.locator("#headline")).to_contain_text("Альфа")
    plain.locator("#undo-last").click()
    expect(plain.locator("#headline")).to_contain_text("Гамма")
    assert rows(auction)[3:] == ["bid", "bid", "undo"]


def test_without_script_an_entry_is_corrected(auction: Session, plain: Page) -> None:
    plain.locator(".lgcol .log a").first.click()
    expect(plain.locator("h1")).to_contain_text("№ 3")
    plain.locator("[name$=bid]").first.fill("4")
    plain.locator("[name=reason]").first.fill("ослышался")
    plain.locator("button", has_text="Показать, что изменится").click()
    plain.locator("#apply").click()
    assert bids(auction)["A"] == 4


def test_without_script_two_hands_are_asked_too(auction: Session, plain: Page, act_at: Callable[..., None]) -> None:
    act_at(auction, "B", "bid", amount=4)
    plain.locator("#pass").click()
    expect(plain.locator(".clash")).to_contain_text("Бета ставит 4")
    plain.locator("#leave").click()
    expect(plain.locator("#headline")).to_contain_text("Гамма")
    assert rows(auction)[3:] == ["bid"]
