"""A table for tests of the web: the real journal, rules, referee and OLED pictures around a drawn table.

Only the eyes are spared: what lies on the drawn table is told to the referee as a camera with perfect eyesight would.
"""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from companion.cases.case_keeper import CaseKeeper
from companion.cases.case_shelf import CaseShelf
from companion.clock import SystemClock
from companion.decks import deckfiles
from companion.decks.shelf import DeckShelf
from companion.display.numbered import Numbered
from companion.display.oled import picture
from companion.drawn.drawn_table import DrawnTable
from companion.drawn.following import Follower
from companion.errors import BadInput
from companion.games.layout import layout_of
from companion.machine.loudness import LOUDNESS_FILE, Loudness
from companion.practice.table_player import TablePlayer
from companion.practice.table_seats import TableSeats
from companion.referee.desk import Desk
from companion.referee.frames import Frames, jpeg
from companion.referee.journal import Journal
from companion.referee.match import Match, played
from companion.referee.presses import call_by, waits_for
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.web.asgi import make_app
from companion.web.keys import KEY_FILE, load_key
from companion.web.seats import SEATS_FILE, Seats
from companion.web.serving import WebServer, listen
from tests.dictionary import shipped
from tests.tables import sighted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from companion.clock import Clock
    from companion.dialog import Button
    from companion.referee.tableview import TableView, Voicing
    from companion.vision.sighting import Table
    from companion.web.connections import Limits

T = TypeVar("T")
PIN = "2741"
BUTTONS = ("challenge", "up", "down", "select")


class Drawn:
    """The drawn table, and a perfect eye that tells the referee of every change."""

    def __init__(self, table: DrawnTable, changed: Callable[[], None]) -> None:
        self._table = table
        self._changed = changed

    def __getattr__(self, name: str) -> Any:
        act = getattr(self._table, name)
        if not callable(act):
            return act

        def done(*args: Any, **kwargs: Any) -> Any:
            result = act(*args, **kwargs)
            self._changed()
            return result

        return done


class LiveTable:
    """What the web knows as its table, in the folder `data`; use as a context manager."""

    def __init__(
        self,
        data: Path,
        *,
        panel_is_real: bool = False,
        local: bool = True,
        clock: Clock | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.pin = PIN
        self.data = data
        self.local = local
        self._limits = limits
        self._clock = clock  # of the pages; the referee's own goes on
        self.frames = Frames(data / "frames")
        self.decks = DeckShelf(data)
        self.eyes: Callable[[int], bool] = lambda _: True  # whether they have seen what lay there then
        self.pace: str = ""  # what the camera says of how often it looks
        self._panel_is_real = panel_is_real
        self._table = DrawnTable(deckfiles.load("disorder"))
        self._numbered = Numbered()
        self._taken: tuple[int, bytes] | None = None  # the newest picture of the drawn table
        self._looking = Lock()  # a camera sees one thing after the other, whoever lays cards at the same time
        self.drawn = Drawn(self._table, self._look)
        self.start()

    def start(self, port: int = 0) -> None:
        """Open journal, referee and server, as after a restart."""
        self._journal = Journal(self.data / "journal.sqlite3")
        self.desk = Desk(Referee(self._journal, SystemClock(), shipped, self.decks))
        self.subscribe(self._deal)
        self._seats = TableSeats(lambda deck: self.decks.read(deck).deck.cards)
        self._player = TablePlayer(self._seats, pause_s=0, undo_pause_s=0)
        self.subscribe(self._player.look)
        self._player.tell(self.desk.submit)
        self._follower = Follower(self._table, self._drawn_ails)
        self.subscribe(self._follow)
        self.cases = CaseKeeper(CaseShelf(self.data), self.frames, "drawn", SystemClock().wall, self._tell_cases)
        self.submit(lambda referee: referee.hear_of_misreadings(self.cases.keep, self.cases.forget))
        listener = listen("127.0.0.1", port)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.said: list[str] = []  # what was found while starting
        self.loudness = Loudness(self.data / LOUDNESS_FILE, None, self._hear_of_voice, lambda _: None)
        self.submit(lambda referee: referee.speak_by(self.loudness.set)).result()  # and how loud it is has been shown
        key = load_key(self.data / KEY_FILE, self.said.append)
        seats = Seats(self.data / SEATS_FILE, self.said.append, self._clock)
        app = make_app(self, key, lambda: self.address, seats, open_locally=self.local, clock=self._clock)
        self.server = WebServer(app, listener, self._limits)
        self.app, self.site = app, app.state.site

    def _hear_of_voice(self, voice: Voicing) -> None:
        self.submit(lambda referee: referee.hear_of_voice(voice))

    def close(self) -> None:
        self._player.close()
        self.server.close()
        self.cases.close()
        self.loudness.close()
        self.desk.close()
        self._journal.close()

    def restart(self) -> None:
        """Stop and start again on the same port."""
        port = self.server.port
        self.close()
        self.start(port)

    def __enter__(self) -> LiveTable:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def view(self) -> TableView:
        return self.desk.view

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        return self.desk.submit(act)

    def subscribe(self, told: Callable[[TableView], None], /) -> Callable[[], None]:
        return self.desk.submit(lambda referee: referee.subscribe(told)).result()

    def play(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Hand in events, every one of which must be accepted."""
        for event in events:
            entry = self.submit(partial(Referee.happen, event=event, source=Source.HOST)).result()
            assert isinstance(entry, Entry), entry

    def screen_picture(self) -> tuple[int, bytes]:
        return self._numbered.png(picture(self.view, SystemClock().now_ms(), pin=self.pin, link=self.address))

    def camera_picture(self) -> tuple[int, bytes] | None:
        changes, taken = self._table.changes, self._taken
        if taken is None or taken[0] != changes:
            taken = self._taken = changes, jpeg(self._table.frame())
        return taken

    def frame(self, match_id: int, name: str, /) -> bytes | None:
        return self.frames.read(name) if name.startswith(f"match{match_id}-") else None

    def reading(self, match_id: int, name: str, /) -> Table | None:
        return self.frames.reading(name) if name.startswith(f"match{match_id}-") else None

    def has_seen(self, at_ns: int, /) -> bool:
        return self.eyes(at_ns)

    def press(self, button: str, /) -> None:
        if self._panel_is_real or button not in BUTTONS:
            raise BadInput(f"the panel has no button {button!r}")
        if button == "challenge":
            self.submit(_call)
        else:
            self.submit(lambda referee: referee.buttons.press(cast("Button", button)))

    def played(self, document: Any, /) -> Match:
        return played(document, shipped)

    def dealt_to(self, player: str, /) -> tuple[Sequence[str], str | None] | None:
        sitting = self.submit(lambda referee: referee.stand).result().sitting
        return None if sitting is None else self._seats.dealt_to(sitting, player)

    def hand(self, player: str) -> Sequence[str] | None:
        dealt = self.dealt_to(player)
        return None if dealt is None else dealt[0]

    @property
    def has_photos(self) -> bool:
        return False

    def next_photo(self) -> None:
        raise BadInput("the camera is no folder of photos")

    def parts(self) -> Mapping[str, Mapping[str, str]]:
        kind = "real" if self._panel_is_real else "simulated"
        parts = {part: {"kind": kind, "what": part, "fault": ""} for part in ("camera", "screen", "panel")}
        return {**parts, "camera": {**parts["camera"], "pace": self.pace}}

    def _deal(self, view: TableView) -> None:
        layout = layout_of(view.match.game if view.match else None, view.options, view.deck)
        file = self.decks.read(layout.deck)
        self._table.follow(file.deck, rows=layout.rows, traits=file.traits)

    def _follow(self, view: TableView) -> None:
        changes = self._table.changes
        self._follower.follow(view)
        if self._table.changes != changes:
            self._look()

    def _drawn_ails(self, fault: str | None) -> None:
        assert fault is None, fault

    def _tell_cases(self, fault: str | None) -> None:
        self.submit(lambda referee: referee.fault("cases", fault))

    def _look(self) -> None:
        """Tell the referee what now lies on the table, keeping the frame as the lookout does."""
        with self._looking:
            seen = sighted(self._table)
            frame = None
            if self.view.match_id is not None:
                frame = self.frames.keep(self._table.frame(), f"match{self.view.match_id}-{self.view.version}")
                self.frames.keep_reading(seen, frame)
            self.submit(lambda referee: referee.see(seen, frame))


def _call(referee: Referee) -> None:
    event = call_by(referee.view.match, referee.view.state, "challenge")
    player = waits_for(referee.view, "challenge")
    if event is None and player is not None:
        referee.hold(player)
    if event is not None:
        referee.happen(event, source=Source.PANEL)
