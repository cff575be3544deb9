"""`tableside doctor` on a machine without a Pi."""

import json
from pathlib import Path

import pytest

from companion.cli import main

EVERYTHING = {
    "version", "service", "machine", "temperature", "throttling", "disk", "journal", "buttons", "screen", "camera",
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


def test_the_findings_as_json_and_the_status_of_something_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--camera", "photos:/nowhere"]) == 1
    found = {one["part"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["camera"]["state"] == "wrong"
    assert "/nowhere cannot be read" in found["camera"]["said"]
    assert found["buttons"]["state"] == "simulated"
    assert set(found) - {"power"} == EVERYTHING
    assert {tuple(one) for one in found.values()} == {("part", "state", "said", "value")}


def test_a_board_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--board", str(tmp_path / "board.toml")]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("tableside: board file ")
    assert errors.count("\n") == 1
