"""The table plays: after each change it is asked what it says, and says it a moment later, through the referee's door.

It thinks on a thread of its own, so nobody waits for it, and it says nothing while the match is paused or once it has
gone on meanwhile.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NotInTime
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import TablesideError
from companion.games.match_events import MATCH_EVENTS
from companion.referee.source import Source
from companion.referee.tableview import Refusal
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from companion.practice.table_seats import TableSays, TableSeats
    from companion.referee.referee import Referee
    from companion.referee.stand import Stand
    from companion.referee.tableview import TableView

PAUSE_S = 2.5  # so long people see what was laid before the table answers
PAUSE_AFTER_UNDO_S = 12.0  # whoever takes back what the table said may want to take back more
_PATIENCE_S = 0.5  # how soon `close` is noticed


class TablePlayer:
    """Plays for the table until closed. `look` is told each view, on the referee's thread; `submit` has the referee do
    something. `pause_s` and `undo_pause_s` are how long it waits before it says something."""

    def __init__(self, seats: TableSeats, pause_s: float = PAUSE_S, undo_pause_s: float = PAUSE_AFTER_UNDO_S) -> None:
        self._seats = seats
        self._pauses_s = pause_s, undo_pause_s
        self._news = threading.Condition()
        self._key: Any = None
        self._seen: Any = None
        self._submit: Callable[[Callable[[Referee], Any]], Future[Any]] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="practice", daemon=True)
        self._thread.start()

    def tell(self, submit: Callable[[Callable[[Referee], Any]], Future[Any]]) -> None:
        """What the table says goes to the referee, by way of `submit`."""
        with self._news:
            self._submit = submit
            self._news.notify()

    def look(self, view: TableView) -> None:
        """A new view: where it changes anything for the table, it thinks again."""
        key = None
        if view.practice is not None and view.match is not None and not view.match.over and not view.paused:
            entry = view.ruling
            undone = entry is not None and entry.event.get("event") in MATCH_EVENTS
            key = (
                view.match_id,
                len(view.protocol),
                frozenset(view.gathering.parts),
                view.gathering.opened,
                view.joiners,
                undone,
            )
        with self._news:
            if key != self._key:
                self._key = key
                self._news.notify()

    def close(self) -> None:
        """Say nothing more."""
        with self._news:
            self._closed = True
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or (self._submit is not None and self._key != self._seen))
                if self._closed or self._submit is None:
                    return
                self._seen = self._key
            if self._seen is None:
                continue
            try:
                self._think()
            except Exception as error:  # noqa: BLE001 - said on every display; the match goes on, by hand
                what = {"kind": type(error).__name__, "error": error}
                wrong = told("The table cannot play on ({kind}: {error}).", **what)
                self._submit(partial(_report, wrong=wrong))

    def _think(self) -> None:
        stand = self._ask(lambda referee: referee.stand)
        if stand is None or stand.sitting is None:
            return
        advice, said = self._seats.advice(stand.sitting), self._seats.answer(stand)
        if advice is not None:
            self._ask(lambda referee: referee.advise(stand.sitting, advice))
        if said is None:
            return
        pause_s = self._pauses_s[bool(self._seen[-1])]
        with self._news:
            if self._news.wait_for(lambda: self._closed or self._key != self._seen, timeout=pause_s):
                return
        self._ask(partial(_say, stand, said))

    def _ask(self, act: Callable[[Referee], Any]) -> Any:
        """What the referee answers; None when the table is closed meanwhile."""
        assert self._submit is not None
        answer = self._submit(act)
        while not self._closed:
            try:
                return answer.result(_PATIENCE_S)
            except NotInTime:
                continue
            except CancelledError:
                return None
        return None


def _say(stand: Stand, said: TableSays, referee: Referee) -> None:
    """Hand in what the table says, unless the match has gone on; what is wrong with it is said on every display."""
    if referee.stand.sitting is not stand.sitting:
        return
    wrong = None
    try:
        if said.is_part:
            ruled = referee.gather(said.player, said.event, source=Source.TABLE)
        else:
            ruled = referee.say(dict(said.event), said.player, source=Source.TABLE)
        if isinstance(ruled, Refusal):
            wrong = told("The table cannot play on: {problem}", problem=ruled.reason)
    except TablesideError as error:
        wrong = told("The table cannot play on: {problem}", problem=error.sentence)
    _report(referee, wrong)


def _report(referee: Referee, wrong: str | None) -> None:
    referee.fault("practice", wrong)
