"""`manage.py signin_link`: a way in that needs no password."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from trainer.models import SignInLink, User

TRAINER = "trainer"


def new_link(username: str = TRAINER, site: str = "") -> str:
    """A fresh one-time link for this user, who is made if missing; `site` is the address it begins with."""
    user, created = User.objects.get_or_create(username=username)
    if created:
        user.name = "Ведущий" if username == TRAINER else username
        user.set_unusable_password()
        user.save()
    site = site or settings.SITE_URL or "http://127.0.0.1:8000"
    return site + reverse("trainer:link", args=[SignInLink.issue(user)])


class Command(BaseCommand):
    """Print a one-time sign-in link."""

    help = "Print a one-time sign-in link for a user; the user is created if missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--user NAME`."""
        parser.add_argument("--user", default=TRAINER, metavar="NAME", help="user name (default: trainer)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link alone, so that it can be piped."""
        self.stdout.write(new_link(options["user"]))
