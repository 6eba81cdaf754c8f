"""The pages of a table of «Рынок» through the test client: the account, refused attempts, typed sums, secrets."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.engine.kit import read_kit
from games.engine.offers import offers
from games.engine.refusal import Refusal
from games.market.game import GAME
from games.registry import game as find_game
from tests.market.test_words import tables
from tests.market.whole_game import FILE
from trainer.desk import open_form
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

RECORDED = json.loads(FILE.read_text(encoding="utf-8"))
A, B, C = "p1", "p2", "p3"
TEMPLATES = Path(settings.BASE_DIR) / "templates/games/market"


@pytest.fixture
def make(owner: User) -> Callable[..., Session]:
    """Make a started table of three with the kit of the recorded game."""

    def start(**options: Any) -> Session:
        workshop = Workshop.objects.create(owner=owner, title="Тренинг")
        teams = [{"code": team["id"], "name": team["name"]} for team in RECORDED["teams"]]
        kit = read_kit(find_game("market"), RECORDED["kit"])
        return session_start(
            session_create(workshop, game="market", title="Стол 1", teams=teams, kit=kit, options=options)
        )

    return start


@pytest.fixture
def at(signed_in: Callable[[User], Client], owner: User) -> Callable[..., str]:
    """Get a page of the table as its trainer sees it."""

    def get(session: Session, name: str, *args: Any, **query: Any) -> str:
        answer = signed_in(owner).get(reverse(f"trainer:{name}", args=[session.key, *args]), query)
        assert answer.status_code == 200
        return answer.content.decode()

    return get


def act(session: Session, actor: str, action: str, **params: Any) -> Session:
    return record(session.pk, [Request(actor, action, params)], op=uuid.uuid4(), rev=session.rev).session


def test_the_account_lists_what_came_and_went_with_its_entries(
    make: Callable[..., Session], at: Callable[..., str], signed_in: Callable[[User], Client], owner: User
) -> None:
    session = act(make(), A, "buy_insurance", count=2)
    session = act(session, A, "roll", dice=[3, 4])  # the school: 50 000
    page = at(session, "account", A)
    assert page.index("обучение") < page.index("страхов"), "the newest first"
    for text in ("−50\u00a0000", "−40\u00a0000", "210\u00a0000", "деньги под полем", "Банк игры"):
        assert text in page
    assert reverse("trainer:entry", args=[session.key, 2]) in page
    assert "−50\u00a0000" not in at(session, "account", B)
    missing = signed_in(owner).get(reverse("trainer:account", args=[session.key, "nobody"]))
    assert missing.status_code == 404


def test_the_account_is_for_those_who_referee(
    make: Callable[..., Session], signed_in: Callable[[User], Client], stranger: User
) -> None:
    session = make()
    answer = signed_in(stranger).get(reverse("trainer:account", args=[session.key, A]))
    assert answer.status_code in (403, 404)


def test_the_entry_names_accounts_and_things(make: Callable[..., Session], at: Callable[..., str]) -> None:
    session = act(act(make(), A, "roll", dice=[2, 3]), A, "buy_plot", plot=2)
    page = at(session, "entry", 2)
    assert "Банк игры" in page
    assert "участок №\u00a02" in page
    assert "plot:2" not in page


@pytest.mark.parametrize(("option", "kept"), [({}, 1), ({"log_refusals": True}, 1), ({"log_refusals": False}, 0)])
def test_refused_attempts_are_kept_as_the_option_says(
    make: Callable[..., Session], option: dict[str, bool], kept: int
) -> None:
    session = make(**option)
    with pytest.raises(Refusal, match="E_TURN"):
        act(session, B, "roll", dice=[1, 1])
    assert session.refused.count() == kept


def test_a_sum_that_is_not_in_the_kit_joins_it_as_typed(
    make: Callable[..., Session], signed_in: Callable[[User], Client], owner: User
) -> None:
    """§ 3.6: grid of cards, otherwise sign and amount."""
    session = act(make(), A, "roll", dice=[1, 2])
    form = {
        "op": str(uuid.uuid4()), "rev": session.rev, "form": "1", "actor": A, "move": "draw_surprise", "fixed": "{}",
        "card__new__amount": "−70 000",
    }  # fmt: skip
    answer = signed_in(owner).post(reverse("trainer:record", args=[session.key]), form)
    assert answer.status_code == 302
    session.refresh_from_db()
    assert table_of(session).state.cash[A] == 230_000


def test_each_borrower_has_a_form_of_his_own(make: Callable[..., Session], at: Callable[..., str]) -> None:
    page = at(make(), "referee", move="issue_note", fixed="{}", actor=B)
    assert "Заём под вексель: Борис" in page
    assert 'name="lender" value="p3"' in page
    assert 'name="lender" value="p2"' not in page


def test_a_form_that_the_game_draws_itself_leaves_no_field_out() -> None:
    """templates/games/market/form_<move>.html instead of the general form."""
    drawn = {path.stem.removeprefix("form_") for path in TEMPLATES.glob("form_*.html")}
    for game in tables():
        teams = list(enumerate(game.t.teams))
        for offer in offers(GAME, game.t):
            if offer.move in drawn and offer.fields:
                form = open_form(GAME, offer).form
                page = render_to_string(
                    f"games/market/form_{offer.move}.html", {"form": form, "team_list": teams, "meta": GAME.meta}
                )
                assert [name for name in form.fields if f'name="{name}"' not in page] == [], offer.move


@pytest.mark.clause("M-172")
def test_the_form_of_a_note_asks_whose_idea_it_was(make: Callable[..., Session], at: Callable[..., str]) -> None:
    page = at(make(), "referee", move="issue_note", fixed="{}", actor=B)
    assert "Кто предложил" in page
    assert [team for team in (A, B, C) if f'name="proposed_by" value="{team}"' in page] == [A, B, C]


@pytest.mark.clause("M-182")
def test_the_plain_form_of_the_results_asks_what_is_handed_in(
    make: Callable[..., Session], at: Callable[..., str], signed_in: Callable[[User], Client], owner: User
) -> None:
    """§ 3.5, step 5: by itself it would be the share of 40 000; the plot of 45 000 is marked, without a script."""
    values = {
        "phase": "final", "cash.p2": 80_000, "credits.p2": [{"rate": 20, "turn": 1}], "plots.4": B,
        "shares.insurance.p2": 1,
    }  # fmt: skip
    session = make()
    for field, value in values.items():
        session = act(session, "referee", "adjust", field=field, value=value, reason="проба")
    page = at(session, "referee", move="final_settlement", fixed="{}")
    assert 'type="checkbox" name="surrender__p2" value="insurance"' in page
    assert 'name="surrender__p2" value="plot:4"' in page
    assert 'name="surrender__p1"' not in page, "who can pay is asked nothing"
    form = {
        "op": str(uuid.uuid4()), "rev": session.rev, "form": "1", "actor": "referee", "move": "final_settlement",
        "fixed": "{}", "surrender__p2": ["plot:4"],
    }  # fmt: skip
    answer = signed_in(owner).post(reverse("trainer:record", args=[session.key]), form)
    assert answer.status_code == 302
    session.refresh_from_db()
    state = table_of(session).state
    assert (state.phase, state.plots, state.shares) == ("finished", {}, {"insurance": {B: 1}})


def test_the_table_at_an_earlier_entry_shows_board_and_way(
    make: Callable[..., Session], at: Callable[..., str]
) -> None:
    session = act(act(make(), A, "roll", dice=[2, 3]), A, "buy_plot", plot=2)
    page = at(session, "table_at", 1)
    assert "Участок №\u00a02" in page
    assert 'name="do"' not in page.split("<main")[1]


def test_the_wall_and_phones_hide_cash_where_it_is_a_secret(make: Callable[..., Session], client: Client) -> None:
    """§ 2.3, show_cash."""
    session = make(show_cash=False)
    for name, args in (("wall", []), ("phone", []), ("phone_team", [B])):
        page = client.get(reverse(f"trainer:{name}", args=[session.view_key, *args])).content.decode()
        assert "300\u00a0000" not in page
    assert "300\u00a0000" in client.get(reverse("trainer:wall", args=[make().view_key])).content.decode()
