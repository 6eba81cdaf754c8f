"""Who may open what: one table of every address against every role, and what lies behind foreign numbers.

Nobody is told whether a thing of somebody else exists: 404. Who is not signed in is shown the way in, and what he
sent is kept. An address that is missing from the table fails, and so does a line without address.
"""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.ecologic.questions import QUESTIONS
from games.engine.kit import write_kit
from games.registry import game as find_game
from reports.models import ReportJob
from reports.pages import debrief_now, picture_at
from trainer import copies
from trainer.access import access_issue
from trainer.models import BrowserSession, LogRow, Mark, Session, SignInLink, TrainerKit, User, Workshop
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

pytestmark = pytest.mark.django_db

TEAMS = [{"code": "A", "name": "Альфа"}, {"code": "B", "name": "Бета"}, {"code": "C", "name": "Гамма"}]
#: the roles, the least first; `referee` has the link of the table itself, `elsewhere` that of another table
ROLES = ("anonymous", "elsewhere", "referee", "stranger", "owner")
YES, NO, SIGN_IN, REFUSED = "yes", "404", "sign in", "404, or a trainer signs in here"

#: class of rights -> what each role gets, in the order of ROLES
RIGHTS = {
    # the workshop's trainer alone: preparing, files, debrief
    "trainer": (SIGN_IN, SIGN_IN, SIGN_IN, NO, YES),
    # the table's referee too: recording, log, corrections
    "table": (SIGN_IN, SIGN_IN, YES, NO, YES),
    # at the table, but the trainer decides: who has the referee's link may not
    "ruling": (SIGN_IN, SIGN_IN, REFUSED, NO, YES),
    # every trainer, for himself
    "own": (SIGN_IN, SIGN_IN, SIGN_IN, YES, YES),
    # the one whose laptop it is
    "laptop": (SIGN_IN, SIGN_IN, SIGN_IN, NO, YES),
    # everybody: the way in, what hangs on the wall
    "open": (YES, YES, YES, YES, YES),
}


@dataclass
class World:
    """Two tables of the owner's, one that is being prepared, and everything that has an address of its own."""

    table: Session
    other: Session
    prepared: Session
    kit: TrainerKit
    access: Any
    token: str
    other_token: str
    dispute: Mark
    job: ReportJob
    waiting: ReportJob
    copy: str
    link: str


Build = Callable[[World], Any]
SignedIn = Callable[[User], Client]


@dataclass
class Line:
    """One line of the table: an address, the class of rights, and what is sent there (None: GET)."""

    name: str
    rights: str
    where: Build = lambda w: {}
    post: Build | None = None
    get: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.name}{' POST' if self.post else ''}"


def table(w: World) -> dict[str, Any]:
    return {"key": w.table.key}


def prepared(w: World) -> dict[str, Any]:
    return {"key": w.prepared.key}


def entry(w: World) -> dict[str, Any]:
    return {"key": w.table.key, "n": 1}


def workshop(w: World) -> dict[str, Any]:
    return {"key": w.table.workshop.key}


def kit(w: World) -> dict[str, Any]:
    return {"number": w.kit.pk}


def view(w: World) -> dict[str, Any]:
    return {"view_key": w.table.view_key}


def ready(w: World) -> dict[str, Any]:
    return {"key": w.table.key, "job": w.job.key}


def open_job(w: World) -> dict[str, Any]:
    return {"key": w.table.key, "job": w.waiting.key}


def question_id() -> str:
    """The first question of the game."""
    return QUESTIONS[0].id


def asked(w: World) -> dict[str, Any]:
    return {"key": w.table.key, "question": question_id()}


def chart(w: World) -> dict[str, Any]:
    """The first piece of the debrief that is drawn."""
    debrief = debrief_now(w.table, "ru")
    places = [f"{place}.{at}" for place in ("summary", "results", "course") for at in range(9)]
    path = next(one for one in places if picture_at(debrief, one, "light"))
    return {"key": w.table.key, "path": path, "look": "light"}


def nothing(w: World) -> dict[str, Any]:
    return {}


def op(w: World) -> dict[str, Any]:
    return {"op": uuid.uuid4()}


def move(w: World) -> dict[str, Any]:
    return {"op": uuid.uuid4(), "rev": w.table.rev, "do": '["A", "transfer", {"to": "B", "profits": 1}]'}


TABLE = [
    Line("healthz", "open"),
    Line("set_language", "open", post=lambda w: {"language": "ru"}),
    # workshops
    Line("trainer:workshops", "own"),
    Line("trainer:workshop_new", "own"),
    Line("trainer:workshop_new", "own", post=op),
    Line("trainer:workshop", "trainer", workshop),
    Line("trainer:workshop_agenda", "trainer", workshop),
    Line("trainer:workshop_edit", "trainer", workshop),
    Line("trainer:workshop_edit", "trainer", workshop, lambda w: {"title": "Иначе"}),
    Line("trainer:workshop_delete", "trainer", workshop),
    Line("trainer:workshop_delete", "trainer", workshop, nothing),
    Line("trainer:session_new", "trainer", workshop),
    Line("trainer:session_new", "trainer", workshop, lambda w: {"title": "Ещё", "teams": 3, "game": "ecologic"}),
    Line("trainer:session_import", "trainer", workshop),
    Line("trainer:session_import", "trainer", workshop, op),
    # preparing a table
    Line("trainer:setup", "trainer", prepared),
    Line("trainer:setup", "trainer", prepared, nothing),
    Line("trainer:setup_kit", "trainer", prepared),
    Line("trainer:setup_kit", "trainer", prepared, lambda w: {"sample": "1"}),
    Line("trainer:setup_options", "trainer", prepared),
    Line("trainer:setup_options", "trainer", prepared, nothing),
    Line("trainer:setup_begin", "trainer", prepared),
    Line("trainer:setup_begin", "trainer", prepared, nothing),
    Line("trainer:setup_referees", "trainer", table),
    Line("trainer:setup_referees", "trainer", table, lambda w: {"name": "Ирина"}),
    Line("trainer:referee_end", "trainer", lambda w: {**table(w), "number": w.access.pk}, nothing),
    Line("trainer:setup_table", "trainer", table),
    Line("trainer:setup_table", "trainer", table, lambda w: {"title": "Иначе"}),
    Line("trainer:session_kit", "trainer", table),
    Line("trainer:session_kit_keep", "trainer", table, nothing),
    Line("trainer:start", "trainer", prepared, nothing),
    Line("trainer:pause", "trainer", table, nothing),
    Line("trainer:resume", "trainer", table, nothing),
    Line("trainer:reopen", "trainer", table, op),
    Line("trainer:copy", "trainer", table, op),
    Line("trainer:session_delete", "trainer", table),
    Line("trainer:session_delete", "trainer", table, nothing),
    Line("trainer:export", "trainer", table),
    # kits
    Line("trainer:kits", "own"),
    Line("trainer:kits", "own", post=nothing),
    Line("trainer:kit_sample", "own", lambda w: {"slug": "ecologic"}),
    Line("trainer:kit_sample", "own", lambda w: {"slug": "ecologic"}, nothing),
    Line("trainer:sample_file", "own", lambda w: {"slug": "ecologic"}),
    Line("trainer:kit", "trainer", kit),
    Line("trainer:kit_value", "trainer", kit, get={"path": "eco.E01.start"}),
    Line("trainer:kit_value", "trainer", kit, lambda w: {"path": "eco.E01.start", "value": "7"}),
    Line("trainer:kit_change", "trainer", kit, lambda w: {"do": "boxed", "path": ""}),
    Line("trainer:kit_title", "trainer", kit),
    Line("trainer:kit_title", "trainer", kit, lambda w: {"delete": "1"}),
    Line("trainer:kit_file", "trainer", kit),
    # practice and help
    Line("trainer:practice", "own"),
    Line("trainer:practice", "own", post=lambda w: {**op(w), "game": "ecologic"}),
    Line("trainer:help_index", "open"),
    Line("trainer:help_game", "open", lambda w: {"slug": "ecologic"}),
    Line("trainer:help_sheet", "open", lambda w: {"slug": "ecologic"}),
    # the laptop
    Line("trainer:copies", "laptop"),
    Line("trainer:copies", "laptop", post=nothing),
    Line("trainer:copy_restore", "laptop", post=lambda w: {"name": w.copy}),
    Line("trainer:copy_file", "laptop", lambda w: {"name": w.copy}),
    # signing in
    Line("trainer:signin", "open"),
    Line("trainer:signin", "open", post=lambda w: {"username": "owner", "password": "нет"}),
    Line("trainer:signin_here", "open", post=lambda w: {"username": "owner", "password": "нет"}),
    Line("trainer:link", "open", lambda w: {"token": w.link}),
    Line("trainer:signout", "open", post=nothing),
    Line("trainer:password", "own"),
    Line("trainer:me", "own"),
    Line("trainer:signins_end", "own", post=nothing),
    # at the table
    Line("trainer:referee", "table", table),
    Line("trainer:live", "table", table),
    Line("trainer:record", "table", table, move),
    Line("trainer:help", "table", table),
    Line("trainer:log", "table", table),
    Line("trainer:entry", "table", entry),
    Line("trainer:account", "table", lambda w: {**table(w), "code": "A"}),
    Line("trainer:table_at", "table", entry),
    Line("trainer:mark", "table", entry, lambda w: {"kind": "star"}),
    Line("trainer:mark_decide", "table", lambda w: {**table(w), "number": w.dispute.pk}, lambda w: {"ruling": "да"}),
    Line("trainer:back", "table", entry),
    Line("trainer:back", "table", entry, lambda w: {"op": uuid.uuid4(), "rev": 0}),
    Line("trainer:fix", "table", table, lambda w: {"n": "1", "kind": "drop", "reason": "не так"}),
    Line("trainer:corrections", "table", table),
    Line("trainer:correct_field", "table", table, nothing),
    Line("trainer:position", "table", table),
    Line("trainer:position", "table", table, nothing),
    Line("trainer:correct_kit", "ruling", table),
    Line("trainer:correct_option", "ruling", lambda w: {**table(w), "name": "tor_place"}),
    Line("trainer:correct_option", "ruling", lambda w: {**table(w), "name": "tor_place"}, nothing),
    Line("trainer:correct_seats", "ruling", table, nothing),
    Line("trainer:clock", "table", table, lambda w: {"do": "start", "minutes": "5"}),
    Line("trainer:pause_here", "ruling", table, nothing),
    Line("trainer:referee_link", "open", lambda w: {"token": w.token}),
    # on the wall
    Line("trainer:wall", "open", view),
    Line("trainer:phone", "open", view),
    Line("trainer:phone_team", "open", lambda w: {**view(w), "code": "A"}),
    # the debrief
    Line("reports:session", "trainer", table),
    Line("reports:whole", "trainer", table),
    Line("reports:question", "trainer", lambda w: {**table(w), "number": 1}),
    Line("reports:moment", "trainer", lambda w: {**table(w), "number": 1, "n": 1}),
    Line("reports:chart", "trainer", chart),
    Line("reports:answer", "trainer", asked, lambda w: {"answer": "да", "version": "0"}),
    Line("reports:plan", "trainer", table),
    Line("reports:order", "trainer", table, lambda w: {"do": f"hide:{question_id()}"}),
    Line("reports:findings", "trainer", table, nothing),
    Line("reports:plan_question", "trainer", asked),
    Line("reports:plan_question", "trainer", asked, lambda w: {"text": "Иначе"}),
    Line("reports:dispute", "trainer", lambda w: {**table(w), "number": w.dispute.pk}, lambda w: {"ruling": "да"}),
    Line("reports:progress", "trainer", table),
    Line("reports:build", "trainer", table, nothing),
    Line("reports:build_here", "trainer", ready, nothing),
    Line("reports:cancel", "trainer", open_job, nothing),
    Line("reports:download", "trainer", lambda w: {**ready(w), "name": "report.pdf"}),
]  # fmt: skip

AT_TABLE = [line for line in TABLE if line.rights in ("table", "ruling")]
ANSWERS_BEFORE_THE_START = {"trainer:referee", "trainer:help", "trainer:clock", "trainer:pause_here"}


# ---- the world --------------------------------------------------------------------------------


def running(workshop: Workshop, title: str) -> Session:
    session = session_start(session_create(workshop, game="ecologic", title=title, teams=TEAMS))
    gift = Request("A", "transfer", {"to": "B", "profits": 1})
    return record(session.pk, [gift], op=uuid.uuid4(), rev=0, by="Марина").session


@pytest.fixture
def world(owner: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """What the table speaks of, in a data folder of its own."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    workshop = Workshop.objects.create(owner=owner, title="Осенний тренинг", client="ООО «Заказчик»")
    first, second = running(workshop, "Стол 1"), running(workshop, "Стол 2")
    third = session_create(workshop, game="ecologic", title="Стол 3", teams=TEAMS)
    body = write_kit(find_game("ecologic").sample())
    kit = TrainerKit.objects.create(owner=owner, game="ecologic", title="Моя коробка", body=body)
    tokens = [access_issue(session, "Ирина", owner) for session in (first, second)]
    job = ReportJob.objects.create(session=first, language="ru", rev=1, status=ReportJob.Status.DONE)
    job.folder.mkdir(parents=True)
    (job.folder / "report.pdf").write_bytes(b"%PDF-")
    name = "trainer-20260101-000000-hand.sqlite3"
    (copies.home() / name).write_bytes(b"copy")
    return World(
        first, second, third, kit, first.accesses.get(), *tokens,
        Mark.objects.create(session=first, kind="dispute", n=1, text="чей ход?"), job,
        ReportJob.objects.create(session=first, language="en", rev=1), name, SignInLink.issue(owner),
    )  # fmt: skip


def by_link(token: str) -> Client:
    client = Client()
    assert client.get(f"/r/{token}/").status_code == 302
    return client


@pytest.fixture
def clients(world: World, owner: User, stranger: User, signed_in: SignedIn) -> dict[str, Client]:
    """A browser for each role, in the order of ROLES."""
    found = [Client(), by_link(world.other_token), by_link(world.token), signed_in(stranger), signed_in(owner)]
    return dict(zip(ROLES, found, strict=True))


def outcome(answer: HttpResponse) -> str:
    """Say what somebody got: the page, 404, or the way to sign in."""
    if answer.status_code == 404:
        return NO
    if answer.status_code == 401 or (answer.status_code == 302 and answer["Location"].startswith("/signin/?next=")):
        return SIGN_IN
    if answer.status_code == 403 and "/signin/here/" in answer.content.decode():
        return SIGN_IN
    return YES if answer.status_code in (200, 204, 302, 409, 410, 422) else str(answer.status_code)


def stored() -> dict[str, list[Any]]:
    """Everything that is stored, but the browser sessions."""
    models = {model for app in ("trainer", "reports") for model in apps.get_app_config(app).get_models()}
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models - {BrowserSession}}


def ask(client: Client, line: Line, world: World) -> HttpResponse:
    address = reverse(line.name, kwargs=line.where(world))
    answer = client.get(address, line.get) if line.post is None else client.post(address, line.post(world))
    for close in answer._resource_closers:  # not answer.close(): that would close the test's connection too
        close()
    return answer


# ---- the table is whole -----------------------------------------------------------------------


def names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}"
        else:
            yield from names(one, f"{one.namespace}:" if one.namespace else space)


def test_every_address_stands_in_the_table() -> None:
    assert sorted(set(names(get_resolver())) - {line.name for line in TABLE}) == []


def test_every_line_has_an_address() -> None:
    assert sorted({line.name for line in TABLE} - set(names(get_resolver()))) == []


# ---- everyone gets what is his ----------------------------------------------------------------


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line.id)
def test_each_role_gets_what_the_table_says(line: Line, world: World, clients: dict[str, Client]) -> None:
    copied_elsewise = line.rights == "laptop" and not copies.are_possible()  # PostgreSQL has its own tools
    for role, right in zip(ROLES, RIGHTS[line.rights], strict=True):
        wanted = NO if copied_elsewise and right == YES else right
        if line.name == "trainer:copy_restore" and role == "owner":
            continue  # tests/trainer/test_copies.py restores
        before = stored()
        got = outcome(ask(clients[role], line, world))
        if wanted == REFUSED:
            assert got in (NO, SIGN_IN), role
        else:
            assert got == wanted, role
        if wanted != YES:
            assert stored() == before, f"{role} changed something"


@pytest.mark.parametrize("line", AT_TABLE, ids=lambda line: line.id)
def test_a_table_that_is_being_prepared_opens_nothing_by_mistake(
    line: Line, world: World, clients: dict[str, Client]
) -> None:
    """Its state is empty: there is no log, nothing to record and nothing to correct. Nothing fails."""
    where = {**line.where(world), "key": world.prepared.key}
    address = reverse(line.name, kwargs=where)
    before = stored()
    answer = clients["owner"].get(address) if line.post is None else clients["owner"].post(address, line.post(world))
    if line.name in ANSWERS_BEFORE_THE_START:
        assert answer.status_code in (200, 204, 302)
    else:
        assert answer.status_code == 404
        assert stored() == before


# ---- foreign numbers --------------------------------------------------------------------------

#: an own table, and the number of a thing that belongs to another one or is not there at all
FOREIGN = [
    Line("trainer:referee_end", "", lambda w: {**table(w), "number": w.other.accesses.get().pk}, nothing),
    Line("trainer:mark_decide", "", lambda w: {"key": w.other.key, "number": w.dispute.pk}, lambda w: {"ruling": "да"}),
    Line("trainer:entry", "", lambda w: {**table(w), "n": 99}),
    Line("trainer:table_at", "", lambda w: {**table(w), "n": 99}),
    Line("trainer:mark", "", lambda w: {**table(w), "n": 99}, lambda w: {"kind": "star"}),
    Line("trainer:back", "", lambda w: {**table(w), "n": 99}),
    Line("trainer:fix", "", table, lambda w: {"n": "99", "kind": "drop"}),
    Line("trainer:correct_option", "", lambda w: {**table(w), "name": "no_such_option"}),
    Line("trainer:record", "", table, lambda w: {"op": "no", "rev": "0"}),
    Line("trainer:copy", "", table, lambda w: {**op(w), "workshop": "no-such-key"}),
    Line("trainer:setup_kit", "", prepared, lambda w: {"kit": "999"}),
    Line("trainer:kit", "", lambda w: {"number": 999}),
    Line("trainer:kit_value", "", kit, get={"path": "no.such.value"}),
    Line("trainer:kit_sample", "", lambda w: {"slug": "chess"}),
    Line("trainer:wall", "", lambda w: {"view_key": w.table.key}),
    Line("trainer:wall", "", lambda w: {"view_key": w.prepared.view_key}),
    Line("trainer:referee", "", lambda w: {"key": w.table.view_key}),
    Line("trainer:phone_team", "", lambda w: {**view(w), "code": "Z"}),
    Line("trainer:link", "", lambda w: {"token": "guess"}),
    Line("trainer:referee_link", "", lambda w: {"token": "guess"}),
    Line("trainer:copy_file", "", lambda w: {"name": "secret.key"}),
    Line("trainer:signins_end", "", post=lambda w: {"mark": "0" * 16}),
    Line("reports:question", "", lambda w: {**table(w), "number": 99}),
    Line("reports:moment", "", lambda w: {**table(w), "number": 1, "n": 99}),
    Line("reports:plan_question", "", lambda w: {**table(w), "question": "NO"}),
    Line("reports:order", "", table, lambda w: {"do": "up:NO"}),
    Line("trainer:help_game", "", lambda w: {"slug": "chess"}),
    Line("trainer:practice", "", post=lambda w: {"game": "chess"}),
    Line("reports:chart", "", lambda w: {**table(w), "path": "q.NO.0", "look": "light"}),
    Line("reports:answer", "", lambda w: {**table(w), "question": "NO"}, lambda w: {"answer": "да"}),
    Line("reports:dispute", "", lambda w: {"key": w.other.key, "number": w.dispute.pk}, lambda w: {"ruling": "да"}),
    Line("reports:build_here", "", lambda w: {**open_job(w), "key": w.other.key}, nothing),
    Line("reports:cancel", "", lambda w: {**open_job(w), "key": w.other.key}, nothing),
    Line("reports:download", "", lambda w: {**ready(w), "key": w.other.key, "name": "report.pdf"}),
    Line("reports:download", "", lambda w: {**ready(w), "name": "secret.key"}),
    Line("reports:download", "", lambda w: {**open_job(w), "name": "report.pdf"}),
]


@pytest.mark.parametrize("line", FOREIGN, ids=lambda line: line.id)
def test_a_foreign_number_is_not_found_even_by_the_owner(line: Line, world: World, clients: dict[str, Client]) -> None:
    before = stored()
    assert ask(clients["owner"], line, world).status_code == 404
    assert stored() == before


def test_a_kit_or_workshop_of_another_trainer_is_not_used(
    world: World, clients: dict[str, Client], stranger: User
) -> None:
    body = write_kit(find_game("ecologic").sample())
    foreign = TrainerKit.objects.create(owner=stranger, game="ecologic", title="Чужая", body=body)
    theirs = Workshop.objects.create(owner=stranger, title="Чужой тренинг")
    for line in (
        Line("trainer:setup_kit", "", prepared, lambda w: {"kit": foreign.pk}),
        Line("trainer:copy", "", table, lambda w: {**op(w), "workshop": theirs.key}),
    ):
        assert ask(clients["owner"], line, world).status_code == 404
    assert not theirs.sessions.exists()


# ---- the referee's link -----------------------------------------------------------------------


def test_the_link_opens_exactly_one_table(world: World, clients: dict[str, Client]) -> None:
    referee = clients["referee"]
    opened = [one for one in Session.objects.all() if outcome(referee.get(f"/s/{one.key}/")) == YES]
    assert opened == [world.table]


def test_an_ended_link_stops_at_the_next_request(world: World, clients: dict[str, Client]) -> None:
    referee = clients["referee"]
    record_line = next(line for line in TABLE if line.name == "trainer:record")
    assert outcome(ask(referee, record_line, world)) == YES
    clients["owner"].post(reverse("trainer:referee_end", args=[world.table.key, world.access.pk]))
    world.table.refresh_from_db()
    answer = ask(referee, record_line, world)
    assert outcome(answer) == SIGN_IN
    assert "записано" in answer.content.decode(), "what he pressed is told not to be recorded"
    assert LogRow.objects.filter(session=world.table).count() == 2
    assert "судьи" in referee.get(f"/s/{world.table.key}/", follow=True).content.decode()
    assert Client().get(f"/r/{world.token}/").status_code == 404


def test_the_trainer_gives_rulings_to_the_referee_and_takes_them_back(world: World, clients: dict[str, Client]) -> None:
    ruling = next(line for line in TABLE if line.name == "trainer:correct_option")
    for given, wanted in ((True, YES), (False, NO)):
        Session.objects.filter(pk=world.table.pk).update(referee_rules=given)
        assert outcome(ask(clients["referee"], ruling, world)) == wanted


def test_a_sign_in_that_ended_at_the_table_leads_to_sign_in_and_keeps_what_was_sent(
    world: World, clients: dict[str, Client]
) -> None:
    trainer = clients["owner"]
    BrowserSession.objects.all().delete()
    sent = {"kind": "note", "text": "спорили о цене"}
    answer = trainer.post(reverse("trainer:mark", args=[world.table.key, 1]), sent)
    assert outcome(answer) == SIGN_IN
    assert "спорили о цене" in answer.content.decode()
    said = trainer.post(reverse("reports:answer", args=[world.table.key, question_id()]), {"answer": "мы рискнули"})
    assert "мы рискнули" in said.content.decode()
    answer_at = reverse("reports:answer", args=[world.table.key, question_id()])
    part = trainer.post(answer_at, {"answer": "да"}, headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Retarget"]) == (422, "#again"), "not taken for saved"
