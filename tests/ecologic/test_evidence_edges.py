"""The debrief of games that are short, odd, corrected or stopped (§ 8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.ecologic.game import GAME
from games.engine.bot import turn
from games.engine.evidence import Bars, Fact, Lines, Table
from tests.ecologic.debriefed import (
    Debriefed,
    bars,
    by_row,
    findings,
    moments,
    pick,
    rows,
    say,
    scripted,
    whole,
)
from tests.ecologic.table import OIL, event, tor

START = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]


# ---- nothing much happens -----------------------------------------------------------------------


def test_before_the_first_move() -> None:
    found = Debriefed().found()
    whole(found)
    assert found.moments == []
    assert isinstance(pick(found.answers["4"], Fact, "Экоинициатив ни у одной команды не было"), Fact)
    assert isinstance(pick(found.answers["5"], Fact, "ТОР никто не поставил"), Fact)
    assert say(found.results[0].title) == "Впереди поровну: Альфа, Бета, Гамма, у каждой команды 9 очков"
    assert all(not isinstance(piece, Lines) for piece in found.course)


def test_a_game_without_any_purchase() -> None:
    game = Debriefed(start_chips=START).to_events().to_events()
    found = game.found()
    whole(found)
    assert say(pick(found.answers["1"], Bars, "Никто ничего не потратил").title)
    assert say(pick(found.answers["2"], Table, "Фишек не покупали").title)
    assert isinstance(pick(found.answers["8"], Fact, "На аукционах ничего не продано"), Fact)
    # Start chips are harm and income, but no return: two Ecology phases, two Income phases each.
    harm = pick(found.answers["3"], Bars, "Энвайров на профит дохода: первая фишка сектора 1,00")
    assert by_row(harm) == {"первая фишка сектора": (1,)}
    assert say(found.caveats[2]) == "Данных мало: 3 команды, 2 цикла, 0 покупок"


def test_a_cycle_that_is_not_played_to_its_end() -> None:
    game = Debriefed(start_chips=START).to_events()
    game.draw()
    found = game.found()
    score = next(piece for piece in found.course if isinstance(piece, Lines))
    assert [say(point) for point in score.points][-1] == "цикл 2\nне доигран"
    # 26 profits and 6 enviros: 6/26 × 32 = 7.38, and one chip.
    assert bars(score)["Альфа"][0] == 8
    whole(found)


@pytest.mark.parametrize("last", range(0, 116, 5))
def test_every_moment_of_the_scripted_game_can_be_debriefed(last: int) -> None:
    record = scripted()
    whole(findings({**record, "steps": record["steps"][:last]}))


# ---- how it was recorded ------------------------------------------------------------------------


def test_quick_record_knows_no_bids() -> None:
    """§ 3.3: with bids unknown, competition = premium only."""
    game = Debriefed(start_chips=START).to_actions()
    game.buy("C", OIL, "S8", 6)
    game.buy("B", tor("hub"), "S5", 10)
    found = game.found()
    assert found.bids == []
    assert say(found.caveats[-1]).startswith("Ставки известны не для всех аукционов (0 из 2)")
    assert moments(found, "longest") == []
    lots = rows(pick(found.answers["8"], Table, "Аукционов: 2"))
    assert [(row["начальная цена"], row["ставка"], row["надбавка"], row["ставок"]) for row in lots] == [
        (2, 6, 2, None), (10, 10, 0, None),
    ]  # fmt: skip


def test_a_line_of_bids_is_as_good_as_bids() -> None:
    game = Debriefed(start_chips=START).to_actions()
    game.do("A", "auction_line", lot=tor("academy"), text="А10 Б11 Г- А12 Б-", sector="S3")
    found = game.found()
    (table,) = found.bids
    assert isinstance(table, Table)
    assert [(row["команда"], row["ставка"]) for row in rows(table)] == [
        ("A", 10), ("B", 11), ("C", None), ("A", 12), ("B", None),
    ]  # fmt: skip
    assert [one.n for one in moments(found, "longest")] == [game.n]


def test_undone_moves_leave_nothing_behind() -> None:
    record = scripted()
    steps = record["steps"][:21]
    undone = [*steps, {"n": 22, "actor": "referee", "action": "undo", "params": {"n": 21}}]
    found = findings({**record, "steps": undone})
    assert say(found.caveats[2]) == "Данных мало: 3 команды, 1 цикл, 0 покупок"
    whole(found)


# ---- stopped, corrected, overruled --------------------------------------------------------------


def test_stopped_with_a_purchase_to_place() -> None:
    """What was paid and not placed is paid back: it is no purchase (common.md, stop_game)."""
    game = Debriefed(start_chips=START).to_actions()
    game.do("A", "auction_open", lot=tor("academy"), bid=10)
    game.do("B", "pass")
    game.do("C", "pass")
    game.do("referee", "stop_game", reason="время")
    found = game.found()
    whole(found)
    assert say(found.caveats[2]) == "Данных мало: 3 команды, 1 цикл, 0 покупок"
    assert say(found.caveats[-1]) == "Игра остановлена ведущим, последний цикл не доигран"
    table = rows(pick(found.course, Table, "Профиты"))
    assert [row["Альфа"] for row in table] == [25, 25]
    (bids,) = found.bids
    assert isinstance(bids, Table)
    assert {row["итог"] for row in rows(bids)} == {"отменено"}


def test_stopped_in_the_middle_of_an_auction() -> None:
    game = Debriefed(start_chips=START).to_actions()
    game.do("A", "auction_open", lot=OIL, bid=2)
    game.do("referee", "stop_game", reason="время")
    found = game.found()
    (bids,) = found.bids
    assert isinstance(bids, Table)
    assert [(row["лот"], row["ставка"], row["итог"]) for row in rows(bids)] == [("нефть", 2, "отменено")]
    whole(found)


def test_chips_and_cards_given_by_hand_have_no_price() -> None:
    game = Debriefed(start_chips=START)
    game.do("referee", "adjust", field="board.S1", value="A:oil:2", reason="забыли поставить")
    game.do("referee", "adjust", field="players.A.eco", value=["E1"], reason="забыли выдать")
    game.do("referee", "adjust", player="A", dP=-3, reason="штраф")
    game.to_events()
    found = game.found()
    whole(found)
    assert say(found.caveats[-1]) == "Исправлений вручную: 3; что они дали, цены не имеет"
    assert pick(found.answers["2"], Table, "Фишек не покупали")
    # A: minerals 1, oil 1 for the first chips, oil 3 − 1 for the second: 3 chips took 3 enviros.
    harm = pick(found.answers["3"], Bars, "Энвайров на профит дохода")
    assert by_row(harm) == {"первая фишка сектора": (1,), "вторая и выше": (0.5,)}
    card = rows(pick(found.answers["4"], Table, "Все карточки вместе"))[0]
    assert (card["цена"], card["поддержание"], card["энвайры"]) == (None, 2, 3)
    table = {row["откуда и куда"]: row["Альфа"] for row in rows(pick(found.course, Table, "Профиты"))}
    assert table["исправления, конец шкалы"] == -3


def test_a_chip_taken_off_by_hand_is_the_last_that_came() -> None:
    game = Debriefed(start_chips=[["A", "oil", "S1"], ["A", "oil", "S1"]])
    game.to_events()
    game.do("referee", "adjust", player="A", remove="S1", reason="сняли с поля")
    game.to_events()
    harm = pick(game.found().answers["3"], Bars, "Энвайров на профит дохода")
    # First chip: 2 enviros for 1 + 1; second: 1 enviro for 2, gone before the second cycle.
    assert by_row(harm) == {"первая фишка сектора": (1,), "вторая и выше": (0.5,)}


def test_a_correction_after_the_end_moves_the_last_cycle() -> None:
    """The score by cycles must end with the result."""
    record = scripted()
    fix = {"n": 116, "actor": "referee", "action": "adjust", "params": {"player": "C", "dP": 3, "reason": "сдача"}}
    found = findings({**record, "steps": [*record["steps"], fix]})
    table, score = found.results[0], found.course[0]
    assert isinstance(table, Table)
    assert isinstance(score, Lines)
    # C: 4 profits and 4 enviros make 8, with 5 more 13.
    assert {row["команда"]: row["итоговые очки"] for row in rows(table)} == {"A": 17, "B": 7, "C": 13}
    assert [values[-1] for values in bars(score).values()] == [17, 7, 13]
    assert len(score.points) == 4
    whole(found)


def test_the_end_taken_back_goes_on_with_its_cycle() -> None:
    game = Debriefed(start_chips=START, events={"END": event(final=True)})
    game.to_events("END")
    assert game.state.phase == "finished"
    game.do("referee", "adjust", field="phase", value="income", reason="рано закончили")
    game.do("referee", "adjust", field="unsettled", value=["A"], reason="рано закончили")
    assert len(next(one for one in game.found().course if isinstance(one, Lines)).points) == 1
    game.do("A", "income_settle")
    found = game.found()
    whole(found)
    assert len(next(one for one in found.course if isinstance(one, Lines)).points) == 1


def test_overruled_moves_and_changed_rules_are_named() -> None:
    record = {**scripted(), "steps": scripted()["steps"][:46]}
    steps = [
        *record["steps"],
        {"n": 47, "actor": "referee", "action": "overrule", "params": {
            "actor": "C", "action": "auction_record", "codes": ["E_NOT_YOUR_OPENING"], "reason": "поменялись",
            "params": {"lot": tor("exchange"), "winner": "C", "price": 10, "sector": "S9"},
        }},
        {"n": 48, "actor": "referee", "action": "fix_kit", "params": {
            "path": "eco.E1.start", "value": 4, "reason": "опечатка",
        }},
    ]  # fmt: skip
    found = findings({**record, "steps": steps})
    assert [say(one) for one in found.caveats[-2:]] == [
        "Ходов по решению ведущего вопреки правилам: 1",
        "Комплект, варианты правил или места исправлены по ходу игры: 1",
    ]
    whole(found)


# ---- any game -----------------------------------------------------------------------------------

OPTIONS: list[dict[str, Any]] = [
    {"phase_order": "events-actions-ecology-income", "reserve_hub_per": "chip"},
    {"exchange_mode": "half_all", "sector_sharing": True, "tor_placement": "any", "eco_reshuffle": True},
    {"eco_pass": "plain", "upkeep_rule": "free", "minus_recovery": "from_minus_one", "tor_place": "later"},
    {"academy_mode": "whole_event", "max_profits": 20, "max_enviros": 12, "bid_order": "free"},
]


@pytest.mark.parametrize("seed", range(4))
def test_any_game_adds_up(seed: int) -> None:
    """A game of bots with corrections: every piece is whole, stocks add up, holdings are those of the table."""
    random = Random(seed)
    game = Debriefed(teams=2 + seed % 3, start_chips=[], options=OPTIONS[seed])
    avoid = frozenset(("stop_game", "fix_kit", "fix_option", "fix_seats", "final_call"))
    for n in range(1, 150):
        if GAME.finished(game.t):
            break
        game.t, step = turn(GAME, game.t, n, random, avoid)
        game.collector.see(step, game.t)
        if n % 25 == 0:
            whole(game.found())
    found = game.found()
    whole(found)
    parts = pick(found.results, Bars, "Базовые очки за баланс")
    totals = {place.team: place.total for place in GAME.standings(game.t)}
    assert [sum(values) for values in by_row(parts).values()] == list(totals.values())
