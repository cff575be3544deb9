"""Frames kept with rulings: the pictures events were made from, as JPEG files in the data folder, with their readings.

A frame is on disk before the event that names it is in the journal, so no ruling points at nothing. What was read on it
is written after, beside it: whoever says that a reading was wrong says so of this one.

What presses and unpacks pictures comes along with the first of them: the table answers before it has seen one.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.errors import BadInput
from companion.sentences import told
from companion.vision.kept_readings import table_from_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from companion.vision.sighting import Table

JPEG_QUALITY = 85
MARGIN = 0.3  # of a card's size, on each side of a card cut out of its frame
SMALLEST_PX = 120  # the shorter side of a card cut out, so that it can be looked at
ORIGINALS = 2  # pictures as they were read that are kept in memory: two megapixels each take six megabytes
LARGEST_READING = outside.MEGABYTE
NAME = re.compile(r"[0-9a-z-]{1,64}\.jpg")


class Frames:
    """The folder of kept frames. Names are made here and nowhere else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._originals: dict[str, NDArray[np.uint8]] = {}  # put in and taken out whole: several threads look

    def keep(self, picture: NDArray[np.uint8], name: str) -> str:
        """Write a picture (uint8 BGR, height×width×3) as `name`.jpg and return its file name. Raises OSError."""
        file_name = f"{name}.jpg"
        atomic.write(self._folder / file_name, jpeg(picture))
        newest = list(self._originals.items())[1 - ORIGINALS :]
        self._originals = dict([*newest, (file_name, picture)])
        return file_name

    def keep_reading(self, table: Table, name: str) -> None:
        """Write what was read on the kept frame `name` beside it. Raises OSError."""
        atomic.write(self._reading_file(name), json.dumps(table.to_json(), ensure_ascii=False).encode())

    def original(self, name: str) -> NDArray[np.uint8] | None:
        """The newest pictures as they were read, before they were pressed into a JPEG; None for older ones."""
        return self._originals.get(name)

    def reading(self, name: str) -> Table | None:
        """What was read on a kept frame; None when that is not known.

        Raises BadInput for what is no name of a frame, and for a reading that is damaged or cannot be read.
        """
        if not NAME.fullmatch(name):
            raise BadInput(told("{name} is no name of a frame", name=repr(name)))
        path = self._reading_file(name)
        try:
            raw = outside.content(path, most_bytes=LARGEST_READING)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadInput(told("cannot read {path}: {error}", path=path, error=error.strerror)) from error
        return table_from_json(outside.json_value(raw, str(path)), str(path))

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

    def _reading_file(self, name: str) -> Path:
        return self._folder / f"{name.removesuffix('.jpg')}.json"


def jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture (uint8 BGR) as JPEG bytes."""
    return _encoded(picture, "JPEG", ".jpg")


def png(picture: NDArray[np.uint8]) -> bytes:
    """A picture (uint8 BGR) as PNG bytes, pixel by pixel as it is."""
    return _encoded(picture, "PNG", ".png")


def _encoded(picture: NDArray[np.uint8], kind: str, ending: str) -> bytes:
    import cv2

    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if kind == "JPEG" else []
    done, encoded = cv2.imencode(ending, picture, options)
    if not done:
        raise BadInput(told("a picture of shape {shape} cannot be written as {kind}", shape=picture.shape, kind=kind))
    return encoded.tobytes()


def decoded(frame: bytes) -> NDArray[np.uint8] | None:
    """The picture (uint8 BGR) in these bytes, None where they are none."""
    import cv2
    import numpy as np

    try:
        picture = cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR) if frame else None
    except cv2.error:  # most damaged pictures give None; a header that claims an impossible size raises
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def cut_out(frame: bytes, quad: Sequence[tuple[float, float]]) -> bytes:
    """One card of a kept frame (JPEG) with some of the table around it, as JPEG; `quad` are its corners in pixels.

    Raises BadInput when the frame is no picture or the quad lies outside of it.
    """
    import cv2
    import numpy as np

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
