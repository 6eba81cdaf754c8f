"""Every game survives a player that does anything."""

from games.registry import SLUGS
from tests.games.machine import machine

for _slug in SLUGS:
    globals()[f"Test{_slug.title()}"] = machine(_slug).TestCase
