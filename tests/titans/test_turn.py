"""The order of a turn, the choice of actions, work (T-027 to T-029, T-055 to T-066, T-143 to T-145)."""

from __future__ import annotations

import pytest

from tests.titans.playing import Play, codes, kit_with


@pytest.mark.clause("T-027", "T-030")
def test_a_turn_is_news_then_actions_then_results() -> None:
    s = Play()
    assert s.refused("A", "draw_news", card="NW1") == "E_NEWS_FIRST_TURN"
    assert s.refused("A", "fulfil", tender="TN1") == "E_PHASE"
    s.actions(A=[1, 2], B=[1, 2], V=[1, 2])
    assert s.refused("referee", "apply_combos") == "E_PHASE"
    assert s.refused("referee", "reveal_actions", actions={}) == "E_PHASE"


@pytest.mark.clause("T-027", "T-031")
def test_from_the_second_turn_on_news_come_first() -> None:
    s = Play("AB")
    _quick_turn(s)
    assert (s.state["turn"], s.state["phase"]) == (2, "news")
    actions = {"A": [1, 2], "B": [1, 2]}
    assert s.refused("referee", "reveal_actions", actions=actions) == "E_PHASE"


def _quick_turn(s: Play) -> None:
    """Let everybody work and skip action 3, and end the turn."""
    sides = list(s.state["money"])
    s.actions(**{key: [1, 3] for key in sides})
    for action in ("work", "skip_action"):
        for side in list(s.state["queue"]):
            s.do(side, action, **({"action": 3} if action == "skip_action" else {}))
    s.results()
    s.do("referee", "end_turn")


@pytest.mark.clause("T-028", "T-058", "T-060")
def test_actions_are_recorded_for_all_at_once() -> None:
    s = Play()
    assert s.refused("referee", "reveal_actions", actions={"A": [1, 2], "B": [1, 2]}) == "E_NOT_ALL_IN"
    assert s.refused("referee", "reveal_actions") == "E_NOT_ALL_IN"
    assert s.refused("A", "buy_card", slot=1) == "E_PHASE"
    assert s.state["actions"] == {}
    extra = {"A": [1, 2], "B": [1, 2], "V": [1, 2], "Z": [1, 2]}
    assert s.refused("referee", "reveal_actions", actions=extra) == "E_UNKNOWN"


@pytest.mark.clause("T-055", "T-057")
def test_exactly_two_different_actions() -> None:
    s = Play("AB")
    for wrong in ([1], [1, 2, 3], [1, 1], [], "12", [1, "2"], [True, 2]):
        assert s.refused("referee", "reveal_actions", actions={"A": wrong, "B": [1, 2]}) == "E_TWO_DIFFERENT"


@pytest.mark.clause("T-059", "T-006")
def test_the_order_of_clicks_does_not_matter() -> None:
    s = Play("AB")
    s.actions(A=[2, 1], B=[3, 1])
    assert s.state["actions"] == {"A": [1, 2], "B": [1, 3]}


@pytest.mark.clause("T-061", "T-062", "T-064")
def test_order_of_the_example() -> None:  # V-12
    s = Play("AB", first="A")
    s.actions(A=[2, 4], B=[1, 3])
    sequence = []
    while s.state["phase"].startswith("act"):
        side, action = s.state["queue"][0], int(s.state["phase"][3])
        sequence.append((side, action))
        s.do(side, "work") if action == 1 else s.do(side, "skip_action", action=action)
    assert sequence == [("B", 1), ("A", 2), ("B", 3), ("A", 4)]


@pytest.mark.clause("T-061", "T-062", "T-087")
def test_order_of_four_sides_from_the_third_seat() -> None:  # V-13
    s = Play("ABVG", first="V")
    s.actions(A=[1, 2], B=[2, 3], V=[2, 4], G=[1, 4])
    order = []
    while s.state["phase"] in ("act1", "act2", "act3"):
        side, action = s.state["queue"][0], int(s.state["phase"][3])
        order.append((side, action))
        s.do(side, "work") if action == 1 else s.do(side, "skip_action", action=action)
    assert order == [("G", 1), ("A", 1), ("V", 2), ("A", 2), ("B", 2), ("B", 3)]
    assert (s.state["phase"], s.state["queue"]) == ("act4", ["V", "G"])


@pytest.mark.clause("T-062", "T-104")
def test_nobody_acts_before_his_step() -> None:
    s = Play("ABV", first="B")
    s.actions(A=[1, 2], B=[2, 3], V=[1, 2])
    assert s.refused("A", "work") == "E_NOT_YOUR_STEP"
    assert s.refused("B", "work") == "E_NOT_YOUR_STEP"
    s.do("V", "work")
    s.do("A", "work")
    assert s.state["phase"] == "act2"
    assert s.refused("V", "buy_card", slot=1) == "E_NOT_YOUR_STEP"


@pytest.mark.clause("T-063")
def test_done_actions_lie_face_down() -> None:
    s = Play("AB")
    s.actions(A=[1, 2], B=[1, 2])
    assert s.state["actions_done"] == {"A": [], "B": []}
    s.do("A", "work")
    assert s.state["actions_done"] == {"A": [1], "B": []}
    s.do("B", "work")
    assert s.state["actions_done"] == {"A": [1], "B": [1]}


@pytest.mark.clause("T-065", "T-066")
def test_work_pays_fifteen_or_what_the_bank_has() -> None:  # V-14
    for bank, money, left in ((100, 80, 85), (7, 72, 0), (0, 65, 0)):
        s = Play("AB", kit=kit_with(bank_total=130 + bank))
        s.actions(A=[1, 2], B=[2, 3])
        step = s.do("A", "work")
        assert (s.state["money"]["A"], s.state["bank"]) == (money, left)
        assert ("N_BANK_SHORT" in codes(step)) == (bank < 15)


@pytest.mark.clause("T-066")
def test_an_empty_bank_of_unknown_size() -> None:  # amendment 5
    s = Play("AB", bank="unlimited")
    s.actions(A=[1, 2], B=[1, 2])
    assert s.refused("A", "work", taken=16) == "E_BAD_NUMBER"
    assert s.refused("A", "work", taken=-1) == "E_BAD_NUMBER"
    s.do("A", "work", taken=4)
    s.do("B", "work", taken=0)
    assert s.state["money"] == {"A": 69, "B": 65}


@pytest.mark.clause("T-055")
def test_up_to_two_actions() -> None:
    s = Play("AB", actions_per_turn="up_to_two")
    assert s.refused("referee", "reveal_actions", actions={"A": [1, 2, 3], "B": []}) == "E_TWO_DIFFERENT"
    assert s.refused("referee", "reveal_actions", actions={"A": [1, 1], "B": []}) == "E_TWO_DIFFERENT"
    s.actions(A=[1], B=[])
    assert (s.state["phase"], s.state["queue"]) == ("act1", ["A"])
    s.do("A", "work")
    assert s.state["phase"] == "fulfil"


@pytest.mark.clause("T-143", "T-070")
def test_empty_slots_are_filled_before_a_new_turn() -> None:
    s = Play("AB", agencies=("AG1", "AG2"), tenders=("TN1",))
    s.at("refill")
    assert s.refused("referee", "end_turn") == "E_REFILL_REQUIRED"
    assert s.refused("referee", "refill_tender", slot=3, card="TN2") == "E_BAD_SLOT"
    assert s.refused("referee", "refill_tender", slot=1, card="TN2") == "E_SLOT_FULL"
    s.do("referee", "refill_tender", slot=2, card="TN2")
    assert s.refused("referee", "end_turn") == "E_REFILL_REQUIRED"
    s.do("referee", "refill_agency", slot=3, card="TT1")
    s.do("referee", "end_turn")
    assert s.state["turn"] == 2


@pytest.mark.clause("T-143")
def test_when_a_deck_is_out_slots_stay_empty() -> None:
    s = Play("AB", tenders=("TN1",))
    s.put("decks.tender", 0)
    s.at("refill")
    assert s.refused("referee", "refill_tender", slot=2, card="TN2") == "E_DECK_EMPTY"
    s.do("referee", "end_turn")
    assert s.state["tender_slots"] == ["TN1", None]


@pytest.mark.clause("T-144", "T-145")
def test_the_token_goes_clockwise() -> None:  # V-49
    s = Play("ABVG", first="V")
    seen = []
    for turn in (2, 3, 4):
        s.at("refill")
        s.do("referee", "end_turn")
        assert (s.state["turn"], s.state["phase"]) == (turn, "news")
        seen.append(s.state["first"])
    assert seen == ["G", "A", "B"]


def test_without_news_a_turn_begins_with_the_choice() -> None:  # A-20, amendment 8
    s = Play("AB")
    s.put("decks.news", 0)
    s.at("refill")
    step = s.do("referee", "end_turn")
    assert s.state["phase"] == "choose"
    assert codes(step) == ["N_NO_NEWS"]


def test_planned_turns_are_a_reminder_only() -> None:
    s = Play("AB", max_turns=1)
    s.at("refill")
    assert "N_MAX_TURNS" in codes(s.do("referee", "end_turn"))
    assert s.state["phase"] == "news"
