"""The recorder: design § 4. Expected figures are those of the recorded game: A 25, B 25, C 25 profits."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from games.engine.refusal import Refusal
from trainer.models import LogRow, OnlyAdded, Session
from trainer.positions import table_at, table_of
from trainer.recording import AlreadyRecorded, Conflict, NotAllowed, NotRunning, Request, Told, record
from trainer.sessions import session_pause, session_resume
from trainer.words import say

Act = Callable[..., Any]


def profits(session: Session) -> dict[str, int]:
    """Profits of each team as the stored table has them."""
    session.refresh_from_db()
    return {code: player.profits for code, player in table_of(session).state.players.items()}


def test_a_move_is_one_row_and_the_new_table(table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V1")
    assert [(row.seq, row.actor, row.action) for row in table.rows.all()] == [(1, "A", "event_draw")]
    table.refresh_from_db()
    assert (table.rev, table_of(table).state.phase) == (1, "ecology")


#: what a request sent twice may say was newest: what its page was drawn for, or what came of it
REVS = pytest.mark.parametrize("rev", [0, 1])


@REVS
def test_the_same_request_again_gives_its_old_result(table: Session, act: Act, rev: int) -> None:
    op = uuid.uuid4()
    act(table, "A", "transfer", to="B", profits=3, op=op, rev=0)
    again = act(table, "A", "transfer", to="B", profits=3, op=op, rev=rev)
    assert again.repeated
    assert table.rows.count() == 1
    assert profits(table) == {"A": 22, "B": 28, "C": 25}


@REVS
def test_the_same_op_with_other_content_is_told_and_changes_nothing(table: Session, act: Act, rev: int) -> None:
    op = uuid.uuid4()
    act(table, "A", "transfer", to="B", profits=3, op=op, rev=0)
    with pytest.raises(AlreadyRecorded) as caught:
        act(table, "A", "transfer", to="B", profits=4, op=op, rev=rev)
    assert [row.seq for row in caught.value.rows] == [1]
    assert profits(table) == {"A": 22, "B": 28, "C": 25}


def test_a_stale_request_says_what_happened_meanwhile(table: Session, act: Act) -> None:
    act(table, "A", "transfer", to="B", profits=3, rev=0)
    with pytest.raises(Conflict) as caught:
        act(table, "A", "transfer", to="C", profits=1, rev=0)
    assert [row.seq for row in caught.value.rows] == [1]
    assert profits(table) == {"A": 22, "B": 28, "C": 25}


def test_a_refused_move_changes_nothing_and_is_kept_apart(table: Session, act: Act) -> None:
    before = table.state
    with pytest.raises(Refusal) as caught:
        act(table, "B", "event_draw", card="V1")
    assert caught.value.code == "E_NOT_INITIATOR"
    table.refresh_from_db()
    assert (table.rev, table.state, table.rows.count()) == (0, before, 0)
    assert [(one.actor, one.action, one.code) for one in table.refused.all()] == [
        ("B", "event_draw", "E_NOT_INITIATOR")
    ]


def test_several_moves_are_recorded_all_or_none(table: Session) -> None:
    good, bad = Request("A", "transfer", {"to": "B", "profits": 1}), Request("B", "event_draw", {"card": "V1"})
    with pytest.raises(Refusal):
        record(table.pk, [good, bad], op=uuid.uuid4(), rev=0)
    assert profits(table) == {"A": 25, "B": 25, "C": 25}
    record(table.pk, [good, good], op=uuid.uuid4(), rev=0)
    assert [(row.seq, row.part) for row in table.rows.all()] == [(1, 0), (2, 1)]
    assert profits(table) == {"A": 23, "B": 27, "C": 25}


def test_a_session_read_before_a_pause_or_another_entry_is_read_again(table: Session, act: Act) -> None:
    gift = [Request("A", "transfer", {"to": "B", "profits": 1})]
    early, paused = (Session.objects.get(pk=table.pk) for _ in range(2))
    act(table, "A", "transfer", to="B", profits=3)
    done = record(table.pk, gift, op=uuid.uuid4(), rev=1, read=early)
    assert (done.session.rev, profits(table)) == (2, {"A": 21, "B": 29, "C": 25})
    session_pause(table)
    paused.refresh_from_db()
    paused.status = Session.Status.RUNNING
    with pytest.raises(NotRunning):
        record(table.pk, gift, op=uuid.uuid4(), rev=2, read=paused)


def test_what_others_recorded_while_a_move_was_played_is_a_conflict(table: Session, act: Act) -> None:
    """The session is read before anybody locks it: who wrote in between stands, and the move is told so."""
    gift, op = [Request("A", "transfer", {"to": "B", "profits": 1})], uuid.uuid4()
    early, twice = (Session.objects.get(pk=table.pk) for _ in range(2))
    act(table, "A", "transfer", to="B", profits=3, op=op)
    with pytest.raises(Conflict) as told:
        record(table.pk, gift, op=uuid.uuid4(), rev=0, read=early)
    assert [(row.seq, row.action) for row in told.value.rows] == [(1, "transfer")]
    again = record(table.pk, [Request("A", "transfer", {"to": "B", "profits": 3})], op=op, rev=0, read=twice)
    assert (again.repeated, again.rows[0].seq) == (True, 1)
    assert profits(table) == {"A": 22, "B": 28, "C": 25}


def test_of_a_session_deleted_meanwhile_there_is_nothing_to_record(table: Session) -> None:
    early = Session.objects.get(pk=table.pk)
    Session.objects.filter(pk=table.pk).delete()
    with pytest.raises(Http404):
        record(early.pk, [Request("A", "transfer", {"to": "B", "profits": 1})], op=uuid.uuid4(), rev=0, read=early)


def test_undo_and_redo_give_the_former_state_byte_for_byte(table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V1")
    table.refresh_from_db()
    before = table.state
    act(table, "A", "ecology_settle")
    table.refresh_from_db()
    after = table.state
    undone = act(table, "referee", "undo")
    table.refresh_from_db()
    assert table.state == before
    assert "№\u00a02" in say(msgspec.json.decode(undone.rows[0].told, type=Told).words)
    act(table, "referee", "redo")
    table.refresh_from_db()
    assert table.state == after
    assert [row.kind for row in table.rows.all()] == ["move", "move", "undo", "redo"]


def test_a_fix_of_an_early_move_equals_playing_it_right(make_table: Callable[..., Session], act: Act) -> None:
    wrong, right = make_table("неверно"), make_table("верно")
    act(wrong, "A", "transfer", to="B", profits=3)
    act(right, "A", "transfer", to="B", profits=5)
    for session in (wrong, right):
        act(session, "A", "event_draw", card="V1")
    act(wrong, "referee", "amend", n=1, params={"to": "B", "profits": 5})
    wrong.refresh_from_db()
    right.refresh_from_db()
    assert wrong.state == right.state


def test_an_undo_that_would_break_a_later_move_names_it(table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V1")
    act(table, "A", "ecology_settle")
    with pytest.raises(Refusal) as caught:
        act(table, "referee", "undo", n=1)
    assert caught.value.code == "E_UNDO_CONFLICT"
    assert caught.value.figures["n"] == 2
    assert table.rows.count() == 2


def test_overruling_is_for_the_trainer(table: Session, act: Act) -> None:
    ruled = {"action": "event_draw", "params": {"card": "V1"}, "reason": "так сыграли"}
    with pytest.raises(NotAllowed):
        act(table, "B", "overrule", **ruled, may_rule=False)
    act(table, "B", "overrule", **ruled)
    row = table.rows.get()
    assert (row.action, row.actor) == ("event_draw", "B")
    assert "E_NOT_INITIATOR" in row.ruling


def test_a_fix_that_carries_a_ruling_is_for_the_trainer_too(table: Session, act: Act) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    ruling = {"changes": {"1": {"ruling": {"codes": ["E_TRANSFER_OFF"], "reason": "да"}}}}
    with pytest.raises(NotAllowed):
        act(table, "referee", "fix", **ruling, may_rule=False)


def test_a_paused_table_records_nothing(table: Session, act: Act) -> None:
    session_pause(table)
    with pytest.raises(NotRunning):
        act(table, "A", "event_draw", card="V1")
    session_resume(table)
    act(table, "A", "event_draw", card="V1")
    assert table.rows.count() == 1


def test_rows_are_never_changed_or_deleted(table: Session, act: Act) -> None:
    row = act(table, "A", "event_draw", card="V1").rows[0]
    with pytest.raises(OnlyAdded):
        LogRow.objects.get(pk=row.pk).save()
    with pytest.raises(OnlyAdded):
        row.delete()


def test_the_table_at_an_earlier_move(table: Session, act: Act) -> None:
    act(table, "A", "transfer", to="B", profits=3)
    act(table, "A", "transfer", to="B", profits=3)
    assert table_at(table, 1).state.players["A"].profits == 22
    assert table_at(table, 2).state.players["A"].profits == 19


def test_recording_asks_the_database_little(table: Session, act: Act) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    with CaptureQueriesContext(connection) as queries:
        record(table.pk, [Request("A", "transfer", {"to": "B", "profits": 1})], op=uuid.uuid4(), rev=1)
    assert len(queries) <= 10


@pytest.mark.django_db(transaction=True)
def test_of_many_hands_at_once_one_wins(owner: Any, make_table: Callable[..., Session]) -> None:
    table = make_table()
    outcomes: list[str] = []

    def hand(op: uuid.UUID) -> None:
        try:
            done = record(table.pk, [Request("A", "transfer", {"to": "B", "profits": 1})], op=op, rev=0)
            outcomes.append("repeated" if done.repeated else "recorded")
        except Conflict:
            outcomes.append("conflict")
        finally:
            connection.close()

    one = uuid.uuid4()
    threads = [threading.Thread(target=hand, args=(op,)) for op in [one] * 5 + [uuid.uuid4() for _ in range(5)]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("recorded") == 1
    assert len(outcomes) == 10
    assert profits(table) == {"A": 24, "B": 26, "C": 25}
