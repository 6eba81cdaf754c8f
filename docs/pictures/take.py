"""Takes the pictures of the guides from the running program: `python docs/pictures/take.py [name …]`.

Needs Chromium (`CHROMIUM`, else /usr/bin/chromium) and requirements-test.txt. Plays in a data folder of its own.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PORT = 8735
SITE = f"http://127.0.0.1:{PORT}"
#: what stands on the QR code and beside it: a name, since a number would give way to the address of this machine
SHOWN_SITE = "http://stol.local:8000"

os.environ["TRAINER_DATA"] = tempfile.mkdtemp(prefix="pictures-")
os.environ["DJANGO_SETTINGS_MODULE"] = "trainer.settings"
# Playwright keeps an event loop in this thread; Django would take it for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
sys.path.insert(0, str(ROOT))

import django  # noqa: E402

django.setup()

import msgspec  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import BrowserContext, Page, sync_playwright  # noqa: E402

from games.registry import game as find_game  # noqa: E402
from trainer.demo import record_all, whole_game  # noqa: E402
from trainer.kits import kit_keep  # noqa: E402
from trainer.models import Session, User, Workshop  # noqa: E402
from trainer.positions import table_of  # noqa: E402
from trainer.preparation import usual_setup  # noqa: E402
from trainer.recording import Request, record  # noqa: E402
from trainer.sessions import session_create, session_start  # noqa: E402

TEAMS = ["Альфа", "Бета", "Гамма", "Дельта"]
#: the windows: the smallest laptop that the screens are drawn for, and a phone
WIDE, PHONE = (1280, 800), (390, 760)
Move = tuple[str, str, dict[str, Any]]


def sale(winner: str, price: int, sector: str, **lot: str) -> Move:
    """An auction by its result."""
    return winner, "auction_record", {"lot": lot, "winner": winner, "price": price, "sector": sector}


#: «Экологика» up to the bids of its second cycle
AUCTION: list[Move] = [
    ("A", "event_draw", {"card": "V20"}), ("referee", "ecology_settle_rest", {}),
    sale("A", 1, "H05", kind="chip", type="oil"), sale("B", 2, "H10", kind="chip", type="mineral"),
    sale("C", 10, "H06", kind="tor", tor="reserve"), sale("D", 3, "H09", kind="chip", type="oil"),
    ("referee", "income_settle_rest", {}),
    ("B", "event_draw", {"card": "V12"}), ("referee", "ecology_settle_rest", {}),
    sale("B", 3, "H10", kind="chip", type="mineral"), sale("C", 3, "H02", kind="chip", type="mineral"),
    ("D", "auction_open", {"lot": {"kind": "chip", "type": "oil"}, "bid": 4}),
    ("A", "bid", {"amount": 5}), ("B", "bid", {"amount": 6}),
]  # fmt: skip


def play(session: Session, moves: list[Move]) -> Session:
    """Record these moves."""
    for actor, action, params in moves:
        request = Request(actor, action, params)
        session = record(session.pk, [request], op=uuid.uuid4(), rev=session.rev, by="Ирина").session
    return session


def table(workshop: Workshop, slug: str, number: int) -> Session:
    """Start a table with the sample kit and four teams."""
    teams = [{"code": "ABCD"[seat], "name": name} for seat, name in enumerate(TEAMS)]
    setup = usual_setup(find_game(slug), teams)
    made = session_create(workshop, game=slug, title=f"Стол {number}", teams=teams, setup=setup)
    return session_start(made)


def played_until(session: Session, wanted: Callable[[Any], bool], least: int = 20) -> Session:
    """Let the bot play to the first position that is wanted, after so many moves."""
    game = find_game(session.game)
    for seed in range(700, 720):
        steps, t = whole_game(session, seed), table_of(session)
        for n, step in enumerate(steps, 1):
            t, _step = game.attempt(t, n, step.actor, step.action, msgspec.to_builtins(step.move))
            if n >= least and wanted(t):
                record_all(session, steps[:n])
                session.refresh_from_db()
                return session
    raise SystemExit(f"{session.game}: no such position")


def contested(t: Any) -> bool:
    """A deal of «Я босс!» in which several are agreed and a Stop is possible."""
    deal = t.state.deal
    live = [one for one in deal.agreements if one.status == "active"] if deal else []
    return len(live) >= 2 and t.state.stoppable is not None


def plan_of_today() -> str:
    """A day whose play is under way: the picture shows where it stands."""
    hour = min(max(timezone.localtime().hour, 3), 18)
    parts = ((-2, "ввод"), (-1, "игра"), (2, "разбор"), (4, "итоги"), (5, ""))
    return "\n".join(f"{hour + more}:00 {title}".strip() for more, title in parts)


def stage() -> dict[str, Any]:
    """Play what the pictures show; return the sessions by game, and the workshop."""
    owner = User.objects.create(username="marina", name="Марина Коваль")
    User.objects.create(username="new", name="Новый Ведущий")
    workshop = Workshop.objects.create(
        owner=owner, title="Осенний тренинг", client="ООО «Заказчик»", place="Учебный класс",
        held_on=timezone.localdate(), goals="Договариваться о цене до торга, а не после.", plan=plan_of_today(),
    )  # fmt: skip
    rules = find_game("ecologic")
    kit_keep(owner, rules, rules.sample(), "«Экологика», наша коробка")
    auction = play(table(workshop, "ecologic", 1), AUCTION)
    over = table(workshop, "ecologic", 5)
    record_all(over, whole_game(over, 700))
    return {
        "owner": owner, "workshop": workshop, "ecologic": auction, "over": over,
        "titans": played_until(table(workshop, "titans", 2), lambda t: t.state.phase == "choose", 60),
        "boss": played_until(table(workshop, "boss", 3), contested),
        "market": played_until(table(workshop, "market", 4), lambda t: t.state.phase == "resolve", 60),
    }  # fmt: skip


def signed_in(context: BrowserContext, user: str) -> Page:
    """Return a page on which this user is signed in."""
    client = Client()
    client.force_login(User.objects.get(username=user))
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": SITE}])
    return context.new_page()


def pictures(on: dict[str, Any]) -> dict[str, tuple[str, str, tuple[int, int], Callable[[Page], None]]]:
    """Return each picture: whose page, its path, the window, and what is done there first."""

    def at(name: str, *args: Any) -> str:
        return reverse(name, args=args)

    def nothing(page: Page) -> None:
        page.wait_for_timeout(300)

    def refuse(page: Page) -> None:
        page.locator("#desk a[href*='move=bid']:visible").first.click()
        page.locator("#desk [name=amount]:visible").first.fill("40")
        page.locator("#send:visible").first.click()
        page.wait_for_selector("#desk .rule:visible")

    def link(page: Page) -> None:
        page.fill("[name=name]", "Ирина")
        page.get_by_role("button", name="Выдать ссылку").click()
        page.wait_for_selector(".issued")

    def folder(page: Page) -> None:
        page.locator("main code").first.evaluate("one => one.textContent = 'var/copies'")

    def ripple(page: Page) -> None:
        page.fill("[name$=price]", "10")
        page.get_by_role("button", name="Показать, что изменится").click()
        page.wait_for_selector("#fix")

    key, wall = on["ecologic"].key, on["ecologic"].view_key
    return {
        "first": ("new", at("trainer:workshops"), WIDE, nothing),
        "kit": ("marina", at("trainer:kit", on["owner"].kits.get().pk), WIDE, nothing),
        "workshop": ("marina", at("trainer:workshop", on["workshop"].key), WIDE, nothing),
        "link": ("marina", at("trainer:setup_referees", key), WIDE, link),
        "table": ("marina", at("trainer:referee", key), WIDE, nothing),
        "refusal": ("marina", at("trainer:referee", key), WIDE, refuse),
        "ripple": ("marina", at("trainer:entry", key, 10), WIDE, ripple),
        "titans": ("marina", at("trainer:referee", on["titans"].key), WIDE, nothing),
        "boss": ("marina", at("trainer:referee", on["boss"].key), WIDE, nothing),
        "market": ("marina", at("trainer:referee", on["market"].key), WIDE, nothing),
        "wall": ("", at("trainer:wall", wall), WIDE, nothing),
        "phone": ("", at("trainer:phone_team", wall, "B"), PHONE, nothing),
        "debrief": ("marina", at("reports:question", on["over"].key, 2), WIDE, nothing),
        "copies": ("marina", at("trainer:copies"), WIDE, folder),
    }  # fmt: skip


def save(page: Page, name: str) -> None:
    """Write the picture small: a screen has few colours."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(128, Image.Quantize.MEDIANCUT)
    picture.save(HERE / f"{name}.png", optimize=True)


def wait_for_web() -> None:
    """Return when the program answers."""
    for _attempt in range(100):
        try:
            urlopen(f"{SITE}/healthz").close()  # noqa: S310 - our own address
            return
        except URLError:
            time.sleep(0.2)
    raise SystemExit("the program does not answer")


def main(wanted: list[str]) -> None:
    """Play, start the program, take the pictures."""
    call_command("migrate", verbosity=0)
    on = stage()
    command = [sys.executable, "-m", "trainer.serve", "web", "127.0.0.1", str(PORT)]
    web = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, env={**os.environ, "SITE_URL": SHOWN_SITE})
    try:
        wait_for_web()
        with sync_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            for name, (user, path, (width, height), prepare) in pictures(on).items():
                if wanted and name not in wanted:
                    continue
                context = browser.new_context(locale="ru-RU", viewport={"width": width, "height": height})
                page = signed_in(context, user) if user else context.new_page()
                page.goto(SITE + path)
                prepare(page)
                save(page, name)
                context.close()
            browser.close()
    finally:
        web.terminate()
        web.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
