"""What a camera makes of a scene does not depend on how many rows of it are worked on at once."""

from dataclasses import replace
from functools import partial
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawn import exposure
from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, draw_scene

SIZE_PX = (200, 140)


def cards(chance: np.random.Generator) -> list[CardOnTable]:
    faces = [chance.integers(0, 256, (90, 60, channels)).astype(np.uint8) for channels in (3, 4, 3)]
    lying = []
    for face, thickness in zip(faces, (0.0, 0.4, 5.0), strict=True):
        x_mm, y_mm = map(float, chance.uniform(-150, 150, 2))
        lying.append(CardOnTable(face, x_mm, y_mm, 60, float(chance.uniform(0, 360)), thickness_mm=thickness))
    return lying


@given(seed=st.integers(0, 2**32), rows=st.integers(1, 100), cloth=st.sampled_from(CLOTHS))
@settings(max_examples=60, deadline=None)
def test_a_frame_drawn_in_bands_is_the_frame_drawn_at_once(seed: int, rows: int, cloth: str) -> None:
    chance = np.random.default_rng(seed)
    lie, conditions = cards(chance), Conditions.random(chance, hand=0.5)
    frames = []
    for band_px in (SIZE_PX[1], rows):
        with patch.object(exposure, "BAND_PX", band_px):
            frames.append(draw_scene(lie, conditions, cloth=cloth, size_px=SIZE_PX, seed=seed).frame)
    in_bands, at_once = frames
    assert np.array_equal(in_bands, at_once)


@given(seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_frame_drawn_upon_another_is_the_frame_drawn_anew(seed: int, data: st.DataObject) -> None:
    chance = np.random.default_rng(seed)
    faces, conditions = cards(chance) + cards(chance), replace(Conditions.random(chance, hand=0), noise=0.0)
    conditions = replace(conditions, jpeg_quality=None)
    shown = partial(draw_scene, conditions=conditions, size_px=SIZE_PX, seed=seed)
    some = st.lists(st.sampled_from(faces), max_size=8)
    before, now = data.draw(some), data.draw(some)
    upon = before, shown(before).frame
    kept = upon[1].copy()
    anew, redrawn = shown(now), shown(now, upon=upon)
    assert np.array_equal(redrawn.frame, anew.frame)
    assert np.array_equal(redrawn.visible, anew.visible)
    assert np.array_equal(upon[1], kept), "somebody has it still"


def test_darker_is_darker_and_noise_is_noise() -> None:
    def shown(conditions: Conditions) -> np.ndarray:
        return exposure.expose(
            lambda top, bottom: np.full((bottom - top, 200, 3), 120, np.float32),
            SIZE_PX,
            conditions,
            np.random.default_rng(1),
        ).astype(float)

    plain = Conditions(noise=0.0)
    assert np.all(shown(plain) == 120)
    assert np.all(shown(Conditions(noise=0.0, exposure=0.5)) == 60)
    assert shown(Conditions(noise=0.0, vignette=0.4))[0, 0, 0] < 120 == shown(plain)[70, 100, 0]
    noisy = shown(Conditions(noise=5.0))
    assert abs(noisy.mean() - 120) < 1
    assert 4 < noisy.std() < 7
