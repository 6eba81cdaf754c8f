"""A player that does anything: what must hold of every game, whatever is recorded."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import bot
from games.engine.fields import Card, Choice, Offer, sample
from games.engine.game import Game
from games.engine.i18n import render
from games.engine.log import Change, Entry, Fix, Insert, Row, standing
from games.engine.offers import default_params, offers
from games.engine.operations import Outcome, apply_fix, operate
from games.engine.refusal import Refusal
from games.engine.replay import Origin, opening, play_on, replay, until
from games.engine.table import Team
from games.registry import game as find_game

NAMES = ("Альфа", "Бета", "Гамма", "Дельта", "Эпсилон", "Дзета")
REFEREE = "referee"

#: Anything JSON can say, large and deep things too.
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from(["", "A", "0", "-1", "x" * 5000, "referee", 10**9 + 1, -1, 0]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["kind", "id", "name", "n", "type"]) | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def option_values(options: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Return values for the closed choices and switches of a session; everything else stays as it is."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(options):
        if field.type is bool:
            values[field.name] = st.booleans()
        elif get_origin(field.type) is Literal:
            values[field.name] = st.sampled_from(get_args(field.type))
    return st.fixed_dictionaries({}, optional=values)


def proposed_setup(game: Game[Any], kit: Any, teams: tuple[Team, ...]) -> Any:
    """Return the set-up as its form proposes it."""
    asked = {field.name: sample(field) for field in game.setup_fields(kit, teams)}
    return msgspec.convert({name: value for name, value in asked.items() if value is not None}, game.setup_type)


class Player(RuleBasedStateMachine):
    """Plays one session of one game and keeps its log as the recorder would."""

    slug: str
    #: what the bot leaves alone, since it ends the game or blurs it
    rare: frozenset[str] = frozenset({"final_call", "adjust"})

    def __init__(self) -> None:
        super().__init__()
        self.game: Game[Any] = find_game(self.slug)
        self.rows: list[Row] = []
        self.former: list[str] = []
        self.undone: list[str] = []

    # ---- the session ----------------------------------------------------------------------------

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        """Begin a session with any number of teams and any options that can be set up."""
        meta = self.game.meta
        count = data.draw(st.integers(meta.least, meta.most), label="teams")
        chosen = data.draw(option_values(self.game.options_type), label="options")
        # Some options need another set-up, and some games take so few players only by an option.
        if not any(self.can_begin(*seating) for seating in ((count, chosen), (count, {}), (meta.most, {}))):
            raise AssertionError("no set-up was accepted")

    def can_begin(self, count: int, values: dict[str, Any]) -> bool:
        """Set a session up as its form proposes, and say whether the rules accepted it."""
        teams = tuple(Team("ABCDEF"[at], NAMES[at]) for at in range(count))
        kit = self.kit()
        setup = proposed_setup(self.game, kit, teams)
        self.origin = Origin(kit, msgspec.convert(values, self.game.options_type), teams, setup)
        try:
            self.t = opening(self.game, self.origin)
        except Refusal as refusal:
            assert refusal.code.startswith("E_SETUP") or refusal.code == "E_PLAYERS", refusal.code
            return False
        return True

    def kit(self) -> Any:
        """Return what is in the box."""
        return self.game.sample()

    @property
    def n(self) -> int:
        """The number of the next row."""
        return len(self.rows) + 1

    def keep(self, row: Row, t: Any) -> None:
        """Note a row and the table after it."""
        self.former.append(self.game.write_state(self.t.state))
        self.undone = []
        self.rows.append(row)
        self.t = t

    # ---- what may be recorded -------------------------------------------------------------------

    @rule(random=st.randoms(use_true_random=False), count=st.integers(1, 25))
    def play_on_like_a_bot(self, random: Random, count: int) -> None:
        """A game that is not over always offers something that can be recorded."""
        for _ in range(count):
            if self.game.finished(self.t):
                return
            t, step = bot.turn(self.game, self.t, self.n, random, self.rare)
            self.told(step, t)
            params = msgspec.json.encode(step.move).decode()
            self.keep(Row(self.n, "move", step.actor, step.action, params), t)
            self.shows()

    @rule(data=st.data())
    def record_as_offered(self, data: st.DataObject) -> None:
        """What is offered never raises with the values that stand in its fields."""
        open_offers = [offer for offer in offers(self.game, self.t) if offer.refusal is None]
        if not open_offers:
            assert self.game.finished(self.t)
            return
        offer = data.draw(st.sampled_from(open_offers), label="offer")
        params = default_params(offer)
        t, step = self.game.attempt(self.t, self.n, offer.actors[0], offer.move, params)
        self.told(step, t)
        self.keep(Row(self.n, "move", offer.actors[0], offer.move, json.dumps(params)), t)

    @rule(data=st.data())
    def greyed_is_refused_for_that_reason(self, data: st.DataObject) -> None:
        """What is greyed is refused with the very reason that it carries."""
        found = [(offer, None, offer.refusal) for offer in offers(self.game, self.t) if offer.refusal is not None]
        for offer in offers(self.game, self.t):
            asked = [field for field in offer.fields if isinstance(field, (Choice, Card))]
            options = asked[-1].options if asked and offer.refusal is None else []
            greyed = [option for option in options if option.refusal is not None]
            found += [(offer, (asked[-1].name, option), option.refusal) for option in greyed]
        if not found:
            return
        offer, chosen, reason = data.draw(st.sampled_from(found), label="greyed")
        params = default_params(offer)
        if chosen is not None:
            params |= {chosen[0]: chosen[1].value, **chosen[1].also}
        refusal = self.refused(offer.actors[0], offer.move, params)
        assert refusal is not None
        if reason.code != "E_MISSING":
            assert (refusal.code, refusal.figures) == (reason.code, reason.figures)

    # ---- what may not ---------------------------------------------------------------------------

    @rule(data=st.data())
    def rubbish(self, data: st.DataObject) -> None:
        """Parameters of any type, size and depth are refused and change nothing."""
        action = data.draw(st.sampled_from(sorted(self.game.actions)) | st.text(max_size=10), label="action")
        actor = data.draw(st.sampled_from([*(team.id for team in self.t.teams), REFEREE, "", "nobody"]), label="actor")
        names = (
            [field.name for field in msgspec.structs.fields(self.game.actions[action])]
            if action in self.game.actions
            else []
        )
        keys = st.sampled_from(names) if names else st.text(max_size=5)
        params = data.draw(JUNK | st.dictionaries(keys, JUNK, max_size=5), label="params")
        self.refused(actor, action, params)
        self.refused(actor, action, json.dumps(params)[: data.draw(st.integers(0, 30))])
        if isinstance(params, dict):
            assert self.refused(actor, action, {**params, "no such parameter": 1}) is not None

    @rule(data=st.data())
    def nearly_right(self, data: st.DataObject) -> None:
        """One wrong value among right ones is no reason for a crash."""
        found = offers(self.game, self.t)
        if not found:
            return
        offer = data.draw(st.sampled_from(found), label="offer")
        params = default_params(offer)
        if params:
            params[data.draw(st.sampled_from(sorted(params)))] = data.draw(JUNK)
        actor = data.draw(st.sampled_from([*offer.actors, REFEREE]))
        self.refused(actor, offer.move, params)

    def refused(self, actor: str, action: str, params: Any) -> Refusal | None:
        """Try a move on the side; the table stays as it is whatever comes out."""
        before = self.game.write_state(self.t.state)
        found: Refusal | None = None
        try:
            self.game.attempt(self.t, self.n, actor, action, params)
        except Refusal as refusal:
            found = refusal
            assert render(self.game.words(refusal)) != refusal.code, f"{refusal.code} has no words"
            json.dumps(msgspec.to_builtins(refusal.figures))
        assert self.game.write_state(self.t.state) == before
        return found

    @rule(data=st.data())
    def ruling(self, data: st.DataObject) -> None:
        """The trainer lets stand what was refused, where it can be computed; the table can still be shown then."""
        actor = data.draw(st.sampled_from([*(team.id for team in self.t.teams), REFEREE]), label="actor")
        found = list(self.game.candidates(self.t))
        actions = st.sampled_from(sorted(self.game.moves))
        offer = data.draw(st.sampled_from(found) if found else st.none(), label="offer")
        action = data.draw(actions if offer is None else st.just(offer.move) | actions, label="action")
        params = default_params(offer) if offer is not None and offer.move == action else {}
        before = self.game.write_state(self.t.state)
        asked = {"actor": actor, "action": action, "params": params, "reason": "так решил ведущий"}
        try:
            outcome = self.operate("overrule", asked)
        except Refusal as refusal:
            assert refusal.code == "E_OVERRULE"
        else:
            assert outcome.step is not None
            self.told(outcome.step, outcome.table)
            self.shown(outcome.table)
        assert self.game.write_state(self.t.state) == before

    # ---- taking back and correcting -------------------------------------------------------------

    @precondition(lambda self: self.former)
    @rule()
    def undo(self) -> None:
        """Undo brings back the former state byte for byte."""
        outcome = self.operate("undo", {})
        former = self.former.pop()
        assert self.game.write_state(outcome.table.state) == former
        self.undone.append(self.game.write_state(self.t.state))
        self.append(outcome)

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        """Redo brings back what was undone."""
        outcome = self.operate("redo", {})
        assert self.game.write_state(outcome.table.state) == self.undone.pop()
        self.former.append(self.game.write_state(self.t.state))
        self.append(outcome)

    def operate(self, action: str, params: dict[str, Any]) -> Outcome:
        return operate(self.game, self.origin, self.rows, self.t, self.n, REFEREE, action, params)

    def append(self, outcome: Outcome) -> None:
        self.rows.append(Row(self.n, outcome.kind, outcome.actor, outcome.action, outcome.params, outcome.ruling))
        self.t = outcome.table

    @precondition(lambda self: standing(self.rows).entries)
    @rule(data=st.data())
    def fix(self, data: st.DataObject) -> None:
        """Any correction equals the corrected game played from the start; one that cannot be changes nothing."""
        stand = standing(self.rows)
        entry = data.draw(st.sampled_from(stand.entries), label="entry")
        kind = data.draw(st.sampled_from(["amend", "insert", "drop"]), label="kind")
        fix = self.a_fix(data, stand.entries, entry, kind)
        before = self.game.write_state(self.t.state)
        try:
            outcome = apply_fix(self.game, self.origin, stand, self.n, REFEREE, kind, fix)
        except Refusal:
            assert self.game.write_state(self.t.state) == before
            return
        row = Row(self.n, outcome.kind, outcome.actor, outcome.action, outcome.params)
        corrected = standing([*self.rows, row])
        t = play_on(self.game, opening(self.game, self.origin), corrected.entries)
        assert self.game.write_state(t.state) == self.game.write_state(outcome.table.state)
        self.keep(row, outcome.table)

    def a_fix(self, data: st.DataObject, entries: list[Entry], entry: Entry, kind: str) -> Fix:
        """Return a correction with a move that could have been recorded there."""
        if kind == "drop":
            return Fix(changes={str(entry.n): None})
        at = entries.index(entry)
        stand = standing(self.rows)
        earlier = until(stand, entries[at - 1].n).entries if at else []
        t = play_on(self.game, opening(self.game, self.origin), earlier)
        found = [offer for offer in offers(self.game, t) if offer.refusal is None]
        offer: Offer = data.draw(st.sampled_from(found), label="instead") if found else None
        if offer is None:
            return Fix(changes={str(entry.n): None})
        params = msgspec.Raw(json.dumps(default_params(offer)).encode())
        if kind == "amend":
            return Fix(changes={str(entry.n): Change(offer.actors[0], offer.move, params)})
        after = entries[at - 1].n if at else 0
        return Fix(insert=Insert(after, offer.actors[0], offer.move, params))

    # ---- what always holds ----------------------------------------------------------------------

    def told(self, step: Any, t: Any) -> None:
        """Everybody can be told of a step, in words without a hole."""
        for viewer in (REFEREE, "screen", *(team.id for team in t.teams)):
            assert render(self.game.tell(t, step, viewer))
        for code, figures in step.notices:
            assert self.game.notices[code] % dict.fromkeys(figures, "x")
        for posting in step.postings:
            assert posting.amount > 0
            assert posting.why in self.game.whys or posting.why == "adjust", posting.why
            assert posting.what in self.game.whats or posting.why == "adjust", posting.what

    @invariant()
    def shows(self) -> None:
        """Every screen can be drawn; the invariants of the game hold; the state survives being stored."""
        self.game.check(self.t)
        self.shown(self.t)

    def shown(self, t: Any) -> None:
        """Draw every screen of a table."""
        game = self.game
        text = game.write_state(t.state)
        assert game.write_state(game.read_state(text)) == text
        json.dumps(game.summary(t))
        now = game.now(t)
        render(now.headline)
        assert not now.team or now.team in {team.id for team in t.teams}
        for viewer in (REFEREE, "screen", *(team.id for team in t.teams)):
            json.dumps(game.view(t, viewer))
            assert [row.team for row in game.board(t, viewer).rows] == [team.id for team in t.teams]
        places = game.standings(t)
        assert sorted(place.team for place in places) == sorted(team.id for team in t.teams)
        assert min(place.rank for place in places) == 1
        for place in places:
            assert not place.parts or sum(place.parts.values()) == place.total

    def teardown(self) -> None:
        """A replay of the whole log gives the same table."""
        if hasattr(self, "t"):
            t = replay(self.game, self.origin, standing(self.rows))
            assert self.game.digest(t) == self.game.digest(self.t)


def machine(slug: str, base: type[Player] = Player, examples: int = 15, steps: int = 40) -> type[Player]:
    """Return the machine for one game; a game may bring a player of its own (another kit)."""
    found = type(f"{slug.title()}{base.__name__}", (base,), {"slug": slug})
    found.TestCase.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    return found
