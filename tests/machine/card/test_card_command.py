"""What a card's units call is there, and says in one sentence why it cannot be done elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from companion.machine.card import boot_partition, card_command, updating
from companion.machine.card.slots import Running
from tests.machine.card import IMAGE

if TYPE_CHECKING:
    from pathlib import Path

UNITS = sorted((IMAGE.parents[1] / "systemd/card").iterdir())
CALL = re.compile(r"/opt/tableside/venv/bin/python -I -m (\S+) (\S+)")


def test_the_units_and_the_command_on_the_card_call_what_there_is() -> None:
    calls = [call for file in [*UNITS, IMAGE / "root/tableside-update"] for call in CALL.findall(file.read_text())]
    assert {module for module, _ in calls} == {card_command.__name__}
    assert {deed for _, deed in calls} == {"start", "keep", "given-up", "update"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_systemd_understands_each_line(unit: Path) -> None:
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert not re.findall(rf"{unit.name}:\d+: .*", done.stderr)


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The status and what was said, of a command line."""
    monkeypatch.setattr(sys, "argv", ["tableside-update", *words])
    status = card_command.main()
    said = capsys.readouterr()
    return status, said.out + said.err


@pytest.mark.parametrize("deed", ["keep", "given-up", "update"])
def test_elsewhere_than_on_a_card_it_says_so(
    deed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cmdline = tmp_path / "cmdline"
    cmdline.write_text("root=/dev/sda1", encoding="ascii")
    monkeypatch.setattr(updating, "this_slot", lambda: updating.slot_of(boot_partition.running(cmdline)))
    status, said = told(monkeypatch, capsys, deed, *(["x.slot.xz"] if deed == "update" else []))
    assert status == 2
    assert "tableside: " in said


@pytest.mark.parametrize(("running", "status"), [(Running("a", False), 1), (Running("b", True), 0)])
def test_a_version_is_given_up_only_while_it_is_tried(
    running: Running, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(updating, "this_slot", lambda: running)
    assert told(monkeypatch, capsys, "given-up") == (status, "")
