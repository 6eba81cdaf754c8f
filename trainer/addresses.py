"""Under which address others find this program: SITE_URL, and on a laptop by the network it is in by now."""

import ipaddress
import time
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from trainer.profiles import private_addresses

#: a laptop changes its Wi-Fi seldom; asking the system at each request would let a stranger keep it busy
LOOK_AGAIN = 10  # seconds
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def addresses_now() -> list[str]:
    """Return this machine's private addresses, the likeliest for phones in the room first, not older than seconds."""
    return _addresses_in(int(time.monotonic() // LOOK_AGAIN))


@lru_cache(maxsize=1)
def _addresses_in(period: int) -> list[str]:
    return private_addresses()


def address_of(request: HttpRequest, path: str) -> str:
    """Return the whole address of a page as phones, tablets and other computers find it."""
    site: str = settings.SITE_URL
    if not site:
        return request.build_absolute_uri(path)
    return (moved(site, addresses_now()) if settings.LAPTOP else site) + path


def moved(site: str, addresses: list[str]) -> str:
    """Return the site under the first of these addresses, if it stood under one that is not among them any more.

    A name stays, and so does an address of this computer only, and any address while there is no network.
    """
    parts = urlsplit(site)
    if not addresses or is_local(site) or not _is_number(parts.hostname or "") or parts.hostname in addresses:
        return site
    return parts._replace(netloc=f"{addresses[0]}:{parts.port or 80}").geturl()


def is_local(address: str) -> bool:
    """Whether an address opens on this computer only."""
    return urlsplit(address).hostname in LOOPBACK


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
