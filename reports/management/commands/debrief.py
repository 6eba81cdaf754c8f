"""`manage.py debrief FILE_OR_SESSION --out DIR`: the report, the short editions and the workbook of one game."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from games.engine.refusal import Refusal
from games.engine.replay import Broken
from reports.debrief import Debrief
from reports.editions import EDITIONS
from reports.recorded import BadFile, debrief_of_file

#: what the key of a session looks like
KEY = re.compile(r"[\w-]{8,16}")


class Command(BaseCommand):
    """A file needs neither database nor broker; the key of a session needs the database."""

    help = (
        "Write the debrief as PDF and Excel: of a recorded game (conformance/1), of a session file (session/1), "
        "or of a session of the database by the key in its address."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="FILE_OR_SESSION", help="a file, or the key of a session")
        parser.add_argument("--out", type=Path, required=True, help="folder for the files; made if it is not there")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default="ru")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        source: str = options["source"]
        try:
            debrief = self._debrief(source, options["language"])
            out.mkdir(parents=True, exist_ok=True)
            for name, make in EDITIONS:
                with translation.override(options["language"]):
                    (out / name).write_bytes(make(debrief))
                self.stdout.write(str(out / name))
        except (OSError, BadFile) as error:
            raise CommandError(f"{source}: {error}") from None

    def _debrief(self, source: str, language: str) -> Debrief:
        path = Path(source)
        if path.exists() or not KEY.fullmatch(source):
            return debrief_of_file(path.read_bytes(), language)
        from reports.adapter import debrief_of  # the database is asked for a key only
        from trainer.models import Session

        session = Session.objects.select_related("workshop__owner").filter(key=source).first()
        if session is None:
            raise CommandError(f"{source}: neither a file nor the key of a session")
        if not session.is_started:
            raise CommandError(f"{source}: the table has not started")
        try:
            return debrief_of(session, language)
        except (Broken, Refusal) as error:
            raise CommandError(f"{source}: the log cannot be replayed: {error}") from None
