"""`make install` in the box: the previous version by a newcomer, and this one over it in the middle of a match."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING, Any

from tests.box.machine import BoxError, Machine, overlay
from tests.box.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page

AS_GUEST = "su --login guest --command 'cd tableside && {}'"
INSTALL_S = 3600
FETCHED = "/home/guest/tableside.bundle"


def git(*words: str) -> str:
    """What git says of the checkout."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()


def install(folder: Path, page: Page) -> None:
    """As a newcomer does it, on the bare system."""
    with page.step("make install on the bare system") as step:
        newest = git("rev-parse", "HEAD")
        disk = overlay(folder / "base.img", folder / "installing.qcow2")
        with Machine(folder, disk) as machine:
            step.say(f"up and reachable {machine.wait():.0f} s after power-on")
            fetch(machine, folder)
            machine.sh("su --login guest --command 'git clone --quiet tableside.bundle tableside'")
            machine.sh(AS_GUEST.format(f"git checkout --quiet {newest}"))
            step.say(f"{installed(machine)} (of {newest[:7]})")


def fetch(machine: Machine, folder: Path) -> None:
    """Bring this checkout's commits into the box, which has no network."""
    bundle = folder / "tableside.bundle"
    git("bundle", "create", "--quiet", str(bundle), "HEAD")
    machine.write(FETCHED, bundle.read_bytes())


def installed(machine: Machine) -> str:
    """Install what is checked out; how long that took, by both clocks, and the last thing it said."""
    began_s, own_s = time.monotonic(), machine.own_s()
    said = machine.sh(AS_GUEST.format("make install KIOSK=yes 2>&1"), timeout_s=INSTALL_S)
    took = f"{machine.own_s() - own_s:.0f} s by its own clock, {time.monotonic() - began_s:.0f} s by the host's"
    return f"make install took {took}; {said.splitlines()[-1]}"


def update(folder: Path, page: Page) -> None:
    """From the previous version to this one, in the middle of a match; kept as updated.qcow2."""
    with page.step("Update in the middle of a match") as step:
        disk = overlay(folder / "previous.img", folder / "updating.qcow2")
        newest = git("rev-parse", "HEAD")
        with Machine(folder, disk) as machine:
            table = Table(machine.table)
            if not table.wait(machine.patience()):
                raise BoxError("the table does not answer after power-on")
            machine.wait()
            table.enter()
            table.begin()
            for card in "ZOO":
                table.place(card)
            before = standing(table)
            fetch(machine, folder)
            machine.sh(AS_GUEST.format(f"git fetch --quiet origin HEAD && git checkout --quiet {newest}"))
            step.say(f"{installed(machine)} (of {newest[:7]})")
            if not table.wait(machine.patience()):
                raise BoxError("the table does not answer after the update")
            if standing(table) != before:
                raise BoxError(f"the match is another after the update: {before} and {standing(table)}")
            step.say("the match stands where it stood")
        disk.rename(folder / "updated.qcow2")


def standing(table: Table) -> Any:
    """The match on the table, without what may differ after a restart."""
    view = table.view()
    return {name: view[name] for name in ("match_id", "board", "rulings")}


def newest_disk(folder: Path) -> Path:
    """The disk with this version."""
    return folder / "newest.img"
