"""Every answer carries the headers that protect it: pages, errors, files, redirects, static files."""

import errno
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import path

from trainer.models import User
from trainer.urls import handler500
from trainer.urls import urlpatterns as own

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FAILURES: dict[str, Exception] = {
    "bug": LookupError("no"),
    "full": OperationalError("database or disk is full"),
    "disk": OSError(errno.ENOSPC, "No space left on device"),
    "locked": OperationalError("database is locked"),
    "gone": OperationalError("unable to open database file"),
}


def fail(request: object, name: str) -> None:
    raise FAILURES[name]


urlpatterns = [path("fail/<str:name>/", fail), *own]
__all__ = ["handler500"]


def assert_protected(answer: object) -> None:
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "camera=()" in answer["Permissions-Policy"]
    assert {name: answer[name] for name in ALWAYS} == ALWAYS


@pytest.mark.parametrize("address", [
    "/signin/", "/no/such/page", "/healthz", "/signout/", "/kits/", "/static/trainer/icon.svg",
    "/static/trainer/app.js", "/static/no.css", "/i18n/setlang/",
])  # fmt: skip
def test_headers_of_pages_files_and_refusals(db: None, client: Client, address: str) -> None:
    answer = client.get(address)
    assert_protected(answer)
    answer.close()


def test_headers_of_a_foreign_host_and_an_old_form(db: None) -> None:
    assert_protected(Client(SERVER_NAME="evil.example.org").get("/signin/"))
    strict = Client(enforce_csrf_checks=True).post("/signin/")
    assert strict.status_code == 403
    assert_protected(strict)


def test_headers_of_files_charts_and_frames(owner: User, signed_in: Callable[[User], Client]) -> None:
    call_command("demo", user=owner.username)
    session = owner.workshops.get(title__contains="прошедший").sessions.first()
    client = signed_in(owner)
    page = client.get(f"/reports/{session.key}/")
    chart = page.content.decode().partition(f'src="/reports/{session.key}/chart/')[2].partition('"')[0]
    for address in (
        f"/s/{session.key}/export/",
        f"/reports/{session.key}/chart/{chart}",
        f"/reports/{session.key}/whole/",
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert_protected(answer)
        assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("bug", 500, "Сбой программы"),
        ("full", 503, "Диск заполнен"),
        ("disk", 503, "Диск заполнен"),
        ("locked", 503, "База занята"),
        ("gone", 503, "База не отвечает"),
    ],
)
def test_a_failure_is_told_in_words_and_protected(db: None, name: str, status: int, words: str) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get(f"/fail/{name}/")
    assert (answer.status_code, words in answer.content.decode()) == (status, True)
    assert_protected(answer)
    part = client.get(f"/fail/{name}/", headers={"HX-Request": "true"})
    assert part.status_code == status
    if status == 503:
        assert part["Content-Type"].startswith("text/plain")
        assert part.content.decode().startswith(words)
