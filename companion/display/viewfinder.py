"""What the camera sees, on the OLED: for whoever hangs it and turns lamps, away from every other screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from companion.display.canvas import HEIGHT_PX, WIDTH_PX, Canvas, biggest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GOOD = "good"
PICTURE_PX = (76, 43)  # 16:9, what a camera's picture mostly is
GAP_PX = 3


def viewfinder(
    grey: NDArray[np.uint8] | None, briefly: str, measured: str = "", box: tuple[int, int, int, int] | None = None
) -> Image.Image:
    """What is wrong in two or three words, how much so, and the camera's picture in points that are on or off.

    `grey` is uint8, height × width (None: there is none); `box` (left, top, right, bottom in it) is framed.
    """
    canvas = Canvas()
    top = canvas.bar(briefly, size_px=biggest(briefly, WIDTH_PX - 4, (18, 16))) + 1
    if grey is not None:
        seen = _dithered(grey, box)
        canvas.image.paste(seen, (0, top + (HEIGHT_PX - top - seen.height) // 2))
    canvas.block(measured, (PICTURE_PX[0] + GAP_PX, top, WIDTH_PX, HEIGHT_PX), (24, 20, 16, 12))
    return canvas.image


def _dithered(grey: NDArray[np.uint8], box: tuple[int, int, int, int] | None) -> Image.Image:
    whole = Image.fromarray(grey)
    small = whole.copy()
    small.thumbnail(PICTURE_PX)
    seen = small.convert("1")
    if box is not None:
        across, down = small.width / whole.width, small.height / whole.height
        left, top, right, bottom = box
        frame = (left * across, top * down, max(left * across, right * across - 1), max(top * down, bottom * down - 1))
        ImageDraw.Draw(seen).rectangle(frame, fill=0, outline=1)
    return seen
