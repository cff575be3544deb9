"""`tableside doctor` on a machine without a Pi."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.machine import checks
from hardware.camera import Camera, open_camera
from tests.hardware.test_speech_programs import Machine

EVERYTHING = {
    "version", "service", "machine", "temperature", "throttling", "disk", "journal", "clock", "buttons", "screen",
    "voice", "camera", "microphone", "recogniser",
}  # fmt: skip


@pytest.fixture(autouse=True)
def laptop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("companion.machine.checks.service_properties", lambda: None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("hardware.probe.has_bus", lambda _: False)
    monkeypatch.setattr("hardware.probe.pi_model", lambda: None)


def test_the_findings_are_printed_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--look"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✓ version: Tableside ")
    assert any(line.startswith("· machine: ") for line in lines)
    assert any(line.startswith("· camera: no camera was asked for") for line in lines)


def test_a_table_without_a_camera_lacks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--look", "--camera", "none"]) == 0
    assert "· camera: no camera is wanted" in capsys.readouterr().out
    assert main(["doctor", "--light", "--camera", "none"]) == 2
    assert "light and lens are seen by a camera" in capsys.readouterr().err


def test_the_findings_as_json_and_the_status_of_something_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--camera", "photos:/nowhere"]) == 1
    found = {one["part"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["camera"]["state"] == "wrong"
    assert "/nowhere cannot be read" in found["camera"]["said"]
    assert found["buttons"]["state"] == "simulated"
    assert set(found) - {"power"} == EVERYTHING
    assert {tuple(one) for one in found.values()} == {("part", "state", "said", "value")}


def test_it_looks_for_voices_where_the_table_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine(tmp_path, monkeypatch)
    machine.has_espeak()
    machine.has_player()
    machine.has_piper()
    machine.has_voice("nl_NL-mls-medium")
    monkeypatch.setattr("hardware.speech_programs.MODELS", ())
    for options, is_found in (([], False), (["--voices", str(machine.models)], True)):
        main(["doctor", "--look", *options])
        assert ("in its place piper in nl" in capsys.readouterr().out) is is_found


def test_a_table_that_is_to_hear_lacks_what_another_may_be_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.microphone.shutil.which", lambda _: None)
    monkeypatch.setattr(checks, "RECOGNISER", "no-such-recogniser")
    for options, mark, status in (([], "·", 0), (["--hear"], "✗", 1)):
        assert main(["doctor", "--look", *options]) == status
        lines = capsys.readouterr().out.splitlines()
        for part, advice in (("microphone", "sudo apt-get install alsa-utils"), ("recogniser", "pip install no-such")):
            assert any(line.startswith(f"{mark} {part}: ") and advice in line for line in lines), lines


def test_a_board_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--board", str(tmp_path / "board.toml")]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("tableside: board file ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("command", [["doctor", "--look"], ["run", "--port", "0", "--camera", "none"]], ids=" ".join)
def test_a_folder_of_voices_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    voices = tmp_path / "voices"
    assert main([*command, "--voices", str(voices), "--data", str(tmp_path)]) == 2
    said = f"tableside: there is no folder {voices}: --voices names where voices for piper lie\n"
    assert capsys.readouterr().err == said


def test_only_the_light_is_looked_at_and_its_advice_is_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.machine.aiming.AIM_S", 0.0)
    assert cv2.imwrite(str(tmp_path / "dark.png"), np.full((180, 320, 3), 20, np.uint8))
    assert main(["doctor", "--light", "--camera", f"photos:{tmp_path}"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Lay some cards on the table.")
    advice = "it is too dark: turn a lamp to the ceiling or a white wall"
    assert lines[1:] == [advice, f"✗ light: {advice}"]


def test_a_camera_without_a_name_is_the_first_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.machine.aiming.AIM_S", 0.0)
    monkeypatch.setattr("companion.machine.aiming.LOOK_S", 0.1)
    asked: list[str] = []

    def opened(spec: str, **_: object) -> Camera:
        asked.append(spec)
        return open_camera("usb:63")

    monkeypatch.setattr("hardware.probe.open_camera", opened)
    assert main(["doctor", "--camera"]) == 1
    assert asked == ["usb:0"]
    assert "✗ light: no picture comes; check both ends of the camera's cable" in capsys.readouterr().out


def test_a_camera_that_is_none_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--light", "--camera", "teapot"]) == 2
    assert capsys.readouterr().err.startswith("tableside: camera 'teapot' is unknown")


def test_a_running_table_holds_the_camera(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("companion.machine.checks.running_parts", lambda _: [])
    assert main(["doctor", "--light"]) == 2
    assert "sudo systemctl stop tableside" in capsys.readouterr().err
