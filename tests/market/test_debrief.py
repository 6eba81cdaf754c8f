"""The recorded game to its end, and the debrief of it: § 8, § 8.1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.conformance import play_record
from games.engine.evidence import Bars, Lines, Moments, Points, Spans, Table
from games.engine.i18n import render
from games.market.evidence_course import idle_means, stretches
from games.market.game import GAME
from tests.market.playing import DEAL, Play, gathered
from tests.market.whole_game import record

FOLDER = Path(__file__).parent.parent / "conformance"
EMPTY = (None, 0, "", False, [], {})


def differs(want: Any, got: Any) -> bool:
    if want in EMPTY and got in EMPTY:
        return False
    if isinstance(want, dict):
        return not isinstance(got, dict) or any(differs(value, got.get(key)) for key, value in want.items())
    return bool(want != got)


def payments(postings: list[dict[str, Any]]) -> list[Any]:
    money = [one for one in postings if one.get("what", "money") == "money"]
    return sorted((one["from"], one["to"], one["amount"], one["why"]) for one in money)


@pytest.mark.parametrize("name", ["market.json", "market-insurance.json"])
def test_recorded_games_agree_in_every_step(name: str) -> None:
    game = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    expected = {step["n"]: step["expect"] for step in game["steps"]}
    for line in play_record(GAME, game):
        want = expected.get(line["n"])
        if want is None:
            continue
        assert line["ok"] == want["ok"], line["n"]
        if not want["ok"]:
            assert line["error"] == want["error"], line["n"]
            continue
        assert not differs(want["state"], line["state"]), line["n"]
        if "postings" in want:
            assert payments(want["postings"]) == payments(line["postings"]), line["n"]
        for key in ("must", "allowed"):
            assert not differs(want.get(key), line["state"][key]) or key not in want, line["n"]


@pytest.mark.clause("M-178", "M-179", "M-180", "M-181", "M-182", "M-183", "M-185", "M-012")
def test_the_whole_game() -> None:
    game = record()
    expected = {step["n"]: step.get("error", step.get("expect", {}).get("error")) or "" for step in game["steps"]}
    lines = {line["n"]: line for line in play_record(GAME, game)}
    assert {n: line.get("error", "") for n, line in lines.items() if n} == expected
    end = lines[107]["state"]
    assert end["cash"] == {"p1": 462000, "p2": 12800, "p3": 0}
    assert end["result"] == {"capital": {"p1": 627000, "p2": 222800, "p3": 0}, "winners": ["p1"]}
    assert end["bankrupt"] == ["p3"]
    assert lines[101]["state"]["current"] == "p1"
    assert payments(lines[84]["postings"]) == [("p2", "bank", 25000, "commission_penalty")]


#: § 8.1: paid, income, dividends, penalties, tax, sold, closing, result, ROI in percent
ROI = {
    ("p1", "plot:2"): (50000, 0, 0, 0, 5000, 0, 50000, -5000, -10.0),
    ("p1", "plot:4"): (46000, 0, 0, 0, 0, 0, 45000, -1000, -2.2),
    ("p1", "trade"): (76000, 0, 10000, 0, 0, 0, 70000, 4000, 5.3),
    ("p2", "bank"): (90000, 50000, 0, 0, 0, 0, 80000, 40000, 44.4),
    ("p2", "exchange"): (60000, 0, 0, 0, 0, 0, 60000, 0, 0.0),
    ("p2", "insurance"): (40000, 20000, 0, 0, 0, 40000, 0, 20000, 50.0),
    ("p2", "trade"): (140000, 23000, 0, 25000, 14000, 60800, 70000, -25200, -18.0),
    ("p3", "bank"): (80000, 40000, 0, 0, 8000, 72000, 0, 24000, 30.0),
    ("p3", "exchange"): (60000, 93200, 10000, 0, 6000, 48000, 0, 85200, 142.0),
    ("p3", "insurance"): (40000, 0, 0, 0, 0, 32000, 0, -8000, -20.0),
}
EQUITY = {
    "p1": "280 275 275 265 265 265 243 243 243 333 327 327 357 356 328 328 288 288 627",
    "p2": "280 280 280 280 280 280 287 267 267 267 243.8 243.8 243.8 223.8 231.8 206.8 216.8 176.8 222.8",
    "p3": "300 300 300 300 314 330 330 364 50 50 65.2 73.2 78.2 98.2 98.2 98.2 98.2 0 0",
}


@pytest.fixture(scope="module")
def seen() -> Any:
    return gathered(record())


@pytest.mark.clause("M-067")
def test_return_of_each_asset(seen: Any) -> None:
    collector, t = seen
    collector.findings(t)
    got = {
        key: (f.paid, f.income, f.dividends, f.penalties, f.tax, f.sold, f.closing, f.result, round(100 * f.roi, 1))
        for key, f in collector.flows.items()
    }
    assert got == ROI


def test_equity_leaders_and_idle_cash(seen: Any) -> None:
    collector, t = seen
    for team, row in EQUITY.items():
        got = [snapshot.equity[team] / 1000 for snapshot in collector.snapshots]
        assert got == [float(figure) for figure in row.split()]
    assert [(team, first) for team, first, _last, _n in stretches(collector)] == [("p3", 1), ("p2", 9), ("p1", 10)]
    assert {team: found[0] for team, found in idle_means(collector, t).items()} == {
        "p1": 238722,
        "p2": 217744,
        "p3": 210141,
    }


def test_enterprises_owner_deals_refusals_and_losses(seen: Any) -> None:
    collector, _t = seen
    built = [
        (b.product, b.licence_turn, b.done_turn, b.cost, b.commissions, b.receipts, b.profit, b.later_income, b.refused)
        for b in collector.builds
    ]
    assert built == [
        ("bread", 2, 10, 45000, 5000, 105000, 60000, 40000, 0),
        ("furniture", 13, 19, 93000, 18000, 175000, 82000, 0, 1),
    ]
    assert [(one.owner, bool(one.used_n)) for one in collector.owner_deals] == [("p1", True)] * 3
    refused = [(one.turn, one.last, one.nominal, round(100 * one.share)) for one in collector.asked if one.refused]
    assert refused == [(16, {"p2": 25000}, 30000, 83)]
    assert collector.premiums == {"p1": 20000}
    losses = [(one.team, one.turn, one.uncovered, one.paid) for one in collector.losses]
    assert losses == [("p3", 9, 300000, 300000), ("p3", 18, 300000, 271200)]
    case = collector.insolvencies[0]
    assert (case.team, case.cash, case.debt, case.borrowed, case.bankrupt) == ("p3", 63200, 300000, 30000, True)
    assert [received for _asset, received, _nominal in case.sales] == [72000, 32000, 48000]
    spell = collector.spells[0]
    assert (spell.team, spell.company, spell.turn, spell.end_turn, spell.forced_got) == ("p2", "trade", 8, 11, 60800)


def test_every_question_has_evidence_of_the_kind_it_asks_for(seen: Any) -> None:
    collector, t = seen
    found = collector.findings(t)
    kinds = {
        "D-1": (Bars, Table), "D-2": (Spans, Table, Lines), "D-3": (Points, Table), "D-4": (Lines, Table),
        "D-5": (Bars, Table), "D-6": (Spans, Table), "D-7": (Lines, Table), "D-8": (Lines, Table),
        "D-9": (Bars, Table), "D-10": (Spans, Table),
    }  # fmt: skip
    assert [question.id for question in found.questions] == list(kinds) == list(found.answers)
    for question, wanted in kinds.items():
        have = {type(piece) for piece in found.answers[question]}
        assert have >= set(wanted), question
        for piece in found.answers[question]:
            for moment in piece.moments if isinstance(piece, Moments) else ():
                assert 0 < moment.n <= 107
    assert set(found.teams) == {"p1", "p2", "p3"}
    numbers = [moment.n for moment in found.moments]
    assert {49, 53, 63, 84, 92, 101, 105} <= set(numbers)
    effects = [abs(moment.effect) for moment in found.moments]
    assert effects == sorted(effects, reverse=True)


def test_moments_and_jumps_name_their_cause(seen: Any) -> None:
    """Step 44 is the pass of «Банк» with 20 % on a credit; turn 9 the loss of 300 000, turn 19 the bonus of 200 000."""
    collector, t = seen
    found = collector.findings(t)
    dearest = [moment for piece in found.answers["D-4"] if isinstance(piece, Moments) for moment in piece.moments]
    assert (44, -20000.0) in [(moment.n, moment.effect) for moment in dearest]
    jumps = found.answers["D-8"][-2]
    assert isinstance(jumps, Table)
    causes = {(row[0], row[1]): render(row[3]) for row in jumps.rows}
    assert causes[19, "p1"] == "bonus for the last enterprise"
    assert causes[9, "p3"] == "business surprise, loss"
    # turn 18: a note of 30 000 lapses with its borrower, a share costs 10 000 above its nominal
    assert causes[18, "p2"] == "note of a bankrupt"
    assert collector.causes[18, "p2"] == {"note_lost": -30000, "auction_price": -10000}
    idle = next(piece for piece in found.answers["D-7"] if isinstance(piece, Table))
    share = {row[0]: row[2] for row in idle.rows}
    mean = sum(int(float(x) * 1000) for x in EQUITY["p1"].split()[:18]) / 18
    assert share["p1"] == pytest.approx(238722 / mean, abs=1e-4)


def test_an_enterprise_begins_when_its_card_is_free(seen: Any) -> None:
    """Plot 2 was bought in turn 1; its first enterprise left the card in turn 10, the second licence came in 13."""
    collector, t = seen
    spans = next(piece for piece in collector.findings(t).answers["D-6"] if isinstance(piece, Spans))
    assert [(start, end) for start, end, _label, _kind in spans.rows[0][2]] == [(1, 2), (2, 4), (4, 7), (7, 10)]
    assert spans.rows[1][2][0][:2] == (10, 13)


def test_what_the_lacking_certificates_would_have_saved(seen: Any) -> None:
    """§ 8.1: three certificates (60 000) before turn 9 would have saved 300 000."""
    collector, t = seen
    moments = next(piece for piece in collector.findings(t).answers["D-5"] if isinstance(piece, Moments)).moments
    assert [moment.n for moment in moments] == [49]
    assert "lacking: 3, price 60 000, cover 300 000" in render(moments[0].words).replace("\u00a0", " ")


def test_the_cost_of_a_credit_for_each_lap(seen: Any) -> None:
    """V-123: 20 % paid on one pass of «Банк» and once more at repayment are 40 % for one lap."""
    collector, t = seen
    table = next(piece for piece in collector.findings(t).answers["D-4"] if isinstance(piece, Table))
    heads = [render(column.label) for column in table.columns]
    row = next(row for row in table.rows if row[-1] == 43)
    assert row[heads.index("effective cost")] == row[heads.index("a lap")] == 0.4


def test_a_debt_against_almost_no_equity_is_not_said_in_thousands_of_percent() -> None:
    game = Play()
    collector = GAME.collector(game.t)
    game.turn("p1")
    for move, params in (("take_credit", {}), ("roll", {"dice": [1, 1]}), ("end_turn", {})):
        collector.see(game.do("p1", move, **params), game.t)
    collector.snapshots[-1].equity["p1"] = 1000
    lines = next(piece for piece in collector.findings(game.t).answers["D-4"] if isinstance(piece, Lines))
    assert "above 500" in render(lines.title)


def test_monopolies_at_the_same_time_stand_in_rows_of_their_own() -> None:
    game = Play().arrange(shares={"trade": {"p1": 1}, "bank": {"p1": 1}})
    collector = GAME.collector(game.t)
    for company in ("trade", "bank"):
        game.at("p1", DEAL)
        collector.see(game.do("p1", "buy_share", company=company), game.t)
    spans = next(piece for piece in collector.findings(game.t).answers["D-2"] if isinstance(piece, Spans))
    assert [(team, render(label)) for team, label, _spans in spans.rows] == [
        ("p1", "Анна: Trading company"),
        ("p1", "Анна: company “Bank”"),
    ]


@pytest.mark.parametrize("last", [0, 2, 9, 23, 40, 56, 73, 92, 105])
def test_a_debrief_can_be_made_at_any_time(last: int) -> None:
    collector, t = gathered(record(last))
    found = collector.findings(t)
    assert found.results
    assert len(collector.findings(t).answers) == 10, "asked twice, the same"


def test_a_right_that_nobody_used_is_noticed() -> None:
    game = record(40)
    game["steps"] = [
        {"n": 1, "actor": "p1", "action": "roll", "params": {"dice": [1, 1]}},
        {"n": 2, "actor": "p1", "action": "end_turn", "params": {}},
    ]
    collector, _t = gathered(game)
    assert [(one.team, one.cash, one.price) for one in collector.unused] == [("p1", 300000, 40000)]
    assert Play().at("p1", DEAL).phase == "deals"
