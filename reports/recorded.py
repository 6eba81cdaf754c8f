"""A debrief of a file: a recorded game (conformance/1) or an exported session (session/1). No database, no broker."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import translation

from games.engine import conformance, session_file
from games.engine.game import Game
from games.engine.log import Row
from games.engine.refusal import Refusal
from games.engine.replay import Broken
from games.registry import SLUGS
from games.registry import game as find_game
from reports.build import build_debrief
from reports.debrief import Debrief, Edits, Header, Remark
from reports.words import say
from trainer import __version__

#: under this name a session file carries what the trainer changed in the debrief (an `Edits`)
EXTRA = "debrief"


class BadFile(Exception):
    """The file is no game that can be debriefed; the text says why, in the active language."""


def debrief_of_file(raw: bytes, language: str) -> Debrief:
    """Return the debrief of a file. Raises BadFile."""
    try:
        record = msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        raise BadFile(str(error)) from None
    if not isinstance(record, dict) or record.get("game") not in SLUGS:
        raise BadFile("not a recorded game")
    game = find_game(record["game"])
    try:
        if record.get("format") == session_file.FORMAT:
            return _session(game, raw, language)
        return _record(game, record, language)
    except Refusal as refusal:
        with translation.override(language):
            raise BadFile(say(game.words(refusal))) from None
    except Broken as broken:
        with translation.override(language):
            raise BadFile(f"№ {broken.entry.n}: {say(game.words(broken.refusal))}") from None
    except (KeyError, TypeError, msgspec.MsgspecError) as error:
        raise BadFile(f"{type(error).__name__}: {error}") from None


def _record(game: Game[Any], record: dict[str, Any], language: str) -> Debrief:
    """Play a recorded game through the public doors: refused steps are counted, notes and stars become marks."""
    rows: list[Row] = []
    refused = 0
    for line in conformance.play_record(game, record, rows):
        if line["n"] == 0 and not line["ok"]:
            raise line["refusal"]
        refused += not line["ok"]
    marks = [
        Remark(step["action"], str(step["params"].get("text", "")), int(step["params"].get("n") or _before(rows, step)))
        for step in record["steps"]
        if step["action"] in conformance.REMARKS and step.get("params")
    ]
    header = Header(table=str(record.get("title") or ""), programme=__version__)
    origin = conformance.origin_of(game, record)
    return build_debrief(game, origin, rows, header, marks=marks, refused=refused, language=language)


def _before(rows: list[Row], step: dict[str, Any]) -> int:
    """Return the last move before a note that names none."""
    return max((row.seq for row in rows if row.kind == "move" and row.seq < step["n"]), default=0)


def _session(game: Game[Any], raw: bytes, language: str) -> Debrief:
    file = session_file.read(raw)
    edits = msgspec.json.decode(file.extra[EXTRA], type=Edits) if EXTRA in file.extra else None
    return build_debrief(
        game,
        session_file.origin_of(game, file),
        session_file.rows_of(file),
        Header(table=file.title, programme=__version__),
        marks=[Remark(mark.kind, mark.text, mark.n, mark.ruling, mark.by, mark.at) for mark in file.marks],
        edits=edits,
        by={row.seq: row.by for row in file.rows if row.by},
        language=language,
    )
