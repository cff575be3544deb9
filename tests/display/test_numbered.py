"""Pictures that stand on the OLED are numbered, and packed once."""

from __future__ import annotations

import io

import hypothesis.strategies as st
from hypothesis import given
from PIL import Image

from companion.display.numbered import Numbered

POINTS = st.binary(min_size=16 * 64, max_size=16 * 64)


def image(points: bytes) -> Image.Image:
    return Image.frombytes("1", (128, 64), points)


@given(POINTS)
def test_the_file_shows_what_stands_there(points: bytes) -> None:
    _, packed = Numbered().png(image(points))
    with Image.open(io.BytesIO(packed)) as opened:
        assert opened.format == "PNG"
        assert opened.tobytes() == points


@given(st.lists(st.sampled_from([bytes(1024), b"\xff" * 1024, b"\x0f" * 1024]), min_size=2))
def test_the_number_is_another_where_the_picture_is(shown: list[bytes]) -> None:
    numbered = Numbered()
    numbers = [numbered.png(image(points))[0] for points in shown]
    assert len(set(zip(shown, numbers, strict=True))) == len(set(shown)) == len(set(numbers))


def test_what_stands_there_still_is_not_packed_again() -> None:
    numbered = Numbered()
    first = numbered.png(image(bytes(1024)))
    assert numbered.png(image(bytes(1024))) is first
    assert numbered.png(image(b"\xff" * 1024)) != first
