"""Copies of the database: made, pruned, restored; nothing is lost on the way."""

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.test_settings import django
from trainer import copies
from trainer.models import Session, User, Workshop

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test alone."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path


def needs_sqlite() -> bool:
    """A server's database is copied with its own tools."""
    return connection.vendor == "sqlite"


def test_a_copy_is_a_whole_database(workshop: Workshop) -> None:
    if not needs_sqlite():
        return
    made = copies.copy_now("hand")
    with sqlite3.connect(made.path) as base:
        assert base.execute("SELECT title FROM trainer_workshop").fetchall() == [("Осенний тренинг",)]


def test_restore_brings_back_what_was_there_and_keeps_what_is_there(
    table: Session, act: Callable[..., Any], workshop: Workshop
) -> None:
    if not needs_sqlite():
        return
    act(table, "A", "transfer", to="B", profits=3)
    made = copies.copy_now("hand")
    act(table, "A", "transfer", to="B", profits=4)
    before = copies.restore(made.path)
    assert Session.objects.get(pk=table.pk).rev == 1
    assert before
    copies.restore(before.path)
    assert Session.objects.get(pk=table.pk).rev == 2


def test_what_is_not_a_copy_is_refused_and_changes_nothing(workshop: Workshop, tmp_path: Path) -> None:
    if not needs_sqlite():
        return
    wrong = tmp_path / "wrong.sqlite3"
    wrong.write_bytes(b"not a database at all" * 100)
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE something (x)")
    for path in (wrong, other):
        with pytest.raises(copies.NotACopy):
            copies.restore(path)
    with pytest.raises(CommandError):
        call_command("restore", str(wrong))
    assert Workshop.objects.get() == workshop


def test_a_copy_of_a_newer_version_is_refused(workshop: Workshop) -> None:
    if not needs_sqlite():
        return
    made = copies.copy_now("hand")
    with sqlite3.connect(made.path) as base:
        base.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('trainer', '9999_later', '2030-01-01')"
        )
    with pytest.raises(copies.NotACopy, match="newer"):
        copies.check(made.path)


def test_old_copies_go_and_the_last_of_each_day_stays(own_folder: Path) -> None:
    folder = copies.home()
    now = timezone.localtime()
    for hours in range(0, 24 * 40, 6):
        (folder / f"trainer-{now - timedelta(hours=hours):%Y%m%d-%H%M%S}-time.sqlite3").write_bytes(b"")
    copies.prune(folder)
    kept = copies.copies(folder)
    days = {copy.at.date() for copy in kept}
    assert len(kept) < 24 + 31
    assert len(days) >= 28
    assert kept[0].at.date() == now.date()


def test_the_keeper_copies_when_a_table_ends(table: Session, act: Callable[..., Any]) -> None:
    if not needs_sqlite():
        return
    keeper = copies.Keeper()
    keeper.look()
    keeper.look()
    assert [copy.why for copy in copies.copies()] == ["start"]
    act(table, "referee", "stop_game", reason="время вышло")
    keeper.look()
    assert sorted(copy.why for copy in copies.copies()) == ["end", "start"]


def test_a_strange_file_or_folder_stops_neither_the_copies_nor_their_page(
    own_folder: Path, owner: User, signed_in: Callable[[User], Client]
) -> None:
    if not needs_sqlite():
        return
    strange = copies.home() / "trainer-99999999-999999-hand.sqlite3"
    strange.write_bytes(b"")
    # A folder about which the system answers with an error, as about a stick that is broken.
    (own_folder / copies.CHOICE).write_text(f'{{"folder": "/tmp/{"x" * 300}"}}', encoding="utf-8")
    keeper = copies.Keeper()
    keeper.look()
    assert [copy.why for copy in copies.copies()] == ["start"]
    assert strange.exists(), "it is not ours to remove"
    page = signed_in(owner).get("/copies/")
    assert (page.status_code, page.context["not_on_second"]) == (200, True)


def test_the_second_folder_gets_its_copy_and_its_loss_stops_nothing(own_folder: Path) -> None:
    if not needs_sqlite():
        return
    stick = own_folder / "stick"
    stick.mkdir()
    copies.choose_folder(str(stick))
    copies.copy_now("hand")
    assert len(copies.copies(stick)) == 1
    copies.copies(stick)[0].path.unlink()
    stick.rmdir()
    assert copies.copy_now("time").path.exists()
    with pytest.raises(OSError, match="stick"):
        copies.choose_folder(str(stick))


def test_the_page_makes_lists_and_restores(
    owner: User, workshop: Workshop, signed_in: Callable[[User], Client]
) -> None:
    client = signed_in(owner)
    if not needs_sqlite():
        assert client.get("/copies/").status_code == 404
        return
    client.post("/copies/")
    [made] = copies.copies()
    assert made.path.name in client.get("/copies/").content.decode()
    Workshop.objects.create(owner=owner, title="Потом")
    assert client.post("/copies/restore/", {"name": made.path.name}).status_code == 302
    assert [one.title for one in Workshop.objects.all()] == ["Осенний тренинг"]


def test_a_copy_signs_nobody_in_and_a_restore_signs_nobody_out(
    owner: User, workshop: Workshop, signed_in: Callable[[User], Client]
) -> None:
    if not needs_sqlite():
        return
    client = signed_in(owner)
    key = client.session.session_key
    made = copies.copy_now("hand")
    assert key.encode() not in made.path.read_bytes()
    assert client.post("/copies/restore/", {"name": made.path.name})["Location"] == "/copies/"
    assert "Восстановлено" in client.get("/copies/").content.decode()
    assert client.session.session_key == key


def test_a_copy_is_one_file_that_opens_on_a_write_protected_stick(workshop: Workshop) -> None:
    """Opening a database with write-ahead log makes files beside it; byte 18 and 19 of the header say which it is."""
    if not needs_sqlite():
        return
    made = copies.copy_now("hand")
    assert made.path.read_bytes()[18:20] == b"\x01\x01"
    copies.check(made.path)
    assert [path.name for path in copies.home().iterdir()] == [made.path.name]


def test_the_files_of_a_dead_laptop_are_a_copy_too(table: Session, act: Callable[..., Any], tmp_path: Path) -> None:
    """Its newest moves lie in the write-ahead file beside the database."""
    if not needs_sqlite():
        return
    act(table, "A", "transfer", to="B", profits=3)
    dead = tmp_path / "dead"
    dead.mkdir()
    for end in ("", "-wal"):
        name = connection.settings_dict["NAME"] + end
        (dead / f"db.sqlite3{end}").write_bytes(Path(name).read_bytes())
    act(table, "A", "transfer", to="B", profits=4)
    copies.restore(dead / "db.sqlite3")
    assert [row.seq for row in Session.objects.get(pk=table.pk).rows.all()] == [1]


def test_a_second_laptop_goes_on_where_the_first_one_ended(
    table: Session, act: Callable[..., Any], tmp_path: Path
) -> None:
    if not needs_sqlite():
        return
    act(table, "A", "transfer", to="B", profits=3)
    made = copies.copy_now("hand")
    second = tmp_path / "второй ноутбук"
    done = django(["manage.py", "restore", str(made.path)], second)
    assert done.returncode == 0, done.stderr
    checked = django(["manage.py", "check_sessions"], second)
    assert checked.stdout.strip() == f"{table.key} Осенний тренинг / Стол 1: ok"
    with sqlite3.connect(second / "db.sqlite3") as base:
        assert base.execute("SELECT seq, action FROM trainer_logrow").fetchall() == [(1, "transfer")]
    assert "/in/" in django(["manage.py", "signin_link", "--user", "owner"], second).stdout


def test_a_copy_that_fails_leaves_nothing_half(workshop: Workshop, own_folder: Path) -> None:
    if not needs_sqlite():
        return
    taken = copies.home() / "blocked"
    (taken / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="blocked"), copies.draft_of(taken) as draft:
        draft.write_bytes(b"half")
    assert [path.name for path in copies.home().iterdir()] == ["blocked"]


def test_it_is_said_when_copies_have_stopped_or_the_stick_is_out(
    owner: User, workshop: Workshop, signed_in: Callable[[User], Client], own_folder: Path
) -> None:
    if not needs_sqlite():
        return
    client = signed_in(owner)
    assert "последние двадцать минут" in client.get("/copies/").content.decode()
    copies.copy_now("hand")
    assert "msg-ask" not in client.get("/copies/").content.decode()
    stick = own_folder / "stick"
    stick.mkdir()
    copies.choose_folder(str(stick))
    assert "флешка" in client.get("/copies/").content.decode()


def test_another_trainer_of_the_laptop_gets_no_copies(
    owner: User, stranger: User, signed_in: Callable[[User], Client]
) -> None:
    """A copy holds the clients of everybody."""
    client = signed_in(stranger)
    assert client.get("/copies/").status_code == 404
    assert client.post("/copies/restore/", {"name": "trainer-20260101-000000-hand.sqlite3"}).status_code == 404
    assert "/copies/" not in client.get("/me/").content.decode()
    if needs_sqlite():
        assert "/copies/" in signed_in(owner).get("/me/").content.decode()


def test_strangers_see_no_copies(client: Client) -> None:
    assert client.get("/copies/").status_code == 302
    assert client.post("/copies/restore/", {"name": "trainer-20260101-000000-hand.sqlite3"}).status_code == 302


def test_a_name_that_leads_elsewhere_is_not_found(owner: User, signed_in: Callable[[User], Client]) -> None:
    client = signed_in(owner)
    for name in ("../db.sqlite3", "secret.key", "trainer-1-x.sqlite3"):
        assert client.post("/copies/restore/", {"name": name}).status_code == 404
