"""Where an event comes from: the closed set, as journals, transcripts of a match and displays have it."""

from __future__ import annotations

from enum import StrEnum


class Source(StrEnum):
    """Who or what handed an event in. It is kept with the event, and changes nothing of its ruling."""

    PANEL = "panel"
    """The buttons at the table: the big one, a player's own, or the three that work the OLED's dialog."""
    CAMERA = "camera"
    """What lay on the table for the camera to see."""
    PHONE = "phone"
    """One player's phone."""
    PHONES = "phones"
    """Several phones, each with a part: what enough have joined in, hands, the words of a tie."""
    HOST = "host"
    """The host's page, or the page of a simulated table."""
    CLOCK = "clock"
    """The clock, when a time was up."""
    TABLE = "table"
    """The table itself: on a seat that it plays for practice, or for a player who has said that they are away."""
    IMPORT = "import"
    """A transcript that was brought in."""
