"""How the machine itself is: its temperature, whether it is throttled, whether its power supply keeps up.

Temperature comes from the kernel's thermal zone (Documentation/driver-api/thermal/sysfs-api.rst, millidegrees). What
the Pi's firmware complains of is one word of flags (Raspberry Pi documentation, "vcgencmd get_throttled"): bits 0–3
are now, bits 16–19 at some time since it was switched on. The kernel has it in a file; else `vcgencmd` is asked.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPERATURE_FILE = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED_FILE = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
POWER_SUPPLIES = Path("/sys/class/power_supply")  # Documentation/ABI/testing/sysfs-class-power
HOT_C = 80.0  # from here on a Pi slows itself down (Raspberry Pi documentation, "Frequency management")
ASK_S = 5.0

UNDER_VOLTAGE, CAPPED, THROTTLED, SOFT_LIMIT = 0x1, 0x2, 0x4, 0x8
SLOWED = CAPPED | THROTTLED | SOFT_LIMIT
EVER = 16  # how far the flags of "at some time" stand to the left of those of "now"


def look_at_temperature(file: Path = TEMPERATURE_FILE) -> Finding:
    """How warm the processor is, in °C."""
    try:
        celsius = int(file.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return Finding("temperature", "simulated", "this machine does not tell its temperature")
    if celsius >= HOT_C:
        said = f"{celsius:.0f} °C is so hot that a Pi slows down; give it air, or a heat sink"
        return Finding("temperature", "wrong", said, celsius)
    return Finding("temperature", "ok", f"{celsius:.0f} °C", celsius)


def look_at_battery(folder: Path = POWER_SUPPLIES) -> Finding:
    """How full the battery is, in percent; the first one where there are several."""
    for supply in sorted(folder.glob("*")):
        try:
            if (supply / "type").read_text(encoding="ascii").strip() == "Battery":
                percent = int((supply / "capacity").read_text(encoding="ascii"))
                return Finding("battery", "ok", f"the battery is {percent} % full", percent)
        except (OSError, ValueError):
            continue  # a supply without these words is no battery that can tell
    return Finding("battery", "simulated", "this machine has no battery that tells how full it is")


def look_at_throttling(flags: int | None) -> Finding:
    """Whether the processor was slowed down, from the firmware's flags (None: there is no such firmware)."""
    if flags is None:
        return Finding("throttling", "simulated", "this machine does not tell whether it is slowed down")
    value = f"0x{flags:x}"
    if flags & SLOWED:
        said = "the processor is slowed down now; give it air and the power supply made for this Pi"
        return Finding("throttling", "wrong", said, value)
    if flags & SLOWED << EVER:
        said = "the processor was slowed down at times; give it air and the power supply made for this Pi"
        return Finding("throttling", "wrong", said, value)
    return Finding("throttling", "ok", "the processor was never slowed down", value)


def look_at_power(flags: int | None) -> Iterator[Finding]:
    """Whether the power supply keeps up, from the firmware's flags; nothing where there are none."""
    if flags is None:
        return
    if flags & UNDER_VOLTAGE:
        yield Finding("power", "wrong", "the voltage is too low now; use the power supply made for this Pi")
    elif flags & UNDER_VOLTAGE << EVER:
        yield Finding("power", "wrong", "the voltage was too low at times; use the power supply made for this Pi")
    else:
        yield Finding("power", "ok", "the voltage is and was high enough")


def measured() -> dict[str, float | bool | None]:
    """What this machine tells of itself: temperature in whole °C, battery in percent, whether it is slowed down; None
    for what it does not tell."""
    celsius, percent, flags = look_at_temperature().value, look_at_battery().value, throttled_flags()
    return {
        "temperature_c": round(celsius) if isinstance(celsius, float) else None,
        "battery_percent": percent if isinstance(percent, int) else None,
        "slowed_down": None if flags is None else bool(flags & SLOWED),
    }


def throttled_flags(file: Path = THROTTLED_FILE, command: str = "vcgencmd") -> int | None:
    """The firmware's flags, from the kernel's file or else from `vcgencmd`; None on machines without such firmware."""
    try:
        return int(file.read_text(encoding="ascii"), 16)
    except (OSError, ValueError):
        return _asked(command)


def _asked(command: str) -> int | None:
    if shutil.which(command) is None:
        return None
    try:
        said = subprocess.run([command, "get_throttled"], capture_output=True, text=True, check=True, timeout=ASK_S)
        return int(said.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
