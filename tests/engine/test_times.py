"""How long something took, from recorded times."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.times import seconds_between

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2199, 12, 31), timezones=ZONES)  # noqa: DTZ001


@given(MOMENTS, MOMENTS)
def test_the_seconds_between_two_recorded_times(earlier: datetime, later: datetime) -> None:
    """Where the clock was set back between them, it is not known."""
    found = seconds_between(earlier.isoformat(), later.isoformat())
    expected = (later - earlier).total_seconds()
    if expected < -1e-3:
        assert found is None
    else:
        assert (found or 0.0) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-03-01", "10:00:00"])
def test_what_is_not_recorded_has_no_length(text: str) -> None:
    assert seconds_between(text, "2026-03-01T10:00:00Z") is None
    assert seconds_between("2026-03-01T10:00:00+03:00", text) is None
