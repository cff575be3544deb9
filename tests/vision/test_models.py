"""The trained networks as they are run."""

import numpy as np
import pytest

from companion.vision.models import infer


@pytest.mark.parametrize("count", [1, 4, 5, 6, 13])
@pytest.mark.parametrize(("name", "side_px"), [("glance", 40), ("letters", 64)])
def test_what_a_picture_shows_does_not_depend_on_those_beside_it(name: str, side_px: int, count: int) -> None:
    pictures = np.random.default_rng(count).normal(size=(count, 1, side_px, side_px)).astype(np.float32)
    together = infer(name, pictures)
    alone = np.concatenate([infer(name, picture[None]) for picture in pictures])
    assert together.shape == alone.shape
    np.testing.assert_allclose(together, alone, atol=1e-4)


def test_an_output_is_the_callers_own() -> None:
    first, second = np.random.default_rng(1).normal(size=(2, 1, 1, 64, 80)).astype(np.float32)
    kept = infer("finder", first)
    before = kept.copy()
    infer("finder", second)
    assert (kept == before).all()
