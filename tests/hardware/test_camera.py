"""Cameras: pictures with their times, and every way in which a camera can fail and come back."""

import sys
import threading
import types

import cv2
import numpy as np
import pytest

from hardware.board import CameraWiring
from hardware.camera import Camera, Shot, open_camera, shrink
from hardware.cameras.drawn import DrawnTable
from hardware.cameras.pace import Pace
from hardware.cameras.photos import Photos, read_photo
from hardware.cameras.pi import PiCamera
from hardware.cameras.usb import UsbCamera
from hardware.errors import CameraError

GREY = np.full((90, 160, 3), 128, np.uint8)


class Lens:
    """A source that gives a picture for each one the test lets through, or fails or hangs as told."""

    name = "lens"

    def __init__(self):
        self.due = threading.Semaphore(0)
        self.asked = threading.Semaphore(0)
        self.opened = self.closed = self.busy = self.most_busy = 0
        self.problem = None
        self.shot = Shot(GREY)

    def open(self):
        self.opened += 1

    def shoot(self):
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        self.asked.release()
        assert self.due.acquire(timeout=10)
        self.busy -= 1
        if self.problem is not None:
            raise self.problem
        return self.shot

    def close(self):
        self.closed += 1


class Time:
    """Monotonic nanoseconds that stand still until moved."""

    def __init__(self):
        self.now_ns = 10**12

    def __call__(self):
        return self.now_ns


@pytest.fixture
def lens():
    return Lens()


@pytest.fixture
def now():
    return Time()


@pytest.fixture
def camera(lens, now):
    with Camera(lens, now_ns=now, first_pause_s=0.001) as camera:
        yield camera
        lens.due.release(100)


def test_frames_are_numbered_and_timed(camera, lens, now):
    lens.due.release()
    first = camera.latest()
    assert (first.number, first.taken_ns, first.picture.shape, first.small.shape) == (
        0,
        now.now_ns,
        (90, 160, 3),
        (180, 320),
    )
    lens.shot = Shot(GREY, taken_ns=now.now_ns - 5000, small=GREY[:, :, 0])
    lens.due.release()
    second = camera.latest(newer_than=first.number)
    assert (second.number, second.taken_ns, second.small.shape) == (1, now.now_ns - 5000, (90, 160))
    assert camera.latest() is second


def test_no_newer_frame_is_none_after_the_time(camera, lens):
    assert camera.latest(timeout_s=0) is None
    lens.due.release()
    assert camera.latest().number == 0
    assert camera.latest(newer_than=0, timeout_s=0.01) is None


def test_a_sensor_time_from_the_future_is_not_believed(camera, lens, now):
    lens.shot = Shot(GREY, taken_ns=now.now_ns + 10**9)
    lens.due.release()
    assert camera.latest().taken_ns == now.now_ns


def test_a_hung_camera_is_noticed_within_three_seconds_and_taken_back(camera, lens, now):
    lens.due.release()
    assert camera.latest().number == 0
    for _ in range(2):
        assert lens.asked.acquire(timeout=5)  # now the second picture is owed
    assert (camera.state, camera.fault) == ("ok", None)
    now.now_ns += 3 * 10**9
    assert camera.state == "hung"
    assert camera.fault == "the camera (lens) gives no picture any more; check its cable"
    lens.due.release()
    assert camera.latest(newer_than=0).number == 1
    assert (camera.state, camera.fault) == ("ok", None)
    assert lens.most_busy == 1


def test_a_failing_camera_is_closed_and_opened_again_until_it_works(camera, lens):
    lens.problem = CameraError("the cable is out")
    lens.due.release(3)
    for _ in range(4):
        assert lens.asked.acquire(timeout=5)
    assert (camera.state, camera.fault) == ("missing", "the cable is out")
    assert lens.opened == 4
    assert lens.closed == 3
    lens.problem = None
    lens.due.release()
    assert camera.latest().number == 0
    assert (camera.state, camera.fault) == ("ok", None)


@pytest.mark.parametrize("problem", [RuntimeError("camera frontend"), OSError(19, "No such device"), cv2.error("bad")])
def test_whatever_the_driver_raises_is_a_missing_camera(camera, lens, problem):
    lens.problem = problem
    lens.due.release()
    for _ in range(2):
        assert lens.asked.acquire(timeout=5)
    assert camera.state == "missing"
    assert camera.fault.startswith("the camera (lens) failed: ")


def test_closing_ends_the_wait_of_others(lens, now):
    camera = Camera(lens, now_ns=now)
    found = []
    waiting = threading.Thread(target=lambda: found.append(camera.latest(timeout_s=30)))
    waiting.start()
    lens.due.release(100)
    camera.close()
    waiting.join(5)
    assert not waiting.is_alive()


def test_drawn_tables_are_drawn_anew_for_each_frame():
    shades = iter(range(256))
    with open_camera("drawn", draw=lambda: np.full((60, 80, 3), next(shades), np.uint8)) as camera:
        first = camera.latest()
        assert camera.latest(newer_than=first.number).picture[0, 0, 0] > first.picture[0, 0, 0]
        assert camera.advance() is False


def test_a_drawn_camera_needs_something_that_draws():
    with pytest.raises(CameraError, match="needs something that draws"):
        open_camera("drawn")


def save(path, shade):
    assert cv2.imwrite(str(path), np.full((30, 40, 3), shade, np.uint8))


def test_photos_are_shown_one_after_the_other(tmp_path):
    save(tmp_path / "b.png", 200)
    save(tmp_path / "a.jpg", 100)
    (tmp_path / "notes.txt").write_text("no photo")
    with open_camera(f"photos:{tmp_path}") as camera:
        first = camera.latest()
        assert first.picture[0, 0, 0] == 100
        assert camera.latest(newer_than=first.number).picture[0, 0, 0] == 100
        assert camera.advance() is True
        after = camera.latest(newer_than=camera.latest().number + 1)
        assert after.picture[0, 0, 0] == 200
        assert camera.advance() is False


def test_a_file_that_is_no_photo_is_named_and_passed_over(tmp_path):
    save(tmp_path / "a.png", 1)
    (tmp_path / "b.png").write_bytes(b"not a picture")
    save(tmp_path / "c.png", 3)
    photos = Photos(tmp_path)
    with pytest.raises(CameraError, match=r"b\.png is no photo"):
        photos.advance()
    assert photos.current.name == "a.png"
    assert photos.advance()
    assert photos.current.name == "c.png"


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
def test_what_cannot_be_opened_is_named(tmp_path, spec, words):
    with pytest.raises(CameraError, match=words):
        open_camera(spec.format(tmp_path))


def test_an_empty_file_is_no_photo(tmp_path):
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(CameraError, match=r"empty\.jpg is no photo"):
        Photos(tmp_path)
    with pytest.raises(CameraError, match="cannot be read"):
        read_photo(tmp_path)


def test_shrink_keeps_the_shape_of_the_picture():
    assert shrink(np.zeros((1080, 1920, 3), np.uint8), 320).shape == (180, 320)
    assert shrink(np.zeros((2, 4000, 3), np.uint8), 320).shape == (1, 320)


def test_no_usb_camera_is_said_with_its_device():
    with pytest.raises(CameraError, match="there is no USB camera at /dev/video63"):
        UsbCamera(63, CameraWiring()).open()


class FakeCapture:
    """cv2.VideoCapture as far as it is used."""

    def __init__(self, works=True, frames=()):
        self.works, self.frames, self.settings, self.released = works, list(frames), {}, False
        self.unpacked = 0

    def isOpened(self):  # noqa: N802  # OpenCV's name
        return self.works

    def set(self, setting, value):
        self.settings[setting] = value

    def grab(self):
        self.newest = self.frames.pop(0) if self.frames else None
        return self.newest is not None

    def retrieve(self):
        self.unpacked += 1
        return True, self.newest

    def release(self):
        self.released = True


@pytest.fixture
def usb(monkeypatch, tmp_path):
    """A UsbCamera whose device is a file and whose capture is handed in."""

    def make(capture, pace=None):
        device = tmp_path / "video0"
        device.touch()
        monkeypatch.setattr("hardware.cameras.usb.Path", lambda _: device)
        monkeypatch.setattr(cv2, "VideoCapture", lambda *_: capture)
        return UsbCamera(0, CameraWiring(width_px=1280, height_px=720), pace)

    return make


def test_a_usb_camera_is_asked_for_the_boards_size_and_no_old_frames(usb):
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


def test_of_thirty_usb_frames_a_second_ten_are_unpacked(usb):
    capture = FakeCapture(frames=[np.full((2, 2, 3), number, np.uint8) for number in range(30)])
    moments_s = iter(np.arange(30) / 30 + 5)
    camera = usb(capture, Pace(now_s=lambda: next(moments_s)))
    camera.open()
    given = [int(camera.shoot().picture[0, 0, 0]) for _ in range(10)]
    assert given == sorted(given)
    assert 24 <= given[-1] < 30
    assert capture.unpacked == 10


def test_a_usb_camera_somebody_else_uses_is_said(usb):
    with pytest.raises(CameraError, match="another program uses it"):
        usb(FakeCapture(works=False)).open()


class FakePicamera2:
    """picamera2.Picamera2 as far as it is used (manual, chapters 4.2, 6.4)."""

    cameras = ({"Model": "imx708"},)
    hangs = False
    start_error = None

    def __init__(self):
        self.released = 0

    @classmethod
    def global_camera_info(cls):
        return list(cls.cameras)

    def create_video_configuration(self, main, lores, buffer_count):
        return {"main": main, "lores": lores, "buffer_count": buffer_count}

    def configure(self, configuration):
        self.configuration = configuration

    def start(self):
        if self.start_error:
            raise self.start_error

    def capture_request(self, wait):
        assert wait is False
        return self

    def get_result(self, timeout):
        assert 0 < timeout <= 3
        if self.hangs:
            raise TimeoutError
        return self

    def make_array(self, name):
        width, height = self.configuration[name]["size"]
        if name == "main":
            return np.full((height, width, 3), (10, 20, 30), np.uint8)
        # YUV420: the grey rows, then half as many of colour; rows may be padded to a multiple of 64.
        planes = np.full((height * 3 // 2, width + 64), 99, np.uint8)
        planes[:height, :width] = 77
        return planes

    def get_metadata(self):
        return {"SensorTimestamp": 123_456_789}

    def release(self):
        self.released += 1

    def close(self):
        raise RuntimeError("the camera vanished")


@pytest.fixture
def picamera2(monkeypatch):
    fake = type("Fake", (FakePicamera2,), {})
    module = types.ModuleType("picamera2")
    module.Picamera2 = fake
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return fake


@pytest.mark.usefixtures("picamera2")
def test_the_pi_camera_gives_both_streams_and_the_sensors_time():
    camera = PiCamera(CameraWiring())
    camera.open()
    shot = camera.shoot()
    assert shot.picture.shape == (1080, 1920, 3)
    assert tuple(shot.picture[0, 0]) == (10, 20, 30)
    assert shot.small.shape == (180, 320)
    assert (shot.small == 77).all()
    assert shot.taken_ns == 123_456_789
    assert camera._camera.released == 1
    camera.close()
    camera.close()


def test_a_pi_camera_that_gives_no_frame_is_said(picamera2):
    picamera2.hangs = True
    camera = PiCamera(CameraWiring())
    camera.open()
    with pytest.raises(CameraError, match="gives no picture any more; check its ribbon cable"):
        camera.shoot()


def test_no_camera_on_the_ribbon_is_said(picamera2):
    picamera2.cameras = ()
    with pytest.raises(CameraError, match="no camera on the ribbon cable"):
        PiCamera(CameraWiring()).open()


def test_a_pi_camera_that_does_not_start_is_said(picamera2):
    picamera2.start_error = RuntimeError("Failed to acquire camera")
    with pytest.raises(CameraError, match=r"does not start \(Failed to acquire camera\)"):
        PiCamera(CameraWiring()).open()


def test_without_picamera2_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="needs the package python3-picamera2"):
        PiCamera(CameraWiring()).open()


def test_a_drawn_table_keeps_a_cameras_pace():
    table = DrawnTable(lambda: GREY, frames_per_s=1000.0)
    table.open()
    assert all(table.shoot().picture is GREY for _ in range(3))
    table.close()
