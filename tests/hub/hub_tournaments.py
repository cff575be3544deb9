"""Tournaments of a hub with a table, for tests."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tests.hub.brokers import PATIENCE_S
from tests.views import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.tableview import TableView
    from tests.hub.telling_tables import TellingTable
    from tests.hub.watched_hubs import Watched

PLAN = {"title": "Friday", "system": "swiss", "game": "disorder", "options": {"lexicon": WORDS, "target": 1}}


def until(table: TellingTable, is_so: Callable[[TableView], bool]) -> None:
    news = threading.Event()
    table.subscribe(lambda _view: news.set())
    while not is_so(table.view):
        assert news.wait(PATIENCE_S), table.view
        news.clear()


def paired(watched: Watched, *names: str) -> str:
    """A tournament of these with its first round paired, once a table is there."""
    desk = watched.hub.tournaments
    tournament = desk.open(PLAN)
    for name in names:
        desk.act(tournament, {"act": "enter", "name": name})
    watched.wait(lambda: any(board["online"] for board in watched.hub.boards()))
    desk.pair(tournament)
    return tournament
