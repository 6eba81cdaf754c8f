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
    keeper.make("start")
    keeper.look()
    assert [copy.why for copy in copies.copies()] == ["start"]
    act(table, "referee", "stop_game", reason="время вышло")
    keeper.look()
    assert sorted(copy.why for copy in copies.copies()) == ["end", "start"]


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


def test_strangers_see_no_copies(client: Client) -> None:
    assert client.get("/copies/").status_code == 302
    assert client.post("/copies/restore/", {"name": "trainer-20260101-000000-hand.sqlite3"}).status_code == 302


def test_a_name_that_leads_elsewhere_is_not_found(owner: User, signed_in: Callable[[User], Client]) -> None:
    client = signed_in(owner)
    for name in ("../db.sqlite3", "secret.key", "trainer-1-x.sqlite3"):
        assert client.post("/copies/restore/", {"name": name}).status_code == 404
