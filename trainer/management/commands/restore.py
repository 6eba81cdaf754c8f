"""`manage.py restore FILE`: put a copy in the place of the database, on this laptop or on another."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer import copies
from trainer.words import say


class Command(BaseCommand):
    """Works on a laptop that has no database yet; what was there before is copied first."""

    help = "Restore a copy of the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if not copies.are_possible():
            raise CommandError("This database is restored with its own tools: see docs/deploy.md.")
        if not options["file"].is_file():
            raise CommandError(f"{options['file']}: no such file")
        call_command("migrate", verbosity=0)
        try:
            before = copies.restore(options["file"])
        except copies.NotACopy as refused:
            raise CommandError(say(refused.words)) from None
        self.stdout.write(f"{options['file']} → {before.path if before else '–'}")
