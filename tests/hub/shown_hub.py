"""A hub with its broker and pages, and tables that join it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.clock import SystemClock
from companion.hub.hub import Hub
from companion.hub.hub_pages import HUB_DOOR, BoardStream, make_hub_app
from companion.hub.joining_code import join
from companion.web.access import Access
from companion.web.seats import Seats
from companion.web.serving import WebServer, listen
from tests.hub.brokers import free_port
from tests.hub.telling_tables import TellingTable
from tests.views import shipped

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.games.core import Words


class ShownHub:
    """A hub with its pages; tables join it."""

    def __init__(self, folder: Path, *, local: bool = True) -> None:
        clock, boards, listener = SystemClock(), BoardStream(0), listen("127.0.0.1", 0)
        self.hub = Hub(folder / "hub", "127.0.0.1", free_port(), clock, changed=boards.mark, notice=print)
        seats = Seats(folder / "seats", print)
        access = Access(b"k" * 32, lambda: "2741", clock, seats, open_locally=local, door=HUB_DOOR)
        self.app = make_hub_app(self.hub, access, boards, clock)
        self._server = WebServer(self.app, listener)
        self.address = f"http://127.0.0.1:{self._server.port}"
        self._folder = folder
        self._tables: list[TellingTable] = []

    def table(self, name: str, lexicon: Callable[[str], Words] = shipped) -> TellingTable:
        """A table that has joined; by itself it knows no dictionary."""
        (self._folder / name).mkdir()
        join(self.hub.code, self._folder / name, print)
        self._tables.append(TellingTable(self._folder / name, None, lexicon=lexicon))
        return self._tables[-1]

    def close(self) -> None:
        for table in self._tables:
            table.close()
        self._server.close()
        self.hub.close()
