"""Where somebody is signed in: listed, ended one by one, ended everywhere."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from trainer.browser_sessions import device_of
from trainer.models import BrowserSession, SignInLink, User

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1"
)
PASSWORD = "лестница-2026"


def came_by_link(user: User, agent: str) -> Client:
    """A browser in which this user signed in by a link."""
    client = Client(headers={"User-Agent": agent})
    assert client.post(f"/in/{SignInLink.issue(user)}/").status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def text(client: Client) -> str:
    return client.get("/me/").content.decode()


def test_every_sign_in_is_listed_by_its_browser(owner: User, mate: User) -> None:
    laptop, tablet = came_by_link(owner, WINDOWS), came_by_link(owner, IPAD)
    came_by_link(mate, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    for client in (laptop, tablet):
        assert "Chrome, Windows" in text(client)
        assert "Safari, iPad" in text(client)
        assert "Firefox" not in text(client), "a colleague's sign-in is his own business"
        assert text(client).count("этот браузер") == 1


def test_no_key_of_a_session_stands_on_the_page(owner: User) -> None:
    laptop, tablet = came_by_link(owner, WINDOWS), came_by_link(owner, IPAD)
    for client in (laptop, tablet):
        assert client.session.session_key not in text(laptop)


def test_one_sign_in_is_ended_at_once(owner: User) -> None:
    laptop, tablet = came_by_link(owner, WINDOWS), came_by_link(owner, IPAD)
    mark = text(laptop).partition('name="mark" value="')[2].partition('"')[0]
    assert laptop.post("/me/end/", {"mark": mark})["Location"] == "/me/"
    assert (is_in(laptop), is_in(tablet)) == (True, False)


def test_everywhere_is_everywhere_and_nobody_else(owner: User, mate: User) -> None:
    laptop, tablet = came_by_link(owner, WINDOWS), came_by_link(owner, IPAD)
    colleague = came_by_link(mate, WINDOWS)
    unopened = SignInLink.issue(owner)
    assert laptop.post("/me/end/")["Location"] == "/signin/"
    assert (is_in(laptop), is_in(tablet), is_in(colleague)) == (False, False, True)
    assert Client().post(f"/in/{unopened}/").status_code == 404


def test_a_foreign_sign_in_cannot_be_ended(owner: User, mate: User) -> None:
    laptop, colleague = came_by_link(owner, WINDOWS), came_by_link(mate, WINDOWS)
    came_by_link(mate, IPAD)
    mark = text(colleague).partition('name="mark" value="')[2].partition('"')[0]
    assert laptop.post("/me/end/", {"mark": mark}).status_code == 404
    assert BrowserSession.objects.filter(user=mate).count() == 2


def test_a_new_password_ends_the_other_sign_ins(owner: User, signed_in: Callable[[User], Client]) -> None:
    owner.set_password(PASSWORD)
    owner.save()
    laptop, tablet = signed_in(owner), signed_in(owner)
    changed = {"old_password": PASSWORD, "new_password1": "другой-пароль-1", "new_password2": "другой-пароль-1"}
    assert laptop.post("/password/", changed).status_code == 302
    assert (is_in(laptop), is_in(tablet)) == (True, False)


def test_expired_sessions_go_with_the_next_sign_in(owner: User) -> None:
    came_by_link(owner, WINDOWS)
    BrowserSession.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    came_by_link(owner, IPAD)
    assert BrowserSession.objects.count() == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (WINDOWS, "Chrome, Windows"),
        (IPAD, "Safari, iPad"),
        (WINDOWS + " Edg/140.0", "Edge, Windows"),
        (WINDOWS.replace("Chrome", "YaBrowser/25.1 Chrome"), "Яндекс Браузер, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_browsers_are_named_as_people_do(agent: str, name: str) -> None:
    assert device_of(agent) == name


def test_the_cookie_is_out_of_reach_of_scripts(owner: User) -> None:
    client = came_by_link(owner, WINDOWS)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_blocked_user_is_out_at_once(owner: User) -> None:
    laptop = came_by_link(owner, WINDOWS)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert not is_in(laptop)


def test_a_sign_in_of_one_is_none_of_another(owner: User, mate: User) -> None:
    """The row says whose it is, and so does what it holds; where they differ, what it holds is signed."""
    User.objects.update(password="!")  # the same of both: no digest of it tells them apart
    laptop = came_by_link(owner, WINDOWS)
    BrowserSession.objects.update(user=mate)
    assert laptop.get("/me/").context["user"] == owner


def test_a_page_reads_its_sign_in_and_user_at_once(owner: User) -> None:
    laptop = came_by_link(owner, WINDOWS)
    with CaptureQueriesContext(connection) as queries:
        laptop.get("/")
    told = [query["sql"] for query in queries if "trainer_user" in query["sql"]]
    assert len([sql for sql in told if "password" in sql]) == 1, told
