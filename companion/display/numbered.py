"""Pictures of the OLED as PNG, each with a number that says whether it is another."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image


class Numbered:
    """Numbers the pictures of one OLED by what they show. One that still stands there is not packed again, however
    many pages ask for it ten times a second; several threads may ask."""

    def __init__(self) -> None:
        self._newest: tuple[bytes, tuple[int, bytes]] | None = None  # put in and taken out whole

    def png(self, image: Image.Image) -> tuple[int, bytes]:
        """The number of a picture (of always the same size and mode), the same for the same points, and its PNG."""
        points, newest = image.tobytes(), self._newest
        if newest is not None and newest[0] == points:
            return newest[1]
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        numbered = hash(points) & 0x7FFFFFFF, buffer.getvalue()
        self._newest = points, numbered
        return numbered
