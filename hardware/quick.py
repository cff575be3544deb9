"""Room for the hands: what keeps a press from waiting for the eyes."""

from __future__ import annotations

import os
import sys

SWITCH_S = 0.0005


def answer_quickly(cores: int | None = None) -> None:
    """Leave one core to buttons, buzzer and screen, and let threads take turns ten times as often as usual.

    To be called before OpenCV is imported.

    OpenCV otherwise works on all cores at once while it reads, and an edge waits until one is free (measured with
    two cores: 99th percentile 27 ms, with one left free 1 ms).
    """
    sys.setswitchinterval(SWITCH_S)
    # OpenCV asks for it when it is brought along, which is after the table answers.
    os.environ["OPENCV_FOR_THREADS_NUM"] = str(max(1, (cores or os.cpu_count() or 2) - 1))
