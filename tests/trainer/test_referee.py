"""The referee's screen through the client: recording, refusals, doubts, two hands at once, who may sit there.

Figures are those of the recorded game: three teams with 25 profits; rules § 3.1–3.4 give the starting prices.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.trainer.desk import Referee, buttons, new_op, text
from trainer.access import access_issue
from trainer.models import RefereeAccess, Session, User
from trainer.sessions import session_pause

OIL = {"kind": "chip", "type": "oil"}
MINERAL = {"kind": "chip", "type": "mineral"}
ACADEMY = {"kind": "tor", "tor": "academy"}
Act = Callable[..., Any]


@pytest.fixture
def referee(owner: User, table: Session, signed_in: Callable[[User], Client]) -> Referee:
    """The trainer at his own table, with htmx."""
    return Referee(signed_in(owner), table)


@pytest.fixture
def opened(table: Session, act: Act) -> Session:
    """The Actions phase of the first cycle: А opens first, with 25 profits each."""
    act(table, "A", "event_draw", card="V3")
    act(table, "referee", "ecology_settle_rest")
    return table


@pytest.fixture
def auction(opened: Session, act: Act) -> Session:
    """А has opened for the Academy with 10; the word is Б's."""
    act(opened, "A", "auction_open", lot=ACADEMY, bid=10)
    return opened


# ---- recording -------------------------------------------------------------------------------------------


def test_a_button_records_and_answers_with_the_table(referee: Referee, auction: Session) -> None:
    answer = referee.press("B", "bid", amount=11)
    assert answer.status_code == 200
    assert answer.content.decode().startswith('<div id="table"')
    assert referee.table.state.auction.bid == 11
    assert ["C", "bid", {"amount": 12}] in buttons(answer)


def test_without_htmx_the_answer_leads_back_to_the_table(referee: Referee, auction: Session) -> None:
    referee.htmx = False
    answer = referee.press("B", "bid", amount=11)
    assert (answer.status_code, answer.url) == (302, referee.url("referee"))
    assert "11" in text(referee.get())


def test_a_form_records_what_was_typed(referee: Referee, auction: Session) -> None:
    referee.page(move="bid", fixed="{}")
    assert referee.fill("B", "bid", amount=" 1 3 ").status_code == 200
    assert referee.table.state.auction.bid == 13


def test_the_lots_stand_there_with_their_starting_price(referee: Referee, opened: Session) -> None:
    """E-036, E-047: one oil chip lies on the board, two of minerals; a ТОР starts at 10."""
    words = text(referee.page(way="By bids"))
    for price in ("Нефть, от 2", "Минералы, от 3", "Академия, от 10"):
        assert price in words


def test_what_is_refused_beforehand_is_greyed_with_its_reason(referee: Referee, make_table: Any, act: Act) -> None:
    """E-054: who cannot pay the starting price cannot open."""
    poor = make_table("бедный")
    act(poor, "referee", "adjust", field="players.A.profits", value=9, reason="опыт")
    act(poor, "A", "event_draw", card="V3")
    act(poor, "referee", "ecology_settle_rest")
    body = Referee(referee.client, poor).get(way="By bids").content.decode()
    greyed = body[body.index("Биржа, от") - 900 : body.index("Биржа, от") + 400]
    assert 'aria-disabled="true"' in greyed
    assert "10" in greyed


def test_the_chosen_way_of_recording_is_remembered(referee: Referee, opened: Session) -> None:
    referee.get(way="By a line")
    page = referee.get()
    assert page.context["way"] == "By a line"
    assert all(button.offer.move == "auction_line" for button in page.context["lots"])


def test_what_is_seldom_needed_is_shown_when_asked_for(referee: Referee) -> None:
    assert "move=transfer" not in referee.get().content.decode()
    assert "move=transfer" in referee.get(aside="1").content.decode()


def test_notices_of_the_rules_are_told(referee: Referee, auction: Session) -> None:
    """N_AUTO_PASS: Б cannot go on, the auction ends by itself."""
    referee.press("B", "pass")
    answer = referee.press("C", "pass")
    assert answer.context["said_messages"]
    assert referee.table.state.to_place.player == "A"


def test_a_collapse_asks_for_a_chip_with_what_it_costs(referee: Referee, table: Session, act: Act) -> None:
    """E-028…E-031: V2 takes 5 enviros, А has 3 and one chip: he gives all and takes it off."""
    act(table, "referee", "adjust", field="players.A.enviros", value=3, reason="опыт")
    act(table, "A", "event_draw", card="V2")
    page = referee.page()
    assert ["A", "ecology_settle", {"remove": "S2"}] in buttons(page)
    words = text(page)
    assert "отдать 6" in words and "есть 3" in words
    assert "уровень 1 → 0, доход 1 → 0" in words
    referee.again("A", "ecology_settle", remove="S2")
    assert referee.table.state.players["A"].minus
    assert "S2" not in referee.table.state.board


def test_nothing_is_asked_while_nothing_has_to_be_chosen(referee: Referee, table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V2")
    assert referee.get().context["panel"].choose is None


def test_upkeep_that_cannot_be_paid_asks_for_cards(referee: Referee, make_table: Any, act: Act) -> None:
    """E-062, A-35: «Рекультивация» costs 2, А has 0 and earns 1 by one mineral chip."""
    poor = make_table("поддержание")
    act(poor, "referee", "adjust", field="players.A.eco", value=["E1"], reason="опыт")
    act(poor, "referee", "adjust", field="players.A.profits", value=0, reason="опыт")
    act(poor, "A", "event_draw", card="V1")
    act(poor, "referee", "ecology_settle_rest")
    for team in ("A", "B", "C"):
        act(poor, team, "skip")
    act(poor, "referee", "income_settle_rest")
    page = Referee(referee.client, poor).get()
    assert ["A", "income_settle", {"discard": ["E1"]}] in buttons(page)


def test_the_game_that_is_over_shows_the_score_with_its_exact_base(referee: Referee, table: Session, act: Act) -> None:
    """E-074: 25 profits and 7 enviros: 7/25 · 32 = 8.96, rounded 9, and one chip."""
    act(table, "referee", "stop_game", reason="время")
    words = text(referee.get())
    assert "8,96" in words
    assert referee.get().context["panel"].final[0].total == 10


# ---- refusals --------------------------------------------------------------------------------------------


def test_a_refusal_keeps_what_was_typed_and_offers_the_nearest_legal_value(referee: Referee, auction: Session) -> None:
    """E-055: nobody bids above his own stock; 25 is the most."""
    referee.page(move="bid", fixed="{}")
    answer = referee.fill("B", "bid", amount=26)
    assert answer.status_code == 422
    body = answer.content.decode()
    assert 'value="26"' in body
    assert 'name="amount" value="25"' in body
    assert "E-055" in body and 'role="alert"' in body
    assert ["B", "pass", {}] in buttons(answer)
    assert referee.table.state.auction.bid == 10


def test_the_nearest_value_may_be_the_least(referee: Referee, auction: Session) -> None:
    """E-048: a raise is by at least 1."""
    referee.page(move="bid", fixed="{}")
    assert 'name="amount" value="11"' in referee.fill("B", "bid", amount=4).content.decode()


def test_what_cannot_be_read_is_told_at_its_field(referee: Referee, auction: Session) -> None:
    referee.page(move="bid", fixed="{}")
    answer = referee.fill("B", "bid", amount="много")
    assert answer.status_code == 422
    assert 'value="много"' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert referee.session.rows.count() == 3


def test_a_refused_button_says_rule_and_clause(referee: Referee, auction: Session) -> None:
    answer = referee.press("A", "pass")
    assert answer.status_code == 422
    assert "E-050" in text(answer)
    assert referee.session.refused.count() == 1


def test_the_trainer_may_let_a_refused_move_stand(referee: Referee, auction: Session) -> None:
    referee.page(move="bid", fixed="{}")
    refused = referee.fill("B", "bid", amount=26)
    referee.op, referee.rev = str(refused.context["op"]), refused.context["rev"]
    answer = referee.fill("B", "bid", amount=26, ruling="1", reason="так решили за столом", clause="E-055")
    assert answer.status_code == 200
    assert "E_BID_OVER_STOCK" in referee.session.rows.last().ruling
    assert referee.profits("B") == -1


def test_a_referee_without_the_right_is_not_offered_a_ruling(referee: Referee, auction: Session) -> None:
    access_issue(auction, "Олег", referee.session.workshop.owner, "код")
    guest = Referee(Client(), auction)
    guest.client.get(reverse("trainer:referee_link", args=["код"]))
    guest.page(move="bid", fixed="{}")
    answer = guest.fill("B", "bid", amount=26)
    assert 'name="ruling"' not in answer.content.decode()
    guest.op = new_op()
    answer = guest.fill("B", "bid", amount=26, ruling="1", reason="хочу")
    assert referee.table.state.auction.bid == 10
    assert guest.session.rows.count() == 3


# ---- unlikely, or cannot be unseen --------------------------------------------------------------------------


def test_undoing_a_card_that_all_have_seen_asks_once_more(referee: Referee, table: Session, act: Act) -> None:
    act(table, "A", "event_draw", card="V1")
    answer = referee.press("referee", "undo")
    assert answer.status_code == 422
    assert 'name="sure"' in answer.content.decode()
    assert referee.table.state.event == "V1"
    answer = referee.send(do=json.dumps(["referee", "undo", {}]), sure="1")
    assert answer.status_code == 200
    assert referee.table.state.event == ""


def test_undoing_what_nobody_had_to_see_does_not_ask(referee: Referee, auction: Session) -> None:
    assert referee.press("referee", "undo").status_code == 200
    assert referee.table.state.auction is None


# ---- two hands at once -------------------------------------------------------------------------------------


def test_the_same_form_twice_is_recorded_once(referee: Referee, auction: Session) -> None:
    referee.page()
    assert [referee.again("B", "bid", amount=11).status_code for _click in range(5)] == [200] * 5
    assert referee.actions() == ["event_draw", "ecology_settle_rest", "auction_open", "bid"]


def test_a_form_older_than_the_log_shows_what_stands_beside_what_was_typed(
    referee: Referee, auction: Session, act: Act
) -> None:
    referee.page(move="bid", fixed="{}")
    act(auction, "B", "bid", amount=11)
    answer = referee.fill("B", "bid", amount=13)
    assert answer.status_code == 409
    clash = answer.context["clash"]
    assert [line.n for line in clash.rows] == [4]
    assert ("amount", "13") in clash.post
    assert "13" in clash.mine
    assert referee.table.state.auction.bid == 11


def test_a_conflict_can_be_recorded_on_top_where_that_is_legal(referee: Referee, table: Session, act: Act) -> None:
    referee.page(move="transfer", fixed="{}")
    act(table, "A", "transfer", to="C", profits=1)
    answer = referee.fill("A", "transfer", to="B", profits=3)
    assert answer.status_code == 409
    clash = answer.context["clash"]
    assert clash.why == ""
    fields = dict(clash.post)
    referee.op, referee.rev = str(answer.context["op"]), answer.context["rev"]
    assert referee.send(**fields).status_code == 200
    assert (referee.profits("A"), referee.profits("B"), referee.profits("C")) == (21, 28, 26)


def test_recording_on_top_is_greyed_with_its_reason_where_it_is_not(
    referee: Referee, auction: Session, act: Act
) -> None:
    referee.page()
    act(auction, "B", "bid", amount=11)
    answer = referee.again("B", "pass")
    assert answer.status_code == 409
    assert answer.context["clash"].why


def test_a_conflict_can_correct_what_stands(referee: Referee, auction: Session, act: Act) -> None:
    referee.page()
    act(auction, "B", "bid", amount=11)
    clash = referee.again("B", "pass").context["clash"]
    assert clash.amend is not None and clash.amend_why == ""
    shown = referee.client.post(referee.url("fix"), {"kind": "amend", **clash.amend})
    assert shown.status_code == 200
    assert shown.context["correction"].choices == []


def test_the_same_by_two_hands_is_told_so(referee: Referee, auction: Session, act: Act) -> None:
    referee.page()
    act(auction, "B", "bid", amount=11)
    assert referee.again("B", "bid", amount=11).context["clash"].same


def test_a_form_recorded_before_with_other_figures_is_told(referee: Referee, auction: Session) -> None:
    referee.page()
    referee.again("B", "bid", amount=11)
    answer = referee.again("B", "bid", amount=12)
    assert answer.status_code == 409
    assert answer.context["clash"].again


def test_several_choices_of_a_form_survive_a_conflict(referee: Referee, table: Session, act: Act) -> None:
    """Every value of a field with several is sent again, not the last one only."""
    act(table, "A", "event_draw", card="V3")
    referee.page()
    act(table, "A", "transfer", to="B", profits=1)
    answer = referee.send(form="1", actor="A", move="income_settle", fixed="{}", discard=["E1", "E2"])
    assert [value for name, value in answer.context["clash"].post if name == "discard"] == ["E1", "E2"]


def test_the_poll_says_nothing_while_nothing_changed(referee: Referee, auction: Session) -> None:
    stamp = referee.page().context["stamp"]
    with CaptureQueriesContext(connection) as queries:
        assert referee.get("live", htmx=True, seen=stamp).status_code == 204
    assert len(queries) <= 3


def test_the_poll_leaves_an_open_form_alone_and_says_what_happened(
    referee: Referee, auction: Session, act: Act
) -> None:
    page = referee.page(move="bid", fixed="{}")
    act(auction, "B", "bid", amount=11)
    answer = referee.get("live", htmx=True, seen=page.context["stamp"], desk="form", rev=page.context["rev"])
    assert answer["HX-Retarget"] == "#pulse"
    body = answer.content.decode()
    assert 'id="desk"' not in body
    assert "№ 4" in text(answer)


def test_a_paused_table_records_nothing_and_says_so(referee: Referee, auction: Session) -> None:
    referee.page()
    session_pause(auction)
    answer = referee.again("B", "bid", amount=11)
    assert answer.status_code == 409
    assert answer.context["said_messages"]
    assert referee.table.state.auction.bid == 10


# ---- who may sit there -------------------------------------------------------------------------------------


def test_a_signed_in_stranger_gets_404(stranger: User, table: Session, signed_in: Callable[[User], Client]) -> None:
    other = Referee(signed_in(stranger), table, op=new_op())
    for name in ("referee", "live", "log", "corrections", "position", "help"):
        assert other.get(name).status_code == 404, name
    assert other.get("entry", 1).status_code == 404
    assert other.again("A", "transfer", to="B", profits=1).status_code == 404
    assert table.rows.count() == 0


def test_nobody_signed_in_is_led_to_the_sign_in(table: Session) -> None:
    answer = Referee(Client(), table).get()
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("trainer:signin"))


def test_a_referees_link_lets_in_to_one_table_until_it_is_ended(table: Session, make_table: Any, owner: User) -> None:
    access_issue(table, "Олег", owner, "код")
    guest = Referee(Client(), table)
    assert guest.client.get(reverse("trainer:referee_link", args=["код"])).url == guest.url("referee")
    assert guest.press("A", "transfer", to="B", profits=2).status_code == 200
    assert table.rows.get().by == "Олег"
    other = Referee(guest.client, make_table("чужой"))
    assert other.get().status_code == 302
    RefereeAccess.objects.update(ended_at=table.created_at)
    assert guest.get().status_code == 302


def test_what_was_sent_after_the_sign_in_ended_is_kept_for_sending_again(table: Session, owner: User) -> None:
    """A plain page shows the form once more with everything that was typed; signing in leads back to it."""
    owner.set_password("тайна-тайная")
    owner.save()
    guest = Referee(Client(), table, htmx=False, op=new_op())
    answer = guest.fill("A", "transfer", to="B", profits="7")
    assert answer.status_code == 403
    assert dict(answer.context["kept"])["profits"] == "7"
    fields = {f"kept.{name}": value for name, value in answer.context["kept"]}
    signed = guest.client.post(
        reverse("trainer:signin_here"),
        {"username": "owner", "password": "тайна-тайная", "path": answer.context["path"], **fields},
    )
    assert signed.status_code == 200
    kept = dict(signed.context["kept"])
    assert guest.client.post(signed.context["path"], kept).status_code == 302
    assert guest.profits("B") == 32


def test_with_htmx_the_form_stays_and_a_dialog_asks_to_sign_in(table: Session) -> None:
    guest = Referee(Client(), table, op=new_op())
    answer = guest.again("A", "transfer", to="B", profits=1)
    assert answer["HX-Retarget"] == "#again"
    assert "<dialog" in answer.content.decode()


def test_a_screen_that_polls_is_not_led_away_when_the_sign_in_ends(table: Session) -> None:
    answer = Referee(Client(), table).get("live", htmx=True, seen="x", desk="form")
    assert answer.status_code == 401
    assert answer["Content-Type"].startswith("text/plain")
    assert "HX-Redirect" not in answer


def test_a_form_with_the_token_of_an_earlier_sign_in_is_kept(owner: User, table: Session) -> None:
    """Signing in in another tab changes the token; what was typed here is sent again, nothing is lost."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    path = reverse("trainer:record", args=[table.key])
    sent = {"op": new_op(), "rev": 0, "actor": "A", "move": "transfer", "profits": "7", "csrfmiddlewaretoken": "x" * 64}
    answer = client.post(path, sent, headers={"Origin": "http://testserver"})
    assert dict(answer.context["kept"])["profits"] == "7"
    strange = client.post(path, sent, headers={"Origin": "https://example.org"})
    assert strange.status_code == 403
    assert strange.context is None or "kept" not in strange.context


def token_of(answer: Any) -> str:
    """The token that the first form of a page or a part of it carries."""
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.content.decode())
    assert found
    return found[1]


def test_the_answer_to_a_form_can_be_answered(owner: User, table: Session) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    token = token_of(client.get(reverse("trainer:referee", args=[table.key])))
    for rev in range(3):
        sent = {"op": new_op(), "rev": rev, "actor": "A", "move": "transfer", "fixed": '{"to": "B", "profits": 1}'}
        path = reverse("trainer:record", args=[table.key])
        answer = client.post(path, sent | {"csrfmiddlewaretoken": token}, headers={"HX-Request": "true"})
        assert answer.status_code == 200, rev
        token = token_of(answer)


def test_after_signing_in_beside_a_form_its_token_is_the_new_one(owner: User) -> None:
    owner.set_password("тайна-тайная")
    owner.save()
    client = Client(enforce_csrf_checks=True)
    here, path = reverse("trainer:signin_here"), "/workshops/"
    token = token_of(client.get(reverse("trainer:signin")))
    form = {"username": "owner", "password": "тайна-тайная", "path": path, "csrfmiddlewaretoken": token}
    signed_in = client.post(here, form)
    assert token_of(signed_in) != token
    assert client.post(here, form).status_code == 403, "the token of before the sign-in"
    again = {"username": "owner", "password": "не та", "path": path, "csrfmiddlewaretoken": token_of(signed_in)}
    assert client.post(here, again).status_code == 422


def test_signing_in_beside_a_form_leads_nowhere_else(owner: User) -> None:
    owner.set_password("тайна-тайная")
    owner.save()
    form = {"username": "owner", "password": "тайна-тайная", "path": "https://example.org/"}
    assert Client().post(reverse("trainer:signin_here"), form).context["path"] == "/"


# ---- figures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", [3, 60])
def test_a_screen_asks_the_database_little_however_long_the_log(
    referee: Referee, auction: Session, act: Act, entries: int
) -> None:
    for at in range(entries - 3):
        act(auction, "C", "transfer", to="B" if at % 2 else "A", profits=1) if at < 20 else act(
            auction, "referee", "adjust", field="players.C.profits", by=0, reason="ничего"
        )
    referee.get()
    with CaptureQueriesContext(connection) as queries:
        referee.get()
    assert len(queries) <= 6


def test_a_recorded_move_asks_the_database_little(referee: Referee, auction: Session) -> None:
    referee.page()
    with CaptureQueriesContext(connection) as queries:
        assert referee.again("B", "bid", amount=11).status_code == 200
    assert len(queries) <= 14


def test_a_request_that_no_page_makes_is_404(referee: Referee) -> None:
    referee.page()
    assert referee.send(do="не JSON").status_code == 404
    assert referee.send(do='{"a": 1}').status_code == 404
    assert referee.client.post(referee.url("record"), {"op": "x", "rev": 0}).status_code == 404
    assert referee.session.rows.count() == 0


def test_what_was_undone_step_by_step_is_brought_back_step_by_step(referee: Referee) -> None:
    for _ in range(3):
        referee.press("A", "transfer", to="B", profits=1)
    for _ in range(2):
        referee.press("referee", "undo")
    offered = []
    for _ in range(2):
        offered.append(["referee", "redo", {}] in buttons(referee.page()))
        referee.again("referee", "redo")
    assert offered == [True, True]
    assert ["referee", "redo", {}] not in buttons(referee.page())
    assert referee.profits("B") == 28


def test_however_many_were_undone_the_one_before_can_be_too(referee: Referee, act: Act) -> None:
    for _ in range(17):
        act(referee.session, "A", "transfer", to="B", profits=1)
    for _ in range(16):
        act(referee.session, "referee", "undo")
    page = referee.page()
    assert ["referee", "undo", {}] in buttons(page)
    assert [line.n for line in page.context["lines"]] == [1]
