"""The digests that chain each row of the journal to the one before it. Pure."""

from __future__ import annotations

import hashlib


def event_digest(previous: str, number: int, event: str, source: str, at: str, frame: str | None) -> str:
    """The digest of an event's row after one whose digest is `previous`."""
    return digest_of(previous, str(number), event, source, at, frame or "")


def digest_of(*parts: object) -> str:
    """The digest of these parts in their order, as 64 hexadecimal digits."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()
