"""`tableside doctor` on a machine without a Pi."""

import json
from pathlib import Path

import pytest

from companion.cli import main


@pytest.fixture(autouse=True)
def laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("hardware.probe.has_bus", lambda _: False)
    monkeypatch.setattr("hardware.probe.pi_model", lambda: None)


def test_the_findings_are_printed_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--look"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("· machine: ")
    assert any(line.startswith("· camera: no camera was asked for") for line in lines)


def test_the_findings_as_json_and_the_status_of_something_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--camera", "photos:/nowhere"]) == 1
    found = {one["part"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["camera"]["state"] == "wrong"
    assert "/nowhere cannot be read" in found["camera"]["said"]
    assert found["panel"]["state"] == "simulated"


def test_a_board_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--board", str(tmp_path / "board.toml")]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("tableside: board file ")
    assert errors.count("\n") == 1
