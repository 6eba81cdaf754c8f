"""Undo, rulings and manual corrections on a game of deals (§ 3.5 of the rules, common.md)."""

import pytest

from games.boss.game import GAME
from games.engine.log import standing
from games.engine.replay import opening, play_on
from tests.boss.table import EXAMPLE, Game, arranged, in_deal, new


def three_entries() -> Game:
    game = new(4, EXAMPLE)
    game.do("a", "open_deal")
    game.do("d", "offer", counterparty="a", assets=["inv:pink"], amount=3)
    game.do("b", "play_boss")
    return game


def test_vec_25_an_entry_is_taken_back_unless_a_later_one_needs_it() -> None:
    game = three_entries()
    game.do("referee", "undo", n=2)
    assert game.deal["boss"] == "b"
    assert game.state.deal.offers == []
    game = three_entries()
    assert game.refused("referee", "undo", n=1) == "E_UNDO_CONFLICT"
    game.do("referee", "undo", n=3)
    assert game.deal["boss"] == "a"
    assert game.refused("referee", "undo", n=9) == "E_UNDO_UNKNOWN"
    game.do("referee", "undo")
    game.do("referee", "undo")
    assert game.seen["phase"] == "turn_start"
    assert game.refused("referee", "undo") == "E_UNDO_UNKNOWN"
    game.do("referee", "redo")
    assert game.seen["phase"] == "deal"


def test_a_replay_of_the_log_gives_the_same_table() -> None:
    game = three_entries()
    t = play_on(GAME, opening(GAME, game.origin), standing(game.rows).entries)
    assert GAME.digest(t) == GAME.digest(game.t)


def test_cards_cannot_appear_from_nowhere() -> None:
    game = new(4)
    assert game.refused("referee", "adjust", field="hands.b", value=6, reason="под столом") == "E_CONSERVATION"
    assert game.refused("referee", "adjust", field="deck", by=-1, reason="под столом") == "E_CONSERVATION"
    game.do("referee", "adjust", field="hands.b", by=1, counterpart="deck", reason="под столом")
    assert (game.seen["hands"]["b"], game.seen["deck"]) == (6, 77)
    assert game.refused("referee", "adjust", field="hands.b", by=1, counterpart="deck", reason=" ") == "E_REASON"


def test_cards_that_go_from_the_deck_to_a_hand_in_one_entry_are_counted_when_both_are_set() -> None:
    game = new(4)
    hand, deck = game.t.state.hands["b"], game.t.state.deck
    alone = {"hands.b": hand + 3}
    assert game.refused("referee", "adjust", values=alone, reason="пересчёт") == "E_CONSERVATION"
    game.do("referee", "adjust", values={**alone, "deck": deck - 3}, reason="пересчёт")
    assert (game.t.state.hands["b"], game.t.state.deck) == (hand + 3, deck - 3)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("turn", "nobody", "E_UNKNOWN"), ("investors.red", "nobody", "E_UNKNOWN"), ("phase", "deal", "E_BAD_VALUE"),
        ("phase", "lunch", "E_BAD_VALUE"), ("marker", 99, "E_SPACE"), ("nothing", 1, "E_UNKNOWN"),
        ("stack", [], "E_BAD_VALUE"), ("phase", "hand_limit", "E_BAD_VALUE"),
        ("stoppable", {"kind": "x", "by": "a"}, "E_UNKNOWN"),
        ("covered", {"99": 1}, "E_SPACE"), ("investors.purple", "a", "E_BAD_VALUE"),
        ("marker", "x", "E_BAD_NUMBER"), ("stack", [3, 3, 4], "E_BAD_VALUE"), ("stack", [2, 1], "E_BAD_VALUE"),
        ("deals_done", -1, "E_BELOW_ZERO"), ("money.b", -1, "E_BELOW_ZERO"),
    ],
)  # fmt: skip
def test_a_correction_leaves_a_table_on_which_one_can_play(field: str, value: object, code: str) -> None:
    assert new(4).refused("referee", "adjust", field=field, value=value, reason="?") == code


@pytest.mark.parametrize(
    ("field", "by", "counterpart"), [("hands.b", -6, "deck"), ("hands.b", 79, "deck"), ("discard", -1, "deck")]
)
def test_no_pile_of_cards_falls_below_zero(field: str, by: int, counterpart: str) -> None:
    change = {"field": field, "by": by, "counterpart": counterpart, "reason": "?"}
    assert new(4).refused("referee", "adjust", **change) == "E_BELOW_ZERO"
    assert new(4).refused("a", "overrule", action="adjust", params=change, reason="?") == "E_OVERRULE"


def test_what_is_printed_is_corrected_as_it_is_printed() -> None:
    """Amendment 10: `covered` is a list; `deal_card` is the head of the stack."""
    game = arranged(new(4), covered={"4": 2})
    game.do("referee", "adjust", field="covered", value=[4, 5], reason="забыли записать")
    assert (game.seen["covered"], game.seen["placed"]) == ([4, 5], {"4": 2, "5": 0})
    assert [field.card for field in GAME.panel(game.t).board[3:6]] == [2, "?", 0]
    game.do("a", "roll_move", die=4)
    assert game.seen["marker"] == 7
    assert game.refused("referee", "adjust", field="covered", value=[99], reason="?") == "E_SPACE"
    for value in (3, {"no": 3}, {"no": 3, "value": 2}):
        game.do("referee", "adjust", field="deal_card", value=value, reason="забыли записать")
        assert (game.seen["deal_card"], game.seen["stack"]) == ({"no": 3, "value": 2}, list(range(3, 16)))
    game.do("referee", "adjust", field="deal_card.no", value=2, reason="одну лишнюю")
    assert game.seen["stack"] == list(range(2, 16))
    assert game.refused("referee", "adjust", field="deal_card", value={"no": 3, "value": 5}, reason="?") == "E_KNOWN"
    for wrong in (0, 99, None, {}, "3", True):
        assert game.refused("referee", "adjust", field="deal_card", value=wrong, reason="?") == "E_UNKNOWN"


def test_money_that_a_ruling_let_fall_below_zero_may_rise() -> None:
    game = arranged(new(4), money={"b": -3})
    game.do("referee", "adjust", field="money.b", by=1, reason="не записали")
    game.do("referee", "adjust", field="money.a", by=1, reason="не записали")
    assert game.refused("referee", "adjust", field="money.b", by=-1, reason="?") == "E_BELOW_ZERO"
    assert game.seen["money"] == {"a": 1, "b": -2, "c": 0, "d": 0}


def at_limit(hand: int = 13) -> Game:
    game = arranged(new(4), hands={"a": hand - 3})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    assert game.seen["phase"] == "hand_limit"
    return game


@pytest.mark.clause("B-039")
@pytest.mark.parametrize("hand", [11, 12])
def test_whoever_is_counted_down_to_the_limit_need_not_discard(hand: int) -> None:
    game = at_limit()
    game.do("referee", "adjust", field="hands.a", value=hand, counterpart="deck", reason="пересчитали")
    assert (game.seen["phase"], game.seen["turn"], game.seen["over_limit"]) == ("turn_start", "b", [])
    game.do("b", "roll_move", die=1)


@pytest.mark.clause("B-039")
def test_a_corrected_limit_counts_at_once_for_those_who_wait() -> None:
    game = at_limit(14)
    game.do("referee", "fix_option", path="hand_limit", value=13, reason="опечатка")
    assert game.seen["over_limit"] == ["a"]
    game.do("referee", "adjust", field="options.hand_limit", value=14, reason="опечатка")
    assert (game.seen["phase"], game.seen["turn"]) == ("turn_start", "b")
    game = at_limit(14)
    game.do("referee", "fix_option", path="hand_limit", value=14, reason="опечатка")
    assert (game.seen["phase"], game.seen["turn"]) == ("turn_start", "b")


@pytest.mark.clause("B-042")
def test_corrected_seats_hold_for_the_turn_after_the_discard() -> None:
    game = at_limit()
    game.do("referee", "fix_seats", order=["a", "c", "b", "d"], reason="сидят иначе")
    game.do("a", "discard", count=1)
    assert game.seen["turn"] == "c"


@pytest.mark.clause("B-140", "B-094")
def test_a_corrected_order_holds_for_the_turn_after_the_roll() -> None:
    fixes = (
        ("fix_option", {"path": "turn_order_after_boss", "value": "opener"}, "b"),
        ("adjust", {"field": "options.turn_order_after_boss", "value": "opener"}, "b"),
        ("fix_seats", {"order": ["a", "d", "c", "b"]}, "c"),
    )
    for action, params, following in fixes:
        game = in_deal((2, "red"), stack=[10, 11], investors={"red": "d"})
        game.do("d", "play_boss")
        game.close("d", "d inv:red")
        game.do("referee", action, reason="опечатка", **params)
        assert game.seen["last_close"]["next"] == following
        game.do("d", "end_roll", die=6)
        assert game.seen["turn"] == following
        assert game.state.last_deal.skipped == {"b": [], "c": ["d"]}[following]


@pytest.mark.clause("B-147")
def test_the_short_game_leaves_out_what_is_not_played_yet_and_gives_it_back() -> None:
    game = in_deal((2, "red"), stack=list(range(3, 16)))
    game.do("referee", "fix_option", path="short_game", value=True, reason="короткая")
    assert game.seen["stack"] == [3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15], "the open deal is for card 3"
    game.do("a", "fail_deal")
    game.do("referee", "adjust", field="options.short_game", value=False, reason="полная")
    assert game.seen["stack"] == list(range(3, 16))
    game.do("referee", "fix_option", path="short_game", value="on", reason="короткая")
    assert game.seen["stack"] == [4, 5, 7, 8, 10, 11, 12, 13, 14, 15]
    last = in_deal((2, "red"), stack=[9])
    last.do("a", "fail_deal")
    assert last.refused("referee", "fix_option", path="short_game", value=True, reason="?") == "E_BAD_VALUE"


@pytest.mark.clause("B-146")
def test_a_late_limit_corrected_at_the_start_of_a_turn_applies_at_once() -> None:
    """Amendment 4."""
    game = arranged(new(4), stack=[10, 11], hands={"c": 12})
    game.do("referee", "fix_option", path="late_hand_limit", value=10, reason="забыли")
    assert (game.seen["phase"], game.seen["over_limit"]) == ("hand_limit", ["c"])
    game.do("c", "discard", count=2)
    assert (game.seen["phase"], game.seen["turn"]) == ("turn_start", "a")


def clans(*marks: str) -> dict[str, object]:
    laid = [{"id": mark, "color": "pink", "owner": "d"} for mark in marks]
    return {"deal.clans": laid, "hands.d": 10 - len(marks)}


@pytest.mark.parametrize("marks", [("x",), ("c0",), ("c1", "c1"), ("c1\n",), ("clan",)])
def test_clan_cards_on_the_table_have_marks_of_their_own(marks: tuple[str, ...]) -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("referee", "adjust", values=clans(*marks), reason="?") == "E_BAD_VALUE"


def test_the_next_clan_card_follows_those_that_were_put_on_the_table() -> None:
    game = in_deal(EXAMPLE)
    game.do("referee", "adjust", values=clans("c1", "c3"), reason="забыли записать")
    game.do("b", "play_clan", color="orange")
    assert [clan["id"] for clan in game.deal["clans"]] == ["c1", "c3", "c4"]
    game.do("c", "play_travel", target="clan:c3", card="grey")
    game.do("a", "play_stop")
    game.do("a", "fail_deal")
    assert game.seen["hands"]["d"] == 10


def test_money_investors_and_the_turn_are_corrected_also_after_the_end() -> None:
    game = in_deal((2, "red"), stack=[15])
    game.close("a", "a inv:red")
    assert game.seen["winners"] == ["a"]
    game.do("referee", "adjust", field="money.b", value=50, reason="не записали")
    assert game.seen["winners"] == ["b"]
    game = new(4)
    game.do("referee", "adjust", field="investors.red", value="b", reason="перепутали")
    game.do("referee", "adjust", field="turn", value="c", reason="перепутали")
    assert (game.seen["investors"]["red"], game.seen["turn"]) == ("b", "c")


def test_a_correction_is_posted_between_the_accounts_it_touches() -> None:
    game = new(4)
    step = game.do("referee", "adjust", field="money.b", by=3, reason="не записали")
    assert step is not None
    assert [(one.from_, one.to, one.what, one.amount) for one in step.postings] == [("bank", "b", "money", 3)]
    step = game.do("referee", "adjust", field="hands.b", by=1, counterpart="deck", reason="под столом")
    assert step is not None
    assert [(one.from_, one.to, one.what, one.amount) for one in step.postings] == [("deck", "b", "cards", 1)]


def test_a_corrected_deal_closes_the_window_for_a_stop_and_a_corrected_turn_counts_its_hand() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_travel", target="inv:red", card="red")
    game.do("referee", "adjust", field="investors.red", value="b", reason="перепутали")
    assert game.refused("a", "play_stop") == "E_STOP_NOTHING"
    game = new(4, must_deal_over=4)
    game.do("referee", "adjust", field="turn", value="b", reason="перепутали")
    game.do("b", "roll_move", die=1)
    assert game.refused("b", "draw") == "E_V2_MUST_DEAL"


def test_a_deal_that_is_open_cannot_be_skipped_by_a_ruling() -> None:
    game = in_deal(EXAMPLE)
    for action, params in (("roll_move", {"die": 1}), ("draw", {}), ("open_deal", {}), ("end_roll", {"die": 1})):
        assert game.refused("a", "overrule", action=action, params=params, reason="?") == "E_OVERRULE"
    over = in_deal((2, "red"), stack=[15])
    over.close("a", "a inv:red")
    assert over.refused("a", "overrule", action="open_deal", reason="ещё одну") == "E_OVERRULE"


def test_the_trainer_lets_a_refused_move_stand() -> None:
    game = in_deal((2, "blue"))
    params = {"parts": [{"asset": "inv:blue", "owner": "b"}]}
    game.do("a", "overrule", action="close_deal", params=params, reason="так договорились", clause="B-056")
    assert game.seen["money"] == {"a": 4, "b": 0, "c": 0, "d": 0}, "without an agreement nothing is owed"
    assert game.rows[-1].ruling.codes == ["E_NO_AGREEMENT"]


@pytest.mark.parametrize(
    ("actor", "action", "params"),
    [
        ("b", "play_stop", {}), ("a", "play_boss", {}), ("b", "play_recruit", {"color": "orange", "count": 2}),
        ("b", "play_travel", {"target": "clan:c1", "card": "red"}), ("c", "keep", {"player": "b"}),
        ("a", "close_deal", {"parts": [{"asset": "clan:c1", "owner": "a"}]}), ("a", "end_roll", {"die": 1}),
        ("a", "agree", {"player": "b", "assets": ["inv:blue"], "amount": "x"}),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_cannot_be_overruled(actor: str, action: str, params: dict[str, object]) -> None:
    game = in_deal((2, "blue"))
    assert game.refused(actor, "overrule", action=action, params=params, reason="?") == "E_OVERRULE"


def test_a_mistyped_space_is_corrected_from_the_start() -> None:
    game = in_deal((2, "red"))
    game.do("referee", "fix_kit", path="spaces.1.shares", value=4, reason="опечатка", **{"from": "start"})
    assert game.deal["total"] == 8


def test_every_table_move_by_the_referee_alone_is_refused() -> None:
    game = in_deal(EXAMPLE)
    for action, params in (
        ("play_clan", {"color": "red"}), ("play_travel", {"target": "inv:red", "card": "red"}), ("play_boss", {}),
        ("play_recruit", {"color": "orange"}), ("withdraw", {"player": "b"}), ("play_stop", {}),
    ):  # fmt: skip
        assert game.refused("referee", action, **params) == "E_UNKNOWN"


def test_the_older_name_of_the_soft_rules_is_corrected_as_the_set_up_takes_it() -> None:
    game = new(2, EXAMPLE)
    game.do("referee", "fix_option", path="two_players", value="on", reason="нас двое")
    assert game.t.options.soft_rules
    # «off» stands for nothing that could be set
    assert game.refused("referee", "fix_option", path="two_players", value="off", reason="опечатка") == "E_UNKNOWN"
