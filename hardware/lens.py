"""How high a camera hangs over a table, and how big print is then in its picture.

A camera that looks straight down sees 2 h tan(a/2) of the table from the height h, a being its field of view in that
direction: so the height follows from what must be in the picture, and the size of print from the picture's width.

`python -m hardware.lens` prints the table of docs/hardware.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, radians, tan
from typing import TYPE_CHECKING

from hardware.board import CameraWiring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ASPECT = CameraWiring().height_px / CameraWiring().width_px
MARGIN_MM = 80  # a hand's width around what is laid
LETTER_MM = 12  # as high as the letter of a house card of the smaller sort
AREAS_MM = ((400, 180), (500, 220), (600, 260), (700, 300), (800, 350))  # what is laid: width and depth


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera as its maker describes it: how wide it sees in a picture of 16:9 as it is read here, in degrees.

    `sensor_mm` is that part of the sensor's width, `focal_mm` its focal length (None where the maker does not tell);
    `nearest_mm` from where it can be sharp.
    """

    title: str
    width_deg: float
    nearest_mm: int
    sensor_mm: float | None = None
    focal_mm: float | None = None

    @property
    def computed_deg(self) -> float | None:
        """The field of view that sensor and focal length make, to hold the maker's against."""
        if self.sensor_mm is None or self.focal_mm is None:
            return None
        return 2 * degrees(atan(self.sensor_mm / 2 / self.focal_mm))

    def seen_mm(self, height_mm: float) -> tuple[float, float]:
        """Width and depth of the table in the picture from a height."""
        width_mm = 2 * height_mm * tan(radians(self.width_deg) / 2)
        return width_mm, width_mm * ASPECT

    def height_mm(self, width_mm: float, depth_mm: float, margin_mm: float = MARGIN_MM) -> float:
        """From how high an area with a margin around it is just in the picture."""
        needed_mm = max(width_mm + 2 * margin_mm, (depth_mm + 2 * margin_mm) / ASPECT)
        return needed_mm / 2 / tan(radians(self.width_deg) / 2)

    def print_px(self, height_mm: float, print_mm: float = LETTER_MM, width_px: int = CameraWiring().width_px) -> float:
        """How many pixels high print is from a height."""
        return print_mm * width_px / self.seen_mm(height_mm)[0]


# Raspberry Pi documentation, "Camera hardware" (sensor image area, focal length, field of view); the C920's from its
# maker: 78° from corner to corner. The Camera Module 2 is left out: at 1920 × 1080 it reads but the middle of its
# sensor, and its lens has to be turned with a tool.
LENSES: Mapping[str, Lens] = {
    "module3": Lens("Camera Module 3", 66, 100, sensor_mm=6.45, focal_mm=4.74),
    "module3wide": Lens("Camera Module 3 Wide", 102, 50, sensor_mm=6.45, focal_mm=2.75),
    "c920": Lens("Logitech C920 (USB)", 70.4, 100),
}


def rows() -> Iterator[str]:
    """The table of the documentation, as lines of Markdown: how high each lens hangs over each area."""
    yield "| laid on the table | " + " | ".join(lens.title for lens in LENSES.values()) + " | a letter of 12 mm |"
    yield "| --- |" + " --- |" * (len(LENSES) + 1)
    for width_mm, depth_mm in AREAS_MM:
        heights_mm = [lens.height_mm(width_mm, depth_mm) for lens in LENSES.values()]
        (letter_px,) = {
            round(lens.print_px(high_mm)) for lens, high_mm in zip(LENSES.values(), heights_mm, strict=True)
        }
        cells = [f"{width_mm / 10:.0f} × {depth_mm / 10:.0f} cm", *(f"{high_mm / 10:.0f} cm" for high_mm in heights_mm)]
        yield f"| {' | '.join(cells)} | {letter_px} px |"


if __name__ == "__main__":
    print(*rows(), sep="\n")  # noqa: T201 - what it is called for
