"""What differs between a laptop in a training room and a server: computed at start, used by the settings."""

import contextlib
import ipaddress
import os
import secrets
import socket
from pathlib import Path

#: seconds that a click waits for the database: short of the 15 after which the page takes the connection for lost
PATIENCE = 5

# Connecting a UDP socket sends nothing; it only asks the system which of its addresses it would use.
PROBES = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "192.0.2.1")
SIOCGIFADDR = 0x8915  # Linux: "the IPv4 address of this interface"


def secret_key(folder: Path) -> str:
    """The key of this laptop, made at the first start and kept in the data folder, readable by its owner only."""
    path = folder / "secret.key"
    with contextlib.suppress(FileExistsError):
        # Exclusive creation: two processes that start together agree on one key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(50))
        except OSError:
            path.unlink()  # a full disk must not leave an empty key behind
            raise
    return path.read_text(encoding="ascii")


def private_addresses() -> list[str]:
    """IPv4 addresses of this machine in private networks, the likeliest for phones in the room first."""
    found = [address for address in _addresses() if _is_private(address)]
    return list(dict.fromkeys(found))


def laptop_hosts() -> list[str]:
    """Host names under which this machine may be asked: loopback, its own name, its private addresses."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *private_addresses()]


def _is_private(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.is_private and not parsed.is_loopback and not parsed.is_link_local


def _addresses() -> list[str]:
    found = []
    for probe in PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.connect((probe, 9))
            found.append(sock.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return found + _interface_addresses()


def _interface_addresses() -> list[str]:
    """Addresses by interface: finds the laptop's own access point, to which no route out leads (Linux only)."""
    try:
        import fcntl  # absent on Windows, where the host name gives every address
    except ImportError:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(sock, SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
