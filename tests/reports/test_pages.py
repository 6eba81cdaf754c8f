"""The debrief on the page: pages, charts, answers, edits, files, and the way through a session file."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from reports import jobs
from reports.models import QuestionNote, ReportJob
from reports.pages import debrief_now
from trainer.models import Session, User
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


def test_the_trainer_orders_hides_rewords_and_adds(played: Session, client: Client) -> None:
    page = body(client, f"/reports/{played.key}/plan/")
    piece = re.search(r'<option value="([^"]+)"', page[page.index('name="new-evidence"') :])
    assert piece
    data: dict[str, Any] = {"order-2": "1", "order-1": "2", "hidden-3": "1", "text-4": "Зачем экоинициативы?",
                            "new": "Что было трудно?", "new-evidence": [piece[1]], "new-moments": "1, 3"}  # fmt: skip
    assert client.post(f"/reports/{played.key}/plan/", data).status_code == 302
    shown = debrief_now(played, "ru").shown()
    assert [sheet.id for sheet in shown[:3]] == ["2", "1", "4"]
    assert shown[2].text == "Зачем экоинициативы?"
    own = next(sheet for sheet in shown if sheet.own)
    assert (own.text, len(own.evidence) + len(own.moments) >= 2) == ("Что было трудно?", True)
    assert {moment.n for moment in own.moments} >= {1, 3}


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
    assert first.is_stale


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


def test_answers_travel_in_the_session_file(played: Session, client: Client) -> None:
    client.post(f"/reports/{played.key}/answer/2/", {"answer": "ответ группы", "version": "0"})
    file = client.get(f"/s/{played.key}/export/")
    content = b"".join(file.streaming_content) if file.streaming else file.content
    assert "ответ группы" in content.decode()


def test_strangers_get_nothing(played: Session, stranger: User, signed_in: Callable[[User], Client]) -> None:
    other = signed_in(stranger)
    for url in ("", "whole/", "question/1/", "plan/", "files/", "chart/results.0/light.svg"):
        assert other.get(f"/reports/{played.key}/{url}").status_code == 404
    assert other.post(f"/reports/{played.key}/answer/1/", {"answer": "x"}).status_code == 404
