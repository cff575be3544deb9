"""GPIO lines as the kernel keeps them, behind gpiod's Chip and LineRequest; settings and edges are gpiod's own."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

if TYPE_CHECKING:
    from gpiod.chip_info import ChipInfo
    from gpiod.edge_event import EdgeEvent
    from gpiod.line_settings import LineSettings

RISING, FALLING = gpiod.EdgeEvent.Type.RISING_EDGE, gpiod.EdgeEvent.Type.FALLING_EDGE


class Kernel:
    """All chips of a machine: a label for each file under /dev; who has which line, and what is wired to them."""

    def __init__(self, **labels: str) -> None:
        self.labels: dict[str, str | None] = dict(labels)
        self.open_chips = 0
        self.requests: dict[int, LineRequest] = {}
        self.wired: dict[int, bool] = {}  # the level something outside holds a line at
        self.notes: list[tuple[int, bool]] = []  # every level an output was given
        self.present = True
        self.plugged = 0  # how often its chips came back: whatever was opened before is of no use

    def unplug(self) -> None:
        """Its chips go: whoever holds a line of theirs is woken, and told so whatever he asks."""
        self.present = False
        self.plugged += 1
        for request in self.requests.values():
            request.hang_up()
        self.requests.clear()

    def Chip(self, path: str) -> Chip:  # noqa: N802  # as gpiod calls it
        if not self.present:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        label = self.labels[os.path.basename(path)]
        if label is None:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.open_chips += 1
        return Chip(self, label)

    def wire(self, offset: int, level: bool, at_ns: int) -> None:
        """Something outside takes the line to this level."""
        request = self.requests.get(offset)
        before = None if request is None else request.level()
        self.wired[offset] = level
        if request is not None and request.level() != before:
            request.saw(RISING if level else FALLING, at_ns)


def gone() -> OSError:
    return OSError(errno.ENODEV, "No such device")


class Chip:
    def __init__(self, kernel: Kernel, label: str) -> None:
        self._kernel = kernel
        self._label = label
        self._plugged = kernel.plugged

    def get_info(self) -> ChipInfo:
        return gpiod.ChipInfo("gpiochip0", self._label, 54)

    def request_lines(
        self, config: dict[int, LineSettings], consumer: str | None = None, event_buffer_size: int | None = None
    ) -> LineRequest:
        if self._plugged != self._kernel.plugged:
            raise gone()
        ((offset, settings),) = config.items()
        if offset in self._kernel.requests:
            raise OSError(errno.EBUSY, "Device or resource busy")
        request = LineRequest(self._kernel, offset, settings)
        self._kernel.requests[offset] = request
        return request

    def close(self) -> None:
        self._kernel.open_chips -= 1


class LineRequest:
    def __init__(self, kernel: Kernel, offset: int, settings: LineSettings) -> None:
        self._kernel, self._offset = kernel, offset
        self.fd, self._write_fd = os.pipe()
        self.settings = settings
        self._events: list[EdgeEvent] = []
        self._gone = False
        self._set(settings)

    def hang_up(self) -> None:
        self._gone = True
        os.close(self._write_fd)

    def _ask(self) -> None:
        if self._gone:
            raise gone()

    def _set(self, settings: LineSettings) -> None:
        assert settings.edge_detection is Edge.NONE or settings.direction is Direction.INPUT  # else EINVAL
        self.settings = settings
        if settings.direction is Direction.OUTPUT:
            self._kernel.notes.append((self._offset, bool(settings.output_value)))

    def level(self) -> bool:
        if self.settings.direction is Direction.OUTPUT:
            return bool(self.settings.output_value)
        return self._kernel.wired.get(self._offset, bool(self.settings.bias is Bias.PULL_UP))

    def saw(self, kind: EdgeEvent.Type, at_ns: int) -> None:
        wanted = {Edge.BOTH: (RISING, FALLING), Edge.RISING: (RISING,), Edge.FALLING: (FALLING,), Edge.NONE: ()}
        if kind in wanted[self.settings.edge_detection]:
            self._events.append(gpiod.EdgeEvent(kind.value, at_ns, self._offset, 1, 1))
            os.write(self._write_fd, b"!")

    def reconfigure_lines(self, config: dict[int, LineSettings]) -> None:
        self._ask()
        ((offset, settings),) = config.items()
        assert offset == self._offset
        self._set(settings)

    def get_value(self, line: int) -> Value:
        assert line == self._offset
        self._ask()
        return Value.ACTIVE if self.level() else Value.INACTIVE

    def set_value(self, line: int, value: Value) -> None:
        assert line == self._offset
        self._ask()
        assert self.settings.direction is Direction.OUTPUT
        self.settings.output_value = value
        self._kernel.notes.append((line, bool(value)))

    def wait_edge_events(self, timeout: int | None = None) -> bool:
        assert timeout == 0
        return bool(self._events) or self._gone

    def read_edge_events(self, max_events: None = None) -> list[EdgeEvent]:
        self._ask()
        assert self._events, "this would wait for ever"
        events, self._events = self._events, []
        os.read(self.fd, len(events))
        return events

    def release(self) -> None:
        os.close(self.fd)
        if not self._gone:
            del self._kernel.requests[self._offset]
            os.close(self._write_fd)
