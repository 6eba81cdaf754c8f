"""`manage.py debrief FILE`: from a recorded game and from a session file, without a database."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.registry import SLUGS
from reports.debrief import Debrief, Edits, QuestionEdit
from reports.recorded import BadFile, debrief_of_file
from tests.reports.reading import evidence, figures, pages, plain
from tests.reports.saved import session_of

FOLDER: Path = settings.BASE_DIR / "tests" / "conformance"
RECORDS = sorted(path for path in FOLDER.glob("*.json") if path.stem.partition("-")[0] in SLUGS)


def recorded() -> bytes:
    """Return the recorded game of «Экологика»."""
    return (FOLDER / "ecologic.json").read_bytes()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_recorded_game_has_its_reports(path: Path, tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("debrief", path, out=tmp_path / "новая папка", stdout=out)
    assert sorted(one.name for one in (tmp_path / "новая папка").iterdir()) == [
        "one-page.pdf", "report.pdf", "report.xlsx", "teams.pdf",
    ]  # fmt: skip
    debrief = debrief_of_file(path.read_bytes(), "ru")
    text = " ".join(pages((tmp_path / "новая папка" / "report.pdf").read_bytes()))
    assert not {"\u25a0", "\ufffd", "\x00"} & set(text)
    assert {written for _value, written in figures(debrief) if plain(written) not in text} == set()
    assert len(pages((tmp_path / "новая папка" / "one-page.pdf").read_bytes())) == 1
    assert len(pages((tmp_path / "новая папка" / "teams.pdf").read_bytes())) == len(debrief.teams)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_question_of_the_game_is_there(path: Path, language: str) -> None:
    debrief = debrief_of_file(path.read_bytes(), language)
    assert len(debrief.questions) >= 10
    assert all(sheet.text.strip() for sheet in debrief.questions)
    assert evidence(debrief)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_no_sign_of_a_template_is_left_in_the_texts(path: Path, language: str) -> None:
    """A percent sign is doubled in the texts of the engine, and a figure has its place in brackets."""
    text = msgspec.json.encode(debrief_of_file(path.read_bytes(), language)).decode()
    assert "%%" not in text
    assert "%(" not in text


@pytest.mark.parametrize(
    ("game", "named", "ids"),
    [
        ("ecologic", {"сектор «Болота»", "«Лесные пожары»"}, {"S8", "V2"}),
        ("titans", {"«Синий кит»"}, {"AG15"}),
        ("market", {"Страховая компания"}, {"insurance"}),
    ],
)
def test_the_ledger_calls_a_posting_by_what_it_is_about(game: str, named: set[str], ids: set[str]) -> None:
    refs = {one.ref for one in debrief_of_file((FOLDER / f"{game}.json").read_bytes(), "ru").ledger}
    assert named <= refs
    assert not ids & refs


def test_refused_steps_are_counted_and_marks_are_kept() -> None:
    record = msgspec.json.decode(recorded())
    record["steps"].append({"n": 900, "actor": "referee", "action": "note", "params": {"text": "шумно"}})
    debrief = debrief_of_file(msgspec.json.encode(record), "ru")
    refused = sum("error" in step for step in record["steps"]) or debrief.refused
    assert debrief.refused == refused > 0
    assert [one.text for one in debrief.notes] == ["шумно"]
    assert debrief.rows == len(record["steps"]) - debrief.refused - 1


def test_a_session_file_gives_the_same_debrief_as_its_game() -> None:
    one: Debrief = debrief_of_file(recorded(), "ru")
    other = debrief_of_file(session_of(recorded(), Edits(questions={"1": QuestionEdit(answer="Ответ")})), "ru")
    assert other.digest == one.digest
    assert other.places == one.places
    assert figures(other) == figures(one)
    assert other.header.table == "Стол 2"
    assert (other.moves[0].by, other.moves[0].at) == ("Ольга", "30.11.2026 14:05")
    assert next(sheet.answer for sheet in other.questions if sheet.id == "1") == "Ответ"
    assert len(other.stars) == 1


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"{}", b'{"game": "chess"}', b'{"game": "ecologic"}', b'{"game": "ecologic", "format": "session/1"}'],
)
def test_what_is_no_game_is_refused_with_a_reason(raw: bytes) -> None:
    with pytest.raises(BadFile) as refused:
        debrief_of_file(raw, "ru")
    assert str(refused.value)


def test_the_command_says_which_file_is_bad(tmp_path: Path) -> None:
    path = tmp_path / "плохой файл.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match=r"плохой файл\.json"):
        call_command("debrief", path, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
