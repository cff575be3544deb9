"""Presses on their way to the referee.

Calls that come almost together wait a moment for each other and are judged by their edges, not by who was handled
first. Navigation is handed on at once, with its time: what has only just been asked it does not answer.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, cast, get_args

from companion.clock import MS_NS
from companion.dialog import Button
from companion.referee.presses import PLAYER_BUTTON, call_by, joiner, starts_timer, waits_for
from companion.referee.source import Source

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
    """Hands presses to the desk. `first_press` decides among presses that come together."""

    def __init__(
        self,
        desk: Desk,
        first_press: Callable[[Sequence[Any], Sequence[str], str | None], FirstPress | None],
        gather_s: float = GATHER_S,
    ) -> None:
        self._desk = desk
        self._first_press = first_press
        self._gather_s = gather_s
        self._lock = threading.Lock()
        self._gathered: list[Press] = []
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
        if call_by(view.match, view.state, press.button) is None:
            return self._waits(view, press.button)
        with self._lock:
            self._gathered.append(press)
            if len(self._gathered) == 1:
                self._moment = threading.Timer(self._gather_s, self.decide)
                self._moment.name, self._moment.daemon = "calls", True  # it never keeps the program from ending
                self._moment.start()
        return True

    def _waits(self, view: TableView, button: str) -> bool:
        """Have the time wait for whoever pressed; whether it does."""
        player = waits_for(view, button)
        if player is not None:
            self._desk.submit(partial(_hold, player=player))
        return player is not None

    def decide(self) -> None:
        """Judge the presses gathered so far and hand in the first one's call."""
        with self._lock:
            presses, self._gathered = self._gathered, []
            if self._moment is not None:
                self._moment.cancel()  # whoever decides earlier leaves nobody waiting
                self._moment = None
        view = self._desk.view
        verdict = self._first_press(presses, _seating(view), _current(view))
        if verdict is not None:
            self._desk.submit(partial(_call, button=verdict.first.button, tie=verdict.is_tie))


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
    referee.navigate(cast("Button", press.button), at_ms=press.at_ns // MS_NS)


def _start_timer(referee: Referee) -> None:
    holder = referee.view.timer_holder
    if holder is not None:  # somebody else may just have started it
        referee.start_timer(holder)


def _hold(referee: Referee, player: str) -> None:
    if referee.view.may_hold == player:  # the time may just have run out
        referee.hold(player)


def _join_in(referee: Referee, player: str, about: int) -> None:
    referee.join_in(player, about, source=Source.PANEL)


def _call(referee: Referee, button: str, *, tie: bool) -> None:
    event = call_by(referee.view.match, referee.view.state, button)
    if event is not None:
        (seat,) = event.get("players") or [event["player"]]
        referee.say(event, seat, source=Source.PANEL, tie=tie)
