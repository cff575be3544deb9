"""USB cameras: how they are asked for pictures, and what is said when they give none."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.board import CameraWiring
from hardware.cameras.pace import Pace
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraError
from tests.hardware.pictures import GREY


def test_no_usb_camera_is_said_with_its_device() -> None:
    with pytest.raises(CameraError, match="there is no USB camera at /dev/video63"):
        UsbCamera(63, CameraWiring()).open()


class FakeCapture:
    """cv2.VideoCapture as far as it is used."""

    def __init__(self, works: bool = True, frames: Sequence[NDArray[np.uint8]] = ()) -> None:
        self.works, self.frames, self.released = works, list(frames), False
        self.settings: dict[int, int] = {}
        self.unpacked = 0

    def isOpened(self) -> bool:  # noqa: N802  # OpenCV's name
        return self.works

    def set(self, setting: int, value: int) -> None:
        self.settings[setting] = value

    def grab(self) -> bool:
        self.newest = self.frames.pop(0) if self.frames else None
        return self.newest is not None

    def retrieve(self) -> tuple[bool, NDArray[np.uint8] | None]:
        self.unpacked += 1
        return True, self.newest

    def release(self) -> None:
        self.released = True


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., UsbCamera]:
    """A UsbCamera whose device is a file and whose capture is handed in."""

    def make(capture: FakeCapture, pace: Pace | None = None) -> UsbCamera:
        device = tmp_path / "video0"
        device.touch()
        monkeypatch.setattr("hardware.cameras.usb.Path", lambda _: device)
        monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
        return UsbCamera(0, CameraWiring(width_px=1280, height_px=720), pace)

    return make


def test_a_usb_camera_is_asked_for_the_boards_size_and_no_old_frames(usb: Callable[..., UsbCamera]) -> None:
    capture = FakeCapture(frames=[GREY])
    camera = usb(capture)
    camera.open()
    assert capture.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.settings[cv2.CAP_PROP_FRAME_HEIGHT] == 720
    assert capture.settings[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert camera.shoot().picture is GREY
    with pytest.raises(CameraError, match="gives no picture; check its plug"):
        camera.shoot()
    camera.close()
    assert capture.released
    with pytest.raises(CameraError, match="is not open"):
        camera.shoot()


def test_of_thirty_usb_frames_a_second_ten_are_unpacked(usb: Callable[..., UsbCamera]) -> None:
    capture = FakeCapture(frames=[np.full((2, 2, 3), number, np.uint8) for number in range(30)])
    moments_s = iter(np.arange(30) / 30 + 5)
    camera = usb(capture, Pace(now_s=lambda: next(moments_s)))
    camera.open()
    given = [int(camera.shoot().picture[0, 0, 0]) for _ in range(10)]
    assert given == sorted(given)
    assert 24 <= given[-1] < 30
    assert capture.unpacked == 10


def test_a_usb_camera_somebody_else_uses_is_said(usb: Callable[..., UsbCamera]) -> None:
    with pytest.raises(CameraError, match="another program uses it"):
        usb(FakeCapture(works=False)).open()
