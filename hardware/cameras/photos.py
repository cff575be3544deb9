"""Photos in a folder, shown one after the other as if a camera looked at them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.cameras.pace import FRAMES_PER_S, Pace
from hardware.cameras.source import Capture
from hardware.errors import CameraError
from hardware.sentences import told

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")


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
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise CameraError(told("photo {path} cannot be read: {error}", path=path, error=error.strerror)) from error
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:  # most damaged files give None; a header that claims an impossible size raises
        picture = None
    if picture is None:
        raise CameraError(
            told("{path} is no photo that can be read, expected {kinds}", path=path, kinds=", ".join(SUFFIXES))
        )
    return np.asarray(picture, np.uint8)
