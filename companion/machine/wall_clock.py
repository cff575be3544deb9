"""Whether the wall clock can be right: a Pi has no battery, and without a network goes on from its last shutdown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from companion.sentences import Told

WRITTEN = "2026-11-01"  # no clock is right before this program was there; later with each release
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")  # once a time server has set the clock since power-on


def wrong_with_clock(now: str, newest: str) -> Told | None:
    """What is wrong with a clock that says `now`, where a journal's newest moment is `newest` (both ISO 8601 in UTC,
    the second empty where it has none); None where it may be right. It is where a time server has set it, and the
    journal was written by a clock that was ahead."""
    known = max(newest, WRITTEN)
    if now >= known or SYNCHRONISED.exists():
        return None
    return told(
        "The clock is wrong: it says {now}, and {known} is over (UTC). Set it, or matches are kept with a wrong date.",
        now=_shown(now), known=_shown(known),
    )  # fmt: skip


def _shown(moment: str) -> str:
    return moment[:16].replace("T", " ")
