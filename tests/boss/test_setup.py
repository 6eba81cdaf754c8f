"""Components and set-up: B-001 … B-030, the kit's checks and the unknown values of the board."""

import json

import msgspec
import pytest

from games.boss.game import GAME
from games.boss.options import Options, Setup
from games.engine.conformance import play_record
from games.engine.kit import origin, read_kit
from games.engine.refusal import Refusal
from games.engine.table import Team
from tests.boss.table import COLOURS, EXAMPLE, NAMES, RECORD, arranged, deal_to, in_deal, new, raw_kit

REAL = {"sample": False}


def refusal(players: int, setup: Setup, kit: object = None, **options: object) -> str:
    teams = [Team(f"p{at}", f"Игрок {at}") for at in range(players)]
    if players <= 6:
        teams = [Team(key, name) for key, name in list(NAMES.items())[:players]]
    with pytest.raises(Refusal) as caught:
        GAME.start(kit or GAME.sample(), msgspec.convert(options, Options), teams, setup)
    assert GAME.message(caught.value)
    return caught.value.code


def codes(raw: dict[str, object]) -> list[str]:
    return [note.code for note in GAME.check_kit(read_kit(GAME, raw))]


@pytest.mark.clause("B-001", "B-137")
def test_the_most_money_wins() -> None:
    game = arranged(new(4), money={"a": 15, "b": 14, "c": 9, "d": 6}, phase="finished", end_by="die")
    assert game.seen["winners"] == ["a"]
    totals = sorted((place.total for place in GAME.standings(game.t)), reverse=True)
    assert totals == [15, 14, 9, 6]
    assert [place.rank for place in GAME.standings(game.t)] == [1, 2, 3, 4]


@pytest.mark.clause("B-002")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_players(players: int) -> None:
    assert len(new(players).seen["hands"]) == players


@pytest.mark.clause("B-002")
def test_not_seven_and_two_only_by_option() -> None:
    seven = {colour: f"p{at}" for at, colour in enumerate(COLOURS)}
    assert refusal(7, Setup(seven, "p0", "p6", 1)) == "E_PLAYERS"
    assert refusal(2, deal_to(["a", "b"], 3)) == "E_PLAYERS"
    assert new(2).seen["phase"] == "turn_start"


@pytest.mark.clause("B-004", "B-055")
def test_98_cards_and_no_more_of_a_kind_than_there_are() -> None:
    assert GAME.sample().deck_size == 24 + 21 + 10 + 33 + 10 == 98
    game = arranged(in_deal(EXAMPLE), seen={"boss": 10})
    assert game.refused("b", "play_boss") == "E_CARD_LIMIT"
    wrong = raw_kit(**REAL)
    wrong["influence"]["stop"] = 9
    assert "K_DECK" in codes(wrong)


@pytest.mark.clause("B-005")
def test_the_bank_never_runs_out() -> None:
    rich = raw_kit((100, "red"))
    rich["deal_cards"]["1"]["value"] = 5
    for no in range(2, 16):
        rich["deal_cards"][str(no)]["value"] = 5
    game = in_deal(kit=rich)
    game.close("a", "a inv:red")
    assert game.seen["money"]["a"] == 500


@pytest.mark.clause("B-006")
def test_fifteen_deal_cards() -> None:
    assert len(GAME.sample().deal_cards) == 15
    lacking = raw_kit(**REAL)
    del lacking["deal_cards"]["15"]
    assert "K_DEALS" in codes(lacking)
    old = json.loads(RECORD.read_text(encoding="utf-8"))
    old["kit"]["deal_cards"][1]["no"] = 1
    assert next(play_record(GAME, old))["error"] == "K_DEALS"


@pytest.mark.clause("B-007")
def test_six_investors_each_with_one_holder_at_all_times() -> None:
    game = in_deal(EXAMPLE)
    for colour in ("orange", "green", "red"):
        game.do("b", "play_recruit", color=colour)
        assert set(game.seen["investors"]) == set(COLOURS)
    assert game.seen["investors"] == {
        "red": "b", "blue": "b", "yellow": "c", "pink": "d", "orange": "b", "green": "b",
    }  # fmt: skip


@pytest.mark.clause("B-008")
@pytest.mark.parametrize("die", [0, 7, -1, "3", True, None, 2.5])
def test_the_die_has_six_faces(die: object) -> None:
    game = new(4)
    assert game.refused("a", "roll_move", die=die) == "E_DIE"


@pytest.mark.clause("B-008")
def test_a_roll_without_a_die_is_refused() -> None:
    assert new(4).refused("a", "roll_move") == "E_DIE"


@pytest.mark.clause("B-009")
def test_sixteen_spaces() -> None:
    lacking = raw_kit(**REAL)
    del lacking["spaces"]["16"]
    assert "K_SPACES" in codes(lacking)
    few = raw_kit()
    few["spaces"] = dict(list(few["spaces"].items())[:15])
    assert codes(few) == ["K_SPACES"], "a sample may differ, but needs more spaces than deals"
    assert codes(raw_kit()) == []


@pytest.mark.clause("B-010")
def test_a_space_says_dividends_and_investors() -> None:
    game = in_deal(EXAMPLE)
    assert game.deal["total"] == 6 * 2
    for wrong in ({"required": []}, {"choose": 4}, {"from": ["red", "pink"]}, {"shares": 0}):
        raw = raw_kit(EXAMPLE)
        raw["spaces"]["1"] |= wrong if "required" not in wrong else {"required": [], "choose": 0, "from": []}
        assert "K_SETS" in codes(raw), wrong


@pytest.mark.clause("B-011")
def test_larger_deals_need_more_investors() -> None:
    raw = raw_kit((7, "red blue"), (6, "red blue yellow pink orange"))
    assert codes(raw).count("KW_MONOTONE") >= 1
    assert not any(note.blocks for note in GAME.check_kit(read_kit(GAME, raw)))
    assert "KW_SIZE" in codes(raw_kit((2, "red")))


@pytest.mark.clause("B-012")
def test_a_dividend_is_worth_what_the_top_card_says_at_the_closing() -> None:
    game = arranged(new(4, (1, "red")), stack=[2, 3, 4, 5], investors={"red": "a"})
    game.do("a", "open_deal")
    game.do("a", "fail_deal")
    assert game.seen["deal_card"] == {"no": 2, "value": 2}
    arranged(game, turn="a")
    game.do("a", "open_deal")
    game.close("a", "a inv:red")
    assert game.seen["money"]["a"] == 2
    assert game.seen["deal_card"] == {"no": 3, "value": 2}


@pytest.mark.clause("B-014", "B-017")
def test_six_players_hold_one_investor_each() -> None:
    dealt = new(6).seen["investors"]
    assert sorted(dealt.values()) == list("abcdef")


@pytest.mark.clause("B-015", "B-019", "B-020")
@pytest.mark.parametrize(
    ("players", "deck", "board"), [(2, 88, 0), (3, 83, 0), (4, 78, 2), (5, 73, 1), (6, 68, 0)], ids=str
)
def test_vec_18_cards_and_investors_left_over(players: int, deck: int, board: int) -> None:
    seen = new(players).seen
    assert (seen["deck"], seen["discard"], seen["on_table"]) == (deck, 0, 0)
    assert set(seen["hands"].values()) == {5}
    assert list(seen["investors"].values()).count("board") == board


@pytest.mark.clause("B-016")
def test_three_players_hold_two_each() -> None:
    dealt = list(new(3).seen["investors"].values())
    assert [dealt.count(team) for team in "abc"] == [2, 2, 2]
    assert refusal(3, deal_to(["a", "b", "c"], 1)) == "E_SETUP_INVESTORS"


@pytest.mark.clause("B-014")
@pytest.mark.parametrize(
    "investors",
    [
        {},
        dict(zip(COLOURS, ["a", "b", "c", "d", "a", "board"], strict=True)),
        dict(zip(COLOURS, ["a", "b", "c", "d", "board", "nobody"], strict=True)),
        dict(zip(COLOURS[:5], ["a", "b", "c", "d", "board"], strict=True)),
    ],
)
def test_another_split_is_refused(investors: dict[str, str]) -> None:
    assert refusal(4, deal_to(list("abcd"), investors=investors)) == "E_SETUP_INVESTORS"


@pytest.mark.clause("B-018")
def test_a_hired_investor_is_represented_by_the_hirer_at_once() -> None:
    game = in_deal((2, "yellow"), investors={"orange": "a", "green": "a"})
    game.do("a", "play_recruit", color="yellow")
    assert game.seen["investors"]["yellow"] == "a"
    game.close("a", "a inv:yellow")
    assert game.seen["money"]["a"] == 4


@pytest.mark.clause("B-021")
def test_no_field_names_a_card_in_a_hand() -> None:
    game = new(4)
    assert game.seen["hands"] == {"a": 5, "b": 5, "c": 5, "d": 5}
    assert game.seen["seen"] == {}


@pytest.mark.clause("B-022", "B-024")
def test_deal_cards_lie_in_order() -> None:
    assert new(4).seen["stack"] == list(range(1, 16))
    raw = raw_kit()
    raw["deal_cards"]["7"]["value"] = 2
    assert codes(raw) == ["K_VALUES"], "deal 6 is worth 3M"
    raw["deal_cards"]["7"]["value"] = 0
    assert "K_VALUES" in codes(raw)


@pytest.mark.clause("B-023", "B-116")
def test_vec_01_four_dividends_in_the_sixth_deal_are_12m() -> None:
    game = in_deal((4, "red"), stack=list(range(6, 16)))
    assert game.deal["total"] == 12


@pytest.mark.clause("B-025")
def test_a_banker_is_recorded_and_may_be_missing() -> None:
    assert new(4).seen["banker"] == ""
    assert new(4, setup=deal_to(list("abcd"), banker="b")).seen["banker"] == "b"
    assert new(4, setup=deal_to(list("abcd"), banker="trainer"), banker="trainer").seen["banker"] == "trainer"
    assert refusal(4, deal_to(list("abcd"), banker="nobody")) == "E_UNKNOWN"


@pytest.mark.clause("B-027", "B-030")
def test_everybody_starts_without_money_and_the_first_player_begins() -> None:
    seen = new(4).seen
    assert seen["money"] == {"a": 0, "b": 0, "c": 0, "d": 0}
    assert (seen["phase"], seen["turn"], seen["deal"]) == ("turn_start", "a", None)


@pytest.mark.clause("B-028")
@pytest.mark.parametrize("first", ["", "nobody", "board"])
def test_the_first_player_sits_at_the_table(first: str) -> None:
    assert refusal(4, deal_to(list("abcd"), first_player=first)) == "E_SETUP_FIRST"


@pytest.mark.clause("B-029")
def test_the_marker_is_put_by_the_right_neighbour_on_any_space() -> None:
    assert new(4, setup=deal_to(list("abcd"), marker=16)).seen["marker"] == 16
    assert new(4, setup=deal_to(list("abcd"), first_player="c", marker_by="b")).seen["turn"] == "c"
    assert new(4, setup=deal_to(list("abcd"), marker_by=None, banker=None)).seen["marker"] == 1
    assert refusal(4, deal_to(list("abcd"), marker_by="b")) == "E_MARKER_PLACER"
    assert refusal(4, deal_to(list("abcd"), marker=17)) == "E_SPACE"
    assert refusal(4, deal_to(list("abcd"), marker=0)) == "E_SPACE"


def test_set_ups_are_refused_in_order() -> None:
    wrong = Setup({}, "nobody", "nobody", 99)
    assert refusal(7, wrong) == "E_PLAYERS"
    assert refusal(4, wrong) == "E_SETUP_INVESTORS"
    assert refusal(4, deal_to(list("abcd"), first_player="", marker_by="b", marker=99)) == "E_SETUP_FIRST"
    assert refusal(4, deal_to(list("abcd"), marker_by="b", marker=99)) == "E_MARKER_PLACER"
    broken = read_kit(GAME, raw_kit((0, "red")))
    assert refusal(4, deal_to(list("abcd"), marker=99), broken) == "E_SPACE"
    assert refusal(4, deal_to(list("abcd")), broken) == "K_SETS"


def test_recorded_set_ups_that_are_refused() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert len(record["setup_refused"]) == 2
    for case in record["setup_refused"]:
        first = next(play_record(GAME, {**record, "setup": case["setup"]}))
        assert (first["ok"], first["error"]) == (False, case["error"])


def test_a_deck_too_small_for_the_hands_cannot_start() -> None:
    raw = raw_kit()
    raw["influence"] = {
        "clan": dict.fromkeys(COLOURS, 1), "travel": {"grey": 1}, "recruit": 3, "boss": 1, "stop": 1,
    }  # fmt: skip
    assert refusal(4, deal_to(list("abcd")), read_kit(GAME, raw)) == "K_DECK"


@pytest.mark.clause("B-134")
def test_end_numbers_of_a_kit() -> None:
    raw = raw_kit()
    raw["deal_cards"]["12"]["end"] = [1, 7]
    assert set(codes(raw)) == {"K_END", "KW_NESTED"}
    real = raw_kit(**REAL)
    assert codes(real) == []
    real["deal_cards"]["9"]["end"] = [1]
    assert "K_END" in codes(real), "numbers stand on the cards 10 to 14"
    real["deal_cards"]["9"]["end"] = []
    real["deal_cards"]["10"]["end"] = []
    assert "K_END" in codes(real)
    real["deal_cards"]["10"]["end"] = None
    assert "K_END" not in codes(real), "what is not known yet is no error"
    real["deal_cards"]["15"]["end"] = [6]
    assert "K_END" not in codes(real), "the last card ends the game by itself"


@pytest.mark.clause("B-138")
@pytest.mark.parametrize(
    ("card", "change"),
    [("11", {"end": [1, 3]}), ("6", {"value": 4}), ("13", {"end": [1, 2, 3, 5]}), ("13", {"value": 4})],
)
def test_a_real_kit_that_contradicts_the_rulebook_warns(card: str, change: dict[str, object]) -> None:
    real = raw_kit(**REAL)
    real["deal_cards"][card] |= change
    assert "KW_ANCHOR" in codes(real)
    assert "KW_ANCHOR" not in codes({**real, "sample": True})


@pytest.mark.clause("B-138")
def test_a_real_kit_without_the_spaces_of_the_rulebook_warns() -> None:
    real = raw_kit(**REAL)
    real["spaces"]["12"]["shares"] = 5
    assert "KW_ANCHOR" in codes(real)


def test_the_older_spelling_says_what_stands_in_the_text() -> None:
    old = json.loads(RECORD.read_text(encoding="utf-8"))["kit"] | {
        "confirmed": ["influence counts", "deal 3 end numbers"]
    }
    kit = read_kit(GAME, old)
    assert origin(kit, "deal_cards.3.end") == origin(kit, "influence.boss") == "text"
    assert origin(kit, "deal_cards.3.value") == "sample"


# ---- what the kit does not know is filled in at the table (amendment 7) ---------------------------


def unknown() -> dict[str, object]:
    raw = raw_kit()
    raw["spaces"]["1"] = {}
    raw["deal_cards"]["1"] = {"value": None, "end": []}
    return raw


TYPED = {"required": ["red"], "choose": 1, "from": ["blue", "pink"], "shares": 3}


def test_an_unknown_space_and_value_are_asked_when_they_first_matter() -> None:
    game = new(4, kit=unknown())
    assert game.refused("a", "open_deal") == "E_MISSING"
    assert game.refused("a", "open_deal", space=TYPED) == "E_MISSING"
    game.do("a", "open_deal", space=TYPED, value=2)
    assert (game.deal["space"], game.deal["total"]) == (1, 6)
    assert origin(game.t.kit, "spaces.1.shares") == "box"
    game.do("a", "fail_deal")
    arranged(game, turn="a")
    game.do("a", "open_deal")
    assert game.deal["total"] == 6


@pytest.mark.parametrize("wrong", [{"shares": 0}, {"choose": 3}, {"from": ["red"]}, {"required": [], "choose": 0}])
def test_a_space_typed_wrong_is_refused(wrong: dict[str, object]) -> None:
    game = new(4, kit=unknown())
    assert game.refused("a", "open_deal", space=TYPED | wrong, value=2) == "K_SETS"
    assert game.refused("a", "open_deal", space=TYPED, value=0) == "E_BAD_NUMBER"


def test_what_the_kit_knows_is_not_overwritten_by_a_move() -> None:
    game = new(4, (3, "red", 1, "blue pink"))
    assert game.refused("a", "open_deal", space=TYPED | {"shares": 4}) == "E_KNOWN"
    assert game.refused("a", "open_deal", value=3) == "E_KNOWN"
    game.do("a", "open_deal", space=TYPED | {"from": ["pink", "blue"]}, value=2)


def test_of_a_space_only_what_is_missing_need_be_typed() -> None:
    raw = unknown()
    raw["spaces"]["1"] = {"shares": 4}
    raw["deal_cards"]["1"] = {"value": 2, "end": []}
    game = new(4, kit=raw)
    assert game.refused("a", "open_deal", space=TYPED) == "E_KNOWN"
    assert game.refused("a", "open_deal", space={"required": ["red"], "choose": 1}) == "E_MISSING"
    game.do("a", "open_deal", space={"required": ["red"], "choose": 1, "from": ["blue", "pink"]})
    assert game.deal["total"] == 8
    assert game.t.kit.spaces["1"].required == ["red"]


@pytest.mark.clause("B-024")
@pytest.mark.parametrize(("value", "ok"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_value_typed_at_the_table_neither_falls_nor_lets_the_next_fall(value: int, ok: bool) -> None:
    raw = unknown()
    raw["spaces"]["1"] = TYPED
    raw["deal_cards"] |= {"1": {"value": 2, "end": []}, "2": {"value": None, "end": []}, "3": {"value": 3, "end": []}}
    game = arranged(new(4, kit=raw), stack=[2, 3])
    if ok:
        game.do("a", "open_deal", value=value)
        assert game.deal["total"] == 3 * value
    else:
        assert game.refused("a", "open_deal", value=value) == "K_VALUES"


def test_the_older_spelling_may_leave_spaces_empty() -> None:
    old = json.loads(RECORD.read_text(encoding="utf-8"))
    old["kit"]["spaces"][7] = None
    old["kit"]["deal_cards"][0] = {"no": 1, "value": None, "end": None}
    lines = list(play_record(GAME, {**old, "steps": [
        {"n": 1, "actor": "anna", "action": "open_deal", "params": {}},
        {"n": 2, "actor": "anna", "action": "open_deal", "params": {"space": TYPED, "value": 2}},
    ]}))  # fmt: skip
    assert [line["ok"] for line in lines] == [True, False, True]
    assert lines[2]["state"]["deal"]["total"] == 6
