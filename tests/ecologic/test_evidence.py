"""The debrief of the scripted session (§ 8): every «Scenario value» of the rules file, by hand."""

from __future__ import annotations

import pytest

from games.ecologic.game import GAME
from games.engine.conformance import play_record
from games.engine.evidence import Bars, Findings, Lines, Points, Table
from tests.ecologic.debriefed import bars, by_row, findings, moments, pick, rows, say, scripted, told
from tests.ecologic.table import RECORD


@pytest.fixture(scope="module")
def found() -> Findings:
    return findings(scripted())


def test_the_record_continues_the_given_one_and_agrees_in_every_step() -> None:
    record = scripted()
    assert record["steps"][: len(RECORD["steps"])] == RECORD["steps"]
    played = {line["n"]: line for line in play_record(GAME, record)}
    for step in record["steps"]:
        line, expect = played[step["n"]], step["expect"]
        assert (line["ok"], line.get("error")) == (expect["ok"], expect.get("error")), step
        seen = line.get("state", {})
        for key, value in expect.get("state", {}).items():
            if isinstance(value, dict) and isinstance(seen[key], dict):
                for name, part in value.items():
                    got = seen[key][name]
                    assert (part.items() <= got.items()) if isinstance(part, dict) else part == got, (step["n"], key)
            else:
                assert (seen.get(key) or None) == (value or None), (step["n"], key)


# ---- results and course -------------------------------------------------------------------------


@pytest.mark.clause("E-071", "E-074", "E-075", "E-076", "E-077", "E-079")
def test_results(found: Findings) -> None:
    """A 12 + 2 + 1 + 2 = 17, B 1 + 2 + 0 + 4 = 7, C 1 + 2 + 1 + 2 = 6."""
    table = found.results[0]
    assert isinstance(table, Table)
    assert [list(row.values()) for row in rows(table)] == [
        ["A", 9, 7, 12.4444, 12, 2, 1, 2, 17],
        ["B", 14, 1, 1.0714, 1, 2, 0, 4, 7],
        ["C", 1, 4, 1.25, 1, 2, 1, 2, 6],
    ]
    assert say(table.title) == "Впереди Альфа: 17 очков, отрыв 10"
    parts = found.results[1]
    assert isinstance(parts, Bars)
    assert parts.stacked
    assert by_row(parts) == {"Альфа": (12, 2, 1, 2), "Бета": (1, 2, 0, 4), "Гамма": (1, 2, 1, 2)}


def test_course_cycle_by_cycle(found: Findings) -> None:
    score = pick(found.course, Lines, "Гамма теряет 9 очков в цикле 2: 13 → 4; в конце впереди Альфа")
    assert bars(score) == {"Альфа": [12, 14, 16, 17], "Бета": [8, 4, 6, 7], "Гамма": [13, 4, 5, 6]}
    assert [say(point) for point in score.points][1] == "цикл 2\n«Лесные пожары»"
    assert [series.team for series in score.series] == ["A", "B", "C"]
    table = rows(pick(found.course, Table, "В конце профиты от 1 (Гамма) до 14 (Бета)"))
    assert [row["К"] for row in table if row["команда"] == "A"] == [0.4286, 0.7143, 0.75, 0.7778]
    assert [row["К"] for row in table if row["команда"] == "B"] == [0.2308, 0.0588, 0.0667, 0.0714]
    assert [row["К"] for row in table if row["команда"] == "C"] == [0.5, 0, 0, 0.25]
    assert [row["энвайры"] for row in table if row["команда"] == "C"] == [6, 0, "«минус»", 4]
    stocks = pick(found.course, Lines, "Профиты в конце")
    assert bars(stocks)["Бета"] == [25, 26, 17, 15, 14]
    assert say(pick(found.course, Lines, "Энвайры в конце").title).endswith("на нуле в циклах: Гамма (2–3)")


def test_where_profits_came_from_and_went(found: Findings) -> None:
    """A 25 − 19 + 9 − 6 = 9, B 25 − 19 + 8 = 14, C 25 − 32 + 14 − 6 = 1 (§ 2 invariants)."""
    lines = {row["откуда и куда"]: row for row in rows(pick(found.course, Table, "Профиты: больше всего"))}
    assert [lines["в начале"][team] for team in ("Альфа", "Бета", "Гамма")] == [25, 25, 25]
    spent = ("покупка фишек", "покупка экоинициатив", "покупка ТОР")
    assert [sum(lines[line][team] for line in spent) for team in ("Альфа", "Бета", "Гамма")] == [-19, -19, -32]
    gross = ("производства", "соседний Транспортный узел", "события")
    assert [sum(lines[line][team] for line in gross) for team in ("Альфа", "Бета", "Гамма")] == [9, 8, 14]
    assert [lines["поддержание"][team] for team in ("Альфа", "Бета", "Гамма")] == [-6, 0, -6]
    assert [lines["в конце"][team] for team in ("Альфа", "Бета", "Гамма")] == [9, 14, 1]


# ---- questions 1 to 3 ---------------------------------------------------------------------------


def test_question_1_where_chips_were_placed_and_what_profits_went_on(found: Findings) -> None:
    """A 0/1, B 0/1, C 1/1; new sectors 4, levels 13, ТОР 37, cards 16, upkeep 12; I = 75 %; 4 placements."""
    pieces = found.answers["1"]
    spent = bars(pick(pieces, Bars, "На что ушли профиты: ТОР 37, экоинициативы 16, рост уровня 13"))
    assert {label: sum(values) for label, values in spent.items()} == {
        "новые секторы": 4, "рост уровня": 13, "ТОР": 37, "экоинициативы": 16, "поддержание": 12,
    }  # fmt: skip
    counts = rows(pick(pieces, Table, "Из купленных фишек 3 поднимают уровень, 1 занимает новый сектор"))
    assert [(row["фишек в новые секторы"], row["фишек на рост уровня"]) for row in counts] == [
        (0, 1), (0, 1), (1, 1), (1, 3),
    ]  # fmt: skip
    assert counts[-1]["доля роста уровня"] == 0.75
    assert bars(pick(pieces, Lines, "Доля роста уровня"))["рост уровня"] == [100, 100, 66.7, 75]
    placed = rows(pick(pieces, Table, "Впервые"))
    assert [(row["ход"], row["команда"], row["сектор"], row["куда"], row["уплачено"]) for row in placed] == [
        (35, "C", "Болота", "рост уровня", 6),
        (59, "A", "Плато", "рост уровня", 3),
        (75, "C", "Шельф", "новый сектор", 4),
        (100, "B", "Карьер", "рост уровня", 4),
    ]


def test_question_2_what_chips_returned(found: Findings) -> None:
    """ext 2/4 = 0.50, int 8/13 = 0.615; per phase 0.25 and 0.32; S8 level 2: 6/2 = 3 phases, removed after 2."""
    pieces = found.answers["2"]
    returns = pick(pieces, Bars, "Профит, вложенный в фишки, вернул: новый сектор 0,50, рост уровня 0,62")
    assert by_row(returns) == {"новый сектор": (0.5, 0.25), "рост уровня": (0.6154, 0.32)}
    points = pick(pieces, Points, "Чтобы окупиться, фишке нужно фаз Дохода: от 3 до 4")
    assert [(say(label), [(x, y) for x, y, _name in cloud]) for _team, label, cloud in points.clouds] == [
        ("новый сектор", [(4, 1)]),
        ("рост уровня", [(6, 2), (3, 1), (4, 1)]),
    ]
    chips = {row["фишка"]: row for row in rows(pick(pieces, Table, "Фишек, вернувших свою цену: 1 из 4"))}
    bog = chips["Болота, уровень 2"]
    assert (bog["цена"], bog["доход за фазу"], bog["окупается за фаз"], bog["фаз на поле"]) == (6, 2, 3, 2)
    assert (bog["принесла"], bog["отняла энвайров"]) == (4, 2)


def test_question_3_enviros_for_a_profit(found: Findings) -> None:
    """Level 1: 13/14 = 0.93, level 2+: 4/8 = 0.50; mineral 1, 1, 0.75, oil 1, 0.67, 0.6; one collapse."""
    pieces = found.answers["3"]
    harm = pick(pieces, Bars, "Энвайров на профит дохода: первая фишка сектора 0,93, вторая и выше 0,50")
    assert harm.series[0].values == [0.9286, 0.5]
    kit = rows(pick(pieces, Table, "Энвайров на профит по таблице дохода"))
    assert {row.pop("тип"): list(row.values()) for row in kit} == {
        "нефть": [1, 0.6667, 0.6],
        "минералы": [1, 1, 0.75],
    }
    sources = pick(pieces, Bars, "Энвайры всех команд: фишки на поле −17, экоинициативы 11")
    assert bars(sources)["события"] == [0, -5, -5]
    collapses = rows(pick(pieces, Table, "Экологические коллапсы: Гамма 1"))
    assert [list(row.values()) for row in collapses] == [[68, 3, "C", "Болота, уровень 2", 1]]


# ---- questions 4 and 5 --------------------------------------------------------------------------


def test_question_4_cards(found: Findings) -> None:
    """E1 10/6 = 1.67, E4 14/5 = 2.80, E3 4/0; effect E1 +12, E4 +2 with the flag, E3 −6."""
    pieces = found.answers["4"]
    costs = pick(pieces, Bars, "Энвайр обходится от 1,67 («Рекультивация») до 2,80 профита")
    assert by_row(costs) == {"Рекультивация": (1.6667,), "Замкнутый водооборот": (2.8,)}
    assert say(costs.note) == "Энвайров не дали, столбика нет: «Экологический мониторинг» (Гамма, уплачено 4)"
    effects = pick(pieces, Bars, "Влияние на итог")
    assert by_row(effects) == {
        "Рекультивация": (12,), "Замкнутый водооборот": (2,), "Экологический мониторинг": (-6,),
    }  # fmt: skip
    assert "Без этого был бы коллапс: «Замкнутый водооборот» (Гамма)" in say(effects.note)
    drawn = {row["экоинициатива"]: row for row in rows(pick(pieces, Table, "Карточек вытянуто: 4"))}
    water, wood = drawn["Замкнутый водооборот"], drawn["Посадка леса"]
    assert (water["кто пропустил"], water["кто купил"]) == ("Альфа (было 7, мало), Бета (было 17)", "Гамма, 8")
    assert wood["кто пропустил"] == "Альфа (было 8, мало), Бета (было 15), Гамма (было 4, мало)"
    assert (wood["начальная цена"], wood["кто купил"]) == (9, "никто")


def test_question_5_tokens(found: Findings) -> None:
    """Academy 12 → 5 enviros; Reserve 10 → 3, others 3; Exchange 10 → 5; Hub 5 → 2, others 6; +12, +2, +2, +2."""
    pieces = found.answers["5"]
    gifts = pick(pieces, Bars, "«Транспортный узел», профиты: хозяину 2, другим командам 6")
    assert by_row(gifts) == {
        "Академия": (5, 0, 12), "Заповедник": (3, 3, 10), "Биржа": (5, 0, 10), "Транспортный узел": (2, 6, 5),
    }  # fmt: skip
    effects = pick(pieces, Bars, "Влияние на итог")
    assert by_row(effects) == {"Академия": (12,), "Заповедник": (2,), "Биржа": (2,), "Транспортный узел": (2,)}
    table = rows(pick(pieces, Table, "Куплено ТОР: 4, уплачено вместе 37"))
    assert [(row["команда"], row["цикл"], row["влияние на итог"]) for row in table] == [
        ("A", 1, 12), ("C", 1, 2), ("B", 2, 2), ("B", 3, 2),
    ]  # fmt: skip
    assert told(found, "5") == [21, 38, 44, 48, 84]


# ---- questions 6 to 12 --------------------------------------------------------------------------


def test_question_6_balance_and_spending(found: Findings) -> None:
    """К per cycle; lost on imbalance: A 2 (surplus 2), B 1 (surplus 13), C 1."""
    pieces = found.answers["6"]
    k = bars(pick(pieces, Lines, "К в конце: от 0,07 (Бета) до 0,78 (Альфа)"))
    assert k["Гамма"] == [0.5, 0, 0, 0.25]
    assert by_row(pick(pieces, Bars, "Излишек в конце")) == {"Альфа": (2, 2), "Бета": (13, 1), "Гамма": (3, 1)}
    path = pick(pieces, Points, "Дальше всех от баланса: Бета, профиты 14, энвайры 1")
    assert path.clouds[2][2] == [(12, 6, "1"), (15, 0, "2"), (4, 0, "3"), (1, 4, "4")]
    shares = pick(pieces, Bars, "Больше всего не потрачено: Бета, 42 %")
    assert by_row(shares)["Бета"] == (12.1, 0, 45.5, 42.4)
    early = rows(pick(pieces, Table, "Потрачено в первой половине игры"))
    assert [row["доля ранних"] for row in early] == [1, 0.5263, 0.5]


def test_question_7_free_riding_scarcity_luck(found: Findings) -> None:
    """Hub: others got 6 of 8; oil 2 → 3, mineral 3 → 5; profits B +1, enviros B −5, C −5, A 0 (saved 5)."""
    pieces = found.answers["7"]
    riding = {
        row["команда"]: row for row in rows(pick(pieces, Table, "«Транспортный узел» отдаёт другим командам 6 из 8"))
    }
    assert [riding[team]["получено профитов"] for team in "ABC"] == [2, 0, 4]
    assert [riding[team]["получено энвайров"] for team in "ABC"] == [0, 3, 0]
    # A buys minerals beside one chip of B, B beside two of A; C is alone with oil.
    assert [riding[team]["цены подняты чужими"] for team in "ABC"] == [1, 2, 0]
    prices = bars(pick(pieces, Lines, "Начальная цена фишки: нефть 2 → 3, минералы 3 → 5"))
    assert (prices["нефть"][0], prices["нефть"][-1], prices["минералы"][0], prices["минералы"][-1]) == (2, 3, 3, 5)
    luck = pick(pieces, Bars, "События меняют профиты: Бета +1; энвайры: Бета −5, Гамма −5")
    assert by_row(luck) == {"Альфа": (0, 0, 0), "Бета": (1, -5, 10), "Гамма": (0, -5, 11)}
    spared = {
        row["команда"]: row["энвайров сбережено"]
        for row in rows(pick(found.answers["11"], Table, "События меняют итог"))
    }
    assert spared == {"A": 5, "B": 0, "C": 0}


def test_question_8_premiums(found: Findings) -> None:
    """Largest premium: E3 +300 %, oil +100 %; 4 bids for oil in cycle 1."""
    pieces = found.answers["8"]
    premiums = by_row(pick(pieces, Bars, "Самая большая надбавка: «Экологический мониторинг», Гамма, +300 %"))
    assert (premiums["Экологический мониторинг"], premiums["нефть"]) == ((300,), (100,))
    lots = rows(pick(pieces, Table, "Аукционов: 11, по начальной цене: 5, все надбавки вместе: 13"))
    oil = next(row for row in lots if row["ход"] == 31)
    assert (oil["начальная цена"], oil["ставка"], oil["ставок"], oil["принёс профитов"], oil["принёс энвайров"]) == (
        3, 6, 4, 4, -2,
    )  # fmt: skip
    assert [row["ставок"] for row in lots if row["лот"] in ("Заповедник", "Биржа")] == [None, None]


def test_question_9_who_earned_on_others(found: Findings) -> None:
    pieces = found.answers["9"]
    got = pick(pieces, Bars, "От чужих ТОР — профиты: Альфа 2, Гамма 4; энвайры: Бета 3")
    assert by_row(got) == {"Заповедник": (0, 3, 3), "Биржа": (0, 5, 0), "Транспортный узел": (2, 2, 4)}
    assert told(found, "9") == [45, 86]


def test_question_10_the_price_of_an_enviro(found: Findings) -> None:
    """1 + 2X/Z where enviros are scarce: A 1 + 2 × 7/9, B 1 + 2 × 1/14; C has plenty: −(1/4)²."""
    pieces = found.answers["10"]
    worth = bars(pick(pieces, Lines, "Ещё один энвайр в конце, в очках: Альфа 2,56, Бета 1,14, Гамма (в избытке)"))
    assert [worth[team][-1] for team in ("Альфа", "Бета", "Гамма")] == [2.5556, 1.1429, -0.0625]
    # Cycle 3: 6 + 13 paid for 3 enviros; cycle 4: 28 for 11.
    costs = bars(pick(pieces, Lines, "Энвайр с карточки к циклу 3 обходится в 6,33 профита, в конце в 2,55"))
    assert costs == {"цена энвайра": [None, None, 6.3333, 2.5455]}


def test_question_11_events_in_points(found: Findings) -> None:
    """Without its events B had 13 and 6: 9 points instead of 1; C had 1 and 9: 1 as before."""
    table = rows(pick(found.answers["11"], Table, "События меняют итог: Альфа 0, Бета −8, Гамма 0"))
    assert [row["отставание от первого"] for row in table] == [0, 10, 11]
    cards = rows(pick(found.answers["11"], Table, "Событий: 4, не меняют ни запасов, ни фишек: 2"))
    assert cards[1]["дало и отняло"] == "Бета (энвайры −5), Гамма (энвайры −5), Альфа (сбережено 5)"


def test_question_12_the_last_actions_phase(found: Findings) -> None:
    bought = rows(pick(found.answers["12"], Table, "В последней фазе Действий: 8 профитов, покупок 2"))
    assert [(row["команда"], row["лот"], row["влияние на итог"]) for row in bought] == [
        ("B", "минералы", 1),
        ("C", "Экологический мониторинг", -6),
    ]


# ---- key moments, caveats, bids -----------------------------------------------------------------


def test_key_moments(found: Findings) -> None:
    told = {kind: [(one.n, one.round, one.team, one.effect) for one in moments(found, kind)] for kind in (
        "collapse", "minus_left", "fall", "leader", "refused", "default", "blocked", "longest", "bad_eco", "good_tor",
    )}  # fmt: skip
    assert told == {
        "collapse": [(68, 3, "C", -1)],
        "minus_left": [(92, 4, "C", 0)],
        "fall": [(46, 2, "C", -9)],
        "leader": [(46, 2, "A", 0)],
        "refused": [(94, 4, "", 0)],
        "default": [(115, 4, "C", -1)],
        "blocked": [(44, 2, "A", 0)],
        "longest": [(31, 1, "C", -4)],
        "bad_eco": [(107, 4, "C", -6)],
        "good_tor": [(21, 1, "A", 12)],
    }
    assert [one.n for one in moments(found, "premium")] == [107, 31]
    effects = [abs(one.effect) for one in found.moments]
    assert effects == sorted(effects, reverse=True)


def test_key_moments_in_words(found: Findings) -> None:
    words = {(one.n, one.kind): say(one.words) for one in found.moments}
    assert words[46, "fall"] == "Гамма теряет 9 очков в цикле 2, «Лесные пожары»: 13 → 4"
    assert words[46, "leader"] == "Лидер меняется: Гамма → Альфа (14)"
    assert words[44, "blocked"] == "«Академия» отводит «Лесные пожары»: Альфа сохраняет 5 энвайров"
    assert words[31, "premium longest bad_chip"] == (
        "Гамма покупает нефть за 6: начальная 3, надбавка +100 %; самый долгий торг, 4 ставки, 3 → 6; "
        "Болота, уровень 2, доход 4, отнято энвайров 2"
    )
    assert words[68, "collapse"] == (
        "Гамма: коллапс, не хватает энвайров: 1, маркер на «минус», закрыта фишка: Болота, уровень 2"
    )


def test_caveats(found: Findings) -> None:
    assert [say(one) for one in found.caveats] == [
        "Влияние на итог — при прочих равных: другие решения и несостоявшиеся коллапсы не переигрываются",
        "Что куплено поздно, окупалось меньше времени",
        "Данных мало: 3 команды, 4 цикла, 11 покупок",
        "Ставки известны не для всех аукционов (9 из 11): в остальных видна только надбавка",
    ]


def test_every_bid(found: Findings) -> None:
    (table,) = found.bids
    assert isinstance(table, Table)
    oil = [row for row in rows(table) if 26 <= row["ход"] <= 31]
    assert [(row["команда"], row["слово"], row["ставка"], row["итог"]) for row in oil] == [
        ("B", "открывает", 3, ""), ("C", "повышает", 4, ""), ("A", "пас", None, ""), ("B", "повышает", 5, ""),
        ("C", "повышает", 6, "покупает"), ("B", "пас", None, ""),
    ]  # fmt: skip


def test_team_sheets(found: Findings) -> None:
    stocks, bought = found.teams["A"]
    assert isinstance(stocks, Lines)
    assert isinstance(bought, Table)
    assert bars(stocks) == {"профиты": [25, 14, 7, 8, 9], "энвайры": [7, 6, 5, 6, 7]}
    assert say(bought.title) == "Покупок: 3 за 19 профитов; сильнее всего: «Академия» +12"
    assert set(found.teams) == {"A", "B", "C"}
