"""The only place that knows the time: a clock that is handed in, and a countdown that is a value.

Durations and moments are integer milliseconds of a monotonic clock, so that setting the wall clock changes nothing.
A countdown keeps no time itself: what is left follows from when it was resumed and what time it is now (the shape
of lichess' `Clock.scala`).
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

MS_NS = 1_000_000
SECOND_MS = 1000
LAST_SECONDS = 5


class Clock(Protocol):
    """What time it is. `now_ms` and `now_ns` are monotonic and for durations; `wall` is for people and the journal."""

    @property
    def boot(self) -> str:
        """Since when `now_ms` counts: moments of another boot say nothing about it."""
        ...

    def now_ms(self) -> int:
        """Monotonic milliseconds."""
        ...

    def now_ns(self) -> int:
        """Monotonic nanoseconds, of the same clock as the times of presses and frames."""
        ...

    def wall(self) -> str:
        """The date and time in UTC, ISO 8601 with milliseconds, e.g. "2026-11-21T20:15:00.000Z"."""
        ...


class SystemClock:
    """The machine's clocks."""

    @property
    def boot(self) -> str:
        """The kernel's name for this run of the machine; where it has none, one for this run of the program."""
        return _boot()

    def now_ms(self) -> int:
        """Milliseconds of CLOCK_MONOTONIC."""
        return time.monotonic_ns() // MS_NS

    def now_ns(self) -> int:
        """Nanoseconds of CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def wall(self) -> str:
        """The machine's idea of the date and time, which may jump."""
        return iso(datetime.now(UTC))


class FakeClock:
    """A clock that goes only when told to, for tests and replays. It starts at 0 on 21 November 2026, 20:00 UTC, on a
    machine that was switched on then, its run called `boot`."""

    def __init__(self, boot: str = "boot") -> None:
        self.boot = boot
        self._now_ns = 0
        self._wall = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

    def now_ms(self) -> int:
        """Milliseconds since it was made."""
        return self._now_ns // MS_NS

    def now_ns(self) -> int:
        """Nanoseconds since it was made."""
        return self._now_ns

    def wall(self) -> str:
        """The date and time it shows."""
        return iso(self._wall)

    def advance(self, duration_ms: int) -> None:
        """Let time pass. Raises ValueError for a negative duration: this clock never goes back."""
        if duration_ms < 0:
            raise ValueError(f"time only goes forward, not by {duration_ms} ms")
        self._now_ns += duration_ms * MS_NS
        self._wall += timedelta(milliseconds=duration_ms)

    def set_wall(self, wall: datetime) -> None:
        """Set the wall clock, as a person or a time server would; nothing else changes."""
        self._wall = wall


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return secrets.token_hex(16)


def iso(moment: datetime) -> str:
    """An aware datetime as ISO 8601 in UTC with milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Countdown:
    """A window of `total_ms` milliseconds; made paused. All moments are `now_ms` of one clock.

    `left_ms` is what was left when it was last resumed, paused or made; `resumed_ms` when that was, None while paused.
    """

    total_ms: int
    left_ms: int = -1
    resumed_ms: int | None = None

    def __post_init__(self) -> None:
        if self.total_ms < 0:
            raise ValueError(f"a countdown of {self.total_ms} ms, expected 0 or more")
        if self.left_ms < 0:
            object.__setattr__(self, "left_ms", self.total_ms)

    @property
    def running(self) -> bool:
        """Whether time is passing (also after it has run out)."""
        return self.resumed_ms is not None

    @property
    def ends_ms(self) -> int | None:
        """The moment it runs out; None while paused."""
        return None if self.resumed_ms is None else self.resumed_ms + self.left_ms

    def remaining_ms(self, now_ms: int) -> int:
        """What is left, from 0 to `total_ms` (more after `add`)."""
        return self.left_ms if self.ends_ms is None else min(self.left_ms, max(0, self.ends_ms - now_ms))

    def resume(self, now_ms: int) -> Countdown:
        """Let time pass from now on; as it is when it already runs."""
        return self if self.running else replace(self, resumed_ms=now_ms)

    def pause(self, now_ms: int) -> Countdown:
        """Stop it where it stands; as it is when it already is paused."""
        return replace(self, left_ms=self.remaining_ms(now_ms), resumed_ms=None) if self.running else self

    def add(self, duration_ms: int, now_ms: int) -> Countdown:
        """Give (or with a negative duration take) time; never less than nothing is left."""
        left_ms = max(0, self.remaining_ms(now_ms) + duration_ms)
        return replace(self, left_ms=left_ms, resumed_ms=now_ms if self.running else None)

    def beats(self, since_ms: int, now_ms: int, last_s: int = LAST_SECONDS) -> tuple[int, ...]:
        """The whole seconds left that were passed after `since_ms` and up to `now_ms`, of the last `last_s`, and 0 the
        end.

        These are the moments at which the table ticks; a late look sees each once.
        """
        ends_ms = self.ends_ms
        if ends_ms is None:
            return ()
        return tuple(left_s for left_s in range(last_s, -1, -1) if self._passes(left_s, since_ms, now_ms))

    def next_beat_ms(self, now_ms: int, last_s: int = LAST_SECONDS) -> int | None:
        """The moment of the next beat after `now_ms`; None when paused or over."""
        moments = (self._moment_ms(left_s) for left_s in range(last_s, -1, -1))
        return next((moment_ms for moment_ms in moments if moment_ms is not None and moment_ms > now_ms), None)

    def _passes(self, left_s: int, since_ms: int, now_ms: int) -> bool:
        moment_ms = self._moment_ms(left_s)
        return moment_ms is not None and since_ms < moment_ms <= now_ms

    def _moment_ms(self, left_s: int) -> int | None:
        # A window of three seconds has no fourth-last one, and a window does not tick as it opens.
        if self.ends_ms is None or (left_s and left_s * SECOND_MS >= self.left_ms):
            return None
        return self.ends_ms - left_s * SECOND_MS


class Ticker:
    """Calls `on_beat` with the seconds left (`last_s` … 1, and 0 for the end) at the beats of the watched countdown.

    It waits for each beat's own moment, so one late beat makes no other late. `on_beat` runs in the ticker's thread.
    """

    def __init__(self, clock: Clock, on_beat: Callable[[int], None], last_s: int = LAST_SECONDS) -> None:
        self._clock = clock
        self._last_s = last_s
        self._on_beat = on_beat
        self._news = threading.Condition()
        self._countdown: Countdown | None = None
        self._seen_ms = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._thread.start()

    def watch(self, countdown: Countdown | None) -> None:
        """From now on the beats of this countdown; None for silence."""
        with self._news:
            self._countdown = countdown
            self._seen_ms = self._clock.now_ms() - 1
            self._news.notify()

    def close(self) -> None:
        """End the thread."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while True:
            with self._news:
                if self._closed:
                    return
                beats = self._due()
                if not beats:
                    self._news.wait(self._pause_s())
                    continue
            for left_s in beats:
                self._on_beat(left_s)

    def _due(self) -> tuple[int, ...]:
        if self._countdown is None:
            return ()
        now_ms = self._clock.now_ms()
        beats = self._countdown.beats(self._seen_ms, now_ms, self._last_s)
        self._seen_ms = now_ms
        return beats

    def _pause_s(self) -> float | None:
        countdown = self._countdown
        next_ms = None if countdown is None else countdown.next_beat_ms(self._seen_ms, self._last_s)
        return None if next_ms is None else max(0.0, (next_ms * MS_NS - self._clock.now_ns()) / 1e9)
