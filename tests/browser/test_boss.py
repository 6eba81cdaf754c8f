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


class Hand:
    """A referee's finger: taps, and counts the taps of each entry."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: dict[str, int] = {}

    def choose(self, selector: str | Locator) -> None:
        """A tap that only chooses: the page says so."""
        target = self.page.locator(selector) if isinstance(selector, str) else selector
        before = self.page.locator("#table [name=op]").first.input_value()
        target.tap()
        expect(self.page.locator("#table [name=op]").first).not_to_have_value(before)

    def record(self, what: str, *taps: str) -> None:
        """Tap one thing after the other; the last tap records."""
        rev = int(self.page.locator("#pulse").get_attribute("data-rev") or 0)
        for one in taps[:-1]:
            self.choose(one)
        self.page.locator(taps[-1]).tap()
        expect(self.page.locator("#pulse")).to_have_attribute("data-rev", str(rev + 1))
        self.taps[what] = max(len(taps), self.taps.get(what, 0))


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


def test_a_whole_contested_deal_by_touch(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """The long example of the rulebook (§ 5.2) with three players: 30M, two boss cards, Stop, hire, 10/10/10."""
    session = make()
    page = opened(session)
    hand = Hand(page)
    hand.record("open a deal", "#turn1")
    expect(page.locator(".lot .fig-x")).to_have_text("30M")
    hand.record("lay a clan card", who("Антон"), what("Клан"), target("обещан клан зелёный"))
    hand.record("lay a clan card", who("Антон"), what("Клан"), target("обещан клан жёлтый"))
    hand.record("name a sum", who("Антон"), target("инвестор красный"), "#sum5")
    hand.record("haggle on", "#sum8")
    hand.record("agree on the sum named", "#agree1")
    expect(page.locator(".split")).to_have_attribute("aria-label", "Из 30M: Антон: останется 22M, Олег 8M")
    hand.record("send travelling", who("Иван"), what("Путешествие"), target("инвестор синий"))
    expect(page.locator("#stop")).to_contain_text("Путешествие, Иван")
    hand.record("STOP", "#stop", who("Антон"))
    hand.record("send travelling by a grey card", who("Иван"), what("серое"), target("инвестор синий"))
    hand.record("promise a clan card", who("Иван"), target("обещан клан синий"), "#sum9")
    hand.record("take the lead", who("Олег"), what("Я — босс!"))
    expect(page.locator("#headline")).to_contain_text("Босс: Олег")
    hand.record("take the lead", who("Антон"), what("Я — босс!"))
    hand.record("take the lead", who("Олег"), what("Я — босс!"))
    hand.record("lay a clan card", who("Олег"), what("Клан"), target("обещан клан розовый"))
    hand.record("lay a clan card", who("Иван"), what("Клан"), target("обещан клан синий"))
    hand.record("haggle on", "#sum10")
    hand.record("name a sum", who("Антон"), target("клан жёлтый"), "#sum10")
    hand.record("hire", who("Антон"), what("Наём"), target("инвестор жёлтый"))
    expect(page.locator("#stop")).to_contain_text("инвестор жёлтый: снова Иван")
    hand.record("agree from the bar", "#mark3", what("По рукам"), "#sum10")
    hand.record("agree on the sum named", "tr:has-text('Иван') [id^=agree]")
    hand.choose("#close")
    slip = page.locator(".slip")
    expect(slip).to_contain_text("Банк игры → Олег30M")
    expect(slip).to_contain_text("Олег: останется 10M")
    expect(slip).to_contain_text("В руку: Антон")
    page.wait_for_timeout(400)  # the button stands where the first tap was: a double tap must not close the deal
    hand.record("close", "#closed")
    hand.taps["close"] += 1
    hand.taps["undo"] = 1
    money = BOSS.summary(table_of(Session.objects.get()))["money"]
    assert money == {A: 10, O: 10, I: 10}
    assert max(hand.taps.values()) <= 3, hand.taps


def test_a_refusal_keeps_the_half_made_entry_and_says_the_rule(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    session = make(moves=[(A, "open_deal", {})], hand_start=2)
    page = opened(session)
    hand = Hand(page)
    hand.choose(who("Иван"))
    page.locator(what("Наём")).tap(force=True)  # not for him now, but the rule may be read
    expect(page.locator("[id^=for] small").first).to_have_text("карт 2")
    page.locator(target("инвестор красный")).tap(force=True)
    expect(page.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    expect(page.locator("#desk cite")).to_contain_text("B-070")
    expect(page.locator(f"{who('Иван')}.on")).to_be_visible()
    page.locator("#desk .choose a.btn-act").tap()
    expect(page.locator("#desk [role=alert]")).to_have_count(0)
    expect(page.locator(f"{what('Наём')}.on")).to_be_visible()
    hand.record("undo", "[data-k=undo]:visible")
    expect(page.locator("#turn1")).to_be_visible()


def test_what_is_unlikely_is_asked_once_more(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    spare = board()
    session = make(kit=spare, moves=[(A, "roll_move", {"die": 6}), (A, "open_deal", {})])
    page = opened(session)
    hand = Hand(page)
    hand.choose(who("Иван"))
    hand.choose(what("Путешествие"))
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
    hand.choose("#anew1")
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
    hand.record("look at the money", "#money")
    expect(players).to_contain_text("19M")
    expect(page.locator(".lgcol .log li").first).to_contain_text("Судья смотрит")
    hand.choose("#money")
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


def test_keys_do_what_taps_do(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """A sum in four keys, an answer in two, «По рукам» in one, a card in three, a Stop in two."""
    session = make(moves=[(A, "open_deal", {})])
    page = opened(session)

    def keys(*pressed: str) -> None:
        rev = int(page.locator("#pulse").get_attribute("data-rev") or 0)
        for key in pressed:
            before = page.locator("#table [name=op]").first.input_value()
            typed = key.isdigit() and page.locator("#amount:focus").count() > 0
            page.keyboard.press(key)
            if key == pressed[-1]:
                expect(page.locator("#pulse")).to_have_attribute("data-rev", str(rev + 1))
            elif not typed:
                expect(page.locator("#table [name=op]").first).not_to_have_value(before)
                if page.locator("#amount").count():
                    expect(page.locator("#amount")).to_be_focused()
        if page.locator("#amount").count():
            expect(page.locator("#amount")).to_be_focused()

    keys("2", "1", "8", "Enter")  # Олег, red, 8M
    expect(page.locator(".lgcol .log li").first).to_contain_text("Олег просит 8M")
    keys("7", "Enter")  # the boss answers
    keys("9", "Enter")
    keys("KeyU")  # «По рукам»: the sum named last
    expect(page.locator(".lgcol .log li").first).to_contain_text("Договорённость: Антон и Олег")
    keys("3", "KeyG", "1")  # Иван, Путешествие, the first target
    keys("KeyC", "1")  # СТОП, Антон
    keys("3", "Comma")  # Иван, «Я — босс!»
    expect(page.locator("#headline")).to_contain_text("Босс: Иван")


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
