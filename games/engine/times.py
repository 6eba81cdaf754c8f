"""Recorded times: how long something took. The engine has no clock, so it reads the text itself."""

from __future__ import annotations

import re

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?")


def seconds_between(earlier: str, later: str) -> float | None:
    """Return the seconds from one recorded time (ISO 8601) to another.

    None where either is not recorded, or where the clock was set back between them: nothing takes less than no time.
    """
    begin, end = _seconds(earlier), _seconds(later)
    return None if begin is None or end is None or end < begin else end - begin


def _seconds(text: str) -> float | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute = (int(found[at]) for at in range(1, 6))
    # Counted from March, the leap day is the last of its year.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
    return ((days * 24 + hour) * 60 + minute - _offset(found[7] or "")) * 60 + float(found[6])


def _offset(zone: str) -> int:
    """Return the minutes by which a zone is ahead of UTC."""
    if zone in ("", "Z"):
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return -minutes if zone[0] == "-" else minutes
