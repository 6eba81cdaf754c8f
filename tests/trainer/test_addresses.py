"""A laptop that changes its Wi-Fi is found under its new address; a code for phones is shown only where it leads."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from trainer.addresses import is_local, moved
from trainer.models import Session
from trainer.profiles import private_addresses

NOW = ["192.168.7.5", "10.0.0.2"]


@pytest.mark.parametrize(
    ("site", "found"),
    [
        ("http://192.168.7.5:8000", "http://192.168.7.5:8000"),
        ("http://10.0.0.2:8000", "http://10.0.0.2:8000"),
        ("http://172.16.4.4:8000", "http://192.168.7.5:8000"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://stol.local:8000", "http://stol.local:8000"),
    ],
)
def test_an_address_that_is_ours_no_more_gives_way(site: str, found: str) -> None:
    assert moved(site, NOW) == found
    assert moved(site, []) == site


def test_what_opens_here_only() -> None:
    assert [is_local(f"http://{host}:8000/p/") for host in ("localhost", "127.0.0.1", "[::1]")] == [True] * 3
    assert not is_local("http://192.168.7.5:8000/p/")


@pytest.mark.django_db
def test_an_address_got_after_the_start_answers_and_a_foreign_one_does_not(settings: Any) -> None:
    own = private_addresses()
    if not own:
        pytest.skip("this machine has no private address")
    settings.ALLOWED_HOSTS = ["localhost"]
    client = Client()
    assert client.get("/healthz", headers={"host": f"{own[0]}:8000"}).status_code == 200
    assert client.get("/signin/", headers={"host": f"{own[0]}:8000"}).status_code == 200
    assert client.get("/signin/", headers={"host": "172.31.255.77:8000"}).status_code == 400
    settings.LAPTOP, settings.ALLOWED_HOSTS = False, ["localhost"]
    assert client.get("/signin/", headers={"host": f"{own[0]}:8000"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(("site", "shown"), [("http://127.0.0.1:8000", False), ("https://table.example.org", True)])
def test_the_wall_shows_a_code_that_leads_somewhere(table: Session, settings: Any, site: str, shown: bool) -> None:
    settings.SITE_URL = site
    wall = Client().get(reverse("trainer:wall", args=[table.view_key])).content.decode()
    assert ("w-qr" in wall) is shown
