"""The Ecology phase: the net sum, collapse, «минус» (E-023…E-033; A-03…A-08)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.i18n import render
from tests.ecologic.table import MINERAL, OIL, Game, event

TWO = [["A", "oil", "S1"], ["A", "oil", "S1"], ["A", "mineral", "S2"]]


def fires(amount: int, **more: Any) -> dict[str, Any]:
    """Events that take or give enviros in the Ecology phase."""
    return {"F": event({"op": "enviros", "amount": amount}, phase="ecology", **more)}


@pytest.mark.clause("E-024")
def test_each_chip_takes_one_not_each_sector() -> None:
    game = Game(start_chips=TWO)
    game.draw()
    game.do("A", "ecology_settle")
    assert game.enviros("A") == 4
    assert game.posted(why="chips", ref="S1") == 2
    assert game.posted(why="chips", ref="S2") == 1


@pytest.mark.clause("E-023", "E-025")
def test_chips_and_cards_are_one_net_sum() -> None:
    """-2 chips +3 card = +1; paid before received the first would already be a collapse."""
    game = Game(start_chips=TWO[:2], start_eco=[["A", "E1"]], start_enviros=1)
    game.draw()
    game.do("A", "ecology_settle")
    assert game.enviros("A") == 2
    assert game.posted(why="cards", ref="E1") == 3


@pytest.mark.clause("E-026")
def test_events_enter_the_same_sum() -> None:
    game = Game(events=fires(-5), start_chips=TWO[:1], start_enviros=6)
    game.draw("F")
    game.do("A", "ecology_settle")
    assert (game.enviros("A"), game.posted(why="event")) == (0, 5)


@pytest.mark.clause("E-028")
def test_giving_exactly_all_is_no_collapse() -> None:
    game = Game(events=fires(-5), start_chips=TWO[:1], start_enviros=6)
    game.draw("F")
    assert game.refused("A", "ecology_settle", remove="S1") == "E_REMOVE_NOT_NEEDED"
    game.do("A", "ecology_settle")
    assert (game.enviros("A"), game.seen["board"]) == (0, {"S1": "A:oil:1"})


@pytest.mark.clause("E-028", "E-029", "E-030", "E-031", "E-032")
def test_collapse() -> None:
    """Has 2, owes 3: all is given, «минус», one own chip of his choice, the level of the stack falls by 1."""
    game = Game(start_chips=[*TWO, ["B", "mineral", "S4"]], start_enviros=2)
    game.draw()
    refusal = game.refusal("A", "ecology_settle")
    assert (refusal.code, refusal.figures["owed"], refusal.figures["have"]) == ("E_REMOVE_REQUIRED", 3, 2)
    assert game.refused("A", "ecology_settle", remove="S4") == "E_REMOVE_NOT_OWN"
    assert game.refused("A", "ecology_settle", remove="S99") == "E_REMOVE_NOT_OWN"
    game.do("A", "ecology_settle", remove="S1")
    assert (game.enviros("A"), game.state.players["A"].enviros) == ("minus", 0)
    assert game.seen["board"] == {"S1": "A:oil:1", "S2": "A:mineral:1", "S4": "B:mineral:1"}
    assert game.state.players["A"].supply == {"oil": 9, "mineral": 9}
    assert game.noticed("N_COLLAPSE")[0]["amount"] == 1
    assert render(game.t.game.notices["N_COLLAPSE"] % {"name": "Альфа"}).startswith("Альфа: your dirty production is")
    assert game.said() == "Ecology: Альфа 2 → “minus”, a chip is closed: sector “Север”"


@pytest.mark.clause("E-030")
def test_owing_again_while_on_minus_is_another_collapse() -> None:
    """A-05, A-07: each time exactly one chip, however large the debt."""
    game = Game(start_chips=TWO, start_enviros="minus")
    game.draw()
    game.do("A", "ecology_settle", remove="S1")
    game.to_events()
    game.draw()
    game.do("A", "ecology_settle", remove="S1")
    assert (game.enviros("A"), game.seen["board"]) == ("minus", {"S2": "A:mineral:1"})


def test_collapse_without_chips_is_only_minus() -> None:
    """A-06."""
    game = Game(events=fires(-9))
    game.draw("F")
    assert game.refused("A", "ecology_settle", remove="S1") == "E_REMOVE_NOT_OWN"
    game.do("A", "ecology_settle")
    assert game.enviros("A") == "minus"


@pytest.mark.parametrize(("recovery", "after"), [("from_zero", 3), ("from_minus_one", 2)])
def test_the_way_out_of_minus(recovery: str, after: int) -> None:
    """A-04: the next positive net n gives n (or n - 1) and clears the flag."""
    game = Game(options={"minus_recovery": recovery}, start_enviros="minus", start_eco=[["A", "E1"]])
    game.draw()
    game.do("A", "ecology_settle")
    assert game.enviros("A") == after
    assert game.noticed("N_MINUS_LEFT")


def test_a_net_of_nothing_keeps_minus() -> None:
    game = Game(start_enviros="minus")
    game.draw()
    game.do("A", "ecology_settle")
    assert game.enviros("A") == "minus"


@pytest.mark.clause("E-027")
def test_the_reserve_counts_on_the_board_only() -> None:
    game = Game(start_chips=[["A", "mineral", "S4"]])
    game.draw()
    game.do("A", "ecology_settle")
    assert game.enviros("A") == 6
    placed = Game(start_chips=[["A", "mineral", "S4"]], start_tors=[["A", "reserve", "S7"]])
    placed.draw()
    placed.do("A", "ecology_settle")
    assert placed.enviros("A") == 7


@pytest.mark.parametrize(
    ("source", "factor", "after"),
    # 2 chips -2, card +2, reserve +1 for S4
    [
        ("chips", 1.5, 7 - 3 + 2 + 1),
        ("chips", 0, 7 + 2 + 1),
        ("cards", 0.5, 7 - 2 + 1 + 1),
        ("reserve", 3, 7 - 2 + 2 + 3),
    ],
)
def test_one_line_of_the_sum_may_be_multiplied(source: str, factor: float, after: int) -> None:
    game = Game(
        events={"X": event({"op": "eco_mult", "source": source, "factor": factor}, phase="ecology")},
        start_chips=[["A", "mineral", "S4"], ["A", "oil", "S1"]],
        start_eco=[["A", "E5"]],
        start_tors=[["A", "reserve", "S7"]],
    )
    game.draw("X")
    game.do("A", "ecology_settle")
    assert game.enviros("A") == after


@pytest.mark.clause("E-078")
def test_a_loss_is_rounded_up_by_its_size() -> None:
    """A-38: half of 3 lost is 2."""
    game = Game(
        events={"X": event({"op": "eco_mult", "source": "chips", "factor": 0.5}, phase="ecology")}, start_chips=TWO
    )
    game.draw("X")
    game.do("A", "ecology_settle")
    assert game.enviros("A") == 5


def test_everybody_counts_once_and_the_last_ends_the_phase() -> None:
    game = Game(start_chips=TWO)
    game.draw()
    game.do("B", "ecology_settle")
    assert game.seen["unsettled"] == ["A", "C"]
    assert game.refused("B", "ecology_settle") == "E_ALREADY_SETTLED"
    assert game.refused("referee", "ecology_settle") == "E_UNKNOWN"
    game.do("A", "ecology_settle")
    game.do("C", "ecology_settle")
    assert game.seen["phase"] == "actions"


def test_all_at_once_stops_at_the_first_collapse() -> None:
    game = Game(start_chips=[["B", "oil", "S1"], ["C", "oil", "S8"]], start_enviros={"A": 5, "B": 0, "C": 5})
    game.draw()
    game.do("referee", "ecology_settle_rest")
    assert game.seen["unsettled"] == ["B", "C"]
    assert game.refused("referee", "ecology_settle_rest") == "E_REMOVE_REQUIRED"
    assert [(offer.actors, offer.fixed) for offer in game.offered("ecology_settle")] == [
        (["C"], {}),
        (["B"], {"remove": "S1"}),
    ]
    game.do("B", "ecology_settle", remove="S1")
    game.do("referee", "ecology_settle_rest")
    assert game.said() == "Ecology: Гамма 5 → 4"
    assert game.seen["phase"] == "actions"


@pytest.mark.clause("E-033")
def test_the_forecast_warns_of_a_collapse() -> None:
    game = Game(start_chips=TWO, start_enviros={"A": 3, "B": 3, "C": 3})
    board = game.t.game.board(game.t)
    assert [(render(row.cells[1].forecast), row.cells[1].warn) for row in board.rows[:2]] == [
        ("→ 0", False),
        ("→ 3", False),
    ]
    game = Game(start_chips=TWO, start_enviros=2)
    cell = game.t.game.board(game.t).rows[0].cells[1]
    assert (cell.value, render(cell.forecast), cell.warn) == (2, "→ “minus”", True)


def test_the_end_of_a_track_holds_gains() -> None:
    game = Game(options={"max_enviros": 8}, start_eco=[["A", "E4"]])
    game.draw()
    game.do("A", "ecology_settle")
    assert (game.enviros("A"), game.noticed("N_TRACK_END")[0]["amount"]) == (8, 4)


# ---- both types of one player in a sector (A-26) --------------------------------------------------

BOTH = [["A", "mineral", "S5"], ["A", "oil", "S5"], ["A", "oil", "S1"]]


@pytest.mark.clause("E-031")
@pytest.mark.parametrize(("remove", "left"), [("S5:oil", "mineral"), ("S5:mineral", "oil")])
def test_the_type_that_goes_is_his_choice_too(remove: str, left: str) -> None:
    game = Game(options={"sector_sharing": True}, start_enviros=2, start_chips=BOTH)
    game.draw()
    removes = [offer.fixed["remove"] for offer in game.offered("ecology_settle") if offer.fixed]
    assert removes == ["S5:mineral", "S5:oil", "S1"]
    assert game.refused("A", "ecology_settle", remove="S1:mineral") == "E_REMOVE_NOT_OWN"
    game.do("A", "ecology_settle", remove=remove)
    assert game.seen["board"] == {"S5": f"A:{left}:1", "S1": "A:oil:1"}


@pytest.mark.clause("E-031")
@pytest.mark.parametrize(
    "op", [{"op": "enviros", "amount": -9}, {"op": "remove_chip", "type": "any"}, {"op": "remove_chip", "type": "oil"}]
)
def test_the_type_that_an_event_takes_is_chosen_where_it_is_open(op: dict[str, Any]) -> None:
    game = Game(events={"X": event(op, scope="drawer")}, options={"sector_sharing": True}, start_chips=BOTH)
    game.draw("X")
    offered = [offer.fixed["lot"]["type"] for offer in game.offered("event_choice")]
    assert offered == (["oil"] if op.get("type") == "oil" else ["oil", "mineral"])
    choice = {"player": "A", "option": "remove_chip"}
    code = "E_LOT_UNKNOWN" if op.get("type") == "oil" else "E_REMOVE_NOT_OWN"
    assert game.refused("A", "event_choice", **choice, sector="S1", lot=MINERAL) == code
    game.do("A", "event_choice", **choice, sector="S5", lot=OIL)
    assert game.seen["board"] == {"S5": "A:mineral:1", "S1": "A:oil:1"}


# ---- an event of this phase that aims at the other marker (§ 4.1, per) --------------------------


def per(resource: str, amount: int, phase: str) -> dict[str, Any]:
    """An event that counts chips."""
    return {"P": event({"op": "per", "of": "chips", "resource": resource, "amount": amount}, phase=phase)}


def test_an_event_of_ecology_may_move_profits() -> None:
    chips = [*TWO, ["B", "oil", "S6"], ["C", "oil", "S8"]]
    game = Game(events=per("profits", -2, "ecology"), start_profits={"A": 25, "B": 1, "C": 25}, start_chips=chips,
                start_tors=[["C", "academy", "S5"]])  # fmt: skip
    game.draw("P")
    game.do("A", "ecology_settle")
    assert game.said() == "Ecology: Альфа 7 → 4, Альфа: profits −6"
    game.do("B", "ecology_settle")
    assert [figures["amount"] for figures in game.noticed("N_SHORTAGE")] == [1]
    game.do("C", "ecology_settle")
    assert [figures["amount"] for figures in game.noticed("N_ACADEMY_PROFITS")] == [2]
    assert [(game.profits(team), game.enviros(team)) for team in "ABC"] == [(19, 4), (0, 6), (25, 6)]


def test_an_event_of_income_may_move_enviros() -> None:
    game = Game(events=per("enviros", 2, "income"), start_chips=TWO)
    game.to_income("P")
    game.do("referee", "income_settle_rest")
    assert game.said().endswith("Альфа: enviros +6")
    assert [game.enviros(team) for team in "ABC"] == [7 - 3 + 6, 7, 7]


def test_a_collapse_in_income_is_settled_before_the_cycle_ends() -> None:
    """Amendment 4."""
    game = Game(events=per("enviros", -2, "income"), start_chips=TWO)
    game.to_income("P")
    game.do("referee", "income_settle_rest")
    assert (game.enviros("A"), game.seen["phase"], game.profits("A")) == ("minus", "income", 25 + 3 + 1)
    game.do("A", "event_choice", player="A", option="collapse", sector="S2")
    assert (game.seen["phase"], game.seen["board"]) == ("events", {"S1": "A:oil:2"})
