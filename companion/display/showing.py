"""Showing: the thread that puts the newest view on the OLED and lets the buzzer speak."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Protocol

from companion.clock import Clock, Countdown, SystemClock, Ticker
from companion.display.oled import moves_by_itself, picture
from companion.display.sounds import sound

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

    from companion.referee.tableview import TableView

REDRAW_S = 0.25  # while a timer runs or pages turn


class Screen(Protocol):
    """Where pictures go."""

    def show(self, image: Image.Image) -> None: ...


class Panel(Protocol):
    """What makes sounds and light."""

    def sound(self, tones: Sequence[tuple[int, int]]) -> None: ...
    def lamp(self, on: bool) -> None: ...


class Showing:
    """Shows each view handed to `tell` until closed; never makes whoever tells it wait.

    `pin` and `link`, which is asked for with each picture, are shown while nothing is played.
    """

    def __init__(
        self,
        screen: Screen,
        panel: Panel,
        *,
        pin: str = "",
        link: Callable[[], str] = str,
        clock: Clock | None = None,
        translate: Callable[[str], str] = str,
    ) -> None:
        self._screen = screen
        self._panel = panel
        self._pin, self._link = pin, link
        self._clock = clock or SystemClock()
        self._translate = translate
        self._news = threading.Condition()
        self._view: TableView | None = None
        self._heard = 0
        self._ends_ms: int | None = None
        self._closed = False
        self._ticker = Ticker(self._clock, lambda left_s: panel.sound(sound("tick" if left_s else "time")))
        self._thread = threading.Thread(target=self._run, name="showing")
        self._thread.start()

    def tell(self, view: TableView) -> None:
        """A new view: shown as soon as the thread comes to it; newer ones overtake older ones."""
        with self._news:
            self._view = view
            self._news.notify()

    def close(self) -> None:
        """End the threads."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join()
        self._ticker.close()

    def _run(self) -> None:
        shown: TableView | None = None
        since_ms = 0
        while True:
            with self._news:
                self._news.wait_for(partial(self._has_news, shown), self._pause_s(shown))
                if self._closed:
                    return
                view = self._view
            if view is None:
                continue
            if view is not shown:
                since_ms = self._clock.now_ms()
                self._follow(view)
            shown = view
            self._screen.show(
                picture(
                    view,
                    self._clock.now_ms(),
                    since_ms=since_ms,
                    pin=self._pin,
                    link=self._link(),
                    translate=self._translate,
                )
            )

    def _pause_s(self, shown: TableView | None) -> float | None:
        """How long the picture of a view may stand before it is drawn again; None while it stays as it is."""
        return REDRAW_S if shown is not None and moves_by_itself(shown, self._translate) else None

    def _has_news(self, shown: TableView | None) -> bool:
        return self._closed or self._view is not shown

    def _follow(self, view: TableView) -> None:
        """Sounds, lamp and ticking of a new view."""
        if view.sound is not None and view.sound.id > self._heard:
            self._heard = view.sound.id
            self._panel.sound(sound(view.sound.name))
        self._panel.lamp(any(form.is_asked for form in view.forms))  # the table itself asks somebody
        countdown = running(view)
        ends_ms = countdown.ends_ms if countdown else None
        if ends_ms != self._ends_ms:  # the same end is the same window, whenever it was looked at
            self._ends_ms = ends_ms
            self._ticker.watch(countdown)


def running(view: TableView) -> Countdown | None:
    """The countdown to tick to; None while no window is open and while it is paused."""
    timer = view.timer
    return Countdown(timer.total_ms, timer.remaining_ms, timer.as_of_ms) if timer and timer.running else None
