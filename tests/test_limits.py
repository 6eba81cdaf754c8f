"""How often something may be tried: counted in every kind of cache alike, and anew in each window of time."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from django.test import Client

from reports.models import ReportJob
from reports.views.files import BUILDS
from tests.faults.prepare import table
from trainer import limits
from trainer.limits import Limit
from trainer.models import User, Workshop


@pytest.fixture(params=["memory", "files"])
def counts(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count in memory as one process would, or in files as the processes of a laptop do."""
    if request.param == "files":
        monkeypatch.setattr(limits, "cache", FileBasedCache(str(tmp_path), {"TIMEOUT": 3600}))
    else:
        caches["default"].clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Stand at the beginning of a window, and go on by so many seconds."""
    now = [1_800_000_000.0]
    monkeypatch.setattr(limits.time, "time", lambda: now[0])

    def go_on(seconds: float) -> None:
        now[0] += seconds

    return go_on


def test_a_limit_is_reached_after_its_tries_and_ends_with_its_window(
    counts: None, clock: Callable[[float], None]
) -> None:
    limit = Limit("test", tries=3, seconds=600)
    for _try in range(3):
        assert not limit.is_reached("марина", "10.0.0.7")
        limit.count("марина", "10.0.0.7")
        clock(100)
    assert limit.is_reached("марина", "10.0.0.7")
    assert not limit.is_reached("марина", "10.0.0.8"), "each key has its own count"
    clock(299)
    assert limit.is_reached("марина", "10.0.0.7")
    clock(1)
    assert not limit.is_reached("марина", "10.0.0.7")


def test_what_was_forgotten_is_counted_from_none(counts: None, clock: Callable[[float], None]) -> None:
    limit = Limit("test", tries=1, seconds=600)
    limit.count("марина")
    limit.forget("марина")
    assert not limit.is_reached("марина")


def test_reports_are_built_so_often_and_no_oftener(owner: User, signed_in: Callable[[User], Client]) -> None:
    session = table(Workshop.objects.create(owner=owner, title="Тренинг"), "Стол 1")
    for _build in range(BUILDS.tries):
        BUILDS.count(str(owner.pk))
    answer = signed_in(owner).post(f"/reports/{session.key}/files/build/")
    assert (answer.status_code, "через 10 мин" in answer.content.decode()) == (429, True)
    assert not ReportJob.objects.exists()
