"""`manage.py copy`: copy the database now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer import copies


class Command(BaseCommand):
    """Prints the path of the copy."""

    help = "Copy the database of a laptop to its data folder and to the second folder."

    def handle(self, *args: Any, **options: Any) -> None:
        if not copies.are_possible():
            raise CommandError("This database is copied with its own tools: see docs/deploy.md.")
        self.stdout.write(str(copies.copy_now("hand").path))
