"""The Income phase: productions, event, upkeep, discards (E-018, E-057…E-067; A-34…A-37)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ecologic.table import Game, event

#: two mineral productions of level 1 and one oil production of level 2 (§ 5.2)
EXAMPLE: list[list[str]] = [["A", "mineral", "S2"], ["A", "mineral", "S4"], ["A", "oil", "S8"], ["A", "oil", "S8"]]


def counted(card: str = "CALM", **more: Any) -> Game:
    """Альфа has counted her Income phase."""
    game = Game(**more).to_income(card)
    game.do("A", "income_settle")
    return game


@pytest.mark.clause("E-066", "E-018", "E-060", "E-065")
def test_the_worked_example_of_the_rulebook() -> None:
    """4 for minerals under «Богатые горизонты», 3 for oil, 2 for «Рекультивация»: net 5."""
    game = counted("V3", start_chips=EXAMPLE, start_eco=[["A", "E1"]])
    assert game.profits("A") == 25 + 5
    assert game.posted(why="income", to="A") == 5
    assert game.posted(why="event", to="A") == 2
    assert game.posted(why="upkeep", from_="A", ref="E1") == 2


@pytest.mark.clause("E-057", "E-058", "E-063", "E-064")
def test_without_the_event_it_is_three() -> None:
    game = counted(start_chips=EXAMPLE, start_eco=[["A", "E1"]])
    assert game.profits("A") == 25 + 3
    assert (game.posted(why="income", ref="S2"), game.posted(why="income", ref="S8")) == (1, 3)


@pytest.mark.clause("E-018", "E-019")
def test_level_two_is_not_level_one() -> None:
    """V06: «Богатые горизонты» leaves minerals of level 2 alone."""
    game = counted("V3", start_chips=[["A", "mineral", "S2"], ["A", "mineral", "S2"]])
    assert game.profits("A") == 25 + 2


@pytest.mark.clause("E-061")
def test_doubled_income_and_the_hub() -> None:
    """V16: 1 × 2 + 1 = 3; the multiplier acts on the table value only (A-37)."""
    game = counted("V3", start_chips=[["A", "mineral", "S2"]], start_tors=[["B", "hub", "S5"]])
    assert game.profits("A") == 25 + 3


@pytest.mark.clause("E-078")
def test_halved_income_is_rounded_up_for_each_production() -> None:
    """V21: 3 -> 2 and 1 -> 1."""
    game = counted("V9", start_chips=[["A", "oil", "S8"], ["A", "oil", "S8"], ["A", "oil", "S1"]])
    assert game.profits("A") == 25 + 2 + 1


@pytest.mark.parametrize(
    ("op", "more"),
    [
        ({"op": "income_mult", "type": "oil", "level": "any", "factor": 0}, -3),
        ({"op": "income_mult", "type": "any", "level": 1, "factor": 3}, 4),
        ({"op": "income_add", "type": "any", "level": "any", "amount": 2}, 6),
        ({"op": "income_add", "type": "mineral", "level": 1, "amount": -1}, -2),
        ({"op": "profits", "amount": 4}, 4),
        ({"op": "per", "of": "chips", "amount": 1}, 4),
        ({"op": "per", "of": "productions", "amount": -1}, -3),
        ({"op": "upkeep_mult", "factor": 0}, 2),
        ({"op": "upkeep_mult", "factor": 1.5}, -1),
    ],
)
def test_effects_on_income(op: dict[str, Any], more: int) -> None:
    game = counted("X", events={"X": event(op, phase="income")}, start_chips=EXAMPLE, start_eco=[["A", "E1"]])
    assert game.profits("A") == 25 + 3 + more


@pytest.mark.clause("E-067")
def test_the_net_is_added_to_the_stock() -> None:
    game = counted(start_chips=EXAMPLE[:1], start_profits=8)
    assert game.profits("A") == 9
    assert game.said() == "Income: Альфа 8 → 9"


def test_income_is_never_below_zero() -> None:
    """A-11."""
    game = counted("X", events={"X": event({"op": "profits", "amount": -9}, phase="income")}, start_profits=4)
    assert (game.profits("A"), game.noticed("N_SHORTAGE")[0]["amount"]) == (0, 5)


# ---- upkeep -------------------------------------------------------------------------------------


@pytest.mark.clause("E-059")
def test_upkeep_is_paid_every_income_phase() -> None:
    game = Game(start_eco=[["A", "E1"], ["A", "E5"]])
    for paid in (3, 6):
        game.to_events()
        assert game.profits("A") == 25 - paid


def short(profits: int = 3, cards: tuple[str, ...] = ("E1", "E4", "E5"), **options: Any) -> Game:
    """Альфа cannot pay all upkeep: E1 costs 2, E4 3, E5 1."""
    game = Game(options=options, start_profits=profits, start_eco=[["A", card] for card in cards])
    return game.to_income()


@pytest.mark.clause("E-062")
def test_who_lacks_upkeep_discards() -> None:
    game = short()
    refusal = game.refusal("A", "income_settle")
    assert (refusal.code, refusal.figures["need"], refusal.figures["cash"]) == ("E_UPKEEP_SHORT", 6, 3)
    assert game.refused("A", "income_settle", discard=["E2"]) == "E_UPKEEP_UNKNOWN_CARD"
    assert game.refused("A", "income_settle", discard=["E4", "E4"]) == "E_UPKEEP_UNKNOWN_CARD"
    assert game.refused("A", "income_settle", discard=["E1"]) == "E_UPKEEP_SHORT"
    assert game.refused("A", "income_settle", discard=["E4", "E5"]) == "E_UPKEEP_TOO_MANY"
    game.do("A", "income_settle", discard=["E4"])
    assert (game.profits("A"), game.seen["players"]["A"]["eco"]) == (0, ["E1", "E5"])
    assert game.seen["eco_discard"] == ["E4"]
    assert game.said() == "Income: Альфа 3 → 0, discards “Замкнутый водооборот”"


@pytest.mark.clause("E-062")
def test_which_cards_is_the_players_choice() -> None:
    """A-35, V36: E4 alone, or E1 and E5, but nothing that could still be paid."""
    offers = [offer.fixed["discard"] for offer in short().offered("income_settle") if offer.fixed]
    assert offers == [["E4"], ["E1", "E5"]]
    game = short()
    game.do("A", "income_settle", discard=["E1", "E5"])
    assert game.profits("A") == 0


def test_upkeep_is_paid_from_the_stock_and_this_income() -> None:
    """A-34, V37."""
    game = Game(start_profits=1, start_eco=[["A", "E4"]], start_chips=[["A", "oil", "S8"], ["A", "oil", "S8"]])
    game.to_income()
    game.do("A", "income_settle")
    assert game.profits("A") == 1 + 3 - 3


def test_nothing_is_discarded_without_need() -> None:
    """A-36."""
    game = short(profits=25)
    assert game.refused("A", "income_settle", discard=["E1"]) == "E_UPKEEP_TOO_MANY"
    free = short(profits=25, upkeep_rule="free")
    free.do("A", "income_settle", discard=["E1"])
    assert (free.profits("A"), free.seen["eco_discard"]) == (21, ["E1"])


def test_all_cards_with_upkeep_go_by_option() -> None:
    """A-35: a card without upkeep stays."""
    game = short(cards=("E1", "E4", "E2"), upkeep_rule="all")
    assert game.refused("A", "income_settle") == "E_UPKEEP_SHORT"
    assert game.refused("A", "income_settle", discard=["E4"]) == "E_UPKEEP_SHORT"
    assert game.refused("A", "income_settle", discard=["E1", "E4", "E2"]) == "E_UPKEEP_TOO_MANY"
    game.do("A", "income_settle", discard=["E1", "E4"])
    assert (game.profits("A"), game.seen["players"]["A"]["eco"]) == (3, ["E2"])
    rich = short(profits=25, upkeep_rule="all")
    assert rich.refused("A", "income_settle", discard=["E1"]) == "E_UPKEEP_TOO_MANY"


def test_free_discards_must_still_leave_what_can_be_paid() -> None:
    game = short(upkeep_rule="free")
    assert game.refused("A", "income_settle", discard=["E5"]) == "E_UPKEEP_SHORT"
    game.do("A", "income_settle", discard=["E1", "E4", "E5"])
    assert game.profits("A") == 3


def test_all_at_once_settles_who_can_pay() -> None:
    game = short()
    game.do("referee", "income_settle_rest")
    assert (game.seen["unsettled"], game.profits("B")) == (["A"], 3)
    assert game.refused("referee", "income_settle_rest") == "E_UPKEEP_SHORT"
    assert game.refused("B", "income_settle") == "E_ALREADY_SETTLED"
    assert game.refused("referee", "income_settle") == "E_UNKNOWN"
    game.do("A", "income_settle", discard=["E4"])
    assert game.seen["round"] == 2


def test_the_end_of_the_profit_track() -> None:
    game = counted(options={"max_profits": 26}, start_chips=EXAMPLE)
    assert (game.profits("A"), game.noticed("N_TRACK_END")[0]["amount"]) == (26, 4)
