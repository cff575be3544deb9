"""The camera's picture on the OLED: the whole of it, with what is wrong said so that it can be read from a ladder."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from companion.display.viewfinder import GAP_PX, PICTURE_PX, viewfinder
from tests.display.gallery import first_light
from tests.display.references import FIRST_LIGHT, contact_sheet

BAR_PX = 20
BLACK = np.zeros((180, 320), np.uint8)
WIDTH, HEIGHT = PICTURE_PX


def lit(picture: NDArray[np.uint8], box: tuple[int, int, int, int] | None = None) -> NDArray[np.bool_]:
    return np.asarray(viewfinder(picture, "dark", box=box))


@pytest.mark.parametrize("grey", [0, 64, 128, 192, 255])
def test_as_many_points_are_lit_as_the_picture_is_bright(grey: int) -> None:
    seen = lit(np.full_like(BLACK, grey))[BAR_PX:, :WIDTH]
    assert abs(seen.sum() / (WIDTH * HEIGHT) - grey / 255) < 0.03


def test_what_lies_left_and_far_is_left_and_above() -> None:
    picture = BLACK.copy()
    picture[:90, :160] = 255
    seen = lit(picture)[BAR_PX:]
    rows, columns = np.nonzero(seen)
    assert columns.max() < WIDTH // 2 + 1
    assert rows.max() <= HEIGHT // 2 + 1


def test_a_box_is_drawn_around_its_place() -> None:
    rows, columns = np.nonzero(lit(BLACK, box=(80, 45, 240, 135))[BAR_PX:])
    assert (columns.min(), columns.max()) == (WIDTH // 4, WIDTH * 3 // 4 - 1)
    assert rows.max() - rows.min() == pytest.approx(HEIGHT / 2, abs=1.5)


@given(
    shape=st.tuples(st.integers(2, 300), st.integers(2, 400)),
    briefly=st.text(st.characters(codec="ascii", exclude_categories=["C"]), min_size=1, max_size=15),
    measured=st.text("0123456789<>%.", max_size=7),
)
def test_any_picture_and_any_words_are_drawn(shape: tuple[int, int], briefly: str, measured: str) -> None:
    image = viewfinder(np.full(shape, 255, np.uint8), briefly, measured, (0, 0, 1, 1))
    assert (image.mode, image.size) == ("1", (128, 64))
    between = np.asarray(image)[BAR_PX + 1 :, WIDTH : WIDTH + GAP_PX]
    assert not between.any()  # picture and number do not touch


def test_the_picture_in_the_documentation_is_what_is_drawn() -> None:
    drawn = contact_sheet(first_light()).quantize(8).convert("RGB")
    assert Image.open(FIRST_LIGHT).convert("RGB").tobytes() == drawn.tobytes(), "run python -m tests.display.references"
