"""The two profiles: what each needs, what each sends, and that a server passes Django's own deployment check."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client

from tests.conftest import free_port
from trainer import folders, profiles
from trainer.models import User

SERVER = {
    "TRAINER_PROFILE": "server",
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "table.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://table.example.org",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
}


def django(arguments: list[str], data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with a data folder and an environment of its own."""
    unwanted = {*SERVER, "DATABASE_URL", "CACHE_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"}
    clean = {name: value for name, value in os.environ.items() if name not in unwanted}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**clean, "DJANGO_SETTINGS_MODULE": "trainer.settings", "TRAINER_DATA": str(data), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def setting(name: str, data: Path, **environment: str) -> str:
    """The value of a setting in a fresh process, as text."""
    done = django(["-c", f"from django.conf import settings; print(settings.{name})"], data, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_server_passes_the_deployment_check_without_a_warning(tmp_path: Path) -> None:
    done = django(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], tmp_path, **SERVER)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "System check identified no issues (0 silenced)."


def test_laptop_passes_the_check_with_no_environment(tmp_path: Path) -> None:
    done = django(["manage.py", "check", "--fail-level", "WARNING"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "System check identified no issues (0 silenced)."


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_server_does_not_start_without(name: str, tmp_path: Path) -> None:
    without = {key: value for key, value in SERVER.items() if key != name}
    done = django(["manage.py", "check"], tmp_path, **without)
    assert done.returncode != 0
    assert name in done.stderr


def test_misspelt_profile_is_refused(tmp_path: Path) -> None:
    assert "TRAINER_PROFILE" in django(["manage.py", "check"], tmp_path, TRAINER_PROFILE="sever").stderr


def test_debug_is_off_unless_asked_for(tmp_path: Path) -> None:
    assert setting("DEBUG", tmp_path) == "False"
    assert setting("DEBUG", tmp_path, **SERVER) == "False"
    assert setting("DEBUG", tmp_path, DEBUG="1") == "True"


def test_laptop_makes_its_key_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    first, second = setting("SECRET_KEY", tmp_path), setting("SECRET_KEY", tmp_path)
    assert first == second
    assert len(first) >= 50
    assert setting("SECRET_KEY", tmp_path / "other") != first
    if os.name != "nt":
        assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_policy_allows_only_what_is_ours(db: None, client: Client) -> None:
    sent = client.get("/signin/")["Content-Security-Policy"]
    assert {part.strip() for part in sent.split(";")} == {
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    }


def test_laptop_cookies_work_on_plain_http(owner: User, signed_in: Callable[[User], Client]) -> None:
    client = signed_in(owner)
    answer = client.get("/password/")
    assert not any(cookie["secure"] for cookie in client.cookies.values())
    assert "Strict-Transport-Security" not in answer
    assert "Cross-Origin-Opener-Policy" not in answer, "a console error on plain http"


def test_server_insists_on_https(tmp_path: Path) -> None:
    code = """
import django.core.management
django.setup()
from django.template.loader import render_to_string
from django.test import Client
client = Client(headers={"host": "table.example.org"})
plain = client.get("/signin/")
print(plain.status_code, plain["Location"])
print(client.get("/healthz").status_code)
django.core.management.call_command("collectstatic", interactive=False, verbosity=0)
safe = client.get("/signin/", headers={"X-Forwarded-Proto": "https"})
print(safe.status_code, safe["Strict-Transport-Security"], client.cookies["trainer_csrf"]["secure"])
"""
    done = django(["-c", code], tmp_path, **SERVER)
    assert done.stdout.splitlines() == [
        "301 https://table.example.org/signin/",
        "200",
        "200 max-age=31536000; includeSubDomains; preload True",
    ], done.stderr


def test_static_files_and_fonts_come_from_the_packages(db: None, client: Client) -> None:
    for path in (
        "bootstrap/css/bootstrap.min.css",
        "django_htmx/htmx-2.min.js",
        "trainer/app.css",
        "trainer/app.js",
        "fonts/onest/Onest[wght].ttf",
        "fonts/pt-sans/PT_Sans-Web-Regular.ttf",
    ):
        answer = client.get(f"/static/{path}")
        assert answer.status_code == 200, path
        answer.close()


def test_health_check_answers(db: None, client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_error_pages_speak_both_languages(db: None) -> None:
    assert "Такой страницы нет" in Client(headers={"Accept-Language": "ru"}).get("/no/").content.decode()
    assert "There is no such page" in Client(headers={"Accept-Language": "en"}).get("/no/").content.decode()


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "500", "trouble"])
def test_error_page_needs_no_context(code: str) -> None:
    assert render_to_string(f"{code}.html").count("<h1>") == 1


def test_laptop_is_found_under_its_own_addresses() -> None:
    hosts = profiles.laptop_hosts()
    assert {"localhost", "127.0.0.1", "[::1]", socket.gethostname().lower()} <= set(hosts)
    assert set(profiles.private_addresses()) <= set(hosts)


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        ("/home/ann/OneDrive/table/var", "OneDrive"),
        ("/home/ann/OneDrive - ООО Вектор/table", "OneDrive"),
        ("/home/ann/Яндекс.Диск/игры", "Яндекс.Диск"),
        ("/home/ann/YandexDisk/игры", "Яндекс.Диск"),
        ("/home/ann/Dropbox (Personal)/t", "Dropbox"),
        ("/Users/ann/Library/CloudStorage/GoogleDrive-ann@example.org/t", "CloudStorage"),
        ("/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/t", "iCloud"),
        ("/home/ann/Google Drive/t", "Google Drive"),
        ("/home/ann/dropboxes/t", None),
        ("/home/ann/Мои документы/тренинги", None),
    ],
)
def test_synchronised_folder_is_known_by_its_name(folder: str, service: str | None) -> None:
    assert folders.synchronised_by(Path(folder)) == service


def test_network_folder_is_known_by_its_mount() -> None:
    mounts = (
        "/dev/sda1 / ext4 rw 0 0\nnas:/vol /mnt/nas\\040one nfs4 rw 0 0\n/dev/sdb1 /mnt/nas\\040one/local ext4 rw 0 0"
    )
    assert folders.network_mount(Path("/mnt/nas one/table"), mounts) == "nfs4"
    assert folders.network_mount(Path("/mnt/nas one/local/table"), mounts) is None
    assert folders.network_mount(Path("/home/ann"), mounts) is None


def test_check_warns_of_a_database_in_a_synchronised_folder(tmp_path: Path) -> None:
    assert "trainer.W001" in django(["manage.py", "check"], tmp_path / "Dropbox").stderr
    elsewhere = {"DATABASE_URL": "postgres://127.0.0.1/none"}
    assert "trainer.W001" not in django(["manage.py", "check"], tmp_path / "Dropbox", **elsewhere).stderr


def test_check_warns_of_files_as_a_servers_broker(tmp_path: Path) -> None:
    without = {**SERVER, "CELERY_BROKER_URL": "filesystem://localhost//"}
    assert "trainer.W002" in django(["manage.py", "check"], tmp_path, **without).stderr


@pytest.mark.postgres
def test_migrates_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    done = django(["manage.py", "migrate", "-v0"], tmp_path, DATABASE_URL=postgres_url)
    assert done.returncode == 0, done.stderr
    assert "/in/" in django(["manage.py", "signin_link"], tmp_path, DATABASE_URL=postgres_url).stdout
    assert not (tmp_path / "db.sqlite3").exists()


SEND = """
import django, time
django.setup()
from trainer.celery import app
started = time.monotonic()
try:
    app.send_task("no.such.job")
except Exception as error:
    print("refused", time.monotonic() - started < 20)
else:
    print("sent")
"""


def test_job_is_sent_through_files(tmp_path: Path) -> None:
    assert django(["-c", SEND], tmp_path).stdout.strip() == "sent"
    assert list((tmp_path / "broker").glob("*.msg"))


@pytest.mark.redis
def test_job_is_sent_through_redis(redis_url: str, tmp_path: Path) -> None:
    assert django(["-c", SEND], tmp_path, CELERY_BROKER_URL=redis_url).stdout.strip() == "sent"


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_absent_broker_does_not_hold_up_a_click(scheme: str, tmp_path: Path) -> None:
    url = f"{scheme}://127.0.0.1:{free_port()}//"
    assert django(["-c", SEND], tmp_path, CELERY_BROKER_URL=url).stdout.strip() == "refused True"


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_silent_broker_does_not_hold_up_a_click(scheme: str, tmp_path: Path) -> None:
    """It takes the connection and never answers: only a time-out helps."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        url = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}//"
        assert django(["-c", SEND], tmp_path, CELERY_BROKER_URL=url).stdout.strip() == "refused True"
