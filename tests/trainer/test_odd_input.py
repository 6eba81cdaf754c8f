"""What no page of ours sends is answered in words, on either database: never 500, and nothing is recorded."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.kit import write_kit
from games.registry import game as find_game
from reports.pages import debrief_now
from tests.trainer.desk import Referee, new_op
from trainer.access import access_issue
from trainer.models import Mark, RefusedAttempt, Session, TrainerKit, User, Workshop

Act = Callable[..., Any]
#: more digits than Python reads
LONG = "9" * 5000


@pytest.fixture
def client(owner: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(owner)


@pytest.fixture
def referee(client: Client, table: Session) -> Referee:
    return Referee(client, table, htmx=False)


@pytest.fixture
def guest(table: Session, owner: User) -> Referee:
    """A referee who came by a link and may not rule."""
    token = access_issue(table, "Олег", owner)
    found = Referee(Client(), table, htmx=False)
    found.client.get(reverse("trainer:referee_link", args=[token]))
    return found


# ---- numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [LONG, "9" * 25, "²", "-1", "x", ""])
def test_a_number_in_an_address_that_is_none_is_passed_over(
    client: Client, table: Session, act: Act, number: str
) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    table.refresh_from_db()
    question = next(one.number for one in debrief_now(table, "ru").questions if one.number)
    for path, query in [
        (reverse("trainer:log", args=[table.key]), {"before": number}),
        (reverse("trainer:live", args=[table.key]), {"desk": "form", "rev": number}),
        (reverse("reports:question", args=[table.key, question]), {"piece": number}),
    ]:
        assert client.get(path, query).status_code == 200, path


@pytest.mark.parametrize("number", [LONG, "9" * 25])
def test_a_number_in_a_form_that_is_none_changes_nothing(client: Client, table: Session, act: Act, number: str) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    key = table.key
    seats = {"order": ["B", "A", "C"], "reason": "пересели", "since": "entry", "n": number}
    for path, data, status in [
        (reverse("trainer:clock", args=[key]), {"do": "start", "minutes": number}, 302),
        (reverse("trainer:fix", args=[key]), {"kind": "drop", "n": number}, 404),
        (reverse("trainer:correct_seats", args=[key]), seats, 422),
        (reverse("reports:plan_question", args=[key, "new"]), {"text": "Почему?", "moments": number}, 302),
        (reverse("reports:findings", args=[key]), {"head-1": "Вывод", "moves-1": number}, 302),
    ]:
        assert client.post(path, data).status_code == status, path
    table.refresh_from_db()
    assert (table.rev, table.clock_ends_at) == (1, None)
    assert client.get(reverse("reports:chart", args=[key, f"results.{number}", "light"])).status_code == 404


def test_a_place_of_a_kit_that_is_none_is_404(client: Client, owner: User) -> None:
    body = write_kit(find_game("market").sample())
    kit = TrainerKit.objects.create(owner=owner, game="market", title="Набор", body=body)
    for path in ("", ".", "a..b", "title", LONG, f"path.{LONG}"):
        answer = client.get(reverse("trainer:kit_value", args=[kit.pk]), {"path": path})
        assert answer.status_code == 404, path


# ---- texts ------------------------------------------------------------------------------------------------


def test_a_null_character_is_refused_wherever_it_stands(client: Client, table: Session, workshop: Workshop) -> None:
    key = table.key
    for path in ("/s/%00/", "/v/%00/", "/w/%00/", "/reports/%00/", f"/reports/{key}/files/%00/report.pdf"):
        assert client.get(path).status_code == 400, path
    for name, args, data in [
        ("mark", [key, 0], {"kind": "note", "text": "а\0б"}),
        ("copy", [key], {"title": "а\0б", "op": new_op()}),
        ("copy", [key], {"workshop": "\0", "op": new_op()}),
        ("copies", [], {"folder": "/tmp/а\0б"}),
    ]:
        assert client.post(reverse(f"trainer:{name}", args=args), data).status_code == 400, name
    stranger = Client()
    stranger.cookies["trainer_session"] = "abcdefgh\0abcdefgh"
    assert stranger.get("/").status_code == 400
    assert (Session.objects.count(), Mark.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    "do",
    [
        '["A\\u0000","transfer",{}]', '["A","x\\u0000",{}]', '["A\\ud800","transfer",{}]',
        '["A","transfer",{"to":"\\ud800","profits":1}]', '["A","transfer",{"to":NaN}]', "[" * 100_000,
        '["A","transfer",' + '{"a":' * 50_000 + "1" + "}" * 50_000 + "]", "[]", "{}", "1", '["A"]', '[["A"],["B"]]',
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_read_is_404(client: Client, table: Session, do: str) -> None:
    referee = Referee(client, table)
    referee.page()
    assert referee.send(do=do).status_code == 404
    assert (referee.actions(), RefusedAttempt.objects.count()) == ([], 0)


def test_a_move_with_a_number_too_large_is_refused(client: Client, table: Session) -> None:
    referee = Referee(client, table)
    assert referee.press("A", "transfer", to="B", profits=10**30).status_code == 422
    assert referee.actions() == []


@pytest.mark.parametrize("params", ['{"to":"\\ud800"}', '{"a":' * 50_000 + "1" + "}" * 50_000, "[]", "x"])
def test_an_amendment_that_cannot_be_read_is_404(client: Client, table: Session, act: Act, params: str) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    data = {"n": "1", "kind": "amend", "move": "transfer", "params": params, "reason": "ослышался"}
    assert client.post(reverse("trainer:fix", args=[table.key]), data).status_code == 404


# ---- corrections ------------------------------------------------------------------------------------------

ROUNDED = {"path": "score_rounding", "value": "floor", "reason": "так решили"}
SEATED = {"order": ["B", "A", "C"], "reason": "пересели"}
UNPAID = {"actor": "A", "action": "transfer", "params": {"to": "B", "profits": 99}}


@pytest.mark.parametrize(
    ("action", "params"),
    [
        ("fix_option", ROUNDED),
        ("fix_option", {**ROUNDED, "from": "start"}),
        ("insert", {"after": 0, "action": "fix_option", "params": ROUNDED}),
        ("insert", {"after": 0, "action": "fix_seats", "params": SEATED}),
        ("amend", {"n": 1, "actor": "referee", "action": "fix_option", "params": ROUNDED}),
        ("fix", {"start": [{"after": 0, "actor": "referee", "action": "fix_option", "params": ROUNDED}]}),
        ("fix", {"insert": {"after": 0, "actor": "referee", "action": "fix_option", "params": ROUNDED}}),
        ("fix", {"changes": {"1": {"actor": "referee", "action": "fix_option", "params": ROUNDED}}}),
        ("fix", {"changes": {"1": {"ruling": {"codes": ["E_FUNDS"]}}}}),
        ("fix", {"changes": {"1": {**UNPAID, "ruling": {"codes": ["E_FUNDS"]}}}}),
        ("fix", {"insert": {**UNPAID, "after": 1, "ruling": {"codes": ["E_FUNDS"]}}}),
    ],
)  # fmt: skip
def test_what_is_for_the_trainer_is_so_by_whatever_way_it_is_asked(
    guest: Referee, table: Session, act: Act, action: str, params: dict[str, Any]
) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    before = guest.table
    guest.page()
    assert guest.send(do=json.dumps(["referee", action, params])).status_code == 403
    assert guest.actions() == ["transfer"]
    assert (guest.table.state, guest.table.options, guest.table.teams) == (before.state, before.options, before.teams)


STRANGE = [
    {"changes": {"1": "x"}}, {"changes": [1]}, {"insert": [1]}, {"insert": "x"}, {"x": 1},
    # about an entry that never was, or about none
    {"changes": {"9": None}}, {"changes": {"x": None}}, {"insert": {**UNPAID, "after": 9}}, {},
]  # fmt: skip
#: from the start nothing is played, only kit, options and seats are put right
FROM_START = [
    {"start": [{"after": 0, "actor": "referee", "action": "none_such"}]},
    {"start": [{"after": 0, "actor": "referee", "action": "fix_seats", "params": {}}]},
    {"start": [{"after": 0, "actor": "A", "action": "transfer", "params": {"to": "B", "profits": 1}}]},
]


@pytest.mark.parametrize("params", STRANGE)
def test_a_fix_that_cannot_be_read_is_refused(guest: Referee, table: Session, act: Act, params: dict[str, Any]) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    assert guest.press("referee", "fix", **params).status_code == 422
    assert guest.actions() == ["transfer"]


@pytest.mark.parametrize("params", FROM_START)
def test_a_fix_from_the_start_that_is_none_is_refused(
    referee: Referee, table: Session, act: Act, params: dict[str, Any]
) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    assert referee.press("referee", "fix", **params).status_code == 422
    assert referee.actions() == ["transfer"]


@pytest.mark.parametrize("params", [*STRANGE, *FROM_START])
@pytest.mark.parametrize("step", ["preview", "apply"])
def test_a_strange_fix_is_recorded_from_no_page(
    referee: Referee, table: Session, act: Act, params: dict[str, Any], step: str
) -> None:
    act(table, "A", "transfer", to="B", profits=1)
    referee.page()
    data = {"fix": json.dumps(params), "step": step, "op": referee.op, "rev": referee.rev}
    assert referee.client.post(referee.url("fix"), data).status_code in (302, 404)
    assert referee.actions() == ["transfer"]
