"""One session as one file (`session/1`): kit, options, teams, set-up, rows and notes; checked when read."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.log import Row, Ruling, standing
from games.engine.move import Prose
from games.engine.refusal import Refusal
from games.engine.replay import Broken, Origin, opening, play_on
from games.engine.table import Team

FORMAT = "session/1"


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A note, a star or a dispute: material for the debrief that points at entry `n` (0: at none)."""

    kind: str
    text: Prose = ""
    #: how a dispute was decided
    ruling: Prose = ""
    n: int = 0
    at: str = ""
    by: str = ""


class SavedRow(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row of the log with what the table does not need: request id, who recorded it, when, and the digest."""

    seq: int
    kind: str
    actor: str = ""
    action: str = ""
    params: msgspec.Raw = msgspec.Raw(b"{}")
    ruling: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    op: str = ""
    part: int = 0
    by: str = ""
    at: str = ""
    opened_at: str = ""
    digest: str = ""


class SessionFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole file. `extra` holds what upper layers add under their own names (answers of the group)."""

    #: FORMAT; has no default, so that it stands in every file: readers know the file by it
    format: str
    game: str
    version: str = ""
    title: str = ""
    kit: msgspec.Raw
    options: msgspec.Raw = msgspec.Raw(b"{}")
    teams: list[Team]
    setup: msgspec.Raw = msgspec.Raw(b"{}")
    rows: list[SavedRow] = []
    marks: list[Mark] = []
    extra: dict[str, msgspec.Raw] = {}


def write(file: SessionFile) -> bytes:
    """Return the file as JSON, two spaces deep, so that a person can read it and a difference is small."""
    return msgspec.json.format(msgspec.json.encode(file), indent=2)


def read(raw: bytes | str) -> SessionFile:
    """Return the file. Raises Refusal(E_BAD_VALUE) that names the place which is wrong."""
    try:
        file = msgspec.json.decode(raw, type=SessionFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusal("E_BAD_VALUE", "file", value=str(error)[:200]) from None
    if file.format != FORMAT:
        raise Refusal("E_BAD_VALUE", "format", value=file.format[:60])
    return file


def origin_of(game: Game[Any], file: SessionFile) -> Origin:
    """Return what the session starts from. Raises Refusal that names the place which is wrong."""
    part = "kit"
    try:
        kit = msgspec.json.decode(file.kit, type=game.kit_type)
        part = "options"
        options = msgspec.json.decode(file.options, type=game.options_type)
        part = "setup"
        setup = msgspec.json.decode(file.setup, type=game.setup_type)
    except msgspec.MsgspecError as error:
        raise Refusal("E_BAD_VALUE", part, value=f"{part}: {error}"[:200]) from None
    return Origin(kit, options, tuple(file.teams), setup)


def rows_of(file: SessionFile) -> list[Row]:
    """Return the rows as the engine reads them. Raises Refusal if they are out of order or of an unknown kind."""
    rows: list[Row] = []
    last = 0
    for saved in file.rows:
        if saved.seq <= last or saved.kind not in ("move", "fix", "undo", "redo"):
            raise Refusal("E_BAD_VALUE", f"rows.{saved.seq}", value=f"rows.{saved.seq}")
        last = saved.seq
        ruling = msgspec.json.decode(saved.ruling) if saved.ruling is not msgspec.UNSET else None
        params = bytes(saved.params).decode()
        try:
            given = msgspec.convert(ruling, Ruling | None)
        except msgspec.ValidationError as error:
            place = f"rows.{saved.seq}.ruling"
            raise Refusal("E_BAD_VALUE", place, value=f"{place}: {error}"[:200]) from None
        rows.append(Row(saved.seq, saved.kind, saved.actor, saved.action, params, given, saved.at))
    return rows


def check(game: Game[Any], file: SessionFile) -> Any:
    """Replay the file and return the table at its end. Raises Refusal that names the first entry which is wrong."""
    try:
        stand = standing(rows_of(file))
        t = opening(game, origin_of(game, file), stand.start)
        return play_on(game, t, stand.entries)
    except Broken as broken:
        words = game.words(broken.refusal)
        raise Refusal("E_UNDO_CONFLICT", f"rows.{broken.entry.n}", n=broken.entry.n, message=words) from None
    except (msgspec.MsgspecError, KeyError) as error:
        raise Refusal("E_BAD_VALUE", "rows", value=str(error)[:200]) from None
