"""Money and the end of the game: B-127 … B-138, with what is secret at the table."""

import pytest

from games.boss.game import GAME
from games.engine.i18n import render
from tests.boss.table import Game, arranged, in_deal, new, raw_kit


def closing(no: int, **more: object) -> Game:
    """A deal of which a closes card `no`."""
    game = in_deal((2, "red"), stack=list(range(no, 16)), **more)
    game.close("a", "a inv:red")
    return game


@pytest.mark.clause("B-127", "B-128", "B-129")
def test_money_is_hidden_from_everybody_but_the_referee_until_the_end() -> None:
    game = closing(1)
    assert game.seen["money"] == {"a": 4, "b": 0, "c": 0, "d": 0}
    for viewer in ("screen", "a", "b"):
        view = GAME.view(game.t, viewer)
        assert "money" not in view
        assert "seen" not in view
        money = [row.cells[1].value for row in GAME.board(game.t, viewer).rows]
        assert money == [None, None, None, None]
    assert [row.cells[1].value for row in GAME.board(game.t).rows] == [4, 0, 0, 0]
    arranged(game, phase="finished", end_by="die", turn=None)
    assert GAME.view(game.t, "screen")["money"]["a"] == 4


@pytest.mark.clause("B-128", "B-129")
def test_the_referees_look_is_logged_and_does_not_open_the_money() -> None:
    game = closing(1)
    game.do("referee", "reveal_money")
    assert "money" not in GAME.view(game.t, "screen")
    game.do("referee", "reveal_money", to="screen")
    assert GAME.view(game.t, "screen")["money"]["a"] == 4
    assert len(game.rows) == 4


@pytest.mark.clause("B-128", "B-129")
def test_as_long_as_money_is_hidden_both_looks_at_it_are_offered() -> None:
    def offered() -> list[list[object]]:
        found = [one for one in GAME.candidates(game.t) if one.move == "reveal_money"]
        return [[option.value for option in field.options] for one in found for field in one.fields]  # type: ignore[union-attr]

    game = closing(1)
    assert offered() == [["referee", "screen"]]
    game.do("referee", "reveal_money", to="screen")
    assert offered() == []


@pytest.mark.clause("B-128")
def test_by_option_money_is_open() -> None:
    assert GAME.view(closing(1, money_view="open").t, "screen")["money"]["a"] == 4


@pytest.mark.clause("B-129")
def test_log_lines_for_others_name_no_totals() -> None:
    game = closing(1)
    step = game.do("referee", "adjust", field="money.b", value=17, reason="нашлись под столом")
    assert step is not None
    assert "17" in render(GAME.tell(game.t, step))
    assert "17" not in render(GAME.tell(game.t, step, "screen"))
    step = game.do("referee", "audit", money={"b": 16})
    assert step is not None
    assert "-1" in render(GAME.tell(game.t, step)).replace("−", "-")
    assert not any(char.isdigit() for char in render(GAME.tell(game.t, step, "b")))


@pytest.mark.clause("B-131", "B-136")
@pytest.mark.parametrize(("no", "phase"), [(9, "turn_start"), (10, "end_roll"), (14, "end_roll"), (15, "finished")])
def test_vec_06_a_roll_follows_from_the_tenth_deal_on(no: int, phase: str) -> None:
    game = closing(no)
    assert game.seen["phase"] == phase
    assert game.seen["end_by"] == ("last_card" if no == 15 else None)


@pytest.mark.clause("B-131")
def test_nothing_else_before_the_roll() -> None:
    game = closing(10)
    for actor, action, params in (
        ("b", "open_deal", {}), ("b", "roll_move", {"die": 1}), ("a", "play_stop", {}), ("a", "draw", {}),
        ("a", "close_deal", {"parts": []}), ("a", "discard", {"count": 1}),
    ):  # fmt: skip
        assert game.refused(actor, action, **params) == "E_END_ROLL_FIRST"


@pytest.mark.clause("B-132")
def test_card_and_marker_are_moved_before_the_roll() -> None:
    seen = closing(10).seen
    assert (seen["covered"], seen["marker"], seen["turn"], seen["deals_done"]) == ([1], 2, "a", 1)
    assert seen["end_roll"] == {"by": "a", "end_numbers": [1]}


@pytest.mark.clause("B-133")
def test_the_boss_who_closed_rolls() -> None:
    game = in_deal((2, "red"), stack=[11, 12])
    game.do("c", "play_boss")
    game.do("c", "agree", player="a", assets=["inv:red"], amount=0)
    game.close("c", "a inv:red")
    assert game.seen["end_roll"]["by"] == "c"
    assert game.refused("a", "end_roll", die=1) == "E_NOT_BOSS"
    assert game.refused("a", "end_roll", die=9) == "E_NOT_BOSS"
    assert game.refused("c", "end_roll", die=9) == "E_DIE"
    assert "N_SKIPPED" in game.notices("c", "end_roll", die=6)
    assert game.seen["turn"] == "d"


@pytest.mark.clause("B-134", "B-135", "B-138")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_vec_05_the_eleventh_deal_ends_the_game_by_1_or_2(die: int) -> None:
    game = closing(11)
    game.do("a", "end_roll", die=die)
    if die <= 2:
        assert (game.seen["phase"], game.seen["end_by"], game.seen["turn"]) == ("finished", "die", None)
        assert game.seen["winners"] == ["a"]
    else:
        assert (game.seen["phase"], game.seen["turn"], game.seen["winners"]) == ("turn_start", "b", [])


@pytest.mark.clause("B-136")
def test_after_the_last_card_the_game_is_over() -> None:
    game = closing(15)
    for actor, action in (("b", "open_deal"), ("a", "play_boss"), ("a", "end_roll")):
        assert game.refused(actor, action) == "E_GAME_OVER"
    assert game.refused("referee", "stop_game", reason="время") == "E_GAME_OVER"
    game.do("referee", "audit")


@pytest.mark.clause("B-137")
def test_a_recount_names_the_difference() -> None:
    game = arranged(closing(15), money={"a": 15})
    step = game.do("referee", "audit", money={"a": 14}, hands={"b": 10}, deck=game.seen["deck"], discard=3)
    assert step is not None
    found = [(code, figures["by"]) for code, figures in step.notices]
    assert found == [("W_RECOUNT", -1), ("W_RECOUNT", 3)]
    assert game.seen["money"]["a"] == 15
    assert game.refused("referee", "audit", money={"nobody": 1}) == "E_UNKNOWN"


def test_numbers_that_the_kit_does_not_know_are_asked_at_the_roll() -> None:
    raw = raw_kit()
    raw["deal_cards"]["10"]["end"] = None
    raw["deal_cards"]["9"]["end"] = None
    assert closing(9, kit={**raw, "spaces": raw_kit((2, "red"))["spaces"]}).seen["phase"] == "turn_start"

    def rolled() -> Game:
        return closing(10, kit={**raw, "spaces": raw_kit((2, "red"))["spaces"]})

    game = rolled()
    assert game.seen["end_roll"]["end_numbers"] is None
    assert game.refused("a", "end_roll", die=2) == "E_MISSING"
    assert game.refused("a", "end_roll", die=2, end_numbers=[7]) == "E_DIE"
    game.do("a", "end_roll", die=2, end_numbers=[3, 1])
    assert game.t.kit.deal_cards["10"].end == [1, 3]
    assert game.seen["phase"] == "turn_start"
    game = rolled()
    game.do("a", "end_roll", die=2, hit=True)
    assert game.seen["phase"] == "finished"
    game = rolled()
    game.do("a", "end_roll", die=2, hit=False)
    assert game.seen["phase"] == "turn_start"


def test_the_kits_numbers_are_not_contradicted() -> None:
    game = closing(10)
    assert game.refused("a", "end_roll", die=2, end_numbers=[2]) == "E_KNOWN"
    assert game.refused("a", "end_roll", die=2, hit=True) == "E_KNOWN"
    other = closing(12)
    assert other.refused("a", "end_roll", die=4, end_numbers=[3, 1]) == "E_KNOWN"
    other.do("a", "end_roll", die=4, end_numbers=[3, 1, 2])
    game.do("a", "end_roll", die=2, end_numbers=[1], hit=False)


def test_vec_26_a_full_game_leaves_a_free_space_for_the_marker() -> None:
    game = new(4)
    for no in range(1, 16):
        turn = game.seen["turn"]
        arranged(game, investors=dict.fromkeys(game.seen["investors"], turn))
        game.do(turn, "open_deal")
        space = game.t.space
        colours = [*space.required, *space.from_[: space.choose]]
        game.close(turn, *(f"{turn} inv:{colour}" for colour in colours))
        if game.seen["phase"] == "end_roll":
            game.do(turn, "end_roll", die=6)
        assert len(game.seen["covered"]) == no
        assert game.seen["marker"] not in game.seen["covered"]
    assert (game.seen["phase"], game.seen["end_by"], game.seen["deal_card"]) == ("finished", "last_card", None)


def test_the_trainer_stops_the_game_and_an_open_deal_is_called_off() -> None:
    game = in_deal((2, "red"))
    game.do("b", "play_clan", color="red")
    game.do("c", "play_travel", target="inv:red", card="red")
    game.do("referee", "stop_game", reason="время вышло")
    seen = game.seen
    assert (seen["phase"], seen["end_by"], seen["deal"], seen["turn"]) == ("finished", "stopped", None, None)
    assert seen["hands"] == {"a": 10, "b": 10, "c": 9, "d": 10}
    assert seen["winners"] == ["a", "b", "c", "d"], "nobody has money: a shared victory"
    assert new(4).refused("referee", "stop_game", reason=" ") == "E_REASON"


@pytest.mark.parametrize(("rule", "winners"), [("shared", ["b", "c"]), ("deals_as_boss", ["c"])])
def test_a_tie_is_shared_or_decided_by_deals_closed_as_boss(rule: str, winners: list[str]) -> None:
    game = arranged(
        new(4, tie_break=rule), money={"b": 9, "c": 9}, closed={"b": 1, "c": 2}, phase="finished", turn=None
    )
    assert game.seen["winners"] == winners
