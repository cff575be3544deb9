"""Photos in a folder, shown one after the other as if a camera looked at them."""

from __future__ import annotations

import io
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from hardware.cameras.pace import FRAMES_PER_S, Pace
from hardware.cameras.source import Capture
from hardware.errors import CameraError
from hardware.sentences import told

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
LARGEST_BYTES = 100_000_000  # this and what follows: as of photos that `tableside scan` takes
MOST_MEGAPIXELS = 50
LEAST_SIDE_PX = 16


class Photos:
    """The pictures of `folder` in the order of their names. The same one is given again until `advance`.

    Raises CameraError when the folder cannot be read, has no pictures, or its first picture is none.
    """

    def __init__(self, folder: str | Path, frames_per_s: float = FRAMES_PER_S) -> None:
        self.folder = Path(folder)
        self.name = f"photos in {self.folder}"
        self._files = self._find()
        self._place = 0
        self._picture = read_photo(self._files[0])
        self._lock = threading.Lock()
        self._pace = Pace(frames_per_s)

    @property
    def current(self) -> Path:
        """The file that is shown now."""
        return self._files[self._place]

    def advance(self) -> bool:
        """Show the next photo; False, and no change, at the last one.

        Raises CameraError, and stays, when the next file is no picture; the call after that goes past it.
        """
        with self._lock:
            if self._place + 1 >= len(self._files):
                return False
            following = self._files[self._place + 1]
            try:
                picture = read_photo(following)
            except CameraError:
                del self._files[self._place + 1]
                raise
            self._place += 1
            self._picture = picture
        self._pace.skip()
        return True

    def open(self) -> None:
        """The photos were read already."""

    def shoot(self) -> Capture:
        """The photo that is shown now."""
        self._pace.wait()
        with self._lock:
            return Capture(self._picture)

    def close(self) -> None:
        """Nothing to let go of."""

    def _find(self) -> list[Path]:
        try:
            files = sorted(path for path in self.folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
        except OSError as error:
            raise CameraError(
                told("the folder of photos {folder} cannot be read: {error}", folder=self.folder, error=error.strerror)
            ) from error
        if not files:
            raise CameraError(
                told(
                    "the folder {folder} has no photos, expected {kinds} files",
                    folder=self.folder,
                    kinds=", ".join(SUFFIXES),
                )
            )
        return files


def read_photo(path: Path) -> NDArray[np.uint8]:
    """A photo as uint8 BGR, turned upright as its EXIF says. Raises CameraError naming the file."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise CameraError(told("photo {path} cannot be read: {error}", path=path, error=error.strerror)) from error
    picture = _decoded(raw)
    if picture is None:
        raise CameraError(
            told(
                "{path} is no photo that can be read, expected {kinds} of at least {side}×{side} pixels and at most "
                "{pixels} megapixels and {megabytes} MB",
                path=path,
                kinds=", ".join(SUFFIXES),
                side=LEAST_SIDE_PX,
                pixels=MOST_MEGAPIXELS,
                megabytes=LARGEST_BYTES // 1_000_000,
            )
        )
    return picture


def _decoded(raw: bytes) -> NDArray[np.uint8] | None:
    """The picture; None for what is none, and for one out of bounds, which its header tells before it takes memory."""
    if len(raw) > LARGEST_BYTES:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(raw)) as image:
                width, height = image.size
        if min(width, height) < LEAST_SIDE_PX or width * height > MOST_MEGAPIXELS * 1_000_000:
            return None
        picture = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, cv2.error):
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
