"""Which way up a card lies, from how the cards of its deck are laid out: value, place of the letter, shape."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.card_layout import count_layouts
from companion.vision.classifiers import LETTERS
from companion.vision.quads import begun_at
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX, GAP_PX = 120, 60
LOW_PX = 9  # so much below its middle a drawn tile has its letter
OTHER = {"M": ("W", 2), "W": ("M", 2), "N": ("Z", 1), "Z": ("N", 1)}  # what it is too, turned by so many quarters


def _card(letter: str, *, value: str = "", low_px: int = 0, narrower_px: int = 0) -> np.ndarray:
    """A card with its letter so far below its middle, its value below on the right, and its sides cut off."""
    card = np.roll(tile(letter, size_px=SIDE_PX), low_px - LOW_PX, 0)
    if narrower_px:
        card = card[:, narrower_px:-narrower_px].copy()
    if value:
        at = card.shape[1] - 24, SIDE_PX - 8
        cv2.putText(card, value, at, cv2.FONT_HERSHEY_DUPLEX, 0.6, (25,) * 3, 1, cv2.LINE_AA)
    return card


def _table(cards: list[np.ndarray], turns: list[int]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Cards in a row on a dark table, each turned by so many quarters: the pyramid, and their quads, each begun where
    the card's own top left is."""
    pitch_px = SIDE_PX + GAP_PX
    frame = np.full((SIDE_PX + 2 * GAP_PX, pitch_px * len(cards) + GAP_PX, 3), 60, np.uint8)
    quads = []
    for number, (card, turn) in enumerate(zip(cards, turns, strict=True)):
        laid = np.rot90(card, -turn)
        high, wide = laid.shape[:2]
        x, y = GAP_PX + number * pitch_px, GAP_PX
        frame[y : y + high, x : x + wide] = laid
        corners = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)
        quads.append(begun_at(corners, turn))
    return halvings(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)), quads


def _said(known: str, letter: str) -> np.ndarray:
    """Chances (n, 26, 4): all `known` are sure, the last is the letter or the other one turned, each as likely."""
    joint = np.zeros((len(known) + 1, 26, 4), np.float32)
    for card, one in enumerate(known):
        joint[card, LETTERS.index(one), 0] = 0.99
    other, turn = OTHER[letter]
    joint[-1, LETTERS.index(letter), 0] = joint[-1, LETTERS.index(other), turn] = 0.5
    return joint


def _counted(cards: list[np.ndarray], turns: list[int], known: str, letter: str) -> np.ndarray:
    pyramid, quads = _table(cards, turns)
    joint = _said(known, letter)
    count_layouts(pyramid, quads, joint, joint.sum((1, 2)), np.ones((len(cards), 4), np.float32))
    return joint


@settings(max_examples=25, deadline=None)
@given(st.sampled_from("MWNZ"), st.lists(st.integers(0, 3), min_size=5, max_size=5), st.booleans())
def test_the_corner_with_the_value_tells_an_m_from_a_w_and_an_n_from_a_z(
    letter: str, turns: list[int], light: bool
) -> None:
    cards = [_card(one, value=value) for one, value in zip("AFKR" + letter, "15384", strict=True)]
    joint = _counted([255 - card for card in cards] if light else cards, turns, "AFKR", letter)
    assert joint[-1, LETTERS.index(letter), 0] > 0.95
    assert joint[-1].sum() == pytest.approx(1)
    assert (joint[:-1] == _said("AFKR", letter)[:-1]).all()


@settings(max_examples=12, deadline=None)
@given(st.sampled_from("MWNZ"), st.integers(0, 3))
def test_a_letter_that_stands_as_high_as_the_others_lies_as_they_do(letter: str, turn: int) -> None:
    cards = [_card(one, low_px=LOW_PX) for one in "AFKR" + letter]
    assert _counted(cards, [0, 1, 2, 3, turn], "AFKR", letter)[-1, LETTERS.index(letter), 0] > 0.9


@pytest.mark.parametrize("letter", "NZ")
def test_the_shape_of_the_cards_tells_an_n_from_a_z(letter: str) -> None:
    cards = [_card(one, narrower_px=16) for one in "AFKR" + letter]
    assert _counted(cards, [0, 1, 2, 3, 1], "AFKR", letter)[-1, LETTERS.index(letter), 0] > 0.9


def test_cards_that_look_the_same_from_both_sides_tell_nothing() -> None:
    joint = _counted([_card(one) for one in "HISOM"], [0] * 5, "HISO", "M")
    assert joint[-1, LETTERS.index("M"), 0] == pytest.approx(0.5, abs=0.25)


@settings(max_examples=16, deadline=None)
@given(st.sampled_from("MWNZ"), st.sampled_from("AFKR"), st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_one_sure_card_is_enough(letter: str, known: str, turns: tuple[int, int]) -> None:
    joint = _counted([_card(known, value="5"), _card(letter, value="4")], list(turns), known, letter)
    assert joint[-1, LETTERS.index(letter), 0] > 0.95


def test_none_tells_nothing() -> None:
    assert (_counted([_card("M", value="4")], [0], "", "M") == _said("", "M")).all()


def test_a_card_that_surely_is_another_letter_is_left_alone() -> None:
    pyramid, quads = _table([_card(one, value="4") for one in "AFKR"], [0, 0, 0, 2])
    joint = _said("AFK", "M")
    joint[-1] = 0
    joint[-1, LETTERS.index("R"), 2] = 0.9  # it is upside down by this, but that is for others to say
    before = joint.copy()
    count_layouts(pyramid, quads, joint, joint.sum((1, 2)), np.ones((4, 4), np.float32))
    assert (joint == before).all()


def test_a_card_laid_across_the_others_is_vouched_for_by_its_layout() -> None:
    pyramid, quads = _table([_card(one, value="4", low_px=LOW_PX) for one in "AFKR"], [0, 0, 0, 1])
    joint = _said("AFK", "M")
    joint[-1] = 0
    joint[-1, LETTERS.index("R"), 0] = 0.9
    direction = np.full((4, 4), [3.97, 0.01, 0.01, 0.01], np.float32)
    direction[-1] = [0.01, 0.01, 0.01, 3.97]  # the others lie as this one would, begun at its last corner
    count_layouts(pyramid, quads, joint, joint.sum((1, 2)), direction)
    assert direction[-1, 0] > 1
    assert direction[-1].sum() == pytest.approx(4, abs=0.01)


def test_no_cards_at_all() -> None:
    joint = np.zeros((0, 26, 4), np.float32)
    count_layouts(halvings(np.full((64, 64), 90, np.uint8)), [], joint, np.zeros(0, np.float32), joint[:, 0])
    assert joint.shape == (0, 26, 4)
