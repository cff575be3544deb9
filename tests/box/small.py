"""The machine that QEMU has of a Pi 3: the installed disk in it, with its own device tree, as far as it comes up."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.box import parts
from tests.box.installing import newest_disk
from tests.box.looking import doctor
from tests.box.machine import BoxError, Machine, overlay
from tests.box.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page


def small_board(folder: Path, page: Page) -> None:
    """Power on: the table answers, and what the doctor says of a board whose parts QEMU has not."""
    disk = overlay(newest_disk(folder), folder / "small.qcow2")
    with page.step("QEMU's raspi3b: the service") as step, Machine(folder, disk, "raspi3b") as machine:
        began_s, table = time.monotonic(), Table(machine.table)
        if not table.wait(machine.patience()):
            raise BoxError(f"the table does not answer; see {machine.console}")
        took_s = time.monotonic() - began_s
        machine.wait()
        step.say(f"the table answers {took_s:.0f} s after power-on by the host's clock; {parts.started(machine)}")
        step.say(machine.sh("tr -d '\\0' </proc/device-tree/model; echo; uname -r; free -m | sed -n 2p"))
        for part in doctor(machine).values():
            step.say(f"{part['part']}: {part['state']}: {part['said']}")
        table.enter()
        if table.view()["match"] is None:
            table.begin()
        step.say(f"a card is placed: event {table.place('Z')}")
