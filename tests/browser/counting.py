"""A hand that counts what it does: taps or keys for each kind of move; the slowest hand of a kind counts."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

#: where the letters of the Russian layout lie
PLACES = dict(
    zip(
        "йцукенгшщзфывапролдячсмить",
        [f"Key{letter}" for letter in "QWERTYUIOPASDFGHJKLZXCVBNM"],
        strict=True,
    )
)
PLACES |= {str(digit): f"Digit{digit}" for digit in range(10)} | {"э": "Quote", "б": "Comma", "ж": "Semicolon"}
#: a button that has only just appeared takes no click: the second of a double click is not meant
SETTLE = 320


class Hand:
    """Taps or keys, counted by kind of move; `moves` holds the most that one move of the kind took, and how many."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0
        self.most: dict[str, int] = {}
        self.times: dict[str, int] = {}

    @contextmanager
    def move(self, kind: str) -> Iterator[None]:
        """Do one move: it is over when the log has another newest entry and the table is settled."""
        newest = self.page.locator(".lgcol .log .no, .bar .num").first
        before = newest.text_content() if newest.count() else ""
        self.settle()
        self.count = 0
        yield
        self.most[kind] = max(self.most.get(kind, 0), self.count)
        self.times[kind] = self.times.get(kind, 0) + 1
        expect(newest).not_to_have_text(before or "—")

    def tap(self, target: str | Locator) -> None:
        """One tap; what only just appeared is waited for as a hand would."""
        locator = self.page.locator(target).first if isinstance(target, str) else target
        self.count += 1
        locator.tap(force=True)  # a tap on a sector hits what is drawn in it
        self.settle()

    def settle(self) -> None:
        """Wait until the answer is there and its buttons take clicks."""
        self.page.wait_for_timeout(40)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        self.page.wait_for_timeout(SETTLE)

    def choose(self, label: str) -> None:
        """Two taps: the list opens, its line is tapped."""
        self.count += 2
        self.page.locator("#desk form.open select").first.select_option(label=label)

    def keys(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self.count += 1
            self.page.keyboard.press(name)
            self.page.wait_for_timeout(60)

    def letters(self, text: str) -> None:
        """Type on a keyboard in the Russian layout: the browser is told the key's place and the letter on it."""
        keyboard = self.page.context.new_cdp_session(self.page)
        for letter in text:
            self.count += 1
            key = {"key": letter, "code": PLACES.get(letter.lower(), ""), "text": letter}
            for kind in ("keyDown", "keyUp"):
                keyboard.send("Input.dispatchKeyEvent", {"type": kind, **key})
            self.page.wait_for_timeout(60)
        keyboard.detach()

    def commonest(self, number: int = 10) -> dict[str, int]:
        """The most taps or keys of the commonest moves."""
        kinds = sorted(self.times, key=lambda kind: -self.times[kind])[:number]
        return {kind: self.most[kind] for kind in kinds}
