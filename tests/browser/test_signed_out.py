"""A sign-in that ends while somebody types in the debrief: nothing is lost, and it is saved after signing in there."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from reports.models import QuestionNote
from tests.faults.prepare import table
from trainer.models import BrowserSession, User, Workshop

PASSWORD = "лестница-2026"
SAID = "мы рискнули и проиграли"


def test_what_the_group_said_survives_the_end_of_the_sign_in(
    owner: User, live_server: LiveServer, sign_in_page: Callable[[User], Page]
) -> None:
    owner.set_password(PASSWORD)
    owner.save()
    session = table(Workshop.objects.create(owner=owner, title="Тренинг"), "Стол 1")
    page = sign_in_page(owner)
    page.goto(f"{live_server.url}/reports/{session.key}/question/1/")
    BrowserSession.objects.all().delete()
    page.locator("#ans").fill(SAID)
    dialog = page.locator("#again dialog")
    expect(dialog).to_be_visible()
    assert not QuestionNote.objects.exists()
    dialog.locator("[name=username]").fill("owner")
    dialog.locator("[name=password]").fill(PASSWORD)
    dialog.locator("form button").click()
    dialog.locator("[data-resend]").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#answer-state [name=version]")).to_have_value("1")
    expect(page.locator("#ans")).to_have_value(SAID)
    assert QuestionNote.objects.get().answer == SAID
