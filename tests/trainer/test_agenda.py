"""The plan of a workshop's day: what may be typed, how it stands at a time, what it says of the debrief."""

import uuid
from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.engine.i18n import Words
from trainer.agenda import Agenda, BadPlan, agenda_of, parts_of
from trainer.models import LogRow, Session, User, Workshop
from trainer.recording import Told

DAY = date(2026, 11, 30)
PLAN = "10:00 ввод\n10:30 игра\n13:00 обед\n14:00 игра\n15:40 разбор\n17:10 итоги\n17:30"
ZONE = ZoneInfo("Europe/Moscow")


def at(hour: int, minute: int, day: date = DAY) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZONE)


@pytest.fixture
def day(workshop: Workshop) -> Workshop:
    """A workshop with a plan."""
    workshop.plan, workshop.held_on = PLAN, DAY
    workshop.save()
    return workshop


def agenda(day: Workshop, now: datetime) -> Agenda:
    with translation.override("ru"):
        found = agenda_of(day, list(day.sessions.all()), now)
    assert found is not None
    return found


def said(day: Workshop, now: datetime) -> list[tuple[bool, str]]:
    return [(warn, text.replace("\xa0", " ")) for warn, text in agenda(day, now).says]


# ---- what may be typed ------------------------------------------------------------------------


def test_a_line_is_a_part_and_the_last_time_the_end() -> None:
    parts = parts_of("9.30 — ввод\n\n 10:00 игра, цикл 1 \n12:00")
    assert [(part.begin, part.end, part.title) for part in parts] == [
        (570, 600, "ввод"), (600, 720, "игра, цикл 1")
    ]  # fmt: skip


def test_no_plan_is_no_part() -> None:
    assert parts_of(" \n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ввод\n10:00", "ввод"),
        ("25:00 ввод\n26:00", "25:00 ввод"),
        ("10:75 ввод\n11:00", "10:75 ввод"),
        ("10:00 ввод\n09:00 игра\n12:00", "09:00 игра"),
        ("10:00 ввод\n10:00 игра\n12:00", "10:00 игра"),
        ("10:00 ввод\n11:00 игра", "17:30"),
        ("10:00 ввод", "17:30"),
        ("\n".join(f"{hour}:{minute:02} часть" for hour in range(2) for minute in range(12)) + "\n3:00", "20"),
    ],
)
def test_what_cannot_be_read_is_said_by_its_line(text: str, line: str) -> None:
    with pytest.raises(BadPlan, match=line):
        parts_of(text)


def test_a_plan_that_cannot_be_read_changes_nothing(
    day: Workshop, owner: User, signed_in: Callable[..., Client]
) -> None:
    path = reverse("trainer:workshop_edit", args=[day.key])
    answer = signed_in(owner).post(path, {"title": "Иначе", "plan": "10:00 ввод\nигра"})
    assert answer.status_code == 422
    assert "«игра»: строка начинается со времени" in answer.content.decode()
    day.refresh_from_db()
    assert (day.title, day.plan) == ("Осенний тренинг", PLAN)


def test_a_plan_is_kept_and_shown(workshop: Workshop, owner: User, signed_in: Callable[..., Client]) -> None:
    client = signed_in(owner)
    today = timezone.localdate()
    form = {"title": "День", "held_on": today.isoformat(), "plan": "0:00 игра <b>\n23:59 разбор\n24:00"}
    assert client.post(reverse("trainer:workshop_edit", args=[workshop.key]), form).status_code == 302
    page = client.get(reverse("trainer:workshop", args=[workshop.key])).content.decode()
    assert "игра &lt;b&gt;" in page
    assert reverse("trainer:workshop_agenda", args=[workshop.key]) in page, "it is asked for again"
    assert "До разбора" in client.get(reverse("trainer:workshop_agenda", args=[workshop.key])).content.decode()


# ---- how it stands ----------------------------------------------------------------------------


def test_parts_are_done_now_or_to_come(day: Workshop) -> None:
    found = agenda(day, at(14, 53))
    assert [block.status for block in found.blocks] == ["done", "done", "done", "now", "to come", "to come"]
    assert (found.today, found.now, found.end) == (True, "14:53", "17:30")
    widths = [block.width for block in found.blocks]
    assert widths[1] > widths[3] > widths[4] > widths[2] > widths[0] > widths[5], "by their minutes"


def test_on_another_day_there_is_no_now(day: Workshop) -> None:
    found = agenda(day, at(14, 53, DAY + timedelta(days=1)))
    assert (found.today, found.now_x, found.says) == (False, None, [])
    assert {block.status for block in found.blocks} == {"to come"}


def test_the_time_to_the_debrief(day: Workshop) -> None:
    assert said(day, at(14, 53)) == [(False, "До разбора 47 мин.")]
    assert said(day, at(9, 35)) == [(False, "До разбора 6 ч 5 мин.")]
    assert said(day, at(15, 52)) == [(False, "Время разбора, до 17:10.")]
    assert said(day, at(17, 10)) == []


@pytest.mark.parametrize("title", ["Разбор", "дебрифинг", "Debrief"])
def test_the_debrief_is_known_by_any_of_its_names(day: Workshop, title: str) -> None:
    day.plan = PLAN.replace("разбор", title)
    assert said(day, at(14, 53)) == [(False, "До разбора 47 мин.")]


def test_a_table_that_still_plays_at_the_debrief_is_named(day: Workshop, table: Session) -> None:
    assert said(day, at(15, 52)) == [(True, "Разбор по плану с 15:40, прошло 12 мин. Ещё играют: Стол 1.")]
    Session.objects.update(status=Session.Status.FINISHED)
    assert said(day, at(15, 52)) == [(False, "Время разбора, до 17:10.")]


def test_a_day_without_a_debrief_is_called_so(day: Workshop) -> None:
    day.plan = "10:00 игра\n17:30"
    assert said(day, at(12, 0)) == [(True, "В плане нет разбора: назовите так одну из частей.")]


def test_how_many_rounds_go_in_before_the_debrief(day: Workshop, table: Session) -> None:
    """Cycles of 14, 70 (with lunch) and 16 minutes: one takes 16, and 47 minutes are left."""
    rounds = [(1, at(12, 40)), (1, at(12, 41)), (2, at(12, 54)), (3, at(14, 4)), (4, at(14, 20))]
    rows = [row(table, seq, number, when) for seq, (number, when) in enumerate(rounds, 1)]
    LogRow.objects.bulk_create(rows[:3])
    Session.objects.update(started_at=at(12, 40))
    assert said(day, at(14, 53)) == [(False, "До разбора 47 мин.")], "one cycle is no pace yet"
    LogRow.objects.bulk_create(rows[3:])
    assert said(day, at(14, 53))[1:] == [(False, "Стол 1: цикл — около 16 мин, до разбора ещё 2.")]


def row(session: Session, seq: int, number: int, when: datetime) -> LogRow:
    told = msgspec.json.encode(Told(Words("x"), round=number)).decode()
    return LogRow(
        session=session, seq=seq, op=uuid.uuid4(), asked="", kind="move", actor="A", action="pass", params="{}",
        told=told, at=when, digest="",
    )  # fmt: skip
