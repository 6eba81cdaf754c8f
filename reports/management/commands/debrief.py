"""`manage.py debrief FILE --out DIR`: the report, the short editions and the workbook of a recorded game."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from reports.editions import EDITIONS
from reports.recorded import BadFile, debrief_of_file


class Command(BaseCommand):
    """Needs neither database nor broker."""

    help = "Write the debrief of a recorded game (conformance/1) or a session file (session/1) as PDF and Excel."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--out", type=Path, required=True, help="folder for the files; made if it is not there")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default="ru")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        try:
            debrief = debrief_of_file(options["file"].read_bytes(), options["language"])
            out.mkdir(parents=True, exist_ok=True)
            for name, make in EDITIONS:
                (out / name).write_bytes(make(debrief))
                self.stdout.write(str(out / name))
        except (OSError, BadFile) as error:
            raise CommandError(f"{options['file']}: {error}") from None
