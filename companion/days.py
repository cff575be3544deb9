"""Days and hours as people say them where this machine stands. Moments are kept in UTC (`companion.clock`), which
nobody's evening goes by: west of Greenwich it is the next day while a match is still played."""

from __future__ import annotations

from datetime import datetime


def local_day(moment: str) -> str:
    """The day of a moment (ISO 8601), as 2026-01-31."""
    return _here(moment).date().isoformat()


def local_minute(moment: str) -> str:
    """Day and minute of a moment (ISO 8601), as 2026-01-31 20:15."""
    return _here(moment).strftime("%Y-%m-%d %H:%M")


def _here(moment: str) -> datetime:
    return datetime.fromisoformat(moment).astimezone()
