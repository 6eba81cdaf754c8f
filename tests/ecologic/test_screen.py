"""What the screens say: whose word, what the rules want, the face-up event, the rows of the teams."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext, ngettext

from games.ecologic.events import VOCABULARY
from games.ecologic.game import GAME
from games.engine.i18n import render
from tests.ecologic.table import MINERAL, OIL, Game, eco, event, tor


def say(words: Any) -> str:
    """In Russian, as on the table's screen."""
    return render(words, gettext, ngettext)


def now(game: Game) -> tuple[str, str, str]:
    """Headline, hint and place."""
    found = GAME.now(game.t)
    return say(found.headline), say(found.hint), say(found.place)


def rows(game: Game) -> list[str]:
    """What stands in the last column of each team's row."""
    return [say(row.state) for row in GAME.board(game.t).rows]


def test_now_through_a_cycle() -> None:
    game = Game(start_chips=[["A", "oil", "S1"]], start_profits={"A": 9, "B": 25, "C": 9})
    assert now(game) == ("Слово: Альфа", "тянет верхнее событие и оглашает", "Цикл 1, инициатор Альфа")
    game.draw("V1")
    assert now(game)[0] == "Подсчитать Экологию"
    game.do("referee", "ecology_settle_rest")
    assert now(game)[:2] == ("Слово: Альфа", "открывает торги или пропускает")
    game.do("A", "auction_open", lot=OIL, bid=6)
    assert now(game)[:2] == ("Слово: Бета", "ставка от 7 до 25 или пас")
    game.do("B", "bid", amount=8)
    assert now(game)[:2] == ("Слово: Гамма", "ставка 9 или пас")
    game.do("C", "pass")
    game.do("A", "pass")
    assert now(game)[:2] == ("Слово: Бета", "ставит на поле нефть")
    game.do("B", "place", sector="S8")
    game.do("B", "eco_draw", card="E1")
    assert now(game)[:2] == ("Слово: Бета", "открывает торги за «Рекультивация» или отказывается")
    game.do("B", "eco_decline")
    game.buy("C", eco("E1"))
    game.do("C", "skip")
    assert now(game)[0] == "Подсчитать Доход"
    game.do("B", "income_settle")
    assert now(game)[0] == "Считают Доход: Альфа, Гамма"


def test_the_phases_and_the_last_cycle() -> None:
    game = Game().to_actions("V4")
    found = GAME.now(game.t)
    assert [(say(label), on) for label, on in found.phases] == [
        ("События", False),
        ("Экология", False),
        ("Действия", True),
        ("Доход", False),
    ]
    assert say(found.place) == "Цикл 1, последний, инициатор Альфа"


def test_a_choice_by_rule_is_asked_of_the_team() -> None:
    game = Game(start_chips=[["A", "oil", "S1"]], start_enviros=0)
    game.draw()
    assert now(game)[:2] == ("Слово: Альфа", "коллапс: какую фишку снять с поля?")
    poor = Game(start_profits=0, start_eco=[["A", "E1"], ["B", "E4"], ["C", "E5"]]).to_income()
    assert now(poor)[:2] == ("Слово: Альфа", "поддержание: какие карточки в сброс?")


def test_rights_and_duties_by_events() -> None:
    game = Game(events={"G": event({"op": "gain_chip", "type": "oil"}, scope="drawer")})
    game.draw("G")
    assert now(game)[:2] == ("Слово: Альфа", "право по событию: взять или отказаться")
    game = Game(events={"R": event({"op": "remove_chip"})}, start_chips=[["B", "oil", "S1"]])
    game.draw("R")
    assert now(game)[:2] == ("Слово: Бета", "снять фишку с поля")


def test_free_order_awaits_nobody_in_particular() -> None:
    game = Game(options={"bid_order": "free"}).to_actions()
    game.do("A", "auction_open", lot=OIL, bid=6)
    assert now(game)[:2] == ("Ставки от 7", "ставит любой")


@pytest.mark.clause("E-020")
def test_the_face_up_event_until_it_has_acted() -> None:
    game = Game()
    game.draw("V1")
    card = GAME.now(game.t).card
    assert card is not None
    assert [say(part) for part in card] == ["«Ажиотаж на рынке»", "начальная цена +1: фишки; фаза Действия, для всех"]
    game.to_income()
    assert GAME.now(game.t).card is None


def test_every_effect_of_the_vocabulary_has_words() -> None:
    values: dict[str, Any] = {"amount": -2, "of": "level(2)", "factor": 0.5, "source": "cards", "lot": "tor"}
    for op, (phases, needed) in VOCABULARY.items():
        card = event({"op": op, **{name: values[name] for name in needed}}, phase=phases[-1], scope="drawer")
        game = Game(events={"X": card}, start_chips=[["A", "oil", "S1"]])
        game.draw("X")
        found = GAME.now(game.t).card
        if game.seen["phase"] != "ecology" or phases[-1] != "events":
            assert found is not None
            assert "%" not in say(found[1])


def test_rows_of_the_teams() -> None:
    game = Game(start_chips=[["A", "oil", "S1"]], start_eco=[["B", "E1"], ["B", "E5"]], start_tors=[["C", "hub", "S2"]])
    board = GAME.board(game.t)
    assert [(say(label), say(ahead)) for label, ahead in board.columns] == [
        ("Профиты", "после Дохода"),
        ("Энвайры", "после Экологии"),
    ]
    assert [[(cell.value, say(cell.forecast)) for cell in row.cells] for row in board.rows] == [
        [(25, "→ 27"), (7, "→ 6")],
        [(25, "→ 22"), (7, "→ 12")],
        [(25, "→ 25"), (7, "→ 7")],
    ]
    assert [[say(one) for one in row.holdings] for row in board.rows] == [
        [],
        ["2 экоинициативы"],
        ["ТОР «Транспортный узел»"],
    ]


def test_a_forecast_counts_an_event_only_until_it_has_acted() -> None:
    """«Лесные пожары» take 5 in this Ecology phase, not in the next."""
    game = Game()

    def ahead() -> list[str]:
        return [say(row.cells[1].forecast) for row in GAME.board(game.t).rows]

    game.draw("V2")
    assert ahead() == ["→ 2", "→ 2", "→ 2"]
    game.do("A", "ecology_settle")
    assert ahead() == ["→ 2", "→ 2", "→ 2"]
    game.do("referee", "ecology_settle_rest")
    assert game.enviros("B") == 2
    assert ahead() == ["→ 2", "→ 2", "→ 2"]


def test_a_row_warns_of_what_cannot_be_paid() -> None:
    game = Game(start_profits=1, start_eco=[["A", "E1"]])
    cell = GAME.board(game.t).rows[0].cells[0]
    assert (say(cell.forecast), cell.warn) == ("поддержание", True)


def test_the_last_column_in_an_auction() -> None:
    game = Game(start_profits={"A": 25, "B": 25, "C": 3}).to_actions()
    assert rows(game) == ["слово", "", ""]
    game.do("A", "auction_open", lot=OIL, bid=5)
    game.do("B", "bid", amount=6)
    found = GAME.board(game.t).rows
    assert [say(row.state) for row in found] == ["слово", "6", "пас"]
    assert (found[2].out, say(found[2].note)) == (True, "есть 3, нужно 7")


def test_the_score_is_hidden_until_the_end_unless_the_option_shows_it() -> None:
    """§ 2: showing it changes play."""
    assert len(GAME.board(Game().t).columns) == 2
    shown = GAME.board(Game(options={"show_live_score": True}).t)
    assert [say(label) for label, _ in shown.columns][2:] == ["Очки"]
    assert shown.rows[0].cells[2].value == 9
    game = Game()
    game.do("referee", "stop_game", reason="время")
    board = GAME.board(game.t)
    assert [row.cells[2].value for row in board.rows] == [9, 9, 9]
    assert board.rows[0].cells[0].forecast == ""


def test_views_hold_no_score_and_no_deck() -> None:
    game = Game()
    for viewer in ("screen", "A"):
        view = GAME.view(game.t, viewer)
        assert "final_score" not in view
        assert "V9" not in repr(view)


def test_log_lines_in_the_words_of_the_table() -> None:
    game = Game(start_chips=[["C", "oil", "S8"]])
    game.draw("V1")
    assert _line(game) == "Альфа тянет событие «Ажиотаж на рынке»"
    game.do("referee", "ecology_settle_rest")
    assert _line(game) == "Экология: Гамма 7 → 6"
    game.do("A", "auction_record", lot=MINERAL, winner="A", price=4, sector="S2")
    assert _line(game) == "Альфа покупает минералы за 4 (начальная 2), сектор «Плато»"
    game.do("B", "auction_open", lot=tor("hub"), bid=10)
    assert _line(game) == "Бета открывает торги: ТОР «Транспортный узел», начальная 10, ставит 10"
    game.do("C", "bid", amount=12)
    assert _line(game) == "Гамма ставит 12"
    game.do("A", "pass")
    game.do("B", "pass")
    assert _line(game) == "Бета пасует, Гамма покупает ТОР «Транспортный узел» за 12 (открывает Бета, начальная 10)"
    game.do("C", "place", sector="S5")
    game.do("C", "eco_draw", card="E4")
    assert _line(game) == "Гамма тянет экоинициативу «Замкнутый водооборот»"
    for team in "CAB":
        game.do(team, "eco_decline")
    assert _line(game) == "Бета: отказ от карточки, «Замкнутый водооборот» уходит в сброс: никто не покупает"
    game.do("referee", "income_settle_rest")
    assert _line(game) == "Доход: Альфа 21 → 23, Гамма 13 → 15"


def _line(game: Game) -> str:
    assert game.last is not None
    return say(game.last.words(game.t))


def test_a_fix_of_an_option_reaches_the_later_moves() -> None:
    """A wrong option is corrected like a move, from then on."""
    game = Game()
    game.do("referee", "fix_option", path="tor_start", value=6, reason="напечатано 6")
    game.to_actions()
    assert game.start("A", tor("hub")) == 6


@pytest.mark.parametrize(("recording", "way"), [("quick", "By result"), ("full", "By bids")])
def test_how_the_panel_begins_to_record_an_auction(recording: str, way: str) -> None:
    assert GAME.panel(Game(options={"bid_recording": recording}).t).way == way
