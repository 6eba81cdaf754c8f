"""«Рынок» by touch: the recorded three-player game to its end through the panel, its taps counted; keys; the page."""

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
from tests.market.whole_game import record as recorded
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

pytestmark = pytest.mark.browser_context_args(has_touch=True)

MARKET = find_game("market")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
GAME = recorded()
#: entries that the rules refuse are not made
STEPS = [
    (step["actor"], step["action"], step["params"])
    for step in GAME["steps"]
    if not (step.get("error") or step.get("expect", {}).get("error"))
]
TEAMS = [{"code": team["id"], "name": team["name"]} for team in GAME["teams"]]
MOST_TAPS, MOST_KEYS, MOST_NOTE = 3, 6, 5
#: what a table does all the time; a note of hand is a talk, not a tap
COMMON = (
    "roll", "end_turn", "buy_share", "buy_plot", "refuse_plot", "buy_licence", "buy_card", "buy_card, refused",
    "draw_surprise", "take_credit", "buy_insurance", "sell_share", "antimonopoly_sell", "fine", "demand_note",
)  # fmt: skip

Steps = list[tuple[str, str, dict[str, Any]]]


@pytest.fixture
def make(transactional_db: None, owner: User) -> Callable[..., Session]:
    """Make a started table of three with the kit of the recorded game, and play these entries."""

    def start(steps: Steps | None = None, kit: Any = None, teams: Any = None, **options: Any) -> Session:
        workshop = Workshop.objects.create(owner=owner, title="Тренинг")
        session = session_create(
            workshop, game="market", title="Стол 1", teams=teams or TEAMS, kit=kit or read_kit(MARKET, GAME["kit"]),
            options={**GAME["options"], **options}, setup={} if teams else GAME["setup"],
        )  # fmt: skip
        session = session_start(session)
        for actor, action, params in steps or []:
            request = Request(actor, action, params)
            session = record(session.pk, [request], op=uuid.uuid4(), rev=session.rev).session
        return session

    return start


@pytest.fixture
def opened(sign_in_page: Callable[[User], Page], live_server: LiveServer, owner: User) -> Callable[..., Page]:
    """Open a table's page in the browser."""

    def go(session: Session, path: str = "") -> Page:
        page = sign_in_page(owner)
        page.goto(f"{live_server.url}/s/{session.key}/{path}")
        return page

    return go


class Finger:
    """A referee's finger at the panel of «Рынок»: each entry as he makes it; `taps` and `keys` are the most it took."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self.made = [0, 0]

    def tap(self, target: str | Locator) -> None:
        locator = self.page.locator(f"{target} >> visible=true").first if isinstance(target, str) else target
        locator.tap()
        self.made[0] += 1

    def type(self, target: str, text: str) -> None:
        """Tap a field and type over what stands in it."""
        self.tap(target)
        self.page.locator(f"{target} >> visible=true").first.fill(text)
        self.made[1] += len(text)

    def button(self, actor: str, move: str, params: dict[str, Any]) -> str:
        """The button that records just this."""
        sends = json.dumps([actor, move, params], sort_keys=True, ensure_ascii=False)
        return f"[name=do][value='{sends}']"

    def record(self, actor: str, move: str, params: dict[str, Any]) -> None:
        """Make one entry; it is over when the table went on."""
        pulse = self.page.locator("#pulse")
        rev = int(pulse.get_attribute("data-rev") or 0)
        self.made = [0, 0]
        hand = getattr(self, f"on_{move}", self.on_button)
        hand(actor, move, params)
        expect(pulse).to_have_attribute("data-rev", str(rev + 1))
        kind = f"{move}, refused" if params.get("outcome") == "refused" else move
        self.taps[kind] = max(self.taps.get(kind, 0), self.made[0])
        self.keys[kind] = max(self.keys.get(kind, 0), self.made[1])

    def on_button(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.tap(self.button(actor, move, params))

    def on_roll(self, actor: str, move: str, params: dict[str, Any]) -> None:
        for at, die in enumerate(params["dice"]):
            self.tap(f"[name=dice__{at}][value='{die}']")
        self.tap("#roll")

    def on_fine(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.tap(".any summary:has-text('Штраф')")
        self.on_button(actor, move, params)

    def on_demand_note(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.on_button(actor, move, params)  # a due note stands on the sheet

    def on_repay_credit(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.tap(".any summary:has-text('Погасить кредит')")
        self.on_button(actor, move, params)

    def on_issue_note(self, actor: str, move: str, params: dict[str, Any]) -> None:
        if not self.page.locator(".queue").count():
            self.tap(".any summary:has-text('Вексель')")
        self.tap(f"a.opens[href*='move=issue_note'][href*='actor={actor}']")
        self.tap(f"form.open [name=lender][value='{params['lender']}']")
        if str(params["percent"]) != self.page.locator("form.open [name=percent]").input_value():
            self.type("form.open [name=percent]", str(params["percent"]))
        if params.get("due_turn"):
            self.type("form.open [name=due_turn]", str(params["due_turn"]))
        self.sum("amount", params["amount"])

    def on_buy_card(self, actor: str, move: str, params: dict[str, Any]) -> None:
        row = f"form.buy:has([name=fixed][value*='\"{params['kind']}\"'][value*='\"plot\": {params['plot']}'])"
        for team, sum_ in params.get("commissions", {}).items():
            self.type(f"{row} [name=commissions__{team}]", str(sum_))
        self.tap(f"{row} [name=outcome][value={params.get('outcome', 'bought')}]")

    def auction(self, winner: str, price: int, names: tuple[str, str] = ("winner", "price")) -> None:
        """Who pays, then the price: one of the four at hand, or typed."""
        self.tap(f"[name={names[0]}][value='{winner}']")
        self.sum(names[1], price)

    def sum(self, name: str, amount: int) -> None:
        """One of the sums at hand, or typed."""
        quick = f".prices [name={name}][value='{amount}']"
        if self.page.locator(f"{quick} >> visible=true").count():
            self.tap(quick)
        else:
            self.type(f".price-row [name={name}]", str(amount))
            self.tap(".own-send")

    def on_refuse_plot(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.auction(params["winner"], params["price"])

    def on_sell_share(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.tap(f"a.opens[href*='move=sell_share'][href*='{params['company']}']")
        expect(self.page.locator("form.open")).to_be_visible()
        self.auction(params["winner"], params["price"])

    def on_antimonopoly_sell(self, actor: str, move: str, params: dict[str, Any]) -> None:
        (lot,) = params["lots"]
        self.auction(lot["winner"], lot["price"], ("lots__0__winner", "lots__0__price"))

    def on_draw_surprise(self, actor: str, move: str, params: dict[str, Any]) -> None:
        self.tap(self.button(actor, move, {"card": params["card"]}))


def test_the_recorded_game_to_its_end_by_touch(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """§ 8.1: 627 000, 222 800 and a bankrupt; every entry through the panel, the common ones in three taps."""
    session = make()
    finger = Finger(opened(session))
    for actor, move, params in STEPS:
        finger.record(actor, move, params)
    session.refresh_from_db()
    assert session.rows.count() == len(STEPS)
    result = MARKET.summary(table_of(session))["result"]
    assert result == {"capital": {"p1": 627000, "p2": 222800, "p3": 0}, "winners": ["p1"]}
    places = finger.page.locator(".fin-t tbody tr")
    expect(places).to_have_count(3)
    expect(places.first).to_contain_text("Анна")
    expect(places.first).to_contain_text("627\u00a0000")
    assert {kind: finger.taps[kind] for kind in COMMON if finger.taps[kind] > MOST_TAPS} == {}, finger.taps
    assert {kind: finger.keys[kind] for kind in COMMON if finger.keys[kind] > MOST_KEYS} == {}, finger.keys
    # list, who borrows, who lends, term, sum; the percent of most notes stands there
    assert (finger.taps["issue_note"], finger.keys["issue_note"]) <= (MOST_NOTE, MOST_KEYS)


def test_what_is_handed_in_at_the_end_is_chosen(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """M-182: Борис lacks 27 200, «Страховая компания» (40 000) is proposed; «Фондовая биржа» (60 000) goes instead."""
    session = make(STEPS[:-1])
    page = opened(session)
    finger = Finger(page)
    assets = page.locator(".hand-in a")
    expect(assets.filter(has_text="Страховая компания")).to_contain_text("сдаётся")
    finger.tap(assets.filter(has_text="Фондовая биржа"))
    expect(page.locator(".hand-in .hit")).to_contain_text("Фондовая биржа")
    # the choice outlives the page's look at a table that went on elsewhere
    record(session.pk, [Request("referee", "adjust", {"player": "p3", "amount": 100, "reason": "проверка"})],
           op=uuid.uuid4(), rev=session.rev)  # fmt: skip
    expect(page.locator("#pulse")).to_have_attribute("data-rev", str(len(STEPS)))
    expect(page.locator(".hand-in .hit")).to_contain_text("Фондовая биржа")
    finger.tap("#settle")
    expect(page.locator(".fin-pane")).to_be_visible()
    session.refresh_from_db()
    seen = MARKET.summary(table_of(session))
    assert seen["result"]["capital"]["p2"] == 222800
    assert (seen["shares"]["insurance"], "exchange" in seen["shares"]) == ({"p2": 1}, False)


def test_the_move_lists_its_payments_before_the_next_step(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    """Turn 8: Борис passes «Банк» with a credit of 20 % on which Вера gets the interest (M-085)."""
    at = next(at for at, step in enumerate(STEPS) if step[1:] == ("take_credit", {"rate": 20}))
    page = opened(make(STEPS[: at + 1]))
    finger = Finger(page)
    ahead = page.locator(".ahead li", has_text="Компания „Банк“")
    expect(ahead).to_contain_text("−20\u00a0000")
    finger.tap("[name=dice__0][value='1']")
    finger.tap("[name=dice__1][value='2']")
    expect(page.locator(".ahead .is-stop")).to_contain_text("12. Сделка")
    expect(page.locator(".ahead .is-stop .fig")).to_have_text("275\u00a0000")
    expect(page.locator("#roll")).to_contain_text("1 + 2 = 3")
    finger.tap("#roll")
    expect(page.locator(".way .stop-at")).to_contain_text("275\u00a0000")
    expect(page.locator(".way .stop-at")).to_contain_text("было 295\u00a0000")
    expect(page.locator("#give")).to_contain_text("Борис")
    expect(page.locator("#give .give-l")).to_have_count(1)
    expect(page.locator("#give .give-l")).to_contain_text("Вера 20\u00a0000 проценты по кредитам")


def test_where_a_sum_comes_from_is_one_tap_away(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """«Откуда эти 14 000?»: 20 % of a share of 70 000, to the holder of the Exchange (M-058)."""
    at = next(at for at, step in enumerate(STEPS) if step == ("p2", "buy_share", {"company": "trade"}))
    session = make(STEPS[: at + 1])
    page = opened(session)
    page.locator("#give").tap()
    expect(page.locator("main table")).to_contain_text("14\u00a0000")
    expect(page.locator("main table")).to_contain_text("Фондовая биржа")
    page.go_back()
    page.locator(".teams a", has_text="354\u00a0000").tap()
    newest = page.locator(".acc tbody tr").first
    expect(newest).to_contain_text("Борис покупает акцию: Торговая компания")
    expect(newest).to_contain_text("+14\u00a0000")
    expect(newest).to_contain_text("354\u00a0000")
    newest.locator("a").first.tap()
    expect(page.locator("h1")).to_contain_text("№ " + str(at + 1))


def test_rolls_and_turns_by_keys(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """Three keys a roll: two digits and Enter; a digit more begins anew. K (by its place) ends the turn."""
    session = make()
    page = opened(session)
    for key in ("5", "5", "2", "6", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#pulse")).to_have_attribute("data-rev", "1")
    session.refresh_from_db()
    assert table_of(session).state.dice == [2, 6]
    expect(page.locator("#end-turn")).to_be_visible()
    page.wait_for_timeout(350)
    page.keyboard.press("KeyR")
    expect(page.locator("#pulse")).to_have_attribute("data-rev", "2")
    expect(page.locator("#headline")).to_contain_text("Борис")


def test_a_finished_turn_is_ended_by_the_next_roll(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """Amendment 5: the next player's dice stand there already when the turn is done."""
    session = make([("p1", "roll", {"dice": [4, 4]})])
    page = opened(session)
    Finger(page).record("p2", "roll", {"dice": [1, 1]})
    session.refresh_from_db()
    assert (table_of(session).state.turn, table_of(session).state.current) == (2, "p2")


def test_a_price_without_a_buyer_cannot_be_recorded(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    session = make([("p1", "roll", {"dice": [2, 3]})])
    page = opened(session)
    expect(page.locator(".prices")).to_be_hidden()
    finger = Finger(page)
    finger.tap("[name=winner][value='p3']")
    expect(page.locator(".prices")).to_be_visible()
    finger.tap(".nobody")
    expect(page.locator("#give")).to_contain_text("10\u00a0000 20 %")
    session.refresh_from_db()
    assert table_of(session).state.cash["p1"] == 290000, "20 % of 50 000"


def test_a_refused_bid_keeps_what_was_typed(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    page = opened(make([("p1", "roll", {"dice": [2, 3]})]))
    finger = Finger(page)
    finger.tap("[name=winner][value='p2']")
    finger.type(".price-row [name=price]", "400 000")
    finger.tap(".own-send")
    expect(page.locator("#desk [role=alert]")).to_contain_text("Не записано.")
    expect(page.locator("#desk [role=alert]")).to_contain_text("300\u00a0000")
    expect(page.locator("form.open [name=price]").first).to_have_value("400 000")
    expect(page.locator("form.open [name=winner][value='p2']")).to_be_checked()


def test_a_sum_that_is_not_in_the_kit_is_typed(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """A loss of 70 000 on a card that nobody transcribed; a keypad without a minus has a button for it."""
    session = make([("p1", "roll", {"dice": [1, 2]})])
    page = opened(session)
    finger = Finger(page)
    page.locator("#sum").fill("70 000")
    finger.tap("[data-sign]")
    expect(page.locator("#sum")).to_have_value("−70 000")
    finger.tap("form.sum button:not([type=button])")
    expect(page.locator("#pulse")).to_have_attribute("data-rev", "2")
    session.refresh_from_db()
    assert table_of(session).state.cash["p1"] == 230000


def test_without_script_all_is_plain_forms(
    make: Callable[..., Session],
    browser: Any,
    live_server: LiveServer,
    sign_in_page: Callable[[User], Page],
    owner: User,
) -> None:
    session = make()
    cookies = sign_in_page(owner).context.cookies()
    context = browser.new_context(java_script_enabled=False, has_touch=True)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(f"{live_server.url}/s/{session.key}/")
    for at, die in enumerate((1, 1)):
        page.locator(f"[name=dice__{at}][value='{die}']").tap()
    page.locator("#roll").tap()
    page.locator("[name=do][value*='\"buy_share\"'][value*='\"school\"']").tap()
    expect(page.locator("#give")).to_contain_text("50\u00a0000")
    context.close()


#: what the screen shows in its phases, by the entries that lead there
PHASES = {
    "before the roll": [],
    "a free plot": STEPS[:3],
    "deals": [*STEPS[:8], ("p3", "roll", {"dice": [1, 1]})],
    "a card": [("p1", "roll", {"dice": [1, 2]})],
    "insolvent": STEPS[: next(at for at, step in enumerate(STEPS) if step[1] == "sell_share")],
    "cards and commissions": STEPS[: next(at for at, step in enumerate(STEPS) if step[2].get("outcome") == "bought")],
    "a forced sale": STEPS[: next(at for at, step in enumerate(STEPS) if step[1] == "antimonopoly_sell")],
    "results to be counted": STEPS[:-1],
    "finished": STEPS,
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phase", PHASES)
def test_axe_finds_nothing(
    make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer, phase: str, theme: str
) -> None:
    session = make(PHASES[phase])
    page = opened(session)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    page.reload()
    assert page.locator("html").get_attribute("data-bs-theme") == theme
    check(page)
    drawer = page.locator(".any summary").first
    if drawer.count():
        drawer.tap()
        check(page)


@pytest.mark.parametrize("size", [(1280, 800), (1280, 660), (1024, 768), (768, 1024), (390, 844)])
def test_nothing_is_out_of_reach(
    make: Callable[..., Session], opened: Callable[..., Page], size: tuple[int, int]
) -> None:
    """No sideways scrolling; targets of 44 px; the end of the turn is in view."""
    page = opened(make(PHASES["cards and commissions"]))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            "#desk :is(button, summary, a, input:not([type=hidden])), .mv a, .end button")]
        .filter((one) => one.getClientRects().length && !one.classList.contains("vh"))
        .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().height])
        .filter(([, height]) => height < 43.5)"""
    )
    assert small == []
    expect(page.locator("#end-turn")).to_be_in_viewport()


#: as long as companies are called
LONG = ("Общество с ограниченной ответственностью «Северный ветер»", "Торгово-промышленная группа «Альтаир»",
        "Александра Константиновна Преображенская", "Бета")  # fmt: skip


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_four_long_names_leave_the_roll_in_view(
    make: Callable[..., Session], opened: Callable[..., Page], size: tuple[int, int]
) -> None:
    teams = [{"code": f"p{at}", "name": name} for at, name in enumerate(LONG, 1)]
    page = opened(make(teams=teams))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator("#roll")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (390, 844)])
def test_results_fit_the_screen(
    make: Callable[..., Session], opened: Callable[..., Page], size: tuple[int, int]
) -> None:
    """The table of results does not run out of a phone; what records them stays in sight."""
    page = opened(make(STEPS[:-1]))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator(".hand-in a").first.scroll_into_view_if_needed()
    expect(page.locator("#settle")).to_be_in_viewport(ratio=1)


def check(page: Page) -> None:
    """Ask axe about the page as it stands."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    problems = [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
    assert problems == []
