"""A session as a file: out and in again is the same table; a broken file is refused with its place."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from trainer.loglines import log_lines
from trainer.models import LogRow, Mark, Session, User, Workshop
from trainer.positions import table_at, table_of
from trainer.transfer import EXTRAS, BadFile, Extra, session_export, session_import
from trainer.words import say

Act = Callable[..., Any]


@pytest.fixture
def client(owner: User, signed_in: Any) -> Client:
    return signed_in(owner)


@pytest.fixture
def played(table: Session, act: Act) -> Session:
    """A table with moves, an undo, a redo, a fix, a ruling, marks, and people."""
    act(table, "A", "transfer", to="B", profits=3)
    act(table, "A", "transfer", to="C", profits=1)
    act(table, "referee", "undo")
    act(table, "referee", "redo")
    act(table, "referee", "undo")
    act(table, "A", "event_draw", card="V1")
    act(table, "referee", "amend", n=1, params={"to": "B", "profits": 5})
    act(table, "A", "overrule", action="transfer", params={"to": "B", "profits": 99}, actor="A", reason="так решили")
    table.refresh_from_db()
    Mark.objects.create(session=table, kind="star", n=1, by="Ирина")
    Mark.objects.create(session=table, kind="dispute", n=6, text="спорно", ruling="E-054", by="Ирина")
    table.teams.filter(code="A").update(people="Ира, Олег", letter="Я", colour=5)
    Session.objects.filter(pk=table.pk).update(referee_rules=True)
    table.refresh_from_db()
    return table


def parts(session: Session) -> dict[str, Any]:
    """All that a file has to carry."""
    session.refresh_from_db()
    rows = session.rows.values("seq", "op", "part", "kind", "actor", "action", "params", "ruling", "by", "at", "digest")
    return {
        "about": (session.title, session.game, session.version, session.status, session.rev, session.referee_rules),
        "kit": (session.kit, session.kit_now), "options": (session.options, session.options_now),
        "setup": session.setup, "state": session.state, "rows": list(rows),
        "teams": list(session.teams.values("seat", "code", "name", "letter", "colour", "people")),
        "marks": list(session.marks.values("kind", "n", "text", "ruling", "by", "at")),
        "lines": [(line.n, line.round, say(line.words), line.revoked) for line in log_lines(session, None)],
    }  # fmt: skip


def changed(session: Session, change: Callable[[dict[str, Any]], Any]) -> bytes:
    tree = json.loads(session_export(session))
    change(tree)
    return json.dumps(tree, ensure_ascii=False).encode()


# ---- the same table ---------------------------------------------------------------------------


def test_out_and_in_again_is_the_same_table(played: Session, workshop: Workshop) -> None:
    found = session_import(workshop, session_export(played))
    assert found.differs == 0
    assert found.session.pk != played.pk
    assert parts(found.session) == parts(played)


def test_the_game_goes_on_where_it_was(played: Session, workshop: Workshop, act: Act) -> None:
    other = session_import(workshop, session_export(played)).session
    for session in (played, other):
        act(session, "referee", "undo")
        act(session, "referee", "undo", n=7)  # the fix
    assert table_of(other).state == table_of(played).state
    assert table_at(other, 1).state == table_at(played, 1).state


def test_a_file_says_what_it_is(played: Session) -> None:
    tree = json.loads(session_export(played))
    assert (tree["format"], tree["game"], tree["kit"]["format"]) == ("session/1", "ecologic", "kit/1")


def test_a_file_of_a_file_is_the_same(played: Session, workshop: Workshop) -> None:
    first = session_export(played)
    assert session_export(session_import(workshop, first).session) == first


def test_a_prepared_table_travels_too(workshop: Workshop, table: Session) -> None:
    Session.objects.filter(pk=table.pk).update(status="prepared", started_at=None, state="", rev=0)
    table.refresh_from_db()
    found = session_import(workshop, session_export(table)).session
    assert (found.status, found.is_started, found.setup) == ("prepared", False, table.setup)


def test_an_old_file_is_read_by_newer_rules_and_the_difference_is_said(played: Session, workshop: Workshop) -> None:
    def older(tree: dict[str, Any]) -> None:
        tree["version"] = "0"
        tree["rows"][1]["digest"] = "0" * 16

    found = session_import(workshop, changed(played, older))
    assert found.differs == 2
    assert table_of(found.session).state == table_of(played).state


# ---- over the page ----------------------------------------------------------------------------


def upload(client: Client, workshop: Workshop, content: bytes, op: str = "") -> Any:
    path = reverse("trainer:session_import", args=[workshop.key])
    op = op or re.search(r'name="op" value="([^"]+)"', client.get(path).content.decode())[1]
    file = io.BytesIO(content)
    file.name = "session.json"
    return client.post(path, {"op": op, "file": file})


def test_a_file_is_saved_and_read_on_the_page_and_only_once(
    played: Session, workshop: Workshop, client: Client
) -> None:
    answer = client.get(reverse("trainer:export", args=[played.key]))
    assert answer["Content-Disposition"].startswith("attachment;")
    first = upload(client, workshop, answer.content, op="7")
    assert upload(client, workshop, answer.content, op="7")["Location"] == first["Location"]
    assert workshop.sessions.count() == 2
    assert client.get(first["Location"]).status_code == 200


def test_a_file_that_is_too_large_is_not_read(workshop: Workshop, client: Client) -> None:
    answer = upload(client, workshop, b" " * (10 * 1024 * 1024 + 1))
    assert answer.status_code == 422
    assert "Файл больше 10" in answer.content.decode()


def test_a_broken_file_is_told_on_the_page(played: Session, workshop: Workshop, client: Client) -> None:
    answer = upload(client, workshop, changed(played, lambda tree: tree["rows"][0].update(action="sing")))
    assert answer.status_code == 422
    assert "<code>rows.1</code> В этой игре нет действия «sing»." in answer.content.decode()
    assert workshop.sessions.count() == 1


# ---- broken files -----------------------------------------------------------------------------

BROKEN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("format", lambda f: f.update(format="session/9"), "format"),
    ("game", lambda f: f.update(game="chess"), "game"),
    ("unknown field", lambda f: f.update(colour="red"), ""),
    ("no teams", lambda f: f.pop("teams"), ""),
    ("kit", lambda f: f["kit"]["income"]["oil"].update({"1": "три"}), "kit.income.*.*"),
    ("options", lambda f: f["options"].update(min_increment=0), "options.min_increment"),
    ("setup", lambda f: f["setup"].update(initiator="Z"), "setup"),
    ("one team", lambda f: f.update(teams=f["teams"][:1]), "setup"),
    ("team id", lambda f: f["teams"][0].update(id="A" * 21), "teams.0.id"),
    ("team id empty", lambda f: f["teams"][0].update(id=""), "teams.0.id"),
    ("team id of an address", lambda f: f["teams"][0].update(id="A/B"), "teams.0.id"),
    ("team id of a path", lambda f: f["teams"][0].update(id="A.B"), "teams.0.id"),
    ("team id of the referee", lambda f: f["teams"][0].update(id="referee"), "teams.0.id"),
    ("team id twice, not begun", lambda f: (f["teams"][1].update(id="A"), f.update(rows=[], marks=[])), "teams.1.id"),
    ("team name", lambda f: f["teams"][0].update(name="я" * 41), "teams.0.name"),
    ("team colour", lambda f: f["teams"][0].update(colour=7), "teams.0"),
    ("title", lambda f: f.update(title="я" * 61), "title"),
    ("order", lambda f: f["rows"][1].update(seq=1), "rows.1"),
    ("kind", lambda f: f["rows"][0].update(kind="joke"), "rows.1"),
    ("action", lambda f: f["rows"][0].update(action="sing"), "rows.1"),
    ("actor", lambda f: f["rows"][0].update(actor="Z"), "rows.1"),
    ("illegal", lambda f: f["rows"][0]["params"].update(profits=26), "rows.1"),
    ("params", lambda f: f["rows"][0].update(params=[1]), "rows.1"),
    ("ruling", lambda f: f["rows"][7].pop("ruling"), "rows.8"),
    ("ruling without codes", lambda f: f["rows"][7]["ruling"].pop("codes"), "rows.8.ruling"),
    ("undo", lambda f: f["rows"][2].update(params={}), "rows.3"),
    ("undo of nothing", lambda f: f["rows"][2].update(params={"n": "x"}), "rows.3"),
    ("fix", lambda f: f["rows"][6].update(params={"changes": {"1": {"params": {"to": "B", "profits": 99}}}}), "rows.7"),
    ("digest", lambda f: f["rows"][1].update(digest="0" * 16), "rows.2.digest"),
    ("op", lambda f: f["rows"][1].update(op="x"), "rows.2.op"),
    ("op twice", lambda f: f["rows"][1].update(op=f["rows"][0]["op"]), "rows.2.op"),
    ("at", lambda f: f["rows"][1].update(at="вчера"), "rows.2.at"),
    ("at before time", lambda f: f["rows"][1].update(at="0001-01-01T00:00:00+14:00"), "rows.2.at"),
    ("at without a zone", lambda f: f["rows"][1].update(at="0001-01-01T00:00:00"), "rows.2.at"),
    ("at after time", lambda f: f["rows"][1].update(at="9999-12-31T23:59:59-14:00"), "rows.2.at"),
    ("opened at", lambda f: f["rows"][1].update(opened_at="0001-01-01T00:00:00Z"), "rows.2.opened_at"),
    ("seq", lambda f: f["rows"][7].update(seq=2**31 - 1), f"rows.{2**31 - 1}.op"),
    ("by", lambda f: f["rows"][1].update(by="я" * 81), "rows.2.by"),
    ("mark kind", lambda f: f["marks"][0].update(kind="song"), "marks.0"),
    ("mark n", lambda f: f["marks"][0].update(n=-1), "marks.0"),
    ("mark of no entry", lambda f: f["marks"][0].update(n=99), "marks.0"),
    ("mark at", lambda f: f["marks"][0].update(at="0001-01-01T00:00:00Z"), "marks.0.at"),
    ("mark text", lambda f: f["marks"][0].update(text="я" * 4001), "marks.0.text"),
    ("extra", lambda f: f["extra"].update(songs=[]), "extra.songs"),
    ("question id", lambda f: f["extra"].update(debrief={"questions": {"own/1": {}}}), "extra.debrief.questions"),
    ("question id empty", lambda f: f["extra"].update(debrief={"questions": {"": {}}}), "extra.debrief.questions"),
    ("question new", lambda f: f["extra"].update(debrief={"questions": {"new": {}}}), "extra.debrief.questions"),
    ("question long", lambda f: f["extra"].update(debrief={"questions": {"я" * 21: {}}}), "extra.debrief.questions"),
    ("people", lambda f: f["extra"]["table"].update(people=[1]), "extra.table.people"),
]


@pytest.mark.parametrize(("change", "place"), [one[1:] for one in BROKEN], ids=[one[0] for one in BROKEN])
def test_a_broken_file_is_refused_with_its_place_and_nothing_is_written(
    change: Callable[[dict[str, Any]], Any], place: str, played: Session, workshop: Workshop
) -> None:
    counts = (Session.objects.count(), LogRow.objects.count(), Mark.objects.count())
    with pytest.raises(BadFile) as caught:
        session_import(workshop, changed(played, change))
    assert caught.value.place == place
    assert say(caught.value.words)
    assert (Session.objects.count(), LogRow.objects.count(), Mark.objects.count()) == counts


def test_the_numbers_of_a_log_may_have_gaps(table: Session, workshop: Workshop, act: Act, client: Client) -> None:
    for profits in (1, 2):
        act(table, "A", "transfer", to="B", profits=profits)
    table.refresh_from_db()
    raw = changed(table, lambda f: (f["rows"][1].update(seq=3), f.update(title=" Стол\n1 ")))
    found = session_import(workshop, raw).session
    Mark.objects.create(session=found, kind="star", n=2)
    assert (found.title, found.rev) == ("Стол 1", 3)
    assert [line.n for line in log_lines(found)] == [3, 1]
    assert client.get(reverse("trainer:log", args=[found.key])).status_code == 200


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 200_000, b'"\\u0000"', b"{}"])
def test_what_is_no_session_is_refused(raw: bytes, workshop: Workshop) -> None:
    with pytest.raises(BadFile) as caught:
        session_import(workshop, raw)
    assert say(caught.value.words)
    assert not Session.objects.exists()


def test_a_log_that_takes_too_long_to_check_is_refused(played: Session, workshop: Workshop) -> None:
    def longer(tree: dict[str, Any]) -> None:
        row = tree["rows"][2]
        tree["rows"] = [{**row, "seq": seq, "op": ""} for seq in range(1, 3000)]

    with pytest.raises(BadFile) as caught:
        session_import(workshop, changed(played, longer))
    assert caught.value.place == "rows"


# ---- what other apps keep ---------------------------------------------------------------------


def test_what_another_app_registers_travels_with_the_session(
    played: Session, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[int, Any]] = []

    def take(session: Session, raw: bytes) -> None:
        read.append((session.pk, msgspec.json.decode(raw, type=dict[str, int])))

    monkeypatch.setitem(EXTRAS, "answers", Extra(lambda session: {"1": session.rev}, take))
    raw = session_export(played)
    found = session_import(workshop, raw)
    assert read == [(found.session.pk, {"1": played.rev})]
    wrong = changed(played, lambda tree: tree["extra"].update(answers={"1": "x"}))
    with pytest.raises(BadFile) as caught:
        session_import(workshop, wrong)
    assert caught.value.place == "extra.answers.*"
    assert workshop.sessions.count() == 2
