"""Frames kept with rulings: the pictures events were made from, as JPEG files in the data folder.

A frame is on disk before the event that names it is in the journal, so no ruling points at nothing.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import cv2

from companion.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

JPEG_QUALITY = 85
NAME = re.compile(r"[0-9a-z-]{1,64}\.jpg")


class Frames:
    """The folder of kept frames. Names are made here and nowhere else."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def keep(self, picture: NDArray[np.uint8], name: str) -> str:
        """Write a picture (uint8 BGR, height×width×3) as `name`.jpg and return its file name."""
        file_name = f"{name}.jpg"
        temporary = self._folder / f".{file_name}"
        with temporary.open("wb") as file:
            file.write(jpeg(picture))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._folder / file_name)
        return file_name

    def read(self, name: str) -> bytes | None:
        """The bytes of a kept frame, None when there is none. Raises BadInput for what is no name of a frame."""
        if not NAME.fullmatch(name):
            raise BadInput(f"{name!r} is no name of a frame")
        path = self._folder / name
        return path.read_bytes() if path.is_file() else None


def jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture (uint8 BGR) as JPEG bytes."""
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise BadInput(f"a picture of shape {picture.shape} cannot be written as JPEG")
    return encoded.tobytes()
