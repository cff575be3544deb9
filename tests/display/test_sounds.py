"""Sounds are short, audible, and tell apart what must be told apart."""

from typing import get_args

import pytest

from companion.display.sounds import ACCEPTED, NAMED, Tones, sound
from companion.games.names import Sounding


def length_ms(tones: Tones) -> int:
    return sum(duration_ms for _, duration_ms in tones)


@pytest.mark.parametrize("name", NAMED)
def test_every_sound_is_short_and_audible(name: str) -> None:
    tones = sound(name)
    assert 0 < length_ms(tones) <= 1200
    assert all(hz == 0 or 500 <= hz <= 2700 for hz, _ in tones)
    assert all(duration_ms > 0 for _, duration_ms in tones)


def test_what_has_no_sound_of_its_own_is_a_short_accepted() -> None:
    assert sound("rustle") == ACCEPTED


@pytest.mark.parametrize("how", get_args(Sounding))
def test_however_a_game_says_a_ruling_sounds_there_is_a_sound(how: str) -> None:
    assert how in NAMED


def test_what_must_be_told_apart_sounds_apart() -> None:
    apart = ["call", "tick", "time", "refused", "stands", "falls", "won", "question", "accepted"]
    assert len({sound(name) for name in apart}) == len(apart)


def test_a_tick_is_over_before_the_next() -> None:
    assert length_ms(sound("tick")) < 100
