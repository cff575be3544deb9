"""A table's data folder, clock and referee, as tests of the referee have them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.clock import FakeClock
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry, TableView
from tests.seen import row_on
from tests.views import PLAYERS, WORDS, shipped


class Room:
    """A data folder, a clock and a referee that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.sqlite3"
        self.clock = FakeClock()
        self.start()

    def start(self) -> None:
        self.journal = Journal(self.path)
        self.referee = Referee(self.journal, self.clock, shipped)

    def restart(self) -> None:
        self.journal.close()
        self.start()

    def begin(self, **options: Any) -> TableView:
        return self.referee.begin(
            {
                "game": "disorder",
                "players": PLAYERS,
                "options": {"lexicon": WORDS, "values": {"Z": 10, "O": 2}, **options},
            }
        )

    def play(self, *events: Mapping[str, Any]) -> None:
        for event in events:
            assert isinstance(self.referee.happen(event, source=Source.HOST), Entry), event

    @property
    def view(self) -> TableView:
        return self.referee.view

    @property
    def board(self) -> str:
        return row_on(self.view.board)
