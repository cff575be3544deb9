"""Room for the hands: what keeps a press from waiting for the eyes."""

from __future__ import annotations

import os
import sys

SWITCH_S = 0.0005


def answer_quickly(cores: int | None = None) -> None:
    """Leave one core to buttons, buzzer and screen, and let threads take turns ten times as often as usual.

    To be called before OpenCV and NumPy are imported.

    OpenCV otherwise works on all cores at once while it reads, and an edge waits until one is free (measured with
    two cores: 99th percentile 27 ms, with one left free 1 ms). NumPy multiplies on all cores, too: what it has to
    multiply here is done sooner than it is handed out, and meanwhile the others do nothing with all their might
    (measured with two cores: a look takes as long as with one, and twice the processor's time).
    """
    sys.setswitchinterval(SWITCH_S)
    # They ask for it when they are brought along, which is after the table answers.
    os.environ["OPENCV_FOR_THREADS_NUM"] = str(max(1, (cores or os.cpu_count() or 2) - 1))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
