"""`manage.py replay FILE [--json]`: play a recorded game or a session file and print every step."""

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import session_file
from games.engine.conformance import play_record
from games.engine.refusal import Refusal
from games.registry import SLUGS
from games.registry import game as find_game
from trainer.words import say


class Command(BaseCommand):
    """Needs neither database nor broker."""

    help = "Play a recorded game (conformance/1) or a session file (session/1) and print the table after each step."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            raw = options["file"].read_bytes()
            record: dict[str, Any] = msgspec.json.decode(raw)
        except (OSError, msgspec.DecodeError) as error:
            raise CommandError(f"{options['file']}: {error}") from None
        if not isinstance(record, dict) or record.get("game") not in SLUGS:
            raise CommandError(f"{options['file']}: not a recorded game")
        game = find_game(record["game"])
        if record.get("format") == session_file.FORMAT:
            record = self._as_record(raw)
        for line in play_record(game, record):
            refusal: Refusal | None = line.pop("refusal", None)
            if refusal is not None:
                line["message"] = say(game.words(refusal))
            self._print(line, as_json=options["json"])

    def _as_record(self, raw: bytes) -> dict[str, Any]:
        """Turn a session file into steps; its undo, redo and fix rows are operations with the same numbers."""
        try:
            file = session_file.read(raw)
        except Refusal as refusal:
            raise CommandError(str(refusal.figures.get("value", refusal.code))) from None
        steps = []
        for row in file.rows:
            params = msgspec.json.decode(row.params)
            if row.kind == "move" and row.ruling is not msgspec.UNSET:
                ruling = msgspec.json.decode(row.ruling)
                step = {"action": "overrule", "params": {"action": row.action, "params": params, **ruling}}
            else:
                action = row.kind if row.kind in ("undo", "redo", "fix") else row.action
                step = {"action": action, "params": {} if action == "redo" else params}
            steps.append({"n": row.seq, "actor": row.actor, **step})
        return {
            "game": file.game, "kit": msgspec.json.decode(file.kit), "options": msgspec.json.decode(file.options),
            "teams": msgspec.to_builtins(file.teams), "setup": msgspec.json.decode(file.setup), "steps": steps,
        }  # fmt: skip

    def _print(self, line: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(msgspec.json.encode(line).decode())
        elif line["ok"]:
            self.stdout.write(f"{line['n']}: ok")
        else:
            self.stdout.write(f"{line['n']}: {line['error']} {line.get('message', '')}")
