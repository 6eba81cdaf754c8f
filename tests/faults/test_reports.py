"""No broker, a silent broker, a dead worker: asking for a report is answered at once, says so, and builds it here."""

import contextlib
import socket
import sqlite3
from collections.abc import Iterator

import pytest

from tests.conftest import free_port
from tests.faults.house import Hand, House, gift

PART = {"HX-Request": "true"}
SILENT, BUILD_HERE = "Сборщик отчётов не отвечает", "Собрать здесь"


@contextlib.contextmanager
def broker(kind: str) -> Iterator[str]:
    """The address of a broker that is absent, or takes calls and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if kind == "silent":
            server.listen(50)
        yield f"redis://127.0.0.1:{server.getsockname()[1] if kind == 'silent' else free_port()}/0"


def build_here(hand: Hand, house: House, panel: str) -> str:
    """Press the button of the panel and return the panel after it."""
    address = panel.partition('hx-post="')[2].partition('"')[0]
    assert address.endswith("/here/")
    answer = hand.post(address, {}, **PART)
    assert answer.status == 200
    assert ".pdf" in answer.text
    download = answer.text.partition('href="')[2].partition('"')[0]
    assert hand.get(download).status == 200
    assert house.query("SELECT status FROM reports_reportjob") == [("done",)]
    return answer.text


@pytest.mark.parametrize("kind", ["absent", "silent"])
def test_without_a_broker_the_click_is_answered_and_the_report_built_here(house: House, kind: str) -> None:
    with broker(kind) as url:
        house.environment["CELERY_BROKER_URL"] = url
        with house.laptop() as web:
            hand = web.hand(patience=10)
            for rev in range(2):
                assert hand.post(web.record_path(0), gift(rev)).status == 302, "no broker is in the path of a move"
            asked = hand.post(f"/reports/{house.key(0)}/files/build/", {}, **PART)
            assert (SILENT in asked.text, BUILD_HERE in asked.text) == (True, True)
            build_here(hand, house, asked.text)


def test_a_worker_that_died_is_told_after_ten_seconds_and_the_report_built_here(house: House) -> None:
    with house.laptop() as web:
        hand = web.hand()
        hand.post(web.record_path(0), gift(0))
        path = f"/reports/{house.key(0)}/files/"
        asked = hand.post(f"{path}build/", {}, **PART)
        assert BUILD_HERE not in asked.text, "a worker may take it any moment"
        with contextlib.closing(sqlite3.connect(house.data / "db.sqlite3")) as base, base:
            base.execute("UPDATE reports_reportjob SET status = 'running', percent = 40")
            base.execute("UPDATE reports_reportjob SET heartbeat = datetime('now', '-11 seconds')")
        panel = hand.get(path, **PART)
        assert (SILENT in panel.text, BUILD_HERE in panel.text) == (True, True)
        build_here(hand, house, panel.text)
