"""How long somebody has: the windows that games describe (`companion.games.window`), kept by one clock. Pure.

A window stays the same window, and its time runs on, for as long as the same player is asked for the same thing
before the same cards. It stops while the game judges something first and goes on from there when play does; so it does
while several join in saying something, and once while whoever it runs for says what they do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.clock import Countdown
from companion.games.window import (
    EVERYBODY,
    Window,
    hold_ms,
    holder,
    is_waiting,
    may_hold,
    offered,
    possible,
    too_late,
    windows,
)
from companion.referee.tableview import Refusal, Timer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View


@dataclass(frozen=True, slots=True)
class Timing:
    """The open window with its countdown, and what was left of the one that waits for something to be judged.

    `held_until_ms` is when the window goes on by itself that waits for others to join in, or for whoever it runs for;
    None while it waits for neither. `has_waited` says that it has waited for whoever it runs for.
    """

    window: Window | None = None
    countdown: Countdown | None = None
    aside: tuple[Window, int] | None = None
    held_until_ms: int | None = None
    has_waited: bool = False

    def after(self, view: View, state: Any, now_ms: int, *, paused: bool) -> Timing:
        """The timing once an event was accepted and has led to `view`; a window that opens while `paused` waits."""
        if self.window in possible(view, state):
            return self if paused else self.unheld(now_ms)
        if is_waiting(view, state):
            return Timing(aside=self._open_left(now_ms) or self.aside)
        after = self._opened(windows(view, state), now_ms, paused=paused)
        return Timing(after.window, after.countdown)

    def started(self, view: View, state: Any, now_ms: int, *, paused: bool) -> Timing:
        """The timing once somebody has started the timer that is on offer; as it is when none is."""
        offer = offered(view, state)
        return self if offer is None or self.window == offer else self._opened((offer,), now_ms, paused=paused)

    def holder(self, view: View, state: Any) -> str | None:
        """Who may start a timer now; None when there is none to start."""
        return None if self.window is not None else holder(view, state)

    def paused(self, now_ms: int) -> Timing:
        """The timing with its countdown stopped."""
        return replace(self, countdown=self.countdown and self.countdown.pause(now_ms), held_until_ms=None)

    def resumed(self, now_ms: int) -> Timing:
        """The timing with its countdown running."""
        return replace(self, countdown=self.countdown and self.countdown.resume(now_ms), held_until_ms=None)

    def may_hold(self, view: View, state: Any) -> str | None:
        """Who may have the window that runs for them wait, once; None when nobody may."""
        running = self.countdown is not None and self.countdown.running
        if self.window is None or not running or self.has_waited:
            return None
        player = may_hold(view, state)
        return player if player == self.window.player else None

    @property
    def waits_for(self) -> str | None:
        """The player for whom the window waits that runs for them; None while it does not."""
        held = self.has_waited and self.held_until_ms is not None
        return self.window.player if held and self.window is not None else None

    def waiting(self, game: str, now_ms: int) -> Timing:
        """The timing once whoever it runs for needs a moment to say what they do."""
        return replace(self.held(game, now_ms), has_waited=True)

    def held(self, game: str, now_ms: int) -> Timing:
        """The timing once a window that runs is to wait a while: when one of several has joined in, for the others."""
        running = self.countdown is not None and self.countdown.running
        if not running and self.held_until_ms is None:
            return self
        return replace(self.paused(now_ms), held_until_ms=now_ms + hold_ms(game))

    def unheld(self, now_ms: int) -> Timing:
        """The timing once what it waited for is settled, or has not come; as it is when it waits for nothing."""
        return self if self.held_until_ms is None else self.resumed(now_ms)

    def up(self) -> Timing:
        """The timing once its window has run out and the rules want to know more first."""
        return Timing(self.window, Countdown(self.window.total_ms, 0) if self.window else None, self.aside)

    def shown(self, now_ms: int) -> Timer | None:
        """The open window as displays show it; None while none is open. That of all who could still say something of a
        match that is won is none any more once it is up."""
        window, countdown = self.window, self.countdown
        if window is None or countdown is None or self.late == EVERYBODY:
            return None
        return Timer(window.label, window.total_ms, countdown.remaining_ms(now_ms), countdown.running, now_ms)

    @property
    def late(self) -> str | None:
        """The player whose time is up and who can only say what the rules want to know; None while time lasts."""
        over = self.window is not None and self.countdown is not None and self.countdown.left_ms == 0
        return self.window.player if over and self.window is not None else None

    def too_late(self, game: str, event: Any) -> Refusal | None:
        """Why somebody whose time is up cannot do this any more; None for everything else."""
        if self.late is None or not isinstance(event, dict):
            return None
        ruling = too_late(game, event, self.late)
        if ruling is None:
            return None
        return Refusal.of(event, ruling)

    def to_json(self, now_ms: int) -> dict[str, Any]:
        """What a later start of the program needs to go on from here."""
        opened = self._open_left(now_ms)
        return {"open": _as_json(opened), "aside": _as_json(self.aside), "has_waited": self.has_waited}

    @classmethod
    def restored(
        cls, noted: Mapping[str, Any] | None, view: View, state: Any, together: Window | None = None
    ) -> Timing:
        """The timing of a match taken up again, paused: as it was `noted`, or with fresh windows without a note.
        `together` is the window of those who say something together, where it has opened."""
        if noted is None:
            return cls()._opened(windows(view, state), 0, paused=True)
        window, aside = _from_json(noted["open"]), _from_json(noted["aside"])
        if window is None or window[0] not in (*possible(view, state), together):
            return cls(aside=aside)._opened(windows(view, state), 0, paused=True)
        has_waited = noted.get("has_waited") is True  # notes of older tables do not say
        return cls(window[0], Countdown(window[0].total_ms, window[1]), aside, has_waited=has_waited)

    def opened(self, window: Window, now_ms: int, *, paused: bool) -> Timing:
        """The timing once this window has opened; while `paused` it waits."""
        return self._opened((window,), now_ms, paused=paused)

    def _opened(self, windows_due: tuple[Window, ...], now_ms: int, *, paused: bool) -> Timing:
        if not windows_due:
            return Timing(aside=self.aside)
        window = windows_due[0]
        left_ms = self.aside[1] if self.aside is not None and self.aside[0] == window else window.total_ms
        countdown = Countdown(window.total_ms, left_ms)
        return Timing(window, countdown if paused else countdown.resume(now_ms))

    def _open_left(self, now_ms: int) -> tuple[Window, int] | None:
        if self.window is None or self.countdown is None:
            return None
        return self.window, self.countdown.remaining_ms(now_ms)


def _as_json(window: tuple[Window, int] | None) -> dict[str, Any] | None:
    if window is None:
        return None
    opened, left_ms = window
    return {**opened.to_json(), "left_ms": left_ms}


def _from_json(document: Mapping[str, Any] | None) -> tuple[Window, int] | None:
    if document is None:
        return None
    return Window.from_json(document), document["left_ms"]
