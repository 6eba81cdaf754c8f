"""An invented debrief: the stones game of the engine tests with hand-made findings of every kind of evidence."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from games.engine.evidence import (
    Bars,
    Collector,
    Column,
    Fact,
    Findings,
    Lines,
    Matrix,
    Moment,
    Moments,
    Points,
    Question,
    Series,
    Spans,
    Table,
)
from games.engine.i18n import Words
from games.engine.log import Row
from games.engine.replay import Origin
from games.engine.table import Team
from reports.build import build_debrief
from reports.debrief import Debrief, Edits, Header, QuestionEdit, Remark
from tests.engine.example_game import Options, Setup, Stones, StonesCollector, StonesKit

TEAMS = (Team("A", "Альфа"), Team("B", "Бета"), Team("C", "Гамма"))
CYCLES: list[Any] = [
    "цикл 1\n«Ажиотаж на рынке»",
    "цикл 2\n«Лесные пожары»",
    "цикл 3\n«Богатые горизонты»",
    "цикл 4\n«Итоговый отчёт»",
]
HOSTILE = ("=1+1", "<b>", "S&P 500", "Ы😀и", "<img src=/etc/hostname>", "&amp;", "%(n)s", "\u202eдом", "a\x07b")


def score() -> Lines:
    """The course of the score, as in the recorded game of «Экологика»."""
    return Lines(
        title="Гамма теряет 9 очков во втором цикле, дальше впереди Альфа",
        measure="Итоговые очки, если бы игра кончилась после этого цикла",
        axis="цикл",
        points=CYCLES,
        series=[
            Series("Альфа", [12, 14, 16, 17], "A"),
            Series("Бета", [8, 4, 6, 7], "B"),
            Series("Гамма", [13, 4, 5, 6], "C"),
        ],
        bands=[(1, 1, "пожары")],
    )


def every_kind() -> list[Any]:
    """One piece of each kind, some of them twice: stacked, signed, with a reference."""
    return [
        Fact(
            title="Три из четырёх фишек — в уже занятых секторах",
            measure="Доля интенсивных ходов: N инт. / (N инт. + N экст.)",
            figures=[("Экстенсивных ходов", 1, ""), ("Интенсивных ходов", 3, ""), ("Потрачено", 1234567, "профитов")],
        ),
        Table(
            title="«Академия» меняет итог сильнее всех: +12 очков",
            measure="Цена возвращается, эффект и 2 очка за жетон вычитаются",
            note="Эффекты в энвайрах и профитах не складываются",
            columns=[
                Column("ТОР"),
                Column("команда", "team"),
                Column("цикл", "number"),
                Column("цена", "number", unit="профитов"),
                Column("отдача", "percent"),
                Column("влияние на итог", "number", 1),
                Column("ход", "moment"),
            ],
            rows=[
                ["Академия", "A", 1, 12, 0.4167, 12, 21],
                ["Заповедник", "C", 1, 10, 0.6, 2.5, 38],
                ["Биржа", "B", 2, 10, None, -2, 55],
                ["Всего", None, None, 32, None, 12.5, None],
            ],
            total=True,
        ),
        score(),
        Lines(
            title="Капитал Альфы растёт участками, долг появляется в конце",
            measure="Тысячи юнсов после каждого хода",
            axis="ход",
            points=[str(n) for n in range(1, 20)],
            series=[
                Series("деньги", [280 - 9 * n for n in range(19)]),
                Series("акции", [10 * n for n in range(19)]),
                Series("участки", [0] * 6 + [46 + n for n in range(13)]),
                Series("долги", [0] * 10 + [-100] * 9),
            ],
            stacked=True,
        ),
        Bars(
            title="«Транспортный узел» приносит чужим командам втрое больше, чем владельцу: 6 против 2",
            measure="Профиты и энвайры за игру",
            categories=[
                "Академия\nАльфа, энвайров",
                "Заповедник\nГамма, энвайров",
                "Биржа\nБета, профитов",
                "Транспортный узел\nБета, профитов",
            ],
            series=[Series("владельцу", [5, 3, 5, 2]), Series("другим командам", [0, 3, 0, 6])],
            stacked=True,
        ),
        Bars(
            title="В среднем карточка окупилась у двух команд из трёх",
            categories=["Альфа", "Бета", "Гамма"],
            series=[Series("влияние на итог", [12, -6, 2])],
            unit="очки",
        ),
        Bars(
            title="В кризис Гамма платит меньше справедливой доли",
            measure="Взнос, монеты",
            categories=["Кризис 1", "Кризис 2"],
            series=[Series("Альфа", [5, 4], "A"), Series("Бета", [3, 4.5], "B"), Series("Гамма", [0, 2], "C")],
            places=1,
            reference=3.67,
            reference_label="справедливая доля",
        ),
        Points(
            title="Профиты и энвайры расходятся у Беты",
            measure="Точка — конец цикла",
            x="профиты",
            y="энвайры",
            clouds=[
                ("A", "Альфа", [(12, 5, "1"), (11, 6, "2"), (10, 7, "3"), (9, 7, "4")]),
                ("B", "Бета", [(13, 3, "1"), (16, 1, "2"), (15, 1, "3"), (14, 1, "4")]),
                ("C", "Гамма", [(12, 6, "1"), (2, 0, "2"), (1, 0, "3"), (1, 4, "4")]),
            ],
            path=True,
        ),
        Spans(
            title="Хлебозавод ждёт лицензию дольше всех",
            measure="Ходы от покупки участка до пуска",
            axis="ход",
            rows=[
                ("A", "Хлебозавод", [(1, 2, "участок", "plot"), (2, 9, "ждёт", "wait"), (9, 10, "пуск", "run")]),
                ("B", "Мебель", [(3, 13, "участок", "plot"), (13, 19, "ждёт материалы", "wait")]),
                ("C", "Сделка 2", [(7, 6, "цена", "deal")]),
            ],
        ),
        Matrix(
            title="Глеб больше всех платит Анне",
            measure="Заплачено за сделки, млн",
            rows=["Анна", "Борис", "Вера", "Глеб"],
            columns=["Анна", "Борис", "Вера", "Глеб"],
            values=[[None, 5, 0, 0], [0, None, 3, 0], [0, 0, None, 0], [10, 2, 6, None]],
        ),
        Moments(
            title="Моменты",
            moments=[
                Moment(2, 1, "Альфа покупает ТОР «Академия» за 12, начальная 10, ставок 3", "A", 12),
                Moment(3, 1, "«Лесные пожары»: «Академия» отводит 5 энвайров, Альфа 6 → 5", "A", 5.5),
            ],
        ),
    ]


class InventedCollector(StonesCollector):
    """Counts takes as the example does, and says much more than it saw."""

    def findings(self, t: Any) -> Findings:
        """Return findings of every kind."""
        found = super().findings(t)
        pieces = every_kind()
        questions = [
            Question("1", Words("Какие решения соответствуют экстенсивному и интенсивному использованию ресурсов?")),
            Question("5", Words("Что такое ТОР? Какова их эффективность в игре?")),
            Question("8", Words("Где команды переплатили на аукционе и почему?"), printed=False),
        ]
        return Findings(
            questions,
            [pieces[1]],
            [score(), pieces[3]],
            {"1": [pieces[0], pieces[7], pieces[8]], "5": [pieces[4], pieces[1], pieces[10]], "8": pieces},
            [
                Moment(2, 1, "Альфа покупает «Академию» за 12", "A", 12),
                Moment(1, 1, "Гамма теряет 9 очков за один цикл", "C", -9),
                Moment(3, 1, "Бета заканчивает с 13 лишними профитами", "B", -6),
            ],
            {"A": [pieces[5]], "B": [*found.answers["1"], pieces[0]]},
            ["Влияние карточки на итог считается при прочих равных."],
            [pieces[1]],
        )


class Invented(Stones):
    """The example game with the invented findings, and rounds of one take each."""

    def collector(self, t: Any) -> Collector:
        """Return the collector with invented findings."""
        return InventedCollector()

    def now(self, t: Any) -> Any:
        """Say that a round is over when each team has taken once."""
        taken = sum(t.state.taken.values())
        return msgspec.structs.replace(super().now(t), round=1 + taken // 7)


GAME = Invented()


def log(takes: list[tuple[str, int]]) -> list[Row]:
    """Return the rows of a game in which these stones are taken."""
    return [
        Row(at + 1, "move", team, "take", f'{{"amount":{amount}}}', None, f"2026-11-30 14:{at % 60:02d}")
        for at, (team, amount) in enumerate(takes)
    ]


def takes(count: int) -> list[tuple[str, int]]:
    """Return that many takes, in turn."""
    return [("ABC"[at % 3], (1, 3, 2, 1, 2)[at % 5]) for at in range(count)]


def header(**values: Any) -> Header:
    """Return an invented header."""
    given = {
        "workshop": "решения под давлением",
        "client": "ООО «Логистика-Юг»",
        "date": datetime.date(2026, 11, 30),
        "place": "Ростов-на-Дону",
        "trainer": "Марина Коваль",
        "table": "Стол 2",
        "session": "7KQ2",
        "programme": "0.1",
        "made_at": "30.11.2026 18:20",
    }
    return Header(**{**given, **values})


def invented(
    count: int = 14, names: tuple[str, ...] = ("Альфа", "Бета", "Гамма"), text: str = "", language: str = "ru"
) -> Debrief:
    """Return a debrief of `count` moves; `text` is what everybody typed wherever text can be typed."""
    teams = tuple(Team("ABC"[at], name) for at, name in enumerate(names))
    rows = log(takes(count))
    rows.append(Row(count + 1, "move", "referee", "adjust", '{"field":"left","by":2,"reason":"пересчёт кучи"}'))
    rows.append(
        Row(count + 2, "fix", "referee", "amend", '{"changes":{"2":{"params":{"amount":1}}},"reason":"опечатка"}')
    )
    rows.append(Row(count + 3, "undo", "referee", "undo", f'{{"n":{count + 1}}}'))
    kit = StonesKit(game="stones", id="k", title=text or "Учебная куча", heap=max(10, 3 * count), sample=True)
    answer = text or "ТОР окупается не тем, что приносит, а тем, от чего спасает."
    return build_debrief(
        GAME,
        Origin(kit, Options(), teams, Setup()),
        rows,
        header(client=text, place=text, trainer=text, table=text) if text else header(),
        marks=[
            Remark("star", text or "разобрать", 3, by="Ольга"),
            Remark("note", text or "Команды спорят о правилах", 4, by="Ольга"),
            Remark("dispute", text or "Бета не согласна с ценой", 5, "Решено по тексту правил", "Ольга"),
        ],
        edits=Edits(
            order=["5", "1"],
            questions={
                "5": QuestionEdit(answer=answer),
                "own1": QuestionEdit(text=text or "Что берём с собой в работу?", evidence=["course.0"], moments=[3, 5]),
                "8": QuestionEdit(hidden=False),
            },
        ),
        by=dict.fromkeys(range(1, count + 4), "Ольга"),
        refused=3,
        language=language,
    )
