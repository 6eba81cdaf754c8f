"""A session as one file (`session/1`) and back: for a second laptop, for a copy kept elsewhere.

A file is replayed and checked before anything is written; what is wrong with it is named with its place.
"""

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone

from games import registry
from games.engine import session_file as files
from games.engine.game import Game
from games.engine.i18n import Words
from games.engine.i18n import gettext_noop as _
from games.engine.kit import write_kit
from games.engine.ledger import BANK, SUPPLY
from games.engine.log import Row, standing
from games.engine.move import REFEREE
from games.engine.refusal import CORE_RULES, Refusal
from games.engine.replay import Broken, Origin, opening, replay
from games.engine.table import NO_CODES, Step, Team
from trainer.models import LogRow, Mark, Session, SessionTeam, Workshop
from trainer.models.workshop import new_key
from trainer.positions import POSITION_FIELDS, keep
from trainer.recording import Told, operation_words, writing
from trainer.words import explained

#: bytes; a game of a whole day has some hundred kilobytes
MOST = 10 * 1024 * 1024
#: Each correction replays what is before it: so many rows times corrections are read in some seconds.
MOST_WORK = 5_000_000
#: A day's game has some hundred rows; more than these are read for longer than a page may take.
MOST_ROWS, MOST_MARKS = 20_000, 5_000

#: What stands in addresses and in paths of the state; these ids mean others at every table.
TEAM_ID = re.compile(r"[\w-]+")
NOT_TEAMS = (REFEREE, BANK, SUPPLY, "screen")
#: Numbers of rows, far below what the database holds: the game goes on behind the last.
MOST_NUMBER = 10**9
#: Years that a clock may have shown; a database cannot keep the first and the last ones there are.
YEARS = range(1970, 3000)

NOT_KNOWN = _("“%(value)s” is not known here.")
NOT_READ = _("This value has the wrong form: %(value)s.")
TOO_LONG = _("At most %(n)s characters.")
#: What rules may raise on a file that somebody wrote by hand.
STRANGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


class BadFile(Exception):
    """The file cannot be read: the place in it and what is wrong there. Nothing was written."""

    def __init__(self, place: str, words: Words | str) -> None:
        super().__init__(place)
        self.place = place
        self.words = words


@dataclass(frozen=True)
class Extra:
    """What an app above adds to a session's file under its own name.

    `write(session)` returns something JSON-able, or None. `read(session, raw)` stores it, inside the transaction;
    it raises msgspec.ValidationError for what is wrong.
    """

    write: Callable[[Session], Any]
    read: Callable[[Session, bytes], None]


EXTRAS: dict[str, Extra] = {}


@dataclass(frozen=True)
class Imported:
    """The session, and the first row after which these rules see another table than the file's (0: none)."""

    session: Session
    differs: int = 0


@dataclass
class _Played:
    table: Any
    told: list[Words]
    digests: list[str]
    #: the round in which each row was made
    rounds: list[int]


# ---- out --------------------------------------------------------------------------------------


def session_export(session: Session) -> bytes:
    """Return the session as a file: kit, options, teams, set-up, every row and mark, and what other apps keep."""
    extra = {name: found for name, one in EXTRAS.items() if (found := one.write(session)) is not None}
    return files.write(
        files.SessionFile(
            format=files.FORMAT, game=session.game, version=session.version, title=session.title,
            kit=msgspec.Raw(session.kit), options=msgspec.Raw(session.options), setup=msgspec.Raw(session.setup),
            teams=[Team(team.code, team.name, team.letter, team.colour) for team in session.teams.all()],
            rows=[_saved(row) for row in session.rows.all()],
            marks=[
                files.Mark(mark.kind, mark.text, mark.ruling, mark.n, mark.at.isoformat(), mark.by)
                for mark in session.marks.all()
            ],
            extra={name: msgspec.Raw(msgspec.json.encode(found)) for name, found in extra.items()},
        )
    )  # fmt: skip


def _saved(row: LogRow) -> files.SavedRow:
    return files.SavedRow(
        row.seq, row.kind, row.actor, row.action, msgspec.Raw(row.params),
        msgspec.Raw(row.ruling) if row.ruling else msgspec.UNSET, str(row.op), row.part, row.by, row.at.isoformat(),
        row.opened_at.isoformat() if row.opened_at else "", row.digest,
    )  # fmt: skip


# ---- in ---------------------------------------------------------------------------------------


def session_import(workshop: Workshop, raw: bytes, key: str = "") -> Imported:
    """Add the session of a file to a workshop. Raises BadFile; then nothing is written."""
    try:
        file, rules, origin = _read(raw)
        played = _play(rules, origin, files.rows_of(file)) if file.rows else None
    except Refusal as refusal:
        raise _bad(refusal) from None
    differs = _differs(file, rules, played.digests) if played else 0
    session = Session(
        workshop=workshop, key=key or new_key(), game=file.game, version=rules.meta.version,
        title=" ".join(file.title.split()) or registry.meta(file.game).title, kit=write_kit(origin.kit),
        options=msgspec.json.encode(origin.options).decode(), setup=msgspec.json.encode(origin.setup).decode(),
    )  # fmt: skip
    rows, marks = _rows(session, file, played), _marks(session, file)
    with writing():
        session.save()
        SessionTeam.objects.bulk_create(
            SessionTeam(
                session=session, seat=seat, code=team.id, name=team.name, letter=team.letter, colour=team.colour or seat
            )
            for seat, team in enumerate(file.teams, 1)
        )  # fmt: skip
        if played:
            session.status = Session.Status.RUNNING
            session.started_at = rows[0].at
            keep(session, played.table, rows[-1].seq, rows[-1].at)
            session.save(update_fields=[*POSITION_FIELDS, "started_at"])
        LogRow.objects.bulk_create(rows)
        for mark, (at, mark_row) in zip(file.marks, marks, strict=True):
            mark_row.save()
            if mark.at:
                Mark.objects.filter(pk=mark_row.pk).update(at=at)
        _read_extra(session, file)
    return Imported(session, differs)


def _read(raw: bytes) -> tuple[files.SessionFile, Game[Any], Origin]:
    if b"\\u0000" in raw:
        raise BadFile("", Words(_("The file holds a null character.")))
    try:
        tree = msgspec.json.decode(raw)
        if not isinstance(tree, dict) or tree.get("format") != files.FORMAT:
            raise BadFile("format", Words(_("This is not the file of a session.")))
        file = files.read(raw)
    except RecursionError:
        raise BadFile("", Words(_("The file is nested too deeply."))) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadFile(*explained(str(error))) from None
    if file.game not in registry.SLUGS:
        raise BadFile("game", Words(NOT_KNOWN, {"value": file.game[:60]}))
    _need_few("rows", file.rows, MOST_ROWS)
    _need_few("marks", file.marks, MOST_MARKS)
    _need_few("teams", file.teams, registry.meta(file.game).most)
    for name in file.extra:
        if name not in EXTRAS:
            raise BadFile(f"extra.{name[:60]}", Words(NOT_KNOWN, {"value": name[:60]}))
    _need_short("title", file.title, 60)
    for at, team in enumerate(file.teams):
        _need_short(f"teams.{at}.id", team.id, 20)
        taken = [*NOT_TEAMS, *(one.id for one in file.teams[:at])]
        if not TEAM_ID.fullmatch(team.id) or team.id in taken:
            raise BadFile(f"teams.{at}.id", Words(NOT_READ, {"value": team.id}))
        _need_short(f"teams.{at}.name", team.name, 40)
        _need_short(f"teams.{at}.letter", team.letter, 2)
        if not team.name.strip() or not 0 <= team.colour <= 6:
            raise BadFile(f"teams.{at}", Words(NOT_READ, {"value": f"{team.name} {team.colour}"}))
    corrections = sum(row.kind != "move" for row in file.rows)
    if len(file.rows) * (corrections + 1) > MOST_WORK:
        raise BadFile("rows", Words(_("The log of this file is too long to be checked.")))
    rules = registry.game(file.game)
    return file, rules, files.origin_of(rules, file)


def _play(rules: Game[Any], origin: Origin, rows: list[Row]) -> _Played:
    """Play the rows one by one, as they were recorded; raise BadFile at the first that cannot be."""
    try:
        t = opening(rules, origin)
    except Refusal as refusal:
        raise BadFile("setup", rules.words(refusal)) from None
    except STRANGE as error:
        raise BadFile("setup", Words(NOT_READ, {"value": str(error)[:60]})) from None
    played = _Played(t, [], [], [])
    for at, row in enumerate(rows):
        try:
            played.rounds.append(rules.now(played.table).round)
            played.told.append(_one(rules, origin, rows[: at + 1], played))
        except Refusal as refusal:
            raise BadFile(f"rows.{row.seq}", rules.words(refusal)) from None
        except Broken as broken:
            raise BadFile(f"rows.{row.seq}", rules.words(broken.refusal)) from None
        except STRANGE as error:
            raise BadFile(f"rows.{row.seq}", Words(NOT_READ, {"value": str(error)[:60]})) from None
        played.digests.append(rules.digest(played.table))
    if any(row.kind == "fix" for row in rows):
        _retell(rules, origin, rows, played)
    return played


def _one(rules: Game[Any], origin: Origin, rows: list[Row], played: _Played) -> Words:
    """Play the last of these rows and return its line."""
    row = rows[-1]
    if row.kind == "move":
        codes = frozenset(row.ruling.codes) if row.ruling else NO_CODES
        played.table, step = rules.attempt(played.table, row.seq, row.actor, row.action, row.params, codes, row.at)
        return step.words(played.table)
    now: dict[int, Words] = {}

    def see(step: Step, t: Any) -> None:
        now[step.n] = step.words(t)

    def line(n: int) -> Words | str:
        told = {one.seq: words for one, words in zip(rows, played.told, strict=False)}
        return (now.get(n) if row.kind == "fix" else None) or told.get(n, "")

    played.table = replay(rules, origin, standing(rows), see if row.kind == "fix" else None)
    return now.get(row.seq) or operation_words(row.kind, row.params, line)


def _retell(rules: Game[Any], origin: Origin, rows: list[Row], played: _Played) -> None:
    """Give the standing rows the lines they have after all corrections."""
    place = {row.seq: at for at, row in enumerate(rows)}

    def see(step: Step, t: Any) -> None:
        played.told[place[step.n]] = step.words(t)

    replay(rules, origin, standing(rows), see)


def _differs(file: files.SessionFile, rules: Game[Any], digests: list[str]) -> int:
    """Return the first row whose digest is another one. Raises BadFile if the rules are the same: a damaged file."""
    for row, digest in zip(file.rows, digests, strict=True):
        if row.digest and row.digest != digest:
            if file.version == rules.meta.version:
                raise BadFile(f"rows.{row.seq}.digest", Words(_("After this entry the table is not as the file says.")))
            return row.seq
    return 0


def _rows(session: Session, file: files.SessionFile, played: _Played | None) -> list[LogRow]:
    if played is None:
        return []
    found: list[LogRow] = []
    seen: set[tuple[uuid.UUID, int]] = set()
    for row, words, digest, playing in zip(file.rows, played.told, played.digests, played.rounds, strict=True):
        place = f"rows.{row.seq}"
        _need_short(f"{place}.actor", row.actor, 20)
        _need_short(f"{place}.action", row.action, 40)
        _need_short(f"{place}.by", row.by, 80)
        op = _op(f"{place}.op", row.op)
        if (op, row.part) in seen or not 0 <= row.part < 1000 or row.seq > MOST_NUMBER:
            raise BadFile(f"{place}.op", Words(NOT_READ, {"value": f"{row.op}, {row.part}"}))
        seen.add((op, row.part))
        found.append(
            LogRow(
                session=session, seq=row.seq, op=op, part=row.part, asked="", kind=row.kind, actor=row.actor,
                action=row.action, params=_compact(row.params),
                ruling="" if row.ruling is msgspec.UNSET else _compact(row.ruling), by=row.by, digest=digest,
                told=msgspec.json.encode(Told(words, round=playing)).decode(), at=_moment(f"{place}.at", row.at),
                opened_at=_moment(f"{place}.opened_at", row.opened_at) if row.opened_at else None,
            )
        )  # fmt: skip
    return found


def _marks(session: Session, file: files.SessionFile) -> list[tuple[datetime, Mark]]:
    found = []
    numbers = {0, *(row.seq for row in file.rows)}
    for at, mark in enumerate(file.marks):
        place = f"marks.{at}"
        if mark.kind not in Mark.Kind.values or mark.n not in numbers:
            raise BadFile(place, Words(NOT_READ, {"value": f"{mark.kind[:20]}, {mark.n}"}))
        _need_short(f"{place}.text", mark.text, 4000)
        _need_short(f"{place}.ruling", mark.ruling, 4000)
        _need_short(f"{place}.by", mark.by, 80)
        row = Mark(session=session, kind=mark.kind, n=mark.n, text=mark.text, ruling=mark.ruling, by=mark.by)
        found.append((_moment(f"{place}.at", mark.at), row))
    return found


def _read_extra(session: Session, file: files.SessionFile) -> None:
    for name, raw in file.extra.items():
        try:
            EXTRAS[name].read(session, bytes(raw))
        except msgspec.ValidationError as error:
            place, words = explained(str(error))
            raise BadFile(f"extra.{name}.{place}".rstrip("."), words) from None


def _compact(raw: msgspec.Raw) -> str:
    """Return JSON as the engine writes it, without the spaces that a file has for its readers."""
    return msgspec.json.format(bytes(raw), indent=-1).decode()


def _op(place: str, text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text) if text else uuid.uuid4()
    except ValueError:
        raise BadFile(place, Words(NOT_READ, {"value": text[:60]})) from None


def _moment(place: str, text: str) -> datetime:
    if not text:
        return timezone.now()
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise BadFile(place, Words(NOT_READ, {"value": text[:60]})) from None
    if found.year not in YEARS:
        raise BadFile(place, Words(NOT_READ, {"value": text[:60]}))
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def _need_short(place: str, text: str, most: int) -> None:
    if len(text) > most:
        raise BadFile(place, Words(TOO_LONG, {"n": most}))


def _need_few(place: str, entries: list[Any], most: int) -> None:
    if len(entries) > most:
        raise BadFile(place, Words(_("At most %(n)s entries are read here."), {"n": most}))


def _bad(refusal: Refusal) -> BadFile:
    """Return what the engine says about a file: the place as exactly as it knows, and the words."""
    value = str(refusal.figures.get("value", ""))
    error = value.removeprefix(f"{refusal.field}: ")
    inner, words = explained(error)
    if words == error:
        return BadFile(refusal.field, Words(CORE_RULES[refusal.code].text, refusal.figures))
    outer = "" if refusal.field == "file" else refusal.field
    return BadFile(f"{outer}.{inner}".strip("."), words)


# ---- what this app itself keeps beside the game ------------------------------------------------


class _Beside(msgspec.Struct, forbid_unknown_fields=True):
    """Names of people by team, and whether the referee may overrule."""

    people: dict[str, str] = {}
    referee_rules: bool = False


def _write_beside(session: Session) -> Any:
    people = {team.code: team.people for team in session.teams.all() if team.people}
    return _Beside(people, session.referee_rules) if people or session.referee_rules else None


def _read_beside(session: Session, raw: bytes) -> None:
    found = msgspec.json.decode(raw, type=_Beside)
    for code, people in found.people.items():
        if len(people) > 1000:
            raise msgspec.ValidationError("Expected `str` of length <= 1000 - at `$.people`")
        session.teams.filter(code=code).update(people=people)
    session.referee_rules = found.referee_rules
    session.save(update_fields=["referee_rules"])


EXTRAS["table"] = Extra(_write_beside, _read_beside)
