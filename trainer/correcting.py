"""Corrections of earlier entries: what a fix would change, and the choices it leaves open."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.engine import fields as f
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.log import Change, Entry, Fix, Insert, Ruling, Standing, standing
from games.engine.offers import default_params, tried
from games.engine.operations import preview
from games.engine.refusal import Refusal
from games.engine.replay import opening, play_on, until
from games.engine.ripple import Conflict, Ripple
from trainer.forms.moves import MoveForm
from trainer.models import Session
from trainer.positions import game_of, need_shown, origin_of, rows_of

#: For so many open conflicts it is asked which later ones hang on them.
MOST_ASKED = 5


@dataclass
class Decision:
    """What is decided about one conflict: fix, ruling or drop, and the change it makes; `problem` forbids a fix."""

    chosen: str
    change: Change | None = None
    problem: Words | None = None


@dataclass
class Choice:
    """An entry that a correction would make illegal: fix it too, let it stand as a ruling, or drop it."""

    conflict: Conflict
    #: fix, ruling, drop, or empty while it is open
    chosen: str = ""
    problem: Words | None = None
    #: later conflicts that are settled together with this one
    dependent: list[Conflict] = field(default_factory=list)
    #: whether a ruling can let it stand: its effect can be computed
    can_stand: bool = True
    #: what is dropped with it
    hangs: set[int] = field(default_factory=set)


@dataclass
class Walked:
    """The tables at the end of each round, and the round of each entry, of the log as it stands and as corrected."""

    game: Game[Any]
    ends: dict[bool, dict[int, Any]] = field(default_factory=lambda: {False: {}, True: {}})
    rounds: dict[int, int] = field(default_factory=dict)
    #: the round of the entry seen last
    round: int = 1

    def see(self, corrected: bool, entry: Entry, t: Any) -> None:
        """Note the table; `attempt` gives a new one each time, so it may be kept."""
        try:
            self.round = self.game.now(t).round
        except Exception:  # noqa: BLE001, S110 - half typed, between two corrections by hand: no page shows it
            pass
        else:
            self.ends[corrected][self.round] = t
        self.rounds[entry.n] = self.round


@dataclass
class Correction:
    """A fix with its ripple. `open` choices still have to be made: until then the figures are as if they stood."""

    fix: Fix
    ripple: Ripple
    choices: list[Choice]
    walked: Walked

    @property
    def open(self) -> list[Choice]:
        """The conflicts that are undecided."""
        return [choice for choice in self.choices if not choice.chosen]


Decide = Callable[[Conflict], Decision | None]


class Log:
    """The standing log of a session with what is needed to correct it; reads the whole log once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game: Game[Any] = game_of(session)
        self.origin = origin_of(session)
        self.stand: Standing = standing(rows_of(session))

    def entry(self, n: int) -> Entry | None:
        """Return the standing entry `n`, or None if it is revoked or never was."""
        return next((entry for entry in self.stand.entries if entry.n == n), None)

    def since(self, n: int) -> list[Entry]:
        """Return entry `n` and all that were played after it."""
        numbers = [entry.n for entry in self.stand.entries]
        return self.stand.entries[numbers.index(n) :] if n in numbers else []

    def before(self, n: int) -> Any:
        """Return the table in front of entry `n`."""
        entries: list[Entry] = []
        for entry in self.stand.entries:
            if entry.n == n:
                break
            entries.append(entry)
        return play_on(self.game, opening(self.game, self.origin, self.stand.start), entries)

    def after(self, n: int) -> Any:
        """Return the table behind entry `n` (0: after the set-up)."""
        stand = until(self.stand, n) if n else Standing([], self.stand.start, [], [])
        return play_on(self.game, opening(self.game, self.origin, stand.start), stand.entries)

    def correct(self, fix: Fix, decide: Decide = lambda conflict: None) -> Correction:
        """Return the fix with its ripple and the conflicts in order of play; `decide` says what is decided already.

        Whoever drops an entry drops what hangs on it. Raises Refusal if the corrected entry itself is illegal, or the
        table after it could not be shown.
        """
        choices: dict[int, Choice] = {}
        current = fix
        while True:
            walked = Walked(self.game)
            result = self._preview(current, walked)
            still = {conflict.entry.n for conflict in result.conflicts}
            choices = {n: choice for n, choice in choices.items() if choice.chosen or n in still}
            follows = {n: choice for choice in choices.values() if choice.chosen == "drop" for n in choice.hangs}
            decided = False
            for conflict in result.conflicts:
                n = conflict.entry.n
                if n == self.session.rev + 1 or str(n) in fix.changes:
                    raise Refusal(conflict.refusal.code, conflict.refusal.field, **conflict.refusal.figures)
                if n in follows:
                    follows[n].dependent.append(conflict)
                    current = with_change(current, n, None)
                    decided = True
                    break
                decision = None if n in choices and choices[n].chosen else decide(conflict)
                choices[n] = Choice(conflict, problem=decision.problem if decision else None)
                if decision is not None and decision.problem is None:
                    choices[n].chosen = decision.chosen
                    if decision.chosen == "drop":
                        choices[n].hangs = self._hanging(current, conflict, result)
                    current = with_change(current, n, decision.change)
                    decided = True
                    break
            if not decided:
                break
        order = {entry.n: at for at, entry in enumerate(self.stand.entries)}
        found = sorted(choices.values(), key=lambda choice: order.get(choice.conflict.entry.n, 0))
        grouped, as_stands = self._grouped(current, found)
        if as_stands is not current:
            walked = Walked(self.game)
            result = self._preview(as_stands, walked)
        need_shown(self.game, result.table, fix)
        return Correction(current, result, grouped, walked)

    def _preview(self, fix: Fix, walked: Walked | None = None) -> Ripple:
        watch = walked.see if walked is not None else None
        return preview(self.game, self.origin, self.stand, self.session.rev + 1, fix, watch)

    def _hanging(self, fix: Fix, conflict: Conflict, result: Ripple) -> set[int]:
        """Return the later conflicts that would vanish if this one were let stand."""
        codes = stands_by(self.game, conflict)
        if codes is None:
            return set()
        left = self._preview(with_change(fix, conflict.entry.n, ruled(conflict, codes))).conflicts
        return {one.entry.n for one in result.conflicts} - {one.entry.n for one in left} - {conflict.entry.n}

    def _grouped(self, fix: Fix, choices: list[Choice]) -> tuple[list[Choice], Fix]:
        """Put conflicts that vanish once an earlier one is let stand under that one: they need no choice of their own.

        Returns also the fix in which all open conflicts stand, as far as that can be computed.
        """
        result: list[Choice] = []
        hanging: set[int] = set()
        for at, choice in enumerate(choices):
            n = choice.conflict.entry.n
            if n in hanging:
                continue
            result.append(choice)
            if choice.chosen or len(result) > MOST_ASKED:
                continue
            codes = stands_by(self.game, choice.conflict)
            choice.can_stand = codes is not None
            if codes is None:
                continue
            fix = with_change(fix, n, ruled(choice.conflict, codes))
            left = {conflict.entry.n: conflict for conflict in self._preview(fix).conflicts}
            for one in choices[at + 1 :]:
                if one.chosen or one.conflict.entry.n in hanging:
                    continue
                if one.conflict.entry.n not in left:
                    choice.dependent.append(one.conflict)
                    hanging.add(one.conflict.entry.n)
                else:
                    one.conflict = left[one.conflict.entry.n]
        return result, fix


def amendment(session: Session, n: int, actor: str, action: str, params: dict[str, Any]) -> Words | Refusal:
    """Try another move in the place of entry `n`: return the line it would have, or the refusal it would meet."""
    log = Log(session)
    if log.entry(n) is None:
        return Refusal("E_UNDO_UNKNOWN", "n", value=str(n))
    try:
        table, step = log.game.attempt(log.before(n), n, actor, action, params)
    except Refusal as refusal:
        return refusal
    return step.words(table)


def entry_form(game: Game[Any], t: Any, entry: Entry, data: Any = None) -> MoveForm | None:
    """Return the form of a recorded move, filled with what was recorded; None if nothing like it is offered there."""
    params = msgspec.json.decode(entry.params)
    for offer in sorted(game.candidates(t), key=lambda offer: entry.actor not in offer.actors):
        if offer.move == entry.action and all(params.get(key) == value for key, value in offer.fixed.items()):
            return MoveForm(filled(offer, params), data, prefix_id=f"n{entry.n}", prefix=f"n{entry.n}")
    return None


def filled(offer: f.Offer, params: dict[str, Any]) -> f.Offer:
    """Return the offer with recorded values standing in its fields."""
    fields: list[f.Field] = [
        msgspec.structs.replace(field, value=params[field.name]) if field.name in params else field
        for field in offer.fields
    ]
    return msgspec.structs.replace(offer, fields=fields)


def offers_at(game: Game[Any], t: Any) -> list[f.Offer]:
    """Return what could be recorded at a table of the past."""
    return [tried(game, t, offer) for offer in game.candidates(t)]


def legal_at(game: Game[Any], t: Any) -> list[f.Offer]:
    """Return what could be recorded there with its fields as they stand: one choice each in a list."""
    return [offer for offer in offers_at(game, t) if offer.refusal is None and offer.group != f.ASIDE]


def mended(game: Game[Any], conflict: Conflict, actor: str, action: str, params: dict[str, Any]) -> Decision:
    """Return the decision to put another move in the place of a conflict; its problem, if that is illegal too."""
    try:
        game.attempt(conflict.table, conflict.entry.n, actor, action, params)
    except Refusal as refusal:
        return Decision("fix", problem=game.words(refusal))
    return Decision("fix", Change(actor, action, msgspec.Raw(msgspec.json.encode(params))))


def stands_by(game: Game[Any], conflict: Conflict) -> list[str] | None:
    """Return all codes that a ruling has to let pass for the entry to stand; None: its effect cannot be computed."""
    entry = conflict.entry
    codes = list(entry.ruling.codes) if entry.ruling else []
    while True:
        try:
            game.attempt(conflict.table, entry.n, entry.actor, entry.action, entry.params, frozenset(codes))
        except Refusal as refusal:
            if refusal.code in codes:
                return None
            codes.append(refusal.code)
        else:
            return codes


def ruled(conflict: Conflict, codes: list[str], clause: str = "", reason: str = "") -> Change:
    """Return the change that lets a conflict stand by the trainer's ruling."""
    return Change(ruling=Ruling(codes or [conflict.refusal.code], clause, reason))


def with_change(fix: Fix, n: int, change: Change | None) -> Fix:
    """Return the fix with one more entry decided."""
    return msgspec.structs.replace(fix, changes={**fix.changes, str(n): change})


def amended(n: int, actor: str, action: str, params: dict[str, Any], reason: str) -> Fix:
    """Return the fix that puts another move in the place of entry `n`."""
    change = Change(actor, action, msgspec.Raw(msgspec.json.encode(params)))
    return Fix(changes={str(n): change}, reason=reason)


def dropped(numbers: list[int], reason: str) -> Fix:
    """Return the fix that takes entries out."""
    return Fix(changes={str(n): None for n in numbers}, reason=reason)


def inserted(after: int, actor: str, action: str, params: dict[str, Any], reason: str) -> Fix:
    """Return the fix that adds a forgotten move behind entry `after`."""
    return Fix(insert=Insert(after, actor, action, msgspec.Raw(msgspec.json.encode(params))), reason=reason)


def from_start(action: str, params: dict[str, Any], reason: str) -> Fix:
    """Return the fix that corrects kit, option or seats as if it had been so from the beginning."""
    return Fix(start=[Insert(0, "referee", action, msgspec.Raw(msgspec.json.encode(params)))], reason=reason)


__all__ = [
    "Choice", "Correction", "Decision", "Log", "amended", "amendment", "default_params", "dropped", "entry_form",
    "filled", "from_start", "inserted", "legal_at", "mended", "offers_at", "ruled", "stands_by", "with_change",
]  # fmt: skip
