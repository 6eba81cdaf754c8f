"""Preparing a table through the client: teams, kit, options, set-up, referees' links; a refusal changes nothing."""

import io
import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.registry import game as find_game
from trainer.forms.workshops import default_teams
from trainer.kit_tables import ABOUT
from trainer.models import RefereeAccess, Session, TrainerKit, User, Workshop
from trainer.positions import table_of
from trainer.preparation import missing_of
from trainer.sessions import session_create, session_start

ECOLOGIC = find_game("ecologic")


def uploaded(content: bytes | str, name: str = "kit.json") -> io.BytesIO:
    file = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    file.name = name
    return file


def text(answer: Any) -> str:
    return answer.content.decode()


@pytest.fixture
def client(owner: User, signed_in: Any) -> Client:
    return signed_in(owner)


@pytest.fixture
def prepared(workshop: Workshop) -> Session:
    teams = [{"code": code, "name": name} for code, name in (("A", "Альфа"), ("B", "Бета"), ("C", "Гамма"))]
    return session_create(workshop, game="ecologic", title="Стол 1", teams=teams)


def post(client: Client, session: Session, url: str, /, **data: Any) -> Any:
    return client.post(reverse(f"trainer:{url}", args=[session.key]), data)


def form_data(answer: Any) -> dict[str, Any]:
    """What a browser would send back from the page's form as it stands."""
    form = answer.context["form"]
    found = {}
    for name in form.fields:
        value = form[name].value()
        choices = getattr(form.fields[name], "choices", None)
        if value is None and choices:
            value = choices[0][0]  # a browser shows the first one
        if value is not None and value is not False:
            found[name] = "on" if value is True else value
    return found


# ---- a new table ------------------------------------------------------------------------------


def test_a_table_is_made_once_with_the_names_of_the_alphabet(workshop: Workshop, client: Client) -> None:
    path = reverse("trainer:session_new", args=[workshop.key])
    op = re.search(r'name="op" value="([^"]+)"', text(client.get(path)))[1]
    form = {"game": "ecologic", "title": "Стол у окна", "teams": "4", "op": op}
    assert client.post(path, form)["Location"] == client.post(path, form)["Location"]
    session = workshop.sessions.get()
    assert (session.title, session.game, session.status) == ("Стол у окна", "ecologic", "prepared")
    assert [(team.seat, team.code, team.name, team.colour) for team in session.teams.all()] == [
        (1, "A", "Альфа", 1), (2, "B", "Бета", 2), (3, "C", "Гамма", 3), (4, "D", "Дельта", 4),
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"title": " "}, {"teams": "9"}, {"teams": "много"}])
def test_a_table_that_no_game_fits_is_refused(wrong: dict[str, str], workshop: Workshop, client: Client) -> None:
    form = {"game": "ecologic", "title": "Стол 1", "teams": "3", "op": "1", **wrong}
    assert client.post(reverse("trainer:session_new", args=[workshop.key]), form).status_code == 422
    assert not workshop.sessions.exists()


# ---- teams ------------------------------------------------------------------------------------

SEATS = {
    "A-name": "Синие", "A-letter": "", "A-colour": "4", "A-people": "Ира, Олег",
    "B-name": "", "B-letter": "", "B-colour": "2", "B-people": "",
    "C-name": "Зелёные", "C-letter": "з", "C-colour": "3", "C-people": "",
    "D-name": "Новые", "D-letter": "", "D-colour": "1", "D-people": "",
}  # fmt: skip


def test_teams_keep_their_ids_and_a_nameless_place_stays_free(prepared: Session, client: Client) -> None:
    assert post(client, prepared, "setup", **SEATS)["Location"] == reverse("trainer:setup", args=[prepared.key])
    assert [(t.seat, t.code, t.name, t.letter, t.colour, t.people) for t in prepared.teams.all()] == [
        (1, "A", "Синие", "", 4, "Ира, Олег"), (2, "C", "Зелёные", "З", 3, ""), (3, "D", "Новые", "", 1, ""),
    ]  # fmt: skip


def test_a_letter_that_grows_in_capitals_is_cut(prepared: Session, client: Client) -> None:
    assert post(client, prepared, "setup", **{**SEATS, "A-letter": "ßß"}).status_code == 302
    assert prepared.teams.get(code="A").letter == "SS"


def test_a_colour_that_is_none_is_refused(prepared: Session, client: Client) -> None:
    assert post(client, prepared, "setup", **{**SEATS, "A-colour": "9" * 5000}).status_code == 422


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"C-name": "синие"}, "Такое название уже есть."),
        ({"C-letter": "С"}, "Эта буква занята другой командой."),
        ({"C-colour": "4"}, "Этот цвет занят другой командой."),
        ({"C-name": "", "D-name": ""}, "В этой игре от 2 до 4 команд."),
        ({"C-colour": "7"}, "errorlist"),
        ({"A-name": "я" * 41}, "errorlist"),
    ],
)
def test_teams_that_cannot_be_told_apart_are_refused(
    change: dict[str, str], said: str, prepared: Session, client: Client
) -> None:
    answer = post(client, prepared, "setup", **{**SEATS, **change})
    assert answer.status_code == 422
    assert said in text(answer)
    assert [team.name for team in prepared.teams.all()] == ["Альфа", "Бета", "Гамма"]


def test_after_the_start_teams_kit_options_and_setup_stand(prepared: Session, client: Client) -> None:
    session_start(prepared)
    before = Session.objects.values("kit", "options", "setup").get()
    for name, data in (
        ("setup", SEATS), ("setup_kit", {"sample": "1"}), ("setup_options", {"min_increment": "2"}),
        ("setup_begin", {"initiator": "B"}),
    ):  # fmt: skip
        answer = post(client, prepared, name, **data)
        assert answer.status_code == 409, name
        assert "игра уже началась" in text(answer)
    assert Session.objects.values("kit", "options", "setup").get() == before
    assert [team.name for team in prepared.teams.all()] == ["Альфа", "Бета", "Гамма"]


def test_the_table_is_renamed_at_any_time(table: Session, client: Client) -> None:
    assert post(client, table, "setup_table", title="").status_code == 422
    post(client, table, "setup_table", title="Стол у окна", referee_rules="on")
    table.refresh_from_db()
    assert (table.title, table.referee_rules) == ("Стол у окна", True)


# ---- options ----------------------------------------------------------------------------------


def test_options_stand_as_the_rules_file_says_until_changed(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_options", args=[prepared.key]))
    assert len(page.context["form"].asked) >= 30
    post(client, prepared, "setup_options", **form_data(page))
    prepared.refresh_from_db()
    assert msgspec.json.decode(prepared.options, type=ECOLOGIC.options_type) == ECOLOGIC.options_type()


def test_changed_options_are_kept_and_the_game_plays_by_them(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_options", args=[prepared.key]))
    data = form_data(page) | {"min_increment": "2", "score_rounding": "ceil", "sector_sharing": "on", "max_level": ""}
    data.pop("transfers")
    post(client, prepared, "setup_options", **data)
    options = table_of(session_start(prepared)).options
    assert (options.min_increment, options.score_rounding, options.sector_sharing) == (2, "ceil", True)
    assert (options.transfers, options.max_level) == (False, None)


@pytest.mark.parametrize(
    "wrong", [{"min_increment": "0"}, {"min_increment": "много"}, {"score_rounding": "sideways"}, {"max_level": "1000"}]
)
def test_an_option_out_of_range_is_refused(wrong: dict[str, str], prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_options", args=[prepared.key]))
    answer = post(client, prepared, "setup_options", **(form_data(page) | wrong))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text(answer)
    assert Session.objects.get().options == prepared.options


# ---- set-up -----------------------------------------------------------------------------------


def test_a_set_up_as_the_kit_says_follows_the_kit(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_begin", args=[prepared.key]))
    post(client, prepared, "setup_begin", **form_data(page))
    assert msgspec.json.decode(Session.objects.get().setup, type=ECOLOGIC.setup_type) == ECOLOGIC.setup_type(
        initiator="A"
    )


def test_a_typed_set_up_is_what_the_game_begins_with(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_begin", args=[prepared.key]))
    data = form_data(page) | {
        "initiator": "B", "start_profits__A": "1 000", "start_profits__B": "20", "start_profits__C": "20",
        "start_chips__0__team": "C", "start_chips__0__type": "oil", "start_chips__0__sector": "H01",
    }  # fmt: skip
    assert post(client, prepared, "setup_begin", **data).status_code == 302
    prepared.refresh_from_db()
    state = table_of(session_start(prepared)).state
    assert state.initiator == "B"
    assert {team: player.profits for team, player in state.players.items()} == {"A": 1000, "B": 20, "C": 20}
    assert [(stack.owner, stack.type, stack.level) for stack in state.board["H01"]] == [("C", "oil", 1)]
    assert state.players["C"].supply["oil"] == 9  # ten in the sample, one of them on the map


def test_a_set_up_that_cannot_be_is_said_before_and_at_the_start(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_begin", args=[prepared.key]))
    wrong = {
        f"start_chips__0__{name}": value for name, value in (("team", "C"), ("type", "mineral"), ("sector", "H01"))
    }
    post(client, prepared, "setup_begin", **(form_data(page) | wrong))  # H01 has oil only
    page = client.get(reverse("trainer:setup_begin", args=[prepared.key]))
    assert page.context["missing"].step == "begin"
    answer = post(client, prepared, "start")
    assert answer.status_code == 422
    assert 'id="h-begin"' in text(answer)


def test_a_number_that_is_none_is_refused(prepared: Session, client: Client) -> None:
    page = client.get(reverse("trainer:setup_begin", args=[prepared.key]))
    answer = post(client, prepared, "setup_begin", **(form_data(page) | {"start_profits__A": "много"}))
    assert answer.status_code == 422
    assert "много" in text(answer)


# ---- kit --------------------------------------------------------------------------------------


def test_a_kit_file_is_chosen_and_kept_among_ones_own(prepared: Session, client: Client, owner: User) -> None:
    kit = msgspec.structs.replace(ECOLOGIC.sample(), title="С моих карточек", sample=False)
    content = msgspec.json.encode(kit)
    post(client, prepared, "setup_kit", file=uploaded(content))
    assert TrainerKit.objects.get().title == "С моих карточек"
    assert msgspec.json.decode(Session.objects.get().kit, type=ECOLOGIC.kit_type) == kit
    post(client, prepared, "setup_kit", sample="1")
    assert msgspec.json.decode(Session.objects.get().kit, type=ECOLOGIC.kit_type) == ECOLOGIC.sample()
    post(client, prepared, "setup_kit", kit=str(TrainerKit.objects.get().pk))
    assert msgspec.json.decode(Session.objects.get().kit, type=ECOLOGIC.kit_type) == kit


def test_a_strangers_kit_cannot_be_chosen(prepared: Session, client: Client, stranger: User) -> None:
    theirs = TrainerKit.objects.create(owner=stranger, game="ecologic", title="Чужой", body=prepared.kit)
    for number in (str(theirs.pk), "x", "99999"):
        assert post(client, prepared, "setup_kit", kit=number).status_code == 404


def test_the_sample_wears_its_badge(prepared: Session, client: Client) -> None:
    assert "Пример, не из коробки" in text(client.get(reverse("trainer:setup", args=[prepared.key])))


def broken_kits() -> list[tuple[bytes, str]]:
    good = json.loads(msgspec.json.encode(ECOLOGIC.sample()))

    def changed(**parts: Any) -> bytes:
        return json.dumps({**good, **parts}, ensure_ascii=False).encode()

    eco = {**good["eco"], "E02": {**good["eco"]["E02"], "start": "два"}}
    sectors = {**good["sectors"], "H01": {**good["sectors"]["H01"], "colour": "red"}}
    return [
        (b"", "errorlist"),
        (b"{", "Файл обрывается."),
        (b"[1, 2", "Файл обрывается."),
        ("не файл".encode(), "Файл повреждён"),
        (b"[" * 100_000, "Слишком много вложенных скобок."),
        (json.dumps([1]).encode(), "refused"),
        (changed(eco=eco), "<code>eco.E02.start</code> Здесь нужно целое число."),
        (changed(sectors=sectors), "<code>sectors.H01</code> «colour» здесь лишнее."),
        (changed(game="chess"), "chess"),
        (changed(events={}), "refused"),  # K_: exactly one final event
        (changed(title="\u0000"), "нулевой символ"),
        (b"\xff\xfe\x00", "refused"),
        (b" " * (1024 * 1024 + 1), "Файл больше 1"),
    ]


@pytest.mark.parametrize("number", range(len(broken_kits())))
def test_a_broken_kit_is_refused_with_its_place_and_nothing_is_written(
    number: int, prepared: Session, client: Client
) -> None:
    content, said = broken_kits()[number]
    answer = post(client, prepared, "setup_kit", file=uploaded(content))
    assert answer.status_code == 422
    assert said in text(answer).replace("\u00a0", " ")
    assert Session.objects.get().kit == prepared.kit
    assert not TrainerKit.objects.exists()


# ---- referees ---------------------------------------------------------------------------------


def issued(client: Client, session: Session, name: str = "Ирина") -> str:
    page = text(client.get(reverse("trainer:setup_referees", args=[session.key])))
    op = re.search(r'name="op" value="([^"]+)"', page)[1]
    answer = post(client, session, "setup_referees", name=name, op=op)
    again = post(client, session, "setup_referees", name=name, op=op)
    paths = [re.search(r'value="http://testserver(/r/[^"]+)"', text(one))[1] for one in (answer, again)]
    assert paths[0] == paths[1]
    assert "data:image/svg+xml" in text(answer)
    return paths[0]


def test_a_referees_link_is_shown_once_and_opens_one_table(table: Session, client: Client) -> None:
    path = issued(client, table)
    assert RefereeAccess.objects.count() == 1
    assert path not in text(client.get(reverse("trainer:setup_referees", args=[table.key])))
    referee = Client()
    assert referee.get(path)["Location"] == reverse("trainer:referee", args=[table.key])
    assert referee.get(reverse("trainer:referee", args=[table.key])).status_code == 200
    assert referee.get(reverse("trainer:setup", args=[table.key])).status_code == 302  # to sign in
    assert "открыта" in text(client.get(reverse("trainer:setup_referees", args=[table.key])))


def test_an_ended_link_opens_nothing(table: Session, client: Client) -> None:
    path = issued(client, table)
    referee = Client()
    referee.get(path)
    access = RefereeAccess.objects.get()
    client.post(reverse("trainer:referee_end", args=[table.key, access.pk]))
    assert referee.get(reverse("trainer:referee", args=[table.key])).status_code in (302, 404)  # to sign in
    assert Client().get(path).status_code == 404


def test_a_link_of_another_table_is_not_ended_here(make_table: Any, client: Client) -> None:
    first, second = make_table("Стол 1"), make_table("Стол 2")
    issued(client, second)
    client.post(reverse("trainer:referee_end", args=[first.key, RefereeAccess.objects.get().pk]))
    assert RefereeAccess.objects.get().ended_at is None


def test_two_links_for_two_people(table: Session, client: Client) -> None:
    assert issued(client, table, "Ирина") != issued(client, table, "Олег")
    assert post(client, table, "setup_referees", name=" ", op="1").status_code == 422
    assert RefereeAccess.objects.count() == 2


def test_the_form_beside_a_new_link_gives_the_next_referee_a_link_of_his_own(table: Session, client: Client) -> None:
    path = reverse("trainer:setup_referees", args=[table.key])
    page, links = text(client.get(path)), []
    for name in ("Ирина", "Олег"):
        page = text(client.post(path, {"name": name, "op": re.search(r'name="op" value="([^"]+)"', page)[1]}))
        links.append(re.search(r'value="http://testserver(/r/[^"]+)"', page)[1])
    assert links[0] != links[1]
    assert sorted(RefereeAccess.objects.values_list("name", flat=True)) == ["Ирина", "Олег"]


# ---- every game -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_each_game_is_prepared_through_its_forms(slug: str, workshop: Workshop, client: Client) -> None:
    """Forms sent as they are drawn change nothing that the rules file says, and the game starts."""
    rules = find_game(slug)
    session = session_create(workshop, game=slug, title="Стол 1", teams=default_teams(max(3, rules.meta.least)))
    for url in ("setup", "setup_kit", "setup_table", "setup_referees"):
        assert client.get(reverse(f"trainer:{url}", args=[session.key])).status_code == 200
    for url in ("setup_options", "setup_begin"):
        page = client.get(reverse(f"trainer:{url}", args=[session.key]))
        answer = post(client, session, url, **form_data(page))
        assert answer.status_code == 302, answer.context["form"].errors
    session.refresh_from_db()
    assert msgspec.json.decode(session.options, type=rules.options_type) == rules.options_type()
    assert missing_of(session) is None
    assert post(client, session, "start")["Location"] == reverse("trainer:referee", args=[session.key])
    assert client.get(reverse("trainer:setup_options", args=[session.key])).status_code == 200
    assert client.get(reverse("trainer:workshop", args=[workshop.key])).status_code == 200


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_each_kit_and_option_has_words(slug: str, client: Client) -> None:
    """What the pages name is said in words, not in the spelling of files."""
    rules = find_game(slug)
    assert client.get(reverse("trainer:kit_sample", args=[slug])).status_code == 200
    options = [field.name for field in msgspec.structs.fields(rules.options_type)]
    assert [name for name in options if name not in rules.terms] == []
    assert [name for name in options if not rules.option_help.get(name)] == []
    parts = [name for name in rules.kit_type.__struct_fields__ if name not in ABOUT]
    assert [name for name in parts if name not in rules.terms] == []
