"""Limits on how often something may be tried."""

import contextlib
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


class Limit:
    """So many tries for each key in so many seconds, counted in the cache that all web processes share.

    Time is cut into windows of that length, and the number of the window is part of the key: a cache that forgets
    when a count was to end (the one in files does) still begins anew with each window.
    """

    def __init__(self, name: str, tries: int, seconds: int) -> None:
        self.name = name
        self.tries = tries
        self.seconds = seconds

    @property
    def minutes(self) -> int:
        """How long a window is."""
        return self.seconds // 60

    def is_reached(self, *key: str) -> bool:
        """Whether this key has used up its tries."""
        return cache.get(self._key(key), 0) >= self.tries

    def count(self, *key: str) -> None:
        """One more try."""
        if not cache.add(self._key(key), 1, self.seconds):
            with contextlib.suppress(ValueError):  # the window ended at this moment
                cache.incr(self._key(key))

    def forget(self, *key: str) -> None:
        """Start again from none, after a success."""
        cache.delete(self._key(key))

    def _key(self, key: tuple[str, ...]) -> str:
        # Hex: user names hold characters that cache keys may not.
        return f"limit.{self.name}.{int(time.time()) // self.seconds}." + ".".join(part.encode().hex() for part in key)


def client_address(request: HttpRequest) -> str:
    """The address the request came from: the last one that our own proxy wrote, else the peer's."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return forwarded.rsplit(",", 1)[-1].strip() or request.META.get("REMOTE_ADDR", "")
