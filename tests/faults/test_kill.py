"""Killed in the middle of a submit: what was acknowledged is there exactly once, nothing is half."""

import os
import random
import signal
import threading
import time
import uuid
from dataclasses import dataclass, field

import pytest

from tests.faults.house import House, Web, gift

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills as Linux does")


@dataclass
class Referee(threading.Thread):
    """Records at a table of its own without a pause; what breaks is sent again, as the page does."""

    web: Web
    number: int
    stop: threading.Event
    acknowledged: list[str] = field(default_factory=list)
    broken: int = 0
    wrong: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        hand = self.web.hand(10)
        while not self.stop.is_set():
            rev = len(self.acknowledged)
            giver, taker = ("A", "B") if rev % 2 == 0 else ("B", "A")
            op = uuid.uuid4()
            answer, broken = hand.until_answered(self.web.record_path(self.number), gift(rev, giver, taker, op))
            self.broken += broken
            if answer.status != 302:
                self.wrong.append(answer.status)
                return
            self.acknowledged.append(str(op))


def assert_nothing_lost(house: House, referees: list[Referee]) -> None:
    for one in referees:
        assert one.wrong == []
        assert house.rows(one.number) == list(enumerate(one.acknowledged, 1))
    house.check()


def acknowledged(referees: list[Referee]) -> int:
    return sum(len(one.acknowledged) for one in referees)


@pytest.mark.parametrize("kills", [200])
def test_a_worker_killed_at_random_points_loses_and_doubles_nothing(any_house: House, kills: int) -> None:
    """Between two kills at least one move is recorded; four referees record at any moment, so kills hit submits."""
    chance = random.Random(20)
    with any_house.server(1) as web:
        stop = threading.Event()
        referees = [Referee(web, number, stop) for number in range(4)]
        for one in referees:
            one.start()
        while kills and all(one.is_alive() for one in referees):
            before = acknowledged(referees)
            while acknowledged(referees) == before and all(one.is_alive() for one in referees):
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.02))
            kills -= web.kill_worker()
        stop.set()
        for one in referees:
            one.join(60)
    assert_nothing_lost(any_house, referees)
    assert sum(one.broken for one in referees) > 100


def test_a_laptop_killed_and_started_again_goes_on(house: House) -> None:
    chance = random.Random(7)
    with house.laptop() as web:
        stop = threading.Event()
        referees = [Referee(web, number, stop) for number in range(4)]
        for one in referees:
            one.start()
        for _kill in range(6):
            time.sleep(chance.uniform(0.2, 0.4))
            web.end(signal.SIGKILL)
            web.start()
        stop.set()
        for one in referees:
            one.join(60)
        assert web.hand().get(f"/s/{house.key(0)}/").status == 200
    assert sum(one.broken for one in referees) > 0, "kills hit submits"
    assert_nothing_lost(house, referees)
