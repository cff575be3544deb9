"""Frames kept with rulings: the pictures events were made from, as JPEG files in the data folder.

A frame is on disk before the event that names it is in the journal, so no ruling points at nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion import atomic
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

JPEG_QUALITY = 85
MARGIN = 0.3  # of a card's size, on each side of a card cut out of its frame
SMALLEST_PX = 120  # the shorter side of a card cut out, so that it can be looked at
NAME = re.compile(r"[0-9a-z-]{1,64}\.jpg")


class Frames:
    """The folder of kept frames. Names are made here and nowhere else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, picture: NDArray[np.uint8], name: str) -> str:
        """Write a picture (uint8 BGR, height×width×3) as `name`.jpg and return its file name. Raises OSError."""
        file_name = f"{name}.jpg"
        atomic.write(self._folder / file_name, jpeg(picture))
        return file_name

    def read(self, name: str) -> bytes | None:
        """The bytes of a kept frame, None when there is none.

        Raises BadInput for what is no name of a frame, and for a frame that cannot be read.
        """
        if not NAME.fullmatch(name):
            raise BadInput(told("{name} is no name of a frame", name=repr(name)))
        path = self._folder / name
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:
            raise BadInput(told("cannot read {path}: {error}", path=path, error=error.strerror)) from error


def jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture (uint8 BGR) as JPEG bytes."""
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise BadInput(told("a picture of shape {shape} cannot be written as JPEG", shape=picture.shape))
    return encoded.tobytes()


def decoded(frame: bytes) -> NDArray[np.uint8] | None:
    """The picture (uint8 BGR) in these bytes, None where they are none."""
    try:
        picture = cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR) if frame else None
    except cv2.error:  # most damaged pictures give None; a header that claims an impossible size raises
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def cut_out(frame: bytes, quad: Sequence[tuple[float, float]]) -> bytes:
    """One card of a kept frame (JPEG) with some of the table around it, as JPEG; `quad` are its corners in pixels.

    Raises BadInput when the frame is no picture or the quad lies outside of it.
    """
    picture = decoded(frame)
    if picture is None:
        raise BadInput(told("the kept frame is no picture"))
    corners = np.asarray(quad, np.float64)
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = (high - low) * MARGIN
    height_px, width_px = picture.shape[:2]
    left, top = np.clip((low - margin).astype(int), 0, (width_px, height_px))
    right, bottom = np.clip((high + margin).astype(int) + 1, 0, (width_px, height_px))
    cut = picture[top:bottom, left:right]
    if not cut.size:
        raise BadInput(told("the card lies outside of its frame"))
    larger = max(1.0, SMALLEST_PX / min(cut.shape[:2]))
    return jpeg(cv2.resize(cut, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC).astype(np.uint8, copy=False))
