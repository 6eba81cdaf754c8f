"""«Титаны рекламы» by touch and by keys: a whole game with its taps counted, what is watched, the page itself."""

import uuid
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.registry import game as find_game
from tests.browser.counting import SETTLE, Hand
from trainer.models import Session, User, Workshop
from trainer.positions import table_of
from trainer.recording import Request, record
from trainer.sessions import session_create, session_start

#: who, which move, with what
Move = tuple[str, str, dict[str, Any]]

TITANS = find_game("titans")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NAMES = {"A": "Аня", "B": "Боря", "V": "Ваня", "G": "Гена"}
MOST_TAPS = 3
#: moves that all sides make at once: so many taps or keys for each side, and one to record
EACH = {"choice of actions": 2, "pledges": 2, "claims": 1, "bids": 3}
#: the cards as they turn up
NEWS = ("Главный рекламодатель взял паузу", "Выпускники курсов ищут первую работу", "Лифт в бизнес-центре починили")
CONSEQUENCE = "CQ1: "
AGENCIES = ("Слоган без запятых", "Идея к утру", "Смелый черновик", "Поиграем шрифтами", "Лев Раскадров")
TENDERS = ("Мороженое «Тает не сразу»", "Химчистка «Пятно в прошлом»", "Сыр «Мышиная доля»", "Шины «Сухой остаток»")
SETUP = {"first_side": "A", "agency_slots": ["AG1", "AG7", "AG3"], "tender_slots": ["TN1", "TN3"]}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: pytest.FixtureRequest) -> dict[str, Any]:
    """A ten-inch tablet for the game by touch."""
    if "touch" in request.node.name:
        return {**browser_context_args, "has_touch": True, "viewport": {"width": 1024, "height": 768}}
    return browser_context_args


@pytest.fixture
def make(transactional_db: None, owner: User) -> Callable[..., Session]:
    """Make a started table of the sample kit; `moves` are recorded at once."""

    def start(
        sides: str = "ABV", moves: list[tuple[str, str, dict[str, Any]]] | None = None, **options: Any
    ) -> Session:
        workshop = Workshop.objects.create(owner=owner, title="Тренинг")
        teams = [{"code": code, "name": NAMES[code]} for code in sides]
        session = session_create(workshop, game="titans", title="Стол 1", teams=teams, setup=SETUP, options=options)
        session = session_start(session)
        for move in moves or []:
            session = record(session.pk, [Request(*move)], op=uuid.uuid4(), rev=session.rev).session
        return session

    return start


@pytest.fixture
def opened(sign_in_page: Callable[[User], Page], live_server: LiveServer, owner: User) -> Callable[..., Page]:
    """Open a table's page in the browser."""

    def go(session: Session, query: str = "") -> Page:
        page = sign_in_page(owner)
        page.goto(f"{live_server.url}/s/{session.key}/{query}")
        return page

    return go


def send(page: Page, selector: str = "#send") -> None:
    """Record what the form says, and wait until the table is there anew."""
    rev = page.locator("#pulse").get_attribute("data-rev") or ""
    page.click(selector)
    expect(page.locator("#pulse")).not_to_have_attribute("data-rev", rev)


def now(session: Session) -> Any:
    session.refresh_from_db()
    return table_of(session)


# ---- a whole game by touch ----------------------------------------------------------------------


class Referee:
    """Records a whole game from the screen: what the sides do is decided here, how it is keyed is counted."""

    def __init__(self, page: Page, session: Session) -> None:
        self.hand, self.page, self.session = Hand(page), page, session
        #: taps or keys for each side of a common move
        self.each: dict[str, int] = {}
        self.news, self.agencies, self.tenders = iter(NEWS), iter(AGENCIES), iter(TENDERS)

    def play(self) -> None:
        """Play until the game is over."""
        for _move in range(120):
            t = now(self.session)
            if t.state.phase == "over":
                return
            self.move(t)
        raise AssertionError("the game does not end")

    def move(self, t: Any) -> None:
        s, hand = t.state, self.hand
        if t.duty is not None:
            with hand.move("free employees"):
                hand.tap("#desk .btn-act")
            return
        match s.phase:
            case "news":
                with hand.move("news"):
                    hand.choose(next(self.news))
            case "pledges":
                self.common("pledges", {"A": "4", "B": "2", "V": "0"}, self.type_number)
            case "consequence":
                with hand.move("consequence"):
                    label = self.page.locator("#desk option", has_text=CONSEQUENCE).text_content() or ""
                    hand.choose(label)
            case "consequence_apply":
                with hand.move("apply the consequence"):
                    hand.tap("#desk .btn-act")
            case "choose":
                self.common("choice of actions", dict.fromkeys(s.money, self.actions(s.turn)), self.toggle)
            case "act1":
                with hand.move("pay all who work"):
                    hand.tap("#desk .btn-act")
            case "act2":
                with hand.move("buy, with the new card"):
                    hand.tap(f"label[for=buy-{1 + s.turn % 2}]")
                    hand.choose(next(self.agencies))
            case "act3":
                with hand.move("fill an agency"):
                    hand.tap("#fill-b" if self.page.locator("#fill-b").count() else "#desk .btn-act")
            case "act4" if len(s.queue) > 1:
                wanted = {side: "1" if at < 2 else "2" for at, side in enumerate(s.queue)}
                self.common("claims", wanted, self.claim)
            case "act4":
                with hand.move("take a tender"):
                    hand.tap("#desk .btn-act")
            case "act4_bids":
                ((_slot, sides),) = s.contested.items()
                self.common("bids", {side: str(15 + at) for at, side in enumerate(sides)}, self.type_number)
            case "fulfil" | "effects":
                self.result(s.phase)
            case "combos":
                with hand.move("combos"):
                    hand.tap("#desk .btn-act")
            case "refill" if None in s.tender_slots:
                with hand.move("lay out a tender"):
                    hand.choose(next(self.tenders))
            case "refill":
                with hand.move("next turn"):
                    hand.tap("#desk .btn-act")
            case phase:
                raise AssertionError(phase)

    def result(self, phase: str) -> None:
        """Fulfil, or apply, what can be; then pass on all who have nothing to do."""
        ready = self.page.locator("#desk .thing button.btn-act")
        kind = {"fulfil": "fulfil a tender", "effects": "apply an effect"}[phase]
        if ready.count():
            with self.hand.move(kind):
                self.hand.tap(ready.first)
            return
        with self.hand.move("done, and all who have nothing to do"):
            self.hand.tap("#desk .done .btn-act")

    def common(self, kind: str, wanted: dict[str, str], key: Callable[[str, str], None]) -> None:
        """Key a move of all sides on one form and record it."""
        with self.hand.move(kind):
            for side, value in wanted.items():
                key(side, value)
            self.hand.tap("#send")
        self.each[kind] = max(self.each.get(kind, 0), -(-(self.hand.count - 1) // len(wanted)))

    def toggle(self, side: str, actions: str) -> None:
        for action in actions:
            self.hand.tap(f"label[for=actions__{side}-{action}]")

    def claim(self, side: str, slot: str) -> None:
        self.hand.tap(f"label[for=claims__{side}-{slot}]")

    def type_number(self, side: str, figure: str) -> None:
        self.hand.tap(self.page.locator(f"#desk input[inputmode][name$=__{side}]"))
        self.page.locator(f"#desk input[inputmode][name$=__{side}]").fill(figure)
        self.hand.count += len(figure)

    @staticmethod
    def actions(turn: int) -> str:
        """First an agency and its people, then money and a tender, then more of both."""
        return ("23", "14", "34", "24", "13")[(turn - 1) % 5]


def test_a_whole_game_by_touch(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """§ 3.8: at most three taps a move; what all sides do at once takes what § 3.8 counts for each side."""
    session = make(target_score=7)
    referee = Referee(opened(session), session)
    referee.play()
    s = now(session).state
    assert max(s.score.values()) >= 7
    assert all(s.tenders_done[side] or s.tenders_todo[side] for side in s.money)
    common = {kind: taps for kind, taps in referee.each.items() if taps > EACH[kind]}
    assert common == {}
    single = {kind: taps for kind, taps in referee.hand.most.items() if kind not in EACH}
    assert {kind: taps for kind, taps in single.items() if taps > MOST_TAPS} == {}, single
    assert {"news", "fill an agency", "fulfil a tender", "next turn", "buy, with the new card"} <= set(single)
    expect(referee.page.locator("#desk")).to_contain_text("Игра окончена")


# ---- by keys ------------------------------------------------------------------------------------


def test_a_turn_by_keys(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    """At most six keys a move; digits toggle the actions of the first side that is not complete."""
    session = make(sides="AB")
    hand = Hand(opened(session))
    with hand.move("choice of actions"):
        hand.keys("1", "2", "2", "3", "Enter")
    with hand.move("pay who works"):
        hand.keys("Enter")
    for card in ("Сл", "Ид"):
        with hand.move("buy, with the new card"):
            hand.keys("1")
            expect(hand.page.locator("#pick-refill")).to_be_focused()
            hand.letters(card)
            hand.keys("Enter")
    with hand.move("hire what is proposed"):
        hand.keys("Enter")
    with hand.move("all have nothing to do"):
        hand.keys("Enter")
    with hand.move("next turn"):
        hand.keys("Enter")
    with hand.move("news"):
        expect(hand.page.locator("#desk select")).to_be_focused()
        hand.letters("рын")
        hand.keys("Enter")
    assert {kind: keys for kind, keys in hand.most.items() if keys > 6} == {}, hand.most
    s = now(session).state
    assert (s.turn, s.phase) == (2, "choose")
    assert list(s.staff["B"]) == ["AG4"] or s.staff["A"] == {"AG1": {}}


# ---- what is watched while it is keyed ----------------------------------------------------------


def test_the_choice_matrix_tells_who_is_missing(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    page = opened(make())
    button = page.locator("#send")
    expect(button).to_contain_text("нет данных: Аня, Боря, Ваня")
    box = page.locator(".tog").first.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    yellow = page.evaluate("getComputedStyle(document.querySelector('.mx tr:nth-child(2) td')).backgroundColor")
    for side, actions in (("A", "13"), ("B", "12"), ("V", "34")):
        for action in actions:
            page.click(f"label[for=actions__{side}-{action}]")
    white = page.evaluate("getComputedStyle(document.querySelector('.mx tr:nth-child(2) td')).backgroundColor")
    assert yellow != white
    expect(button).not_to_contain_text("нет данных")
    expect(page.locator("[data-heed=Аня]")).to_be_visible()
    expect(page.locator("[data-heed=Боря]")).to_be_hidden()
    page.click("label[for=actions__V-4]")
    expect(button).to_contain_text("нет данных: Ваня")
    button.click(force=True)  # greyed, it still says which rule it is
    expect(page.locator("#refused")).to_contain_text("Ваня: нужны")
    expect(page.locator("#actions__A-3")).to_be_checked()  # what was keyed is still there
    page.wait_for_timeout(SETTLE)
    page.click("label[for=actions__V-4]")
    send(page)
    expect(page.locator(".log .new")).to_contain_text("Аня 1+3, Боря 1+2, Ваня 3+4")


CRISIS: list[Move] = [
    ("referee", "reveal_actions", {"actions": {"A": [1, 2], "B": [1, 2], "V": [1, 2]}}),
    *[(side, "work", {}) for side in "ABV"],
    *[(side, "skip_action", {"action": 2}) for side in "ABV"],
    *[(side, "step_done", {}) for side in "ABVABV"],
    ("referee", "apply_combos", {}),
    ("referee", "end_turn", {}),
    ("B", "draw_news", {"card": "NW29"}),
]


def test_pledges_show_sum_and_leader_then_who_loses_what(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    page = opened(make(moves=CRISIS))
    for side, n in (("A", "3"), ("B", "3"), ("V", "0")):
        page.fill(f"[name=pledges__{side}]", n)
    expect(page.locator("[data-watch=pledges]")).to_contain_text("6 из 7")
    expect(page.locator("[data-leader]")).to_have_text("лидера нет")
    page.click("tr[data-name=Аня] [data-step='1']")
    expect(page.locator("[data-watch=pledges]")).to_contain_text("7 из 7")
    expect(page.locator("[data-leader]")).to_have_text("лидер: Аня")
    page.fill("[name=pledges__B]", "1")
    page.click("#send")
    expect(page.locator(".event")).to_contain_text("Кризис провален: 5 из 7")
    page.select_option("#desk select", value="CQ1")
    said = page.locator(".mx .said")
    expect(said).to_have_text(["лидер кризиса", "пиары −8", "пиары −8"])
    page.click("#totem-V")
    page.click(".totems button:has-text('Бронежилет')")
    expect(said).to_have_text(["лидер кризиса", "пиары −8", "защищает тотем"])
    page.click("#desk .btn-act")
    expect(page.locator(".log .new")).to_contain_text("Кризис провален: Боря −8")


def at_tenders(actions: dict[str, list[int]]) -> list[Move]:
    """The moves up to the claims: everybody works first."""
    return [("referee", "reveal_actions", {"actions": actions}), *[(side, "work", {}) for side in actions]]


def test_two_auctions_are_one_form_with_their_results(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    session = make(sides="ABVG", moves=at_tenders({side: [1, 4] for side in "ABVG"}))
    page = opened(session)
    for side, slot in (("A", 1), ("B", 1), ("V", 2), ("G", 2)):
        page.click(f"label[for=claims__{side}-{slot}]")
    expect(page.locator("[data-watch=claims]")).to_contain_text("торги: Аня, Боря")
    page.click("#send")
    for side, bid in (("A", "12"), ("B", "12"), ("V", "9"), ("G", "7")):
        page.fill(f"[name=bids__{side}]", bid)
    expect(page.locator("[data-watch=bids]")).to_contain_text("побеждает Аня, платит 12; утешение 6: Боря")
    expect(page.locator("[data-watch=bids]")).to_contain_text("Гена: ниже стоимости")
    page.click("#send")
    expect(page.locator("#refused")).to_contain_text("Гена: ставка 7")
    expect(page.locator("[name=bids__A]")).to_have_value("12")
    page.fill("[name=bids__G]", "15")
    send(page)
    s = now(session).state
    assert s.money == {"A": 80 - 12, "B": 80 + 6, "V": 80 + 8, "G": 80 - 15}
    assert s.phase == "fulfil"


def test_hiring_shows_the_price_as_it_is_keyed(make: Callable[..., Session], opened: Callable[..., Page]) -> None:
    buy = [("A", "buy_card", {"slot": 1, "refill": "AG2"}), ("B", "buy_card", {"slot": 2, "refill": "AG4"})]
    moves = [("referee", "reveal_actions", {"actions": {"A": [2, 3], "B": [2, 4]}}), *buy]
    session = make(sides="AB", moves=moves)
    page = opened(session)
    expect(page.locator("[data-total]")).to_have_text("12")  # 2 + 2 + 3 + 3 creative, 2 production
    page.click(".hire-r:first-of-type [data-step='-1']")
    expect(page.locator("[data-total]")).to_have_text("9")
    expect(page.locator("#fill-b")).to_have_text("Заполнить полностью: 12")
    page.fill("[name=staff__creative]", "9")
    page.click("#send")
    expect(page.locator("#refused")).to_contain_text("свободно")
    page.fill("[name=staff__creative]", "2")
    send(page)
    assert now(session).state.staff["A"]["AG1"] == {"creative": 2, "production": 1}


def test_what_is_keyed_stays_while_the_table_goes_on_elsewhere(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    session = make()
    page = opened(session)
    page.click("label[for=actions__A-1]")
    adjust = Request("referee", "adjust", {"side": "A", "money": 1, "reason": "пересчёт"})
    record(session.pk, [adjust], op=uuid.uuid4(), rev=session.rev)
    expect(page.locator("#stale")).to_contain_text("пересчёт", timeout=8000)
    expect(page.locator("#actions__A-1")).to_be_checked()


# ---- cards that are not in the kit --------------------------------------------------------------


def test_a_card_that_is_not_in_the_kit_is_typed_by_its_template(
    make: Callable[..., Session], opened: Callable[..., Page]
) -> None:
    moves = [*at_tenders({"A": [1, 4], "B": [1, 2]}), ("B", "skip_action", {"action": 2})]
    moves += [("A", "take_tender", {"slot": 1}), *[(side, "step_done", {}) for side in "ABAB"]]
    session = make(sides="AB", moves=[*moves, ("referee", "apply_combos", {})])
    page = opened(session)
    page.click("#desk .new-l a")
    page.fill("[name=card__new__name]", "Зоопарк «Клетка»")
    page.fill("[name=card__new__cost]", "9")
    page.fill("[name=card__new__req__media]", "2")
    page.fill("[name=card__new__profit]", "18")
    expect(page.locator("[name=card__new__n]")).to_be_hidden()
    page.select_option("[name=card__new__template]", value="money_per")
    expect(page.locator("[name=card__new__n]")).to_be_visible()
    expect(page.locator("[name=card__new__metric]").first).to_be_hidden()
    page.fill("[name=card__new__n]", "2")
    page.click("#desk label:has([name=card__new__colour][value=media])")
    page.click("#send")
    expect(page.locator(".tit-open")).to_contain_text("Зоопарк «Клетка»")
    card = now(session).kit.tender_deck["tender-1"]
    assert (card.cost, card.profit, card.req) == (9, 18, {"media": 2})
    assert msgspec.to_builtins(card.effect)["ops"] == [{"op": "money", "n": {"rate": 2, "per": {"staff": "media"}}}]


# ---- secrets ------------------------------------------------------------------------------------


def test_nothing_chosen_is_seen_before_the_reveal(
    make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer
) -> None:
    """What is keyed stays in the form: not in the log, not on the wall, not on a phone, not in their source."""
    session = make()
    page = opened(session)
    for side, actions in (("A", "14"), ("B", "14"), ("V", "23")):
        for action in actions:
            page.click(f"label[for=actions__{side}-{action}]")
    other = page.context.new_page()
    texts = []
    for path in (f"v/{session.view_key}/", f"v/{session.view_key}/phone/", f"v/{session.view_key}/phone/A/"):
        other.goto(f"{live_server.url}/{path}")
        texts.append(other.content())
    for text in texts:
        assert "каждого" in text
        assert "1+4" not in text
        for totem in TITANS.sample().totems.values():
            assert totem.name not in text
    assert now(session).state.actions == {}
    page.click("#send")
    expect(page.locator(".log .new")).to_contain_text("Аня 1+4")


# ---- the page itself ----------------------------------------------------------------------------

FITS = "(() => { const one = document.querySelector('.desk-pane'); return one.scrollHeight <= one.clientHeight + 1 })()"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer, theme: str
) -> None:
    session = make(moves=CRISIS)
    page = opened(session)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    steps = [
        None,
        ("referee", "reveal_pledges", {"pledges": {"A": 5, "B": 0, "V": 0}}),
        ("B", "draw_consequence", {"card": "CQ1"}),
        ("referee", "apply_consequence", {}),
        ("referee", "reveal_actions", {"actions": {"A": [2, 3], "B": [2, 4], "V": [3, 4]}}),
        ("B", "buy_card", {"slot": 1, "refill": "AG2"}),
        ("A", "buy_card", {"slot": 2, "refill": "AG4"}),
        ("V", "skip_action", {"action": 3}),
        ("A", "hire", {"agency": "AG7", "staff": {"creative": 3, "production": 2}}),
        ("referee", "reveal_claims", {"claims": {"B": 2, "V": 2}}),
        ("referee", "reveal_bids", {"slot": 2, "bids": {"B": 9, "V": 12}}),
    ]
    for step in steps:
        if step is not None:
            session.refresh_from_db()
            record(session.pk, [Request(*step)], op=uuid.uuid4(), rev=session.rev)
        page.goto(f"{live_server.url}/s/{session.key}/")
        page.wait_for_timeout(100)
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], step
        assert page.evaluate(FITS), step


def test_without_the_script_the_same_forms_record(
    make: Callable[..., Session], opened: Callable[..., Page], live_server: LiveServer
) -> None:
    session = make(sides="AB")
    page = opened(session)
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    plain = context.new_page()
    plain.goto(f"{live_server.url}/s/{session.key}/")
    for box in ("A-2", "A-3", "B-1", "B-4"):
        plain.click(f"label[for=actions__{box}]")
    plain.click("#send")
    plain.click("#desk .btn-act")
    plain.click("label[for=buy-1]")
    plain.select_option("#pick-refill", value="AG2")
    plain.click("#send")
    plain.click("#fill-b")
    plain.click("#desk .btn-act")
    s = now(session).state
    assert s.phase == "fulfil"
    assert s.staff["A"]["AG1"] == {"creative": 4, "production": 1}
    assert s.tenders_todo["B"] == ["TN1"]
    context.close()
