"""A USB camera through OpenCV, imported only when it is opened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hardware.cameras.pace import Pace
from hardware.cameras.source import Capture
from hardware.errors import CameraError
from hardware.sentences import told

if TYPE_CHECKING:
    import cv2
    import numpy as np
    from numpy.typing import NDArray

    from hardware.board import CameraWiring


class UsbCamera:
    """/dev/videoN. A read that brings nothing within two seconds (a pulled plug) ends in a CameraError."""

    def __init__(self, number: int, wiring: CameraWiring, pace: Pace | None = None) -> None:
        self.name = f"usb:{number}"
        self._number = number
        self._wiring = wiring
        self._capture: cv2.VideoCapture | None = None
        self._pace = pace or Pace()

    def open(self) -> None:
        """Open the device and ask for the board's picture size, without a queue of old frames."""
        import cv2

        # OpenCV's V4L backend waits ten seconds for a frame unless told otherwise before the first one.
        os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
        device = Path(f"/dev/video{self._number}")
        if not device.exists():
            raise CameraError(
                told("there is no USB camera at {device}; check its plug, or choose another number", device=device)
            )
        if not os.access(device, os.R_OK | os.W_OK):
            raise CameraError(
                told("no permission to use {device}; add the user to group video and log in again", device=device)
            )
        capture = cv2.VideoCapture(self._number, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise CameraError(told("{device} is no camera, or another program uses it", device=device))
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._wiring.width_px)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._wiring.height_px)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def shoot(self) -> Capture:
        """The next frame that is due. Those before it are taken, or they would queue, but not unpacked."""
        if self._capture is None:
            raise CameraError(told("the camera ({name}) is not open", name=self.name))
        arrived = self._capture.grab()
        while arrived and not self._pace.due():
            arrived = self._capture.grab()
        picture = self._capture.retrieve()[1] if arrived else None
        if picture is None:
            raise CameraError(told("the camera ({name}) gives no picture; check its plug", name=self.name))
        return Capture(cast("NDArray[np.uint8]", picture))

    def close(self) -> None:
        """Release the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
