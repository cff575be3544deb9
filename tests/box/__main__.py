"""`python -m tests.box FOLDER RESULTS [STEP...]`: everything tests/box/run looks at, and the page of what came out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from hardware.board import load_board
from tests.box import parts
from tests.box.machine import BoxError, Machine, overlay
from tests.box.page import Page
from tests.box.power import cuts
from tests.box.table import PIN, Table

if TYPE_CHECKING:
    from collections.abc import Callable


AS_GUEST = "su --login guest --command 'cd tableside && {}'"
INSTALL_S = 3600
PAGE_S = 600
SECOND_S = 1.0
PATIENCE_S = 90
COLOURS = 100  # a page that has nothing on it has fewer
# Of each process of the kiosk: effective capabilities, no new privileges, system call filter, and its command.
PROCESSES = r"""for process in $(pgrep -u tableside-kiosk); do
    echo $(sed -nE 's/^(CapEff|NoNewPrivs|Seccomp):\s*//p' /proc/$process/status) $(tr '\0' ' ' </proc/$process/cmdline)
done"""
OPTIONS = f"TABLESIDE_OPTIONS=--pin {PIN} --camera usb:0"


def main() -> int:
    """Run the steps. Returns 1 when one of them failed."""
    folder, results = Path(sys.argv[1]), Path(sys.argv[2])
    results.mkdir(parents=True, exist_ok=True)
    newest = git("rev-parse", "--short", "HEAD")
    page = Page(results, f"Tableside {newest}, Debian 13 for arm64 in QEMU's machine `virt`, {time.strftime('%F')}")
    steps = sys.argv[3:] or list(STEPS)
    for name in steps:
        STEPS[name](folder, page)
    print(f"The page is {results / 'index.html'}")
    for title in page.failed:
        print(f"FAILED: {title}")
    return 1 if page.failed else 0


def git(*words: str) -> str:
    """What git says of the checkout."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()


def install(folder: Path, page: Page) -> None:
    """The previous version, as a newcomer does it; kept as installed.qcow2."""
    with page.step("make install of the previous version") as step:
        previous = os.environ.get("PREVIOUS") or git("rev-list", "--max-count=1", "--skip=100", "HEAD")
        disk = overlay(folder / "base.img", folder / "installing.qcow2")
        with Machine(folder, disk) as machine:
            step.say(f"up and reachable {machine.wait():.0f} s after power-on")
            bundle = folder / "tableside.bundle"
            git("bundle", "create", "--quiet", str(bundle), "HEAD")
            machine.write("/home/guest/tableside.bundle", bundle.read_bytes())
            machine.sh("su --login guest --command 'git clone --quiet tableside.bundle tableside'")
            machine.sh(AS_GUEST.format(f"git checkout --quiet {previous}"))
            step.say(f"{installed(machine)} (of {previous[:7]})")
            machine.sh(f"sed -i 's/^TABLESIDE_OPTIONS=.*/{OPTIONS}/' /etc/default/tableside && sync")
        disk.rename(folder / "installed.qcow2")


def installed(machine: Machine) -> str:
    """Install what is checked out; how long that took, and the last thing it said."""
    began_s = time.monotonic()
    said = machine.sh(AS_GUEST.format("make install KIOSK=yes 2>&1"), timeout_s=INSTALL_S)
    return f"make install took {time.monotonic() - began_s:.0f} s; {said.splitlines()[-1]}"


def power_on(folder: Path, page: Page) -> None:
    """What comes up by itself, how it is confined, and what the kiosk shows."""
    disk = overlay(folder / "installed.qcow2", folder / "running.qcow2")
    with Machine(folder, disk) as machine:
        with page.step("Power on: the service") as step:
            began_s = time.monotonic()
            table = Table(machine.table)
            if not table.wait():
                raise BoxError(
                    f"the table does not answer: {machine.sh('systemctl status tableside --lines 20', check=False)}"
                )
            step.say(f"the table answers {time.monotonic() - began_s:.0f} s after power-on")
            machine.wait()
            for service in ("tableside", "tableside-kiosk"):
                step.say(machine.sh(f"systemd-analyze security --no-pager {service} | tail -n 1"))
            failed = machine.sh("systemctl --failed --no-legend --plain")
            if failed:
                raise BoxError(f"units that failed: {failed}")
        kiosk_shows(machine, page, "Power on: the kiosk", "kiosk.png")
        update(machine, page)
        parts_work(machine, page)
        pulled(machine, page)


def kiosk_shows(machine: Machine, page: Page, title: str, name: str) -> None:
    """Whether a page stands on the screen, by its pixels."""
    with page.step(title) as step:
        picture, began_s, colours = page.picture(step, name), time.monotonic(), 0
        try:
            while colours < COLOURS:
                if time.monotonic() - began_s > PAGE_S:
                    said = machine.sh("journalctl --no-pager -b -u tableside-kiosk -n 40", check=False)
                    raise BoxError(f"the screen has {colours} colours after {PAGE_S} s; the kiosk said: {said}")
                time.sleep(SECOND_S)
                machine.shoot(picture)
                with Image.open(picture) as shot:
                    colours = len(shot.convert("RGB").getcolors(1 << 24) or ())
        finally:
            step.say(f"{colours} colours on the screen, {time.monotonic() - began_s:.0f} s after the step before")
        restarts = machine.sh("systemctl show --value --property=NRestarts tableside-kiosk")
        step.say(f"the kiosk was started again {restarts} times")
        step.say(confined(machine))


def confined(machine: Machine) -> str:
    """How the kiosk's processes are confined. Raises BoxError where one has a capability or unfiltered calls."""
    processes = machine.sh(PROCESSES).splitlines()
    for line in processes:
        capabilities, privileges, seccomp = line.split()[:3]
        if (int(capabilities, 16), privileges, seccomp) != (0, "1", "2"):
            raise BoxError(f"a process of the kiosk is not confined: {line}")
    renderers = sum("--type=renderer" in line for line in processes)
    if not renderers:
        raise BoxError(f"none of the kiosk's processes is a renderer: {processes}")
    return f"{len(processes)} processes, {renderers} of them renderers: no capability, system calls filtered"


def update(machine: Machine, page: Page) -> None:
    """From the previous version to this one, in the middle of a match."""
    with page.step("Update in the middle of a match") as step:
        table = Table(machine.table)
        table.enter()
        table.begin()
        for card in "ZOO":
            table.place(card)
        before = standing(table)
        newest = git("rev-parse", "HEAD")
        machine.sh(AS_GUEST.format(f"git checkout --quiet {newest}"))
        step.say(f"{installed(machine)} (of {newest[:7]})")
        if not table.wait():
            raise BoxError("the table does not answer after the update")
        if standing(table) != before:
            raise BoxError(f"the match is another after the update: {before} and {standing(table)}")
        step.say("the match stands where it stood")


def standing(table: Table) -> Any:
    """The match on the table, without what may differ after a restart."""
    view = table.view()
    return {name: view[name] for name in ("match_id", "board", "rulings")}


def doctor(machine: Machine) -> dict[str, dict[str, Any]]:
    """What the doctor says of each part."""
    said = machine.sh("cd / && sudo -u tableside tableside doctor --look --json --data /var/lib/tableside", check=False)
    return {part["part"]: part for part in json.loads(said[said.index("[") :])}


def until(what: str, true: Callable[[], bool], patience_s: float = PATIENCE_S) -> float:
    """Wait for something. Returns how many seconds it took; raises BoxError when it does not come."""
    began_s = time.monotonic()
    while not true():
        if time.monotonic() - began_s > patience_s:
            raise BoxError(f"not within {patience_s:.0f} s: {what}")
        time.sleep(SECOND_S / 4)
    return time.monotonic() - began_s


def parts_work(machine: Machine, page: Page) -> None:
    """Buttons, OLED and camera of the running service."""
    board = load_board()
    table = Table(machine.table)
    with page.step("The parts, as the doctor finds them") as step:
        table.enter()
        for part in doctor(machine).values():
            step.say(f"{part['part']}: {part['state']}: {part['said']}")
    with page.step("The OLED, from the bytes on its wires") as step:
        until("the OLED shows what the table wants", lambda: same_as_wanted(machine, table))
        parts.drawn(parts.glass(machine)).resize((512, 256)).save(page.picture(step, "oled.png"))
        step.say("point by point what the table says it shows")
    with page.step("Buttons, through the kernel") as step:
        for name in ("select", "challenge"):
            took_s = press_heard(machine, board.buttons[name])
            parts.drawn(parts.glass(machine)).resize((512, 256)).save(page.picture(step, f"oled-{name}.png"))
            step.say(f"{name}: the OLED shows something else {took_s:.1f} s later")
    with page.step("The camera, a V4L2 device") as step:
        until("a picture of the camera", lambda: camera_picture(table) is not None)
        shot = camera_picture(table)
        assert shot is not None
        shot.save(page.picture(step, "camera.png"))
        step.say(f"{shot.width} × {shot.height} points, {len(np.unique(np.asarray(shot.convert('L'))))} shades of grey")


def same_as_wanted(machine: Machine, table: Table) -> bool:
    """Whether the OLED's points are those of the table's own picture of it."""
    with Image.open(io.BytesIO(table.get("/screen.png"))) as wanted:
        fitted = wanted.convert("L").resize(parts.SIZE, Image.Resampling.NEAREST)
    lit = np.asarray(fitted) > 127
    return bool((lit == np.asarray(parts.drawn(parts.glass(machine)))).all())


def camera_picture(table: Table) -> Image.Image | None:
    """The newest frame, or None while there is none."""
    try:
        return Image.open(io.BytesIO(table.get("/camera.jpg")))
    except OSError:
        return None


def pulled(machine: Machine, page: Page) -> None:
    """Each part out and back in."""
    table = Table(machine.table)
    with page.step("Each part pulled out and put back") as step:
        table.enter()
        for part in ("oled", "camera", "buttons"):
            well = table.view()["notices"]
            parts.plug(machine, part, there=False)
            took_s = until(f"a notice that {part} is gone", partial(notices_are_not, table, well))
            step.say(f"{part} out, said {took_s:.0f} s later: {[n for n in table.view()['notices'] if n not in well]}")
            parts.plug(machine, part, there=True)
            took_s = until(f"{part} is back", partial(notices_are, table, well))
            step.say(f"{part} back, {took_s:.0f} s later nothing is said of it any more")
        until("the OLED shows what the table wants", lambda: same_as_wanted(machine, table))
        press_heard(machine, load_board().buttons["select"])
        step.say("and presses are heard again")


def press_heard(machine: Machine, line: int) -> float:
    """Press a button, and wait until the OLED shows something else. Returns how many seconds that took."""
    shown = parts.drawn(parts.glass(machine)).tobytes()
    parts.press(machine, line)
    return until(f"the OLED changes after line {line}", lambda: parts.drawn(parts.glass(machine)).tobytes() != shown)


def notices_are(table: Table, expected: list[Any]) -> bool:
    """Whether the displays say just this."""
    return bool(table.view()["notices"] == expected)


def notices_are_not(table: Table, old: list[Any]) -> bool:
    """Whether the displays say something else."""
    return not notices_are(table, old)


STEPS: dict[str, Callable[[Path, Page], None]] = {"install": install, "power-on": power_on, "cuts": cuts}

if __name__ == "__main__":
    sys.exit(main())
