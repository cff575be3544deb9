"""Presses on their way to the referee.

Calls that come almost together wait a moment for each other and are judged by their edges, not by who was handled
first. And they wait until the eyes have seen what lay there as they were made: whoever calls has seen the card that was
laid half a second ago, and the camera has not. Navigation is handed on at once, with its time: what has only just been
asked it does not answer.
"""

from __future__ import annotations

import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, cast, get_args

from companion.clock import MS_NS
from companion.dialog import Button
from companion.referee.presses import PLAYER_BUTTON, call_by, joiner, starts_timer, waits_for
from companion.referee.source import Source
from companion.referee.unseen import GLANCE_MS, may_come, open_question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.referee.desk import Desk
    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView

GATHER_S = 0.015  # longer than any press may be late in handling, shorter than anybody notices
NAVIGATION = get_args(Button)


class Press(Protocol):
    """A press of a named button; `at_ns` is the time of its edge on the monotonic clock."""

    @property
    def button(self) -> str: ...
    @property
    def at_ns(self) -> int: ...


class FirstPress(Protocol):
    """Who was first; a tie when the presses were too close to tell apart."""

    @property
    def first(self) -> Press: ...
    @property
    def is_tie(self) -> bool: ...


class Switchboard:
    """Hands presses to the desk. `first_press` decides among presses that come together; `has_seen` says whether the
    referee has been told what lay on the table at a time (monotonic nanoseconds), where there are eyes."""

    def __init__(
        self,
        desk: Desk,
        first_press: Callable[[Sequence[Any], Sequence[str], str | None], FirstPress | None],
        gather_s: float = GATHER_S,
        has_seen: Callable[[int], bool] = lambda _: True,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._desk = desk
        self._first_press = first_press
        self._gather_s = gather_s
        self._has_seen = has_seen
        self._now_ns = now_ns
        self._lock = threading.Lock()
        self._gathered: list[Press] = []
        self._before = desk.view  # what was shown as the first of them came
        self._moment: threading.Timer | None = None  # for which what was gathered waits

    def pressed(self, press: Press) -> bool:
        """Take one press, in the thread that saw its edge, and say at once whether it is a call."""
        if press.button in NAVIGATION:
            self._desk.submit(partial(_navigate, press=press))
            return False
        view = self._desk.view
        joining = joiner(view.match, view.state, press.button)
        if joining is not None:  # nobody is first: all who join in count
            self._desk.submit(partial(_join_in, player=joining, about=len(view.protocol)))
            return True
        if starts_timer(view, press.button):
            self._desk.submit(_start_timer)
            return True
        is_call = call_by(view.match, view.state, press.button) is not None
        if not is_call and self._waits(view, press.button):
            return True
        if is_call or not self._has_seen(press.at_ns):  # what has just been laid may make it one
            self._gather(press, view)
        return is_call

    def _gather(self, press: Press, view: TableView) -> None:
        with self._lock:
            self._gathered.append(press)
            if len(self._gathered) == 1:
                self._before = view
                self._wait(self._gather_s)

    def _waits(self, view: TableView, button: str) -> bool:
        """Have the time wait for whoever pressed; whether it does."""
        player = waits_for(view, button)
        if player is not None:
            self._desk.submit(partial(_hold, player=player))
        return player is not None

    def _wait(self, wait_s: float) -> None:
        self._moment = threading.Timer(wait_s, self.decide)
        self._moment.name, self._moment.daemon = "calls", True  # it never keeps the program from ending
        self._moment.start()

    def decide(self) -> None:
        """Judge the presses gathered so far and hand in the first one's call, unless the eyes are still at it."""
        with self._lock:
            if self._moment is not None:
                self._moment.cancel()  # whoever decides earlier leaves nobody waiting
                self._moment = None
            if self._gathered:
                since_ns = min(press.at_ns for press in self._gathered)
                asked = open_question(self._before.question)
                if may_come(self._desk.view, self._has_seen, since_ns, self._now_ns(), asked):
                    self._wait(max(self._gather_s, GLANCE_MS / 1000))
                    return
            presses, self._gathered = self._gathered, []
            match_id = self._before.match_id
        self._desk.submit(partial(self._call, presses=presses, match_id=match_id))

    def _call(self, referee: Referee, presses: Sequence[Press], match_id: int | None) -> None:
        """Hand in the call of whoever was first, as the table stands now, if it is the match that was called in."""
        view = referee.view
        if view.match_id != match_id:
            return
        calls = {press: call_by(view.match, view.state, press.button) for press in presses}
        verdict = self._first_press([press for press in calls if calls[press]], _seating(view), _current(view))
        if verdict is None or (event := calls[verdict.first]) is None:
            return
        (seat,) = event.get("players") or [event["player"]]
        referee.say(event, seat, source=Source.PANEL, tie=verdict.is_tie)


def _seating(view: TableView) -> tuple[str, ...]:
    """The players' buttons in seating order."""
    players = view.match.players if view.match else ()
    return tuple(f"{PLAYER_BUTTON}{seat}" for seat in range(1, len(players) + 1))


def _current(view: TableView) -> str | None:
    """The button of the player whose turn it is."""
    match = view.match
    if match is None or match.turn is None:
        return None
    return f"{PLAYER_BUTTON}{match.players.index(match.turn) + 1}"


def _navigate(referee: Referee, press: Press) -> None:
    referee.buttons.press(cast("Button", press.button), at_ms=press.at_ns // MS_NS)


def _start_timer(referee: Referee) -> None:
    holder = referee.view.timer_holder
    if holder is not None:  # somebody else may just have started it
        referee.start_timer(holder)


def _hold(referee: Referee, player: str) -> None:
    if referee.view.may_hold == player:  # the time may just have run out
        referee.hold(player)


def _join_in(referee: Referee, player: str, about: int) -> None:
    referee.join_in(player, about, source=Source.PANEL)
