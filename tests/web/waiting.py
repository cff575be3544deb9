"""Waiting for a table until something is so, without asking again and again."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Protocol

from tests.web.browsing import PATIENCE_MS

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView


class Told(Protocol):
    """A table that tells of its views."""

    @property
    def view(self) -> TableView: ...
    def subscribe(self, told: Callable[[TableView], None], /) -> Callable[[], None]: ...
    def submit(self, act: Callable[[Referee], Any], /) -> Future[Any]: ...


def until(table: Told, is_so: Callable[[TableView], bool]) -> TableView:
    """The table's view once that `is_so`."""
    news = threading.Event()
    end = table.subscribe(lambda _view: news.set())
    try:
        while not is_so(table.view):
            assert news.wait(PATIENCE_MS / 1000), table.view
            news.clear()
        return table.view
    finally:
        table.submit(lambda _referee: end()).result()
