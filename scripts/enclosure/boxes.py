"""The boxes: how big inside, and what comes through which side.

Millimetres throughout. A wall is looked at from outside, lid and floor from above with the front below; the middle of
what is looked at is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from manifold3d import CrossSection, OpType

from hardware.models import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Side = Literal["lid", "floor", "front", "back", "left", "right"]
SIDES: tuple[Side, ...] = ("lid", "floor", "front", "back", "left", "right")

SHEET_MM = 3.0  # thickness of walls, printed or cut
ROUND = 32  # corners of what is round
M2_MM, M25_MM, QUARTER_INCH_MM = 2.2, 2.8, 6.6  # what a screw goes through


@dataclass(frozen=True)
class Box:
    """A box: its inner width (left to right), depth (front to back) and height, and the holes of each side."""

    name: str
    title: str
    width_mm: float
    depth_mm: float
    height_mm: float
    holes: Mapping[Side, CrossSection] = field(default_factory=dict)

    def inner_mm(self, side: Side) -> tuple[float, float]:
        """How wide and high the inside of a side is."""
        if side in ("lid", "floor"):
            return self.width_mm, self.depth_mm
        return (self.width_mm if side in ("front", "back") else self.depth_mm), self.height_mm


def hole(diameter_mm: float, x: float = 0, y: float = 0) -> CrossSection:
    """A round hole."""
    return CrossSection.circle(diameter_mm / 2, ROUND).translate((x, y))


def slot(width_mm: float, height_mm: float, x: float = 0, y: float = 0) -> CrossSection:
    """A hole with right angles, (x, y) its middle."""
    return CrossSection.square((width_mm, height_mm), center=True).translate((x, y))


def together(shapes: Sequence[CrossSection]) -> CrossSection:
    """All of some shapes."""
    return CrossSection.batch_boolean(list(shapes), OpType.Add)


def at_corners(width_mm: float, height_mm: float, diameter_mm: float, x: float = 0, y: float = 0) -> CrossSection:
    """Four holes at the corners of a rectangle with its middle at (x, y)."""
    corners = [(x + across * width_mm / 2, y + up * height_mm / 2) for across in (-1, 1) for up in (-1, 1)]
    return together([hole(diameter_mm, *corner) for corner in corners])


def grille(width_mm: float, x: float, y: float) -> CrossSection:
    """Slots for air, or for what a buzzer says."""
    return together([slot(width_mm, 2, x, y + row * 5) for row in (-1.5, -0.5, 0.5, 1.5)])


def panel() -> Box:
    """The host's: OLED, three navigation buttons, lamp and buzzer."""
    oled_x, oled_y = -36.0, 12.0
    lid = [
        slot(31, 16, oled_x, oled_y),  # what a 1.3″ module shows
        at_corners(30.4, 28.5, M2_MM, oled_x, oled_y - 1.5),  # and its holes, where most have them
        hole(12, 12, 18),  # up
        hole(12, 12, -18),  # down
        hole(12, 42, 0),  # select
        hole(5, 42, 24),  # lamp
        grille(24, oled_x, -24),
    ]
    return Box("panel", "Host's box", 130, 76, 40, {"lid": together(lid), "back": slot(24, 8)})


def button() -> Box:
    """The challenge button's: heavy things go in beside it, for it is hit."""
    return Box("button", "Challenge button", 90, 90, 64, {"lid": hole(24.5), "back": hole(7, 0, -20)})


PI_MM = (85.0, 56.0)
PI_X, PI_Y = -15.5, 2.0  # the middle of the Pi on the floor, its header to the front, its USB sockets to the left
STANDOFF_MM, BOARD_MM = 5.0, 1.4
USB_HIGH_MM = 16.0
PLUG_WIDER_MM, PLUG_LOW_MM, PLUG_HIGH_MM = 8.0, -3.0, 9.0  # HDMI's, against its socket, the board's upper face
CAMERA_X = 45.0  # the lens, which is on the line of two of the camera's holes
HEAD_HEIGHT_MM = 36.0


def head() -> Box:
    """What hangs over the table: a Pi of the big size and beside it the camera, looking down through the floor."""
    floor = [
        at_corners(58, 49, M25_MM, PI_X + PI_MM[0] / 2 - 3.5 - 29, PI_Y),  # Raspberry Pi's mechanical drawings
        hole(11, CAMERA_X, 0),
        at_corners(21, 12.5, M2_MM, CAMERA_X, 6.25),
    ]
    sockets = list(_sockets())
    holes: dict[Side, CrossSection] = {
        "floor": together(floor),
        "lid": together([hole(QUARTER_INCH_MM), grille(40, -35, 0), grille(40, 35, 0)]),
        "left": together([shape for side, shape in sockets if side == "left"]),
        "back": together([shape for side, shape in sockets if side == "back"]),
        "front": slot(40, 8, 0, 6),  # the wires of the header
    }
    return Box("head", "Pi and camera", 122, 64, HEAD_HEIGHT_MM, holes)


def _sockets() -> Iterator[tuple[Side, CrossSection]]:
    """A hole for every socket that a Pi 3, 4 or 5 has, of all three."""
    for model in (MODELS["pi3"], MODELS["pi4"], MODELS["pi5"]):
        for connector in model.connectors:
            if connector.label == "camera":
                continue
            board_mm = STANDOFF_MM + BOARD_MM - HEAD_HEIGHT_MM / 2
            if connector.edge == "bottom":  # what stands out as far as the wall
                middle_mm = connector.middle_mm - (PI_MM[1] / 2 + PI_Y)
                yield "left", slot(connector.width_mm + 3, USB_HIGH_MM + 2, middle_mm, board_mm + USB_HIGH_MM / 2)
            else:  # what stands behind it, so that the bodies of plugs go in
                middle_mm = connector.middle_mm - (PI_MM[0] / 2 + PI_X)
                high_mm, up_mm = PLUG_HIGH_MM - PLUG_LOW_MM, board_mm + (PLUG_HIGH_MM + PLUG_LOW_MM) / 2
                yield "back", slot(connector.width_mm + PLUG_WIDER_MM, high_mm, middle_mm, up_mm)


# How each is made, by name; shapes are not kept at the module's level, for manifold3d complains of what outlives it.
BOXES: Mapping[str, Callable[[], Box]] = {"head": head, "panel": panel, "button": button}
