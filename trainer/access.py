"""Who may see what: every view gets its objects here. A stranger gets 404, who is not signed in the way in."""

import hashlib
import secrets
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils import timezone

from trainer.models import RefereeAccess, Session, User, Workshop
from trainer.prepared import Prepared, columns_of, made_of

#: key of the browser session under which a referee's accesses are kept
ACCESSES = "referee_accesses"


class SignedOut(Http404):
    """Nobody is signed in: his sign-in may have ended while he was at work (trainer.middleware shows the way in)."""


@dataclass(frozen=True)
class Seat:
    """Somebody at the referee's screen of one table: who, and whether rulings are his."""

    session: Session
    #: trainer or referee
    role: str
    name: str
    may_rule: bool


def user_of(request: HttpRequest) -> User:
    """Return who is signed in; only for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def workshop_for(request: HttpRequest, key: str) -> Workshop:
    """Return the workshop if it is this trainer's own, else raise Http404 or SignedOut."""
    if not isinstance(request.user, User):
        raise SignedOut
    workshop = Workshop.objects.filter(key=key, owner=request.user).first()
    if workshop is None:
        raise Http404
    return workshop


def session_for(request: HttpRequest, key: str) -> Session:
    """Return the session if the workshop is this trainer's own, else raise Http404 or SignedOut."""
    if not isinstance(request.user, User):
        raise SignedOut
    session = _own_session(key, request.user)
    if session is None:
        raise Http404
    return session


def _own_session(key: str, user: User, whole: bool = True) -> Session | None:
    """Return a session of this trainer, `whole` with its workshop: an entry never asks that."""
    if whole:
        return Session.objects.select_related("workshop").filter(key=key, workshop__owner=user).first()
    return next((made_of(Session, row) for row in _ENTRY(key, user.pk)), None)


_ENTRY = Prepared(
    lambda key, owner: (
        Session.objects.filter(key=key, workshop__owner_id=owner).order_by().values_list(*columns_of(Session))
    ),
    count=2,
)


def seat_for(request: HttpRequest, key: str) -> Seat:
    """Return the seat at the referee's screen: the trainer's, or a referee's who came by link.

    Raises Http404 for another trainer and SignedOut for somebody without sign-in or link.
    """
    whole = request.method == "GET" and not request.htmx
    if isinstance(request.user, User):
        session = _own_session(key, request.user, whole)
        if session is not None:
            return Seat(session, "trainer", request.user.get_full_name(), True)
    tokens = request.session.get(ACCESSES, {})
    if key in tokens:
        access = (
            RefereeAccess.objects.select_related("session__workshop" if whole else "session")
            .filter(pk=tokens[key], session__key=key, ended_at=None)
            .first()
        )
        if access is not None:
            return Seat(access.session, "referee", access.name, access.session.referee_rules)
    raise Http404 if isinstance(request.user, User) else SignedOut


def started_seat(request: HttpRequest, key: str) -> Seat:
    """Return the seat at a table that has started. Raises as `seat_for`, and Http404 while it is being prepared."""
    seat = seat_for(request, key)
    if not seat.session.is_started:
        raise Http404
    return seat


def access_issue(session: Session, name: str, by: User, token: str = "") -> str:
    """Let a referee in to one table and return the token of his link; only its hash is stored.

    With the token of a form that was sent twice, the access of the first sending stands.
    """
    token = token or secrets.token_urlsafe(18)
    about = {"session": session, "name": name, "created_by": by}
    RefereeAccess.objects.get_or_create(token_hash=_hash(token), defaults=about)
    return token


def access_use(request: HttpRequest, token: str) -> Session:
    """Let the bearer of a referee's link in with this browser. Raises Http404 for an unknown or ended one."""
    access = RefereeAccess.objects.select_related("session").filter(token_hash=_hash(token), ended_at=None).first()
    if access is None:
        raise Http404
    if access.used_at is None:
        access.used_at = timezone.now()
        access.save(update_fields=["used_at"])
    request.session[ACCESSES] = {**request.session.get(ACCESSES, {}), access.session.key: access.pk}
    return access.session


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
