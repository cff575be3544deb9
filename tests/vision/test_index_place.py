"""Where a deck's indices stand, told by those that were found."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.classifiers import RANK_CLASSES
from companion.vision.index_place import FEW, CardCorner, read_at, usual_place
from companion.vision.indices import Index
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings

PLACE = np.array([[0.03, 0.02], [0.22, 0.03], [0.21, 0.2], [0.02, 0.19]], np.float32)


def _card(seed: int) -> np.ndarray:
    """A card somewhere, seen at an angle."""
    rng = np.random.default_rng(seed)
    return np.asarray(UNIT * [120, 168] + rng.uniform(0, 400, 2) + rng.normal(0, 8, (4, 2)), np.float32)


def _corner(seed: int, place: np.ndarray = PLACE, chance: float = 0.97) -> CardCorner:
    card = _card(seed)
    to_px = cv2.getPerspectiveTransform(UNIT, card)
    quad = np.asarray(cv2.perspectiveTransform(place[None], to_px)[0], np.float32)
    chances = np.full(RANK_CLASSES, (1 - chance) / (RANK_CLASSES - 1), np.float32)
    chances[seed % (RANK_CLASSES - 1)] = chance
    return CardCorner(card, lower=False, index=Index(quad, chances, 0.9))


@given(st.lists(st.integers(0, 10_000), min_size=FEW, max_size=12, unique=True), st.integers(0, 100))
def test_they_stand_where_most_of_the_clear_ones_do(seeds: list[int], astray: int) -> None:
    corners = [_corner(seed) for seed in seeds]
    corners += [_corner(astray + one, PLACE + 0.2) for one in range((len(seeds) - 1) // 2)]
    corners += [_corner(astray, PLACE + 0.5, chance=0.4) for _ in range(20)]  # these are not clear
    corners += [CardCorner(_card(one), lower=True) for one in range(5)]  # and here none was found
    usual = usual_place(corners)
    assert usual is not None
    assert np.abs(usual - PLACE).max() < 1e-3


def test_too_few_or_no_two_alike_tell_nothing() -> None:
    assert usual_place([]) is None
    assert usual_place([_corner(seed) for seed in range(FEW - 1)]) is None
    assert usual_place([_corner(seed, PLACE + 0.15 * seed) for seed in range(5)]) is None


def test_what_is_read_there_stands_there() -> None:
    grey = np.full((640, 640), 200, np.uint8)
    corners = [CardCorner(_card(seed), lower=False) for seed in range(3)]
    read = read_at(halvings(grey), corners, PLACE)
    assert [one.quad.shape for one in read] == [(4, 2)] * 3
    for one, seed in zip(read, range(3), strict=True):
        assert np.allclose(one.quad, _corner(seed).index.quad, atol=1e-2)  # type: ignore[union-attr]
        assert abs(float(one.chances.sum()) - 1) < 1e-3
    assert read_at(halvings(grey), [], PLACE) == []
