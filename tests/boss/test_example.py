"""The long example of the rulebook, step by step: B-155 … B-167 and § 5.2 of the rules."""

from dataclasses import dataclass, field

import pytest

from games.boss.game import GAME
from games.boss.options import Options, Setup
from games.engine.kit import read_kit
from games.engine.refusal import Refusal
from games.engine.replay import Origin
from games.engine.table import Team
from tests.boss.table import EXAMPLE, Game, arranged, parts_of, raw_kit, space

ANTON, OLEG, IVAN, SVETA = "anton", "oleg", "ivan", "svetlana"


def example() -> Game:
    """Twelve deals are done, the thirteenth pays 6 × 5M; Антон is on turn."""
    raw = raw_kit()
    raw["spaces"]["7"] = space(*EXAMPLE)
    kit = read_kit(GAME, raw)
    teams = (Team(ANTON, "Антон"), Team(OLEG, "Олег"), Team(IVAN, "Иван"), Team(SVETA, "Светлана"))
    dealt = {"blue": ANTON, "red": OLEG, "yellow": IVAN, "orange": SVETA, "pink": "board", "green": "board"}
    setup = Setup(dealt, ANTON, SVETA, 7)
    game = Game(Origin(kit, Options(), teams, setup), GAME.start(kit, Options(), teams, setup))
    covered = {str(no): at for at, no in enumerate((1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 15), 1)}
    return arranged(
        game, stack=[13, 14, 15], deals_done=12, covered=covered, deck=40, discard=31,
        hands={ANTON: 9, OLEG: 6, IVAN: 5, SVETA: 7}, investors={"pink": ANTON, "green": IVAN},
    )  # fmt: skip


@dataclass
class Row:
    """One line of § 5.2: the move, and the table after it."""

    actor: str
    action: str
    params: dict[str, object]
    hands: str
    piles: str
    boss: str = ANTON
    travelling: str = ""
    clans: str = ""
    agreements: list[str] = field(default_factory=list)


def offer(actor: str, to: str, asset: str, amount: int) -> tuple[str, str, dict[str, object]]:
    return actor, "offer", {"counterparty": to, "assets": [asset], "amount": amount}


def agree(boss: str, player: str, asset: str, amount: int) -> tuple[str, str, dict[str, object]]:
    return boss, "agree", {"player": player, "assets": [asset], "amount": amount}


BLUE = {"target": "inv:blue", "card": "blue"}
OLEG8, SVETA10 = ["oleg 8 active"], ["svetlana 10 active"]
#: hands in the order Антон, Олег, Иван, Светлана; piles: deck, discard, on the table
ROWS = [
    Row(ANTON, "open_deal", {}, "9 6 5 7", "40 31 0"),
    Row(ANTON, "play_clan", {"color": "green"}, "8 6 5 7", "40 31 1", clans="c1"),
    Row(ANTON, "play_clan", {"color": "yellow"}, "7 6 5 7", "40 31 2", clans="c1 c2"),
    Row(*offer(ANTON, OLEG, "inv:red", 5), "7 6 5 7", "40 31 2", clans="c1 c2"),
    Row(*offer(OLEG, ANTON, "inv:red", 8), "7 6 5 7", "40 31 2", clans="c1 c2"),
    Row(*agree(ANTON, OLEG, "inv:red", 8), "7 6 5 7", "40 31 2", ANTON, "", "c1 c2", OLEG8),
    Row(IVAN, "play_travel", BLUE, "7 6 4 7", "40 31 3", ANTON, "blue", "c1 c2", OLEG8),
    Row(ANTON, "play_stop", {}, "6 6 4 7", "40 33 2", ANTON, "", "c1 c2", OLEG8),
    Row(SVETA, "play_travel", BLUE, "6 6 4 6", "40 33 3", ANTON, "blue", "c1 c2", OLEG8),
    Row(*offer(SVETA, ANTON, "pledge:blue", 9), "6 6 4 6", "40 33 3", ANTON, "blue", "c1 c2", OLEG8),
    Row(OLEG, "play_boss", {}, "6 5 4 6", "40 34 3", OLEG, "blue", "c1 c2"),
    Row(ANTON, "play_boss", {}, "5 5 4 6", "40 35 3", ANTON, "blue", "c1 c2"),
    Row(OLEG, "play_boss", {}, "5 4 4 6", "40 36 3", OLEG, "blue", "c1 c2"),
    Row(OLEG, "play_clan", {"color": "orange"}, "5 3 4 6", "40 36 4", OLEG, "blue", "c1 c2 c3"),
    Row(OLEG, "play_clan", {"color": "pink"}, "5 2 4 6", "40 36 5", OLEG, "blue", "c1 c2 c3 c4"),
    Row(SVETA, "play_clan", {"color": "blue"}, "5 2 4 5", "40 36 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(*offer(SVETA, OLEG, "clan:c5", 10), "5 2 4 5", "40 36 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(*offer(ANTON, OLEG, "clan:c2", 10), "5 2 4 5", "40 36 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(*offer(IVAN, OLEG, "inv:yellow", 8), "5 2 4 5", "40 36 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(ANTON, "play_recruit", {"color": "yellow"}, "2 2 4 5", "40 39 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(*offer(ANTON, OLEG, "inv:yellow", 10), "2 2 4 5", "40 39 6", OLEG, "blue", "c1 c2 c3 c4 c5"),
    Row(*agree(OLEG, SVETA, "clan:c5", 10), "2 2 4 5", "40 39 6", OLEG, "blue", "c1 c2 c3 c4 c5", SVETA10),
    Row(
        *agree(OLEG, ANTON, "inv:yellow", 10), "2 2 4 5", "40 39 6", OLEG, "blue", "c1 c2 c3 c4 c5",
        [*SVETA10, "anton 10 active"],
    ),
]  # fmt: skip
PARTS = [f"{OLEG} inv:red", f"{SVETA} clan:c5", f"{ANTON} inv:yellow", f"{OLEG} clan:c3", f"{OLEG} clan:c4"]


def played(rows: int = len(ROWS)) -> Game:
    game = example()
    for row in ROWS[:rows]:
        game.do(row.actor, row.action, **row.params)
    return game


@pytest.mark.clause("B-155", "B-156", "B-157", "B-158", "B-159", "B-161", "B-162", "B-164")
def test_every_step_of_the_example_leaves_the_table_as_told() -> None:
    game = example()
    for n, row in enumerate(ROWS, 1):
        game.do(row.actor, row.action, **row.params)
        seen, deal = game.seen, game.deal
        assert " ".join(str(count) for count in seen["hands"].values()) == row.hands, n
        assert f"{seen['deck']} {seen['discard']} {seen['on_table']}" == row.piles, n
        assert (deal["boss"], deal["total"], deal["opener"]) == (row.boss, 30, ANTON), n
        assert " ".join(deal["travelling"]) == row.travelling, n
        assert " ".join(clan["id"] for clan in deal["clans"]) == row.clans, n
        told = [f"{one['player']} {one['amount']} {one['status']}" for one in deal["agreements"]]
        assert told == row.agreements, n
        assert set(seen["money"].values()) == {0}, n


@pytest.mark.clause("B-155")
def test_the_deal_pays_six_times_5m_and_no_investor_lies_beside_the_board() -> None:
    game = played(1)
    assert game.deal["total"] == 30
    assert "board" not in game.seen["investors"].values()


@pytest.mark.clause("B-156")
def test_after_antons_clan_cards_only_red_is_missing() -> None:
    game = played(3)
    with pytest.raises(Refusal) as caught:
        game.do(
            ANTON,
            "close_deal",
            parts=parts_of(f"{ANTON} inv:blue", f"{ANTON} inv:pink", f"{ANTON} clan:c1", f"{ANTON} clan:c2"),
        )
    assert (caught.value.code, GAME.message(caught.value)) == ("E_MISSING", "Missing: red.")


@pytest.mark.clause("B-157")
def test_anton_would_keep_22m() -> None:
    game = played(6)
    game.close(
        ANTON, f"{ANTON} inv:blue", f"{ANTON} inv:pink", f"{ANTON} clan:c2", f"{OLEG} inv:red", f"{ANTON} clan:c1"
    )
    assert game.seen["money"] == {ANTON: 22, OLEG: 8, IVAN: 0, SVETA: 0}


@pytest.mark.clause("B-160")
def test_svetlana_offers_a_clan_card_that_is_not_laid_yet() -> None:
    game = played(9)
    assert game.notices(SVETA, "offer", counterparty=ANTON, assets=["pledge:blue"], amount=9) == ["W_CLAN_NOT_LAID"]


@pytest.mark.clause("B-161")
def test_the_last_boss_card_counts() -> None:
    assert played(13).deal["bosses"] == [ANTON, OLEG, ANTON, OLEG]


@pytest.mark.clause("B-162")
def test_yellow_and_blue_are_missing() -> None:
    game = played(15)
    with pytest.raises(Refusal) as caught:
        game.do(OLEG, "close_deal", parts=parts_of(f"{OLEG} inv:red", f"{OLEG} clan:c3", f"{OLEG} clan:c4"))
    assert GAME.message(caught.value) == "Missing: blue, yellow."


@pytest.mark.clause("B-163")
def test_three_demands_stand_side_by_side() -> None:
    spoken = [
        (one.player, one.amount) for one in played(19).state.deal.offers if one.by != ANTON or one.player == ANTON
    ]
    assert [pair for pair in spoken if pair[0] in (SVETA, ANTON, IVAN)][-3:] == [(SVETA, 10), (ANTON, 10), (IVAN, 8)]


@pytest.mark.clause("B-165", "B-166")
def test_oleg_closes_and_the_pie_is_shared_10_10_10() -> None:
    game = played()
    game.close(OLEG, *PARTS)
    seen = game.seen
    assert seen["money"] == {ANTON: 10, OLEG: 10, IVAN: 0, SVETA: 10}
    assert seen["hands"] == {ANTON: 4, OLEG: 2, IVAN: 4, SVETA: 5}
    assert (seen["deck"], seen["discard"], seen["on_table"]) == (40, 43, 0)
    assert seen["investors"] == {
        "blue": ANTON,
        "pink": ANTON,
        "yellow": ANTON,
        "red": OLEG,
        "green": IVAN,
        "orange": SVETA,
    }


@pytest.mark.clause("B-117", "B-118", "B-167")
def test_card_marker_die_and_the_next_player() -> None:
    game = played()
    game.close(OLEG, *PARTS)
    assert (game.seen["phase"], game.seen["turn"], game.seen["marker"]) == ("end_roll", ANTON, 11)
    assert game.seen["placed"]["7"] == 13
    assert game.seen["end_roll"] == {"by": OLEG, "end_numbers": [1, 2, 3, 4]}
    game.do(OLEG, "end_roll", die=5)
    assert (game.seen["phase"], game.seen["turn"]) == ("turn_start", IVAN)
    assert game.state.last_deal.skipped == [OLEG]


@pytest.mark.clause("B-140")
def test_by_the_first_variant_oleg_would_be_next() -> None:
    game = played()
    game.do("referee", "adjust", field="options.turn_order_after_boss", value="opener", reason="вариант")
    game.close(OLEG, *PARTS)
    game.do(OLEG, "end_roll", die=5)
    assert game.seen["turn"] == OLEG


@pytest.mark.clause("B-164")
def test_an_investor_with_a_player_may_be_hired_when_none_is_beside_the_board() -> None:
    assert played(20).seen["investors"]["yellow"] == ANTON
