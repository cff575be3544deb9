"""What the doctor's instruments say of parts that are there, away, taken, dark or blurred."""

import errno
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.sharpness import sharpness
from hardware.board import CameraWiring, ScreenWiring, WiredBoard, load_board
from hardware.camera import Camera
from hardware.cameras.source import Capture
from hardware.errors import BoardError
from hardware.finding import Finding
from hardware.pins import SimulatedFactory, SimulatedPin
from hardware.probe import (
    Bench,
    Probes,
    look_at_camera,
    look_at_machine,
    look_at_panel,
    look_at_screen,
    told_scan,
)
from hardware.screen import SimulatedOled
from tests.hardware.pictures import checkered


def test_the_machine_is_named() -> None:
    assert look_at_machine(lambda: "Raspberry Pi 5 Model B Rev 1.0") == Finding(
        "machine", "ok", "Raspberry Pi 5 Model B Rev 1.0"
    )
    assert look_at_machine(lambda: None).state == "simulated"


def test_a_panel_that_is_well() -> None:
    (finding,) = look_at_panel(load_board(), SimulatedFactory())
    assert finding.state == "simulated"
    assert finding.said.startswith("14 parts have their pins: challenge, up, down")


def test_a_board_without_parts() -> None:
    assert [finding.state for finding in look_at_panel(WiredBoard())] == ["ok"]
    assert [finding.state for finding in look_at_screen(WiredBoard())] == ["ok"]


def test_a_pin_that_is_away_is_named() -> None:
    factory = SimulatedFactory()
    factory.unplug(17)
    (finding,) = look_at_panel(load_board(), factory)
    assert finding.state == "wrong"
    assert finding.said.startswith("challenge on GPIO 17 does not answer")


class LowPin(SimulatedPin):
    """An input that reads low, pull-up or not."""

    def _get_state(self) -> bool:
        return False


def test_a_contact_that_is_closed_by_itself_is_named() -> None:
    factory = SimulatedFactory()
    factory.pin_class = LowPin
    (fault, _) = look_at_panel(WiredBoard(buttons={"down": 22}), factory)
    assert fault.state == "wrong"
    assert fault.said == (
        "down on GPIO 22 is closed although nobody should press it; look for a short to ground, "
        "and use the contacts marked NO"
    )


def test_a_pin_somebody_else_has_is_named() -> None:
    factory, board = SimulatedFactory(), WiredBoard(buttons={"down": 22})
    with Bench(board, factory, SimulatedOled()):
        (finding,) = look_at_panel(board, factory)
    assert finding.said.startswith("down on GPIO 22: the pin is taken by another program")


@pytest.mark.parametrize(
    ("answering", "state", "words"),
    [
        ([0x3C], "ok", "something answers at 0x3C on I2C bus 1"),
        ([0x3D, 0x68], "wrong", "something answers at 0x3D, 0x68 instead: write that address into the board file"),
        ([], "wrong", "nothing at all answers on I2C bus 1; check the screen's four wires"),
    ],
)
def test_a_scan_of_the_bus_is_told_in_words(answering: list[int], state: str, words: str) -> None:
    finding = told_scan(ScreenWiring(), answering)
    assert (finding.state, words in finding.said) == (state, True)
    assert list(look_at_screen(load_board(), lambda _: answering)) == [finding]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "add the user to group i2c"),
        (OSError(errno.EIO, "Input/output error"), "cannot be used (Input/output error)"),
    ],
)
def test_a_bus_that_cannot_be_scanned_is_told_in_words(error: OSError, words: str) -> None:
    def scan(_: int) -> list[int]:
        raise error

    (finding,) = look_at_screen(load_board(), scan)
    assert (finding.state, words in finding.said) == ("wrong", True)


def test_a_folder_of_photos_is_a_camera_to_look_at(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "a.png"), cv2.cvtColor(checkered(90, 180), cv2.COLOR_GRAY2BGR))
    finding = look_at_camera(f"photos:{tmp_path}", sharpness)
    said = "gives pictures of 320×180; the light is good, and it is sharp, with edges 2.0 pixels wide (up to 5 is good)"
    assert finding == Finding("camera", "ok", f"photos:{tmp_path} {said}", 2.0)


def test_a_dark_photo_is_complained_about(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "a.png"), np.zeros((180, 320, 3), np.uint8))
    finding = look_at_camera(f"photos:{tmp_path}", sharpness, settle_s=0)
    assert (finding.state, finding.value) == ("wrong", None)
    assert "it is too dark" in finding.said


class Zoom:
    """A camera whose lens finds the table with its fourth picture, as one with autofocus does when it starts."""

    name = "zoom"

    def __init__(self, sharp_at: int) -> None:
        self.taken = 0
        self._sharp_at = sharp_at

    def open(self) -> None:
        self.taken = 0

    def shoot(self) -> Capture:
        self.taken += 1
        picture = checkered(60, 210)
        seen = picture if self.taken >= self._sharp_at else cv2.blur(picture, (9, 9))
        return Capture(np.asarray(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR), np.uint8))

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("sharp_at", "state"), [(4, "ok"), (10**9, "wrong")])
def test_a_lens_is_given_the_time_to_find_the_table(monkeypatch: pytest.MonkeyPatch, sharp_at: int, state: str) -> None:
    lens = Zoom(sharp_at)
    monkeypatch.setattr("hardware.probe.open_camera", lambda *_, **__: Camera(lens))
    finding = look_at_camera("pi", sharpness, settle_s=60 if state == "ok" else 0.05)
    assert finding.state == state
    assert isinstance(finding.value, int | float)
    assert (finding.value <= 5) == (state == "ok")
    assert lens.taken >= 4 or state == "wrong"


def test_a_camera_that_is_away_is_named() -> None:
    assert look_at_camera("usb:63", sharpness, timeout_s=0.2).said == (
        "there is no USB camera at /dev/video63; check its plug, or choose another number"
    )
    assert look_at_camera("teapot", sharpness).said.startswith("camera 'teapot' is unknown")


def test_a_survey_of_a_laptop_finds_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("hardware.probe.has_bus", lambda _: False)
    monkeypatch.setattr("hardware.probe.pi_model", lambda: None)
    monkeypatch.setattr("hardware.probe.throttled_flags", lambda: None)
    monkeypatch.setenv("PATH", "")  # nothing is installed
    probes = Probes(sharpness)
    machine, parts = list(probes.survey_machine()), list(probes.survey_parts())
    assert [finding.part for finding in machine] == ["machine", "temperature", "throttling"]
    assert [finding.part for finding in parts] == ["buttons", "screen", "voice", "camera"]
    assert {finding.state for finding in (*machine, *parts) if finding.part != "temperature"} == {"simulated"}


def test_a_board_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be read"):
        Probes(sharpness, tmp_path / "board.toml")


@pytest.mark.parametrize(("pressed", "heard"), [("up", "up"), ("down", "down")])
def test_the_bench_hears_the_button_it_waits_for_and_any_other(pressed: str, heard: str) -> None:
    found = []
    with Bench(load_board(), SimulatedFactory(), SimulatedOled()) as bench:
        waiting = threading.Thread(target=lambda: found.append(bench.wait_press("up", 10)))
        waiting.start()
        while waiting.is_alive():
            bench.panel.press(pressed)
        assert found == [heard]
        assert bench.wait_press("up", 0) is None
        assert bench.faults == []


def test_the_camera_is_opened_as_the_board_file_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("[camera]\nwidth_px = 1280\nheight_px = 720\n")
    asked: list[tuple[str, int]] = []

    def opened(spec: str, *, wiring: CameraWiring) -> Camera:
        asked.append((spec, wiring.width_px))
        return Camera(Zoom(1))

    monkeypatch.setattr("hardware.probe.open_camera", opened)
    monkeypatch.setattr("hardware.probe.pi_model", lambda: None)
    probes = Probes(sharpness, board)
    list(probes.survey_parts("usb:1"))
    with probes.bench("auto"):
        pass
    assert asked == [("usb:1", 1280), ("usb:0", 1280)]
