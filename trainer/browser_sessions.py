"""Browser sessions with their user in a column: a trainer sees where he is signed in, and ends it anywhere."""

import hashlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from trainer.prepared import Prepared, columns_of, made_of

#: keys of a browser session: when it was signed in, on what, and on which day it was renewed (trainer.middleware)
OPENED, DEVICE, RENEWED = "opened", "device", "renewed"

BROWSERS = (
    ("YaBrowser", "Яндекс Браузер"), ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


class SessionStore(db.SessionStore):
    """Django's own store in the database (SESSION_ENGINE), in our table."""

    #: whose session it was when it was read; None for nobody's and for a new one
    user: Any = None

    @classmethod
    def get_model_class(cls) -> type[Any]:
        """The model; imported late, since settings name this module before models are loaded."""
        from trainer.models import BrowserSession

        return BrowserSession

    def _get_session_from_db(self) -> Any:
        """The row that stands for this browser, as Django's own reads it, and in one query with it whose it is."""
        from trainer.models import BrowserSession, User

        for row in _with_user()(self.session_key):
            width = len(columns_of(BrowserSession))
            found = made_of(BrowserSession, row[:width])
            if found.expire_date > timezone.now():
                self.user = made_of(User, row[width:]) if found.user_id is not None else None
                return found
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:
        """Save as Django does, but say what a database says that is locked or full: Django takes it for a sign-out."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """The row, with the user who is signed in."""
        row = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)
        return row


@cache
def _with_user() -> Prepared:
    """Return the query for a browser session and its user; made late, since settings name this module."""
    from trainer.models import BrowserSession, User

    columns = [*columns_of(BrowserSession), *columns_of(User, "user__")]
    return Prepared(lambda key: BrowserSession.objects.filter(session_key=key).values_list(*columns), count=1)


class SignedIn(AuthenticationMiddleware):
    """Django's own, except that the user is read in one query with his browser session."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user`, which is read when it is first asked for."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))


def _user_of(request: HttpRequest) -> Any:
    """Return who is signed in. Whatever does not plainly agree is left to Django, which reads him anew and decides."""
    session = request.session
    key = session.get(SESSION_KEY)
    user = getattr(session, "user", None)
    if (
        user is not None
        and str(user.pk) == key
        and user.is_active
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    ):
        return user
    return get_user(request)


@dataclass(frozen=True)
class OpenSignIn:
    """One browser in which a user is signed in. `mark` names it on a page without giving it away."""

    mark: str
    device: str
    opened: datetime | None
    used: datetime | None
    here: bool


def open_sign_ins(request: HttpRequest) -> list[OpenSignIn]:
    """Return where the user of this request is signed in, the newest first (one query)."""
    found = []
    for row in _rows(request.user):
        data = row.get_decoded()
        here = row.session_key == request.session.session_key
        opened, used = _moment(data.get(OPENED)), _moment(data.get(RENEWED))
        found.append(OpenSignIn(_mark(row.session_key), data.get(DEVICE, ""), opened, used, here))
    return sorted(found, key=lambda one: (one.here, one.opened or datetime.min.replace(tzinfo=UTC)), reverse=True)


def end_sign_in(request: HttpRequest, mark: str) -> bool:
    """End one of the sign-ins of this user; False if there is none with this mark."""
    keys = [row.session_key for row in _rows(request.user) if _mark(row.session_key) == mark]
    return bool(_rows(request.user).filter(session_key__in=keys).delete()[0])


def end_all_sign_ins(user: Any) -> None:
    """Sign this user out everywhere; links that were given out and not used end too."""
    _rows(user).delete()
    user.signin_links.filter(used_at=None).delete()


def _rows(user: Any) -> Any:
    return SessionStore.get_model_class().objects.filter(user=user, expire_date__gt=timezone.now())


def _mark(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest()[:16]


def _moment(seconds: Any) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None


def device_of(agent: str) -> str:
    """Name a browser as people do: «Chrome, Windows»; empty for an unknown one."""
    names = (next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in names if name)


@receiver(user_logged_in)
def remember_device(request: HttpRequest, **kwargs: Any) -> None:
    """Note when and on what somebody signed in; what expired goes."""
    request.session[OPENED] = int(time.time())
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    SessionStore.clear_expired()
