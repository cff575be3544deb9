"""Counting the pips of playing cards, and doubting a nine that has none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.vision.detections import Examined
from companion.vision.pips import count_pips, doubt_without_pips
from companion.vision.rectify import halvings
from companion.vision.sighting import Sighting, as_quad

WIDE_PX, HIGH_PX, GAP_PX = 140, 200, 30
COLUMNS = {4: (2, 0), 5: (2, 1), 6: (3, 0), 7: (3, 1), 8: (3, 2), 9: (4, 1), 10: (4, 2)}  # at the sides, in the middle


def _card(pips: int, *, radius_px: int = 9, ink: int = 60, ground: int = 235) -> np.ndarray:
    """A card with so many pips (uint8 grey); with none it has a picture, as a queen has."""
    card = np.full((HIGH_PX, WIDE_PX), ground, np.uint8)
    if not pips:
        cv2.rectangle(card, (30, 24), (WIDE_PX - 30, HIGH_PX - 24), ink, 2)
        cv2.fillPoly(card, [np.array([[35, 60], [100, 30], [70, 170]])], ink + 40)
        return card
    sides, middle = COLUMNS[pips]
    places = [(x, y) for x in (0.3, 0.7) for y in np.linspace(0.2, 0.8, sides)]
    places += [(0.5, y) for y in np.linspace(0.3, 0.7, middle)] if middle > 1 else [(0.5, 0.5)] * middle
    for x, y in places:
        cv2.circle(card, (round(x * WIDE_PX), round(y * HIGH_PX)), radius_px, ink, -1, cv2.LINE_AA)
    return card


def _examined(
    cards: list[np.ndarray], ranks: list[str], step_px: int = WIDE_PX + GAP_PX
) -> tuple[list[NDArray[np.uint8]], list[Examined]]:
    """Cards in a row, each read as this rank: the pyramid and what was examined."""
    frame = np.full((HIGH_PX + 2 * GAP_PX, step_px * (len(cards) - 1) + WIDE_PX + 2 * GAP_PX), 70, np.uint8)
    examined = []
    for number, (card, rank) in enumerate(zip(cards, ranks, strict=True)):
        x, y = GAP_PX + number * step_px, GAP_PX
        frame[y : y + HIGH_PX, x : x + WIDE_PX] = card
        quad = np.array([[x, y], [x + WIDE_PX, y], [x + WIDE_PX, y + HIGH_PX], [x, y + HIGH_PX]], np.float32)
        examined.append(Examined(Sighting("rank", rank, as_quad(quad), 0.99, accepted=True)))
    return halvings(frame), examined


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(COLUMNS)), st.integers(5, 12), st.booleans(), st.integers(0, 1))
def test_pips_are_counted_large_and_small_dark_and_light_also_upside_down(
    pips: int, radius_px: int, dark: bool, half_turns: int
) -> None:
    card = _card(pips, radius_px=radius_px, ink=220, ground=40) if dark else _card(pips, radius_px=radius_px)
    pyramid, [one] = _examined([card], [str(pips)])
    quad = np.roll(np.array(one.sighting.quad, np.float32), 2 * half_turns, 0)
    assert count_pips(pyramid, quad) == pips


def test_pips_that_touch_are_thinned_until_they_come_apart() -> None:
    pyramid, [one] = _examined([_card(9, radius_px=16)], ["9"])
    assert count_pips(pyramid, np.array(one.sighting.quad, np.float32)) == 9


def test_a_picture_has_no_pips() -> None:
    pyramid, [one] = _examined([_card(0)], ["9"])
    assert count_pips(pyramid, np.array(one.sighting.quad, np.float32)) < 3


def test_blobs_of_one_size_among_other_ink_are_none() -> None:
    card = _card(7, radius_px=6)
    cv2.rectangle(card, (25, 20), (WIDE_PX - 25, HIGH_PX - 20), 60, 10)
    pyramid, [one] = _examined([card], ["9"])
    assert count_pips(pyramid, np.array(one.sighting.quad, np.float32)) == 0


def test_a_nine_without_pips_is_asked_about_and_may_be_a_queen() -> None:
    pyramid, examined = _examined([_card(0), _card(9), _card(7)], ["9", "9", "7"])
    doubted, *others = doubt_without_pips(pyramid, examined)
    assert not doubted.sighting.accepted
    assert doubted.sighting.label == "9"
    assert [other.label for other in doubted.sighting.alternatives] == ["Q"]
    assert "pips" in doubted.scores
    assert others == examined[1:]


def test_two_queens_do_not_vouch_for_each_other() -> None:
    pyramid, examined = _examined([_card(0), _card(0), _card(7)], ["9", "9", "7"])
    assert [one.sighting.accepted for one in doubt_without_pips(pyramid, examined)] == [False, False, True]


@pytest.mark.parametrize("rank", ["Q", "A", "7"])
def test_other_ranks_are_believed_without(rank: str) -> None:
    pyramid, examined = _examined([_card(0)], [rank])
    assert doubt_without_pips(pyramid, examined) == examined


@pytest.mark.parametrize("others", [["7", "10"], ["K"], []])
def test_a_deck_is_believed_that_prints_no_pips_as_far_as_one_sees(others: list[str]) -> None:
    pyramid, examined = _examined([_card(0)] * (1 + len(others)), ["9", *others])
    assert doubt_without_pips(pyramid, examined) == examined


def test_pips_under_another_card_are_not_missed() -> None:
    ranks = ["9", "7", "Q", "5"]
    pyramid, examined = _examined([_card(0), _card(7), _card(0), _card(5)], ranks, step_px=WIDE_PX + GAP_PX)
    over = np.add(examined[0].sighting.quad, (60, 0), dtype=np.float32)
    examined[2] = replace(examined[2], sighting=replace(examined[2].sighting, quad=as_quad(over)))
    assert doubt_without_pips(pyramid, examined) == examined


def test_what_is_asked_about_already_stays_as_it_is() -> None:
    pyramid, [one] = _examined([_card(0)], ["9"])
    asked = replace(one, sighting=replace(one.sighting, confidence=0.4, accepted=False))
    assert doubt_without_pips(pyramid, [asked]) == [asked]
    assert doubt_without_pips(pyramid, []) == []
