"""One core is left to the hands."""

import sys
from collections.abc import Iterator

import cv2
import pytest

from hardware.quick import SWITCH_S, answer_quickly


@pytest.fixture
def as_before() -> Iterator[None]:
    interval_s, threads = sys.getswitchinterval(), cv2.getNumThreads()
    yield
    sys.setswitchinterval(interval_s)
    cv2.setNumThreads(threads)


@pytest.mark.usefixtures("as_before")
@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (4, 3)])
def test_one_core_is_left_to_the_hands(cores: int, threads: int) -> None:
    answer_quickly(cores)
    assert cv2.getNumThreads() == threads
    assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
