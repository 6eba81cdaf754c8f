"""The database is locked, or the disk full: a message in words, nothing half, and the same form goes on afterwards."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.house import Answer, Hand, House, Web, gift

BUSY, FULL = "База занята", "Диск заполнен"


@contextlib.contextmanager
def held(house: House) -> Iterator[None]:
    """Another program holds what a move needs."""
    if house.database:
        with psycopg.connect(house.database) as base:
            base.execute("SELECT 1 FROM trainer_session FOR UPDATE")
            yield
            base.rollback()
        return
    with contextlib.closing(sqlite3.connect(house.data / "db.sqlite3", isolation_level=None)) as base:
        base.execute("BEGIN IMMEDIATE")
        yield
        base.execute("ROLLBACK")


def test_a_locked_database_is_told_and_the_form_can_be_sent_again(any_house: House) -> None:
    op, answers = uuid.uuid4(), list[Answer]()
    with any_house.laptop() as web:
        hand, path, form = web.hand(), web.record_path(0), gift(0, op=op)
        with held(any_house):
            clicks = [
                threading.Thread(target=lambda headers=headers: answers.append(hand.post(path, form, **headers)))
                for headers in ({}, {"HX-Request": "true"})
            ]
            for click in clicks:
                click.start()
            assert hand.get(f"/s/{any_house.key(0)}/").status == 200, "reading goes on"
            for click in clicks:
                click.join()
        assert [answer.status for answer in answers] == [503, 503]
        assert all(BUSY in answer.text for answer in answers)
        assert {answer.text.startswith("<!doctype html>") for answer in answers} == {True, False}
        assert any_house.rows(0) == []
        assert hand.post(path, form).status == 302
    assert any_house.rows(0) == [(1, str(op))]
    any_house.check()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    folder = tmp_path / "диск"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or os.name == "nt" or os.geteuid():
        pytest.skip("only root can mount a small disk")
    done = subprocess.run(mount, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S607 - where it lies differs


def fill(folder: Path) -> Path:
    """Take all the room that is left on a disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    return filler


def until_full(web: Web, hand: Hand) -> tuple[list[str], Answer]:
    """Record until a move is not recorded any more: the acknowledged ones and the answer to the last."""
    acknowledged: list[str] = []
    while True:
        op = uuid.uuid4()
        giver, taker = ("A", "B") if len(acknowledged) % 2 == 0 else ("B", "A")
        answer = hand.post(web.record_path(0), gift(len(acknowledged), giver, taker, op))
        if answer.status != 302:
            return acknowledged, answer
        acknowledged.append(str(op))


def test_a_full_disk_is_told_and_recording_goes_on_when_there_is_room(model_house: House, small_disk: Path) -> None:
    house = model_house.copied_to(small_disk)
    with house.laptop() as web:
        hand, page = web.hand(), f"/s/{house.key(0)}/"
        assert hand.get(page).status == 200
        filler = fill(small_disk)
        acknowledged, answer = until_full(web, hand)
        assert (answer.status, FULL in answer.text) == (503, True)
        assert house.rows(0) == list(enumerate(acknowledged, 1))
        assert hand.get(page).status == 200, "reading goes on"
        filler.unlink()
        op = uuid.uuid4()
        giver, taker = ("A", "B") if len(acknowledged) % 2 == 0 else ("B", "A")
        assert hand.post(web.record_path(0), gift(len(acknowledged), giver, taker, op)).status == 302
    assert house.rows(0) == list(enumerate([*acknowledged, str(op)], 1))
    house.check()


def test_a_copy_that_does_not_fit_is_told_and_leaves_the_room_free(model_house: House, small_disk: Path) -> None:
    house = model_house.copied_to(small_disk)
    with house.laptop() as web:
        hand = web.hand()
        assert hand.get("/copies/").status == 200
        filler = fill(small_disk)
        assert hand.post("/copies/", {}).status == 302
        page = hand.get("/copies/")
        assert "Копия не сделана: диск заполнен" in page.text
        assert not list((small_disk / "copies").glob("*.part"))
        filler.unlink()
