"""One core is left to the hands."""

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
