"""A small table for tests: the 3 × 3 kit of the recorded game, with any event, option or set-up on top."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec

from games.ecologic.game import GAME
from games.engine.i18n import render
from games.engine.kit import read_kit
from games.engine.offers import offers
from games.engine.refusal import Refusal
from games.engine.table import Step, Team

RECORD = json.loads((Path(__file__).parents[1] / "conformance" / "ecologic.json").read_text(encoding="utf-8"))
NAMES = {"A": "Альфа", "B": "Бета", "C": "Гамма", "D": "Дельта"}
#: an event of each phase that does nothing, so that a cycle can be walked through
CALM: dict[str, Any] = {"name": "Тихий год", "phase": "ecology", "ops": [{"op": "enviros", "amount": 0}], "copies": 50}


def raw_kit(events: dict[str, Any] | None = None, **parts: Any) -> dict[str, Any]:
    """Return the tiny kit in the older spelling, with more events and other parts changed."""
    raw = copy.deepcopy(RECORD["kit"])
    raw["events"] |= {"CALM": CALM, **(events or {})}
    for name, value in parts.items():
        raw[name] = {**raw[name], **value} if isinstance(raw.get(name), dict) and isinstance(value, dict) else value
    return raw


def event(*ops: dict[str, Any], phase: str = "events", scope: str = "all", **more: Any) -> dict[str, Any]:
    """Return an event card for a kit."""
    return {"name": "Проба", "phase": phase, "scope": scope, "ops": list(ops), **more}


class Game:
    """A game in progress: moves are recorded through the public door, refusals leave it as it was."""

    def __init__(
        self,
        *,
        teams: int = 3,
        events: dict[str, Any] | None = None,
        kit: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        **setup: Any,
    ) -> None:
        given = {"initiator": "A", "start_profits": 25, "start_enviros": 7, "start_chips": [], **setup}
        self.t = GAME.start(
            read_kit(GAME, raw_kit(events, **(kit or {}))),
            msgspec.convert(GAME.old_options(options or {}), GAME.options_type),
            [Team(id, NAMES[id]) for id in list(NAMES)[:teams]],
            msgspec.convert(given, GAME.setup_type),
        )
        self.n = 0
        self.last: Step | None = None

    # ---- recording ------------------------------------------------------------------------------

    def do(self, actor: str, action: str, **params: Any) -> Step:
        """Record a move and return its step."""
        self.n += 1
        self.t, self.last = GAME.attempt(self.t, self.n, actor, action, params)
        GAME.check(self.t)
        return self.last

    def refused(self, actor: str, action: str, **params: Any) -> str:
        """Try a move that must be refused and return the code; the table must be as before."""
        return self.refusal(actor, action, **params).code

    def refusal(self, actor: str, action: str, **params: Any) -> Refusal:
        """Try a move that must be refused and return the refusal."""
        before = GAME.write_state(self.t.state)
        try:
            GAME.attempt(self.t, self.n + 1, actor, action, params)
        except Refusal as refusal:
            assert GAME.write_state(self.t.state) == before
            assert refusal.code in GAME.rules or GAME.rule(refusal.code).text != refusal.code
            return refusal
        raise AssertionError(f"{actor} {action} {params} was accepted")

    def draw(self, card: str = "CALM") -> Step:
        """The initiator draws an event."""
        return self.do(self.state.initiator, "event_draw", card=card)

    def to_actions(self, card: str = "CALM") -> Game:
        """Draw an event and count Ecology: the initiator may open."""
        if self.state.phase == "events":
            self.draw(card)
        while self.state.phase == "ecology":
            self.do("referee", "ecology_settle_rest")
        return self

    def to_income(self, card: str = "CALM") -> Game:
        """Go on to Income without opening anything."""
        self.to_actions(card)
        while self.state.phase == "actions":
            self.do(self.state.to_open, "skip")
        return self

    def to_events(self, card: str = "CALM") -> Game:
        """Go on to the next cycle, or to the end."""
        self.to_income(card)
        self.do("referee", "income_settle_rest")
        return self

    def buy(self, winner: str, lot: dict[str, Any], sector: str | None = None, price: int | None = None) -> Step:
        """Record a sale by whoever may open, for the least that this winner may pay."""
        offer = self.t.state.eco_offer
        opener = offer.holder if offer else self.state.to_open
        params: dict[str, Any] = {"lot": lot, "winner": winner}
        least = self.start(opener, lot) + (winner != opener)
        params["price"] = price if price is not None else least
        if sector is not None:
            params["sector"] = sector
        return self.do(opener, "auction_record", **params)

    # ---- looking --------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as stored."""
        return self.t.state

    @property
    def seen(self) -> dict[str, Any]:
        """The table as the referee sees it."""
        return GAME.summary(self.t)

    def profits(self, team: str) -> int:
        """Profits of a team."""
        return self.seen["players"][team]["profits"]

    def enviros(self, team: str) -> int | str:
        """Enviros of a team, or «minus»."""
        return self.seen["players"][team]["enviros"]

    def start(self, opener: str, lot: dict[str, Any]) -> int:
        """The starting price at which an opener may open: one less is refused."""
        refusal = self.refusal(opener, "auction_open", lot=lot, bid=-1)
        assert refusal.code == "E_BID_BELOW_START", refusal.code
        return refusal.figures["start"]

    def said(self) -> str:
        """The last log line in plain English."""
        assert self.last is not None
        return render(self.last.words(self.t))

    def noticed(self, code: str) -> list[dict[str, Any]]:
        """The figures of the last step's notices of this code."""
        assert self.last is not None
        return [figures for found, figures in self.last.notices if found == code]

    def posted(self, **wanted: str) -> int:
        """The sum of the last step's postings that fit: why, what, to, from_, ref."""
        assert self.last is not None
        return sum(
            one.amount
            for one in self.last.postings
            if all(getattr(one, name) == value for name, value in wanted.items())
        )

    def offered(self, move: str) -> list[Any]:
        """The offers of a move that can be recorded."""
        return [offer for offer in offers(GAME, self.t) if offer.move == move and offer.refusal is None]


OIL = {"kind": "chip", "type": "oil"}
MINERAL = {"kind": "chip", "type": "mineral"}


def tor(name: str) -> dict[str, Any]:
    """The lot of a ТОР."""
    return {"kind": "tor", "tor": name}


def eco(card: str) -> dict[str, Any]:
    """The lot of an eco-initiative."""
    return {"kind": "eco", "card": card}
