"""What cameras and lamps do to crops: they stay crops, and nothing is done to them where nothing is to be done."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training import camera_faults
from training.camera_faults import MILD, STRONG, Blur, blurred, in_light, packed

STRIPES = np.tile(np.array([40.0, 40.0, 200.0, 200.0], np.float32), (64, 16))


@given(st.integers(0, 10_000))
def test_in_any_light_stripes_stay_stripes(seed: int) -> None:
    lit = in_light(STRIPES, np.random.default_rng(seed))
    assert lit.shape == STRIPES.shape
    assert lit.min() >= 0
    assert lit.max() <= 255
    assert lit[:, 2::4].mean() > lit[:, 1::4].mean()


def test_so_many_crops_are_lit_shaded_or_faded() -> None:
    rng = np.random.default_rng(1)
    changed = np.mean([not np.array_equal(in_light(STRIPES, rng), STRIPES) for _ in range(2000)])
    left = (1 - camera_faults.LIT) * (1 - camera_faults.SHADED) * (1 - camera_faults.FADED)
    assert changed == pytest.approx(1 - left, abs=0.04)


@pytest.mark.parametrize("blur", [MILD, STRONG])
def test_so_many_crops_are_blurred(blur: Blur) -> None:
    rng = np.random.default_rng(2)
    softened = [blurred(STRIPES, blur, rng) for _ in range(2000)]
    assert np.mean([one is not STRIPES for one in softened]) == pytest.approx(blur.share, abs=0.04)
    assert all(one.std() <= STRIPES.std() + 1e-3 for one in softened)


def test_so_many_crops_are_kept_as_jpegs_and_look_alike() -> None:
    rng, crop = np.random.default_rng(3), STRIPES.astype(np.uint8)
    kept = [packed(crop, rng) for _ in range(1000)]
    assert np.mean([one is not crop for one in kept]) == pytest.approx(camera_faults.PACKED, abs=0.04)
    assert all(one.shape == crop.shape and np.corrcoef(one.ravel(), crop.ravel())[0, 1] > 0.9 for one in kept)
