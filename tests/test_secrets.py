"""What is secret at the table stays there: the wall and the phones are the same whatever the hidden figures are.

Boss B-128, B-129: money is hidden until the end. «Рынок» with show_cash off (§ 2.3): cash is hidden.
"""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.bot import turn
from games.engine.fields import sample
from games.engine.table import Team
from games.registry import game as find_game
from trainer.access import access_issue
from trainer.models import RefusedAttempt, Session, User, Workshop
from trainer.positions import POSITION_FIELDS, keep, table_of
from trainer.sessions import session_create, session_start

pytestmark = pytest.mark.django_db

#: game -> the options that hide something, and the field of the state that is hidden by team
HIDDEN: dict[str, tuple[dict[str, Any], str]] = {
    "boss": ({}, "money"),
    "market": ({"show_cash": False}, "cash"),
}
TEAMS = [Team("A", "Альфа"), Team("B", "Бета"), Team("C", "Гамма")]
MOVES = 60


def started(owner: User, slug: str, options: dict[str, Any]) -> Session:
    rules = find_game(slug)
    workshop = Workshop.objects.create(owner=owner, title="Тренинг")
    asked = rules.setup_fields(rules.sample(), tuple(TEAMS))
    setup = {field.name: value for field in asked if (value := sample(field)) is not None}
    teams = [{"code": team.id, "name": team.name} for team in TEAMS]
    return session_start(session_create(workshop, game=slug, title="Стол 1", teams=teams, options=options, setup=setup))


def put(session: Session, t: Any, rev: int) -> None:
    """Let the session stand at this position."""
    keep(session, t, rev, session.started_at)
    session.save(update_fields=POSITION_FIELDS)


def shown(session: Session) -> list[bytes]:
    """What the wall and the phones show, as pages and as parts."""
    base = f"/v/{session.view_key}/"
    pages = [base, f"{base}phone/", *(f"{base}phone/{team.id}/" for team in TEAMS)]
    answers = [Client().get(page, headers=headers) for page in pages for headers in ({}, {"HX-Request": "true"})]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content for answer in answers]


def positions(session: Session) -> Any:
    """Positions of a game that the bot plays, not the finished one."""
    rules, t, random = find_game(session.game), table_of(session), Random(11)
    for n in range(1, MOVES):
        t, _step = turn(rules, t, n, random, frozenset({"adjust", "stop_game", "final_call", "audit", "reveal_money"}))
        if rules.finished(t):
            return
        if n % 15 == 0:
            yield n, t


@pytest.mark.parametrize("slug", HIDDEN)
def test_hidden_figures_change_nothing_on_the_wall_and_the_phones(slug: str, owner: User) -> None:
    options, field = HIDDEN[slug]
    session = started(owner, slug, options)
    referee = Client()
    referee.get(f"/r/{access_issue(session, 'Ирина', owner)}/")
    seen = 0
    for n, t in positions(session):
        put(session, t, n)
        before, at_table = shown(session), referee.get(f"/s/{session.key}/").content.decode()
        other = t.copy()
        figures = getattr(other.state, field)
        for at, team in enumerate(figures):
            figures[team] += 7_000 + 1_000 * at
        put(session, other, n)
        assert shown(session) == before, f"after {n} moves"
        assert referee.get(f"/s/{session.key}/").content.decode() != at_table, "the referee sees them"
        seen += 1
    assert seen >= 3


@pytest.mark.parametrize("slug", HIDDEN)
def test_hidden_figures_are_open_where_the_options_say_so(slug: str, owner: User) -> None:
    """So the test above compares pages on which the figures would stand."""
    shown_by = {"boss": {"money_view": "open"}, "market": {"show_cash": True}}[slug]
    session = started(owner, slug, shown_by)
    n, t = next(iter(positions(session)))
    put(session, t, n)
    before = shown(session)
    for team in getattr(t.state, HIDDEN[slug][1]):
        getattr(t.state, HIDDEN[slug][1])[team] += 7_000
    put(session, t, n)
    assert shown(session) != before


@pytest.mark.parametrize(("slug", "option", "label"), [("boss", {"money_view": "open"}, "Деньги, $M"),
                                                       ("market", {"show_cash": True}, "Наличные")])  # fmt: skip
def test_a_column_that_hides_every_figure_is_not_shown(
    slug: str, option: dict[str, Any], label: str, owner: User
) -> None:
    """A column of dashes tells the group nothing and takes the place of names."""
    hidden, open_to_all = started(owner, slug, HIDDEN[slug][0]), started(owner, slug, option)
    assert not any(label in page.decode() for page in shown(hidden))
    assert all(label in page.decode() for page in shown(open_to_all))


@pytest.mark.parametrize("slug", ["ecologic", "titans", "boss", "market"])
def test_what_was_refused_is_shown_to_the_referee_only(slug: str, owner: User) -> None:
    """Choices and bids made in secret are typed before they are shown: a refused attempt must not give them away."""
    session = started(owner, slug, {})
    before = shown(session)
    RefusedAttempt.objects.create(
        session=session, rev=session.rev, actor="A", action="bid", params='{"amount": 9321}', code="E_CASH", told="{}",
        at=timezone.now(),
    )  # fmt: skip
    assert shown(session) == before
    assert b"9321" not in b"".join(before)


@pytest.mark.parametrize("slug", ["ecologic", "titans", "boss", "market"])
def test_the_key_of_the_wall_opens_nothing_else(slug: str, owner: User) -> None:
    session = started(owner, slug, {})
    page = b"".join(shown(session)).decode()
    assert session.key not in page
    assert session.workshop.key not in page
    assert Client().get(f"/s/{session.view_key}/").status_code == 302, "to sign in"
