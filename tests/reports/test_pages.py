"""The debrief on the page: pages, charts, answers, edits, files, and the way through a session file."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from reports import jobs
from reports.files import LABELS, file_name
from reports.models import QuestionNote, ReportJob
from reports.pages import debrief_now
from tests.reports.reading import cells, pages, squeezed
from trainer.models import Session, User, Workshop
from trainer.recording import Recorded, Request, record


@pytest.fixture
def played(table: Session) -> Session:
    """A table with a short story: an event, the count, an auction by its result."""
    moves = [
        Request("A", "event_draw", {"card": "V1"}),
        Request("referee", "ecology_settle_rest", {}),
        Request(
            "A",
            "auction_record",
            {"lot": {"kind": "tor", "tor": "academy"}, "winner": "A", "price": 12, "sector": "S3"},
        ),
    ]
    done: Recorded = record(table.pk, moves, op=uuid.uuid4(), rev=0, by="Ирина")
    return done.session


@pytest.fixture
def client(owner: User, signed_in: Callable[[User], Client]) -> Client:
    """The owner's browser."""
    return signed_in(owner)


def body(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def test_every_page_of_a_debrief_opens(played: Session, client: Client) -> None:
    first = body(client, f"/reports/{played.key}/")
    assert "Альфа" in first
    assert "Какие решения в игре соответствуют" in first
    whole = body(client, f"/reports/{played.key}/whole/")
    assert "Предложите наиболее эффективную стратегию в игре?" in whole
    for number in range(1, 8):
        assert body(client, f"/reports/{played.key}/question/{number}/").count("<h1") == 1


def test_charts_are_pictures_without_styles(played: Session, client: Client) -> None:
    whole = body(client, f"/reports/{played.key}/whole/")
    sources = re.findall(r'src="(/reports/[^"]+\.svg)"', whole)
    assert sources
    for source in sources[:6]:
        answer = client.get(source)
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert "style=" not in answer.content.decode()
    assert client.get(f"/reports/{played.key}/chart/q.99.0/light.svg").status_code == 404


def test_an_answer_is_kept_and_stands_in_the_debrief(played: Session, client: Client) -> None:
    client.post(f"/reports/{played.key}/answer/1/", {"answer": "Держать рядом & <b>", "version": "0"})
    assert debrief_now(played, "ru").shown()[0].answer == "Держать рядом & <b>"
    assert "Держать рядом &amp; &lt;b&gt;" in body(client, f"/reports/{played.key}/question/1/")


def test_an_answer_is_never_saved_over_another(played: Session, client: Client) -> None:
    url = f"/reports/{played.key}/answer/1/"
    client.post(url, {"answer": "первый", "version": "0"})
    stale = client.post(url, {"answer": "второй", "version": "0"})
    assert stale.status_code == 409
    assert "первый" in stale.content.decode()
    assert "второй" in stale.content.decode()
    assert QuestionNote.objects.get(session=played, question="1").answer == "первый"


def test_a_clash_is_settled_by_what_was_seen(played: Session, client: Client) -> None:
    url = f"/reports/{played.key}/answer/1/"
    client.post(url, {"answer": "первый", "version": "0"})
    stale = client.post(url, {"answer": "второй", "version": "0"}, headers={"HX-Request": "true"})
    assert stale.status_code == 409
    assert 'name="version" value="0"' in stale.content.decode(), "typing on asks again"
    client.post(url, {"answer": "третий", "version": "1"})
    again = client.post(url, {"answer": "второй", "version": "0", "over": "1"})
    assert again.status_code == 409, "the text that was seen is not the one that stands"
    assert client.post(url, {"answer": "второй", "version": "0", "over": "2"}).status_code == 302
    assert QuestionNote.objects.get(session=played, question="1").answer == "второй"


@pytest.mark.parametrize(("path", "data"), [("order", {"do": "hide:1"}), ("question/1", {"text": "Своими словами"})])
@pytest.mark.parametrize("before", ["", "начало"])
def test_an_answer_saved_while_the_plan_is_changed_stays(
    path: str, data: dict[str, str], before: str, played: Session, client: Client
) -> None:
    """Another browser saves between the moment at which the plan was read and the one at which it is written."""
    if before:
        client.post(f"/reports/{played.key}/answer/1/", {"answer": before, "version": "0"})
    saved: list[QuestionNote] = []

    def another_first(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("SAVEPOINT", "BEGIN")) and not saved:
            saved.append(QuestionNote(session=played, question="1"))
            told = {"answer": "начало и конец", "version": 2 if before else 1}
            QuestionNote.objects.update_or_create(session=played, question="1", defaults=told)
        return execute(sql, *rest)

    with connection.execute_wrapper(another_first):
        assert client.post(f"/reports/{played.key}/plan/{path}/", data).status_code == 302
    note = QuestionNote.objects.get(session=played, question="1")
    assert (note.answer, note.hidden or bool(note.text)) == ("начало и конец", True)
    assert note.version == (3 if before else 2)


def test_the_way_back_stays_in_the_programme(played: Session, client: Client) -> None:
    url = f"/reports/{played.key}/answer/1/"
    answer = client.post(url, {"answer": "а", "version": "0", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == f"/reports/{played.key}/"


def shown_ids(session: Session) -> list[str]:
    return [sheet.id for sheet in debrief_now(Session.objects.get(pk=session.pk), "ru").shown()]


def test_the_trainer_orders_and_hides(played: Session, client: Client) -> None:
    plan = f"/reports/{played.key}/plan/"
    assert shown_ids(played)[:3] == ["1", "2", "3"]
    assert client.post(f"{plan}order/", {"do": "down:1"}).headers["Location"].endswith("#down-1")
    assert shown_ids(played)[:3] == ["2", "1", "3"]
    client.post(f"{plan}order/", {"do": "up:3"})
    client.post(f"{plan}order/", {"do": "hide:2"})
    assert shown_ids(played)[:3] == ["3", "1", "4"]
    client.post(f"{plan}order/", {"do": "show:2"})
    client.post(f"{plan}order/", {"do": "up:2"})
    assert shown_ids(played)[:3] == ["2", "3", "1"]
    assert client.post(f"{plan}order/", {"do": "up:99"}).status_code == 404


def test_the_trainer_rewords_and_adds_evidence(played: Session, client: Client) -> None:
    url = f"/reports/{played.key}/plan/question/4/"
    piece = re.search(r'name="evidence" value="(results[^"]+)"', body(client, url))
    assert piece
    before = debrief_now(played, "ru").shown()[3]
    client.post(url, {"text": "Зачем экоинициативы?", "evidence": [piece[1], "no.such"], "moments": "1, 3, 999"})
    after = debrief_now(played, "ru").shown()[3]
    assert (after.text, len(after.evidence)) == ("Зачем экоинициативы?", len(before.evidence) + 1)
    assert {moment.n for moment in after.moments} >= {1, 3}
    client.post(url, {"text": ""})
    assert debrief_now(played, "ru").shown()[3].text == before.text


def test_the_trainer_asks_and_deletes_a_question_of_his_own(played: Session, client: Client) -> None:
    played.marks.create(kind="star", n=3, by="Ирина")
    url = f"/reports/{played.key}/plan/question/new/"
    assert "Напишите вопрос." in client.post(url, {"text": " "}).content.decode()
    client.post(url, {"text": "Что было трудно?", "evidence": ["course.0"], "stars": ["3"]})
    own = next(sheet for sheet in debrief_now(played, "ru").shown() if sheet.own)
    assert (own.text, len(own.evidence), [moment.n for moment in own.moments]) == ("Что было трудно?", 1, [3])
    assert "Что было трудно?" in body(client, f"/reports/{played.key}/question/{own.number}/")
    client.post(f"/reports/{played.key}/plan/question/{own.id}/", {"delete": "1"})
    assert not any(sheet.own for sheet in debrief_now(Session.objects.get(pk=played.pk), "ru").questions)


def test_findings_are_the_trainers_until_he_takes_them_back(played: Session, client: Client) -> None:
    url = f"/reports/{played.key}/plan/findings/"
    proposed = debrief_now(played, "ru").summary.findings
    client.post(url, {"head-1": "Защита важнее роста", "text-1": "Два хода", "moves-1": "№ 1, 3", "lead": "Коротко."})
    summary = debrief_now(Session.objects.get(pk=played.pk), "ru").summary
    assert [(one.head, one.text, one.moves) for one in summary.findings] == [
        ("Защита важнее роста", "Два хода", [1, 3])
    ]
    assert (summary.lead, summary.proposed) == ("Коротко.", proposed)
    client.post(url, {"reset": "1"})
    summary = debrief_now(Session.objects.get(pk=played.pk), "ru").summary
    assert (summary.findings, summary.lead != "Коротко.") == (proposed, True)


def test_a_dispute_is_decided_in_the_plan(played: Session, client: Client) -> None:
    mark = played.marks.create(kind="dispute", n=3, text="Не та цена", by="Ирина")
    client.post(f"/reports/{played.key}/plan/dispute/{mark.pk}/", {"ruling": "Цена верна"})
    assert [one.ruling for one in debrief_now(played, "ru").disputes] == ["Цена верна"]
    assert "Цена верна" in body(client, f"/reports/{played.key}/whole/")


def test_a_moment_opens_the_table_and_leads_back(played: Session, client: Client) -> None:
    page = body(client, f"/reports/{played.key}/question/5/")
    link = re.search(rf'href="(/reports/{played.key}/question/5/move/3/)"', page)
    assert link
    table = body(client, link[1])
    assert f'href="/reports/{played.key}/question/5/"' in table
    assert re.search(r"Стол после записи №\s3\.", table)
    assert client.get(f"/reports/{played.key}/question/5/move/999/").status_code == 404


def test_a_running_game_says_so_everywhere(played: Session, client: Client) -> None:
    for url in ("", "whole/", "question/1/"):
        assert "игра ещё идёт" in body(client, f"/reports/{played.key}/{url}").lower()


def test_a_table_without_moves_has_a_debrief_that_says_so(table: Session, client: Client) -> None:
    assert "Ещё ничего не записано" in body(client, f"/reports/{table.key}/")
    assert body(client, f"/reports/{table.key}/question/1/")
    assert body(client, f"/reports/{table.key}/whole/")


def test_a_report_is_built_once_for_a_state_and_says_when_it_is_old(
    played: Session, client: Client, act: Callable[..., Recorded]
) -> None:
    first, second = jobs.job_create(played, "ru"), jobs.job_create(played, "ru")
    assert first == second
    jobs.run(first.pk)
    first.refresh_from_db()
    assert (first.status, first.percent) == (ReportJob.Status.DONE, 100)
    assert sorted(path.name for path in first.folder.iterdir()) == [
        "one-page.pdf",
        "report.pdf",
        "report.xlsx",
        "teams.pdf",
    ]
    act(played, "A", "transfer", to="B", profits=1)
    first = ReportJob.objects.select_related("session").get(pk=first.pk)
    assert (first.is_stale, first.is_corrected) == (True, False)


def test_files_older_than_an_edit_say_so_on_the_page(played: Session, client: Client) -> None:
    said = "Эти файлы старше ваших последних правок разбора"
    jobs.run(jobs.job_create(played, "ru").pk)
    page = f"/reports/{played.key}/"
    assert said not in client.get(page).content.decode()
    assert client.post(f"/reports/{played.key}/answer/1/", {"answer": "Торопились", "version": "0"}).status_code == 302
    assert said in client.get(page).content.decode()
    jobs.run(jobs.job_create(played, "ru").pk)
    assert said not in client.get(page).content.decode()
    Workshop.objects.update(goals="Считать последствия")
    assert said in client.get(page).content.decode(), "the aim stands on the first page"


def downloaded(client: Client, session: Session, job: ReportJob, name: str) -> bytes:
    answer = client.get(f"/reports/{session.key}/files/{job.key}/{name}")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def test_files_older_than_a_correction_say_so_in_their_foot(
    played: Session, client: Client, act: Callable[..., Recorded]
) -> None:
    job = jobs.job_create(played, "ru")
    jobs.run(job.pk)
    words = "Отчёт старше исправления: после него журнал изменён"
    first = downloaded(client, played, job, "report.pdf")
    assert not any(words in text for text in pages(first))
    act(played, "referee", "adjust", field="players.A.profits", by=-3, reason="пересчёт")
    assert "старше исправления" in body(client, f"/reports/{played.key}/")
    after = downloaded(client, played, job, "report.pdf")
    assert all(words in text for text in pages(after))
    was, now = (re.sub(r"Составлен: [^.]+\.", "", " ".join(pages(one))) for one in (first, after))
    assert squeezed(now.replace(words, "")) == squeezed(was), "nothing else is told otherwise"
    assert words in cells(downloaded(client, played, job, "report.xlsx"))


def test_a_job_nobody_works_on_is_built_here(played: Session, client: Client) -> None:
    from django.utils import timezone

    job = jobs.job_create(played, "ru")
    taken = jobs.take(job.pk)
    assert taken.status == ReportJob.Status.RUNNING
    client.post(f"/reports/{played.key}/files/{job.key}/here/")
    job.refresh_from_db()
    assert job.status == ReportJob.Status.RUNNING, "its worker may be alive"
    ReportJob.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - 2 * ReportJob.SILENCE)
    client.post(f"/reports/{played.key}/files/{job.key}/here/")
    job.refresh_from_db()
    assert job.status == ReportJob.Status.DONE


def test_a_cancelled_job_builds_nothing(played: Session, client: Client) -> None:
    job = jobs.job_create(played, "ru")
    client.post(f"/reports/{played.key}/files/{job.key}/cancel/")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == ReportJob.Status.CANCELLED
    assert not job.folder.exists()


def test_files_are_named_by_game_client_and_day(played: Session, client: Client) -> None:
    job = jobs.job_create(played, "ru")
    jobs.run(job.pk)
    answer = client.get(f"/reports/{played.key}/files/{job.key}/report.pdf")
    assert b"".join(answer.streaming_content).startswith(b"%PDF")  # type: ignore[attr-defined]
    assert "%D0%AD%D0%BA%D0%BE%D0%BB%D0%BE%D0%B3%D0%B8%D0%BA%D0%B0" in answer.headers["Content-Disposition"]
    assert client.get(f"/reports/{played.key}/files/{job.key}/..%2F..%2Fsecret.key").status_code == 404


def test_files_of_one_report_have_names_of_their_own_however_long_the_client_is(played: Session) -> None:
    Workshop.objects.update(client="О" * 120)
    session = Session.objects.select_related("workshop").get(pk=played.pk)
    names = {file_name(session, name) for name, _label in LABELS}
    assert len(names) == len(LABELS)
    assert all(len(name) <= 120 and f"{session.created_at:%Y-%m-%d}" in name for name in names)


@pytest.mark.parametrize("what", ["session", "workshop"])
def test_the_files_go_with_the_table(
    what: str, played: Session, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    job = jobs.job_create(played, "ru")
    jobs.run(job.pk)
    assert job.folder.exists()
    address = {"session": f"/s/{played.key}/delete/", "workshop": f"/w/{played.workshop.key}/delete/"}[what]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address)
    assert not ReportJob.objects.exists()
    assert not job.folder.exists()


def test_answers_travel_in_the_session_file(played: Session, client: Client) -> None:
    client.post(f"/reports/{played.key}/answer/2/", {"answer": "ответ группы", "version": "0"})
    file = client.get(f"/s/{played.key}/export/")
    content = b"".join(file.streaming_content) if file.streaming else file.content
    assert "ответ группы" in content.decode()


def test_strangers_get_nothing(played: Session, stranger: User, signed_in: Callable[[User], Client]) -> None:
    other = signed_in(stranger)
    for url in ("", "whole/", "question/1/", "plan/", "plan/question/1/", "files/", "chart/results.0/light.svg"):
        assert other.get(f"/reports/{played.key}/{url}").status_code == 404
    assert other.post(f"/reports/{played.key}/answer/1/", {"answer": "x"}).status_code == 404
