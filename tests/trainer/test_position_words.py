"""The whole position in the words of the table: lists of what may stand in a field, what is nested by rows.

The page is filled as a browser does it: everything that stands in its form is sent, with a few fields typed anew.
"""

import re
import uuid
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games.engine.bot import played
from games.registry import game as find_game
from trainer.demo import by_chance
from trainer.forms.changes import changed
from trainer.forms.position import Position
from trainer.models import Session, User
from trainer.positions import table_of
from trainer.practice import practice_start
from trainer.recording import Request, record

GAMES = ("ecologic", "titans", "boss", "market")


class Form(HTMLParser):
    """What a browser would send of a page, and the lists it offers: field -> code -> words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.lists: dict[str, dict[str, str]] = {}
        self._field = self._option = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name = found.get("name", "")
        if tag == "input" and name and found.get("type") != "checkbox":
            self.sent[name] = found.get("value", "")
        elif tag in ("select", "textarea"):
            self._field, self.sent[name] = name, ""
            if tag == "select":
                self.lists[name] = {}
        elif tag == "option" and self._field:
            self._option = found["value"]
            chosen = self.lists[self._field]
            if "selected" in found or not chosen:
                self.sent[self._field] = self._option
            chosen[self._option] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "textarea"):
            self._field = ""

    def handle_data(self, data: str) -> None:
        if self._field in self.lists:
            self.lists[self._field][self._option] += data.strip()
        elif self._field:
            self.sent[self._field] += data


class Desk:
    """One trainer at one table."""

    def __init__(self, client: Client, session: Session) -> None:
        self.client, self.session = client, session

    def form(self) -> Form:
        answer = self.client.get(f"/s/{self.session.key}/correct/position/")
        assert answer.status_code == 200
        return Form(answer.content.decode())

    def fill(self, **fields: str) -> Any:
        """Send the page as it stands, with these fields typed anew (`__` for a dot)."""
        typed = {f"p.{name.replace('__', '.')}": text for name, text in fields.items()}
        data = {**self.form().sent, "reason": "взяли стол на ходу", **typed}
        return self.client.post(f"/s/{self.session.key}/correct/position/", data)

    def act(self, actor: str, action: str, **params: Any) -> None:
        self.session.refresh_from_db()
        record(self.session.pk, [Request(actor, action, params)], op=uuid.uuid4(), rev=self.session.rev, may_rule=True)

    @property
    def state(self) -> Any:
        self.session.refresh_from_db()
        return table_of(self.session).state


@pytest.fixture
def desk(owner: User, signed_in: Callable[[User], Client]) -> Callable[[str], Desk]:
    """Sit down at a practice table of this game: three teams, the sample kit."""
    return lambda game: Desk(signed_in(owner), practice_start(owner, game, "one"))


@pytest.fixture
def deal(desk: Callable[[str], Desk]) -> Desk:
    """A deal on the marker's space: who opened it has agreed with another on an investor for 1M."""
    found = desk("boss")
    holders = found.state.investors
    first = found.state.turn
    found.act(first, "roll_move", die=1)
    found.act(first, "open_deal")
    space = find_game("boss").sample().spaces[str(found.state.marker)]
    wanted = (*(space.required or ()), *(space.from_ or ()))
    colour = next(one for one in wanted if holders[one] not in (first, "board"))
    found.act(first, "agree", player=holders[colour], assets=[f"inv:{colour}"], amount=1)
    return found


@pytest.mark.parametrize(
    ("game", "field", "code", "words"),
    [
        ("ecologic", "phase", "ecology", "Экология"),
        ("ecologic", "event", "", "—"),
        ("titans", "phase", "choose", "Выбор действий"),
        ("titans", "totem.A", "held", "ещё не использован"),
        ("boss", "phase", "turn_start", "Начало хода"),
        ("boss", "investors.red", "board", "рядом с полем"),
        ("boss", "end_by", "die", "бросок кубика"),
        ("market", "phase", "pre_roll", "До броска"),
        ("market", "must", "plot", "купить участок или отказаться"),
        ("market", "obligations.0.ref", "plot:2", "участок № 2"),
        ("market", "right", "school_holder", "Школа бизнеса, для её акционера"),
    ],
)
def test_what_is_one_of_a_list_is_chosen_in_the_words_of_the_table(
    desk: Callable[[str], Desk], game: str, field: str, code: str, words: str
) -> None:
    assert desk(game).form().lists[f"p.{field}"][code].replace("\N{NO-BREAK SPACE}", " ") == words


@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_it_is_is_chosen_among_the_teams(desk: Callable[[str], Desk], game: str) -> None:
    found = desk(game)
    field = {"ecologic": "initiator", "titans": "first", "boss": "turn", "market": "current"}[game]
    listed = {code: name for code, name in found.form().lists[f"p.{field}"].items() if code}
    assert listed == {team.id: team.name for team in table_of(found.session).teams}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("value", ["dancing", "Танцы", "'; drop"])
def test_a_foreign_value_is_refused_in_words_and_changes_nothing(
    desk: Callable[[str], Desk], game: str, value: str
) -> None:
    found = desk(game)
    before = found.state
    answer = found.fill(phase=value)
    assert answer.status_code == 422
    assert f"Это не читается: «{escape(value)}»." in answer.content.decode()
    assert found.state == before
    assert Form(answer.content.decode()).sent["p.phase"] == before.phase, "the list says what stands there"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_sent_as_it_stands_changes_nothing(desk: Callable[[str], Desk], game: str) -> None:
    found = desk(game)
    assert found.fill().status_code == 422
    found.session.refresh_from_db()
    assert found.session.rev == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_game_reads_back_as_it_is_shown(desk: Callable[[str], Desk], game: str) -> None:
    rules, t = find_game(game), table_of(desk(game).session)
    random, whim = Random(5), Random(5)
    for n, (after, _step) in enumerate(islice(played(rules, t, random, by_chance(rules, random, whim)), 120)):
        if n % 6:
            continue
        position = Position(rules, after)
        places = position.places()
        assert changed(position, {place.path: place.text for place in places}) == ({}, {})
        for place in places:
            if place.path == "contested":
                continue  # its keys are numbers
            assert position.read(place, place.text) == place.value, (n, place.path)
            assert not re.search(r"\b(news_staff|pre_roll|face_up|flipped|inv:|clan:)", place.said), place.path


# ---- what is nested ------------------------------------------------------------------------------------


def test_an_open_deal_stands_by_rows_and_its_agreement_is_put_right(deal: Desk) -> None:
    form = deal.form()
    path = "p.deal.agreements.0"
    assert form.lists[f"{path}.status"]["blocked"] == "инвестор в пути"
    assert form.sent[f"{path}.amount"] == "1"
    assert "{" not in "".join(text for name, text in form.sent.items() if name.startswith("p.")), "no JSON"
    answer = deal.fill(deal__agreements__0__amount="2", deal__agreements__0__status="withdrawn")
    assert answer.status_code == 302
    agreement = deal.state.deal.agreements[0]
    assert (agreement.amount, agreement.status) == (2, "withdrawn")


def test_an_agreement_is_taken_out_and_another_typed_in(deal: Desk) -> None:
    old = deal.state.deal.agreements[0]
    answer = deal.fill(
        deal__agreements__0="none", deal__agreements__1__player=old.player,
        deal__agreements__1__assets="инвестор красный", deal__agreements__1__amount="3",
        deal__agreements__1__status="active", deal__agreements__1__boss=deal.state.deal.boss,
    )  # fmt: skip
    assert answer.status_code == 302
    (new,) = deal.state.deal.agreements
    assert (new.player, new.assets, new.amount) == (old.player, ["inv:red"], 3)


def test_a_new_row_says_what_it_lacks(deal: Desk) -> None:
    answer = deal.fill(deal__agreements__1__amount="3")
    assert answer.status_code == 422
    assert answer.content.decode().count("Здесь нужно значение.") == 4, "player, what takes part, status, boss"
    assert len(deal.state.deal.agreements) == 1


def test_a_deal_that_is_none_any_more_goes_with_the_phase(deal: Desk) -> None:
    assert deal.fill(deal="none").status_code == 422, "talks need a deal"
    assert deal.fill(deal="none", phase="moved").status_code == 302
    assert (deal.state.deal, deal.state.phase) == (None, "moved")


def test_a_deal_is_typed_in_where_there_is_none(desk: Callable[[str], Desk]) -> None:
    found = desk("boss")
    turn = found.state.turn
    answer = found.fill(
        phase="deal", deal__space="1", deal__opener=turn, deal__boss=turn, deal__bosses=turn,
        deal__travelling="красный", deal__clans__0__id="c1", deal__clans__0__color="green", deal__clans__0__owner=turn,
        deck=str(found.state.deck - 2),
    )  # fmt: skip
    assert answer.status_code == 302
    deal = found.state.deal
    assert (deal.opener, deal.bosses, deal.travelling) == (turn, [turn], ["red"])
    assert [(clan.id, clan.color, clan.owner) for clan in deal.clans] == [("c1", "green", turn)]


def test_what_the_engine_keeps_for_itself_is_not_asked(deal: Desk) -> None:
    assert not [name for name in deal.form().sent if name.startswith(("p.stoppable", "p.last_deal"))]


def test_staff_stands_by_side_agency_and_colour(desk: Callable[[str], Desk]) -> None:
    found = desk("titans")
    agency = "Свет, звук, смета"
    kit = find_game("titans").sample().agency_deck
    id = next(id for id, card in kit.items() if card.name == agency)
    colour = next(one for one, n in kit[id].cells.items() if n)
    words = {"creative": "Креатив", "production": "Продакшн", "strategy": "Стратегия", "media": "Медиа"}[colour]
    lines = f"Альфа / {agency} / {words} = 1\nБета =\nГамма ="
    reserve = {one: n - (one == colour) for one, n in found.state.reserve.items()}
    slots = {f"agency_slots__{at}": "" for at, one in enumerate(found.state.agency_slots) if one == id}
    answer = found.fill(staff=lines, reserve="; ".join(f"{one} = {n}" for one, n in reserve.items()), **slots)
    assert answer.status_code == 302
    assert found.state.staff == {"A": {id: {colour: 1}}, "B": {}, "C": {}}


def test_a_name_with_commas_is_one_name(desk: Callable[[str], Desk]) -> None:
    found = desk("titans")
    kit = find_game("titans").sample().agency_deck
    id = next(id for id, card in kit.items() if card.name == "Свет, звук, смета")
    other = next(one for one in kit if one != id and "," not in kit[one].name)
    assert found.fill(titans_used=f"{kit[other].name}, Свет, звук, смета").status_code == 302
    assert found.state.titans_used == [other, id]


def test_a_slot_is_emptied(desk: Callable[[str], Desk]) -> None:
    found = desk("titans")
    assert found.fill(tender_slots__0="").status_code == 302
    assert found.state.tender_slots[0] is None


def test_a_note_of_hand_is_typed_in_as_a_row(desk: Callable[[str], Desk]) -> None:
    found = desk("market")
    answer = found.fill(
        notes__0__id="1", notes__0__borrower="A", notes__0__lender="bank", notes__0__amount="5 000",
        notes__0__percent="10", notes__0__total="5 500", notes__0__turn="1", last_note="1",
    )  # fmt: skip
    assert answer.status_code == 302
    (note,) = found.state.notes
    assert (note.borrower, note.lender, note.amount, note.due_turn) == ("A", "bank", 5000, None)


def test_shares_are_typed_by_the_names_of_company_and_player(desk: Callable[[str], Desk]) -> None:
    found = desk("market")
    assert found.fill(shares="Школа бизнеса / Бета = 2\nФондовая биржа / Альфа = 1").status_code == 302
    assert found.state.shares == {"school": {"B": 2}, "exchange": {"A": 1}}


def test_one_field_by_hand_shows_and_takes_the_words_too(deal: Desk) -> None:
    page = deal.client.get(f"/s/{deal.session.key}/correct/").content.decode()
    assert "Фаза · Переговоры" in page
    assert "Чей ход · " + next(t.name for t in table_of(deal.session).teams if t.id == deal.state.turn) in page
