"""The debrief (§ 8): figures of column S for the whole recorded game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.conformance import origin_of, play_record
from games.engine.evidence import Bars, Fact, Findings, Lines, Matrix, Moments, Table
from games.engine.i18n import render
from games.engine.log import Row, standing
from games.engine.replay import opening, play_on
from games.titans.game import GAME
from tests.titans.playing import NAMES, Play, kit_with, rows
from tests.titans.whole_game import whole_game


def findings_of(record: dict[str, Any]) -> Findings:
    """Return what the debrief finds in a recorded game."""
    rows: list[Row] = []
    for line in play_record(GAME, record, rows):
        assert line["ok"] or "expect" in record["steps"][0], line
    t = opening(GAME, origin_of(GAME, record))
    collector = GAME.collector(t)
    play_on(GAME, t, standing(rows).entries, collector.see)
    found = collector.findings(t)
    assert isinstance(found, Findings)
    return found


@pytest.fixture(scope="module")
def found() -> Findings:
    return findings_of(whole_game())


def pieces(found: Findings, question: str, kind: type[Any]) -> list[Any]:
    return [piece for piece in found.answers[question] if isinstance(piece, kind)]


def table(found: Findings, question: str, title: str) -> list[list[Any]]:
    """Return the rows of a table, words rendered."""
    for piece in pieces(found, question, Table):
        if render(piece.title) == title:
            return [
                [cell if isinstance(cell, (int, float, type(None))) else render(cell) for cell in row]
                for row in piece.rows
            ]
    raise LookupError(title)


def words(found: Findings, question: str) -> list[str]:
    """Return the moments of a question in words."""
    return [render(moment.words) for piece in pieces(found, question, Moments) for moment in piece.moments]


def test_eleven_questions_none_of_them_printed(found: Findings) -> None:
    assert [question.id for question in found.questions] == [f"D{at}" for at in range(1, 12)]
    assert not any(question.printed for question in found.questions)
    assert set(found.answers) == {question.id for question in found.questions}


def test_d1_crises(found: Findings) -> None:
    (row,) = table(found, "D1", "The crises")
    assert row[1:7] == [2, "NW4", 11, 3.67, 8, 3]
    net = {row[2]: (row[3], row[-2], row[-1]) for row in table(found, "D1", "What each gave and lost in the crises")}
    assert net == {"A": (5, -5, "leader"), "B": (3, -8, ""), "V": (0, 0, "saved by a totem")}
    below = {row[0]: row[2] for row in table(found, "D1", "Who carried the crises")}
    assert below == {"A": 0, "B": 1, "V": 1}
    assert "Nothing from: Ваня; the others give 8" in words(found, "D1")


def test_d2_auctions(found: Findings) -> None:
    auctions = {row[1]: row for row in table(found, "D2", "The auctions")}
    got = {row[1]: row for row in table(found, "D2", "All tenders that were got")}
    # premium, gap, margin
    assert [*auctions["Сок «Утро»"][6:], got["Сок «Утро»"][-1]] == [5, 5, 8]
    assert [*auctions["Такси «Шмель»"][6:], got["Такси «Шмель»"][-1]] == [4, 0, 3]
    assert got["Банк «Ромашка»"][5] == 1  # got in turn 1, fulfilled in turn 2


def test_d3_consolation_against_work(found: Findings) -> None:
    (bars,) = pieces(found, "D3", Bars)
    assert [series.values for series in bars.series] == [[10, 0, 15], [0, 10, 9]]


def test_d4_staff(found: Findings) -> None:
    (lines,) = pieces(found, "D4", Lines)
    assert [series.values[-1] for series in lines.series] == [17, 50, 33]
    rows = table(found, "D4", "Employees: come, worked, left over")
    assert [(row[1] + row[2], row[3]) for row in rows] == [(6, 5), (4, 1), (3, 2)]
    # creative 3 and media 2+2+3 after the first two creative ones were hired, against 1 and 2+2+3
    assert words(found, "D4")[0] == "The dearest hire: Аня, “Красная строка” for 10; in the cheapest cells 8"


def test_d5_sources_of_points(found: Findings) -> None:
    (bars,) = pieces(found, "D5", Bars)
    by_source = dict(zip(("tenders", "effects", "combos", "other"), (s.values for s in bars.series), strict=True))
    assert by_source == {"tenders": [6, 3, 3], "effects": [1, 0, 0], "combos": [1, 1, 0], "other": [0, 0, 0]}


def test_d6_idle_cash(found: Findings) -> None:
    rows = table(found, "D6", "Money that lay idle")
    assert [row[1] for row in rows] == [67.67, 39.67, 81.33]


def test_d7_actions(found: Findings) -> None:
    (matrix,) = pieces(found, "D7", Matrix)
    assert matrix.values == [[1, 2, 1, 2], [0, 3, 1, 2], [1, 1, 2, 2]]
    assert table(found, "D7", "Actions that were not done") == [["A", 0, 0], ["B", 0, 0], ["V", 1, 0]]
    assert table(found, "D7", "Actions chosen, turns 1–3") == [
        ["A", "1+4", "2+3", "2+4"], ["B", "2+3", "2+4", "2+4"], ["V", "1+3", "2+4", "3+4"],
    ]  # fmt: skip
    (meeting,) = pieces(found, "D7", Fact)
    assert [value for _label, value, _unit in meeting.figures] == [2, 2, 80]  # four of five claims met another
    assert "All want one tender while the other lies free" in words(found, "D7")


def test_d8_cards(found: Findings) -> None:
    rows = {row[3]: row for row in table(found, "D8", "What the cards cost and brought")}
    assert (rows["Титан Громов"][5], rows["Титан Громов"][7]) == (18, 1)
    assert rows["Второй кит"][7] == rows["Тихий эфир"][7] == 0
    (turns,) = pieces(found, "D8", Matrix)
    served = dict(zip(map(render, turns.rows), turns.values, strict=True))
    assert served["Боря: Титан Громов"] == [None, 1, 0]
    assert served["Аня: Красная строка"] == [None, 1, 1]


def test_d9_effects(found: Findings) -> None:
    rows = {row[0]: row for row in table(found, "D9", "Profit and effects")}
    assert (rows["B"][2], rows["A"][2], rows["V"][6]) == (10, 2, 1)
    lines = pieces(found, "D9", Lines)[0]
    assert {render(series.label): series.values for series in lines.series} == {
        "Сок «Утро»": [0, 5, 10],
        "Такси «Шмель»": [0, 0, 2],
    }


def test_d10_lead_and_what_was_left(found: Findings) -> None:
    *_before, last = table(found, "D10", "Changes of the lead")
    assert last[1:] == [2, "A"]
    assert [row[1] for row in table(found, "D10", "Left unused at the end")] == [1, 1, 0]
    assert "Аня reaches the target: 8 points" in words(found, "D10")


def test_results_corrections_and_bids(found: Findings) -> None:
    (results,) = found.results
    assert isinstance(results, Table)
    assert [[*row[:2], row[-1]] for row in results.rows] == [[1, "A", 8], [2, "B", 4], [3, "V", 3]]
    corrections = next(piece for piece in found.course if isinstance(piece, Table))
    assert [(row[2], row[4]) for row in corrections.rows] == [("V", 1)]
    (bids,) = found.bids
    assert isinstance(bids, Table)
    assert len(bids.rows) == 4
    assert set(found.teams) == {"A", "B", "V"}


def test_moments_point_at_moves_and_the_largest_come_first(found: Findings) -> None:
    effects = [abs(moment.effect) for moment in found.moments]
    assert effects == sorted(effects, reverse=True)
    assert all(moment.n and moment.round for moment in found.moments)


def test_promises_times_and_a_running_game() -> None:
    def step(n: int, actor: str, action: str, **params: Any) -> dict[str, Any]:
        return {"n": n, "actor": actor, "action": action, "params": params}

    record = {
        "kit": kit_with(bank_total=1000),
        "options": {"record_promises": True},
        "teams": [{"id": side, "name": NAMES[side]} for side in "ABV"],
        "setup": {"first_side": "A", "tender_slots": ["TN1", "TN2"], "agency_slots": ["AG1", "AG2", "AG3"]},
        "steps": [
            step(1, "referee", "adjust", field="turn", value=2, reason="x"),
            step(2, "referee", "adjust", field="phase", value="news", reason="x"),
            step(3, "A", "draw_news", card="NW4"),
            step(4, "referee", "record_promises", promises={"A": 5, "B": 3, "V": 3}),
            step(5, "referee", "reveal_pledges", pledges={"A": 5, "B": 3, "V": 0}),
        ],
    }
    found = findings_of(record)
    (row,) = table(found, "D1", "The crises")
    assert row[7:] == [11, "met"]
    assert "Nothing from: Ваня (promised 3); the others give 8" in words(found, "D1")
    given = {row[2]: row[3:6] for row in table(found, "D1", "What each gave and lost in the crises")}
    assert given == {"A": [5, 0, 5], "B": [3, 0, 3], "V": [3, 3, 0]}  # promised, broken by, given
    assert found.answers["D11"] == []

    rows = [
        Row(at, "move", one["actor"], one["action"], json.dumps(one["params"]), at=f"2026-01-01T10:0{at}:00")
        for at, one in enumerate(record["steps"], 1)
    ]
    t = opening(GAME, origin_of(GAME, record))
    collector = GAME.collector(t)
    play_on(GAME, t, standing(rows).entries, collector.see)
    (bars,) = collector.findings(t).answers["D11"][:1]
    assert isinstance(bars, Bars)
    assert bars.series[0].values == [60]


def test_employees_in_crises_and_effects_that_cannot_work() -> None:
    crisis = {"id": "NW8", "kind": "crisis", "require": {"resource": "staff", "mode": "sum", "n": 3}}
    sharing = next(card for card in kit_with()["tender_deck"] if card["id"] == "TN3")  # 1 from each agency: 1 point
    kit = kit_with(bank_total=1000, news_deck=[crisis], tender_deck=[{**sharing, "id": "TN9"}])
    s = Play("AB", kit=kit, tenders=("TN1", "TN4"))
    collector = GAME.collector(s.t)

    def do(actor: str, action: str, **params: Any) -> None:
        collector.see(s.do(actor, action, **params), s.t)

    s.own("A", AG2={"media": 2, "creative": 1})
    s.own("B", "AG1")
    s.put("tenders_done.A", {"TN9": "face_up"})
    s.put("tenders_done.B", {"TN3": "face_up"})
    s.put("turn", 2)
    s.at("news")
    do("A", "draw_news", card="NW8")
    do("referee", "reveal_pledges", pledges={"A": 1, "B": 0})
    do("A", "discard_staff", discards=rows(("AG2", "media", 1)))
    do("A", "draw_consequence", card="CQ2")  # failed: all but the leader lose one; B has nobody
    do("referee", "apply_consequence")
    s.at("effects", "A", "B")
    do("A", "apply_effect", tender="TN9", discards=rows(("AG2", "media", 1)))
    do("A", "step_done")
    do("B", "step_done")
    found = collector.findings(s.t)
    (row, _other) = table(found, "D1", "What each gave and lost in the crises")
    assert row[2:] == ["A", 1, 1, 0, 0, -1, "leader"]
    effects = {row[0]: row[1:] for row in table(found, "D9", "Profit and effects")}
    assert effects["A"] == [0, 0, 1, 0, 0, 0, 0]
    assert effects["B"] == [0, 0, 0, 0, 0, 0, 1]
    assert "Боря: the effect of “Чай „Сова“” does not work" in words(found, "D9")
