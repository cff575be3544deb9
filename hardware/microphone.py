"""The microphone: a moment of sound, recorded by arecord, a program of the system; and whether there is one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.sentences import told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RECORDER = "arecord"  # of alsa-utils
LISTENED_S = 3  # long enough for a line of a menu
LOOKED_S = 1  # long enough to see whether sound comes at all
LOOKED_HZ = 16_000
LATE_S = 5  # after which a device that was to give sound by then hangs
_LISTED = re.compile(r"^card \d+: .*?\[(.*?)\], device \d+:", re.MULTILINE)


def recorded(rate_hz: int, program: str = RECORDER, listened_s: int = LISTENED_S) -> NDArray[np.int16]:
    """What the microphone hears for `listened_s` seconds from now: mono, `rate_hz` samples a second.

    Raises HardwareError where there is none.
    """
    command = [program, "-q", "-t", "raw", "-f", "S16_LE", "-r", str(rate_hz), "-c", "1", "-d", str(listened_s)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=listened_s + LATE_S, check=False)
    except FileNotFoundError as error:
        raise HardwareError(
            told("the microphone: {program} is not installed; sudo apt-get install alsa-utils", program=program)
        ) from error
    except subprocess.TimeoutExpired as error:
        raise HardwareError(told("the microphone: {program} gave no sound in time", program=program)) from error
    except OSError as error:
        raise _unusable(program, error.strerror) from error
    if done.returncode or len(done.stdout) < 2:
        complaints = done.stderr.decode("utf-8", "replace").splitlines()
        raise _unusable(program, complaints[-1] if complaints else done.returncode)
    import numpy as np

    return np.frombuffer(done.stdout[: len(done.stdout) // 2 * 2], "<i2").astype(np.int16)


def _unusable(program: str, error: object) -> HardwareError:
    return HardwareError(
        told(
            "the microphone: {program} could not record ({error}); look for it with “arecord -l”",
            program=program,
            error=error,
        )
    )


def look_at_microphone(is_wanted: bool, program: str = RECORDER) -> Finding:
    """Which microphone there is, and whether sound comes from it; without one something is wrong only where it
    `is_wanted`. The value is the loudest sample of a second, from 0 to 32,768."""
    if shutil.which(program) is None:
        said = f"{program} is not installed, so nothing can be heard; sudo apt-get install alsa-utils"
        return Finding("microphone", "wrong" if is_wanted else "simulated", said)
    names = _microphones(program)
    if not names and not is_wanted:
        return Finding("microphone", "simulated", "there is none; only a table that hears (--hear) needs one")
    name = ", ".join(names) or "the system's microphone"
    try:
        sound = recorded(LOOKED_HZ, program, LOOKED_S).astype("int32")
    except HardwareError as error:
        return Finding("microphone", "wrong", error.sentence)
    if sound.min() == sound.max():
        said = f"{name} gives no sound at all; switch it on, and turn it up with “alsamixer” (F4)"
        return Finding("microphone", "wrong", said, 0)
    loudest = int(abs(sound).max())
    said = f"sound comes from {name}: in one second it was {loudest} of 32768 at its loudest"
    return Finding("microphone", "ok", said, loudest)


def _microphones(program: str) -> list[str]:
    """What the sound cards that can record call themselves, each once."""
    try:
        asked = subprocess.run(
            [program, "-l"], capture_output=True, timeout=LATE_S, check=False, env={**os.environ, "LC_ALL": "C"}
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return list(dict.fromkeys(_LISTED.findall(asked.stdout.decode("utf-8", "replace"))))
