"""A workshop at a client's, and the kits a trainer has transcribed."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.models.user import User


def new_key() -> str:
    """Return a key for addresses: short enough to read out, too long to guess."""
    return secrets.token_urlsafe(9)


class Workshop(models.Model):
    """One day (or more) at a client's: its tables are sessions."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="workshops")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    title = models.CharField(_("title"), max_length=120)
    client = models.CharField(_("client"), max_length=120, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    held_on = models.DateField(_("date"), null=True, blank=True)
    goals = models.TextField(_("what the client wants to change"), max_length=4000, blank=True)
    #: a line for each part of the day, as `trainer.agenda.parts_of` reads it
    plan = models.TextField(_("plan of the day"), max_length=2000, blank=True)
    #: its tables are for trying out: they wear a badge wherever somebody could take them for real ones
    practice = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-held_on", "-created_at")

    def __str__(self) -> str:
        return self.title


class TrainerKit(models.Model):
    """A kit as the trainer keeps it; a session has its own copy."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="kits")
    game = models.CharField(max_length=20)
    title = models.CharField(_("title"), max_length=120)
    body = models.TextField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("game", "title")

    def __str__(self) -> str:
        return self.title
