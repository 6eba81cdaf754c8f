"""«Я босс!» by touch: a whole contested deal with its taps counted, keys, money, variants, the page itself."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.engine.kit import read_kit
from games.registry import game as find_game
from tests.boss.table import EXAMPLE, raw_kit, space
from tests.browser.counting import Hand
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

pytestmark = pytest.mark.browser_context_args(has_touch=True)

BOSS = find_game("boss")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: whether the pane of the deal needs no scrolling
FITS = "(() => { const one = document.querySelector('.desk-pane'); return one.scrollHeight <= one.clientHeight })()"
A, O, I = "anton", "oleg", "ivan"  # noqa: E741 - the players of the rulebook's example
NAMES = {A: "Антон", O: "Олег", I: "Иван"}
HELD = {"blue": A, "pink": A, "red": O, "orange": O, "yellow": I, "green": I}


def board(value: int = 5) -> Any:
    """The sample kit; its first space and deal card are those of the long example: 6 × 5M."""
    raw = raw_kit()
    raw["spaces"]["1"] = space(*EXAMPLE)
    for card in raw["deal_cards"].values():
        card["value"] = value
    return read_kit(BOSS, raw)


@pytest.fixture
def make(transactional_db: None, owner: User) -> Callable[..., Session]:
    """Make a started table; nine cards in each hand, with three players two investors each."""

    def start(
        kit: Any = None,
        moves: list[tuple[str, str, dict[str, Any]]] | None = None,
        names: dict[str, str] = NAMES,
        **options: Any,
    ) -> Session:
        held = HELD if len(names) == 3 else {**HELD, "pink": "sveta", "orange": "board", "green": "board"}
        workshop = Workshop.objects.create(owner=owner, title="Тренинг")
        session = session_create(
            workshop, game="boss", title="Стол 1", teams=[{"code": code, "name": name} for code, name in names.items()],
            kit=kit or board(), setup={"investors": held, "first_player": A, "marker": 1},
            options={"hand_start": 9, **options},
        )  # fmt: skip
        session = session_start(session)
        for actor, action, params in moves or []:
            request = Request(actor, action, params)
            session = record(session.pk, [request], op=uuid.uuid4(), rev=session.rev).session
        return session

    return start


def enter(hand: Hand, kind: str, *taps: str | Locator) -> None:
    """Record one entry of a kind: tap one thing after the other."""
    with hand.move(kind):
        for one in taps:
            hand.tap(one)


def who(name: str) -> str:
    return f"[id^=who]:has-text('{name}')"


def what(words: str) -> str:
    return f"[id^=what]:has-text('{words}')"


def target(words: str, name: str = "") -> str:
    named = f":has-text('{name}')" if name else ""
    return f"[id^=for]{named}:has([aria-label='{words}'])"


@pytest.fixture
def opened(
    sign_in_page: Callable[[User], Page], live_server: LiveServer, owner: User
) -> Callable[[Session, str], Page]:
    """Open a table's page in the browser."""

    def go(session: Session, query: str = "") -> Page:
        page = sign_in_page(owner)
        page.goto(f"{live_server.url}/s/{session.key}/{query}")
        return page

    return go


#: § 3.6: two or three taps an entry; the keys of the ten commonest moves as in the other games
MOST_TAPS, MOST_KEYS = 3, 6


def test_a_whole_contested_deal_by_touch(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """The long example of the rulebook (§ 5.2) with three players: 30M, two boss cards, Stop, hire, 10/10/10."""
    raw = raw_kit()
    raw["spaces"]["1"] = space(*EXAMPLE)
    for card in raw["deal_cards"].values():
        card |= {"value": 5, "end": [1]}
    session = make(kit=read_kit(BOSS, raw))
    page = opened(session)
    page.set_viewport_size({"width": 1024, "height": 768})
    hand = Hand(page)
    enter(hand, "open a deal", "#turn1")
    expect(page.locator(".lot .fig-x")).to_have_text("30M")
    enter(hand, "lay a clan card", who("Антон"), what("Клан"), target("обещан клан зелёный"))
    enter(hand, "lay a clan card", who("Антон"), what("Клан"), target("обещан клан жёлтый"))
    enter(hand, "name a sum", who("Антон"), target("инвестор красный"), "#sum5")
    enter(hand, "answer with another sum", "#sum8")
    enter(hand, "agree on the sum named", "#agree1")
    expect(page.locator(".split")).to_have_attribute("aria-label", "Из 30M: Антон: останется 22M, Олег 8M")
    enter(hand, "travel", who("Иван"), what("Путешествие"), target("инвестор синий"))
    expect(page.locator("#stop")).to_contain_text("Путешествие, Иван")
    enter(hand, "Stop", "#stop", who("Антон"))
    enter(hand, "travel", who("Иван"), what("серое"), target("инвестор синий"))
    enter(hand, "name a sum", who("Иван"), target("обещан клан синий"), "#sum9")
    enter(hand, "boss card", who("Олег"), what("Я — босс!"))
    expect(page.locator("#headline")).to_contain_text("Босс: Олег")
    enter(hand, "boss card", who("Антон"), what("Я — босс!"))
    enter(hand, "boss card", who("Олег"), what("Я — босс!"))
    enter(hand, "lay a clan card", who("Олег"), what("Клан"), target("обещан клан розовый"))
    enter(hand, "lay a clan card", who("Иван"), what("Клан"), target("обещан клан синий"))
    enter(hand, "name a sum for the card just laid", "#sum10")
    enter(hand, "name a sum", who("Антон"), target("клан жёлтый"), "#sum10")
    enter(hand, "hire", who("Антон"), what("Наём"), target("инвестор жёлтый"))
    expect(page.locator("#stop")).to_contain_text("инвестор жёлтый: снова Иван")
    enter(hand, "agree on any sum", "#mark3", what("По рукам"), "#sum10")
    enter(hand, "withdraw", "tr:has-text('Антон') [id^=back]")
    enter(hand, "agree on any sum", "#mark3", what("По рукам"), "#sum10")
    enter(hand, "agree on the sum named", "tr:has-text('Иван') [id^=agree]")
    with hand.move("close"):
        hand.tap("#close")
        slip = page.locator(".slip")
        expect(slip).to_contain_text("Банк игры → Олег30M")
        expect(slip).to_contain_text("Олег: останется 10M")
        expect(slip).to_contain_text("В руку: Антон")
        hand.tap("#closed")
    session.refresh_from_db()
    assert BOSS.summary(table_of(session))["money"] == {A: 10, O: 10, I: 10}
    enter(hand, "roll for the end", "#die5")
    enter(hand, "roll and move", "#die1")
    enter(hand, "draw", "#turn2")
    enter(hand, "open a deal", "#turn1")
    enter(hand, "fail, with the reason", "#fail", "#fail1")
    enter(hand, "undo", "[data-k=undo]:visible")
    expect(page.locator("#fail")).to_be_visible()
    assert {kind: taps for kind, taps in hand.most.items() if taps > MOST_TAPS} == {}, hand.most
    assert hand.most == TAPS


#: what docs/benchmarks.md says: the most taps that one entry of a kind took
TAPS = {
    "open a deal": 1, "lay a clan card": 3, "name a sum": 3, "answer with another sum": 1,
    "name a sum for the card just laid": 1, "agree on the sum named": 1, "agree on any sum": 3, "withdraw": 1,
    "travel": 3, "Stop": 2, "boss card": 2, "hire": 3, "close": 2, "fail, with the reason": 2, "roll for the end": 1,
    "roll and move": 1, "draw": 1, "undo": 1,
}  # fmt: skip


def test_a_refusal_keeps_the_half_made_entry_and_says_the_rule(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    session = make(moves=[(A, "open_deal", {})], hand_start=2)
    page = opened(session)
    hand = Hand(page)
    hand.tap(who("Иван"))
    page.locator(what("Наём")).tap(force=True)  # not for him now, but the rule may be read
    expect(page.locator("[id^=for] small").first).to_have_text("карт 2")
    page.locator(target("инвестор красный")).tap(force=True)
    expect(page.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    expect(page.locator("#desk cite")).to_contain_text("B-070")
    expect(page.locator(f"{who('Иван')}.on")).to_be_visible()
    page.locator("#desk .choose a.btn-act").tap()
    expect(page.locator("#desk [role=alert]")).to_have_count(0)
    expect(page.locator(f"{what('Наём')}.on")).to_be_visible()
    enter(hand, "undo", "[data-k=undo]:visible")
    expect(page.locator("#turn1")).to_be_visible()


def test_what_is_unlikely_is_asked_once_more(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    spare = board()
    session = make(kit=spare, moves=[(A, "roll_move", {"die": 6}), (A, "open_deal", {})])
    page = opened(session)
    hand = Hand(page)
    hand.tap(who("Иван"))
    hand.tap(what("Путешествие"))
    page.locator(target("инвестор красный")).tap()
    expect(page.locator("#desk [role=alert]")).to_contain_text("не нужен: красный")
    rev = page.locator("#pulse").get_attribute("data-rev")
    page.locator("#sure").tap()
    expect(page.locator("#pulse")).to_have_attribute("data-rev", str(int(rev or 0) + 1))


def test_after_a_boss_change_the_terms_are_kept_one_by_one_or_all_at_once(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    terms = [
        (A, "agree", {"player": O, "assets": ["inv:red"], "amount": 5}),
        (A, "agree", {"player": O, "assets": ["inv:orange"], "amount": 2}),
        (A, "agree", {"player": I, "assets": ["inv:yellow"], "amount": 4}),
    ]
    session = make(moves=[(A, "open_deal", {}), *terms, (I, "play_boss", {}), (A, "play_boss", {})])
    page = opened(session)
    hand = Hand(page)
    expect(page.locator(".strip-b")).to_contain_text("Босс сменился")
    expect(page.locator(".talk-stale")).to_have_count(2)
    hand.tap("#anew1")
    expect(page.locator("[id^=for].on")).to_contain_text("Олег")
    rev = int(page.locator("#pulse").get_attribute("data-rev") or 0)
    page.locator("#keep1").tap()
    expect(page.locator("#pulse")).to_have_attribute("data-rev", str(rev + 1))
    expect(page.locator(".strip-b")).to_have_count(0)
    expect(page.locator(".talk-active")).to_have_count(2)


def test_all_the_terms_of_several_partners_are_kept_in_one_tap(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    terms = [
        (A, "agree", {"player": O, "assets": ["inv:red"], "amount": 5}),
        (A, "agree", {"player": I, "assets": ["inv:yellow"], "amount": 4}),
    ]
    page = opened(
        make(names=NAMES | {"sveta": "Светлана"}, moves=[(A, "open_deal", {}), *terms, ("sveta", "play_boss", {})])
    )
    page.locator("#keep-all").tap()
    expect(page.locator("#pulse")).to_have_attribute("data-rev", "6")
    expect(page.locator(".talk-active")).to_have_count(2)
    expect(page.locator("#headline")).to_contain_text("Босс: Светлана")


def test_money_stands_behind_a_toggle_and_never_on_a_shared_page(
    make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer
) -> None:
    deal = [
        (A, "open_deal", {}), (A, "agree", {"player": O, "assets": ["inv:red"], "amount": 7}),
        (A, "agree", {"player": O, "assets": ["inv:orange"], "amount": 0}),
        (A, "agree", {"player": I, "assets": ["inv:yellow"], "amount": 4}),
        (A, "close_deal", {"parts": [
            {"asset": f"inv:{colour}", "owner": HELD[colour]} for colour in ("red", "blue", "yellow", "pink", "orange")
        ]}),
    ]  # fmt: skip
    session = make(moves=deal)
    page = opened(session)
    hand = Hand(page)
    players = page.locator(".players")
    expect(players).not_to_contain_text("19M")
    enter(hand, "look at the money", "#money")
    expect(players).to_contain_text("19M")
    expect(page.locator(".lgcol .log li").first).to_contain_text("Судья смотрит")
    hand.tap("#money")
    expect(players).not_to_contain_text("19M")
    for shared in (f"/v/{session.view_key}/", f"/v/{session.view_key}/phone/{A}/"):
        page.goto(live_server.url + shared)
        expect(page.locator("#main")).to_contain_text("Антон")
        assert "19" not in page.locator("body").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "query", ["", f"?who={O}", f"?who={I}&what=travel", "?what=close", "?what=fail", f"?who={A}&what=sum&for=inv:red"]
)
def test_the_page_has_no_faults_for_those_who_see_or_tap_otherwise(
    theme: str, query: str, make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer
) -> None:
    moves = [
        (A, "open_deal", {}), (O, "offer", {"counterparty": A, "assets": ["inv:red"], "amount": 8}),
        (A, "agree", {"player": I, "assets": ["inv:yellow"], "amount": 4}),
        (A, "agree", {"player": O, "assets": ["inv:orange"], "amount": 4}),
        (I, "play_travel", {"target": "inv:blue", "card": "grey"}),
    ]  # fmt: skip
    if "close" in query:
        moves[-1:] = [(A, "agree", {"player": O, "assets": ["inv:red"], "amount": 8})]
    page = opened(make(moves=moves))
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    for width, height in ((1280, 800), (1280, 660), (1024, 768), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url.split("?")[0] + query)
        small = page.evaluate(
            """() => [...document.querySelectorAll("#table :is(a, button, input:not([type=hidden]), summary)")]
              .filter((one) => !one.matches(".ll, .vh")).map((one) => [one.id, one.getBoundingClientRect()])
              .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([id]) => id)"""
        )
        assert small == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width >= 900:
            assert page.evaluate(FITS), (width, height)
    page.set_viewport_size({"width": 1280, "height": 800})
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    assert [f"{one['id']}: {node['html'][:160]}" for one in found.response["violations"] for node in one["nodes"]] == []


def test_keys_do_what_taps_do(
    make: Callable[..., Session], opened: Callable[..., Page], act_at: Callable[..., None]
) -> None:
    """A sum in four keys, an answer in two, «По рукам» in one, a card in three, a Stop in two."""
    session = make(moves=[(A, "open_deal", {})])
    page = opened(session)
    hand = Hand(page)

    def keys(kind: str, *pressed: str) -> None:
        with hand.move(kind):
            for key in pressed:
                hand.keys(key)
                hand.settle()

    keys("name a sum", "2", "1", "8", "Enter")  # Олег, red, 8M
    expect(page.locator(".lgcol .log li").first).to_contain_text("Олег просит 8M")
    expect(page.locator("#amount")).to_be_focused()
    keys("answer with another sum", "7", "Enter")
    keys("answer with another sum", "9", "Enter")
    keys("agree on the sum named", "KeyU")
    expect(page.locator(".lgcol .log li").first).to_contain_text("Договорённость: Антон и Олег")
    keys("travel", "3", "KeyG", "1")  # Иван, the first target
    keys("Stop", "KeyC", "1")  # Антон
    keys("boss card", "3", "Comma")
    expect(page.locator("#headline")).to_contain_text("Босс: Иван")
    keys("lay a clan card", "1", "KeyR", "1")
    keys("hire", "1", "KeyY", "1")
    keys("undo", "Control+KeyZ")
    keys("keep the terms", "KeyU")
    expect(page.locator(".talk-active")).to_have_count(1)
    for player, asset in ((A, "inv:blue"), (O, "inv:orange"), (A, "inv:pink")):
        act_at(session, I, "agree", player=player, assets=[asset], amount=2)
    expect(page.locator("#pulse")).to_have_attribute("data-rev", str(session.rev + 1))
    keys("close", "KeyP", "Enter")
    expect(page.locator("#headline")).to_contain_text("Ход: Антон")
    assert {kind: count for kind, count in hand.most.items() if count > MOST_KEYS} == {}, hand.most
    assert hand.most == KEYS


#: what docs/benchmarks.md says: the most keys that one entry of a kind took
KEYS = {
    "name a sum": 4, "answer with another sum": 2, "agree on the sum named": 1, "travel": 3, "Stop": 2, "boss card": 2,
    "lay a clan card": 3, "hire": 3, "undo": 1, "keep the terms": 1, "close": 2,
}  # fmt: skip


LONG = {
    A: "Отдел снабжения и логистики",
    O: "Финансово-экономическая служба",
    I: "Бета",
    "sveta": "Управление персоналом",
}


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (390, 844)])
def test_long_names_give_way_to_figures_and_buttons(
    make: Callable[..., Session], opened: Callable[..., Page], width: int, height: int
) -> None:
    terms = [
        (A, "agree", {"player": O, "assets": ["inv:red"], "amount": 8}),
        (O, "offer", {"counterparty": A, "assets": ["pledge:orange"], "amount": 5}),
        (A, "agree", {"player": I, "assets": ["inv:yellow"], "amount": 9}),
    ]
    page = opened(make(names=LONG, moves=[(A, "open_deal", {}), *terms]))
    page.set_viewport_size({"width": width, "height": height})
    beyond = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.offsetParent && (() => {
        const pane = one.closest('.pane').getBoundingClientRect(), box = one.getBoundingClientRect();
        return box.right > pane.right + 1 || box.left < pane.left - 1; })()).map((one) => one.outerHTML)"""
    for selector in (".agr .btn", ".agr .sum-a", ".players .fig", ".pad .ch"):
        assert page.locator(selector).count(), selector
        assert page.evaluate(beyond, selector) == [], selector
    if width > 900:
        assert page.evaluate("document.querySelector('#close').getBoundingClientRect().bottom") <= height
    page.goto(page.url + "?what=close")
    assert page.evaluate(beyond, ".seats .ch") == []


def test_without_a_script_all_of_it_is_links_and_forms(make: Callable[..., Session], live_server: LiveServer) -> None:
    """The choice stands in the address; what records is a plain form that redirects to the next entry."""
    from django.test import Client

    session = make(moves=[(A, "open_deal", {})])
    client = Client()
    client.force_login(session.workshop.owner)
    page = client.get(f"/s/{session.key}/?who={O}&what=sum&for=inv:red&whose={O}")
    entry = page.context["entry"]
    pick = next(one for one in entry.sums.row.picks if one.label == "8")
    form = {
        "op": str(uuid.uuid4()), "rev": session.rev, "do": json.dumps(pick.sends), "then": entry.sums.row.then,
    }  # fmt: skip
    answer = client.post(f"/s/{session.key}/record/", form)
    assert answer.status_code == 302
    then = client.get(answer["Location"]).context["entry"]
    assert then.chosen["who"] == A  # the boss answers
    assert [one.label for one in then.sums.row.picks if one.on] == ["8"]
