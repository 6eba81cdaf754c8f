"""Operations on the log: undo, redo, amend, insert, overrule, and corrections that reach back.

Each turns into one new row. They need the whole log, so recording an ordinary move does not come here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.fields import Refused
from games.engine.game import Game
from games.engine.log import Change, Entry, Fix, Insert, Row, Ruling, Standing, fixed, standing
from games.engine.move import Name, Prose
from games.engine.refusal import Refusal
from games.engine.replay import Origin
from games.engine.ripple import Ripple, Watch, first_conflict, ripple
from games.engine.table import Step


class _Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Undo(_Params, frozen=True):
    """Take back the last row in effect, or row `n` alone."""

    n: int | None = None
    reason: Prose = ""


class Redo(_Params, frozen=True):
    """Bring back what was undone last."""


class Amend(_Params, frozen=True):
    """Replace entry `n` at its place."""

    n: int
    actor: Name = ""
    action: Name = ""
    params: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    reason: Prose = ""


class InsertMove(_Params, frozen=True):
    """A forgotten move behind entry `after`."""

    after: int
    action: Name
    actor: Name = ""
    params: msgspec.Raw = msgspec.Raw(b"{}")
    reason: Prose = ""


class FixFrom(_Params, frozen=True, rename={"from_": "from"}):
    """A correction of kit or option that holds from the start, or from before entry `from`."""

    path: Name
    value: Any
    from_: int | str = ""
    reason: Prose = ""


class Overrule(_Params, frozen=True):
    """The refused move with the trainer's ruling; without `codes` all it is refused with are meant."""

    action: Name
    reason: Prose
    params: msgspec.Raw = msgspec.Raw(b"{}")
    actor: Name = ""
    codes: list[Name] = []
    clause: Name = ""


class Outcome(msgspec.Struct, frozen=True):
    """What is to be written: the row (without number and time), the table after it, and what it changed."""

    kind: str
    actor: str
    action: str
    params: str
    table: Any
    ruling: Ruling | None = None
    step: Step | None = None
    ripple: Ripple | None = None


OPERATIONS: dict[str, type[msgspec.Struct]] = {
    "undo": Undo,
    "redo": Redo,
    "amend": Amend,
    "insert": InsertMove,
    "overrule": Overrule,
    "fix": Fix,
    "fix_kit": FixFrom,
    "fix_option": FixFrom,
}


def is_operation(action: str, params: Any) -> bool:
    """Tell whether a request is about the log. A kit or option fix without `from` is an ordinary move: from here on."""
    if action in ("fix_kit", "fix_option"):
        return isinstance(params, dict) and params.get("from") not in (None, "")
    return action in OPERATIONS


def operate(
    game: Game[Any], origin: Origin, rows: list[Row], t: Any, n: int, actor: str, action: str, params: Any
) -> Outcome:
    """Return the outcome of an operation asked as row `n`, or raise Refusal; nothing is changed.

    Refusals: E_UNDO_UNKNOWN, E_REDO_UNKNOWN, E_UNDO_CONFLICT (names the first entry that becomes illegal),
    E_REASON, E_OVERRULE, and those of the moves themselves.
    """
    try:
        asked: Any = msgspec.json.decode(msgspec.json.encode(params), type=OPERATIONS[action])
    except msgspec.ValidationError as error:
        if action == "overrule" and "`reason`" in str(error):
            raise Refusal("E_REASON", "reason") from None
        code = "E_UNDO_UNKNOWN" if action in ("undo", "amend") else "E_BAD_VALUE"
        raise Refusal(code, "n", value=str(error)[:100]) from None
    stand = standing(rows)
    match asked:
        case Undo():
            return _undo(game, origin, rows, stand, n, actor, asked)
        case Redo():
            return _redo(game, origin, rows, stand, n, actor)
        case Overrule():
            return overrule(game, t, n, asked.actor or actor, asked)
        case Fix():
            return apply_fix(game, origin, stand, n, actor, action, asked)
        case _:
            fix = as_fix(stand, actor, action, asked)
            return apply_fix(game, origin, stand, n, actor, action, fix)


def _undo(
    game: Game[Any], origin: Origin, rows: list[Row], stand: Standing, n: int, actor: str, asked: Undo
) -> Outcome:
    target = asked.n if asked.n is not None else (stand.live[-1] if stand.live else None)
    if target is None or target not in stand.live:
        raise Refusal("E_UNDO_UNKNOWN", "n", value=str(target))
    return _revoke(game, origin, rows, stand, Row(n, "undo", actor, "undo", f'{{"n":{target}}}'))


def _redo(game: Game[Any], origin: Origin, rows: list[Row], stand: Standing, n: int, actor: str) -> Outcome:
    if not stand.undone:
        raise Refusal("E_REDO_UNKNOWN", "n")
    return _revoke(game, origin, rows, stand, Row(n, "redo", actor, "redo", f'{{"n":{stand.undone[-1]}}}'))


def _revoke(game: Game[Any], origin: Origin, rows: list[Row], stand: Standing, row: Row) -> Outcome:
    result = ripple(game, origin, stand, standing([*rows, row]))
    refusal = first_conflict(game, result)
    if refusal is not None:
        raise refusal
    return Outcome(row.kind, row.actor, row.action, row.params, result.table, ripple=result)


def as_fix(stand: Standing, actor: str, action: str, asked: Any) -> Fix:
    """Return the fix that an amend, an insert or a kit or option correction asks for."""
    numbers = {entry.n for entry in stand.entries}
    match asked:
        case Amend():
            if asked.n not in numbers:
                raise Refusal("E_UNDO_UNKNOWN", "n", value=str(asked.n))
            change = Change(asked.actor, asked.action, asked.params)
            return Fix(changes={str(asked.n): change}, reason=asked.reason)
        case InsertMove():
            if asked.after and asked.after not in numbers:
                raise Refusal("E_UNDO_UNKNOWN", "after", value=str(asked.after))
            return Fix(
                insert=Insert(asked.after, asked.actor or actor, asked.action, asked.params), reason=asked.reason
            )
        case FixFrom():
            body = msgspec.Raw(msgspec.json.encode({"path": asked.path, "value": asked.value, "reason": asked.reason}))
            if not asked.reason.strip():
                raise Refusal("E_REASON", "reason")
            if asked.from_ in (0, "start"):
                return Fix(start=[Insert(0, actor, action, body)], reason=asked.reason)
            return Fix(insert=Insert(_before(stand, asked.from_), actor, action, body), reason=asked.reason)
    raise TypeError(asked)


def _before(stand: Standing, n: int | str) -> int:
    last = 0
    for entry in stand.entries:
        if str(entry.n) == str(n):
            return last
        last = entry.n
    raise Refusal("E_UNDO_UNKNOWN", "from", value=str(n))


def preview(game: Game[Any], origin: Origin, stand: Standing, n: int, fix: Fix, see: Watch | None = None) -> Ripple:
    """Return what a fix asked as row `n` would change; its conflicts are still open.

    Raises Refusal for a fix that is about nothing, or about entries that do not stand.
    """
    numbers = {str(entry.n) for entry in stand.entries}
    meant = [*fix.changes, *([str(fix.insert.after)] if fix.insert is not None and fix.insert.after else [])]
    gone = next((one for one in meant if one not in numbers), None)
    if gone is not None:
        raise Refusal("E_UNDO_UNKNOWN", "n", value=gone[:60])
    if not (fix.changes or fix.insert or fix.start):
        raise Refusal("E_MISSING", "changes", value="changes")
    start = [*stand.start, *fix.start]
    new = Standing(fixed(stand.entries, fix, n), start, stand.live, [])
    return ripple(game, origin, stand, new, see)


def apply_fix(game: Game[Any], origin: Origin, stand: Standing, n: int, actor: str, action: str, fix: Fix) -> Outcome:
    """Return the outcome of a fix in which every conflict is decided, else raise Refusal(E_UNDO_CONFLICT).

    If the amended or inserted move itself is illegal, its own refusal is raised.
    """
    result = preview(game, origin, stand, n, fix)
    if result.conflicts:
        first = result.conflicts[0]
        if first.entry.n == n or str(first.entry.n) in fix.changes:
            raise Refusal(first.refusal.code, first.refusal.field, **first.refusal.figures)
    refusal = first_conflict(game, result)
    if refusal is not None:
        raise refusal
    return Outcome("fix", actor, action, msgspec.json.encode(fix).decode(), result.table, ripple=result)


def overrule(game: Game[Any], t: Any, n: int, actor: str, asked: Overrule) -> Outcome:
    """Let a refused move stand where its effect can be computed. Raises E_REASON, or E_OVERRULE where it cannot."""
    if not asked.reason.strip():
        raise Refusal("E_REASON", "reason")
    codes = list(asked.codes)
    params = bytes(asked.params).decode()
    while True:
        try:
            table, step = game.attempt(t, n, actor, asked.action, params, frozenset(codes))
        except Refusal as refusal:
            if refusal.code == "E_OVERRULE":
                raise
            if refusal.code in codes or asked.codes or refusal.code == "E_UNKNOWN_ACTION":
                raise Refusal("E_OVERRULE", "codes", message=game.words(refusal), cause=refusal.code) from None
            codes.append(refusal.code)
        else:
            ruling = Ruling(sorted(set(step.ruled)) or codes, asked.clause, asked.reason)
            return Outcome("move", actor, asked.action, params, table, ruling=ruling, step=step)


__all__ = [
    "OPERATIONS",
    "Entry",
    "Outcome",
    "Refused",
    "apply_fix",
    "as_fix",
    "is_operation",
    "operate",
    "overrule",
    "preview",
]
