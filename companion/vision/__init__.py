"""A frame in, cards with places and confidence out: find, rectify, read, arrange, watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.vision.sighting import Alternative, Sighting, Table

if TYPE_CHECKING:
    from companion.vision.reader import Reader

__all__ = ["Alternative", "Reader", "Sighting", "Table"]


def __getattr__(name: str) -> Any:
    """The reader, which brings all that reads along, only for whoever reads: a table answers before it looks."""
    if name != "Reader":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from companion.vision.reader import Reader

    return Reader
