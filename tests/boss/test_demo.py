"""The demo's table of «Я босс!»: players with intentions, whose game is worth a debrief."""

from collections import Counter

import pytest

from games.boss.game import GAME
from trainer.demo import record_all, whole_game
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.preparation import usual_setup
from trainer.sessions import session_create, session_start

TEAMS = [{"code": code, "name": name} for code, name in zip("ABCD", ("Альфа", "Бета", "Гамма", "Дельта"), strict=True)]


@pytest.fixture
def session(owner: User) -> Session:
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    made = session_create(workshop, game="boss", title="Стол 1", teams=TEAMS, setup=usual_setup(GAME, TEAMS))
    return session_start(made)


@pytest.mark.parametrize("seed", [700, 701, 702])
def test_the_game_has_what_the_questions_of_the_debrief_ask_about(session: Session, seed: int) -> None:
    steps = whole_game(session, seed)
    record_all(session, steps)
    session.refresh_from_db()
    state = table_of(session).state
    assert state.phase == "finished"
    done = Counter(step.action for step in steps)
    assert done["close_deal"] == state.deals_done >= 10
    # Q2: both sides name sums; Q5: deals are lost; Q6, Q7: the lead is taken, cards are played and stopped.
    said = {(step.actor, step.move.counterparty, *step.move.assets) for step in steps if step.action == "offer"}
    answered = {(one, other, *assets) for one, other, *assets in said if (other, one, *assets) in said}
    assert len(answered) > len(said) / 2, "most sums are answered by the other side"
    for action in ("agree", "play_clan", "play_travel", "play_boss", "play_stop", "play_recruit", "draw"):
        assert done[action], action
    reasons = {step.move.reason for step in steps if step.action == "fail_deal"}
    assert reasons and reasons <= {"price", "travel", "no_cards"}
    # Q4: everybody is paid by somebody.
    paid = {one.to for step in steps for one in step.postings if one.why == "agreement"}
    assert paid == set("ABCD")


def test_it_is_the_same_each_time(session: Session) -> None:
    told = [[(step.actor, step.action, step.move) for step in whole_game(session, 700)] for _time in range(2)]
    assert told[0] == told[1]
