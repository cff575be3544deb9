"""One core is left to the hands."""

import os
import subprocess
import sys

import pytest

from hardware.quick import SWITCH_S

STARTED = """
import sys
from hardware.quick import answer_quickly
answer_quickly(int(sys.argv[1]))
assert "cv2" not in sys.modules  # which comes after the table answers
import cv2
print(cv2.getNumThreads(), sys.getswitchinterval())
"""


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (4, 3)])
def test_one_core_is_left_to_the_hands(cores: int, threads: int) -> None:
    """In a process of its own: it is for one that has not brought OpenCV along yet."""
    done = subprocess.run([sys.executable, "-c", STARTED, str(cores)], capture_output=True, text=True, check=True)
    there, interval_s = done.stdout.split()
    assert int(there) == threads
    assert float(interval_s) == pytest.approx(SWITCH_S)


MULTIPLIED = """
import os
from hardware.quick import answer_quickly
answer_quickly()
import numpy as np
one = np.ones((1000, 1000))
one @ one
print(len(os.listdir("/proc/self/task")))
"""


def test_numpy_multiplies_on_the_thread_that_asks_for_it() -> None:
    """In a process of its own, too, which does not know what this run says of it."""
    world = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", MULTIPLIED], capture_output=True, text=True, check=True, env=world)
    assert done.stdout.split() == ["1"]
