"""Comparing faces with an album: laid on each other exactly, told apart by the stroke that differs, in any light."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.album import FACE_PX, Album
from companion.vision.album_matching import is_sure
from companion.vision.align import Known, aligned, contrast, print_only
from companion.vision.likeness import Likeness
from companion.vision.quads import UNIT
from companion.vision.rectify import halvings
from companion.vision.spread import stands_out
from tests.vision.drawn import tile

SIDE_PX = 200
ASKEW_PX = 6


def _face(sign: str) -> np.ndarray:
    """A tile's face, square, grey."""
    return cv2.resize(cv2.cvtColor(tile(sign)[12:148, 12:148], cv2.COLOR_BGR2GRAY), (SIDE_PX, SIDE_PX))


def _album(*signs: str) -> Album:
    """Tiles as an album would hold them: the whole face but its rim."""
    rim = round(0.04 * SIDE_PX)
    pictures = [cv2.resize(_face(sign)[rim:-rim, rim:-rim], (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
                for sign in signs]  # fmt: skip
    return Album().with_faces(signs, np.array(pictures, np.uint8), np.ones(len(signs), np.float32))


def _on_table(face: np.ndarray, quad: np.ndarray, table: int = 90) -> np.ndarray:
    """A grey frame with the face at this quad."""
    source = UNIT * SIDE_PX - 0.5
    warp = cv2.getPerspectiveTransform(source.astype(np.float32), quad.astype(np.float32))
    frame = np.full((420, 520), table, np.uint8)
    return cv2.warpPerspective(face, warp, (520, 420), dst=frame, borderMode=cv2.BORDER_TRANSPARENT)


corner_jitter = st.lists(st.floats(-9, 9), min_size=8, max_size=8).map(lambda off: np.array(off).reshape(4, 2))


@settings(max_examples=25, deadline=None)
@given(off=corner_jitter, light=st.floats(0.4, 1.1))
def test_a_quad_that_is_a_little_off_is_drawn_to_the_picture_whatever_the_light(off: np.ndarray, light: float) -> None:
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    face = _face("R")
    frame = _on_table(np.clip(face * light, 0, 255).astype(np.uint8), quad)
    known = Known(np.asarray(cv2.resize(face, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8))
    found = aligned(halvings(frame), (quad + off).astype(np.float32), known)
    assert np.abs(found - quad).max() < 3


def test_no_corner_is_moved_further_than_allowed() -> None:
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    known = Known(np.asarray(cv2.resize(_face("R"), (FACE_PX, FACE_PX)), np.uint8))
    start = quad + 12
    moved = aligned(halvings(_on_table(_face("R"), quad)), start, known, most_off=0.03)
    assert np.abs(moved - start).max() <= 0.03 * 210


def test_q_is_told_from_o_by_its_tail_and_the_lead_says_so() -> None:
    likeness = Likeness(_album("O", "Q", "C", "D", "G"))
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    for sign in "OQ":
        match = likeness.matches(halvings(_on_table(_face(sign), quad)), [[np.roll(quad, 1, 0)]])[0]
        assert likeness.cards[match.card] == sign
        assert match.likeness > 0.9
        assert match.lead > 0.8
        assert match.strange < 0.1
        assert np.abs(match.quad - quad).max() < 3


def test_a_card_that_was_cut_askew_when_it_was_shown_takes_no_other_cards_place() -> None:
    signs, cut_px = "ABCDEFGHIJKLM", round(0.04 * SIDE_PX)
    pictures = []
    for sign in signs:
        askew = np.roll(_banded(sign), ASKEW_PX if sign == "E" else 0, 0)
        inner = askew[cut_px:-cut_px, cut_px:-cut_px]
        pictures.append(cv2.resize(inner, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA))
    likeness = Likeness(Album().with_faces(signs, np.array(pictures, np.uint8), np.ones(len(signs), np.float32)))
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    matches = {
        sign: likeness.matches(halvings(_on_table(_banded(sign), quad)), [[(quad - [0, ASKEW_PX]).astype(np.float32)]])[
            0
        ]
        for sign in signs
    }
    taken = {sign: likeness.cards[match.card] for sign, match in matches.items() if is_sure(match)}
    assert all(sign == other for sign, other in taken.items())
    assert len(taken) >= len(signs) - 3


def _banded(sign: str) -> np.ndarray:
    """A face with a dark band along its top and bottom, as all cards of its deck have, and a small sign."""
    face = np.full((SIDE_PX, SIDE_PX), 240, np.uint8)
    face[12:40] = face[-40:-12] = 40
    face[75:125, 75:125] = cv2.resize(_face(sign), (50, 50), interpolation=cv2.INTER_AREA)
    return face


def test_a_stroke_covered_by_something_leaves_a_doubt() -> None:
    likeness = Likeness(_album("O", "Q"))
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    face = _face("Q")
    face[105:185, 95:185] = 100  # a finger on the tail
    match = likeness.matches(halvings(_on_table(face, quad)), [[quad]])[0]
    assert match.strange > 0.25 or match.lead < 0.5 or match.likeness < 0.8


def test_a_card_is_found_among_several_ways_it_may_lie() -> None:
    likeness = Likeness(_album("K", "R", "S"))
    quad = np.array([[150, 90], [340, 100], [350, 300], [140, 290]], np.float32)
    match = likeness.matches(halvings(_on_table(_face("K"), quad)), [[quad + 90, quad - 100, np.roll(quad, 2, 0)]])[0]
    assert likeness.cards[match.card] == "K"
    assert np.abs(match.quad - quad).max() < 3


def test_print_is_the_same_in_any_light_and_many_at_once_as_one_by_one() -> None:
    faces = np.array([cv2.resize(_face(sign), (80, 80)) for sign in "ABC"])
    at_once = print_only(np.ascontiguousarray(faces.transpose(1, 2, 0)), 1.0)
    for number, face in enumerate(faces):
        assert np.allclose(at_once[:, :, number], print_only(face, 1.0), atol=1e-5)
        darker = print_only((face * 0.5).astype(np.uint8), 1.0)
        assert float((darker * print_only(face, 1.0)).sum()) > 0.97


def test_a_bare_face_has_no_contrast_in_any_light_and_a_printed_one_has() -> None:
    noise = np.random.default_rng(1).normal(0, 2, (FACE_PX, FACE_PX))
    for light in (0.4, 1.0):
        bare = np.clip(200 * light + noise, 0, 255).astype(np.uint8)
        printed = np.clip(cv2.resize(_face("E"), (FACE_PX, FACE_PX)) * light + noise, 0, 255).astype(np.uint8)
        assert contrast(bare) < 0.15 * contrast(printed)


def test_a_blank_card_stands_out_from_the_table_and_a_patch_of_the_table_does_not() -> None:
    frame = np.full((300, 300, 3), (70, 95, 60), np.uint8)
    frame[100:200, 100:200] = (190, 200, 205)
    card = UNIT * 100 + 100
    assert stands_out(frame, card)
    assert not stands_out(frame, card - 90)
