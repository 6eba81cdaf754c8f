"""Corrections of earlier entries: what a fix would change, and the choices it leaves open."""

from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine import fields as f
from games.engine.game import Game
from games.engine.log import Change, Entry, Fix, Insert, Ruling, Standing, standing
from games.engine.offers import tried
from games.engine.operations import preview
from games.engine.refusal import Refusal
from games.engine.replay import opening, play_on, until
from games.engine.ripple import Conflict, Ripple
from trainer.forms.moves import MoveForm, key_of
from trainer.models import Session
from trainer.positions import game_of, origin_of, rows_of


@dataclass
class Choice:
    """An entry that a correction would make illegal: fix it too, let it stand as a ruling, or drop it."""

    conflict: Conflict
    form: MoveForm | None
    #: fix, ruling, drop, or empty while it is open
    chosen: str = ""


@dataclass
class Correction:
    """A fix with its ripple: `open` counts the conflicts that still have to be decided."""

    fix: Fix
    ripple: Ripple
    choices: list[Choice]

    @property
    def open(self) -> int:
        """How many conflicts are undecided."""
        return len(self.choices)


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

    def correct(self, fix: Fix) -> Correction:
        """Return the fix with its ripple. Raises Refusal if the corrected entry itself is illegal."""
        n = self.session.rev + 1
        result = preview(self.game, self.origin, self.stand, n, fix)
        choices = []
        for conflict in result.conflicts:
            if conflict.entry.n == n or str(conflict.entry.n) in fix.changes:
                raise Refusal(conflict.refusal.code, conflict.refusal.field, **conflict.refusal.figures)
            choices.append(Choice(conflict, entry_form(self.game, conflict.table, conflict.entry)))
        return Correction(fix, result, choices)


def entry_form(game: Game[Any], t: Any, entry: Entry, data: Any = None) -> MoveForm | None:
    """Return the form of a recorded move, filled with what was recorded, or None if nothing like it is offered there."""
    params = msgspec.json.decode(entry.params)
    for offer in game.candidates(t):
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


def find(game: Game[Any], t: Any, move: str, fixed: str) -> f.Offer | None:
    """Return the candidate with this move and fixed parameters (JSON as sent)."""
    return next((o for o in game.candidates(t) if o.move == move and key_of(o.fixed) == (fixed or "{}")), None)


def amended(n: int, actor: str, action: str, params: dict[str, Any], reason: str) -> Fix:
    """Return the fix that puts another move in the place of entry `n`."""
    change = Change(actor, action, msgspec.Raw(msgspec.json.encode(params)))
    return Fix(changes={str(n): change}, reason=reason)


def dropped(n: int, reason: str) -> Fix:
    """Return the fix that takes entry `n` out."""
    return Fix(changes={str(n): None}, reason=reason)


def inserted(after: int, actor: str, action: str, params: dict[str, Any], reason: str) -> Fix:
    """Return the fix that adds a forgotten move behind entry `after`."""
    return Fix(insert=Insert(after, actor, action, msgspec.Raw(msgspec.json.encode(params))), reason=reason)


def decided(fix: Fix, conflict: Conflict, chosen: str, params: dict[str, Any] | None, clause: str) -> Fix:
    """Return the fix with one conflict decided: dropped, ruled, or amended with `params`."""
    n = str(conflict.entry.n)
    change: Change | None = None
    if chosen == "ruling":
        known = conflict.entry.ruling.codes if conflict.entry.ruling else []
        change = Change(ruling=Ruling([*known, conflict.refusal.code], clause, fix.reason))
    elif chosen == "fix" and params is not None:
        change = Change("", "", msgspec.Raw(msgspec.json.encode(params)))
    return msgspec.structs.replace(fix, changes={**fix.changes, n: change})
