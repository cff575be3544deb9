"""The table plays: after each change it is asked what it says, and says it a moment later, through the referee's door.

It thinks on a thread of its own, so nobody waits for it, and it says nothing while the match is paused or once it has
gone on meanwhile.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NotInTime
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import TablesideError, TableStops
from companion.games.match_events import MATCH_EVENTS
from companion.referee.background import BackgroundWorker
from companion.referee.source import Source
from companion.referee.tableview import Refusal
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.practice.table_seats import TableSays, TableSeats
    from companion.referee.referee import Referee
    from companion.referee.stand import Stand
    from companion.referee.tableview import TableView

PAUSE_S = 2.5  # so long people see what was laid before the table answers
PAUSE_AFTER_UNDO_S = 12.0  # whoever takes back what the table said may want to take back more
_PATIENCE_S = 0.5  # how soon `close` is noticed


class TablePlayer(BackgroundWorker["Moment"]):
    """Plays for the table until closed. `look` is told each view, on the referee's thread. `pause_s` and `undo_pause_s`
    are how long it waits before it says something."""

    def __init__(self, seats: TableSeats, pause_s: float = PAUSE_S, undo_pause_s: float = PAUSE_AFTER_UNDO_S) -> None:
        self._seats = seats
        self._pause_s, self._undo_pause_s = pause_s, undo_pause_s
        self._seen: Moment | None = None
        super().__init__("practice", self._think)

    def look(self, view: TableView) -> None:
        """A new view: where it changes anything for the table, it thinks again."""
        moment = _moment(view)
        if moment != self._seen:
            self._seen = moment
            self.give(moment)

    def _think(self, moment: Moment) -> None:
        stand = self._ask(lambda referee: referee.stand)
        if stand is None or stand.sitting is None:
            return
        try:
            advice, said = self._seats.advice(stand.sitting), self._seats.answer(stand)
        except Exception as error:  # noqa: BLE001 - said on every display; the match goes on, by hand
            what = {"kind": type(error).__name__, "error": error}
            wrong = told("The table cannot play on ({kind}: {error}).", **what)
            self._ask(lambda referee: referee.fault("practice", wrong))
            return
        if advice is not None:
            self._ask(lambda referee: referee.advise(stand.sitting, advice))
        if said is None or self.is_stale(self._undo_pause_s if moment.is_undone else self._pause_s):
            return
        self._ask(partial(_say, stand, said))

    def _ask(self, act: Callable[[Referee], Any]) -> Any:
        """What the referee answers; None when the table is closed meanwhile."""
        answer = self.submit(act)
        while answer is not None and not self.is_closed:
            try:
                return answer.result(_PATIENCE_S)
            except NotInTime:
                continue
            except (CancelledError, TableStops):
                return None
        return None


@dataclass(frozen=True, slots=True)
class Moment:
    """All of a view that makes a difference for what the table says; `is_undone` after the past was changed."""

    match_id: int | None
    events: int
    parts: frozenset[str]
    opened: Any
    joiners: tuple[str, ...]
    is_undone: bool


def _moment(view: TableView) -> Moment | None:
    """None while the table says nothing."""
    if view.practice is None or view.match is None or view.paused:
        return None
    entry = view.ruling
    return Moment(
        view.match_id,
        len(view.protocol),
        frozenset(view.gathering.parts),
        view.gathering.opened,
        tuple(view.joiners),
        entry is not None and entry.event.get("event") in MATCH_EVENTS,
    )


def _say(stand: Stand, said: TableSays, referee: Referee) -> None:
    """Hand in what the table says, unless the match has gone on; what is wrong with it is said on every display."""
    if referee.stand.sitting is not stand.sitting or referee.stand.paused:
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
