"""Sighting and Table: what the camera saw, and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Printing = Literal["ours", "another"]  # as this program prints the deck, or as somebody else does
Unlike = Literal["dark", "faint", "blurred", "grainy", "mirrored"]  # as no table was that the eyes were tried on


def as_quad(corners: NDArray[np.number]) -> Corners:
    """Four corners (4, 2) as the plain tuples of a Sighting."""
    first, second, third, fourth = corners.tolist()
    return tuple(first), tuple(second), tuple(third), tuple(fourth)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of the same card, with its calibrated probability (0…1)."""

    label: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card seen by the camera.

    `quad` is its four corners in pixels of the frame as given, clockwise from the card's own top-left.
    `confidence` is the calibrated probability (0…1) that `label` is right; below the threshold `accepted` is
    False and the referee asks. A face-down card has kind "back" and label "?".
    """

    kind: str
    label: str
    quad: Corners
    confidence: float
    accepted: bool
    alternatives: tuple[Alternative, ...] = ()
    value: int | None = None
    rank: str | None = None
    dna: str | None = None
    sideways: bool | None = None

    @property
    def name(self) -> str:
        """What people call the card that was read: its label, with the rank before it where it has one ("Q/R")."""
        return self.label if self.rank is None else f"{self.rank}/{self.label}"

    def to_json(self) -> dict[str, Any]:
        """The JSON form that `tableside scan` prints (coordinates rounded to a tenth of a pixel)."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "label": self.label,
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "confidence": round(self.confidence, 4),
            "accepted": self.accepted,
            "alternatives": [
                {"label": other.label, "confidence": round(other.confidence, 4)} for other in self.alternatives
            ],
            "value": self.value,
        }
        for name in ("rank", "dna", "sideways"):
            if (found := getattr(self, name)) is not None:
                document[name] = found
        return document


@dataclass(frozen=True, slots=True)
class Table:
    """The sightings of one frame, arranged. `rows` are indices into `sightings`, each row left to right as the
    player at the chosen side sees it, rows from far to near. `printing` is whose cards lie there, None where that
    was not looked at or is not clear; `unlike` why some may be asked about that would else be believed, None where
    nothing is unlike or all are sure."""

    sightings: tuple[Sighting, ...]
    rows: tuple[tuple[int, ...], ...]
    printing: Printing | None = None
    unlike: Unlike | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON form in which a reading is kept (`companion.vision.kept_readings` makes a table of it again)."""
        return {
            "sightings": [sighting.to_json() for sighting in self.sightings],
            "rows": [list(row) for row in self.rows],
            "printing": self.printing,
            "unlike": self.unlike,
        }
