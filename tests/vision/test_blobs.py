"""The ink on a card, and which of it is its sign."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.blobs import MOST, InkedCard, ink_on
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX = 160
QUAD = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float32)


def _inked(card: np.ndarray, rim: float = 0.0) -> InkedCard:
    return ink_on(halvings(np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)), QUAD, rim)


@settings(max_examples=26, deadline=None)
@given(st.sampled_from("ABCDEFGHJKLMNOPQRSTUVWXYZ"), st.booleans())
def test_the_sign_is_the_one_blob_of_a_plain_tile_dark_or_light(letter: str, light: bool) -> None:
    card = tile(letter, size_px=SIDE_PX)
    inked = _inked(255 - card if light else card)
    assert inked.sign is not None
    assert inked.blobs == (inked.sign,)
    assert (inked.numbers == inked.sign.number).sum() == inked.sign.area_px == inked.ink.sum()


def test_neither_a_frame_nor_a_value_is_the_sign() -> None:
    card = tile("R", size_px=SIDE_PX)
    alone = _inked(card).sign
    cv2.rectangle(card, (12, 12), (SIDE_PX - 13, SIDE_PX - 13), (25, 25, 25), 3)
    cv2.putText(card, "4", (SIDE_PX - 38, SIDE_PX - 22), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (25, 25, 25), 1)
    inked = _inked(card)
    assert len(inked.blobs) == 3
    assert alone is not None
    assert inked.sign is not None
    assert np.abs(np.subtract(inked.sign.box, alone.box)).max() <= 1


def test_ink_that_goes_on_beyond_the_card_is_not_whole_and_no_sign() -> None:
    card = np.full((SIDE_PX, SIDE_PX, 3), 230, np.uint8)
    card[:, 60:100] = 25
    inked = _inked(card)
    assert inked.sign is None
    assert [inked.is_whole(blob) for blob in inked.blobs] == [False]


def test_what_is_nearly_as_large_as_the_card_is_no_sign() -> None:
    card = np.full((SIDE_PX, SIDE_PX, 3), 230, np.uint8)
    reach = round(SIDE_PX * (1 - MOST) / 2) - 6
    cv2.rectangle(card, (reach, reach), (SIDE_PX - reach, SIDE_PX - reach), (25, 25, 25), 3)
    assert _inked(card).sign is None


def test_a_sign_that_ends_at_the_side_of_a_card_lying_over_it_is_seen_between_the_lines() -> None:
    card = tile("E", size_px=SIDE_PX)
    card[95:] = 230
    card[92:98] = 25  # the side of the other card, across the E
    card[:, :6] = 25  # and that of a neighbour
    cv2.putText(card, "T", (60, 150), cv2.FONT_HERSHEY_DUPLEX, 1.5, (25,) * 3, 6)
    inked = _inked(card)
    assert inked.sign is None
    sign = inked.between_lines().sign
    whole = _inked(tile("E", size_px=SIDE_PX)).sign
    assert sign is not None
    assert whole is not None
    scale = inked.card.shape[0] / SIDE_PX
    assert abs(sign.box[1] + sign.box[3] - 92 * scale) <= 2
    assert np.abs(np.subtract(sign.box[:3], whole.box[:3])).max() <= 1


@pytest.mark.parametrize("letter", "HKT")
def test_a_sign_is_as_high_as_it_is_alone_though_value_and_frame_are_one_piece_with_it(letter: str) -> None:
    card = tile(letter, size_px=SIDE_PX)
    alone = _inked(card).in_thick_strokes().sign
    left, top = np.argwhere(card[..., 0] < 128).min(0)[::-1].tolist()
    cv2.rectangle(card, (left + 4, top - 24), (SIDE_PX - 8, SIDE_PX - 8), (25,) * 3, 2)  # a frame that crosses it
    cv2.putText(card, "4", (left - 4, top + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (25,) * 3, 2)  # and a value
    joined = _inked(card)
    sign = joined.in_thick_strokes().sign
    assert alone is not None
    assert sign is not None
    assert joined.sign is None or joined.sign.box[3] > sign.box[3] + 10
    assert abs(sign.box[1] - alone.box[1]) <= 2
    assert abs(sign.box[3] - alone.box[3]) <= 2


def test_where_no_ink_is_none_is_thick() -> None:
    blank = np.zeros((20, 30), np.uint8)
    assert InkedCard(blank, blank, blank.astype(np.int32), ()).in_thick_strokes().sign is None


def test_between_no_lines_a_card_is_as_it_was() -> None:
    inked = _inked(tile("R", size_px=SIDE_PX))
    assert inked.between_lines().blobs == inked.blobs


def test_where_all_is_ink_nothing_is_between_lines() -> None:
    ink = np.ones((20, 30), np.uint8)
    every = InkedCard(ink, ink, ink.astype(np.int32), ())
    assert every.between_lines().blobs == ()
