"""The panel: coverage bar, sums, the Stop, the closing sheet, the entry of a negotiation (§ 3.4–3.6, § 7)."""

from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from games.boss.entry import WHATS, Entry
from games.boss.game import GAME
from games.boss.kit import DealCard, Space
from games.boss.picks import Pick, Row
from games.boss.sheet import Sheet
from games.engine.bot import turn
from games.engine.i18n import Words, render
from games.engine.refusal import Refusal
from tests.boss.table import EXAMPLE, Game, arranged, in_deal, new, raw_kit


def panel(game: Game) -> Any:
    return GAME.panel(game.t)


def entry(game: Game, query: str = "", **chosen: str) -> Entry:
    found: Entry = GAME.entry(game.t, {**dict(parse_qsl(query)), **chosen})
    return found


def words(label: Words | str) -> str:
    return render(label)


def picks(row: Row | None) -> list[Pick]:
    assert row is not None
    return row.picks


def legal(row: Row | None) -> list[dict[str, Any]]:
    return [pick.sends[2] for pick in picks(row) if pick.sends and not pick.why]


def press(game: Game, pick: Pick) -> None:
    assert pick.sends is not None
    actor, move, params = pick.sends
    game.do(actor, move, **params)


def numbered(made: Entry, label: str) -> Pick:
    assert made.sums is not None
    return next(pick for pick in made.sums.row.picks if pick.label == label)


# ---- who → what → what for ----------------------------------------------------------------------


def test_every_player_is_shown_with_the_number_of_his_cards() -> None:
    """§ 3.6: who, with hand count; a boss card costs one."""
    game = arranged(in_deal((2, "red blue")), hands={"a": 3, "b": 7, "c": 0, "d": 12})
    assert [words(pick.hand or "") for pick in picks(entry(game).who)] == [f"in hand: {n}" for n in (3, 7, 0, 12)]
    game.do("b", "play_boss")
    assert words(picks(entry(game, what="boss").who)[1].hand or "") == "in hand: 6"


@pytest.mark.clause("B-053", "B-070")
def test_only_clan_cards_that_the_deal_needs_are_targets() -> None:
    game = in_deal((2, "red blue", 1, "green"))
    assert {one["color"] for one in legal(entry(game, who="c", what="clan").what_for)} == {"red", "blue", "green"}
    arranged(game, hands={"c": 0})
    assert legal(entry(game, who="c", what="clan").what_for) == []
    clan = next(pick for pick in picks(entry(game, who="c").what) if pick.label == WHATS["clan"][0])
    assert words(clan.why) == "in hand: 0"


@pytest.mark.clause("B-072", "B-073", "B-074", "B-075")
def test_travel_hits_investors_of_players_and_clans_on_the_table_by_their_colour_or_grey() -> None:
    game = in_deal((2, "red blue"))
    game.do("c", "play_clan", color="blue")
    game.do("d", "play_travel", target="inv:red", card="red")
    own = legal(entry(game, who="c", what="travel").what_for)
    assert {(one["target"], one["card"]) for one in own} == {
        ("inv:blue", "blue"), ("inv:yellow", "yellow"), ("inv:pink", "pink"), ("clan:c1", "blue"),
    }  # fmt: skip
    assert {one["card"] for one in legal(entry(game, who="c", what="grey").what_for)} == {"grey"}
    refused = {words(pick.why) for pick in picks(entry(game, who="c", what="travel").what_for) if pick.why}
    assert refused == {"on its travels"}
    first = [pick.token.colour for pick in picks(entry(game, who="c", what="travel").what_for)[:2] if pick.token]
    assert set(first) == {"red", "blue"}, "those on whom the deal hangs come first"


@pytest.mark.clause("B-080", "B-081", "B-082")
def test_hire_takes_from_beside_the_board_while_somebody_lies_there() -> None:
    game = in_deal((2, "red blue"))
    assert {one["color"] for one in legal(entry(game, who="b", what="hire").what_for)} == {"orange", "green"}
    arranged(game, investors={"orange": "a", "green": "d"})
    assert {one["color"] for one in legal(entry(game, who="b", what="hire").what_for)} == {
        "red", "yellow", "pink", "orange", "green",
    }  # fmt: skip


@pytest.mark.clause("B-087")
def test_the_lead_is_taken_with_two_taps_and_not_by_the_boss() -> None:
    game = in_deal((2, "red blue"))
    boss = next(pick for pick in picks(entry(game, who="a").what) if pick.label == WHATS["boss"][0])
    assert words(boss.why) == "is the boss"
    other = next(pick for pick in picks(entry(game, who="c").what) if pick.label == WHATS["boss"][0])
    press(game, other)
    assert game.deal["boss"] == "c"


@pytest.mark.clause("B-060", "B-061", "B-073")
def test_a_sum_is_about_what_the_boss_can_use_and_its_holder_can_bring() -> None:
    game = in_deal((4, "red blue", 1, "yellow green"))
    game.do("c", "play_clan", color="blue")
    game.do("d", "play_travel", target="inv:blue", card="grey")
    about = {(dict(parse_qsl(pick.query))["for"], words(pick.why)) for pick in picks(entry(game, who="a").what_for)}
    assert about == {("clan:c1", ""), ("inv:blue", "on its travels"), ("inv:yellow", "")}
    chosen = [pick.token for pick in picks(entry(game, who="d").what_for) if pick.token]
    assert all(token.promised for token in chosen), "d holds only pink: nothing but promises"


@pytest.mark.clause("B-062")
def test_a_promise_is_said_by_the_button_itself() -> None:
    game = in_deal((4, "red blue"))
    made = entry(game, who="d", what="sum", **{"for": "pledge:blue", "whose": "d"})
    assert made.sums is not None
    assert made.sums.row.sure
    press(game, numbered(made, "3"))
    assert [talk.promised for talk in panel(game).lot.talks] == [True]
    strict = in_deal((4, "red blue"), clan_offer="strict")
    assert all(not pick.token.promised for pick in picks(entry(strict, who="d").what_for) if pick.token)


# ---- how much -----------------------------------------------------------------------------------


@pytest.mark.clause("B-064", "B-065")
def test_the_sums_reach_from_one_to_the_total_and_name_dividends() -> None:
    game = in_deal((4, "red blue"))
    made = entry(game, who="b", what="sum")
    assert made.sums is not None
    assert [pick.label for pick in made.sums.row.picks] == [str(n) for n in range(1, 9)]
    assert {str(pick.label): words(pick.note) for pick in made.sums.row.picks if pick.note} == {
        "2": "×1", "4": "×2", "6": "×3", "8": "×4",
    }  # fmt: skip
    large = in_deal(EXAMPLE, stack=[13, 14, 15])
    most = entry(large, who="c", what="sum", **{"for": "inv:yellow", "whose": "c"}).sums
    assert most is not None
    assert [pick.label for pick in most.row.picks][-3:] == ["20", "25", "30"]
    assert most.typed is not None
    assert most.typed.total == 30


@pytest.mark.clause("B-063")
def test_the_last_sum_stands_chosen_and_the_word_goes_to_the_other_side() -> None:
    game = in_deal((4, "red blue"))
    made = entry(game, who="b", what="sum")
    assert made.sums is not None
    assert [pick.label for pick in made.sums.row.picks if pick.on] == ["2"], "one dividend at first"
    press(game, numbered(made, "5"))
    answer = entry(game, made.sums.row.then)
    assert answer.chosen["who"] == "a"
    assert answer.sums is not None
    assert [pick.label for pick in answer.sums.row.picks if pick.on] == ["5"]
    press(game, numbered(answer, "3"))
    assert entry(game, answer.sums.row.then).chosen["who"] == "b"
    talk = panel(game).lot.talks[0]
    assert (talk.status, words(talk.amount)) == ("bid", "3M")
    game.do(*talk.agree[:2], **talk.agree[2])
    assert [(one["player"], one["amount"]) for one in game.deal["agreements"]] == [("b", 3)]
    assert [one.status for one in panel(game).lot.talks] == ["active"], "what was said about it is settled"


def test_the_fast_log_asks_for_agreements_and_never_for_offers() -> None:
    game = in_deal((4, "red blue"), log_depth="fast")
    assert WHATS["sum"][0] not in [pick.label for pick in picks(entry(game, who="b").what)]
    made = entry(game, who="b")
    press(game, numbered(made, "3"))
    assert game.deal["agreements"][0]["status"] == "active"
    mark = panel(in_deal((4, "red blue"), log_depth="fast")).lot.marks[1]
    assert dict(parse_qsl(mark.query)) == {"what": "agree", "for": "inv:blue", "whose": "b"}


# ---- coverage bar and what remains --------------------------------------------------------------


@pytest.mark.clause("B-049", "B-050", "B-051")
def test_the_bar_has_a_pill_for_each_required_colour_and_one_for_each_place() -> None:
    game = in_deal(EXAMPLE)
    marks = panel(game).lot.marks
    assert [mark.status for mark in marks] == ["boss", "none", "none", "none", "none"]
    assert [token.colour for token in marks[3].colours] == ["pink", "orange", "green"]
    game.do("a", "agree", player="d", assets=["inv:pink"], amount=3)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=4)
    marks = panel(game).lot.marks
    assert [mark.status for mark in marks] == ["boss", "active", "none", "active", "none"]
    assert words(marks[1].words) == "Борис 4M"
    game.do("c", "play_travel", target="inv:blue", card="blue")
    assert panel(game).lot.marks[1].status == "blocked"
    game.do("c", "play_boss")
    assert [mark.status for mark in panel(game).lot.marks] == ["none", "blocked", "boss", "stale", "none"]


def test_what_remains_for_the_boss_counts_what_is_agreed_and_asked() -> None:
    game = in_deal((4, "red blue yellow"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("c", "offer", counterparty="a", assets=["inv:yellow"], amount=4)
    split = {share.kind: words(share.words) for share in panel(game).lot.split}
    assert split == {"boss": "Анна: 1M remain", "asked": "Вера asks 4M", "agreed": "Борис 3M"}
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=7)
    split = {share.kind: words(share.words) for share in panel(game).lot.split}
    assert split["over"] == "too much by 2M"
    assert words(entry(game).close.why) == "more promised than it pays"  # type: ignore[union-attr]


@pytest.mark.clause("B-088", "B-089")
def test_after_a_boss_change_the_terms_wait_and_are_kept_or_named_anew() -> None:
    game = in_deal((4, "red blue yellow"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=2)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=3)
    game.do("d", "play_boss")
    lot = panel(game).lot
    assert [talk.status for talk in lot.talks] == ["stale", "stale"]
    assert dict(parse_qsl(lot.talks[0].query))["who"] == "d", "anew: the new boss names a sum"
    for actor, move, params in lot.keep_all:
        game.do(actor, move, **params)
    assert [one["status"] for one in game.deal["agreements"]] == ["active", "active"]
    assert panel(game).lot.keep_all == []


# ---- Stop ---------------------------------------------------------------------------------------


@pytest.mark.clause("B-095", "B-096", "B-097", "B-098", "B-102")
def test_the_stop_says_what_it_hits_and_what_comes_back() -> None:
    game = in_deal((4, "red blue yellow"))
    assert panel(game).stop is None
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    game.do("c", "play_travel", target="inv:blue", card="blue")
    stop = panel(game).stop
    assert words(stop.hits) == "→ Travel, Вера"
    assert [words(one) for one in stop.back] == ["blue investor: again in the deal", "agreed again: Борис 3M"]
    game.do("c", "play_recruit", color="orange")
    assert [words(one) for one in panel(game).stop.back] == ["orange investor: again beside the board"]
    game.do("d", "play_boss")
    assert words(panel(game).stop.back[0]) == "boss again: Анна"
    game.do("c", "play_clan", color="red")
    game.do("b", "play_travel", target="clan:c1", card="grey")
    assert words(panel(game).stop.back[0]) == "red clan: again on the table, Вера"
    made = entry(game, what="stop")
    press(game, next(pick for pick in picks(made.who) if pick.team == "c"))
    assert panel(game).stop is None, "a Stop cannot be stopped (B-099)"
    assert "what" not in entry(game, what="stop").chosen


def test_the_stop_is_played_by_whom_the_referee_chose_and_not_by_whose_word_it_is_by_itself() -> None:
    game = in_deal((4, "red blue"))
    game.do("c", "play_travel", target="inv:blue", card="blue")
    chosen = entry(game, who="b").stop
    assert chosen is not None
    assert chosen.sends == ("b", "play_stop", {})
    by_itself = entry(game, who="b", auto="1").stop
    assert by_itself is not None
    assert by_itself.sends is None


# ---- closing ------------------------------------------------------------------------------------


def closing(game: Game, **chosen: str) -> Sheet:
    found = entry(game, **{**chosen, "what": "close"}).sheet
    assert found is not None
    return found


def on(sheet: Sheet) -> dict[str, list[str]]:
    return {seat.colour: [choice.team for choice in seat.choices if choice.on] for seat in sheet.seats}


@pytest.mark.clause("B-105", "B-108", "B-109", "B-112", "B-114", "B-117", "B-118", "B-119")
def test_the_sheet_is_filled_in_with_payments_cards_and_what_comes_next() -> None:
    game = in_deal((4, "red blue"))
    assert entry(game, what="close").sheet is None
    game.do("c", "play_clan", color="blue")
    game.do("d", "play_clan", color="red")
    game.do("a", "agree", player="c", assets=["clan:c1"], amount=3)
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=5)
    sheet = closing(game)
    assert on(sheet) == {"red": ["a"], "blue": ["c"]}, "the cheapest"
    slip = [(words(one.source), words(one.to), words(one.amount)) for one in sheet.slip]
    assert slip == [("Bank of the game", "Анна", "8M"), ("Анна", "Вера", "3M")]
    assert words(sheet.remains or "") == "Анна: 5M remain"
    assert [(owner, [one.colour for one in cards]) for owner, cards in sheet.returned] == [("d", ["red"])]
    assert [one.colour for one in sheet.discarded] == ["blue"]
    assert [words(one) for one in sheet.after] == [
        "deal card 1 face down on space 1, marker on 2", "turn: Борис",
    ]  # fmt: skip
    dearer = next(choice for seat in sheet.seats for choice in seat.choices if choice.team == "b")
    changed = closing(game, **dict(parse_qsl(dearer.query)))
    assert on(changed) == {"red": ["a"], "blue": ["b"]}
    game.do(changed.sends[0], changed.sends[1], **changed.sends[2])
    assert game.seen["money"] == {"a": 3, "b": 5, "c": 0, "d": 0}


@pytest.mark.clause("B-050")
def test_one_of_choice_takes_the_place_of_another() -> None:
    game = in_deal((4, "red", 1, "blue yellow pink"))
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=1)
    game.do("a", "agree", player="c", assets=["inv:yellow"], amount=2)
    sheet = closing(game)
    assert on(sheet) == {"red": ["a"], "blue": ["b"], "yellow": []}, "nobody agreed on pink: it is not asked"
    other = next(choice for seat in sheet.seats for choice in seat.choices if choice.team == "c")
    changed = closing(game, **dict(parse_qsl(other.query)))
    assert on(changed) == {"red": ["a"], "blue": [], "yellow": ["c"]}
    empty = next(choice for seat in changed.seats for choice in seat.choices if choice.team == "c")
    short = closing(game, **dict(parse_qsl(empty.query)))
    assert words(short.why) == "Missing: 1 more of blue, yellow, pink."
    assert short.slip == []


@pytest.mark.clause("B-107", "B-115", "B-143")
def test_the_sheet_asks_what_the_options_ask() -> None:
    game = in_deal((4, "red blue"), ask_before_close=True, payees="anyone", earn_needs_card="no_pay")
    game.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    sheet = closing(game, **{"pay.d": "2"})
    assert sheet.asks
    assert sheet.sends[2]["asked"] is True
    assert [(one.team, one.amount) for one in sheet.extras] == [("b", 0), ("c", 0), ("d", 2)]
    assert [words(one) for one in sheet.warnings] == [
        "Борис played no card: 3M stays with the boss.", "Глеб played no card: 2M stays with the boss.",
    ]  # fmt: skip
    assert words(sheet.remains or "") == "Анна: 8M remain"
    assert closing(game, **{"pay.d": "x", "pay.b": "-4"}).sends[2].get("extra_payments") is None
    refuse = in_deal((4, "red blue"), earn_needs_card="refuse")
    refuse.do("a", "agree", player="b", assets=["inv:blue"], amount=3)
    assert words(closing(refuse).why) == "Борис played no card and may not earn."


@pytest.mark.clause("B-120", "B-121", "B-154")
def test_a_deal_fails_for_a_reason_in_two_taps_and_not_where_it_must_close() -> None:
    game = in_deal((4, "red blue"))
    reasons = legal(entry(game, what="fail").fail)
    assert [one.get("reason") for one in reasons] == ["price", "travel", "no_cards", "refusal", "time", "other", None]
    soft = in_deal((4, "red blue"), soft_rules=True)
    assert legal(entry(soft, what="fail").fail) == []


@pytest.mark.clause("B-151", "B-152", "B-153")
def test_two_players_close_without_consent_for_a_fair_share() -> None:
    game = in_deal((6, "red pink"), players=2)
    marks = panel(game).lot.marks
    assert [(mark.status, words(mark.words)) for mark in marks] == [("boss", "Анна"), ("soft", "Борис 6M")]
    assert words(closing(game).remains or "") == "Анна: 6M remain"
    own = legal(entry(game, who="b", what="travel").what_for)
    assert "inv:pink" in [one["target"] for one in own]


# ---- between deals ------------------------------------------------------------------------------


@pytest.mark.clause("B-031", "B-034", "B-141", "B-145")
def test_the_faces_of_the_die_say_where_they_lead() -> None:
    game = arranged(new(4), covered={"3": 1}, stack=[2, 4, 5])
    dice = picks(entry(game).dice)
    assert [words(pick.note).partition(",")[0] for pick in dice] == ["to 2", "to 4", "to 5", "to 6", "to 7", "to 8"]
    must = arranged(new(4, must_deal_over=10), hands={"a": 11}, turn_hand=11)
    must.do("a", "roll_move", die=1)
    draw = picks(entry(must).turn)[1]
    assert "11" not in words(draw.why)
    assert words(draw.why) == "More than 10 cards at the start of the turn: a deal must be tried."
    few = arranged(new(4, min_hand_to_open=4), hands={"a": 3})
    assert words(picks(entry(few).turn)[0].why) == "Cards in hand: 3. A deal needs 4 or more."


def test_a_space_that_the_kit_does_not_know_is_asked_for() -> None:
    raw = raw_kit()
    raw["spaces"]["1"] = {}
    game = new(4, kit=raw)
    deal = picks(entry(game).turn)[0]
    assert dict(parse_qsl(deal.query)) == {"move": "open_deal", "fixed": "{}"}
    assert "open_deal" not in panel(game).own
    game.do("a", "open_deal", space={"required": ["red", "blue"], "choose": 0, "from": [], "shares": 2})
    assert game.t.kit.spaces["1"] == Space(["red", "blue"], 0, [], 2)


@pytest.mark.clause("B-134", "B-135")
def test_the_faces_that_end_the_game_are_marked_and_unknown_ones_are_typed() -> None:
    game = in_deal((4, "red"), stack=[11, 12, 13])
    game.close("a", "a inv:red")
    assert [pick.label for pick in picks(entry(game).dice) if pick.on] == ["1", "2"]
    raw = raw_kit((4, "red"))
    raw["deal_cards"]["11"] = {"value": 4}
    unknown = in_deal((4, "red"), stack=[11, 12, 13], kit=raw)
    unknown.close("a", "a inv:red")
    assert unknown.t.kit.deal_cards["11"] == DealCard(4)
    assert entry(unknown).dice is None
    assert panel(unknown).own == ()


@pytest.mark.clause("B-039", "B-040")
def test_two_cards_of_the_same_type_are_discarded_by_two_taps_on_it() -> None:
    game = arranged(new(4), hands={"a": 11})
    game.do("a", "roll_move", die=1)
    game.do("a", "draw")
    made = entry(game)
    for _time in range(2):
        assert made.discards is not None
        again = next(pick for pick in made.discards.types if pick.label and "Boss" in words(pick.label))
        made = entry(game, again.query)
    assert made.discards is not None
    assert made.discards.sends == ("a", "discard", {"count": 2, "cards": ["boss", "boss"]})
    assert made.discards.types == [], "no more than have to go"
    assert {one["color"] for one in legal(made.hires)} == {"orange", "green"}
    game.do(*made.discards.sends[:2], **made.discards.sends[2])
    assert game.state.hands["a"] == 12


@pytest.mark.clause("B-146")
def test_several_above_the_late_limit_are_chosen_between() -> None:
    game = in_deal((4, "red"), late_hand_limit=10, stack=[9, 10, 11], hands=9)
    arranged(game, hands={"b": 11, "d": 12})
    game.close("a", "a inv:red")
    assert [pick.team for pick in picks(entry(game).who)] == ["b", "d"]
    second = entry(game, who="d").discards
    assert second is not None
    assert (second.team, second.count) == ("d", 2)


# ---- money, and whatever an address says --------------------------------------------------------


@pytest.mark.clause("B-128", "B-129")
def test_money_is_shown_only_when_asked_and_to_nobody_else() -> None:
    game = in_deal((4, "red"))
    game.close("a", "a inv:red")
    made = entry(game)
    assert not made.money
    assert panel(game).hidden
    assert entry(game, made.money_query).money
    assert not entry(game, entry(game, made.money_query).money_query).money
    assert [row.cells[1].value for row in GAME.board(game.t, "screen").rows] == [None] * 4
    opened = in_deal((4, "red"), money_view="open")
    assert entry(opened).money


@pytest.mark.parametrize(
    "junk",
    [
        {"who": "nobody", "what": "travel"}, {"what": "dance"}, {"who": "a", "for": "inv:grey", "whose": "z"},
        {"what": "close", "parts": "inv:red,,x,clan:c9"}, {"who": "b", "for": "clan:c7", "what": "agree"},
        {"cards": "boss,boss,boss,nothing"}, {"pay.q": "7", "what": "close"}, {"fixed": "{}", "move": "offer"},
    ],
)  # fmt: skip
def test_an_address_that_fits_nothing_is_no_fault(junk: dict[str, str]) -> None:
    game = in_deal(EXAMPLE)
    entry(game, **junk)
    over = arranged(new(4), hands={"a": 13})
    over.do("a", "roll_move", die=1)
    over.do("a", "draw")
    entry(over, **junk)
    entry(new(3), **junk)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_solid_buttons_are_accepted_and_dashed_ones_are_not(seed: int, players: int) -> None:
    """At every moment of a bot's game each button that records does what it shows."""
    random = Random(seed)
    game = new(players)
    tried = 0
    for _move in range(60):
        panel(game)
        for query in _choices(game):
            for pick in _records(entry(game, **query)):
                tried += 1
                try:
                    GAME.attempt(game.t, 0, *pick.sends)  # type: ignore[misc]
                except Refusal:
                    assert pick.why, pick
                else:
                    assert not pick.why, pick
        if GAME.finished(game.t):
            break
        game.t, _step = turn(GAME, game.t, 0, random, frozenset({"adjust", "stop_game", "audit"}))
    assert tried > 300


def _choices(game: Game) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{}, {"what": "close"}, {"what": "fail"}, {"what": "stop"}]
    return found + [{"who": who, "what": what} for who in game.state.hands for what in WHATS]


def _records(made: Entry) -> list[Pick]:
    rows = [made.who, made.what, made.what_for, made.fail, made.hires, made.dice, made.turn]
    rows.append(made.sums.row if made.sums else None)
    return [pick for row in rows if row is not None for pick in row.picks if pick.sends]
