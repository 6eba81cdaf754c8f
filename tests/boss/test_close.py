"""The end of a deal: B-103 … B-126, and the order in which a closing is refused."""

import pytest

from tests.boss.table import EXAMPLE, Game, arranged, in_deal, new


def agreed(*spaces: tuple[object, ...], **more: object) -> Game:
    """a leads a deal for blue and yellow; b and c agreed to 1M and 2M."""
    game = in_deal(*(spaces or ((4, "blue yellow"),)), **more)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    return game


@pytest.mark.clause("B-103")
def test_what_is_missing_is_named() -> None:
    game = in_deal(EXAMPLE)
    assert game.cannot_close("a", "a inv:red") == "E_MISSING"
    assert game.cannot_close("a") == "E_MISSING"


@pytest.mark.clause("B-103", "B-104")
def test_the_taker_closes_with_the_clan_cards_of_others_by_agreement() -> None:
    game = in_deal((2, "red"))
    game.do("b", "play_clan", color="red")
    game.do("d", "play_boss")
    assert game.cannot_close("d", "b clan:c1") == "E_NO_AGREEMENT"
    game.do("d", "agree", player="b", assets=["clan:c1"], amount=1)
    game.close("d", "b clan:c1")
    assert game.seen["money"] == {"a": 0, "b": 1, "c": 0, "d": 3}


@pytest.mark.clause("B-026", "B-105", "B-112", "B-114")
def test_the_terms_are_told_and_everybody_is_paid_from_the_total() -> None:
    game = agreed()
    step = game.close("a", "b inv:blue", "c inv:yellow")
    assert step is not None
    money = [(one.from_, one.to, one.amount, one.why) for one in step.postings if one.what == "money"]
    assert money == [
        ("bank", "a", 8, "dividend"), ("a", "b", 1, "agreement"), ("a", "c", 2, "agreement"),
    ]  # fmt: skip
    assert sum(game.seen["money"].values()) == 8
    last = game.seen["last_close"]
    assert (last["boss"], last["no"], last["next"]) == ("a", 1, "b")
    assert last["payments"] == {"b": 1, "c": 2}


@pytest.mark.clause("B-106")
def test_after_the_closing_no_cards_are_played() -> None:
    game = agreed()
    game.close("a", "b inv:blue", "c inv:yellow")
    for action, params in (("play_stop", {}), ("play_boss", {}), ("play_clan", {"color": "red"})):
        assert game.refused("d", action, **params) == "E_NO_DEAL"


@pytest.mark.clause("B-107")
def test_by_option_everybody_is_asked_first() -> None:
    game = in_deal((2, "red"), ask_before_close=True)
    assert game.cannot_close("a", "a inv:red") == "E_ASK_FIRST"
    assert game.cannot_close("a", "a inv:red", asked=False) == "E_ASK_FIRST"
    assert game.refused("b", "close_deal", parts=[]) == "E_NOT_BOSS"
    game.close("a", "a inv:red", asked=True)


@pytest.mark.clause("B-108", "B-109", "B-110")
def test_unused_clan_cards_go_home_and_used_ones_to_the_discard() -> None:
    game = in_deal(EXAMPLE, investors={"red": "a", "blue": "a", "yellow": "a"})
    for team, colour in (("a", "orange"), ("a", "green"), ("b", "pink"), ("a", "pink")):
        game.do(team, "play_clan", color=colour)
    game.do("c", "play_travel", target="inv:pink", card="pink")
    assert game.seen["hands"] == {"a": 7, "b": 9, "c": 9, "d": 10}
    game.close("a", "a inv:red", "a inv:blue", "a inv:yellow", "a clan:c1", "a clan:c4")
    assert game.seen["hands"] == {"a": 8, "b": 10, "c": 9, "d": 10}
    assert (game.seen["discard"], game.seen["on_table"]) == (3, 0)
    assert game.seen["seen"] == {"clan:orange": 1, "clan:pink": 1, "travel:pink": 1}


@pytest.mark.clause("B-113")
def test_dividends_times_the_top_card() -> None:
    assert in_deal((6, "red"), stack=[13, 14, 15]).deal["total"] == 30


@pytest.mark.clause("B-114")
def test_no_more_is_promised_than_the_deal_pays() -> None:
    game = in_deal((4, "blue yellow"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=5)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=4)
    assert game.cannot_close("a", "b inv:blue", "c inv:yellow") == "E_OVER_DIVIDEND"
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=3)
    game.close("a", "b inv:blue", "c inv:yellow")
    assert game.seen["money"] == {"a": 0, "b": 5, "c": 3, "d": 0}, "the boss may keep nothing"


@pytest.mark.clause("B-114")
def test_a_package_is_paid_in_full_and_once() -> None:
    game = in_deal((4, "blue", 1, "red green"), investors={"green": "b"})
    game.do("a", "agree", player="b", assets=["inv:blue", "inv:green"], amount=3)
    assert game.notices("a", "close_deal", parts=[
        {"asset": "inv:blue", "owner": "b"}, {"asset": "inv:red", "owner": "a"},
    ])[0] == "W_PACKAGE"  # fmt: skip
    assert game.seen["money"]["b"] == 3
    game = in_deal((4, "blue", 1, "red green"), investors={"green": "b"})
    game.do("a", "agree", player="b", assets=["inv:blue", "inv:green"], amount=3)
    game.close("a", "b inv:blue", "b inv:green")
    assert game.seen["money"]["b"] == 3


@pytest.mark.clause("B-115")
def test_only_participants_are_paid() -> None:
    game = agreed()
    parts = ("b inv:blue", "c inv:yellow")
    assert game.cannot_close("a", *parts, extra_payments={"d": 1}) == "E_PAYEE"
    assert game.cannot_close("a", *parts, extra_payments={"nobody": 1}) == "E_UNKNOWN"
    assert game.cannot_close("a", *parts, extra_payments={"a": 1}) == "E_BOSS_SELF"
    assert game.cannot_close("a", *parts, extra_payments={"b": -1}) == "E_AMOUNT"
    assert game.cannot_close("a", *parts, extra_payments={"b": 6}) == "E_OVER_DIVIDEND"
    # Payees are asked before the sum (§ 3.2), and more than the total is a matter of the sum.
    assert game.cannot_close("a", *parts, extra_payments={"b": 99}) == "E_OVER_DIVIDEND"
    assert game.cannot_close("a", *parts, extra_payments={"d": 99}) == "E_PAYEE"
    assert game.cannot_close("a", *parts, extra_payments={"d": -1}) == "E_PAYEE"
    for wrong in (1.5, "1", True, False, None, 10**12):
        assert game.cannot_close("a", *parts, extra_payments={"b": wrong}) == "E_AMOUNT"
        assert game.cannot_close("a", *parts, extra_payments={"d": wrong}) == "E_PAYEE"
    game.close("a", *parts, extra_payments={"b": 1, "d": 0})
    assert game.seen["money"] == {"a": 4, "b": 2, "c": 2, "d": 0}


@pytest.mark.clause("B-056", "B-060", "B-151")
@pytest.mark.parametrize("soft", [False, True])
def test_an_investor_beside_the_board_represents_nobody(soft: bool) -> None:
    game = in_deal((4, "red orange"), players=4, soft_rules=soft)
    assert game.cannot_close("a", "a inv:red", "board inv:orange") == "E_PART_OWNER"


@pytest.mark.clause("B-115")
def test_by_option_anybody_is_paid() -> None:
    game = agreed(payees="anyone")
    step = game.close("a", "b inv:blue", "c inv:yellow", extra_payments={"d": 1})
    assert step is not None
    assert [(one.to, one.amount) for one in step.postings if one.why == "extra"] == [("d", 1)]
    assert game.seen["money"] == {"a": 4, "b": 1, "c": 2, "d": 1}


@pytest.mark.clause("B-117", "B-118", "B-119")
def test_the_deal_card_covers_the_space_and_the_marker_moves_on() -> None:
    game = in_deal((2, "red"), covered={"2": 5, "3": 6, "4": 7}, stack=[8, 9, 10])
    game.close("a", "a inv:red")
    seen = game.seen
    assert (seen["covered"], seen["marker"]) == ([1, 2, 3, 4], 5)
    assert seen["placed"]["1"] == 8
    assert (seen["deal_card"]["no"], seen["deals_done"]) == (9, 1)
    assert (seen["turn"], seen["phase"]) == ("b", "turn_start")


@pytest.mark.clause("B-118")
def test_the_marker_wraps_round_to_the_next_free_space() -> None:
    game = arranged(
        new(4), marker=16, covered={"1": 1}, investors=dict.fromkeys(("green", "pink", "yellow", "red", "blue"), "a")
    )
    game.do("a", "open_deal")
    game.close("a", "a inv:green", "a inv:pink", "a inv:yellow", "a inv:red", "a inv:blue")
    assert game.seen["marker"] == 2


def test_a_closing_is_refused_in_order() -> None:
    """Boss, asked, parts in their order, one of a colour, extra, missing, agreements, payees, sum."""
    game = in_deal((4, "blue yellow"), investors={"orange": "a", "green": "a"}, ask_before_close=True)
    game.do("d", "play_travel", target="inv:yellow", card="yellow")
    assert game.cannot_close("b", "d inv:blue") == "E_NOT_BOSS"
    assert game.cannot_close("a", "d inv:blue") == "E_ASK_FIRST"
    more = {"asked": True, "extra_payments": {"d": 99}}
    assert game.cannot_close("a", "d inv:blue", "c inv:yellow", "a clan:c1", **more) == "E_PART_OWNER"
    assert game.cannot_close("a", "c inv:yellow", "d inv:blue", "a clan:c1", **more) == "E_TRAVELLING_PART"
    assert game.cannot_close("a", "d inv:yellow", **more) == "E_PART_OWNER"
    assert game.cannot_close("a", "a clan:c1", "c inv:yellow", "d inv:blue", **more) == "E_CLAN_NOT_ON_TABLE"
    game.do("a", "play_clan", color="yellow")
    assert game.cannot_close("a", "b clan:c1", "d inv:blue", **more) == "E_PART_OWNER"
    assert game.cannot_close("a", "a clan:c1", "a clan:c1", "a inv:red", **more) == "E_EXTRA_PART"
    assert game.cannot_close("a", "a clan:c1", "a inv:red", **more) == "E_EXTRA_PART"
    assert game.cannot_close("a", "a clan:c1", **more) == "E_MISSING"
    assert game.cannot_close("a", "a clan:c1", "b inv:blue", **more) == "E_NO_AGREEMENT"
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=8)
    assert game.cannot_close("a", "a clan:c1", "b inv:blue", asked=True, extra_payments={"d": 1}) == "E_PAYEE"
    assert game.cannot_close("a", "a clan:c1", "b inv:blue", asked=True, extra_payments={"b": 1}) == "E_OVER_DIVIDEND"
    assert game.cannot_close("a", "x purple", asked=True) == "E_UNKNOWN"
    assert game.refused("a", "close_deal", asked=True) == "E_MISSING"
    game.close("a", "a clan:c1", "b inv:blue", asked=True)


def test_stale_and_blocked_agreements_do_not_close() -> None:
    game = agreed()
    game.do("d", "play_boss")
    assert game.cannot_close("d", "b inv:blue", "c inv:yellow") == "E_NO_AGREEMENT"
    game.do("d", "keep", player="b")
    assert game.cannot_close("d", "b inv:blue", "c inv:yellow") == "E_NO_AGREEMENT"
    game.do("d", "keep", player="c")
    game.close("d", "b inv:blue", "c inv:yellow")


# ---- failure ----------------------------------------------------------------------------------------


@pytest.mark.clause("B-120")
def test_only_the_boss_declares_failure_and_the_coverable_deal_warns() -> None:
    game = in_deal((2, "red"))
    assert game.refused("b", "fail_deal") == "E_NOT_BOSS"
    assert "W_COULD_CLOSE" in game.notices("a", "fail_deal")
    game = in_deal((2, "blue"))
    assert "W_COULD_CLOSE" not in game.notices("a", "fail_deal")


@pytest.mark.clause("B-121")
@pytest.mark.parametrize("reason", ["price", "travel", "no_cards", "refusal", "time", "other", "обед"])
def test_the_reason_is_recorded(reason: str) -> None:
    game = in_deal((2, "red"))
    game.do("a", "fail_deal", reason=reason)
    assert game.state.last_deal.reason == reason


@pytest.mark.clause("B-122", "B-123")
def test_clan_cards_return_and_the_rest_is_discarded() -> None:
    game = in_deal(EXAMPLE)
    game.do("c", "play_clan", color="red")
    game.do("b", "play_travel", target="inv:pink", card="pink")
    game.do("b", "play_boss")
    game.do("b", "fail_deal")
    assert game.seen["hands"] == {"a": 10, "b": 8, "c": 10, "d": 10}
    assert (game.seen["discard"], game.seen["on_table"]) == (2, 0)


@pytest.mark.clause("B-125")
def test_vec_07_the_next_turn_is_left_of_the_last_boss() -> None:
    for end in ("fail_deal", "close_deal"):
        game = in_deal((2, "red"))
        game.do("c", "play_boss")
        game.do("d", "play_boss")
        if end == "fail_deal":
            game.do("d", "fail_deal")
        else:
            game.do("d", "agree", player="a", assets=["inv:red"], amount=0)
            game.close("d", "a inv:red")
        assert game.seen["turn"] == "a"
        assert game.state.last_deal.skipped == ["b", "c", "d"]


@pytest.mark.clause("B-125")
def test_vec_07_a_stopped_boss_card_does_not_count() -> None:
    game = in_deal((2, "red"))
    game.do("c", "play_boss")
    game.do("d", "play_boss")
    game.do("b", "play_stop")
    game.do("c", "fail_deal")
    assert game.seen["turn"] == "d"


@pytest.mark.clause("B-126")
def test_failure_changes_nothing_else() -> None:
    game = arranged(
        new(4, (2, "red"), (2, "red"), (2, "red"), (2, "red"), (2, "red")), marker=5, stack=[2, 3], deals_done=1
    )
    game.do("a", "open_deal")
    before = game.seen
    game.do("a", "fail_deal")
    after = game.seen
    for key in ("marker", "covered", "deals_done", "deal_card", "money", "investors", "hands", "deck"):
        assert after[key] == before[key], key
