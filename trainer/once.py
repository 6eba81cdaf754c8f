"""Forms sent twice make one thing: what a drawn form makes has its key from the form, not from the request."""

import uuid
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac

from trainer.models import User

M = TypeVar("M", bound=Model)


def new_op() -> str:
    """Return what a form carries from when it is drawn until it is sent, however often."""
    return str(uuid.uuid4())


def key_once(user: User, op: str) -> str:
    """Return the key (see `new_key`) of what this user's form `op` makes: the same each time it is sent."""
    return urlsafe_b64encode(once(user, op, 9)).decode()


def once(user: User, op: str, size: int) -> bytes:
    """Return `size` bytes (32 at most) that nobody can guess and that are the same for the same form."""
    return salted_hmac("trainer.once", f"{user.pk}:{op or new_op()}", algorithm="sha256").digest()[:size]


def made_once(found: QuerySet[M], key: str, make: Callable[[], M]) -> M:
    """Return the thing with this key, made now unless an earlier sending of the form has made it."""
    one = found.filter(key=key).first()
    if one is not None:
        return one
    try:
        return make()
    except IntegrityError:  # both sendings at the same moment
        return found.get(key=key)
