"""Workshops and the life of a table, through the client: owner, stranger, anonymous; double clicks; query counts."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from trainer.models import LogRow, Session, User, Workshop
from trainer.recording import NotRunning
from trainer.sessions import session_create
from trainer.transfer import session_export

SignedIn = Callable[[User], Client]

WORKSHOP_PAGES = ("workshop", "workshop_edit", "workshop_delete", "session_new", "session_import")
TABLE_PAGES = (
    "setup", "setup_kit", "setup_options", "setup_begin", "setup_referees", "setup_table", "session_kit",
    "session_delete", "export",
)  # fmt: skip
TABLE_POSTS = ("start", "pause", "resume", "reopen", "copy", "session_kit_keep", "session_delete", "setup", "setup_kit")


def op_in(answer: Any) -> str:
    """The op that the page's form carries."""
    found = re.search(r'name="op" value="([^"]+)"', answer.content.decode())
    assert found
    return found.group(1)


def names(answer: Any) -> str:
    return answer.content.decode()


@pytest.fixture
def client(owner: User, signed_in: SignedIn) -> Client:
    return signed_in(owner)


# ---- whose it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORKSHOP_PAGES)
def test_a_workshop_is_its_owners(
    name: str, workshop: Workshop, stranger: User, client: Client, signed_in: Any
) -> None:
    path = reverse(f"trainer:{name}", args=[workshop.key])
    assert client.get(path).status_code == 200
    assert signed_in(stranger).get(path).status_code == 404
    assert signed_in(stranger).post(path, {"title": "Моё"}).status_code in (404, 405)
    assert Client().get(path)["Location"] == f"/signin/?next={path}"
    assert Workshop.objects.get().title == "Осенний тренинг"


@pytest.mark.parametrize("name", TABLE_PAGES)
def test_a_table_is_its_owners(name: str, table: Session, stranger: User, client: Client, signed_in: Any) -> None:
    path = reverse(f"trainer:{name}", args=[table.key])
    assert client.get(path).status_code == 200
    assert signed_in(stranger).get(path).status_code == 404
    assert Client().get(path)["Location"] == f"/signin/?next={path}"


@pytest.mark.parametrize("name", TABLE_POSTS)
def test_a_stranger_changes_no_table(name: str, table: Session, stranger: User, signed_in: SignedIn) -> None:
    before = session_export(table)
    path = reverse(f"trainer:{name}", args=[table.key])
    assert signed_in(stranger).post(path, {"op": str(uuid.uuid4())}).status_code == 404
    assert Client().post(path)["Location"] == f"/signin/?next={path}"
    table.refresh_from_db()
    assert (session_export(table), table.status, Session.objects.count()) == (before, "running", 1)


def test_the_list_shows_only_ones_own(workshop: Workshop, stranger: User, client: Client, signed_in: SignedIn) -> None:
    assert "Осенний тренинг" in names(client.get("/"))
    assert "Осенний тренинг" not in names(signed_in(stranger).get("/"))


# ---- workshops --------------------------------------------------------------------------------


def test_a_workshop_is_made_once_however_often_its_form_is_sent(owner: User, client: Client) -> None:
    form = {"title": "  Решения   под давлением ", "held_on": "2026-11-30", "client": "ООО «Юг»"}
    form["op"] = op_in(client.get(reverse("trainer:workshop_new")))
    first = client.post(reverse("trainer:workshop_new"), form)
    again = client.post(reverse("trainer:workshop_new"), form)
    assert first["Location"] == again["Location"]
    assert [(one.title, one.owner) for one in Workshop.objects.all()] == [("Решения под давлением", owner)]


def test_two_forms_make_two_workshops(client: Client) -> None:
    for _time in range(2):
        op = op_in(client.get(reverse("trainer:workshop_new")))
        client.post(reverse("trainer:workshop_new"), {"title": "День", "op": op})
    assert Workshop.objects.count() == 2


def test_a_workshop_without_a_title_is_refused_and_keeps_what_was_typed(client: Client) -> None:
    answer = client.post(reverse("trainer:workshop_new"), {"title": " ", "client": "ООО «Юг»", "op": "1"})
    assert answer.status_code == 422
    assert "ООО «Юг»" in names(answer)
    assert not Workshop.objects.exists()


def test_a_workshop_is_changed(workshop: Workshop, client: Client) -> None:
    path = reverse("trainer:workshop_edit", args=[workshop.key])
    assert client.post(path, {"title": "", "client": "х"}).status_code == 422
    workshop.refresh_from_db()
    assert workshop.title == "Осенний тренинг"
    client.post(path, {"title": "Весенний тренинг", "held_on": "2027-04-01"})
    workshop.refresh_from_db()
    assert (workshop.title, workshop.held_on.isoformat(), workshop.client) == ("Весенний тренинг", "2027-04-01", "")


def test_the_list_is_grouped_by_day(workshop: Workshop, owner: User, client: Client) -> None:
    today = timezone.localdate()
    for title, days in (("Сегодняшний", 0), ("Завтрашний", 1), ("Вчерашний", -1)):
        Workshop.objects.create(owner=owner, title=title, held_on=today + timedelta(days=days))
    page = names(client.get("/"))
    order = [page.index(title) for title in ("Сегодняшний", "Завтрашний", "Осенний тренинг", "Вчерашний")]
    assert order == sorted(order)
    assert "через 1 день" in page


def test_deleting_says_what_goes_and_asks_first(table: Session, act: Any, workshop: Workshop, client: Client) -> None:
    act(table, "A", "event_draw", card="V1")
    path = reverse("trainer:workshop_delete", args=[workshop.key])
    assert "1 запись" in names(client.get(path))
    assert Workshop.objects.exists()
    assert client.post(path)["Location"] == "/"
    assert not (Workshop.objects.exists() or Session.objects.exists() or LogRow.objects.exists())
    assert client.post(path).status_code == 404


# ---- cards of tables --------------------------------------------------------------------------


def test_a_card_shows_status_figures_and_the_last_move(
    table: Session, act: Any, workshop: Workshop, client: Client
) -> None:
    act(table, "A", "transfer", to="B", profits=3)
    page = names(client.get(reverse("trainer:workshop", args=[workshop.key])))
    card = page[page.index("tbl-c") :]
    assert "идёт" in card
    assert re.findall(r"</span>(22|28|25)</span>", card) == ["22", "28", "25"]
    assert "№ 1:" in card and "Ирина" in card
    assert reverse("trainer:referee", args=[table.key]) in card
    assert card.count("btn-act") == 1


def test_a_prepared_card_names_what_is_missing(workshop: Workshop, client: Client) -> None:
    teams = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}]
    session = session_create(workshop, game="ecologic", title="Стол 1", teams=teams)
    path = reverse("trainer:workshop", args=[workshop.key])
    assert "готово к игре" in names(client.get(path))
    session.teams.filter(code="B").delete()
    page = names(client.get(path))
    assert "Подготовить" in page and "Начать игру" not in page


def test_the_list_and_the_workshop_cost_the_same_with_more_tables(
    make_table: Callable[..., Session], act: Any, workshop: Workshop, client: Client
) -> None:
    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    paths = ("/", reverse("trainer:workshop", args=[workshop.key]))
    act(make_table("Стол 1"), "A", "event_draw", card="V1")
    client.get("/")
    one = [count(path) for path in paths]
    for title in ("Стол 2", "Стол 3"):
        act(make_table(title), "A", "event_draw", card="V1")
    assert [count(path) for path in paths] == one


# ---- the life of a table ----------------------------------------------------------------------


def test_start_happens_once(workshop: Workshop, client: Client) -> None:
    teams = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}]
    session = session_create(workshop, game="ecologic", title="Стол 1", teams=teams)
    path = reverse("trainer:start", args=[session.key])
    for _click in range(2):
        assert client.post(path)["Location"] == reverse("trainer:referee", args=[session.key])
    session.refresh_from_db()
    assert (session.status, session.rev) == ("running", 0)


def test_what_is_missing_is_said_where_it_is_mended(workshop: Workshop, client: Client) -> None:
    session = session_create(workshop, game="ecologic", title="Стол 1", teams=[{"code": "A", "name": "Альфа"}])
    answer = client.post(reverse("trainer:start", args=[session.key]))
    assert answer.status_code == 422
    assert "Игра не начата." in names(answer)
    assert 'id="h-teams"' in names(answer)
    session.refresh_from_db()
    assert not session.is_started


def test_a_paused_table_records_nothing(table: Session, act: Any, client: Client) -> None:
    client.post(reverse("trainer:pause", args=[table.key]))
    with pytest.raises(NotRunning):
        act(table, "A", "event_draw", card="V1")
    client.post(reverse("trainer:resume", args=[table.key]))
    act(table, "A", "event_draw", card="V1")
    assert table.rows.count() == 1


def test_reopening_undoes_what_ended_the_game_and_only_once(table: Session, act: Any, client: Client) -> None:
    act(table, "A", "transfer", to="B", profits=3)
    act(table, "referee", "stop_game", reason="время вышло")
    act(table, "referee", "adjust", field="players.A.profits", by=1, reason="пересчёт")
    table.refresh_from_db()
    assert table.status == "finished"
    form = {"op": op_in(client.get(reverse("trainer:setup_table", args=[table.key])))}
    for _click in range(2):
        answer = client.post(reverse("trainer:reopen", args=[table.key]), form)
        assert answer["Location"] == reverse("trainer:referee", args=[table.key])
    table.refresh_from_db()
    assert table.status == "running"
    assert [(row.kind, row.action) for row in table.rows.all()] == [
        ("move", "transfer"), ("move", "stop_game"), ("move", "adjust"), ("undo", "undo"),
    ]  # fmt: skip
    assert table.rows.last().params == '{"n":2}'
    act(table, "referee", "stop_game", reason="теперь точно")
    assert client.post(reverse("trainer:reopen", args=[table.key]), form).status_code == 409, "an old page"


def test_a_copy_is_a_template_before_its_first_move(table: Session, act: Any, client: Client, owner: User) -> None:
    act(table, "A", "event_draw", card="V1")
    other = Workshop.objects.create(owner=owner, title="Другой")
    form = {"op": op_in(client.get(reverse("trainer:setup_table", args=[table.key]))), "title": "Стол 2"}
    path = reverse("trainer:copy", args=[table.key])
    first = client.post(path, {**form, "workshop": other.key})
    assert client.post(path, {**form, "workshop": other.key})["Location"] == first["Location"]
    copy = other.sessions.get()
    assert (copy.title, copy.status, copy.rev, copy.rows.count()) == ("Стол 2", "prepared", 0, 0)
    assert (copy.kit, copy.options, copy.setup) == (table.kit, table.options, table.setup)
    assert [team.name for team in copy.teams.all()] == [team.name for team in table.teams.all()]


def test_the_same_form_copies_to_each_workshop_it_names(table: Session, client: Client, owner: User) -> None:
    """Whoever goes back in the browser sends the same form once more, for another workshop."""
    other = Workshop.objects.create(owner=owner, title="Другой")
    form = {"op": op_in(client.get(reverse("trainer:setup_table", args=[table.key]))), "title": "Стол 2"}
    for workshop in (table.workshop, other, table.workshop, other):
        answer = client.post(reverse("trainer:copy", args=[table.key]), {**form, "workshop": workshop.key})
        assert answer.status_code == 302
    assert [one.sessions.filter(title="Стол 2").count() for one in (table.workshop, other)] == [1, 1]


def test_a_copy_goes_to_no_strangers_workshop(table: Session, stranger: User, client: Client) -> None:
    theirs = Workshop.objects.create(owner=stranger, title="Чужой")
    answer = client.post(reverse("trainer:copy", args=[table.key]), {"op": "1", "workshop": theirs.key})
    assert answer.status_code == 404
    assert not theirs.sessions.exists()


def test_deleting_a_table_keeps_the_others(make_table: Callable[..., Session], act: Any, client: Client) -> None:
    first, second = make_table("Стол 1"), make_table("Стол 2")
    act(first, "A", "event_draw", card="V1")
    act(second, "A", "event_draw", card="V1")
    path = reverse("trainer:session_delete", args=[first.key])
    assert "1 записи" in names(client.get(path))
    client.post(path)
    assert [(row.session.title, row.seq) for row in LogRow.objects.all()] == [("Стол 2", 1)]
