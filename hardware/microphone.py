"""The microphone: a moment of sound, recorded by arecord, a program of the system."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import numpy as np

from hardware.errors import HardwareError
from hardware.sentences import told

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECORDER = "arecord"  # of alsa-utils
LISTENED_S = 3  # long enough for a line of a menu
LATE_S = 5  # after which a device that was to give sound by then hangs


def recorded(rate_hz: int, program: str = RECORDER) -> NDArray[np.int16]:
    """What the microphone hears for `LISTENED_S` seconds from now: mono, `rate_hz` samples a second.

    Raises HardwareError where there is none.
    """
    command = [program, "-q", "-t", "raw", "-f", "S16_LE", "-r", str(rate_hz), "-c", "1", "-d", str(LISTENED_S)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=LISTENED_S + LATE_S, check=False)
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
    return np.frombuffer(done.stdout[: len(done.stdout) // 2 * 2], "<i2").astype(np.int16)


def _unusable(program: str, error: object) -> HardwareError:
    return HardwareError(
        told(
            "the microphone: {program} could not record ({error}); look for it with “arecord -l”",
            program=program,
            error=error,
        )
    )
