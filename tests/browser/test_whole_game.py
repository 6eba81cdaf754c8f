"""A whole game of four cycles by touch, and another by keys: at most 3 taps or 6 keys for each common move."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.counting import Hand
from trainer.models import Session
from trainer.positions import table_of

MOST_TAPS, MOST_KEYS = 3, 6
#: their first two letters tell them apart from all others of the kit
CARDS = ("Субботник", "Замкнутый водооборот", "Мониторинг воздуха", "Утилизация попутного газа")
EVENTS = ("Ажиотаж на рынке", "Дивиденды", "Благоприятный год", "Итоговый отчет")


def finished(session: Session) -> Any:
    session.refresh_from_db()
    return table_of(session).state


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: pytest.FixtureRequest) -> dict[str, Any]:
    """A ten-inch tablet for the game by touch."""
    if "touch" in request.node.name or "taps" in request.node.name:
        return {**browser_context_args, "has_touch": True, "viewport": {"width": 1024, "height": 768}}
    return browser_context_args


def test_a_game_of_four_cycles_by_touch(
    new_table: Callable[..., Session], at_table: Callable[..., Page], page: Page
) -> None:
    session = new_table(bid_recording="full")
    hand = Hand(at_table(session))
    for cycle, event in enumerate(EVENTS):
        with hand.move("event"):
            hand.choose(event)
        with hand.move("count Ecology for all"):
            hand.tap("#desk .btn-act")
        for opener in range(3):
            play_opening_by_touch(hand, cycle, opener)
        with hand.move("count Income for all"):
            hand.tap("#desk .btn-act")
    state = finished(session)
    assert (state.phase, state.round) == ("finished", 4)
    assert sum(len(stacks) for stacks in state.board.values()) >= 3
    too_many = {kind: taps for kind, taps in hand.commonest().items() if taps > MOST_TAPS}
    assert too_many == {}, hand.most


def play_opening_by_touch(hand: Hand, cycle: int, opener: int) -> None:
    """In turn: an auction bid by bid, an eco-initiative, a skip, a quick record."""
    match (cycle + opener) % 4:
        case 0:
            with hand.move("open an auction"):
                hand.tap("#desk .lots a")
                hand.tap("#send")
            with hand.move("bid +1"):
                hand.tap("#raise")
            with hand.move("pass"):
                hand.tap("#pass")
            if hand.page.locator("#pass").count():
                with hand.move("pass"):
                    hand.tap("#pass")
            with hand.move("place on the board"):
                hand.tap(hand.page.locator("#main .hex-pick").first)
        case 1:
            with hand.move("draw an eco-initiative"):
                hand.tap("#desk a:has-text('экоинициативу')")
                hand.choose(CARDS[cycle])
            with hand.move("decline the card"):
                hand.tap("#desk button:has-text('Отказаться')")
            while hand.page.locator("#desk button:has-text('Отказаться')").count():
                with hand.move("decline the card"):
                    hand.tap("#desk button:has-text('Отказаться')")
        case 2:
            with hand.move("open nothing"):
                hand.tap("#desk button:has-text('Не открывать')")
        case _:
            hand.tap("#way2")
            with hand.move("quick record of an auction (opener buys)"):
                hand.tap("#desk .lots a >> nth=1")
                hand.tap(hand.page.locator("#main .hex-pick").first)
            hand.settle()
            if hand.page.locator("#way1").count():
                hand.tap("#way1")
            else:  # the phase is over: the way is remembered, and this hand prefers bids
                hand.page.context.clear_cookies(name="way")


def test_the_quick_record_takes_four_taps(
    new_table: Callable[..., Session], at_table: Callable[..., Page], act_at: Callable[..., None]
) -> None:
    """§ 3.3: lot, winner, price, sector; the price for another buyer than the opener is one above the start."""
    session = new_table()
    act_at(session, "A", "event_draw", card="V20")
    act_at(session, "referee", "ecology_settle_rest")
    hand = Hand(at_table(session, "?way=By+result"))
    with hand.move("quick record"):
        hand.tap("#desk .lots a")
        hand.tap(hand.page.locator("#desk .pills label", has_text="Бета"))
        expect(hand.page.locator("#desk [name=price]")).to_have_value("2")
        hand.tap("#desk [data-step='1']")
        hand.tap("[data-pick=H05]")
    assert hand.most == {"quick record": 4}
    state = finished(session)
    assert state.players["B"].profits == 12
    assert state.board["H05"][0].owner == "B"


def test_a_game_of_four_cycles_by_keys(
    new_table: Callable[..., Session], at_table: Callable[..., Page], page: Page
) -> None:
    session = new_table(bid_recording="full")
    hand = Hand(at_table(session))
    page.locator("#desk select").focus()
    for cycle, event in enumerate(EVENTS):
        with hand.move("event"):
            hand.letters(event[:3])
            hand.keys("Enter")
        with hand.move("count Ecology for all"):
            hand.keys("Enter")
        for opener in range(3):
            play_opening_by_keys(hand, cycle, opener)
        with hand.move("count Income for all"):
            hand.keys("Enter")
    state = finished(session)
    assert (state.phase, state.round) == ("finished", 4)
    too_many = {kind: keys for kind, keys in hand.commonest().items() if keys > MOST_KEYS}
    assert too_many == {}, hand.most


def play_opening_by_keys(hand: Hand, cycle: int, opener: int) -> None:
    """In turn: an auction with «+1», another sum and passes, an eco-initiative, a skip, a line of bids."""
    page = hand.page
    match (cycle + opener) % 4:
        case 0:
            with hand.move("open an auction"):
                hand.keys("1")
                expect(page.locator("#desk form.open")).to_be_visible()
                page.wait_for_timeout(150)
                hand.keys("Enter")
            with hand.move("bid +1"):
                hand.keys("Enter")
            with hand.move("another bid"):
                hand.keys("KeyC") if cycle else hand.letters("с")
                expect(page.locator("#desk [data-number]")).to_be_focused()
                sum_ = page.locator("#desk [data-number]").input_value()
                hand.letters(sum_)
                hand.keys("Enter")
            while page.locator("#pass").count():
                with hand.move("pass"):
                    hand.keys("KeyG") if cycle else hand.letters("п")
            with hand.move("place on the board"):
                expect(page.locator("#desk select")).to_be_focused()
                number = page.locator("#desk select option").first.text_content() or ""
                hand.keys(*(char for char in number if char.isdigit()))
                hand.keys("Enter")
        case 1:
            with hand.move("draw an eco-initiative"):
                hand.keys(page.locator("#desk a:has-text('экоинициативу')").get_attribute("data-n") or "")
                expect(page.locator("#desk select")).to_be_focused()
                hand.letters(CARDS[cycle][:2])
                hand.keys("Enter")
            while page.locator("#desk button:has-text('Отказаться')").count():
                with hand.move("decline the card"):
                    hand.keys(page.locator("#desk button:has-text('Отказаться')").get_attribute("data-n") or "")
        case _:
            with hand.move("open nothing"):
                hand.keys(page.locator("#desk button:has-text('Не открывать')").get_attribute("data-n") or "")
