"""A line between pages and a table on which answers get lost, after the table has done what was asked."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.web.browsing import PATIENCE_MS

if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO, Self

    from tests.web.tables import LiveTable

LENGTH = re.compile(rb"^content-length: (\d+)", re.IGNORECASE | re.MULTILINE)


class BadLine:
    """Hands on to `table` what is asked at `address`; use as a context manager. `losing` has, by address, how many
    answers to a POST get lost before one arrives; with `stays_open` the line says nothing of it, where else it breaks.
    `asked` are the addresses of the POSTs that came, and `bodies` what they said."""

    def __init__(self, table: LiveTable, *, stays_open: bool = False) -> None:
        self._table = table
        self._stays_open = stays_open
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.losing: dict[str, int] = {}
        self.asked: list[str] = []
        self.bodies: list[bytes] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._take, name="bad line", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, at: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for end in self._open:
            _hang_up(end)

    def to(self, address: str) -> str:
        """What the table has at this address, over this line."""
        return address.replace(self._table.address, self.address)

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self._listener.accept()
                table = socket.create_connection(("127.0.0.1", self._table.server.port), PATIENCE_MS / 1000)
                self._open += [page, table]
                threading.Thread(target=self._carry, args=(page, table), daemon=True).start()

    def _carry(self, page: socket.socket, table: socket.socket) -> None:
        with suppress(OSError, ValueError), page.makefile("rb") as asking, table.makefile("rb") as answering:
            while head := _head(asking):
                body = asking.read(_length(head))
                table.sendall(head + body)
                method, path, _ = head.split(b" ", 2)
                if method == b"POST":
                    self.bodies.append(body)
                    self.asked.append(path.decode())
                    if self._loses(path.decode()):
                        answering.read(_length(_head(answering)))  # it is done
                        if self._stays_open:
                            return
                        break
                _hand_on(answering, page)
            _hang_up(table)
            _hang_up(page)

    def _loses(self, path: str) -> bool:
        left = self.losing.get(path, 0)
        self.losing[path] = left - 1
        return left > 0


def _head(coming: BinaryIO) -> bytes:
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = coming.readline()
        if not line:
            return b""
        head += line
    return head


def _length(head: bytes) -> int:
    found = LENGTH.search(head)
    return int(found[1]) if found else 0


def _hand_on(answering: BinaryIO, page: socket.socket) -> None:
    head = _head(answering)
    page.sendall(head)
    if LENGTH.search(head):
        page.sendall(answering.read(_length(head)))
    elif b"transfer-encoding: chunked" in head.lower():  # the view, which does not end
        while some := answering.read1():  # type: ignore[attr-defined]
            page.sendall(some)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
