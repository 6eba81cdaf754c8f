"""The debrief of ТОР, events, prices and cards in their rarer forms (§ 8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.evidence import Bars, Fact, Lines, Table
from tests.ecologic.debriefed import Debriefed, bars, by_row, moments, pick, rows, say, told, whole
from tests.ecologic.table import MINERAL, OIL, eco, event, tor

START = [["A", "mineral", "S2"], ["B", "mineral", "S4"], ["C", "oil", "S8"]]
FINE = {"F": event({"op": "enviros", "amount": -5, "sign": "-"})}


# ---- ТОР ----------------------------------------------------------------------------------------


def test_an_auction_won_against_the_owner_of_the_exchange() -> None:
    """Start 4 halved to 2; another team buys for 3: it saves 1, the owner nothing (A-19)."""
    chips = [["A", "mineral", "S2"], ["A", "mineral", "S2"], ["B", "mineral", "S4"]]
    game = Debriefed(start_chips=chips, start_tors=[["B", "exchange", "S9"]], initiator="B").to_actions()
    game.do("B", "auction_open", lot=MINERAL, bid=2)
    game.do("C", "pass")
    game.do("A", "bid", amount=3)
    game.do("B", "pass")
    found = game.found()
    (lost,) = moments(found, "exchange_lost")
    assert say(lost.words).endswith("открывает хозяин ТОР «Биржа», Бета, начальная 4 → 2")
    gifts = pick(found.answers["5"], Bars, "«Биржа», профитов сбережено: хозяину 0, другим командам 1")
    assert by_row(gifts)["Биржа"] == (0, 1, None)


@pytest.mark.parametrize(("mode", "paid"), [("pay_half", 4), ("half_all", 4)])
def test_an_exchange_that_halves_what_is_paid(mode: str, paid: int) -> None:
    """Bid 8 for a start of 7 by the owner: pays 4, saves 3."""
    chips = [["C", "oil", "S8"]] * 3 + [["C", "oil", "S6"]] * 3
    game = Debriefed(
        start_chips=chips, start_tors=[["B", "exchange", "S9"]], initiator="B", options={"exchange_mode": mode}
    ).to_actions()
    game.buy("B", OIL, "S1", 8)
    assert game.profits("B") == 25 - paid
    gifts = pick(game.found().answers["5"], Bars, "Отдача только хозяевам: Биржа 3")
    assert by_row(gifts)["Биржа"][0] == 3


def test_the_academy_spares_profits_and_prohibitions() -> None:
    fine = {"P": event({"op": "profits", "amount": -4, "sign": "-"})}
    stop = {"M": event({"op": "forbid_auction", "lot": "oil", "sign": "-"}, phase="actions")}
    game = Debriefed(start_chips=START, start_tors=[["A", "academy", "S3"]], events={**fine, **stop})
    game.to_events("P").to_actions("M")
    found = game.found()
    spared = moments(found, "blocked")
    assert [say(one.words) for one in spared] == [
        "«Академия» отводит «Проба»: Альфа сохраняет 4 профита",
        "«Академия» отводит «Проба»: Альфа",
    ]
    assert by_row(pick(found.answers["5"], Bars, "Отдача только хозяевам: Академия 4"))["Академия"][0] == 4
    whole(found)


def test_a_token_that_is_held_back_counts_from_its_placement() -> None:
    game = Debriefed(start_chips=START, options={"tor_place": "later"}).to_actions()
    game.do("A", "auction_record", lot=tor("hub"), winner="A", price=10)
    assert pick(game.found().answers["5"], Fact, "ТОР никто не поставил")
    game.do("A", "place", sector="S5", tor="hub")
    while game.state.phase == "actions":
        game.do(game.state.to_open, "skip")
    game.do("referee", "income_settle_rest")
    gifts = pick(game.found().answers["5"], Bars, "«Транспортный узел», профиты: хозяину 1, другим командам 2")
    assert by_row(gifts) == {"Транспортный узел": (1, 2, 10)}


# ---- events and collapses -----------------------------------------------------------------------


def test_a_collapse_by_an_event_names_its_chip_and_comes_again() -> None:
    """A-09: outside Ecology too; the chip is chosen afterwards."""
    game = Debriefed(start_chips=[*START, ["A", "mineral", "S2"]], start_enviros=3, events=FINE)
    game.draw("F")
    for team, sector in (("A", "S2"), ("B", "S4"), ("C", "S8")):
        game.do(team, "event_choice", option="remove_chip", sector=sector)
    game.do("A", "ecology_settle", remove="S2")
    found = game.found()
    listed = rows(pick(found.answers["3"], Table, "Экологические коллапсы: Альфа 2, Бета 1, Гамма 1"))
    assert [(row["команда"], row["закрыта фишка"], row["не хватило энвайров"]) for row in listed] == [
        ("A", "Плато, уровень 2", 2), ("B", "Карьер, уровень 1", 2), ("C", "Болота, уровень 1", 2),
        ("A", "Плато, уровень 1", 1),
    ]  # fmt: skip
    words = [say(one.words) for one in moments(found, "collapse") if one.team == "A"]
    assert words[1].startswith("Альфа: снова коллапс")
    whole(found)


def test_an_event_that_changes_upkeep_is_luck_too() -> None:
    free = {"U": event({"op": "upkeep_mult", "factor": 0}, phase="income")}
    double = {"D": event({"op": "upkeep_mult", "factor": 2}, phase="income")}
    game = Debriefed(start_chips=START, start_eco=[["A", "E1"], ["B", "E4"]], events={**free, **double})
    game.to_events("U")
    luck = pick(game.found().answers["7"], Bars, "События меняют профиты: Альфа +2, Бета +3")
    assert bars(luck)["события, профиты"] == [2, 3, 0]
    game.to_events("D")
    assert bars(pick(game.found().answers["7"], Bars, "События запасов не меняют"))["события, профиты"] == [0, 0, 0]


def test_gifts_and_losses_of_chips_by_events_have_no_price() -> None:
    gift = {"G": event({"op": "gain_chip", "type": "oil", "sign": "+"}, scope="drawer")}
    game = Debriefed(start_chips=START, events=gift)
    game.draw("G")
    game.do("A", "event_choice", option="gain_chip", sector="S1")
    game.to_actions()
    found = game.found()
    assert pick(found.answers["2"], Table, "Фишек не покупали")
    assert rows(pick(found.answers["11"], Table, "Событий: 1"))[0]["дало и отняло"] == "Альфа (фишки +1)"
    whole(found)


# ---- prices, cards, balance ---------------------------------------------------------------------


@pytest.mark.parametrize(("timing", "pressed"), [("live", [0, 2, 3]), ("phase_start", [0, 1, 1])])
def test_prices_raised_by_the_chips_of_others(timing: str, pressed: list[int]) -> None:
    """C has one oil chip; C, A, B buy oil: others' chips on the board are 0, 2, 3, or those of the beginning."""
    options = {"start_price_timing": timing}
    game = Debriefed(start_chips=[["C", "oil", "S8"]], initiator="C", options=options).to_actions()
    game.buy("C", OIL, "S6")
    game.buy("A", OIL, "S1")
    game.buy("B", OIL, "S3")
    table = rows(pick(game.found().answers["7"], Table, "ТОР другим командам ничего не дали"))
    assert [row["цены подняты чужими"] for row in table] == [pressed[1], pressed[2], pressed[0]]


def test_equal_cards_are_counted_apart() -> None:
    """Two copies of E1: bought for 3 and 5, each gives 3 enviros and costs 2 a cycle."""
    card = {"name": "Рекультивация", "start": 3, "enviros": 3, "upkeep": 2, "copies": 2}
    game = Debriefed(start_chips=START, kit={"eco": {"E1": card}})
    game.to_actions()
    for price in (3, 5):
        drawer = game.state.to_open
        game.do(drawer, "eco_draw", card="E1")
        game.buy("A", eco("E1"), price=price)
    game.to_income().to_events()
    game.to_events()
    cards = rows(pick(game.found().answers["4"], Table, "Все карточки вместе: 6 энвайров, уплачено профитов: 16"))
    assert [(row["цена"], row["поддержание"], row["энвайры"]) for row in cards] == [(3, 4, 3), (5, 4, 3)]


def test_a_card_bought_plainly_is_no_auction() -> None:
    game = Debriefed(start_chips=START, options={"eco_pass": "plain"}).to_actions()
    game.do("A", "eco_draw", card="E1")
    game.do("A", "eco_decline")
    game.do("B", "eco_buy")
    found = game.found()
    assert pick(found.answers["8"], Fact, "На аукционах ничего не продано")
    drawn = rows(pick(found.answers["4"], Table, "Карточек вытянуто: 1"))[0]
    assert (drawn["кто пропустил"], drawn["кто купил"]) == ("Альфа (было 25)", "Бета, 3")


def test_k_without_stocks() -> None:
    """0 if one is 0 or «минус», blank if both are 0."""
    setup: dict[str, Any] = {"start_profits": {"A": 0, "B": 0, "C": 5}, "start_enviros": {"A": 0, "B": "minus", "C": 0}}
    game = Debriefed(**setup).to_events()
    k = bars(next(piece for piece in game.found().answers["6"] if isinstance(piece, Lines) and piece.places == 2))
    assert k == {"Альфа": [None], "Бета": [0], "Гамма": [0]}


def test_two_types_in_one_sector_are_two_stacks() -> None:
    chips = [["A", "oil", "S5"], ["A", "mineral", "S5"], ["A", "oil", "S5"]]
    game = Debriefed(start_chips=chips, options={"sector_sharing": True}).to_events()
    # First chips: oil 1, minerals 1 for 2 enviros; the second oil chip: 2 for 1.
    harm = pick(game.found().answers["3"], Bars, "Энвайров на профит дохода")
    assert by_row(harm) == {"первая фишка сектора": (1,), "вторая и выше": (0.5,)}


def test_a_draw_and_a_purchase_of_nothing_good() -> None:
    game = Debriefed(start_chips=[], start_profits=10, start_enviros=10).to_actions()
    game.buy("A", tor("hub"), "S5", 10)
    found = game.found()
    assert say(found.results[0].title) == "Впереди поровну: Бета, Гамма, у каждой команды 20 очков"
    (bad,) = moments(found, "bad_tor")
    # With 10 profits more and without the ТОР: 20 points instead of 2.
    assert (bad.team, bad.effect) == ("A", -18)
    assert bad.n in told(found, "5")
