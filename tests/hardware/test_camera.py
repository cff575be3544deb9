"""Cameras: pictures with their times, and every way in which a camera can fail and come back."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, Frame, open_camera, shrink
from hardware.cameras.source import Shot
from hardware.errors import CameraError
from tests.hardware.pictures import GREY


class Lens:
    """A source that gives a picture for each one the test lets through, or fails or hangs as told."""

    name = "lens"

    def __init__(self) -> None:
        self.due = threading.Semaphore(0)
        self.asked = threading.Semaphore(0)
        self.opened = self.closed = self.busy = self.most_busy = 0
        self.problem: Exception | None = None
        self.shot = Shot(GREY)

    def open(self) -> None:
        self.opened += 1

    def shoot(self) -> Shot:
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        self.asked.release()
        assert self.due.acquire(timeout=10)
        self.busy -= 1
        if self.problem is not None:
            raise self.problem
        return self.shot

    def close(self) -> None:
        self.closed += 1


class Time:
    """Monotonic nanoseconds that stand still until moved."""

    def __init__(self) -> None:
        self.now_ns = 10**12

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def lens() -> Lens:
    return Lens()


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
def camera(lens: Lens, now: Time) -> Iterator[Camera]:
    with Camera(lens, now_ns=now, first_pause_s=0.001) as camera:
        yield camera
        lens.due.release(100)


def shown(camera: Camera, newer_than: int = -1) -> Frame:
    """The newest frame, which must come."""
    frame = camera.latest(newer_than)
    assert frame is not None, camera.fault
    return frame


def test_frames_are_numbered_and_timed(camera: Camera, lens: Lens, now: Time) -> None:
    lens.due.release()
    first = shown(camera)
    assert first.small is not None
    assert (first.number, first.taken_ns, first.picture.shape, first.small.shape) == (
        0,
        now.now_ns,
        (90, 160, 3),
        (180, 320),
    )
    lens.shot = Shot(GREY, taken_ns=now.now_ns - 5000, small=GREY[:, :, 0])
    lens.due.release()
    second = shown(camera, newer_than=first.number)
    assert second.small is not None
    assert (second.number, second.taken_ns, second.small.shape) == (1, now.now_ns - 5000, (90, 160))
    assert camera.latest() is second


def test_no_newer_frame_is_none_after_the_time(camera: Camera, lens: Lens) -> None:
    assert camera.latest(timeout_s=0) is None
    lens.due.release()
    assert shown(camera).number == 0
    assert camera.latest(newer_than=0, timeout_s=0.01) is None


def test_a_sensor_time_from_the_future_is_not_believed(camera: Camera, lens: Lens, now: Time) -> None:
    lens.shot = Shot(GREY, taken_ns=now.now_ns + 10**9)
    lens.due.release()
    assert shown(camera).taken_ns == now.now_ns


def test_a_hung_camera_is_noticed_within_three_seconds_and_taken_back(camera: Camera, lens: Lens, now: Time) -> None:
    lens.due.release()
    assert shown(camera).number == 0
    for _ in range(2):
        assert lens.asked.acquire(timeout=5)  # now the second picture is owed
    assert (camera.state, camera.fault) == ("ok", None)
    now.now_ns += 3 * 10**9
    still = "the camera (lens) gives no picture any more; check its cable"
    assert (camera.state, camera.fault) == ("hung", still)
    lens.due.release()
    assert shown(camera, newer_than=0).number == 1
    assert (camera.state, camera.fault) == ("ok", None)
    assert lens.most_busy == 1


def test_a_failing_camera_is_closed_and_opened_again_until_it_works(camera: Camera, lens: Lens) -> None:
    lens.problem = CameraError("the cable is out")
    lens.due.release(3)
    for _ in range(4):
        assert lens.asked.acquire(timeout=5)
    assert (camera.state, camera.fault) == ("missing", "the cable is out")
    assert lens.opened == 4
    assert lens.closed == 3
    lens.problem = None
    lens.due.release()
    assert shown(camera).number == 0
    assert (camera.state, camera.fault) == ("ok", None)


@pytest.mark.parametrize("problem", [RuntimeError("camera frontend"), OSError(19, "No such device"), cv2.error("bad")])
def test_whatever_the_driver_raises_is_a_missing_camera(camera: Camera, lens: Lens, problem: Exception) -> None:
    lens.problem = problem
    lens.due.release()
    for _ in range(2):
        assert lens.asked.acquire(timeout=5)
    assert camera.state == "missing"
    assert (camera.fault or "").startswith("the camera (lens) failed: ")


def test_closing_ends_the_wait_of_others(lens: Lens, now: Time) -> None:
    camera = Camera(lens, now_ns=now)
    found: list[Frame | None] = []
    waiting = threading.Thread(target=lambda: found.append(camera.latest(timeout_s=30)))
    waiting.start()
    lens.due.release(100)
    camera.close()
    waiting.join(5)
    assert not waiting.is_alive()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("photos:{}/none", "cannot be read: No such file or directory"),
        ("photos:{}", "has no photos, expected .jpg"),
        ("photos:", "is unknown, expected pi, usb:0, photos:FOLDER or drawn"),
        ("usb:first", "is unknown"),
        ("webcam", "is unknown"),
    ],
)
def test_what_cannot_be_opened_is_named(tmp_path: Path, spec: str, words: str) -> None:
    with pytest.raises(CameraError, match=words):
        open_camera(spec.format(tmp_path))


def test_shrink_keeps_the_shape_of_the_picture() -> None:
    assert shrink(np.zeros((1080, 1920, 3), np.uint8), 320).shape == (180, 320)
    assert shrink(np.zeros((2, 4000, 3), np.uint8), 320).shape == (1, 320)
