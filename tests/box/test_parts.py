"""The OLED's picture made of what its bus wrote down, as tests/kernel/bus.c does."""

from collections.abc import Iterable

import numpy as np
import pytest
from luma.core.interface.serial import i2c
from PIL import Image, ImageDraw

from hardware.board import ScreenWiring
from hardware.oled import OledLink, make_driver
from tests.box import parts
from tests.box.machine import Machine


class WrittenDown:
    """A bus that writes transfers down: two bytes of length, the lower first, and the bytes."""

    def __init__(self) -> None:
        self.written = b""

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        transfer = bytes([register, *data])
        self.written += len(transfer).to_bytes(2, "little") + transfer

    def close(self) -> None:
        pass


def test_the_picture_is_the_one_that_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Image.new("1", parts.SIZE)
    ImageDraw.Draw(wanted).text((5, 3), "Tableside 12 : 7", fill=1)
    bus = WrittenDown()
    driver = make_driver(ScreenWiring(), OledLink(lambda: i2c(bus=bus, address=0x3C)))
    driver.display(Image.new("1", parts.SIZE, 1))
    driver.display(wanted)
    monkeypatch.setattr(Machine, "read", lambda self, path: bus.written if path == parts.WRITTEN else b"")
    shown = parts.drawn(parts.glass(Machine.__new__(Machine)))
    assert (np.asarray(shown) == np.asarray(wanted)).all()


def test_a_bus_that_wrote_nothing_down_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Machine, "read", lambda self, path: b"")
    assert not np.asarray(parts.drawn(parts.glass(Machine.__new__(Machine)))).any()
