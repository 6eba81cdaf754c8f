"""Variants: B-139 … B-148, and the other options of § 7; the soft rules have a file of their own."""

import msgspec
import pytest

from games.boss.game import GAME
from games.boss.options import PRESETS, Options
from games.engine.evidence import Lines
from games.engine.refusal import Refusal
from tests.boss.table import EXAMPLE, Game, arranged, in_deal, new, parts_of


def closed_by(game: Game, boss: str, *parts: str) -> Game:
    game.close(boss, *parts)
    return game


@pytest.mark.clause("B-139")
def test_every_option_has_help_and_words_and_a_change_is_logged_with_its_reason() -> None:
    names = [field.name for field in msgspec.structs.fields(Options)]
    assert set(names) == set(GAME.option_help)
    assert set(names) <= set(GAME.terms)
    game = new(4)
    assert game.refused("referee", "adjust", field="options.late_hand_limit", value=10, reason="") == "E_REASON"
    game.do("referee", "adjust", field="options.late_hand_limit", value=10, reason="договорились")
    assert game.t.options.late_hand_limit == 10
    game.do("referee", "adjust", field="options.draw_by_investors", value="on", reason="договорились")
    assert game.t.options.draw_by_investors is True
    assert game.refused("referee", "adjust", field="options.payees", value="me", reason="?") == "E_BAD_VALUE"
    assert game.refused("referee", "adjust", field="options.unheard", value=1, reason="?") == "E_UNKNOWN"
    game.do("referee", "fix_option", path="turn_order_after_boss", value="opener", reason="опечатка")
    assert game.t.options.turn_order_after_boss == "opener"
    game.do("referee", "fix_option", path="must_deal_over", value="on", reason="опечатка")
    assert game.t.options.must_deal_over == 10


@pytest.mark.clause("B-139")
@pytest.mark.parametrize("changes", [one[1] for choices in PRESETS.values() for one in choices.values()])
def test_presets_are_options(changes: dict[str, object]) -> None:
    assert msgspec.convert(changes, Options) == msgspec.structs.replace(Options(), **changes)


@pytest.mark.clause("B-139")
def test_options_as_people_write_them() -> None:
    raw = {
        "must_deal_over": "on", "late_hand_limit": True, "min_hand_to_open": "off", "earn_needs_card": "on",
        "draw_by_investors": "on", "short_game": "off", "soft_rules": None, "payees": "anyone",
    }  # fmt: skip
    found = msgspec.convert(GAME.old_options(raw), Options)
    assert (found.must_deal_over, found.late_hand_limit, found.min_hand_to_open) == (10, 10, 0)
    assert (found.earn_needs_card, found.draw_by_investors, found.short_game) == ("no_pay", True, False)
    assert GAME.old_options({"earn_needs_card": "refuse", "two_players": True}) == {
        "earn_needs_card": "refuse", "soft_rules": True,
    }  # fmt: skip


@pytest.mark.clause("B-140")
@pytest.mark.parametrize("end", ["fail", "close", "roll"])
def test_v1_a_change_of_the_boss_does_not_change_the_order(end: str) -> None:
    game = in_deal((2, "red"), turn_order_after_boss="opener", stack=[11, 12] if end == "roll" else [1, 2])
    game.do("c", "play_boss")
    game.do("d", "play_boss")
    if end == "fail":
        game.do("d", "fail_deal")
    else:
        game.do("d", "agree", player="a", assets=["inv:red"], amount=0)
        game.close("d", "a inv:red")
    if end == "roll":
        game.do("d", "end_roll", die=6)
    assert game.seen["turn"] == "b"
    assert game.state.last_deal.skipped == []


@pytest.mark.clause("B-141", "B-142")
@pytest.mark.parametrize(("hand", "must"), [(10, False), (11, True)])
def test_vec_11_with_more_than_ten_cards_a_deal_must_be_tried(hand: int, must: bool) -> None:
    game = arranged(new(4, must_deal_over=10), hands={"a": hand}, turn_hand=hand)
    game.do("a", "roll_move", die=1)
    if must:
        assert game.refused("a", "draw") == "E_V2_MUST_DEAL"
        game.do("a", "open_deal")
    else:
        game.do("a", "draw")


@pytest.mark.clause("B-142")
def test_v2_the_hand_at_the_start_of_the_turn_counts_and_the_deal_may_be_at_once() -> None:
    game = arranged(new(4, must_deal_over=10), hands={"b": 11})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    game.do("b", "open_deal")
    game.do("b", "fail_deal")
    assert game.seen["turn"] == "c"


@pytest.mark.clause("B-143")
def test_v3_whoever_played_no_card_is_not_paid() -> None:
    """Amendment 1: the closing is accepted, the boss keeps it."""
    game = in_deal((2, "blue"), earn_needs_card="no_pay")
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    step = game.close("a", "b inv:blue")
    assert step is not None
    assert [code for code, _figures in step.notices] == ["W_V3_NO_PAY"]
    assert game.seen["money"] == {"a": 4, "b": 0, "c": 0, "d": 0}


@pytest.mark.clause("B-143")
def test_vec_12_v3_refuses_where_the_session_says_so() -> None:
    game = in_deal((2, "blue", 0), earn_needs_card="refuse")
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    assert game.cannot_close("a", "b inv:blue") == "E_V3_NO_CARD"
    game.do("b", "play_clan", color="blue")
    game.close("a", "b inv:blue")
    assert game.seen["money"]["b"] == 3


@pytest.mark.clause("B-143")
@pytest.mark.parametrize("option", ["no_pay", "refuse"])
def test_v3_a_stopped_card_counts_too(option: str) -> None:
    game = in_deal((2, "blue"), earn_needs_card=option)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("b", "play_travel", target="inv:red", card="red")
    game.do("a", "play_stop")
    game.close("a", "b inv:blue")
    assert game.seen["money"]["b"] == 3


@pytest.mark.clause("B-143")
@pytest.mark.parametrize("option", ["no_pay", "refuse"])
def test_v3_whoever_agreed_to_nothing_earns_nothing(option: str) -> None:
    game = in_deal((2, "blue"), earn_needs_card=option)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=0)
    assert game.notices("a", "close_deal", parts=parts_of("b inv:blue")) == []
    assert game.seen["money"] == {"a": 4, "b": 0, "c": 0, "d": 0}


@pytest.mark.clause("B-144")
@pytest.mark.parametrize(("held", "hand"), [(0, 9), (1, 8), (2, 7), (3, 6), (4, 6)])
def test_vec_13_the_draw_follows_the_number_of_investors(held: int, hand: int) -> None:
    colours = ("red", "blue", "yellow", "pink", "orange", "green")
    game = arranged(
        new(4, draw_by_investors=True), investors={c: "a" if at < held else "b" for at, c in enumerate(colours)}
    )
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.seen["hands"]["a"] == hand


@pytest.mark.clause("B-144", "B-040")
def test_vec_14_four_cards_a_hire_and_one_to_discard() -> None:
    game = arranged(new(4, draw_by_investors=True), hands={"a": 12}, investors={"red": "b"})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.seen["hands"]["a"] == 16
    game.do("a", "play_recruit", color="orange")
    assert game.refused("a", "discard", count=2) == "E_DISCARD_COUNT"
    game.do("a", "discard", count=1)
    assert game.seen["hands"]["a"] == 12


@pytest.mark.clause("B-145")
@pytest.mark.parametrize(("hand", "may"), [(3, False), (4, True)])
def test_vec_15_with_three_cards_no_deal_is_opened(hand: int, may: bool) -> None:
    game = arranged(new(4, min_hand_to_open=4), hands={"a": hand})
    if may:
        game.do("a", "open_deal")
    else:
        assert game.refused("a", "open_deal") == "E_V5_FEW_CARDS"
        assert game.refused("b", "open_deal") == "E_NOT_YOUR_TURN"


@pytest.mark.clause("B-145")
def test_v5_does_not_bar_a_boss_card() -> None:
    game = arranged(in_deal(EXAMPLE, min_hand_to_open=4), hands={"b": 1})
    game.do("b", "play_boss")


@pytest.mark.clause("B-141", "B-145")
def test_whom_v2_obliges_v5_does_not_bar() -> None:
    """A-60: V2 wins; so no hand leaves a turn without a move."""
    game = arranged(new(4, must_deal_over=2, min_hand_to_open=4), hands={"a": 3, "b": 2}, turn_hand=3)
    game.do("a", "open_deal")
    game.do("a", "fail_deal")
    assert game.refused("b", "open_deal") == "E_V5_FEW_CARDS"
    game.do("b", "roll_move", die=1)
    game.do("b", "draw")


@pytest.mark.clause("B-141")
@pytest.mark.parametrize("rolled", [False, True])
def test_v2_counts_the_corrected_hand_as_the_one_at_the_start_of_the_turn(rolled: bool) -> None:
    for before, counted, may in ((10, 11, False), (11, 10, True)):
        game = arranged(new(4, must_deal_over=10), hands={"a": before}, turn_hand=before)
        if rolled:
            game.do("a", "roll_move", die=1)
        game.do("referee", "adjust", field="hands.a", value=counted, counterpart="deck", reason="пересчитали")
        if not rolled:
            game.do("a", "roll_move", die=1)
        if may:
            game.do("a", "draw")
        else:
            assert game.refused("a", "draw") == "E_V2_MUST_DEAL"


@pytest.mark.clause("B-146")
@pytest.mark.parametrize(("top", "phase"), [(9, "turn_start"), (10, "hand_limit")])
def test_vec_16_the_limit_is_ten_from_the_tenth_deal_on(top: int, phase: str) -> None:
    game = arranged(new(4, late_hand_limit=10), hands={"a": 8}, stack=list(range(top, 16)))
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.seen["phase"] == phase
    if phase == "hand_limit":
        game.do("a", "discard", count=1)
        assert (game.seen["hands"]["a"], game.seen["turn"]) == (10, "b")


@pytest.mark.clause("B-146")
def test_the_late_limit_never_lets_more_cards_be_kept() -> None:
    """L177: not more than 10, where the limit of the table is lower that one stays."""
    game = arranged(new(4, late_hand_limit=10, hand_limit=6), stack=[10, 11])
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    game.do("a", "discard", count=2)
    assert (game.seen["hands"]["a"], game.seen["turn"]) == (6, "b")


def late(**options: object) -> Game:
    game = in_deal((2, "red"), stack=[9, 10, 11], late_hand_limit=10, **options)
    arranged(game, hands={"a": 12, "b": 11, "c": 10, "d": 13})
    game.close("a", "a inv:red")
    return game


@pytest.mark.clause("B-146")
def test_the_late_limit_applies_at_once_and_in_any_order() -> None:
    """Amendment 4."""
    game = late()
    seen = game.seen
    assert (seen["phase"], seen["turn"], seen["over_limit"]) == ("hand_limit", "b", ["a", "b", "d"])
    assert game.refused("b", "open_deal") == "E_MUST_DISCARD"
    assert game.refused("c", "play_recruit", color="orange") == "E_MUST_DISCARD"
    game.do("d", "play_recruit", color="orange")
    assert game.seen["over_limit"] == ["a", "b"]
    assert game.refused("d", "discard", count=1) == "E_MUST_DISCARD"
    game.do("b", "discard", count=1)
    assert game.refused("a", "discard", count=1) == "E_DISCARD_COUNT"
    game.do("a", "discard", count=2)
    assert (game.seen["phase"], game.seen["turn"], game.seen["over_limit"]) == ("turn_start", "b", [])
    assert game.seen["hands"] == {"a": 10, "b": 10, "c": 10, "d": 10}


@pytest.mark.clause("B-146")
def test_by_option_the_late_limit_waits_for_the_next_draw() -> None:
    game = late(v6_when="at_draw")
    assert game.seen["phase"] == "turn_start"
    game.do("b", "roll_move", die=1)
    game.do("b", "draw")
    game.do("b", "discard", count=4)


@pytest.mark.clause("B-147", "B-148")
def test_vec_17_the_short_game_leaves_out_3_6_and_9() -> None:
    game = new(4, (2, "red"), short_game=True)
    assert game.seen["stack"] == [1, 2, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15]
    arranged(game, stack=[10, 11], deals_done=6)
    game.do("a", "open_deal")
    game.close("a", "a inv:red")
    assert (game.seen["phase"], game.seen["deals_done"]) == ("end_roll", 7)
    assert game.seen["end_roll"]["end_numbers"] == [1]


def test_by_option_the_discard_is_shuffled_as_soon_as_the_deck_is_empty() -> None:
    for option, deck, discard in (("on_need", 0, 7), ("at_zero", 7, 0)):
        game = arranged(new(4, reshuffle=option), deck=3, discard=7)
        game.state.hands["b"] += 98 - game.t.card_sum()
        game.do("a", "roll_move", die=1)
        game.do("a", "draw")
        assert (game.seen["deck"], game.seen["discard"]) == (deck, discard)


def test_hands_and_draws_for_experiments() -> None:
    game = new(4, hand_start=4, draw_n=5, hand_limit=8)
    assert game.seen["hands"]["a"] == 4
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert (game.seen["hands"]["a"], game.seen["phase"]) == (9, "hand_limit")


def test_the_fast_log_offers_no_offers_and_says_so_in_the_debrief() -> None:
    game = in_deal(EXAMPLE, log_depth="fast")
    assert "offer" not in {offer.move for offer in GAME.candidates(game.t)}
    assert "agree" in {offer.move for offer in GAME.candidates(game.t)}
    caveats = GAME.collector(game.t).findings(game.t).caveats
    assert len(caveats) == len(GAME.collector(new(4).t).findings(new(4).t).caveats) + 1
    assert isinstance(GAME.collector(game.t).findings(game.t).course[0], Lines)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises((msgspec.ValidationError, Refusal)):
        new(4, payees="friends")
