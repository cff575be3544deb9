"""Spreads: every card once and exactly, whatever the finder says of print, halves and pairs; no edges, no card."""

import cv2
import numpy as np
import pytest

from benchmarks.enrolled import house_faces, table
from companion.decks.albums import quads_of
from companion.drawn.scene import CardOnTable, Conditions, Shot, draw_scene, in_rows
from companion.vision.align import unlike
from companion.vision.enrol import deck_names
from companion.vision.spread import edged, spread
from tests.vision.drawn import tile


def _shot(cloth: str = "felt", signs: str = "ABCDEFGH") -> Shot:
    cards: list[CardOnTable] = in_rows([tile(sign) for sign in signs], per_row=4, width_mm=50, gap_mm=12)
    view = Conditions(tilt_deg=10, noise=2.0, blur_px=0.6)
    return draw_scene(cards, view, cloth=cloth, seed=4, size_px=(960, 540), view_mm=420)


def _exact(found: list[np.ndarray], true: list[np.ndarray]) -> bool:
    return len(found) == len(true) and all(
        np.abs(one - other).max() < 0.06 * np.sqrt(cv2.contourArea(np.asarray(other, np.float32)))
        for one, other in zip(found, true, strict=True)
    )


@pytest.mark.parametrize("cloth", ["felt", "wood"])
def test_half_cards_pairs_and_print_that_the_finder_takes_for_cards_are_none(cloth: str) -> None:
    shot = _shot(cloth)
    quads = [np.array(quad, np.float32) for quad in shot.quads]
    down = quads[0][3] - quads[0][0]
    suggested = [
        *quads[2:],
        quads[0] + 0.35 * down,  # half of a card, and half of what is below it
        quads[0] - 0.3 * down,
        np.array([quads[0][0], quads[1][1], quads[1][2], quads[0][3]]),  # two at once
        quads[5].mean(0) + 0.2 * (quads[5] - quads[5].mean(0)),  # print
    ]
    shown = spread(shot.frame, lambda _grey: [np.asarray(quad, np.float32) for quad in suggested])
    assert shown.doubtful == []
    assert _exact(shown.quads, quads)


def test_a_place_without_edges_is_doubtful_and_bare_cloth_or_what_lies_askew_is_nothing() -> None:
    shot = _shot()
    quads = [np.array(quad, np.float32) for quad in shot.quads]
    beside = np.asarray(quads[3] + 1.2 * (quads[3] - quads[2]), np.float32)
    turn = cv2.getRotationMatrix2D([float(value) for value in beside.mean(0)], 40, 1.0)
    askew = np.asarray(cv2.transform(beside[None], turn)[0], np.float32)
    assert spread(shot.frame, lambda _grey: [*quads, beside]).doubtful == []
    x, y = (int(value) for value in beside.mean(0))
    cv2.putText(shot.frame, "I", (x - 12, y + 25), cv2.FONT_HERSHEY_DUPLEX, 2.5, (240,) * 3, 9, cv2.LINE_AA)
    assert len(spread(shot.frame, lambda _grey: [*quads, beside]).doubtful) == 1
    assert spread(shot.frame, lambda _grey: [*quads, askew]).doubtful == []


def test_of_several_outlines_of_a_card_the_one_counts_that_is_shaped_as_the_others() -> None:
    """One goes down to the edge of the card below; learned so, that card would be seen everywhere."""
    deck, drawn = house_faces("anagrascramble-green")
    shot = table(drawn, deck_names(deck)[:12], Conditions(tilt_deg=8, noise=2.0), "felt", 3000)
    shown = spread(shot.frame, quads_of)
    assert shown.doubtful == []
    assert _exact(shown.quads, [np.array(quad, np.float32) for quad in shot.quads])


def test_only_the_true_quad_has_edges_on_all_sides() -> None:
    shot = _shot()
    quad = np.asarray(shot.quads[1], np.float32)
    assert edged(shot.frame, quad) > 0.95
    assert edged(shot.frame, quad + 25) < 0.5


def test_nothing_found_is_an_empty_spread() -> None:
    shown = spread(_shot().frame, lambda _grey: [])
    assert (shown.quads, shown.doubtful) == ([], [])


def test_one_card_seen_twice_is_alike_and_a_small_sign_makes_another() -> None:
    grey = cv2.cvtColor(tile("H"), cv2.COLOR_BGR2GRAY)
    face = np.asarray(cv2.resize(grey, (80, 80), interpolation=cv2.INTER_AREA), np.uint8)
    push = np.array([[1, 0, 1.3], [0, 1, -0.8]], np.float32)
    moved = np.asarray(cv2.warpAffine(face, push, (80, 80), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    noisy = np.clip(0.7 * moved + np.random.default_rng(1).normal(0, 2, moved.shape), 0, 255).astype(np.uint8)
    assert unlike(face, noisy) < 0.05
    marked = moved.copy()
    cv2.putText(marked, "9", (62, 74), cv2.FONT_HERSHEY_DUPLEX, 0.4, 25, 1, cv2.LINE_AA)
    assert unlike(face, marked) > 0.15
