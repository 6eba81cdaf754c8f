"""The log through the client: search and filter, what was taken back, an entry, marks, the table at a past move."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.trainer.desk import Referee, text
from trainer.access import access_issue
from trainer.models import Mark, Session, User

Act = Callable[..., Any]


@pytest.fixture
def referee(owner: User, table: Session, signed_in: Callable[[User], Client]) -> Referee:
    return Referee(signed_in(owner), table)


@pytest.fixture
def played(table: Session, act: Act) -> Session:
    """№ 1 А→Б 3, № 2 Б→Г 4, № 3 the event, № 4 Ecology; № 2 is undone by № 5."""
    act(table, "A", "transfer", to="B", profits=3)
    act(table, "B", "transfer", to="C", profits=4)
    act(table, "A", "event_draw", card="V3")
    act(table, "referee", "ecology_settle_rest")
    act(table, "referee", "undo", n=2)
    return table


def numbers(answer: Any) -> list[int]:
    return [line.n for line in answer.context["lines"]]


@pytest.fixture
def guest(table: Session, owner: User) -> Referee:
    """A referee who came by a link and may not rule."""
    access_issue(table, "Олег", owner, "код")
    found = Referee(Client(), table)
    found.client.get(reverse("trainer:referee_link", args=["код"]))
    return found


def test_the_log_shows_what_stands_newest_first(referee: Referee, played: Session) -> None:
    assert numbers(referee.get("log")) == [4, 3, 1]


def test_what_was_taken_back_is_shown_on_demand(referee: Referee, played: Session) -> None:
    answer = referee.get("log", revoked="1")
    assert numbers(answer) == [5, 4, 3, 2, 1]
    assert [line.n for line in answer.context["lines"] if line.revoked] == [2]


def test_a_redo_brings_the_line_back(referee: Referee, played: Session, act: Act) -> None:
    act(played, "referee", "redo")
    assert numbers(referee.get("log")) == [4, 3, 2, 1]


def test_search_finds_words_without_minding_case(referee: Referee, played: Session) -> None:
    assert numbers(referee.get("log", q="богатые")) == [3]
    assert numbers(referee.get("log", q="такого нет")) == []


def test_the_filter_by_team_finds_who_acted_and_who_is_named(referee: Referee, played: Session) -> None:
    assert numbers(referee.get("log", team="B")) == [4, 1]
    assert numbers(referee.get("log", team="A")) == [4, 3, 1]


def test_a_search_reads_the_log_to_its_beginning(referee: Referee, table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V3")
    for _at in range(120):
        act(table, "referee", "adjust", field="players.A.profits", by=0, reason="строка")
    assert numbers(referee.get("log", q="богатые")) == [1]


def test_older_entries_are_a_page_further(referee: Referee, table: Session, act: Act) -> None:
    for _at in range(103):
        act(table, "referee", "adjust", field="players.A.profits", by=0, reason="строка")
    first = referee.get("log")
    assert (numbers(first)[0], numbers(first)[-1], first.context["older"]) == (103, 4, 4)
    assert numbers(referee.get("log", before=4)) == [3, 2, 1]


def test_rounds_part_the_log(referee: Referee, played: Session, act: Act) -> None:
    for team in ("A", "B", "C"):
        act(played, team, "skip")
    act(played, "referee", "income_settle_rest")
    act(played, "B", "event_draw", card="V5")
    lines = {line.n: line.day for line in referee.get("log").context["lines"]}
    assert [n for n, day in lines.items() if day] == [9]


def test_an_entry_says_what_changed_hands(referee: Referee, played: Session) -> None:
    answer = referee.get("entry", 1)
    assert [(row["source"], row["to"], row["amount"]) for row in answer.context["postings"]] == [("Альфа", "Бета", 3)]


def test_an_entry_that_was_taken_back_can_be_read_and_not_corrected(referee: Referee, played: Session) -> None:
    answer = referee.get("entry", 2)
    assert answer.context["line"].revoked
    assert answer.context["entry"] is None
    assert referee.get("entry", 77).status_code == 404


def test_an_entry_tells_how_it_read_before_a_correction(referee: Referee, played: Session, act: Act) -> None:
    act(played, "referee", "amend", n=1, params={"to": "B", "profits": 5})
    line = referee.get("entry", 1).context["line"]
    assert line.fixed
    assert "5" in text(referee.get("entry", 1))
    assert line.was is not None and line.was.values["amount"] == 3


def test_the_table_at_an_earlier_entry_is_only_looked_at(referee: Referee, played: Session) -> None:
    answer = referee.get("table_at", 1)
    assert answer.context["t"].state.players["A"].profits == 22
    assert answer.context["t"].state.phase == "events"
    assert 'name="op"' not in answer.content.decode().split("<main", 1)[1]
    assert (answer.context["previous"], answer.context["following"]) == (0, 3)
    assert referee.get("table_at", 2).status_code == 404


# ---- marks -----------------------------------------------------------------------------------------------


def mark(referee: Referee, n: int, kind: str, words: str = "") -> Any:
    return referee.client.post(referee.url("mark", n), {"kind": kind, "text": words})


def test_a_star_is_one_tap_and_notes_say_something(referee: Referee, played: Session) -> None:
    assert mark(referee, 1, "star").url == referee.url("entry", 1)
    mark(referee, 1, "note")
    mark(referee, 3, "note", "спор о цене")
    assert [(one.kind, one.n, one.text) for one in Mark.objects.all()] == [("star", 1, ""), ("note", 3, "спор о цене")]
    assert [m.kind for line in referee.get("log").context["lines"] for m in line.marks] == ["note", "star"]


def test_marks_are_never_undone_and_never_conflict(referee: Referee, played: Session, act: Act) -> None:
    mark(referee, 4, "star")
    act(played, "referee", "undo")
    assert Mark.objects.count() == 1


def test_a_note_may_stand_at_no_entry(referee: Referee, played: Session) -> None:
    assert mark(referee, 0, "dispute", "кто первый?").url == referee.url("corrections")
    assert "кто первый?" in text(referee.get("corrections"))


def test_a_mark_of_no_kind_or_at_no_row_is_404(referee: Referee, played: Session) -> None:
    assert mark(referee, 1, "rubbish", "слово").status_code == 404
    assert mark(referee, 99, "note", "слово").status_code == 404


def test_a_dispute_is_decided_by_the_trainer_or_whom_he_lets(referee: Referee, guest: Referee, played: Session) -> None:
    mark(guest, 3, "dispute", "карта не та")
    found = Mark.objects.get()
    guest.client.post(guest.url("mark_decide", found.pk), {"ruling": "та"})
    found.refresh_from_db()
    assert found.ruling == ""
    referee.client.post(referee.url("mark_decide", found.pk), {"ruling": "карта та, играем дальше"})
    found.refresh_from_db()
    assert found.ruling == "карта та, играем дальше"
    assert "играем дальше" in text(guest.get("entry", 3))


# ---- taking back to an entry -------------------------------------------------------------------------------


def test_taking_back_shows_first_what_is_lost_and_what_was_seen(referee: Referee, played: Session) -> None:
    answer = referee.get("back", 1)
    assert [line.n for line in answer.context["lost"]] == [4, 3, 1]
    assert [line.n for line in answer.context["seen"]] == [3]
    assert played.rows.count() == 5


def test_taking_back_is_one_correction_and_undone_as_one(referee: Referee, played: Session) -> None:
    form = referee.get("back", 3).context
    answer = referee.client.post(referee.url("back", 3), {"op": form["op"], "rev": form["rev"]})
    assert answer.url == referee.url("referee")
    assert referee.table.state.phase == "events"
    assert numbers(referee.get("log")) == [6, 1]
    referee.press("referee", "undo")
    assert referee.table.state.phase == "actions"


def test_taking_back_twice_from_one_page_takes_back_once(referee: Referee, played: Session) -> None:
    form = referee.get("back", 3).context
    for _click in range(3):
        answer = referee.client.post(referee.url("back", 3), {"op": form["op"], "rev": form["rev"]})
        assert answer.status_code == 302
    assert played.rows.count() == 6


def test_taking_back_asks_anew_when_the_table_went_on(referee: Referee, played: Session, act: Act) -> None:
    form = referee.get("back", 3).context
    act(played, "A", "skip")
    answer = referee.client.post(referee.url("back", 3), {"op": form["op"], "rev": form["rev"]})
    assert answer.status_code == 409
    assert [line.n for line in answer.context["lost"]] == [6, 4, 3]
    assert referee.table.state.phase == "actions"


def test_nothing_can_be_taken_back_to_an_entry_that_is_gone(referee: Referee, played: Session) -> None:
    assert referee.get("back", 2).status_code == 404


def test_an_auction_can_be_called_off_from_the_desk(referee: Referee, played: Session, act: Act) -> None:
    act(played, "A", "auction_open", lot={"kind": "chip", "type": "oil"}, bid=2)
    act(played, "B", "bid", amount=3)
    assert referee.get().context["call_off"].n == 6
