"""Signing in: by one-time link, by password, out, and who gets nothing."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from trainer.models import SignInLink, User
from trainer.views.signin import FAILED_SIGN_INS

HOME = "/"
SIGN_IN = "/signin/"
PASSWORD = "разлив-нефти-19"


def path_of(token: str) -> str:
    return reverse("trainer:link", args=[token])


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def test_pages_ask_strangers_to_sign_in(db: None, client: Client) -> None:
    answer = client.get(HOME)
    assert (answer.status_code, answer["Location"]) == (302, f"{SIGN_IN}?next={HOME}")


def test_link_signs_in_once(owner: User, client: Client) -> None:
    path = path_of(SignInLink.issue(owner))
    assert client.post(path)["Location"] == HOME
    assert client.get(HOME).status_code == 200
    other_device = Client()
    assert other_device.post(path).status_code == 410
    assert not is_signed_in(other_device)


def test_opening_a_link_does_not_spend_it(owner: User, client: Client) -> None:
    path = path_of(SignInLink.issue(owner))
    for _preview in range(3):
        assert client.get(path).status_code == 200
    assert not is_signed_in(client)
    client.post(path)
    assert is_signed_in(client)


def test_link_opened_again_leads_on(owner: User, client: Client) -> None:
    path = path_of(SignInLink.issue(owner))
    client.post(path)
    assert client.get(path)["Location"] == HOME


def test_link_expires(owner: User, client: Client) -> None:
    path = path_of(SignInLink.issue(owner, lifetime=timedelta(seconds=-1)))
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410
    assert not is_signed_in(client)


def test_newest_link_is_the_one_that_works(owner: User, client: Client) -> None:
    earlier, newest = SignInLink.issue(owner), SignInLink.issue(owner)
    assert client.post(path_of(earlier)).status_code == 404
    assert client.post(path_of(newest)).status_code == 302


def test_link_of_a_blocked_user_is_closed(owner: User, client: Client) -> None:
    path = path_of(SignInLink.issue(owner))
    User.objects.update(is_active=False)
    assert client.post(path).status_code == 410


def test_unknown_link_is_not_found(db: None, client: Client) -> None:
    assert client.get(path_of("guess")).status_code == 404


def test_database_holds_no_token(owner: User) -> None:
    token = SignInLink.issue(owner)
    assert token not in str(SignInLink.objects.values_list())


def test_command_makes_the_trainer_and_prints_a_working_link(db: None, client: Client) -> None:
    out = StringIO()
    call_command("signin_link", stdout=out)
    address = out.getvalue().strip()
    assert address.startswith("http://127.0.0.1:8000/in/")
    client.post(address.removeprefix("http://127.0.0.1:8000"))
    assert is_signed_in(client)
    assert not User.objects.get().has_usable_password()


def test_command_takes_an_existing_user(owner: User) -> None:
    call_command("signin_link", user="owner", stdout=StringIO())
    assert (User.objects.count(), SignInLink.objects.get().user) == (1, owner)


def test_password_signs_in(owner: User, client: Client) -> None:
    with_password(owner)
    answer = client.post(SIGN_IN, {"username": "owner", "password": PASSWORD, "next": "/password/"})
    assert (answer.status_code, answer["Location"]) == (302, "/password/")


def test_wrong_password_is_422_and_next_leads_nowhere_else(owner: User, client: Client) -> None:
    with_password(owner)
    assert client.post(SIGN_IN, {"username": "owner", "password": "нет"}).status_code == 422
    answer = client.post(SIGN_IN, {"username": "owner", "password": PASSWORD, "next": "https://example.org/"})
    assert answer["Location"] == HOME


def test_guessing_is_limited_for_one_name_at_one_address(owner: User, mate: User, client: Client) -> None:
    """A whole class sits behind one router: another name at the same address still signs in."""
    with_password(owner)
    with_password(mate)
    for _try in range(FAILED_SIGN_INS.tries):
        assert client.post(SIGN_IN, {"username": "owner", "password": "нет"}).status_code == 422
    assert client.post(SIGN_IN, {"username": "owner", "password": PASSWORD}).status_code == 429
    assert client.post(SIGN_IN, {"username": "OWNER", "password": PASSWORD}).status_code == 429
    assert client.post(SIGN_IN, {"username": "mate", "password": PASSWORD}).status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.168.1.77")
    assert elsewhere.post(SIGN_IN, {"username": "owner", "password": PASSWORD}).status_code == 302


def test_success_forgets_earlier_mistakes(owner: User) -> None:
    with_password(owner)
    for _day in range(2):
        for _try in range(FAILED_SIGN_INS.tries - 1):
            Client().post(SIGN_IN, {"username": "owner", "password": "нет"})
        assert Client().post(SIGN_IN, {"username": "owner", "password": PASSWORD}).status_code == 302


def test_forwarded_address_counts_only_behind_a_proxy(owner: User, client: Client, settings: Settings) -> None:
    """Without a proxy the header is the visitor's own invention."""
    for number in range(FAILED_SIGN_INS.tries):
        headers = {"X-Forwarded-For": f"10.0.0.{number}"}
        client.post(SIGN_IN, {"username": "owner", "password": "нет"}, headers=headers)
    assert client.post(SIGN_IN, {"username": "owner", "password": "нет"}).status_code == 429
    settings.BEHIND_PROXY = True
    headers = {"X-Forwarded-For": "1.1.1.1, 10.0.0.99"}
    assert client.post(SIGN_IN, {"username": "owner", "password": "нет"}, headers=headers).status_code == 422


def test_first_password_is_set_without_an_old_one(owner: User, signed_in: Callable[[User], Client]) -> None:
    owner.set_unusable_password()
    owner.save()
    client = signed_in(owner)
    answer = client.post("/password/", {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert answer["Location"] == HOME
    assert client.get(HOME).status_code == 200, "still signed in"
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)


def test_password_is_changed_only_with_the_old_one(owner: User, signed_in: Callable[[User], Client]) -> None:
    client = signed_in(with_password(owner))
    new = {"new_password1": "другой-пароль-1", "new_password2": "другой-пароль-1"}
    assert client.post("/password/", {"old_password": "нет", **new}).status_code == 422
    assert client.post("/password/", {"old_password": PASSWORD, **new}).status_code == 302


def test_sign_out_needs_a_post(owner: User, signed_in: Callable[[User], Client]) -> None:
    client = signed_in(owner)
    assert client.get("/signout/").status_code == 405
    assert client.post("/signout/")["Location"] == SIGN_IN
    assert not is_signed_in(client)


def test_personal_pages_are_not_cached(owner: User, signed_in: Callable[[User], Client]) -> None:
    assert signed_in(owner).get(HOME)["Cache-Control"] == "no-store"


def test_session_lasts_while_it_is_used(owner: User, signed_in: Callable[[User], Client]) -> None:
    """Two weeks from the last day of use, and no write in between."""
    client = signed_in(owner)
    client.get(HOME)
    session = client.session
    assert session["renewed"] == pytest.approx(timezone.now().timestamp(), abs=60)
    assert session.get_expiry_age() == 14 * 24 * 3600
    session["renewed"] -= 25 * 3600
    session.save()
    client.get(HOME)
    assert client.session["renewed"] == pytest.approx(timezone.now().timestamp(), abs=60)


def test_htmx_is_led_to_sign_in_as_a_whole_page(db: None, client: Client) -> None:
    answer = client.get(HOME, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (200, f"{SIGN_IN}?next={HOME}")
    assert "HX-Request" in answer["Vary"]


def test_old_form_tells_htmx_to_load_the_page_anew(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(SIGN_IN, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    plain = strict.post(SIGN_IN)
    assert plain.status_code == 403
    assert "Страница устарела" in plain.content.decode()


def test_language_is_switched_and_remembered(db: None, client: Client) -> None:
    assert "Войти" in client.get(SIGN_IN).content.decode()
    client.post("/i18n/setlang/", {"language": "en", "next": SIGN_IN})
    assert "Sign in" in client.get(SIGN_IN).content.decode()


def test_an_error_page_is_in_the_chosen_theme(db: None, client: Client) -> None:
    client.cookies["theme"] = "dark"
    assert 'data-bs-theme="dark"' in client.get("/no/such/page").content.decode()
    assert 'data-bs-theme="dark"' in client.get("/signin/?next=%00").content.decode(), "400, before any view"


def test_theme_comes_from_the_cookie(db: None, client: Client) -> None:
    assert 'data-bs-theme="light"' in client.get(SIGN_IN).content.decode()
    client.cookies["theme"] = "dark"
    assert 'data-bs-theme="dark"' in client.get(SIGN_IN).content.decode()
    client.cookies["theme"] = '"><script>'
    assert 'data-bs-theme="light"' in client.get(SIGN_IN).content.decode()


def test_browser_signs_in_by_link(page: Page, live_server: LiveServer, owner: User) -> None:
    page.goto(live_server.url + path_of(SignInLink.issue(owner)))
    page.get_by_role("button", name="Войти").click()
    expect(page.get_by_role("heading", name="Тренинги")).to_be_visible()
    page.get_by_role("button", name="Светлая или тёмная").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Workshops")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Signing in")).to_be_visible()
