"""The bytes on the wire: our drivers light the same points as luma's own, with far fewer bytes."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageDraw

from hardware.board import ScreenWiring
from hardware.oled import OledLink, changes, make_driver, pack
from tests.hardware.glass import Glass, OledKind

BOXES = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 60), st.integers(0, 40))


def drawn(boxes: Sequence[tuple[int, int, int, int]]) -> Image.Image:
    """A picture with lit boxes on it; overlapping ones put each other out."""
    points = np.zeros((64, 128), bool)
    for left, top, width, height in boxes:
        points[top : top + height + 1, left : left + width + 1] ^= True
    return Image.fromarray(points)


PICTURES = st.lists(BOXES, max_size=4).map(drawn)


def lit(image: Image.Image) -> set[tuple[int, int]]:
    return {(int(x), int(y)) for y, x in np.argwhere(np.asarray(image))}


def driver_on(glass: Glass, **wiring: Any) -> Any:
    screen = ScreenWiring(driver=glass.kind, **wiring)
    return make_driver(screen, OledLink(lambda: i2c(bus=glass, address=glass.address)))


def lumas_memory(kind: OledKind, image: Image.Image, rotate: int = 0) -> list[list[int]]:
    """The memory of an OLED that luma's own `display` has painted."""
    glass = Glass(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # luma still uses Pillow's getdata
        device = {"ssd1306": ssd1306, "sh1106": sh1106}[kind](i2c(bus=glass), rotate=rotate)
        device.display(image)
    return [page[2:130] if kind == "sh1106" else page[:128] for page in glass.memory]


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("upside_down", [False, True])
def test_the_same_points_light_up_as_with_lumas_own_driver(kind: OledKind, upside_down: bool) -> None:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((5, 3), "Tableside", fill=1)
    draw.ellipse((60, 20, 127, 63), outline=1)
    glass = Glass(kind)
    driver_on(glass, upside_down=upside_down).display(image)
    first = 2 if kind == "sh1106" else 0
    assert [page[first : first + 128] for page in glass.memory] == lumas_memory(kind, image, 2 if upside_down else 0)
    assert glass.lit
    assert glass.started


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
@given(pictures=st.lists(PICTURES, min_size=1, max_size=5))
def test_any_row_of_pictures_ends_with_the_last_one_on_the_glass(kind: OledKind, pictures: list[Image.Image]) -> None:
    glass = Glass(kind)
    device = driver_on(glass)
    for picture in pictures:
        device.display(picture)
        assert glass.picture() == lit(picture)


@given(old=PICTURES, new=PICTURES)
def test_the_changes_of_two_pictures_make_one_of_the_other(old: Image.Image, new: Image.Image) -> None:
    before, after = [bytearray(page) for page in pack(old)], pack(new)
    needed = sum(
        one != other
        for page, wanted in zip(before, after, strict=True)
        for one, other in zip(page, wanted, strict=True)
    )
    sent = 0
    for patch in changes(pack(old), after):
        assert before[patch.page][patch.column :] != after[patch.page][patch.column :]
        for page, row in enumerate(patch.rows, start=patch.page):
            before[page][patch.column : patch.column + patch.columns] = row
        sent += patch.size
    assert tuple(map(bytes, before)) == after
    assert needed <= sent <= 1024


def test_a_whole_new_picture_is_one_rectangle() -> None:
    (patch,) = changes(None, pack(drawn([])))
    assert (patch.page, patch.column, len(patch.rows), patch.columns) == (0, 0, 8, 128)


def test_two_changes_far_apart_are_sent_apart() -> None:
    patches = list(changes(pack(drawn([])), pack(drawn([(3, 2, 0, 0), (120, 11, 0, 0), (121, 60, 0, 0)]))))
    assert [(patch.page, patch.column, patch.size) for patch in patches] == [(0, 3, 1), (1, 120, 1), (7, 121, 1)]


def test_the_same_picture_again_sends_nothing() -> None:
    glass = Glass()
    device = driver_on(glass)
    device.display(drawn([(0, 0, 60, 40)]))
    writes = glass.writes
    device.display(drawn([(0, 0, 60, 40)]))
    assert glass.writes == writes


def test_one_changed_point_is_one_byte() -> None:
    glass = Glass()
    device = driver_on(glass)
    device.display(drawn([]))
    sent = glass.data_bytes
    device.display(drawn([(77, 33, 0, 0)]))
    assert glass.data_bytes == sent + 1
    assert glass.picture() == {(77, 33)}


def test_after_an_error_in_the_middle_everything_is_sent_again() -> None:
    glass = Glass()
    device = driver_on(glass)
    device.display(drawn([]))
    glass.fail_after = 3
    with pytest.raises(OSError, match="Remote I/O error"):
        device.display(drawn([(0, 0, 60, 40)]))
    glass.present, glass.fail_after = True, None
    sent = glass.data_bytes
    device.display(drawn([(0, 0, 60, 40)]))
    assert glass.data_bytes == sent + 1024
    assert glass.picture() == lit(drawn([(0, 0, 60, 40)]))


def test_the_line_counts_its_bytes_and_opens_again_after_it_was_dropped() -> None:
    class Counted:
        def __init__(self) -> None:
            opened.append(self)
            self.sent: list[tuple[int, ...] | str] = []

        def command(self, *cmd: int) -> None:
            self.sent.append(cmd)

        def data(self, data: list[int]) -> None:
            self.sent.append(tuple(data))

        def cleanup(self) -> None:
            self.sent.append("closed")

    opened: list[Counted] = []
    line = OledLink(Counted)
    line.cleanup()
    line.starting()
    line.command(0xAE, 1)
    line.started()
    line.data([1, 2, 3])
    line.cleanup()
    line.wake()
    assert [serial.sent for serial in opened] == [[(0xAE, 1), (1, 2, 3), "closed"], [(0xAE, 1)]]
