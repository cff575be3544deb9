"""The four Raspberry Pis the wiring is drawn for: outlines, connectors and headers.

Sizes in millimetres from the mechanical drawings of Raspberry Pi Ltd, turned so that the header stands upright with
pin 1 at the top; which GPIO is which pin of the header is asked of gpiozero's own tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gpiozero.pins.pi import PiBoardInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER_TOP_MM = 7.1  # from the upper edge of the board to the middle of pin 1
HEADER_INSET_MM = 3.5  # from the right edge to the middle between the two columns of pins


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector on an edge: its middle and its width along the edge, counted from the left or the top."""

    label: str
    edge: Literal["left", "bottom"]
    middle_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class Model:
    """A board as it is drawn. `revision` is a revision code of it, `camera` how its camera is connected."""

    key: str
    title: str
    revision: int
    width_mm: float
    height_mm: float
    connectors: tuple[Connector, ...]
    camera: str

    def header(self) -> Mapping[int, str]:
        """What each of the 40 pins is: "GPIO17", "GND", "3V3", "5V"."""
        pins = PiBoardInfo.from_revision(self.revision).headers["J8"].pins
        return {number: str(pin.name) for number, pin in sorted(pins.items())}


STANDARD_RIBBON = "Camera: the 15-way ribbon that comes with the camera, silver contacts away from the USB ports."
NARROW_RIBBON = "Camera: needs the ribbon with 22 contacts at one end (sold for Pi 5 and Zero)."

MODELS: Mapping[str, Model] = {
    model.key: model
    for model in (
        Model(
            "pi3",
            "Raspberry Pi 3 Model B and B+",
            0xA020D3,
            56,
            85,
            (
                Connector("power", "left", 10.6, 8),
                Connector("HDMI", "left", 32, 15),
                Connector("camera", "left", 45, 4),
                Connector("audio", "left", 53.5, 7),
                Connector("Ethernet", "bottom", 10.25, 16),
                Connector("USB", "bottom", 29, 13),
                Connector("USB", "bottom", 47, 13),
            ),
            STANDARD_RIBBON,
        ),
        Model(
            "pi4",
            "Raspberry Pi 4 Model B",
            0xB03111,
            56,
            85,
            (
                Connector("power", "left", 11.2, 9),
                Connector("HDMI", "left", 26, 7),
                Connector("HDMI", "left", 39.5, 7),
                Connector("camera", "left", 46.5, 4),
                Connector("audio", "left", 54, 7),
                Connector("USB", "bottom", 9, 13),
                Connector("USB", "bottom", 27, 13),
                Connector("Ethernet", "bottom", 45.75, 16),
            ),
            STANDARD_RIBBON,
        ),
        Model(
            "pi5",
            "Raspberry Pi 5",
            0xC04170,
            56,
            85,
            (
                Connector("power", "left", 11.2, 9),
                Connector("HDMI", "left", 25.8, 7),
                Connector("HDMI", "left", 39.2, 7),
                Connector("camera", "left", 48, 4),
                Connector("Ethernet", "bottom", 10.2, 16),
                Connector("USB", "bottom", 29.1, 13),
                Connector("USB", "bottom", 47, 13),
            ),
            NARROW_RIBBON,
        ),
        Model(
            "zero2w",
            "Raspberry Pi Zero 2 W",
            0x902120,
            30,
            65,
            (
                Connector("HDMI", "left", 12.4, 11),
                Connector("USB", "left", 41.4, 8),
                Connector("power", "left", 54, 8),
                Connector("camera", "bottom", 15, 17),
            ),
            NARROW_RIBBON,
        ),
    )
}
