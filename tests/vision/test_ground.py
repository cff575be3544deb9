"""What has the ground and the size of the cards that are read is asked about, though it shows nothing that is known."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from companion.cards import Deck
from companion.vision.classifiers import LETTER_CLASSES, LETTER_NOTHING, classify_letters
from companion.vision.detections import Detections
from companion.vision.find import Found
from companion.vision.ground import APART, on_like_ground
from companion.vision.letters import FEWEST_CARDS, LIKE_A_CARD, examine_letters
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX = 160


def table(tiles: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Tiles side by side on a grey table, and their quads."""
    frame = np.full((SIDE_PX + 40, SIDE_PX * len(tiles) + 40, 3), 90, np.uint8)
    frame[20:-20, 20:-20] = np.hstack(tiles)
    quads = [UNIT * SIDE_PX + [20 + SIDE_PX * number, 20] for number in range(len(tiles))]
    return frame, np.array(quads, np.float32)


@pytest.mark.parametrize(("ground", "asked"), [(235, True), (228, True), (200, False), (90, False)])
@pytest.mark.parametrize("score", [LIKE_A_CARD + 0.01, LIKE_A_CARD])
def test_a_card_that_shows_what_nobody_knows_is_asked_about(ground: int, asked: bool, score: float) -> None:
    row = "KTREA"
    frame, quads = table([*(tile(letter, size_px=SIDE_PX) for letter in row), tile("*", ground=ground)])
    grey = np.asarray(frame[..., 0])
    found = [*(Found(quad, 0.97) for quad in quads[:-1]), Found(quads[-1], score)]
    look = Detections(frame, grey, halvings(grey), found, Deck("any", "Any", "letters", ()))

    def nothing_on_the_last(pyramid: list[np.ndarray], quads: list[np.ndarray]) -> np.ndarray:
        chances = classify_letters(pyramid, quads)
        chances[-1] = 0.995 * np.eye(LETTER_CLASSES)[LETTER_NOTHING] + 0.005 / LETTER_CLASSES
        return chances

    with patch("companion.vision.letters.classify_letters", nothing_on_the_last):
        seen = examine_letters(look)
        alone = examine_letters(replace(look, found=[*found[: FEWEST_CARDS - 1], found[-1]]))
    is_asked = asked and score > LIKE_A_CARD
    assert [one.sighting.accepted for one in seen] == [True] * len(row) + [False] * is_asked
    assert len(alone) == FEWEST_CARDS - 1


def test_what_lies_where_a_card_does_is_a_part_of_it() -> None:
    frame, quads = table([tile("K", size_px=SIDE_PX)] * 3)
    nearly = quads[0] + np.array([APART * SIDE_PX, 0], np.float32)
    places = np.array([nearly, nearly + 1, quads[1]], np.float32)
    assert on_like_ground(frame, places, quads[[0, 0]]).tolist() == [False, True, True]
    assert not on_like_ground(frame, places, quads[[0]]).any()  # more such places than cards: a pattern


def test_any_of_the_cards_may_have_the_ground() -> None:
    grounds = (235, 120, 235, 120, 60)
    frame, quads = table([tile("K", ground=ground, size_px=SIDE_PX) for ground in grounds])
    assert on_like_ground(frame, quads[2:], quads[:2]).tolist() == [True, True, False]
