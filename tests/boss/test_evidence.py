"""The debrief: figures by the formulas of § 8, on the rulebook's long example and on the recorded game."""

import json
from typing import Any

import pytest

from games.boss.game import GAME
from games.engine.conformance import origin_of
from games.engine.evidence import Bars, Fact, Findings, Lines, Matrix, Moments, Points, Spans, Table
from games.engine.i18n import render
from games.engine.refusal import Refusal
from games.engine.replay import opening
from tests.boss.table import RECORD, Game, arranged, new, parts_of
from tests.boss.test_example import ANTON, IVAN, OLEG, PARTS, ROWS, SVETA, example


def debrief(game: Game, moves: list[tuple[str, str, dict[str, Any]]]) -> Findings:
    collector = GAME.collector(game.t)
    for n, (actor, action, params) in enumerate(moves, 1):
        step = game.do(actor, action, **params)
        assert step is not None
        collector.see(step, game.t)
        assert n == step.n
    return collector.findings(game.t)


@pytest.fixture(scope="module")
def long() -> Findings:
    moves = [(row.actor, row.action, row.params) for row in ROWS]
    return debrief(
        example(), [*moves, (OLEG, "close_deal", {"parts": parts_of(*PARTS)}), (OLEG, "end_roll", {"die": 5})]
    )


@pytest.fixture(scope="module")
def recorded() -> Findings:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    t = opening(GAME, origin_of(GAME, record))
    collector = GAME.collector(t)
    for step in record["steps"]:
        try:
            t, played = GAME.attempt(t, step["n"], step["actor"], step["action"], step["params"])
        except Refusal:
            continue
        collector.see(played, t)
    return collector.findings(t)


def piece(found: Findings, question: str, kind: type, at: int = 0) -> Any:
    return [one for one in found.answers[question] if isinstance(one, kind)][at]


def facts(found: Findings, question: str, at: int = 0) -> list[Any]:
    return [figure for _label, figure, _unit in piece(found, question, Fact, at).figures]


def test_question_1_the_boss_keeps_a_third(long: Findings) -> None:
    bars = piece(long, "1", Bars)
    assert [series.values for series in bars.series] == [[10], [20]]
    assert facts(long, "1") == [30, 10, 33.3, 20.0]


def test_question_1_alone_one_keeps_all(recorded: Findings) -> None:
    assert facts(recorded, "1")[:3] == [4, 4, 100.0]


def test_question_2_first_sum_price_and_who_gave_way(long: Findings) -> None:
    rows = piece(long, "2", Table).rows
    assert [(row[2], row[4], row[5], row[6]) for row in rows] == [(SVETA, SVETA, 9, 10), (ANTON, ANTON, 10, 10)]
    assert [round(row[7], 2) for row in rows] == [0.11, 0]
    named, gave = piece(long, "2", Bars).series
    assert named.values == [3, 1, 1, 2], "Антон 5, 10 and 10, Олег 8, Иван 8, Светлана 9 and 10"
    assert gave.values == [3, 0, 0, 0], "Антон goes from 5 to 8"
    assert piece(long, "2", Table, 1).rows[0][2:] == [1, 6, 1, 3, 2], "one bid, six demands, of them Олег's 8 answers"
    assert len(piece(long, "2", Spans).rows) == 2


def test_question_3_the_price_of_having_no_alternative(long: Findings) -> None:
    rows = piece(long, "3", Table).rows
    assert [(row[2], row[5], row[6]) for row in rows] == [(SVETA, 1.67, 0), (ANTON, 1.67, 0)]
    assert facts(long, "3") == [1.67, None]
    assert {cloud[0] for cloud in piece(long, "3", Points).clouds} == {SVETA, ANTON}


def test_question_3_others_who_could_have_stood_in() -> None:
    game = arranged(new(4, (4, "blue", 1, "pink orange")), investors={"orange": "c"})
    found = debrief(
        game,
        [
            ("a", "open_deal", {}),
            ("d", "play_clan", {"color": "blue"}),
            ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 6}),
            ("a", "agree", {"player": "d", "assets": ["inv:pink"], "amount": 1}),
            ("a", "close_deal", {"parts": parts_of("b inv:blue", "d inv:pink")}),
        ],
    )
    rows = piece(found, "3", Table).rows
    assert [(row[2], row[5], row[6]) for row in rows] == [("b", 1.5, 1), ("d", 0.25, 1)], "a clan card; orange"


def test_question_4_who_paid_whom(long: Findings) -> None:
    values = piece(long, "4", Matrix).values
    assert values == [[None, 0, 0, 0], [10, None, 0, 10], [0, 0, None, 0], [0, 0, 0, None]]
    pairs = {(row[0], row[1]): (row[2], row[3], row[4]) for row in piece(long, "4", Table).rows}
    assert pairs[ANTON, OLEG] == (0, 10, 0)
    assert pairs[IVAN, SVETA] == (0, 0, None)


def test_question_5_one_deal_of_6m_failed_by_travel(recorded: Findings) -> None:
    assert render(piece(recorded, "5", Bars).title) == "6M stayed on the table"
    (row,) = piece(recorded, "5", Table).rows
    move, no, boss, total, why, asked, agreed, cards, by, minutes = row
    assert (move, no, boss, total, render(why)) == (40, 2, "vera", 6, "travel")
    assert (asked, agreed, cards, render(by), minutes) == (3, 3, 2, "Борис", None)


def test_question_6_what_the_lead_brought(long: Findings) -> None:
    rows = piece(long, "6", Table).rows
    assert [(row[2], row[3], row[4], row[5], row[6], row[7]) for row in rows] == [
        (OLEG, 8, 10, ANTON, 22, 10), (ANTON, 0, 10, OLEG, 30, 10), (OLEG, 0, 10, ANTON, 30, 10),
    ]  # fmt: skip
    spans = piece(long, "6", Spans).rows[0][2]
    assert [span[3] for span in spans] == [ANTON, OLEG, ANTON, OLEG]


def test_question_7_cards_by_kind(long: Findings) -> None:
    rows = {row[0]: row[1:] for row in piece(long, "7", Table).rows}
    assert rows[ANTON] == [2, 0, 1, 1, 1, 7, round(10 / 7, 2)], "clan, travel, hire, boss, stop, cards, $M a card"
    assert rows[OLEG] == [2, 0, 0, 2, 0, 4, 2.5]
    assert rows[IVAN] == [0, 1, 0, 0, 0, 1, 0]
    assert rows[SVETA] == [1, 1, 0, 0, 0, 2, 5]
    assert facts(long, "7") == [6, 83.3, 1, 0]


def test_question_7_a_stop_in_own_cause(recorded: Findings) -> None:
    assert facts(recorded, "7") == [3, 66.7, 1, 0]


def test_question_8_what_became_of_agreements(long: Findings, recorded: Findings) -> None:
    bars = piece(long, "8", Bars)
    assert dict(zip([render(one) for one in bars.categories], bars.series[0].values, strict=True)) == {
        "paid": 2, "void: the partner became boss, or the boss was stopped": 1,
    }  # fmt: skip
    assert [render(row[6]) for row in piece(recorded, "8", Table).rows] == ["lost with the deal"]


@pytest.mark.clause("B-044")
def test_question_9_draws_and_deals(recorded: Findings) -> None:
    rows = {row[0]: row[1:] for row in piece(recorded, "9", Table).rows}
    assert rows == {"anna": [2, 0, "–", 0], "boris": [0, 1, "5", 0], "vera": [0, 1, "5", 0], "gleb": [1, 0, "–", 0]}
    lines = piece(recorded, "9", Lines)
    assert next(series.values[-1] for series in lines.series if series.team == "anna") == 11


def test_question_10_cards_against_the_true_leader(recorded: Findings) -> None:
    """Борис leads with 4M; his two travel cards hit Вера and Глеб, who share the second place, Вера stops him."""
    assert piece(recorded, "10", Matrix).values == [[0, 0, 0, 0], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    # Борис himself cannot hit the leader; Вера might have with one in three.
    assert facts(recorded, "10") == [3, 1, 11.1, 33.3, 4]
    assert render(piece(recorded, "10", Matrix).title) == "Of 3 cards against others 1 hit the leader"


def test_question_10_leaves_out_cards_played_at_equal_money(long: Findings) -> None:
    assert facts(long, "10")[0] == 0


def test_key_moments_are_found_by_rule(long: Findings, recorded: Findings) -> None:
    assert by_question(long) == {
        "2": [("talk", 1), ("shift", 24)],
        "3": [("price", 24), ("price", 24)],
        "4": [("pair", 24)],
        "6": [("boss", 11), ("boss", 12), ("boss", 13)],
        "7": [("stop", 8)],
        "9": [("hand", 1), ("roll", 25)],
    }
    assert by_question(recorded) == {
        "2": [("talk", 19)],
        "5": [("failed", 40)],
        "7": [("stop", 33)],
        "8": [("travel", 35)],
        "9": [("hand", 12)],
        "10": [("leader", 33)],
    }
    for found in (long, recorded):
        listed = [
            one for pieces in found.answers.values() for p in pieces if isinstance(p, Moments) for one in p.moments
        ]
        assert sorted(listed, key=repr) == sorted(found.moments, key=repr)
        assert all(render(moment.words) for moment in found.moments)


def by_question(found: Findings) -> dict[str, list[tuple[str, int]]]:
    """The key moments under their questions: kind and entry."""
    return {
        question: [(moment.kind, moment.n) for moment in one.moments]
        for question, pieces in found.answers.items()
        for one in pieces
        if isinstance(one, Moments)
    }


def test_more_key_moments() -> None:
    game = arranged(new(4, (4, "blue")), investors={"orange": "d", "green": "d"}, hands={"c": 8})
    found = debrief(
        game,
        [
            ("a", "open_deal", {}),
            ("b", "offer", {"counterparty": "a", "assets": ["inv:blue"], "amount": 2}),
            ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 2}),
            ("c", "play_recruit", {"color": "blue"}),
            ("c", "offer", {"counterparty": "a", "assets": ["inv:blue"], "amount": 4}),
            ("a", "agree", {"player": "c", "assets": ["inv:blue"], "amount": 8}),
            ("a", "close_deal", {"parts": parts_of("c inv:blue")}),
        ],
    )
    assert by_question(found) == {
        "1": [("meagre", 7)],
        "2": [("talk", 1), ("shift", 7)],
        "3": [("price", 7)],
        "4": [("pair", 7)],
        "8": [("hire", 4)],
        "9": [("hand", 1)],
    }
    (hire,) = [moment for moment in found.moments if moment.kind == "hire"]
    assert (hire.team, hire.effect) == ("b", -2), "Борис had 2M agreed and gets nothing"
    assert render(hire.words) == "Deal 1, hire by Вера: Борис has 0M instead of the agreed 2M"


def test_a_takeover_that_ends_in_a_failed_deal_is_not_the_best() -> None:
    """Q6."""
    moves: list[tuple[str, str, dict[str, Any]]] = [
        ("a", "open_deal", {}),
        ("b", "play_boss", {}),
        ("b", "fail_deal", {}),
    ]
    found = debrief(new(4, (4, "blue")), moves)
    assert render(piece(found, "6", Table).title) == "No taker closed as boss"


def test_the_largest_and_the_smallest_part_of_a_boss_are_marked() -> None:
    """Q1: 8M of 8M, then 5M of 8M, which is more than a quarter."""
    game = new(4, (4, "red"), (4, "blue"))
    found = debrief(
        game,
        [
            ("a", "open_deal", {}),
            ("a", "close_deal", {"parts": parts_of("a inv:red")}),
            ("b", "roll_move", {"die": 1}),
            ("b", "draw", {}),
            ("c", "adjust", {"field": "marker", "value": 2, "reason": "тест"}),
            ("c", "open_deal", {}),
            ("c", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 3}),
            ("c", "close_deal", {"parts": parts_of("b inv:blue")}),
        ],
    )
    assert by_question(found)["1"] == [("share", 2), ("share", 8)]
    told = [render(moment.words) for moment in found.moments if moment.kind == "share"]
    assert sorted(told) == [
        "Deal 1: the largest part for a boss, Анна keeps 8M of 8M",
        "Deal 2: the smallest part for a boss, Вера keeps 5M of 8M",
    ]


def test_pairs_that_never_paid_each_other_are_named(long: Findings) -> None:
    """Q4."""
    note = render(piece(long, "4", Matrix).note)
    assert note == "Never paid each other: Антон and Иван, Антон and Светлана, Олег and Иван, Иван and Светлана"


def test_a_payment_beyond_the_agreements_has_no_price() -> None:
    """Q3 is about what was sold; Q4 counts what was paid."""
    found = debrief(
        new(4, (4, "blue"), payees="anyone"),
        [
            ("a", "open_deal", {}),
            ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 3}),
            ("a", "close_deal", {"parts": parts_of("b inv:blue"), "extra_payments": {"d": 2}}),
        ],
    )
    assert [row[2] for row in piece(found, "3", Table).rows] == ["b"]
    assert piece(found, "4", Matrix).values[0] == [None, 3, 0, 2]


def test_a_fast_log_says_what_is_missing_and_shows_prices_only() -> None:
    """§ 3.6, § 8: in the fast depth Q2 loses the offers part."""
    game = new(4, (4, "blue"), log_depth="fast")
    found = debrief(
        game,
        [
            ("a", "open_deal", {}),
            ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 2}),
            ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": 5}),
            ("a", "close_deal", {"parts": parts_of("b inv:blue")}),
            ("b", "roll_move", {"die": 1}),
            ("b", "open_deal", {}),
            ("b", "fail_deal", {}),
        ],
    )
    missing, prices = found.answers["2"]
    assert isinstance(missing, Fact) and [value for _label, value, _unit in missing.figures] == [None, None, None]
    assert isinstance(prices, Table) and [row[-1] for row in prices.rows] == [5]
    assert "2" not in by_question(found)
    (failed,) = piece(found, "5", Table).rows
    assert failed[5] is None, "the last demands are not known"
    labels = {
        render(label) for one in found.teams["b"] if isinstance(one, Fact) for label, _value, _unit in one.figures
    }
    assert {"sums named", "gave way"}.isdisjoint(labels)
    assert "Fast log" in render(found.caveats[-1])


def test_results_course_and_sheets(long: Findings, recorded: Findings) -> None:
    table: Any = long.results[0]
    assert table.rows[0][1:7] in ([ANTON, 10, 0, 10, 0, 7], [OLEG, 10, 10, 0, 1, 4])
    assert [row[0] for row in table.rows] == [1, 1, 1, 4]
    lines: Any = long.course[0]
    assert [series.values for series in lines.series] == [[0, 10], [0, 10], [0, 0], [0, 10]]
    deals: Any = recorded.course[1]
    assert [render(row[7]) for row in deals.rows] == ["deal made", "failed: travel"]
    assert set(long.teams) == {ANTON, OLEG, IVAN, SVETA}
    assert [question.id for question in long.questions] == [str(n) for n in range(1, 11)]
    assert not any(question.printed for question in long.questions)
    assert len(long.bids[0].rows) == 10  # type: ignore[union-attr]


def test_an_empty_log_has_a_debrief_too() -> None:
    game = example()
    found = GAME.collector(game.t).findings(game.t)
    assert found.moments == []
    assert set(found.answers) == {str(n) for n in range(1, 11)}


def test_what_changed_hands_is_named_in_words() -> None:
    """Every reference of a posting of the long example, as log and workbook show it."""
    game = example()
    refs: dict[str, str] = {}
    for row in [*ROWS, None]:
        step = game.do(row.actor, row.action, **row.params) if row else game.close(OLEG, *PARTS)
        assert step is not None
        refs |= {one.ref: render(GAME.thing(one.ref)) for one in step.postings}  # type: ignore[arg-type]
    assert refs == {
        "": "", "green": "green", "yellow": "yellow", "blue": "blue", "orange": "orange", "pink": "pink",
        "travel": "Travel", "13": "deal 13", "clan:c5": "clan c5", "inv:yellow": "yellow investor",
    }  # fmt: skip
    assert render(GAME.thing("inv:red+clan:c2")) == "red investor, clan c2"  # type: ignore[arg-type]
    assert [render(GAME.thing(kind)) for kind in ("hire", "boss", "stop")] == ["Hire", "Boss", "Stop"]  # type: ignore[arg-type]


def test_minutes_of_a_failed_deal() -> None:
    game = example()
    collector = GAME.collector(game.t)
    for n, (action, at) in enumerate((("open_deal", "2026-03-01T10:00:00"), ("fail_deal", "2026-03-01T10:04:30")), 1):
        game.t, step = GAME.attempt(game.t, n, ANTON, action, {}, at=at)
        collector.see(step, game.t)
    (row,) = piece(collector.findings(game.t), "5", Table).rows
    assert row[-1] == 4.5
