"""Talking: hands the voice what is new in each view, and has it count the last ten seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.clock import Clock, SystemClock, Ticker
from companion.display.showing import running
from companion.display.speech import ruling_said, turn_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.tableview import TableView

COUNTED_S = 10  # the last seconds of a window that are counted aloud
COUNTED = tuple(str(left_s) for left_s in range(COUNTED_S, 0, -1))  # as they are said
RULING, TURN, COUNT = "ruling", "turn", "count"  # the kinds of what is said


class Speaking(Protocol):
    """What says sentences, the newest of each kind."""

    def say(self, kind: str, sentence: str) -> None: ...
    def hush(self, kind: str | None = None) -> None: ...


class Talking:
    """Says aloud what is new in each view handed to `tell`. What stood there when the table started is not said."""

    def __init__(
        self, voice: Speaking, first: TableView, *, clock: Clock | None = None, translate: Callable[[str], str] = str
    ) -> None:
        self._voice = voice
        self._translate = translate
        self._last, self._turn = first, turn_said(first, translate)
        self._ends_ms: int | None = None
        self._ticker = Ticker(clock or SystemClock(), self._count, last_s=COUNTED_S)

    def tell(self, view: TableView) -> None:
        """A new view; returns at once."""
        if _is_ruled(self._last, view):
            self._say(RULING, ruling_said(view, self._translate))
        self._last = view
        turn = turn_said(view, self._translate)
        if turn != self._turn:
            self._turn = turn
            self._say(TURN, turn)
        countdown = running(view)
        ends_ms = countdown.ends_ms if countdown else None
        if ends_ms != self._ends_ms:  # the same end is the same window, whenever it was looked at
            self._ends_ms = ends_ms
            self._voice.hush(COUNT)
            self._ticker.watch(countdown)

    def close(self) -> None:
        """Count no more."""
        self._ticker.close()

    def _say(self, kind: str, sentence: str | None) -> None:
        """The sentence; where there is none any more, what was still to be said of its kind is not."""
        if sentence:
            self._voice.say(kind, sentence)
        else:
            self._voice.hush(kind)

    def _count(self, left_s: int) -> None:
        if left_s:
            self._voice.say(COUNT, str(left_s))
        else:
            self._voice.hush(COUNT)  # the buzzer says that it is over, and the ruling what that means


def _is_ruled(before: TableView, view: TableView) -> bool:
    """Whether a view has a ruling or a refusal that the one before had not. A match that is taken up brings none, nor
    does a refusal that stands no more."""
    if view.refusal is not None:
        return view.refusal != before.refusal
    newest, last = view.ruling, before.ruling
    is_new = newest is not None and (last is None or (newest.number, newest.record) != (last.number, last.record))
    return is_new and view.match_id == before.match_id
