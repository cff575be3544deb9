"""A match counts only where the card has its edges, if the others of the table have theirs."""

from dataclasses import replace

import cv2
import numpy as np

from companion.drawn.scene import Conditions, Shot, draw_scene, in_rows
from companion.vision.album_matching import bounded, is_sure
from companion.vision.likeness import Resemblance
from tests.vision.drawn import tile


def _shot(gap_mm: float) -> Shot:
    cards = in_rows([tile(sign) for sign in "ABCDEF"], per_row=3, width_mm=50, gap_mm=gap_mm)
    return draw_scene(cards, Conditions(noise=2.0), cloth="felt", seed=4, size_px=(960, 540), view_mm=420)


def _matches(quads: list[np.ndarray]) -> list[Resemblance]:
    return [Resemblance(at, quad, 0.95, 0.95, 0.01, ()) for at, quad in enumerate(quads)]


def test_what_seems_to_lie_half_beside_its_card_is_not_sure_any_more() -> None:
    shot = _shot(gap_mm=20)
    quads = [np.array(quad, np.float32) for quad in shot.quads]
    assert all(is_sure(match) for match in bounded(shot.frame, _matches(quads)))
    quads[2] += np.array([0.3, 0.25], np.float32) * np.linalg.norm(quads[2][1] - quads[2][0])
    kept = bounded(shot.frame, _matches(quads))
    assert [is_sure(match) for match in kept] == [True, True, False, True, True, True]


def test_cards_that_touch_need_no_edge_between_them() -> None:
    shot = _shot(gap_mm=0)
    matches = _matches([np.array(quad, np.float32) for quad in shot.quads])
    assert all(is_sure(match) for match in bounded(shot.frame, matches))


def test_where_no_edges_can_be_seen_nothing_is_doubted_for_want_of_them() -> None:
    frame = np.full((540, 960, 3), 200, np.uint8)
    matches = _matches([np.array(quad, np.float32) for quad in _shot(gap_mm=20).quads])
    assert all(is_sure(match) for match in bounded(frame, matches))


def test_what_was_doubtful_stays_as_doubtful() -> None:
    shot = _shot(gap_mm=20)
    matches = _matches([np.array(quad, np.float32) for quad in shot.quads])
    matches[1] = replace(matches[1], lead=0.0)
    assert bounded(shot.frame, matches)[1] == matches[1]


def test_places_that_may_be_one_card_are_each_held_against_the_known_ones_only() -> None:
    shot = _shot(gap_mm=20)
    quads = [np.array(quad, np.float32) for quad in shot.quads]
    beside = quads[2] + 0.4 * (quads[2][0] - quads[2][1])  # the place itself lies along one of its sides
    there, off = bounded(shot.frame, _matches([quads[2], beside]), [quads[0], quads[1], *quads[3:]])
    assert is_sure(there)
    assert not is_sure(off)


def test_a_faint_edge_on_a_plain_table_is_one() -> None:
    shot = _shot(gap_mm=20)
    quads = [np.array(quad, np.float32) for quad in shot.quads]
    frame = np.full_like(shot.frame, 120)
    for number, quad in enumerate(quads):
        cv2.fillConvexPoly(frame, quad.astype(np.int32), (127, 127, 127) if number == 4 else (220, 220, 220))
    beside = [*quads[:4], quads[4] + 0.3 * (quads[4][1] - quads[4][0]), quads[5]]
    assert all(is_sure(match) for match in bounded(frame, _matches(quads)))
    assert [is_sure(match) for match in bounded(frame, _matches(beside))] == [True] * 4 + [False, True]
