"""The soft rules, with two players and with more: B-149 … B-154."""

import pytest

from tests.boss.table import EXAMPLE, arranged, in_deal, new


@pytest.mark.clause("B-149", "B-151")
def test_v8_soft_rules_with_four_players() -> None:
    game = in_deal((2, "blue", 1, "pink yellow"), soft_rules=True)
    game.close("a", "b inv:blue", "d inv:pink")
    assert game.seen["money"] == {"a": 0, "b": 2, "c": 0, "d": 2}


@pytest.mark.clause("B-150")
def test_two_players_hold_three_investors_each_or_two() -> None:
    seen = new(2).seen
    assert list(seen["investors"].values()) == ["a"] * 3 + ["b"] * 3
    assert (seen["deck"], seen["hands"]) == (88, {"a": 5, "b": 5})
    two = new(2, two_player_investors=2).seen["investors"]
    assert list(two.values()) == ["a", "a", "b", "b", "board", "board"]


@pytest.mark.clause("B-151", "B-152")
def test_vec_19_a_fair_share_for_each_investor_of_the_opponent() -> None:
    game = in_deal(EXAMPLE, players=2, stack=[13, 14])
    arranged(game, investors={"red": "a", "blue": "a", "yellow": "a", "pink": "b", "orange": "b", "green": "b"})
    step = game.close("a", "a inv:red", "a inv:blue", "a inv:yellow", "b inv:pink", "b inv:orange")
    assert step is not None
    assert [one.why for one in step.postings if one.to == "b" and one.what == "money"] == ["fair_share"] * 2
    assert game.seen["money"] == {"a": 18, "b": 12}


@pytest.mark.clause("B-152")
@pytest.mark.parametrize(
    ("rounding", "a", "b"), [("floor", 10, 2), ("nearest", 10, 2), ("exact", 9.6, 2.4)]
)  # fmt: skip
def test_vec_21_a_share_that_is_not_whole(rounding: str, a: float, b: float) -> None:
    game = in_deal(EXAMPLE, players=2, fair_share_rounding=rounding)
    arranged(game, investors={"red": "a", "blue": "a", "yellow": "a", "pink": "a", "orange": "b", "green": "b"})
    game.close("a", "a inv:red", "a inv:blue", "a inv:yellow", "a inv:pink", "b inv:orange")
    assert game.seen["money"] == {"a": a, "b": b}


@pytest.mark.clause("B-152")
def test_the_nearest_rounds_up_from_a_half_and_exact_shares_add_up() -> None:
    for rounding, b in (("floor", 2), ("nearest", 3), ("exact", 2.5)):
        game = in_deal((5, "red blue", 2, "pink orange"), players=2, fair_share_rounding=rounding)
        arranged(game, investors=dict.fromkeys(("red", "blue", "pink", "yellow", "green"), "a") | {"orange": "b"})
        game.close("a", "a inv:red", "a inv:blue", "a inv:pink", "b inv:orange")
        assert game.seen["money"] == {"a": 10 - b, "b": b}


@pytest.mark.clause("B-152")
def test_two_exact_shares_make_whole_money_again() -> None:
    game = in_deal((5, "red blue", 2, "pink orange"), players=2, fair_share_rounding="exact")
    arranged(game, investors={"red": "a", "blue": "a", "pink": "b", "orange": "b"})
    game.close("a", "a inv:red", "a inv:blue", "b inv:pink", "b inv:orange")
    assert game.seen["money"] == {"a": 5, "b": 5}


@pytest.mark.clause("B-151")
def test_an_agreement_fixes_the_price_and_a_clan_card_needs_one() -> None:
    """Amendment 5."""
    game = in_deal((5, "red blue"), players=2)
    arranged(game, investors={"blue": "b"})
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("b", "play_clan", color="blue")
    assert game.cannot_close("a", "a inv:red", "b clan:c1") == "E_NO_AGREEMENT"
    game.close("a", "a inv:red", "b inv:blue")
    assert game.seen["money"] == {"a": 9, "b": 1}


@pytest.mark.clause("B-151")
def test_by_option_a_clan_card_of_the_opponent_joins_for_a_fair_share() -> None:
    game = in_deal((5, "red blue"), players=2, soft_clan="fair_share")
    arranged(game, investors={"blue": "b"})
    game.do("b", "play_clan", color="blue")
    game.close("a", "a inv:red", "b clan:c1")
    assert game.seen["money"] == {"a": 5, "b": 5}


@pytest.mark.clause("B-143", "B-151")
def test_a_fair_share_is_due_without_a_card() -> None:
    game = in_deal((5, "red blue"), players=2, earn_needs_card="refuse")
    arranged(game, investors={"blue": "b"})
    game.close("a", "a inv:red", "b inv:blue")
    assert game.seen["money"] == {"a": 5, "b": 5}


@pytest.mark.clause("B-143", "B-151")
@pytest.mark.parametrize("option", ["no_pay", "refuse"])
def test_v3_an_agreement_on_an_investor_without_consent_only_fixes_the_share(option: str) -> None:
    """Amendment 5 and A-44; what is paid beyond the agreement still needs a card."""
    game = in_deal((5, "red blue"), players=2, earn_needs_card=option)
    arranged(game, investors={"blue": "b"})
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    if option == "refuse":
        assert game.cannot_close("a", "a inv:red", "b inv:blue", extra_payments={"b": 1}) == "E_V3_NO_CARD"
    game.close("a", "a inv:red", "b inv:blue")
    assert game.seen["money"] == {"a": 7, "b": 3}


@pytest.mark.clause("B-153", "B-154")
def test_vec_20_the_boss_must_close_unless_investors_are_sent_away() -> None:
    game = in_deal(EXAMPLE, players=2)
    arranged(game, investors={"red": "a", "blue": "a", "yellow": "a", "pink": "b", "orange": "b", "green": "a"})
    assert game.refused("a", "fail_deal") == "E_MUST_CLOSE"
    assert game.refused("b", "fail_deal") == "E_NOT_BOSS"
    game.do("b", "play_travel", target="inv:pink", card="pink")
    game.do("b", "play_travel", target="inv:orange", card="grey")
    game.do("a", "fail_deal")
    assert game.seen["turn"] == "b"


@pytest.mark.clause("B-154")
def test_whoever_promised_more_than_the_deal_pays_must_close_all_the_same() -> None:
    """A-48: investors and clan cards on the table count, not what was promised for them."""
    game = in_deal((2, "red blue"), players=2)
    arranged(game, investors={"red": "b", "blue": "b"})
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=4)
    game.do("a", "agree", player="b", assets=["inv:red"], amount=1)
    assert game.cannot_close("a", "b inv:red", "b inv:blue") == "E_OVER_DIVIDEND"
    assert game.refused("a", "fail_deal") == "E_MUST_CLOSE"
    game.do("a", "withdraw", player="b")
    game.close("a", "b inv:red", "b inv:blue")
    assert game.seen["money"] == {"a": 0, "b": 4}


@pytest.mark.clause("B-154")
def test_a_deal_that_does_not_pay_for_itself_may_fail() -> None:
    """Shares rounded up to more than the total, or a clan card that is not given for less, oblige nobody."""
    game = in_deal((5, "red blue", 2, "pink orange"), players=2, fair_share_rounding="nearest")
    arranged(game, investors=dict.fromkeys(("red", "blue", "pink", "orange"), "b"))
    game.do("a", "fail_deal")
    game = in_deal((2, "red blue"), players=2)
    arranged(game, investors={"red": "b", "blue": "b"})
    game.do("b", "play_travel", target="inv:blue", card="blue")
    game.do("b", "play_clan", color="blue")
    game.do("a", "agree", player="b", assets=["clan:c1"], amount=3)
    game.do("a", "fail_deal")


@pytest.mark.clause("B-154")
def test_the_boss_own_clan_card_on_the_table_counts() -> None:
    game = in_deal((2, "red"), players=2)
    game.do("b", "play_travel", target="inv:red", card="red")
    game.do("a", "play_clan", color="red")
    assert game.refused("a", "fail_deal") == "E_MUST_CLOSE"
