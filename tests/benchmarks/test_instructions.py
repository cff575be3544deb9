"""What the plugin counted is put beside what the program said it was doing."""

import pytest

from benchmarks.instructions import RATINGS, Counted, counted, seconds

SAID = """between -1 0 1 imports
some other line
between 1 2 5 a ruling (of two)
"""
SIGNS = """instructions 0 1000
a warning of somebody's
instructions 1 1500
instructions 2 2500
"""


def test_work_is_what_lies_between_its_signs_for_each_time_it_was_done() -> None:
    assert counted(SAID, SIGNS) == [Counted("imports", 1000), Counted("a ruling (of two)", 200)]


def test_a_sign_that_was_not_heard_is_no_zero() -> None:
    with pytest.raises(KeyError):
        counted(SAID, "instructions 0 1000\n")


def test_a_pi_takes_what_its_rating_says() -> None:
    assert seconds(1_769_000_000, RATINGS["Pi 4"]) == pytest.approx(1.0)
    assert sorted(RATINGS, key=RATINGS.__getitem__) == ["Pi Zero 2 W", "Pi 3", "Pi 4", "Pi 5"]
