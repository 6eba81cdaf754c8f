"""Recording: the only writer of the log (design § 4).

A request carries an `op` made when its form was drawn and the `rev` the form was drawn for. The same `op` again
is answered with its first result; another `rev` than the session's is a conflict, and nothing is written.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import IntegrityError, OperationalError, connection, transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.engine.i18n import Words, ngettext
from games.engine.i18n import gettext_noop as _
from games.engine.log import Fix
from games.engine.operations import Outcome, is_operation, operate
from games.engine.ops import FROM_START
from games.engine.refusal import Refusal
from trainer.models import LogRow, RefusedAttempt, Session
from trainer.positions import POSITION_FIELDS, game_of, keep, need_shown, options_of, origin_of, rows_of, table_of
from trainer.profiles import PATIENCE

#: SQLite lets one writer in: a queue in the process is fair and fast, its own retry is neither.
_sqlite_queue = threading.Lock()

#: moves that set what the rules would not: what comes of them may be no position of the game
BY_HAND = ("adjust", *FROM_START)

#: What only the trainer decides, or a referee to whom he gave it for the session.
RULINGS = ("overrule", *FROM_START)


@dataclass(frozen=True)
class Request:
    """One move or operation as asked: who, what, with which parameters (JSON-able)."""

    actor: str
    action: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recorded:
    """The answer to a request: the session as it is now, the rows written, and what the rules added by themselves.

    `table` is the table after it; of a repeated request it is not known.
    """

    session: Session
    rows: list[LogRow]
    notices: list[Words]
    repeated: bool = False
    table: Any = None


class Conflict(Exception):
    """The table went on since the form was drawn; `rows` is what happened meanwhile. Nothing was written."""

    def __init__(self, session: Session, rows: list[LogRow]) -> None:
        super().__init__("stale")
        self.session = session
        self.rows = rows


class AlreadyRecorded(Exception):
    """This very form was recorded before with another content; `rows` is that. Nothing was written."""

    def __init__(self, session: Session, rows: list[LogRow]) -> None:
        super().__init__("op")
        self.session = session
        self.rows = rows


class Doubt(Exception):
    """The rules allow it, but it is unlikely, or cannot be unseen: asked once more. Nothing was written."""

    def __init__(self, words: list[Words]) -> None:
        super().__init__("unlikely")
        self.words = words


class NotRunning(Exception):
    """The session is being prepared, paused or over: nothing is recorded. `status` says which."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


class NotAllowed(Exception):
    """Only the trainer may record this."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row says in the log, and the earlier lines that read otherwise since. `round`: in which it was made."""

    words: Words
    retold: dict[str, Words] = {}
    round: int = 0


@contextmanager
def queue() -> Iterator[None]:
    """The queue of this process's writers on SQLite. Raises OperationalError when the one in front never ends."""
    if connection.vendor != "sqlite":
        yield
        return
    if not _sqlite_queue.acquire(timeout=PATIENCE):
        raise OperationalError("the queue of the writers is locked")
    try:
        yield
    finally:
        _sqlite_queue.release()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes; on SQLite writers of this process queue up first."""
    with queue(), transaction.atomic():
        yield


def record(
    session_id: int,
    requests: list[Request],
    *,
    op: UUID,
    rev: int,
    by: str = "",
    opened_at: datetime | None = None,
    may_rule: bool = False,
    sure: bool = True,
    read: Session | None = None,
) -> Recorded:
    """Record moves or one operation, all or nothing.

    `read` is the session as the caller just read it: if it stands at `rev` it is not read again, and is brought up to
    date. Whoever goes on with it after an exception reads it anew. Nothing is locked while the move is played: it is
    written only if the session still stands as it was read, in one statement.
    Raises Refusal (and keeps the attempt), Conflict, AlreadyRecorded, NotRunning, NotAllowed, and Doubt unless one is
    `sure`; then nothing is written.
    """
    asked = [_asked(request) for request in requests]
    if not may_rule and any(_is_ruling(request) for request in requests):
        raise NotAllowed
    try:
        session = read if read is not None and read.rev == rev else get_object_or_404(Session, pk=session_id)
        if session.rev != rev:
            return _repeated(session, rev, op, asked)
        if session.status not in (Session.Status.RUNNING, Session.Status.FINISHED):
            raise NotRunning(session.status)
        unchanged = Session.objects.filter(pk=session_id, rev=rev, status=session.status)
        done = _append(session, requests, asked, op, by, opened_at, sure)
        with writing():
            if unchanged.update(**{name: getattr(session, name) for name in POSITION_FIELDS}):
                LogRow.objects.bulk_create(done.rows)
                return done
        return _overtaken(session_id, rev, op, asked)
    except IntegrityError:
        # An `op` that is there already, sent with the newest `rev`: no page of ours does that.
        return _repeated(get_object_or_404(Session, pk=session_id), rev, op, asked)
    except Refusal as refusal:
        _keep_refused(session_id, rev, requests, refusal, by)
        raise


def _overtaken(session_id: int, rev: int, op: UUID, asked: list[str]) -> Recorded:
    """Answer a request whose session went on, was paused or deleted while it was played. Raises as `record`."""
    session = get_object_or_404(Session, pk=session_id)
    if session.rev == rev:
        raise NotRunning(session.status)
    return _repeated(session, rev, op, asked)


def _repeated(session: Session, rev: int, op: UUID, asked: list[str]) -> Recorded:
    """Return what `op` recorded before. Raises AlreadyRecorded if that was another content, Conflict if nothing."""
    known = list(session.rows.filter(op=op).order_by("part"))
    if not known:
        raise Conflict(session, list(session.rows.filter(seq__gt=rev)))
    if [row.asked for row in known] != asked:
        raise AlreadyRecorded(session, known)
    return Recorded(session, known, [], repeated=True)


def _append(
    session: Session,
    requests: list[Request],
    asked: list[str],
    op: UUID,
    by: str,
    opened_at: datetime | None,
    sure: bool,
) -> Recorded:
    """Play the requests and return what is to be written; the session holds the new position, not saved."""
    game = game_of(session)
    t = table_of(session)
    at = timezone.now()
    rows: list[LogRow] = []
    notices: list[Words] = []
    doubts: list[Words] = []
    for part, request in enumerate(requests):
        seq = session.rev + part + 1
        playing = game.now(t).round
        outcome, told = _outcome(session, t, seq, request)
        t = outcome.table
        told = msgspec.structs.replace(told, round=playing)
        for code, figures in outcome.step.notices if outcome.step else ():
            words = Words(game.notices.get(code, code), figures)
            (doubts if code.startswith("W_") else notices).append(words)
        if outcome.kind == "undo":
            doubts += _seen(session, outcome)
        rows.append(
            LogRow(
                session=session, seq=seq, op=op, part=part, asked=asked[part], kind=outcome.kind, actor=outcome.actor,
                action=outcome.action, params=outcome.params, ruling=_json(outcome.ruling) if outcome.ruling else "",
                told=_json(told), by=by, at=at, opened_at=opened_at, digest=game.digest(t),
            )
        )  # fmt: skip
    if doubts and not sure:
        raise Doubt(doubts)
    keep(session, t, rows[-1].seq, at)
    return Recorded(session, rows, [*doubts, *notices], table=t)


def _seen(session: Session, outcome: Outcome) -> list[Words]:
    """Return the doubt about an undo of what the table has seen: a card, a die."""
    row = session.rows.filter(seq=msgspec.json.decode(outcome.params)["n"]).first()
    cls = game_of(session).actions.get(row.action) if row else None
    if row is None or cls is None or not cls.reveals:
        return []
    return [
        Words(
            _("The table has seen it already: № %(n)s, %(line)s. Undo all the same?"),
            {
                "n": str(row.seq),
                "line": msgspec.json.decode(row.told, type=Told).words,
            },
        )
    ]


def _outcome(session: Session, t: Any, seq: int, request: Request) -> tuple[Outcome, Told]:
    """Play one request on a copy of the table; only operations need the whole log."""
    game = game_of(session)
    if not is_operation(request.action, request.params):
        table, step = game.attempt(t, seq, request.actor, request.action, request.params)
        if request.action in BY_HAND:
            need_shown(game, table, request.params)
        params = msgspec.json.encode(request.params).decode()
        return Outcome("move", request.actor, request.action, params, table, step=step), Told(step.words(table))
    rows = rows_of(session, session.rev)  # not what another writes meanwhile: then this is not recorded
    outcome = operate(game, origin_of(session), rows, t, seq, request.actor, request.action, request.params)
    need_shown(game, outcome.table, request.params)
    if outcome.step:
        return outcome, Told(outcome.step.words(outcome.table))
    retold = {str(n): words for n, words in outcome.ripple.retold.items()} if outcome.ripple else {}
    own = retold.pop(str(seq), None)
    return outcome, Told(own or _operation_words(session, outcome), retold)


def _operation_words(session: Session, outcome: Outcome) -> Words:
    """Return the line of an undo, a redo or a fix: it names what it is about."""

    def line(n: int) -> Words | str:
        retold = outcome.ripple.retold.get(n) if outcome.ripple and outcome.kind == "fix" else None
        row = None if retold else session.rows.filter(seq=n).first()
        return retold or (msgspec.json.decode(row.told, type=Told).words if row else "")

    return operation_words(outcome.kind, outcome.params, line)


def operation_words(kind: str, params: str, line: Callable[[int], Words | str]) -> Words:
    """Return the line of an undo, a redo or a fix, by the first entry it is about; `line(n)` is how row n reads."""
    if kind == "fix":
        fix = msgspec.json.decode(params, type=Fix)
        n = int(next(iter(fix.changes), 0))
        if not n:
            return Words(
                _("Corrected from the start: %(what)s. %(reason)s"), {"what": _start_words(fix), "reason": fix.reason}
            )
        if len(fix.changes) > 1 and not any(fix.changes.values()):
            return ngettext(
                "%(n)s entry taken back, from № %(first)s: %(line)s",
                "%(n)s entries taken back, from № %(first)s: %(line)s",
                len(fix.changes), first=str(n), line=line(n),
            )  # fmt: skip
        text = _("Dropped: № %(n)s, %(line)s") if fix.changes[str(n)] is None else _("Corrected: № %(n)s, %(line)s")
    else:
        n = msgspec.json.decode(params, type=dict[str, int])["n"]
        text = _("Undone: № %(n)s, %(line)s") if kind == "undo" else _("Restored: № %(n)s, %(line)s")
    return Words(text, {"n": str(n), "line": line(n)})


def _start_words(fix: Fix) -> list[Words | str]:
    """Return what was corrected from the start: kit, options, seats."""
    said: list[Words | str] = []
    for one in fix.start:
        params = msgspec.json.decode(one.params)
        value = params.get("value", params.get("order"))
        said.append(Words(_("%(path)s = %(value)s"), {"path": params.get("path", one.action), "value": str(value)}))
    return said


def _is_ruling(request: Request) -> bool:
    """Tell whether only the trainer may decide this: rulings, and corrections of kit, options and seats.

    It does not matter by which way they are asked: as a move, inserted, in the place of another, or within a fix.
    What cannot be read is no ruling: it will be refused.
    """
    if request.action in RULINGS:
        return True
    if request.action in ("insert", "amend"):
        return request.params.get("action") in RULINGS
    if request.action != "fix":
        return False
    try:
        fix = msgspec.json.decode(msgspec.json.encode(request.params), type=Fix)
    except msgspec.ValidationError:
        return False
    entries = [one for one in (*fix.changes.values(), fix.insert) if one is not None]
    return bool(fix.start) or any(one.ruling or one.action in RULINGS for one in entries)


def _keep_refused(session_id: int, rev: int, requests: list[Request], refusal: Refusal, by: str) -> None:
    """Keep what was refused, apart from the log, unless the game has an option for that and it is off."""
    session = Session.objects.only("pk", "game", "options", "options_now").get(pk=session_id)
    if not getattr(options_of(session), "log_refusals", True):
        return
    request = requests[0]
    with writing():
        RefusedAttempt.objects.create(
            session=session, rev=rev, actor=request.actor[:20], action=request.action[:40],
            params=msgspec.json.encode(request.params).decode()[:4000], code=refusal.code,
            told=_json(game_of(session).words(refusal)), by=by,
        )  # fmt: skip


def _asked(request: Request) -> str:
    body = msgspec.json.encode([request.actor, request.action, request.params], order="deterministic")
    return hashlib.blake2b(body, digest_size=8).hexdigest()


def _json(thing: Any) -> str:
    return msgspec.json.encode(thing, enc_hook=str).decode()
