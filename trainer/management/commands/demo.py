"""`manage.py demo`: add a finished and a half-played workshop."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from trainer.demo import demo_create
from trainer.models import User


class Command(BaseCommand):
    """Adds nothing if the trainer has a workshop already."""

    help = "Add a finished and a half-played workshop, played by a bot."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="trainer", help="whose workshops they are (made if missing)")
        parser.add_argument("--seed", type=int, default=7)

    def handle(self, *args: Any, **options: Any) -> None:
        user, made = User.objects.get_or_create(username=options["user"])
        if made:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        if user.workshops.exists():
            self.stdout.write("There are workshops already; nothing was added.")
            return
        for workshop in demo_create(user, options["seed"]):
            self.stdout.write(f"{workshop.title}: {workshop.sessions.count()}")
