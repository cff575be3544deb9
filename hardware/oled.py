"""What goes over the wire to an OLED: luma's drivers, sending only what changed.

luma's own `display` sends all 1,024 bytes each time (measured: an identical redraw sends them again). Here each of
the eight pages (8 pixel rows, SSD1306 datasheet 8.7) is compared with what the OLED holds and only the columns that
changed are sent. Start-up commands, contrast and addressing constants are luma's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from luma.oled.device import sh1106, ssd1306
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.board import ScreenWiring

    Memory = tuple[bytes, ...]  # of each page a byte a column, the top pixel in its lowest bit

WIDTH_PX = 128
HEIGHT_PX = 64
PAGES = HEIGHT_PX // 8
NOP = 0xE3
WORTH_BYTES = 48  # about a millisecond of the bus at 400 kHz
SH1106_FIRST_COLUMN = 2  # its memory is 132 columns wide and the glass sits in the middle


def pack(image: Image.Image) -> Memory:
    """A 128×64 picture of mode "1" as the OLED's memory: 8 pages of 128 columns, the top pixel in the lowest bit."""
    # Turned clockwise, each row is a column from the bottom up, whose first byte is the lowest page.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return tuple(columns[page::PAGES] for page in reversed(range(PAGES)))


@dataclass(frozen=True, eq=False, slots=True)
class Patch:
    """A rectangle of the OLED's memory to be written: its upper left corner, and of each page its bytes."""

    page: int
    column: int
    rows: Memory

    @property
    def columns(self) -> int:
        """How many columns it is wide."""
        return len(self.rows[0])

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self.rows) * self.columns

    def below(self, other: Patch) -> bool:
        """Whether this patch begins on the page under the other's last."""
        return self.page == other.page + len(other.rows)


def changes(old: Memory | None, new: Memory) -> Iterator[Patch]:
    """The parts of `new` that differ from `old` (None: everything), from top to bottom.

    Pages one below the other are sent together when that costs at most `WORTH_BYTES` more a page: each write to the
    bus is a wait for the bus and then for the interpreter, and that is dearer than a few bytes.
    """
    pending: Patch | None = None
    for page in range(PAGES):
        columns = _differing(None if old is None else old[page], new[page])
        if not columns:
            continue
        patch = Patch(page, columns.start, (new[page][columns.start : columns.stop],))
        if pending is not None:
            joined = _joined(pending, patch, new)
            if joined is not None:
                pending = joined
                continue
            yield pending
        pending = patch
    if pending is not None:
        yield pending


def _differing(old: bytes | None, new: bytes) -> range:
    """From the first to the last column that is another; none when all are as they were."""
    if old is None:
        return range(WIDTH_PX)
    others = [column for column in range(WIDTH_PX) if old[column] != new[column]] if old != new else []
    return range(others[0], others[-1] + 1) if others else range(0)


def _joined(upper: Patch, lower: Patch, new: Memory) -> Patch | None:
    """The rectangle around both, or None when they are apart or it has too many bytes in vain."""
    if not lower.below(upper):
        return None
    first = min(upper.column, lower.column)
    last = max(upper.column + upper.columns, lower.column + lower.columns)
    block = Patch(upper.page, first, tuple(row[first:last] for row in new[upper.page : lower.page + 1]))
    return block if block.size - upper.size - lower.size <= WORTH_BYTES else None


class Serial(Protocol):
    """luma's serial interface: what its i2c class and our fake bus have in common."""

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        ...

    def data(self, data: Any) -> None:
        """Send picture bytes."""
        ...

    def cleanup(self) -> None:
        """Let go of the bus."""
        ...


class OledLink:
    """The wire between luma and the OLED: opened when needed, dropped after an error, its bytes counted.

    It remembers the start-up commands, so that an OLED whose power came back can be woken again.
    """

    def __init__(self, open_serial: Callable[[], Serial]) -> None:
        self._open_serial = open_serial
        self._serial: Serial | None = None
        self._start_up: list[tuple[int, ...]] = []
        self._recording = False

    def command(self, *cmd: int) -> None:
        """Send a command (luma's interface)."""
        if self._recording:
            self._start_up.append(cmd)
        self._open().command(*cmd)

    def data(self, data: Any) -> None:
        """Send picture bytes (luma's interface)."""
        self._open().data(data)

    def cleanup(self) -> None:
        """Close the bus; the next use opens it again."""
        serial, self._serial = self._serial, None
        if serial is not None:
            serial.cleanup()

    def ask(self) -> None:
        """Ask whether anybody answers, with the command that does nothing (NOP, datasheet table 9-1)."""
        self._open().command(NOP)

    def starting(self) -> None:
        """The driver is about to send its start-up commands: remember them."""
        self._start_up.clear()
        self._recording = True

    def started(self) -> None:
        """The driver has sent its start-up commands: stop remembering."""
        self._recording = False

    def wake(self) -> None:
        """Send the start-up commands again."""
        for cmd in self._start_up:
            self.command(*cmd)

    def _open(self) -> Serial:
        if self._serial is None:
            self._serial = self._open_serial()
        return self._serial


class _Changed:
    """Mixed into luma's drivers: `display` sends what changed since the last call that went through."""

    _held: Memory | None = None

    def display(self, image: Image.Image) -> None:
        """Send a 128×64 picture of mode "1"."""
        packed = pack(self.preprocess(image))  # type: ignore[attr-defined]  # of luma's capabilities mixin
        held, self._held = self._held, None  # half sent is unknown: after an error everything is sent again
        for patch in changes(held, packed):
            self._send(patch)
        self._held = packed

    def clear(self) -> None:
        """luma blanks the memory at start-up; the first picture does that anyway."""

    def forget(self) -> None:
        """The OLED may have lost its memory: send everything next time."""
        self._held = None

    def _send(self, patch: Patch) -> None:
        raise NotImplementedError


class Ssd1306(_Changed, ssd1306):  # type: ignore[misc]  # luma has no types
    """luma's SSD1306 (also SSD1309), horizontal addressing (datasheet 10.1.3)."""

    def _send(self, patch: Patch) -> None:
        self.command(
            self._const.COLUMNADDR, patch.column, patch.column + patch.columns - 1,
            self._const.PAGEADDR, patch.page, patch.page + len(patch.rows) - 1,
        )  # fmt: skip
        self.data(b"".join(patch.rows))


class Sh1106(_Changed, sh1106):  # type: ignore[misc]  # luma has no types
    """luma's SH1106, which only has page addressing (datasheet, commands 1, 2 and 13)."""

    def _send(self, patch: Patch) -> None:
        place = patch.column + SH1106_FIRST_COLUMN
        for page, row in enumerate(patch.rows, start=patch.page):
            self.command(0xB0 | page, place & 0x0F, 0x10 | place >> 4)
            self.data(row)


def make_driver(wiring: ScreenWiring, line: OledLink) -> Any:
    """luma's driver for this OLED on `line`; sends the start-up commands. Raises what the bus raises."""
    line.starting()
    driver = Sh1106 if wiring.driver == "sh1106" else Ssd1306
    device = driver(line, width=WIDTH_PX, height=HEIGHT_PX, rotate=2 if wiring.upside_down else 0)
    line.started()
    return device
