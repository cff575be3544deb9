"""What comes up by itself at power-on, and whether every part does what the table wants of it."""

from __future__ import annotations

import io
import json
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from hardware.board import load_board
from tests.box import parts
from tests.box.installing import newest_disk
from tests.box.machine import BoxError, Machine, overlay
from tests.box.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.box.page import Page

PAGE_S = 700
SECOND_S = 1.0
PATIENCE_S = 40  # by the machine's own clock
COLOURS = 1000  # the page without its letters has a hundred
ARROW_PX, BLACK = 24, 10  # the page's ink is a dark blue
# Of each process of the kiosk: effective capabilities, no new privileges, system call filter, user namespace, command.
PROCESSES = r"""for process in $(pgrep -u tableside-kiosk -f '/cage|/chromium/'); do
    echo $(sed -nE 's/^(CapEff|NoNewPrivs|Seccomp):\s*//p' /proc/$process/status) $(readlink /proc/$process/ns/user) \
        $(tr '\0' ' ' </proc/$process/cmdline)
done"""


def power_on(folder: Path, page: Page) -> None:
    """What comes up by itself, how it is confined, what the kiosk shows, and how the parts do."""
    disk = overlay(newest_disk(folder), folder / "running.qcow2")
    with Machine(folder, disk) as machine:
        with page.step("Power on: the service") as step:
            began_s = time.monotonic()
            table = Table(machine.table)
            if not table.wait(machine.patience()):
                raise BoxError(
                    f"the table does not answer: {machine.sh('systemctl status tableside --lines 20', check=False)}"
                )
            took_s = time.monotonic() - began_s
            machine.wait()
            step.say(f"the table answers {took_s:.0f} s after power-on by the host's clock; {parts.started(machine)}")
            for service in ("tableside", "tableside-kiosk"):
                step.say(machine.sh(f"systemd-analyze security --no-pager {service} | tail -n 1"))
            failed = machine.sh("systemctl --failed --no-legend --plain")
            if failed:
                raise BoxError(f"units that failed: {failed}")
        if step.fault:
            return
        kiosk_shows(machine, page, "Power on: the kiosk", "kiosk.png")
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
        if pointed(picture):
            raise BoxError("an arrow stands in the middle of the screen, where nothing points")
        restarts = machine.sh("systemctl show --value --property=NRestarts tableside-kiosk")
        step.say(f"the kiosk was started again {restarts} times")
        step.say(confined(machine))


def pointed(picture: Path) -> bool:
    """Whether a pointer stands in the middle of a screen: it is black, and nothing of the page is there."""
    with Image.open(picture) as shot:
        middle_x, middle_y = shot.width // 2, shot.height // 2
        middle = shot.convert("L").crop(
            (middle_x - ARROW_PX, middle_y - ARROW_PX, middle_x + ARROW_PX, middle_y + ARROW_PX)
        )
    return bool(np.asarray(middle).min() < BLACK)


def confined(machine: Machine) -> str:
    """How the kiosk's processes are confined. Raises BoxError where one has a capability or unfiltered calls."""
    return sandboxed(machine.sh(PROCESSES).splitlines(), machine.sh("readlink /proc/1/ns/user"))


def sandboxed(processes: list[str], machines: str) -> str:
    """How processes are confined, of each a line as PROCESSES has it; `machines` is the machine's own user namespace.

    A capability in a namespace of its own, as Chromium's zygote has it to make its renderers', is none over the
    machine. Raises BoxError.
    """
    own = 0
    for line in processes:
        capabilities, privileges, seccomp, namespace = line.split()[:4]
        if (privileges, seccomp) != ("1", "2") or (int(capabilities, 16) and namespace == machines):
            raise BoxError(f"a process of the kiosk is not confined: {line}")
        own += namespace != machines
    renderers = sum("--type=renderer" in line for line in processes)
    if not renderers:
        raise BoxError(f"none of the kiosk's processes is a renderer: {processes}")
    return (
        f"{len(processes)} processes, {renderers} of them renderers, {own} in user namespaces of their own: "
        "no capability over the machine, system calls filtered"
    )


def doctor(machine: Machine) -> dict[str, dict[str, Any]]:
    """What the doctor says of each part."""
    said = machine.sh("cd / && sudo -u tableside tableside doctor --look --json --data /var/lib/tableside", check=False)
    return {part["part"]: part for part in json.loads(said[said.index("[") :])}


def until(what: str, machine: Machine, true: Callable[[], bool], patience_s: float = PATIENCE_S) -> float:
    """Wait for something. Returns how many of the machine's own seconds it took; BoxError when it does not come."""
    began_s = now_s = machine.own_s()
    while not true():
        if now_s - began_s > patience_s:
            raise BoxError(f"not within {patience_s:.0f} s: {what}")
        time.sleep(SECOND_S / 4)
        now_s = machine.own_s()
    return now_s - began_s


def parts_work(machine: Machine, page: Page) -> None:
    """Buttons, OLED and camera of the running service."""
    board = load_board()
    table = Table(machine.table)
    with page.step("The parts, as the doctor finds them") as step:
        table.enter()
        for part in doctor(machine).values():
            step.say(f"{part['part']}: {part['state']}: {part['said']}")
    with page.step("The OLED, from the bytes on its wires") as step:
        until("the OLED shows what the table wants", machine, lambda: same_as_wanted(machine, table))
        parts.drawn(parts.glass(machine)).resize((512, 256)).save(page.picture(step, "oled.png"))
        step.say("point by point what the table says it shows")
    with page.step("Buttons, through the kernel") as step:
        for name in ("select", "down"):
            took_s = press_heard(machine, board.buttons[name])
            parts.drawn(parts.glass(machine)).resize((512, 256)).save(page.picture(step, f"oled-{name}.png"))
            step.say(f"{name}: the OLED shows something else {took_s:.1f} s later")
    with page.step("The camera, a V4L2 device") as step:
        until("a picture of the camera", machine, lambda: camera_picture(table) is not None)
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
            took_s = until(f"a notice that {part} is gone", machine, partial(notices_are_not, table, well))
            said = [notice["text"] for notice in table.view()["notices"] if notice not in well]
            step.say(f"{part} out, said {took_s:.0f} s later: {'; '.join(said)}")
            parts.plug(machine, part, there=True)
            took_s = until(f"{part} is back", machine, partial(notices_are, table, well))
            step.say(f"{part} back, {took_s:.0f} s later nothing is said of it any more")
        until("the OLED shows what the table wants", machine, lambda: same_as_wanted(machine, table))
        press_heard(machine, load_board().buttons["select"])
        step.say("and presses are heard again")


def press_heard(machine: Machine, line: int) -> float:
    """Press a button, and wait until the OLED shows something else. Returns how many seconds that took."""
    shown = parts.drawn(parts.glass(machine)).tobytes()

    def changed() -> bool:
        return parts.drawn(parts.glass(machine)).tobytes() != shown

    parts.press(machine, line)
    return until(f"the OLED changes after line {line}", machine, changed)


def notices_are(table: Table, expected: list[Any]) -> bool:
    """Whether the displays say just this."""
    return bool(table.view()["notices"] == expected)


def notices_are_not(table: Table, old: list[Any]) -> bool:
    """Whether the displays say something else."""
    return not notices_are(table, old)
