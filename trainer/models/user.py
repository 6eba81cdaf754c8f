"""People who sign in (trainers and referees) and the one-time links by which they do."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone


class User(AbstractUser):
    """A trainer or a referee. Shown by `name`; e-mail is optional; a password is, too (one-time links)."""

    first_name = None
    last_name = None
    name = models.CharField(max_length=80, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.get_full_name()

    def get_full_name(self) -> str:
        """The name shown to people; the user name while there is none."""
        return self.name or self.username

    def get_short_name(self) -> str:
        """Same as the full name: names are not taken apart."""
        return self.get_full_name()

    @property
    def keeps_copies(self) -> bool:
        """Whether the laptop is this user's: the first who was made there. Copies hold the data of everybody."""
        return not User.objects.filter(pk__lt=self.pk, is_active=True).exists()


class BrowserSession(AbstractBaseSession):
    """A browser's session (trainer.browser_sessions). Without a user: somebody who came by a referee's link."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="browser_sessions")

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        """Return what reads and writes it."""
        from trainer.browser_sessions import SessionStore

        return SessionStore


class SignInLink(models.Model):
    """A one-time sign-in link. Only the token's hash is stored: a copied database signs nobody in."""

    LIFETIME = timedelta(days=1)

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="signin_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} · {self.expires_at:%Y-%m-%d %H:%M}"

    @classmethod
    def issue(cls, user: User, lifetime: timedelta = LIFETIME) -> str:
        """Make a link for this user and return its token, which is stored nowhere.

        Earlier unused links of the same user are deleted: the newest is the only one that works.
        """
        token = secrets.token_urlsafe(32)
        cls.objects.filter(user=user, used_at=None).delete()
        cls.objects.create(user=user, token_hash=cls.hash(token), expires_at=timezone.now() + lifetime)
        return token

    @classmethod
    def find(cls, token: str) -> Self | None:
        """The link of this token, used and expired ones too."""
        return cls.objects.select_related("user").filter(token_hash=cls.hash(token)).first()

    @staticmethod
    def hash(token: str) -> str:
        """SHA-256 is enough: a token has 256 random bits, there is nothing to guess."""
        return hashlib.sha256(token.encode()).hexdigest()

    @property
    def is_open(self) -> bool:
        """Whether the link still signs in."""
        return self.used_at is None and self.expires_at > timezone.now() and self.user.is_active

    def use(self) -> bool:
        """Spend the link; False if it is spent or expired. Of two clicks at once exactly one gets True."""
        if not self.is_open:
            return False
        return type(self).objects.filter(pk=self.pk, used_at=None).update(used_at=timezone.now()) == 1
