"""A card found in parts, or only in part, is drawn to its whole outline; cards close together stay apart."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.drawn.scene import CardOnTable, Conditions, draw_scene, in_rows
from companion.vision.around import whole_cards
from companion.vision.find import Found, find
from companion.vision.quads import in_common, in_step, size_px
from companion.vision.rectify import halvings

WIDTH, HEIGHT = 120, 168
BESIDE = [(60, 60), (260, 60), (460, 60)]


def _box(x: int, y: int, width: int, height: int) -> Found:
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return Found(np.array(corners, np.float32), 0.9)


def _frame(cards: list[tuple[int, int]]) -> np.ndarray:
    """Cards with a red border around a white field, on a grey table."""
    frame = np.full((520, 760, 3), 120, np.uint8)
    for x, y in cards:
        cv2.rectangle(frame, (x, y), (x + WIDTH - 1, y + HEIGHT - 1), (40, 40, 200), -1)
        cv2.rectangle(frame, (x + 10, y + 10), (x + WIDTH - 11, y + HEIGHT - 11), (240, 240, 240), -1)
    return frame


def _whole(frame: np.ndarray, found: list[Found], cards: Sequence[Found] = ()) -> list[Found]:
    return whole_cards(frame, halvings(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)), found, cards)


def _lie_there(found: list[Found], cards: list[tuple[int, int]]) -> None:
    assert len(found) == len(cards)
    for x, y in cards:
        middle = np.array([x + WIDTH / 2, y + HEIGHT / 2])
        assert min(float(np.linalg.norm(one.centre - middle)) for one in found) < 6


@pytest.mark.parametrize("parts", [
    [(12, 15, 96, 70), (12, 80, 96, 76)],  # the picture and the text below it
    [(12, 15, 96, 70)],
    [(10, 10, 100, 148)],
])  # fmt: skip
def test_a_card_found_in_parts_is_one_whole_card(parts: list[tuple[int, int, int, int]]) -> None:
    cards = [*BESIDE, (260, 300)]
    found = [_box(*place, WIDTH, HEIGHT) for place in BESIDE]
    found += [_box(260 + x, 300 + y, width, height) for x, y, width, height in parts]
    _lie_there(_whole(_frame(cards), found), cards)


def test_two_cards_close_together_stay_two() -> None:
    cards = [*BESIDE, (260, 300), (260 + WIDTH + 4, 300)]
    found = [_box(*place, WIDTH, HEIGHT) for place in cards]
    _lie_there(_whole(_frame(cards), found), cards)


def test_a_frame_printed_around_several_cards_is_no_card() -> None:
    cards = [(60, 60), (260, 60), (60, 300), (260, 300)]
    frame = _frame(cards)
    cv2.rectangle(frame, (30, 30), (410, 498), (250, 250, 250), 3)
    _lie_there(_whole(frame, [_box(*place, WIDTH, HEIGHT) for place in cards]), cards)


def test_a_stretch_of_cloth_takes_no_card_that_surely_is_one() -> None:
    """Stripes make a place of it, and have four sides of their own."""
    frame = _frame(BESIDE)
    cv2.rectangle(frame, (40, 30), (400, 500), (250, 250, 250), 3)
    cards = [_box(*place, WIDTH, HEIGHT) for place in BESIDE]
    stretch = replace(_box(40, 30, 360, 470), score=0.5)
    _lie_there(_whole(frame, [stretch, *cards], cards), BESIDE)
    assert len(_whole(frame, [stretch, *cards])) < len(BESIDE)  # nobody said that they are cards


def test_an_outline_around_two_sure_cards_is_no_card_though_one_was_found_badly() -> None:
    frame = _frame(BESIDE[:2])
    cv2.rectangle(frame, (44, 44), (396, 244), (250, 250, 250), 3)
    found = [_box(x + 30, y + 30, 70, 110) for x, y in BESIDE[:2]]  # too small to fill the outline
    _lie_there(_whole(frame, found, found), BESIDE[:2])
    assert len(_whole(frame, found)) == 1


def test_parts_within_a_card_that_was_found_do_not_make_it_two() -> None:
    found = []
    for x, y in BESIDE:
        found += [_box(x + 14, y + 24, 80, 100), _box(x + 12, y + 8, 96, 66), _box(x + 12, y + 84, 96, 66)]
    _lie_there(_whole(_frame(BESIDE), found), BESIDE)


def test_cards_of_which_each_was_found_in_two_parts_that_overlap_are_whole_cards() -> None:
    frame = _frame(BESIDE)
    for x, y in BESIDE:  # a picture, a line and a name
        cv2.rectangle(frame, (x + 14, y + 14), (x + WIDTH - 15, y + 90), (160, 90, 120), -1)
        cv2.line(frame, (x + 10, y + 96), (x + WIDTH - 11, y + 96), (60, 60, 60), 2)
        cv2.putText(frame, "Inkling", (x + 14, y + 120), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 1, cv2.LINE_AA)
    found = [part for x, y in BESIDE for part in (_box(x, y, WIDTH, 110), _box(x, y + 84, WIDTH, 84))]
    _lie_there(_whole(frame, found), BESIDE)


def test_pairs_of_cards_that_touch_are_no_cards_found_in_parts() -> None:
    cards = [(x + beside, y) for x, y in ((60, 40), (400, 40), (60, 300)) for beside in (0, WIDTH)]
    _lie_there(_whole(_frame(cards), [_box(*place, WIDTH, HEIGHT) for place in cards]), cards)


@pytest.mark.parametrize(("cloth", "seed"), [("wood", 1), ("carpet", 2)])
def test_the_grain_of_the_table_is_no_side_of_a_card(cloth: str, seed: int) -> None:
    """Of purple cards on wood and carpet: its lines are as straight as their sides, and stand out more."""
    face = np.full((168, 120, 3), (96, 32, 90), np.uint8)
    faces = [
        cv2.putText(face.copy(), letter, (38, 104), cv2.FONT_HERSHEY_DUPLEX, 2, (180, 190, 195), 5, cv2.LINE_AA)
        for letter in "TABLES"
    ]
    laid = in_rows([np.asarray(one, np.uint8) for one in faces], per_row=3, width_mm=60, gap_mm=14)
    shot = draw_scene(laid, Conditions(tilt_deg=18, noise=2.0, blur_px=0.5), cloth=cloth, seed=seed, view_mm=420)
    whole = _whole(shot.frame, find(halvings(np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8))))
    for quad in shot.quads:
        off = min(float(np.abs(in_step(one.quad, quad) - quad).max()) for one in whole)
        assert off < 0.1 * size_px(quad)


def test_an_outline_in_which_no_corners_are_seen_is_no_card_s() -> None:
    """A wide card with large print lies alone: nothing else says how large a card is."""
    face = np.full((300, 420, 3), 240, np.uint8)
    for number, letter in enumerate("QPKJCGV"):
        cv2.putText(face, letter, (32 + 54 * number, 170), cv2.FONT_HERSHEY_DUPLEX, 1.6, (30, 30, 30), 3, cv2.LINE_AA)
    view = Conditions(tilt_deg=10, noise=2.0)
    missed = []
    for seed in range(16, 20):
        cards = [CardOnTable(face, (seed % 5 - 2) * 70.0, (seed % 3 - 1) * 60.0, 84.0)]
        shot = draw_scene(cards, view, cloth="wood", size_px=(1600, 900), view_mm=480, seed=seed)
        grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
        found = _whole(shot.frame, find(halvings(grey)))
        if not any(in_common(place.quad, np.asarray(shot.quads[0], np.float32)) > 0.8 for place in found):
            missed.append(seed)
    assert missed == []
