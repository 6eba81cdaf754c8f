"""Influence cards and the Stop: B-070 … B-102 and § 3.4."""

import pytest

from tests.boss.table import EXAMPLE, Game, arranged, in_deal

PINK = ["inv:pink"]


def statuses(game: Game) -> list[tuple[str, int, str]]:
    return [(one["player"], one["amount"], one["status"]) for one in game.deal["agreements"]]


@pytest.mark.clause("B-070")
def test_cards_come_from_ones_own_hand() -> None:
    game = arranged(in_deal(EXAMPLE), hands={"b": 0, "c": 2})
    assert game.refused("b", "play_clan", color="red") == "E_HAND_SHORT"
    assert game.refused("b", "play_boss") == "E_HAND_SHORT"
    assert game.refused("c", "play_recruit", color="orange") == "E_HAND_SHORT"
    game.do("a", "play_travel", target="inv:red", card="red")
    assert game.refused("b", "play_stop") == "E_HAND_SHORT"
    assert game.refused("referee", "play_boss") == "E_UNKNOWN"


@pytest.mark.clause("B-072", "B-074", "B-075")
def test_what_may_travel_and_by_which_card() -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("b", "play_travel", target="inv:green", card="grey") == "E_TRAVEL_TARGET"
    assert game.refused("b", "play_travel", target="clan:c1", card="grey") == "E_CLAN_NOT_ON_TABLE"
    assert game.refused("b", "play_travel", target="pledge:red", card="grey") == "E_CLAN_NOT_ON_TABLE"
    assert game.refused("b", "play_travel", target="inv:purple", card="grey") == "E_UNKNOWN"
    assert game.refused("b", "play_travel", target="red", card="grey") == "E_UNKNOWN"
    game.do("a", "play_clan", color="red")
    assert game.refused("b", "play_travel", target="clan:c1", card="pink") == "E_TRAVEL_COLOR"
    assert game.refused("b", "play_travel", target="inv:red", card="purple") == "E_TRAVEL_COLOR"
    arranged(game, seen={"travel:grey": 3, "travel:red": 3})
    assert game.refused("b", "play_travel", target="clan:c1", card="grey") == "E_CARD_LIMIT"
    assert game.refused("b", "play_travel", target="clan:c1", card="red") == "E_CARD_LIMIT"
    arranged(game, seen={"travel:grey": 2})
    game.do("b", "play_travel", target="clan:c1", card="grey")


@pytest.mark.clause("B-073")
def test_who_travels_is_out_of_the_deal() -> None:
    game = in_deal((2, "red blue"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("c", "play_travel", target="inv:blue", card="blue")
    assert game.cannot_close("a", "a inv:red", "b inv:blue") == "E_TRAVELLING_PART"
    assert game.refused("d", "play_travel", target="inv:blue", card="grey") == "E_ALREADY_TRAVELLING"
    assert game.refused("b", "offer", counterparty="a", assets=["inv:blue"], amount=1) == "E_TRAVELLING_PART"
    assert statuses(game) == [("b", 1, "blocked")]


@pytest.mark.clause("B-073")
def test_ones_own_investor_may_travel_and_one_that_is_not_needed_warns() -> None:
    game = in_deal((2, "red"))
    assert game.notices("a", "play_travel", target="inv:red", card="red") == []
    assert game.notices("b", "play_travel", target="inv:blue", card="grey") == ["W_NOT_NEEDED"]
    assert game.deal["travelling"] == ["red", "blue"]


@pytest.mark.clause("B-076", "B-110")
@pytest.mark.parametrize("end", ["fail_deal", "close_deal"])
def test_a_travel_card_on_an_investor_lies_there_until_the_deal_ends(end: str) -> None:
    game = in_deal((2, "red"))
    game.do("b", "play_travel", target="inv:pink", card="pink")
    assert (game.seen["hands"]["b"], game.seen["on_table"], game.seen["discard"]) == (9, 1, 0)
    game.do("a", end, **({"parts": [{"asset": "inv:red", "owner": "a"}]} if end == "close_deal" else {}))
    assert (game.seen["on_table"], game.seen["discard"]) == (0, 1)


@pytest.mark.clause("B-077")
def test_a_travelling_clan_card_is_discarded_with_its_travel_card() -> None:
    game = in_deal((2, "red"))
    game.do("a", "play_clan", color="red")
    game.do("b", "play_travel", target="clan:c1", card="grey")
    assert (game.seen["on_table"], game.seen["discard"], game.seen["hands"]["a"]) == (0, 2, 9)
    assert game.deal["clans"] == []


@pytest.mark.clause("B-078")
def test_a_clan_card_counts_while_the_investor_of_its_colour_travels() -> None:
    game = in_deal((2, "blue"))
    game.do("a", "play_clan", color="blue")
    game.do("c", "play_travel", target="inv:blue", card="blue")
    game.close("a", "a clan:c1")
    assert game.seen["money"]["a"] == 4


@pytest.mark.clause("B-079", "B-084")
@pytest.mark.parametrize("count", [2, 1, 0, 6, "3", True])
def test_hire_is_a_set_of_three(count: object) -> None:
    game = in_deal(EXAMPLE)
    assert game.refused("b", "play_recruit", color="orange", count=count) == "E_HIRE_SET"
    game.do("b", "play_recruit", color="orange", count=3)
    assert (game.seen["hands"]["b"], game.seen["discard"]) == (7, 3)


@pytest.mark.clause("B-079")
def test_there_are_33_hire_cards() -> None:
    game = arranged(in_deal(EXAMPLE), seen={"recruit": 31})
    assert game.refused("b", "play_recruit", color="orange") == "E_CARD_LIMIT"


@pytest.mark.clause("B-080", "B-085")
@pytest.mark.parametrize("end", ["fail_deal", "close_deal"])
def test_a_hired_investor_stays_with_the_hirer(end: str) -> None:
    game = in_deal((2, "red"), investors={"orange": "b", "green": "b"})
    game.do("b", "play_recruit", color="yellow")
    assert game.seen["investors"]["yellow"] == "b"
    game.do("a", end, **({"parts": [{"asset": "inv:red", "owner": "a"}]} if end == "close_deal" else {}))
    assert game.seen["investors"]["yellow"] == "b"


@pytest.mark.clause("B-081", "B-082", "B-083")
def test_whom_one_may_hire() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "play_clan", color="red")
    assert game.refused("b", "play_recruit", color="clan:c1") == "E_HIRE_CLAN"
    assert game.refused("b", "play_recruit", color="blue") == "E_HIRE_SELF"
    assert game.refused("b", "play_recruit", color="red") == "E_HIRE_BOARD_FIRST"
    assert game.refused("b", "play_recruit", color="purple") == "E_UNKNOWN"
    game.do("b", "play_recruit", color="green")
    assert [c for c, holder in game.seen["investors"].items() if holder == "board"] == ["orange"]
    assert game.refused("b", "play_recruit", color="red") == "E_HIRE_BOARD_FIRST"
    game.do("c", "play_recruit", color="orange")
    game.do("b", "play_recruit", color="red")


@pytest.mark.clause("B-081")
def test_with_three_or_six_players_hires_take_from_players_at_once() -> None:
    for players, colour in ((3, "yellow"), (6, "red")):
        game = in_deal(EXAMPLE, players=players)
        game.do("c" if players == 3 else "b", "play_recruit", color=colour if players == 6 else "red")


def test_a_hire_that_the_deal_does_not_need_warns_and_a_travelling_investor_may_be_hired() -> None:
    game = in_deal((2, "red"), investors={"orange": "b", "green": "b"})
    game.do("b", "play_travel", target="inv:red", card="red")
    assert game.notices("c", "play_recruit", color="pink") == ["W_NOT_NEEDED"]
    assert game.notices("c", "play_recruit", color="red") == []
    assert game.deal["travelling"] == ["red"]


@pytest.mark.clause("B-086", "B-087", "B-089", "B-090", "B-092", "B-093")
def test_boss_cards_take_the_lead_one_after_another() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "play_clan", color="red")
    game.do("b", "play_travel", target="inv:pink", card="pink")
    assert game.refused("a", "play_boss") == "E_ALREADY_BOSS"
    game.do("b", "play_boss")
    assert game.deal["boss"] == "b"
    assert game.refused("b", "play_boss") == "E_ALREADY_BOSS"
    game.do("a", "play_boss")
    game.do("b", "play_boss")
    assert game.deal["bosses"] == ["a", "b", "a", "b"]
    assert (game.deal["clans"], game.deal["travelling"]) == ([{"id": "c1", "color": "red", "owner": "a"}], ["pink"])
    assert game.refused("a", "fail_deal") == "E_NOT_BOSS"
    assert game.cannot_close("a", "a inv:red") == "E_NOT_BOSS"
    assert game.seen["turn"] == "a", "the turn stays with the opener until the deal ends"


@pytest.mark.clause("B-091")
def test_the_former_boss_talks_like_everybody() -> None:
    game = in_deal((2, "red"))
    game.do("b", "play_boss")
    assert game.cannot_close("b", "a inv:red") == "E_NO_AGREEMENT"
    game.do("b", "agree", player="a", assets=["inv:red"], amount=2)
    game.do("a", "play_clan", color="red")
    game.close("b", "a inv:red")
    assert game.seen["money"] == {"a": 2, "b": 2, "c": 0, "d": 0}


# ---- Stop -------------------------------------------------------------------------------------------


@pytest.mark.clause("B-095", "B-099")
def test_vec_09_a_stop_hits_the_last_card_only_and_no_stop() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_travel", target="inv:red", card="red")
    game.do("c", "play_boss")
    game.do("d", "play_stop")
    assert (game.deal["boss"], game.deal["travelling"]) == ("a", ["red"])
    assert game.refused("d", "play_stop") == "E_STOP_ON_STOP"


@pytest.mark.clause("B-095")
def test_talks_and_clan_cards_leave_the_window_open() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_travel", target="inv:red", card="red")
    game.do("d", "offer", counterparty="a", assets=PINK, amount=1)
    game.do("a", "agree", player="d", assets=PINK, amount=1)
    game.do("c", "play_clan", color="red")
    game.do("d", "withdraw", player="d")
    game.do("a", "play_stop")
    assert game.deal["travelling"] == []


@pytest.mark.clause("B-095")
@pytest.mark.parametrize("between", ["offer", "agree", "clan", "withdraw", "keep"])
def test_any_entry_closes_the_window_where_the_session_says_so(between: str) -> None:
    game = in_deal(EXAMPLE, stop_window="next_event")
    game.do("a", "agree", player="d", assets=PINK, amount=1)
    game.do("c", "play_boss")
    match between:
        case "offer":
            game.do("d", "offer", counterparty="c", assets=PINK, amount=1)
        case "agree":
            game.do("c", "agree", player="d", assets=PINK, amount=1)
        case "clan":
            game.do("b", "play_clan", color="red")
        case "withdraw":
            game.do("d", "withdraw", player="d")
        case "keep":
            game.do("c", "keep", player="d")
    assert game.refused("a", "play_stop") == "E_STOP_NOTHING"


@pytest.mark.clause("B-095", "B-106")
def test_the_window_ends_with_the_deal() -> None:
    game = in_deal((2, "red"), stop_outside_deal=True)
    game.do("b", "play_travel", target="inv:blue", card="blue")
    game.close("a", "a inv:red")
    assert game.refused("b", "play_stop") == "E_NO_DEAL"
    game.do("b", "open_deal")
    assert game.refused("a", "play_stop") == "E_STOP_NOTHING"


@pytest.mark.clause("B-096")
def test_a_stopped_travel_on_a_clan_card_brings_the_same_card_back() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_clan", color="red")
    game.do("c", "play_clan", color="blue")
    game.do("a", "agree", player="b", assets=["clan:c1"], amount=2)
    game.do("d", "play_travel", target="clan:c1", card="grey")
    assert statuses(game) == []
    game.do("c", "play_clan", color="yellow")
    game.do("b", "play_stop")
    assert [clan["id"] for clan in game.deal["clans"]] == ["c1", "c2", "c3"]
    assert statuses(game) == [("b", 2, "active")]
    assert (game.seen["discard"], game.seen["on_table"]) == (2, 3)


@pytest.mark.clause("B-096", "B-102", "B-133")
def test_vec_08_the_boss_stops_the_travel_of_an_agreed_partner_and_closes() -> None:
    game = in_deal((4, "blue"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("c", "play_travel", target="inv:blue", card="blue")
    assert statuses(game) == [("b", 3, "blocked")]
    game.do("a", "play_stop")
    assert statuses(game) == [("b", 3, "active")]
    assert (game.seen["discard"], game.seen["on_table"]) == (2, 0)
    game.close("a", "b inv:blue")
    assert game.seen["money"] == {"a": 5, "b": 3, "c": 0, "d": 0}


@pytest.mark.clause("B-097")
def test_vec_10_a_stopped_boss_card_gives_back_boss_and_agreements() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("c", "play_boss")
    game.do("c", "agree", player="b", assets=["inv:blue"], amount=2)
    assert statuses(game) == [("b", 2, "active")]
    game.do("d", "play_stop")
    assert game.deal["boss"] == "a"
    assert game.deal["bosses"] == ["a"]
    assert statuses(game) == [("b", 3, "active")]


@pytest.mark.clause("B-097")
def test_what_the_takers_own_agreement_was_returns_and_kept_terms_too() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=1)
    game.do("c", "play_boss")
    game.do("c", "keep", player="b")
    game.do("a", "play_stop")
    assert statuses(game) == [("b", 3, "active"), ("c", 1, "active")]


@pytest.mark.clause("B-097")
def test_who_withdraws_himself_is_not_bound_again_by_a_stop() -> None:
    game = in_deal(EXAMPLE)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("a", "agree", player="d", assets=PINK, amount=1)
    game.do("c", "play_boss")
    game.do("b", "withdraw", player="b")
    game.do("c", "withdraw", player="d")
    game.do("a", "play_stop")
    assert statuses(game) == [("d", 1, "active")], "what the stopped boss withdrew returns"


@pytest.mark.clause("B-098")
def test_a_stopped_hire_is_undone_whole() -> None:
    game = in_deal(EXAMPLE, investors={"orange": "d", "green": "d"})
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    game.do("b", "play_recruit", color="yellow")
    assert statuses(game) == []
    game.do("a", "agree", player="b", assets=["inv:yellow"], amount=4)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("d", "play_stop")
    assert game.seen["investors"]["yellow"] == "c"
    assert statuses(game) == [("c", 2, "active"), ("b", 1, "active")]
    assert game.seen["discard"] == 4


@pytest.mark.clause("B-098")
def test_a_stopped_hire_from_beside_the_board_goes_back_there() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_recruit", color="green")
    game.do("a", "play_stop")
    assert game.seen["investors"]["green"] == "board"


@pytest.mark.clause("B-100")
def test_a_clan_card_cannot_be_stopped() -> None:
    game = in_deal(EXAMPLE)
    game.do("b", "play_clan", color="red")
    assert game.refused("a", "play_stop") == "E_STOP_NOTHING"


@pytest.mark.clause("B-101")
def test_anybody_may_stop_for_any_reason() -> None:
    game = in_deal(EXAMPLE, investors={"orange": "d", "green": "d"})
    game.do("d", "play_recruit", color="yellow")
    game.do("a", "play_stop")
    assert game.seen["investors"]["yellow"] == "c"
    game.do("b", "play_travel", target="inv:blue", card="blue")
    game.do("b", "play_stop")
    assert game.deal["travelling"] == [], "also his own card"


@pytest.mark.clause("B-095")
def test_there_are_ten_stop_cards() -> None:
    game = arranged(in_deal(EXAMPLE), seen={"stop": 10})
    game.do("b", "play_travel", target="inv:red", card="red")
    assert game.refused("a", "play_stop") == "E_CARD_LIMIT"


def test_a_package_that_a_newer_agreement_replaced_does_not_come_back() -> None:
    game = in_deal(EXAMPLE)
    game.do("d", "play_clan", color="orange")
    game.do("a", "agree", player="d", assets=["inv:pink", "clan:c1"], amount=5)
    game.do("b", "play_travel", target="clan:c1", card="grey")
    game.do("a", "agree", player="d", assets=PINK, amount=2)
    game.do("a", "play_stop")
    assert statuses(game) == [("d", 2, "active")]


def test_a_hire_of_a_travelling_investor_breaks_his_blocked_agreement_until_it_is_stopped() -> None:
    game = in_deal(EXAMPLE, investors={"orange": "d", "green": "d"})
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    game.do("d", "play_travel", target="inv:yellow", card="grey")
    game.do("b", "play_recruit", color="yellow")
    assert statuses(game) == []
    game.do("c", "play_stop")
    assert statuses(game) == [("c", 2, "blocked")]


# ---- Stop on a hire at the hand limit (option; amendment 2) -------------------------------------------


def at_limit(hand: int, **options: object) -> Game:
    game = in_deal((2, "red"), **options)
    game.do("a", "fail_deal")
    arranged(game, turn="a", phase="turn_start", turn_hand=hand, hands={"a": hand})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    return game


@pytest.mark.clause("B-046")
def test_a_hire_at_the_limit_is_not_stopped_by_default() -> None:
    game = at_limit(15)
    game.do("a", "play_recruit", color="orange")
    assert game.refused("b", "play_stop") == "E_MUST_DISCARD"
    game.do("a", "play_recruit", color="green")
    assert game.refused("b", "play_stop") == "E_NO_DEAL"


@pytest.mark.clause("B-046", "B-098")
def test_vec_22_by_option_the_next_player_stops_it() -> None:
    game = at_limit(12, stop_outside_deal=True)
    game.do("a", "play_recruit", color="orange")
    assert game.seen["turn"] == "b"
    game.do("b", "play_stop")
    seen = game.seen
    assert (seen["investors"]["orange"], seen["turn"], seen["phase"]) == ("board", "b", "turn_start")
    assert (seen["hands"]["a"], seen["hands"]["b"], seen["discard"]) == (12, 9, 4)
    assert game.refused("c", "play_stop") == "E_STOP_ON_STOP"
    game.do("b", "roll_move", die=1)
    assert game.refused("c", "play_stop") == "E_NO_DEAL"


@pytest.mark.clause("B-046")
def test_by_option_it_is_stopped_also_while_cards_are_still_to_be_discarded() -> None:
    game = at_limit(15, stop_outside_deal=True)
    assert game.refused("b", "play_stop") == "E_MUST_DISCARD", "nothing to stop yet"
    game.do("a", "play_recruit", color="orange")
    game.do("b", "play_stop")
    assert (game.seen["investors"]["orange"], game.seen["phase"]) == ("board", "hand_limit")
    game.do("a", "discard", count=3)
    assert game.seen["turn"] == "b"
    assert game.refused("b", "play_stop") == "E_NO_DEAL", "the discard closed the window"
