"""A game: its types, its moves, and the few questions everybody asks it."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from games.engine.evidence import Collector
from games.engine.fields import Codes, Field, Offer, Refused
from games.engine.i18n import Words, render
from games.engine.kit import Kit, KitNote, sample_kit
from games.engine.meta import Meta
from games.engine.move import REFEREE, Move
from games.engine.ops import CORE_MOVES
from games.engine.refusal import CORE_RULES, Refusal, Rule
from games.engine.screen import Now, TeamsBoard
from games.engine.table import NO_CODES, State, Step, Table, Team

T = TypeVar("T", bound=Table[Any, Any, Any])
#: who records what, with which parameters
Wish = tuple[str, str, dict[str, Any]]
#: Yields a wish, or None to leave a move to chance, and is sent the table after it (the same one if it was refused).
Story = Generator[Wish | None, T, None]


class Standing(msgspec.Struct, frozen=True):
    """Place of a team as if the game ended now; `parts` make up `total`."""

    team: str
    rank: int
    total: int
    parts: dict[str, int] = {}


class Wrong:
    """Stands for a parameter of the wrong form while the checks before it are asked."""

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        raise TypeError("no refusal quotes it: its form is what is wrong")


class Game(Generic[T]):
    """The rules of one game. A game's module makes one instance of its subclass."""

    meta: ClassVar[Meta]
    kit_type: ClassVar[type[Kit]]
    options_type: ClassVar[type[msgspec.Struct]]
    setup_type: ClassVar[type[msgspec.Struct]]
    state_type: ClassVar[type[State]]
    table_type: ClassVar[type[Table[Any, Any, Any]]]
    #: action name -> move class, in the order of the rules file
    moves: ClassVar[dict[str, type[Move]]]
    #: refusal code -> its words and clause
    rules: ClassVar[dict[str, Rule]]
    #: notice code -> its words (msgid)
    notices: ClassVar[dict[str, str]] = {}
    #: closed list of posting reasons -> words (msgid)
    whys: ClassVar[dict[str, str]]
    #: what is posted (money, points …) -> words (msgid)
    whats: ClassVar[dict[str, str]]
    #: option -> one line of help (msgid), shown at set-up and in the report
    option_help: ClassVar[dict[str, str]] = {}
    #: words (msgid) for the names in kit, options and set-up, and for values: under "option.value", else under "value"
    terms: ClassVar[dict[str, str]] = {}
    #: options that are often chosen together, offered at set-up: heading (msgid) -> key -> (words, option -> value);
    #: a choice sets every option that its heading knows, what it does not name to its default
    presets: ClassVar[dict[str, dict[str, tuple[str, dict[str, Any]]]]] = {}
    #: fields of the state that the engine keeps for itself: no table sees them, nobody corrects them
    kept: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.actions: dict[str, type[Move]] = {**CORE_MOVES, **self.moves}
        self._decoders = {name: msgspec.json.Decoder(cls) for name, cls in self.actions.items()}
        self._pack = msgspec.msgpack.Encoder().encode
        self._unpack: Any = msgspec.msgpack.Decoder(self.state_type).decode
        self._write = msgspec.json.Encoder().encode
        self._read_state: Any = msgspec.json.Decoder(self.state_type).decode

    # ---- what each game answers -------------------------------------------------------------

    def deal(self, kit: Any, options: Any, teams: tuple[Team, ...], setup: Any) -> State:
        """Return the state after set-up, or raise Refusal(E_SETUP_…)."""
        raise NotImplementedError

    def candidates(self, t: T) -> Iterable[Offer]:
        """List what might be recorded now, without judging it: `offers` plays each on a copy."""
        raise NotImplementedError

    def summary(self, t: T) -> dict[str, Any]:
        """Return the table as the referee sees it: JSON-able, spelled as in the recorded games."""
        raise NotImplementedError

    def view(self, t: T, viewer: str) -> dict[str, Any]:
        """Return what `viewer` (a team id or "screen") may see. Secrets leave here."""
        return self.summary(t)

    def tell(self, t: T, step: Step, viewer: str = REFEREE) -> Words:
        """Return the log line of a step for this viewer."""
        return step.words(t)

    def standings(self, t: T) -> list[Standing]:
        """Return the places as if the game ended now, in seat order."""
        raise NotImplementedError

    def finished(self, t: T) -> bool:
        """Tell whether the game is over."""
        raise NotImplementedError

    def collector(self, t: T) -> Collector:
        """Return what gathers the evidence of one replay for the debrief; `t` is the table after set-up."""
        raise NotImplementedError

    def now(self, t: T) -> Now:
        """Return what the table waits for: headline, whose word, round and phase."""
        raise NotImplementedError

    def board(self, t: T, viewer: str = REFEREE) -> TeamsBoard:
        """Return the rows of the teams as this viewer may see them."""
        raise NotImplementedError

    def panel(self, t: T) -> Any:
        """Return what the game's own panel draws (templates/games/<slug>/panel.html), or None for the plain form."""
        return None

    def entry(self, t: T, chosen: dict[str, str]) -> Any:
        """Return the half-made entry of the game's panel: `chosen` is what its address says so far, as typed.

        None for a panel whose buttons all record at once.
        """
        return None

    def stop_game(self, t: T) -> None:
        """End now: the trainer's time is up. Score as the table stands, open deals are called off."""
        raise NotImplementedError

    def old_kit(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Turn a transcript in the older spelling (sample kits, recorded games) into the kit format."""
        raise NotImplementedError

    def old_options(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Turn options as recorded games spell them into the fields of `options_type`."""
        return raw

    def setup_fields(self, kit: Any, teams: tuple[Team, ...], options: Any = None) -> list[Field]:
        """Return what the set-up form asks, with its defaults; empty: the form is made from `setup_type` alone.

        `options` are those of the session; None: the usual ones.
        """
        return []

    def sample(self) -> Any:
        """Return the sample kit that ships with the game."""
        return sample_kit(self)

    def check_kit(self, kit: Any) -> list[KitNote]:
        """Return what is wrong (K_…) or doubtful (KW_…) in a kit."""
        return []

    def story(self, t: T, random: Random) -> Story[T]:
        """Play as people would until the game is over, for the demo; without such players all is left to chance."""
        while not self.finished(t):
            t = yield None

    def option_notes(self, options: Any) -> list[Words]:
        """Return what is unusual about the options of a session and is said beside them; nothing is refused."""
        return []

    def values(self, t: T) -> dict[str, Codes]:
        """Return what the fields of the state may hold, where that is a closed list: path -> code -> words.

        The path has no keys and no numbers: `deal.agreements.status`. Of a list or a mapping it says what may stand
        in it, its keys among them; `investors.*` is what stands at each key of a mapping whose keys never change.
        """
        return {}

    def account_of(self, field: str) -> tuple[str, str]:
        """Return (account, what) of a state field that an adjustment changes: `players.A.profits` -> A, profits."""
        parts = field.split(".")
        return (parts[1] if len(parts) > 2 else parts[0]), parts[-1]

    def thing(self, ref: str) -> Words | str:
        """Return in words what the `ref` of a posting means: a card, a sector."""
        return Words(self.terms[ref]) if ref in self.terms else ref

    def named(self, t: Any, ref: str) -> Words | str:
        """Return the same at a table: a card may be called by its name in the kit."""
        return self.thing(ref)

    def check(self, t: T) -> None:
        """Ask the invariants with `t.need` after a manual correction (E_CONSERVATION, E_BELOW_ZERO …)."""

    def before(self, t: T, actor: str, move: Move) -> None:
        """Ask what every table move asks first."""
        t.need(move.always or not self.finished(t), "E_GAME_OVER")

    # ---- what the core does with it ---------------------------------------------------------

    def start(self, kit: Kit, options: Any, teams: Iterable[Team], setup: Any) -> T:
        """Return the table after set-up.

        Raises Refusal: E_SETUP_TEAMS for too few, too many or repeated teams; the game's own E_SETUP_… otherwise.
        """
        sides = tuple(teams)
        least, most = self.meta.least, self.meta.most
        if not least <= len(sides) <= most or len({team.id for team in sides}) < len(sides):
            raise Refusal("E_SETUP_TEAMS", "teams", least=least, most=most)
        state = self.deal(kit, options, sides, setup)
        return self.table(kit, options, sides, state)

    def table(self, kit: Kit, options: Any, teams: tuple[Team, ...], state: State) -> T:
        """Put a stored state back on the table."""
        placed: Any = self.table_type(self, kit, options, teams, state)
        return placed  # type: ignore[no-any-return]

    def copy_state(self, state: State) -> Any:
        """Return an independent copy (encode and decode: a tenth of the time of deepcopy)."""
        return self._unpack(self._pack(state))

    def write_state(self, state: State) -> str:
        """Return the state as JSON text, as it is stored."""
        return self._write(state).decode()

    def read_state(self, text: str | bytes) -> Any:
        """Return the state stored as text. Raises msgspec.ValidationError if it is not one of this version."""
        return self._read_state(text)

    def digest(self, t: T) -> str:
        """Return 16 hex digits that differ when the state differs."""
        return hashlib.blake2b(self._write(t.state), digest_size=8).hexdigest()

    def decode(self, action: str, params: bytes | str) -> Move:
        """Return the recorded move. Raises KeyError or msgspec.ValidationError: the log is damaged."""
        return self._decoders[action].decode(params)

    def play(
        self, t: T, n: int, actor: str, action: str, move: Move, codes: frozenset[str] = NO_CODES, at: str = ""
    ) -> Step:
        """Play a move in place and return its step. On Refusal the table may be half changed: see `attempt`."""
        t.postings = []
        t.notices = []
        t.ruled = []
        t.overruled = codes
        self.before(t, actor, move)
        move.play(t, actor)
        return Step(n, actor, action, move, t.postings, t.notices, t.ruled, at)

    def attempt(
        self, t: T, n: int, actor: str, action: str, params: Any, codes: frozenset[str] = NO_CODES, at: str = ""
    ) -> tuple[T, Step]:
        """Play a move on a copy: return the new table and the step, or raise Refusal with `t` untouched.

        `params` is JSON text or a mapping, as typed: anything may be wrong with it.
        """
        cls = self.actions.get(action)
        if cls is None:
            raise Refusal("E_UNKNOWN_ACTION", action=str(action)[:60])
        if actor != REFEREE and all(team.id != actor for team in t.teams):
            raise Refusal("E_UNKNOWN", "actor", value=str(actor)[:60])
        new: T = t.copy()  # type: ignore[assignment]
        try:
            if isinstance(params, (bytes, str)):
                move = self._decoders[action].decode(params)
            else:
                move = msgspec.convert(params, cls)
        except msgspec.MsgspecError:
            raise self._wrong_params(new, actor, cls, params, codes) from None
        try:
            return new, self.play(new, n, actor, action, move, codes, at)
        except Refusal:
            raise
        except Exception:
            # A rule may count on what an overruled one asked: then the effect cannot be computed.
            if not codes:
                raise
            raise self._beyond_ruling(t, actor, action, move) from None

    def _beyond_ruling(self, t: T, actor: str, action: str, move: Move) -> Refusal:
        """Return the refusal of a ruling that has no effect: it quotes what the move is refused with."""
        try:
            self.play(t.copy(), 0, actor, action, move)  # type: ignore[arg-type]
        except Refusal as refusal:
            return Refusal("E_OVERRULE", "codes", message=self.words(refusal), cause=refusal.code)
        return Refusal("E_BAD_VALUE", value=action)

    def _wrong_params(self, t: T, actor: str, cls: type[Move], params: Any, codes: frozenset[str]) -> Refusal:
        """Return the refusal for parameters of the wrong form: the rules asked before them come first."""
        if isinstance(params, (bytes, str)):
            try:
                params = msgspec.json.decode(params)
            except msgspec.DecodeError:
                return Refusal("E_BAD_VALUE", value="")
        if not isinstance(params, dict):
            return Refusal("E_BAD_VALUE", value=str(params)[:60])
        values: dict[str, Any] = {}
        wrong: Refusal | None = None
        for field in msgspec.structs.fields(cls):
            if field.name not in params:
                if field.required:
                    values[field.name] = Wrong()
                    wrong = wrong or Refusal(cls.codes.get(field.name, "E_MISSING"), field.name, value=field.name)
                continue
            try:
                values[field.name] = msgspec.convert(params[field.name], field.type)
            except msgspec.ValidationError:
                values[field.name] = Wrong()
                code = "E_BAD_NUMBER" if _is_number(field.type) else "E_BAD_VALUE"
                wrong = wrong or Refusal(
                    cls.codes.get(field.name, code), field.name, value=str(params[field.name])[:60]
                )
        if wrong is None:
            extra = next((str(key) for key in params if key not in values), "")
            wrong = Refusal("E_BAD_VALUE", extra, value=extra[:60])
        try:
            self.play(t, 0, actor, "", cls(**values), codes)
        except Refusal as earlier:
            try:
                self._write(earlier.figures)
            except TypeError:
                return wrong  # the figures quote the very value that is of the wrong form
            return earlier
        except Exception:  # noqa: BLE001 - whatever a rule does with a value of the wrong form, it is refused
            return wrong
        return wrong

    def words(self, refusal: Refusal | Refused) -> Words:
        """Return the message of a refusal with its figures."""
        rule = self.rules.get(refusal.code) or CORE_RULES.get(refusal.code)
        return Words(rule.text if rule else refusal.code, refusal.figures)

    def rule(self, code: str) -> Rule:
        """Return the rule and clause behind a refusal code."""
        return self.rules.get(code) or CORE_RULES.get(code) or Rule(code)

    def message(self, refusal: Refusal | Refused) -> str:
        """Return the message of a refusal in plain English (for tests and exceptions)."""
        return render(self.words(refusal))


def _is_number(kind: Any) -> bool:
    info = msgspec.inspect.type_info(kind)
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return any(isinstance(one, msgspec.inspect.IntType) for one in kinds)
