"""A session: one table's game, its teams, and the newest position."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.models.workshop import Workshop, new_key


class Session(models.Model):
    """One game at one table. Kit, options and set-up are as at the start; `state` is the table after row `rev`.

    `kit_now`, `options_now` and `seats_now` are filled only where moves changed them (a card typed at the table,
    a correction). All of them are JSON text exactly as the engine writes it.
    """

    class Status(models.TextChoices):
        PREPARED = "prepared", _("being prepared")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")

    workshop = models.ForeignKey(Workshop, models.CASCADE, related_name="sessions")
    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    #: opens the wall and the phones, which only look: not the key of the referee's pages
    view_key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    title = models.CharField(_("table"), max_length=60)
    game = models.CharField(_("game"), max_length=20)
    version = models.CharField(max_length=20, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PREPARED)
    kit = models.TextField()
    options = models.TextField(default="{}")
    setup = models.TextField(default="{}")
    state = models.TextField(blank=True)
    kit_now = models.TextField(blank=True)
    options_now = models.TextField(blank=True)
    seats_now = models.TextField(blank=True)
    rev = models.PositiveIntegerField(default=0)
    #: the trainer lets the table's referee overrule and correct kit and options
    referee_rules = models.BooleanField(_("the referee may overrule"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    recorded_at = models.DateTimeField(null=True, blank=True)
    #: the round timer: when it ends while it runs, the seconds left while it is stopped, neither while there is none
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.PositiveIntegerField(null=True, blank=True)
    #: what the wall tells about a correction, as JSON text of the engine's words, and since when
    wall_note = models.TextField(blank=True)
    wall_note_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return self.title

    @property
    def is_started(self) -> bool:
        """Whether the table has been set up: kit, options and teams are frozen from then on."""
        return self.started_at is not None


class SessionTeam(models.Model):
    """A team at a table, in seat order. `code` is its id in the game; `people` are names if somebody typed them."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="teams")
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=20)
    name = models.CharField(_("name"), max_length=40)
    letter = models.CharField(_("letter"), max_length=2, blank=True)
    colour = models.PositiveSmallIntegerField(_("colour"), default=0)
    people = models.TextField(_("people"), max_length=1000, blank=True)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("session", "seat"), name="one_team_a_seat"),
            models.UniqueConstraint(fields=("session", "code"), name="one_seat_a_team"),
        )

    def __str__(self) -> str:
        return self.name


class RefereeAccess(models.Model):
    """A referee's way to one table without an account: a code by link or QR, seen and ended by the trainer."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="accesses")
    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return self.name or str(self.pk)
