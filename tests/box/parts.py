"""The parts of the box, from where a hand would be: fingers on lines of gpio-sim, and the plugs of OLED and camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from tests.hardware.glass import Glass

if TYPE_CHECKING:
    from tests.box.machine import Machine

LINES = "/sys/devices/platform/lines/gpiochip*"
WRITTEN = "/sys/kernel/debug/oled_bus/written"
FINGER_S = 0.3
SIZE = (128, 64)


def press(machine: Machine, line: int) -> None:
    """A finger on a button: its line is pulled to ground for a moment."""
    pull = f"{LINES}/sim_gpio{line}/pull"
    machine.sh(f"echo pull-down >$(echo {pull}); sleep {FINGER_S}; echo pull-up >$(echo {pull})")


def level(machine: Machine, line: int) -> str:
    """What a meter would show on a line."""
    return machine.sh(f"cat {LINES}/sim_gpio{line}/value")


def plug(machine: Machine, part: str, *, there: bool) -> None:
    """Pull a part out, or put it back."""
    if part == "oled":
        machine.sh(f"echo {'Y' if there else 'N'} >/sys/module/bus/parameters/present")
        return
    driver, device = {"buttons": ("gpio-sim", "lines"), "camera": ("vivid", "vivid.0")}[part]
    machine.sh(f"echo {device} >/sys/bus/platform/drivers/{driver}/{'bind' if there else 'unbind'}")


def glass(machine: Machine) -> Glass:
    """An OLED that was told all that went over the wires so far."""
    heard = Glass()
    heard.hear(machine.read(WRITTEN))
    return heard


def drawn(heard: Glass) -> Image.Image:
    """The picture on it."""
    picture = Image.new("1", SIZE)
    for place in heard.picture():
        picture.putpixel(place, 1)
    return picture


def started(machine: Machine) -> str:
    """How long the kernel and everything it started took, as systemd counts by the machine's own clock."""
    return machine.sh("systemd-analyze --no-pager time | head -n 1", check=False)
