"""The turn: B-031 … B-044, and V-cards at the hand limit."""

import pytest

from games.boss.game import GAME
from games.engine.i18n import render
from tests.boss.table import arranged, in_deal, new


@pytest.mark.clause("B-031")
def test_two_things_can_be_done_at_the_start_of_a_turn() -> None:
    game = new(4)
    assert game.refused("a", "draw") == "E_DRAW_BEFORE_ROLL"
    assert game.refused("a", "discard", count=1) == "E_PHASE"
    assert game.refused("a", "end_roll", die=1) == "E_PHASE"
    legal = {offer.move for offer in GAME.candidates(game.t) if offer.actors != ["referee"]}
    assert legal == {"open_deal", "roll_move"}


@pytest.mark.clause("B-031")
def test_the_wrong_moment_is_told_before_the_wrong_player() -> None:
    game = new(4)
    assert game.refused("b", "draw") == "E_DRAW_BEFORE_ROLL"
    game.do("a", "roll_move", die=1)
    assert game.refused("b", "roll_move", die=9) == "E_PHASE"
    assert game.refused("b", "draw") == "E_NOT_YOUR_TURN"
    assert game.refused("referee", "draw") == "E_NOT_YOUR_TURN"


@pytest.mark.clause("B-032", "B-045", "B-047")
def test_a_deal_is_opened_on_the_markers_space_without_a_roll() -> None:
    game = arranged(new(4), marker=5)
    assert game.refused("b", "open_deal") == "E_NOT_YOUR_TURN"
    game.do("a", "open_deal")
    assert game.seen["phase"] == "deal"
    assert (game.deal["space"], game.deal["opener"], game.deal["boss"]) == (5, "a", "a")


@pytest.mark.clause("B-033")
def test_the_marker_moves_clockwise_once() -> None:
    game = arranged(new(4), marker=15)
    game.do("a", "roll_move", die=3)
    assert (game.seen["marker"], game.seen["phase"]) == (2, "moved")
    assert game.refused("a", "roll_move", die=1) == "E_PHASE"


@pytest.mark.clause("B-034")
def test_covered_spaces_are_not_counted() -> None:
    game = arranged(new(4), marker=15, covered={"1": 1, "3": 2})
    game.do("a", "roll_move", die=4)
    assert game.seen["marker"] == 5, "16, 2, 4, 5"


@pytest.mark.clause("B-034")
def test_a_roll_may_lead_back_to_the_same_space() -> None:
    free = (4, 9)
    game = arranged(new(4), marker=4, covered={str(no): no for no in range(1, 17) if no not in free})
    game.do("a", "roll_move", die=2)
    assert game.seen["marker"] == 4


@pytest.mark.clause("B-035", "B-036")
def test_after_moving_one_opens_a_deal_or_draws_and_cannot_pass() -> None:
    game = arranged(new(4), marker=3)
    game.do("a", "roll_move", die=1)
    legal = {offer.move for offer in GAME.candidates(game.t) if offer.actors != ["referee"]}
    assert legal == {"open_deal", "draw"}
    game.do("a", "open_deal")
    assert game.deal["space"] == 4


@pytest.mark.clause("B-037", "B-041", "B-042")
def test_three_cards_are_drawn_and_the_turn_goes_to_the_left() -> None:
    game = new(4)
    for team, following in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")):
        game.do(team, "roll_move", die=1)
        game.do(team, "draw")
        assert (game.seen["turn"], game.seen["phase"]) == (following, "turn_start")
        assert game.seen["hands"][team] == 8
    assert game.seen["deck"] == 78 - 12


@pytest.mark.clause("B-038", "B-039", "B-040")
@pytest.mark.parametrize(("hand", "phase"), [(9, "turn_start"), (10, "hand_limit"), (12, "hand_limit")])
def test_vec_04_twelve_cards_may_be_kept(hand: int, phase: str) -> None:
    game = arranged(new(4), hands={"a": hand})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.seen["phase"] == phase
    assert game.seen["over_limit"] == (["a"] if hand > 9 else [])


@pytest.mark.clause("B-039")
def test_exactly_the_excess_is_discarded_and_everybody_waits() -> None:
    game = arranged(new(4), hands={"a": 11})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    for actor, action, params in (
        ("b", "roll_move", {"die": 1}), ("b", "open_deal", {}), ("a", "open_deal", {}), ("b", "discard", {"count": 2}),
        ("b", "play_recruit", {"color": "orange"}), ("b", "play_stop", {}), ("b", "play_boss", {}),
        ("a", "end_roll", {"die": 1}), ("a", "close_deal", {"parts": []}),
    ):  # fmt: skip
        assert game.refused(actor, action, **params) == "E_MUST_DISCARD", action
    for count in (0, 1, 3, -2, "2", None):
        assert game.refused("a", "discard", count=count) == "E_DISCARD_COUNT"
    assert game.refused("a", "discard") == "E_DISCARD_COUNT"
    game.do("a", "discard", count=2)
    assert (game.seen["hands"]["a"], game.seen["discard"]) == (12, 2)
    assert (game.seen["phase"], game.seen["turn"]) == ("turn_start", "b")


@pytest.mark.clause("B-039")
def test_types_of_discards_that_were_seen_count_as_shown() -> None:
    game = arranged(new(4), hands={"a": 12})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.refused("a", "discard", count=3, cards=["travel:purple"]) == "E_UNKNOWN"
    assert game.refused("a", "discard", count=3, cards=["boss"] * 4) == "E_DISCARD_COUNT"
    arranged(game, seen={"stop": 9})
    assert game.refused("a", "discard", count=3, cards=["stop", "stop"]) == "E_CARD_LIMIT"
    game.do("a", "discard", count=3, cards=["travel:green", "boss"])
    assert game.seen["seen"] == {"stop": 9, "travel:green": 1, "boss": 1}


@pytest.mark.clause("B-040")
def test_three_hire_cards_may_be_used_before_discarding() -> None:
    game = arranged(new(4), hands={"a": 11})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    game.do("a", "play_recruit", color="orange")
    seen = game.seen
    assert (seen["hands"]["a"], seen["discard"], seen["investors"]["orange"]) == (11, 3, "a")
    assert (seen["phase"], seen["turn"]) == ("turn_start", "b")


@pytest.mark.clause("B-040")
def test_whoever_is_still_above_the_limit_discards_the_rest() -> None:
    game = arranged(new(4, draw_n=7), hands={"a": 12})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    game.do("a", "play_recruit", color="orange")
    assert (game.seen["phase"], game.seen["hands"]["a"]) == ("hand_limit", 16)
    game.do("a", "play_recruit", color="green")
    assert game.refused("a", "discard", count=2) == "E_DISCARD_COUNT"
    game.do("a", "discard", count=1)
    assert (game.seen["turn"], game.seen["hands"]["a"]) == ("b", 12)


@pytest.mark.clause("B-041", "B-124")
def test_a_failed_deal_ends_the_turn() -> None:
    game = in_deal((2, "red"))
    game.do("a", "fail_deal")
    assert (game.seen["turn"], game.seen["phase"]) == ("b", "turn_start")


@pytest.mark.clause("B-043", "B-094")
def test_boss_cards_are_the_exception_to_the_left_neighbour() -> None:
    game = arranged(in_deal((2, "red")), turn="b")
    game.state.deal.opener = "b"
    game.do("d", "play_boss")
    step = game.do("d", "fail_deal")
    assert step is not None
    assert "N_SKIPPED" in [code for code, _figures in step.notices]
    assert render(GAME.tell(game.t, step)).endswith("Вера, Глеб"), "the log names them"
    assert game.seen["turn"] == "a", "opener b, boss d: c and d are passed over"
    assert game.state.last_deal.skipped == ["c", "d"]


@pytest.mark.clause("B-111")
def test_vec_23_the_discard_becomes_a_new_deck_in_the_middle_of_a_draw() -> None:
    game = arranged(new(4), discard=19, deck=2, seen={"boss": 3})
    game.state.hands["b"] += 98 - game.t.card_sum()
    game.do("a", "roll_move", die=1)
    assert game.notices("a", "draw") == ["N_SHUFFLE"]
    assert (game.seen["deck"], game.seen["discard"], game.seen["hands"]["a"]) == (18, 0, 8)
    assert game.seen["seen"] == {}


@pytest.mark.clause("B-111")
def test_with_neither_deck_nor_discard_one_draws_what_there_is() -> None:
    game = arranged(new(4), deck=1, discard=0)
    game.state.hands["b"] += 98 - game.t.card_sum()
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert (game.seen["hands"]["a"], game.seen["deck"]) == (6, 0)
