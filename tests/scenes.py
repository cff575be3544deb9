"""A drawn table before a lookout, with the real eyes and the real referee: scenes of a match from cards to rulings.

The camera's clock is that of its pictures, ten a second, so nobody waits longer than the reading takes.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.clock import FakeClock
from companion.decks import albums, deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.games.layout import layout_of
from companion.referee.desk import Desk
from companion.referee.frames import Frames
from companion.referee.journal import Journal
from companion.referee.lookout import Lookout
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.tableview import Entry
from tests.views import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    import numpy as np

    from companion.referee.inquiry import Question
    from companion.referee.tableview import Refusal, TableView

PATIENCE_S = 60
STEP_NS = 100_000_000

reader_of = cache(lambda deck: albums.printed_reader(deckfiles.read(deck)))


def reader_of_part(cards: int) -> Callable[[str], Any]:
    """Eyes that know so many cards of a deck from its beginning, and so many from its end: sooner ready than all."""

    def reader(deck: str) -> Any:
        file = deckfiles.read(deck)
        part = (*file.deck.cards[:cards], *file.deck.cards[-cards:])
        return albums.printed_reader(replace(file, deck=replace(file.deck, cards=part)))

    return reader


class Film:
    """A camera that always has one more picture of a drawn table, and can be unplugged (`fault`) or see nothing but
    what is before its lens (`lens_cap`)."""

    def __init__(self, drawn: DrawnTable) -> None:
        self.drawn = drawn
        self.fault: str | None = None
        self.lens_cap: np.ndarray[Any, Any] | None = None
        self._count = 0

    @property
    def now_ns(self) -> int:
        """When the next picture is taken."""
        return (self._count + 1) * STEP_NS

    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Any:
        if self.fault is not None:
            threading.Event().wait(0.01)  # an unplugged camera has nothing, and takes its time over it
            return None
        self._count = max(self._count, newer_than) + 1
        picture = self.drawn.frame() if self.lens_cap is None else self.lens_cap
        return Picture(picture, self._count, self._count * STEP_NS)


class Picture:
    def __init__(self, picture: np.ndarray[Any, Any], number: int, taken_ns: int) -> None:
        self.picture, self.number, self.taken_ns = picture, number, taken_ns


class Scene:
    """A match of `setup` at a drawn table; close it, or use it as a context manager."""

    def __init__(
        self, folder: Path, setup: Mapping[str, Any], reader: Callable[[str], Any] = reader_of, seed: int = 0
    ) -> None:
        layout = layout_of(setup["game"], setup.get("options", {}))
        file = deckfiles.read(layout.deck)
        self.drawn = DrawnTable(file.deck, rows=layout.rows, traits=file.traits, seed=seed)
        self.film = Film(self.drawn)
        self.journal = Journal(folder / "journal.sqlite3")
        self.desk = Desk(Referee(self.journal, FakeClock(), shipped))
        self.frames = Frames(folder / "frames")
        self._news = threading.Condition()
        self.desk.submit(lambda referee: referee.subscribe(self._told)).result()
        self.desk.submit(lambda referee: referee.begin(setup)).result()
        self.lookout = Lookout(self.film, self.desk, self.frames, reader)

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *_: object) -> None:
        self.lookout.close()
        self.desk.close()
        self.journal.close()

    def _told(self, _view: TableView) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, shows: Callable[[TableView], object]) -> TableView:
        """The view once it `shows` what is waited for."""
        with self._news:
            assert self._news.wait_for(lambda: shows(self.desk.view), PATIENCE_S), self._account()
        return self.desk.view

    def _account(self) -> str:
        """What a failed wait leaves to be looked at."""
        view = self.desk.view
        return f"{view.question=} {view.difference=} {view.refusal=} {view.board=} {self.drawn.cards=}"

    def wait_event(self, name: str, number: int) -> Entry:
        """Ruling `number`, which must be of the event of this name, made from a picture that was kept."""
        entry = self.wait(lambda view: len(view.protocol) >= number).protocol[number - 1]
        assert entry.event["event"] == name, entry.to_json()
        assert entry.frame is not None
        picture = self.frames.read(entry.frame)
        assert picture is not None
        assert picture.startswith(b"\xff\xd8")
        return entry

    def wait_question(self, *parts: str) -> Question:
        """The open question, once it has these parts in its text."""
        view = self.wait(lambda view: view.question is not None and all(part in view.question.text for part in parts))
        assert view.question is not None
        return view.question

    def wait_difference(self, *parts: str) -> str:
        """The difference that is shown, once it has these parts in its sentence."""
        view = self.wait(lambda view: view.difference is not None and all(part in view.difference for part in parts))
        return str(view.difference)

    def lay(self, labels: Any, **where: Any) -> None:
        """Lay cards one after the other before the camera's next picture."""
        with self.drawn.still():
            for label in labels:
                self.drawn.place(label, **where)

    def answer(self, question: Question, answer: str) -> Entry | Refusal | None:
        """Somebody answers."""
        return self.desk.submit(lambda referee: referee.answer(question.id, answer, source=Source.PHONE)).result()

    def happen(self, **event: Any) -> Entry:
        """Somebody hands in an event, which must be accepted."""
        entry = self.desk.submit(lambda referee: referee.happen(event, source=Source.PHONE)).result()
        assert isinstance(entry, Entry), entry
        return entry
