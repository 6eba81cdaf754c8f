"""Recorded games as session files: what the reports of a stored session are tested on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from games.engine import conformance, session_file
from games.engine.log import Row
from games.registry import game as find_game
from reports.debrief import Edits

TESTS: Path = settings.BASE_DIR / "tests"
#: a real game of each kind; the one of «Экологика» is whole
GAMES = {
    "ecologic": TESTS / "ecologic" / "games" / "scripted.json",
    "titans": TESTS / "conformance" / "titans.json",
    "boss": TESTS / "conformance" / "boss.json",
    "market": TESTS / "conformance" / "market.json",
}


def recorded(slug: str = "ecologic") -> bytes:
    """Return a recorded game."""
    return GAMES[slug].read_bytes()


def session_of(record: bytes, edits: Edits | None = None, **changed: Any) -> bytes:
    """Return a recorded game as an exported session; `changed` are fields of the file."""
    read = msgspec.json.decode(record)
    rules = find_game(read["game"])
    rows: list[Row] = []
    for _line in conformance.play_record(rules, read, rows):
        pass
    origin = conformance.origin_of(rules, read)
    given: dict[str, Any] = {
        "format": session_file.FORMAT,
        "game": read["game"],
        "title": "Стол 2",
        "kit": msgspec.Raw(msgspec.json.encode(origin.kit)),
        "options": msgspec.Raw(msgspec.json.encode(origin.options)),
        "teams": list(origin.teams),
        "setup": msgspec.Raw(msgspec.json.encode(origin.setup)),
        "rows": [
            session_file.SavedRow(
                row.seq, row.kind, row.actor, row.action, msgspec.Raw(row.params.encode()), by="Ольга",
                at="2026-11-30T11:05:00+00:00",
            )
            for row in rows
        ],
        "marks": [session_file.Mark(kind="star", text="разобрать", n=rows[0].seq)],
        "extra": {"debrief": msgspec.Raw(msgspec.json.encode(edits or Edits()))},
    }  # fmt: skip
    return session_file.write(session_file.SessionFile(**{**given, **changed}))
