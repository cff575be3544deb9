"""The Pi's own camera through picamera2 (Raspberry Pi's libcamera stack), imported only when it is used.

The main stream is what cards are read from; the small one (`lores`, YUV420, whose first rows are the grey picture)
is made by the camera hardware and costs nothing. See the Picamera2 manual, chapters 4.2, 5.2 (focus) and 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.cameras.focus import Focus
from hardware.cameras.pace import Pace
from hardware.cameras.source import Capture
from hardware.errors import CameraError
from hardware.sentences import told

if TYPE_CHECKING:
    from hardware.board import CameraWiring

TIMEOUT_S = 2.0


class PiCamera:
    """The camera on the ribbon cable. A frame that does not come within two seconds ends in a CameraError."""

    name = "pi"

    def __init__(self, wiring: CameraWiring) -> None:
        self._wiring = wiring
        self._camera: Any = None
        self._focus = Focus({})
        self._pace = Pace()

    def open(self) -> None:
        """Start main and small streams. Raises CameraError saying what is missing: package, camera or permission."""
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                told("the Pi camera needs the package python3-picamera2 ({error})", error=error)
            ) from error
        if not Picamera2.global_camera_info():
            raise CameraError(told("no camera on the ribbon cable; check both its ends (contacts towards the board)"))
        try:
            self._camera = Picamera2()
            self._camera.configure(self._configuration())
            self._focus = Focus(self._camera.camera_controls)
            self._camera.set_controls(self._focus.start())
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(told("the Pi camera does not start ({error}); check its cable", error=error)) from error

    def shoot(self) -> Capture:
        """The next completed request, copied out and given back to the camera at once.

        Requests nobody asks for go round inside the camera's library, which costs next to nothing.
        """
        import numpy as np

        self._pace.wait()
        job = self._camera.capture_request(wait=False)
        try:
            request = job.get_result(timeout=TIMEOUT_S)
        except TimeoutError as error:
            raise CameraError(told("the Pi camera gives no picture any more; check its ribbon cable")) from error
        try:
            # libcamera's "RGB888" lies in memory as BGR, which is what OpenCV expects.
            picture = request.make_array("main")
            grey = request.make_array("lores")[: self._small_height_px, : self._wiring.small_width_px]
            metadata = request.get_metadata()
        finally:
            request.release()
        if controls := self._focus.note(metadata):
            self._camera.set_controls(controls)
        taken_ns = metadata.get("SensorTimestamp")
        return Capture(np.ascontiguousarray(picture, np.uint8), taken_ns, np.ascontiguousarray(grey, np.uint8))

    def close(self) -> None:
        """Stop and let go, so that it can be opened anew."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except (RuntimeError, OSError):
            return  # a camera that vanished cannot be closed; the next `open` says how it is

    @property
    def _small_height_px(self) -> int:
        # YUV420 needs even sizes.
        return round(self._wiring.small_width_px * self._wiring.height_px / self._wiring.width_px / 2) * 2

    def _configuration(self) -> Any:
        return self._camera.create_video_configuration(
            main={"size": (self._wiring.width_px, self._wiring.height_px), "format": "RGB888"},
            lores={"size": (self._wiring.small_width_px, self._small_height_px), "format": "YUV420"},
            buffer_count=3,
        )
