"""Corrections through the client: the ripple and its choices end to end, kit, options, seats, fields, the position.

The table is that of the recorded game; starting prices by § 3.2: oil 2, minerals 3, a ТОР 10.
"""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from tests.trainer.desk import Referee, new_op, text
from trainer.access import access_issue
from trainer.models import LogRow, Session, User

Act = Callable[..., Any]
HUB = {"kind": "tor", "tor": "hub"}
MINERAL = {"kind": "chip", "type": "mineral"}


@pytest.fixture
def referee(owner: User, table: Session, signed_in: Callable[[User], Client]) -> Referee:
    return Referee(signed_in(owner), table, htmx=False)


@pytest.fixture
def guest(table: Session, owner: User) -> Referee:
    """A referee who came by a link and may not rule."""
    access_issue(table, "Олег", owner, "код")
    found = Referee(Client(), table, htmx=False)
    found.client.get(reverse("trainer:referee_link", args=["код"]))
    return found


@pytest.fixture
def played(table: Session, act: Act) -> Session:
    """№ 3: А buys the Hub for 20 of his 25; № 6, in cycle 2: А buys minerals for 3 of the 6 he has by then."""
    act(table, "A", "event_draw", card="V3")
    act(table, "referee", "ecology_settle_rest")
    act(table, "A", "auction_record", lot=HUB, winner="A", price=20, sector="S5")
    act(table, "B", "skip")
    act(table, "C", "skip")
    act(table, "referee", "income_settle_rest")
    act(table, "B", "event_draw", card="V5")
    act(table, "referee", "ecology_settle_rest")
    act(table, "B", "skip")
    act(table, "C", "skip")
    act(table, "A", "auction_record", lot=MINERAL, winner="A", price=4, sector="S7")
    return table


def carried(answer: Any) -> dict[str, Any]:
    """What a ripple page sends back: the fix, its request id and revision."""
    context = answer.context
    return {"fix": context["fix_json"], "op": context["op"], "rev": context["rev"], "reason": "ослышался"}


def amend_price(referee: Referee, price: int) -> Any:
    """Ask on the page of № 3 for another price of the Hub."""
    form = referee.get("entry", 3).context["form"]
    data = {
        "kind": "amend", "n": 3, "actor": "A", "move": form.offer.move,
        "fixed": json.dumps(form.offer.fixed, sort_keys=True), "n3-winner": "A", "n3-price": price,
        "n3-sector": "S5", "reason": "ослышался",
    }  # fmt: skip
    return referee.client.post(referee.url("fix"), data)


def fix(referee: Referee, **data: Any) -> Any:
    return referee.client.post(referee.url("fix"), data)


def illegal(answer: Any) -> list[int]:
    return [choice.conflict.entry.n for choice in answer.context["correction"].open]


# ---- the ripple ------------------------------------------------------------------------------------------


def test_a_preview_shows_before_and_after_and_records_nothing(referee: Referee, played: Session) -> None:
    answer = amend_price(referee, 15)
    assert answer.status_code == 200
    changed = {one.team.id: {str(head.id): cells for head, cells in one.rows} for one in answer.context["changes"]}
    assert list(changed) == ["A"]
    now = changed["A"]["Profits"][-1]
    assert now[1] - now[0] == 5
    assert played.rows.count() == 11
    assert answer.context["correction"].choices == []


def test_the_moves_after_it_stand_on_a_line_parted_by_rounds(referee: Referee, played: Session) -> None:
    moves = amend_price(referee, 15).context["moves"]
    assert [(dot.n, dot.kind) for dot in moves.dots] == [(3, "fix"), *((n, "ok") for n in range(4, 12))]
    assert len(moves.parts) == 2


def test_applied_it_is_one_row_and_undone_as_one(referee: Referee, played: Session) -> None:
    before = referee.profits("A")
    answer = fix(referee, **carried(amend_price(referee, 15)), step="apply")
    assert answer.url == referee.url("referee")
    assert referee.profits("A") == before + 5
    assert [row.kind for row in played.rows.all()][11:] == ["fix"]
    referee.htmx = True
    referee.press("referee", "undo")
    assert referee.profits("A") == before


def test_a_later_entry_that_becomes_illegal_is_asked_about(referee: Referee, played: Session) -> None:
    """E-055: with the Hub for 25 А has 3 by then and cannot pay 4."""
    answer = amend_price(referee, 25)
    assert illegal(answer) == [11]
    assert "E-055" in text(answer)
    assert fix(referee, **carried(answer), step="apply").status_code == 200
    assert played.rows.count() == 11


def test_a_conflict_can_be_dropped(referee: Referee, played: Session) -> None:
    answer = fix(referee, **carried(amend_price(referee, 25)), c11="drop", step="preview")
    assert illegal(answer) == []
    assert fix(referee, **carried(answer), c11="drop", step="apply").status_code == 302
    assert "S7" not in referee.table.state.board
    assert referee.table.state.to_open == "A"


def test_a_conflict_can_stand_by_ruling(referee: Referee, played: Session) -> None:
    answer = fix(referee, **carried(amend_price(referee, 25)), c11="ruling", step="apply")
    assert answer.status_code == 302
    row = LogRow.objects.filter(session=played, kind="fix").get()
    change = json.loads(row.params)["changes"]["11"]
    assert change["ruling"]["codes"] == ["E_BID_OVER_STOCK"]
    assert referee.table.state.board["S7"][0].owner == "A"


def test_a_conflict_can_be_fixed_with_other_figures(referee: Referee, played: Session) -> None:
    answer = fix(referee, **carried(amend_price(referee, 25)), c11="fix", step="preview")
    assert illegal(answer) == [11]
    more = {"c11": "fix", "alt11": "", "was11": "", "n11-winner": "A", "n11-price": 3, "n11-sector": "S7"}
    answer = fix(referee, **carried(answer), **more, step="preview")
    assert illegal(answer) == []
    assert fix(referee, **carried(answer), **more, step="apply").status_code == 302
    assert referee.profits("A") == 0


def test_a_conflict_can_be_fixed_with_another_move(referee: Referee, played: Session) -> None:
    answer = fix(referee, **carried(amend_price(referee, 25)), c11="fix", alt11="skip {}", step="preview")
    assert illegal(answer) == []
    fix(referee, **carried(answer), c11="fix", alt11="skip {}", step="apply")
    assert referee.table.state.phase == "income"


def test_what_hangs_on_a_conflict_is_settled_with_it(referee: Referee, played: Session, act: Act) -> None:
    """After № 11 the Income phase is counted: without № 11 nobody could count it."""
    act(played, "referee", "income_settle_rest")
    answer = amend_price(referee, 25)
    choice = answer.context["correction"].choices[0]
    assert [one.entry.n for one in choice.dependent] == [12]
    answer = fix(referee, **carried(answer), c11="drop", step="apply")
    assert answer.status_code == 302
    assert referee.table.state.phase == "actions"


def test_no_entry_hangs_on_a_later_one(referee: Referee, played: Session) -> None:
    answer = fix(referee, kind="drop", n=2)
    found = {choice.conflict.entry.n: choice for choice in answer.context["correction"].choices}
    assert len(found) > 2
    for n, choice in found.items():
        assert all(one.entry.n > n for one in choice.dependent)


def test_only_who_may_rule_lets_a_conflict_stand(guest: Referee, played: Session) -> None:
    answer = amend_price(guest, 25)
    assert 'value="ruling"' not in answer.content.decode()
    answer = fix(guest, **carried(answer), c11="ruling", step="apply")
    assert answer.status_code == 409
    assert played.rows.count() == 11


def test_a_correction_that_is_illegal_itself_says_why(referee: Referee, played: Session) -> None:
    answer = amend_price(referee, 9)
    assert answer.status_code == 422
    assert "E_BID_BELOW_START" not in text(answer)
    assert "10" in text(answer)


def test_a_correction_older_than_the_log_is_looked_at_once_more(referee: Referee, played: Session, act: Act) -> None:
    answer = amend_price(referee, 15)
    act(played, "A", "transfer", to="B", profits=1)
    stale = fix(referee, **carried(answer), step="apply")
    assert stale.status_code == 409
    assert stale.context["rev"] == "12"
    assert json.loads(stale.context["fix_json"])["reason"] == "ослышался"
    assert played.rows.count() == 12
    assert fix(referee, **carried(stale), step="apply").status_code == 302


def test_a_ripple_page_from_which_something_was_recorded_serves_once_more(referee: Referee, played: Session) -> None:
    form = carried(amend_price(referee, 15))
    assert fix(referee, **form, step="apply").status_code == 302
    other = {**form, "fix": amend_price(referee, 16).context["fix_json"]}
    stale = fix(referee, **other, step="apply")
    assert stale.status_code == 409
    assert fix(referee, **carried(stale), step="apply").status_code == 302


def test_a_forgotten_move_is_inserted_at_its_place(referee: Referee, played: Session) -> None:
    page = referee.get("entry", 1, kind="insert", move="transfer", fixed="{}")
    assert page.context["chosen_kind"] == "insert"
    data = {
        "kind": "insert", "n": 1, "actor": "B", "move": "transfer", "fixed": "{}", "chosen-to": "C",
        "chosen-profits": 2, "reason": "забыли",
    }  # fmt: skip
    before = [referee.profits(team) for team in "BC"]
    answer = fix(referee, **data)
    fix(referee, **carried(answer), step="apply")
    assert [referee.profits(team) for team in "BC"] == [before[0] - 2, before[1] + 2]
    assert referee.get("table_at", 12).context["t"].state.phase == "ecology"


def test_the_wall_tells_about_it_if_asked_to(referee: Referee, played: Session) -> None:
    wall = reverse("trainer:wall", args=[played.view_key])
    fix(referee, **carried(amend_price(referee, 15)), step="apply")
    assert referee.client.get(wall).context["note"] is None
    fix(referee, **carried(amend_price(referee, 14)), tell="1", step="apply")
    answer = referee.client.get(wall)
    assert "№ 3" in text(answer) and "14" in text(answer)


def test_a_request_that_no_page_makes_is_404(referee: Referee, played: Session) -> None:
    assert fix(referee, kind="amend", n=77).status_code == 404
    assert fix(referee, fix="rubbish").status_code == 404
    assert fix(referee, kind="amend", n=3, move="transfer", params="[1]").status_code == 404


# ---- kit, options, seats ---------------------------------------------------------------------------------


def kit_value(referee: Referee, path: str, value: str, **data: Any) -> Any:
    return referee.client.post(referee.url("correct_kit"), {"path": path, "value": value, "reason": "опечатка", **data})


@pytest.mark.parametrize(
    ("since", "n", "earned"), [("start", "", 2), ("entry", "6", 2), ("entry", "7", 0), ("now", "", 0)]
)
def test_a_value_of_the_kit_is_corrected_from_when_one_says(
    referee: Referee, played: Session, since: str, n: str, earned: int
) -> None:
    """Oil of level 1 yields 1 in this kit, 3 in the box; Г has one, and № 6 is the only Income so far."""
    before = referee.profits("C")
    answer = kit_value(referee, "income.oil.1", "3", since=since, n=n)
    assert answer.status_code == 200, text(answer)
    assert fix(referee, **carried(answer), step="apply").status_code == 302
    assert referee.profits("C") - before == earned
    assert referee.table.kit.earns("oil", 1) == 3


def test_a_value_with_which_no_table_could_start_is_told_before_it_is_applied(
    referee: Referee, played: Session
) -> None:
    """E-058: a production earns something, more at the next level. Told only: two values may belong together."""
    assert "С таким комплектом стол не начать" in text(kit_value(referee, "income.oil.1", "0"))
    assert "С таким комплектом стол не начать" not in text(kit_value(referee, "income.oil.1", "2"))


def test_a_kit_is_chosen_value_by_value(referee: Referee, played: Session) -> None:
    assert referee.get("correct_kit").context["sheets"]
    page = referee.get("correct_kit", path="eco.E1.start")
    assert page.context["value"] == "3"
    assert referee.get("correct_kit", path="eco.E9.start").status_code == 404
    assert referee.get("correct_kit", path="source").status_code == 404


def test_a_kit_value_of_the_wrong_form_is_refused_where_it_is_typed(referee: Referee, played: Session) -> None:
    answer = kit_value(referee, "eco.E1.start", "дорого", since="now")
    assert answer.status_code == 422
    assert answer.context["value"] == "дорого"
    assert kit_value(referee, "eco.E1.start", "4", since="now", reason=" ").status_code == 422
    assert kit_value(referee, "eco.E1.start", "4", since="entry", n="99").status_code == 422


def test_an_option_is_corrected_from_the_start(referee: Referee, played: Session) -> None:
    page = referee.get("correct_option", "min_increment")
    assert page.status_code == 200
    answer = referee.client.post(
        referee.url("correct_option", "min_increment"), {"value": "5", "since": "start", "reason": "так договорились"}
    )
    fix(referee, **carried(answer), step="apply")
    assert referee.table.options.min_increment == 5
    assert referee.get("correct_option", "rubbish").status_code == 404


def test_the_seats_are_corrected_from_now_on(referee: Referee, table: Session) -> None:
    data = {"order": ["B", "A", "C"], "since": "now", "reason": "пересели"}
    answer = referee.client.post(referee.url("correct_seats"), data)
    fix(referee, **carried(answer), step="apply")
    assert [team.id for team in referee.table.teams] == ["B", "A", "C"]
    wrong = referee.client.post(referee.url("correct_seats"), {**data, "order": ["B", "B", "C"]})
    assert wrong.status_code == 422


def test_kit_options_and_seats_are_for_who_may_rule(guest: Referee, played: Session) -> None:
    assert guest.get("correct_kit").status_code == 404
    assert guest.get("correct_option", "min_increment").status_code == 404
    assert guest.client.post(guest.url("correct_seats"), {"order": ["B", "A", "C"]}).status_code == 404
    assert "correct/kit" not in guest.get("corrections").content.decode()
    Session.objects.update(referee_rules=True)
    assert guest.get("correct_kit").status_code == 200


# ---- a field by hand -------------------------------------------------------------------------------------


def field(referee: Referee, path: str, value: str, **data: Any) -> Any:
    form = referee.get("corrections").context
    about = {"op": form["op"], "rev": form["rev"], "reason": "проверка"}
    return referee.client.post(referee.url("correct_field"), {**about, "field": path, "value": value, **data})


def test_any_figure_is_set_by_hand_with_its_reason(guest: Referee, played: Session) -> None:
    assert field(guest, "players.B.profits", "1 000").status_code == 302
    assert guest.profits("B") == 1000
    assert field(guest, "players.B.profits", "−3", how="by").status_code == 302
    assert guest.profits("B") == 997
    row = played.rows.last()
    assert (row.action, json.loads(row.params)["reason"]) == ("adjust", "проверка")


def test_the_difference_may_come_from_somebody(referee: Referee, played: Session) -> None:
    before = referee.profits("C")
    field(referee, "players.B.profits", "+2", how="by", counterpart="players.C.profits")
    assert referee.profits("C") == before - 2


def test_other_fields_are_typed_as_they_are_called(referee: Referee, played: Session) -> None:
    assert field(referee, "players.B.eco", "Рекультивация, Посадка леса").status_code == 302
    assert referee.table.state.players["B"].eco == ["E1", "E2"]
    assert field(referee, "to_open", "Бета").status_code == 302
    assert referee.table.state.to_open == "B"
    assert field(referee, "players.B.minus", "true").status_code == 422  # there are enviros


def test_a_correction_that_is_refused_keeps_what_was_typed(referee: Referee, played: Session) -> None:
    answer = field(referee, "players.B.profits", "−3")
    assert answer.status_code == 422
    assert 'value="−3"' in answer.content.decode()
    assert field(referee, "players.B.profits", "много").status_code == 422
    assert field(referee, "нет.такого", "1").status_code == 422
    assert field(referee, "players.B.profits", "7", reason=" ").status_code == 422
    assert referee.profits("B") > 7


def test_a_correction_older_than_the_log_says_what_happened(referee: Referee, played: Session, act: Act) -> None:
    rev = played.rev
    act(played, "A", "transfer", to="B", profits=1)
    answer = field(referee, "players.B.profits", "7", rev=rev)
    assert answer.status_code == 409
    assert "№ 12" in text(answer)
    assert 'value="7"' in answer.content.decode()


# ---- the whole position ----------------------------------------------------------------------------------


def position(referee: Referee, reason: str = "подключились ко второму циклу", **typed: str) -> Any:
    page = referee.get("position")
    context = page.context
    shown = {f"p.{p.path}": p.text for s in context["sections"] for _title, row in s.rows for p in row if p}
    data = shown | {f"p.{path.replace('__', '.')}": value for path, value in typed.items()}
    return referee.client.post(
        referee.url("position"), {**data, "op": context["op"], "rev": context["rev"], "reason": reason}
    )


def test_a_running_table_is_taken_over_with_one_reason(referee: Referee, table: Session) -> None:
    answer = position(
        referee,
        players__A__profits="11", players__A__enviros="4", players__B__eco="Посадка леса", players__C__tors="Биржа",
        tors="Биржа = Узел", board="Плато = Альфа:минералы:2\nБолота = Гамма:нефть:1", round="3", phase="Действия",
        initiator="Гамма", to_open="Гамма", event="Ажиотаж на рынке", events_played="Богатые горизонты, Лесные пожары",
    )  # fmt: skip
    assert answer.status_code == 302, text(answer)
    state = referee.table.state
    assert (state.round, state.phase, state.initiator, state.event) == (3, "actions", "C", "V1")
    assert (state.players["A"].profits, state.players["A"].enviros, state.players["B"].eco) == (11, 4, ["E2"])
    assert [(one.owner, one.type, one.level) for one in state.board["S2"]] == [("A", "mineral", 2)]
    assert "S4" not in state.board
    assert (state.players["A"].supply["mineral"], state.players["B"].supply["mineral"]) == (8, 10)
    assert state.tors == {"exchange": "S5"}
    assert table.rows.count() == 1
    assert json.loads(table.rows.get().params)["reason"] == "подключились ко второму циклу"


def test_a_position_left_as_it_stands_records_nothing(referee: Referee, played: Session) -> None:
    assert position(referee).status_code == 422
    assert played.rows.count() == 11


def test_a_position_that_cannot_be_read_says_where(referee: Referee, table: Session) -> None:
    answer = position(referee, players__A__profits="десять", board="Плато Альфа")
    assert answer.status_code == 422
    problems = {p.path for s in answer.context["sections"] for _t, row in s.rows for p in row if p and p.problem}
    assert problems == {"players.A.profits", "board"}
    assert 'value="десять"' in answer.content.decode()
    assert table.rows.count() == 0


def test_a_position_that_breaks_the_rules_of_the_box_is_refused_whole(referee: Referee, table: Session) -> None:
    """A ТОР is one token: it cannot be Б's and Г's."""
    answer = position(referee, players__B__tors="Биржа", players__C__tors="Биржа", players__A__profits="1")
    assert answer.status_code == 422
    assert referee.profits("A") == 25


def test_a_position_needs_its_reason(referee: Referee, table: Session) -> None:
    assert position(referee, reason=" ", players__A__profits="1").status_code == 422
    assert table.rows.count() == 0


def test_every_field_of_the_position_reads_back_as_it_is_shown(referee: Referee, played: Session) -> None:
    from trainer.forms.position import Position

    t = referee.table
    found = Position(t.game, t)
    for place in found.places():
        assert found.read(place, place.text) == place.value, place.path


# ---- the end, and the timer ------------------------------------------------------------------------------


def test_the_game_is_stopped_with_its_reason(referee: Referee, played: Session) -> None:
    form = referee.get("corrections").context
    data = {"actor": "referee", "move": "stop_game", "op": form["op"], "rev": form["rev"]}
    assert referee.client.post(referee.url("record"), {**data, "param.reason": ""}).status_code == 422
    data["op"] = new_op()
    assert referee.client.post(referee.url("record"), {**data, "param.reason": "время вышло"}).status_code == 302
    assert referee.table.state.phase == "finished"
    told = msgspec.json.decode(played.rows.last().told)
    assert told["words"]["values"]["reason"] == "время вышло"


def test_the_timer_ends_at_a_moment_of_the_server_and_can_be_stopped(referee: Referee, table: Session) -> None:
    def clock(**data: str) -> None:
        assert referee.client.post(referee.url("clock"), data).status_code == 302
        table.refresh_from_db()

    clock(do="start", minutes="12")
    assert table.clock_ends_at is not None
    assert "data-ends=" in referee.get().content.decode()
    clock(do="stop")
    assert (table.clock_ends_at, table.clock_left) == (None, 720)
    clock(do="go")
    assert table.clock_ends_at is not None
    clock(do="off")
    assert (table.clock_ends_at, table.clock_left) == (None, None)
    clock(do="start", minutes="много")
    assert table.clock_ends_at is None
    assert referee.client.post(referee.url("clock"), {"do": "rubbish"}).status_code == 404
