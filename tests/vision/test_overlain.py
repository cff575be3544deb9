"""Pairs of the house's cards that lie over each other: the upper one is read, and no third card."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.overlapping import judged, laid
from companion.decks import deckfiles
from companion.decks.albums import house_reader
from companion.vision.detections import Examined, as_quad
from companion.vision.overlain import asked_if_overlain
from companion.vision.quads import UNIT
from companion.vision.sighting import Sighting

house = cache(lambda name: house_reader(deckfiles.read(name)))
Quad = NDArray[np.float32]
CARD: Quad = np.array([[100, 100], [184, 100], [184, 220], [100, 220]], np.float32)


@pytest.mark.parametrize(
    ("deck", "pair"),
    [
        ("disorder", 27),  # of a W under a J an N
        ("typo", 10),  # of an X above an E a V
        ("wordcard", 35),  # the rank of the one with the letter of the other
        ("anagrascramble-green", 9),  # both in one outline resemble a third
    ],
)
def test_no_third_card_is_read_of_two_that_lie_over_each_other(deck: str, pair: int) -> None:
    there = laid(deckfiles.read(deck), pair)
    _, wrong = judged(there, list(house(deck).read(there.shot.frame).sightings))
    assert wrong is None


@pytest.mark.parametrize(
    ("deck", "pair"),
    [("disorder", 0), ("disorder", 12), ("wordcard", 14), ("anagrascramble-green", 12)],
)
def test_the_upper_card_is_read_though_both_have_one_outline(deck: str, pair: int) -> None:
    there = laid(deckfiles.read(deck), pair)
    (_, upper), wrong = judged(there, list(house(deck).read(there.shot.frame).sightings))
    assert upper == "right"
    assert wrong is None


def moved(right: float, down: float) -> Quad:
    return np.asarray(CARD + np.array([right, down]), np.float32)


def read_as(label: str, quad: Quad) -> Examined:
    seen = Sighting("letter", label, as_quad(quad), 0.99, accepted=True)
    return Examined(seen, lambda: np.zeros((8, 8), np.uint8))


@pytest.mark.parametrize(
    ("by", "accepted"),
    [((80, 0), True), ((0, 100), True), ((40, 0), False), ((0, 50), False), ((300, 0), True)],
)
def test_a_letter_is_asked_about_where_a_known_card_lies_over_what_tells_it(
    by: tuple[float, float], accepted: bool
) -> None:
    looks = house("disorder").looks
    assert looks is not None
    over = [("M", moved(*by))]
    assert asked_if_overlain("letters", looks, over, read_as("F", CARD)).sighting.accepted is accepted


def test_a_part_of_a_card_that_is_taken_for_the_whole_is_asked_about() -> None:
    looks = house("typo").looks
    assert looks is not None
    seen, over = np.asarray(CARD * [1, 0.8], np.float32), [("E", moved(0, 64))]  # of an X a V
    assert not asked_if_overlain("letters", looks, over, read_as("V", seen)).sighting.accepted


def test_a_name_is_asked_about_only_where_it_is_that_of_the_card_over_it() -> None:
    looks = house("villains").looks
    assert looks is not None
    over = [("Echo", moved(0, 50))]
    assert asked_if_overlain("portraits", looks, over, read_as("Old Sock", CARD)).sighting.accepted
    assert not asked_if_overlain("portraits", looks, over, read_as("Echo", CARD)).sighting.accepted


def test_all_that_tells_a_card_lies_within_it_and_nothing_beside_it() -> None:
    looks = house("wordcard").looks
    assert looks is not None
    assert looks.hidden(UNIT * 100, [UNIT * 100]) == pytest.approx(1, abs=1e-3)
    assert looks.hidden(UNIT * 100, [UNIT * 100 + 101]) == 0
