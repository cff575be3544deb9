"""A frame in, cards with places and confidence out: find, rectify, read, arrange, watch."""

from companion.vision.reader import Reader
from companion.vision.sighting import Alternative, Sighting, Table

__all__ = ["Alternative", "Reader", "Sighting", "Table"]
