"""The Pi camera: both its streams, and what is said when it gives no picture."""

import sys
import types
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.board import CameraWiring
from hardware.cameras.pi import PiCamera
from hardware.errors import CameraError

# What libcamera offers of Camera Module 3 (its IPA for Raspberry Pi, ipaAfControls), as far as it matters here.
AUTOFOCUS = {"AfMode": (0, 2, 0), "AfPause": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}


class FakePicamera2:
    """picamera2.Picamera2 as far as it is used (manual, chapters 4.2, 5.2, 6.4); its lens is turned by hand."""

    cameras: Sequence[dict[str, str]] = ({"Model": "imx708"},)
    hangs = False
    start_error: Exception | None = None

    offered: Mapping[str, Any] = types.MappingProxyType(
        {"ExposureTime": (0, 66_666, 20_000)}
    )  # smallest, largest, usual
    metadata: Mapping[str, Any] = types.MappingProxyType({"SensorTimestamp": 123_456_789})

    def __init__(self) -> None:
        self.released = 0
        self.camera_controls: dict[str, Any] = {}  # as picamera2 does, known for certain once it is configured
        self.started_with: dict[str, Any] | None = None
        self.controls: dict[str, Any] = {}

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return list(cls.cameras)

    def create_video_configuration(
        self, main: dict[str, Any], lores: dict[str, Any], buffer_count: int
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration
        self.camera_controls = dict(self.offered)

    def set_controls(self, controls: dict[str, int]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def start(self) -> None:
        if self.start_error:
            raise self.start_error
        self.started_with, self.controls = self.controls, {}

    def capture_request(self, wait: bool) -> Self:
        assert wait is False
        return self

    def get_result(self, timeout: float) -> Self:
        assert 0 < timeout <= 3
        if self.hangs:
            raise TimeoutError
        return self

    def make_array(self, name: str) -> NDArray[np.uint8]:
        width, height = self.configuration[name]["size"]
        if name == "main":
            return np.full((height, width, 3), (10, 20, 30), np.uint8)
        # YUV420: the grey rows, then half as many of colour; rows may be padded to a multiple of 64.
        planes = np.full((height * 3 // 2, width + 64), 99, np.uint8)
        planes[:height, :width] = 77
        return planes

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.metadata)

    def release(self) -> None:
        self.released += 1

    def close(self) -> None:
        raise RuntimeError("the camera vanished")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    class Fake(FakePicamera2):
        """Of this test alone: what is set on it is gone with it."""

    module = types.ModuleType("picamera2")
    monkeypatch.setattr(module, "Picamera2", Fake, raising=False)
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return Fake


@pytest.mark.usefixtures("picamera2")
def test_the_pi_camera_gives_both_streams_and_the_sensors_time() -> None:
    camera = PiCamera(CameraWiring())
    camera.open()
    shot = camera.shoot()
    assert shot.picture.shape == (1080, 1920, 3)
    assert tuple(shot.picture[0, 0]) == (10, 20, 30)
    assert shot.small is not None
    assert shot.small.shape == (180, 320)
    assert (shot.small == 77).all()
    assert shot.taken_ns == 123_456_789
    assert camera._camera.released == 1
    assert (camera._camera.started_with, camera._camera.controls) == ({}, {})  # this lens is turned by hand
    camera.close()
    camera.close()


def test_a_camera_with_autofocus_starts_with_it_and_its_lens_is_held_once_it_has_found_the_table(
    picamera2: type[FakePicamera2],
) -> None:
    picamera2.offered = AUTOFOCUS
    camera = PiCamera(CameraWiring())
    camera.open()
    assert camera._camera.started_with == {"AfMode": 2}
    for at_s, told in ((0.0, {}), (1.5, {"AfPause": 0})):
        picamera2.metadata = {"SensorTimestamp": round(at_s * 1e9), "AfState": 2, "LensPosition": 1.7}
        camera.shoot()
        assert camera._camera.controls == told


def test_a_pi_camera_that_gives_no_frame_is_said(picamera2: type[FakePicamera2]) -> None:
    picamera2.hangs = True
    camera = PiCamera(CameraWiring())
    camera.open()
    with pytest.raises(CameraError, match="gives no picture any more; check its ribbon cable"):
        camera.shoot()


def test_no_camera_on_the_ribbon_is_said(picamera2: type[FakePicamera2]) -> None:
    picamera2.cameras = ()
    with pytest.raises(CameraError, match="no camera on the ribbon cable"):
        PiCamera(CameraWiring()).open()


def test_a_pi_camera_that_does_not_start_is_said(picamera2: type[FakePicamera2]) -> None:
    picamera2.start_error = RuntimeError("Failed to acquire camera")
    with pytest.raises(CameraError, match=r"does not start \(Failed to acquire camera\)"):
        PiCamera(CameraWiring()).open()


def test_without_picamera2_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="needs the package python3-picamera2"):
        PiCamera(CameraWiring()).open()
