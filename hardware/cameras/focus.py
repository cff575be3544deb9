"""When the lens of a camera with autofocus may move: until it has found the table, and for a look now and then.

libcamera starts every camera with a lens of its own in manual mode, Camera Module 3 at one metre, and a table is nearer
than that. The controls and their numbers are those of libcamera (src/libcamera/control_ids_core.yaml), which picamera2
takes and gives as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTINUOUS = 2  # AfModeContinuous: scans at once, and anew by itself when the scene changes
HOLD, LET_GO = 0, 2  # AfPauseImmediate, AfPauseResume
FOCUSED = 2  # AfStateFocused

SECOND_NS = 1_000_000_000
REST_NS = 1 * SECOND_NS  # focused and at rest for so long is the table, and no hand on its way over it
REST_DIOPTRES = 0.1  # 5 cm at 70 cm: a hand lies 15 cm and more above
HELD_NS = 60 * SECOND_NS  # then the lens may look again: the camera may hang lower now, or it had found a hand


class Focus:
    """The lens of one camera from its start on, told about each picture it takes.

    Continuous autofocus finds the table. Once it has, the lens is held, or each hand over the cards would draw it away
    from them, and they would be read while it comes back.
    """

    def __init__(self, offered: Mapping[str, Any]) -> None:
        """`offered` are the controls the camera has, each with its smallest, largest and usual value."""
        self._moves = "AfMode" in offered and offered["AfMode"][1] >= CONTINUOUS
        self._can_hold = self._moves and "AfPause" in offered
        self._held_ns: int | None = None
        self._rest: tuple[int, float] | None = None  # since when, and where

    def start(self) -> dict[str, int]:
        """The controls to start the camera with; none for a lens that does not move."""
        return {"AfMode": CONTINUOUS} if self._moves else {}

    def note(self, metadata: Mapping[str, Any]) -> dict[str, int]:
        """Take note of what is told with a picture, and give the controls to set because of it."""
        taken_ns = metadata.get("SensorTimestamp")
        if not self._can_hold or taken_ns is None:
            return {}
        if self._held_ns is not None:
            if taken_ns - self._held_ns < HELD_NS:
                return {}
            self._held_ns = self._rest = None
            return {"AfPause": LET_GO}
        if not self._rests(taken_ns, metadata):
            return {}
        self._held_ns = taken_ns
        return {"AfPause": HOLD}

    def _rests(self, taken_ns: int, metadata: Mapping[str, Any]) -> bool:
        """Whether the lens is focused and has been where it is for long enough."""
        if metadata.get("AfState") != FOCUSED:
            self._rest = None
            return False
        position: float = metadata.get("LensPosition", 0.0)  # in dioptres, 1/m
        if self._rest is None or abs(position - self._rest[1]) > REST_DIOPTRES:
            self._rest = (taken_ns, position)
        return taken_ns - self._rest[0] >= REST_NS
