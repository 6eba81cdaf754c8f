"""Opening and talks: B-045 … B-069 and B-088, with the states of agreements."""

import pytest

from games.boss.game import GAME
from tests.boss.table import EXAMPLE, arranged, in_deal, new

PINK = ["inv:pink"]


def agreements(game: object) -> list[tuple[str, list[str], int, str]]:
    found = game.deal["agreements"]  # type: ignore[attr-defined]
    return [(one["player"], one["assets"], one["amount"], one["status"]) for one in found]


@pytest.mark.clause("B-046", "B-059")
@pytest.mark.parametrize(
    ("action", "params"),
    [
        ("play_clan", {"color": "red"}), ("play_travel", {"target": "inv:red", "card": "red"}), ("play_boss", {}),
        ("play_stop", {}), ("play_recruit", {"color": "orange"}), ("keep", {"player": "d"}),
        ("withdraw", {"player": "d"}),
        ("offer", {"counterparty": "a", "assets": PINK, "amount": 1}), ("close_deal", {"parts": []}), ("fail_deal", {}),
        ("agree", {"player": "d", "assets": PINK, "amount": 1}),
    ],
)  # fmt: skip
def test_no_cards_and_no_talks_before_a_deal(action: str, params: dict[str, object]) -> None:
    game = new(4)
    assert game.refused("b", action, **params) == "E_NO_DEAL"
    game.do("a", "roll_move", die=1)
    assert game.refused("b", action, **params) == "E_NO_DEAL"


@pytest.mark.clause("B-048")
def test_only_listed_colours_take_part() -> None:
    game = in_deal((2, "red"), investors={"blue": "a"})
    assert game.cannot_close("a", "a inv:red", "a inv:blue") == "E_EXTRA_PART"
    assert game.refused("a", "agree", player="c", assets=["inv:yellow"], amount=1) == "E_CLAN_NOT_NEEDED"
    assert game.refused("c", "offer", counterparty="a", assets=["pledge:yellow"], amount=1) == "E_CLAN_NOT_NEEDED"


@pytest.mark.clause("B-013", "B-049", "B-050", "B-069")
def test_vec_02_the_space_of_the_rulebook() -> None:
    game = in_deal(EXAMPLE, investors=dict.fromkeys(("red", "blue", "yellow", "pink", "orange", "green"), "a"))

    def own(letters: str) -> list[str]:
        names = {"R": "red", "B": "blue", "Y": "yellow", "P": "pink", "O": "orange", "G": "green"}
        return [f"a inv:{names[letter]}" for letter in letters]

    assert game.cannot_close("a", *own("RBYP")) == "E_MISSING"
    assert game.cannot_close("a", *own("RBPOG")) == "E_MISSING"
    assert game.cannot_close("a", *own("RBYPOG")) == "E_EXTRA_PART"
    game.do("a", "play_clan", color="pink")
    assert game.cannot_close("a", *own("RBYP"), "a clan:c1") == "E_EXTRA_PART"
    assert game.cannot_close("a") == "E_MISSING"
    game.close("a", *own("RBYPG"))
    assert game.seen["money"]["a"] == 12


@pytest.mark.clause("B-050")
def test_just_as_many_of_the_set_as_the_number_says() -> None:
    game = in_deal((2, "blue", 1, "red green"), investors={"red": "a", "blue": "a", "green": "a"})
    assert game.cannot_close("a", "a inv:blue") == "E_MISSING"
    assert game.cannot_close("a", "a inv:blue", "a inv:red", "a inv:green") == "E_EXTRA_PART"
    game.close("a", "a inv:blue", "a inv:green")


@pytest.mark.clause("B-051", "B-052")
def test_vec_03_the_boss_own_investors_agree_by_themselves() -> None:
    game = in_deal((4, "red orange"), investors={"orange": "a"})
    assert game.refused("a", "agree", player="a", assets=["inv:red"], amount=1) == "E_BOSS_SELF"
    game.close("a", "a inv:red", "a inv:orange")
    assert game.seen["money"] == {"a": 8, "b": 0, "c": 0, "d": 0}


@pytest.mark.clause("B-053", "B-054")
def test_clan_cards_of_needed_colours_replace_investors() -> None:
    game = in_deal((2, "yellow"))
    assert game.refused("a", "play_clan", color="blue") == "E_CLAN_NOT_NEEDED"
    assert game.refused("a", "play_clan", color="purple") == "E_UNKNOWN"
    game.do("a", "play_clan", color="yellow")
    assert (game.seen["hands"]["a"], game.seen["on_table"]) == (9, 1)
    assert game.deal["clans"] == [{"id": "c1", "color": "yellow", "owner": "a"}]
    game.close("a", "a clan:c1")
    assert game.seen["money"]["a"] == 4


@pytest.mark.clause("B-055")
def test_vec_24_four_clan_cards_of_a_colour() -> None:
    game = in_deal((2, "red"))
    for team in ("a", "b", "c", "d"):
        game.do(team, "play_clan", color="red")
    assert game.refused("a", "play_clan", color="red") == "E_CARD_LIMIT"
    game.do("a", "fail_deal")
    assert game.seen["hands"] == {"a": 10, "b": 10, "c": 10, "d": 10}
    game.do("b", "open_deal")
    game.do("b", "play_clan", color="red")
    assert game.deal["clans"][0]["id"] == "c1", "ids begin anew in each deal"


@pytest.mark.clause("B-056")
def test_another_players_part_needs_an_agreement() -> None:
    game = in_deal((2, "blue"))
    assert game.cannot_close("a", "b inv:blue") == "E_NO_AGREEMENT"
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.close("a", "b inv:blue")
    assert game.seen["money"] == {"a": 3, "b": 1, "c": 0, "d": 0}


@pytest.mark.clause("B-057", "B-058", "B-071")
def test_anybody_may_act_in_any_order() -> None:
    game = in_deal((2, "blue"))
    game.do("c", "play_travel", target="inv:red", card="grey")
    game.do("c", "play_boss")
    game.do("c", "play_clan", color="blue")
    game.do("b", "offer", counterparty="c", assets=["inv:blue"], amount=2)


@pytest.mark.clause("B-060")
def test_one_side_of_the_talks_is_the_boss_and_the_other_owns_the_asset() -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("d", "offer", counterparty="c", assets=PINK, amount=1) == "E_OFFER_PARTIES"
    assert game.refused("a", "offer", counterparty="a", assets=PINK, amount=1) == "E_OFFER_PARTIES"
    assert game.refused("a", "offer", counterparty="x", assets=PINK, amount=1) == "E_UNKNOWN"
    assert game.refused("b", "offer", counterparty="a", assets=PINK, amount=1) == "E_PART_OWNER"
    assert game.refused("a", "offer", counterparty="b", assets=["inv:green"], amount=1) == "E_PART_OWNER"
    assert game.refused("a", "offer", counterparty="b", assets=["inv:purple"], amount=1) == "E_UNKNOWN"
    assert game.refused("a", "offer", counterparty="b", assets=["red"], amount=1) == "E_UNKNOWN"
    assert game.refused("a", "offer", counterparty="b", assets=[], amount=1) == "E_MISSING"
    assert game.refused("referee", "offer", counterparty="a", assets=PINK, amount=1) == "E_UNKNOWN"
    game.do("c", "play_boss")
    assert game.refused("d", "offer", counterparty="a", assets=PINK, amount=1) == "E_OFFER_PARTIES"
    game.do("d", "offer", counterparty="c", assets=PINK, amount=1)


@pytest.mark.clause("B-061")
def test_an_investor_may_be_offered_at_once() -> None:
    game = in_deal(EXAMPLE)
    assert game.notices("d", "offer", counterparty="a", assets=PINK, amount=3) == []


@pytest.mark.clause("B-062")
def test_a_clan_card_is_laid_first_and_then_offered() -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("a", "agree", player="b", assets=["clan:c9"], amount=1) == "E_CLAN_NOT_ON_TABLE"
    assert game.notices("b", "offer", counterparty="a", assets=["pledge:pink"], amount=1) == ["W_CLAN_NOT_LAID"]
    assert game.cannot_close("a", "b pledge:pink") == "E_CLAN_NOT_ON_TABLE"
    game.do("b", "play_clan", color="pink")
    assert game.refused("a", "agree", player="c", assets=["clan:c1"], amount=1) == "E_PART_OWNER"
    assert game.notices("a", "agree", player="b", assets=["clan:c1"], amount=1) == []


@pytest.mark.clause("B-062")
def test_a_promise_is_refused_where_the_session_is_strict() -> None:
    game = in_deal(EXAMPLE, clan_offer="strict")
    assert game.refused("b", "offer", counterparty="a", assets=["pledge:pink"], amount=1) == "E_CLAN_NOT_ON_TABLE"


def test_a_laid_clan_card_redeems_its_owners_promise() -> None:
    game = in_deal(EXAMPLE)
    assert game.notices("a", "agree", player="b", assets=["pledge:pink"], amount=2) == ["W_CLAN_NOT_LAID"]
    game.do("c", "play_clan", color="pink")
    assert agreements(game) == [("b", ["pledge:pink"], 2, "active")], "the card of somebody else"
    game.do("b", "play_clan", color="pink")
    assert agreements(game) == [("b", ["clan:c2"], 2, "active")]


@pytest.mark.clause("B-062", "B-097", "B-098")
@pytest.mark.parametrize(
    ("assets", "actor", "action", "params"),
    [
        (["pledge:pink"], "b", "play_boss", {}),
        (["inv:blue", "pledge:pink"], "d", "play_recruit", {"color": "blue"}),
    ],
)
def test_a_promise_is_kept_also_while_its_agreement_waits_for_a_stop(
    assets: list[str], actor: str, action: str, params: dict[str, str]
) -> None:
    """Amendment 6, § 3.4: the agreement comes back with the card that was laid in between."""
    game = in_deal((4, "red blue pink"))
    arranged(game, investors=dict.fromkeys(("orange", "green"), "c"))
    game.do("a", "agree", player="b", assets=assets, amount=1)
    game.do(actor, action, **params)
    game.do("b", "play_clan", color="pink")
    game.do("a", "play_stop")
    laid = [*assets[:-1], "clan:c1"]
    assert agreements(game) == [("b", laid, 1, "active")]
    if "inv:blue" not in assets:
        game.do("a", "agree", player="b", assets=["inv:blue"], amount=0)
    game.close("a", "a inv:red", "b inv:blue", "b clan:c1")
    assert game.seen["money"] == {"a": 7, "b": 1, "c": 0, "d": 0}


@pytest.mark.clause("B-063")
def test_an_agreement_says_who_what_and_how_much() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="d", assets=PINK, amount=3)
    assert game.deal["agreements"] == [{"player": "d", "assets": PINK, "amount": 3, "status": "active"}]


@pytest.mark.clause("B-064")
@pytest.mark.parametrize("amount", [13, -1, "3", True, None])
def test_the_reward_is_a_sum_within_this_deal(amount: object) -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("d", "offer", counterparty="a", assets=PINK, amount=amount) == "E_AMOUNT"
    assert game.refused("a", "agree", player="d", assets=PINK, amount=amount) == "E_AMOUNT"


@pytest.mark.clause("B-064")
def test_nothing_but_dividends_is_a_reward() -> None:
    game = in_deal(EXAMPLE)
    promise = {"counterparty": "a", "assets": PINK, "extra": "помощь потом"}
    assert game.refused("d", "offer", **promise, amount=1) == "E_REWARD_KIND"
    assert game.refused("d", "offer", **promise) == "E_REWARD_KIND"
    assert game.refused("d", "offer", **promise, amount=99) == "E_AMOUNT"
    assert game.refused("a", "agree", player="d", assets=PINK, amount=1, extra="потом") == "E_REWARD_KIND"
    game.do("d", "offer", counterparty="a", assets=PINK, amount=0, extra="")


@pytest.mark.clause("B-065")
def test_dividends_are_counted_in_money() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="d", assets=PINK, dividends=2)
    assert agreements(game) == [("d", PINK, 4, "active")]
    assert game.refused("a", "agree", player="d", assets=PINK, dividends=7) == "E_AMOUNT"
    assert game.refused("a", "agree", player="d", assets=PINK, dividends="2") == "E_AMOUNT"
    assert game.refused("a", "agree", player="d", assets=PINK, dividends=2, amount=5) == "E_AMOUNT"
    game.do("a", "agree", player="d", assets=PINK, dividends=2, amount=4)


@pytest.mark.clause("B-066")
def test_the_boss_decides_and_is_asked_before_anything_else() -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("d", "agree", player="d", assets=PINK, amount=3) == "E_NOT_BOSS"
    assert game.refused("d", "agree", player="nobody", assets=["x"], amount="?") == "E_NOT_BOSS"
    assert game.refused("d", "agree") == "E_NOT_BOSS"
    assert game.refused("a", "agree", player="nobody", assets=["x"], amount=3) == "E_UNKNOWN"
    assert game.refused("d", "keep", player="d") == "E_NOT_BOSS"
    assert game.refused("d", "fail_deal") == "E_NOT_BOSS"


@pytest.mark.clause("B-067")
def test_no_money_moves_before_the_closing() -> None:
    game = in_deal((2, "blue"))
    game.do("b", "offer", counterparty="a", assets=["inv:blue"], amount=2)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=2)
    assert set(game.seen["money"].values()) == {0}
    game.close("a", "b inv:blue")
    assert game.seen["money"] == {"a": 2, "b": 2, "c": 0, "d": 0}


@pytest.mark.clause("B-068")
def test_a_laid_clan_card_stays_whatever_the_talks_bring() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_clan", color="pink")
    game.do("a", "agree", player="b", assets=["clan:c1"], amount=1)
    game.do("b", "withdraw", player="b")
    assert agreements(game) == []
    assert game.deal["clans"] == [{"id": "c1", "color": "pink", "owner": "b"}]


@pytest.mark.clause("B-069")
def test_the_boss_chooses_who_represents_a_clan() -> None:
    game = in_deal((2, "yellow"))
    game.do("b", "play_clan", color="yellow")
    game.do("a", "agree", player="b", assets=["clan:c1"], amount=1)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    assert game.cannot_close("a", "b clan:c1", "c inv:yellow") == "E_EXTRA_PART"
    game.close("a", "c inv:yellow")
    assert game.seen["money"] == {"a": 2, "b": 0, "c": 2, "d": 0}


# ---- states of agreements -------------------------------------------------------------------------


def test_a_new_agreement_on_the_same_asset_replaces_the_earlier() -> None:
    game = in_deal(EXAMPLE)
    game.do("d", "play_clan", color="orange")
    game.do("a", "agree", player="d", assets=["inv:pink", "clan:c1"], amount=5)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=1)
    game.do("a", "agree", player="d", assets=["inv:pink"], amount=2)
    assert agreements(game) == [("c", ["inv:yellow"], 1, "active"), ("d", ["inv:pink"], 2, "active")]
    game.do("a", "agree", player="d", assets=["clan:c1"], amount=2)
    assert [one[1] for one in agreements(game)] == [["inv:yellow"], ["inv:pink"], ["clan:c1"]]


@pytest.mark.clause("B-088")
def test_a_new_boss_keeps_the_terms_or_starts_again() -> None:
    game = in_deal(EXAMPLE, investors={"orange": "b"})
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=3)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=4)
    game.do("a", "agree", player="d", assets=PINK, amount=2)
    game.do("d", "play_boss")
    assert agreements(game) == [("c", ["inv:yellow"], 3, "stale"), ("b", ["inv:blue"], 4, "stale")]
    assert game.refused("d", "keep", player="d") == "E_NO_AGREEMENT"
    assert game.refused("a", "keep", player="c") == "E_NOT_BOSS"
    game.do("d", "keep", player="c")
    assert agreements(game)[0] == ("c", ["inv:yellow"], 3, "active")
    game.do("d", "agree", player="b", assets=["inv:blue"], amount=1)
    assert agreements(game) == [("c", ["inv:yellow"], 3, "active"), ("b", ["inv:blue"], 1, "active")]
    assert game.refused("d", "keep", player="nobody") == "E_NO_AGREEMENT"


def test_either_side_withdraws_and_nobody_else() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="d", assets=PINK, amount=2)
    assert game.refused("c", "withdraw", player="d") == "E_OFFER_PARTIES"
    game.do("d", "withdraw", player="d")
    assert agreements(game) == []
    assert game.refused("d", "withdraw", player="d") == "E_NO_AGREEMENT"
    game.do("a", "agree", player="d", assets=PINK, amount=2)
    game.do("a", "withdraw", player="d")
    assert agreements(game) == []


def test_an_agreement_that_is_not_needed_warns() -> None:
    game = in_deal((2, "red", 0), (2, "blue"))
    assert game.notices("a", "play_clan", color="red") == ["W_ALREADY_COVERED"]
    game = in_deal((2, "red", 1, "blue yellow"), investors={"blue": "a"})
    assert game.notices("a", "agree", player="c", assets=["inv:yellow"], amount=1) == ["W_ALREADY_COVERED"]


def test_the_last_sum_spoken_is_where_the_next_begins() -> None:
    game = in_deal(EXAMPLE)
    game.do("d", "offer", counterparty="a", assets=PINK, amount=7)
    agree = next(
        offer for offer in GAME.candidates(game.t) if offer.move == "agree" and offer.fixed.get("assets") == PINK
    )
    assert next(field.value for field in agree.fields if field.name == "amount") == 7


def test_parameters_of_the_wrong_form_are_refused_after_what_the_rules_ask_first() -> None:
    game = arranged(in_deal(EXAMPLE), hands={"b": 0})
    assert game.refused("d", "agree", player=5, assets=7) == "E_NOT_BOSS"
    assert game.refused("a", "agree", player="d", assets="inv:pink", amount=1) == "E_BAD_VALUE"
    assert game.refused("a", "agree", player="d", assets=PINK, amount=1, price=2) == "E_BAD_VALUE"
    assert game.refused("b", "play_clan") == "E_UNKNOWN"
    assert game.refused("b", "shout") == "E_UNKNOWN_ACTION"
    assert game.refused("nobody", "play_boss") == "E_UNKNOWN"
