"""Doubtful cards beside sure ones: which letter they look like in this deck."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.classifiers import LETTERS
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from companion.vision.twins import count_twins
from tests.vision.drawn import tile

SIDE_PX = 120
LIKE_EACH_OTHER = ["OQ", "EF", "IT", "CG", "BR", "PR"]


def _table(letters: str, turns: list[int] | None = None) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Tiles in a row, each turned by so many quarters to the right: the pyramid, and their quads as the row lies."""
    turns = turns or [0] * len(letters)
    row = [np.rot90(tile(letter, size_px=SIDE_PX), -turn) for letter, turn in zip(letters, turns, strict=True)]
    grey = np.asarray(cv2.cvtColor(np.hstack(row), cv2.COLOR_BGR2GRAY), np.uint8)
    quads = [np.add(UNIT, [number, 0], dtype=np.float32) * SIDE_PX for number in range(len(letters))]
    return halvings(grey), quads


def _said(*chances: dict[str, float], turn: int = 0) -> np.ndarray:
    """Chances (n, 26, 4) of cards that may be these letters, the last one of them turned so."""
    joint = np.zeros((len(chances), 26, 4), np.float32)
    for card, by_letter in enumerate(chances):
        for letter, chance in by_letter.items():
            joint[card, LETTERS.index(letter), turn if card == len(chances) - 1 else 0] = chance
    return joint


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(LIKE_EACH_OTHER), st.booleans(), st.booleans(), st.integers(0, 3))
def test_a_doubtful_card_becomes_what_it_looks_like_in_its_deck(pair: str, swap: bool, both: bool, turn: int) -> None:
    letter, other = reversed(pair) if swap else (pair[0], pair[1])
    known = [letter, other] if both else [other]
    pyramid, quads = _table("".join(known) + letter, [0] * len(known) + [turn])
    joint = _said(*({one: 0.99} for one in known), {letter: 0.5, other: 0.5}, turn=turn)
    before = joint.copy()
    count_twins(pyramid, quads, joint, joint.sum((1, 2)))
    chance = joint[-1, LETTERS.index(letter), turn]
    assert chance > 0.9 if both else chance >= 0.5  # beside an O alone it may not be told that this is none
    assert joint[-1].sum() == pytest.approx(before[-1].sum(), abs=1e-5)
    assert (joint[:-1] == before[:-1]).all()


def test_the_same_letter_on_the_table_settles_a_doubt_too() -> None:
    pyramid, quads = _table("QQ")
    joint = _said({"Q": 0.99}, {"Q": 0.3, "O": 0.7})
    times = count_twins(pyramid, quads, joint, joint.sum((1, 2)))
    assert times[1, LETTERS.index("Q")] > 10
    assert np.count_nonzero(times != 1) == 1
    assert joint[1, LETTERS.index("Q"), 0] > 0.9


def test_an_m_does_not_become_likelier_by_looking_like_another_which_may_be_a_w() -> None:
    pyramid, quads = _table("MM")
    joint = _said({"M": 0.99}, {"M": 0.7, "W": 0.3})
    before = joint.copy()
    count_twins(pyramid, quads, joint, joint.sum((1, 2)))
    assert joint == pytest.approx(before)


def test_where_nothing_is_sure_nothing_is_told() -> None:
    pyramid, quads = _table("OQ")
    joint = _said({"O": 0.9, "Q": 0.1}, {"O": 0.5, "Q": 0.5})
    before = joint.copy()
    count_twins(pyramid, quads, joint, joint.sum((1, 2)))
    assert joint == pytest.approx(before)
    count_twins(pyramid, [], np.zeros((0, 26, 4), np.float32), np.zeros(0, np.float32))
