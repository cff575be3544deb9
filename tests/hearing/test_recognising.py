"""What is no word at all is known by its loudness alone: silence, and talk that goes on around what was understood."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.hearing.recognising import FRAMES_HZ, RATE_HZ, is_all_that_was_said, is_heard

WHOLE_S = 3.0


def sound(*loud_s: tuple[float, float], level: float = 2000.0, zero: float = 0.0) -> NDArray[np.int16]:
    """A quiet room in which it is loud from one second to another, by a microphone whose zero is `zero`."""
    chance = np.random.default_rng(0)
    made = chance.normal(0, 30, int(WHOLE_S * RATE_HZ))
    for begun, ended in loud_s:
        at = slice(int(begun * RATE_HZ), int(ended * RATE_HZ))
        made[at] += chance.normal(0, level, len(made[at]))
    return (made + zero).astype(np.int16)


def is_all(heard: NDArray[np.int16], begun_s: float, ended_s: float) -> bool:
    return is_all_that_was_said(heard, int(begun_s * FRAMES_HZ), int(ended_s * FRAMES_HZ))


@pytest.mark.parametrize("zero", [0, 9000])
def test_silence_is_silence_wherever_the_microphone_has_its_zero(zero: int) -> None:
    assert not is_heard(sound(zero=zero))
    assert is_heard(sound((1, 1.5), zero=zero))


@pytest.mark.parametrize("zero", [0, 9000])
def test_one_word_is_all_that_was_said_and_a_die_that_falls_is_no_other(zero: int) -> None:
    assert is_all(sound((1, 1.5), zero=zero), 1, 1.5)
    assert is_all(sound((1, 1.5), (2, 2.04), zero=zero), 1, 1.5)


@pytest.mark.parametrize(
    ("loud_s", "begun_s", "ended_s"),
    [
        (((0.2, 0.7), (1.0, 1.5)), 1.0, 1.5),  # two letters at once
        (((1.0, 1.5), (1.6, 3.0)), 1.0, 1.5),  # a letter, and somebody talks on
        (((0.0, 3.0),), 1.0, 1.5),  # a word out of talk
        (((0.0, 3.0),), 0.0, 3.0),  # talk that no word ends
        ((), 3.5, 4.0),  # what is not in the sound at all
    ],
)
def test_a_word_out_of_talk_is_not_all_that_was_said(
    loud_s: tuple[tuple[float, float], ...], begun_s: float, ended_s: float
) -> None:
    assert not is_all(sound(*loud_s), begun_s, ended_s)
