"""An I2C bus with an OLED on it, as far as bytes go: what the real drivers send ends up as points in its memory."""

import errno
from collections.abc import Iterable
from typing import Literal

OledKind = Literal["ssd1306", "sh1106"]
COLUMNADDR, PAGEADDR = 0x21, 0x22
DISPLAY_OFF, DISPLAY_ON = 0xAE, 0xAF
WITH_ONE_BYTE = {0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB}


class Glass:
    """Takes what luma's i2c class writes to an smbus. `memory` is 8 pages × 132 columns; `present` False fails.

    `fail_after` lets that many further writes through before the plug is pulled.
    """

    def __init__(self, kind: OledKind = "ssd1306", address: int = 0x3C) -> None:
        self.kind, self.address = kind, address
        self.present = True
        self.fail_after: int | None = None
        self.writes = self.data_bytes = 0
        self.lose_power()

    def lose_power(self) -> None:
        """All settings and the picture are gone."""
        self.memory = [[0xAA] * 132 for _ in range(8)]
        self.columns, self.pages = (0, 127), (0, 7)
        self.column = self.page = 0
        self.lit = False
        self.started = False

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        if self.fail_after is not None:
            if self.fail_after == 0:
                self.present = False
            else:
                self.fail_after -= 1
        if not self.present or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.writes += 1
        (self._command if register == 0x00 else self._data)(list(data))

    def hear(self, written: bytes) -> None:
        """What tests/kernel/bus.c wrote down: of each transfer two bytes of length, the lower first, and its bytes."""
        while written:
            end = 2 + int.from_bytes(written[:2], "little")
            transfer, written = written[2:end], written[end:]
            if transfer:
                self.write_i2c_block_data(self.address, transfer[0], transfer[1:])

    def close(self) -> None:
        pass

    def picture(self) -> set[tuple[int, int]]:
        """The points that are lit, as a set of (x, y), of the part behind the glass."""
        first = 2 if self.kind == "sh1106" else 0
        if not (self.lit and self.started):
            return set()
        return {
            (x, page * 8 + bit)
            for page in range(8)
            for x in range(128)
            for bit in range(8)
            if self.memory[page][first + x] >> bit & 1
        }

    def _command(self, data: list[int]) -> None:
        while data:
            byte = data.pop(0)
            if byte == COLUMNADDR and self.kind == "ssd1306":
                self.columns = (data.pop(0), data.pop(0))
                self.column = self.columns[0]
            elif byte == PAGEADDR and self.kind == "ssd1306":
                self.pages = (data.pop(0), data.pop(0))
                self.page = self.pages[0]
            elif byte == DISPLAY_ON:
                self.lit = True
            elif byte == DISPLAY_OFF:
                self.lit = False
            elif byte == 0x8D:  # the charge pump: without it nothing glows
                self.started = data.pop(0) == 0x14
            elif byte in WITH_ONE_BYTE and not (byte == 0x20 and self.kind == "sh1106"):
                data.pop(0)
            elif self.kind == "sh1106" and byte & 0xF0 == 0xB0:
                self.page = byte & 0x0F
            elif self.kind == "sh1106" and byte < 0x10:
                self.column = self.column & 0xF0 | byte
            elif self.kind == "sh1106" and byte & 0xF0 == 0x10:
                self.column = self.column & 0x0F | (byte & 0x0F) << 4

    def _data(self, data: list[int]) -> None:
        for byte in data:
            self.data_bytes += 1
            self.memory[self.page][self.column] = byte
            self.column += 1
            if self.kind == "ssd1306" and self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]
