"""Devices, as the program asks for them: with `hardware`'s refusals as the sentences that everybody shows.

Beside `companion.app`, which owns the parts of a running table, this is the one module that knows `hardware`.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.hearing.recognising import RATE_HZ
from companion.referee.pacing import Warmth
from companion.sentences import joined
from hardware.board import SHIPPED_BOARD, load_board
from hardware.camera import NO_CAMERA, open_camera
from hardware.errors import HardwareError
from hardware.microphone import recorded
from hardware.pins import pi_model
from hardware.vitals import measured

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from companion.drawn.drawn_table import DrawnTable
    from hardware.board import CameraWiring
    from hardware.camera import Camera
    from hardware.panel import Panel
    from hardware.probe import Bench, Probes
    from hardware.screen import Screen


REAL_CAMERAS = ("pi", "usb")  # how the names of their sources begin


@contextmanager
def refused_plainly() -> Iterator[None]:
    """What `hardware` refuses within is bad input: whoever asked reads the same sentence."""
    try:
        yield
    except HardwareError as error:
        raise BadInput(error.sentence) from error


def camera_spec(asked: str, otherwise: str = "drawn") -> str:
    """The camera to open: the one asked for; for "auto" the Pi's where its library is, else `otherwise`."""
    if asked != "auto":
        return asked
    return "pi" if pi_model() and find_spec("picamera2") else otherwise


def camera_for(spec: str, drawn: DrawnTable | None, wiring: CameraWiring) -> Camera | None:
    """The camera of a spec, which looks at the `drawn` table where there is one; None where none is wanted. Raises
    HardwareError when it is none, or one that was asked for is not there."""
    if spec == NO_CAMERA:
        return None
    if drawn is None:
        return open_camera(spec, wiring=wiring)
    return open_camera(spec, draw=drawn.frame, changes=lambda: drawn.changes, wiring=wiring)


def open_eye(spec: str) -> Camera:
    """The camera alone, for showing cards to it: `spec` as `--camera` takes it; "auto" is the Pi's, else the first USB
    camera. Raises BadInput when it is none of these."""
    with refused_plainly():
        return open_camera(camera_spec(spec, "usb:0"), wiring=load_board(SHIPPED_BOARD).camera)


def probes(board: str | None = None) -> Probes:
    """The doctor's instruments for a board file (default: the shipped wiring). Raises BadInput when it is unusable."""
    from companion.vision.sharpness import sharpness
    from hardware.probe import Probes

    with refused_plainly():
        return Probes(sharpness, Path(board) if board else SHIPPED_BOARD)


def bench(instruments: Probes, camera: str | None) -> Bench:
    """The parts to be tried by hand, until it is closed. Raises BadInput when `camera` is no camera's spec."""
    with refused_plainly():
        return instruments.bench(camera)


def warmth() -> Warmth:
    """How warm the machine is now."""
    told_now = measured()
    celsius = told_now["temperature_c"]
    return Warmth(None if celsius is None else float(celsius), bool(told_now["slowed_down"]))


def recorded_now() -> NDArray[np.int16]:
    """What is said now. Raises BadInput where it cannot be heard."""
    with refused_plainly():
        return recorded(RATE_HZ)


def said_of(camera: Camera | None, screen: Screen, panel: Panel, pace: str | None) -> dict[str, dict[str, str]]:
    """Camera, screen and panel: kind (simulated, real, missing) and fault, if any; `pace` says how often the camera's
    pictures are looked at where that is seldom."""
    is_real = camera is not None and camera.source.name.startswith(REAL_CAMERAS)
    faults = [camera.fault] if camera and camera.fault else []
    named = camera.source.name if camera else "none"
    kind = "missing" if camera is None else _kind(is_real=is_real)
    return {
        "camera": {**_part(kind, named, faults), "pace": pace or ""},
        "screen": _part(_kind(is_real=screen.real), "OLED 128×64", screen.faults),
        "panel": _part(_kind(is_real=panel.real), "buttons and buzzer", panel.faults),
    }


def _kind(*, is_real: bool) -> str:
    return "real" if is_real else "simulated"


def _part(kind: str, what: str, faults: Sequence[str]) -> dict[str, str]:
    return {"kind": kind, "what": what, "fault": joined(" ", faults)}
