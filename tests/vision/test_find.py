"""Finding cards on drawn tables: on the right places, and nowhere else."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawn.scene import Conditions, draw_scene, in_rows
from companion.vision.find import find
from companion.vision.quads import in_common
from companion.vision.rectify import halvings
from tests.vision.drawn import tile


def _grey(frame: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))


@pytest.mark.parametrize("width_mm", [16, 30, 70, 150])
@pytest.mark.parametrize("gap", [0.02, 0.4])
def test_tiles_of_every_size_are_found_where_they_lie(width_mm: float, gap: float) -> None:
    cards = in_rows([tile(letter) for letter in "QUARTZ"], per_row=3, width_mm=width_mm, gap_mm=gap * width_mm)
    shot = draw_scene(cards, Conditions(spin_deg=20, tilt_deg=15), colour=(60, 90, 50), seed=2, size_px=(960, 720))
    found = find(halvings(_grey(shot.frame)))
    for quad in shot.quads:
        best = max((in_common(quad, one.quad) for one in found), default=0.0)
        assert best > 0.6


@settings(max_examples=15, deadline=None)
@given(width=st.integers(16, 400), height=st.integers(16, 400), seed=st.integers(0, 99))
def test_any_picture_can_be_looked_at(width: int, height: int, seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width)).astype(np.uint8)
    for one in find(halvings(noise)):
        assert one.quad.shape == (4, 2)
        assert np.isfinite(one.quad).all()
        assert 0 <= one.score <= 1
        assert cv2.contourArea(one.quad, oriented=True) > 0


def _board(angle_deg: float, tile_px: int, ground: int) -> tuple[np.ndarray, np.ndarray]:
    """A light board, turned, with small tiles on four in ten of its places: the grey picture, the tiles' middles."""
    rng = np.random.default_rng(3)
    places = np.argwhere(rng.random((15, 15)) < 0.4)
    side = 15 * tile_px
    board = np.full((side, side, 3), ground, np.uint8)
    for row, column in places:
        one = cv2.resize(
            tile(str(rng.choice([*"AEINRST"])), ground=175), (tile_px, tile_px), interpolation=cv2.INTER_AREA
        )
        cv2.rectangle(one, (0, 0), (tile_px - 1, tile_px - 1), (90, 90, 90))
        board[row * tile_px : (row + 1) * tile_px, column * tile_px : (column + 1) * tile_px] = one
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), angle_deg, 1)
    turn[:, 2] += np.array([430 - side / 2, 500 - side / 2])
    frame = np.full((1000, 860, 3), 60, np.uint8)
    cv2.warpAffine(board, turn, (860, 1000), dst=frame, borderMode=cv2.BORDER_TRANSPARENT)
    middles = np.column_stack([(places[:, ::-1] + 0.5) * tile_px, np.ones(len(places))]) @ turn.T
    return cv2.GaussianBlur(_grey(frame), (0, 0), 0.8), middles


@pytest.mark.parametrize(("angle_deg", "tile_px", "ground"), [(17, 36, 200), (45, 30, 230), (0, 36, 150)])
def test_small_tiles_here_and_there_on_a_turned_board_are_all_looked_at(
    angle_deg: float, tile_px: int, ground: int
) -> None:
    grey, middles = _board(angle_deg, tile_px, ground)
    found = np.array([one.centre for one in find(halvings(grey)) if 0.6 * tile_px < one.size_px < 1.5 * tile_px])
    off = np.linalg.norm(middles[:, None] - found, axis=2).min(1) if len(found) else np.full(len(middles), np.inf)
    assert (off < 0.3 * tile_px).mean() > 0.9


def _candidate(score: float, x: float, y: float, size_px: float) -> list[float]:
    return [score, x, y, size_px, size_px, 0, 0, size_px]


@given(size_px=st.floats(20, 120), block=st.floats(3, 6.5), spread=st.floats(0, 2))
def test_a_block_of_cards_taken_for_one_large_card_hides_none_of_them(
    size_px: float, block: float, spread: float
) -> None:
    cards = [(size_px * (column - 2), size_px * (row - 0.5)) for row in range(2) for column in range(5)]
    large = [_candidate(0.97, 0, 0, block * size_px), _candidate(0.95, spread, spread, 0.97 * block * size_px)]
    seen = np.array([*large, *(_candidate(0.9, x, y, size_px) for x, y in cards)], np.float32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.vision.find._candidates", lambda *_: seen)
        found = find([np.zeros((64, 64), np.uint8)])
    assert len(found) == len(cards)
    for card in cards:
        assert min(np.linalg.norm(one.centre - card) for one in found) < 0.1


@pytest.mark.parametrize(("score", "size"), [(0.6, 0.3), (0.9, 0.15)])
def test_signs_printed_on_a_card_do_not_take_its_place(score: float, size: float) -> None:
    signs = [_candidate(score, 25 * x, 25 * y, size * 100) for x, y in [(-1, -1), (1, -1), (1, 1), (-1, 1)]]
    seen = np.array([_candidate(0.95, 0, 0, 100), *signs], np.float32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.vision.find._candidates", lambda *_: seen)
        (card,) = find([np.zeros((64, 64), np.uint8)])
    assert card.size_px == pytest.approx(100, rel=1e-3)
