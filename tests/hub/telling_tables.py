"""Tables that tell: the real journal and referee on a desk, without eyes, pages and devices."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, TypeVar

from companion.clock import SystemClock
from companion.errors import BadInput
from companion.hub.belonging import membership
from companion.hub.telling import tell
from companion.hub.topics import Topics
from companion.referee.desk import Desk
from companion.referee.journal import JOURNAL_NAME, Journal
from companion.referee.match import Match, played
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from tests.views import WORDS, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Future
    from pathlib import Path

    from companion.clock import Clock
    from companion.games.core import Words
    from companion.referee.tableview import TableView

T = TypeVar("T")
SETUP: dict[str, Any] = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}}
QUICK_S = (0.01, 0.2)  # how soon the broker is tried again


class TellingTable:
    """A table in the folder `data` that tells the broker at `url`, nobody if that is "no", or whom its file names."""

    def __init__(
        self,
        data: Path,
        url: str | None,
        *,
        allow: tuple[str, ...] = (),
        authority: Path | None = None,
        clock: Clock | None = None,
        lexicon: Callable[[str], Words] = shipped,
    ) -> None:
        data.mkdir(exist_ok=True)
        self.data = data
        self._clock = clock or SystemClock()
        self._lexicon = lexicon
        self.troubles: list[str | None] = []
        self.notices: list[str] = []
        self.presses: list[str] = []
        self.vitals: dict[str, Any] = {"temperature_c": 48, "battery_percent": None, "slowed_down": False}
        self.fault = ""
        self.frames: dict[tuple[int, str], bytes] = {}
        self.refuses: int | None = None  # a match that cannot be played again
        self.on_trouble: Callable[[], object] = lambda: None
        self._allow = allow
        self._authority = authority
        self.start(url)

    def start(self, url: str | None) -> None:
        self._journal = Journal(self.data / JOURNAL_NAME)
        self.desk = Desk(Referee(self._journal, self._clock, self._lexicon))
        member = membership(self.data, url, self._authority, self._allow)
        self._teller = None
        if member is not None:
            self._teller = tell(
                self,
                member,
                self.data,
                self._clock,
                vitals=lambda: self.vitals,
                parts=lambda: {"camera": {"kind": "real", "what": "usb:0", "fault": self.fault}},
                challenge=lambda: self.presses.append("challenge"),
                frame=lambda match_id, name: self.frames.get((match_id, name)),
                translate=str,
                notice=self.notices.append,
                trouble=self._troubled,
                retry_s=QUICK_S,
            )
            self.topics = Topics(self._teller.table_id)

    def _troubled(self, said: str | None) -> None:
        self.troubles.append(said)
        if said is not None:
            self.on_trouble()

    def close(self) -> None:
        if self._teller is not None:
            self._teller.close()
            self._teller = None
        if self.desk is not None:
            self.desk.close()
            self._journal.close()
            self.desk = None  # type: ignore[assignment]

    def restart(self, url: str | None) -> None:
        self.close()
        self.start(url)

    def lose_power(self) -> None:
        """Its plug is pulled and put back: it goes on with its files as they lay at that moment, nothing closed."""
        as_it_lay = shutil.copytree(self.data, self.data.with_name(f"{self.data.name}, power lost"))
        self.close()
        self.data = as_it_lay
        self.start(None)

    # ------------------------------------------------------------------ what the teller asks of a table

    @property
    def view(self) -> TableView:
        return self.desk.view

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        return self.desk.submit(act)

    def subscribe(self, listener: Callable[[TableView], None], /) -> Callable[[], None]:
        return self.desk.submit(lambda referee: referee.subscribe(listener)).result()

    def played(self, document: Any, /) -> Match:
        if self.refuses is not None and len(document["events"]) == len(self._journal.events(self.refuses)):
            raise BadInput("there is no dictionary “gone”")
        return played(document, self._lexicon)

    # ------------------------------------------------------------------ play

    def begin(self, setup: Mapping[str, Any] = SETUP) -> None:
        self.submit(lambda referee: referee.begin(setup)).result()

    def leave(self) -> None:
        self.submit(lambda referee: referee.close()).result()

    def play(self, *events: Mapping[str, Any]) -> None:
        for event in events:
            ruled = self.submit(lambda referee, event=event: referee.happen(event, source=Source.HOST)).result()  # type: ignore[misc]
            assert isinstance(ruled, Entry), ruled

    def lay(self, cards: str) -> None:
        """Lay cards, turn by turn, whoever is in turn."""
        for card in cards:
            match = self.view.match
            assert match is not None
            self.play({"event": "place", "player": match.turn, "card": card})

    def journal(self) -> list[tuple[int, int, Any]]:
        """Every event of every match, as the journal has it: match, number, event."""
        rows = self.submit(
            lambda referee: {row.id: referee.archive.events(row.id) for row in referee.archive.matches()}
        ).result()
        return [(match, event.number, event.event) for match, events in rows.items() for event in events]
